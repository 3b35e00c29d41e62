//! The table of dynamic atoms: its figures, its limit and its upkeep.
//!
//! Every text over 7 bytes that is not in the static set of its atom type lives here, once for the whole
//! process, as long as an atom holds it. A text that nobody holds any more stays *idle* until room is
//! needed, so that names that come and go are found again without an allocation. Inserts see to it that
//! idle entries take at most about half of what the live ones do; `trim` reclaims all of them.
//!
//! The parts, each of which knows only those before it: `entry` is one record, `region` owns the memory of
//! all, `slots` finds entries by hash, `shard` inserts and reclaims under a lock, `table` joins them, and
//! `process` holds the one table. The path of a hit takes no lock.

mod entry;
mod front;
mod meter;
mod prefetch;
#[cfg(not(loom))]
mod process;
mod region;
mod shard;
mod slot_hasher;
mod slot_memory;
mod slots;
mod stats;
mod table;

#[cfg(not(loom))]
pub use process::{AlreadyInUse, for_each, set_limit, set_pin_budget, set_seed, stats, trim};
#[cfg(not(loom))]
pub(crate) use process::{
    TABLE, fetch_text, get, hold, intern, intern_prepared, prepare, prepare_entry, release,
};
pub use stats::Stats;
