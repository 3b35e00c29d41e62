//! The result of a run: one value that becomes the table and `report.json`.
//!
//! A module of its own so that both show the same figures. Invariants: [R-NOISE] a control that moved by more than
//! [`LIMIT`] stands at the top of both; [R-ALL] every case that ran is shown, whichever way it went.

pub mod table;

use crate::attack::{self, AttackResult};
use crate::growth::{self, GrowthResult};
use crate::html::HtmlResult;
use crate::machine::Machine;
use crate::memory::{self, MemoryResult};
use crate::micro::GroupResult;
use crate::threads::{self, ThreadsResult};
use crate::verdict::Verdict;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The form of report.json; a field that changes its meaning or goes away raises it.
pub const SCHEMA: &str = "atoms-bench/1";

/// How far the ratio of a control may be from 1.
pub const LIMIT: f64 = 0.03;

/// The same where every figure is of a process of its own, whose place in memory moves it.
pub const PROCESS_LIMIT: f64 = 0.10;

/// Everything that a run found.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// `smoke`, `quick` or `full`.
    pub depth: &'static str,
    /// Whether a control moved or the rounds were too few, so that the figures mean nothing.
    pub is_noise: bool,
    /// The controls that moved.
    pub moved: Vec<Moved>,
    /// The machine.
    pub machine: Machine,
    /// What is compared with what.
    pub peers: Vec<String>,
    /// Rounds of each case of `intern`.
    pub n_rounds: usize,
    /// Where the pages come from, when `html` ran.
    pub pages: Option<String>,
    /// The workload `html`.
    pub html: Option<HtmlResult>,
    /// The workload `intern`.
    pub intern: Option<Vec<GroupResult>>,
    /// The workload `growth`.
    pub growth: Option<Vec<GrowthResult>>,
    /// The workload `attack`.
    pub attack: Option<Vec<AttackResult>>,
    /// The workload `threads`.
    pub threads: Option<Vec<ThreadsResult>>,
    /// The workload `memory`.
    pub memory: Option<Vec<MemoryResult>>,
    /// Every target of the design that was measured.
    pub targets: Vec<Verdict>,
}

/// A control that was not 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moved {
    /// The workload and the case.
    pub case: String,
    /// The median ratio of the same thing to itself.
    pub ratio: f64,
}

impl Report {
    /// Judges the controls and the targets; to be called when the results are in.
    pub fn judge(&mut self) {
        let html = self.html.iter().flat_map(|html| &html.sets);
        let html = html.map(|set| (format!("html {}", set.name), LIMIT, set.control.median));
        let intern = self.intern.iter().flatten();
        let intern = intern.map(|group| (format!("intern {}", group.name), LIMIT, group.control.median));
        let growth = self.growth.iter().flat_map(|results| growth::controls(results));
        let growth = growth.map(|(n, ratio)| (format!("growth, hits at {n}"), PROCESS_LIMIT, ratio));
        let attack = self.attack.iter().filter_map(|results| attack::control(results));
        let attack = attack.map(|ratio| ("attack, random names".to_owned(), PROCESS_LIMIT, ratio));
        self.moved = html
            .chain(intern)
            .chain(growth)
            .chain(attack)
            .filter(|(_, limit, ratio)| *limit < (ratio - 1.0).abs())
            .map(|(case, _, ratio)| Moved { case, ratio })
            .collect();
        self.is_noise = self.is_smoke() || !self.moved.is_empty();
        // Sizes of a smoke run are not those of the targets.
        self.targets = if self.is_smoke() { Vec::new() } else { self.verdicts() };
    }

    fn verdicts(&self) -> Vec<Verdict> {
        let intern = self.intern.iter().flatten().flat_map(GroupResult::verdicts);
        let html = self.html.iter().flat_map(HtmlResult::verdicts);
        let growth = self.growth.iter().flat_map(|results| growth::verdicts(results));
        let attack = self.attack.iter().flat_map(|results| attack::verdicts(results));
        let threads = self.threads.iter().flat_map(|results| threads::verdicts(results));
        let memory = self.memory.iter().flat_map(|results| memory::verdicts(results));
        intern.chain(html).chain(growth).chain(attack).chain(threads).chain(memory).collect()
    }

    /// Says whether the run was too short for any figure.
    pub fn is_smoke(&self) -> bool {
        self.depth == "smoke"
    }

    /// Returns the page sets for which the builds of html5ever disagree.
    pub fn wrong_sets(&self) -> Vec<&'static str> {
        let sets = self.html.iter().flat_map(|html| &html.sets);
        sets.filter(|set| !set.is_equal).map(|set| set.name).collect()
    }

    /// Writes report.json into `folder` and returns its path.
    ///
    /// # Errors
    /// What the file system reports.
    pub fn write(&self, folder: &Path) -> io::Result<PathBuf> {
        fs::create_dir_all(folder)?;
        let path = folder.join("report.json");
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        fs::write(&path, text)?;
        Ok(path)
    }
}

#[cfg(test)]
mod tests;
