//! A path is no name.
fn main() {
    let _ = atoms_core::atom!(a::b);
}
