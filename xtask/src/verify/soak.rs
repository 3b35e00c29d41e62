//! The check `soak`: the program of `cargo xtask soak`, for the default time unless it is said.
//!
//! Separate so that every check is a file.

use std::ffi::OsString;

use super::Trouble;
use crate::soak;

/// Runs the program.
pub(super) fn run(minutes: Option<&str>) -> Result<(), Trouble> {
    let args: Vec<OsString> =
        minutes.into_iter().flat_map(|minutes| ["--minutes".into(), minutes.into()]).collect();
    Ok(soak::run_with(&args)?)
}
