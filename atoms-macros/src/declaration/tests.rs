//! Tests of reading declarations: what is kept after an error. The messages are in tests/ui.

use super::*;

fn parse(input: TokenStream) -> (Option<Declaration>, Vec<String>) {
    let (declaration, errors) = super::parse(&mut input::tokens(input));
    (declaration, errors.into_iter().map(|error| error.message).collect())
}

/// The names and files of a declaration.
fn entries(declaration: &Declaration) -> Vec<String> {
    let show = |entry: &Entry| match entry {
        Entry::Name { text, alias: None, .. } => text.clone(),
        Entry::Name { text, alias: Some(alias), .. } => format!("{text} = {alias}"),
        Entry::Include { file, .. } => format!("include {file}"),
    };
    declaration.entries.iter().map(show).collect()
}

#[test]
fn every_part_is_read() {
    let (declaration, errors) = parse(quote! {
        #[doc = "Docs."] #[must_use] pub(crate) struct Markup in crate::a::b;
        pub type Name;
        #[doc = "Docs."] macro atom;
        "div", "accept-charset" = accept_charset, include "more.txt", r"\" = r#type
    });
    let declaration = declaration.expect("it starts with a set");
    assert_eq!(errors, [""; 0]);
    assert_eq!(declaration.set.name, "Markup");
    assert_eq!(declaration.set.visibility.to_string(), "pub (crate)");
    assert_eq!(declaration.home.to_string(), "crate :: a :: b");
    assert_eq!(home_in_macro(&declaration).to_string(), "$ crate :: a :: b");
    assert_eq!(declaration.alias.as_ref().map(|alias| alias.name.to_string()).as_deref(), Some("Name"));
    assert!(declaration.lookup.as_ref().is_some_and(|lookup| lookup.visibility.is_empty()));
    assert_eq!(
        entries(&declaration),
        ["div", "accept-charset = accept_charset", "include more.txt", "\\ = r#type"]
    );
    assert!(!declaration.has_unreadable_entries);
}

#[test]
fn the_shortest_declaration_is_a_set_without_names() {
    let (declaration, errors) = parse(quote!(
        struct Empty;
    ));
    let declaration = declaration.expect("it starts with a set");
    assert_eq!(
        (errors.len(), entries(&declaration).len(), declaration.home.to_string().as_str()),
        (0, 0, "crate")
    );
}

#[test]
fn what_follows_an_error_is_read_all_the_same() {
    let (declaration, errors) = parse(quote! {
        pub struct Markup;
        pub typo Name;
        pub macro atom;
        "div", span, 42, "a" = 1, "b" "c", "d"
    });
    let declaration = declaration.expect("it starts with a set");
    assert_eq!(errors.len(), 5, "{errors:?}");
    assert!(declaration.lookup.is_some() && declaration.has_unreadable_entries);
    assert_eq!(entries(&declaration), ["div", "d"]);
}

#[test]
fn a_missing_semicolon_loses_nothing() {
    let (declaration, errors) = parse(quote!(struct A macro a "div", "span"));
    assert_eq!(
        errors,
        ["expected `;` after the set type, found `macro`", "expected `;` after the macro, found `\"div\"`",]
    );
    let declaration = declaration.expect("it starts with a set");
    assert!(declaration.lookup.is_some() && !declaration.has_unreadable_entries);
    assert_eq!(entries(&declaration), ["div", "span"]);
}

#[test]
fn without_a_set_there_is_one_error_and_nothing_else() {
    for input in [quote!(), quote!("div"), quote!(pub enum A;), quote!(struct;), quote!(struct A in self;)] {
        let (declaration, errors) = parse(input);
        assert!(declaration.is_none() && errors.len() == 1, "{errors:?}");
    }
}
