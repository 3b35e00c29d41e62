//! Atoms of three sets under one roof.
//!
//! Apart from the model because only this file knows the types: what is done to an atom of any set is
//! written once here for all of them.

use std::borrow::Cow;

use atoms_core::{Atom, DefaultAtom, InternError, StaticAtomSet};

atoms_core::atom_set! {
    pub(super) struct Markup in crate::ops::any;
    pub(super) macro markup;
    "div", "blockquote", "contenteditable", "font-weight",
    "a name of 64 bytes..............................................",
}

atoms_core::atom_set! {
    /// Shares a name with the other set, at another index.
    pub(super) struct Other in crate::ops::any;
    pub(super) macro other;
    "aaaaaaaaaaaa", "blockquote", "zzzzzzzzzzzz",
}

/// A set of names known at compile time.
#[derive(arbitrary::Arbitrary, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum SetId {
    /// The empty one.
    Plain,
    Markup,
    Other,
}

impl SetId {
    /// Whether the set has this text as a static name.
    pub(super) fn has_static(self, text: &str) -> bool {
        let names = match self {
            Self::Plain => return false,
            Self::Markup => Markup::get().atoms,
            Self::Other => Other::get().atoms,
        };
        text.len() > 7 && names.contains(&text)
    }
}

/// An atom of any of the sets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Any {
    Plain(DefaultAtom),
    Markup(Atom<Markup>),
    Other(Atom<Other>),
}

/// Evaluates an expression for the atom inside.
macro_rules! each {
    ($any:expr, $atom:ident => $result:expr) => {
        match $any {
            Any::Plain($atom) => $result,
            Any::Markup($atom) => $result,
            Any::Other($atom) => $result,
        }
    };
}

/// Evaluates an expression for the atom inside and puts the result under the roof again.
macro_rules! map {
    ($any:expr, $atom:ident => $result:expr) => {
        match $any {
            Any::Plain($atom) => Any::Plain($result),
            Any::Markup($atom) => Any::Markup($result),
            Any::Other($atom) => Any::Other($result),
        }
    };
}

/// Evaluates an expression with a function of the atoms of a set, and puts the result under the roof.
macro_rules! in_set {
    ($set:expr, $function:ident($($argument:expr),*)) => {
        match $set {
            SetId::Plain => $function($($argument),*).map(Any::Plain),
            SetId::Markup => $function($($argument),*).map(Any::Markup),
            SetId::Other => $function($($argument),*).map(Any::Other),
        }
    };
}

impl Any {
    /// Makes an atom in a way that panics when it cannot.
    pub(super) fn make(text: &str, set: SetId, way: u8) -> Self {
        let made: Option<Self> = in_set!(set, make(text, way));
        made.expect("the ways that are left return an atom")
    }

    /// Makes an atom in a way that returns an error when it cannot.
    pub(super) fn try_make(text: &str, set: SetId, way: u8) -> Result<Self, InternError> {
        in_set!(set, try_make(text, way))
    }

    /// Finds the atom of a text that has one.
    pub(super) fn get(text: &str, set: SetId) -> Option<Self> {
        in_set!(set, get(text))
    }

    /// Interns texts; those before an error.
    pub(super) fn intern_many(texts: &[String], set: SetId) -> (Vec<Self>, Result<(), InternError>) {
        match set {
            SetId::Plain => many(texts, Any::Plain),
            SetId::Markup => many(texts, Any::Markup),
            SetId::Other => many(texts, Any::Other),
        }
    }

    pub(super) fn set(&self) -> SetId {
        match self {
            Self::Plain(_) => SetId::Plain,
            Self::Markup(_) => SetId::Markup,
            Self::Other(_) => SetId::Other,
        }
    }

    pub(super) fn text(&self) -> &str {
        each!(self, atom => atom.as_str())
    }

    pub(super) fn hash(&self) -> u64 {
        each!(self, atom => atom.get_hash())
    }

    pub(super) fn is_dynamic(&self) -> bool {
        each!(self, atom => atom.is_dynamic())
    }

    /// Inline, static, dynamic: one of them.
    pub(super) fn storages(&self) -> [bool; 3] {
        each!(self, atom => [atom.is_inline(), atom.is_static(), atom.is_dynamic()])
    }

    pub(super) fn pin(self) -> Self {
        map!(self, atom => atom.pin())
    }

    pub(super) fn to_case(&self, is_upper: bool) -> Self {
        map!(self, atom => if is_upper { atom.to_ascii_uppercase() } else { atom.to_ascii_lowercase() })
    }

    pub(super) fn convert(&self, to: SetId) -> Self {
        match to {
            SetId::Plain => Self::Plain(each!(self, atom => atom.convert())),
            SetId::Markup => Self::Markup(each!(self, atom => atom.convert())),
            SetId::Other => Self::Other(each!(self, atom => atom.convert())),
        }
    }

    /// Checks comparisons and all that looks at the text alone.
    pub(super) fn check_against(&self, other: &Self) {
        let (one, two) = (self.text(), other.text());
        assert_eq!(each!(self, atom => atom.eq_str_ignore_ascii_case(two)), one.eq_ignore_ascii_case(two));
        assert!(each!(self, atom => *atom == *one));
        match (self, other) {
            (Self::Plain(a), Self::Plain(b)) => check_pair(a, b),
            (Self::Markup(a), Self::Markup(b)) => check_pair(a, b),
            (Self::Other(a), Self::Other(b)) => check_pair(a, b),
            _ => {}
        }
    }
}

fn make<S: StaticAtomSet>(text: &str, way: u8) -> Option<Atom<S>> {
    Some(match way % 8 {
        0 => Atom::from(text),
        1 => Atom::from(text.to_owned()),
        2 => Atom::from(Cow::Borrowed(text)),
        3 => Atom::from(Box::<str>::from(text)),
        4 if text.len() <= 7 => Atom::new_inline(text),
        5 => {
            let mut out = Vec::new();
            Atom::intern_many([text], &mut out);
            out.pop()?
        }
        6 => match Atom::try_static(text) {
            Some(atom) => atom,
            None => Atom::new(text),
        },
        7 => {
            let mut chars = text.chars();
            match (chars.next(), chars.next()) {
                (Some(only), None) => Atom::from(only),
                _ => Atom::new(text),
            }
        }
        _ => Atom::new(text),
    })
}

fn try_make<S: StaticAtomSet>(text: &str, way: u8) -> Result<Atom<S>, InternError> {
    match way % 3 {
        0 => Atom::try_new(text),
        1 => text.parse(),
        _ => {
            let mut out = Vec::new();
            Atom::try_intern_many([text], &mut out)?;
            Ok(out.swap_remove(0))
        }
    }
}

fn get<S: StaticAtomSet>(text: &str) -> Option<Atom<S>> {
    Atom::get(text)
}

fn many<S: StaticAtomSet>(texts: &[String], wrap: fn(Atom<S>) -> Any) -> (Vec<Any>, Result<(), InternError>) {
    let mut out = vec![Atom::new_inline("before")];
    let result = Atom::try_intern_many(texts.iter().map(String::as_str), &mut out);
    assert_eq!(out.remove(0), *"before", "what was there stays");
    (out.into_iter().map(wrap).collect(), result)
}

fn check_pair<S: StaticAtomSet>(a: &Atom<S>, b: &Atom<S>) {
    let (one, two) = (a.as_str(), b.as_str());
    assert_eq!(a == b, one == two, "{one:?} and {two:?}");
    assert_eq!(a.cmp(b), one.cmp(two), "{one:?} and {two:?}");
    assert_eq!(a.eq_ignore_ascii_case(b), one.eq_ignore_ascii_case(two), "{one:?} and {two:?}");
    assert!(a != b || a.get_hash() == b.get_hash(), "{one:?} and {two:?}");
}
