//! Order, equality with texts, and hashing of atoms.
//!
//! Equality of two atoms is derived where the type is, since patterns need that.

use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use precomputed_hash::PrecomputedHash;

use super::Atom;
use crate::static_set::StaticAtomSet;

impl<S: StaticAtomSet> PartialOrd for Atom<S> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<S: StaticAtomSet> Ord for Atom<S> {
    /// The order of the texts, byte by byte.
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        if self.word == other.word { Ordering::Equal } else { self.as_str().cmp(other.as_str()) }
    }
}

impl<S> Hash for Atom<S> {
    /// Writes the handle: neither text nor table is touched.
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.word.bits());
    }
}

impl<S: StaticAtomSet> PrecomputedHash for Atom<S> {
    /// Both halves of [`Atom::get_hash`], folded.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the two halves are meant")]
    fn precomputed_hash(&self) -> u32 {
        let hash = self.get_hash();
        (hash >> 32) as u32 ^ hash as u32
    }
}

impl<S: StaticAtomSet> PartialEq<str> for Atom<S> {
    #[inline]
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl<S: StaticAtomSet> PartialEq<Atom<S>> for str {
    #[inline]
    fn eq(&self, other: &Atom<S>) -> bool {
        self == other.as_str()
    }
}

impl<S: StaticAtomSet> PartialEq<String> for Atom<S> {
    #[inline]
    fn eq(&self, other: &String) -> bool {
        self.as_str() == other.as_str()
    }
}
