//! Memory for entries that never moves and is never given back while the table lives.
//!
//! A module of its own because it is the one owner of entry memory: an index is turned into an address here
//! and nowhere else. An index is the number of a 16-byte granule: 65,536 to a segment, so that the upper
//! half of an index is a position in the directory of segments and one load finds the address.
//! The first segments are allocated smaller than that and leave the rest of their indices unused.
//!
//! Invariants:
//! - [R-FIXED] A directory place that holds an address holds it for ever.
//! - [R-INDEX] Every index that was dealt out lies in a segment of the directory; 0 is never dealt out.
//! - [R-ROLE] A granule that has once been the first of a block is the first of a block of the same size for ever.

use core::alloc::Layout;
use core::ptr::{self, NonNull};

use super::entry::{Entry, GRANULE};
#[cfg(all(unix, feature = "fork", not(loom)))]
use crate::sync::MutexGuard;
use crate::sync::{AtomicPtr, Mutex, Ordering, array_of, const_fn, lock};

/// Granules of one segment's index space.
const SEGMENT_GRANULES: u32 = 1 << SEGMENT_SHIFT;
const SEGMENT_SHIFT: u32 = 16;
/// Segments that there are indices for.
const MAX_SEGMENTS: usize = 1 << (32 - SEGMENT_SHIFT);
/// The smallest segment, in granules: 16 KiB, so that the first atom is cheap.
const MIN_SEGMENT: u32 = if cfg!(loom) { 16 } else { 1 << 10 };
/// Alignment of segments: entries of one or two cache lines do not straddle one more.
const SEGMENT_ALIGN: usize = 64;

/// A region of at most `SEGMENTS` segments.
pub(crate) struct Region<const SEGMENTS: usize> {
    directory: [AtomicPtr<u8>; SEGMENTS],
    frontier: Mutex<Frontier>,
}

/// Where the next chunk is cut from.
pub(super) struct Frontier {
    /// First granule not dealt out.
    next: u32,
    /// End of the granules of the current segment that have memory.
    end: u32,
    n_segments: usize,
    /// Granules that have memory, in all segments.
    n_granules: usize,
}

/// A run of blocks of one size that were dealt out together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chunk {
    /// Index of the first block.
    pub(crate) first: u32,
    pub(crate) n_blocks: u32,
}

impl<const SEGMENTS: usize> Region<SEGMENTS> {
    const_fn! {
        pub(crate) fn new() -> Self {
            assert!(SEGMENTS <= MAX_SEGMENTS);
            Self {
                directory: array_of![AtomicPtr::new(ptr::null_mut()); SEGMENTS],
                frontier: Mutex::new(Frontier::NEW),
            }
        }
    }

    /// The entry at `index`. One load and no check of the index beyond the directory's length.
    ///
    /// # Safety
    /// `index` was dealt out by this region, and the dealing happened before (a slot's Acquire load, a
    /// handle that was passed on, or the shard's lock).
    #[inline]
    pub(crate) unsafe fn entry(&self, index: u32) -> Entry {
        let segment = &self.directory[(index >> SEGMENT_SHIFT) as usize];
        // Relaxed: the index itself came through an edge that orders the directory's store before this load.
        let base = segment.load(Ordering::Relaxed);
        let offset = (index & (SEGMENT_GRANULES - 1)) as usize * GRANULE;
        // SAFETY: by [R-INDEX] the index lies in a segment with memory, and by [R-FIXED] it stays there.
        let block = unsafe { base.add(offset) };
        // SAFETY: as above, so the address is not null.
        let block = unsafe { NonNull::new_unchecked(block) };
        // SAFETY: segments are aligned to 64 bytes and live as long as the region.
        unsafe { Entry::at(block) }
    }

    /// Deals out up to `wanted` blocks of `n_granules` each, at least one, all of them dead entries.
    /// `None` when the region is full or the system gives no memory.
    pub(crate) fn deal(&self, n_granules: u32, wanted: u32) -> Option<Chunk> {
        let mut frontier = lock(&self.frontier);
        // An even number of granules starts at an even one: a block of 32 bytes lies in one cache line.
        let align = if n_granules & 1 == 0 { 2 } else { 1 };
        let mut first = frontier.next.next_multiple_of(align);
        if first.checked_add(n_granules).is_none_or(|end| end > frontier.end) {
            self.open_segment(&mut frontier)?;
            first = frontier.next.next_multiple_of(align);
        }
        let n_blocks = wanted.clamp(1, (frontier.end - first) / n_granules);
        frontier.next = first + n_blocks * n_granules;
        drop(frontier);
        for block in 0..n_blocks {
            // SAFETY: these granules were cut off just now, in a segment that this thread has seen.
            let entry = unsafe { self.entry(first + block * n_granules) };
            // SAFETY: nobody else knows of them yet.
            unsafe { entry.init() };
        }
        Some(Chunk { first, n_blocks })
    }

    /// Bytes taken from the allocator.
    pub(crate) fn bytes(&self) -> usize {
        lock(&self.frontier).n_granules * GRANULE
    }

    /// Gives `frontier` a new segment; the tail of the last one stays unused.
    fn open_segment(&self, frontier: &mut Frontier) -> Option<()> {
        // The last segment of all stays unopened, so that the end of every other one is an index.
        let place = self.directory[..SEGMENTS.min(MAX_SEGMENTS - 1)].get(frontier.n_segments)?;
        let size = segment_size(frontier.n_granules);
        // SAFETY: the size is not 0.
        let base = unsafe { std::alloc::alloc(segment_layout(size)) };
        if base.is_null() {
            return None;
        }
        // Relaxed: whoever learns an index of this segment does so through a later edge.
        place.store(base, Ordering::Relaxed);
        let first = u32::try_from(frontier.n_segments).expect("bounded in `new`") << SEGMENT_SHIFT;
        // Index 0 stands for "no entry"; leaving out a whole cache line keeps the alignment.
        frontier.next = if first == 0 { 4 } else { first };
        frontier.end = first + size;
        frontier.n_segments += 1;
        frontier.n_granules += size as usize;
        Some(())
    }

    /// Locks the frontier, for `fork`.
    #[cfg(all(unix, feature = "fork", not(loom)))]
    pub(super) fn lock(&self) -> MutexGuard<'_, Frontier> {
        lock(&self.frontier)
    }
}

impl Frontier {
    const NEW: Self = Self { next: 0, end: 0, n_segments: 0, n_granules: 0 };
}

/// Granules of the segment that is opened when `before` have memory: a quarter more, within bounds.
fn segment_size(before: usize) -> u32 {
    let quarter = u32::try_from(before / 4).unwrap_or(SEGMENT_GRANULES);
    quarter.next_multiple_of(4).clamp(MIN_SEGMENT, SEGMENT_GRANULES)
}

fn segment_layout(n_granules: u32) -> Layout {
    Layout::from_size_align(n_granules as usize * GRANULE, SEGMENT_ALIGN)
        .expect("a segment has at most 1 MiB")
}

impl<const SEGMENTS: usize> Drop for Region<SEGMENTS> {
    fn drop(&mut self) {
        let mut before = 0;
        for place in &self.directory {
            let base = place.load(Ordering::Relaxed);
            if base.is_null() {
                break;
            }
            // The sizes follow from the order of the segments, so they need not be kept.
            let size = segment_size(before);
            before += size as usize;
            // SAFETY: `open_segment` allocated it with this layout, and nobody can reach the region any more.
            unsafe { std::alloc::dealloc(base, segment_layout(size)) };
        }
    }
}
