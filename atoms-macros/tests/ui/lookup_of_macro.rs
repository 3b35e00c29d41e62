//! Of macros, a lookup expands only `concat!`.
fn main() {
    let _ = atoms_core::atom!(stringify!(div));
}
