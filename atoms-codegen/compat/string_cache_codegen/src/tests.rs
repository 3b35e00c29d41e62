//! Tests of what users of string_cache_codegen rely on.

use super::*;

fn text(atom_type: &mut AtomType) -> String {
    let mut text = Vec::new();
    atom_type.write_to(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn generated_code_names_only_string_cache_and_its_own_crate() {
    let text = text(AtomType::new("LocalName", "local_name!").atom("blockquote"));
    assert!(text.contains("pub type LocalName = ::string_cache::Atom<LocalNameStaticSet>;"));
    assert!(text.contains("impl ::string_cache::StaticAtomSet for LocalNameStaticSet"));
    assert!(text.contains("#[macro_export]\nmacro_rules! local_name {"));
    let code = text.split_once("\n\n").unwrap().1;
    assert!(!code.contains("atoms_core") && !code.contains("crate::__private::lookup!"));
}

#[test]
fn the_module_of_the_path_is_the_module_of_the_macro() {
    let text = text(&mut AtomType::new("foo::bar::Foo", "foo!"));
    assert!(text.contains("pub struct FooStaticSet;") && text.contains("pub type Foo ="));
    assert!(text.contains("$crate::foo::bar::__FooStaticSetNames"));
    assert!(text.contains("macro_rules! foo {"));
}

#[test]
fn the_empty_string_is_always_there_and_docs_are_where_they_belong() {
    let mut atom_type = AtomType::new("Foo", "foo!");
    atom_type
        .with_atom_doc("Atom.")
        .with_static_set_doc("Set.")
        .with_macro_doc("Macro.")
        .atoms(["b", "a", "b"]);
    let text = text(&mut atom_type);
    assert!(text.contains("inline_atom(\"\")"));
    for (doc, item) in
        [("Atom.", "pub type Foo"), ("Set.", "pub struct FooStaticSet"), ("Macro.", "macro_rules! foo")]
    {
        let at = text.find(&format!("#[doc = \"{doc}\"]")).unwrap();
        assert!(text[at..].find(item).is_some_and(|distance| distance < 400), "{doc}");
    }
}

#[test]
fn the_same_names_in_any_order_give_the_same_text() {
    let forwards =
        text(AtomType::new("foo::Atom", "foo_atom!").atoms(["x", "xlink", "svg", "a static name"]));
    let backwards =
        text(AtomType::new("foo::Atom", "foo_atom!").atom("a static name").atoms(["svg", "xlink", "x"]));
    assert_eq!(forwards, backwards);
}

#[test]
#[should_panic(expected = "`macro_name` must end with '!'")]
fn a_macro_name_without_its_mark_panics() {
    let _ = AtomType::new("Foo", "foo");
}

#[test]
fn a_type_that_is_no_identifier_is_an_error_of_writing() {
    let error = AtomType::new("my type", "foo!").write_to(Vec::new()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
}
