//! The closing table of `cargo xtask verify`.
//!
//! Separate so that it is tested without running a check.

use core::time::Duration;

use anyhow::Error;

use super::options::Check;

/// How a check ended.
#[derive(Debug)]
pub(super) enum Verdict {
    Passed,
    /// It could not run, for this reason.
    NotRun(String),
    Failed(Error),
}

/// A check, how it ended, and its time.
#[derive(Debug)]
pub(super) struct Report {
    pub(super) check: Check,
    pub(super) verdict: Verdict,
    pub(super) time: Duration,
}

pub(super) fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Passed => "passed",
        Verdict::NotRun(_) => "not run",
        Verdict::Failed(_) => "FAILED",
    }
}

/// Returns the table: a line for each check, then the counts.
pub(super) fn summary(reports: &[Report]) -> String {
    let mut out = String::from("\ncheck  outcome     time  reason\n");
    for Report { check, verdict, time } in reports {
        let reason = match verdict {
            Verdict::Passed => check.purpose().to_owned(),
            Verdict::NotRun(reason) => reason.clone(),
            Verdict::Failed(error) => format!("{error:#}"),
        };
        // One line each, whatever a program has said.
        let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
        out +=
            &format!("{:<5}  {:<7} {:>6.0} s  {reason}\n", check.name(), word(verdict), time.as_secs_f64());
    }
    let count = |wanted: &str| reports.iter().filter(|report| word(&report.verdict) == wanted).count();
    let (passed, failed, not_run) = (count("passed"), count("FAILED"), count("not run"));
    out += &format!("\nchecks: {passed} passed, {failed} failed, {not_run} not run\n");
    out
}

#[cfg(test)]
mod tests;
