//! Generates static atom sets for `atoms-core`: vocabulary in, tokens and text out.
//!
//! A crate of its own because macros, build scripts and `cargo xtask gen` generate the same items.
//! It is pure: it reads no file, no environment and no clock, so that the same input gives the same
//! bytes on every machine; [`AtomSet::write_to_file`] is the one function that touches a file.
//!
//! Most sets are declared with `atoms_core::atom_set!`, which needs no build script. Use this crate when
//! the names are computed or come from elsewhere. In `build.rs`:
//!
//! ```no_run
//! let out = std::path::PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it")).join("markup.rs");
//! atoms_codegen::AtomSet::new("Markup")
//!     .macro_name("markup")
//!     .names(["div", "blockquote", "data-row-index"])
//!     .doc("Names of my markup language.")
//!     .write_to_file(&out)
//!     .expect("OUT_DIR can be written");
//! ```
//!
//! In `lib.rs`, with `atoms-core` among the dependencies:
//!
//! ```ignore
//! include!(concat!(env!("OUT_DIR"), "/markup.rs"));
//!
//! fn is_block(name: &MarkupAtom) -> bool {
//!     matches!(*name, markup!("div") | markup!("blockquote"))
//! }
//! ```
//!
//! The way of a name: [`Vocabulary`] (what was written, and where) -> [`Plan`] (storage, perfect hash)
//! -> [`emit::emit`] (tokens) -> [`AtomSet`] (text).

#[cfg(feature = "text")]
mod atom_set;
pub mod diagnostic;
pub mod emit;
mod line_format;
pub mod literal;
pub mod names;
pub mod perfect;
pub mod plan;
#[cfg(feature = "text")]
mod render;
pub mod vocabulary;

#[cfg(feature = "text")]
pub use crate::atom_set::AtomSet;
pub use crate::diagnostic::{Diagnostic, Place};
pub use crate::plan::Plan;
pub use crate::vocabulary::{Name, Vocabulary};
