//! One shard of the table, as the holder of its lock sees it: insert, sweep, growth.
//!
//! A module of its own because everything here runs under one lock, and nothing here is on the path of a hit.
//!
//! Invariants (with those of `entry` and `slots`):
//! - [S-LINK] Outside the lock an entry of this shard has a slot exactly while it is not dead.
//! - [S-ONE] At most one linked entry has a given text.
//! - [S-ORDER] A block goes: killed, slot taken out, free list, text written, published, slot.
//! - [S-OWN] A block belongs to its shard and its size class for ever.

use core::alloc::Layout;
use core::ptr::NonNull;

use super::entry::{Entry, GRANULE, Held, MAX_SHORT, n_granules};
use super::meter::Meter;
use super::region::Region;
use super::slots::{Pair, Slots};
use crate::sync::{AtomicPtr, MutexGuard, Ordering};

/// Block sizes in granules: steps of an eighth to a quarter, up to a text of `MAX_SHORT`.
const CLASSES: [u32; 19] = [2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 65];
/// Most blocks of a chunk.
const MAX_CHUNK: u32 = 128;
/// Latest inserts that are looked at before a whole shard is walked.
const N_YOUNG: usize = 64;
/// Bytes of blocks that a shard may hold idle however few are live.
const IDLE_FLOOR: usize = 2048;

/// What the lock of a shard protects.
pub(crate) struct State {
    /// The array that readers see through the shard's head.
    slots: Option<Slots>,
    n_linked: u32,
    /// Bytes of the linked entries: blocks and long texts.
    linked_bytes: usize,
    /// Text of the linked entries.
    linked_text: usize,
    /// Bytes of the entries that the last walk to the end left alive.
    survivors: usize,
    /// The slot at which the next walk goes on, and the bytes that it has left alive so far.
    cursor: u32,
    seen_alive: usize,
    /// Long texts of the linked entries.
    long_bytes: usize,
    classes: [Class; CLASSES.len()],
    /// The latest inserts since the last sweep: a ring of `N_YOUNG`, in place so that it cannot fail to grow.
    young: [u32; N_YOUNG],
    n_young: usize,
    /// Whether inserts go through the meter.
    is_metered: bool,
}

/// The blocks of one size.
#[derive(Clone, Copy)]
struct Class {
    /// First block of the free list, or 0.
    free: u32,
    /// First block never used, and how many there are.
    fresh: u32,
    n_fresh: u32,
    /// Blocks dealt out so far.
    n_blocks: u32,
}

/// Why an insert was refused; nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The meter's limit is reached.
    Limit,
    /// No index or no memory is left.
    Full,
}

/// What a walk over a shard found, for statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Census {
    pub(crate) live: usize,
    pub(crate) idle: usize,
    pub(crate) pinned: usize,
    pub(crate) live_text: usize,
    pub(crate) slot_bytes: usize,
    pub(crate) long_bytes: usize,
    pub(crate) longest_probe: usize,
}

/// A locked shard with what it works on.
pub(crate) struct Shard<'t, const SEGMENTS: usize> {
    pub(crate) region: &'t Region<SEGMENTS>,
    pub(crate) meter: &'t Meter,
    /// Where readers find the slots.
    pub(crate) head: &'t AtomicPtr<u8>,
    pub(crate) state: MutexGuard<'t, State>,
    /// Whether all of the shard was swept under this lock.
    pub(crate) has_walked: bool,
}

impl State {
    pub(crate) const fn new() -> Self {
        Self {
            slots: None,
            n_linked: 0,
            linked_bytes: 0,
            linked_text: 0,
            survivors: 0,
            cursor: 0,
            seen_alive: 0,
            long_bytes: 0,
            classes: [Class { free: 0, fresh: 0, n_fresh: 0, n_blocks: 0 }; CLASSES.len()],
            young: [0; N_YOUNG],
            n_young: 0,
            is_metered: false,
        }
    }

    /// Frees what the shard owns outside the region.
    ///
    /// # Safety
    /// Nobody can reach the shard any more; the region still lives.
    pub(crate) unsafe fn free<const SEGMENTS: usize>(&mut self, region: &Region<SEGMENTS>) {
        let Some(slots) = self.slots.take() else { return };
        for (_, pair) in slots.iter() {
            // SAFETY: a linked index was dealt out by this region.
            let entry = unsafe { region.entry(pair.index) };
            // SAFETY: linked, and the caller is the only one left.
            if let Some((long, layout)) = unsafe { long_text_of(entry) } {
                // SAFETY: `allocate_long` made it with this layout.
                unsafe { std::alloc::dealloc(long.as_ptr(), layout) };
            }
        }
        // SAFETY: the caller says that no reader is left.
        unsafe { slots.free_with_retired() };
    }
}

impl<const SEGMENTS: usize> Shard<'_, SEGMENTS> {
    /// Finds a text and takes a count of it. Under the lock a linked entry cannot die, so the text is
    /// compared before the count is taken and nothing has to be given back.
    pub(crate) fn find(&self, hash: u64, text: &str) -> Option<(u32, Held)> {
        let slots = self.state.slots?;
        slots.probe(Pair::hash_of(hash)).find_map(|index| {
            let entry = self.entry(index);
            // SAFETY: linked, and we hold the lock.
            unsafe { entry.has_text(text) }.then(|| (index, entry.hold()))
        })
    }

    /// Makes an entry with a count of 1. The text is not in the shard.
    pub(crate) fn insert(&mut self, hash: u64, text: &str) -> Result<(u32, Held), Refusal> {
        let class = class_of(text.len());
        self.make_room(linked_bytes(text.len()));
        if !self.try_meter(text.len()) {
            return Err(Refusal::Limit);
        }
        let Some((slots, index, long)) = self.acquire(class, text) else {
            if self.state.is_metered {
                self.meter.give_back(text.len());
            }
            return Err(Refusal::Full);
        };
        let entry = self.entry(index);
        // SAFETY: the block came from the free list or fresh, so it is dead; its class fits the text.
        let held = unsafe { entry.publish(text, hash, long) };
        slots.insert(Pair { hash: Pair::hash_of(hash), index });
        let state = &mut *self.state;
        state.n_linked += 1;
        state.linked_bytes += linked_bytes(text.len());
        state.linked_text += text.len();
        state.long_bytes += long_bytes(text.len());
        state.remember(index);
        Ok((index, held))
    }

    /// Reserves text under the limit, if there is one; what came and went just now makes room first.
    fn try_meter(&mut self, len: usize) -> bool {
        if !self.state.is_metered || self.meter.try_reserve(len) {
            return true;
        }
        if !self.meter.can_hold(len) {
            return false;
        }
        self.sweep_young();
        self.meter.try_reserve(len)
    }

    /// Takes everything that an insert needs and that can fail; on failure nothing is left taken. The
    /// block comes last, since what is dealt out cannot be given back.
    fn acquire(&mut self, class: usize, text: &str) -> Option<(Slots, u32, Option<NonNull<u8>>)> {
        let long = if text.len() > MAX_SHORT { Some(allocate_long(text)?) } else { None };
        let slots = self.slots_with_room();
        let index = slots.and_then(|_| self.take_block(class));
        if let (Some(slots), Some(index)) = (slots, index) {
            self.use_slots(slots);
            return Some((slots, index, long));
        }
        if let Some(slots) = slots.filter(|&slots| self.state.slots != Some(slots)) {
            // SAFETY: `slots_with_room` made it just now, and nobody was told of it.
            unsafe { slots.free() };
        }
        if let Some(long) = long {
            // SAFETY: `allocate_long` made it just now with this layout.
            unsafe { std::alloc::dealloc(long.as_ptr(), Layout::for_value(text)) };
        }
        None
    }

    /// Sweeps when idle entries may take more than their share: the latest inserts first, since most names
    /// die young, with as many slots of the rest; the whole shard only when that did not help. Slots that
    /// are full are a reason too, but only once there are enough young entries to gain from.
    fn make_room(&mut self, more: usize) {
        let is_over = |state: &State| state.linked_bytes + more > state.budget();
        let is_worth = self.state.is_full() && self.state.n_young >= N_YOUNG / 2;
        if !is_over(&self.state) && !is_worth {
            return;
        }
        self.sweep_young();
        self.walk(N_YOUNG);
        if is_over(&self.state) {
            self.sweep();
        }
    }

    /// Sweeps the next `n` slots: entries that became idle long after they were made are found in time,
    /// without a pause for the whole shard.
    fn walk(&mut self, n: usize) {
        let Some(slots) = self.state.slots else { return };
        for _ in 0..n.min(slots.len() as usize) {
            let position = self.state.cursor & (slots.len() - 1);
            self.sweep_at(slots, position);
            self.state.cursor = position + 1;
            if self.state.cursor == slots.len() {
                self.state.survivors = core::mem::take(&mut self.state.seen_alive);
            }
        }
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
        self.state.cursor = 0;
        self.state.seen_alive = 0;
        self.has_walked = true;
        if let Some(slots) = self.state.slots {
            for position in 0..slots.len() {
                self.sweep_at(slots, position);
            }
        }
        self.state.survivors = core::mem::take(&mut self.state.seen_alive);
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
        let hash = unsafe { entry.hash() };
        let slots = self.state.slots.expect("a linked entry has a slot");
        let pair = Pair { hash: Pair::hash_of(hash), index };
        let position = slots.position_of(pair).expect("a linked entry has a slot");
        self.bury(slots, position, index);
    }

    /// Unlinks an entry that was killed, frees a long text and puts the block on its free list.
    fn bury(&mut self, slots: Slots, position: u32, index: u32) {
        let entry = self.entry(index);
        slots.remove_at(position);
        // SAFETY: the caller has killed it under this lock.
        let len = unsafe { entry.len() };
        // SAFETY: as above.
        let long = unsafe { long_text_of(entry) };
        if let Some((text, layout)) = long {
            // SAFETY: `allocate_long` made it with this layout; the entry is dead, so nobody reads it.
            unsafe { std::alloc::dealloc(text.as_ptr(), layout) };
        }
        self.put_block(class_of(len), index);
        let state = &mut *self.state;
        state.n_linked -= 1;
        state.linked_bytes -= linked_bytes(len);
        state.linked_text -= len;
        state.long_bytes -= long_bytes(len);
        if state.is_metered {
            self.meter.give_back(len);
        }
    }

    /// The slot array, or a longer one that readers do not know yet if one more pair would fill more than
    /// half of it.
    fn slots_with_room(&self) -> Option<Slots> {
        match self.state.slots {
            Some(slots) if !self.state.is_full() => Some(slots),
            old => Slots::grown(old),
        }
    }

    /// Makes a slot array the one that readers find.
    fn use_slots(&mut self, slots: Slots) {
        if self.state.slots != Some(slots) {
            // Release; pairs with the Acquire of readers, which then see the array as filled.
            self.head.store(slots.as_ptr(), Ordering::Release);
            self.state.slots = Some(slots);
        }
    }

    fn take_block(&mut self, class: usize) -> Option<u32> {
        let blocks = self.state.classes[class];
        if blocks.free != 0 {
            let entry = self.entry(blocks.free);
            // SAFETY: on the free list, so dead, and linked to the next by `put_block`.
            self.state.classes[class].free = unsafe { entry.next_free() };
            return Some(blocks.free);
        }
        if blocks.n_fresh == 0 {
            // A quarter more than there are: few spare blocks for a small shard, few calls for a large one.
            let chunk = self.region.deal(CLASSES[class], (blocks.n_blocks / 4).clamp(1, MAX_CHUNK))?;
            let blocks = &mut self.state.classes[class];
            *blocks = Class {
                fresh: chunk.first,
                n_fresh: chunk.n_blocks,
                n_blocks: blocks.n_blocks + chunk.n_blocks,
                ..*blocks
            };
        }
        let blocks = &mut self.state.classes[class];
        let index = blocks.fresh;
        blocks.fresh += CLASSES[class];
        blocks.n_fresh -= 1;
        Some(index)
    }

    fn put_block(&mut self, class: usize, index: u32) {
        let entry = self.entry(index);
        let blocks = &mut self.state.classes[class];
        // SAFETY: the block is dead and unlinked, and we hold the lock.
        unsafe { entry.set_next_free(blocks.free) };
        blocks.free = index;
    }

    /// Counts what is there. Takes time in the number of slots.
    pub(crate) fn census(&self) -> Census {
        let state = &*self.state;
        let mut census = Census { long_bytes: state.long_bytes, ..Census::default() };
        let Some(slots) = state.slots else { return census };
        census.slot_bytes = slots.bytes_with_retired();
        for (position, pair) in slots.iter() {
            let entry = self.entry(pair.index);
            let Some(stand) = entry.state() else { continue };
            census.longest_probe = census.longest_probe.max(slots.probe_length(position, pair));
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
        // SAFETY: every index in a slot, the young ring or a class of this shard, or in the word of an atom,
        // was dealt out by this region, under this lock or one that was taken before.
        unsafe { self.region.entry(index) }
    }
}

impl State {
    /// Bytes that may be linked before a sweep: half as much idle as was live at the last walk.
    fn budget(&self) -> usize {
        self.survivors.saturating_add(self.survivors / 2 + IDLE_FLOOR)
    }

    /// Whether one more pair would fill more than half of the slots.
    fn is_full(&self) -> bool {
        self.slots.is_none_or(|slots| 2 * (self.n_linked + 1) > slots.len())
    }

    fn remember(&mut self, index: u32) {
        self.young[self.n_young % N_YOUNG] = index;
        self.n_young += 1;
    }
}

/// The class of a block by its granules.
const CLASS_OF: [u8; CLASSES[CLASSES.len() - 1] as usize + 1] = {
    let mut classes = [0; CLASSES[CLASSES.len() - 1] as usize + 1];
    let (mut granules, mut class) = (0, 0);
    while granules < classes.len() {
        if granules > CLASSES[class as usize] as usize {
            class += 1;
        }
        classes[granules] = class;
        granules += 1;
    }
    classes
};

fn class_of(len: usize) -> usize {
    CLASS_OF[n_granules(len)] as usize
}

/// Bytes of a text that stands apart.
fn long_bytes(len: usize) -> usize {
    if len > MAX_SHORT { len } else { 0 }
}

/// Bytes that an entry takes: its block, and a long text.
fn linked_bytes(len: usize) -> usize {
    CLASSES[class_of(len)] as usize * GRANULE + long_bytes(len)
}

fn allocate_long(text: &str) -> Option<NonNull<u8>> {
    let layout = Layout::for_value(text);
    // SAFETY: only texts over `MAX_SHORT` come here, so the size is not 0.
    let copy = NonNull::new(unsafe { std::alloc::alloc(layout) })?;
    // SAFETY: fresh memory of the same length.
    unsafe { copy.copy_from_nonoverlapping(NonNull::from(text).cast(), text.len()) };
    Some(copy)
}

/// The separate copy of a long text and its layout.
///
/// # Safety
/// As for `Entry::len`.
unsafe fn long_text_of(entry: Entry) -> Option<(NonNull<u8>, Layout)> {
    // SAFETY: as the caller says.
    let len = unsafe { entry.len() };
    if len <= MAX_SHORT {
        return None;
    }
    let layout = Layout::array::<u8>(len).expect("it was allocated with this length");
    // SAFETY: as the caller says, and the text is long.
    Some((unsafe { entry.long_text() }, layout))
}
