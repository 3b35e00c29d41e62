//! The facts that users of `string_cache` 0.11 rely on, under its own name.
//!
//! `Names` stands for a generated set: two names of it are constants, as its macro would give them.

use std::borrow::Cow;
use std::collections::HashMap;

use precomputed_hash::PrecomputedHash;
use string_cache::__private::{Slot, slots, static_atom};
use string_cache::{Atom, DefaultAtom, EmptyStaticAtomSet, PhfStrSet, StaticAtomSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Names;
impl StaticAtomSet for Names {
    fn get() -> &'static PhfStrSet {
        static ATOMS: [&str; 1] = ["font-weight"];
        static SLOTS: [Slot; 1] = slots(&ATOMS, &[0]);
        const SET: PhfStrSet = PhfStrSet::from_parts(3, &[(0, 0)], &SLOTS, &ATOMS);
        &SET
    }
}
type Name = Atom<Names>;
const FONT_WEIGHT: Name = static_atom(0);
const HEAD: Name = Name::new_inline("head");

#[test]
fn text_comes_back_from_every_storage() {
    for text in ["", "head", "font-weight", "a dynamic string", "❤💯❤💯"] {
        let atom = Name::from(text);
        assert_eq!(atom.as_str(), text);
        assert_eq!(atom.as_bytes(), text.as_bytes());
        let as_str: &str = atom.as_ref();
        let as_bytes: &[u8] = atom.as_ref();
        assert_eq!((as_str, as_bytes), (text, text.as_bytes()));
        let dereferenced: &str = &atom;
        assert_eq!(dereferenced, text);
        assert_eq!(atom.to_string(), text);
        // As a function value, as lalrpop uses it.
        assert!([&atom].map(AsRef::<str>::as_ref) == [text]);
    }
}

#[test]
fn short_is_inline_listed_is_static_other_is_dynamic() {
    assert!(Name::from("").is_inline());
    assert!(Name::from("font-weight").is_static());
    for text in ["id", "body", "a", "address", "c", "zz", "zzzzzzz"] {
        assert!(Name::from(text).is_inline(), "{text}");
    }
    for text in ["zzzzzzzz", "zzzzzzzzzzzzz", "font-weighT"] {
        assert!(Name::from(text).is_dynamic(), "{text}");
    }
    assert_eq!(format!("{:?}", Name::from("id")), "Atom('id' type=inline)");
    assert_eq!(format!("{FONT_WEIGHT:?}"), "Atom('font-weight' type=static)");
    assert_eq!(format!("{:?}", Name::from("zzzzzzzz")), "Atom('zzzzzzzz' type=dynamic)");
}

#[test]
fn the_words_have_the_bits_of_string_cache() {
    fn check(text: &str, little: u64) {
        let expected = if cfg!(target_endian = "big") {
            (little & !0xff).swap_bytes() << 8 | little & 0xff
        } else {
            little
        };
        assert_eq!(DefaultAtom::from(text).unsafe_data(), expected, "{text}");
    }
    check("a", 0x0000_0000_0000_6111);
    check("e", 0x0000_0000_0000_6511);
    check("address", 0x7373_6572_6464_6171);
    assert_eq!(FONT_WEIGHT.unsafe_data() & 0xffff_ffff, 2);
    let index = usize::try_from(Name::from("font-weight").unsafe_data() >> 32).unwrap();
    assert!(index <= Names::get().atoms.len());
    assert_eq!(DefaultAtom::from("a dynamic string").unsafe_data() & 0b11, 0);
    assert_eq!((size_of::<Name>(), size_of::<Option<Name>>()), (8, 8));
}

#[test]
fn equality_order_and_patterns() {
    let texts = ["", "a", "head", "font-weight", "a dynamic string", "zzzzzzzz"];
    for (one, two) in texts.iter().flat_map(|one| texts.iter().map(move |two| (*one, *two))) {
        let (a, b, owned) = (Name::from(one), Name::from(two), two.to_owned());
        assert_eq!(a == b, one == two);
        assert_eq!(a.cmp(&b), one.cmp(two));
        assert_eq!((a == *two, *one == b, a == owned), (one == two, one == two, one == two));
        assert_eq!(a.get_hash() == b.get_hash(), one == two);
    }
    let kind = |name: &Name| match *name {
        FONT_WEIGHT => "static",
        HEAD => "inline",
        _ => "other",
    };
    assert_eq!(
        ["font-weight", "head", "other text"].map(|text| kind(&text.into())),
        ["static", "inline", "other"]
    );
    assert_eq!(Name::default(), Name::from(""));
    assert_eq!(Name::default(), *"");
}

#[test]
fn every_conversion_of_string_cache_gives_the_same_atom() {
    for text in ["", "head", "font-weight", "a dynamic string"] {
        let atom = Name::from(text);
        assert_eq!(Name::from(text.to_owned()), atom);
        assert_eq!(Name::from(Cow::Borrowed(text)), atom);
        assert_eq!(Name::from(Cow::<str>::Owned(text.to_owned())), atom);
        assert_eq!(Name::from(&atom), atom);
        assert_eq!(atom.clone(), atom);
    }
}

#[test]
fn try_static_knows_static_names_only() {
    assert_eq!(Name::try_static("font-weight"), Some(FONT_WEIGHT));
    assert_eq!(Name::try_static("head"), None);
    assert_eq!(Name::try_static("not in the set"), None);
    // string_cache takes "" for a name of the empty set; one text has one atom here.
    assert_eq!(DefaultAtom::try_static(""), None);
    assert!(EmptyStaticAtomSet::get().atoms.is_empty());
}

#[test]
fn case_leaves_all_but_ascii_alone() {
    let lower = |text: &str| Name::from(text).to_ascii_lowercase().to_string();
    let upper = |text: &str| Name::from(text).to_ascii_uppercase().to_string();
    assert_eq!(["", "e", "É", "Font-Weight"].map(lower), ["", "e", "É", "font-weight"]);
    assert_eq!(["", "e", "é", "Font-Weight"].map(upper), ["", "E", "é", "FONT-WEIGHT"]);
    assert!(Name::from("FONT-weight").eq_ignore_ascii_case(&FONT_WEIGHT));
    assert!(!Name::from("É").eq_ignore_ascii_case(&Name::from("é")));
    assert!(FONT_WEIGHT.eq_str_ignore_ascii_case("FONT-WEIGHT"));
    assert!(!FONT_WEIGHT.eq_str_ignore_ascii_case("FONT-WEIGH"));
}

#[test]
fn maps_infer_their_key() {
    let mut map: HashMap<Name, i32> = HashMap::new();
    map.insert("foo".into(), 1);
    map.insert("font-weight".into(), 2);
    assert_eq!(map.get(&"foo".into()), Some(&1));
    assert_eq!(map.get(&"font-weight".into()), Some(&2));
    assert_eq!(map.get(&"bar".into()), None);
}

#[test]
fn the_precomputed_hash_is_get_hash_folded() {
    for text in ["", "head", "font-weight", "a dynamic string"] {
        let atom = Name::from(text);
        let hash: u64 = atom.get_hash();
        assert_eq!(u64::from(atom.precomputed_hash()), (hash >> 32) ^ (hash & 0xffff_ffff));
    }
}

#[test]
fn a_hundred_threads_make_the_same_atoms() {
    let threads: Vec<_> = (0..if cfg!(miri) { 4 } else { 100 })
        .map(|_| {
            std::thread::spawn(|| {
                [DefaultAtom::from("a dynamic string"), DefaultAtom::from("another string")]
            })
        })
        .collect();
    let expected = [DefaultAtom::from("a dynamic string"), DefaultAtom::from("another string")];
    for thread in threads {
        assert_eq!(thread.join().unwrap(), expected);
    }
}

#[test]
#[expect(unused_qualifications, reason = "that the two names are one type is what is checked")]
fn atoms_are_the_type_of_atoms_core() {
    fn check<S: StaticAtomSet>(atom: Atom<S>) -> atoms_core::Atom<S>
    where
        Atom<S>: Send + Sync,
    {
        atom
    }
    assert_eq!(
        check(DefaultAtom::from("a dynamic string")),
        atoms_core::DefaultAtom::new("a dynamic string")
    );
    assert_eq!(check(FONT_WEIGHT), FONT_WEIGHT);
}
