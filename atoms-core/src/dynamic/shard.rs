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
    /// `linked_bytes` when the shard was last walked.
    survivors: usize,
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
        slots.probe(low(hash)).find_map(|index| {
            let entry = self.entry(index);
            // SAFETY: linked, and we hold the lock.
            (unsafe { entry.text() } == text).then(|| (index, entry.hold()))
        })
    }

    /// Makes an entry with a count of 1. The text is not in the shard.
    pub(crate) fn insert(&mut self, hash: u64, text: &str) -> Result<(u32, Held), Refusal> {
        let class = class_of(text.len());
        let long_bytes = if text.len() > MAX_SHORT { text.len() } else { 0 };
        self.make_room(block_bytes(class) + long_bytes);
        if self.state.is_metered && !self.meter.try_reserve(text.len()) {
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
        slots.insert(Pair { hash: low(hash), index });
        let state = &mut *self.state;
        state.n_linked += 1;
        state.linked_bytes += block_bytes(class) + long_bytes;
        state.linked_text += text.len();
        state.long_bytes += long_bytes;
        state.remember(index);
        Ok((index, held))
    }

    /// Takes everything that an insert needs and that can fail; on failure nothing is left taken.
    fn acquire(&mut self, class: usize, text: &str) -> Option<(Slots, u32, Option<NonNull<u8>>)> {
        let index = self.take_block(class)?;
        let Some(slots) = self.slots_with_room() else {
            self.put_block(class, index);
            return None;
        };
        if text.len() <= MAX_SHORT {
            return Some((slots, index, None));
        }
        let Some(long) = allocate_long(text) else {
            self.put_block(class, index);
            return None;
        };
        Some((slots, index, Some(long)))
    }

    /// Sweeps when idle entries may take more than their share: the latest inserts first, since most names
    /// die young, and the whole shard only when that did not help.
    fn make_room(&mut self, more: usize) {
        let is_over = |state: &State| state.linked_bytes + more > state.budget();
        if !is_over(&self.state) && !self.state.is_full() {
            return;
        }
        self.sweep_young();
        if is_over(&self.state) {
            self.sweep();
        }
    }

    /// Reclaims the idle ones of the latest inserts. Each insert is looked at once, since the ring is
    /// empty afterwards.
    fn sweep_young(&mut self) {
        let n_young = core::mem::take(&mut self.state.n_young).min(N_YOUNG);
        for position in 0..n_young {
            self.reclaim(self.state.young[position]);
        }
    }

    /// Reclaims every idle entry; the bytes made reusable. Takes time in the number of slots.
    pub(crate) fn sweep(&mut self) -> usize {
        let before = self.state.linked_bytes;
        self.state.n_young = 0;
        self.has_walked = true;
        if let Some(slots) = self.state.slots {
            let mut position = 0;
            while position < slots.len() {
                match slots.at(position) {
                    // Closing the gap may have moved another pair here: look again.
                    Some(pair) if self.kill(slots, position, pair) => {}
                    Some(pair) => {
                        self.entry(pair.index).forget_hits();
                        position += 1;
                    }
                    None => position += 1,
                }
            }
        }
        self.state.survivors = self.state.linked_bytes;
        before - self.state.linked_bytes
    }

    /// Reclaims the entry at `index` if it is idle. It need not be the one that the caller once knew:
    /// by [S-LINK] a block of this shard that is not dead is linked, and any idle one may go.
    pub(crate) fn reclaim(&mut self, index: u32) {
        let entry = self.entry(index);
        if !entry.try_kill() {
            return;
        }
        // SAFETY: killed just now under the lock.
        let hash = unsafe { entry.hash() };
        let slots = self.state.slots.expect("a linked entry has a slot");
        let pair = Pair { hash: low(hash), index };
        let position = slots.position_of(pair).expect("a linked entry has a slot");
        self.bury(slots, position, index);
    }

    /// Kills and reclaims the entry of the pair at `position`, if it is idle.
    fn kill(&mut self, slots: Slots, position: u32, pair: Pair) -> bool {
        let is_idle = self.entry(pair.index).try_kill();
        if is_idle {
            self.bury(slots, position, pair.index);
        }
        is_idle
    }

    /// Unlinks an entry that was killed, frees a long text and puts the block on its free list.
    fn bury(&mut self, slots: Slots, position: u32, index: u32) {
        let entry = self.entry(index);
        slots.remove_at(position);
        // SAFETY: the caller has killed it under this lock.
        let len = unsafe { entry.len() };
        // SAFETY: as above.
        let long = unsafe { long_text_of(entry) };
        let class = class_of(len);
        let long_bytes = long.map_or(0, |(_, layout)| layout.size());
        if let Some((text, layout)) = long {
            // SAFETY: `allocate_long` made it with this layout; the entry is dead, so nobody reads it.
            unsafe { std::alloc::dealloc(text.as_ptr(), layout) };
        }
        self.put_block(class, index);
        let state = &mut *self.state;
        state.n_linked -= 1;
        state.linked_bytes -= block_bytes(class) + long_bytes;
        state.linked_text -= len;
        state.long_bytes -= long_bytes;
        if state.is_metered {
            self.meter.give_back(len);
        }
    }

    /// The slot array, grown if one more pair would fill more than half of it.
    fn slots_with_room(&mut self) -> Option<Slots> {
        let state = &mut *self.state;
        match state.slots {
            Some(slots) if !state.is_full() => Some(slots),
            old => {
                let slots = Slots::grown(old)?;
                // Release; pairs with the Acquire of readers, which then see the array as filled.
                self.head.store(slots.as_ptr(), Ordering::Release);
                state.slots = Some(slots);
                Some(slots)
            }
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
        // SAFETY: every index in a slot, the young ring or a class of this shard was dealt out by this
        // region, under this lock or one that was taken before.
        unsafe { self.region.entry(index) }
    }
}

impl State {
    /// Bytes that may be linked before a sweep: half as much idle as was live at the last walk.
    fn budget(&self) -> usize {
        self.survivors + self.survivors / 2 + IDLE_FLOOR
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

/// Low half of a hash: the part that slots hold.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the low half is meant")]
pub(crate) const fn low(hash: u64) -> u32 {
    hash as u32
}

fn class_of(len: usize) -> usize {
    let granules = n_granules(len);
    CLASSES
        .iter()
        .position(|&class| granules <= class as usize)
        .expect("the last class holds a text of MAX_SHORT")
}

fn block_bytes(class: usize) -> usize {
    CLASSES[class] as usize * GRANULE
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
