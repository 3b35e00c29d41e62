//! The `string_cache_codegen` 0.11 interface over `atoms-codegen`.
//!
//! For `[patch.crates-io]`: build scripts that use string_cache_codegen compile unchanged, and what they
//! generate needs nothing but the `string_cache` crate beside this one. In `build.rs`:
//!
//! ```no_run
//! use std::env;
//! use std::path::Path;
//!
//! string_cache_codegen::AtomType::new("foo::FooAtom", "foo_atom!")
//!     .atoms(&["foo", "bar"])
//!     .write_to_file(&Path::new(&env::var("OUT_DIR").unwrap()).join("foo_atom.rs"))
//!     .unwrap();
//! ```
//!
//! In `lib.rs`:
//!
//! ```ignore
//! mod foo {
//!     include!(concat!(env!("OUT_DIR"), "/foo_atom.rs"));
//! }
//!
//! fn compute_something(input: &foo::FooAtom) -> u32 {
//!     match *input {
//!         foo_atom!("foo") => 1,
//!         foo_atom!("bar") => 2,
//!         _ => 3,
//!     }
//! }
//! ```

use core::mem;
use std::io::{self, Write};
use std::path::Path;

use atoms_codegen::{AtomSet, Diagnostic, diagnostic};

/// A builder for a static atom set and its macro.
#[derive(Clone, Debug)]
pub struct AtomType {
    set: AtomSet,
}

impl AtomType {
    /// Starts a set of atoms of the type at `path`, looked up by `macro_name`.
    ///
    /// `path` is `"FooAtom"` at the crate root, or `"foo::FooAtom"` if the text is included in the
    /// module `foo`. The set type is called `FooAtomStaticSet`. The macro is exported at the crate root.
    ///
    /// # Panics
    /// Panics unless `macro_name` ends with `!`.
    #[must_use]
    pub fn new(path: &str, macro_name: &str) -> Self {
        let macro_name = macro_name.strip_suffix('!').expect("`macro_name` must end with '!'");
        let (module, alias) = path.rsplit_once("::").unwrap_or(("", path));
        let set = AtomSet::new(&format!("{alias}StaticSet"))
            .alias(alias)
            .module(module)
            .macro_name(macro_name)
            .macro_at_crate_root()
            .crate_path("::string_cache")
            .generator("string_cache_codegen (atoms-codegen)")
            // `atom!("")` always works.
            .names([""]);
        Self { set }
    }

    /// Sets the doc comment of the atom type.
    pub fn with_atom_doc(&mut self, docs: &str) -> &mut Self {
        self.change(|set| set.alias_doc(docs))
    }

    /// Sets the doc comment of the static set.
    pub fn with_static_set_doc(&mut self, docs: &str) -> &mut Self {
        self.change(|set| set.doc(docs))
    }

    /// Sets the doc comment of the macro.
    pub fn with_macro_doc(&mut self, docs: &str) -> &mut Self {
        self.change(|set| set.macro_doc(docs))
    }

    /// Adds a name.
    pub fn atom(&mut self, s: &str) -> &mut Self {
        self.change(|set| set.names([s]))
    }

    /// Adds names.
    pub fn atoms<I>(&mut self, iter: I) -> &mut Self
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        self.change(|set| set.names(iter))
    }

    /// Writes the generated code to `destination`.
    ///
    /// # Errors
    /// Returns what `destination` reports, and `InvalidInput` if a name of an item is no identifier.
    pub fn write_to<W>(&mut self, mut destination: W) -> io::Result<()>
    where
        W: Write,
    {
        destination.write_all(self.set.try_to_string().map_err(|errors| invalid(&errors))?.as_bytes())
    }

    /// Writes the generated code to the file at `path`.
    ///
    /// # Errors
    /// Returns what the file system reports, and `InvalidInput` if a name of an item is no identifier.
    pub fn write_to_file(&mut self, path: &Path) -> io::Result<()> {
        self.set.write_to_file(path)
    }

    fn change(&mut self, change: impl FnOnce(AtomSet) -> AtomSet) -> &mut Self {
        self.set = change(mem::replace(&mut self.set, AtomSet::new("")));
        self
    }
}

fn invalid(errors: &[Diagnostic]) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, diagnostic::join(errors))
}

#[cfg(test)]
mod tests;
