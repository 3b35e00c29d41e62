//! The interface of `string_cache` 0.11 over `atoms-core`.
//!
//! For `[patch.crates-io]`: html5ever, selectors, stylo, lalrpop and others compile against it unchanged.
//! Everything is a re-export, so atoms made through either name are the same type.
//!
//! ```
//! use string_cache::DefaultAtom;
//!
//! assert_eq!(DefaultAtom::from("made here"), atoms_core::DefaultAtom::new("made here"));
//! ```

#[doc(hidden)]
pub use atoms_core::__private;
#[cfg(feature = "malloc_size_of")]
pub use atoms_core::malloc_size_of_dynamic_set;
pub use atoms_core::{Atom, DefaultAtom, EmptyStaticAtomSet, StaticAtomSet, StaticSet};

/// The tables of a static set, by the name that `string_cache` gives them.
pub type PhfStrSet = StaticSet;
