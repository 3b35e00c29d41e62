//! Atoms in every position, from every form of a name, with sets in every place.
#![deny(warnings, missing_docs, unreachable_pub, unused_qualifications)]

use atoms_core::DefaultAtom;

atoms_core::atom_set! {
    /// A set at the crate root.
    pub struct Markup;
    /// Looks a name up.
    pub macro markup;
    "div", "blockquote", "contenteditable", "type", "❤💯❤💯", "say \"hi\"", "get", "clone",
    include "tests/vocab/good.txt",
}

/// A module with sets.
pub mod names {
    atoms_core::atom_set! {
        pub struct Nested in crate::names;
        pub type Name;
        pub macro nested;
        "blockquote", "get", "crate", "Self", "_", "__x", "2d", "data-row" = data_row, "", "\u{1f}4af",
        "\u{1f4af}", "a_2d_b", "a-b", "é", "e\u{301}", "\0", "line\nbreak", r#"r#type"#, "type" = kind,
    }

    /// Sets in a module that is not public: their path is the one that others may name.
    mod inner {
        atoms_core::atom_set! {
            pub(crate) struct Shared in crate::names;
            pub(crate) macro shared;
            "a name of the crate", "short",
        }
        atoms_core::atom_set! {
            /// A public set whose module is not.
            pub struct Open in crate::names;
            pub macro open;
            "an open name",
        }
        atoms_core::atom_set! {
            struct Private in crate::names::inner;
            macro private;
            "a private name",
        }
        atoms_core::atom_set! { pub struct Unused in crate::names::inner; pub macro unused; "unused name" }
        atoms_core::atom_set! { struct Empty in crate::names::inner; macro empty; }

        pub(crate) fn private_name() -> String {
            private!("a private name").to_string()
        }
    }
    // The glob takes the hidden items along.
    pub(crate) use inner::private_name;
    pub use inner::*;
}

/// The text for build scripts, as a build script would include it.
mod markup {
    include!("../../atoms-codegen/tests/golden/markup.rs");
}

const ROOT: MarkupAtom = markup!("div");
static LONG: MarkupAtom = markup!("contenteditable");
static LIST: [MarkupAtom; 2] = [markup!(blockquote), markup!("figcaption")];

macro_rules! literal {
    ($name:literal) => {
        markup!($name)
    };
}
macro_rules! token {
    ($name:tt) => {
        markup!($name)
    };
}
macro_rules! expression {
    ($name:expr) => {
        markup!($name)
    };
}
macro_rules! identifier {
    ($name:ident) => {
        markup!($name)
    };
}
macro_rules! twice {
    ($name:literal) => {
        literal!($name)
    };
}

#[test]
fn atoms_are_patterns_constants_statics_and_expressions() {
    let kind = |name: &MarkupAtom| match *name {
        markup!("div") | markup!(blockquote) => 1,
        markup!("contenteditable") => 2,
        markup!("❤💯❤💯") => 3,
        _ => 0,
    };
    assert_eq!([ROOT, LIST[0].clone(), LONG.clone()].map(|name| kind(&name)), [1, 1, 2]);
    assert_eq!(kind(&MarkupAtom::from("❤💯❤💯")), 3);
    assert_eq!(kind(&MarkupAtom::from("unknown name")), 0);
    assert_eq!(LIST[1], MarkupAtom::from("figcaption"));
}

#[test]
fn every_form_of_a_name_gives_the_same_atom() {
    let forms = [
        markup!("blockquote"),
        markup!(blockquote),
        markup!(r"blockquote"),
        markup!(r#"blockquote"#),
        markup!("\x62lock\u{71}uote"),
        markup!(
            "block\
            quote"
        ),
        markup!("blockquote",),
        markup!(concat!("block", "quote")),
        markup!(r#blockquote),
        literal!("blockquote"),
        token!("blockquote"),
        token!(blockquote),
        expression!("blockquote"),
        expression!(blockquote),
        identifier!(blockquote),
        twice!("blockquote"),
        crate::markup!["blockquote"],
        markup! { "blockquote" },
    ];
    for form in forms {
        assert_eq!(form, MarkupAtom::from("blockquote"));
    }
    assert_eq!(markup!(type), markup!("type"));
    assert_eq!(markup!(r#type), markup!("type"));
    assert!(matches!(ROOT, literal!("div")));
    assert!(matches!(ROOT, twice!("div")));
    assert!(matches!(ROOT, expression!("div")));
}

#[test]
fn awkward_names_are_themselves() {
    let pairs = [
        (names::nested!(crate), "crate"),
        (names::nested!("Self"), "Self"),
        (names::nested!(_), "_"),
        (names::nested!(__x), "__x"),
        (names::nested!("2d"), "2d"),
        (names::nested!("data-row"), "data-row"),
        (names::nested!(""), ""),
        (names::nested!("\u{1f}4af"), "\u{1f}4af"),
        (names::nested!("\u{1f4af}"), "\u{1f4af}"),
        (names::nested!("a_2d_b"), "a_2d_b"),
        (names::nested!("a-b"), "a-b"),
        (names::nested!(é), "é"),
        (names::nested!("e\u{301}"), "e\u{301}"),
        (names::nested!("\0"), "\0"),
        (names::nested!("line\nbreak"), "line\nbreak"),
        (names::nested!("r#type"), "r#type"),
        (names::nested!(get), "get"),
    ];
    for (atom, text) in pairs {
        assert_eq!(atom.as_str(), text);
        assert_eq!(atom, names::Name::from(text));
    }
}

#[test]
fn an_alias_stands_for_its_name() {
    assert_eq!(markup!(accept_charset), markup!("accept-charset"));
    assert_eq!(names::nested!(data_row), names::nested!("data-row"));
    assert_eq!(names::nested!(kind), names::nested!(type));
}

#[test]
fn sets_of_the_crate_and_of_a_module_work_where_they_are_visible() {
    assert!(matches!(names::SharedAtom::from("short"), names::shared!("short")));
    assert_eq!(names::open!("an open name"), names::OpenAtom::from("an open name"));
    assert_eq!(names::private_name(), "a private name");
}

#[test]
fn the_text_for_build_scripts_compiles_and_finds_its_names() {
    use crate::markup::{MarkupAtom, markup};
    for (atom, text) in [
        (markup!("say \"hi\"\n"), "say \"hi\"\n"),
        (markup!(self), "self"),
        (markup!(accept_charset), "accept-charset"),
        (crate::markup::markup!("data-row-index"), "data-row-index"),
        (markup!(__x), "__x"),
    ] {
        assert_eq!(atom, MarkupAtom::from(text));
        assert_eq!(atom.as_str(), text);
    }
}

#[test]
fn an_atom_without_a_set_is_a_constant_up_to_7_bytes_and_interned_beyond() {
    const SHORT: DefaultAtom = atoms_core::atom!("1234567");
    static EMPTY: DefaultAtom = atoms_core::atom!("");
    assert_eq!((SHORT.as_str(), EMPTY.as_str()), ("1234567", ""));
    assert!(matches!(DefaultAtom::from("é"), atoms_core::atom!("é")));
    assert!(matches!(DefaultAtom::from("type"), atoms_core::atom!(type) | atoms_core::atom!(fn)));
    let long = || atoms_core::atom!("a text that is in no set");
    assert_eq!(long(), DefaultAtom::from("a text that is in no set"));
    assert_eq!(long(), atoms_core::atom!(concat!("a text that ", "is in no set",)));
}
