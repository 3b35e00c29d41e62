//! What a shard holds, counted one by one.
//!
//! A module of its own because it changes nothing, and takes time in the number of slots.

use super::Shard;
use crate::dynamic::entry::Held;

/// What a walk over a shard found, for statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Census {
    pub(crate) live: usize,
    pub(crate) idle: usize,
    pub(crate) pinned: usize,
    pub(crate) live_text: usize,
    pub(crate) n_slots: usize,
    pub(crate) hasher_bytes: usize,
    pub(crate) long_bytes: usize,
    pub(crate) longest_probe: usize,
    pub(crate) n_rekeys: usize,
    pub(crate) n_inserts: u64,
}

impl<const SEGMENTS: usize> Shard<'_, SEGMENTS> {
    /// Counts what is there.
    pub(crate) fn census(&self) -> Census {
        let state = &*self.state;
        let mut census = Census {
            hasher_bytes: state.hasher.map_or(0, |hasher| hasher.bytes_with_retired()),
            long_bytes: state.long_bytes,
            n_rekeys: state.n_rekeys as usize,
            n_inserts: state.n_inserts,
            ..Census::default()
        };
        let Some(slots) = state.slots else { return census };
        census.n_slots = slots.len() as usize;
        for (position, pair) in slots.iter() {
            let entry = self.entry(pair.index);
            let Some(stand) = entry.state() else { continue };
            let probe = slots.distance(position, pair.hash) as usize + 1;
            census.longest_probe = census.longest_probe.max(probe);
            census.pinned += usize::from(stand.is_pinned);
            if stand.count == 0 {
                census.idle += 1;
            } else {
                census.live += 1;
                // SAFETY: linked, and we hold the lock.
                census.live_text += unsafe { entry.len() };
            }
        }
        census
    }

    /// Takes a count of every live entry: index, length, what that found, and the count that it had.
    pub(crate) fn hold_all(&self) -> Vec<(u32, usize, Held, u32)> {
        let Some(slots) = self.state.slots else { return Vec::new() };
        let entries = slots.iter().filter_map(|(_, pair)| {
            let entry = self.entry(pair.index);
            let before = entry.state().filter(|stand| stand.count > 0)?;
            // SAFETY: linked, and we hold the lock.
            Some((pair.index, unsafe { entry.len() }, entry.hold(), before.count))
        });
        entries.collect()
    }
}
