//! The perfect hash of the static names.
//!
//! A module of its own because atoms-core holds its twin: `hash_parts` here and the lookup there must
//! agree bit by bit. The hash is `rapidhash::v3`, portable and frozen; the displacements are searched by
//! phf_generator.
//!
//! ```text
//! h = rapidhash_v3(text, key)
//! (d1, d2) = displacements[h[32..64] * n_buckets >> 32]       n_buckets = ceil(n_slots / 3)
//! slot = (d2 + h[0..32] * d1 + h[16..48]) & (n_slots - 1)     n_slots = a power of two
//! ```
//!
//! Invariants: [P-FOUND] `order[slot of names[i]] == i`; every other slot is `EMPTY_SLOT`.

use phf_shared::Hashes;
use rapidhash::v3::{RapidSecrets, rapidhash_v3_seeded};

/// A slot without a name.
pub(crate) const EMPTY_SLOT: u32 = u32::MAX;

/// Mean number of names in a bucket, as phf_generator has it.
const NAMES_PER_BUCKET: usize = 3;

/// Where each name stands, and how to find it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PerfectHash {
    /// The seed of the hash.
    pub key: u64,
    /// The displacements of each bucket.
    pub displacements: Vec<(u32, u32)>,
    /// For each slot the index of its name, or `u32::MAX` when it is empty; a power of two long.
    pub order: Vec<u32>,
}

impl PerfectHash {
    /// Searches a perfect hash for `names`, which are distinct.
    #[must_use]
    pub fn new(names: &[&str]) -> Self {
        if names.is_empty() {
            return Self::default();
        }
        let n_slots = names.len().next_power_of_two();
        let n_buckets = n_slots.div_ceil(NAMES_PER_BUCKET);
        let slots: Vec<usize> = (0..n_slots).collect();
        let state = phf_generator::generate_hash_with_hash_fn(&slots, |&position, &key| {
            let hash = match names.get(position) {
                Some(name) => hash_text(name, key),
                None => filler_hash(position, key),
            };
            hash_parts(hash, n_buckets)
        });
        let order = state.map.iter().map(|&position| {
            if position < names.len() {
                u32::try_from(position).expect("a set has less than 2^32 names")
            } else {
                EMPTY_SLOT
            }
        });
        Self { key: state.key, displacements: state.disps, order: order.collect() }
    }
}

fn hash_text(text: &str, key: u64) -> u64 {
    rapidhash_v3_seeded(text.as_bytes(), &RapidSecrets::seed_cpp(key))
}

/// The hash of a filler that stands for an empty slot: phf_generator fills every slot.
fn filler_hash(position: usize, key: u64) -> u64 {
    let position = u64::try_from(position).expect("positions are below 2^32");
    rapidhash_v3_seeded(&position.to_le_bytes(), &RapidSecrets::seed_cpp(!key))
}

#[expect(clippy::cast_possible_truncation, reason = "the parts are 32-bit windows of the hash")]
fn hash_parts(hash: u64, n_buckets: usize) -> Hashes {
    // `Hashes` cannot be built outside its crate, only changed.
    let mut parts = phf_shared::hash(&0_u32, &0);
    // Below `n_buckets` already, so that the remainder that phf_generator takes changes nothing.
    parts.g = (((hash >> 32) * n_buckets as u64) >> 32) as u32;
    parts.f1 = hash as u32;
    parts.f2 = (hash >> 16) as u32;
    parts
}

#[cfg(test)]
mod tests;
