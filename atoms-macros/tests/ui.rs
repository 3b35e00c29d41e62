//! Each rule of the macros, broken in a file of its own: the error stands on the token and says the way out.

#[test]
fn a_broken_rule_is_an_error_on_its_token() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
