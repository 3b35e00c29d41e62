//! The slot array against a plain list, with hashes that collide.

use std::collections::HashSet;

use proptest::prelude::*;

use super::*;

fn pair(hash: u32, index: u32) -> Pair {
    Pair { hash, index }
}

/// A hash whose home in an array of 8 slots is `home`.
fn hash_at(home: u32) -> u32 {
    home << 29
}

fn found(slots: Slots, pair: Pair) -> bool {
    slots.probe(pair.hash).any(|index| index == pair.index)
}

fn insert(slots: Slots, pair: Pair) -> usize {
    let (position, distance) = slots.vacancy(pair.hash);
    slots.put(position, pair);
    distance as usize
}

/// Sum of the distances, counted afresh.
fn distances(slots: Slots) -> usize {
    slots.iter().map(|(position, pair)| slots.distance(position, pair.hash) as usize).sum()
}

#[test]
fn a_gap_at_the_end_pulls_pairs_over_the_end() {
    let memory = SlotMemory::new();
    let slots = Slots::take(&memory, 3, false).unwrap();
    let pairs = [pair(hash_at(7), 1), pair(hash_at(7), 2), pair(hash_at(0), 3), pair(hash_at(7) + 1, 4)];
    for pair in pairs {
        insert(slots, pair);
    }
    assert_eq!(
        [7, 0, 1, 2].map(|position| slots.at(position).map(|pair| pair.index)),
        [Some(1), Some(2), Some(3), Some(4)]
    );
    assert_eq!(distances(slots), 1 + 1 + 3);
    assert_eq!(slots.remove_at(slots.position_of(pairs[0]).unwrap()), 3);
    assert_eq!(
        [7, 0, 1, 2].map(|position| slots.at(position).map(|pair| pair.index)),
        [Some(2), Some(3), Some(4), None]
    );
    assert_eq!(slots.position_of(pairs[0]), None);
    assert!(pairs[1..].iter().all(|&pair| found(slots, pair)));
}

#[test]
fn a_longer_array_holds_every_pair_in_the_same_order() {
    let memory = SlotMemory::new();
    let mut slots = Slots::take(&memory, 3, false).unwrap();
    for index in 1..=100u32 {
        if 2 * index > slots.len() {
            let longer = Slots::take(&memory, slots.log() + 1, false).unwrap();
            assert_eq!(longer.fill_from(slots, |pair| pair.hash), distances(longer));
            slots.give_back(&memory);
            slots = longer;
        }
        insert(slots, pair(index.wrapping_mul(0x9e37_79b9), index));
    }
    assert_eq!((slots.len(), slots.iter().count()), (256, 100));
    assert!((1..=100u32).all(|index| found(slots, pair(index.wrapping_mul(0x9e37_79b9), index))));
}

#[test]
fn the_tag_says_how_the_hashes_were_made() {
    let memory = SlotMemory::new();
    for log in [3, 4, if cfg!(miri) { 9 } else { 17 }] {
        for is_rekeyed in [false, true] {
            let slots = Slots::take(&memory, log, is_rekeyed).unwrap();
            assert_eq!((slots.log(), slots.len(), slots.is_rekeyed()), (log, 1 << log, is_rekeyed));
            // SAFETY: the memory lives.
            assert_eq!(unsafe { Slots::from_ptr(slots.as_ptr()) }, Some(slots));
        }
    }
}

#[test]
fn a_used_array_that_comes_back_is_empty() {
    let memory = SlotMemory::new();
    let slots = Slots::take(&memory, 8, false).unwrap();
    insert(slots, pair(7, 7));
    slots.give_back(&memory);
    let again = Slots::take(&memory, 8, true).unwrap();
    assert_eq!(again.iter().count(), 0);
    assert!(!found(slots, pair(7, 7)), "what a late reader sees");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 4 } else { 256 }, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_a_plain_set(steps in prop::collection::vec((any::<bool>(), 0u32..12, 1u32..40), 1..if cfg!(miri) { 30 } else { 200 })) {
        let memory = SlotMemory::new();
        let mut slots = Slots::take(&memory, 3, false).unwrap();
        let mut model = HashSet::new();
        let mut sum = 0;
        for (is_insert, hash, index) in steps {
            // Few hashes, at both ends of the array, so that runs collide and wrap.
            let pair = pair(if hash < 6 { hash } else { u32::MAX - hash }, index);
            if is_insert && !model.contains(&(pair.hash, pair.index)) {
                if 2 * (model.len() + 1) > slots.len() as usize {
                    let longer = Slots::take(&memory, slots.log() + 1, false).unwrap();
                    sum = longer.fill_from(slots, |pair| pair.hash);
                    slots.give_back(&memory);
                    slots = longer;
                }
                sum += insert(slots, pair);
                model.insert((pair.hash, pair.index));
            } else if model.remove(&(pair.hash, pair.index)) {
                sum -= slots.remove_at(slots.position_of(pair).unwrap());
            }
            prop_assert_eq!(slots.iter().count(), model.len());
            prop_assert_eq!(sum, distances(slots));
            for &(hash, index) in &model {
                let is_found = found(slots, Pair { hash, index });
                prop_assert!(is_found);
            }
        }
    }
}
