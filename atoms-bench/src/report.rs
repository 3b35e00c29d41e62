//! The result of a run: one value that becomes the table and `report.json`.
//!
//! A module of its own so that both show the same figures. Invariants: [R-NOISE] a control that moved by more than
//! [`LIMIT`] stands at the top of both; [R-ALL] every case that ran is shown, whichever way it went.

pub mod table;

use crate::html::HtmlResult;
use crate::machine::Machine;
use crate::micro::GroupResult;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The form of report.json; a field that changes its meaning or goes away raises it.
pub const SCHEMA: &str = "atoms-bench/1";

/// How far the ratio of a control may be from 1.
pub const LIMIT: f64 = 0.03;

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
    pub peers: Vec<&'static str>,
    /// Rounds of each case of `intern`.
    pub n_rounds: usize,
    /// Where the pages come from, when `html` ran.
    pub pages: Option<String>,
    /// The workload `html`.
    pub html: Option<HtmlResult>,
    /// The workload `intern`.
    pub intern: Option<Vec<GroupResult>>,
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
    /// Judges the controls; to be called when the results are in.
    pub fn judge(&mut self) {
        let html =
            self.html.iter().flat_map(|html| &html.sets).map(|set| ("html", set.name, set.control.median));
        let intern = self.intern.iter().flatten().map(|group| ("intern", group.name, group.control.median));
        self.moved = html
            .chain(intern)
            .filter(|(_, _, ratio)| LIMIT < (ratio - 1.0).abs())
            .map(|(workload, name, ratio)| Moved { case: format!("{workload} {name}"), ratio })
            .collect();
        self.is_noise = self.is_smoke() || !self.moved.is_empty();
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
