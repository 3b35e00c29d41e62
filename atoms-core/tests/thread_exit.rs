//! Atoms in odd places: destructors of thread-locals, the exit of the process, unwinding, and callbacks of
//! `for_each`. Callbacks of everything else stand in `callbacks.rs`.
//!
//! The tests take turns, because a walk of `for_each` holds a count of what it shows, and counts are checked.

use core::cell::RefCell;
use core::panic::AssertUnwindSafe;
use std::panic::catch_unwind;
use std::sync::{Mutex, MutexGuard, PoisonError};

use atoms_core::{DefaultAtom, dynamic};

/// One test at a time.
fn take_turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes, looks for and drops atoms when it is dropped itself, and says so.
struct AtExit {
    name: &'static str,
    held: DefaultAtom,
    done: std::sync::mpsc::Sender<String>,
}

impl Drop for AtExit {
    fn drop(&mut self) {
        let made = DefaultAtom::new(&format!("made at exit by {}", self.name));
        let long = DefaultAtom::new(&format!("{made} {}", "l".repeat(2000)));
        assert_eq!(DefaultAtom::get(&made), Some(made.clone()));
        dynamic::for_each(|text, count| assert!(!text.is_empty() && count > 0));
        drop(long);
        dynamic::trim();
        self.done.send(format!("{made}, held {}", self.held)).expect("the receiver lives");
    }
}

thread_local! {
    static ATOM: RefCell<Option<DefaultAtom>> = const { RefCell::new(None) };
    static FIRST: RefCell<Option<AtExit>> = const { RefCell::new(None) };
    static SECOND: RefCell<Option<AtExit>> = const { RefCell::new(None) };
}

#[test]
fn atoms_work_in_destructors_of_thread_locals() {
    let _turn = take_turn();
    for order in 0..4 {
        let (sender, receiver) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let at_exit = |name| {
                let held = DefaultAtom::new(&format!("held by the thread-local {name}"));
                Some(AtExit { name, held, done: sender.clone() })
            };
            let atom = Some(DefaultAtom::new("an atom of a thread-local"));
            // Destructors run in the order of the first uses, or in the reverse.
            match order {
                0 => {
                    ATOM.set(atom);
                    FIRST.set(at_exit("first"));
                    SECOND.set(at_exit("second"));
                }
                1 => {
                    SECOND.set(at_exit("second"));
                    FIRST.set(at_exit("first"));
                    ATOM.set(atom);
                }
                2 => {
                    // A cell that is used first and filled last.
                    FIRST.with_borrow(|first| assert!(first.is_none()));
                    SECOND.set(at_exit("second"));
                    FIRST.set(at_exit("first"));
                }
                _ => {
                    FIRST.set(at_exit("first"));
                    FIRST.set(at_exit("second"));
                }
            }
        });
        thread.join().expect("no destructor panics");
        let mut messages: Vec<String> = receiver.into_iter().collect();
        messages.sort_unstable();
        let expected = ["first", "second"]
            .map(|name| format!("made at exit by {name}, held held by the thread-local {name}"));
        assert_eq!(messages, expected, "order {order}");
    }
}

/// The exit of a process: handlers of `atexit`, and thread-locals of the thread that exits.
#[cfg(all(unix, not(miri)))]
mod process_exit {
    use core::cell::RefCell;
    use core::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use std::process::Command;
    use std::sync::OnceLock;

    use atoms_core::{DefaultAtom, dynamic};

    /// Tells the program that it is the child, and whether atoms come before the handlers.
    const ORDER: &str = "ATOMS_TEST_PROCESS_EXIT";
    /// The exit code of a child whose handlers have all run; nothing else gives it.
    const ALL_RAN: i32 = 42;

    /// Lives until the process ends, with an atom.
    static HELD: OnceLock<DefaultAtom> = OnceLock::new();
    static N_RUN: AtomicUsize = AtomicUsize::new(0);

    /// Uses the table while the process ends.
    fn use_at_exit(what: &str) {
        let made = DefaultAtom::new(&format!("made at the exit of the process by {what}"));
        let long = DefaultAtom::new(&format!("{made} {}", "l".repeat(2000)));
        assert_eq!(DefaultAtom::get(&made), Some(made.clone()));
        if let Some(held) = HELD.get() {
            assert_eq!(*held, *"held by a static");
            drop((held.clone(), DefaultAtom::new(held)));
        }
        drop(long);
        dynamic::trim();
        dynamic::for_each(|text, count| assert!(!text.is_empty() && count > 0));
        N_RUN.fetch_add(1, SeqCst);
    }

    // A panic cannot leave these functions: it ends the process, with a code that is not `ALL_RAN`.

    /// Registered first, so it runs last.
    extern "C" fn last_handler() {
        use_at_exit("the last handler");
        // Thread-locals of a thread that exits are not dropped on every system; both handlers are called on all.
        let n_expected = if cfg!(all(target_os = "linux", target_env = "gnu")) { 3 } else { 2 };
        let is_right = N_RUN.load(SeqCst) >= n_expected;
        // SAFETY: ends the process at once; all handlers of ours have run.
        unsafe { libc::_exit(if is_right { ALL_RAN } else { 1 }) };
    }

    extern "C" fn first_handler() {
        use_at_exit("the first handler");
    }

    struct InThreadLocal(#[expect(dead_code, reason = "dropped after the work")] DefaultAtom);
    impl Drop for InThreadLocal {
        fn drop(&mut self) {
            use_at_exit("a thread-local");
        }
    }

    thread_local! {
        static LOCAL: RefCell<Option<InThreadLocal>> = const { RefCell::new(None) };
    }

    /// What the child does.
    fn end_with_handlers(has_atoms_first: bool) -> ! {
        // SAFETY: nothing else in this process uses the alarm; it ends a child that hangs.
        unsafe { libc::alarm(60) };
        let hold = || drop(HELD.set(DefaultAtom::new("held by a static")));
        let set_local = || LOCAL.set(Some(InThreadLocal(DefaultAtom::new("held by a thread-local"))));
        if has_atoms_first {
            hold();
            set_local();
        }
        for handler in [last_handler, first_handler] {
            // SAFETY: the handler may be called at any time.
            assert_eq!(unsafe { libc::atexit(handler) }, 0, "there is room for a handler");
        }
        if !has_atoms_first {
            set_local();
            hold();
        }
        std::process::exit(0)
    }

    #[test]
    fn atoms_work_while_the_process_exits() {
        if let Some(order) = std::env::var_os(ORDER) {
            end_with_handlers(order == "atoms first");
        }
        for order in ["atoms first", "handlers first"] {
            let program = std::env::current_exe().expect("the test knows its program");
            let child = Command::new(program)
                .args(["--exact", "process_exit::atoms_work_while_the_process_exits", "--nocapture"])
                .env(ORDER, order)
                .output()
                .expect("the program of the test starts again");
            let message = String::from_utf8_lossy(&child.stderr);
            assert_eq!(child.status.code(), Some(ALL_RAN), "{order}: {:?} {message}", child.status);
        }
    }
}

#[test]
fn unwinding_gives_every_count_back() {
    let _turn = take_turn();
    let outer = DefaultAtom::new("held outside of a panic");
    for _ in 0..if cfg!(miri) { 2 } else { 10 } {
        let result = catch_unwind(|| {
            let _clone = outer.clone();
            let _held: Vec<DefaultAtom> =
                (0..20).map(|n| DefaultAtom::new(&format!("lost in a panic {n}"))).collect();
            let _at_unwind = Guard;
            panic!("on purpose");
        });
        assert!(result.is_err());
    }
    dynamic::for_each(|text, count| {
        assert!(!text.starts_with("lost in a panic"), "{text} {count}");
        assert!(text != outer.as_str() || count == 1);
    });
}

/// Interns while a panic unwinds.
struct Guard;
impl Drop for Guard {
    fn drop(&mut self) {
        assert!(std::thread::panicking());
        let atom = DefaultAtom::new("made while a panic unwinds");
        assert_eq!(DefaultAtom::get("made while a panic unwinds"), Some(atom));
        dynamic::trim();
    }
}

#[test]
fn a_callback_may_do_anything_with_atoms() {
    let _turn = take_turn();
    let n_held = if cfg!(miri) { 10 } else { 100 };
    let held: Vec<DefaultAtom> =
        (0..n_held).map(|n| DefaultAtom::new(&format!("held before the walk {n}"))).collect();
    let mut made: Vec<DefaultAtom> = Vec::new();
    let mut to_drop: Vec<DefaultAtom> = held.clone();
    let mut n_seen = 0;
    dynamic::for_each(|text, count| {
        if !text.starts_with("held before the walk") {
            return;
        }
        n_seen += 1;
        assert!((1..=2).contains(&count), "{text} {count}");
        made.push(DefaultAtom::new(&format!("made in the walk {n_seen}")));
        assert_eq!(DefaultAtom::new(text), *text);
        // Dropped in the callback: the rest of what was held twice, and a value that interns in its drop.
        to_drop.pop();
        drop(DropInWalk(n_seen));
        match n_seen % 10 {
            0 => drop(dynamic::trim()),
            1 => assert!(dynamic::stats().live >= held.len()),
            2 => dynamic::for_each(|inner, count| assert!(!inner.is_empty() && count > 0)),
            3 => drop(DefaultAtom::new(&text.repeat(100))),
            _ => {}
        }
    });
    assert_eq!(n_seen, held.len(), "nothing that is held all the time is missed or seen twice");
    assert!(held.iter().enumerate().all(|(n, atom)| *atom == format!("held before the walk {n}")));
    assert!(made.iter().enumerate().all(|(n, atom)| *atom == format!("made in the walk {}", n + 1)));
    drop(to_drop);
    let mut n_seen = 0;
    dynamic::for_each(|text, count| {
        if text.starts_with("held before the walk") {
            n_seen += 1;
            assert_eq!(count, 1, "the walk gave its own counts back");
        }
    });
    assert_eq!(n_seen, held.len());
}

struct DropInWalk(usize);
impl Drop for DropInWalk {
    fn drop(&mut self) {
        let text = format!("made by a drop in the walk {}", self.0);
        let atoms = [DefaultAtom::new(&text), DefaultAtom::new(&text)];
        assert_eq!(atoms[0], atoms[1]);
    }
}

#[test]
fn a_callback_may_drop_the_last_atom_of_the_text_it_is_shown() {
    let _turn = take_turn();
    let text = "its last atom goes in the walk";
    let mut last = Some(DefaultAtom::new(text));
    let mut n_seen = 0;
    dynamic::for_each(|shown, _| {
        if shown == text {
            n_seen += 1;
            last = None;
            dynamic::trim();
            assert_eq!(shown, text, "still readable");
        }
    });
    assert_eq!(n_seen, 1);
    dynamic::trim();
    assert_eq!(DefaultAtom::get(text), None);
}

#[test]
fn a_panic_in_a_callback_gives_the_counts_back() {
    let _turn = take_turn();
    let held: Vec<DefaultAtom> =
        (0..50).map(|n| DefaultAtom::new(&format!("walked with a panic {n}"))).collect();
    for _ in 0..2 {
        let result = catch_unwind(AssertUnwindSafe(|| {
            dynamic::for_each(|text, _| assert!(!text.starts_with("walked with a panic"), "on purpose"));
        }));
        assert!(result.is_err());
    }
    dynamic::for_each(|text, count| {
        assert!(!text.starts_with("walked with a panic") || count == 1, "{text} {count}");
    });
    assert_eq!(held.len(), 50);
}
