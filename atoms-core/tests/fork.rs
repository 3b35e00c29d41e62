//! A child of `fork` can intern at once, whatever other threads of its parent were doing.
//!
//! A process of its own with one test. Without the handlers a child hangs as soon as the fork falls into a
//! moment when another thread holds a lock of the table. Nothing here can hang for ever or be left behind:
//! every child has an alarm that ends it, and a watch ends the test itself.
#![cfg(all(unix, feature = "fork", not(miri)))]

use core::panic::AssertUnwindSafe;
use core::sync::atomic::{AtomicBool, Ordering::SeqCst};
use core::time::Duration;
use std::panic::catch_unwind;
use std::sync::mpsc;

use atoms_core::{DefaultAtom, dynamic};

/// Seconds: longer than any child takes on the slowest machine.
const DEADLINE: u32 = 60;
/// The same for the whole test.
const DEADLINE_OF_TEST: Duration = Duration::from_secs(600);

/// Runs `child` in a forked process; whether it ended well. A child that hangs is ended by its alarm.
fn fork(child: impl FnOnce()) -> Result<(), String> {
    // SAFETY: the child calls nothing but the table, the allocator (whose own handlers make it usable in
    // a child), `alarm`, and `_exit`.
    let pid = unsafe { libc::fork() };
    if pid == 0 {
        // SAFETY: nothing else in this process uses the alarm; a child of this child sets its own.
        unsafe { libc::alarm(DEADLINE) };
        let is_ok = catch_unwind(AssertUnwindSafe(child)).is_ok();
        // SAFETY: ends the child without the destructors of the parent.
        unsafe { libc::_exit(i32::from(!is_ok)) };
    }
    if pid < 0 {
        return Err(format!("the system has no room for a process: {}", std::io::Error::last_os_error()));
    }
    let mut status = 0;
    // SAFETY: `pid` is our child, and `status` is ours.
    let ended = unsafe { libc::waitpid(pid, &raw mut status, 0) };
    if ended != pid {
        return Err(format!("cannot wait for the child: {}", std::io::Error::last_os_error()));
    }
    match status {
        0 => Ok(()),
        _ if libc::WIFSIGNALED(status) && libc::WTERMSIG(status) == libc::SIGALRM => {
            Err(format!("the child hangs: it has not ended within {DEADLINE} s"))
        }
        _ => Err(format!("the child ended with status {status:#x}")),
    }
}

/// Ends the test when it hangs itself, as it does if a fork waits for a lock for ever. What it has forked
/// ends by its alarm.
fn watch() -> mpsc::Sender<()> {
    let (is_alive, ended) = mpsc::channel();
    std::thread::spawn(move || {
        if ended.recv_timeout(DEADLINE_OF_TEST) == Err(mpsc::RecvTimeoutError::Timeout) {
            eprintln!("the test hangs: it has not ended within {DEADLINE_OF_TEST:?}");
            // SAFETY: ends the process without destructors, which might wait for what hangs.
            unsafe { libc::_exit(1) };
        }
    });
    is_alive
}

/// Tells the other threads to end, also when this one panics: a scope waits for them.
struct Done<'a>(&'a AtomicBool);
impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, SeqCst);
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
    let _is_alive = watch();
    let is_done = AtomicBool::new(false);
    let held: Vec<DefaultAtom> =
        (0..100).map(|n| DefaultAtom::new(&format!("held by the parent {n}"))).collect();
    let failures = std::thread::scope(|scope| {
        let _done = Done(&is_done);
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
        failures
    });
    assert_eq!(failures, [""; 0]);
    assert!(held.iter().enumerate().all(|(n, atom)| *atom == format!("held by the parent {n}")));
}
