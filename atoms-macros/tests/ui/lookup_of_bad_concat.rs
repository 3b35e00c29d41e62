//! `concat!` takes literals.
fn main() {
    let _ = atoms_core::atom!(concat!("a", b"b"));
}
