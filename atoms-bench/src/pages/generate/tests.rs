//! Made-up pages are the same everywhere and large enough.

use super::pages;

#[test]
fn pages_are_deterministic_and_fill_the_size_asked_for() {
    let made = pages(200_000);
    let n_bytes = made.iter().map(String::len).sum::<usize>();
    assert!((200_000..300_000).contains(&n_bytes), "{n_bytes}");
    assert_eq!(made, pages(200_000));
}

#[test]
fn pages_of_a_smaller_set_begin_a_larger_one() {
    assert_eq!(pages(400_000)[0], pages(1)[0]);
}
