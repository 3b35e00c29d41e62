//! A lookup takes one name.
fn main() {
    let _ = atoms_core::atom!("a", "b");
}
