//! Tests of string literals.

use proc_macro2::Literal;
use proptest::prelude::*;

use super::parse;

#[test]
fn escapes_mean_what_they_mean_in_rust() {
    for (source, expected) in [
        (r#""""#, ""),
        (r#""\n\r\t\\\0\'\"""#, "\n\r\t\\\0\'\""),
        (r#""\x64iv \x7F""#, "div \u{7f}"),
        (r#""\u{1f4af}\u{1_F}\u{E9}""#, "\u{1f4af}\u{1f}\u{e9}"),
        ("\"a\\\n   \t b\"", "ab"),
        ("\"a\nb\"", "a\nb"),
        (r#"r"a\n""#, "a\\n"),
        (r##"r#"say "hi""#"##, "say \"hi\""),
        (r###"r##"a"#b"##"###, "a\"#b"),
    ] {
        assert_eq!(parse(source).as_deref(), Ok(expected), "{source}");
    }
}

#[test]
fn malformed_literals_say_what_is_wrong() {
    for (source, expected) in [
        (r#""a"#, "the closing quote is missing"),
        (r#""a\"#, "the closing quote is missing"),
        (r#"r"a"#, "the closing quote is missing"),
        (r#""a"b"#, "unexpected `b` after the closing quote"),
        (r#"r"a"b"#, "unexpected `b` after the closing quote"),
        (r#""\q""#, "unknown escape `\\q`; write `\\\\` for a backslash"),
        (r#""\x80""#, "`\\x` takes two hexadecimal digits, at most `\\x7f`"),
        (r#""\x+1""#, "`\\x` takes two hexadecimal digits, at most `\\x7f`"),
        (r#""\x1""#, "`\\x` takes two hexadecimal digits, at most `\\x7f`"),
        (r#""\u{d800}""#, "`\\u` takes a Unicode scalar value in braces, as in `\\u{e9}`"),
        (r#""\u{}""#, "`\\u` takes a Unicode scalar value in braces, as in `\\u{e9}`"),
        (r#""\u{_1}""#, "`\\u` takes a Unicode scalar value in braces, as in `\\u{e9}`"),
        (r#""\u{0000041}""#, "`\\u` takes a Unicode scalar value in braces, as in `\\u{e9}`"),
        (r#""\u41""#, "`\\u` takes a Unicode scalar value in braces, as in `\\u{e9}`"),
        ("b\"a\"", "`b\"a\"` is not a string literal"),
        ("42", "`42` is not a string literal"),
        ("raw", "`raw` is not a string literal"),
        ("", "`` is not a string literal"),
    ] {
        assert_eq!(parse(source), Err(expected.to_owned()), "{source}");
    }
}

proptest! {
    #[test]
    fn every_string_comes_back_from_its_literal(text in any::<String>()) {
        prop_assert_eq!(parse(&Literal::string(&text).to_string()), Ok(text));
    }

    #[test]
    fn no_source_makes_it_panic(source in "[r\"#\\\\xu{}0-9a-f\n💯]{0,12}") {
        let _ = parse(&source);
    }
}
