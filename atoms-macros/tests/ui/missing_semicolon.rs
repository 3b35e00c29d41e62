//! The set type ends with a semicolon; the set is there without it.
atoms_core::atom_set! {
    struct Markup
    macro atom;
    "div"
}

fn main() {
    let _ = atom!("div");
}
