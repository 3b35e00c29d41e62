//! One family of names in one interner, in a process of its own.
//!
//! A module of its own because it runs on the other side of a process boundary: names come in a file, since the search
//! for them takes longer than interning them. Invariant: what was promised of the names is checked here once more,
//! against the interner itself.

use super::families::{self, Family};
use super::{KEY, Which};
use crate::cell::{self, Budget};
use crate::names::Names;
use crate::peers::name::Name;
use atoms_core::dynamic;
use serde::{Deserialize, Serialize};
use std::fs;
use std::hint::black_box;
use std::process::ExitCode;

/// Nanoseconds per name, and what our table says at the end.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Cell {
    /// Names that were interned before the time was up.
    pub(super) n_reached: usize,
    /// An insert.
    pub(super) insert_ns: f64,
    /// A hit, in random order.
    pub(super) hit_ns: f64,
    /// A drop, oldest first.
    pub(super) drop_ns: f64,
    /// How often shards have changed their hash function.
    pub(super) rekeys: usize,
    /// Slots that the longest search looks at.
    pub(super) longest_probe: usize,
}

/// Measures the cell that the arguments name: ours or string_cache, family, file, milliseconds.
pub fn main(args: &[String]) -> ExitCode {
    cell::answer(measure(args))
}

fn measure(args: &[String]) -> Result<Cell, String> {
    let which: String = cell::arg(args, 0)?;
    let family = families::find(&cell::arg::<String>(args, 1)?)?;
    let file: String = cell::arg(args, 2)?;
    let millis: u64 = cell::arg(args, 3)?;
    let text = fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
    let names: Names = text.lines().collect();
    if family.is_keyed {
        dynamic::set_seed(KEY).map_err(|error| error.to_string())?;
    }
    match Which::find(&which)? {
        Which::Ours => intern::<super::OurName>(family, &names, millis, |name| name.get_hash()),
        Which::Base => intern::<super::BaseName>(family, &names, millis, |name| name.get_hash()),
    }
}

fn intern<N: Name>(
    family: &Family,
    names: &Names,
    millis: u64,
    hash: impl Fn(&N) -> u64,
) -> Result<Cell, String> {
    let mut handles: Vec<N> = Vec::with_capacity(names.len());
    let inserts = Budget::start(millis)
        .each(names.len(), names.iter(), |text| handles.push(N::intern(black_box(text))));
    let n_reached = inserts.n_done();
    let sample = names.sample(1, n_reached, n_reached);
    let hits = Budget::start(millis).each(n_reached, sample.iter(), |text| {
        drop(black_box(N::intern(black_box(text))));
    });
    if let Some((text, found)) = names.iter().zip(&handles).find(|(text, handle)| **text != ***handle) {
        return Err(format!("{text:?} came back as {:?}", &**found));
    }
    let is_target = (family.is_of_ours && N::IS_OURS) || (family.is_of_base && !N::IS_OURS);
    if is_target && handles.iter().any(|handle| hash(handle) & family.mask != family.value & family.mask) {
        return Err(format!("the names of {} do not agree in the hash of the interner", family.name));
    }
    let stats = dynamic::stats();
    let mut drops = handles.into_iter();
    let timeline = Budget::start(millis).each(n_reached, &mut drops, drop);
    // What is left when the time is up.
    std::mem::forget(drops);
    Ok(Cell {
        n_reached,
        insert_ns: inserts.mean(),
        hit_ns: hits.mean(),
        drop_ns: timeline.mean(),
        rekeys: stats.rekeys,
        longest_probe: stats.longest_probe,
    })
}
