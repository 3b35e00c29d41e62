//! A declaration has one set.
atoms_core::atom_set! {
    struct Markup;
    struct Other;
    "div"
}

fn main() {}
