//! A character is no name.
fn main() {
    let _ = atoms_core::atom!('d');
}
