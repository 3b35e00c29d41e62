//! The nightly toolchain: whether it is there, with the sources of the standard library.
//!
//! Separate because Miri, the sanitizers and the fuzzer all need it.
//! Invariant: no toolchain is installed, only components that one which is already there lacks.

use std::path::PathBuf;

use crate::process::Cmd;

/// Returns where the nightly toolchain lies; the error says how to get it.
pub(crate) fn sysroot() -> Result<PathBuf, String> {
    let sysroot = Cmd::new("rustc").args(["+nightly", "--print", "sysroot"]).output().map_err(|error| {
        format!(
            "no nightly toolchain ({error:#}); get it with \
             `rustup toolchain install nightly --component miri --component rust-src`"
        )
    })?;
    Ok(PathBuf::from(sysroot.trim()))
}

/// Says whether a toolchain has the sources of the standard library.
pub(crate) fn has_source(sysroot: &std::path::Path) -> bool {
    sysroot.join("lib/rustlib/src/rust/library").is_dir()
}

/// Adds components to the toolchain; `what` names what is missing otherwise.
pub(crate) fn add(components: &[&str], what: &str) -> Result<(), String> {
    let add = Cmd::new("rustup").args(["component", "add", "--toolchain", "nightly"]).args(components);
    add.run()
        .map_err(|error| format!("the nightly toolchain has no {what}, and it cannot be added: {error:#}"))
}

/// Makes the sources of the standard library ready, which a build with other flags compiles anew.
pub(crate) fn prepare_source() -> Result<(), String> {
    if has_source(&sysroot()?) {
        return Ok(());
    }
    add(&["rust-src"], "source of the standard library")
}
