//! The workload `intern`: single operations on atoms, ours against string_cache and other peers, in one process.
//!
//! A module of its own because these cases share their peers, their checks and their controls.
//! Invariants: [M-CHECK] a case has shown that it does what its name says before it is timed; [M-TWIN] every group runs
//! its string_cache case under a second label, and that ratio must be 1.

pub mod groups;
pub mod ops;

pub use crate::peers::{BASE, OURS};
use crate::stats::Summary;
use crate::timing::{self, Case};
use crate::verdict::Verdict;
use serde::Serialize;

/// The label of the same peer's second case.
pub const TWIN: &str = "string_cache again";

/// Cases that take turns, with what is checked after them.
#[derive(Debug)]
pub struct Group {
    /// The name on the command line and in the report.
    pub name: &'static str,
    /// What is measured, for the table.
    pub title: &'static str,
    /// The highest ratio that the design allows, where it names one.
    pub target: Option<f64>,
    /// The highest ratios that the design allows to other peers.
    pub bars: &'static [(&'static str, f64)],
    /// The cases: ours (unless the group is a control), the base, its twin, other peers.
    pub cases: Vec<Case<'static>>,
    /// Says in what state the atoms were while they were timed, or that it was the wrong one.
    pub after: After,
}

/// A check after the last round.
pub struct After(pub Box<dyn FnOnce() -> Result<String, String>>);

impl std::fmt::Debug for After {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("After")
    }
}

/// What came out of a group.
#[derive(Clone, Debug, Serialize)]
pub struct GroupResult {
    /// The group's name.
    pub name: &'static str,
    /// What was measured.
    pub title: &'static str,
    /// Nanoseconds per operation of ours; absent for the arithmetic control.
    pub ours_ns: Option<Summary>,
    /// Nanoseconds per operation of string_cache.
    pub base_ns: Summary,
    /// Ours to string_cache.
    pub ratio: Option<Summary>,
    /// The highest ratio that the design allows.
    pub target: Option<f64>,
    /// string_cache to itself.
    pub control: Summary,
    /// The other peers.
    pub others: Vec<OtherResult>,
    /// The state of the atoms while they were timed.
    pub note: String,
}

/// What came out of a group for a peer other than string_cache.
#[derive(Clone, Debug, Serialize)]
pub struct OtherResult {
    /// The peer.
    pub peer: &'static str,
    /// Nanoseconds per operation of the peer.
    pub ns: Summary,
    /// Ours to the peer.
    pub ratio: Summary,
    /// The highest ratio that the design allows.
    pub target: Option<f64>,
}

impl GroupResult {
    /// Judges the ratios for which the design sets a target.
    pub fn verdicts(&self) -> Vec<Verdict> {
        let base = self.ratio.zip(self.target).map(|(ratio, target)| (BASE, ratio.median, target));
        let others =
            self.others.iter().filter_map(|other| Some((other.peer, other.ratio.median, other.target?)));
        base.into_iter()
            .chain(others)
            .map(|(peer, ratio, target)| {
                let case = format!("{}: ns to those of {peer}", self.title);
                Verdict::at_most("intern", case, ratio, "x", target)
            })
            .collect()
    }
}

/// Measures every group in turn.
///
/// `stage` hears of each group's start, `tick` of each round.
///
/// # Errors
/// The first check that failed, with the name of its group.
pub fn run(
    n_rounds: usize,
    mut stage: impl FnMut(&str),
    mut tick: impl FnMut(),
) -> Result<Vec<GroupResult>, String> {
    let mut results = Vec::new();
    for (name, prepare) in groups::ALL {
        stage(name);
        let group = prepare().map_err(|error| format!("{name}: {error}"))?;
        results.push(measure(group, n_rounds, &mut tick).map_err(|error| format!("{name}: {error}"))?);
    }
    Ok(results)
}

fn measure(mut group: Group, n_rounds: usize, tick: impl FnMut()) -> Result<GroupResult, String> {
    let samples = timing::rounds(&mut group.cases, n_rounds, tick);
    let of = |label: &str| {
        let case_idx = group.cases.iter().position(|case| case.label == label)?;
        Some(&samples[case_idx])
    };
    let (Some(base), Some(twin)) = (of(BASE), of(TWIN)) else {
        return Err("a group has a base and its twin".to_owned());
    };
    let ours = of(OURS);
    let mut others = Vec::new();
    for (case, samples) in group.cases.iter().zip(&samples) {
        if let (Some(ours), false) = (ours, [OURS, BASE, TWIN].contains(&case.label)) {
            let bar = group.bars.iter().find(|(peer, _)| *peer == case.label);
            others.push(OtherResult {
                peer: case.label,
                ns: Summary::of(samples),
                ratio: Summary::of_ratios(ours, samples),
                target: bar.map(|(_, target)| *target),
            });
        }
    }
    Ok(GroupResult {
        name: group.name,
        title: group.title,
        ours_ns: ours.map(|ours| Summary::of(ours)),
        base_ns: Summary::of(base),
        ratio: ours.map(|ours| Summary::of_ratios(ours, base)),
        target: group.target,
        control: Summary::of_ratios(twin, base),
        others,
        note: (group.after.0)()?,
    })
}

#[cfg(test)]
mod tests;
