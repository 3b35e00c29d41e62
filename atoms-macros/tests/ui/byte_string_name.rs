//! Names are text.
atoms_core::atom_set! {
    struct Markup;
    b"div"
}

fn main() {}
