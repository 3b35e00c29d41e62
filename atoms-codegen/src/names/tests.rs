//! Tests of the spelling of names.

use proptest::prelude::*;

use super::*;

fn spelled(text: &str) -> String {
    constant(text, Span::call_site()).to_string()
}

#[test]
fn keywords_are_sorted_for_the_binary_search() {
    assert!(RAW_KEYWORDS.is_sorted());
}

#[test]
fn identifiers_are_their_own_constant_and_keywords_are_raw() {
    for (text, expected) in
        [("div", "div"), ("_x", "_x"), ("h1", "h1"), ("type", "r#type"), ("gen", "r#gen"), ("union", "union")]
    {
        assert_eq!(spelled(text), expected);
    }
}

#[test]
fn other_names_are_mangled_and_every_escape_is_terminated() {
    for (text, expected) in [
        ("", "__"),
        ("_", "___5F_"),
        ("__x", "___5F__5F_x"),
        ("crate", "__crate"),
        ("Self", "__Self"),
        ("2d", "__2d"),
        ("a-b", "__a_2D_b"),
        ("a_2d_b", "a_2d_b"),
        ("\u{1f}4af", "___1F_4af"),
        ("\u{1f4af}", "___1F4AF_"),
        ("r#type", "__r_23_type"),
        ("é", "___E9_"),
        ("e\u{301}", "__e_301_"),
        ("\0", "___0_"),
    ] {
        assert_eq!(spelled(text), expected, "{text:?}");
    }
}

#[test]
fn items_are_identifiers_of_any_script_and_nothing_else() {
    let item = |name| item(name, Span::call_site()).map(|ident| ident.to_string());
    assert_eq!(item("Markup").as_deref(), Some("Markup"));
    assert_eq!(item("__x").as_deref(), Some("__x"));
    assert_eq!(item("Größe").as_deref(), Some("Größe"));
    assert_eq!(item("type").as_deref(), Some("r#type"));
    assert_eq!(item("r#type").as_deref(), Some("r#type"));
    for name in ["", "_", "crate", "Self", "a b", "a::b", "a-b", "2d", "a // b", "\"a\"", "a ", "r#", "("] {
        assert_eq!(item(name), None, "{name:?}");
    }
}

proptest! {
    #[test]
    fn two_texts_never_share_a_constant(a in "[_aF1-]{0,6}|[é💯a_]{0,3}|\\PC{0,4}", b in "[_aF1-]{0,6}|[é💯a_]{0,3}|\\PC{0,4}") {
        prop_assert_eq!(a == b, spelled(&a) == spelled(&b));
    }

    #[test]
    fn every_text_has_a_constant_that_lexes_as_one_identifier(text in any::<String>()) {
        let tokens: Vec<TokenTree> = spelled(&text).parse::<TokenStream>().expect("it lexes").into_iter().collect();
        prop_assert!(matches!(&tokens[..], [TokenTree::Ident(_)]));
    }
}
