//! Threads that intern, drop, move, reclaim and look at the same names at once.
//!
//! The tests take turns, because a walk of `for_each` holds a count of what it shows, and counts are checked
//! at the end of each. Automatic pins are off here, so that every name is reclaimed for sure.

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::collections::HashMap;
use std::sync::{Barrier, Mutex, MutexGuard, PoisonError, mpsc};

use atoms_core::{DefaultAtom, dynamic};

const N_THREADS: usize = if cfg!(miri) { 3 } else { 6 };

/// One test at a time.
fn take_turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts of the live texts that start with `prefix`.
fn counts_of(prefix: &str) -> HashMap<String, u32> {
    let mut counts = HashMap::new();
    dynamic::for_each(|text, count| {
        if text.starts_with(prefix) {
            counts.insert(text.to_owned(), count);
        }
    });
    counts
}

/// Numbers that look random, different ones for every thread.
struct Random(usize);
impl Random {
    fn new(thread: usize) -> Self {
        Self(0x9e37_79b9_usize.wrapping_mul(thread + 1))
    }
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_103_515_245).wrapping_add(12345);
        (self.0 >> 12) % n
    }
}

/// Runs `work` on several threads that begin together, while one more walks over the table.
fn stress(work: impl Fn(usize) + Sync) {
    dynamic::set_pin_budget(0);
    let (barrier, is_done) = (Barrier::new(N_THREADS + 1), AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            barrier.wait();
            while !is_done.load(SeqCst) {
                let mut n_listed = 0;
                dynamic::for_each(|text, count| {
                    assert!(text.len() > 7 && count > 0);
                    assert!(text.is_char_boundary(text.len()) && text.chars().all(|char| char != '\u{fffd}'));
                    n_listed += 1;
                });
                let stats = dynamic::stats();
                assert!(stats.pinned <= stats.live && stats.text_bytes >= 8 * stats.live, "{stats:?}");
                dynamic::trim();
                std::thread::yield_now();
            }
        });
        let threads: Vec<_> = (0..N_THREADS)
            .map(|thread| {
                let (barrier, work) = (&barrier, &work);
                scope.spawn(move || {
                    barrier.wait();
                    work(thread);
                })
            })
            .collect();
        let results: Vec<_> = threads.into_iter().map(std::thread::ScopedJoinHandle::join).collect();
        is_done.store(true, SeqCst);
        for result in results {
            if let Err(payload) = result {
                std::panic::resume_unwind(payload);
            }
        }
    });
}

#[test]
fn atoms_of_one_text_are_equal_on_every_thread() {
    let _turn = take_turn();
    let n_texts = if cfg!(miri) { 5 } else { 300 };
    let text_of = |n: usize| format!("equal on every thread, {n:0len$}", len = n % 40);
    let (sender, receiver) = mpsc::channel();
    let sender = Mutex::new(sender);
    stress(|thread| {
        let sender = sender.lock().expect("no panic").clone();
        for step in 0..n_texts {
            // Every thread in another order, with a twin that goes at once.
            let n = (step * [1, 7, 11, 13, 17, 19][thread] + thread) % n_texts;
            let atom = DefaultAtom::new(&text_of(n));
            drop(DefaultAtom::from(text_of(n + 1)));
            assert_eq!(DefaultAtom::get(&text_of(n)).as_ref(), Some(&atom));
            sender.send((n, atom)).expect("the receiver lives");
        }
    });
    drop(sender);
    let mut firsts: HashMap<usize, DefaultAtom> = HashMap::new();
    for (n, atom) in receiver {
        assert_eq!(atom, *text_of(n));
        let first = firsts.entry(n).or_insert_with(|| atom.clone());
        assert_eq!(first.unsafe_data(), atom.unsafe_data(), "{n}");
        assert_eq!(first.get_hash(), atom.get_hash());
    }
    let words: std::collections::HashSet<u64> = firsts.values().map(DefaultAtom::unsafe_data).collect();
    assert_eq!(words.len(), firsts.len(), "different texts have different atoms");
    drop(firsts);
    assert_eq!(counts_of("equal on every thread"), HashMap::new(), "every count was given back");
}

#[test]
fn overlapping_names_come_and_go() {
    let _turn = take_turn();
    let text_of = |n: usize| format!("comes and goes {n:0len$}", len = [1, 1, 5, 17, 33, 1100][n % 6]);
    let n_names = if cfg!(miri) { 12 } else { 60 };
    stress(|thread| {
        let mut random = Random::new(thread);
        let mut held: Vec<Option<(usize, DefaultAtom)>> = vec![None; 16];
        for step in 0..if cfg!(miri) { 40 } else { 20_000 } {
            let n = random.below(n_names);
            let atom = DefaultAtom::new(&text_of(n));
            assert_eq!(atom, *text_of(n));
            for (other, held) in held.iter().flatten() {
                assert_eq!(*held == atom, *other == n, "{other} and {n}");
            }
            let place = &mut held[random.below(16)];
            match random.below(4) {
                0 => *place = None,
                1 => *place = Some((n, atom.clone())),
                2 => *place = DefaultAtom::get(&atom).map(|atom| (n, atom)),
                _ => *place = Some((n, atom)),
            }
            if step % 512 == 511 {
                dynamic::trim();
            }
        }
    });
    assert_eq!(counts_of("comes and goes"), HashMap::new(), "every count was given back");
    dynamic::trim();
    assert!((0..n_names).all(|n| DefaultAtom::get(&text_of(n)).is_none()));
}

#[test]
fn atoms_move_between_threads_and_go_where_they_end() {
    let _turn = take_turn();
    let n_rounds = if cfg!(miri) { 10 } else { 3000 };
    let (senders, receivers): (Vec<_>, Vec<_>) =
        (0..N_THREADS).map(|_| mpsc::channel::<(String, DefaultAtom)>()).unzip();
    let receivers: Vec<_> = receivers.into_iter().map(|receiver| Mutex::new(Some(receiver))).collect();
    let senders = Mutex::new(senders);
    stress(|thread| {
        let receiver = receivers[thread].lock().expect("no panic").take().expect("taken once");
        let next = senders.lock().expect("no panic")[(thread + 1) % N_THREADS].clone();
        for n in 0..n_rounds {
            let text = format!("moves around {}", n % 40);
            let atom = DefaultAtom::new(&text);
            next.send((text, atom)).expect("every receiver lives as long as its thread");
            // What another thread made is read and dropped here.
            let (text, atom) = receiver.recv().expect("every thread sends as often as it receives");
            assert_eq!(atom, *text);
            assert_eq!(DefaultAtom::new(&text), atom);
        }
    });
    drop((senders, receivers));
    assert_eq!(counts_of("moves around"), HashMap::new());
}

#[test]
fn one_text_without_another_holder_is_revived_or_made_again() {
    let _turn = take_turn();
    let n_alone = AtomicUsize::new(0);
    stress(|_| {
        for _ in 0..if cfg!(miri) { 30 } else { 30_000 } {
            let atom = DefaultAtom::new("contended by all threads");
            assert_eq!(atom.as_str(), "contended by all threads");
            let twin = DefaultAtom::get("contended by all threads");
            assert_eq!(twin.as_ref(), Some(&atom), "held, so found");
            n_alone.fetch_add(1, SeqCst);
        }
    });
    assert_eq!(counts_of("contended by all threads"), HashMap::new());
    let (one, two) =
        (DefaultAtom::new("contended by all threads"), DefaultAtom::new("contended by all threads"));
    assert_eq!(one, two);
    assert_eq!(counts_of("contended by all threads").values().copied().collect::<Vec<_>>(), [2]);
}

#[test]
fn what_is_held_is_found_while_its_slot_is_moved() {
    let n_names = if cfg!(miri) { 10 } else { 1000 };
    let held: Vec<DefaultAtom> =
        (0..n_names).map(|n| DefaultAtom::new(&format!("held all the time {n}"))).collect();
    stress(|thread| {
        // One half makes gaps beside the slots of what is held, the other half looks for it.
        for round in 0..if cfg!(miri) { 2 } else { 60 } {
            if thread % 2 == 0 {
                for n in 0..n_names {
                    drop(DefaultAtom::new(&format!("a neighbour {thread} {round} {n}")));
                }
                dynamic::trim();
            } else {
                assert!(held.iter().all(|atom| DefaultAtom::get(atom).as_ref() == Some(atom)));
            }
        }
    });
}

#[test]
fn clones_of_one_atom_are_counted_exactly() {
    let _turn = take_turn();
    let shared = DefaultAtom::new("cloned by all threads");
    stress(|thread| {
        let mut clones = Vec::new();
        for n in 0..if cfg!(miri) { 30 } else { 20_000 } {
            clones.push(shared.clone());
            if n % (thread + 2) == 0 {
                clones.clear();
            }
        }
    });
    assert_eq!(counts_of("cloned by all threads")["cloned by all threads"], 1);
}

#[test]
fn long_texts_are_freed_and_made_again() {
    let _turn = take_turn();
    let texts: Vec<String> =
        [1025, 1026, if cfg!(miri) { 1600 } else { 5000 }, if cfg!(miri) { 1500 } else { 100_000 }]
            .iter()
            .map(|&len| format!("long text: {}", "lorem ❤ ".repeat(len / 10)))
            .collect();
    stress(|thread| {
        let mut random = Random::new(thread);
        let mut held = None;
        for _ in 0..if cfg!(miri) { 8 } else { 400 } {
            let text = &texts[random.below(texts.len())];
            let atom = DefaultAtom::new(text);
            assert!(atom == **text);
            match random.below(3) {
                0 => held = Some(atom),
                1 => assert!(DefaultAtom::get(text) == Some(atom)),
                _ => held = None,
            }
        }
        drop(held);
    });
    assert_eq!(counts_of("long text").len(), 0);
    dynamic::trim();
    assert!(texts.iter().all(|text| DefaultAtom::get(text).is_none()));
}

#[test]
fn pins_of_many_threads_at_once_keep_the_text() {
    let _turn = take_turn();
    stress(|thread| {
        for n in 0..if cfg!(miri) { 3 } else { 200 } {
            let text = format!("pinned by all threads {n}");
            let atom = DefaultAtom::new(&text);
            let twin = if (n + thread) % 2 == 0 { atom.pin() } else { atom.clone() };
            assert_eq!(twin, *text);
            drop((twin.clone(), twin));
            assert!(DefaultAtom::get(&text).is_none_or(|atom| atom == *text));
        }
    });
    dynamic::trim();
    for n in 0..if cfg!(miri) { 3 } else { 200 } {
        let text = format!("pinned by all threads {n}");
        assert!(DefaultAtom::get(&text).is_some_and(|atom| atom == *text));
    }
}
