//! The slot array of one shard: open addressing over words of hash and index.
//!
//! A module of its own because readers walk it without a lock while the holder of the shard's lock changes it.
//!
//! ```text
//! slot: 63..32 half of a hash of the text | 31..0 index of the entry      0: empty
//! ```
//! A slot's home is the top bits of its hash, so that moving one reads no entry, and a longer array holds
//! the pairs in the same order. A removal closes the gap by moving later slots back (Knuth, volume 3,
//! section 6.4, algorithm R): no tombstones, and the length of probes depends on the load alone.
//!
//! Invariants:
//! - [A-PROBE] For the holder of the lock: between a slot's home and the slot there is no empty one.
//!   A reader without the lock may miss a slot that is being moved, and may look at an array that belongs
//!   to another shard by now ([M-SLOTS]); it never finds what was never there.
//! - [A-EMPTY] At least half of the slots are empty.
//! - [A-TAG] The low 6 bits of the address, which is aligned to 64 bytes, are the shift that makes a home
//!   of a hash, and whether the hashes are those of a `SlotHasher`.

use core::ptr::NonNull;

use super::slot_memory::SlotMemory;
use crate::sync::{AtomicU64, Ordering};

/// Bits of the address that hold the shift.
const SHIFT: usize = 0b1_1111;
/// Bit of the address: the hashes are those of a `SlotHasher`.
const REKEYED: usize = 0b10_0000;

/// A slot array: the address of its first slot with [A-TAG].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Slots(NonNull<AtomicU64>);

// SAFETY: every access through it is to an atomic that lives as long as the table, by [M-SLOTS].
unsafe impl Send for Slots {}

/// What a slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    /// Half of a hash.
    pub(crate) hash: u32,
    /// Index of the entry, not 0.
    pub(crate) index: u32,
}

impl Pair {
    /// The half of a hash that a pair holds: the one that the shard does not come from.
    #[inline]
    pub(crate) const fn hash_of(hash: u64) -> u32 {
        (hash >> 32) as u32
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
    /// A new array of `1 << log` empty slots; `None` when the system gives no memory.
    pub(crate) fn take(memory: &SlotMemory, log: u32, is_rekeyed: bool) -> Option<Self> {
        let base = memory.take(log)?;
        let tag = (32 - log as usize) | if is_rekeyed { REKEYED } else { 0 };
        let slots = Self(base.map_addr(|address| address | tag));
        for position in 0..slots.len() {
            // Relaxed: an empty slot only sends a late reader to the lock.
            slots.slot(position).store(0, Ordering::Relaxed);
        }
        Some(slots)
    }

    /// Gives the array back. Late readers may go on looking at it.
    pub(crate) fn give_back(self, memory: &SlotMemory) {
        memory.give_back(self.base(), self.log());
    }

    /// The array at an address that `as_ptr` gave; `None` for null.
    ///
    /// # Safety
    /// The table whose array it was lives, by [M-SLOTS].
    #[inline]
    pub(crate) unsafe fn from_ptr(tagged: *mut AtomicU64) -> Option<Self> {
        NonNull::new(tagged).map(Self)
    }

    /// Address for a shard's atomic pointer.
    pub(crate) fn as_ptr(self) -> *mut AtomicU64 {
        self.0.as_ptr()
    }

    /// Whether the hashes are those of a `SlotHasher`.
    #[inline]
    pub(crate) fn is_rekeyed(self) -> bool {
        self.0.addr().get() & REKEYED != 0
    }

    /// Number of slots, as a power of two.
    pub(crate) fn log(self) -> u32 {
        32 - self.shift()
    }

    /// Number of slots.
    pub(crate) fn len(self) -> u32 {
        self.mask() + 1
    }

    /// What the slot at the home of `hash` holds: most of what is found is found there.
    #[inline]
    pub(crate) fn first(self, hash: u32) -> u64 {
        // Acquire; pairs with the Release of every slot store.
        self.slot(self.home(hash)).load(Ordering::Acquire)
    }

    /// Address of the home of `hash`, to fetch it early.
    #[inline]
    pub(crate) fn home_address(self, hash: u32) -> NonNull<u8> {
        self.place(self.home(hash)).cast()
    }

    /// Indices along the probe of `hash` whose 32 bits agree with it, until an empty slot.
    #[inline]
    pub(crate) fn probe(self, hash: u32) -> Probe {
        Probe { slots: self, hash, position: self.home(hash), n_left: self.len() }
    }

    /// The first index of this hash that `is_it`; else the empty slot for it and its distance from home.
    /// The caller holds the lock.
    #[inline]
    pub(crate) fn search(self, hash: u32, is_it: impl Fn(u32) -> bool) -> Result<u32, (u32, u32)> {
        let (mut position, mut distance) = (self.home(hash), 0);
        // Ends by [A-EMPTY].
        loop {
            // Relaxed: only the holder of the lock writes slots.
            let bits = self.slot(position).load(Ordering::Relaxed);
            if bits == 0 {
                return Err((position, distance));
            }
            if let Some(index) = Pair::index_if(bits, hash).filter(|&index| is_it(index)) {
                return Ok(index);
            }
            position = self.after(position);
            distance += 1;
        }
    }

    /// The empty slot for a pair of this hash, and its distance from home. The caller holds the lock.
    pub(crate) fn vacancy(self, hash: u32) -> (u32, u32) {
        match self.search(hash, |_| false) {
            Ok(index) => unreachable!("no index was accepted, but {index} is returned"),
            Err(place) => place,
        }
    }

    /// Puts a pair into the slot that `vacancy` found. The caller holds the lock, and [A-EMPTY] holds afterwards.
    pub(crate) fn put(self, position: u32, pair: Pair) {
        // Release; pairs with the Acquire in `probe`: the reader sees the segment, and the word as published.
        self.slot(position).store(pair.to_bits(), Ordering::Release);
    }

    /// Puts all pairs of another array in, with new hashes, and says how far they lie from home in all.
    /// Nobody knows of this array yet.
    pub(crate) fn fill_from(self, other: Self, mut rehash: impl FnMut(Pair) -> u32) -> usize {
        let mut distances = 0;
        for (_, pair) in other.iter() {
            let pair = Pair { hash: rehash(pair), ..pair };
            let (position, distance) = self.vacancy(pair.hash);
            self.put(position, pair);
            distances += distance as usize;
        }
        distances
    }

    /// Position of a pair. The caller holds the lock.
    pub(crate) fn position_of(self, pair: Pair) -> Option<u32> {
        let mut position = self.home(pair.hash);
        while let Some(found) = self.at(position) {
            if found == pair {
                return Some(position);
            }
            position = self.after(position);
        }
        None
    }

    /// How far a position is from the home of a hash.
    #[inline]
    pub(crate) fn distance(self, position: u32, hash: u32) -> u32 {
        position.wrapping_sub(self.home(hash)) & self.mask()
    }

    /// Takes the pair at `gap` out: moves later pairs back until nothing is left to move. Says by how much
    /// the pairs lie nearer to their homes in all. The caller holds the lock. A pair is stored in its new
    /// place before its old one is taken, so a reader misses it at worst, and looks again under the lock.
    ///
    /// # Panics
    /// If the position is not below `len`.
    pub(crate) fn remove_at(self, mut gap: u32) -> usize {
        let removed = self.at(gap).map_or(0, |pair| self.distance(gap, pair.hash));
        let mut gained = removed as usize;
        let mut position = gap;
        loop {
            position = self.after(position);
            // Relaxed: only the holder of the lock writes slots.
            let bits = self.slot(position).load(Ordering::Relaxed);
            let Some(pair) = Pair::from_bits(bits) else { break };
            let step = position.wrapping_sub(gap) & self.mask();
            if step <= self.distance(position, pair.hash) {
                // Release; pairs with the Acquire in `probe`, as for a first store.
                self.slot(gap).store(bits, Ordering::Release);
                gained += step as usize;
                gap = position;
            }
        }
        // Relaxed: an empty slot only sends a reader to the lock.
        self.slot(gap).store(0, Ordering::Relaxed);
        gained
    }

    /// All pairs with their positions, in the order of the array. The caller holds the lock.
    pub(crate) fn iter(self) -> impl Iterator<Item = (u32, Pair)> {
        (0..self.len()).filter_map(move |position| Some((position, self.at(position)?)))
    }

    /// The pair at `position`. The caller holds the lock.
    ///
    /// # Panics
    /// If the position is not below `len`.
    #[inline]
    pub(crate) fn at(self, position: u32) -> Option<Pair> {
        assert!(position <= self.mask());
        // Relaxed: only the holder of the lock writes slots.
        Pair::from_bits(self.slot(position).load(Ordering::Relaxed))
    }

    /// The position after this one, round the end.
    #[inline]
    pub(crate) fn after(self, position: u32) -> u32 {
        (position + 1) & self.mask()
    }

    /// The position where the search for a hash begins.
    #[inline]
    pub(crate) fn home(self, hash: u32) -> u32 {
        hash >> self.shift()
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "five bits")]
    fn shift(self) -> u32 {
        (self.0.addr().get() & SHIFT) as u32
    }

    #[inline]
    fn mask(self) -> u32 {
        u32::MAX >> self.shift()
    }

    #[inline]
    fn base(self) -> NonNull<AtomicU64> {
        let address = self.0.as_ptr().map_addr(|address| address & !(SHIFT | REKEYED));
        // SAFETY: by [A-TAG] it is the address of a block of slot memory, which is not null.
        unsafe { NonNull::new_unchecked(address) }
    }

    #[inline]
    fn place(self, position: u32) -> NonNull<AtomicU64> {
        debug_assert!(position <= self.mask());
        // SAFETY: every caller shifts, masks or checks the position, so it lies in the block.
        unsafe { self.base().add(position as usize) }
    }

    #[inline]
    fn slot<'a>(self, position: u32) -> &'a AtomicU64 {
        // SAFETY: by [M-SLOTS] an initialised atomic, which lives as long as the table.
        unsafe { self.place(position).as_ref() }
    }
}

/// A search along the slots from the home of a hash.
#[derive(Debug)]
pub(crate) struct Probe {
    slots: Slots,
    hash: u32,
    position: u32,
    n_left: u32,
}

impl Iterator for Probe {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        // Bounded: a reader without the lock could otherwise chase slots that are being moved.
        while self.n_left > 0 {
            // Acquire; pairs with the Release of every slot store.
            let bits = self.slots.slot(self.position).load(Ordering::Acquire);
            let pair = Pair::from_bits(bits)?;
            self.position = self.slots.after(self.position);
            self.n_left -= 1;
            if pair.hash == self.hash {
                return Some(pair.index);
            }
        }
        None
    }
}

#[cfg(all(test, not(loom)))]
mod tests;
