//! The corpus of the fuzz target `ops`, and random inputs, run as an ordinary test.
//!
//! A process of its own with one test, because figures of the whole table are compared. The fuzzer itself
//! is `cargo xtask verify --fuzz`.
#![cfg(feature = "macros")]

#[path = "../fuzz/src/ops.rs"]
mod ops;

use std::fs;
use std::path::Path;

/// Inputs written by hand, one for each topic.
const BY_HAND: [&[u8]; 7] = [
    include_bytes!("../fuzz/corpus/ops/hand-storages"),
    include_bytes!("../fuzz/corpus/ops/hand-conversions"),
    include_bytes!("../fuzz/corpus/ops/hand-limits"),
    include_bytes!("../fuzz/corpus/ops/hand-pins"),
    include_bytes!("../fuzz/corpus/ops/hand-many"),
    include_bytes!("../fuzz/corpus/ops/hand-walks"),
    include_bytes!("../fuzz/corpus/ops/hand-lengths"),
];

/// Every input of the corpus, in the order of their names.
fn corpus() -> Vec<Vec<u8>> {
    // Miri keeps programs away from files.
    if cfg!(miri) {
        return BY_HAND.map(<[u8]>::to_vec).to_vec();
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/ops");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the corpus is there")
        .map(|entry| entry.expect("the folder is read").path())
        .collect();
    paths.sort_unstable();
    paths.iter().map(|path| fs::read(path).expect("the corpus is read")).collect()
}

/// Bytes that look random.
struct Random(u64);
impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        usize::try_from(self.0 >> 33).expect("31 bits") % n
    }
    fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| u8::try_from(self.below(256)).expect("below 256")).collect()
    }
}

#[test]
fn atoms_agree_with_a_plain_map_on_every_input() {
    let mut known = ops::Known::default();
    let corpus = corpus();
    assert!(BY_HAND.iter().all(|seed| corpus.iter().any(|input| input == seed)), "the corpus is whole");
    for input in if cfg!(miri) { &corpus[..3] } else { &corpus[..] } {
        ops::run(input, &mut known);
    }
    let mut random = Random(1);
    for _ in 0..if cfg!(miri) { 5 } else { 500 } {
        let len = random.below(if cfg!(miri) { 60 } else { 500 });
        ops::run(&random.bytes(len), &mut known);
        if cfg!(miri) {
            continue;
        }
        // The start of one input and the rest of another, with a byte changed.
        let (one, two) = (&corpus[random.below(corpus.len())], &corpus[random.below(corpus.len())]);
        let mut input = [&one[..random.below(one.len() + 1)], &two[random.below(two.len() + 1)..]].concat();
        let place = random.below(input.len() + 1);
        if let Some(byte) = input.get_mut(place) {
            *byte = u8::try_from(random.below(256)).expect("below 256");
        }
        ops::run(&input, &mut known);
    }
}
