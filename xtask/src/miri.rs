//! Miri: making sure that it is there, and the command that runs atoms-core under it.
//!
//! Separate because the short run of `test` and the long runs of `verify` must not differ in their flags.
//! Invariant: strict provenance is always on; nothing is installed but the components that a toolchain
//! which is already there lacks.

use std::env;

use crate::nightly;
use crate::process::Cmd;

/// The flag that every run has.
const STRICT: &str = "-Zmiri-strict-provenance";

/// Makes Miri ready; the error says why it cannot be had and what would help.
pub(crate) fn prepare() -> Result<(), String> {
    let sysroot = nightly::sysroot()?;
    let has_miri = Cmd::new("cargo").args(["+nightly", "miri", "--version"]).output().is_ok();
    if has_miri && nightly::has_source(&sysroot) {
        return Ok(());
    }
    nightly::add(&["miri", "rust-src"], "Miri")
}

/// Returns the command that tests atoms-core under Miri; `more_flags` go to Miri, after those of the
/// environment.
pub(crate) fn test_command(target: Option<&str>, more_flags: &[String]) -> Cmd {
    let mut flags = env::var("MIRIFLAGS").unwrap_or_default();
    for flag in [STRICT].into_iter().chain(more_flags.iter().map(String::as_str)) {
        if !flags.is_empty() {
            flags.push(' ');
        }
        flags.push_str(flag);
    }
    let cmd = Cmd::new("cargo").env("MIRIFLAGS", flags).args([
        "+nightly",
        "miri",
        "test",
        "--package",
        "atoms-core",
    ]);
    match target {
        Some(target) => cmd.args(["--target", target]),
        None => cmd,
    }
}
