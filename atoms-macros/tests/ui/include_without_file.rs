//! `include` takes a file name.
atoms_core::atom_set! {
    struct Markup;
    include vocab
}

fn main() {}
