//! Every peer that is built in interns, and the list names exactly those.

#![allow(clippy::std_instead_of_core, reason = "a program for hosts; nothing of it can run without std")]

use atoms_bench::names::Names;
use atoms_bench::peers::{Interner, Ours, Visit, built_in, check, visit};

struct Check;

impl Visit for Check {
    type Out = Result<(), String>;

    fn visit<I: Interner>(self) -> Self::Out {
        let names = Names::random(1, 200, 1, 40);
        let mut interner = I::new();
        let handles: Vec<_> = names.iter().map(|text| interner.intern(text)).collect();
        check(&mut interner, names.iter(), &handles)
    }
}

#[test]
fn every_peer_gives_its_texts_back() {
    for peer in built_in() {
        visit(peer.name, Check).expect("it is built in").expect("its texts are right");
    }
    assert!(visit("nobody", Check).is_err());
}

#[test]
fn check_finds_a_wrong_handle() {
    let names = Names::random(2, 2, 8, 16);
    let mut interner = Ours::new();
    let handles: Vec<_> = names.iter().map(|_| interner.intern("another text")).collect();
    assert!(check(&mut interner, names.iter(), &handles).is_err());
    assert!(check(&mut interner, names.iter(), &[]).is_err());
}
