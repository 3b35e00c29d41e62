//! `--instructions`: how many instructions our operations take, compared with a record in the repository.
//!
//! A module of its own because it times nothing: counts do not depend on how busy the machine is, so CI can judge them.
//! A count is the difference between a long and a short run of one case, divided by the operations between them, so that
//! the start of the process is in neither.

pub mod cases;
mod record;

use crate::options::Instructions;
use record::{Record, TOLERANCE};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How the user gets Valgrind.
pub const INSTALL: &str =
    "install Valgrind (apt install valgrind, dnf install valgrind, pacman -S valgrind) to count instructions";

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No operation got worse, or the record cannot be compared; the text says which.
    Good(String),
    /// An operation takes more than the record allows.
    Worse(String),
    /// There is no Valgrind.
    Absent,
}

/// Returns the path of the record.
pub fn record_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("record/instructions.txt")
}

/// Counts every operation and compares it with the record, or writes the record.
///
/// `stage` hears of each operation.
///
/// # Errors
/// A case that fails, or a record that cannot be read or written.
pub fn run(program: &Path, mode: Instructions, mut stage: impl FnMut(&str)) -> Result<Outcome, String> {
    if !has_valgrind() {
        return Ok(Outcome::Absent);
    }
    let (rustc, target) = compiler()?;
    let mut now = Record { rustc, target, counts: Vec::new() };
    for case in &cases::ALL {
        stage(case.name);
        let [short, long] = case.n_passes;
        let n_ops = (long - short) * case.n_ops;
        let between = count(program, case.name, long)?.saturating_sub(count(program, case.name, short)?);
        now.counts.push((case.name.to_owned(), between as f64 / n_ops as f64));
    }
    let path = record_path();
    if mode == Instructions::Record {
        let folder = path.parent().ok_or("the record has a folder")?;
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, now.to_text()));
        written.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        return Ok(Outcome::Good(format!("{}\nwritten to {}", now.to_text().trim_end(), path.display())));
    }
    let text = fs::read_to_string(&path).map_err(|error| {
        format!(
            "cannot read {}: {error}; `cargo xtask bench --instructions --record` writes it",
            path.display()
        )
    })?;
    Ok(compare(&Record::parse(&text)?, &now))
}

fn compare(before: &Record, now: &Record) -> Outcome {
    let changes = before.changes(now);
    let mut text = String::from("instructions per operation\n");
    for change in &changes {
        let figure = |count: Option<f64>| count.map_or_else(|| "-".to_owned(), |count| format!("{count:.1}"));
        let fraction =
            change.fraction().map_or_else(String::new, |fraction| format!("{:+.1} %", fraction * 100.0));
        let word = match (change.is_worse(), change.is_better()) {
            (true, _) => "  WORSE",
            (_, true) => "  better",
            _ => "",
        };
        let (before, now) = (figure(change.before), figure(change.now));
        let _ = writeln!(text, "  {:<18} record {before:>8}  now {now:>8}  {fraction:>8}{word}", change.name);
    }
    if let Some(difference) = before.difference(now) {
        let _ = write!(text, "not judged: {difference}; --record writes a new record");
        return Outcome::Good(text);
    }
    let n_worse = changes.iter().filter(|change| change.is_worse()).count();
    if 0 < n_worse {
        let limit = TOLERANCE * 100.0;
        let _ = write!(text, "{n_worse} operations take over {limit:.0} % more; --record accepts that");
        return Outcome::Worse(text);
    }
    text.push_str("no operation takes more than the record allows");
    if changes.iter().any(record::Change::is_better) {
        text.push_str("; some take less: --record keeps it so");
    }
    Outcome::Good(text)
}

/// Says whether Valgrind can be started.
fn has_valgrind() -> bool {
    let mut command = Command::new("valgrind");
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Counts the instructions of a whole process.
fn count(program: &Path, case: &str, n_passes: usize) -> Result<u64, String> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    command.arg(program).args([crate::cell::COMMAND, "instructions", case, &n_passes.to_string()]);
    let output = command.output().map_err(|error| format!("cannot start valgrind: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{command:?} failed with {}: {}", output.status, text.trim()));
    }
    // ==123== Collected : 4567
    let collected = text.lines().find_map(|line| line.split_once("Collected :"));
    collected
        .and_then(|(_, number)| number.trim().parse().ok())
        .ok_or_else(|| format!("Callgrind does not say what it has counted: {text}"))
}

/// Returns the version of the compiler and the target that it builds for by default.
fn compiler() -> Result<(String, String), String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output =
        Command::new(rustc).arg("-vV").output().map_err(|error| format!("cannot start rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let value =
        |key: &str| text.lines().find_map(|line| line.strip_prefix(key)).map(|value| value.trim().to_owned());
    value("rustc ")
        .zip(value("host:"))
        .ok_or_else(|| format!("rustc describes itself in another form: {text}"))
}

#[cfg(test)]
mod tests {
    //! What is judged, and what is only shown.

    use super::record::Record;
    use super::{Outcome, compare};

    #[test]
    fn worse_operation_is_named_unless_the_compiler_differs() {
        let record = |rustc: &str, count| Record {
            rustc: rustc.to_owned(),
            target: "t".to_owned(),
            counts: vec![("miss".to_owned(), count)],
        };
        let (before, same, other) = (record("1", 100.0), record("1", 110.0), record("2", 110.0));
        assert!(matches!(compare(&before, &same), Outcome::Worse(text) if text.contains("WORSE")));
        assert!(matches!(compare(&before, &other), Outcome::Good(text) if text.contains("not judged")));
        assert!(matches!(compare(&same, &before), Outcome::Good(_)));
    }
}
