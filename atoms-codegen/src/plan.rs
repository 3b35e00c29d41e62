//! What will be generated for a vocabulary, before any token is made.
//!
//! A module of its own because it is the only place that decides storage: it can be tested and explained
//! without reading generated code.
//!
//! Invariants: [L-SORTED] names are sorted by bytes and distinct, so that the order of input does not
//! matter; [L-STATIC] a name is static exactly when it is longer than `MAX_INLINE_LEN`, and its index is
//! its rank among the static names.

use std::collections::{BTreeMap, BTreeSet};

use crate::perfect::PerfectHash;
use crate::vocabulary::Name;

/// Text up to this length lives inside the handle.
pub const MAX_INLINE_LEN: usize = 7;

/// Where the text of a name lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// In the handle itself.
    Inline,
    /// In the table of the set, at this index.
    Static(u32),
}

/// The names of a set with their storage, and the perfect hash of the static ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    names: Vec<(String, Storage)>,
    aliases: BTreeMap<String, String>,
    perfect: PerfectHash,
}

impl Plan {
    /// Plans a set. Of equal names the first counts; an alias that names a text or another alias is left out.
    #[must_use]
    pub fn new(names: &[Name]) -> Self {
        let mut texts: BTreeSet<&str> = BTreeSet::new();
        let mut aliases: BTreeMap<String, String> = BTreeMap::new();
        for name in names {
            texts.insert(&name.text);
            if let Some(alias) = name.alias.as_ref().filter(|alias| crate::names::is_plain(alias)) {
                aliases.entry(alias.clone()).or_insert_with(|| name.text.clone());
            }
        }
        aliases.retain(|alias, _| !texts.contains(alias.as_str()));
        let mut n_static = 0;
        let place = |text: &str| {
            if text.len() <= MAX_INLINE_LEN {
                return (text.to_owned(), Storage::Inline);
            }
            n_static += 1;
            (text.to_owned(), Storage::Static(n_static - 1))
        };
        let names: Vec<_> = texts.into_iter().map(place).collect();
        let perfect = PerfectHash::new(&static_texts(&names).collect::<Vec<_>>());
        Self { names, aliases, perfect }
    }

    /// All names, sorted, each with its storage.
    pub fn names(&self) -> impl Iterator<Item = (&str, Storage)> {
        self.names.iter().map(|(text, storage)| (text.as_str(), *storage))
    }

    /// The static names in the order of their index.
    pub fn static_names(&self) -> impl Iterator<Item = &str> {
        static_texts(&self.names)
    }

    /// Further identifiers, each with the text it stands for.
    #[must_use]
    pub fn aliases(&self) -> &BTreeMap<String, String> {
        &self.aliases
    }

    /// The perfect hash of the static names.
    #[must_use]
    pub fn perfect(&self) -> &PerfectHash {
        &self.perfect
    }
}

fn static_texts(names: &[(String, Storage)]) -> impl Iterator<Item = &str> {
    names.iter().filter(|(_, storage)| *storage != Storage::Inline).map(|(text, _)| text.as_str())
}

#[cfg(test)]
mod tests;
