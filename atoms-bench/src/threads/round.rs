//! One round: some threads that intern at the same time, and whether the system let them.
//!
//! A module of its own because all that is timed by the wall clock stands here. Invariants: [R-QUIET] a round counts only
//! when no thread was taken off its core and all ran at the same time for nearly all of it; [R-WARM] each thread has
//! gone through its names before; [R-STOP] the first thread that is done stops the others, so that a lock that favours
//! one thread, or a core that is slower, does not leave a thread alone.

use crate::cpu;
use crate::names::Names;
use crate::peers::Shared;
use std::hint::{black_box, spin_loop};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

/// How much of the time from the first start to the last end all threads must have run together.
const OVERLAP: f64 = 0.9;

/// Interns between two looks at whether another thread is done; divides the draws of a thread.
const N_CHUNK: usize = 256;

/// What a thread interns: names, and which of them in what order.
pub(super) type Work = (Names, Vec<u32>);

/// What came out of a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    /// Million interns per second of all threads together.
    pub(super) rate: f64,
    /// Whether the system left the threads alone, so that the rate counts.
    pub(super) is_quiet: bool,
}

/// What a thread did, when it began and ended, and whether it was alone on its core.
struct Span {
    n_done: usize,
    begin: Instant,
    end: Instant,
    is_quiet: bool,
}

/// Interns on each core at once until one thread has interned `n_ops` names.
pub(super) fn round<I: Shared>(
    interner: &I,
    works: &[Work],
    cores: &[usize],
    n_ops: usize,
) -> Result<Round, String> {
    let (n_ready, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let n_threads = works.len();
    let spans: Vec<Result<Span, String>> = std::thread::scope(|scope| {
        let handles: Vec<_> = works
            .iter()
            .zip(cores)
            .map(|(work, &core)| {
                let (n_ready, is_over) = (&n_ready, &is_over);
                let interner = interner.clone();
                scope.spawn(move || {
                    // Where the system does not bind threads, the overlap alone says whether they ran together.
                    let _ = cpu::pin(core);
                    let wait = || {
                        n_ready.fetch_add(1, Ordering::AcqRel);
                        while n_ready.load(Ordering::Acquire) < n_threads {
                            spin_loop();
                        }
                    };
                    thread(interner, work, n_ops, wait, is_over)
                })
            })
            .collect();
        handles.into_iter().map(|handle| handle.join().expect("a thread of a round does not panic")).collect()
    });
    let spans = spans.into_iter().collect::<Result<Vec<_>, _>>()?;
    let first_begin = spans.iter().map(|span| span.begin).min();
    let last_begin = spans.iter().map(|span| span.begin).max();
    let first_end = spans.iter().map(|span| span.end).min();
    let last_end = spans.iter().map(|span| span.end).max();
    let ((Some(first_begin), Some(last_begin)), (Some(first_end), Some(last_end))) =
        ((first_begin, last_begin), (first_end, last_end))
    else {
        return Err("a round has a thread".to_owned());
    };
    let whole = (last_end - first_begin).as_secs_f64();
    let together = first_end.saturating_duration_since(last_begin).as_secs_f64();
    let is_quiet = spans.iter().all(|span| span.is_quiet) && OVERLAP * whole <= together;
    let rate =
        spans.iter().map(|span| span.n_done as f64 / (span.end - span.begin).as_secs_f64()).sum::<f64>()
            / 1e6;
    Ok(Round { rate, is_quiet })
}

fn thread<I: Shared>(
    mut interner: I,
    (names, order): &Work,
    n_ops: usize,
    wait: impl FnOnce(),
    is_over: &AtomicBool,
) -> Result<Span, String> {
    // Of the thread, since hstr has a table for each thread; for the others they are more holders of the same names.
    let holders: Vec<I::Handle> = names.iter().map(|text| interner.intern(text)).collect();
    if names.iter().zip(&holders).any(|(text, handle)| interner.text(handle) != text) {
        return Err("a name came back as another one".to_owned());
    }
    // Chunks follow each other through the draws, round and round.
    let mut chunks = order.chunks_exact(N_CHUNK).cycle();
    let mut act = |n_ops: usize, is_over: &AtomicBool| {
        let mut n_done = 0;
        // Relaxed: only when the others see it matters, not what else they see.
        while n_done < n_ops && !is_over.load(Ordering::Relaxed) {
            for &name_idx in chunks.next().expect("there is a chunk of draws") {
                let text = names.get(usize::try_from(name_idx).expect("usize has 32 bits and more"));
                drop(black_box(interner.intern(black_box(text))));
            }
            n_done += N_CHUNK;
        }
        n_done
    };
    act(n_ops / 4, &AtomicBool::new(false));
    wait();
    let n_switches = cpu::involuntary_switches();
    let begin = Instant::now();
    let n_done = act(n_ops, is_over);
    is_over.store(true, Ordering::Relaxed);
    let end = Instant::now();
    let is_quiet = n_switches == cpu::involuntary_switches();
    drop(holders);
    Ok(Span { n_done, begin, end, is_quiet })
}
