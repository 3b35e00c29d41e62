//! What `cargo xtask verify` is asked for.
//!
//! Separate from the run so that arguments are tested without running anything.
//! Invariant: an option of a check that does not run is refused, never ignored.

use anyhow::Result;
use lexopt::Arg;

use crate::{cli, soak};

/// A 64-bit little-endian, a 64-bit big-endian and a 32-bit target.
pub(super) const MIRI_TARGETS: [&str; 3] =
    ["x86_64-unknown-linux-gnu", "s390x-unknown-linux-gnu", "i686-unknown-linux-gnu"];

/// Executions of the fuzz target unless it is said.
pub(super) const N_RUNS: u64 = 20_000_000;

pub(super) const HELP: &str = "\
Runs the long checks; without a choice, all of them, and says of each whether it ran.

Usage: cargo xtask verify [CHECKS] [OPTIONS] [-- TEST-ARGS]

Checks:
  --miri  test atoms-core under Miri with strict provenance, on x86-64, s390x and i686
  --loom  run the models of the dynamic table in every order of their threads
  --tsan  run the tests with threads under ThreadSanitizer
  --asan  run the tests of atoms-core under AddressSanitizer, with its search for leaks
  --fuzz  run random sequences of operations against a plain map
  --soak  run threads for minutes and compare all the time; also: cargo xtask soak

Options of --miri:
  --target TRIPLE  this target only; may be given several times
  --tree-borrows   Miri's second model of aliasing instead of the default one
  --seeds N        as many schedules of the threads for each test, instead of one
  TEST-ARGS        go to the test programs: a filter, --nocapture

Options of --fuzz and --soak:
  --runs N         executions of the fuzz target (default 20000000)
  --minutes N      time of the soak (default 10)

All but --loom and --soak need a nightly toolchain, and --fuzz needs cargo-fuzz:
  rustup toolchain install nightly --component miri --component rust-src
  cargo install cargo-fuzz
A component that the nightly toolchain lacks is added with rustup; nothing else is installed.

Exit code 1 when a check failed, or when one that was chosen by name could not run.

Examples:
  cargo xtask verify                                    all of it, for hours
  cargo xtask verify --miri --target i686-unknown-linux-gnu -- threads
  cargo xtask verify --miri --seeds 64 -- dynamic::
  cargo xtask verify --tsan --asan                      both sanitizers
  cargo xtask verify --fuzz --runs 100000 --soak --minutes 1";

/// One of the checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    Miri,
    Loom,
    Tsan,
    Asan,
    Fuzz,
    Soak,
}

impl Check {
    /// All checks in the order in which they run: what fails fastest first.
    pub(super) const ALL: [Self; 6] =
        [Self::Loom, Self::Tsan, Self::Asan, Self::Soak, Self::Fuzz, Self::Miri];

    /// The name, which is also its option.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Miri => "miri",
            Self::Loom => "loom",
            Self::Tsan => "tsan",
            Self::Asan => "asan",
            Self::Fuzz => "fuzz",
            Self::Soak => "soak",
        }
    }

    pub(super) const fn purpose(self) -> &'static str {
        match self {
            Self::Miri => "no undefined behaviour in the tests of atoms-core, under Miri",
            Self::Loom => "the models of the table hold in every order",
            Self::Tsan => "no data race in the tests with threads",
            Self::Asan => "no wrong access and no leak in the tests of atoms-core",
            Self::Fuzz => "atoms agree with a plain map on random operations",
            Self::Soak => "nothing is lost or grows under threads, for minutes",
        }
    }

    fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|check| check.name() == name)
    }
}

/// What Miri runs.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct MiriOptions {
    pub(super) targets: Vec<String>,
    pub(super) flags: Vec<String>,
    pub(super) test_args: Vec<String>,
}

/// What the arguments ask for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Options {
    named: Vec<Check>,
    pub(super) miri: MiriOptions,
    pub(super) n_runs: u64,
    /// Time of the soak, as its own parser takes it.
    pub(super) minutes: Option<String>,
}

impl Options {
    /// Says whether the check runs.
    pub(super) fn has(&self, check: Check) -> bool {
        self.named.is_empty() || self.was_named(check)
    }

    /// Says whether the check was asked for by name.
    pub(super) fn was_named(&self, check: Check) -> bool {
        self.named.contains(&check)
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Request {
    Help,
    Run(Options),
}

/// Reads the arguments.
pub(super) fn parse(mut args: lexopt::Parser) -> Result<Request> {
    let mut options =
        Options { named: Vec::new(), miri: MiriOptions::default(), n_runs: N_RUNS, minutes: None };
    // Each option with the check that it belongs to.
    let mut given: Vec<(String, Check)> = Vec::new();
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Short('h') | Arg::Long("help") => return Ok(Request::Help),
            Arg::Long("target") => {
                given.push(("--target".to_owned(), Check::Miri));
                options.miri.targets.push(cli::text_value(&mut args)?);
            }
            Arg::Long("tree-borrows") => {
                given.push(("--tree-borrows".to_owned(), Check::Miri));
                options.miri.flags.push("-Zmiri-tree-borrows".to_owned());
            }
            Arg::Long("seeds") => {
                given.push(("--seeds".to_owned(), Check::Miri));
                options.miri.flags.push(seeds_flag(&cli::text_value(&mut args)?)?);
            }
            Arg::Long("runs") => {
                given.push(("--runs".to_owned(), Check::Fuzz));
                options.n_runs = n_runs(&cli::text_value(&mut args)?)?;
            }
            Arg::Long("minutes") => {
                given.push(("--minutes".to_owned(), Check::Soak));
                let minutes = cli::text_value(&mut args)?;
                soak::options::time_of(&minutes)?;
                options.minutes = Some(minutes);
            }
            Arg::Value(value) => {
                let value = cli::into_text(value)?;
                given.push((format!("{value:?}"), Check::Miri));
                options.miri.test_args.push(value);
            }
            Arg::Long(name) => match Check::of_name(name) {
                Some(check) => options.named.push(check),
                None => return Err(cli::unexpected(&Arg::Long(name))),
            },
            other => return Err(cli::unexpected(&other)),
        }
    }
    for (option, check) in given {
        if !options.has(check) {
            let name = check.name();
            return Err(cli::usage(format!("{option} belongs to --{name}, which was not chosen: add it")));
        }
    }
    if options.miri.targets.is_empty() {
        options.miri.targets = MIRI_TARGETS.map(str::to_owned).to_vec();
    }
    Ok(Request::Run(options))
}

/// Turns a number of schedules into Miri's flag.
fn seeds_flag(text: &str) -> Result<String> {
    match text.parse::<u32>() {
        Ok(n_seeds) if 0 < n_seeds => Ok(format!("-Zmiri-many-seeds=0..{n_seeds}")),
        _ => Err(cli::usage(format!("--seeds takes a number from 1, not {text:?}"))),
    }
}

/// Reads a number of executions; `_` and `,` may stand between digits.
fn n_runs(text: &str) -> Result<u64> {
    match text.replace(['_', ','], "").parse::<u64>() {
        Ok(n_runs) if 0 < n_runs => Ok(n_runs),
        _ => Err(cli::usage(format!("--runs takes a number from 1, not {text:?}"))),
    }
}

#[cfg(test)]
mod tests;
