//! A vocabulary file that cannot be read; what it would have declared is no error.
atoms_core::atom_set! {
    struct Markup;
    macro atom;
    include "vocab/none.txt"
}

fn main() {
    let _ = atom!("whatever it holds");
}
