//! One interner at one size, in a process of its own.
//!
//! A module of its own because it runs on the other side of a process boundary: what goes in are arguments, what comes
//! out is `Cell`. Invariant: texts are checked behind the last clock reading, since a check warms the table.

use crate::cell::{self, Budget};
use crate::cpu::thread_time;
use crate::names::Names;
use crate::peers::{self, Interner, OURS, Visit};
use crate::stats::Summary;
use atoms_core::DefaultAtom;
use serde::{Deserialize, Serialize};
use std::hint::black_box;
use std::process::ExitCode;

/// The cell that fills our table by `intern_many`.
pub(super) const MANY: &str = "atoms, intern_many";
/// Hits that are timed at once, at most; a smaller table is gone through several times.
const N_HITS: usize = 100_000;
/// Samples of that many names; with a million names each is of others, so that none is warm from the turn before.
const N_SAMPLES: usize = 10;

/// What one process has found; times are nanoseconds per operation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Cell {
    /// Names that were made before the time was up.
    pub(super) n_reached: usize,
    /// An insert, over all.
    pub(super) insert_ns: f64,
    /// An insert, over the last tenth.
    pub(super) last_ns: f64,
    /// A hit on a random name.
    pub(super) hit_ns: f64,
    /// Hits into a vector, one by one and by `intern_many`; only of ours.
    pub(super) hits: Option<Hits>,
}

/// Hits whose handles are kept.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Hits {
    /// One by one.
    pub(super) single_ns: f64,
    /// In groups.
    pub(super) many_ns: f64,
    /// How many times faster groups are; formed turn by turn.
    pub(super) speedup: f64,
}

/// Measures the cell that the arguments name: peer, names, milliseconds of CPU time, seed.
pub fn main(args: &[String]) -> ExitCode {
    cell::answer(measure(args))
}

fn measure(args: &[String]) -> Result<Cell, String> {
    let peer: String = cell::arg(args, 0)?;
    let n_names: usize = cell::arg(args, 1)?;
    let millis: u64 = cell::arg(args, 2)?;
    let seed: u64 = cell::arg(args, 3)?;
    let names = Names::random(seed, n_names, 8, 16);
    if peer == MANY {
        many(&names)
    } else {
        peers::visit(&peer, Grow { names: &names, millis, is_ours: peer == OURS })?
    }
}

struct Grow<'a> {
    names: &'a Names,
    millis: u64,
    is_ours: bool,
}

impl Visit for Grow<'_> {
    type Out = Result<Cell, String>;

    fn visit<I: Interner>(self) -> Self::Out {
        let Self { names, millis, is_ours } = self;
        let mut interner = I::new();
        let mut handles: Vec<I::Handle> = Vec::with_capacity(names.len());
        let inserts = Budget::start(millis)
            .each(names.len(), names.iter(), |text| handles.push(interner.intern(black_box(text))));
        let n_reached = inserts.n_done();

        let all = names.sample(!0, n_reached, N_SAMPLES * N_HITS);
        let sample: Names = all.range(0, all.len().min(N_HITS)).collect();
        let n_passes = N_HITS.div_ceil(sample.len().max(1));
        let mut hit = |n_passes: usize| {
            let texts = (0..n_passes).flat_map(|_| sample.iter());
            Budget::start(millis).each(n_passes * sample.len(), texts, |text| {
                drop(black_box(interner.intern(black_box(text))));
            })
        };
        if 1 < n_passes {
            // A small table is in the caches of a program that uses it; a large one is not.
            hit(1);
        }
        let hits = hit(n_passes);
        let kept = if is_ours { Some(kept_hits(&all)?) } else { None };
        peers::check(&mut interner, names.range(0, n_reached.min(N_HITS)), &handles)?;
        // Nothing is dropped: string_cache would take as long for that as for the inserts.
        std::mem::forget((interner, handles));
        Ok(Cell {
            n_reached,
            insert_ns: inserts.mean(),
            last_ns: inserts.last_tenth(),
            hit_ns: hits.mean(),
            hits: kept,
        })
    }
}

/// Fills our table by `intern_many`, the last tenth on its own.
fn many(names: &Names) -> Result<Cell, String> {
    let mut atoms: Vec<DefaultAtom> = Vec::with_capacity(names.len());
    let n_first = names.len() / 10 * 9;
    let begin = thread_time();
    DefaultAtom::intern_many(names.range(0, n_first), &mut atoms);
    let middle = thread_time();
    DefaultAtom::intern_many(names.range(n_first, names.len()), &mut atoms);
    let end = thread_time();
    let hits = kept_hits(&names.sample(!0, names.len(), N_SAMPLES * N_HITS))?;
    if atoms.len() != names.len() || atoms.iter().zip(names.iter()).any(|(atom, text)| **atom != *text) {
        return Err("intern_many does not give the texts back in their order".to_owned());
    }
    std::mem::forget(atoms);
    Ok(Cell {
        n_reached: names.len(),
        insert_ns: per_op(end - begin, names.len()),
        last_ns: per_op(end - middle, names.len() - n_first),
        hit_ns: hits.many_ns,
        hits: Some(hits),
    })
}

/// Times hits whose handles are kept, one by one and by `intern_many`, which take turns on samples of all names.
fn kept_hits(all: &Names) -> Result<Hits, String> {
    let n_each = all.len().min(N_HITS);
    let n_passes = N_HITS.div_ceil(n_each.max(1));
    let mut atoms: Vec<DefaultAtom> = Vec::with_capacity(n_passes * n_each);
    let (mut single, mut many) = (Vec::new(), Vec::new());
    for turn in 0..N_SAMPLES {
        // From the second on: the first was just timed.
        let start = (turn + 1) * n_each % (all.len() / n_each * n_each);
        let texts = || (0..n_passes).flat_map(|_| all.range(start, start + n_each));
        atoms.clear();
        let begin = thread_time();
        if turn % 2 == 0 {
            atoms.extend(texts().map(DefaultAtom::new));
        } else {
            DefaultAtom::intern_many(texts(), &mut atoms);
        }
        let nanos = per_op(thread_time() - begin, atoms.len());
        let row = if turn % 2 == 0 { &mut single } else { &mut many };
        row.push(nanos);
        if atoms.iter().zip(texts()).any(|(atom, text)| **atom != *text) {
            return Err("a hit gave another text".to_owned());
        }
    }
    Ok(Hits {
        single_ns: Summary::of(&single).median,
        many_ns: Summary::of(&many).median,
        speedup: Summary::of_ratios(&single, &many).median,
    })
}

fn per_op(time: std::time::Duration, n_ops: usize) -> f64 {
    time.as_secs_f64() * 1e9 / n_ops.max(1) as f64
}
