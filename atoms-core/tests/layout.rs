//! The bits of the handle, which constants in patterns, compatibility and an 8-byte `Option` rest on.

use core::num::NonZeroU64;
use core::panic::{RefUnwindSafe, UnwindSafe};

use atoms_core::__private::{Slot, StaticSet, slots, static_atom};
use atoms_core::{Atom, DefaultAtom, StaticAtomSet};

/// A set with one static name. One name lies in the one slot, whatever the key.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Names;
impl StaticAtomSet for Names {
    fn get() -> &'static StaticSet {
        static ATOMS: [&str; 1] = ["font-weight"];
        static SLOTS: [Slot; 1] = slots(&ATOMS, &[0]);
        const SET: StaticSet = StaticSet::from_parts(3, &[(0, 0)], &SLOTS, &ATOMS);
        &SET
    }
}

const EMPTY: Atom<Names> = Atom::new_inline("");
const A: Atom<Names> = Atom::new_inline("a");
const HEART: Atom<Names> = Atom::new_inline("❤");
const SEVEN: Atom<Names> = Atom::new_inline("address");
const FONT_WEIGHT: Atom<Names> = static_atom(0);
static IN_A_STATIC: [Atom<Names>; 2] = [SEVEN, FONT_WEIGHT];

/// The bits of an inline atom as they are on this target: those of a little-endian one, or turned by a byte.
fn inline_bits(little: u64) -> u64 {
    if cfg!(target_endian = "big") { (little & !0xff).swap_bytes() << 8 | little & 0xff } else { little }
}

#[test]
fn an_atom_is_8_bytes_and_has_a_niche() {
    assert_eq!(size_of::<DefaultAtom>(), 8);
    assert_eq!(size_of::<Option<DefaultAtom>>(), 8);
    assert_eq!(size_of::<Atom<Names>>(), 8);
    assert_eq!(size_of::<Option<Atom<Names>>>(), 8);
    assert_eq!(align_of::<DefaultAtom>(), align_of::<u64>());
    let none: Option<DefaultAtom> = None;
    assert!(none.is_none() && Some(DefaultAtom::default()).is_some());
}

#[test]
fn atoms_may_be_shared_and_sent() {
    fn check<T: Send + Sync + Unpin + UnwindSafe + RefUnwindSafe + 'static>() {}
    check::<DefaultAtom>();
    check::<Atom<Names>>();
    check::<Option<DefaultAtom>>();
}

#[test]
fn inline_atoms_hold_length_and_text() {
    let cases: [(&str, u64); 8] = [
        ("", 0x01),
        ("a", 0x6111),
        ("e", 0x6511),
        ("address", 0x7373_6572_6464_6171),
        ("area", 0x61_6572_6141),
        ("\0", 0x11),
        ("\0\0\0\0\0\0\0", 0x71),
        ("❤", 0xa49d_e231),
    ];
    for (text, little) in cases {
        let atom = DefaultAtom::new(text);
        assert_eq!(atom.unsafe_data(), inline_bits(little), "{text:?}");
        assert!(atom.is_inline() && !atom.is_static() && !atom.is_dynamic());
        assert_eq!(atom.as_str(), text);
    }
}

#[test]
fn every_inline_length_of_every_byte_place_comes_back() {
    for len in 0..=7 {
        for place in 0..len {
            for byte in if cfg!(miri) { [0x61].iter() } else { [0u8, 1, 0x61, 0x7f].iter() } {
                let mut text = vec![b'.'; len];
                text[place] = *byte;
                let text = String::from_utf8(text).unwrap();
                let atom = Atom::<Names>::new(&text);
                assert_eq!(atom.as_bytes(), text.as_bytes());
                let mut little = [0; 8];
                little[0] = u8::try_from(len).unwrap() << 4 | 1;
                little[1..=len].copy_from_slice(text.as_bytes());
                assert_eq!(atom.unsafe_data(), inline_bits(u64::from_le_bytes(little)));
                // The text of a big-endian word stands in memory in the same order.
                let memory = atom.unsafe_data().to_ne_bytes();
                let start = usize::from(cfg!(target_endian = "little"));
                assert_eq!(&memory[start..start + len], text.as_bytes());
            }
        }
    }
}

#[test]
fn a_static_atom_is_its_index_and_a_tag() {
    let atom = Atom::<Names>::new("font-weight");
    assert!(atom.is_static());
    assert_eq!(atom.unsafe_data() & 0xffff_ffff, 2);
    let index = usize::try_from(atom.unsafe_data() >> 32).unwrap();
    assert!(index < Names::get().atoms.len());
    assert_eq!(Names::get().atoms[index], "font-weight");
    assert_eq!(FONT_WEIGHT, atom);
}

#[test]
fn a_dynamic_atom_has_the_tag_0_and_no_address() {
    let mut held = Vec::new();
    for n in 0..if cfg!(miri) { 8 } else { 2000 } {
        for atom in [
            DefaultAtom::new(&format!("a dynamic text {n}")),
            DefaultAtom::new(&format!("{n} {}", "l".repeat(2000))),
        ] {
            assert_eq!(atom.unsafe_data() & 0b11, 0);
            assert!(NonZeroU64::new(atom.unsafe_data() >> 32).is_some(), "an index is not 0");
            assert!(atom.is_dynamic());
            held.push(atom);
        }
        // The same entry under another type, and one word for both.
        let twin = Atom::<Names>::new(&format!("a dynamic text {n}"));
        assert_eq!(twin.unsafe_data(), held[held.len() - 2].unsafe_data());
    }
}

#[test]
fn constants_match_in_patterns() {
    fn name(atom: &Atom<Names>) -> &'static str {
        match *atom {
            EMPTY => "empty",
            A | HEART => "a or heart",
            SEVEN => "seven",
            FONT_WEIGHT => "static",
            _ => "other",
        }
    }
    let expected = [
        ("", "empty"),
        ("a", "a or heart"),
        ("❤", "a or heart"),
        ("address", "seven"),
        ("font-weight", "static"),
        ("font-weighT", "other"),
        ("b", "other"),
        ("a\0", "other"),
        ("\0", "other"),
    ];
    for (text, what) in expected {
        assert_eq!(name(&Atom::new(text)), what, "{text:?}");
    }
    assert!(matches!(Some(Atom::<Names>::new("a")), Some(A)));
    assert!(matches!((Atom::<Names>::new("font-weight"), 1), (FONT_WEIGHT, 1..)));
    assert_eq!(IN_A_STATIC[1].as_str(), "font-weight");
}
