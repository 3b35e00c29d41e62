//! Names are quoted in a declaration.
atoms_core::atom_set! {
    struct Markup;
    div
}

fn main() {}
