//! A process of one of the html5ever builds, and the lines that go to and fro.
//!
//! A module of its own because it is the one place that knows the protocol; `html/src/main.rs` is the other side.
//! Words are separated by tabs, one line asks, one line answers:
//!
//! ```text
//!                          hello 1 <type of the atoms> <pinned, or why not>      at the start
//! load <set> <folder>      loaded <pages> <bytes>
//! time <set> <variant>     time <nanoseconds to parse> <nanoseconds to drop>
//! tree <set> <variant>     tree <hash> <bytes> <elements> <attributes>
//! quit                     (the process ends)
//! anything else            error <reason>
//! ```
//!
//! A variant above 0 replaces the marker in every name by that number first, outside the time.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running process; it ends when this is dropped.
#[derive(Debug)]
pub struct Server {
    /// The full path of its atoms' type.
    pub type_name: String,
    /// Whether it was bound to a core, in words.
    pub pinning: String,
    label: String,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// What a process says of the trees of a page set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// FNV-1a of the serialised trees.
    pub hash: String,
    /// Their bytes.
    pub n_bytes: u64,
    /// Elements in them.
    pub n_elements: u64,
    /// Attributes of those.
    pub n_attributes: u64,
}

impl Server {
    /// Starts `binary`, bound to `core`.
    ///
    /// # Errors
    /// When it does not start or does not greet as expected.
    pub fn start(binary: &Path, core: Option<usize>) -> Result<Self, String> {
        let label = binary.display().to_string();
        let mut command = Command::new(binary);
        command.args(core.map(|core| core.to_string())).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("cannot start {label}: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{label} has no pipes"));
        };
        let output = BufReader::new(output);
        let (type_name, pinning) = (String::new(), String::new());
        let mut server = Self { type_name, pinning, label, child, input, output };
        let [version, type_name, pinning] = server.answer("hello")?;
        if version != "1" {
            return Err(format!(
                "{} speaks version {version} of the protocol, not 1: build it again",
                server.label
            ));
        }
        (server.type_name, server.pinning) = (type_name, pinning);
        Ok(server)
    }

    /// Makes it read the pages of `folder` as the set `name`.
    ///
    /// # Errors
    /// What the process says, or that it has gone.
    pub fn load(&mut self, name: &str, folder: &Path) -> Result<(), String> {
        self.ask("load", name, &folder.display().to_string())?;
        let [_, _] = self.answer("loaded")?;
        Ok(())
    }

    /// Parses and drops a set once and returns the milliseconds of both.
    ///
    /// # Errors
    /// What the process says, or that it has gone.
    pub fn time(&mut self, name: &str, variant: u32) -> Result<(f64, f64), String> {
        self.ask("time", name, &variant.to_string())?;
        let [parse, drop] = self.answer("time")?;
        Ok((self.number::<f64>(&parse)? / 1e6, self.number::<f64>(&drop)? / 1e6))
    }

    /// Parses a set and describes its trees.
    ///
    /// # Errors
    /// What the process says, or that it has gone.
    pub fn tree(&mut self, name: &str, variant: u32) -> Result<Tree, String> {
        self.ask("tree", name, &variant.to_string())?;
        let [hash, n_bytes, n_elements, n_attributes] = self.answer("tree")?;
        Ok(Tree {
            hash,
            n_bytes: self.number(&n_bytes)?,
            n_elements: self.number(&n_elements)?,
            n_attributes: self.number(&n_attributes)?,
        })
    }

    fn ask(&mut self, command: &str, name: &str, rest: &str) -> Result<(), String> {
        writeln!(self.input, "{command}\t{name}\t{rest}")
            .map_err(|error| format!("{} has gone: {error}", self.label))
    }

    /// Reads a line that starts with `kind` and has `N` more words.
    fn answer<const N: usize>(&mut self, kind: &str) -> Result<[String; N], String> {
        let mut line = String::new();
        self.output.read_line(&mut line).map_err(|error| format!("{} has gone: {error}", self.label))?;
        if line.is_empty() {
            return Err(format!("{} ended; its own message stands above", self.label));
        }
        words(line.trim_end_matches(['\r', '\n']), kind).map_err(|error| format!("{}: {error}", self.label))
    }

    fn number<T: std::str::FromStr>(&self, word: &str) -> Result<T, String> {
        word.parse().map_err(|_| format!("{}: {word:?} is not a number", self.label))
    }
}

/// Splits an answer into its `N` words.
fn words<const N: usize>(line: &str, kind: &str) -> Result<[String; N], String> {
    let mut words = line.split('\t').map(str::to_owned);
    match words.next() {
        Some(first) if first == kind => {}
        Some(first) if first == "error" => return Err(words.collect::<Vec<_>>().join(" ")),
        _ => return Err(format!("expected {kind}, not {line:?}")),
    }
    let words: Vec<String> = words.collect();
    words.try_into().map_err(|_| format!("{kind} has {N} words more, not those of {line:?}"))
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have ended already, of itself or by an error that was reported; then both fail.
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests;
