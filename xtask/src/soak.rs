//! `cargo xtask soak`: builds the example `soak` of atoms-core as users build it, and runs it.
//!
//! Its own module because building is all that xtask does for it: what threads do, and what is checked,
//! stands in `atoms-core/examples/soak`.
//! Invariant: arguments are refused before anything is built, by the parser that the program itself uses.

use std::env::consts::EXE_SUFFIX;
use std::ffi::OsString;

use anyhow::Result;

use crate::process::Cmd;
use crate::{cli, workspace};

#[allow(dead_code, unreachable_pub, reason = "shared with the program, which uses the rest of it")]
#[path = "../../atoms-core/examples/soak/options.rs"]
pub(crate) mod options;

use self::options::Request;

/// Runs the command.
pub(crate) fn run(args: lexopt::Parser) -> Result<()> {
    let given: Vec<OsString> = args.clone().raw_args()?.collect();
    match options::parse(args)? {
        Request::Help => {
            cli::print_help(options::HELP);
            Ok(())
        }
        Request::Run(_) => run_with(&given),
    }
}

/// Builds the program and runs it with arguments that make sense.
pub(crate) fn run_with(args: &[OsString]) -> Result<()> {
    let target = workspace::target_dir();
    let build =
        Cmd::new("cargo").args(["build", "--release", "--package", "atoms-core", "--example", "soak"]);
    build.arg("--target-dir").arg(&target).run()?;
    Cmd::new(target.join("release/examples").join(format!("soak{EXE_SUFFIX}"))).args(args).run()
}
