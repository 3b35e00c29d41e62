//! An alias must be an identifier that `atom!` can tell from other names.
atoms_core::atom_set! {
    struct Markup;
    "data-row" = crate,
}

fn main() {}
