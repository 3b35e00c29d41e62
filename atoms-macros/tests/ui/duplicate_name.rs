//! A name twice: both places are shown, and its uses are no errors.
atoms_core::atom_set! {
    /// A set.
    pub struct Markup;
    pub macro atom;
    "div", "blockquote",
    "\x64iv",
}

fn main() {
    let _ = [atom!("div"), atom!("blockquote")];
}
