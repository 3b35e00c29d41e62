//! A child of `fork` can intern at once, whatever other threads of its parent were doing.
//!
//! A process of its own with one test. Without the handlers a child hangs as soon as the fork falls into a
//! moment when another thread holds a lock of the table.
#![cfg(all(unix, feature = "fork", not(miri)))]

use core::panic::AssertUnwindSafe;
use core::sync::atomic::{AtomicBool, Ordering::SeqCst};
use core::time::Duration;
use std::panic::catch_unwind;
use std::time::Instant;

use atoms_core::{DefaultAtom, dynamic};

/// Longer than any child takes on the slowest machine.
const DEADLINE: Duration = Duration::from_secs(60);

/// Runs `child` in a forked process; whether it ended well. A child that hangs is killed.
fn fork(child: impl FnOnce()) -> Result<(), String> {
    // SAFETY: the child calls nothing but the table, the allocator (whose own handlers make it usable in
    // a child), and `_exit`.
    let pid = unsafe { libc::fork() };
    if pid == 0 {
        let is_ok = catch_unwind(AssertUnwindSafe(child)).is_ok();
        // SAFETY: ends the child without the destructors of the parent.
        unsafe { libc::_exit(i32::from(!is_ok)) };
    }
    assert!(pid > 0, "the system has room for a process");
    let start = Instant::now();
    loop {
        let mut status = 0;
        // SAFETY: `pid` is our child, and `status` is ours.
        let ended = unsafe { libc::waitpid(pid, &raw mut status, libc::WNOHANG) };
        match ended {
            0 if start.elapsed() < DEADLINE => std::thread::yield_now(),
            0 => {
                // SAFETY: `pid` is our child and not waited for yet.
                unsafe { libc::kill(pid, libc::SIGKILL) };
                // SAFETY: as for the first wait.
                unsafe { libc::waitpid(pid, &raw mut status, 0) };
                return Err("the child hangs".into());
            }
            _ if status == 0 => return Ok(()),
            _ => return Err(format!("the child ended with status {status:#x}")),
        }
    }
}

/// What a child does: everything that takes a lock.
fn use_the_table(held: &[DefaultAtom]) {
    let made: Vec<DefaultAtom> =
        (0..1000).map(|n| DefaultAtom::new(&format!("made in a child {n}"))).collect();
    assert!(made.iter().enumerate().all(|(n, atom)| *atom == format!("made in a child {n}")));
    assert!(held.iter().all(|atom| DefaultAtom::new(atom) == *atom), "what the parent made is there");
    drop(DefaultAtom::new(&"long".repeat(1000)));
    assert!(dynamic::stats().live >= made.len());
    dynamic::set_limit(Some(1 << 30));
    dynamic::set_limit(None);
    drop(made);
    dynamic::trim();
    dynamic::for_each(|text, count| assert!(!text.is_empty() && count > 0));
}

/// Interns, drops and trims until it is told to end.
fn disturb(thread: usize, is_done: &AtomicBool) {
    let mut held = vec![DefaultAtom::default(); 64];
    let mut n = 0_usize;
    while !is_done.load(SeqCst) {
        n += 1;
        let len = [10, 10, 30, 100, 2000][n % 5];
        held[n % 64] = DefaultAtom::new(&format!("{thread} {:0len$}", n % 5000));
        match n % 500 {
            0 => drop(dynamic::trim()),
            100 => assert!(dynamic::stats().shards > 0),
            200 => dynamic::for_each(|text, _| assert!(!text.is_empty())),
            300 => dynamic::set_limit(if n % 1000 < 500 { Some(usize::MAX) } else { None }),
            _ => {}
        }
    }
}

#[test]
fn children_of_fork_can_intern_at_once() {
    let is_done = AtomicBool::new(false);
    let held: Vec<DefaultAtom> =
        (0..100).map(|n| DefaultAtom::new(&format!("held by the parent {n}"))).collect();
    let failures = std::thread::scope(|scope| {
        for thread in 0..3 {
            let is_done = &is_done;
            scope.spawn(move || disturb(thread, is_done));
        }
        let mut failures = Vec::new();
        for round in 0..200 {
            let result = match round % 6 {
                // A child of a child.
                1 => fork(|| assert_eq!(fork(|| use_the_table(&held)), Ok(()))),
                // From within a walk over the table.
                2 => {
                    let mut result = None;
                    dynamic::for_each(|_, _| {
                        result.get_or_insert_with(|| fork(|| use_the_table(&held)));
                    });
                    result.expect("something is live")
                }
                _ => fork(|| use_the_table(&held)),
            };
            // The parent goes on as well.
            drop(DefaultAtom::new(&format!("made in the parent {round}")));
            if let Err(failure) = result {
                failures.push(format!("round {round}: {failure}"));
                break;
            }
        }
        // Two threads that fork at the same time.
        let forking = [0, 1]
            .map(|_| scope.spawn(|| (0..10).map(|_| fork(|| use_the_table(&held))).collect::<Vec<_>>()));
        for thread in forking {
            let results = thread.join().expect("no panic");
            failures.extend(results.into_iter().filter_map(Result::err));
        }
        is_done.store(true, SeqCst);
        failures
    });
    assert_eq!(failures, [""; 0]);
    assert!(held.iter().enumerate().all(|(n, atom)| *atom == format!("held by the parent {n}")));
}
