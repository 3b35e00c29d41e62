//! The dynamic table: key, shards and region as one value.
//!
//! A module of its own because it joins the parts: how a held word comes and goes is here, and so is the
//! order of locks; `intern` has the paths of a hit and a miss. It is a value, so that tests build small ones;
//! `process` holds the one of the process.
//!
//! Invariants:
//! - [T-ORDER] Locks are taken in the order `is_metered`, a shard's, the region's. Nobody holds two shard
//!   locks at once but the handlers of `fork`, which take all of them in that order.
//! - [T-CLEAN] No code of a user runs, and no handle is released, under a lock.
//! - [T-HELD] A word that a method hands out holds one count of its entry, or the entry is pinned.

mod batch;
mod intern;
mod upkeep;

use core::marker::PhantomData;

#[cfg(all(unix, feature = "fork", not(loom)))]
pub(crate) use upkeep::AllLocks;

use super::entry::{self, Entry, Held, MAX_SHORT};
use super::front::Front;
use super::meter::Meter;
use super::region::Region;
use super::shard::{Found, Head, Shard, State};
use super::slot_hasher::SlotHasher;
use super::slot_memory::SlotMemory;
use super::slots::{Pair, Slots};
use crate::seed::Seed;
use crate::sync::{AtomicU64, AtomicUsize, Mutex, MutexGuard, Ordering, array_of, const_fn, lock, try_lock};
use crate::word::{Place, Word};

/// What a table can hold; tests build tables that reach their ends soon.
pub(crate) trait Config {
    /// The longest text, in bytes.
    const MAX_TEXT: usize = u32::MAX as usize;
    /// Count at which an entry is pinned.
    const MAX_COUNT: u32 = entry::MAX_COUNT;

    /// Called before a lock is taken.
    fn before_lock() {}

    /// The hash that the table works with; tests make hashes collide here.
    #[inline]
    fn filter(hash: u64) -> u64 {
        hash
    }
}

/// Text that may be pinned by use, in bytes, unless it is set.
const PIN_BUDGET: usize = 1 << 20;
/// Slots of another shard that are walked when a shard had to look for idle entries.
const ANOTHER_WALK: u32 = 64;

/// A concurrent table of reference-counted texts.
pub(crate) struct Table<C, const N_SHARDS: usize, const N_SEGMENTS: usize> {
    pub(crate) seed: Seed,
    /// Pinned entries.
    front: Front,
    /// What readers know of the shards.
    heads: [Head; N_SHARDS],
    shards: [Padded; N_SHARDS],
    region: Region<N_SEGMENTS>,
    memory: SlotMemory,
    meter: Meter,
    /// Text that was pinned by use.
    pin_budget: Meter,
    /// Shards, a bit each, in which an entry has become idle since they were swept; kept while there is a limit.
    has_idle: AtomicU64,
    /// The shard that the next walk sweeps besides its own.
    next_walk: AtomicUsize,
    /// Whether shards keep the account of the meter; held while that changes, and while a thread sweeps
    /// to get under the limit.
    is_metered: Mutex<bool>,
    config: PhantomData<C>,
}

/// A shard's lock in cache lines of its own.
#[repr(align(64))]
struct Padded(Mutex<State>);

impl<C: Config, const N_SHARDS: usize, const N_SEGMENTS: usize> Table<C, N_SHARDS, N_SEGMENTS> {
    const_fn! {
        pub(crate) fn new() -> Self {
            assert!(N_SHARDS.is_power_of_two() && N_SHARDS <= 64);
            Self {
                seed: Seed::new(),
                front: Front::new(),
                heads: array_of![Head::new(); N_SHARDS],
                shards: array_of![Padded(Mutex::new(State::new())); N_SHARDS],
                region: Region::new(),
                memory: SlotMemory::new(),
                meter: Meter::new(usize::MAX),
                pin_budget: Meter::new(PIN_BUDGET),
                has_idle: AtomicU64::new(0),
                next_walk: AtomicUsize::new(0),
                is_metered: Mutex::new(false),
                config: PhantomData,
            }
        }
    }

    /// Finds the entry of a text, live or idle, and takes a count of it.
    pub(crate) fn get(&self, text: &str) -> Option<Word> {
        let hash = C::filter(self.seed.hash_text(text));
        if let Some(word) = self.front.find(hash, Self::shard_of(hash)) {
            // SAFETY: the front held the word, and was read with Acquire.
            let entry = unsafe { self.entry(word) };
            // SAFETY: by [F-PINNED] the entry is pinned.
            if unsafe { entry.has_text(text) } {
                return Some(word);
            }
        }
        self.find_linked(hash, text).or_else(|| self.find_locked(hash, text))
    }

    /// Finds a text that is linked, without a lock, and takes a count of it. May miss one whose slot is
    /// being moved.
    #[inline]
    fn find_linked(&self, hash: u64, text: &str) -> Option<Word> {
        let shard = Self::shard_of(hash);
        let slots = self.slots(shard)?;
        let slot_hash =
            if slots.is_rekeyed() { self.rekeyed_hash(shard, text)? } else { Pair::hash_of(hash) };
        self.find_in(slots, slot_hash, shard, text)
    }

    /// As `find_linked`, in slots that the shard has or had.
    #[inline]
    fn find_in(&self, slots: Slots, slot_hash: u32, shard: usize, text: &str) -> Option<Word> {
        slots.probe(slot_hash).find_map(|index| {
            // SAFETY: the probe read the index from a slot, with Acquire.
            let held = unsafe { self.region.entry(index) }.try_hold()?;
            self.take_held(index, held, shard, text)
        })
    }

    /// The slot array of a shard as it is now.
    #[inline]
    fn slots(&self, shard: usize) -> Option<Slots> {
        // Acquire; pairs with the Release in `replace`, so that the slots are read as filled.
        let tagged = self.heads[shard].slots.load(Ordering::Acquire);
        // SAFETY: it comes from `Slots::as_ptr`, and the table lives.
        unsafe { Slots::from_ptr(tagged) }
    }

    /// The hash for the slots of a shard that has changed its key.
    #[cold]
    #[inline(never)]
    fn rekeyed_hash(&self, shard: usize, text: &str) -> Option<u32> {
        // Acquire; pairs with the Release in `rekey`. A hasher that is newer than the slots finds nothing.
        let hasher = self.heads[shard].hasher.load(Ordering::Acquire);
        // SAFETY: it comes from `SlotHasher::as_ptr`, and the table lives.
        let hasher = unsafe { SlotHasher::from_ptr(hasher) }?;
        Some(hasher.hash(text))
    }

    /// The word of a held entry, if the text is its own; else the count is given back.
    #[inline]
    fn take_held(&self, index: u32, held: Held, shard: usize, text: &str) -> Option<Word> {
        // SAFETY: the callers read the index from a slot, with Acquire.
        let entry = unsafe { self.region.entry(index) };
        // SAFETY: we hold a count, or saw the pin.
        if unsafe { entry.has_text(text) } {
            let word = Self::word(index, shard, MAX_SHORT < text.len());
            if held.is_hot() {
                self.consider_pin(word, held, text.len());
            }
            return Some(word);
        }
        // The block or the slots were reused for another text, or 32 bits of hash agree by chance.
        self.give_back(index, entry, held);
        None
    }

    /// Gives the count of an entry back whose text is another one. Such an entry may be of any shard.
    #[cold]
    fn give_back(&self, index: u32, entry: Entry, held: Held) {
        if held.is_counted() {
            // SAFETY: we hold a count.
            let hash = unsafe { entry.hash() };
            // SAFETY: as above.
            let len = unsafe { entry.len() };
            let shard = Self::shard_of(hash);
            let word = Self::word(index, shard, MAX_SHORT < len);
            // This may have been the hot hit that looks at the count of the other text.
            if held.count() >= C::MAX_COUNT {
                self.pin_held(word);
                return;
            }
            // SAFETY: the word of the entry, of which we hold a count.
            unsafe { self.release(word) };
        }
    }

    #[cold]
    #[inline(never)]
    fn find_locked(&self, hash: u64, text: &str) -> Option<Word> {
        let shard = Self::shard_of(hash);
        let Found::Entry(index, held) = self.lock_shard(shard).search(hash, text) else { return None };
        Some(self.hand_out(index, shard, held, text.len()))
    }

    /// Sweeps the shards in which something may be idle until `len` bytes of text fit under the limit;
    /// whether it is worth trying again. Takes no time when nothing has become idle since the last refusal.
    fn sweep_for(&self, len: usize) -> bool {
        if !self.meter.can_hold(len) {
            return false;
        }
        // One thread sweeps: another would find no marks meanwhile, and refuse what there is room for.
        let _sweeping = lock(&self.is_metered);
        // Acquire; pairs with the Release in `mark_idle`: the sweep sees the count that was given back.
        let mut marks = self.has_idle.swap(0, Ordering::Acquire);
        let mut has_gained = false;
        while marks != 0 && !self.meter.has_room(len) {
            let shard = marks.trailing_zeros() as usize;
            marks &= marks - 1;
            has_gained |= self.lock_shard(shard).sweep() > 0;
        }
        // Release, as in `mark_idle`: what was not swept stays marked.
        self.has_idle.fetch_or(marks, Ordering::Release);
        // Relaxed: a mark that was set meanwhile is read again, with Acquire, at the next try.
        has_gained || self.meter.has_room(len) || self.has_idle.load(Ordering::Relaxed) != 0
    }

    /// Notes that an entry of a shard was left idle.
    #[cold]
    fn mark_idle(&self, shard: usize) {
        // Release; pairs with the Acquire in `sweep_for`.
        self.has_idle.fetch_or(1 << shard, Ordering::Release);
    }

    /// Walks a little in one more shard, so that shards without inserts do not keep idle entries for ever.
    #[cold]
    #[inline(never)]
    fn walk_another(&self, shard: usize) {
        // Relaxed: any order of the shards will do.
        let other = self.next_walk.fetch_add(1, Ordering::Relaxed) % N_SHARDS;
        if other != shard {
            if let Some(state) = try_lock(&self.shards[other].0) {
                self.with_state(other, state).walk(ANOTHER_WALK);
            }
        }
    }

    /// The word of a held entry.
    #[inline]
    fn word(index: u32, shard: usize, is_long: bool) -> Word {
        #[expect(clippy::cast_possible_truncation, reason = "at most 64 shards")]
        let shard = shard as u32;
        Word::dynamic(Place { index, shard, is_long }).expect("no entry has index 0")
    }

    /// The word of an entry that was held under the lock.
    fn hand_out(&self, index: u32, shard: usize, held: Held, len: usize) -> Word {
        let word = Self::word(index, shard, MAX_SHORT < len);
        self.pin_at_end(word, held);
        word
    }

    /// Pins an entry whose count is at its end, or a hot one if the budget has room for its text.
    #[cold]
    #[inline(never)]
    fn consider_pin(&self, word: Word, held: Held, len: usize) {
        if held.count() >= C::MAX_COUNT {
            self.pin_held(word);
            return;
        }
        // What is pinned counts against the limit for ever, so it may not use it up.
        let most = if self.meter.is_limited() { self.meter.limit() / 4 } else { usize::MAX };
        if self.pin_budget.try_reserve_within(len, most) && !self.pin_held(word) {
            // Another thread pinned it meanwhile and has paid for it.
            self.pin_budget.give_back(len);
        }
    }

    /// Pins an entry whose count is at its end.
    #[inline]
    fn pin_at_end(&self, word: Word, held: Held) {
        if held.is_counted() && held.count() >= C::MAX_COUNT {
            self.pin_held(word);
        }
    }

    /// Pins an entry of which the caller holds a count that it will not give back. Whether it was not
    /// pinned before.
    #[cold]
    fn pin_held(&self, word: Word) -> bool {
        // SAFETY: the caller holds a count of the word.
        let entry = unsafe { self.entry(word) };
        let is_first = entry.pin();
        if !word.is_long() {
            // SAFETY: the caller holds a count.
            self.front.put(unsafe { entry.hash() }, word);
        }
        is_first
    }

    /// Takes one more count for a copy of `word`.
    ///
    /// # Safety
    /// `word` is dynamic, of this table, and held.
    #[inline]
    pub(crate) unsafe fn hold(&self, word: Word) {
        // SAFETY: as the caller says.
        let held = unsafe { self.entry(word) }.hold();
        self.pin_at_end(word, held);
    }

    /// Gives the count of `word` back. One subtraction; a long text that nobody holds any more is freed.
    ///
    /// # Safety
    /// `word` is dynamic, of this table, held, and not used as held afterwards.
    #[inline]
    pub(crate) unsafe fn release(&self, word: Word) {
        // SAFETY: as the caller says.
        let left = unsafe { self.entry(word) }.release();
        if left == Some(0) && (word.is_long() || self.meter.is_limited()) {
            self.after_last(word);
        }
    }

    /// Frees a long text that nobody holds any more, unless the shard is busy: then its next sweep does.
    /// Under a limit, notes that there is something to sweep.
    #[cold]
    #[inline(never)]
    fn after_last(&self, word: Word) {
        let shard = word.shard();
        self.mark_idle(shard);
        if !word.is_long() {
            return;
        }
        C::before_lock();
        if let Some(state) = try_lock(&self.shards[shard].0) {
            self.with_state(shard, state).reclaim(word.dynamic_index());
        }
    }

    /// Makes the entry of a held word live for ever; the word's count stays with it.
    ///
    /// # Safety
    /// `word` is dynamic, of this table, and held; its count is not given back.
    pub(crate) unsafe fn pin(&self, word: Word) {
        self.pin_held(word);
    }

    /// Text of a held word.
    ///
    /// # Safety
    /// `word` is dynamic, of this table, and held as long as the result is used.
    #[inline]
    pub(crate) unsafe fn text(&self, word: Word) -> &str {
        // SAFETY: as the caller says.
        let entry = unsafe { self.entry(word) };
        // SAFETY: the word is held.
        unsafe { entry.text() }
    }

    /// Hash of the text of a held word, under the key of the process.
    ///
    /// # Safety
    /// `word` is dynamic, of this table, and held.
    #[inline]
    pub(crate) unsafe fn text_hash(&self, word: Word) -> u64 {
        // SAFETY: as the caller says.
        let entry = unsafe { self.entry(word) };
        // SAFETY: the word is held.
        unsafe { entry.hash() }
    }

    /// Entry of a held word.
    ///
    /// # Safety
    /// `word` is dynamic, of this table, and held.
    #[inline]
    unsafe fn entry(&self, word: Word) -> Entry {
        // SAFETY: the index of a word was dealt out by this region, and whoever passed the word on passed
        // that edge on too.
        unsafe { self.region.entry(word.dynamic_index()) }
    }

    #[inline]
    fn shard_of(hash: u64) -> usize {
        // Where a word has the shard, so that the tag of the front needs no shift; slots use the high half.
        (hash >> 8) as usize & (N_SHARDS - 1)
    }

    fn lock_shard(&self, shard: usize) -> Shard<'_, N_SEGMENTS> {
        C::before_lock();
        self.with_state(shard, lock(&self.shards[shard].0))
    }

    fn with_state<'t>(&'t self, shard: usize, state: MutexGuard<'t, State>) -> Shard<'t, N_SEGMENTS> {
        Shard {
            region: &self.region,
            memory: &self.memory,
            meter: &self.meter,
            head: &self.heads[shard],
            state,
            has_walked: false,
        }
    }
}

/// A word of a table that owns its count.
pub(crate) struct HeldWord<'t, C: Config, const N_SHARDS: usize, const N_SEGMENTS: usize> {
    table: &'t Table<C, N_SHARDS, N_SEGMENTS>,
    word: Word,
}

impl<C: Config, const N_SHARDS: usize, const N_SEGMENTS: usize> HeldWord<'_, C, N_SHARDS, N_SEGMENTS> {
    /// The text.
    pub(crate) fn text(&self) -> &str {
        // SAFETY: by [T-HELD] the word is held as long as `self` is.
        unsafe { self.table.text(self.word) }
    }
}

impl<C: Config, const N_SHARDS: usize, const N_SEGMENTS: usize> Drop
    for HeldWord<'_, C, N_SHARDS, N_SEGMENTS>
{
    fn drop(&mut self) {
        // SAFETY: by [T-HELD] the word is held, and it ends here.
        unsafe { self.table.release(self.word) };
    }
}

impl<C, const N_SHARDS: usize, const N_SEGMENTS: usize> Drop for Table<C, N_SHARDS, N_SEGMENTS> {
    fn drop(&mut self) {
        for shard in &self.shards {
            // SAFETY: `&mut self`: nobody else can reach the table, and the region is dropped after this.
            unsafe { lock(&shard.0).free(&self.region) };
        }
    }
}

#[cfg(all(test, loom))]
mod loom_models;
#[cfg(all(test, not(loom)))]
mod tests;
