//! Every way of making, copying, finding and letting go of atoms against a plain map of texts and counts.
//!
//! A process of its own with one test, because it checks figures of the whole table.

#[path = "common/names.rs"]
mod names;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use atoms_core::{Atom, DefaultAtom, StaticAtomSet, dynamic};
use names::{BLOCKQUOTE, Names};
use proptest::prelude::*;

/// Atoms of both sets under one roof.
#[derive(Clone, Debug)]
enum Any {
    Plain(DefaultAtom),
    Named(Atom<Names>),
}

impl Any {
    fn text(&self) -> &str {
        match self {
            Self::Plain(atom) => atom.as_str(),
            Self::Named(atom) => atom.as_str(),
        }
    }
    fn bits(&self) -> u64 {
        match self {
            Self::Plain(atom) => atom.unsafe_data(),
            Self::Named(atom) => atom.unsafe_data(),
        }
    }
    fn is_named(&self) -> bool {
        matches!(self, Self::Named(_))
    }
    fn is_dynamic(&self) -> bool {
        match self {
            Self::Plain(atom) => atom.is_dynamic(),
            Self::Named(atom) => atom.is_dynamic(),
        }
    }
}

/// Texts at the borders of every storage and block size, and some that look alike.
fn pool() -> Vec<String> {
    let mut texts: Vec<String> = [
        "",
        "a",
        "A",
        "\0",
        "é",
        "💯",
        "\u{10ffff}",
        "1234567",
        "12345678",
        "\0\0\0\0\0\0\0",
        "\0\0\0\0\0\0\0\0",
        "seven b",
        "eight by",
        "❤💯",
        "❤💯❤",
        "type",
        "fn",
        "self",
        "crate",
        "unsafe impl",
        "blockquote",
        "BLOCKQUOTE",
        "Blockquote",
        "blockquote\0",
        "blockquot",
        "quote\" back\\slash",
        "line\nbreak\r\n",
        "e\u{301} combining",
        "common prefix 1",
        "common prefix 2",
        "common prefix",
        "common prefix \0",
        "Straße-Größe",
    ]
    .map(String::from)
    .to_vec();
    for len in (15..=33).chain([48, 63, 64, 65, 127, 255, 1007, 1008, 1023, 1024, 1025, 5000]) {
        let odd = if len % 2 == 0 { 'x' } else { 'X' };
        texts.push(core::iter::repeat_n(odd, len).collect());
    }
    // Equal but for one byte at the start or the end.
    texts.push(format!("y{}", "x".repeat(32)));
    texts.push(format!("{}y", "x".repeat(1024)));
    texts
}

/// Ways of making an atom.
const N_WAYS: usize = 13;

fn make<S: StaticAtomSet>(way: usize, text: &str) -> Atom<S> {
    match way {
        0 => Atom::new(text),
        1 => Atom::try_new(text).expect("there is no limit"),
        2 => Atom::from(text),
        3 => Atom::from(text.to_owned()),
        4 => Atom::from(Cow::Borrowed(text)),
        5 => Atom::from(Cow::<str>::Owned(text.to_owned())),
        6 => Atom::from(Box::<str>::from(text)),
        7 => text.parse().expect("there is no limit"),
        8 => Atom::from(&Atom::<S>::new(text)),
        9 => {
            let mut chars = text.chars();
            match (chars.next(), chars.next()) {
                (Some(only), None) => Atom::from(only),
                _ => Atom::new(text),
            }
        }
        10 if text.len() <= 7 => Atom::new_inline(text),
        11 => Atom::try_static(text).unwrap_or_else(|| Atom::new(text)),
        12 => deserialize(text),
        _ => Atom::new(text),
    }
}

#[cfg(feature = "serde")]
fn deserialize<S: StaticAtomSet>(text: &str) -> Atom<S> {
    use serde::Deserialize;
    use serde::de::value::{BytesDeserializer, Error};
    Atom::deserialize(BytesDeserializer::<Error>::new(text.as_bytes())).expect("a str is UTF-8")
}
#[cfg(not(feature = "serde"))]
fn deserialize<S: StaticAtomSet>(text: &str) -> Atom<S> {
    Atom::new(text)
}

#[derive(Clone, Debug)]
enum Step {
    Intern { way: usize, text: usize, is_named: bool },
    Many { from: usize, len: usize, is_fallible: bool },
    Clone(usize),
    Drop(usize),
    DropAll,
    Get(usize),
    Convert(usize),
    Case { of: usize, is_upper: bool },
    Pin(usize),
    Trim,
    Census,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        40 => (0..N_WAYS, any::<usize>(), any::<bool>()).prop_map(|(way, text, is_named)| Step::Intern { way, text, is_named }),
        3 => (any::<usize>(), 0usize..6, any::<bool>()).prop_map(|(from, len, is_fallible)| Step::Many { from, len, is_fallible }),
        15 => any::<usize>().prop_map(Step::Clone),
        40 => any::<usize>().prop_map(Step::Drop),
        1 => Just(Step::DropAll),
        10 => any::<usize>().prop_map(Step::Get),
        8 => any::<usize>().prop_map(Step::Convert),
        8 => (any::<usize>(), any::<bool>()).prop_map(|(of, is_upper)| Step::Case { of, is_upper }),
        1 => any::<usize>().prop_map(Step::Pin),
        3 => Just(Step::Trim),
        3 => Just(Step::Census),
    ];
    prop::collection::vec(step, 1..if cfg!(miri) { 30 } else { 400 })
}

/// What is known of the process from earlier cases: a pinned text stays, and a hash never changes.
#[derive(Default)]
struct Known {
    pinned: HashSet<String>,
    hashes: HashMap<(bool, String), u64>,
}

struct Model<'k> {
    known: &'k mut Known,
    held: Vec<(String, Any)>,
}

impl Model<'_> {
    /// Checks a new atom against everything that is held, and keeps it.
    fn keep(&mut self, text: String, atom: Any) {
        assert_eq!(atom.text(), text);
        let expected = match text.len() {
            0..=7 => 0b01,
            _ if atom.is_named() && text == "blockquote" => 0b10,
            _ => 0b00,
        };
        assert_eq!(atom.bits() & 0b11, expected, "storage of {text:?}");
        for (other_text, other) in &self.held {
            let is_one_static = expected == 0b10 || other.bits() & 0b11 == 0b10;
            if other.is_named() == atom.is_named() || !is_one_static {
                assert_eq!(other.bits() == atom.bits(), *other_text == text, "{other_text:?} and {text:?}");
            }
            match (&atom, other) {
                (Any::Plain(one), Any::Plain(two)) => {
                    assert_eq!(one == two, *other_text == text);
                    assert_eq!(one.cmp(two), text.cmp(other_text));
                }
                (Any::Named(one), Any::Named(two)) => {
                    assert_eq!(one == two, *other_text == text);
                    assert_eq!(one.cmp(two), text.cmp(other_text));
                }
                _ => {}
            }
        }
        let hash = match &atom {
            Any::Plain(atom) => atom.get_hash(),
            Any::Named(atom) => atom.get_hash(),
        };
        let known = *self.known.hashes.entry((atom.is_named(), text.clone())).or_insert(hash);
        assert_eq!(known, hash, "hash of {text:?}");
        self.held.push((text, atom));
    }

    /// Counts of the dynamic texts that are held.
    fn counts(&self) -> HashMap<&str, u32> {
        let mut counts = HashMap::new();
        for (text, _) in self.held.iter().filter(|(_, atom)| atom.is_dynamic()) {
            *counts.entry(text.as_str()).or_insert(0) += 1;
        }
        counts
    }

    fn census(&self) {
        let counts = self.counts();
        let live: HashSet<&str> =
            counts.keys().copied().chain(self.known.pinned.iter().map(String::as_str)).collect();
        let stats = dynamic::stats();
        assert_eq!(stats.live, live.len(), "{stats:?}");
        assert_eq!(stats.pinned, self.known.pinned.len(), "{stats:?}");
        assert_eq!(stats.text_bytes, live.iter().map(|text| text.len()).sum(), "{stats:?}");
        let mut listed = HashSet::new();
        dynamic::for_each(|text, count| {
            assert!(listed.insert(text.to_owned()), "{text:?} is listed twice");
            assert!(count >= 1);
            if !self.known.pinned.contains(text) {
                assert_eq!(Some(&count), counts.get(text), "count of {text:?}");
            }
        });
        assert_eq!(listed.iter().map(String::as_str).collect::<HashSet<_>>(), live);
        for (text, atom) in &self.held {
            assert_eq!(atom.text(), text);
        }
    }

    fn find(&mut self, text: String) {
        let found = DefaultAtom::get(&text);
        let named = Atom::<Names>::get(&text);
        let is_held = self.counts().contains_key(text.as_str());
        assert!(text.len() > 7 || (found.is_some() && named.is_some()), "inline: {text:?}");
        assert!(!is_held || (found.is_some() && named.is_some()), "held: {text:?}");
        if text == "blockquote" {
            assert_eq!(named, Some(BLOCKQUOTE));
        }
        for atom in found.map(Any::Plain).into_iter().chain(named.map(Any::Named)) {
            self.keep(text.clone(), atom);
            self.held.pop();
        }
    }

    fn take(&mut self, step: &Step, pool: &[String]) {
        let n_held = self.held.len();
        let text_of = |n: usize| pool[n % pool.len()].clone();
        match *step {
            Step::Intern { way, text, is_named } => {
                let text = text_of(text);
                let atom = if is_named { Any::Named(make(way, &text)) } else { Any::Plain(make(way, &text)) };
                self.keep(text, atom);
            }
            Step::Many { from, len, is_fallible } => {
                let texts: Vec<String> = (0..len).map(|n| text_of(from.wrapping_add(n))).collect();
                let mut out = vec![DefaultAtom::new("what was there before")];
                if is_fallible {
                    DefaultAtom::try_intern_many(texts.iter().map(String::as_str), &mut out)
                        .expect("there is no limit");
                } else {
                    DefaultAtom::intern_many(texts.iter().map(String::as_str), &mut out);
                }
                assert_eq!(out.len(), 1 + len);
                assert_eq!(out.remove(0), *"what was there before");
                for (text, atom) in texts.into_iter().zip(out) {
                    self.keep(text, Any::Plain(atom));
                }
            }
            Step::DropAll => self.held.clear(),
            Step::Get(text) => self.find(text_of(text)),
            Step::Trim => {
                dynamic::trim();
                assert_eq!(dynamic::stats().idle, 0);
                let counts = self.counts();
                for text in pool.iter().filter(|text| text.len() > 7) {
                    let is_kept = counts.contains_key(text.as_str()) || self.known.pinned.contains(text);
                    assert_eq!(DefaultAtom::get(text).is_some(), is_kept, "{text:?} after a trim");
                }
            }
            Step::Census => self.census(),
            Step::Clone(_) | Step::Drop(_) | Step::Convert(_) | Step::Case { .. } | Step::Pin(_)
                if n_held == 0 => {}
            Step::Clone(at) => {
                let (text, atom) = self.held[at % n_held].clone();
                self.keep(text, atom);
            }
            Step::Drop(at) => drop(self.held.swap_remove(at % n_held)),
            Step::Convert(at) => {
                let (text, atom) = &self.held[at % n_held];
                let (text, atom) = match atom {
                    Any::Plain(atom) if at % 3 == 0 => (text.clone(), Any::Plain(atom.convert())),
                    Any::Plain(atom) => (text.clone(), Any::Named(atom.convert())),
                    Any::Named(atom) if at % 3 == 0 => (text.clone(), Any::Named(atom.convert())),
                    Any::Named(atom) => (text.clone(), Any::Plain(atom.convert())),
                };
                self.keep(text, atom);
            }
            Step::Case { of, is_upper } => {
                let (text, atom) = &self.held[of % n_held];
                let text = if is_upper { text.to_ascii_uppercase() } else { text.to_ascii_lowercase() };
                let atom = match (atom, is_upper) {
                    (Any::Plain(atom), true) => Any::Plain(atom.to_ascii_uppercase()),
                    (Any::Plain(atom), false) => Any::Plain(atom.to_ascii_lowercase()),
                    (Any::Named(atom), true) => Any::Named(atom.to_ascii_uppercase()),
                    (Any::Named(atom), false) => Any::Named(atom.to_ascii_lowercase()),
                };
                self.keep(text, atom);
            }
            Step::Pin(at) => {
                let (text, atom) = self.held.swap_remove(at % n_held);
                if atom.is_dynamic() {
                    self.known.pinned.insert(text.clone());
                }
                let atom = match atom {
                    Any::Plain(atom) => Any::Plain(atom.pin()),
                    Any::Named(atom) => Any::Named(atom.pin()),
                };
                // Kept or dropped: the text stays either way.
                if at % 2 == 0 {
                    self.keep(text, atom);
                }
            }
        }
    }
}

#[test]
fn atoms_agree_with_a_map_of_texts_and_counts() {
    dynamic::set_pin_budget(0);
    let pool = pool();
    let known = core::cell::RefCell::new(Known::default());
    let config = ProptestConfig {
        cases: if cfg!(miri) { 3 } else { 200 },
        failure_persistence: None,
        max_shrink_iters: if cfg!(miri) { 0 } else { 4096 },
        ..ProptestConfig::default()
    };
    proptest!(config, |(steps in steps())| {
        let mut known = known.borrow_mut();
        let mut model = Model { known: &mut known, held: Vec::new() };
        for step in &steps {
            model.take(step, &pool);
        }
        model.census();
    });
}

#[test]
fn two_texts_that_differ_in_one_byte_never_share_an_atom() {
    // Only texts of its own: the other test counts what is in the table, so these stay inline.
    let alphabet = ["", "\0", "\u{1}", "a", "b", "é", "\u{7f}"];
    let mut texts = HashSet::new();
    for n in (0..alphabet.len().pow(3)).step_by(if cfg!(miri) { 11 } else { 1 }) {
        texts.insert([n % 7, n / 7 % 7, n / 49].map(|n| alphabet[n]).concat());
    }
    let atoms: HashMap<u64, DefaultAtom> =
        texts.iter().map(|text| DefaultAtom::new(text)).map(|atom| (atom.unsafe_data(), atom)).collect();
    assert_eq!(atoms.len(), texts.len(), "one word for one text");
    assert_eq!(atoms.values().map(|atom| atom.to_string()).collect::<HashSet<_>>(), texts);
}
