//! The one table of the process, and what users do with it.
//!
//! A module of its own because it is the only static of the table: everything else is a value.

#[cfg(all(unix, feature = "fork"))]
mod fork;

use core::fmt;

use super::Stats;
use super::prefetch::prefetch;
use super::table::{Config, Table};
use crate::error::InternError;
use crate::word::Word;

/// Shards: enough that two threads rarely meet in one, few enough to walk.
const SHARDS: usize = 64;
/// Segments: 64 GiB of index space, or what a 32-bit address space can hold; few under Miri, which looks
/// at every one of them whenever a reference to the table is made.
const SEGMENTS: usize = match (cfg!(miri), cfg!(target_pointer_width = "64")) {
    (true, _) => 1 << 6,
    (false, true) => 1 << 16,
    (false, false) => 1 << 12,
};

/// The table of the process.
pub(crate) static TABLE: Table<Process, SHARDS, SEGMENTS> = Table::new();

/// What the table of the process can hold: all that a handle can express.
#[derive(Debug)]
pub(crate) struct Process;

impl Config for Process {
    fn before_lock() {
        #[cfg(all(unix, feature = "fork"))]
        fork::register();
    }
}

/// The key of the table was in use already: an atom was made, or hashed, or a key was set before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlreadyInUse;

impl fmt::Display for AlreadyInUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "the key of the atom table is in use already; set it before the first atom is made or hashed",
        )
    }
}

impl core::error::Error for AlreadyInUse {}

/// Finds or makes the dynamic atom of a text. Out of line, with all of a hit in one place.
#[inline(never)]
pub(crate) fn intern(text: &str) -> Result<Word, InternError> {
    TABLE.intern(text)
}

/// Asks for the memory of a text that will be hashed soon.
pub(crate) fn fetch_text(text: &str) {
    prefetch(core::ptr::NonNull::from(text).cast());
}

/// Hashes a text and asks for the memory that `prepare_entry`, then `intern_prepared` will look at.
pub(crate) fn prepare(text: &str) -> u64 {
    TABLE.prepare(text)
}

/// Asks for the memory of the entry of a prepared text.
pub(crate) fn prepare_entry(hash: u64) {
    TABLE.prepare_entry(hash);
}

/// Finds or makes the dynamic atom of a prepared text.
#[inline(never)]
pub(crate) fn intern_prepared(hash: u64, text: &str) -> Result<Word, InternError> {
    TABLE.intern_prepared(hash, text)
}

/// Finds the dynamic atom of a text, if there is one.
#[inline(never)]
pub(crate) fn get(text: &str) -> Option<Word> {
    TABLE.get(text)
}

/// Takes one more count for a copy of a word. Out of line: clones and drops stand everywhere in a
/// program, and most atoms that pass there are inline or static.
///
/// # Safety
/// `word` is dynamic and held.
#[inline(never)]
pub(crate) unsafe fn hold(word: Word) {
    // SAFETY: as the caller says; every dynamic word is of the table of the process.
    unsafe { TABLE.hold(word) };
}

/// Gives the count of a word back. Out of line, as `hold` is.
///
/// # Safety
/// `word` is dynamic, held, and not used as held afterwards.
#[inline(never)]
pub(crate) unsafe fn release(word: Word) {
    // SAFETY: as the caller says; every dynamic word is of the table of the process.
    unsafe { TABLE.release(word) };
}

/// Returns the figures of the table.
///
/// Locks and walks one shard after the other, in time proportional to the table; the figures of different
/// shards are of slightly different moments when other threads are at work.
///
/// ```
/// # use atoms_core::{DefaultAtom, dynamic};
/// let held = DefaultAtom::new("a text of more than seven bytes");
/// let stats = dynamic::stats();
/// assert!(stats.live >= 1 && stats.text_bytes >= held.len());
/// ```
pub fn stats() -> Stats {
    TABLE.stats()
}

/// Calls `f` with every live text and the number of atoms that hold it.
///
/// Shard by shard: `f` runs outside every lock and may itself make and drop atoms. Texts that come or go
/// meanwhile may be missed. A count is the one from before the walk took its own.
///
/// ```
/// # use atoms_core::{DefaultAtom, dynamic};
/// let held = [DefaultAtom::new("shared by two"), DefaultAtom::new("shared by two")];
/// dynamic::for_each(|text, count| assert!(text != &*held[0] || count == 2));
/// ```
pub fn for_each(mut f: impl FnMut(&str, u32)) {
    for shard in 0..TABLE.n_shards() {
        for (held, count) in TABLE.hold_all(shard) {
            f(held.text(), count);
        }
    }
}

/// Limits the text of live and idle dynamic entries to `bytes` in all; `None` takes the limit away.
///
/// Over it, idle entries are reclaimed first; if that does not make room, `try_new` and its kind return
/// [`InternError::LimitReached`], and `new` and its kind panic. Text that is there already stays, also
/// when it is more than the limit. Inline and static atoms do not count. Names pinned by use may take a
/// quarter of the limit. Without a limit no account is kept, so changing between a limit and none takes
/// every lock of the table once; the limit holds for inserts that begin after the call has returned.
///
/// ```
/// # use atoms_core::{DefaultAtom, InternError, dynamic};
/// dynamic::set_limit(Some(0));
/// assert_eq!(DefaultAtom::try_new("some dynamic text"), Err(InternError::LimitReached));
/// assert!(DefaultAtom::try_new("inline").is_ok());
/// dynamic::set_limit(None);
/// assert!(DefaultAtom::try_new("some dynamic text").is_ok());
/// ```
pub fn set_limit(bytes: Option<usize>) {
    TABLE.set_limit(bytes);
}

/// Sets how many bytes of text may be pinned by use; 0 turns that off.
///
/// An entry that is found again and again is pinned: it is never reclaimed, and hits, clones and drops of
/// its atoms write nothing from then on. The budget bounds the memory that this may keep for ever; the
/// default is 1 MiB, and never more than a quarter of the limit of [`set_limit`]. What is pinned already
/// stays so, and [`Atom::pin`](crate::Atom::pin) is not counted.
///
/// ```
/// atoms_core::dynamic::set_pin_budget(64 << 10);
/// ```
pub fn set_pin_budget(bytes: usize) {
    TABLE.set_pin_budget(bytes);
}

/// Reclaims every idle entry now and returns the bytes made reusable.
///
/// The memory serves later atoms; only the text of entries over 1 KiB goes back to the allocator. Takes
/// time proportional to the table, one shard lock at a time.
///
/// ```
/// # use atoms_core::{DefaultAtom, dynamic};
/// drop(DefaultAtom::new("nobody will hold this"));
/// dynamic::trim();
/// assert_eq!(DefaultAtom::get("nobody will hold this"), None);
/// ```
pub fn trim() -> usize {
    TABLE.trim()
}

/// Sets the key of the table, for reproducible runs and tests only.
///
/// The hash of every text is then known to whoever knows the key, who can make texts that collide: never
/// do this where untrusted text is interned. Hashes of equal atoms agree between processes with one key.
///
/// # Errors
/// [`AlreadyInUse`] when a dynamic atom was made or looked up, an atom was hashed by `get_hash`, or a key set before.
pub fn set_seed(seed: [u64; 4]) -> Result<(), AlreadyInUse> {
    TABLE.seed.set(seed).map_err(|_| AlreadyInUse)
}
