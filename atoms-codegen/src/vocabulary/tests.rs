//! Tests of vocabularies as a whole.

use super::*;

fn messages(diagnostics: &[Diagnostic]) -> Vec<String> {
    diagnostics.iter().map(ToString::to_string).collect()
}

#[test]
fn all_errors_of_a_file_come_in_the_order_of_its_lines() {
    let errors =
        Vocabulary::from_text("n.txt", "div\n\"a\nspan\ndiv\nspan = div\nb = 2d\ndiv\n").unwrap_err();
    assert_eq!(
        messages(&errors),
        [
            "n.txt:2: the closing quote is missing",
            "n.txt:4: duplicate name \"div\"\nn.txt:1: \"div\" first declared here",
            "n.txt:5: duplicate name \"span\"\nn.txt:3: \"span\" first declared here",
            "n.txt:5: `div` cannot stand for \"span\": it already stands for \"div\"\nn.txt:1: \"div\" declared here",
            "n.txt:6: `2d` cannot stand for \"b\": an identifier of ASCII letters, digits and `_` is needed, \
             not `__..`, `crate`, `self`, `super`, `Self` or `_`",
            "n.txt:7: duplicate name \"div\"\nn.txt:1: \"div\" first declared here",
        ]
    );
}

#[test]
fn a_duplicate_across_two_files_names_both() {
    let mut vocabulary = Vocabulary::new();
    assert_eq!(vocabulary.extend_from_text("a.txt", "div\nspan\n"), []);
    assert_eq!(vocabulary.extend_from_text("b.txt", "\"\\x64iv\"\n"), []);
    let expected =
        ["b.txt:1: duplicate name \"div\"\na.txt:2: \"div\" first declared here".replace(":2", ":1")];
    assert_eq!(messages(&vocabulary.check()), expected);
}

#[test]
fn an_alias_may_not_stand_for_two_names_but_may_repeat_its_own() {
    let check = |text| Vocabulary::from_text("n.txt", text).map_err(|errors| messages(&errors));
    assert!(check("a-b = a_b\nc = c\n").is_ok());
    assert_eq!(
        check("a-b = x\nc = x\n").unwrap_err(),
        [
            "n.txt:2: `x` cannot stand for \"c\": it already stands for \"a-b\"\nn.txt:1: \"a-b\" declared here"
        ]
    );
    assert_eq!(
        check("a-b = c\nc\n").unwrap_err(),
        ["n.txt:1: `c` cannot stand for \"a-b\": it already stands for \"c\"\nn.txt:2: \"c\" declared here"]
    );
}
