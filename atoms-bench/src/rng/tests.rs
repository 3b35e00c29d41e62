//! The stream is the published one, and numbers stay below their bound.

use super::Rng;

#[test]
fn stream_is_splitmix64() {
    // First values for seed 0, from the reference implementation (Vigna, splitmix64.c).
    let mut rng = Rng::new(0);
    assert_eq!(rng.next(), 0xe220_a839_7b1d_cdaf);
    assert_eq!(rng.next(), 0x6e78_9e6a_a1b9_65f4);
}

#[test]
fn numbers_stay_below_their_bound_and_reach_it() {
    let mut rng = Rng::new(7);
    let mut seen = [false; 5];
    (0..200).for_each(|_| seen[rng.below(5)] = true);
    assert_eq!(seen, [true; 5]);
}

#[test]
fn shuffle_keeps_every_item() {
    let mut items: Vec<u32> = (0..100).collect();
    Rng::new(1).shuffle(&mut items);
    assert_ne!(items, (0..100).collect::<Vec<_>>());
    items.sort_unstable();
    assert_eq!(items, (0..100).collect::<Vec<_>>());
}

#[test]
fn names_have_the_length_asked_for() {
    assert_eq!(Rng::new(3).name(16).len(), 16);
    assert_eq!(Rng::new(3).name(16), Rng::new(3).name(16));
}
