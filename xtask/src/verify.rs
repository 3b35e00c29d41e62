//! `cargo xtask verify`: checks that take longer than a developer waits before a commit.
//!
//! Separate from `test` so that the time of `test` stays bounded. Today it holds the long Miri runs:
//! three targets, so that byte order and pointer width are covered.

use std::time::Instant;

use anyhow::{Result, bail};
use lexopt::Arg;

use crate::{cli, miri};

/// A 64-bit little-endian, a 64-bit big-endian and a 32-bit target.
const MIRI_TARGETS: [&str; 3] =
    ["x86_64-unknown-linux-gnu", "s390x-unknown-linux-gnu", "i686-unknown-linux-gnu"];

const HELP: &str = "\
Runs the long checks; without a choice, all of them.

Usage: cargo xtask verify [--miri] [OPTIONS] [-- TEST-ARGS]

Checks:
  --miri           test atoms-core under Miri with strict provenance, on x86-64, s390x and i686

Options:
  --target TRIPLE  this target only; may be given several times
  --tree-borrows   Miri's second model of aliasing instead of the default one
  --seeds N        as many schedules of the threads for each test, instead of one
  TEST-ARGS        go to the test programs: a filter, --nocapture

Needs a nightly toolchain; a missing Miri component is added with rustup.

Examples:
  cargo xtask verify --miri
  cargo xtask verify --miri --target i686-unknown-linux-gnu -- threads
  cargo xtask verify --miri --seeds 64 -- dynamic::";

/// What the arguments ask for.
#[derive(Debug, Default)]
struct Options {
    targets: Vec<String>,
    flags: Vec<String>,
    test_args: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(mut args: lexopt::Parser) -> Result<()> {
    let mut options = Options::default();
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Short('h') | Arg::Long("help") => {
                cli::print_help(HELP);
                return Ok(());
            }
            Arg::Long("miri") => {}
            Arg::Long("target") => options.targets.push(cli::text_value(&mut args)?),
            Arg::Long("tree-borrows") => options.flags.push("-Zmiri-tree-borrows".to_owned()),
            Arg::Long("seeds") => options.flags.push(seeds_flag(&cli::text_value(&mut args)?)?),
            Arg::Value(value) => options.test_args.push(cli::into_text(value)?),
            other => return Err(cli::unexpected(&other)),
        }
    }
    if options.targets.is_empty() {
        options.targets = MIRI_TARGETS.map(str::to_owned).to_vec();
    }
    run_miri(&options)
}

/// Turns a number of schedules into Miri's flag.
fn seeds_flag(text: &str) -> Result<String> {
    match text.parse::<u32>() {
        Ok(n_seeds) if 0 < n_seeds => Ok(format!("-Zmiri-many-seeds=0..{n_seeds}")),
        _ => Err(cli::usage(format!("--seeds takes a number from 1, not {text:?}"))),
    }
}

fn run_miri(options: &Options) -> Result<()> {
    if let Err(reason) = miri::prepare() {
        bail!("Miri cannot run: {reason}");
    }
    let mut failed = Vec::new();
    for target in &options.targets {
        let start = Instant::now();
        let cmd = miri::test_command(Some(target), &options.flags).arg("--").args(&options.test_args);
        let result = cmd.run();
        let outcome = if result.is_ok() { "passed" } else { "failed" };
        println!("miri {target}: {outcome} in {:.0} s\n", start.elapsed().as_secs_f64());
        failed.extend(result.err());
    }
    println!("{} passed, {} failed", options.targets.len() - failed.len(), failed.len());
    if failed.is_empty() {
        return Ok(());
    }
    for error in failed {
        eprintln!("error: {error:#}");
    }
    Err(cli::reported())
}

#[cfg(test)]
mod tests;
