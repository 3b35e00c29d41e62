//! The families of names that an attacker, or just an odd program, may intern.
//!
//! A module of its own so that the list reads as one table. Invariant: a family and its partner have names of the same
//! lengths and the same number of them, so that only the choice of names differs.

use super::search::{LEN, Wanted, search};
use super::{BaseName, KEY};
use crate::names::Names;
use ahash::RandomState;
use std::hash::{BuildHasher, Hasher};

/// One family.
pub(super) struct Family {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    /// The family of random names that it is compared with.
    pub(super) partner: &'static str,
    /// Whether the process has a key that is known.
    pub(super) is_keyed: bool,
    /// Whether the hash of string_cache agrees in the bits of `mask`.
    pub(super) is_of_base: bool,
    /// Whether the hash of our table does.
    pub(super) is_of_ours: bool,
    pub(super) mask: u64,
    pub(super) value: u64,
    /// How many of the plan's names: all, or a part of them because they are hard to find.
    pub(super) part: usize,
    /// What the ratio to the partner may be, for ours.
    pub(super) target: Option<f64>,
    pub(super) make: Make,
}

/// How names come about.
#[derive(Clone, Copy)]
pub(super) enum Make {
    /// Random ones of a length.
    Random { seed: u64, len: usize },
    /// From their number.
    Numbered(fn(usize) -> String),
    /// By search.
    Searched,
}

/// A family without anything special, to be filled in.
const PLAIN: Family = Family {
    name: "",
    title: "",
    partner: RANDOM,
    is_keyed: false,
    is_of_base: false,
    is_of_ours: false,
    mask: 0,
    value: 0,
    part: 1,
    target: None,
    make: Make::Searched,
};

const RANDOM: &str = "random";
/// The shard of our table: six bits of a hash; its slots use the high half, from the top.
const SHARD: u64 = 0x3f << 8;
/// A value that is neither all zeros nor all ones.
const VALUE: u64 = 0x5a5a_5a5a_5a5a_5a5a;

/// Every family; partners first.
pub(super) const ALL: [Family; 13] = [
    Family { name: RANDOM, title: "random, 16 B", make: Make::Random { seed: 1, len: LEN }, ..PLAIN },
    Family {
        name: "random-again",
        title: "control: random, 16 B",
        make: Make::Random { seed: 2, len: LEN },
        ..PLAIN
    },
    Family { name: "random-24", title: "random, 24 B", make: Make::Random { seed: 3, len: 24 }, ..PLAIN },
    Family {
        name: "collide",
        title: "one bucket of string_cache",
        is_of_base: true,
        mask: 0xfff,
        value: VALUE,
        target: Some(1.1),
        ..PLAIN
    },
    Family {
        name: "digits",
        title: "decimal numbers, 16 B",
        target: Some(1.1),
        make: Make::Numbered(|number| format!("{number:016}")),
        ..PLAIN
    },
    Family {
        name: "nul",
        title: "8 NULs, then 8 digits",
        target: Some(1.1),
        make: Make::Numbered(|number| format!("\0\0\0\0\0\0\0\0{number:08}")),
        ..PLAIN
    },
    Family {
        name: "ends",
        title: "equal first and last 8 of 24 B",
        partner: "random-24",
        target: Some(1.1),
        make: Make::Numbered(|number| format!("the-same{number:08}the-same")),
        ..PLAIN
    },
    Family {
        name: "keyed-random",
        title: "random under the known key",
        partner: "keyed-random",
        is_keyed: true,
        make: Make::Random { seed: 4, len: LEN },
        ..PLAIN
    },
    Family {
        name: "keyed-high",
        title: "known key: bits 52..63 agree",
        partner: "keyed-random",
        is_keyed: true,
        is_of_ours: true,
        mask: 0xfff << 52,
        value: VALUE,
        target: Some(3.0),
        ..PLAIN
    },
    Family {
        name: "keyed-low",
        title: "known key: bits 32..43 agree",
        partner: "keyed-random",
        is_keyed: true,
        is_of_ours: true,
        mask: 0xfff << 32,
        value: VALUE,
        target: Some(3.0),
        ..PLAIN
    },
    Family {
        name: "keyed-shard",
        title: "known key: shard, bits 58..63 agree",
        partner: "keyed-random",
        is_keyed: true,
        is_of_ours: true,
        mask: SHARD | 0x3f << 58,
        value: VALUE,
        target: Some(3.0),
        ..PLAIN
    },
    Family {
        name: "keyed-few-random",
        title: "random under the known key, few",
        partner: "keyed-few-random",
        is_keyed: true,
        part: 50,
        make: Make::Random { seed: 5, len: LEN },
        ..PLAIN
    },
    Family {
        name: "keyed-hard",
        title: "known key: shard, bits 50..63 agree, few",
        partner: "keyed-few-random",
        is_keyed: true,
        is_of_ours: true,
        mask: SHARD | 0x3fff << 50,
        value: VALUE,
        part: 50,
        target: Some(3.0),
        ..PLAIN
    },
];

/// Returns the family of that name.
pub(super) fn find(name: &str) -> Result<&'static Family, String> {
    ALL.iter().find(|family| family.name == name).ok_or_else(|| format!("there is no family {name:?}"))
}

impl Family {
    /// Makes its names; `cores` search.
    pub(super) fn names(&self, n_names: usize, cores: &[usize]) -> Result<Names, String> {
        let (mask, value) = (self.mask, self.value);
        match self.make {
            Make::Random { seed, len } => Ok(Names::random(seed, n_names, len, len)),
            Make::Numbered(name) => Ok((0..n_names).map(name).fold(Names::default(), |mut names, name| {
                names.push(&name);
                names
            })),
            Make::Searched if self.is_of_base => {
                search(&Wanted { hash: base_hash, mask, value }, n_names, cores)
            }
            Make::Searched => search(&Wanted { hash: our_hash, mask, value }, n_names, cores),
        }
    }
}

/// The hash by which string_cache chooses a bucket: SipHash under the key of the vocabulary, which is public.
fn base_hash(text: &str) -> u64 {
    let set = <<BaseName as Vocabulary>::Set as stock_string_cache::StaticAtomSet>::get();
    let hashes = phf_shared::hash(text, &set.key);
    u64::from(hashes.g) << 32 | u64::from(hashes.f1)
}

/// Names the set of an atom type.
trait Vocabulary {
    type Set: stock_string_cache::StaticAtomSet;
}

impl<S: stock_string_cache::StaticAtomSet> Vocabulary for stock_string_cache::Atom<S> {
    type Set = S;
}

/// The hash of our table under [`KEY`].
fn our_hash(text: &str) -> u64 {
    let [k0, k1, k2, k3] = KEY;
    let mut hasher = RandomState::with_seeds(k0, k1, k2, k3).build_hasher();
    hasher.write(text.as_bytes());
    hasher.finish()
}
