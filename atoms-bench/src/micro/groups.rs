//! Which operations are measured on which names.
//!
//! A module of its own so that the list of groups reads as one table. The order matters: groups that leave pinned names
//! in our table come late, so that the groups before them find it as a program does after its start.
//! Invariant: names of different groups are different, so that no group finds what another one has pinned.

use super::ops::{self, Pass, Texts};
use super::{After, BASE, Group, OURS, TWIN};
use crate::options::Peer;
use crate::peers::name::{Name, Storage, check};
use crate::peers::{self, Interner, Visit};
use crate::rng::Rng;
use crate::timing::Case;
use atoms_core::dynamic;
use std::collections::BTreeSet;

type Ours = atoms_core::DefaultAtom;
type Base = stock_string_cache::DefaultAtom;

/// The text that may be pinned by use, as atoms-core sets it at the start.
const PIN_BUDGET: usize = 1 << 20;
/// Names of a group; they fit the first-level cache together with their entries.
const N_NAMES: usize = 256;

/// Makes the cases of a group and checks them.
pub type Prepare = fn() -> Result<Group, String>;

/// Every group: its name and what makes it.
pub const ALL: [(&str, Prepare); 18] = [
    ("arithmetic", arithmetic),
    ("inline", inline),
    ("static", static_names),
    ("miss", miss),
    ("hit-unpinned", hit_unpinned),
    ("clone-unpinned", clone_unpinned),
    ("eq", equal),
    ("text", text),
    ("churn", churn),
    ("clone", clone),
    ("hit-8", hit_8),
    ("hit-16", hit_16),
    ("hit-32", hit_32),
    ("hit-128", hit_128),
    ("hit-512", hit_512),
    ("hit-10k", hit_10k),
    ("miss-20k-live", miss_20k_live),
    ("miss-100k-live", miss_100k_live),
];

/// Returns different random names of the lengths that `len` draws.
fn names(seed: u64, n_names: usize, mut len: impl FnMut(&mut Rng) -> usize) -> Texts {
    let mut rng = Rng::new(seed);
    let mut seen = BTreeSet::new();
    let mut texts = Vec::with_capacity(n_names);
    while texts.len() < n_names {
        let len = len(&mut rng);
        let text = rng.name(len);
        if seen.insert(text.clone()) {
            texts.push(text.into_boxed_str());
        }
    }
    texts.into()
}

fn cases(n_ops: usize, ours: Pass, base: Pass, twin: Pass) -> Vec<Case<'static>> {
    [(OURS, ours), (BASE, base), (TWIN, twin)].map(|(label, pass)| Case { label, n_ops, pass }).into()
}

/// Makes three cases of one operation on the same texts.
fn same(n_ops: usize, ours: impl Fn() -> Pass, base: impl Fn() -> Pass) -> Vec<Case<'static>> {
    cases(n_ops, ours(), base(), base())
}

/// Adds a case for each other peer that is built in; single-threaded ones take part, since these groups have one thread.
fn with_others(mut cases: Vec<Case<'static>>, texts: &Texts) -> Result<Vec<Case<'static>>, String> {
    struct Hit(&'static str, Texts);

    impl Visit for Hit {
        type Out = Result<Case<'static>, String>;

        fn visit<I: Interner>(self) -> Self::Out {
            let n_ops = self.1.len();
            let pass = ops::hit_peer::<I>(self.1).map_err(|error| format!("{}: {error}", self.0))?;
            Ok(Case { label: self.0, n_ops, pass })
        }
    }

    for Peer { name, .. } in peers::built_in().filter(|peer| !peer.is_always) {
        cases.push(peers::visit(name, Hit(name, texts.clone()))??);
    }
    Ok(cases)
}

fn check_both<O: Name, B: Name>(texts: &Texts, storage: Storage) -> Result<(), String> {
    check::<O>(texts, storage).map_err(|error| format!("{OURS}: {error}"))?;
    check::<B>(texts, storage).map_err(|error| format!("{BASE}: {error}"))
}

fn plain(note: impl Into<String>) -> After {
    let note = note.into();
    After(Box::new(move || Ok(note)))
}

fn arithmetic() -> Result<Group, String> {
    let case = |label| Case { label, n_ops: 1000, pass: ops::arithmetic(1000) };
    Ok(Group {
        name: "arithmetic",
        title: "control: arithmetic only",
        target: None,
        bars: &[],
        cases: vec![case(BASE), case(TWIN)],
        after: plain("no interner takes part"),
    })
}

fn inline() -> Result<Group, String> {
    let texts = names(1, N_NAMES, |rng| 1 + rng.below(7));
    check_both::<Ours, Base>(&texts, Storage::Inline)?;
    let cases = same(texts.len(), || ops::make::<Ours>(texts.clone()), || ops::make::<Base>(texts.clone()));
    let cases = with_others(cases, &texts)?;
    let after = plain(format!("{N_NAMES} names"));
    let bars = &[("hstr", 0.5)];
    Ok(Group { name: "inline", title: "inline, 1 to 7 bytes", target: Some(0.40), bars, cases, after })
}

fn static_names() -> Result<Group, String> {
    type OurName = atoms_core::vocab::html::LocalName;
    type BaseName = web_atoms::LocalName;
    let set = <web_atoms::LocalNameStaticSet as stock_string_cache::StaticAtomSet>::get();
    let mut texts: Vec<Box<str>> =
        set.atoms.iter().filter(|name| 8 <= name.len()).map(|name| (*name).into()).collect();
    Rng::new(2).shuffle(&mut texts);
    let texts = Texts::from(texts);
    check_both::<OurName, BaseName>(&texts, Storage::Static)?;
    let cases =
        same(texts.len(), || ops::make::<OurName>(texts.clone()), || ops::make::<BaseName>(texts.clone()));
    let cases = with_others(cases, &texts)?;
    let after = plain(format!("{} names of html", texts.len()));
    Ok(Group {
        name: "static",
        title: "static, 8 bytes and more",
        target: Some(0.40),
        bars: &[],
        cases,
        after,
    })
}

/// Makes the cases of a hit; names are pinned by use as far as the budget goes.
fn hit(name: &'static str, title: &'static str, target: Option<f64>, texts: &Texts) -> Result<Group, String> {
    let n_pinned_before = dynamic::stats().pinned;
    check_both::<Ours, Base>(texts, Storage::Dynamic)?;
    let cases = same(texts.len(), || ops::hit::<Ours>(texts.clone()), || ops::hit::<Base>(texts.clone()));
    let after = pinned_since(n_pinned_before, texts.len());
    Ok(Group { name, title, target, bars: &[], cases, after })
}

/// Notes how many names became pinned; for a reader, since how soon use pins is not promised.
fn pinned_since(n_before: usize, n_names: usize) -> After {
    After(Box::new(move || {
        let n_pinned = dynamic::stats().pinned - n_before;
        Ok(format!("{n_names} names, {n_pinned} pinned"))
    }))
}

/// Notes that no name became pinned, and lets use pin names again.
fn never_pinned(n_before: usize, n_names: usize) -> After {
    After(Box::new(move || {
        dynamic::set_pin_budget(PIN_BUDGET);
        match dynamic::stats().pinned - n_before {
            0 => Ok(format!("{n_names} names, none pinned")),
            n_pinned => Err(format!("{n_pinned} names were pinned although the budget was 0")),
        }
    }))
}

fn hit_8() -> Result<Group, String> {
    hit("hit-8", "dynamic hit + drop, 8 bytes", Some(0.32), &names(3, N_NAMES, |_| 8))
}

fn hit_16() -> Result<Group, String> {
    let texts = names(4, N_NAMES, |_| 16);
    let group = hit("hit-16", "dynamic hit + drop, 16 bytes", Some(0.32), &texts)?;
    let bars = &[("ustr", 0.60), ("hstr", 0.60), ("lasso Rodeo", 0.70), ("string-interner", 1.1)];
    Ok(Group { bars, cases: with_others(group.cases, &texts)?, ..group })
}

fn hit_32() -> Result<Group, String> {
    hit("hit-32", "dynamic hit + drop, 32 bytes", Some(0.32), &names(5, N_NAMES, |_| 32))
}

fn hit_128() -> Result<Group, String> {
    hit("hit-128", "dynamic hit + drop, 128 bytes", Some(0.45), &names(17, N_NAMES, |_| 128))
}

fn hit_512() -> Result<Group, String> {
    hit("hit-512", "dynamic hit + drop, 512 bytes", Some(0.45), &names(18, N_NAMES, |_| 512))
}

fn hit_10k() -> Result<Group, String> {
    hit("hit-10k", "dynamic hit + drop, 16 bytes, 10k names", None, &names(6, 10_000, |_| 16))
}

fn hit_unpinned() -> Result<Group, String> {
    dynamic::set_pin_budget(0);
    let texts = names(7, N_NAMES, |_| 16);
    let n_pinned_before = dynamic::stats().pinned;
    let group = hit("hit-unpinned", "dynamic hit + drop, 16 bytes, not pinned", Some(0.55), &texts)?;
    let cases = with_others(group.cases, &texts)?;
    Ok(Group { bars: &[("ustr", 1.15)], cases, after: never_pinned(n_pinned_before, texts.len()), ..group })
}

fn churn() -> Result<Group, String> {
    let texts = names(8, N_NAMES, |_| 16);
    let n_pinned_before = dynamic::stats().pinned;
    check_both::<Ours, Base>(&texts, Storage::Dynamic)?;
    let cases = same(texts.len(), || ops::make::<Ours>(texts.clone()), || ops::make::<Base>(texts.clone()));
    let after = pinned_since(n_pinned_before, texts.len());
    Ok(Group {
        name: "churn",
        title: "make + drop again and again, no other holder",
        target: Some(0.40),
        bars: &[],
        cases,
        after,
    })
}

fn miss() -> Result<Group, String> {
    misses("miss", "miss + drop, 16 bytes, few live", 0.90, 0, &Texts::from([]))
}

fn miss_20k_live() -> Result<Group, String> {
    misses("miss-20k-live", "miss + drop, 16 bytes, 20k live", 1.10, 1 << 30, &names(10, 20_000, |_| 16))
}

fn miss_100k_live() -> Result<Group, String> {
    misses("miss-100k-live", "miss + drop, 16 bytes, 100k live", 0.20, 2 << 30, &names(19, 100_000, |_| 16))
}

/// Makes the cases of a miss beside the names in `live`; `first` numbers the new names, and groups lie far apart.
fn misses(
    name: &'static str,
    title: &'static str,
    target: f64,
    first: u32,
    live: &Texts,
) -> Result<Group, String> {
    check_both::<Ours, Base>(live, Storage::Dynamic)?;
    let held = (hold::<Ours>(live), hold::<Base>(live));
    let n_others = live.len();
    let n_live_before = dynamic::stats().live;
    // A third of the numbers between two groups for each case, although a name may come back once it was dropped.
    let far = (1 << 30) / 3;
    let cases = cases(
        ops::N_MISSES,
        ops::miss::<Ours>(first),
        ops::miss::<Base>(first + far),
        ops::miss::<Base>(first + 2 * far),
    );
    let after = After(Box::new(move || {
        let n_live = dynamic::stats().live;
        drop(held);
        match n_live == n_live_before {
            true => Ok(format!("new names, {n_others} others live")),
            false => Err(format!(
                "{n_live_before} names were live before the first round, {n_live} behind the last"
            )),
        }
    }));
    Ok(Group { name, title, target: Some(target), bars: &[], cases, after })
}

fn hold<N: Name>(texts: &[Box<str>]) -> Vec<N> {
    texts.iter().map(|text| N::intern(text)).collect()
}

fn clone() -> Result<Group, String> {
    let texts = names(12, N_NAMES, |_| 16);
    let n_pinned_before = dynamic::stats().pinned;
    check_both::<Ours, Base>(&texts, Storage::Dynamic)?;
    // Pinned as a hot name would be: the clones of the next group show the other state.
    let pins: Vec<Ours> = texts.iter().map(|text| Ours::intern(text).pin()).collect();
    let cases = same(texts.len(), || ops::clone::<Ours>(&texts), || ops::clone::<Base>(&texts));
    drop(pins);
    let after = pinned_since(n_pinned_before, texts.len());
    Ok(Group { name: "clone", title: "clone + drop, dynamic, pinned", target: None, bars: &[], cases, after })
}

fn clone_unpinned() -> Result<Group, String> {
    dynamic::set_pin_budget(0);
    let texts = names(13, N_NAMES, |_| 16);
    let n_pinned_before = dynamic::stats().pinned;
    check_both::<Ours, Base>(&texts, Storage::Dynamic)?;
    let cases = same(texts.len(), || ops::clone::<Ours>(&texts), || ops::clone::<Base>(&texts));
    let after = never_pinned(n_pinned_before, texts.len());
    Ok(Group {
        name: "clone-unpinned",
        title: "clone + drop, dynamic, not pinned",
        target: None,
        bars: &[],
        cases,
        after,
    })
}

fn equal() -> Result<Group, String> {
    let texts = names(14, N_NAMES, |_| 16);
    check_both::<Ours, Base>(&texts, Storage::Dynamic)?;
    let mut rng = Rng::new(15);
    // Half of the pairs are equal, in an order that no branch predictor learns by counting.
    let partners: Vec<usize> =
        (0..N_NAMES).map(|own| if rng.below(2) == 0 { own } else { rng.below(N_NAMES) }).collect();
    let cases =
        same(texts.len(), || ops::equal::<Ours>(&texts, &partners), || ops::equal::<Base>(&texts, &partners));
    let after = plain(format!("{N_NAMES} pairs"));
    Ok(Group { name: "eq", title: "compare two atoms, dynamic", target: None, bars: &[], cases, after })
}

fn text() -> Result<Group, String> {
    let texts = names(16, N_NAMES, |_| 16);
    check_both::<Ours, Base>(&texts, Storage::Dynamic)?;
    let cases = same(texts.len(), || ops::text::<Ours>(&texts), || ops::text::<Base>(&texts));
    let after = plain(format!("{N_NAMES} names"));
    Ok(Group {
        name: "text",
        title: "read length and first byte, dynamic",
        target: None,
        bars: &[],
        cases,
        after,
    })
}
