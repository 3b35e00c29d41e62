//! Running other programs, above all cargo, so that a failure says how to repeat it.
//!
//! Separate so that every command prints what it starts and starts it in the same environment.
//! Invariant: a child does not see the variables that cargo set for xtask itself; they would make
//! crates that read them rebuild.

use core::fmt;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::workspace;

/// A command that can be shown as a line for the shell.
#[derive(Debug)]
pub(crate) struct Cmd {
    program: OsString,
    args: Vec<OsString>,
    envs: Vec<(String, String)>,
    cwd: Option<std::path::PathBuf>,
}

impl Cmd {
    /// Starts the description of a command; it runs in the root of the workspace.
    pub(crate) fn new(program: impl AsRef<OsStr>) -> Self {
        Self { program: program.as_ref().to_owned(), args: Vec::new(), envs: Vec::new(), cwd: None }
    }

    /// Adds one argument.
    pub(crate) fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.args.push(arg.as_ref().to_owned());
        self
    }

    /// Adds arguments.
    pub(crate) fn args<A: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = A>) -> Self {
        self.args.extend(args.into_iter().map(|arg| arg.as_ref().to_owned()));
        self
    }

    /// Sets a variable of the child's environment.
    pub(crate) fn env(mut self, name: &str, value: impl Into<String>) -> Self {
        self.envs.push((name.to_owned(), value.into()));
        self
    }

    /// Sets the directory that the child starts in.
    pub(crate) fn cwd(mut self, dir: impl AsRef<Path>) -> Self {
        self.cwd = Some(dir.as_ref().to_path_buf());
        self
    }

    /// Prints the command, runs it with our output, and fails when it fails.
    ///
    /// # Errors
    ///
    /// When the program cannot be started or does not exit with 0.
    pub(crate) fn run(&self) -> Result<()> {
        println!("$ {self}");
        let status = self.command().status().with_context(|| self.cannot_start())?;
        if !status.success() {
            bail!("`{self}` failed with {status}");
        }
        Ok(())
    }

    /// Runs the command in silence and returns its standard output.
    ///
    /// # Errors
    ///
    /// As [`Cmd::run`]; the message holds what the program wrote to standard error.
    pub(crate) fn output(&self) -> Result<String> {
        let output = self.command().stdin(Stdio::null()).output().with_context(|| self.cannot_start())?;
        if !output.status.success() {
            let reason = String::from_utf8_lossy(&output.stderr);
            bail!("`{self}` failed with {}: {}", output.status, reason.trim());
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn cannot_start(&self) -> String {
        format!("cannot start `{}`: is it installed and in PATH?", self.program.to_string_lossy())
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.args);
        for (name, _) in env::vars_os() {
            if name.to_str().is_some_and(is_set_by_cargo_run) {
                command.env_remove(name);
            }
        }
        command.envs(self.envs.iter().map(|(name, value)| (name, value)));
        command.current_dir(self.cwd.clone().unwrap_or_else(workspace::root));
        command
    }
}

/// Shows the command as one would type it.
impl fmt::Display for Cmd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.envs {
            write!(f, "{name}={} ", quoted(value))?;
        }
        f.write_str(&quoted(&self.program.to_string_lossy()))?;
        for arg in &self.args {
            write!(f, " {}", quoted(&arg.to_string_lossy()))?;
        }
        Ok(())
    }
}

/// Says whether `cargo run` sets this variable for the program that it runs.
fn is_set_by_cargo_run(name: &str) -> bool {
    name.starts_with("CARGO_PKG_")
        || matches!(
            name,
            "CARGO"
                | "CARGO_MANIFEST_DIR"
                | "CARGO_MANIFEST_PATH"
                | "CARGO_BIN_NAME"
                | "CARGO_CRATE_NAME"
                | "CARGO_PRIMARY_PACKAGE"
                | "OUT_DIR"
        )
}

/// Puts a word in quotes when a shell would split it.
pub(crate) fn quoted(word: &str) -> String {
    let is_plain =
        !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_=+./:,@%".contains(c));
    if is_plain { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests;
