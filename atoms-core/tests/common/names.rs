//! A static set for tests that must not need the macros.

#![allow(dead_code, reason = "each test program uses what it needs")]

use atoms_core::__private::{Slot, StaticSet, slots, static_atom};
use atoms_core::{Atom, StaticAtomSet};

/// A set with one static name. One name lies in the one slot, whatever the key.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Names;

impl StaticAtomSet for Names {
    fn get() -> &'static StaticSet {
        static ATOMS: [&str; 1] = ["blockquote"];
        static SLOTS: [Slot; 1] = slots(&ATOMS, &[0]);
        const SET: StaticSet = StaticSet::from_parts(7, &[(0, 0)], &SLOTS, &ATOMS);
        &SET
    }
}

/// The static atom.
pub(crate) const BLOCKQUOTE: Atom<Names> = static_atom(0);
