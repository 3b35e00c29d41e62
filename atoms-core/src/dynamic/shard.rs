//! One shard of the table, as the holder of its lock sees it: search and insert.
//!
//! A module of its own because everything here runs under one lock, and nothing here is on the path of a hit.
//! `reclaim` takes entries out, `rehash` moves them to other slots, `blocks` hands out their memory.
//!
//! Invariants (with those of `entry` and `slots`):
//! - [S-LINK] Outside the lock an entry of this shard has a slot exactly while it is not dead.
//! - [S-ONE] At most one linked entry has a given text.
//! - [S-ORDER] A block goes: killed, slot taken out, free list, text written, published, slot.
//! - [S-OWN] A block belongs to its shard and its size class for ever.

mod blocks;
mod census;
mod reclaim;
mod rehash;

use core::ptr::{self, NonNull};

use blocks::{Blocks, class_of, linked_bytes};

use super::entry::{Entry, Held, MAX_SHORT};
use super::meter::Meter;
use super::region::Region;
use super::slot_hasher::SlotHasher;
use super::slot_memory::SlotMemory;
use super::slots::{Pair, Slots};
use crate::sync::{AtomicPtr, AtomicU64, MutexGuard, const_fn};

/// Latest inserts that are looked at before others are.
pub(crate) const N_YOUNG: usize = if cfg!(loom) { 2 } else { 64 };

/// What readers know of a shard, apart from its lock, so that inserts do not disturb hits.
pub(crate) struct Head {
    /// The slot array with its tag, or null.
    pub(crate) slots: AtomicPtr<AtomicU64>,
    /// The hasher of a rekeyed slot array, or null.
    pub(crate) hasher: AtomicPtr<u8>,
}

/// What the lock of a shard protects.
pub(crate) struct State {
    /// The array that readers see through the shard's head.
    slots: Option<Slots>,
    /// The hasher that they see there.
    hasher: Option<SlotHasher>,
    n_linked: u32,
    /// Slots between the linked entries and their homes, in all.
    distances: usize,
    /// Linked entries from which on probes may change the key again.
    next_rekey: u32,
    n_rekeys: u32,
    n_inserts: u64,
    /// Bytes of the linked entries: blocks and long texts.
    linked_bytes: usize,
    /// Text of the linked entries.
    linked_text: usize,
    /// Bytes that may be linked before idle entries are looked for.
    budget: usize,
    /// The slot at which the next walk goes on, and the bytes that it has left alive so far.
    cursor: u32,
    seen_alive: usize,
    /// Long texts of the linked entries.
    long_bytes: usize,
    blocks: Blocks,
    /// The latest inserts since the last sweep: a ring of `N_YOUNG`, in place so that it cannot fail to grow.
    young: [u32; N_YOUNG],
    n_young: usize,
    /// Whether inserts go through the meter.
    is_metered: bool,
}

/// Why an insert was refused; nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The meter's limit is reached.
    Limit,
    /// No index or no memory is left.
    Full,
}

/// What a search under the lock found.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Found {
    /// The entry of the text, with a count of it.
    Entry(u32, Held),
    /// No entry, and what an insert needs.
    Vacancy(Vacancy),
}

/// Where a text belongs that has no entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vacancy {
    /// The hash for its slot.
    hash: u32,
    /// An empty slot and its distance from home, as long as the shard does not change; none without slots.
    place: Option<(u32, u32)>,
}

/// A locked shard with what it works on.
pub(crate) struct Shard<'t, const SEGMENTS: usize> {
    pub(crate) region: &'t Region<SEGMENTS>,
    pub(crate) memory: &'t SlotMemory,
    pub(crate) meter: &'t Meter,
    pub(crate) head: &'t Head,
    pub(crate) state: MutexGuard<'t, State>,
    /// Whether idle entries took more than their share under this lock.
    pub(crate) has_walked: bool,
}

impl Head {
    const_fn! {
        pub(crate) fn new() -> Self {
            Self { slots: AtomicPtr::new(ptr::null_mut()), hasher: AtomicPtr::new(ptr::null_mut()) }
        }
    }
}

impl State {
    pub(crate) const fn new() -> Self {
        Self {
            slots: None,
            hasher: None,
            n_linked: 0,
            distances: 0,
            next_rekey: 0,
            n_rekeys: 0,
            n_inserts: 0,
            linked_bytes: 0,
            linked_text: 0,
            budget: reclaim::budget_for(0),
            cursor: 0,
            seen_alive: 0,
            long_bytes: 0,
            blocks: Blocks::NEW,
            young: [0; N_YOUNG],
            n_young: 0,
            is_metered: false,
        }
    }

    /// Frees what the shard owns outside region and slot memory.
    ///
    /// # Safety
    /// Nobody can reach the shard any more; region and slot memory still live.
    pub(crate) unsafe fn free<const SEGMENTS: usize>(&mut self, region: &Region<SEGMENTS>) {
        for (_, pair) in self.slots.take().iter().flat_map(|slots| slots.iter()) {
            // SAFETY: a linked index was dealt out by this region.
            let entry = unsafe { region.entry(pair.index) };
            // SAFETY: linked, and the caller is the only one left.
            unsafe { blocks::free_long(entry) };
        }
        if let Some(hasher) = self.hasher.take() {
            // SAFETY: the caller says that no reader is left.
            unsafe { hasher.free_with_retired() };
        }
    }
}

impl<const SEGMENTS: usize> Shard<'_, SEGMENTS> {
    /// Looks for a text and takes a count of it. Under the lock a linked entry cannot die, so the text is
    /// compared before the count is taken and nothing has to be given back.
    pub(crate) fn search(&self, hash: u64, text: &str) -> Found {
        let hash = match self.state.hasher {
            None => Pair::hash_of(hash),
            Some(hasher) => hasher.hash(text),
        };
        let Some(slots) = self.state.slots else { return Found::Vacancy(Vacancy { hash, place: None }) };
        let found = slots.search(hash, |index| {
            let entry = self.entry(index);
            // SAFETY: linked, and we hold the lock.
            unsafe { entry.has_text(text) }
        });
        match found {
            Ok(index) => Found::Entry(index, self.entry(index).hold()),
            Err(place) => Found::Vacancy(Vacancy { hash, place: Some(place) }),
        }
    }

    /// Makes an entry with a count of 1 of a text that `search` did not find, under the same lock.
    pub(crate) fn insert(&mut self, hash: u64, text: &str, vacancy: Vacancy) -> Result<(u32, Held), Refusal> {
        let mut place = vacancy.place;
        let bytes = linked_bytes(text.len());
        if self.must_make_room(bytes) {
            self.make_room(bytes);
            place = None;
        }
        if self.state.is_metered && !self.meter.try_reserve(text.len()) {
            // What came and went just now makes room first.
            if !self.meter.can_hold(text.len()) {
                return Err(Refusal::Limit);
            }
            self.sweep_young();
            place = None;
            if !self.meter.try_reserve(text.len()) {
                return Err(Refusal::Limit);
            }
        }
        if self.state.is_full() {
            place = None;
        }
        let Some((slots, index, long)) = self.acquire(text) else {
            if self.state.is_metered {
                self.meter.give_back(text.len());
            }
            return Err(Refusal::Full);
        };
        let entry = self.entry(index);
        // SAFETY: the block came from `Blocks`, so it is dead; its class fits the text.
        let held = unsafe { entry.publish(text, hash, long) };
        let (position, distance) = place.unwrap_or_else(|| slots.vacancy(vacancy.hash));
        slots.put(position, Pair { hash: vacancy.hash, index });
        self.state.count_in(index, text.len(), bytes, distance);
        self.rekey_if_crowded(distance);
        Ok((index, held))
    }

    /// Takes everything that an insert needs and that can fail. The block comes last: what is dealt out
    /// cannot be given back, while slots that became more than needed do no harm.
    #[inline]
    fn acquire(&mut self, text: &str) -> Option<(Slots, u32, Option<NonNull<u8>>)> {
        if MAX_SHORT < text.len() {
            return self.acquire_long(text);
        }
        let slots = self.slots_with_room()?;
        let index = self.state.blocks.take(class_of(text.len()), self.region)?;
        Some((slots, index, None))
    }

    #[cold]
    fn acquire_long(&mut self, text: &str) -> Option<(Slots, u32, Option<NonNull<u8>>)> {
        let long = blocks::allocate_long(text)?;
        let taken = self.slots_with_room().and_then(|slots| {
            let index = self.state.blocks.take(class_of(text.len()), self.region)?;
            Some((slots, index, Some(long)))
        });
        if taken.is_none() {
            // SAFETY: `allocate_long` made it just now of this text, and nobody was told of it.
            unsafe { blocks::free_long_copy(long, text.len()) };
        }
        taken
    }

    /// Starts or stops keeping the account of this shard's text.
    pub(crate) fn set_metered(&mut self, is_metered: bool) {
        let text = self.state.linked_text;
        match (self.state.is_metered, is_metered) {
            (false, true) => self.meter.add(text),
            (true, false) => self.meter.give_back(text),
            _ => {}
        }
        self.state.is_metered = is_metered;
    }

    fn entry(&self, index: u32) -> Entry {
        // SAFETY: every index in a slot, the young ring or a free list of this shard, or in the word of an
        // atom, was dealt out by this region, under this lock or one that was taken before.
        unsafe { self.region.entry(index) }
    }
}

impl State {
    /// Whether one more pair would fill more than half of the slots.
    fn is_full(&self) -> bool {
        self.slots.is_none_or(|slots| 2 * (self.n_linked + 1) > slots.len())
    }

    /// Counts a new entry, and remembers it as one of the latest.
    fn count_in(&mut self, index: u32, len: usize, bytes: usize, distance: u32) {
        self.n_linked += 1;
        self.n_inserts += 1;
        self.distances += distance as usize;
        self.linked_bytes += bytes;
        self.linked_text += len;
        if MAX_SHORT < len {
            self.long_bytes += len;
        }
        self.young[self.n_young % N_YOUNG] = index;
        self.n_young += 1;
    }

    /// Counts an entry that was taken out.
    fn count_out(&mut self, len: usize, gained: usize) {
        self.n_linked -= 1;
        self.distances -= gained;
        self.linked_bytes -= linked_bytes(len);
        self.linked_text -= len;
        if MAX_SHORT < len {
            self.long_bytes -= len;
        }
    }
}
