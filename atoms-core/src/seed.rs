//! The random key of the process, and the hash of texts under it.
//!
//! A module of its own because table and handle share it, and because it is the only source of randomness.
//! No lock is taken, nobody ever waits and nothing is allocated, so that a child of `fork` finds it usable
//! at any moment, and `get` can be a first use.
//!
//! Invariants:
//! - [S-ONCE] A word of the key changes once, from 0 to its value, by exchange.
//! - [S-READY] `ready` is set by a thread that has seen all four words chosen.

use core::hash::{BuildHasher, Hasher};

use ahash::RandomState;

use crate::sync::{AtomicU32, AtomicU64, Ordering, array_of, const_fn};

/// A key that is drawn at its first use.
pub(crate) struct Seed {
    keys: [AtomicU64; 4],
    ready: AtomicU32,
}

/// The key of a seed was in use already, so that it could not be set.
#[derive(Debug)]
pub(crate) struct Chosen;

impl Seed {
    const_fn! {
        pub(crate) fn new() -> Self {
            Self { keys: array_of![AtomicU64::new(0); 4], ready: AtomicU32::new(0) }
        }
    }

    /// Hash of a text: 64 mixed bits, the same for the same text until the process ends.
    #[inline]
    pub(crate) fn hash_text(&self, text: &str) -> u64 {
        match self.try_hash_text(text) {
            Some(hash) => hash,
            None => {
                self.draw();
                self.try_hash_text(text).expect("the key was drawn just now")
            }
        }
    }

    /// Hash of a text, unless this would be the first use of the key.
    // Always: a call on the path of a hit costs more than its copies there.
    #[inline(always)]
    pub(crate) fn try_hash_text(&self, text: &str) -> Option<u64> {
        let mut hasher = self.state()?.build_hasher();
        hasher.write(text.as_bytes());
        Some(hasher.finish())
    }

    /// Hash of the bits of a handle.
    #[inline]
    pub(crate) fn hash_bits(&self, bits: u64) -> u64 {
        let state = match self.state() {
            Some(state) => state,
            None => {
                self.draw();
                self.state().expect("the key was drawn just now")
            }
        };
        let mut hasher = state.build_hasher();
        hasher.write_u64(bits);
        hasher.finish()
    }

    /// Sets the key instead of drawing one; an error once it is in use. Two threads that set keys at
    /// once may both get the error; the key is then one word of one and another of the other.
    pub(crate) fn set(&self, keys: [u64; 4]) -> Result<(), Chosen> {
        if self.choose(keys) { Ok(()) } else { Err(Chosen) }
    }

    #[inline]
    fn state(&self) -> Option<RandomState> {
        // Acquire; pairs with the Release in `choose`, so that the words are read as chosen.
        if self.ready.load(Ordering::Acquire) == 0 {
            return None;
        }
        let [k0, k1, k2, k3] = &self.keys;
        Some(RandomState::with_seeds(
            k0.load(Ordering::Relaxed),
            k1.load(Ordering::Relaxed),
            k2.load(Ordering::Relaxed),
            k3.load(Ordering::Relaxed),
        ))
    }

    /// First use: takes four words from the standard library's own keyed hasher, which the system's
    /// random source has seeded.
    #[cold]
    #[inline(never)]
    fn draw(&self) {
        let source = std::hash::RandomState::new();
        self.choose([0, 1, 2, 3].map(|i: u64| source.hash_one(i)));
    }

    /// Whether all of `keys` became the key. Threads that draw at once may each choose some of its words:
    /// all are random, and from here on all threads see the same.
    fn choose(&self, keys: [u64; 4]) -> bool {
        let mut has_won = true;
        for (key, value) in self.keys.iter().zip(keys) {
            // 0 stands for a word that is not chosen; any fixed number does in its place.
            let value = if value == 0 { 0x9e37_79b9_7f4a_7c15 } else { value };
            // Relaxed: [S-ONCE] makes every later read see this value, and `ready` orders readers after it.
            let choice = key.compare_exchange(0, value, Ordering::Relaxed, Ordering::Relaxed);
            has_won &= choice.is_ok();
        }
        // Release; pairs with the Acquire in `state`.
        self.ready.store(1, Ordering::Release);
        has_won
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    //! One key per seed, also under threads.

    use super::*;

    #[test]
    fn a_key_can_be_set_only_before_its_first_use() {
        let seed = Seed::new();
        seed.set([1, 2, 3, 4]).unwrap();
        assert!(seed.set([1, 2, 3, 4]).is_err());
        let twin = Seed::new();
        twin.set([1, 2, 3, 4]).unwrap();
        assert_eq!(seed.hash_text("a text"), twin.hash_text("a text"));
        let used = Seed::new();
        used.hash_bits(1);
        assert!(used.set([1, 2, 3, 4]).is_err());
    }

    #[test]
    fn drawn_keys_differ_and_stay() {
        let (a, b) = (Seed::new(), Seed::new());
        assert_ne!(a.hash_text("a text"), b.hash_text("a text"));
        assert_eq!(a.hash_text("a text"), a.hash_text("a text"));
        assert_ne!(a.hash_text("a text"), a.hash_text("b text"));
        assert_ne!(a.hash_text(""), a.hash_text("\0"));
    }

    #[test]
    fn threads_that_begin_together_agree() {
        for _ in 0..if cfg!(miri) { 4 } else { 200 } {
            let seed = Seed::new();
            let hashes: Vec<u64> = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| seed.hash_text("x"))).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            assert!(hashes.windows(2).all(|pair| pair[0] == pair[1]));
        }
    }
}
