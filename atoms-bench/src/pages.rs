//! The pages that the html workload parses, in four sets of the same content.
//!
//! A module of its own so that real pages, made-up pages and what is derived from them meet in one type.
//! Invariants: [P-SAME] the same source gives the same bytes on every machine; [P-STRUCT] a derived page holds the
//! same elements, attributes and text as its original inside `body`, under other names.

pub mod docs;
pub mod generate;
pub mod rename;
pub mod scan;

use crate::rng::Rng;
use scan::Token;
use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

/// The part of every name in the sets `distinct` and `fresh` that a pass may replace by its own number.
pub const MARKER: &str = "-v000-";

/// Suffixes that the sets `distinct` and `fresh` draw from.
pub const N_SUFFIXES: usize = 1650;

/// Pages and where they come from.
#[derive(Clone, Debug)]
pub struct Source {
    /// A sentence for the report.
    pub description: String,
    /// The text of each page.
    pub pages: Vec<String>,
}

impl Source {
    /// Collects about `n_bytes` of pages: the documentation of the toolchain, or made-up pages where it is absent.
    pub fn collect(n_bytes: usize) -> Self {
        match docs::folder() {
            Some(folder) => Self::from_docs(&folder, n_bytes)
                .unwrap_or_else(|error| Self::generated(n_bytes, &format!("{}: {error}", folder.display()))),
            None => Self::generated(n_bytes, "the rustup component rust-docs is not installed"),
        }
    }

    fn from_docs(folder: &Path, n_bytes: usize) -> io::Result<Self> {
        let pages = docs::collect(folder, n_bytes)?;
        let description = format!("{} pages of the Rust documentation in {}", pages.len(), folder.display());
        Ok(Self { description, pages })
    }

    /// Makes up about `n_bytes` of pages; `reason` says in the report why they are not real ones.
    pub fn generated(n_bytes: usize, reason: &str) -> Self {
        let pages = generate::pages(n_bytes);
        Self { description: format!("{} made-up pages, since {reason}", pages.len()), pages }
    }

    /// Derives the sets of the html workload.
    pub fn sets(&self) -> Vec<PageSet> {
        let renamed = |seed| -> Vec<String> {
            let mut rng = Rng::new(seed);
            let mut suffix = |name: &mut String| {
                let number = rng.below(N_SUFFIXES);
                name.push_str(&format!("{MARKER}{number:04}"));
            };
            self.pages.iter().map(|page| rename::rename(page, &mut suffix)).collect()
        };
        let custom = self.pages.iter().map(|page| rename::rename(page, &mut |name| name.push_str("-custom")));
        let distinct = renamed(0x5eed);
        vec![
            PageSet::new("standard", "standard pages", self.pages.clone()),
            PageSet::new("custom", "every name in the body made custom", custom.collect()),
            PageSet::new("distinct", "custom, with many distinct names", distinct.clone()),
            PageSet { is_fresh: true, ..PageSet::new("fresh", "distinct, new names every pass", distinct) },
        ]
    }
}

/// One row of the html workload: pages with names of one kind.
#[derive(Clone, Debug)]
pub struct PageSet {
    /// The name on the command line, in the report and of the folder on disk.
    pub name: &'static str,
    /// What sets it apart, for the table.
    pub title: &'static str,
    /// The text of each page.
    pub pages: Vec<String>,
    /// Whether every pass replaces [`MARKER`], so that no name has been seen before.
    pub is_fresh: bool,
    /// Tag and attribute names in the pages.
    pub names: NameCount,
}

impl PageSet {
    fn new(name: &'static str, title: &'static str, pages: Vec<String>) -> Self {
        let names = NameCount::of(&pages);
        Self { name, title, pages, is_fresh: false, names }
    }

    /// Returns the bytes of all pages.
    pub fn n_bytes(&self) -> usize {
        self.pages.iter().map(String::len).sum()
    }

    /// Writes one file a page into `folder`, whose older pages go away.
    ///
    /// # Errors
    /// What the file system reports.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder)?;
        for (page_idx, page) in self.pages.iter().enumerate() {
            fs::write(folder.join(format!("{page_idx:04}.html")), page)?;
        }
        Ok(())
    }
}

/// How often names occur in the tags of a page set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NameCount {
    /// Tag and attribute names in start and end tags: about what the parser interns.
    pub n_occurrences: usize,
    /// Different ones among them.
    pub n_distinct: usize,
    /// Different ones of 8 bytes or more, which no atom holds inline.
    pub n_long: usize,
}

impl NameCount {
    /// Counts the names in `pages`.
    pub fn of(pages: &[String]) -> Self {
        let mut n_occurrences = 0;
        let mut distinct = BTreeSet::new();
        for page in pages {
            scan::each(page, |token| {
                let mut see = |name: &str| {
                    n_occurrences += 1;
                    if !distinct.contains(name) {
                        distinct.insert(name.to_owned());
                    }
                };
                match token {
                    Token::Start(tag) => {
                        see(tag.name);
                        tag.attributes.iter().for_each(|attribute| see(attribute.name));
                    }
                    Token::End(name) => see(name),
                    Token::Text(_) | Token::Other(_) => {}
                }
            });
        }
        let n_long = distinct.iter().filter(|name| 8 <= name.len()).count();
        Self { n_occurrences, n_distinct: distinct.len(), n_long }
    }
}

#[cfg(test)]
mod tests;
