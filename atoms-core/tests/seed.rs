//! A key that is set makes hashes reproducible; without one every process has its own.
//!
//! Each case is a process of its own, since a process has one key: the test binary runs itself again, with
//! the name of the case in the environment.
#![cfg(not(miri))]

use std::process::Command;

use atoms_core::dynamic::{self, AlreadyInUse};
use atoms_core::{DefaultAtom, dynamic::set_seed};

const CASE: &str = "ATOMS_TEST_SEED_CASE";
const TEXTS: [&str; 5] = ["", "inline", "a dynamic text", "another dynamic text", "❤💯❤💯❤💯"];

/// Runs `case` in a new process and returns the hashes that it prints.
fn hashes_of(case: &str) -> Vec<String> {
    let program = std::env::current_exe().expect("a test knows its program");
    let mut child = Command::new(program);
    child.args(["--exact", "the_case_of_a_child", "--nocapture"]).env(CASE, case);
    let output = child.output().expect("a program can be started");
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{case}: {text}{errors}");
    let hashes: Vec<String> =
        text.lines().filter_map(|line| Some(line.split_once("hash ")?.1.to_owned())).collect();
    assert_eq!(hashes.len(), TEXTS.len(), "{case}: {text}");
    hashes
}

fn print_hashes() {
    let hashes = TEXTS.map(|text| DefaultAtom::new(text).get_hash());
    // Kept after the text was freed and made again, and for any way of making it.
    dynamic::trim();
    for (text, hash) in TEXTS.iter().zip(hashes) {
        assert_eq!(DefaultAtom::from((*text).to_owned()).get_hash(), hash);
        println!("\nhash {hash:016x}");
    }
}

/// Not a test by itself: what a child does, and nothing in the parent.
#[test]
fn the_case_of_a_child() {
    match std::env::var(CASE).as_deref() {
        Err(_) => {}
        Ok("set") => {
            assert_eq!(set_seed([1, 2, 3, 4]), Ok(()));
            print_hashes();
            assert_eq!(set_seed([1, 2, 3, 4]), Err(AlreadyInUse));
            assert_eq!(set_seed([5, 6, 7, 8]), Err(AlreadyInUse));
        }
        Ok("set twice") => {
            assert_eq!(set_seed([1, 2, 3, 4]), Ok(()));
            assert_eq!(set_seed([5, 6, 7, 8]), Err(AlreadyInUse));
            print_hashes();
        }
        Ok("zero") => {
            assert_eq!(set_seed([0; 4]), Ok(()));
            print_hashes();
        }
        Ok("one bit in word 0") => {
            assert_eq!(set_seed([0, 2, 3, 4]), Ok(()));
            print_hashes();
        }
        Ok("late") => {
            let held = DefaultAtom::new("a dynamic text");
            let hash = held.get_hash();
            assert_eq!(set_seed([1, 2, 3, 4]), Err(AlreadyInUse));
            assert_eq!(held.get_hash(), hash);
            assert_eq!(DefaultAtom::get("a dynamic text"), Some(held));
            print_hashes();
        }
        Ok("after a search") => {
            assert_eq!(DefaultAtom::get("a dynamic text"), None);
            assert_eq!(set_seed([1, 2, 3, 4]), Err(AlreadyInUse));
            print_hashes();
        }
        Ok("after an inline hash") => {
            DefaultAtom::new("inline").get_hash();
            assert_eq!(set_seed([1, 2, 3, 4]), Err(AlreadyInUse));
            print_hashes();
        }
        Ok("race") => {
            let n_set: usize = std::thread::scope(|scope| {
                let threads: Vec<_> =
                    (1..=8).map(|n| scope.spawn(move || usize::from(set_seed([n; 4]).is_ok()))).collect();
                threads.into_iter().map(|thread| thread.join().expect("no panic")).sum()
            });
            assert_eq!(n_set, 1, "one of eight sets the key");
            print_hashes();
        }
        Ok(_) => print_hashes(),
    }
}

#[test]
fn hashes_of_a_key_that_was_set_are_the_same_in_every_process() {
    let first = hashes_of("set");
    assert_eq!(first, hashes_of("set"));
    assert_eq!(first, hashes_of("set twice"), "the second key changes nothing");
    let zero = hashes_of("zero");
    assert_eq!(zero, hashes_of("zero"));
    let near = hashes_of("one bit in word 0");
    for (one, two) in first.iter().zip(&zero).chain(first.iter().zip(&near)) {
        assert_ne!(one, two, "every hash depends on the key");
    }
}

#[test]
fn hashes_of_two_processes_differ() {
    let (one, two) = (hashes_of("drawn"), hashes_of("drawn"));
    assert!(one.iter().zip(&two).all(|(one, two)| one != two), "{one:?} {two:?}");
}

#[test]
fn a_key_in_use_stays() {
    let late = hashes_of("late");
    let set = hashes_of("set");
    assert!(late.iter().zip(&set).all(|(one, two)| one != two));
    for case in ["after a search", "after an inline hash"] {
        assert!(hashes_of(case).iter().zip(&set).all(|(one, two)| one != two), "{case}");
    }
    hashes_of("race");
}
