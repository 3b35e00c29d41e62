//! The places where pinned entries are found first.
//!
//! A module of its own because it is an index beside the shards that needs no upkeep: a pinned entry is
//! never removed, so a place can only be right or belong to another entry. One load decides, no pointer is
//! chased, and nothing is written on a hit.
//! Invariant [F-PINNED]: a word in a place is that of an entry that was pinned before it was stored, and
//! whose text is not long.

use crate::sync::{AtomicU64, Ordering, array_of, const_fn};
use crate::word::Word;

/// Places, each for the hashes that agree in twelve bits; few under Miri, which looks at every one of them
/// whenever a reference to the table is made.
const N_PLACES: usize = if cfg!(loom) {
    2
} else if cfg!(miri) {
    16
} else {
    4096
};

/// A direct-mapped array of pinned entries.
pub(crate) struct Front([AtomicU64; N_PLACES]);

impl Front {
    const_fn! {
        pub(crate) fn new() -> Self {
            Self(array_of![AtomicU64::new(0); N_PLACES])
        }
    }

    /// The word of the pinned entry that may have the text of this hash.
    #[inline]
    pub(crate) fn find(&self, hash: u64, shard: usize) -> Option<Word> {
        // Acquire; pairs with the Release in `put`: the entry is read as it was before.
        Word::if_tagged(self.place(hash).load(Ordering::Acquire), hash, shard)
    }

    /// Puts a pinned entry in its place, whoever had it.
    pub(crate) fn put(&self, hash: u64, word: Word) {
        // Release; pairs with the Acquire in `find`.
        self.place(hash).store(word.tagged(hash), Ordering::Release);
    }

    /// The top bits, which the tag does not keep: the two and the shard together are 36 bits of hash.
    #[inline]
    fn place(&self, hash: u64) -> &AtomicU64 {
        &self.0[(hash >> 52) as usize & (N_PLACES - 1)]
    }
}
