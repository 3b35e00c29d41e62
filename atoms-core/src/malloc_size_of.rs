//! Heap sizes for memory reports (feature `malloc_size_of`).

use malloc_size_of::{MallocSizeOf, MallocSizeOfOps};

use crate::atom::Atom;
use crate::dynamic;
use crate::static_set::StaticAtomSet;

impl<S: StaticAtomSet> MallocSizeOf for Atom<S> {
    /// Always 0: the text of a dynamic atom is shared, and counted by [`malloc_size_of_dynamic_set`].
    fn size_of(&self, _ops: &mut MallocSizeOfOps) -> usize {
        0
    }
}

/// Returns the heap size of the table of dynamic atoms, in bytes, as asked of the allocator.
///
/// The operations are not used: entries lie in segments, which the table counts itself.
pub fn malloc_size_of_dynamic_set(_ops: &mut MallocSizeOfOps) -> usize {
    let stats = dynamic::stats();
    stats.region_bytes + stats.table_bytes
}
