//! Tests of the generated items that the text of `atom_set` does not show.

use quote::{format_ident, quote};

use super::*;
use crate::vocabulary::Name;

fn declaration(scope: MacroScope) -> Declaration {
    let item = |name: &str| Item::new(format_ident!("{name}"), quote!(pub));
    Declaration {
        core: quote!(::atoms_core),
        home: quote!($crate::a::b),
        set: item("Markup"),
        alias: item("MarkupAtom"),
        lookup: Some(Lookup { item: item("atom"), scope }),
        is_complete: true,
    }
}

fn text(declaration: &Declaration, names: &[Name]) -> String {
    emit(declaration, &Plan::new(names)).to_string()
}

#[test]
fn the_hidden_macro_bears_the_module_and_the_set_so_that_two_sets_do_not_clash() {
    let text = text(&declaration(MacroScope::Module), &[Name::new("div")]);
    assert!(text.contains("# [macro_export] macro_rules ! __atom_of_a_b_Markup"));
    assert!(text.contains("pub use __atom_of_a_b_Markup as atom ;"));
}

#[test]
fn a_local_macro_is_not_exported() {
    let text = text(&declaration(MacroScope::Local), &[Name::new("div")]);
    assert!(!text.contains("macro_export") && text.contains("as atom ;"));
}

#[test]
fn a_root_macro_bears_its_own_name() {
    let text = text(&declaration(MacroScope::CrateRoot), &[Name::new("div")]);
    assert!(text.contains("# [macro_export] macro_rules ! atom {") && !text.contains("as atom ;"));
}

#[test]
fn aliases_are_found_by_identifiers_only() {
    let name = Name { alias: Some("accept_charset".to_owned()), ..Name::new("accept-charset") };
    let text = text(&declaration(MacroScope::Module), &[name]);
    let (literals, identifiers) = text.split_once("struct __MarkupIdentifiers").unwrap();
    assert!(!literals.contains("accept_charset"));
    assert!(
        identifiers
            .contains("pub const accept_charset : MarkupAtom = __MarkupNames :: __accept_2D_charset ;")
    );
    assert!(
        identifiers
            .contains("$ crate :: a :: b :: __MarkupNames , $ crate :: a :: b :: __MarkupIdentifiers ,")
    );
}

#[test]
fn after_an_error_every_name_is_accepted() {
    let declaration = Declaration { is_complete: false, ..declaration(MacroScope::Module) };
    let text = text(&declaration, &[]);
    assert!(
        text.contains("{ ($ ($ name : tt) *) => { $ crate :: a :: b :: __MarkupNames :: __undeclared } ; }")
    );
}

#[test]
fn docs_of_the_user_replace_the_general_ones() {
    let mut declaration = declaration(MacroScope::Module);
    assert!(text(&declaration, &[]).contains("The names that `MarkupAtom` knows at compile time."));
    declaration.set.attributes = quote!(#[doc = " Mine."] #[must_use]);
    assert!(!text(&declaration, &[]).contains("The names that"));
    declaration.set.attributes = quote!(#[must_use]);
    assert!(text(&declaration, &[]).contains("The names that"));
}
