//! The slot array of one shard: open addressing over words of hash and index.
//!
//! A module of its own because readers walk it without a lock while the holder of the shard's lock changes it.
//!
//! ```text
//! slot: 63..32 low half of the text's hash | 31..0 index of the entry      0: empty
//! ```
//! A slot's home is its hash masked by the array's length, so that moving one reads no entry. A removal
//! closes the gap by moving later slots back (Knuth 6.4, algorithm R): no tombstones, and the length of
//! probes depends on the load alone.
//!
//! Invariants:
//! - [A-PROBE] For the holder of the lock: between a slot's home and the slot there is no empty one.
//!   A reader without the lock may miss a slot that is being moved; it never finds one that was never there.
//! - [A-EMPTY] At least half of the slots are empty.
//! - [A-KEPT] An array is not freed before the table is, so that a late reader reads slots, if old ones.

use core::alloc::Layout;
use core::ptr::NonNull;

use crate::sync::{AtomicU64, Ordering};

/// Fewest slots of an array.
const MIN_SLOTS: u32 = 8;

#[repr(C)]
struct Head {
    mask: u32,
    /// The smaller array that this one took the place of.
    retired: Option<Slots>,
}

/// A slot array; a pointer to its head, which the slots follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Slots(NonNull<Head>);

// SAFETY: every access through it is atomic, or to a head that nobody writes once it is shared.
unsafe impl Send for Slots {}

/// What a slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    /// Low half of the hash.
    pub(crate) hash: u32,
    /// Index of the entry, not 0.
    pub(crate) index: u32,
}

impl Pair {
    /// The half of a hash that a pair holds.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the low half is meant")]
    pub(crate) const fn hash_of(hash: u64) -> u32 {
        hash as u32
    }

    pub(crate) const fn to_bits(self) -> u64 {
        (self.hash as u64) << 32 | self.index as u64
    }

    /// The index that a slot of these bits holds, if its hash is `hash`. The hash is looked at first:
    /// it rules out most slots, empty ones among them.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the two halves of the slot")]
    pub(crate) const fn index_if(bits: u64, hash: u32) -> Option<u32> {
        if (bits >> 32) as u32 == hash && bits as u32 != 0 { Some(bits as u32) } else { None }
    }

    #[expect(clippy::cast_possible_truncation, reason = "the two halves of the slot")]
    pub(crate) const fn from_bits(bits: u64) -> Option<Self> {
        if bits == 0 { None } else { Some(Self { hash: (bits >> 32) as u32, index: bits as u32 }) }
    }
}

impl Slots {
    /// A new array that takes the place of `retired`, twice as long and with the same pairs.
    /// `None` when the system gives no memory. Nobody else may change `retired` meanwhile.
    pub(crate) fn grown(retired: Option<Self>) -> Option<Self> {
        let n_slots = match retired {
            Some(old) => old.len().checked_mul(2)?,
            None => MIN_SLOTS,
        };
        let layout = layout(n_slots)?;
        // SAFETY: the layout has at least the size of a head.
        let head = NonNull::new(unsafe { std::alloc::alloc_zeroed(layout) })?.cast::<Head>();
        // SAFETY: fresh memory of that layout.
        unsafe { head.write(Head { mask: n_slots - 1, retired }) };
        let slots = Self(head);
        for (_, pair) in retired.iter().flat_map(|old| old.iter()) {
            slots.insert(pair);
        }
        Some(slots)
    }

    /// The array at an address that `as_ptr` gave; `None` for null.
    ///
    /// # Safety
    /// By [A-KEPT]: the table that owns the array lives.
    #[inline]
    pub(crate) unsafe fn from_ptr(head: *mut u8) -> Option<Self> {
        NonNull::new(head.cast()).map(Self)
    }

    /// Address for a table's atomic pointer.
    pub(crate) fn as_ptr(self) -> *mut u8 {
        self.0.as_ptr().cast()
    }

    /// Number of slots, a power of two.
    pub(crate) fn len(self) -> u32 {
        self.mask() + 1
    }

    /// Bytes of this array and of all that it took the place of.
    pub(crate) fn bytes_with_retired(self) -> usize {
        let own = layout(self.len()).map_or(0, |layout| layout.size());
        own + self.retired().map_or(0, Self::bytes_with_retired)
    }

    /// The index at the home of `hash`, if its 32 bits agree: most of what is found is found there.
    #[inline]
    pub(crate) fn first(self, hash: u32) -> Option<u32> {
        // Acquire; pairs with the Release of every slot store.
        Pair::index_if(self.slot(hash & self.mask()).load(Ordering::Acquire), hash)
    }

    /// Indices along the probe of `hash` whose 32 bits agree with it, until an empty slot.
    #[inline]
    pub(crate) fn probe(self, hash: u32) -> Probe {
        Probe { slots: self, mask: self.mask(), hash, step: 0 }
    }

    /// Puts a pair in. The caller holds the lock, and [A-EMPTY] holds afterwards.
    pub(crate) fn insert(self, pair: Pair) {
        let mut position = pair.hash & self.mask();
        // Relaxed: only the holder of the lock writes slots.
        while self.slot(position).load(Ordering::Relaxed) != 0 {
            position = (position + 1) & self.mask();
        }
        // Release; pairs with the Acquire in `probe`: the reader sees the segment, and the word as published.
        self.slot(position).store(pair.to_bits(), Ordering::Release);
    }

    /// Position of a pair. The caller holds the lock.
    pub(crate) fn position_of(self, pair: Pair) -> Option<u32> {
        let mask = self.mask();
        let positions = (0..=mask).map(|step| pair.hash.wrapping_add(step) & mask);
        positions
            .take_while(|&position| self.at(position).is_some())
            .find(|&position| self.at(position) == Some(pair))
    }

    /// Slots that a reader looks at to find the pair at `position`.
    pub(crate) fn probe_length(self, position: u32, pair: Pair) -> usize {
        (position.wrapping_sub(pair.hash) & self.mask()) as usize + 1
    }

    /// Takes the pair at `gap` out: moves later pairs back until nothing is left to move. The caller
    /// holds the lock. A pair is stored in its new place before its old one is taken, so a reader misses
    /// it at worst, and looks again under the lock.
    ///
    /// # Panics
    /// If the position is not below `len`.
    pub(crate) fn remove_at(self, mut gap: u32) {
        let mask = self.mask();
        assert!(gap <= mask);
        let mut position = gap;
        loop {
            position = (position + 1) & mask;
            // Relaxed: only the holder of the lock writes slots.
            let bits = self.slot(position).load(Ordering::Relaxed);
            let Some(pair) = Pair::from_bits(bits) else { break };
            let distance_home = position.wrapping_sub(pair.hash) & mask;
            let distance_gap = position.wrapping_sub(gap) & mask;
            if distance_gap <= distance_home {
                // Release; pairs with the Acquire in `probe`, as for a first store.
                self.slot(gap).store(bits, Ordering::Release);
                gap = position;
            }
        }
        // Relaxed: an empty slot only sends a reader to the lock.
        self.slot(gap).store(0, Ordering::Relaxed);
    }

    /// All pairs with their positions, in the order of the array. The caller holds the lock.
    pub(crate) fn iter(self) -> impl Iterator<Item = (u32, Pair)> {
        (0..self.len()).filter_map(move |position| Some((position, self.at(position)?)))
    }

    /// The pair at `position`. The caller holds the lock.
    ///
    /// # Panics
    /// If the position is not below `len`.
    pub(crate) fn at(self, position: u32) -> Option<Pair> {
        assert!(position <= self.mask());
        // Relaxed: only the holder of the lock writes slots.
        Pair::from_bits(self.slot(position).load(Ordering::Relaxed))
    }

    /// Frees the array and all that it took the place of.
    ///
    /// # Safety
    /// Nobody can reach any of them any more.
    pub(crate) unsafe fn free_with_retired(self) {
        let mut next = Some(self);
        while let Some(slots) = next {
            next = slots.retired();
            // SAFETY: as the caller says.
            unsafe { slots.free() };
        }
    }

    /// Frees the array alone.
    ///
    /// # Safety
    /// Nobody can reach it any more.
    pub(crate) unsafe fn free(self) {
        let layout = layout(self.len()).expect("it was allocated with this layout");
        // SAFETY: `grown` allocated it with this layout; the caller says that nobody reaches it.
        unsafe { std::alloc::dealloc(self.as_ptr(), layout) };
    }

    #[inline]
    fn head<'a>(self) -> &'a Head {
        // SAFETY: by [A-KEPT] the head is there as long as any reader, and nobody writes it after `grown`.
        unsafe { self.0.as_ref() }
    }

    #[inline]
    fn mask(self) -> u32 {
        self.head().mask
    }

    fn retired(self) -> Option<Self> {
        self.head().retired
    }

    #[inline]
    fn place(self, position: u32) -> NonNull<AtomicU64> {
        debug_assert!(position <= self.mask());
        // SAFETY: the slots follow the head in the same allocation.
        let first = unsafe { self.0.add(1) }.cast::<AtomicU64>();
        // SAFETY: every caller masks or checks the position, so it lies in the allocation.
        unsafe { first.add(position as usize) }
    }

    #[inline]
    fn slot<'a>(self, position: u32) -> &'a AtomicU64 {
        // SAFETY: initialised by `grown`, only used as an atomic, and kept by [A-KEPT] as long as any reader.
        unsafe { self.place(position).as_ref() }
    }
}

/// A search along the slots from the home of a hash.
#[derive(Debug)]
pub(crate) struct Probe {
    slots: Slots,
    mask: u32,
    hash: u32,
    step: u32,
}

impl Iterator for Probe {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        // Bounded by the mask: a reader without the lock could otherwise chase slots that are being moved.
        while self.step <= self.mask {
            let position = self.hash.wrapping_add(self.step) & self.mask;
            self.step += 1;
            // Acquire; pairs with the Release of every slot store.
            let pair = Pair::from_bits(self.slots.slot(position).load(Ordering::Acquire))?;
            if pair.hash == self.hash {
                return Some(pair.index);
            }
        }
        None
    }
}

fn layout(n_slots: u32) -> Option<Layout> {
    let slots = Layout::array::<AtomicU64>(n_slots as usize).ok()?;
    let (layout, offset) = Layout::new::<Head>().extend(slots).ok()?;
    debug_assert_eq!(offset, size_of::<Head>());
    layout.align_to(64).ok().map(|layout| layout.pad_to_align())
}

#[cfg(test)]
mod tests;
