//! An alias may not be the text of another name.
atoms_core::atom_set! {
    struct Markup;
    "data-row" = row, "row",
}

fn main() {}
