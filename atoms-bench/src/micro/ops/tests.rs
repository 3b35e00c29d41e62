//! Names that must be new are new.

use super::{FRESH_LEN, N_MISSES, fresh, letters};
use std::collections::BTreeSet;

#[test]
fn fresh_names_never_come_twice() {
    let mut buffer = vec![0; N_MISSES * FRESH_LEN];
    // Passes over the end of the numbers.
    let mut number = u32::MAX - 1500;
    let mut seen = BTreeSet::new();
    for _ in 0..3 {
        for text in fresh(&mut buffer, &mut number) {
            assert_eq!(text.len(), FRESH_LEN);
            assert!(seen.insert(text.to_owned()), "{text}");
        }
    }
    assert_eq!(seen.len(), 3 * N_MISSES);
}

#[test]
fn letters_are_the_half_bytes() {
    assert_eq!(&letters(0).to_le_bytes(), b"aaaaaaaa");
    assert_eq!(&letters(0xf000_0001).to_le_bytes(), b"baaaaaap");
}
