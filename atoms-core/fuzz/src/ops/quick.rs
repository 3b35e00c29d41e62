//! A hash for the maps of the model, which are most of the time of a run otherwise.
//!
//! A file of its own so that the model reads as a model. The fuzzer's inputs cannot hurt: they are small.

use core::hash::{BuildHasherDefault, Hasher};

/// A map that is quick to fill.
pub(super) type Map<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<Quick>>;
/// A set that is quick to fill.
pub(super) type Set<K> = std::collections::HashSet<K, BuildHasherDefault<Quick>>;

/// One rotation, one exclusive or and one multiplication for up to 8 bytes.
#[derive(Default)]
pub(super) struct Quick(u64);

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }
    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}
