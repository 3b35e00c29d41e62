//! The figures of a table, as users see them.
//!
//! A module of its own because it is public and knows nothing of how a table works.

/// Figures of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Entries that at least one atom holds, or that are pinned.
    pub live: usize,
    /// Entries that nobody holds and that are not reclaimed yet.
    pub idle: usize,
    /// Live entries that are never reclaimed.
    pub pinned: usize,
    /// Text of the live entries, in bytes.
    pub text_bytes: usize,
    /// Memory for slot arrays, in use or spare, and their bookkeeping, in bytes, as asked of the allocator.
    pub table_bytes: usize,
    /// Memory of the entries and of long texts, in bytes, as asked of the allocator.
    pub region_bytes: usize,
    /// Independently locked parts of the table.
    pub shards: usize,
    /// Slots that the longest successful search looks at.
    pub longest_probe: usize,
    /// How often a shard has changed its hash function because probes were too long.
    pub rekeys: usize,
    /// Slots of the arrays in use.
    pub slots: usize,
    /// Interns that made an entry, since the process began; the others found one.
    pub inserts: u64,
}

impl Stats {
    /// Returns the share of slots that hold an entry, live or idle: from 0 to one half.
    ///
    /// ```
    /// assert!(atoms_core::dynamic::stats().load() <= 0.5);
    /// ```
    #[expect(clippy::cast_precision_loss, reason = "a share needs no more digits")]
    pub fn load(&self) -> f64 {
        if self.slots == 0 { 0.0 } else { (self.live + self.idle) as f64 / self.slots as f64 }
    }
}
