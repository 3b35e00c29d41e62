//! The procedural macros behind `atoms_core::atom_set!` and `atoms_core::atom!`.
//!
//! Do not depend on this crate: its macros take hidden arguments, which the macros of atoms-core and of
//! each set add. A crate of its own because procedural macros must be one; what they generate is made by
//! atoms-codegen, here tokens are read and errors are placed on them.
//!
//! Neither `syn` nor the printers of atoms-codegen take part, so that the first atom of a project does not
//! wait for their build.

mod declaration;
mod error;
mod expand;
mod input;
mod lookup;

use proc_macro::TokenStream;

/// `atoms_core::atom_set! { .. }`: the path of atoms-core, then the declaration of the user.
#[proc_macro]
pub fn atom_set(input: TokenStream) -> TokenStream {
    expand::atom_set(input.into()).into()
}

/// `atoms_core::atom!(..)`: the path of atoms-core, then a name.
#[proc_macro]
pub fn atom(input: TokenStream) -> TokenStream {
    lookup::free_atom(input.into()).into()
}

/// The lookup macro of a set: the type with the constants of literals, that with the constants of
/// identifiers, each followed by a comma, then a name.
#[proc_macro]
pub fn lookup(input: TokenStream) -> TokenStream {
    lookup::set_atom(input.into()).into()
}
