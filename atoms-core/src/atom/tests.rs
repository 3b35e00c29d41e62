//! The three storages behind one type.

use std::collections::HashSet;

use super::*;
use crate::static_set::{Slot, StaticSet, slots};

/// A set with one static name. One name always lies in the one slot, whatever the key.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct One;
impl StaticAtomSet for One {
    fn get() -> &'static StaticSet {
        static ATOMS: [&str; 1] = ["blockquote"];
        static SLOTS: [Slot; 1] = slots(&ATOMS, &[0]);
        const SET: StaticSet = StaticSet::from_parts(7, &[(0, 0)], &SLOTS, &ATOMS);
        &SET
    }
}

const TEXTS: [&str; 8] =
    ["", "a", "1234567", "12345678", "blockquote", "\0\0\0\0\0\0\0\0", "❤💯❤💯", "a dynamic text"];

#[test]
fn every_text_has_one_storage_and_comes_back() {
    for text in TEXTS {
        let atom = Atom::<One>::new(text);
        assert_eq!(atom.as_str(), text);
        let expected = match text.len() {
            0..=7 => "inline",
            _ if text == "blockquote" => "static",
            _ => "dynamic",
        };
        assert_eq!(format!("{atom:?}"), format!("Atom('{text}' type={expected})"));
        assert_eq!(atom.to_string(), text);
        assert_eq!(atom.as_static_str(), (expected == "static").then_some(text));
        assert_eq!(
            [atom.is_inline(), atom.is_static(), atom.is_dynamic()],
            ["inline", "static", "dynamic"].map(|s| s == expected)
        );
    }
}

#[test]
fn hashes_are_a_function_of_the_text() {
    let hashes: HashSet<u64> = TEXTS.iter().map(|text| Atom::<One>::new(text).get_hash()).collect();
    assert_eq!(hashes.len(), TEXTS.len());
    let before = DefaultAtom::new("a text that goes and comes back").get_hash();
    dynamic::trim();
    assert_eq!(DefaultAtom::new("a text that goes and comes back").get_hash(), before);
}

#[test]
fn conversion_keeps_text_and_entry() {
    for text in TEXTS {
        let (plain, one) = (DefaultAtom::new(text), Atom::<One>::new(text));
        assert_eq!(plain.convert::<One>(), one);
        assert_eq!(one.convert::<EmptyStaticAtomSet>(), plain);
        assert_eq!(one.convert::<One>(), one);
        if one.is_dynamic() {
            assert_eq!(one.unsafe_data(), plain.unsafe_data());
        }
    }
}

#[test]
fn case_changes_in_every_length() {
    for len in [0, 1, 7, 8, 63, 64, 65, 1000] {
        let mixed: String = "aB\u{e9}Z-".chars().cycle().take(len).collect();
        let atom = DefaultAtom::new(&mixed);
        assert_eq!(atom.to_ascii_lowercase().as_str(), mixed.to_ascii_lowercase());
        assert_eq!(atom.to_ascii_uppercase().as_str(), mixed.to_ascii_uppercase());
        assert!(atom.eq_ignore_ascii_case(&atom.to_ascii_uppercase()));
        assert!(!atom.eq_str_ignore_ascii_case("something else"));
    }
}

#[test]
fn what_is_pinned_stays() {
    drop(DefaultAtom::new("pinned by a test of atoms").pin());
    dynamic::trim();
    assert!(DefaultAtom::get("pinned by a test of atoms").is_some());
    assert_eq!(DefaultAtom::new("inline").pin().as_str(), "inline");
}

#[test]
#[should_panic(expected = "an inline atom holds at most 7 bytes")]
fn an_inline_atom_of_8_bytes_cannot_be_made() {
    let _ = DefaultAtom::new_inline("12345678");
}
