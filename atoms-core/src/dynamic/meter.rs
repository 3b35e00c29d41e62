//! A number of bytes that may be taken up to a limit: the text that the table holds, or pins by use.
//!
//! A module of its own because both accounts must be exact under threads. That of the table is kept only
//! while there is a limit: a table without one pays nothing.
//! Invariant [M-EXACT]: `used` is the text of the linked entries of all metered shards, and an insert into
//! such a shard has reserved its text before it is seen.

use crate::sync::{AtomicUsize, Ordering, const_fn};

/// Text bytes in use, and how many may be.
pub(crate) struct Meter {
    limit: AtomicUsize,
    used: AtomicUsize,
}

impl Meter {
    const_fn! {
        pub(crate) fn new(limit: usize) -> Self {
            Self { limit: AtomicUsize::new(limit), used: AtomicUsize::new(0) }
        }
    }

    // Relaxed throughout: the two numbers order no other memory; exactness comes from the exchange.

    /// Whether there is a limit at all.
    #[inline]
    pub(crate) fn is_limited(&self) -> bool {
        self.limit() != usize::MAX
    }

    /// The limit, or `usize::MAX`.
    #[inline]
    pub(crate) fn limit(&self) -> usize {
        self.limit.load(Ordering::Relaxed)
    }

    /// Whether `bytes` could be taken now.
    pub(crate) fn has_room(&self, bytes: usize) -> bool {
        let sum = self.used.load(Ordering::Relaxed).checked_add(bytes);
        sum.is_some_and(|sum| sum <= self.limit())
    }

    /// Whether `bytes` could be taken if nothing else was.
    pub(crate) fn can_hold(&self, bytes: usize) -> bool {
        bytes <= self.limit()
    }

    pub(crate) fn set_limit(&self, limit: usize) {
        self.limit.store(limit, Ordering::Relaxed);
    }

    /// Takes `bytes` of what is left; false, and nothing taken, when that is less.
    pub(crate) fn try_reserve(&self, bytes: usize) -> bool {
        self.try_reserve_within(bytes, usize::MAX)
    }

    /// The same under a second limit that stands elsewhere.
    pub(crate) fn try_reserve_within(&self, bytes: usize, limit: usize) -> bool {
        let limit = limit.min(self.limit());
        let more = |used: usize| used.checked_add(bytes).filter(|&sum| sum <= limit);
        self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_ok()
    }

    /// Counts text that is there already, whatever the limit.
    pub(crate) fn add(&self, bytes: usize) {
        self.used.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(crate) fn give_back(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}
