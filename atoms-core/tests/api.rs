//! The public interface of the crate: every item with its signature, and what each trait promises.

#[path = "common/names.rs"]
mod names;

use core::any::type_name;
use core::cmp::Ordering;
use core::error::Error;
use core::fmt::{Debug, Display};
use core::hash::{Hash, Hasher};
use core::ops::Deref;
use core::str::FromStr;
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};

use atoms_core::dynamic::{self, AlreadyInUse, Stats};
use atoms_core::{Atom, DefaultAtom, EmptyStaticAtomSet, InternError, StaticAtomSet, StaticSet};
use names::Names;
use precomputed_hash::PrecomputedHash;

const TEXTS: [&str; 14] = [
    "",
    "a",
    "b",
    "ab",
    "1234567",
    "12345678",
    "blockquote",
    "BlockQuote",
    "zzzzzzzzzzzz",
    "é",
    "❤💯❤💯",
    "\0\0\0\0\0\0\0\0",
    "a dynamic text",
    "a dynamic text that is longer",
];

/// Signatures of DESIGN section 3, checked by the compiler.
#[expect(clippy::type_complexity, reason = "the types are what is checked")]
fn check_signatures<S: StaticAtomSet, T: StaticAtomSet>() {
    const fn in_a_constant<S: StaticAtomSet>() -> Atom<S> {
        Atom::new_inline("a")
    }
    let _: fn() -> Atom<S> = in_a_constant;
    let _: fn(&str) -> Atom<S> = Atom::new;
    let _: fn(&str) -> Result<Atom<S>, InternError> = Atom::try_new;
    let _: fn(&str) -> Option<Atom<S>> = Atom::get;
    let _: fn(&str) -> Option<Atom<S>> = Atom::try_static;
    let _: fn(Vec<&'static str>, &mut Vec<Atom<S>>) = |texts, out| Atom::intern_many(texts, out);
    let _: fn([&str; 2], &mut Vec<Atom<S>>) -> Result<(), InternError> =
        |texts, out| Atom::try_intern_many(texts, out);
    let _: fn(Atom<S>) -> Atom<S> = Atom::pin;
    let _: fn(&Atom<S>) -> Atom<T> = Atom::convert::<T>;
    let _: fn(&Atom<S>) -> &str = Atom::as_str;
    let _: fn(&Atom<S>) -> &[u8] = Atom::as_bytes;
    let _: fn(&Atom<S>) -> Option<&'static str> = Atom::as_static_str;
    let _: fn(&Atom<S>) -> u64 = Atom::get_hash;
    let _: [fn(&Atom<S>) -> bool; 3] = [Atom::is_inline, Atom::is_static, Atom::is_dynamic];
    let _: [fn(&Atom<S>) -> Atom<S>; 2] = [Atom::to_ascii_lowercase, Atom::to_ascii_uppercase];
    let _: fn(&Atom<S>, &Atom<S>) -> bool = Atom::eq_ignore_ascii_case;
    let _: fn(&Atom<S>, &str) -> bool = Atom::eq_str_ignore_ascii_case;
    let _: fn() -> Stats = dynamic::stats;
    let _: fn(usize) = dynamic::set_pin_budget;
    let _: fn(&mut dyn FnMut(&str, u32)) = |f| dynamic::for_each(f);
    let _: fn(Option<usize>) = dynamic::set_limit;
    let _: fn() -> usize = dynamic::trim;
    let _: fn([u64; 4]) -> Result<(), AlreadyInUse> = dynamic::set_seed;
    let _: fn() -> &'static StaticSet = S::get;
}

fn check_traits<S: StaticAtomSet>()
where
    Atom<S>: Clone + Deref<Target = str> + AsRef<str> + AsRef<[u8]> + Display + Debug + Default,
    Atom<S>: PartialEq + Eq + PartialEq<str> + PartialEq<String> + PartialOrd + Ord + Hash + PrecomputedHash,
    Atom<S>: for<'a> From<&'a str> + From<String> + for<'a> From<Cow<'a, str>> + From<Box<str>> + From<char>,
    Atom<S>: for<'a> From<&'a Atom<S>> + FromStr<Err = InternError> + Send + Sync + 'static,
    str: PartialEq<Atom<S>>,
    EmptyStaticAtomSet: Debug + Ord + StaticAtomSet,
{
}

#[test]
fn the_interface_is_that_of_the_contract() {
    check_signatures::<Names, EmptyStaticAtomSet>();
    check_traits::<Names>();
    check_traits::<EmptyStaticAtomSet>();
    let same: Atom = DefaultAtom::new("a"); // the default parameter and the alias are one type
    assert_eq!(same, Atom::<EmptyStaticAtomSet>::new("a"));
    let empty: &[&str] = EmptyStaticAtomSet::get().atoms;
    assert!(empty.is_empty());
    let _: fn(&Stats) -> [usize; 9] = |s| {
        [
            s.live,
            s.idle,
            s.pinned,
            s.text_bytes,
            s.table_bytes,
            s.region_bytes,
            s.shards,
            s.longest_probe,
            s.rekeys,
        ]
    };
}

#[test]
fn errors_say_what_happened() {
    fn check<E: Error + Display + Send + Sync + Clone + PartialEq + 'static>(error: E) {
        let message = error.to_string();
        assert!(message.len() > 10, "{}: {message:?}", type_name::<E>());
        assert!(message.starts_with(char::is_lowercase) && !message.ends_with('.'), "{message:?}");
        assert!(!format!("{error:?}").is_empty());
        let boxed: Box<dyn Error + Send + Sync> = Box::new(error);
        assert_eq!(boxed.to_string(), message);
    }
    let errors = [InternError::LimitReached, InternError::TextTooLong, InternError::TableFull];
    errors.into_iter().for_each(check);
    assert_eq!(errors.iter().map(ToString::to_string).collect::<HashSet<_>>().len(), 3);
    check(AlreadyInUse);
}

#[test]
fn debug_names_the_storage_and_display_is_the_text() {
    let shown = |text: &str| format!("{:?}", Atom::<Names>::new(text));
    assert_eq!(shown(""), "Atom('' type=inline)");
    assert_eq!(shown("foo"), "Atom('foo' type=inline)");
    assert_eq!(shown("blockquote"), "Atom('blockquote' type=static)");
    assert_eq!(shown("a dynamic text"), "Atom('a dynamic text' type=dynamic)");
    for text in TEXTS {
        let atom = Atom::<Names>::new(text);
        assert_eq!(format!("{atom}"), text);
        assert_eq!(format!("{atom:>40}|{atom:.3}|{atom:-<20}"), format!("{text:>40}|{text:.3}|{text:-<20}"));
    }
}

#[test]
fn order_and_equality_are_those_of_the_texts() {
    let step = if cfg!(miri) { 3 } else { 1 };
    let pairs = TEXTS.iter().step_by(step).flat_map(|one| TEXTS.iter().map(move |two| (*one, *two)));
    for (one, two) in pairs {
        let (a, b, owned) = (Atom::<Names>::new(one), Atom::<Names>::new(two), two.to_owned());
        assert_eq!(a.cmp(&b), one.cmp(two));
        assert_eq!(a.partial_cmp(&b), Some(one.cmp(two)));
        assert_eq!(a < b, one < two);
        assert_eq!(a == b, one == two);
        assert_eq!(a == *two, one == two);
        assert_eq!(*two == a, one == two);
        assert_eq!(a == owned, one == two);
        assert_eq!(a.eq_ignore_ascii_case(&b), one.eq_ignore_ascii_case(two));
        assert_eq!(a.eq_str_ignore_ascii_case(two), one.eq_ignore_ascii_case(two));
        assert_eq!(a.get_hash() == b.get_hash(), one == two);
    }
    let sorted: BTreeSet<DefaultAtom> = TEXTS.iter().rev().map(|&text| text.into()).collect();
    let texts: BTreeSet<&str> = TEXTS.into();
    assert!(sorted.iter().map(DefaultAtom::as_str).eq(texts));
    assert_eq!(DefaultAtom::default(), *"");
    assert_eq!(DefaultAtom::default().cmp(&"\0".into()), Ordering::Less);
}

/// A hasher that writes down what it is given.
#[derive(Default)]
struct Recorder(Vec<Vec<u8>>);
impl Hasher for Recorder {
    fn write(&mut self, bytes: &[u8]) {
        self.0.push(bytes.to_vec());
    }
    fn finish(&self) -> u64 {
        0
    }
}

#[test]
fn hash_writes_the_8_bytes_of_the_handle() {
    for text in TEXTS {
        let atom = Atom::<Names>::new(text);
        let mut recorder = Recorder::default();
        atom.hash(&mut recorder);
        assert_eq!(recorder.0, [atom.unsafe_data().to_ne_bytes().to_vec()], "{text:?}");
    }
}

#[test]
fn precomputed_hash_folds_get_hash() {
    for text in TEXTS {
        let atom = Atom::<Names>::new(text);
        let hash = atom.get_hash();
        let folded = u64::from(atom.precomputed_hash());
        assert_eq!(folded, (hash >> 32) ^ (hash & 0xffff_ffff));
        assert_eq!(atom.clone().get_hash(), hash);
    }
}

#[test]
fn maps_are_looked_up_by_an_atom_made_in_place() {
    let mut map: HashMap<Atom<Names>, i32> = HashMap::new();
    map.insert("foo".into(), 1);
    map.insert("blockquote".into(), 2);
    map.insert(Atom::from("a dynamic text"), 3);
    // The type of the key is inferred: there is no `Borrow<str>` that would make this ambiguous.
    assert_eq!(map.get(&"foo".into()), Some(&1));
    assert_eq!(map.get(&"blockquote".into()), Some(&2));
    assert_eq!(map[&"a dynamic text".into()], 3);
    assert_eq!(map.get(&"not there".into()), None);
}

#[test]
fn texts_are_reached_without_a_name_for_the_type() {
    fn length(text: &str) -> usize {
        text.len()
    }
    for text in TEXTS {
        let atom = Atom::<Names>::new(text);
        let (as_str, as_bytes): (&str, &[u8]) = (atom.as_ref(), atom.as_ref());
        assert_eq!((as_str, as_bytes), (text, text.as_bytes()));
        assert_eq!(length(&atom), text.len());
        assert_eq!((atom.as_str(), atom.as_bytes()), (text, text.as_bytes()));
        assert_eq!(atom.chars().rev().collect::<String>(), text.chars().rev().collect::<String>());
        assert_eq!([&atom].map(AsRef::<str>::as_ref), [text]);
        assert_eq!(atom.as_static_str(), (text == "blockquote").then_some(text));
    }
}

#[test]
fn try_static_finds_static_names_only() {
    assert_eq!(Atom::<Names>::try_static("blockquote"), Some(Atom::new("blockquote")));
    for text in
        ["", "head", "1234567", "BLOCKQUOTE", "blockquot", "blockquote ", "blockquotd", "a dynamic text"]
    {
        let _held = Atom::<Names>::new(text);
        assert_eq!(Atom::<Names>::try_static(text), None, "{text:?}");
        assert_eq!(DefaultAtom::try_static(text), None, "{text:?}");
    }
}

#[test]
fn case_changes_ascii_letters_only() {
    for (text, lower, upper) in [
        ("", "", ""),
        ("URL", "url", "URL"),
        ("Straße-Größe", "straße-größe", "STRAßE-GRößE"),
        ("BlockQuote", "blockquote", "BLOCKQUOTE"),
        ("ÀÉ no ASCII", "ÀÉ no ascii", "ÀÉ NO ASCII"),
        ("@[`{ not letters", "@[`{ not letters", "@[`{ NOT LETTERS"),
    ] {
        let atom = Atom::<Names>::new(text);
        assert_eq!(atom.to_ascii_lowercase(), *lower);
        assert_eq!(atom.to_ascii_uppercase(), *upper);
        assert_eq!(atom.to_ascii_lowercase(), Atom::new(lower), "one atom for one text");
    }
    for char in (0..=0x7f).map(char::from) {
        let text = format!("dynamic {char}");
        assert_eq!(DefaultAtom::new(&text).to_ascii_lowercase(), text.to_ascii_lowercase());
        assert_eq!(
            DefaultAtom::from(char).to_ascii_lowercase(),
            DefaultAtom::from(char.to_ascii_lowercase())
        );
        assert_eq!(
            DefaultAtom::from(char).to_ascii_uppercase(),
            DefaultAtom::from(char.to_ascii_uppercase())
        );
    }
    assert!(Atom::<Names>::new("BlockQuote").to_ascii_lowercase().is_static());
    assert!(!DefaultAtom::new("É").eq_ignore_ascii_case(&"é".into()));
}

#[test]
fn conversion_gives_the_atom_that_the_other_set_would_make() {
    for text in TEXTS {
        let (plain, named) = (DefaultAtom::new(text), Atom::<Names>::new(text));
        assert_eq!(plain.convert::<Names>(), named);
        assert_eq!(named.convert::<EmptyStaticAtomSet>(), plain);
        assert_eq!(named.convert::<Names>(), named);
        assert_eq!(plain.convert::<Names>().convert::<EmptyStaticAtomSet>(), plain);
    }
}

#[test]
fn a_character_is_an_atom_of_up_to_4_bytes() {
    for char in ['\0', 'a', '\u{7f}', '\u{80}', 'é', '\u{7ff}', '\u{800}', '❤', '\u{ffff}', '💯', char::MAX]
    {
        let atom = DefaultAtom::from(char);
        assert_eq!(atom, DefaultAtom::new(char.encode_utf8(&mut [0; 4])));
        assert!(atom.is_inline() && atom.chars().eq([char]));
    }
}

#[test]
fn hashes_have_64_mixed_bits() {
    // Each bit is set for about half of the names, and halves rarely agree; inline names too.
    let n = if cfg!(miri) { 32_u32 } else { 4096 };
    let cases: [fn(u32) -> DefaultAtom; 3] = [
        |n| DefaultAtom::new(&n.to_string()),
        |n| DefaultAtom::new(&format!("a name of a map, {n}")),
        |n| DefaultAtom::new(&format!("{n} {}", "l".repeat(1100))),
    ];
    for make in cases {
        let hashes: Vec<u64> = (0..n).map(|n| make(n).get_hash()).collect();
        assert_eq!(hashes.iter().collect::<HashSet<_>>().len(), hashes.len());
        for bit in 0..64 {
            let n_set = hashes.iter().filter(|hash| *hash >> bit & 1 == 1).count();
            // Eight standard deviations.
            let slack = 4.0 * f64::from(n).sqrt();
            let off = (f64::from(u32::try_from(n_set).unwrap()) - f64::from(n) / 2.0).abs();
            assert!(off < slack, "bit {bit} is set in {n_set} of {n}");
        }
        for shift in [0, 16, 32] {
            let parts: HashSet<u32> =
                hashes.iter().map(|hash| u32::try_from(hash >> shift & 0xffff_ffff).unwrap()).collect();
            assert!(parts.len() + 3 >= hashes.len(), "32 bits from {shift}: {} of {n}", parts.len());
        }
    }
}

#[test]
#[should_panic(expected = "at most 7 bytes")]
fn new_inline_refuses_8_bytes() {
    let _ = DefaultAtom::new_inline("12345678");
}
