//! The peers that only the feature `peers` builds.
//!
//! A module of its own so that one line leaves all of them out.

use super::{Interner, Shared};
use std::sync::Arc;

/// The name of [`Hstr`].
pub const HSTR: &str = "hstr";
/// The name of [`Ustr`].
pub const USTR: &str = "ustr";
/// The name of [`Rodeo`].
pub const RODEO: &str = "lasso Rodeo";
/// The name of [`ThreadedRodeo`].
pub const THREADED_RODEO: &str = "lasso ThreadedRodeo";
/// The name of [`StringInterner`].
pub const STRING_INTERNER: &str = "string-interner";
/// The name of [`Intern`].
pub const INTERN: &str = "internment Intern";
/// The name of [`ArcIntern`].
pub const ARC_INTERN: &str = "internment ArcIntern";

/// hstr: a table for each thread, without a lock.
#[derive(Clone, Copy, Debug)]
pub struct Hstr;

impl Interner for Hstr {
    type Handle = hstr::Atom;

    fn new() -> Self {
        Self
    }

    #[inline]
    fn intern(&mut self, text: &str) -> hstr::Atom {
        hstr::Atom::from(text)
    }

    fn text<'a>(&'a self, handle: &'a hstr::Atom) -> &'a str {
        handle
    }
}

impl Shared for Hstr {}

/// ustr: one locked table, nothing is ever freed.
#[derive(Clone, Copy, Debug)]
pub struct Ustr;

impl Interner for Ustr {
    type Handle = ustr::Ustr;

    fn new() -> Self {
        Self
    }

    #[inline]
    fn intern(&mut self, text: &str) -> ustr::Ustr {
        ustr::Ustr::from(text)
    }

    fn text<'a>(&'a self, handle: &'a ustr::Ustr) -> &'a str {
        handle.as_str()
    }
}

impl Shared for Ustr {}

/// lasso for one thread: a value, nothing is freed before all of it.
#[derive(Debug)]
pub struct Rodeo(lasso::Rodeo);

impl Interner for Rodeo {
    type Handle = lasso::Spur;

    fn new() -> Self {
        Self(lasso::Rodeo::default())
    }

    #[inline]
    fn intern(&mut self, text: &str) -> lasso::Spur {
        self.0.get_or_intern(text)
    }

    fn text<'a>(&'a self, handle: &'a lasso::Spur) -> &'a str {
        self.0.resolve(handle)
    }
}

/// lasso for many threads, behind an `Arc`.
#[derive(Clone, Debug)]
pub struct ThreadedRodeo(Arc<lasso::ThreadedRodeo>);

impl Interner for ThreadedRodeo {
    type Handle = lasso::Spur;

    fn new() -> Self {
        Self(Arc::new(lasso::ThreadedRodeo::default()))
    }

    #[inline]
    fn intern(&mut self, text: &str) -> lasso::Spur {
        self.0.get_or_intern(text)
    }

    fn text<'a>(&'a self, handle: &'a lasso::Spur) -> &'a str {
        self.0.resolve(handle)
    }
}

impl Shared for ThreadedRodeo {}

/// string-interner: a value for one thread, nothing is freed before all of it.
#[derive(Debug)]
pub struct StringInterner(string_interner::DefaultStringInterner);

impl Interner for StringInterner {
    type Handle = string_interner::DefaultSymbol;

    fn new() -> Self {
        Self(string_interner::DefaultStringInterner::default())
    }

    #[inline]
    fn intern(&mut self, text: &str) -> string_interner::DefaultSymbol {
        self.0.get_or_intern(text)
    }

    fn text<'a>(&'a self, handle: &'a string_interner::DefaultSymbol) -> &'a str {
        self.0.resolve(*handle).expect("the handle came from this interner")
    }
}

/// internment without counts: one locked table, nothing is ever freed.
#[derive(Clone, Copy, Debug)]
pub struct Intern;

impl Interner for Intern {
    type Handle = internment::Intern<str>;

    fn new() -> Self {
        Self
    }

    #[inline]
    fn intern(&mut self, text: &str) -> internment::Intern<str> {
        internment::Intern::from(text)
    }

    fn text<'a>(&'a self, handle: &'a internment::Intern<str>) -> &'a str {
        handle
    }
}

impl Shared for Intern {}

/// internment with counts: the last handle frees the text.
#[derive(Clone, Copy, Debug)]
pub struct ArcIntern;

impl Interner for ArcIntern {
    type Handle = internment::ArcIntern<str>;

    fn new() -> Self {
        Self
    }

    #[inline]
    fn intern(&mut self, text: &str) -> internment::ArcIntern<str> {
        internment::ArcIntern::from(text)
    }

    fn text<'a>(&'a self, handle: &'a internment::ArcIntern<str>) -> &'a str {
        handle
    }
}

impl Shared for ArcIntern {}
