//! A number is no name.
fn main() {
    let _ = atoms_core::atom!(42);
}
