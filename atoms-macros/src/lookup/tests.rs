//! Tests of lookups, as tokens; tests/positions.rs compiles them.

use super::*;

fn lookup(name: TokenStream) -> String {
    set_atom(quote!($crate::L, $crate::I, #name)).to_string()
}

fn free(name: TokenStream) -> String {
    free_atom(quote!(core #name)).to_string()
}

#[test]
fn literals_and_identifiers_have_types_of_their_own() {
    assert_eq!(lookup(quote!("div")), "$ crate :: L :: div");
    assert_eq!(lookup(quote!(div)), "$ crate :: I :: div");
    assert_eq!(lookup(quote!("data-row")), "$ crate :: L :: __data_2D_row");
    assert_eq!(lookup(quote!(r#type)), "$ crate :: I :: r#type");
    assert_eq!(lookup(quote!(crate,)), "$ crate :: I :: __crate");
}

#[test]
fn an_inline_atom_is_its_word() {
    assert_eq!(free(quote!("")), "< core :: __private :: InlineWord < 1 >> :: ATOM");
    assert_eq!(free(quote!("a")), "< core :: __private :: InlineWord < 24849 >> :: ATOM");
    assert_eq!(inline_word("address"), 0x7373_6572_6464_6171);
}

#[test]
fn a_longer_text_has_a_site() {
    let text = free(quote!("12345678"));
    assert!(text.contains("static SITE") && text.contains("_needs_atom_set (\"12345678\")"));
}

#[test]
fn an_error_takes_the_place_of_the_atom() {
    assert!(lookup(quote!(42)).starts_with(":: core :: compile_error ! (\"expected"));
    assert!(free(quote!()).starts_with(":: core :: compile_error ! (\"expected"));
}
