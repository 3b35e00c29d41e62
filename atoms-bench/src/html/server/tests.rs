//! Answers are taken apart, and everything else is an error that names what came.

use super::{Server, words};
use std::path::Path;

#[test]
fn answer_has_its_kind_and_its_words() {
    let [parse, drop] = words("time\t12\t3", "time").expect("a right answer");
    assert_eq!((&*parse, &*drop), ("12", "3"));
}

#[test]
fn error_of_the_process_is_handed_on() {
    assert_eq!(words::<2>("error\tno set is called x", "time").unwrap_err(), "no set is called x");
}

#[test]
fn other_answers_are_errors() {
    assert_eq!(words::<2>("tree\t1\t2", "time").unwrap_err(), "expected time, not \"tree\\t1\\t2\"");
    assert_eq!(
        words::<2>("time\t1", "time").unwrap_err(),
        "time has 2 words more, not those of \"time\\t1\""
    );
}

#[test]
fn missing_binary_is_named() {
    let error = Server::start(Path::new("no/such/binary"), None).unwrap_err();
    assert!(error.starts_with("cannot start no/such/binary: "), "{error}");
}
