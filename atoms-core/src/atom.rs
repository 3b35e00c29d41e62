//! The atom: a word that owns what it names.
//!
//! A module of its own because the ownership rules are here and nowhere else.
//!
//! Invariants:
//! - [H-HELD] A dynamic atom holds one count of its entry in the table of the process, or the entry is pinned.
//! - [H-ONE] For one set every text has one word: inline up to 7 bytes, else static if the set has it,
//!   else dynamic, by every way of making an atom.

mod batch;
mod case;
mod compare;
mod convert;

use core::fmt;
use core::marker::PhantomData;
use core::mem::ManuallyDrop;
use core::num::NonZeroU64;
use core::ops::Deref;

use crate::dynamic::{self, TABLE};
use crate::error::InternError;
use crate::static_set::{EmptyStaticAtomSet, StaticAtomSet};
use crate::word::{Storage, Word};

/// An interned text: 8 bytes, equal exactly when the texts are equal.
///
/// Comparing and hashing look at the handle only. `S` is the set of texts known at compile time; see
/// [`atom_set!`](crate::atom_set). The text is in one of three places:
///
/// | storage | which texts | making one costs |
/// |---|---|---|
/// | inline | up to 7 bytes | a few instructions |
/// | static | names of `S` from 8 bytes on | one hash, one comparison |
/// | dynamic | all others | a keyed hash and a search in the table of the process |
///
/// Dynamic texts are counted and reclaimed; clones and drops of inline and static atoms write nothing.
/// Constants of an atom type match in patterns. There is no `Borrow<str>`, since an atom does not hash
/// as its text does: look a text up with [`Atom::get`].
///
/// ```
/// use atoms_core::DefaultAtom;
///
/// let a = DefaultAtom::new("any text");
/// assert_eq!(a, DefaultAtom::from("any text".to_string()));
/// assert_eq!(a.len(), 8);
/// assert_eq!(size_of::<Option<DefaultAtom>>(), 8);
/// ```
#[derive(PartialEq, Eq)]
#[repr(transparent)]
pub struct Atom<S = EmptyStaticAtomSet> {
    word: Word,
    set: PhantomData<fn() -> S>,
}

/// An atom without static names.
pub type DefaultAtom = Atom<EmptyStaticAtomSet>;

const _: () = assert!(size_of::<DefaultAtom>() == 8 && size_of::<Option<DefaultAtom>>() == 8);

impl<S: StaticAtomSet> Atom<S> {
    /// Makes an atom of a text of at most 7 bytes, also in constants.
    ///
    /// # Panics
    /// If the text is longer; at compile time in a constant.
    ///
    /// ```
    /// # use atoms_core::DefaultAtom;
    /// const P: DefaultAtom = DefaultAtom::new_inline("p");
    /// assert!(matches!(DefaultAtom::new("p"), P));
    /// ```
    #[inline]
    pub const fn new_inline(text: &str) -> Self {
        inline_atom(text)
    }

    /// Interns a text.
    ///
    /// Takes time in the length of the text, and a search in the table if it is neither inline nor static.
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) errs.
    ///
    /// ```
    /// # use atoms_core::DefaultAtom;
    /// assert_eq!(&*DefaultAtom::new("grass-green"), "grass-green");
    /// ```
    #[inline]
    pub fn new(text: &str) -> Self {
        match Self::try_new(text) {
            Ok(atom) => atom,
            Err(error) => cannot_intern(text.len(), error),
        }
    }

    /// Interns a text, or says why it cannot.
    ///
    /// # Errors
    /// [`InternError`]: a limit is reached, the text is over 2^32 - 1 bytes, or the table is full.
    /// Nothing has changed then. Inline and static texts never fail.
    ///
    /// ```
    /// # use atoms_core::{DefaultAtom, InternError};
    /// # fn main() -> Result<(), InternError> {
    /// let atom = DefaultAtom::try_new("a name from a request")?;
    /// # assert!(atom.is_dynamic());
    /// # Ok(())
    /// # }
    /// ```
    #[inline]
    pub fn try_new(text: &str) -> Result<Self, InternError> {
        match Self::known(text) {
            Some(atom) => Ok(atom),
            None => dynamic::intern(text).map(Self::from_held),
        }
    }

    /// Finds the atom of a text that has one: inline, static or interned already.
    ///
    /// Never inserts and never allocates. A text that nobody holds any more may be found until its idle
    /// entry is reclaimed. Takes a lock of the table when it finds nothing.
    ///
    /// ```
    /// # use atoms_core::DefaultAtom;
    /// assert_eq!(DefaultAtom::get("nobody made this one"), None);
    /// let held = DefaultAtom::new("somebody made this one");
    /// assert_eq!(DefaultAtom::get("somebody made this one"), Some(held));
    /// ```
    #[inline]
    pub fn get(text: &str) -> Option<Self> {
        Self::known(text).or_else(|| dynamic::get(text).map(Self::from_held))
    }

    /// Finds the static atom of a text: a name of `S` of 8 bytes or more.
    ///
    /// Shorter names are inline, so `None` for them also when the set lists them. Never looks at the table.
    ///
    /// ```
    /// # use atoms_core::DefaultAtom;
    /// assert_eq!(DefaultAtom::try_static("not in the empty set"), None);
    /// ```
    #[inline]
    pub fn try_static(text: &str) -> Option<Self> {
        S::get().index_of(text).map(|index| Self::from_word(Word::from_static(index)))
    }

    /// Keeps the text for ever: it is never reclaimed, and clones and drops of its atoms write nothing
    /// from now on. Does nothing to inline and static atoms.
    ///
    /// ```
    /// # use atoms_core::DefaultAtom;
    /// drop(DefaultAtom::new("kept for ever").pin());
    /// assert!(DefaultAtom::get("kept for ever").is_some());
    /// ```
    #[must_use = "the atom is the way to the text that was pinned"]
    pub fn pin(self) -> Self {
        if self.word.is_dynamic() {
            // SAFETY: [H-HELD]; the count stays with the pin, since a drop leaves a pinned entry as it is.
            unsafe { TABLE.pin(self.word) };
        }
        self
    }

    /// Returns the text.
    ///
    /// ```
    /// # use atoms_core::DefaultAtom;
    /// assert_eq!(DefaultAtom::new("text").as_str(), "text");
    /// ```
    #[inline]
    pub fn as_str(&self) -> &str {
        match self.word.storage() {
            Storage::Inline => self.word.inline_text(),
            Storage::Static => self.static_text(),
            // SAFETY: [H-HELD], and the borrow of `self` keeps the count.
            Storage::Dynamic => unsafe { TABLE.text(self.word) },
        }
    }

    /// Returns the bytes of the text.
    ///
    /// ```
    /// # use atoms_core::DefaultAtom;
    /// assert_eq!(DefaultAtom::new("é").as_bytes(), [0xc3, 0xa9]);
    /// ```
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.as_str().as_bytes()
    }

    /// Returns the text of a static atom, which lives for ever; `None` for inline and dynamic ones.
    ///
    /// ```
    /// # use atoms_core::DefaultAtom;
    /// assert_eq!(DefaultAtom::new("div").as_static_str(), None);
    /// ```
    #[inline]
    pub fn as_static_str(&self) -> Option<&'static str> {
        (self.word.storage() == Storage::Static).then(|| self.static_text())
    }

    /// Returns 64 well-mixed bits under the random key of the process.
    ///
    /// For one set a function of the text, also after the text was freed and made again. Differs between
    /// processes and may differ between sets: never store it. Takes constant time.
    ///
    /// ```
    /// # use atoms_core::DefaultAtom;
    /// assert_eq!(DefaultAtom::new("a text").get_hash(), DefaultAtom::new("a text").get_hash());
    /// ```
    #[inline]
    pub fn get_hash(&self) -> u64 {
        if self.word.is_dynamic() {
            // SAFETY: [H-HELD].
            unsafe { TABLE.text_hash(self.word) }
        } else {
            TABLE.seed.hash_bits(self.word.bits())
        }
    }

    /// Whether the text is in the handle: up to 7 bytes.
    #[inline]
    pub fn is_inline(&self) -> bool {
        self.word.storage() == Storage::Inline
    }

    /// Whether the text is a name of `S` of 8 bytes or more.
    #[inline]
    pub fn is_static(&self) -> bool {
        self.word.storage() == Storage::Static
    }

    /// Whether the text is in the table of the process.
    #[inline]
    pub fn is_dynamic(&self) -> bool {
        self.word.is_dynamic()
    }

    /// The atom of a text that needs no table: inline or static.
    #[inline]
    fn known(text: &str) -> Option<Self> {
        match Word::inline(text) {
            Some(word) => Some(Self::from_word(word)),
            None => Self::try_static(text),
        }
    }

    fn static_text(&self) -> &'static str {
        S::get().atoms[self.word.static_index()]
    }
}

impl<S> Atom<S> {
    /// An atom of an inline or static word.
    #[inline]
    const fn from_word(word: Word) -> Self {
        debug_assert!(!word.is_dynamic());
        Self { word, set: PhantomData }
    }

    /// An atom of a dynamic word; takes over the count that the table handed out with it.
    #[inline]
    pub(crate) const fn from_held(word: Word) -> Self {
        debug_assert!(word.is_dynamic());
        Self { word, set: PhantomData }
    }

    /// The word without its atom; the count goes with it.
    #[inline]
    pub(crate) fn into_word(self) -> Word {
        ManuallyDrop::new(self).word
    }

    /// An atom of the bits of another.
    ///
    /// # Safety
    /// They come from an atom of this set, and a count goes to this one, or it needs none.
    #[inline]
    pub(crate) const unsafe fn from_bits(bits: NonZeroU64) -> Self {
        // SAFETY: the bits of an atom are those of a word.
        Self { word: unsafe { Word::from_bits(bits) }, set: PhantomData }
    }

    /// The bits of the handle, for tests of the layout and for compatibility.
    #[doc(hidden)]
    #[inline]
    pub fn unsafe_data(&self) -> u64 {
        self.word.bits()
    }
}

/// The constant of a name of at most 7 bytes. Called by generated code.
///
/// # Panics
/// At compile time, if the name is longer.
#[doc(hidden)]
#[inline]
pub const fn inline_atom<S>(text: &str) -> Atom<S> {
    match Word::inline(text) {
        Some(word) => Atom::from_word(word),
        None => panic!("an inline atom holds at most 7 bytes; use Atom::new or atom_set!"),
    }
}

/// The constant of the name at `index` of a static set. Called by generated code; a wrong index panics
/// where the text is asked for.
#[doc(hidden)]
#[inline]
pub const fn static_atom<S>(index: u32) -> Atom<S> {
    Atom::from_word(Word::from_static(index))
}

/// Why `new` panics: a function of its own, so that callers stay small.
#[cold]
#[inline(never)]
fn cannot_intern(len: usize, error: InternError) -> ! {
    panic!("cannot intern a text of {len} bytes: {error}")
}

impl<S> Clone for Atom<S> {
    #[inline]
    fn clone(&self) -> Self {
        if self.word.is_dynamic() {
            // SAFETY: [H-HELD]; the new count goes to the clone.
            unsafe { dynamic::hold(self.word) };
        }
        Self { word: self.word, set: PhantomData }
    }
}

impl<S> Drop for Atom<S> {
    #[inline]
    fn drop(&mut self) {
        if self.word.is_dynamic() {
            // SAFETY: [H-HELD]; the atom ends here.
            unsafe { dynamic::release(self.word) };
        }
    }
}

impl<S: StaticAtomSet> Default for Atom<S> {
    /// The empty text.
    #[inline]
    fn default() -> Self {
        inline_atom("")
    }
}

impl<S: StaticAtomSet> Deref for Atom<S> {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl<S: StaticAtomSet> AsRef<str> for Atom<S> {
    #[inline]
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl<S: StaticAtomSet> AsRef<[u8]> for Atom<S> {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl<S: StaticAtomSet> fmt::Display for Atom<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

impl<S: StaticAtomSet> fmt::Debug for Atom<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let storage = match self.word.storage() {
            Storage::Inline => "inline",
            Storage::Static => "static",
            Storage::Dynamic => "dynamic",
        };
        write!(f, "Atom('{}' type={storage})", self.as_str())
    }
}

#[cfg(test)]
mod tests;
