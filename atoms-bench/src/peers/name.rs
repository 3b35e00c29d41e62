//! Atoms that know their text: ours and string_cache's.
//!
//! A module of its own because only these two have the three storages; what the other peers offer too is in `peers`.

use std::ops::Deref;

/// Where the text of an atom lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// In the handle.
    Inline,
    /// In the vocabulary of the program.
    Static,
    /// In the process-wide table.
    Dynamic,
}

/// An interned string.
pub trait Name: Clone + Eq + Deref<Target = str> + 'static {
    /// Whether these are the atoms of this repository.
    const IS_OURS: bool;
    /// Interns `text`.
    fn intern(text: &str) -> Self;
    /// Returns where the text lives.
    fn storage(&self) -> Storage;
}

fn storage(is_inline: bool, is_static: bool) -> Storage {
    match (is_inline, is_static) {
        (true, _) => Storage::Inline,
        (_, true) => Storage::Static,
        _ => Storage::Dynamic,
    }
}

impl<S: atoms_core::StaticAtomSet> Name for atoms_core::Atom<S> {
    const IS_OURS: bool = true;

    #[inline]
    fn intern(text: &str) -> Self {
        Self::new(text)
    }

    fn storage(&self) -> Storage {
        storage(self.is_inline(), self.is_static())
    }
}

impl<S: stock_string_cache::StaticAtomSet + 'static> Name for stock_string_cache::Atom<S> {
    const IS_OURS: bool = false;

    #[inline]
    fn intern(text: &str) -> Self {
        Self::from(text)
    }

    fn storage(&self) -> Storage {
        storage(self.is_inline(), self.is_static())
    }
}

/// Checks that every text comes back from an atom that lives where it should.
///
/// # Errors
/// The first text for which that is not so.
pub fn check<N: Name>(texts: &[Box<str>], expected: Storage) -> Result<(), String> {
    for text in texts {
        let name = N::intern(text);
        if *name != **text {
            return Err(format!("{text:?} came back as {:?}", &*name));
        }
        if name.storage() != expected {
            return Err(format!("{text:?} is {:?}, not {expected:?}", name.storage()));
        }
        if name != N::intern(text) {
            return Err(format!("two atoms of {text:?} differ"));
        }
    }
    Ok(())
}
