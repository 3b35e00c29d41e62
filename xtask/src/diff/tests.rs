//! Tests of `diff`.

use super::short;

#[test]
fn equal_texts_have_no_difference() {
    assert_eq!(short("a\nb\n", "a\nb\n"), "");
    assert_eq!(short("", ""), "");
}

#[test]
fn only_the_lines_between_common_ends_are_shown() {
    assert_eq!(short("a\nb\nc\n", "a\nx\ny\nc\n"), "@@ line 2 @@\n- b\n+ x\n+ y\n");
}

#[test]
fn an_insertion_has_no_old_lines() {
    assert_eq!(short("a\nc\n", "a\nb\nc\n"), "@@ line 2 @@\n+ b\n");
}

#[test]
fn repeated_lines_are_not_counted_at_both_ends() {
    assert_eq!(short("a\na\n", "a\na\na\n"), "@@ line 3 @@\n+ a\n");
}

#[test]
fn long_sides_and_long_lines_are_cut() {
    let old = "x\n".repeat(10);
    let shown = short(&old, "");
    assert!(shown.ends_with("- ... and 4 more lines\n"), "{shown}");
    let wide = "é".repeat(300);
    assert!(short(&wide, "").chars().count() < 150);
}
