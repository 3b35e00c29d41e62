//! The check `fuzz`: the target `ops` of `atoms-core/fuzz`, for a number of executions.
//!
//! Separate because it says how the fuzzer is built and called. Executions come in rounds, each a process
//! of its own: what inputs pin stays in the table of a process for ever, so later inputs would find less and
//! less to pin. New inputs are kept in the target directory from run to run; the corpus is only read.

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context as _;

use super::Trouble;
use crate::process::Cmd;
use crate::{nightly, workspace};

/// Executions of one process.
const ROUND: u64 = 1_000_000;

/// Runs the target.
pub(super) fn run(n_runs: u64) -> Result<(), Trouble> {
    nightly::sysroot().map_err(Trouble::NotRun)?;
    if Cmd::new("cargo").args(["+nightly", "fuzz", "--version"]).output().is_err() {
        return Err(Trouble::NotRun("no cargo-fuzz: get it with `cargo install cargo-fuzz`".to_owned()));
    }
    let folder = workspace::target_dir().join("fuzz");
    let found = folder.join("corpus");
    fs::create_dir_all(&found).with_context(|| format!("cannot make {}", found.display()))?;
    let mut n_done = 0;
    while n_done < n_runs {
        let n_round = ROUND.min(n_runs - n_done);
        let options =
            [format!("-runs={n_round}"), format!("-seed={}", seed(n_done)), "-max_len=128".to_owned()];
        // Without a sanitizer, which `asan` has for the corpus, but with debug assertions: more executions.
        // Comparisons are not traced: keys and hashes are nothing that the fuzzer could guess.
        Cmd::new("cargo")
            .args(["+nightly", "fuzz", "run", "--fuzz-dir", "atoms-core/fuzz", "--target-dir"])
            .arg(&folder)
            .args(["-O", "-a", "--sanitizer", "none", "--no-trace-compares", "ops"])
            .arg(&found)
            .arg("atoms-core/fuzz/corpus/ops")
            .arg("--")
            .args(options)
            .arg("-verbosity=0")
            .run()?;
        n_done += n_round;
        println!("fuzz: {n_done} of {n_runs} executions");
    }
    Ok(())
}

/// A seed that differs from run to run and from round to round; the command shows it.
fn seed(n_done: u64) -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    1 + (time + n_done / ROUND) % u64::from(u32::MAX - 1)
}
