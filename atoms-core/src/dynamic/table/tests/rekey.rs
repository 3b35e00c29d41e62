//! Tables whose hash is known to somebody: the key changes, and everything goes on.

use super::*;

/// A hash of 12 bits: every text has its home in the first slot, and thousands share all 32 bits of a slot.
struct Known;
impl Config for Known {
    fn filter(hash: u64) -> u64 {
        (hash & 0xfff) << 32
    }
}

type Attacked = Table<Known, 2, 40>;

fn intern<'t>(table: &'t Attacked, n: usize) -> HeldWord<'t, Known, 2, 40> {
    HeldWord { table, word: table.intern(&name(n)).expect("room") }
}

fn name(n: usize) -> String {
    format!("a name that collides {n}")
}

fn table() -> Box<Attacked> {
    let table = Box::new(Attacked::new());
    table.set_pin_budget(0);
    table
}

const N: usize = if cfg!(miri) { 60 } else { 20_000 };

#[test]
fn a_known_key_is_changed_before_probes_get_long() {
    let table = table();
    let held: Vec<_> = (0..N).map(|n| intern(&table, n)).collect();
    let stats = table.stats();
    assert_eq!((stats.live, stats.rekeys), (N, 1), "{stats:?}");
    assert!(stats.longest_probe < 100, "{stats:?}");
    for (n, handle) in held.iter().enumerate() {
        assert_eq!(intern(&table, n).word, handle.word);
        assert_eq!(handle.text(), name(n));
        // SAFETY: the handle holds a count.
        let hash = unsafe { table.text_hash(handle.word) };
        // The lowest bit of a kept hash is not its own.
        assert_eq!(hash & !1, Known::filter(table.seed.hash_text(&name(n))) & !1);
    }
}

#[test]
fn what_was_there_before_the_change_goes_as_before() {
    let table = table();
    let held: Vec<_> = (0..N).map(|n| intern(&table, n)).collect();
    assert_eq!(table.stats().rekeys, 1);
    drop(held);
    assert_eq!(table.stats().idle, N);
    table.trim();
    let stats = table.stats();
    assert_eq!((stats.live, stats.idle), (0, 0));
    assert!((0..N).all(|n| table.get(&name(n)).is_none()));
    assert_eq!(stats.region_bytes, table.region.bytes(), "no long text is left");
    let again: Vec<_> = (0..N).map(|n| intern(&table, n)).collect();
    assert_eq!((table.stats().live, table.stats().region_bytes), (N, stats.region_bytes));
    assert!(again.iter().enumerate().all(|(n, handle)| handle.text() == name(n)));
}

#[test]
fn chance_changes_no_key() {
    let table = Box::new(Table::<Plain, 2, 60>::new());
    table.set_pin_budget(0);
    let mut held = std::collections::VecDeque::new();
    for n in 0..if cfg!(miri) { 80 } else { 200_000 } {
        held.push_back(HeldWord { table: &*table, word: table.intern(&name(n)).expect("room") });
        if held.len() > 10_000 {
            held.pop_front();
        }
    }
    assert_eq!(table.stats().rekeys, 0);
}

#[test]
fn threads_find_one_entry_of_a_text_while_the_key_changes() {
    for _ in 0..if cfg!(miri) { 1 } else { 20 } {
        let table = table();
        let n_names = if cfg!(miri) { 40 } else { 1500 };
        let words: Vec<Vec<Word>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..3)
                .map(|thread| {
                    let table = &*table;
                    scope.spawn(move || {
                        // Each thread begins elsewhere, so that all insert and all find.
                        let order = (0..n_names).map(move |n| (n + thread * n_names / 3) % n_names);
                        let mut found: Vec<_> = order.map(|n| (n, table.intern(&name(n)).unwrap())).collect();
                        found.sort_unstable_by_key(|(n, _)| *n);
                        found.into_iter().map(|(_, word)| word).collect()
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(words.iter().all(|found| *found == words[0]));
        assert!(cfg!(miri) || 1 == table.stats().rekeys, "{:?}", table.stats());
        assert_eq!(table.stats().live, n_names);
        let counts = (0..2).flat_map(|shard| table.hold_all(shard));
        assert!(counts.into_iter().all(|(_, count)| count == 3));
    }
}
