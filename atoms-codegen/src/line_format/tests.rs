//! Tests of the line format.

use proc_macro2::Literal;
use proptest::prelude::*;

use super::parse;

/// The texts and aliases of a file without errors.
fn names(text: &str) -> Vec<(String, Option<String>)> {
    let (names, diagnostics) = parse("names.txt", text);
    assert_eq!(diagnostics, []);
    names.into_iter().map(|name| (name.text, name.alias)).collect()
}

/// The errors of a file, as they are printed.
fn errors(text: &str) -> Vec<String> {
    parse("names.txt", text).1.iter().map(ToString::to_string).collect()
}

#[test]
fn a_line_is_a_name_and_white_space_around_it_is_not() {
    let text = "\u{feff}div\n\n  data row \t\r\n# comment\n\t# comment\nsay \"hi\"\nback\\slash\n";
    let expected = ["div", "data row", "say \"hi\"", "back\\slash"];
    assert_eq!(names(text), expected.map(|name| (name.to_owned(), None)));
}

#[test]
fn a_quoted_line_is_read_with_escapes() {
    let text = "\"\"\n\"# no comment\"\n\"a = b\"\n\"line\\nbreak\"\n\" \\u{2764} \"\n";
    let expected = ["", "# no comment", "a = b", "line\nbreak", " ❤ "];
    assert_eq!(names(text), expected.map(|name| (name.to_owned(), None)));
}

#[test]
fn an_identifier_after_the_equals_sign_is_an_alias() {
    let text = "accept-charset = accept_charset\n\"a = b\"=r#type\nfor=html_for";
    let expected = [("accept-charset", "accept_charset"), ("a = b", "type"), ("for", "html_for")];
    assert_eq!(names(text), expected.map(|(name, alias)| (name.to_owned(), Some(alias.to_owned()))));
}

#[test]
fn all_lines_that_cannot_be_read_are_reported_in_one_run() {
    let text = "div\n\"open\n\"bad \\q\"\n\"a\" b\n= x\nx =\n\ninclude \"more.txt\"\nextends \"x\"\nspan\n";
    assert_eq!(
        errors(text),
        [
            "names.txt:2: the closing quote is missing",
            "names.txt:3: unknown escape `\\q`; write `\\\\` for a backslash",
            "names.txt:4: expected `= identifier` or the end of the line, found `b`",
            "names.txt:5: no name before `=`; write \"\" for the empty name, \"= x\" for this text",
            "names.txt:6: expected an identifier after `=`; put the name in quotes if `=` is part of it",
            "names.txt:8: `include` is not supported in vocabulary files; write \"include \\\"more.txt\\\"\" for the name",
            "names.txt:9: `extends` is not supported in vocabulary files; write \"extends \\\"x\\\"\" for the name",
        ]
    );
    assert_eq!(parse("names.txt", text).0.len(), 2);
}

proptest! {
    #[test]
    fn every_string_can_be_written(text in any::<String>()) {
        // A literal of Rust keeps line breaks as they are; a line cannot.
        let line = Literal::string(&text).to_string().replace('\n', "\\n").replace('\r', "\\r");
        prop_assert_eq!(names(&line), [(text, None)]);
    }

    #[test]
    fn no_file_makes_it_panic(text in "[\"\\\\=# a\n\u{301}💯x{}u]{0,30}") {
        let _ = parse("names.txt", &text);
    }
}
