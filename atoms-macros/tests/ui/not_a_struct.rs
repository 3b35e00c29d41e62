//! A set is a struct.
atoms_core::atom_set! {
    pub enum Markup;
    "div"
}

fn main() {}
