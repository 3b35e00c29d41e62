//! The check `miri`: all tests of atoms-core on every target that was chosen.
//!
//! Separate from `crate::miri`, which the short run of `cargo xtask test` shares.

use std::time::Instant;

use anyhow::anyhow;

use super::Trouble;
use super::options::MiriOptions;
use crate::miri;

/// Runs the tests for each target, all of them whatever the first says.
pub(super) fn run(options: &MiriOptions) -> Result<(), Trouble> {
    miri::prepare().map_err(Trouble::NotRun)?;
    let mut failed = Vec::new();
    for target in &options.targets {
        let start = Instant::now();
        let cmd = miri::test_command(Some(target), &options.flags).arg("--").args(&options.test_args);
        let result = cmd.run();
        let outcome = if result.is_ok() { "passed" } else { "failed" };
        println!("miri {target}: {outcome} in {:.0} s\n", start.elapsed().as_secs_f64());
        if let Err(error) = result {
            failed.push(format!("{target}: {error:#}"));
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(Trouble::Failed(anyhow!(failed.join("; ")))) }
}
