//! Slot arrays that take each other's place: growth, shrinking, a change of the key.
//!
//! A module of its own because readers go on during all three: a new array is filled before they learn of
//! it, and the old one stays readable ([M-SLOTS]). A late reader misses at worst, and looks again under the lock.

use super::blocks::MIN_BLOCK;
use super::{Shard, State};
use crate::dynamic::entry::Entry;
use crate::dynamic::slot_hasher::SlotHasher;
use crate::dynamic::slots::{Pair, Slots};
use crate::sync::Ordering;

/// Slots of the first array of a shard, as a power of two. Eight would do, but short probes are worth more
/// than half a kilobyte: 64 make an insert and drop with few live entries a tenth faster.
const FIRST_LOG: u32 = if cfg!(any(loom, miri)) { 3 } else { 6 };
/// Slots between an entry and its home that chance does not reach at a load of one half.
///
/// Simulated: 240 million inserts and removals at that load, arrays of 16 to 16,384 slots. Distances over 64
/// came once in 14 million, and ten slots more were ten times rarer: 200 is less likely than 10^-20.
const MAX_DISTANCE: u32 = if cfg!(loom) { 2 } else { 200 };
/// Slots between all entries and their homes: so many for each, and so many more.
///
/// From the same simulation: the mean is below one half; the sum went over twice the number of entries by
/// more than 100 once in ten million inserts, and 28 more were ten times rarer.
const MAX_MEAN_DISTANCE: usize = 2;
const DISTANCE_FLOOR: usize = 512;

impl State {
    /// Whether probes are longer than chance makes them.
    fn is_crowded(&self, distance: u32) -> bool {
        let most = MAX_MEAN_DISTANCE * self.n_linked as usize + DISTANCE_FLOOR;
        distance > MAX_DISTANCE || self.distances > most
    }

    /// The size of the array that holds as many entries as may be linked before a sweep, as a power of two.
    fn fitting_log(&self) -> u32 {
        let most = (self.budget / MIN_BLOCK).max(self.n_linked as usize);
        most.saturating_mul(2).ilog2().max(FIRST_LOG - 1) + 1
    }
}

impl<const SEGMENTS: usize> Shard<'_, SEGMENTS> {
    /// The slot array with room for one more pair; `None` when it would have to grow and cannot.
    #[inline]
    pub(super) fn slots_with_room(&mut self) -> Option<Slots> {
        match self.state.slots {
            Some(slots) if !self.state.is_full() => Some(slots),
            _ => self.grow(),
        }
    }

    /// Moves the shard to an array twice as long.
    #[cold]
    #[inline(never)]
    pub(crate) fn grow(&mut self) -> Option<Slots> {
        self.move_to(self.state.slots.map_or(FIRST_LOG, |slots| slots.log() + 1))
    }

    /// Moves a shard that has become small to an array of its size; its memory serves others.
    pub(super) fn shrink(&mut self) {
        let log = self.state.fitting_log();
        // Far apart, so that a shard that goes up and down keeps its array.
        if self.state.slots.is_some_and(|slots| log + 1 < slots.log()) {
            // Without memory the array stays as long as it is.
            let _ = self.move_to(log);
        }
    }

    /// Moves the shard to an array of another length.
    fn move_to(&mut self, log: u32) -> Option<Slots> {
        if 32 <= log {
            return None;
        }
        let slots = Slots::take(self.memory, log, self.state.hasher.is_some())?;
        let old_log = self.state.slots.map_or(log, Slots::log);
        self.replace(slots, |pair| pair.hash);
        // Homes keep their order, so a longer array is walked on where the walk was.
        if old_log < log {
            self.state.cursor <<= log - old_log;
        } else {
            self.state.begin_walk();
        }
        Some(slots)
    }

    /// Changes the key if probes are longer than chance makes them: somebody knows the old one.
    pub(super) fn rekey_if_crowded(&mut self, distance: u32) {
        if self.state.is_crowded(distance) && self.state.next_rekey <= self.state.n_linked {
            self.rekey();
        }
    }

    /// Draws a new key and moves every entry to the slot that it gives. Takes time in the text of the shard;
    /// if that should not help, the shard must double before the next time, so that inserts stay linear.
    #[cold]
    #[inline(never)]
    fn rekey(&mut self) {
        let Some(old) = self.state.slots else { return };
        self.state.next_rekey = self.state.n_linked.saturating_mul(2);
        let Some(hasher) = SlotHasher::draw(self.state.hasher) else { return };
        let Some(slots) = Slots::take(self.memory, old.log(), true) else {
            // SAFETY: drawn just now, and nobody was told of it.
            unsafe { hasher.free() };
            return;
        };
        // Release; pairs with the Acquire of readers. They may meet it with the old array, or an older one
        // with the new array: such a reader finds nothing and looks again under the lock.
        self.head.hasher.store(hasher.as_ptr(), Ordering::Release);
        self.state.hasher = Some(hasher);
        let region = self.region;
        self.replace(slots, |pair| {
            // SAFETY: a linked index was dealt out by this region.
            let entry = unsafe { region.entry(pair.index) };
            // SAFETY: linked, and we hold the lock.
            hasher.hash(unsafe { entry.text() })
        });
        self.state.begin_walk();
        self.state.n_rekeys += 1;
    }

    /// Fills a new array from the old one and makes it the one that readers find.
    fn replace(&mut self, slots: Slots, rehash: impl FnMut(Pair) -> u32) {
        let old = self.state.slots.replace(slots);
        self.state.distances = old.map_or(0, |old| slots.fill_from(old, rehash));
        // Release; pairs with the Acquire of readers, which then see the array as filled.
        self.head.slots.store(slots.as_ptr(), Ordering::Release);
        if let Some(old) = old {
            old.give_back(self.memory);
        }
    }

    /// The hash that the slot of an entry holds.
    ///
    /// # Safety
    /// As for `Entry::len`.
    pub(super) unsafe fn slot_hash(&self, entry: Entry) -> u32 {
        match self.state.hasher {
            // SAFETY: as the caller says.
            None => Pair::hash_of(unsafe { entry.hash() }),
            // SAFETY: as the caller says.
            Some(hasher) => hasher.hash(unsafe { entry.text() }),
        }
    }
}
