//! All errors of a declaration are reported in one run, and its uses are no errors.
atoms_core::atom_set! {
    /// A set.
    pub struct Markup;
    pub macro atom;
    "div", span, "p", "p", 42, "q" "r", {},
}

fn main() {
    let _ = [atom!("div"), atom!("span"), atom!(r)];
}
