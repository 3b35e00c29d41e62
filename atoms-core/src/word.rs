//! The 8 bytes of an atom: the only module that knows the bits.
//!
//! ```text
//! bits   63 .............. 32 31 .... 14 13 ... 8 7 .... 4 3 2 1 0
//! inline [ text, 7 bytes: first byte lowest       |  length | 0 0 0 1 ]   (bytes 63..8)
//! static [ index in the set  |                 0 ..               1 0 ]
//! dynamic[ index in the region|      0   | shard  | 0 0 0 L | 0 0 0 0 ]   (L: long text)
//! ```
//! On a big-endian target the text of an inline word stands in the same memory order, so its first
//! byte is the highest one and the tag stays in the lowest.
//!
//! Invariants:
//! - [W-TAG] The low two bits are `INLINE`, `STATIC` or `DYNAMIC`, never 11.
//! - [W-INLINE] An inline word holds at most 7 bytes of valid UTF-8, zeros after them, and its length.
//! - [W-NONZERO] No word is 0: inline and static tags are not, and a dynamic index is not.
//! - [W-DYNAMIC] A dynamic word names an entry of the process-wide table, its shard, and whether its
//!   text is long; all three are functions of the entry, so that equal entries have equal words.

use core::num::NonZeroU64;

const TAG_MASK: u64 = 0b11;
const DYNAMIC: u64 = 0b00;
const INLINE: u64 = 0b01;
const STATIC: u64 = 0b10;
const LEN_SHIFT: u32 = 4;
const LEN_MASK: u64 = 0xf0;
const LONG_BIT: u64 = 1 << 4;
const SHARD_SHIFT: u32 = 8;
const SHARD_MASK: u64 = 0x3f;
const INDEX_SHIFT: u32 = 32;
/// Bits of a dynamic word that are 0, but for the shard, in the lower half.
const SPARE: u32 = 0xffff_c000;
/// In a tagged word: not 0, whatever the tag.
const TAGGED: u32 = 1 << 2;

/// The longest text that stands inside the handle, in bytes.
pub(crate) const MAX_INLINE: usize = 7;

/// The bits of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Word(NonZeroU64);

/// Where the text of an atom is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Storage {
    /// In the handle.
    Inline,
    /// In a vocabulary.
    Static,
    /// In the dynamic table.
    Dynamic,
}

/// Position of an entry of the dynamic table, as a word holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Granule of the region, not 0.
    pub(crate) index: u32,
    /// Shard that the entry belongs to, below 64.
    pub(crate) shard: u32,
    /// Whether the text is allocated apart.
    pub(crate) is_long: bool,
}

const fn nonzero(bits: u64) -> NonZeroU64 {
    NonZeroU64::new(bits).expect("a word has a tag or an index")
}

/// The lower half of a tagged word.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
const fn tag(hash: u64, shard: usize) -> u32 {
    (hash as u32 & SPARE) | (shard as u32) << SHARD_SHIFT | TAGGED
}

impl Word {
    /// The word of a text of at most 7 bytes; `None` for a longer one.
    #[inline]
    pub(crate) const fn inline(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        if bytes.len() > MAX_INLINE {
            return None;
        }
        let packed = pack(bytes);
        let packed = if cfg!(target_endian = "big") { packed.swap_bytes() } else { packed << 8 };
        Some(Self(nonzero(packed | (bytes.len() as u64) << LEN_SHIFT | INLINE)))
    }

    /// The word of the name at `index` of a static set.
    #[inline]
    pub(crate) const fn from_static(index: u32) -> Self {
        Self(nonzero((index as u64) << INDEX_SHIFT | STATIC))
    }

    /// The word of an entry of the dynamic table; `None` for index 0, which is no entry.
    #[inline]
    pub(crate) const fn dynamic(place: Place) -> Option<Self> {
        debug_assert!(place.shard as u64 <= SHARD_MASK);
        let long = if place.is_long { LONG_BIT } else { 0 };
        let bits =
            ((place.index as u64) << INDEX_SHIFT) | ((place.shard as u64) << SHARD_SHIFT) | long | DYNAMIC;
        // Without an index all other bits are meaningless.
        if place.index == 0 { None } else { Some(Self(nonzero(bits))) }
    }

    /// The bits of a dynamic word of a text that is not long, with 18 bits of `hash` in those that are 0.
    #[inline]
    pub(crate) const fn tagged(self, hash: u64) -> u64 {
        debug_assert!(self.is_dynamic() && !self.is_long());
        self.bits() | tag(hash, 0) as u64
    }

    /// The word of bits that `tagged` gave, if the tag and the shard are the same; `None` for 0.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
    pub(crate) const fn if_tagged(bits: u64, hash: u64, shard: usize) -> Option<Self> {
        if bits as u32 != tag(hash, shard) {
            return None;
        }
        match NonZeroU64::new(bits & !(tag(u64::MAX, 0) as u64)) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// The word of bits that `bits` gave.
    ///
    /// # Safety
    /// They keep every invariant of this module.
    #[inline]
    pub(crate) const unsafe fn from_bits(bits: NonZeroU64) -> Self {
        Self(bits)
    }

    /// The bits as they are.
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0.get()
    }

    /// The storage of the text.
    #[inline]
    pub(crate) const fn storage(self) -> Storage {
        match self.bits() & TAG_MASK {
            DYNAMIC => Storage::Dynamic,
            INLINE => Storage::Inline,
            _ => Storage::Static,
        }
    }

    /// Whether the text is in the dynamic table.
    #[inline]
    pub(crate) const fn is_dynamic(self) -> bool {
        self.bits() & TAG_MASK == DYNAMIC
    }

    /// Index in the set of a static word.
    #[inline]
    pub(crate) const fn static_index(self) -> usize {
        debug_assert!(self.bits() & TAG_MASK == STATIC);
        (self.bits() >> INDEX_SHIFT) as usize
    }

    /// Granule of a dynamic word.
    #[inline]
    pub(crate) const fn dynamic_index(self) -> u32 {
        debug_assert!(self.is_dynamic());
        (self.bits() >> INDEX_SHIFT) as u32
    }

    /// Shard of a dynamic word.
    #[inline]
    pub(crate) const fn shard(self) -> usize {
        debug_assert!(self.is_dynamic());
        (self.bits() >> SHARD_SHIFT & SHARD_MASK) as usize
    }

    /// Whether the text of a dynamic word is allocated apart.
    #[inline]
    pub(crate) const fn is_long(self) -> bool {
        debug_assert!(self.is_dynamic());
        self.bits() & LONG_BIT != 0
    }

    /// Text of an inline word.
    #[inline]
    pub(crate) const fn inline_text(&self) -> &str {
        debug_assert!(matches!(self.storage(), Storage::Inline));
        let len = ((self.bits() & LEN_MASK) >> LEN_SHIFT) as usize;
        let first = if cfg!(target_endian = "big") { 0 } else { 1 };
        let bytes: *const u8 = (&raw const self.0).cast();
        // SAFETY: the word has 8 bytes, so by [W-INLINE] the text starts and ends inside it.
        let text = unsafe { bytes.add(first) };
        // SAFETY: by [W-INLINE] `len <= 7` bytes from there are part of `*self`, borrowed as long as the result.
        let bytes = unsafe { core::slice::from_raw_parts(text, len) };
        // SAFETY: by [W-INLINE] they are valid UTF-8.
        unsafe { core::str::from_utf8_unchecked(bytes) }
    }
}

/// The bytes as a little-endian number, from loads that overlap instead of a copy of variable length.
#[inline]
const fn pack(bytes: &[u8]) -> u64 {
    let len = bytes.len();
    if let (Some(head), Some(tail)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        u32::from_le_bytes(*head) as u64 | (u32::from_le_bytes(*tail) as u64) << ((len - 4) * 8)
    } else if len > 0 {
        let (middle, last) = (len / 2, len - 1);
        bytes[0] as u64 | (bytes[middle] as u64) << (middle * 8) | (bytes[last] as u64) << (last * 8)
    } else {
        0
    }
}

const _: () = assert!(size_of::<Word>() == 8 && size_of::<Option<Word>>() == 8);

#[cfg(all(test, not(loom)))]
mod tests;
