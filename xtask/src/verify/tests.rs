//! Tests of `verify`.

use super::seeds_flag;

#[test]
fn schedules_are_counted_from_zero() {
    assert_eq!(seeds_flag("64").expect("a number"), "-Zmiri-many-seeds=0..64");
}

#[test]
fn a_number_of_schedules_that_makes_no_sense_is_refused() {
    for text in ["0", "-1", "many", ""] {
        let error = seeds_flag(text).expect_err("not a number from 1");
        assert!(error.to_string().starts_with("--seeds takes a number from 1"), "{error}");
    }
}
