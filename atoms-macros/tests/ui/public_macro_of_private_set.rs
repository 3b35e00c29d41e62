//! A public macro would give other crates constants that they may not name.
atoms_core::atom_set! {
    struct Markup;
    pub macro atom;
    "div"
}

fn main() {
    let _ = atom!("div");
}
