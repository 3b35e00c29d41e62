//! One entry in memory of its own: texts of every length, and the transitions of its word.

use core::alloc::Layout;

use super::*;

/// An entry with a text, in a block of its own.
struct Own(Entry, NonNull<u8>, Layout);

impl Own {
    fn new(text: &str) -> Self {
        let layout = Layout::from_size_align(n_granules(text.len()) * GRANULE, GRANULE).expect("small");
        // SAFETY: the size is not 0.
        let block = NonNull::new(unsafe { std::alloc::alloc(layout) }).expect("memory");
        // SAFETY: aligned, and freed after the entry.
        let entry = unsafe { Entry::at(block) };
        // SAFETY: a fresh block of our own.
        unsafe { entry.init() };
        // SAFETY: dead, ours, and long enough.
        let held = unsafe { entry.publish(text, 7, None) };
        assert!(held.is_counted() && held.count() == 1);
        Self(entry, block, layout)
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout.
        unsafe { std::alloc::dealloc(self.1.as_ptr(), self.2) };
    }
}

#[test]
fn a_text_is_told_from_every_other_of_its_length() {
    for len in (0..=40).chain([63, 64, 65, 200]) {
        let text: String = ('a'..='z').cycle().take(len).collect();
        let own = Own::new(&text);
        // SAFETY: it has a count of 1.
        unsafe {
            assert!(own.0.has_text(&text));
        }
        for place in 0..len {
            let mut other = text.clone().into_bytes();
            other[place] ^= 1;
            let other = String::from_utf8(other).expect("ASCII");
            // SAFETY: it has a count of 1.
            let is_same = unsafe { own.0.has_text(&other) };
            assert!(!is_same, "length {len}, place {place}");
        }
        for other in [text.clone() + "x", text.chars().skip(1).collect()] {
            // SAFETY: it has a count of 1.
            let is_same = unsafe { own.0.has_text(&other) };
            assert_eq!(is_same, other == text, "length {len} against {}", other.len());
        }
    }
}

#[test]
fn the_word_goes_its_way() {
    let own = Own::new("a text");
    let entry = own.0;
    assert_eq!(entry.state(), Some(State { count: 1, is_pinned: false }));
    assert!(!entry.try_kill(), "held");
    let held: Vec<_> = (0..40).map(|_| entry.try_hold().expect("alive")).collect();
    assert_eq!(held.iter().map(|held| held.count()).collect::<Vec<_>>(), (2..=41).collect::<Vec<_>>());
    let hot: Vec<_> = (0..40).filter(|&hit| held[hit].is_hot()).collect();
    assert_eq!(hot, [15, 31], "every sixteenth hit");
    assert_eq!(entry.hold().count(), 42);
    entry.forget_hits();
    assert_eq!(entry.state(), Some(State { count: 42, is_pinned: false }), "hits are not counts");
    for left in (0..42).rev() {
        assert_eq!(entry.release(), Some(left));
    }
    assert_eq!(entry.try_hold().map(|held| held.count()), Some(1), "an idle entry is revived");
    assert_eq!(entry.release(), Some(0));
    assert!(entry.try_kill() && !entry.try_kill());
    assert_eq!((entry.try_hold(), entry.state()), (None, None));
}

#[test]
fn a_pinned_entry_is_never_written_again() {
    let own = Own::new("a text");
    let entry = own.0;
    assert!(entry.pin() && !entry.pin());
    for _ in 0..100 {
        for held in [entry.try_hold().expect("alive"), entry.hold()] {
            assert!(!held.is_counted() && !held.is_hot());
        }
        entry.forget_hits();
        assert_eq!(entry.release(), None);
    }
    assert_eq!(entry.state(), Some(State { count: 1, is_pinned: true }));
    assert!(!entry.try_kill());
}

#[test]
fn sweeps_do_not_keep_a_count_at_its_end_from_being_seen() {
    let own = Own::new("a text");
    let entry = own.0;
    entry.word().store(MAX_COUNT - 1, Ordering::Relaxed);
    let mut n_hits = 0;
    // A sweep after every hit.
    while !entry.try_hold().expect("alive").is_hot() {
        entry.forget_hits();
        n_hits += 1;
        assert!(n_hits < 16, "{:?}", entry.state());
    }
}
