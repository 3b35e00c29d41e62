//! The check `loom`: unit tests of atoms-core that explore every order of a few threads.
//!
//! Separate because atoms-core is another program under `--cfg loom`: its atomics are those of the explorer,
//! so it has a target directory of its own.
//! Invariant: a run without models is not a run that passed.

use super::Trouble;
use super::sanitizer::rustflags;
use crate::process::Cmd;
use crate::workspace;

/// The part of a test's path that makes it a model.
const FILTER: &str = "loom";

/// Runs the models.
pub(super) fn run() -> Result<(), Trouble> {
    let test = || {
        Cmd::new("cargo")
            .env("RUSTFLAGS", rustflags("--cfg loom"))
            .args(["test", "--release", "--package", "atoms-core", "--lib", "--target-dir"])
            .arg(workspace::target_dir().join("loom"))
            .arg(FILTER)
    };
    let listing = test().args(["--", "--list"]).output()?;
    if !listing.lines().any(|line| line.ends_with(": test")) {
        return Err(Trouble::NotRun(format!("no unit test of atoms-core has `{FILTER}` in its path")));
    }
    Ok(test().run()?)
}
