//! `cargo xtask test`: every check that a change must pass, in the order in which they fail fastest.
//!
//! One list for developers and for CI, so that what passes here passes there. What a step does stands in
//! `test::steps`; this file chooses, times and sums up.
//! Invariants: a step that could not run is reported as skipped with its reason, never as passed; the last
//! lines give the result of every step.

mod steps;

use core::time::Duration;
use std::time::Instant;

use anyhow::{Error, Result};
use lexopt::Arg;

use self::steps::{Outcome, STEPS, Step};
use crate::cli;

const HELP: &str = "\
Runs every check that a change must pass, in order, and stops at the first that fails.

Usage: cargo xtask test [OPTIONS]

Options:
  --only STEP   run this step only; may be given several times
  --skip STEP   leave this step out; may be given several times
  --keep-going  run the other steps after one has failed
  --list        list the steps

Examples:
  cargo xtask test                          all of it, as CI does
  cargo xtask test --only fmt --only tidy   in a second
  cargo xtask test --skip miri --skip bench without the slow end";

/// What the arguments ask for.
#[derive(Debug, Default)]
struct Options {
    only: Vec<&'static str>,
    skip: Vec<&'static str>,
    keeps_going: bool,
}

impl Options {
    /// Says whether the step was asked for.
    fn chooses(&self, step: &Step) -> bool {
        (self.only.is_empty() || self.only.contains(&step.name)) && !self.skip.contains(&step.name)
    }
}

/// How a step ended.
#[derive(Debug)]
enum Verdict {
    Passed,
    Skipped(String),
    Failed(Error),
    NotRun,
}

/// A step, how it ended, and its time.
#[derive(Debug)]
struct Report {
    name: &'static str,
    verdict: Verdict,
    time: Duration,
}

/// Runs the command.
pub(crate) fn run(mut args: lexopt::Parser) -> Result<()> {
    let mut options = Options::default();
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Short('h') | Arg::Long("help") => {
                cli::print_help(&format!("{HELP}\n\nSteps:\n{}", listing()));
                return Ok(());
            }
            Arg::Long("list") => {
                cli::print_help(listing().trim_end());
                return Ok(());
            }
            Arg::Long("only") => options.only.push(step_name(&cli::text_value(&mut args)?)?),
            Arg::Long("skip") => options.skip.push(step_name(&cli::text_value(&mut args)?)?),
            Arg::Long("keep-going") => options.keeps_going = true,
            other => return Err(cli::unexpected(&other)),
        }
    }
    let chosen: Vec<&Step> = STEPS.iter().filter(|step| options.chooses(step)).collect();
    if chosen.is_empty() {
        return Err(cli::usage("no step is left: see `cargo xtask test --list`"));
    }
    let reports = run_steps(&chosen, options.keeps_going);
    print!("{}", summary(&reports));
    if reports.iter().any(|report| matches!(report.verdict, Verdict::Failed(_))) {
        return Err(cli::reported());
    }
    Ok(())
}

/// Returns the name of a step as the list has it.
fn step_name(text: &str) -> Result<&'static str> {
    STEPS.iter().find(|step| step.name == text).map(|step| step.name).ok_or_else(|| {
        let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        cli::usage(format!("no step is named {text:?}: choose from {}", names.join(", ")))
    })
}

/// Returns the steps, one a line.
fn listing() -> String {
    STEPS.iter().map(|step| format!("  {:<9} {}\n", step.name, step.purpose)).collect()
}

/// Runs the steps in order; after a failure the rest is not run unless `keeps_going`.
fn run_steps(steps: &[&Step], keeps_going: bool) -> Vec<Report> {
    let mut reports: Vec<Report> = Vec::new();
    let mut has_failed = false;
    for (step_idx, step) in steps.iter().enumerate() {
        if has_failed && !keeps_going {
            reports.push(Report { name: step.name, verdict: Verdict::NotRun, time: Duration::ZERO });
            continue;
        }
        println!("\n==> {} ({} of {}): {}", step.name, step_idx + 1, steps.len(), step.purpose);
        let start = Instant::now();
        let verdict = match (step.run)() {
            Ok(Outcome::Passed) => Verdict::Passed,
            Ok(Outcome::Skipped(reason)) => Verdict::Skipped(reason),
            Err(error) => Verdict::Failed(error),
        };
        has_failed |= matches!(verdict, Verdict::Failed(_));
        let time = start.elapsed();
        println!("<== {}: {} in {:.1} s", step.name, word(&verdict), time.as_secs_f64());
        reports.push(Report { name: step.name, verdict, time });
    }
    reports
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Passed => "passed",
        Verdict::Skipped(_) => "skipped",
        Verdict::Failed(_) => "FAILED",
        Verdict::NotRun => "not run",
    }
}

/// Returns the closing lines: each step with its time, then the counts.
fn summary(reports: &[Report]) -> String {
    let mut out = String::from("\nstep        time  result\n");
    for Report { name, verdict, time } in reports {
        let reason = match verdict {
            Verdict::Skipped(reason) => format!(": {reason}"),
            Verdict::Failed(error) => format!(": {error:#}; again: cargo xtask test --only {name}"),
            Verdict::Passed | Verdict::NotRun => String::new(),
        };
        out += &format!("{name:<9} {:>4.0} s  {}{reason}\n", time.as_secs_f64(), word(verdict));
    }
    let count = |wanted: &str| reports.iter().filter(|report| word(&report.verdict) == wanted).count();
    out += &format!("\nsteps: {} passed, {} failed", count("passed"), count("FAILED"));
    for other in ["skipped", "not run"] {
        if 0 < count(other) {
            out += &format!(", {} {other}", count(other));
        }
    }
    let total: Duration = reports.iter().map(|report| report.time).sum();
    out += &format!(" in {:.0} s\n", total.as_secs_f64());
    out
}

#[cfg(test)]
mod tests;
