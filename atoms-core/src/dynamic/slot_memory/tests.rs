//! Slot memory against a plain list of blocks: none overlap, and what is given back is joined again.

use proptest::prelude::*;

use super::*;

fn range(block: NonNull<AtomicU64>, log: u32) -> core::ops::Range<usize> {
    let first = block.addr().get();
    first..first + (size_of::<AtomicU64>() << log)
}

#[test]
fn two_outgrown_arrays_make_a_longer_one() {
    let memory = SlotMemory::new();
    // A segment of 256 slots: two halves, then all of it.
    let halves = [memory.take(7).unwrap(), memory.take(7).unwrap()];
    let bytes = memory.bytes();
    for half in halves {
        memory.give_back(half, 7);
    }
    assert_eq!(memory.take(8).unwrap(), halves[0].min(halves[1]));
    assert_eq!(memory.bytes(), bytes);
}

#[test]
fn shards_that_grow_together_need_what_they_hold() {
    let memory = SlotMemory::new();
    let mut blocks: Vec<_> = (0..64).map(|_| memory.take(MIN_LOG).unwrap()).collect();
    for log in MIN_LOG..if cfg!(miri) { 6 } else { 12 } {
        for block in &mut blocks {
            let longer = memory.take(log + 1).unwrap();
            memory.give_back(*block, log);
            *block = longer;
        }
        let held = 64 * (size_of::<AtomicU64>() << (log + 1));
        assert!(memory.bytes() < held + held / 3 + 4096, "{} for {held}", memory.bytes());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 2 } else { 256 }, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn blocks_do_not_overlap_and_join_again(steps in prop::collection::vec((any::<bool>(), MIN_LOG..12, any::<usize>()), 1..if cfg!(miri) { 20 } else { 200 })) {
        let memory = SlotMemory::new();
        let mut taken: Vec<(NonNull<AtomicU64>, u32)> = Vec::new();
        for (is_take, log, at) in steps {
            if is_take {
                let block = memory.take(log).unwrap();
                prop_assert_eq!(block.addr().get() % 64, 0);
                for &(other, other_log) in &taken {
                    let (own, other) = (range(block, log), range(other, other_log));
                    prop_assert!(own.end <= other.start || other.end <= own.start);
                }
                taken.push((block, log));
            } else if !taken.is_empty() {
                let (block, log) = taken.swap_remove(at % taken.len());
                memory.give_back(block, log);
            }
        }
        for (block, log) in taken.drain(..) {
            memory.give_back(block, log);
        }
        // Everything is joined: each segment is one free block again.
        let memory = lock(&memory.0);
        for segment in &memory.segments {
            prop_assert_eq!(segment.free_blocks().collect::<Vec<_>>(), vec![(0, segment.log)]);
        }
    }
}
