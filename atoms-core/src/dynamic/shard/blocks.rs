//! The blocks of a shard: which are free, by size, and the long texts that stand apart.
//!
//! A module of its own because it alone knows the size classes.
//! Invariant: a block that `take` hands out is dead and belongs to nobody else; by [S-OWN] it comes back
//! to the class that it was taken from.

use core::alloc::Layout;
use core::ptr::NonNull;

use crate::dynamic::entry::{Entry, GRANULE, MAX_SHORT, n_granules};
use crate::dynamic::region::Region;

/// Block sizes in granules: steps of an eighth to a quarter, up to a text of `MAX_SHORT`.
const CLASSES: [u32; 19] = [2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 65];
/// Bytes of the smallest block.
pub(super) const MIN_BLOCK: usize = CLASSES[0] as usize * GRANULE;
/// Most blocks of a chunk.
const MAX_CHUNK: u32 = 128;

/// The blocks of a shard that hold no entry.
pub(super) struct Blocks([Class; CLASSES.len()]);

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

impl Blocks {
    pub(super) const NEW: Self = Self([Class { free: 0, fresh: 0, n_fresh: 0, n_blocks: 0 }; CLASSES.len()]);

    /// Takes a block of a class; `None` when the region has no more.
    #[inline]
    pub(super) fn take<const SEGMENTS: usize>(
        &mut self,
        class: usize,
        region: &Region<SEGMENTS>,
    ) -> Option<u32> {
        let blocks = &mut self.0[class];
        if blocks.free != 0 {
            let index = blocks.free;
            // SAFETY: it was dealt out by this region, under this shard's lock.
            let entry = unsafe { region.entry(index) };
            // SAFETY: on the free list, so dead, and linked to the next by `put`.
            blocks.free = unsafe { entry.next_free() };
            return Some(index);
        }
        if blocks.n_fresh == 0 {
            blocks.refill(CLASSES[class], region)?;
        }
        let index = blocks.fresh;
        blocks.fresh += CLASSES[class];
        blocks.n_fresh -= 1;
        Some(index)
    }

    /// Puts a dead block that nothing names any more on the free list of its class.
    pub(super) fn put<const SEGMENTS: usize>(&mut self, class: usize, index: u32, region: &Region<SEGMENTS>) {
        // SAFETY: it was dealt out by this region, under this shard's lock.
        let entry = unsafe { region.entry(index) };
        // SAFETY: the block is dead and unlinked, and the caller holds the lock.
        unsafe { entry.set_next_free(self.0[class].free) };
        self.0[class].free = index;
    }
}

impl Class {
    /// Gets fresh blocks: a quarter more than there are, few spare ones for a small shard, few calls for a
    /// large one.
    #[cold]
    #[inline(never)]
    fn refill<const SEGMENTS: usize>(&mut self, n_granules: u32, region: &Region<SEGMENTS>) -> Option<()> {
        let chunk = region.deal(n_granules, (self.n_blocks / 4).clamp(1, MAX_CHUNK))?;
        (self.fresh, self.n_fresh) = (chunk.first, chunk.n_blocks);
        self.n_blocks += chunk.n_blocks;
        Some(())
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

/// The class of the block for a text of this length.
pub(super) fn class_of(len: usize) -> usize {
    CLASS_OF[n_granules(len)] as usize
}

/// Bytes that an entry takes: its block, and a long text.
pub(super) fn linked_bytes(len: usize) -> usize {
    CLASSES[class_of(len)] as usize * GRANULE + if MAX_SHORT < len { len } else { 0 }
}

/// A copy of a long text; `None` when the system gives no memory.
pub(super) fn allocate_long(text: &str) -> Option<NonNull<u8>> {
    let layout = Layout::for_value(text);
    // SAFETY: only texts over `MAX_SHORT` come here, so the size is not 0.
    let copy = NonNull::new(unsafe { std::alloc::alloc(layout) })?;
    // SAFETY: fresh memory of the same length.
    unsafe { copy.copy_from_nonoverlapping(NonNull::from(text).cast(), text.len()) };
    Some(copy)
}

/// Frees the copy of a text of `len` bytes.
///
/// # Safety
/// `allocate_long` made it, and nobody reads it any more.
pub(super) unsafe fn free_long_copy(copy: NonNull<u8>, len: usize) {
    let layout = Layout::array::<u8>(len).expect("it was allocated with this length");
    // SAFETY: as the caller says.
    unsafe { std::alloc::dealloc(copy.as_ptr(), layout) };
}

/// Frees the copy of a long text, if the text of an entry is long.
///
/// # Safety
/// As for `Entry::len`, and nobody reads the text any more.
pub(super) unsafe fn free_long(entry: Entry) {
    // SAFETY: as the caller says.
    let len = unsafe { entry.len() };
    if MAX_SHORT < len {
        // SAFETY: as the caller says, and the text is long.
        let copy = unsafe { entry.long_text() };
        // SAFETY: `publish` was given what `allocate_long` made; the caller says that nobody reads it.
        unsafe { free_long_copy(copy, len) };
    }
}
