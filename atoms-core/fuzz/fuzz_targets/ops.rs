//! The fuzz target `ops`: every input is a sequence of operations that must agree with a plain map.
//!
//! Only the entry: what an input means and what is checked stands in `src/ops.rs`, which the test
//! `fuzz_corpus` of atoms-core compiles too.
#![no_main]

#[path = "../src/ops.rs"]
mod ops;

use core::cell::RefCell;

use atoms_core::dynamic;
use libfuzzer_sys::fuzz_target;

thread_local! {
    /// What earlier inputs have left in the table; the fuzzer runs all of them on one thread.
    static KNOWN: RefCell<ops::Known> = RefCell::default();
}

fuzz_target!(
    init: {
        // Every run of the fuzzer sees the same hashes, so that what it finds is found again.
        dynamic::set_seed([1, 2, 3, 4]).expect("nothing was interned before");
    },
    |data: &[u8]| KNOWN.with_borrow_mut(|known| ops::run(data, known))
);
