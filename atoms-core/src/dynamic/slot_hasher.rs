//! The second hash of a shard: SipHash-1-3 under keys of its own, once probes showed that the first one
//! was known to somebody.
//!
//! A module of its own because it is used by a shard that was attacked and nowhere else. The hash of the
//! process stays what it is in entries, in the choice of the shard and for users: only slots change.
//! Invariant [K-KEPT]: a hasher that readers may know of lives as long as the table.

use core::alloc::Layout;
use core::hash::{BuildHasher, Hasher};
use core::ptr::NonNull;

use super::slots::Pair;

/// The keyed hash function of the standard library: SipHash-1-3, keyed from the system's random source.
#[cfg(not(loom))]
type Keys = std::hash::RandomState;
/// The same without random keys, since a checker needs every run to go the same way.
#[cfg(loom)]
type Keys = core::hash::BuildHasherDefault<std::hash::DefaultHasher>;

struct Node {
    keys: Keys,
    /// The hasher that this one took the place of.
    retired: Option<SlotHasher>,
}

/// A hash function for slots; a pointer to its keys.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlotHasher(NonNull<Node>);

// SAFETY: nobody writes a node once it is shared.
unsafe impl Send for SlotHasher {}

impl SlotHasher {
    /// A hasher with new keys that takes the place of `retired`; `None` when the system gives no memory.
    pub(crate) fn draw(retired: Option<Self>) -> Option<Self> {
        // SAFETY: a node is not of size 0.
        let node = NonNull::new(unsafe { std::alloc::alloc(Layout::new::<Node>()) })?.cast::<Node>();
        // SAFETY: fresh memory of that layout.
        unsafe { node.write(Node { keys: Keys::default(), retired }) };
        Some(Self(node))
    }

    /// The hasher at an address that `as_ptr` gave; `None` for null.
    ///
    /// # Safety
    /// By [K-KEPT]: the table whose hasher it is lives.
    pub(crate) unsafe fn from_ptr(node: *mut u8) -> Option<Self> {
        NonNull::new(node.cast()).map(Self)
    }

    /// Address for a shard's atomic pointer.
    pub(crate) fn as_ptr(self) -> *mut u8 {
        self.0.as_ptr().cast()
    }

    /// The hash of a text that its slot holds.
    pub(crate) fn hash(self, text: &str) -> u32 {
        let mut hasher = self.node().keys.build_hasher();
        hasher.write(text.as_bytes());
        Pair::hash_of(hasher.finish())
    }

    /// Bytes of this hasher and of all that it took the place of.
    pub(crate) fn bytes_with_retired(self) -> usize {
        size_of::<Node>() + self.node().retired.map_or(0, Self::bytes_with_retired)
    }

    /// Frees the hasher and all that it took the place of.
    ///
    /// # Safety
    /// Nobody can reach any of them any more.
    pub(crate) unsafe fn free_with_retired(self) {
        let mut next = Some(self);
        while let Some(hasher) = next {
            next = hasher.node().retired;
            // SAFETY: as the caller says.
            unsafe { hasher.free() };
        }
    }

    /// Frees the hasher alone.
    ///
    /// # Safety
    /// Nobody can reach it any more.
    pub(crate) unsafe fn free(self) {
        // SAFETY: `draw` allocated it with this layout; the keys own nothing.
        unsafe { std::alloc::dealloc(self.as_ptr(), Layout::new::<Node>()) };
    }

    fn node<'a>(self) -> &'a Node {
        // SAFETY: [K-KEPT], and nobody writes it after `draw`.
        unsafe { self.0.as_ref() }
    }
}
