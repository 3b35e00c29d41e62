//! `cargo xtask`: the development commands of this workspace, in plain Rust.
//!
//! One program, so that a fresh clone needs cargo alone, and so that CI runs what a developer runs.
//! This file only chooses the command; each command is a module with a `run` of its own.
//!
//! Exit codes: 0 for success, 1 when a check or a step failed, 2 for arguments that make no sense.

mod bench;
mod cli;
mod diff;
mod generate;
mod miri;
mod nightly;
mod process;
mod soak;
mod test;
mod tidy;
mod verify;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use lexopt::Arg;

const HELP: &str = "\
The development commands of the atoms workspace.

Usage: cargo xtask <COMMAND> [OPTIONS]

Commands:
  test    run every check that CI runs, in order, and stop at the first that fails
  bench   measure against the peers in one run
  gen     generate the vocabularies that ship, or one of your own
  tidy    check the rules of the workspace that neither rustc nor clippy knows
  soak    run threads against the table for minutes and check it all the time
  verify  run the long checks: Miri, loom, sanitizers, fuzzing, a soak

Every command explains itself: cargo xtask <COMMAND> --help

Examples:
  cargo xtask test                    before every commit
  cargo xtask test --only tidy        one step of it
  cargo xtask bench --quick           a first look at the speed
  cargo xtask gen                     after a change of atoms-core/vocab/*.txt
  cargo xtask soak --minutes 5        after a change of the dynamic table
  cargo xtask verify                  before a release";

fn main() -> ExitCode {
    match dispatch(lexopt::Parser::from_env()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => cli::report(&error),
    }
}

/// Runs the command that the first argument names.
fn dispatch(mut args: lexopt::Parser) -> Result<()> {
    let Some(first) = args.next()? else {
        cli::print_help(HELP);
        return Ok(());
    };
    match first {
        Arg::Short('h') | Arg::Long("help") => {
            cli::print_help(HELP);
            Ok(())
        }
        Arg::Value(name) => match name.to_str() {
            Some("test") => test::run(args),
            Some("bench") => bench::run(args),
            Some("gen") => generate::run(args),
            Some("tidy") => tidy::run(args),
            Some("soak") => soak::run(args),
            Some("verify") => verify::run(args),
            Some("help") => {
                cli::print_help(HELP);
                Ok(())
            }
            _ => Err(cli::usage(format!(
                "unknown command {name:?}: choose test, bench, gen, tidy, soak or verify"
            ))),
        },
        other => Err(cli::unexpected(&other)),
    }
}
