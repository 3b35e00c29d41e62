//! The operations whose instructions are counted.
//!
//! A module of its own because it runs under Callgrind, in a process of its own for each case and length.
//! Invariant: [I-SAME] the key of the table is fixed and all inputs are, so that a case executes the same instructions in
//! every run of one binary.

use crate::cell;
use crate::micro::ops::{self, Pass, Texts};
use crate::names::Names;
use atoms_core::{DefaultAtom, dynamic, vocab::html::LocalName};
use std::process::ExitCode;

/// Names of a case; a pass goes through all of them once.
const N_NAMES: usize = 256;

/// One operation.
pub(super) struct Counted {
    /// The name in the record.
    pub(super) name: &'static str,
    /// Operations of one pass.
    pub(super) n_ops: usize,
    /// Passes of the short and of the long run.
    pub(super) n_passes: [usize; 2],
    prepare: fn() -> Pass,
}

/// Runs of one length; long enough that what happens once in a while happens in its share.
const MANY: [usize; 2] = [8, 72];

/// Every operation, in the order of the record.
pub(super) const ALL: [Counted; 9] = [
    Counted { name: "inline", n_ops: N_NAMES, n_passes: MANY, prepare: inline },
    Counted { name: "static", n_ops: N_NAMES, n_passes: MANY, prepare: static_names },
    Counted { name: "hit-pinned", n_ops: N_NAMES, n_passes: MANY, prepare: hit_pinned },
    Counted { name: "hit-unpinned", n_ops: N_NAMES, n_passes: MANY, prepare: hit_unpinned },
    Counted { name: "hit-128-unpinned", n_ops: N_NAMES, n_passes: MANY, prepare: hit_128 },
    Counted { name: "churn-unpinned", n_ops: N_NAMES, n_passes: MANY, prepare: churn },
    Counted { name: "release", n_ops: N_NAMES, n_passes: MANY, prepare: release },
    Counted { name: "release-pinned", n_ops: N_NAMES, n_passes: MANY, prepare: release_pinned },
    // Sixteen long: sweeps come at intervals.
    Counted {
        name: "miss",
        n_ops: ops::N_MISSES,
        n_passes: [16, 80],
        prepare: || ops::miss::<DefaultAtom>(0),
    },
];

/// Carries out the case and the number of passes that the arguments name.
pub fn main(args: &[String]) -> ExitCode {
    cell::answer(carry_out(args))
}

fn carry_out(args: &[String]) -> Result<usize, String> {
    let name: String = cell::arg(args, 0)?;
    let n_passes: usize = cell::arg(args, 1)?;
    let case =
        ALL.iter().find(|case| case.name == name).ok_or_else(|| format!("there is no case {name:?}"))?;
    dynamic::set_seed([1, 2, 3, 4]).map_err(|error| error.to_string())?;
    let mut pass = (case.prepare)();
    for _ in 0..n_passes {
        pass();
    }
    Ok(n_passes * case.n_ops)
}

fn texts(len: usize) -> Texts {
    Names::random(1, N_NAMES, len, len).iter().map(Box::from).collect()
}

fn inline() -> Pass {
    let texts: Texts = Names::random(1, N_NAMES, 1, 7).iter().map(Box::from).collect();
    assert!(texts.iter().all(|text| DefaultAtom::new(text).is_inline()), "up to 7 bytes are inline");
    ops::make::<DefaultAtom>(texts)
}

fn static_names() -> Pass {
    let set = <atoms_core::vocab::html::LocalNames as atoms_core::StaticAtomSet>::get();
    let texts: Texts = set.atoms.iter().cycle().take(N_NAMES).map(|text| Box::from(*text)).collect();
    assert!(texts.iter().all(|text| LocalName::new(text).is_static()), "names of the set are static");
    ops::make::<LocalName>(texts)
}

fn hit_pinned() -> Pass {
    let texts = texts(16);
    texts.iter().for_each(|text| drop(DefaultAtom::new(text).pin()));
    ops::hit::<DefaultAtom>(texts)
}

fn hit_unpinned() -> Pass {
    dynamic::set_pin_budget(0);
    ops::hit::<DefaultAtom>(texts(16))
}

fn hit_128() -> Pass {
    dynamic::set_pin_budget(0);
    ops::hit::<DefaultAtom>(texts(128))
}

fn churn() -> Pass {
    dynamic::set_pin_budget(0);
    ops::make::<DefaultAtom>(texts(16))
}

fn release() -> Pass {
    dynamic::set_pin_budget(0);
    ops::clone::<DefaultAtom>(&texts(16))
}

fn release_pinned() -> Pass {
    let texts = texts(16);
    texts.iter().for_each(|text| drop(DefaultAtom::new(text).pin()));
    ops::clone::<DefaultAtom>(&texts)
}
