//! Many different random names, made fast and the same on every machine.
//!
//! A module of its own because a million names must neither be compared with each other in order to be different, nor
//! lie in a million allocations: reading them would then cost more than interning.
//! Invariant: [N-FIRST] names of one stream from 8 bytes on differ in their first 8 bytes.

use crate::rng::Rng;
use std::ops::RangeInclusive;

const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz012345";
/// Letters that hold the number of a name, at 5 bits each.
const N_UNIQUE: usize = 8;
const MASK: u64 = (1 << (5 * N_UNIQUE)) - 1;

/// Appends name number `idx` of the stream `seed`, in `len` letters.
pub fn push_name(seed: u64, idx: u64, len: usize, out: &mut String) {
    let mut bits = permuted(seed, idx);
    let mut rng = Rng::new(seed ^ idx.wrapping_mul(0xd605_1c4e_8a4b_7f31));
    for letter_idx in 0..len {
        if N_UNIQUE <= letter_idx && letter_idx % N_UNIQUE == 0 {
            bits = rng.next();
        }
        let letter = usize::try_from(bits % 32).expect("below 32");
        out.push(char::from(LETTERS[letter]));
        bits >>= 5;
    }
}

/// Maps the numbers below 2^40 to each other, each to one, in an order that looks random. [N-FIRST]
const fn permuted(seed: u64, idx: u64) -> u64 {
    // Adding, multiplying by an odd number and folding the upper half down can all be undone.
    let mut bits = idx.wrapping_add(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)) & MASK;
    bits ^= bits >> 20;
    bits = bits.wrapping_mul(0x00d1_342b_1eb5) & MASK;
    bits ^= bits >> 19;
    bits = bits.wrapping_mul(0x00a0_76d6_478b) & MASK;
    bits ^ bits >> 21
}

/// Names one behind the other in one piece of memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    text: String,
    ends: Vec<usize>,
}

impl Names {
    /// Makes `n_names` different names of `min_len` to `max_len` bytes each.
    ///
    /// Names under 8 bytes may be equal.
    ///
    /// # Panics
    /// When `max_len` is below `min_len`.
    pub fn random(seed: u64, n_names: usize, min_len: usize, max_len: usize) -> Self {
        let lens: RangeInclusive<usize> = min_len..=max_len;
        assert!(!lens.is_empty(), "a length lies between two bounds");
        let mut rng = Rng::new(seed);
        let mut names = Self::default();
        for idx in 0..n_names {
            push_name(seed, idx as u64, min_len + rng.below(max_len - min_len + 1), &mut names.text);
            names.ends.push(names.text.len());
        }
        names
    }

    /// Appends one name.
    pub fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len());
    }

    /// Returns how many names there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Says whether there is no name.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns one name.
    ///
    /// # Panics
    /// When there are not that many.
    pub fn get(&self, idx: usize) -> &str {
        let start = if idx == 0 { 0 } else { self.ends[idx - 1] };
        &self.text[start..self.ends[idx]]
    }

    /// Returns all names in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.range(0, self.len())
    }

    /// Returns the names from one position to another in order.
    pub fn range(&self, start: usize, end: usize) -> impl Iterator<Item = &str> {
        (start..end).map(|idx| self.get(idx))
    }

    /// Copies `n_names` of the first `n_first` names, in random order and behind each other, so that reading them costs
    /// nothing. All of them when `n_names` is as large.
    pub fn sample(&self, seed: u64, n_first: usize, n_names: usize) -> Self {
        let mut order: Vec<usize> = (0..n_first).collect();
        Rng::new(seed).shuffle(&mut order);
        order.truncate(n_names);
        order.into_iter().map(|idx| self.get(idx)).collect()
    }
}

impl<'a> FromIterator<&'a str> for Names {
    fn from_iter<T: IntoIterator<Item = &'a str>>(texts: T) -> Self {
        let mut names = Self::default();
        texts.into_iter().for_each(|text| names.push(text));
        names
    }
}

#[cfg(test)]
mod tests {
    //! Different, of the lengths asked for, and the same again.

    use super::{Names, permuted};
    use std::collections::BTreeSet;

    #[test]
    fn names_are_different_and_have_the_lengths() {
        let names = Names::random(7, 50_000, 8, 16);
        let seen: BTreeSet<&str> = names.iter().collect();
        assert_eq!((names.len(), seen.len()), (50_000, 50_000));
        let lens: BTreeSet<usize> = names.iter().map(str::len).collect();
        assert_eq!(lens, (8..=16).collect());
        assert_eq!(names, Names::random(7, 50_000, 8, 16));
        assert_ne!(names, Names::random(8, 50_000, 8, 16));
    }

    #[test]
    fn permutation_has_no_collision_on_a_stretch() {
        let seen: BTreeSet<u64> = (0..100_000).map(|idx| permuted(3, idx)).collect();
        assert_eq!(seen.len(), 100_000);
    }

    #[test]
    fn sample_of_all_is_all_of_them() {
        let names = Names::random(1, 100, 8, 8);
        let sample = names.sample(2, 100, 1000);
        assert_eq!(names.iter().collect::<BTreeSet<_>>(), sample.iter().collect());
        assert_eq!(names.sample(2, 10, 5).len(), 5);
        assert!(Names::default().is_empty());
    }
}
