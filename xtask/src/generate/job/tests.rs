//! Tests of `generate::job`.

use super::parse;

fn errors(bytes: &[u8]) -> Vec<String> {
    parse("names.txt", bytes).expect_err("a bad vocabulary").iter().map(ToString::to_string).collect()
}

#[test]
fn a_good_vocabulary_keeps_its_names() {
    let vocabulary =
        parse("names.txt", "# a\r\ndiv\r\n\u{e9}t\u{e9}\n\"\"\n".as_bytes()).expect("a good vocabulary");
    let texts: Vec<&str> = vocabulary.names().iter().map(|name| name.text.as_str()).collect();
    assert_eq!(texts, ["div", "\u{e9}t\u{e9}", ""]);
}

#[test]
fn all_errors_are_found_in_the_order_of_lines() {
    let errors = errors(b"div\nspan\n\xff\nspan\n\"open\n\xfe\xfe\n");
    assert_eq!(errors.len(), 4, "{errors:?}");
    for (error, line) in errors.iter().zip([3, 4, 5, 6]) {
        assert!(error.starts_with(&format!("names.txt:{line}: ")), "{error}");
    }
}

#[test]
fn lines_that_are_not_utf8_do_not_hide_each_other() {
    assert_eq!(
        errors(b"\xff\n\xff\n"),
        [
            "names.txt:1: the line is not valid UTF-8: save the file in that encoding",
            "names.txt:2: the line is not valid UTF-8: save the file in that encoding",
        ]
    );
}
