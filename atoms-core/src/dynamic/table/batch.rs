//! Interning several texts at once: what each would wait for is fetched for all of them first.
//!
//! Separate from the table's own file because it only prepares: the texts are then interned one by one.

use super::{Config, Table};
use crate::dynamic::prefetch::prefetch;
use crate::dynamic::slots::Pair;

impl<C: Config, const N_SHARDS: usize, const N_SEGMENTS: usize> Table<C, N_SHARDS, N_SEGMENTS> {
    /// Hash of a text, as the table works with it; asks for the slot where it is looked for.
    #[inline]
    pub(crate) fn prepare(&self, text: &str) -> u64 {
        let hash = C::filter(self.seed.hash_text(text));
        // A shard that has changed its key is looked at without help.
        if let Some(slots) = self.slots(Self::shard_of(hash)).filter(|slots| !slots.is_rekeyed()) {
            prefetch(slots.home_address(Pair::hash_of(hash)));
        }
        hash
    }

    /// Asks for the entry that the slot of a prepared text names.
    #[inline]
    pub(crate) fn prepare_entry(&self, hash: u64) {
        let Some(slots) = self.slots(Self::shard_of(hash)).filter(|slots| !slots.is_rekeyed()) else {
            return;
        };
        let hash = Pair::hash_of(hash);
        if let Some(index) = Pair::index_if(slots.first(hash), hash) {
            // SAFETY: the slot held the index, and was read with Acquire.
            prefetch(unsafe { self.region.entry(index) }.address());
        }
    }
}
