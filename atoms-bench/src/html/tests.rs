//! A build over the wrong interner is refused; samples become ratios round by round.

use super::{Samples, Tree, check_type, summarise};
use crate::pages::Source;
use std::path::Path;

#[test]
fn unused_patch_is_an_error() {
    let error =
        check_type(Path::new("html-ours"), "string_cache::atom::Atom<X>", "atoms_core::").unwrap_err();
    assert!(
        error.starts_with("html-ours runs over `string_cache::atom::Atom<X>`, not over `atoms_core::`"),
        "{error}"
    );
    check_type(Path::new("html-ours"), "atoms_core::atom::Atom<X>", "atoms_core::")
        .expect("the right interner");
}

#[test]
fn set_is_summarised_with_ratios_of_parse_and_of_both() {
    let set = &Source::generated(1, "it is a test").sets()[0];
    let samples = |parse, drop| Samples { parse: vec![parse; 3], drop: vec![drop; 3] };
    let tree = Tree { hash: "0".to_owned(), n_bytes: 1, n_elements: 2, n_attributes: 3 };
    let all = [samples(8.0, 4.0), samples(10.0, 2.0), samples(10.0, 9.0)];
    let result = summarise(set, &all, Some(&tree), true).expect("there are samples");
    assert_eq!((result.parse_ratio.median, result.total_ratio.median), (0.8, 1.0));
    assert_eq!((result.control.median, result.n_elements), (1.0, 2));
    assert!(summarise(set, &Default::default(), Some(&tree), true).is_none());
}
