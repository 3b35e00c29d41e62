//! The arguments of the soak program.
//!
//! A file of its own because `cargo xtask soak` compiles it too: wrong arguments are refused before anything
//! is built.

use core::time::Duration;

use lexopt::{Arg, Error, ValueExt as _};

pub(crate) const HELP: &str = "\
Runs threads against the atom table for minutes and checks that nothing is lost, wrong or growing.

Usage: cargo xtask soak [OPTIONS]

Threads make names again and again (Zipf), names of one use, long texts and batches; they clone, drop, pin,
look, walk, trim, and set and remove limits. Several times a second all of them rest, and texts, handles,
counts and figures are compared with what they hold. When memory still grows after the first third of the
time, that is a failure too.

Options:
  --minutes N  how long, also 0.5 (default 10)
  --threads T  how many threads work at once (default 4)
  --seed S     the number from which all choices follow (default: one that is printed)

Exit code 0 when all held, 1 for a violation, which is printed with the seed. A seed repeats the choices of
every thread, not the order in which the system runs them.

Examples:
  cargo xtask soak --minutes 1
  cargo xtask soak --minutes 60 --threads 16
  cargo xtask soak --threads 2 --seed 42";

/// What the arguments ask for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Options {
    pub(crate) time: Duration,
    pub(crate) n_threads: usize,
    /// None: choose one.
    pub(crate) seed: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Self { time: Duration::from_secs(600), n_threads: 4, seed: None }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Request {
    Help,
    Run(Options),
}

/// Reads the arguments.
///
/// # Errors
/// A message for the user when they make no sense.
pub(crate) fn parse(mut args: lexopt::Parser) -> Result<Request, Error> {
    let mut options = Options::default();
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Short('h') | Arg::Long("help") => return Ok(Request::Help),
            Arg::Long("minutes") => options.time = time_of(&args.value()?.string()?)?,
            Arg::Long("threads") => options.n_threads = n_threads_of(&args.value()?.string()?)?,
            Arg::Long("seed") => options.seed = Some(args.value()?.parse()?),
            other => return Err(other.unexpected()),
        }
    }
    Ok(Request::Run(options))
}

/// Reads a number of minutes.
///
/// # Errors
/// When it is not a number above 0, or more than a year.
pub(crate) fn time_of(minutes: &str) -> Result<Duration, Error> {
    match minutes.parse::<f64>() {
        Ok(number) if 0.0 < number && number < 525_600.0 => Ok(Duration::from_secs_f64(number * 60.0)),
        _ => Err(format!("--minutes takes a number above 0, such as 0.5 or 10, not {minutes:?}").into()),
    }
}

fn n_threads_of(text: &str) -> Result<usize, Error> {
    match text.parse::<usize>() {
        Ok(number) if (1..=1024).contains(&number) => Ok(number),
        _ => Err(format!("--threads takes a number from 1 to 1024, not {text:?}").into()),
    }
}
