//! What all commands share in reading arguments and in reporting errors.
//!
//! Separate from the commands so that a wrong argument looks and exits alike in each of them.
//! Invariants: a usage error exits with 2, any other with 1; what was printed already is not printed again.

use core::fmt;
use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

use anyhow::Error;
use lexopt::Arg;

/// Arguments that make no sense.
#[derive(Debug)]
struct UsageError(String);

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for UsageError {}

/// A failure whose reasons the user has seen already.
#[derive(Debug)]
struct Reported;

impl fmt::Display for Reported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the reasons are printed above")
    }
}

impl core::error::Error for Reported {}

/// Returns the error for arguments that make no sense; the process exits with 2.
pub(crate) fn usage(message: impl Into<String>) -> Error {
    Error::new(UsageError(message.into()))
}

/// Returns the usage error for an argument that the command does not know.
pub(crate) fn unexpected(arg: &Arg<'_>) -> Error {
    usage(match arg {
        Arg::Short(letter) => format!("unknown option -{letter}"),
        Arg::Long(name) => format!("unknown option --{name}"),
        Arg::Value(value) => format!("unexpected argument {value:?}"),
    })
}

/// Returns the error for a failure that was printed already; the process exits with 1.
pub(crate) fn reported() -> Error {
    Error::new(Reported)
}

/// Reads the value of an option as text.
pub(crate) fn text_value(args: &mut lexopt::Parser) -> anyhow::Result<String> {
    into_text(args.value()?)
}

/// Turns an argument into text.
pub(crate) fn into_text(value: OsString) -> anyhow::Result<String> {
    value.into_string().map_err(|value| usage(format!("the argument {value:?} is not valid Unicode")))
}

/// Prints a help text; a reader that has gone away is no error.
pub(crate) fn print_help(help: &str) {
    let _ = writeln!(std::io::stdout(), "{help}");
}

/// Prints an error with its causes and returns the exit code.
pub(crate) fn report(error: &Error) -> ExitCode {
    if error.is::<UsageError>() || error.is::<lexopt::Error>() {
        eprintln!("error: {error}");
        eprintln!("see `cargo xtask --help`, or `cargo xtask <COMMAND> --help`");
        return ExitCode::from(2);
    }
    if !error.is::<Reported>() {
        eprintln!("error: {error:#}");
    }
    ExitCode::FAILURE
}
