//! The module of a set is a path from the crate root.
atoms_core::atom_set! {
    pub struct Markup in self::names;
    "div"
}

fn main() {}
