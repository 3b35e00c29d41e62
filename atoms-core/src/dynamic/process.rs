//! The one table of the process.
//!
//! A module of its own because it is the only static of the table: everything else is a value.

#[cfg(all(unix, feature = "fork"))]
mod fork;

use super::table::{Config, Table};

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
