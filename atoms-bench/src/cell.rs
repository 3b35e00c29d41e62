//! Measurements that need a process of their own: how they are started, and how they answer.
//!
//! A module of its own because a table that was used before, by other names or another size, is another table: workloads
//! that look at growth, memory or attacks measure every *cell* in a fresh process. The runner starts itself, or the
//! program that counts allocations, with the hidden first argument [`COMMAND`].
//! Invariant: a cell writes one line of JSON to standard output, or an error to standard error and exits with 1.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// The first argument of a cell's process.
pub const COMMAND: &str = "cell";

/// Returns the program that runs now.
///
/// # Errors
/// The system does not tell.
pub fn this_program() -> Result<PathBuf, String> {
    std::env::current_exe().map_err(|error| format!("cannot tell which program this is: {error}"))
}

/// Measures one cell in a process of its own.
///
/// # Errors
/// The process cannot run, says that something is wrong, or answers in another form.
pub fn run<T: DeserializeOwned>(
    program: &Path,
    args: impl IntoIterator<Item = impl AsRef<OsStr>>,
) -> Result<T, String> {
    let mut command = Command::new(program);
    command.arg(COMMAND).args(args).stdin(Stdio::null()).stderr(Stdio::piped());
    let output = command.output().map_err(|error| format!("cannot start {}: {error}", program.display()))?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{command:?} failed with {}: {}", output.status, reason.trim()));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| {
        format!("{command:?} answered {:?}: {error}", String::from_utf8_lossy(&output.stdout))
    })
}

/// Writes what a cell has found, and returns the exit code of its process.
pub fn answer<T: Serialize>(result: Result<T, String>) -> ExitCode {
    let written = result.and_then(|value| {
        let line = serde_json::to_string(&value).map_err(|error| error.to_string())?;
        writeln!(std::io::stdout(), "{line}").map_err(|error| error.to_string())
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Reads argument number `idx` of a cell.
///
/// # Errors
/// It is missing or has another form.
pub fn arg<T: std::str::FromStr>(args: &[String], idx: usize) -> Result<T, String> {
    let text = args.get(idx).ok_or_else(|| format!("argument {idx} of the cell is missing"))?;
    text.parse().map_err(|_| format!("argument {idx} of the cell, {text:?}, has another form"))
}

/// Counts the CPU time that a cell may use, so that a quadratic table ends in time.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    start: std::time::Duration,
    limit: std::time::Duration,
}

/// Operations between two looks at the clock, which costs as much as about twenty of them.
const N_BETWEEN: usize = 4096;

impl Budget {
    /// Starts a budget of `millis` of thread CPU time.
    pub fn start(millis: u64) -> Self {
        Self { start: crate::cpu::thread_time(), limit: std::time::Duration::from_millis(millis) }
    }

    /// Does something for each item until the items or the time come to an end, at most about 4096 items late.
    ///
    /// Returns nanoseconds and operations at a few moments, the last of them at the end.
    pub fn each<T>(self, n_items: usize, items: impl Iterator<Item = T>, mut act: impl FnMut(T)) -> Timeline {
        let n_between = if n_items < 10 * N_BETWEEN { n_items.div_ceil(10).max(1) } else { N_BETWEEN };
        let begin = crate::cpu::thread_time();
        let mut points = Vec::with_capacity(n_items / n_between + 2);
        let mut n_done = 0;
        for item in items {
            act(item);
            n_done += 1;
            if n_done % n_between == 0 {
                let now = crate::cpu::thread_time();
                points.push((n_done, (now - begin).as_secs_f64() * 1e9));
                if self.limit < now - self.start {
                    break;
                }
            }
        }
        if points.last().is_none_or(|(n, _)| *n != n_done) {
            points.push((n_done, (crate::cpu::thread_time() - begin).as_secs_f64() * 1e9));
        }
        Timeline { points }
    }
}

/// How long a row of operations took, at a few moments.
#[derive(Clone, Debug)]
pub struct Timeline {
    points: Vec<(usize, f64)>,
}

impl Timeline {
    /// Returns how many operations there were.
    pub fn n_done(&self) -> usize {
        self.points.last().map_or(0, |(n, _)| *n)
    }

    /// Returns nanoseconds per operation over all of them.
    pub fn mean(&self) -> f64 {
        self.points.last().map_or(0.0, |(n, nanos)| nanos / (*n).max(1) as f64)
    }

    /// Returns nanoseconds per operation over about the last tenth.
    pub fn last_tenth(&self) -> f64 {
        let Some(&(n_done, end)) = self.points.last() else { return 0.0 };
        let before = self.points.iter().rev().find(|(n, _)| *n * 10 <= n_done * 9);
        let (n_before, begin) = before.copied().unwrap_or((0, 0.0));
        (end - begin) / (n_done - n_before).max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    //! The arithmetic of timelines, and the end of a budget.

    use super::{Budget, Timeline, arg};

    #[test]
    fn last_tenth_begins_at_or_before_nine_tenths() {
        let timeline = Timeline { points: vec![(50, 500.0), (90, 900.0), (100, 2900.0)] };
        assert_eq!((timeline.n_done(), timeline.mean(), timeline.last_tenth()), (100, 29.0, 200.0));
    }

    #[test]
    fn budget_ends_a_row() {
        let mut n_done = 0;
        let timeline = Budget::start(0).each(1_000_000, 0..1_000_000, |_| n_done += 1);
        assert_eq!(timeline.n_done(), n_done);
        assert!(n_done < 1_000_000);
        assert_eq!(Budget::start(1000).each(15, 0..15, |_| ()).n_done(), 15);
    }

    #[test]
    fn arguments_are_read_by_place() {
        let args = ["7".to_owned(), "x".to_owned()];
        assert_eq!(arg::<u64>(&args, 0), Ok(7));
        assert!(arg::<u64>(&args, 1).is_err() && arg::<u64>(&args, 2).is_err());
    }
}
