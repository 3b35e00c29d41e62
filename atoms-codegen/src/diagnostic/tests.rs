//! Tests of the form of errors.

use std::sync::Arc;

use super::*;

#[test]
fn an_error_reads_as_file_line_message_and_so_does_its_other_place() {
    let line = |line| Place::Line { file: Arc::from("names.txt"), line };
    let error = Diagnostic::new(line(7), "duplicate name \"div\"");
    assert_eq!(error.to_string(), "names.txt:7: duplicate name \"div\"");
    let error = error.related_to(line(3), "\"div\" first declared here");
    assert_eq!(
        error.to_string(),
        "names.txt:7: duplicate name \"div\"\nnames.txt:3: \"div\" first declared here"
    );
}

#[test]
fn an_error_without_a_place_is_its_message() {
    assert_eq!(Diagnostic::new(Place::Unknown, "no names").to_string(), "no names");
    assert_eq!(Diagnostic::new(Place::Input(1), "no names").to_string(), "name 2: no names");
}

#[test]
fn errors_stand_one_below_the_other() {
    let error = |message| Diagnostic::new(Place::Unknown, message);
    assert_eq!(join(&[error("one"), error("two")]), "one\ntwo");
}
