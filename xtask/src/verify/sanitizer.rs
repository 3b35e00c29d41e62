//! The checks `tsan` and `asan`: tests of atoms-core in a build that watches every access.
//!
//! One module for both because they differ in a flag and in the choice of tests. The standard library is
//! built with the same flag, else its accesses would go unseen. ThreadSanitizer knows nothing of fences;
//! atoms-core has none.

use std::env;

use super::Trouble;
use crate::process::Cmd;
use crate::{nightly, workspace};

/// Where sanitizers are supported and the checks have been tried.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// A build that watches.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sanitizer {
    /// For races: the tests with threads, since it makes programs many times slower.
    Thread,
    /// For wrong accesses and leaks: all tests.
    Address,
}

/// Runs the tests.
pub(super) fn run(sanitizer: Sanitizer) -> Result<(), Trouble> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu")) {
        return Err(Trouble::NotRun(format!("the sanitizers run on {TARGET} only: use such a machine")));
    }
    nightly::prepare_source().map_err(Trouble::NotRun)?;
    match sanitizer {
        Sanitizer::Thread => {
            test(sanitizer).args(["--test", "threads", "--test", "thread_exit"]).run()?;
            test(sanitizer).args(["--lib", "threads"]).run()?;
        }
        Sanitizer::Address => test(sanitizer).args(["--lib", "--tests"]).run()?,
    }
    Ok(())
}

/// The command that tests atoms-core; the choice of tests is left to the caller.
fn test(sanitizer: Sanitizer) -> Cmd {
    let (name, folder) = match sanitizer {
        Sanitizer::Thread => ("thread", "tsan"),
        Sanitizer::Address => ("address", "asan"),
    };
    Cmd::new("cargo")
        .env("RUSTFLAGS", rustflags(&format!("-Zsanitizer={name}")))
        // Optimised a little: the tests wait for each other.
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "1")
        .args(["+nightly", "test", "-Zbuild-std", "--no-fail-fast", "--package", "atoms-core"])
        .args(["--target", TARGET, "--target-dir"])
        .arg(workspace::target_dir().join(folder))
}

/// The flags of the environment and one more.
pub(super) fn rustflags(flag: &str) -> String {
    match env::var("RUSTFLAGS") {
        Ok(flags) if !flags.trim().is_empty() => format!("{flags} {flag}"),
        _ => flag.to_owned(),
    }
}
