//! The comparison of the table with what all workers hold, while none of them works.
//!
//! Apart from the workers because it is exact: nothing changes while it looks.
//! Invariants: what was pinned stays; what was pinned by use is within the budget.

use std::collections::{HashMap, HashSet};

use atoms_core::{DefaultAtom, dynamic};

use crate::names::Name;
use crate::worker::{Limits, Worker};

/// Text that may be pinned by use, in bytes.
pub(crate) const PIN_BUDGET: usize = 64 << 10;
/// Idle entries that there may be besides those that were live once.
const IDLE_FLOOR: usize = 16 << 10;

/// What is known of the table from earlier rounds.
#[derive(Default)]
pub(crate) struct Checker {
    /// Texts that were pinned by use.
    by_use: HashSet<String>,
    max_live: usize,
}

impl Checker {
    /// Compares the table with what `workers` and the mailbox hold.
    ///
    /// # Panics
    /// On the first difference.
    pub(crate) fn check(
        &mut self,
        workers: &[Worker],
        mailbox: &[(Name, DefaultAtom)],
        limits: Limits,
    ) -> dynamic::Stats {
        let held = workers.iter().flat_map(|worker| worker.held.iter().flatten()).chain(mailbox);
        let mut atoms: HashMap<Name, &DefaultAtom> = HashMap::new();
        let mut counts: HashMap<&str, u32> = HashMap::new();
        let mut text = String::new();
        for (name, atom) in held {
            name.write(&mut text);
            assert_eq!(*atom, text, "a held atom has its text");
            let first = atoms.entry(*name).or_insert(atom);
            assert_eq!(*first, atom, "equal texts have equal atoms, on every thread");
            if atom.is_dynamic() {
                *counts.entry(atom.as_str()).or_default() += 1;
            }
        }
        let by_pin = workers.iter().fold(0, |pinned, worker| pinned | worker.pinned);
        let by_pin: HashSet<String> = (0..u64::BITS)
            .filter(|number| by_pin & (1 << number) != 0)
            .map(|number| Name::Pinnable(number).text())
            .collect();

        let mut listed: HashMap<String, u32> = HashMap::new();
        dynamic::for_each(|text, count| {
            let before = listed.insert(text.to_owned(), count);
            assert!(before.is_none() && count > 0, "{text:?} is listed twice, or with a count of 0");
        });
        for (text, count) in &listed {
            let is_counted = counts.get(text.as_str()) == Some(count);
            if !is_counted && !by_pin.contains(text) {
                // A pinned entry is never written again, so its count stands still.
                self.by_use.insert(text.clone());
            }
        }
        let stays = |text: &str| listed.contains_key(text);
        assert!(counts.keys().all(|text| stays(text)), "a held text is not listed");
        assert!(by_pin.iter().all(|text| stays(text)), "a text that was pinned is not listed");
        assert!(self.by_use.iter().all(|text| stays(text)), "what is listed is held, or pinned for ever");
        let by_use: usize = self.by_use.iter().map(String::len).sum();
        let example = self.by_use.iter().find(|text| !text.starts_with("hot-"));
        assert!(by_use <= PIN_BUDGET, "{by_use} bytes of {PIN_BUDGET} are live unheld, as {example:?}");

        let stats = dynamic::stats();
        assert_eq!(stats.live, listed.len(), "{stats:?}");
        assert_eq!(stats.text_bytes, listed.keys().map(String::len).sum(), "{stats:?}");
        let n_sure = by_pin.union(&self.by_use).count();
        assert!(n_sure <= stats.pinned && stats.pinned <= stats.live, "{n_sure} are pinned: {stats:?}");
        self.max_live = self.max_live.max(stats.live);
        assert!(stats.idle <= 2 * self.max_live + IDLE_FLOOR, "{} were live: {stats:?}", self.max_live);
        if let Limits::Fixed(limit) = limits {
            check_limit(limit, &stats);
        }
        stats
    }
}

/// Under a limit what is left is had to the last byte, and no more.
fn check_limit(limit: usize, stats: &dynamic::Stats) {
    assert!(stats.text_bytes <= limit, "{limit} bytes are the limit: {stats:?}");
    let room = limit - stats.text_bytes;
    if room < (1 << 20) {
        let over = DefaultAtom::try_new(&"o".repeat((room + 1).max(8)));
        assert_eq!(over.ok(), None, "{room} bytes are left: {stats:?}");
        if room >= 8 {
            let fits = DefaultAtom::try_new(&"f".repeat(room));
            assert!(fits.is_ok(), "{room} bytes are left, and {fits:?}: {stats:?}");
        }
    }
    let after = dynamic::stats();
    assert_eq!((after.live, after.text_bytes), (stats.live, stats.text_bytes), "after a refusal");
}

/// The memory of the table after each round.
#[derive(Default)]
pub(crate) struct Levels(Vec<(usize, usize)>);

impl Levels {
    pub(crate) fn add(&mut self, stats: &dynamic::Stats) {
        self.0.push((stats.region_bytes, stats.table_bytes));
    }

    /// The largest figures of the second third and of the last one, for region and table; none when there
    /// were too few rounds to tell.
    pub(crate) fn thirds(&self) -> Option<[(usize, usize); 2]> {
        let third = self.0.len() / 3;
        if third < 10 {
            return None;
        }
        let largest = |part: &[(usize, usize)], of: fn(&(usize, usize)) -> usize| {
            part.iter().map(of).max().expect("ten rounds at least")
        };
        let (second, last) = self.0[third..].split_at(third);
        Some([
            (largest(second, |level| level.0), largest(last, |level| level.0)),
            (largest(second, |level| level.1), largest(last, |level| level.1)),
        ])
    }
}

/// Whether memory still grows: by more than one segment of the region, or than chance moves peaks.
pub(crate) fn is_growing((second, last): (usize, usize)) -> bool {
    last > second + second / 32 + (1 << 20)
}
