//! Tokens are what the HTML tokenizer sees, on the forms that real pages hold.

use super::{TextKind, Token, each};

/// Writes the tokens of a page in a short form.
fn tokens(page: &str) -> Vec<String> {
    let mut out = Vec::new();
    each(page, |token| {
        out.push(match token {
            Token::Start(tag) => {
                let mut text = format!("<{}", tag.name);
                for attribute in &tag.attributes {
                    text.push_str(&format!("|{}={}", attribute.name, attribute.value));
                }
                let slash = if tag.is_self_closing { "/" } else { "" };
                format!("{text}{slash}>")
            }
            Token::End(name) => format!("</{name}>"),
            Token::Text(text) => match text.kind {
                TextKind::Normal => text.text.to_owned(),
                TextKind::Rcdata => format!("rcdata {}", text.text),
                TextKind::Raw => format!("raw {}", text.text),
            },
            Token::Other(text) => format!("other {text}"),
        });
    });
    out
}

#[test]
fn attributes_come_with_every_kind_of_value() {
    assert_eq!(tokens("<a b c=d e='f>' g = \"h\" i=/j k=>x"), ["<a|b=|c=d|e='f>'|g=\"h\"|i=/j|k=>", "x"]);
}

#[test]
fn leading_equals_sign_belongs_to_the_name() {
    assert_eq!(tokens("<a =b=c>"), ["<a|=b=c>"]);
}

#[test]
fn self_closing_tag_is_told_from_a_value_that_ends_in_a_slash() {
    assert_eq!(tokens("<br/><a b=c/><p/ d>"), ["<br/>", "<a|b=c/>", "<p|d=>"]);
}

#[test]
fn comments_and_doctypes_are_one_token() {
    assert_eq!(
        tokens("<!DOCTYPE html><!-- <a> --><?php?></ x>y"),
        ["other <!DOCTYPE html>", "other <!-- <a> -->", "other <?php?>", "other </ x>", "y"]
    );
}

#[test]
fn scripts_are_raw_text_up_to_their_own_end_tag() {
    assert_eq!(
        tokens("<script>if (a<b) '</scripty>'</SCRIPT ><b>"),
        ["<script>", "raw if (a<b) '</scripty>'", "</SCRIPT>", "<b>"]
    );
    assert_eq!(tokens("<title>a<b</title>"), ["<title>", "rcdata a<b", "</title>"]);
}

#[test]
fn raw_text_is_markup_inside_svg() {
    assert_eq!(
        tokens("<svg><title>a<b></title></svg><title><b></title>"),
        ["<svg>", "<title>", "a", "<b>", "</title>", "</svg>", "<title>", "rcdata <b>", "</title>"]
    );
}

#[test]
fn lone_angle_bracket_is_text() {
    assert_eq!(tokens("a < b <1"), ["a ", "< b ", "<1"]);
}

#[test]
fn tag_cut_off_by_the_end_is_dropped() {
    assert_eq!(tokens("a<b c"), ["a"]);
    assert_eq!(tokens("a<b c='d"), ["a"]);
    assert_eq!(tokens("<script>x"), ["<script>", "raw x"]);
}

#[test]
fn non_ascii_names_and_text_are_kept() {
    assert_eq!(tokens("<é><aé ü=ß>x</aé>"), ["<é>", "<aé|ü=ß>", "x", "</aé>"]);
}
