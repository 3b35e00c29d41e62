//! What is done to a table as a whole: figures, limits, trimming, walks, the locks for `fork`.
//!
//! Separate from the table's own file because nothing here is on the path of an intern or a release.

use super::{Config, HeldWord, Table};
use crate::dynamic::stats::Stats;
use crate::sync::{Ordering, lock};
#[cfg(all(unix, feature = "fork", not(loom)))]
use crate::{
    dynamic::{region::Frontier, shard::State, slot_memory::Segments},
    sync::MutexGuard,
};

impl<C: Config, const N_SHARDS: usize, const N_SEGMENTS: usize> Table<C, N_SHARDS, N_SEGMENTS> {
    /// Reclaims every idle entry; the bytes made reusable. Takes time in the size of the table.
    pub(crate) fn trim(&self) -> usize {
        (0..N_SHARDS).map(|shard| self.lock_shard(shard).sweep()).sum()
    }

    /// Sets the most text that the table may hold, or takes the limit away.
    pub(crate) fn set_limit(&self, limit: Option<usize>) {
        C::before_lock();
        let mut is_metered = lock(&self.is_metered);
        if *is_metered != limit.is_some() {
            // Nothing is refused while only some shards keep the account.
            self.meter.set_limit(usize::MAX);
            for shard in 0..N_SHARDS {
                self.lock_shard(shard).set_metered(limit.is_some());
            }
            *is_metered = limit.is_some();
        }
        self.meter.set_limit(limit.unwrap_or(usize::MAX));
        // Release, as in `mark_idle`: releases marked nothing while there was no limit.
        self.has_idle.fetch_or(u64::MAX >> (64 - N_SHARDS), Ordering::Release);
    }

    /// Sets how much text may be pinned by use; what is pinned stays so.
    pub(crate) fn set_pin_budget(&self, bytes: usize) {
        self.pin_budget.set_limit(bytes);
    }

    /// Figures of the table, one shard after the other.
    pub(crate) fn stats(&self) -> Stats {
        C::before_lock();
        let mut stats = Stats {
            shards: N_SHARDS,
            region_bytes: self.region.bytes(),
            table_bytes: self.memory.bytes(),
            ..Stats::default()
        };
        for shard in 0..N_SHARDS {
            let census = self.lock_shard(shard).census();
            stats.live += census.live;
            stats.idle += census.idle;
            stats.pinned += census.pinned;
            stats.text_bytes += census.live_text;
            stats.table_bytes += census.hasher_bytes;
            stats.slots += census.n_slots;
            stats.rekeys += census.n_rekeys;
            stats.inserts += census.n_inserts;
            stats.region_bytes += census.long_bytes;
            stats.longest_probe = stats.longest_probe.max(census.longest_probe);
        }
        stats
    }

    /// Number of independently locked parts.
    pub(crate) const fn n_shards(&self) -> usize {
        N_SHARDS
    }

    /// Takes a count of every live entry of one shard, and says what counts they had.
    pub(crate) fn hold_all(&self, shard: usize) -> Vec<(HeldWord<'_, C, N_SHARDS, N_SEGMENTS>, u32)> {
        let held = self.lock_shard(shard).hold_all();
        let words = held.into_iter().map(|(index, len, held, count)| {
            (HeldWord { table: self, word: self.hand_out(index, shard, held, len) }, count)
        });
        words.collect()
    }

    /// All locks of the table in their order, for `fork`.
    #[cfg(all(unix, feature = "fork", not(loom)))]
    pub(crate) fn lock_all(&self) -> AllLocks<'_, N_SHARDS> {
        AllLocks {
            _is_metered: lock(&self.is_metered),
            _shards: core::array::from_fn(|shard| lock(&self.shards[shard].0)),
            _slot_memory: self.memory.lock(),
            _frontier: self.region.lock(),
        }
    }
}

/// The locks of a table, all held.
#[cfg(all(unix, feature = "fork", not(loom)))]
pub(crate) struct AllLocks<'t, const N_SHARDS: usize> {
    _is_metered: MutexGuard<'t, bool>,
    _shards: [MutexGuard<'t, State>; N_SHARDS],
    _slot_memory: MutexGuard<'t, Segments>,
    _frontier: MutexGuard<'t, Frontier>,
}
