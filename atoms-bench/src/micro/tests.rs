//! Every group shows that it does what its name says; one round each, no time is asserted.

use super::{BASE, OURS, TWIN, groups, run};
use std::collections::BTreeSet;

#[test]
fn every_group_checks_and_reports() {
    let mut stages = Vec::new();
    let mut n_ticks = 0;
    let results = run(1, |name| stages.push(name.to_owned()), || n_ticks += 1).expect("every check passes");
    assert_eq!(results.len(), groups::ALL.len());
    assert_eq!(n_ticks, groups::ALL.len());
    for ((name, _), result) in groups::ALL.iter().zip(&results) {
        assert_eq!(*name, result.name);
        assert_eq!(result.ratio.is_none(), result.name == "arithmetic");
        assert!(!result.note.is_empty());
    }
    let names: BTreeSet<_> = stages.iter().collect();
    assert_eq!(names.len(), groups::ALL.len());
}

#[test]
fn labels_differ() {
    assert_eq!(BTreeSet::from([OURS, BASE, TWIN]).len(), 3);
}
