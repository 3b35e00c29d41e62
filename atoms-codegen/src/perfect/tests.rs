//! Tests of the perfect hash, through a lookup written a second time from the documented interface.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

/// The lookup of atoms-core: the slot of `text`, and the index in it.
fn find(perfect: &PerfectHash, text: &str) -> u32 {
    let hash = rapidhash_v3_seeded(text.as_bytes(), &RapidSecrets::seed_cpp(perfect.key));
    let bucket = ((hash >> 32) * perfect.displacements.len() as u64) >> 32;
    let (d1, d2) = perfect.displacements[usize::try_from(bucket).unwrap()];
    let (f1, f2) = (hash & 0xFFFF_FFFF, (hash >> 16) & 0xFFFF_FFFF);
    let sum = u64::from(d2) + ((f1 * u64::from(d1)) & 0xFFFF_FFFF) + f2;
    perfect.order[usize::try_from(sum).unwrap() & (perfect.order.len() - 1)]
}

fn check(names: &[&str]) {
    let perfect = PerfectHash::new(names);
    assert!(perfect.order.len().is_power_of_two() && perfect.order.len() < 2 * names.len().max(1));
    assert_eq!(perfect.displacements.len(), perfect.order.len().div_ceil(3));
    for (position, name) in names.iter().enumerate() {
        assert_eq!(find(&perfect, name), u32::try_from(position).unwrap(), "{name:?}");
    }
    assert_eq!(perfect.order.iter().filter(|index| **index != EMPTY_SLOT).count(), names.len());
}

#[test]
fn no_names_need_no_table() {
    assert_eq!(PerfectHash::new(&[]), PerfectHash { key: 0, displacements: vec![], order: vec![] });
}

#[test]
fn every_name_is_found_at_every_small_size() {
    let names: Vec<String> = (0..300).map(|position| format!("a name that is static {position}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for n_names in (1..=70).chain([127, 128, 129, 255, 256, 257, 300]) {
        check(&names[..n_names]);
    }
}

#[test]
fn the_key_is_the_same_on_every_run() {
    // Lookup tables are committed: a change of this value changes every generated file.
    assert_eq!(PerfectHash::new(&["blockquote", "contenteditable"]).key, 16_287_231_350_648_472_473);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 64 }))]
    #[test]
    fn every_name_of_any_set_is_found(names in prop::collection::btree_set(any::<String>(), 1..60)) {
        let names: BTreeSet<String> = names;
        check(&names.iter().map(String::as_str).collect::<Vec<_>>());
    }
}
