//! String interning: an [`Atom`] is an 8-byte handle, and equal text means equal handle.
//!
//! Text lives in one of three storages: *inline*, up to 7 bytes inside the handle; *static*, a vocabulary
//! known at compile time and found by perfect hash; *dynamic*, a concurrent table of the process, counted,
//! and hashed with a random key, so that nobody can prepare texts that collide.
//!
//! ```
//! # fn main() {
//! use atoms_core::DefaultAtom;
//!
//! let a = DefaultAtom::new("custom-element");
//! let b = DefaultAtom::new(&format!("custom-{}", "element"));
//! assert_eq!(a, b); // one comparison of two words
//! assert!(a.starts_with("custom")); // an atom derefs to its text
//! # }
//! ```
//!
//! With a vocabulary, names are constants that match in patterns:
#![cfg_attr(feature = "macros", doc = "```")]
#![cfg_attr(not(feature = "macros"), doc = "```ignore")]
//! atoms_core::atom_set! {
//!     /// Names of my markup language.
//!     pub struct Markup;
//!     pub macro atom;
//!     "div", "blockquote", "contenteditable",
//! }
//!
//! fn is_block(name: &MarkupAtom) -> bool {
//!     matches!(*name, atom!("div") | atom!("blockquote"))
//! }
//!
//! fn main() {
//!     assert!(is_block(&MarkupAtom::new("blockquote")));
//! }
//! ```
//!
//! When not to use it: for text that is compared less often than it is made, or that is looked up once;
//! a `HashMap` keyed by `&str` or a `Box<str>` is then simpler and as fast.

#![cfg_attr(
    loom,
    allow(dead_code, unreachable_pub, missing_debug_implementations, reason = "much has no user then")
)]

#[cfg(not(feature = "std"))]
compile_error!("atoms-core needs its feature `std` (the dynamic table uses locks of the standard library)");

// The names that generated code uses hold inside this crate too.
extern crate self as atoms_core;

// Under a checker of concurrent programs the table is a value, and what needs the one of the process is left out.
#[cfg(not(loom))]
mod atom;
pub mod dynamic;
mod error;
#[cfg(all(feature = "malloc_size_of", not(loom)))]
mod malloc_size_of;
mod seed;
#[cfg(all(feature = "serde", not(loom)))]
mod serde;
#[cfg(not(loom))]
mod site;
#[cfg(not(loom))]
mod static_set;
mod sync;
#[cfg(not(loom))]
pub mod vocab;
mod word;

#[cfg(not(loom))]
pub use atom::{Atom, DefaultAtom};
pub use error::InternError;
#[cfg(all(feature = "malloc_size_of", not(loom)))]
pub use malloc_size_of::malloc_size_of_dynamic_set;
#[cfg(not(loom))]
pub use static_set::{EmptyStaticAtomSet, StaticAtomSet, StaticSet};

/// Declares a set of names known at compile time.
///
/// ```
/// atoms_core::atom_set! {
///     /// Names of my markup language.
///     pub struct Markup;            // the set; `pub type Name;` after it names the alias, else MarkupAtom
///     pub macro atom;               // looks a name up at compile time; usable from other crates
///     "div", "blockquote",          // any text is a name; `"accept-charset" = accept_charset` admits an identifier
/// }
///
/// const ROOT: MarkupAtom = atom!("div");
///
/// fn main() {
///     assert!(matches!(MarkupAtom::new("blockquote"), atom!("blockquote")));
///     assert_ne!(ROOT, atom!(blockquote));
/// }
/// ```
///
/// `include "names.txt"` among the names reads a vocabulary file, relative to the crate's manifest. A set
/// that is not at the crate root says where it is: `pub struct Markup in crate::names;`. The path must be
/// one that users of the macro can name: for a private module give the public path and re-export with
/// `pub use inner::*;`. Without `pub` the set and its macro stay in the module. A name that is not in the set is a compile error on the literal.
/// A doc example needs an explicit `fn main`, and `use atoms_core::*` beside a macro called `atom` is
/// ambiguous: import by name.
#[cfg(feature = "macros")]
#[macro_export]
macro_rules! atom_set {
    ($($tokens:tt)*) => { $crate::__private::atom_set! { $crate $($tokens)* } };
}

/// Makes a [`DefaultAtom`] of a literal, without any set.
///
/// Up to 7 bytes the result is a constant, also in patterns. A longer text is interned at the first use of
/// each place and pinned: expression position only, and the memory is never given back.
///
/// # Panics
/// Where [`Atom::try_new`] errs, at the first use of a text over 7 bytes.
///
/// ```
/// use atoms_core::{DefaultAtom, atom};
///
/// const P: DefaultAtom = atom!("p");
/// assert!(matches!(DefaultAtom::new("div"), atom!("div")));
/// assert_eq!(atom!("a longer text"), DefaultAtom::new("a longer text"));
/// ```
#[cfg(feature = "macros")]
#[macro_export]
macro_rules! atom {
    ($($tokens:tt)*) => { $crate::__private::atom!($crate $($tokens)*) };
}

/// What generated code uses. Not for other code: it may change in any release.
#[cfg(not(loom))]
#[doc(hidden)]
pub mod __private {
    #[cfg(feature = "macros")]
    pub use atoms_macros::{atom, atom_set, lookup};

    pub use crate::atom::{Atom, DefaultAtom, inline_atom, static_atom};
    pub use crate::site::{InlineWord, Site};
    pub use crate::static_set::{Slot, StaticAtomSet, StaticSet, slots};
}
