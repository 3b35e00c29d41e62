//! An identifier follows `=`.
atoms_core::atom_set! {
    struct Markup;
    "data-row" = "row",
}

fn main() {}
