//! Tests of `process`.

use super::{Cmd, is_set_by_cargo_run};

#[test]
fn a_command_is_shown_as_one_would_type_it() {
    let cmd = Cmd::new("cargo").args(["+nightly", "miri", "test"]).arg("a b").env("MIRIFLAGS", "-Zx -Zy");
    assert_eq!(cmd.to_string(), "MIRIFLAGS='-Zx -Zy' cargo +nightly miri test 'a b'");
}

#[test]
fn variables_of_the_outer_cargo_run_are_known() {
    assert!(is_set_by_cargo_run("CARGO_PKG_NAME"));
    assert!(!is_set_by_cargo_run("CARGO_TARGET_DIR"));
    assert!(!is_set_by_cargo_run("CARGO_HOME"));
}

#[test]
fn a_failing_program_is_named_with_its_arguments() {
    let error = Cmd::new("false").arg("x").output().expect_err("false fails");
    assert!(error.to_string().starts_with("`false x` failed with exit status: 1"), "{error}");
}
