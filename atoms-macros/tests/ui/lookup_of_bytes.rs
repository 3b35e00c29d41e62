//! A byte string is no name, in a pattern either.
fn is_div(name: &atoms_core::DefaultAtom) -> bool {
    matches!(*name, atoms_core::atom!(b"div"))
}

fn main() {
    is_div(&atoms_core::atom!(div));
}
