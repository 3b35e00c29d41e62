//! A declaration starts with its set.
atoms_core::atom_set! {}

fn main() {}
