//! The slot array against a plain list, with hashes that collide.

use std::collections::HashSet;

use proptest::prelude::*;

use super::*;

fn pair(hash: u32, index: u32) -> Pair {
    Pair { hash, index }
}

fn found(slots: Slots, pair: Pair) -> bool {
    slots.probe(pair.hash).any(|index| index == pair.index)
}

/// Grows as a shard does, before half of the slots are taken.
fn insert(slots: &mut Slots, n_before: usize, pair: Pair) {
    if 2 * (n_before + 1) > slots.len() as usize {
        *slots = Slots::grown(Some(*slots)).expect("memory");
    }
    slots.insert(pair);
}

#[test]
fn a_gap_at_the_end_pulls_pairs_over_the_end() {
    let slots = Slots::grown(None).unwrap();
    let pairs = [pair(7, 1), pair(7, 2), pair(0, 3), pair(15, 4)];
    for pair in pairs {
        slots.insert(pair);
    }
    assert_eq!(
        [7, 0, 1, 2].map(|position| slots.at(position).map(|pair| pair.index)),
        [Some(1), Some(2), Some(3), Some(4)]
    );
    slots.remove_at(slots.position_of(pairs[0]).unwrap());
    assert_eq!(
        [7, 0, 1, 2].map(|position| slots.at(position).map(|pair| pair.index)),
        [Some(2), Some(3), Some(4), None]
    );
    assert_eq!(slots.position_of(pairs[0]), None);
    assert!(pairs[1..].iter().all(|&pair| found(slots, pair)));
    // SAFETY: nobody else knows of the array.
    unsafe { slots.free_with_retired() };
}

#[test]
fn growth_keeps_every_pair_and_counts_every_byte() {
    let mut slots = Slots::grown(None).unwrap();
    for index in 1..=100u32 {
        insert(&mut slots, index as usize - 1, pair(index.wrapping_mul(0x9e37_79b9), index));
    }
    assert_eq!((slots.len(), slots.iter().count()), (256, 100));
    assert_eq!(
        slots.bytes_with_retired(),
        [8_usize, 16, 32, 64, 128, 256].iter().map(|n| (16 + 8 * n).next_multiple_of(64)).sum()
    );
    // SAFETY: nobody else knows of the array.
    unsafe { slots.free_with_retired() };
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 4 } else { 256 }, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_a_plain_set(steps in prop::collection::vec((any::<bool>(), 0u32..12, 1u32..40), 1..if cfg!(miri) { 30 } else { 200 })) {
        let mut slots = Slots::grown(None).unwrap();
        let mut model = HashSet::new();
        for (is_insert, hash, index) in steps {
            // Few hashes, at both ends of the array, so that runs collide and wrap.
            let pair = pair(if hash < 6 { hash } else { u32::MAX - hash }, index);
            if is_insert && !model.contains(&(pair.hash, pair.index)) {
                insert(&mut slots, model.len(), pair);
                model.insert((pair.hash, pair.index));
            } else if model.remove(&(pair.hash, pair.index)) {
                slots.remove_at(slots.position_of(pair).unwrap());
            }
            prop_assert_eq!(slots.iter().count(), model.len());
            for &(hash, index) in &model {
                let is_found = found(slots, Pair { hash, index });
                prop_assert!(is_found);
            }
        }
        // SAFETY: nobody else knows of the array.
        unsafe { slots.free_with_retired() };
    }
}
