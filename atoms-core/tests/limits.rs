//! The limit on dynamic text is exact, refuses without a trace, and touches nothing but dynamic atoms.
//!
//! A process of its own, whose tests take turns: the limit is one for the whole table.

#[path = "common/names.rs"]
mod names;

use core::panic::AssertUnwindSafe;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::panic::catch_unwind;
use std::sync::{Mutex, MutexGuard, PoisonError};

use atoms_core::{Atom, DefaultAtom, InternError, dynamic};
use names::{BLOCKQUOTE, Names};

/// One test at a time, on a table without idle entries, without automatic pins, and without a limit
/// before and afterwards.
struct Turn(#[expect(dead_code, reason = "held until the end of the test")] MutexGuard<'static, ()>);

impl Turn {
    fn take() -> Self {
        static TURN: Mutex<()> = Mutex::new(());
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        dynamic::set_limit(None);
        dynamic::set_pin_budget(0);
        dynamic::trim();
        Self(turn)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        dynamic::set_limit(None);
    }
}

/// A limit that leaves room for `bytes` beside what is live; nothing is idle then.
fn leave_room_for(bytes: usize) {
    dynamic::trim();
    dynamic::set_limit(Some(dynamic::stats().text_bytes + bytes));
}

fn is_refused(text: &str) -> bool {
    match DefaultAtom::try_new(text) {
        Ok(atom) => {
            assert_eq!(atom.as_str(), text);
            false
        }
        Err(error) => {
            assert_eq!(error, InternError::LimitReached);
            true
        }
    }
}

#[test]
fn a_text_is_refused_exactly_when_it_is_longer_than_the_rest() {
    let _turn = Turn::take();
    let _held = DefaultAtom::new("something that is there");
    let rests = [0, 7, 8, 9, 15, 16, 17, 40, 1023, 1024, 1025, 3000];
    for rest in rests.into_iter().step_by(if cfg!(miri) { 3 } else { 1 }) {
        leave_room_for(rest);
        // Every length under and over the rest and the borders; fewer in Miri.
        let lens = (8_usize..50).chain(1015..1035).chain(2995..3005);
        for len in lens.filter(|len| !cfg!(miri) || len.abs_diff(rest) < 2) {
            assert_eq!(is_refused(&"y".repeat(len)), rest < len, "{len} bytes, room for {rest}");
        }
        // Two texts share the rest.
        if rest >= 17 {
            let first = DefaultAtom::new(&"z".repeat(rest - 8));
            assert!(is_refused("9 bytes.."));
            assert!(!is_refused("8 bytes."));
            assert!(!is_refused(&first), "a text that is there needs no room");
        }
    }
}

#[test]
fn a_limit_of_0_leaves_inline_static_and_existing_atoms() {
    let _turn = Turn::take();
    let held = DefaultAtom::new("a text that is there");
    dynamic::set_limit(Some(0));
    for text in ["", "a", "1234567", "❤💯", "\0"] {
        assert_eq!(DefaultAtom::try_new(text).as_deref(), Ok(text));
        assert_eq!(DefaultAtom::from(text.to_owned()), *text);
        assert!(DefaultAtom::get(text).is_some());
    }
    assert_eq!(Atom::<Names>::try_new("blockquote"), Ok(BLOCKQUOTE));
    assert_eq!(Atom::<Names>::from("blockquote"), BLOCKQUOTE);
    assert_eq!(DefaultAtom::from('💯').to_ascii_lowercase(), *"💯");
    // What is there can be found, made again, cloned and converted.
    assert_eq!(DefaultAtom::get("a text that is there"), Some(held.clone()));
    assert_eq!(DefaultAtom::try_new("a text that is there"), Ok(held.clone()));
    assert_eq!(held.convert::<Names>().as_str(), "a text that is there");
    for len in (8..40).step_by(if cfg!(miri) { 8 } else { 1 }) {
        assert!(is_refused(&"n".repeat(len)), "{len}");
        assert_eq!(DefaultAtom::get(&"n".repeat(len)), None);
    }
}

#[test]
fn refusals_change_nothing() {
    let _turn = Turn::take();
    let n_pinned = dynamic::stats().live;
    let n_held = if cfg!(miri) { 20 } else { 200 };
    let held: Vec<DefaultAtom> =
        (0..n_held).map(|n| DefaultAtom::new(&format!("what is there, {n}"))).collect();
    leave_room_for(7);
    let before = dynamic::stats();
    assert_eq!((before.live, before.idle), (n_pinned + held.len(), 0));
    for n in 0..if cfg!(miri) { 10 } else { 20_000 } {
        let text = format!("{n:0width$}", width = 8 + n % 50 + n % 7 * 300);
        assert!(is_refused(&text));
        assert_eq!(DefaultAtom::get(&text), None);
    }
    assert_eq!(dynamic::stats(), before);
    let mut n_listed = 0;
    dynamic::for_each(|_, count| n_listed += usize::from(count == 1));
    assert_eq!(n_listed, n_pinned + held.len());
    leave_room_for(8);
    assert!(!is_refused("8 bytes."));
}

#[test]
fn text_over_a_new_limit_stays_until_it_is_dropped() {
    let _turn = Turn::take();
    let mut held: Vec<DefaultAtom> = (0..10).map(|n| DefaultAtom::new(&format!("10 bytes {n}"))).collect();
    let others = dynamic::stats().text_bytes - 100;
    dynamic::set_limit(Some(others + 50));
    assert!(held.iter().enumerate().all(|(n, atom)| *atom == format!("10 bytes {n}")));
    for left in (0..10).rev() {
        held.pop();
        assert_eq!(is_refused("another 10"), left >= 5, "{left} of 5 are left");
    }
}

#[test]
fn idle_entries_make_room_before_anything_is_refused() {
    let _turn = Turn::take();
    leave_room_for(1000);
    for round in 0..if cfg!(miri) { 1 } else { 20 } {
        // A hundred idle texts fill the room (ten long ones in Miri); one text of the same size takes it all.
        for n in 0..if cfg!(miri) { 10 } else { 100 } {
            let text = format!("{round:05}{n:05}");
            assert!(!is_refused(&if cfg!(miri) { text.repeat(10) } else { text }));
        }
        assert!(!is_refused(&format!("{round:01000}")));
        assert!(is_refused(&format!("{round:01001}")));
    }
    let long = DefaultAtom::new(&"l".repeat(1000));
    assert!(is_refused("there is no room left"));
    assert_eq!(long.clone(), long);
    drop(long);
    assert!(!is_refused("there is room again"));
}

#[test]
fn pinned_text_counts_for_ever() {
    let _turn = Turn::take();
    leave_room_for(100);
    drop(DefaultAtom::new(&"p".repeat(60)).pin());
    dynamic::trim();
    assert!(is_refused(&"q".repeat(41)));
    assert!(!is_refused(&"q".repeat(40)));
    assert!(!is_refused(&"p".repeat(60)));
}

#[test]
fn a_limit_that_comes_and_goes_keeps_an_exact_account() {
    let _turn = Turn::take();
    let mut held = Vec::new();
    for round in 0..if cfg!(miri) { 4 } else { 30 } {
        dynamic::set_limit([None, Some(usize::MAX), Some(1 << 20)][round % 3]);
        held.push(DefaultAtom::new(&format!("{round:0len$}", len = 8 + 100 * round)));
        if round % 4 == 3 {
            held.swap_remove(round / 2);
        }
        drop(DefaultAtom::new(&format!("idle {round:0len$}", len = 20 * round)));
        leave_room_for(24);
        assert!(is_refused(&format!("{round:025}")));
        assert!(!is_refused(&format!("{round:024}")));
    }
}

/// The message of the panic of `f`.
fn panic_of<T>(f: impl FnOnce() -> T) -> String {
    let payload = catch_unwind(AssertUnwindSafe(f)).err().expect("it panics");
    payload
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| payload.downcast_ref::<&str>().map(ToString::to_string))
        .expect("a message")
}

#[test]
fn what_cannot_return_an_error_panics_with_a_clear_message() {
    let _turn = Turn::take();
    let upper = DefaultAtom::new("A NAME IN UPPER CASE");
    let mut out: Vec<DefaultAtom> = vec!["before".into()];
    leave_room_for(10);
    let messages = [
        panic_of(|| DefaultAtom::new("a text of 21 bytes...")),
        panic_of(|| DefaultAtom::from("a text of 21 bytes...")),
        panic_of(|| DefaultAtom::from("a text of 21 bytes...".to_owned())),
        panic_of(|| DefaultAtom::from(std::borrow::Cow::Borrowed("a text of 21 bytes..."))),
        panic_of(|| DefaultAtom::from(Box::<str>::from("a text of 21 bytes..."))),
        panic_of(|| DefaultAtom::intern_many(["a", "ten bytes.", "a text of 21 bytes..."], &mut out)),
        panic_of(|| upper.to_ascii_lowercase()),
    ];
    for message in messages {
        assert!(
            message.contains("limit") && (message.contains("21") || message.contains("20")),
            "{message:?}"
        );
    }
    dynamic::set_limit(Some(0));
    let message = panic_of(|| BLOCKQUOTE.convert::<atoms_core::EmptyStaticAtomSet>());
    assert!(message.contains("limit"), "{message:?}");
    // The same ways as errors, and nothing is left broken.
    assert_eq!("a text of 21 bytes...".parse::<DefaultAtom>(), Err(InternError::LimitReached));
    out.truncate(1);
    leave_room_for(10);
    let many = DefaultAtom::try_intern_many(["a", "8 bytes.", "a text of 21 bytes...", "b"], &mut out);
    assert_eq!(many, Err(InternError::LimitReached));
    assert_eq!(out, ["before", "a", "8 bytes."].map(DefaultAtom::from), "what came before the error stays");
    dynamic::set_limit(None);
    assert_eq!(DefaultAtom::new("a text of 21 bytes..."), *"a text of 21 bytes...");
}

#[cfg(feature = "serde")]
#[test]
fn deserialising_over_the_limit_is_an_error_of_the_format() {
    let _turn = Turn::take();
    leave_room_for(0);
    let error = serde_json::from_str::<DefaultAtom>("\"a text of 21 bytes...\"").unwrap_err();
    assert!(error.to_string().contains("limit"), "{error}");
    assert_eq!(serde_json::from_str::<DefaultAtom>("\"inline\"").unwrap(), *"inline");
}

#[test]
fn threads_together_never_exceed_the_limit() {
    const ROOM: usize = 4000;
    let _turn = Turn::take();
    leave_room_for(ROOM);
    let (taken, is_done, n_refused) = (AtomicUsize::new(0), AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        // Walks and sweeps that disturb; figures of different shards are of different moments, so unchecked.
        let walker = scope.spawn(|| {
            while !is_done.load(SeqCst) {
                dynamic::trim();
                let _ = dynamic::stats();
                std::thread::yield_now();
            }
        });
        let threads: Vec<_> = (0..4_usize)
            .map(|thread| {
                let (taken, n_refused) = (&taken, &n_refused);
                scope.spawn(move || {
                    let mut held: Vec<DefaultAtom> = Vec::new();
                    let mut random = thread as u64 + 1;
                    for step in 0..if cfg!(miri) { 15 } else { 5_000 } {
                        random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                        let len = 16 + (random >> 33) as usize % 300 + if step % 16 == 0 { 1000 } else { 0 };
                        // A text that only this thread makes, so that its length is taken once.
                        match DefaultAtom::try_new(&format!("{thread}-{step:0len$}")) {
                            Ok(atom) => {
                                let sum = taken.fetch_add(atom.len(), SeqCst) + atom.len();
                                assert!(sum <= ROOM, "{sum} bytes are live");
                                held.push(atom);
                            }
                            Err(error) => {
                                assert_eq!(error, InternError::LimitReached);
                                n_refused.fetch_add(1, SeqCst);
                            }
                        }
                        if (random >> 60) < 7 && !held.is_empty() {
                            let atom = held.swap_remove((random >> 20) as usize % held.len());
                            // First the account, then the drop: the account is never more than what is live.
                            taken.fetch_sub(atom.len(), SeqCst);
                        }
                    }
                    held
                })
            })
            .collect();
        let held: Vec<DefaultAtom> =
            threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect();
        is_done.store(true, SeqCst);
        walker.join().expect("no panic");
        // The account is exact afterwards.
        let sum: usize = held.iter().map(|atom| atom.len()).sum();
        assert_eq!(sum, taken.load(SeqCst));
        if ROOM - sum >= 8 {
            assert!(!is_refused(&"e".repeat(ROOM - sum)));
        }
        assert!(is_refused(&"e".repeat((ROOM - sum + 1).max(8))));
    });
    assert!(n_refused.load(SeqCst) > 0, "the limit was reached");
}

#[test]
fn the_last_room_goes_to_one_thread() {
    let _turn = Turn::take();
    leave_room_for(20);
    let n_holders = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let n_holders = &n_holders;
            scope.spawn(move || {
                for n in 0..if cfg!(miri) { 5 } else { 5_000 } {
                    if let Ok(atom) = DefaultAtom::try_new(&format!("{thread}{n:019}")) {
                        assert_eq!(n_holders.fetch_add(1, SeqCst), 0, "the limit has room for one");
                        n_holders.fetch_sub(1, SeqCst);
                        drop(atom);
                    }
                }
            });
        }
    });
    dynamic::trim();
    assert!(!is_refused("a text of 20 bytes.."));
}

#[test]
fn a_limit_that_changes_under_threads_keeps_an_exact_account() {
    let _turn = Turn::take();
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for n in 0..if cfg!(miri) { 4 } else { 400 } {
                dynamic::set_limit([None, Some(usize::MAX), None, Some(20_000)][n % 4]);
                std::thread::yield_now();
            }
            is_done.store(true, SeqCst);
        });
        for thread in 0..3 {
            let is_done = &is_done;
            scope.spawn(move || {
                let mut held: Vec<Option<DefaultAtom>> = vec![None; 32];
                let mut step = 0_usize;
                while !is_done.load(SeqCst) {
                    step += 1;
                    held[step % 32] =
                        DefaultAtom::try_new(&format!("{thread} {step:0len$}", len = 16 + step % 100)).ok();
                }
            });
        }
    });
    for room in [8, 100, 2000] {
        leave_room_for(room);
        assert!(is_refused(&"a".repeat(room + 1)));
        assert!(!is_refused(&"a".repeat(room)));
    }
}
