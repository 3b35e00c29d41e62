//! Vocabularies known at compile time: the tables of a set and its lookup.
//!
//! A module of its own because it is shared with generated code, and knows neither handle nor table.
//! The lookup is a hash, a displacement, and one comparison (hash and displace, Belazzougui, Botelho
//! and Dietzfelbinger 2009). `atoms-codegen` fills the tables with the same function on the other side:
//!
//! ```text
//! h = rapidhash v3(text, seed from key)          64 bits
//! bucket = (h >> 32) * n_buckets >> 32           multiply-high instead of a division
//! slot = d2 + (h as u32) * d1 + (h >> 16) as u32 masked by n_slots - 1, (d1, d2) = disps[bucket]
//! ```
//!
//! Invariants:
//! - [T-POW2] A set that holds names has a power of two of slots and at least one bucket.
//! - [T-TEXT] A slot's pointer and length are those of the name at its index, or of the empty string.

use core::fmt;

use rapidhash::v3::{RapidSecrets, rapidhash_v3_seeded};

/// A set of names known at compile time, as a type.
///
/// [`atom_set!`](crate::atom_set) and build scripts implement it; the type parameter of an
/// [`Atom`](crate::Atom) names it. Nothing depends on an implementation by hand being right except
/// the texts that its own atoms show: a wrong one cannot cause undefined behaviour.
pub trait StaticAtomSet: Ord + 'static {
    /// Returns the tables of the set; the same ones at every call.
    fn get() -> &'static StaticSet;
}

/// The tables of a static set. Made by generated code only.
pub struct StaticSet {
    /// The static names in the order of their indices: byte order.
    #[doc(hidden)]
    pub atoms: &'static [&'static str],
    disps: &'static [(u32, u32)],
    slots: &'static [Slot],
    /// Bit `min(len, 63)` is set when a name has that length.
    lengths: u64,
    secrets: RapidSecrets,
}

/// One slot of a perfect hash: a name and its index, in 16 bytes.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Slot {
    text: *const u8,
    len: u32,
    index: u32,
}

// SAFETY: a slot only ever points to a `&'static str` by [T-TEXT], which any thread may read.
unsafe impl Sync for Slot {}
// SAFETY: as for `Sync`: the text it points to is immutable and lives for ever.
unsafe impl Send for Slot {}

/// The index in an order of slots that stands for a slot without a name.
const NO_NAME: u32 = u32::MAX;

/// Slots of a perfect hash from the names and, for each slot, the index of its name or `u32::MAX`.
///
/// # Panics
/// At compile time, if an index is out of range or a name is longer than `u32::MAX` bytes.
#[doc(hidden)]
pub const fn slots<const N: usize>(atoms: &[&'static str], order: &[u32; N]) -> [Slot; N] {
    let mut slots = [Slot { text: "".as_ptr(), len: 0, index: NO_NAME }; N];
    let mut slot = 0;
    while slot < N {
        let index = order[slot];
        if index != NO_NAME {
            let name = atoms[index as usize];
            assert!(name.len() <= u32::MAX as usize, "a name is longer than 2^32 - 1 bytes");
            #[expect(clippy::cast_possible_truncation, reason = "asserted just above")]
            let len = name.len() as u32;
            slots[slot] = Slot { text: name.as_ptr(), len, index };
        }
        slot += 1;
    }
    slots
}

impl StaticSet {
    /// A set from what the generator computed; `key` is the one that its hash was built with.
    ///
    /// # Panics
    /// At compile time, if [T-POW2] does not hold or a name is shorter than 8 bytes.
    #[doc(hidden)]
    pub const fn from_parts(
        key: u64,
        disps: &'static [(u32, u32)],
        slots: &'static [Slot],
        atoms: &'static [&'static str],
    ) -> Self {
        assert!(atoms.is_empty() || slots.len().is_power_of_two() && !disps.is_empty());
        assert!(slots.len() <= 1 << 31 && disps.len() <= 1 << 31);
        let mut lengths = 0;
        let mut index = 0;
        while index < atoms.len() {
            assert!(
                atoms[index].len() > crate::word::MAX_INLINE,
                "a name of up to 7 bytes is inline, not static"
            );
            lengths |= length_bit(atoms[index].len());
            index += 1;
        }
        Self { atoms, disps, slots, lengths, secrets: RapidSecrets::seed_cpp(key) }
    }

    /// Index of `text` in the set. Takes constant time after one hash of the text; allocates nothing.
    ///
    /// Only the filter is inlined: it decides for most texts that are not in the set, and for every text
    /// in the empty set.
    #[inline]
    pub(crate) fn index_of(&self, text: &str) -> Option<u32> {
        if self.lengths & length_bit(text.len()) == 0 { None } else { self.search(text) }
    }

    fn search(&self, text: &str) -> Option<u32> {
        let hash = rapidhash_v3_seeded(text.as_bytes(), &self.secrets);
        let slot = &self.slots[self.slot_of(hash)];
        (slot.text() == text).then_some(slot.index)
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the hash is cut into the parts of the displacement")]
    fn slot_of(&self, hash: u64) -> usize {
        let bucket = ((hash >> 32) * self.disps.len() as u64) >> 32;
        let (d1, d2) = self.disps[bucket as usize];
        let slot = d2.wrapping_add((hash as u32).wrapping_mul(d1)).wrapping_add((hash >> 16) as u32);
        slot as usize & (self.slots.len() - 1)
    }
}

impl Slot {
    #[inline]
    fn text(&self) -> &'static str {
        // SAFETY: by [T-TEXT] pointer and length are those of one `&'static str`.
        let bytes = unsafe { core::slice::from_raw_parts(self.text, self.len as usize) };
        // SAFETY: by [T-TEXT] they are the bytes of a `str`.
        unsafe { core::str::from_utf8_unchecked(bytes) }
    }
}

#[inline]
const fn length_bit(len: usize) -> u64 {
    1 << if len < 63 { len } else { 63 }
}

impl fmt::Debug for StaticSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StaticSet")
            .field("names", &self.atoms.len())
            .field("slots", &self.slots.len())
            .finish()
    }
}

impl fmt::Debug for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Slot").field("text", &self.text()).field("index", &self.index).finish()
    }
}

/// The set without names: every atom of it is inline or dynamic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EmptyStaticAtomSet;

impl StaticAtomSet for EmptyStaticAtomSet {
    #[inline]
    fn get() -> &'static StaticSet {
        const EMPTY: StaticSet = StaticSet::from_parts(0, &[], &[], &[]);
        &EMPTY
    }
}
