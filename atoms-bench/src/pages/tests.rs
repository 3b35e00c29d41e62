//! The four sets are derived from one source, deterministically.

use super::{MARKER, NameCount, Source};

#[test]
fn sets_are_deterministic() {
    let sets = || Source::generated(100_000, "it is a test").sets();
    for (one, other) in sets().iter().zip(sets()) {
        assert_eq!(one.pages, other.pages, "{}", one.name);
    }
}

#[test]
fn derived_sets_hold_long_names_only_in_the_body() {
    let sets = Source::generated(100_000, "it is a test").sets();
    let names: Vec<_> = sets.iter().map(|set| set.name).collect();
    assert_eq!(names, ["standard", "custom", "distinct", "fresh"]);
    let n_occurrences = sets[0].names.n_occurrences;
    // Void elements get an end tag and repeated attributes go, so counts differ a little.
    for set in &sets[1..] {
        assert!(n_occurrences <= set.names.n_occurrences, "{}", set.name);
        assert!(set.names.n_occurrences < n_occurrences * 5 / 4, "{}", set.name);
    }
    assert!(sets[0].names.n_long < sets[1].names.n_long);
    assert!(sets[1].names.n_distinct < sets[2].names.n_distinct);
    assert_eq!(sets[2].names, sets[3].names);
    assert!(!sets[1].pages.concat().contains(MARKER));
    assert!(sets[3].is_fresh && sets[3].pages.concat().contains(MARKER));
}

#[test]
fn names_are_counted_in_start_and_end_tags() {
    let pages = ["<a b=c d>e</a><br>".to_owned(), "<font-face a>".to_owned()];
    assert_eq!(NameCount::of(&pages), NameCount { n_occurrences: 7, n_distinct: 5, n_long: 1 });
}

#[test]
fn missing_documentation_is_named_as_the_reason() {
    let source = Source::generated(1, "the rustup component rust-docs is not installed");
    assert_eq!(source.description, "1 made-up pages, since the rustup component rust-docs is not installed");
}
