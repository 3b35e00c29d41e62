//! `cargo xtask verify`: checks that take longer than a developer waits before a commit.
//!
//! Separate from `test` so that the time of `test` stays bounded. This file runs the checks that were chosen
//! and sums up; each check is a module of its own.
//! Invariants: a check that could not run is never reported as passed, and says what would help; one that was
//! asked for by name and could not run makes the command fail.

mod fuzz;
mod loom;
mod miri;
mod options;
mod sanitizer;
mod soak;
mod summary;

use std::time::Instant;

use anyhow::{Error, Result};

use self::options::{Check, HELP, Options, Request};
use self::sanitizer::Sanitizer;
use self::summary::{Report, Verdict, summary, word};
use crate::cli;

/// Why a check has not passed.
#[derive(Debug)]
pub(super) enum Trouble {
    /// Something is missing: what, and how to get it.
    NotRun(String),
    Failed(Error),
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// Runs the command.
pub(crate) fn run(args: lexopt::Parser) -> Result<()> {
    let options = match options::parse(args)? {
        Request::Help => {
            cli::print_help(HELP);
            return Ok(());
        }
        Request::Run(options) => options,
    };
    let checks: Vec<Check> = Check::ALL.into_iter().filter(|check| options.has(*check)).collect();
    let mut reports = Vec::new();
    for (check_idx, check) in checks.iter().enumerate() {
        println!("\n==> {} ({} of {}): {}", check.name(), check_idx + 1, checks.len(), check.purpose());
        let start = Instant::now();
        let verdict = match run_check(*check, &options) {
            Ok(()) => Verdict::Passed,
            Err(Trouble::NotRun(reason)) => Verdict::NotRun(reason),
            Err(Trouble::Failed(error)) => Verdict::Failed(error),
        };
        let time = start.elapsed();
        println!("<== {}: {} in {:.0} s", check.name(), word(&verdict), time.as_secs_f64());
        reports.push(Report { check: *check, verdict, time });
    }
    print!("{}", summary(&reports));
    let is_bad = |report: &Report| match report.verdict {
        Verdict::Passed => false,
        Verdict::NotRun(_) => options.was_named(report.check),
        Verdict::Failed(_) => true,
    };
    if reports.iter().any(is_bad) { Err(cli::reported()) } else { Ok(()) }
}

fn run_check(check: Check, options: &Options) -> Result<(), Trouble> {
    match check {
        Check::Miri => miri::run(&options.miri),
        Check::Loom => loom::run(),
        Check::Tsan => sanitizer::run(Sanitizer::Thread),
        Check::Asan => sanitizer::run(Sanitizer::Address),
        Check::Fuzz => fuzz::run(options.n_runs),
        Check::Soak => soak::run(options.minutes.as_deref()),
    }
}
