//! Which targets are judged, on known figures.

use super::cell::MANY;
use super::{GrowthResult, TWIN, controls, verdicts};
use crate::stats::Summary;

fn result(peer: &'static str, is_shared: bool, n_reached: usize, nanos: f64) -> GrowthResult {
    GrowthResult {
        n_names: 1_000_000,
        peer,
        is_shared,
        n_reached,
        insert_ns: Summary::of(&[nanos]),
        last_ns: Summary::of(&[nanos]),
        hit_ns: Summary::of(&[nanos]),
        speedup: (peer == "atoms").then(|| Summary::of(&[1.5])),
        control: (peer == TWIN).then(|| Summary::of(&[1.05])),
    }
}

#[test]
fn best_rival_is_shared_and_has_all_names() {
    let results = [
        result("atoms", true, 1_000_000, 240.0),
        result("ustr", true, 1_000_000, 200.0),
        result("internment Intern", true, 500_000, 100.0),
        result("string-interner", false, 1_000_000, 50.0),
        result(MANY, true, 1_000_000, 120.0),
    ];
    let verdicts = verdicts(&results);
    let ratios: Vec<_> = verdicts.iter().filter(|verdict| verdict.case.contains("ustr")).collect();
    assert_eq!(ratios.len(), 3);
    assert!(ratios.iter().all(|verdict| verdict.value == 1.2 && verdict.is_met));
    let speedups: Vec<_> = verdicts.iter().filter(|verdict| verdict.case.contains("intern_many")).collect();
    assert_eq!(speedups.iter().map(|verdict| verdict.is_met).collect::<Vec<_>>(), [false, true]);
    assert!(results[2].is_cut() && !results[1].is_cut());
}

#[test]
fn control_compares_string_cache_with_itself() {
    let results = [result("string_cache", true, 1_000_000, 20.0), result(TWIN, true, 1_000_000, 21.0)];
    assert_eq!(controls(&results).collect::<Vec<_>>(), [(1_000_000, 1.05)]);
    assert!(verdicts(&results).is_empty());
}
