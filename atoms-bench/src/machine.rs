//! Facts about the machine that a reader needs in order to judge a figure.
//!
//! A module of its own because all of it is best effort: what the system does not tell is `unknown`, never an error.

use crate::cpu;
use serde::Serialize;
use std::fs;
use std::process::Command;

/// What stands in the report of the machine.
#[derive(Clone, Debug, Serialize)]
pub struct Machine {
    /// The processor's own name.
    pub cpu: String,
    /// Cores that this process may use.
    pub n_cores: usize,
    /// Operating system and architecture.
    pub system: String,
    /// The compiler's version.
    pub rustc: String,
    /// `RUSTFLAGS`, when set: they change what is measured.
    pub rustflags: Option<String>,
    /// The commit of this repository, with `+changes` when files differ from it.
    pub commit: String,
    /// Load average over one, five and fifteen minutes before the first case.
    pub load_before: String,
    /// The same behind the last case.
    pub load_after: String,
    /// The clock.
    pub clock: &'static str,
    /// Whether the measuring thread is bound to a core, in words.
    pub pinning: String,
}

impl Machine {
    /// Binds this thread to the last core and collects what can be known; also returns that core.
    pub fn prepare() -> (Self, Option<usize>) {
        let n_cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (pinning, core) = match cpu::last_core().map(|core| (core, cpu::pin(core))) {
            Some((core, Ok(()))) => (format!("pinned to core {core}"), Some(core)),
            Some((core, Err(reason))) => (format!("not pinned: core {core}: {reason}"), None),
            None => ("not pinned: the system does not say which cores there are".to_owned(), None),
        };
        let machine = Self {
            cpu: cpu_name().unwrap_or_else(unknown),
            n_cores,
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            rustc: rustc().unwrap_or_else(unknown),
            rustflags: std::env::var("RUSTFLAGS").ok().filter(|flags| !flags.is_empty()),
            commit: commit().unwrap_or_else(unknown),
            load_before: load(),
            load_after: String::new(),
            clock: cpu::CLOCK,
            pinning,
        };
        (machine, core)
    }

    /// Notes the load at the end.
    pub fn finish(&mut self) {
        self.load_after = load();
    }
}

fn unknown() -> String {
    "unknown".to_owned()
}

fn cpu_name() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok();
    let line = text.as_deref().and_then(|text| text.lines().find(|line| line.starts_with("model name")));
    match line.and_then(|line| line.split_once(':')) {
        Some((_, name)) => Some(name.trim().to_owned()),
        None => output(Command::new("sysctl").args(["-n", "machdep.cpu.brand_string"])),
    }
}

fn rustc() -> Option<String> {
    output(Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())).arg("--version"))
}

fn commit() -> Option<String> {
    let folder = env!("CARGO_MANIFEST_DIR");
    let commit = output(Command::new("git").args(["-C", folder, "rev-parse", "--short=12", "HEAD"]))?;
    let changes =
        output(Command::new("git").args(["-C", folder, "status", "--porcelain", "--untracked-files=no"]));
    Some(if changes.is_some() { format!("{commit}+changes") } else { commit })
}

/// Returns what a program prints; `None` when it fails or prints nothing.
fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let words: Vec<&str> = text.split_whitespace().take(3).collect();
    if words.is_empty() { unknown() } else { words.join(" ") }
}
