//! The paths of an intern, the most frequent first: a pinned text, a linked one, a moved one, a miss, a refusal.
//!
//! Separate from the table's own file because their order and their frames are measured: each is whole for
//! what it mostly meets, and leaves the rest to a call at its end.

use super::{Config, Table};
use crate::dynamic::entry::Held;
use crate::dynamic::shard::{Found, Refusal};
use crate::dynamic::slots::Pair;
use crate::error::InternError;
use crate::word::Word;

impl<C: Config, const N_SHARDS: usize, const N_SEGMENTS: usize> Table<C, N_SHARDS, N_SEGMENTS> {
    /// Finds or makes the entry of a text and takes a count of it.
    #[inline(always)]
    pub(crate) fn intern(&self, text: &str) -> Result<Word, InternError> {
        // Longer ones are hashed in a loop, which needs a frame.
        if 16 < text.len() {
            return self.intern_longer(text);
        }
        match self.seed.try_hash_text(text) {
            Some(hash) => self.intern_prepared(C::filter(hash), text),
            None => self.intern_first(text),
        }
    }

    /// The path of a text of more than 16 bytes.
    #[inline(never)]
    fn intern_longer(&self, text: &str) -> Result<Word, InternError> {
        match self.seed.try_hash_text(text) {
            Some(hash) => self.intern_prepared(C::filter(hash), text),
            None => self.intern_first(text),
        }
    }

    /// The first text of all: the key is drawn for it.
    #[cold]
    #[inline(never)]
    fn intern_first(&self, text: &str) -> Result<Word, InternError> {
        self.intern_linked(C::filter(self.seed.hash_text(text)), text)
    }

    /// Finds or makes the entry of a text whose hash is known.
    // Always: this is the whole of a hit of a pinned text, which a frame of its own would make a tenth longer.
    #[inline(always)]
    pub(crate) fn intern_prepared(&self, hash: u64, text: &str) -> Result<Word, InternError> {
        // The path of a hit of a pinned text: nothing is written, no slot is looked at. All that is not as it
        // mostly is is left to calls at the end, so that this needs no frame.
        let Some(word) = self.front.find(hash, Self::shard_of(hash)) else {
            return self.intern_linked(hash, text);
        };
        // SAFETY: the front held the word, and was read with Acquire.
        let entry = unsafe { self.entry(word) };
        // SAFETY: by [F-PINNED] the entry is pinned.
        if unsafe { entry.has_handy_text(text) } { Ok(word) } else { self.intern_at_front(word, hash, text) }
    }

    /// The path of a text that may be that of a word of the front, and is not handy, or another one.
    #[inline(never)]
    fn intern_at_front(&self, word: Word, hash: u64, text: &str) -> Result<Word, InternError> {
        // SAFETY: the front held the word, and was read with Acquire.
        let entry = unsafe { self.entry(word) };
        // SAFETY: by [F-PINNED] the entry is pinned.
        if unsafe { entry.has_text(text) } { Ok(word) } else { self.intern_linked(hash, text) }
    }

    /// The path of a hit of any other text: no lock, one exchange. Most are found at their home, and of a
    /// handy length; all else is left to calls at the end, so that these need no frame here either.
    #[inline(never)]
    fn intern_linked(&self, hash: u64, text: &str) -> Result<Word, InternError> {
        let shard = Self::shard_of(hash);
        let Some(slots) = self.slots(shard).filter(|slots| !slots.is_rekeyed()) else {
            return self.intern_further(hash, text);
        };
        let slot_hash = Pair::hash_of(hash);
        let first = slots.first(slot_hash);
        let Some(index) = Pair::index_if(first, slot_hash) else {
            return if first == 0 { self.insert(hash, text) } else { self.intern_further(hash, text) };
        };
        // SAFETY: the slot held the index, and was read with Acquire.
        let entry = unsafe { self.region.entry(index) };
        let Some(held) = entry.try_hold() else { return self.intern_further(hash, text) };
        let word = Self::word(index, shard, false);
        // SAFETY: we hold a count, or saw the pin.
        if !unsafe { entry.has_handy_text(text) } {
            return self.intern_held(word, held, hash, text);
        }
        if held.is_hot() {
            return self.intern_hot(word, held, text);
        }
        Ok(word)
    }

    /// The path of a hit that may pin its entry.
    #[cold]
    #[inline(never)]
    fn intern_hot(&self, word: Word, held: Held, text: &str) -> Result<Word, InternError> {
        self.consider_pin(word, held, text.len());
        Ok(word)
    }

    /// The path of a hit whose entry is held and whose text is not handy, or another one.
    #[inline(never)]
    fn intern_held(&self, word: Word, held: Held, hash: u64, text: &str) -> Result<Word, InternError> {
        match self.take_held(word.dynamic_index(), held, Self::shard_of(hash), text) {
            Some(word) => Ok(word),
            None => self.intern_further(hash, text),
        }
    }

    /// The path of a text that is not at its home, or of a shard that has changed its key.
    #[inline(never)]
    fn intern_further(&self, hash: u64, text: &str) -> Result<Word, InternError> {
        match self.find_linked(hash, text) {
            Some(word) => Ok(word),
            None => self.insert(hash, text),
        }
    }

    /// The path of a miss: looks again under the lock, then inserts.
    #[cold]
    #[inline(never)]
    fn insert(&self, hash: u64, text: &str) -> Result<Word, InternError> {
        if text.len() > C::MAX_TEXT {
            return Err(InternError::TextTooLong);
        }
        match self.find_or_insert(hash, text) {
            Ok(word) => Ok(word),
            Err(refusal) => self.insert_again(hash, text, refusal),
        }
    }

    /// The path of an insert that was refused: idle entries are reclaimed before anything is.
    #[cold]
    #[inline(never)]
    fn insert_again(&self, hash: u64, text: &str, refusal: Refusal) -> Result<Word, InternError> {
        let mut outcome = Err(refusal);
        // A full region gains from blocks of this shard only.
        if outcome == Err(Refusal::Full) && self.lock_shard(Self::shard_of(hash)).sweep() > 0 {
            outcome = self.find_or_insert(hash, text);
        }
        // Again and again: what one thread has swept another may have taken.
        while outcome == Err(Refusal::Limit) && self.sweep_for(text.len()) {
            outcome = self.find_or_insert(hash, text);
        }
        outcome.map_err(|refusal| match refusal {
            Refusal::Limit => InternError::LimitReached,
            Refusal::Full => InternError::TableFull,
        })
    }

    #[inline]
    fn find_or_insert(&self, hash: u64, text: &str) -> Result<Word, Refusal> {
        let shard = Self::shard_of(hash);
        let mut locked = self.lock_shard(shard);
        let (index, held) = match locked.search(hash, text) {
            Found::Entry(index, held) => (index, held),
            Found::Vacancy(vacancy) => locked.insert(hash, text, vacancy)?,
        };
        let has_walked = locked.has_walked;
        drop(locked);
        if has_walked {
            self.walk_another(shard);
        }
        Ok(self.hand_out(index, shard, held, text.len()))
    }
}
