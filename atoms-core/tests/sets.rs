//! Sets declared by `atom_set!`: their names are constants, and found by every way of making an atom.
#![cfg(feature = "macros")]

use std::collections::HashSet;

use atoms_core::{Atom, DefaultAtom, EmptyStaticAtomSet, StaticAtomSet, dynamic};

atoms_core::atom_set! {
    /// Names of every kind.
    pub struct Markup;
    pub macro atom;
    "div", "span", "type", "fn", "get", "", "❤", "❤💯", "❤💯❤💯", "blockquote", "contenteditable",
    "quote\"s and \\", "line\nbreak in a name", "\0\0\0\0\0\0\0\0", "e\u{301} combining", "accept-charset" = accept_charset,
    "a name of 63 bytes.............................................", "font-weight", "12345678", "12345679",
    "a name of 64 bytes..............................................",
    "a name of 65 bytes...............................................",
}

atoms_core::atom_set! {
    /// A set that shares some names with the other one, at other indices.
    struct Other;
    pub type OtherName;
    macro other;
    "aaaaaaaaaaaa", "blockquote", "font-weight", "zzzzzzzzzzzz", "div",
}

mod inner {
    atoms_core::atom_set! {
        /// A set in a module.
        pub(crate) struct Inner in crate::inner;
        pub(crate) macro inner_atom;
        "an inner name", "inner",
    }
}

atoms_core::atom_set! {
    /// A set without static names.
    struct Short;
    macro short;
    "a", "b",
}

const BLOCKQUOTE: MarkupAtom = atom!("blockquote");
static NAMES: [MarkupAtom; 3] = [atom!("div"), BLOCKQUOTE, atom!("❤💯❤💯")];

fn static_names() -> &'static [&'static str] {
    Markup::get().atoms
}

#[test]
fn every_way_to_a_name_gives_its_constant() {
    for (constant, text) in [
        (atom!("div"), "div"),
        (atom!(""), ""),
        (atom!("❤"), "❤"),
        (atom!("❤💯❤💯"), "❤💯❤💯"),
        (atom!("blockquote"), "blockquote"),
        (atom!("quote\"s and \\"), "quote\"s and \\"),
        (atom!("line\nbreak in a name"), "line\nbreak in a name"),
        (atom!("\0\0\0\0\0\0\0\0"), "\0\0\0\0\0\0\0\0"),
        (atom!("e\u{301} combining"), "e\u{301} combining"),
        (atom!("accept-charset"), "accept-charset"),
        (atom!(accept_charset), "accept-charset"),
    ] {
        assert_eq!(constant.as_str(), text);
        assert_eq!(constant, MarkupAtom::new(text));
        assert_eq!(constant, MarkupAtom::from(text.to_owned()));
        assert_eq!(Some(&constant), MarkupAtom::get(text).as_ref());
        assert_eq!(constant.is_static(), text.len() > 7, "{text:?}");
        assert_eq!(MarkupAtom::try_static(text), (text.len() > 7).then(|| constant.clone()));
        assert_eq!(constant.as_static_str(), (text.len() > 7).then_some(text));
        assert!(!constant.is_dynamic());
    }
}

#[test]
fn literals_identifiers_and_forwarded_literals_are_one_constant() {
    macro_rules! forwarded {
        ($text:literal) => {
            atom!($text)
        };
    }
    macro_rules! as_tokens {
        ($($text:tt)*) => {
            atom!($($text)*)
        };
    }
    assert_eq!(atom!(div), atom!("div"));
    assert_eq!(atom!(type), atom!("type"));
    assert_eq!(atom!(fn), *"fn");
    assert_eq!(atom!(get), *"get");
    assert_eq!(atom!(contenteditable), atom!("contenteditable"));
    assert_eq!(atom!(r"div"), atom!(r#"div"#));
    assert_eq!(atom!("\x64iv"), atom!("div"));
    assert_eq!(
        atom!(
            "block\
        quote"
        ),
        BLOCKQUOTE
    );
    assert_eq!(atom!(concat!("block", "quote")), BLOCKQUOTE);
    assert_eq!(atom!("blockquote",), BLOCKQUOTE);
    assert_eq!(forwarded!("blockquote"), BLOCKQUOTE);
    assert_eq!(as_tokens!("blockquote"), BLOCKQUOTE);
    assert_eq!(as_tokens!(blockquote), BLOCKQUOTE);
    assert_eq!(as_tokens!(concat!("block", "quote",)), BLOCKQUOTE);
}

#[test]
fn names_match_in_patterns() {
    fn kind(name: &MarkupAtom) -> u32 {
        match *name {
            atom!("div") | atom!("blockquote") => 1,
            atom!(span) | atom!("❤💯❤💯") => 2,
            atom!("") => 3,
            atom!(accept_charset) => 4,
            _ => 5,
        }
    }
    let expected = [
        ("div", 1),
        ("blockquote", 1),
        ("span", 2),
        ("❤💯❤💯", 2),
        ("", 3),
        ("accept-charset", 4),
        ("fn", 5),
        ("blockquotE", 5),
    ];
    for (text, number) in expected {
        assert_eq!(kind(&text.into()), number, "{text:?}");
    }
    assert!(NAMES.iter().map(MarkupAtom::as_str).eq(["div", "blockquote", "❤💯❤💯"]));
    let pair = (MarkupAtom::new("font-weight"), OtherName::new("font-weight"));
    assert!(matches!(pair, (atom!("font-weight"), other!("font-weight"))));
}

#[test]
fn a_set_finds_its_names_and_nothing_else() {
    let names: HashSet<&str> = static_names().iter().copied().collect();
    assert_eq!(names.len(), 14);
    assert!(static_names().is_sorted() && names.iter().all(|name| name.len() > 7));
    for (index, name) in static_names().iter().enumerate() {
        let atom = MarkupAtom::new(name);
        assert_eq!(atom.unsafe_data(), u64::try_from(index).unwrap() << 32 | 2);
        // Neighbours: one byte other, one more, one less, other case.
        let mut near = vec![format!("{name} "), format!(" {name}"), name.to_ascii_uppercase()];
        for (at, char) in name.char_indices() {
            near.push(format!(
                "{}{}{}",
                &name[..at],
                if char == 'x' { 'y' } else { 'x' },
                &name[at + char.len_utf8()..]
            ));
            near.push(name[..at].to_owned());
        }
        for text in near {
            let is_name = names.contains(text.as_str());
            assert_eq!(MarkupAtom::try_static(&text).is_some(), is_name, "{text:?}");
            assert_eq!(MarkupAtom::new(&text), *text);
        }
    }
    for n in 0..if cfg!(miri) { 100 } else { 20_000 } {
        for len in [8, 10, 15, 17, 64] {
            let text = format!("{n:0len$}");
            assert_eq!(MarkupAtom::try_static(&text).is_some(), names.contains(text.as_str()));
        }
    }
}

#[test]
fn sets_without_static_names_and_in_modules_work() {
    assert_eq!(short!("a"), Atom::<Short>::new("a"));
    assert_eq!(short!(b).as_str(), "b");
    assert!(Short::get().atoms.is_empty());
    assert!(Atom::<Short>::new("a dynamic text").is_dynamic());
    use inner::inner_atom;
    assert_eq!(inner_atom!("an inner name"), inner::InnerAtom::new("an inner name"));
    assert!(matches!(inner::InnerAtom::new("inner"), inner_atom!(inner)));
}

#[test]
fn conversion_between_sets_keeps_the_text_and_its_one_atom() {
    let texts = [
        "div",
        "blockquote",
        "font-weight",
        "aaaaaaaaaaaa",
        "zzzzzzzzzzzz",
        "contenteditable",
        "a dynamic text",
        "❤💯❤💯",
    ];
    for text in texts {
        let (markup, other, plain) = (MarkupAtom::new(text), OtherName::new(text), DefaultAtom::new(text));
        assert_eq!(markup.convert::<Other>(), other);
        assert_eq!(other.convert::<Markup>(), markup);
        assert_eq!(plain.convert::<Markup>(), markup);
        assert_eq!(plain.convert::<Other>(), other);
        assert_eq!(markup.convert::<EmptyStaticAtomSet>(), plain);
        assert_eq!(markup.convert::<Markup>(), markup);
        assert_eq!(other.convert::<Short>().convert::<Other>(), other);
    }
    // A dynamic atom keeps its entry, also when the limit forbids new ones.
    let plain = DefaultAtom::new("an entry that is shared");
    let converted = plain.convert::<Markup>();
    assert_eq!(converted.unsafe_data(), plain.unsafe_data());
    let mut count = 0;
    dynamic::for_each(|text, n| {
        if text == "an entry that is shared" {
            count = n;
        }
    });
    assert_eq!(count, 2);
    // Static here, dynamic there.
    assert!(DefaultAtom::new("blockquote").is_dynamic() && MarkupAtom::new("blockquote").is_static());
}

#[test]
fn case_mapping_finds_names_of_the_set() {
    assert_eq!(MarkupAtom::new("BLOCKQUOTE").to_ascii_lowercase(), atom!("blockquote"));
    assert!(MarkupAtom::new("Font-Weight").to_ascii_lowercase().is_static());
    assert!(atom!("blockquote").eq_ignore_ascii_case(&MarkupAtom::new("BLOCKquote")));
    assert!(atom!("blockquote").to_ascii_uppercase().is_dynamic());
}

#[test]
fn atom_without_a_set_is_a_constant_or_a_pinned_atom() {
    use atoms_core::atom;
    const P: DefaultAtom = atom!("p");
    assert!(matches!(DefaultAtom::new("div"), atom!("div")));
    assert!(matches!(DefaultAtom::new("❤💯"), atom!("❤💯")));
    assert_eq!(
        (P.as_str(), atom!("").as_str(), atom!(div), atom!("\0")),
        ("p", "", "div".into(), "\0".into())
    );
    let make = || atom!("a text of more than seven bytes");
    let first = make();
    assert_eq!(first, DefaultAtom::new("a text of more than seven bytes"));
    drop((first, make(), make()));
    dynamic::trim();
    assert!(DefaultAtom::get("a text of more than seven bytes").is_some());
    // Many threads at one place.
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..20 {
                    let atom = atom!(concat!("made at one place ", "by four threads"));
                    assert_eq!(atom, *"made at one place by four threads");
                }
            });
        }
    });
}

#[test]
fn hashes_of_a_set_are_a_function_of_the_text() {
    let texts = ["", "div", "blockquote", "font-weight", "a dynamic text", "another dynamic text"];
    let hashes: HashSet<u64> = texts.iter().map(|text| MarkupAtom::new(text).get_hash()).collect();
    assert_eq!(hashes.len(), texts.len());
    assert_eq!(atom!("blockquote").get_hash(), MarkupAtom::from("block".to_owned() + "quote").get_hash());
}
