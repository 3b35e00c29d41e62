//! What the table asks of the allocator: for the first atom, per live name, and in a steady state.
//!
//! A process of its own with one test: the figures are those of the whole table, from its first atom on.
//! Only what the thread of the test allocates is counted; the table has no memory but that.

use core::alloc::{GlobalAlloc, Layout};
use core::cell::Cell;
use std::alloc::System;

use atoms_core::{DefaultAtom, dynamic};

/// The system's allocator, which counts on threads that ask it to.
struct Counting;

thread_local! {
    static IS_COUNTED: Cell<bool> = const { Cell::new(false) };
    static N_CALLS: Cell<usize> = const { Cell::new(0) };
    static ASKED: Cell<usize> = const { Cell::new(0) };
    static FREED: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: everything is passed on to the system's allocator; the counters have neither lock nor destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if IS_COUNTED.get() {
            N_CALLS.set(N_CALLS.get() + 1);
            ASKED.set(ASKED.get() + layout.size());
        }
        // SAFETY: as the caller says.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if IS_COUNTED.get() {
            FREED.set(FREED.get() + layout.size());
        }
        // SAFETY: as the caller says.
        unsafe { System.dealloc(block, layout) };
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What `f` asked of the allocator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Use {
    n_calls: usize,
    asked: usize,
    kept: usize,
}

/// Bytes of region and table for each of 1,000 and of 10,000 live names that a change must not exceed.
/// The aims of DESIGN section 11 are 110 and 72; today it is 104 to 109 and 95, which vary with the key.
const CEILINGS: [f64; 2] = [118.0, 104.0];

const NOTHING: Use = Use { n_calls: 0, asked: 0, kept: 0 };

fn counted<T>(f: impl FnOnce() -> T) -> (T, Use) {
    let before = (N_CALLS.get(), ASKED.get(), FREED.get());
    IS_COUNTED.set(true);
    let value = f();
    IS_COUNTED.set(false);
    let asked = ASKED.get() - before.1;
    let freed = FREED.get() - before.2;
    (value, Use { n_calls: N_CALLS.get() - before.0, asked, kept: asked.saturating_sub(freed) })
}

/// Names of 12 bytes, in a buffer that is theirs to reuse.
fn name(buffer: &mut String, n: usize) -> &str {
    use core::fmt::Write;
    buffer.clear();
    write!(buffer, "name{n:08}").expect("a String takes everything");
    buffer
}

/// A table of `held` names with what it took so far.
struct Growing {
    held: Vec<DefaultAtom>,
    buffer: String,
    kept: usize,
}

impl Growing {
    fn grow_to(&mut self, n: usize) -> f64 {
        let Self { held, buffer, kept } = self;
        held.reserve(n - held.len());
        let ((), used) = counted(|| {
            for n in held.len()..n {
                held.push(DefaultAtom::new(name(buffer, n)));
            }
        });
        *kept += used.kept;
        let stats = dynamic::stats();
        assert_eq!(stats.live, held.len() + 1);
        let reported = stats.region_bytes + stats.table_bytes;
        let apart = reported.abs_diff(*kept);
        assert!(apart * 50 <= *kept, "stats say {reported} bytes, the allocator {kept}");
        #[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
        let per_name = reported as f64 / n as f64;
        eprintln!("{n} live names of 12 bytes: {per_name:.1} bytes each, {stats:?}");
        per_name
    }
}

#[test]
fn memory_is_small_at_first_and_steady_later() {
    let sizes = if cfg!(miri) { [10, 20, 40] } else { [1_000, 10_000, 100_000] };

    // The first dynamic atom.
    let (first, used) = counted(|| DefaultAtom::new("the first dynamic atom"));
    assert!(used.asked <= 64 << 10, "the first dynamic atom: {used:?}");
    dynamic::set_pin_budget(0);

    // Live names.
    let mut growing = Growing { held: Vec::new(), buffer: String::with_capacity(64), kept: used.kept };
    let per_name = sizes.map(|n| growing.grow_to(n));
    if !cfg!(miri) {
        assert!(per_name[0] <= CEILINGS[0] && per_name[1] <= CEILINGS[1], "bytes per name: {per_name:?}");
    }
    let Growing { mut held, mut buffer, .. } = growing;
    let n = held.len();

    // A hit, a failed search, a clone and a drop take nothing.
    let ((), used) = counted(|| {
        for (n, held) in held.iter().enumerate() {
            let hit = DefaultAtom::new(name(&mut buffer, n));
            assert!(hit == held.clone());
            assert!(DefaultAtom::get(name(&mut buffer, n + 10_000_000)).is_none());
        }
    });
    assert_eq!(used, NOTHING, "hits and failed searches");

    // Everything dropped: the same names again take no entry memory, and slot memory at most for what the
    // short arrays of the trimmed shards leave in pieces.
    held.clear();
    dynamic::trim();
    assert_eq!(dynamic::stats().live, 1);
    let before = dynamic::stats();
    let mut kept = 0;
    for _ in 0..3 {
        let ((), used) = counted(|| held.extend((0..n).map(|n| DefaultAtom::new(name(&mut buffer, n)))));
        kept += used.kept;
        held.clear();
        dynamic::trim();
    }
    let after = dynamic::stats();
    assert_eq!(after.region_bytes, before.region_bytes, "the same names again");
    assert!(kept * 4 <= before.table_bytes, "the same names again took {kept} bytes: {before:?} {after:?}");

    // Names that come and go: the same ones, and ever new ones while few are live. Miri takes too few
    // rounds for a warm table, so only the same ones there.
    let mut come_and_go = |step: usize| {
        let ((), used) = counted(|| {
            for round in 0..if cfg!(miri) { 30 } else { 20_000 } {
                drop(DefaultAtom::new(name(&mut buffer, round % 10)));
                if !cfg!(miri) {
                    drop(DefaultAtom::new(name(&mut buffer, step * 1_000_000 + round)));
                }
            }
        });
        used
    };
    come_and_go(1);
    assert_eq!(come_and_go(2), NOTHING, "names that come and go");
    // Few are live, so few may be idle: a floor of about 2 KiB in each of 64 shards, in blocks of 32 bytes.
    let stats = dynamic::stats();
    assert!(stats.idle <= 5000, "{stats:?}");

    // A long text goes with its last atom.
    let region_before = dynamic::stats().region_bytes;
    let text = "l".repeat(if cfg!(miri) { 3000 } else { 100_000 });
    drop(DefaultAtom::new(&text));
    let (long, used) = counted(|| DefaultAtom::new(&text));
    assert_eq!((used.n_calls, used.asked), (1, text.len()), "one allocation for a long text");
    let twin = long.clone();
    drop(long);
    let freed_before = FREED.get();
    let ((), used) = counted(|| drop(twin));
    assert_eq!((used.n_calls, FREED.get() - freed_before), (0, text.len()));
    assert!(dynamic::stats().region_bytes - region_before < 4096);
    drop(first);
}
