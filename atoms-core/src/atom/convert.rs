//! Making atoms out of other types, and out of atoms of other sets.

use core::any::TypeId;
use core::str::FromStr;
use std::borrow::Cow;

use super::Atom;
use crate::error::InternError;
use crate::static_set::StaticAtomSet;
use crate::word::{Storage, Word};

impl<S: StaticAtomSet> Atom<S> {
    /// Makes the atom of the same text in another set.
    ///
    /// Never allocates unless a static atom of `S` is dynamic in `T`; that needs the table, all else does
    /// not. A dynamic atom that is no name of `T` keeps its entry: one clone.
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) errs, for a static atom that is no name of `T`.
    ///
    /// ```
    /// # use atoms_core::{DefaultAtom, EmptyStaticAtomSet};
    /// let atom = DefaultAtom::new("the same text");
    /// assert_eq!(atom.convert::<EmptyStaticAtomSet>(), atom);
    /// ```
    pub fn convert<T: StaticAtomSet>(&self) -> Atom<T> {
        match self.word.storage() {
            Storage::Inline => Atom::from_word(self.word),
            Storage::Static if TypeId::of::<S>() == TypeId::of::<T>() => Atom::from_word(self.word),
            Storage::Static => Atom::new(self.as_str()),
            Storage::Dynamic => match T::get().index_of(self.as_str()) {
                Some(index) => Atom::from_word(Word::from_static(index)),
                None => Atom::from_held(self.clone().into_word()),
            },
        }
    }
}

impl<S: StaticAtomSet> From<&str> for Atom<S> {
    #[inline]
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl<S: StaticAtomSet> From<String> for Atom<S> {
    #[inline]
    fn from(text: String) -> Self {
        Self::new(&text)
    }
}

impl<S: StaticAtomSet> From<Cow<'_, str>> for Atom<S> {
    #[inline]
    fn from(text: Cow<'_, str>) -> Self {
        Self::new(&text)
    }
}

impl<S: StaticAtomSet> From<Box<str>> for Atom<S> {
    #[inline]
    fn from(text: Box<str>) -> Self {
        Self::new(&text)
    }
}

impl<S: StaticAtomSet> From<char> for Atom<S> {
    #[inline]
    fn from(char: char) -> Self {
        Self::new_inline(char.encode_utf8(&mut [0; 4]))
    }
}

impl<S: StaticAtomSet> From<&Self> for Atom<S> {
    #[inline]
    fn from(atom: &Self) -> Self {
        atom.clone()
    }
}

impl<S: StaticAtomSet> FromStr for Atom<S> {
    type Err = InternError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, InternError> {
        Self::try_new(text)
    }
}
