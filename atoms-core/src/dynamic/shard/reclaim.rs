//! Taking idle entries out of a shard: which are looked at, and when.
//!
//! A module of its own because it is a policy over a few operations. Releases count nothing, so idle entries
//! are found by looking: at the latest inserts first, since most names die young, then at a few slots where
//! the last walk stopped. No insert pauses for a whole shard.

use super::blocks::{self, MIN_BLOCK, class_of, linked_bytes};
use super::{N_YOUNG, Shard, State};
use crate::dynamic::prefetch::prefetch;
use crate::dynamic::slots::{Pair, Slots};

/// Bytes of blocks that a shard may hold idle however few are live: 16 short names, so that 64 shards with
/// their slots fit the caches next to the processor.
const IDLE_FLOOR: usize = if cfg!(loom) { 4096 } else { 512 };
/// Slots that are looked at together.
const STEP: u32 = 8;
/// Most slots that an insert looks at, apart from the latest inserts.
const MAX_WALK: u32 = 64;

/// Bytes that may be linked when `survivors` are live: half as much idle, and the floor.
pub(super) const fn budget_for(survivors: usize) -> usize {
    survivors.saturating_add(survivors / 2 + IDLE_FLOOR)
}

impl State {
    /// Lets the next walk begin at the first slot.
    pub(super) fn begin_walk(&mut self) {
        self.cursor = 0;
        self.seen_alive = 0;
    }
}

impl<const SEGMENTS: usize> Shard<'_, SEGMENTS> {
    /// Whether idle entries may take more than their share, once `more` bytes are linked. Slots that are
    /// full are a reason too, but only once there are enough young entries to gain from.
    pub(super) fn must_make_room(&self, more: usize) -> bool {
        let state = &*self.state;
        state.linked_bytes + more > state.budget || (state.n_young >= N_YOUNG / 2 && state.is_full())
    }

    /// Sweeps the latest inserts, then walks on while that finds something; further when it was not enough.
    #[inline(never)]
    pub(super) fn make_room(&mut self, more: usize) {
        self.sweep_young();
        let mut n_left = MAX_WALK;
        while n_left > 0 && STEP / 4 <= self.walk(STEP) {
            n_left -= STEP;
        }
        if self.state.linked_bytes + more > self.state.budget {
            self.sample();
            self.has_walked = true;
        }
    }

    /// Walks a little to see how many entries are idle: hashes have put them there at random. If few are,
    /// the shard has simply grown, and may go on for a while; otherwise the next insert goes on walking.
    fn sample(&mut self) {
        let alive_before = self.state.seen_alive;
        let gone = self.walk(MAX_WALK) as usize * MIN_BLOCK;
        // A walk that has come to the end knows better.
        let has_ended = self.state.cursor == 0;
        if !has_ended && 8 * gone <= self.state.seen_alive - alive_before {
            let linked = self.state.linked_bytes;
            self.state.budget = self.state.budget.max(linked + linked / 16 + IDLE_FLOOR);
        }
    }

    /// Sweeps the slots after the last walk; how many entries that took out.
    pub(crate) fn walk(&mut self, n: u32) -> u32 {
        let Some(slots) = self.state.slots else { return 0 };
        let n_before = self.state.n_linked;
        let from = self.state.cursor;
        let to = from.saturating_add(n).min(slots.len());
        // All at once, so that the entries are fetched beside each other.
        for pair in (from..to).filter_map(|position| slots.at(position)) {
            prefetch(self.entry(pair.index).address());
        }
        for position in from..to {
            self.sweep_at(slots, position);
        }
        self.state.cursor = to;
        let n_gone = n_before - self.state.n_linked;
        if to == slots.len() {
            self.end_walk();
        }
        n_gone
    }

    fn end_walk(&mut self) {
        self.state.budget = budget_for(self.state.seen_alive);
        self.state.begin_walk();
        self.shrink();
    }

    /// Reclaims what is idle at a position, and what moves there.
    fn sweep_at(&mut self, slots: Slots, position: u32) {
        while let Some(pair) = slots.at(position) {
            let entry = self.entry(pair.index);
            if !entry.try_kill() {
                entry.forget_hits();
                // SAFETY: linked, and we hold the lock.
                let len = unsafe { entry.len() };
                self.state.seen_alive += linked_bytes(len);
                return;
            }
            // Closing the gap may move another pair here: look again.
            self.bury(slots, position, pair.index);
        }
    }

    /// Reclaims the idle ones of the latest inserts. Each insert is looked at once, since the ring is
    /// empty afterwards.
    pub(crate) fn sweep_young(&mut self) {
        let n_young = core::mem::take(&mut self.state.n_young).min(N_YOUNG);
        for position in 0..n_young {
            self.reclaim(self.state.young[position]);
        }
    }

    /// Reclaims every idle entry; the bytes made reusable. Takes time in the number of slots.
    pub(crate) fn sweep(&mut self) -> usize {
        let before = self.state.linked_bytes;
        self.state.n_young = 0;
        self.state.begin_walk();
        let n_slots = self.state.slots.map_or(0, Slots::len);
        let mut n_left = n_slots;
        while n_left > 0 {
            let step = n_left.min(MAX_WALK);
            self.walk(step);
            n_left -= step;
        }
        before - self.state.linked_bytes
    }

    /// Reclaims the entry at `index` if it is idle. It need not be the one that the caller once knew:
    /// by [S-LINK] a block of this shard that is not dead is linked, and any idle one may go.
    ///
    /// # Panics
    /// If the block is none of this shard.
    pub(crate) fn reclaim(&mut self, index: u32) {
        let entry = self.entry(index);
        if !entry.try_kill() {
            return;
        }
        // SAFETY: killed just now under the lock.
        let hash = unsafe { self.slot_hash(entry) };
        let slots = self.state.slots.expect("a linked entry has a slot");
        let position = slots.position_of(Pair { hash, index }).expect("a linked entry has a slot");
        self.bury(slots, position, index);
    }

    /// Unlinks an entry that was killed, frees a long text and puts the block on its free list.
    fn bury(&mut self, slots: Slots, position: u32, index: u32) {
        let entry = self.entry(index);
        let gained = slots.remove_at(position);
        // SAFETY: the caller has killed it under this lock.
        let len = unsafe { entry.len() };
        // SAFETY: as above; it is dead, so nobody reads it.
        unsafe { blocks::free_long(entry) };
        let (state, region) = (&mut *self.state, self.region);
        state.blocks.put(class_of(len), index, region);
        state.count_out(len, gained);
        if state.is_metered {
            self.meter.give_back(len);
        }
    }
}
