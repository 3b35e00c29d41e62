//! The record of one dynamic text: count, length, hash, text.
//!
//! A module of its own because it alone reads and writes entry memory, and holds every transition of the
//! count word. Entry memory is never unmapped and never changes its role, so a reader may touch the word
//! of an entry that has just been freed and find out safely.
//!
//! ```text
//! granule 0:  word u32 | len u32 | hash u64      granule 1..: text, or the address of a long text
//! word:       31..28 hits | 27 pinned | 26 dead | 25..0 count      hash: 63..1 hash | 0 pinned too
//! ```
//! The hit bits count the hits of a lock-free reader round and round, in the same addition that takes the
//! count; they are the top ones, so that their carry is lost. Every sixteenth hit is a candidate for pinning.
//! Clones and releases look for the pin beside the hash: a load of the word itself would wait for the last
//! write of it, which is often the one before.
//! Invariants (docs/ARCHITECTURE.md has those that span modules):
//! - [E-WORD] The word of a block is initialised before its index leaves the region, and is only
//!   accessed as an atomic afterwards.
//! - [E-LIVE] While the word is not dead, length, hash and text are initialised and nobody writes them, but
//!   for the pin beside the hash. It stays so while a count is held, the entry is pinned, or the shard's lock is held.
//! - [E-OWNED] While the word is dead, everything but the word belongs to the holder of the shard's lock.
//! - [E-PIN] A pinned entry has a count of at least 1 for ever: whoever pins keeps one count. The pin beside
//!   the hash is set before that in the word, and neither is ever cleared.

use core::mem::offset_of;
use core::ptr::NonNull;

use crate::sync::{AtomicU32, AtomicU64, Ordering, Witness};

const HITS: u32 = 0b1111 << 28;
const ONE_HIT: u32 = 1 << 28;
const PINNED: u32 = 1 << 27;
const DEAD: u32 = 1 << 26;
const COUNT: u32 = (1 << 26) - 1;
/// Bit of the hash: the entry is pinned, or is being pinned.
const PINNED_TOO: u64 = 1;

/// Unit of entry memory, in bytes.
pub(crate) const GRANULE: usize = 16;

/// Count at which an entry is pinned instead of counted further: a margin of 3 x 2^24 to the bits
/// above, more than there can be threads between reading and pinning, with fifteen hits of each.
pub(crate) const MAX_COUNT: u32 = 1 << 24;

/// The longest text that stands in its entry, in bytes; a longer one is allocated apart.
pub(crate) const MAX_SHORT: usize = if cfg!(loom) { 32 } else { 1024 };

/// Layout of a header; entries are only ever reached field by field.
#[repr(C, align(16))]
struct Header {
    word: AtomicU32,
    len: u32,
    hash: AtomicU64,
    /// For everything in the block but the word and the pin beside the hash; takes no room.
    witness: Witness,
}

const HEADER: usize = size_of::<Header>();
const _: () = assert!(HEADER == GRANULE || cfg!(loom));

/// A block of the region seen as an entry: the address of its header.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry(NonNull<u8>);

/// What taking a count found: the word as it is after that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held(u32);

impl Held {
    /// Whether a count was taken; otherwise the entry is pinned, and nothing was written.
    #[inline]
    pub(crate) const fn is_counted(self) -> bool {
        self.0 & PINNED == 0
    }

    /// How many counts there are now.
    #[inline]
    pub(crate) const fn count(self) -> u32 {
        self.0 & COUNT
    }

    /// Whether a hit was one of sixteen: it took the hit bits round to 0. Never of a pinned entry.
    #[inline]
    pub(crate) const fn is_hot(self) -> bool {
        self.0 & HITS == 0
    }
}

/// How an entry stands, as its word says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    /// Handles that hold a count.
    pub(crate) count: u32,
    /// Never reclaimed.
    pub(crate) is_pinned: bool,
}

/// Granules of the block that holds a text of this length.
pub(crate) const fn n_granules(len: usize) -> usize {
    let text = if len > MAX_SHORT { size_of::<*mut u8>() } else { len };
    (HEADER + text).div_ceil(GRANULE)
}

impl Entry {
    /// The entry in the block at `block`.
    ///
    /// # Safety
    /// `block` is aligned to 16 bytes, and points into a segment that outlives the result.
    #[inline]
    pub(crate) unsafe fn at(block: NonNull<u8>) -> Self {
        Self(block)
    }

    /// Makes a fresh block an entry: dead, and no text.
    ///
    /// # Safety
    /// The block was just dealt out and nobody else knows of it.
    pub(crate) unsafe fn init(self) {
        // SAFETY: the caller says that the block is ours; it has at least a header.
        unsafe { self.field(offset_of!(Header, word)).write(AtomicU32::new(DEAD)) };
        // SAFETY: as above.
        unsafe { self.field(offset_of!(Header, witness)).write(Witness::new()) };
    }

    /// Address of the block, to fetch it early.
    #[inline]
    pub(crate) fn address(self) -> NonNull<u8> {
        self.0
    }

    /// Address of a field of the header: raw, so that no reference to the header is ever made.
    #[inline]
    fn field<T>(self, offset: usize) -> NonNull<T> {
        debug_assert!(offset + size_of::<T>() <= HEADER);
        // SAFETY: every block is at least as long as a header, and callers name one of its fields.
        unsafe { self.0.add(offset) }.cast()
    }

    #[inline]
    fn word(&self) -> &AtomicU32 {
        // SAFETY: by [E-WORD] the word is an initialised atomic; the reference covers the word only, since
        // the rest of the header may be written by the holder of the shard's lock.
        unsafe { self.field(offset_of!(Header, word)).as_ref() }
    }

    /// The hash with the pin beside it, of an entry that was published.
    #[inline]
    fn hash_field(&self) -> &AtomicU64 {
        // SAFETY: by [E-LIVE] or [E-OWNED] it is an initialised atomic; the reference covers it only.
        unsafe { self.field(offset_of!(Header, hash)).as_ref() }
    }

    #[inline]
    fn witness(&self) -> &Witness {
        // SAFETY: `init` wrote it, and nobody writes it again; it covers no other field.
        unsafe { self.field(offset_of!(Header, witness)).as_ref() }
    }

    /// Takes a count, also of an idle entry, unless the entry is dead or pinned.
    #[inline]
    pub(crate) fn try_hold(self) -> Option<Held> {
        let word = self.word();
        // Acquire; pairs with the Release of `publish`: the pinned path reads the text after it.
        let mut seen = word.load(Ordering::Acquire);
        loop {
            if seen & (PINNED | DEAD) != 0 {
                return (seen & PINNED != 0).then_some(Held(seen));
            }
            let next = seen.wrapping_add(ONE_HIT + 1);
            // Acquire both ways; pairs with the Release of `publish`, through the release sequence of the counts.
            match word.compare_exchange_weak(seen, next, Ordering::Acquire, Ordering::Acquire) {
                Ok(_) => return Some(Held(next)),
                Err(now) => seen = now,
            }
        }
    }

    /// Takes a count of an entry that cannot die meanwhile: the caller holds one, or the shard's lock and
    /// has found it linked.
    #[inline]
    pub(crate) fn hold(self) -> Held {
        if self.is_pinned_too() {
            return Held(PINNED | HITS);
        }
        // Relaxed, but a read-modify-write, so that it joins the release sequence of `publish`; nothing is read
        // on the strength of it: the caller's own hold or lock is the edge.
        Held(self.word().fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// Gives one count back and says how many are left; a pinned entry is left as it is.
    /// Nothing of the entry may be read afterwards.
    #[inline]
    pub(crate) fn release(self) -> Option<u32> {
        if self.is_pinned_too() {
            return None;
        }
        // Release; pairs with the Acquire of `try_kill`, so that no read of the text comes after its reuse.
        Some((self.word().fetch_sub(1, Ordering::Release) & COUNT) - 1)
    }

    /// Whether the pin beside the hash is set; the caller holds a count, or saw the pin.
    #[inline]
    fn is_pinned_too(&self) -> bool {
        // Relaxed: a pin that is seen late costs one count too many or one subtraction, never a count too few,
        // by [E-PIN]. Whoever got a handle for the pin in the word sees it, by the Release of `pin`.
        self.hash_field().load(Ordering::Relaxed) & PINNED_TOO != 0
    }

    /// Pins the entry; the caller's count stays with it for ever. Whether it was not pinned before.
    pub(crate) fn pin(self) -> bool {
        // Relaxed: the Release below orders it before the pin in the word.
        self.hash_field().fetch_or(PINNED_TOO, Ordering::Relaxed);
        // Release; pairs with the Acquire of `try_hold`: who sees this pin sees the one beside the hash.
        // A read-modify-write: a plain store would lose counts. All hit bits, so that no hit asks for a pin again.
        self.word().fetch_or(PINNED | HITS, Ordering::Release) & PINNED == 0
    }

    /// Forgets the hits of an entry that a sweep leaves: only names that are hot now are worth a pin. A pinned
    /// one keeps its hit bits, and so does one at the end of its count, whose next hot hit must come soon.
    pub(crate) fn forget_hits(self) {
        let word = self.word();
        // Relaxed: only decides whether to try; most entries have no hits and are not written.
        let seen = word.load(Ordering::Relaxed);
        if seen & PINNED == 0 && seen & HITS != 0 && seen & COUNT < MAX_COUNT {
            // Relaxed, but a read-modify-write, as above. An exchange, so that a pin between keeps its bits; an
            // entry that is hit at this moment may keep its hits.
            let _ = word.compare_exchange(seen, seen & !HITS, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// Takes an idle entry out of use; the caller holds the shard's lock. From then on it owns the block.
    pub(crate) fn try_kill(self) -> bool {
        let word = self.word();
        // Relaxed: only decides whether to try.
        let seen = word.load(Ordering::Relaxed);
        // Acquire; pairs with the Release of every `release`. An exchange, so that a revival between wins.
        let is_dead = seen & (PINNED | DEAD | COUNT) == 0
            && word.compare_exchange(seen, DEAD, Ordering::Acquire, Ordering::Relaxed).is_ok();
        if is_dead {
            self.witness().write();
        }
        is_dead
    }

    /// How the entry stands; `None` if it is dead.
    pub(crate) fn state(self) -> Option<State> {
        // Relaxed: the caller holds the shard's lock, which orders it after every kill and publish.
        let seen = self.word().load(Ordering::Relaxed);
        (seen & DEAD == 0).then_some(State { count: seen & COUNT, is_pinned: seen & PINNED != 0 })
    }

    /// Writes text, length and hash, then makes the entry live with a count of 1.
    ///
    /// # Safety
    /// The entry is dead, the caller holds the shard's lock, the block has `n_granules(text.len())`, and
    /// `long` is the text's own copy exactly if it is longer than `MAX_SHORT`.
    pub(crate) unsafe fn publish(self, text: &str, hash: u64, long: Option<NonNull<u8>>) -> Held {
        debug_assert_eq!(long.is_some(), text.len() > MAX_SHORT);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "longer texts are refused before a block is taken"
        )]
        let len = text.len() as u32;
        self.witness().write();
        // SAFETY: [E-OWNED].
        unsafe { self.field(offset_of!(Header, len)).write(len) };
        // SAFETY: [E-OWNED].
        unsafe { self.field(offset_of!(Header, hash)).write(AtomicU64::new(hash & !PINNED_TOO)) };
        let payload = self.payload();
        match long {
            // SAFETY: [E-OWNED]; the block has a granule for the address, which is aligned to 16 bytes.
            Some(long) => unsafe { payload.cast::<NonNull<u8>>().write(long) },
            // SAFETY: [E-OWNED]; the block has room for the text, and nothing overlaps with it.
            None => unsafe { copy_short(text.as_bytes(), payload) },
        }
        // Release; pairs with the Acquire in `try_hold`.
        self.word().store(1, Ordering::Release);
        Held(1)
    }

    /// Length of the text, in bytes.
    ///
    /// # Safety
    /// The caller holds a count, saw the pin, or holds the shard's lock with the entry linked or killed by itself.
    #[inline]
    pub(crate) unsafe fn len(self) -> usize {
        self.witness().read();
        // SAFETY: [E-LIVE] or [E-OWNED], as the caller says.
        let len: u32 = unsafe { self.field(offset_of!(Header, len)).read() };
        len as usize
    }

    /// Hash of the text under the key of the process; its lowest bit is the same as bit 40.
    ///
    /// # Safety
    /// As for `len`.
    #[inline]
    pub(crate) unsafe fn hash(self) -> u64 {
        self.witness().read();
        // Relaxed: what the caller holds is the edge to `publish`.
        let hash = self.hash_field().load(Ordering::Relaxed) & !PINNED_TOO;
        hash | (hash >> 40 & 1)
    }

    /// The text.
    ///
    /// # Safety
    /// As for `len`, for the whole of `'a`.
    #[inline]
    pub(crate) unsafe fn text<'a>(self) -> &'a str {
        // SAFETY: as the caller says.
        let len = unsafe { self.len() };
        // SAFETY: as the caller says, and the text has this length.
        let bytes = unsafe { self.bytes(len) };
        // SAFETY: they came from a `str`.
        unsafe { core::str::from_utf8_unchecked(bytes) }
    }

    /// The bytes of the text, whose length is known.
    ///
    /// # Safety
    /// As for `text`, and `len` is the length.
    #[inline]
    unsafe fn bytes<'a>(self, len: usize) -> &'a [u8] {
        if len <= MAX_SHORT {
            // SAFETY: as the caller says.
            return unsafe { self.short_bytes(len) };
        }
        self.witness().read();
        // SAFETY: as the caller says; a text of this length stands apart.
        let start = unsafe { self.long_text() };
        // SAFETY: [E-LIVE] or [E-OWNED]: `len` bytes were written there before the entry was published.
        unsafe { core::slice::from_raw_parts(start.as_ptr(), len) }
    }

    /// The bytes of a text of at most `MAX_SHORT`, whose length is known.
    ///
    /// # Safety
    /// As for `bytes`.
    #[inline]
    unsafe fn short_bytes<'a>(self, len: usize) -> &'a [u8] {
        debug_assert!(len <= MAX_SHORT);
        self.witness().read();
        // SAFETY: [E-LIVE] or [E-OWNED]: `len` bytes were written there before the entry was published.
        unsafe { core::slice::from_raw_parts(self.payload().as_ptr(), len) }
    }

    /// Whether the text is `other`, for texts of 8 to 32 bytes, as most dynamic ones are: compared by words
    /// that overlap, without a call. `false` for other lengths.
    ///
    /// # Safety
    /// As for `len`.
    #[inline]
    pub(crate) unsafe fn has_handy_text(self, other: &str) -> bool {
        let other = other.as_bytes();
        // SAFETY: as the caller says.
        if unsafe { self.len() } != other.len() {
            return false;
        }
        match other.len() {
            8..=16 => {
                // SAFETY: as the caller says; a text of this length stands in its entry.
                let text = unsafe { self.short_bytes(other.len()) };
                ends(text) == ends(other)
            }
            17..=32 => {
                // SAFETY: as above.
                let text = unsafe { self.short_bytes(other.len()) };
                wide_ends(text) == wide_ends(other)
            }
            _ => false,
        }
    }

    /// Whether the text is `other`. Those of 8 to 32 bytes are compared as by `has_handy_text`.
    ///
    /// # Safety
    /// As for `len`.
    #[inline]
    pub(crate) unsafe fn has_text(self, other: &str) -> bool {
        let other = other.as_bytes();
        // SAFETY: as the caller says.
        if unsafe { self.len() } != other.len() {
            return false;
        }
        // SAFETY: as the caller says, and the text has this length.
        let text = unsafe { self.bytes(other.len()) };
        match other.len() {
            8..=16 => ends(text) == ends(other),
            17..=32 => wide_ends(text) == wide_ends(other),
            _ => text == other,
        }
    }

    /// Address of a text that stands apart.
    ///
    /// # Safety
    /// As for `len`, and the text is longer than `MAX_SHORT`.
    #[inline]
    pub(crate) unsafe fn long_text(self) -> NonNull<u8> {
        // SAFETY: as the caller says; `publish` wrote an address there.
        unsafe { self.payload().cast::<NonNull<u8>>().read() }
    }

    #[inline]
    fn payload(self) -> NonNull<u8> {
        // SAFETY: a block of an entry is longer than its header.
        unsafe { self.0.add(HEADER) }
    }

    /// Link of a free block to the next one of its list.
    ///
    /// # Safety
    /// The entry is dead and the caller holds the shard's lock.
    pub(crate) unsafe fn set_next_free(self, index: u32) {
        self.witness().write();
        // SAFETY: [E-OWNED]; a free block has no length, so its place holds the link.
        unsafe { self.field(offset_of!(Header, len)).write(index) };
    }

    /// The next free block after this one, or 0.
    ///
    /// # Safety
    /// As for `set_next_free`, which was called before.
    pub(crate) unsafe fn next_free(self) -> u32 {
        self.witness().read();
        // SAFETY: [E-OWNED], as the caller says.
        unsafe { self.field(offset_of!(Header, len)).read() }
    }
}

/// Copies a text to its block. Most are up to 32 bytes: those by words that overlap, without a call.
///
/// # Safety
/// There are as many bytes at `to`, to be written by nobody else.
#[inline]
unsafe fn copy_short(text: &[u8], to: NonNull<u8>) {
    let len = text.len();
    match len {
        8..=16 => {
            let (Some(first), Some(last)) = (text.first_chunk::<8>(), text.last_chunk::<8>()) else { return };
            // SAFETY: as the caller says, and `len` is at least 8.
            unsafe { to.cast::<[u8; 8]>().write_unaligned(*first) };
            // SAFETY: as above.
            let tail = unsafe { to.add(len - 8) };
            // SAFETY: the last 8 of `len` bytes.
            unsafe { tail.cast::<[u8; 8]>().write_unaligned(*last) };
        }
        17..=32 => {
            let (Some(first), Some(last)) = (text.first_chunk::<16>(), text.last_chunk::<16>()) else {
                return;
            };
            // SAFETY: as the caller says, and `len` is at least 16.
            unsafe { to.cast::<[u8; 16]>().write_unaligned(*first) };
            // SAFETY: as above.
            let tail = unsafe { to.add(len - 16) };
            // SAFETY: the last 16 of `len` bytes.
            unsafe { tail.cast::<[u8; 16]>().write_unaligned(*last) };
        }
        // SAFETY: as the caller says; memory that nobody else writes does not overlap with a borrowed text.
        _ => unsafe { to.copy_from_nonoverlapping(NonNull::from(text).cast(), len) },
    }
}

/// The first and the last 8 bytes.
#[inline]
fn ends(bytes: &[u8]) -> Option<(u64, u64)> {
    Some((u64::from_ne_bytes(*bytes.first_chunk()?), u64::from_ne_bytes(*bytes.last_chunk()?)))
}

/// The first and the last 16 bytes.
#[inline]
fn wide_ends(bytes: &[u8]) -> Option<(u128, u128)> {
    Some((u128::from_ne_bytes(*bytes.first_chunk()?), u128::from_ne_bytes(*bytes.last_chunk()?)))
}

#[cfg(all(test, not(loom)))]
mod tests;
