//! What an interner must offer to be measured, and the two that do.
//!
//! A module of its own so that the timed loops are written once, generic over the peer: both sides then run the same
//! code but for the interner.

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
    #[inline]
    fn intern(text: &str) -> Self {
        Self::new(text)
    }

    fn storage(&self) -> Storage {
        storage(self.is_inline(), self.is_static())
    }
}

impl<S: stock_string_cache::StaticAtomSet + 'static> Name for stock_string_cache::Atom<S> {
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
