//! What the optional features of `string_cache` 0.11 add.

#[cfg(feature = "serde")]
#[test]
fn atoms_travel_as_texts() {
    use string_cache::DefaultAtom;

    for text in ["", "head", "a dynamic string", "❤ \"quoted\" \n"] {
        let json = serde_json::to_string(&DefaultAtom::from(text)).unwrap();
        assert_eq!(json, serde_json::to_string(text).unwrap());
        assert_eq!(serde_json::from_str::<DefaultAtom>(&json).unwrap(), DefaultAtom::from(text));
    }
}

#[cfg(feature = "malloc_size_of")]
#[test]
fn the_dynamic_set_has_a_size_and_atoms_have_none() {
    use malloc_size_of::{MallocSizeOf, MallocSizeOfOps};
    use string_cache::{DefaultAtom, malloc_size_of_dynamic_set};

    unsafe extern "C" fn size(_: *const core::ffi::c_void) -> usize {
        64
    }
    let mut ops = MallocSizeOfOps::new(size, None, None);
    let before = malloc_size_of_dynamic_set(&mut ops);
    let held: Vec<DefaultAtom> =
        (0..2000).map(|n| DefaultAtom::from(format!("a dynamic string {n}"))).collect();
    let long = DefaultAtom::from("l".repeat(100_000));
    let after = malloc_size_of_dynamic_set(&mut ops);
    let text: usize = held.iter().map(|atom| atom.len()).sum();
    assert!(after >= before + text + long.len(), "{before} {after}");
    assert!(after < before + long.len() + 40 * text, "{before} {after}");
    assert_eq!(long.size_of(&mut ops) + held[0].size_of(&mut ops), 0);
}
