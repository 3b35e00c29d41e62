//! A set has one macro.
atoms_core::atom_set! {
    struct Markup;
    macro atom;
    macro other;
    "div"
}

fn main() {
    let _ = atom!("div");
}
