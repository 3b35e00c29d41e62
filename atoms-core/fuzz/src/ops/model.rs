//! A plain map of texts and counts, and the comparison of the table with it.
//!
//! Apart from `ops` because it knows what must come out of an operation, not how operations are written down.
//! Invariants:
//! - [M-LIVE] `live_bytes` is the text of all texts that are held or known to be pinned.
//! - [M-IDLE] A dynamic text that is neither is in the table only if `may_be_idle` says so, or if it was
//!   pinned by use unseen, which `settle` finds out.

use std::rc::Rc;

use atoms_core::{InternError, dynamic};

use super::any::{Any, SetId};
use super::quick::{Map, Set};
use super::texts::{self, POOL};

/// Most text that one process pins by use, in bytes: all walks get slower with what is pinned.
const MAX_BUDGET: usize = 8192;
/// Looks at the whole table that one run may take: an input of nothing else would keep the fuzzer waiting.
const MAX_LOOKS: u32 = 3;
/// Atoms that are held at once at most.
const MAX_HELD: usize = 256;
/// The start of names that only `churn` makes.
const CHURN: &str = "churn ";

/// What earlier runs have left in the table of the process.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// Texts that are pinned, each with the last census that listed it.
    pinned: Map<Rc<str>, u32>,
    /// Bytes among them that were pinned by use.
    by_use: usize,
    /// The largest budget that was ever set.
    max_budget: usize,
    /// Hashes of texts of the pool: they never change.
    hashes: Map<(SetId, &'static str), u64>,
    is_started: bool,
    n_censuses: u32,
}

/// What an intern may come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    Atom,
    Refusal,
    /// The text may still be there, idle.
    Either,
}

pub(super) struct Model<'k> {
    known: &'k mut Known,
    held: Vec<(Rc<str>, Any)>,
    /// Atoms of each dynamic text that is held, and the last census that listed it.
    counts: Map<Rc<str>, (u32, u32)>,
    pub(super) live_bytes: usize,
    /// Texts that were let go since the last trim, but for those of `churn`.
    idle: Set<Rc<str>>,
    has_churned: bool,
    limit: Option<usize>,
    /// Whether something may have been pinned by use.
    had_budget: bool,
    n_looks: u32,
}

impl<'k> Model<'k> {
    /// A model of a table that holds what is known and nothing else.
    pub(super) fn new(known: &'k mut Known) -> Self {
        if !known.is_started {
            known.is_started = true;
            dynamic::set_pin_budget(0);
        }
        let live_bytes = known.pinned.keys().map(|text| text.len()).sum();
        Self {
            known,
            held: Vec::new(),
            counts: Map::default(),
            live_bytes,
            idle: Set::default(),
            has_churned: false,
            limit: None,
            had_budget: false,
            n_looks: 0,
        }
    }

    /// Lets everything go and checks that nothing is left but what is pinned.
    pub(super) fn finish(mut self) {
        self.check_held();
        self.drop_many(0, u8::MAX);
        self.drop_many(0, u8::MAX);
        assert!(self.held.is_empty());
        self.set_limit(None);
        dynamic::set_pin_budget(0);
        self.settle();
        dynamic::trim();
        let stats = dynamic::stats();
        let figures = [stats.live, stats.pinned, stats.idle, stats.text_bytes];
        let n_pinned = self.known.pinned.len();
        assert_eq!(figures, [n_pinned, n_pinned, 0, self.live_bytes], "when all is dropped: {self}");
    }

    pub(super) fn make(&mut self, text: &str, set: SetId, way: u8) {
        if self.held.len() >= MAX_HELD {
            return;
        }
        if let Some(atom) = self.intern(text, set, way) {
            self.keep(text, atom);
        }
    }

    pub(super) fn hit(&mut self, text: &str, set: SetId, times: u8) {
        for way in 0..=times % 64 {
            if let Some(atom) = self.intern(text, set, way) {
                self.keep(text, atom);
                self.drop_at(self.held.len() - 1);
            }
        }
    }

    /// Interns a text if that is to be had, and checks that it is had exactly then.
    fn intern(&mut self, text: &str, set: SetId, way: u8) -> Option<Any> {
        let expected = self.expected(text, set);
        if expected == Expected::Atom && way % 2 == 0 {
            return Some(Any::make(text, set, way / 2));
        }
        match (Any::try_make(text, set, way / 2), expected) {
            (Ok(atom), Expected::Atom | Expected::Either) => Some(atom),
            (Err(error), Expected::Refusal | Expected::Either) => {
                self.check_refusal(text, error);
                None
            }
            (result, _) => panic!("{text:?} gives {result:?} under the limit {:?}: {self}", self.limit),
        }
    }

    /// A refusal has its reason and changes nothing.
    fn check_refusal(&mut self, text: &str, error: InternError) {
        assert_eq!(error, InternError::LimitReached, "{text:?}: {self}");
        if self.may_look() {
            self.check_stats();
        }
        if !self.may_be_idle(text) {
            assert_eq!(Any::get(text, SetId::Plain), None, "{text:?} was refused: {self}");
        }
    }

    pub(super) fn get(&mut self, text: &str, set: SetId) {
        let found = Any::get(text, set);
        let is_there = self.needs_no_table(text, set) || self.is_live(text);
        assert!(found.is_some() || !is_there, "{text:?} is not found: {self}");
        assert!(
            found.is_none() || is_there || self.may_be_idle(text),
            "{text:?} is found and was never made: {self}"
        );
        if let Some(atom) = found {
            self.keep(text, atom);
            if text.len() % 2 == 0 || self.held.len() > MAX_HELD {
                self.drop_at(self.held.len() - 1);
            }
        }
    }

    pub(super) fn clone_at(&mut self, at: u8) {
        if let Some((text, atom)) = self.at(at).filter(|_| self.held.len() < MAX_HELD) {
            let (text, copy) = (text.clone(), atom.clone());
            assert_eq!(*atom, copy);
            self.keep(&text, copy);
        }
    }

    /// Drops atoms from one on, round the end.
    pub(super) fn drop_many(&mut self, from: u8, n: u8) {
        for _ in 0..n {
            if self.held.is_empty() {
                return;
            }
            self.drop_at(usize::from(from) % self.held.len());
        }
    }

    pub(super) fn pin_at(&mut self, at: u8) {
        // [O-BOUND]
        let Some((text, _)) = self.at(at).filter(|(text, _)| POOL.contains(&&**text)) else { return };
        let text = text.clone();
        let (_, atom) = self.held.swap_remove(usize::from(at) % self.held.len());
        let is_dynamic = atom.is_dynamic();
        let atom = atom.pin();
        assert_eq!(atom.text(), &*text);
        if is_dynamic {
            // Held, so it is counted in `live_bytes` already, and stays.
            self.known.pinned.insert(text.clone(), 0);
        }
        self.held.push((text, atom));
    }

    pub(super) fn intern_many(&mut self, texts: &[String], set: SetId) {
        let is_unsettled = self.limit.is_some() && self.had_budget;
        if self.held.len() + texts.len() > MAX_HELD || (is_unsettled && !self.may_look()) {
            return;
        }
        self.settle();
        let (atoms, result) = Any::intern_many(texts, set);
        let n_made = atoms.len();
        for (text, atom) in texts.iter().zip(atoms) {
            let expected = self.expected_when_settled(text, set);
            assert_ne!(expected, Expected::Refusal, "{text:?} of many is interned: {self}");
            self.keep(text, atom);
        }
        match result {
            Ok(()) => assert_eq!(n_made, texts.len(), "as many atoms as texts"),
            Err(error) => {
                let refused = &texts[n_made];
                let expected = self.expected_when_settled(refused, set);
                assert_ne!(expected, Expected::Atom, "{refused:?} of many is refused: {self}");
                self.check_refusal(refused, error);
            }
        }
    }

    pub(super) fn convert(&mut self, at: u8, to: SetId) {
        let Some((text, _)) = self.at(at).filter(|_| self.held.len() < MAX_HELD) else { return };
        let text = text.clone();
        if self.expected(&text, to) == Expected::Atom {
            let atom = self.held[usize::from(at) % self.held.len()].1.convert(to);
            self.keep(&text, atom);
        }
    }

    pub(super) fn change_case(&mut self, at: u8, is_upper: bool) {
        let Some((text, atom)) = self.at(at).filter(|_| self.held.len() < MAX_HELD) else { return };
        let text = if is_upper { text.to_ascii_uppercase() } else { text.to_ascii_lowercase() };
        let set = atom.set();
        if self.expected(&text, set) == Expected::Atom {
            let atom = self.held[usize::from(at) % self.held.len()].1.to_case(is_upper);
            self.keep(&text, atom);
        }
    }

    pub(super) fn compare(&self, one: u8, two: u8) {
        if let (Some((_, one)), Some((_, two))) = (self.at(one), self.at(two)) {
            one.check_against(two);
        }
    }

    pub(super) fn churn(&mut self, from: u8, n: u8) {
        for step in 0..n % 100 {
            let number = usize::from(from) * 64 + usize::from(step);
            let text = format!("{CHURN}{number:0width$}", width = number % 60);
            let result = Any::try_make(&text, SetId::Plain, 0);
            let is_sure = self.limit.is_none() || self.is_live(&text);
            assert!(result.is_ok() || !is_sure, "{text:?} is refused: {self}");
            assert!(result.is_ok_and(|atom| atom.text() == text) || !is_sure);
        }
        self.has_churned = true;
    }

    pub(super) fn set_limit(&mut self, limit: Option<usize>) {
        dynamic::set_limit(limit);
        self.limit = limit;
    }

    /// Sets how much more may be pinned by use.
    pub(super) fn set_budget(&mut self, step: usize) {
        // [O-BOUND]
        let budget = if step == 0 { 0 } else { (self.known.by_use + step).min(MAX_BUDGET) };
        self.known.max_budget = self.known.max_budget.max(budget);
        self.had_budget |= budget > 0;
        dynamic::set_pin_budget(budget);
    }

    pub(super) fn trim(&mut self) {
        dynamic::trim();
        self.settle();
        self.idle.clear();
        self.has_churned = false;
        assert_eq!(dynamic::stats().idle, 0, "after a trim: {self}");
        assert_eq!(dynamic::trim(), 0, "after a trim: {self}");
    }

    /// Drops, makes and trims within a walk; nothing of this can be compared before the walk has ended,
    /// because it holds what it shows.
    pub(super) fn walk(&mut self, every: u8) {
        let mut n_shown: usize = 0;
        dynamic::for_each(|text, count| {
            assert!(text.len() > 7 && count > 0);
            n_shown += 1;
            if n_shown % (usize::from(every % 16) + 1) != 0 || n_shown > 64 {
                return;
            }
            match n_shown % 4 {
                0 if n_shown < 16 => drop(dynamic::trim()),
                1 => self.drop_many(every, 1),
                2 if self.limit.is_none() && self.held.len() < MAX_HELD => {
                    let text = texts::any(every.wrapping_mul(31));
                    let atom = Any::make(&text, SetId::Plain, every);
                    self.keep(&text, atom);
                }
                _ => {
                    let atom = Any::get(text, SetId::Plain);
                    assert!(atom.is_some_and(|atom| atom.text() == text), "{text:?} is shown, not found");
                }
            }
        });
        self.census();
    }

    /// Compares the whole table with the model.
    pub(super) fn census(&mut self) {
        self.settle();
        self.check_stats();
        self.check_held();
        let mut pinned_by_use: Vec<Rc<str>> = Vec::new();
        self.known.n_censuses += 1;
        let census = self.known.n_censuses;
        let mut n_listed = 0;
        dynamic::for_each(|text, count| {
            n_listed += 1;
            let is_pinned = self.known.pinned.contains_key(text);
            let listed = match (self.counts.get_mut(text), self.known.pinned.get_mut(text)) {
                (Some((held, listed)), _) => {
                    if *held != count && !is_pinned {
                        assert!(self.had_budget, "{text:?} has a count of {count}, not {held}");
                        pinned_by_use.push(text.into());
                    }
                    listed
                }
                (None, Some(listed)) => listed,
                (None, None) => panic!("{text:?} is listed with a count of {count}, and nobody holds it"),
            };
            assert!(count > 0 && *listed != census, "{text:?} is listed twice, or with a count of 0");
            *listed = census;
        });
        assert_eq!(n_listed, self.n_live(), "not all are listed: {self}");
        for text in pinned_by_use {
            self.note_pin_by_use(text);
        }
        let stats = dynamic::stats();
        let n_unsure = if self.had_budget { self.counts.len() } else { 0 };
        let pinned = self.known.pinned.len()..=self.known.pinned.len() + n_unsure;
        assert!(pinned.contains(&stats.pinned), "{stats:?}, {pinned:?} are pinned: {self}");
    }

    /// Whether one more look at the whole table is to be had; takes it.
    pub(super) fn may_look(&mut self) -> bool {
        self.n_looks += 1;
        self.n_looks <= MAX_LOOKS
    }

    fn at(&self, at: u8) -> Option<&(Rc<str>, Any)> {
        self.held.get(usize::from(at) % self.held.len().max(1))
    }

    fn needs_no_table(&self, text: &str, set: SetId) -> bool {
        text.len() <= 7 || set.has_static(text)
    }

    /// Number of texts that are held or known to be pinned.
    fn n_live(&self) -> usize {
        let only_pinned = self.known.pinned.keys().filter(|text| !self.counts.contains_key(*text));
        self.counts.len() + only_pinned.count()
    }

    fn is_live(&self, text: &str) -> bool {
        self.counts.contains_key(text) || self.known.pinned.contains_key(text)
    }

    fn may_be_idle(&self, text: &str) -> bool {
        self.idle.contains(text) || (self.has_churned && text.starts_with(CHURN))
    }

    fn expected(&mut self, text: &str, set: SetId) -> Expected {
        if self.limit.is_some() && self.had_budget {
            if !self.may_look() {
                let is_sure = self.needs_no_table(text, set) || self.is_live(text);
                return if is_sure { Expected::Atom } else { Expected::Either };
            }
            self.settle();
        }
        self.expected_when_settled(text, set)
    }

    fn expected_when_settled(&self, text: &str, set: SetId) -> Expected {
        let Some(limit) = self.limit else { return Expected::Atom };
        if self.needs_no_table(text, set) || self.is_live(text) || self.live_bytes + text.len() <= limit {
            Expected::Atom
        } else if self.may_be_idle(text) {
            Expected::Either
        } else {
            Expected::Refusal
        }
    }

    /// Checks a new atom and keeps it.
    fn keep(&mut self, text: &str, atom: Any) {
        assert_eq!(atom.text(), text, "{self}");
        let is_static = atom.set().has_static(text);
        let is_inline = text.len() <= 7;
        assert_eq!(atom.storages(), [is_inline, is_static, !is_inline && !is_static], "{text:?}");
        if let Some(name) = POOL.iter().find(|name| **name == text) {
            let hash = atom.hash();
            assert_eq!(*self.known.hashes.entry((atom.set(), name)).or_insert(hash), hash, "{text:?}");
        }
        if let Some((_, last)) = self.held.last() {
            atom.check_against(last);
        }
        let text: Rc<str> = text.into();
        if atom.is_dynamic() {
            let (count, _) = self.counts.entry(text.clone()).or_insert((0, 0));
            *count += 1;
            if *count == 1 {
                self.idle.remove(&text);
                if !self.known.pinned.contains_key(&text) {
                    self.live_bytes += text.len();
                }
            }
        }
        self.held.push((text, atom));
    }

    fn drop_at(&mut self, at: usize) {
        let (text, atom) = self.held.swap_remove(at);
        let is_dynamic = atom.is_dynamic();
        drop(atom);
        if !is_dynamic {
            return;
        }
        let (count, _) = self.counts.get_mut(&text).expect("every dynamic atom is counted");
        *count -= 1;
        if *count == 0 {
            self.counts.remove(&text);
            if !self.known.pinned.contains_key(&text) {
                self.live_bytes -= text.len();
                self.idle.insert(text);
            }
        }
    }

    /// Finds out what was pinned by use: it is live and nobody holds it.
    fn settle(&mut self) {
        if !self.had_budget {
            return;
        }
        let mut found: Vec<Rc<str>> = Vec::new();
        dynamic::for_each(|text, _| {
            if !self.is_live(text) {
                found.push(text.into());
            }
        });
        for text in found {
            self.live_bytes += text.len();
            self.note_pin_by_use(text);
        }
    }

    fn note_pin_by_use(&mut self, text: Rc<str>) {
        self.known.by_use += text.len();
        let (by_use, budget) = (self.known.by_use, self.known.max_budget);
        assert!(by_use <= budget, "{text:?} is pinned by use: {by_use} bytes in all, of {budget}");
        self.known.pinned.insert(text, 0);
    }

    /// The figures are those of the model.
    fn check_stats(&mut self) {
        self.settle();
        let stats = dynamic::stats();
        assert_eq!(stats.live, self.n_live(), "{stats:?}: {self}");
        assert_eq!(stats.text_bytes, self.live_bytes, "{stats:?}: {self}");
        assert!(stats.pinned <= stats.live, "{stats:?}: {self}");
    }

    /// Every atom has its text still, and atoms are equal exactly when their texts are.
    fn check_held(&self) {
        let mut texts: Map<&Any, &str> = Map::default();
        let mut atoms: Map<(SetId, &str), &Any> = Map::default();
        for (text, atom) in &self.held {
            assert_eq!(atom.text(), &**text);
            assert_eq!(*texts.entry(atom).or_insert(text), &**text, "one atom for two texts");
            let first = *atoms.entry((atom.set(), text)).or_insert(atom);
            assert_eq!(first, atom, "two atoms for one text");
            assert_eq!(first.hash(), atom.hash(), "two hashes for one text");
        }
    }
}

impl core::fmt::Display for Model<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { counts, known, idle, live_bytes, limit, .. } = self;
        write!(
            f,
            "held {counts:?}, {live_bytes} bytes live, limit {limit:?}, let go {idle:?}, pinned {:?}",
            known.pinned
        )
    }
}
