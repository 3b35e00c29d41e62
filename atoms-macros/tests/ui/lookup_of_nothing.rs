//! A lookup takes a name.
fn main() {
    let _ = atoms_core::atom!();
}
