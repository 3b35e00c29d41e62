//! Interning needs little stack: the first dynamic atom of a process may be made on a thread of 50 KB.
//!
//! A process of its own with one test, so that the first atom is the first one.

use atoms_core::{DefaultAtom, dynamic};

#[test]
fn the_first_dynamic_atom_works_on_a_thread_of_50_kb() {
    let thread = std::thread::Builder::new().stack_size(50 * 1024).spawn(|| {
        let first = DefaultAtom::from("the first dynamic atom of the process");
        assert_eq!(first, DefaultAtom::from("the first dynamic atom of the process".to_owned()));
        assert!(first.is_dynamic());
        // Growth, sweeps, long texts, and the walks over the whole table.
        let held: Vec<DefaultAtom> = (0..if cfg!(miri) { 8 } else { 2000 })
            .map(|n| DefaultAtom::from(format!("one of many, {n}")))
            .collect();
        let len = if cfg!(miri) { 2000 } else { 100_000 };
        let long = DefaultAtom::from("l".repeat(len));
        assert_eq!(long.to_ascii_uppercase(), *"L".repeat(len));
        let stats = dynamic::stats();
        assert!(stats.live >= held.len() + 2);
        let mut n_listed = 0;
        dynamic::for_each(|_, count| n_listed += usize::from(count > 0));
        assert_eq!(n_listed, held.len() + 2);
        dynamic::set_limit(Some(0));
        assert!(DefaultAtom::try_new("refused on a small stack").is_err());
        dynamic::set_limit(None);
        drop((held, long));
        dynamic::trim();
        assert_eq!(dynamic::stats().live, 1);
        first
    });
    let first = thread.expect("the system has room for a thread").join().unwrap();
    assert_eq!(first.as_str(), "the first dynamic atom of the process");
}
