//! Models of the limit and of counts that are given back.

use super::*;

/// (u) Two threads at the limit, each of which holds what fits twice: neither is refused what idle entries
/// of the other hold.
#[test]
fn threads_at_the_limit_are_not_refused_what_is_idle() {
    check(2, || {
        let table = table::<Row, 1>();
        table.set_limit(Some(24));
        let other = table.clone();
        beside(
            move || {
                other.pass("the other 01");
            },
            || {
                table.pass("the first 01");
                table.pass("the first 02");
            },
        );
        table.ends_with(0);
        assert!(table.meter.try_reserve(24), "the account is exact");
        assert!(!table.meter.try_reserve(1));
    });
}

/// (v) A reader holds a count of a long text that it did not look for, and gives it back last: the text is
/// freed, at once or, when the lock of the shard was taken, by the next sweep.
#[test]
fn the_last_count_given_back_by_a_stranger_is_not_lost() {
    const LONG: [&str; 2] = [
        "a text that is longer than the longest in an entry",
        "another text that is longer than the longest",
    ];
    check(3, || {
        let table = table::<Row, 1>();
        let word = table.make(LONG[0]);
        let stranger = table.clone();
        beside(move || assert_eq!(stranger.get(LONG[1]), None), || table.let_go(word));
        table.ends_with(0);
        assert_eq!(table.stats().region_bytes, table.region.bytes(), "no long text is left");
    });
}
