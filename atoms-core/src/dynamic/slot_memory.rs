//! Memory for slot arrays: every word of it is a slot for ever, in whichever array it lies.
//!
//! A module of its own because it makes growth cheap in memory: an array that a shard has outgrown may still
//! be walked by a late reader, but it serves another shard at once. Such a reader sees slots that are not of
//! its shard; what they name is an entry all the same, whose text then differs. Blocks are split and joined
//! by halves (a buddy system: Knuth, volume 1, section 2.5), so that two outgrown arrays make a longer one.
//! Which block is free stands apart from the slots, where no reader looks.
//!
//! Invariants:
//! - [M-SLOTS] Every word is an initialised atomic that holds 0 or a pair whose index was dealt out by the
//!   region of the same table; it is only accessed as an atomic, and lives as long as the table.
//! - [M-OWN] A block that was taken belongs to one array until it is given back.

use core::alloc::Layout;
use core::ptr::NonNull;

#[cfg(all(unix, feature = "fork", not(loom)))]
use crate::sync::MutexGuard;
use crate::sync::{AtomicU64, Mutex, const_fn, lock};

/// The fewest slots of a block, as a power of two: one cache line.
const MIN_LOG: u32 = 3;
/// The most slots of a block, as a power of two.
const MAX_LOG: u32 = 31;
/// The fewest slots of a segment, as a power of two: 2 KiB.
const MIN_SEGMENT_LOG: u32 = if cfg!(loom) { 4 } else { 8 };
/// Alignment of segments, and so of every block up to its own size: a cache line.
const ALIGN: usize = 64;
/// In the note on a block: nobody uses it.
const FREE: u8 = 1 << 7;

/// The slot memory of a table.
pub(crate) struct SlotMemory(Mutex<Segments>);

/// What the lock protects.
pub(super) struct Segments {
    segments: Vec<Segment>,
    n_slots: usize,
}

/// One allocation. Its blocks follow each other without a gap.
struct Segment {
    /// What the allocator gave, and the first slot in it.
    memory: NonNull<u8>,
    base: NonNull<AtomicU64>,
    log: u32,
    /// For every `1 << MIN_LOG` slots a note: where a block begins, its size as a power of two and `FREE`.
    notes: Vec<u8>,
}

// SAFETY: a segment is reached under the lock only; its slots are atomics.
unsafe impl Send for Segment {}

impl SlotMemory {
    const_fn! {
        pub(crate) fn new() -> Self {
            Self(Mutex::new(Segments { segments: Vec::new(), n_slots: 0 }))
        }
    }

    /// Takes a block of `1 << log` slots, whatever they hold. `None` when the system gives no memory.
    pub(crate) fn take(&self, log: u32) -> Option<NonNull<AtomicU64>> {
        debug_assert!((MIN_LOG..=MAX_LOG).contains(&log));
        let mut memory = lock(&self.0);
        let (segment_idx, unit) = match memory.best_fit(log) {
            Some(found) => found,
            None => memory.open_segment(log)?,
        };
        let segment = &mut memory.segments[segment_idx];
        segment.split(unit, log);
        Some(segment.slot(unit))
    }

    /// Gives a block back that `take` handed out with the same size. Late readers may still look at it.
    ///
    /// # Panics
    /// If the block is none of this memory.
    pub(crate) fn give_back(&self, block: NonNull<AtomicU64>, log: u32) {
        let mut memory = lock(&self.0);
        let (segment, unit) = memory
            .segments
            .iter_mut()
            .find_map(|segment| segment.unit_of(block).map(|unit| (segment, unit)))
            .expect("every block lies in a segment");
        debug_assert_eq!(u32::from(segment.notes[unit]), log, "given back as it was taken");
        segment.join(unit, log);
    }

    /// Bytes taken from the allocator.
    pub(crate) fn bytes(&self) -> usize {
        let memory = lock(&self.0);
        let lists = memory.segments.capacity() * size_of::<Segment>();
        let notes: usize = memory.segments.iter().map(|segment| segment.notes.capacity()).sum();
        let slots: usize = memory
            .segments
            .iter()
            .filter_map(|segment| layout(segment.log))
            .map(|layout| layout.size())
            .sum();
        slots + notes + lists
    }

    /// Locks the memory, for `fork`.
    #[cfg(all(unix, feature = "fork", not(loom)))]
    pub(super) fn lock(&self) -> MutexGuard<'_, Segments> {
        lock(&self.0)
    }
}

impl Segments {
    /// The smallest free block of at least `1 << log` slots: its segment and its first unit. Takes time in
    /// the number of blocks: a few for each shard.
    fn best_fit(&self, log: u32) -> Option<(usize, usize)> {
        let blocks = self.segments.iter().enumerate().flat_map(|(segment_idx, segment)| {
            segment.free_blocks().map(move |(unit, free_log)| (free_log, segment_idx, unit))
        });
        let (_, segment_idx, unit) = blocks.filter(|&(free_log, ..)| log <= free_log).min()?;
        Some((segment_idx, unit))
    }

    /// Opens a segment of one free block: an eighth of what there is, or as much as is asked for.
    fn open_segment(&mut self, log: u32) -> Option<(usize, usize)> {
        let eighth = (self.n_slots / 8).checked_ilog2().unwrap_or(0);
        let log = eighth.clamp(MIN_SEGMENT_LOG, MAX_LOG).max(log);
        let n_units = 1 << (log - MIN_LOG);
        self.segments.try_reserve(1).ok()?;
        let mut notes = Vec::new();
        notes.try_reserve_exact(n_units).ok()?;
        notes.resize(n_units, 0);
        notes[0] = note(log) | FREE;
        let memory = allocate(layout(log)?)?;
        let base = first_slot(memory, log);
        self.n_slots += 1 << log;
        self.segments.push(Segment { memory, base, log, notes });
        Some((self.segments.len() - 1, 0))
    }
}

impl Segment {
    /// Every free block: its first unit and its size.
    fn free_blocks(&self) -> impl Iterator<Item = (usize, u32)> {
        let mut next = 0;
        core::iter::from_fn(move || {
            let unit = next;
            let note = *self.notes.get(unit)?;
            next = unit + n_units(u32::from(note & !FREE));
            Some((unit, note))
        })
        .filter(|&(_, note)| note & FREE != 0)
        .map(|(unit, note)| (unit, u32::from(note & !FREE)))
    }

    /// Takes the free block at `unit`, or as much of its beginning as `1 << log` slots.
    fn split(&mut self, unit: usize, log: u32) {
        let mut left = u32::from(self.notes[unit] & !FREE);
        while log < left {
            left -= 1;
            self.notes[unit + n_units(left)] = note(left) | FREE;
        }
        self.notes[unit] = note(log);
    }

    /// Frees the block at `unit`, joined with its other half as often as that is free too.
    fn join(&mut self, mut unit: usize, mut log: u32) {
        while log < self.log {
            let other = unit ^ n_units(log);
            if self.notes[other] != note(log) | FREE {
                break;
            }
            unit = unit.min(other);
            log += 1;
        }
        self.notes[unit] = note(log) | FREE;
    }

    /// The first slot of a unit.
    fn slot(&self, unit: usize) -> NonNull<AtomicU64> {
        debug_assert!(unit < self.notes.len());
        // SAFETY: the segment has `1 << MIN_LOG` slots for each of its notes.
        unsafe { self.base.add(unit << MIN_LOG) }
    }

    /// The unit that begins at a slot, if it lies here.
    fn unit_of(&self, slot: NonNull<AtomicU64>) -> Option<usize> {
        let bytes = slot.addr().get().checked_sub(self.base.addr().get())?;
        let unit = (bytes / size_of::<AtomicU64>()) >> MIN_LOG;
        (unit < self.notes.len()).then_some(unit)
    }
}

impl Drop for Segment {
    fn drop(&mut self) {
        let layout = layout(self.log).expect("it was allocated with this layout");
        // SAFETY: `allocate` made it with this layout; the table ends here, so no reader is left.
        unsafe { std::alloc::dealloc(self.memory.as_ptr(), layout) };
    }
}

/// Units of a block of `1 << log` slots.
const fn n_units(log: u32) -> usize {
    1 << (log - MIN_LOG)
}

/// The note on a block of `1 << log` slots that is in use.
#[expect(clippy::cast_possible_truncation, reason = "at most 31")]
const fn note(log: u32) -> u8 {
    log as u8
}

/// Layout of a segment: with room for `ALIGN`, which is not asked of the allocator, since most clear memory
/// of a large alignment themselves, where other memory comes clear, and untouched, from the system.
fn layout(log: u32) -> Option<Layout> {
    let slots = Layout::array::<AtomicU64>(1 << log).ok()?;
    Layout::from_size_align(slots.size().checked_add(ALIGN - slots.align())?, slots.align()).ok()
}

/// Memory of all bits 0.
fn allocate(layout: Layout) -> Option<NonNull<u8>> {
    // SAFETY: the layout has at least the size of a slot.
    NonNull::new(unsafe { std::alloc::alloc_zeroed(layout) })
}

/// The first of the slots in the memory of a segment. All bits 0 is an atomic that holds 0.
fn first_slot(memory: NonNull<u8>, log: u32) -> NonNull<AtomicU64> {
    let offset = memory.addr().get().next_multiple_of(ALIGN) - memory.addr().get();
    // SAFETY: `layout` has room for it.
    let base = unsafe { memory.add(offset) }.cast::<AtomicU64>();
    // A checker wants to be told of each of its atomics.
    #[cfg(loom)]
    for slot in 0..1 << log {
        // SAFETY: `layout` is that of this many slots, and a rest.
        let place = unsafe { base.add(slot) };
        // SAFETY: fresh memory.
        unsafe { place.write(AtomicU64::new(0)) };
    }
    #[cfg(not(loom))]
    let _ = log;
    base
}

#[cfg(all(test, not(loom)))]
mod tests;
