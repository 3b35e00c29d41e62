//! A system without memory refuses texts with an error, and nothing is lost or counted for them.
//!
//! A process of its own with one test: its allocator gives no large blocks while it is told so.

use core::alloc::{GlobalAlloc, Layout};
use core::cell::Cell;
use std::alloc::System;

use atoms_core::{DefaultAtom, InternError, dynamic};

/// The system's allocator, which refuses blocks of a size and more on threads that ask it to.
struct Refusing;

thread_local! {
    static REFUSED_FROM: Cell<usize> = const { Cell::new(usize::MAX) };
}

// SAFETY: everything is passed on to the system's allocator, or refused with null as the trait allows.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if REFUSED_FROM.get() <= layout.size() {
            return core::ptr::null_mut();
        }
        // SAFETY: as the caller says.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as the caller says.
        unsafe { System.dealloc(block, layout) };
    }
}

#[global_allocator]
static ALLOCATOR: Refusing = Refusing;

/// Interns while the system has no blocks of `size` bytes and more.
fn intern_without(size: usize, text: &str) -> Result<DefaultAtom, InternError> {
    REFUSED_FROM.set(size);
    let result = DefaultAtom::try_new(text);
    REFUSED_FROM.set(usize::MAX);
    result
}

#[test]
fn without_memory_texts_are_refused_and_nothing_is_lost() {
    dynamic::set_pin_budget(0);
    let mut held: Vec<(String, DefaultAtom)> = Vec::new();
    let mut keep = |text: String, atom: DefaultAtom| held.push((text, atom));

    // Long texts are allocated apart.
    let text = "l".repeat(2000);
    keep("the first atom".into(), DefaultAtom::new("the first atom"));
    assert_eq!(intern_without(2000, &text), Err(InternError::TableFull));
    let before = dynamic::stats();
    assert_eq!((before.live, before.idle, before.text_bytes), (1, 0, "the first atom".len()));
    for _ in 0..20 {
        assert_eq!(intern_without(2000, &text), Err(InternError::TableFull));
        assert_eq!(DefaultAtom::get(&text), None);
    }
    assert_eq!(dynamic::stats(), before);
    assert!(intern_without(2001, &text).is_ok_and(|atom| atom == *text));

    // What was refused for want of memory is not charged to the limit.
    dynamic::trim();
    dynamic::set_limit(Some(dynamic::stats().text_bytes + 2010));
    for _ in 0..20 {
        assert_eq!(intern_without(2000, &text), Err(InternError::TableFull));
    }
    assert_eq!(DefaultAtom::try_new(&"m".repeat(2011)), Err(InternError::LimitReached));
    assert!(DefaultAtom::try_new(&"m".repeat(2010)).is_ok());
    dynamic::set_limit(None);
    dynamic::trim();

    // Entries lie in segments of 16 KiB and more.
    let n_texts = if cfg!(miri) { 40 } else { 5000 };
    let text_of = |n: usize| format!("{n:08} {}", "x".repeat(if cfg!(miri) { 900 } else { 30 }));
    let mut refused = Vec::new();
    for n in 0..n_texts {
        match intern_without(16 << 10, &text_of(n)) {
            Ok(atom) => keep(text_of(n), atom),
            Err(error) => {
                assert_eq!(error, InternError::TableFull);
                refused.push(n);
            }
        }
    }
    assert!(!refused.is_empty() && refused.len() < n_texts, "{} of {n_texts} are refused", refused.len());
    let before = dynamic::stats();
    assert_eq!(before.live, held.len());
    assert_eq!(before.text_bytes, held.iter().map(|(text, _)| text.len()).sum());
    for n in &refused {
        assert_eq!(intern_without(16 << 10, &text_of(*n)), Err(InternError::TableFull));
    }
    assert_eq!(dynamic::stats(), before, "a second refusal changes nothing");

    // With memory everything goes on, and what was held is as it was.
    assert!(refused.iter().all(|&n| DefaultAtom::new(&text_of(n)) == *text_of(n)));
    for (text, atom) in &held {
        assert_eq!(atom, text);
        assert_eq!(DefaultAtom::get(text).as_ref(), Some(atom));
    }
}
