//! Tests of the expansion: vocabulary files, and what is generated in spite of errors.
//!
//! Files are tested here and not in tests/ui, since trybuild moves its cases to a crate in another folder.

use super::*;

/// The errors of a declaration, in order.
fn errors(input: TokenStream) -> Vec<String> {
    let (declaration, mut errors) = declaration::parse(&mut input::tokens(input));
    expand(quote!(core), declaration.expect("it starts with a set"), &mut errors);
    errors.into_iter().map(|error| error.message).collect()
}

#[test]
fn a_vocabulary_file_is_read_and_watched() {
    let items = atom_set(quote!(core struct Markup; include "tests/vocab/good.txt", "div")).to_string();
    assert!(
        items.contains("const figcaption")
            && items.contains("const accept_charset")
            && items.contains("const div")
    );
    let watched = items.split_once("include_bytes ! (\"").expect("cargo watches the file").1;
    assert!(watched.split('"').next().is_some_and(|path| path.ends_with("tests/vocab/good.txt")));
    assert!(!items.contains("compile_error"));
}

#[test]
fn errors_in_a_file_name_its_lines() {
    assert_eq!(
        errors(quote!(struct Markup; include "tests/vocab/bad.txt")),
        [
            "tests/vocab/bad.txt:2: the closing quote is missing",
            "tests/vocab/bad.txt:4: duplicate name \"div\"\ntests/vocab/bad.txt:1: \"div\" first declared here",
        ]
    );
}

#[test]
fn a_duplicate_in_a_file_is_reported_with_its_line_and_in_the_list_with_its_span() {
    assert_eq!(
        errors(quote!(struct Markup; "figcaption", include "tests/vocab/good.txt")),
        ["tests/vocab/good.txt:2: duplicate name \"figcaption\"", "\"figcaption\" first declared here"]
    );
}

#[test]
fn a_file_that_cannot_be_read_leaves_a_macro_that_takes_every_name() {
    let items = atom_set(quote!(core struct Markup; macro atom; "div", include "none.txt")).to_string();
    assert!(items.contains("compile_error") && items.contains("__MarkupNames :: __undeclared } ;"));
    let items = atom_set(quote!(core struct Markup; macro atom; "div", "div")).to_string();
    assert!(items.contains("compile_error") && !items.contains("__undeclared"));
}

#[test]
fn the_module_of_a_set_is_checked_on_its_name() {
    let items = atom_set(quote!(core struct Markup in crate::a; "div")).to_string();
    assert!(items.contains("const _ : fn (Markup) -> crate :: a :: Markup = | set | set ;"));
}
