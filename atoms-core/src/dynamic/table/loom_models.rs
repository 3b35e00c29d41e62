//! Models of the table for loom, which runs them in every order of the threads that matters.
//!
//! Separate from the other tests because they are built with `--cfg loom`, with atomics and locks of the
//! checker: `RUSTFLAGS="--cfg loom" cargo test --release -p atoms-core --lib loom`, or `cargo xtask verify
//! --loom`. Each says which interleaving it is there for; docs/TESTING.md lists the faults that each noticed.
//! Memory that no atomic covers is checked through `Witness`: who reads a text that another thread writes
//! fails the model. Tables are tiny: two slots of the front, eight slots a shard, segments of two blocks.

mod entries;
mod limits;
mod slots;

use std::sync::Arc;

use loom::thread;

use super::*;

/// All texts are of the first shard and have one hash: they lie in a row.
struct Row;
impl Config for Row {
    fn filter(_: u64) -> u64 {
        0
    }
}

/// Texts are of one of two shards, and lie in a row there.
struct TwoRows;
impl Config for TwoRows {
    fn filter(hash: u64) -> u64 {
        hash & 1 << 8
    }
}

type Model<C, const N_SHARDS: usize> = Table<C, N_SHARDS, 4>;

/// Runs a model with at most `n` preemptions of a thread by another.
fn check(n: usize, model: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(n);
    builder.check(model);
}

fn table<C: Config, const N_SHARDS: usize>() -> Arc<Model<C, N_SHARDS>> {
    let table = Arc::new(Table::new());
    table.seed.set([1, 2, 3, 4]).unwrap();
    table.set_pin_budget(0);
    table
}

/// A table as one thread uses it: words are counts, to be released by hand.
trait Use<C, const N_SHARDS: usize> {
    fn make(&self, text: &str) -> Word;
    fn let_go(&self, word: Word);
    fn read(&self, word: Word) -> String;
    fn copy(&self, word: Word);
    /// Interns a text, reads it and drops it.
    fn pass(&self, text: &str);
    /// That `live` entries are live, and none idle after a trim.
    fn ends_with(&self, live: usize);
}

impl<C: Config, const N_SHARDS: usize> Use<C, N_SHARDS> for Model<C, N_SHARDS> {
    fn make(&self, text: &str) -> Word {
        self.intern(text).unwrap()
    }

    fn let_go(&self, word: Word) {
        // SAFETY: each model drops a word that it holds, once.
        unsafe { self.release(word) };
    }

    fn read(&self, word: Word) -> String {
        // SAFETY: each model reads words that it holds.
        unsafe { self.text(word) }.to_owned()
    }

    fn copy(&self, word: Word) {
        // SAFETY: each model copies words that it holds.
        unsafe { self.hold(word) };
    }

    fn pass(&self, text: &str) {
        let word = self.make(text);
        assert_eq!(self.read(word), text);
        self.let_go(word);
    }

    fn ends_with(&self, live: usize) {
        self.trim();
        let stats = self.stats();
        assert_eq!((stats.live, stats.idle), (live, 0));
    }
}

/// Runs `other` beside `own`, to the end of both.
fn beside<T: Send + 'static>(other: impl FnOnce() -> T + Send + 'static, own: impl FnOnce()) -> T {
    let other = thread::spawn(other);
    own();
    other.join().unwrap()
}
