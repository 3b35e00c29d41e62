//! The arguments of `cargo xtask bench` and of the runner binary.
//!
//! A file of its own, with nothing of this crate, because xtask includes it by path: it must refuse a wrong argument
//! before it builds anything, and must not build the whole benchmark in order to know the arguments. Its tests are in
//! `tests/options.rs`, since a file that is included by path has no folder of its own.

use lexopt::Arg;
use std::ffi::OsString;
use std::path::PathBuf;

/// The help text.
pub const HELP: &str = "\
Measures atoms against string_cache in one run: cases take turns, in thread CPU time, and every figure is a ratio.

Usage: cargo xtask bench [WORKLOAD...] [OPTIONS]

Workloads (all of them unless named):
  intern  single operations: inline, static, hit, miss, clone, compare
  html    html5ever over string_cache and over atoms, on four sets of pages
Planned, not here yet: growth, attack, threads, memory, compile, dns, headers, manifest

Options:
  --quick          fewer rounds and smaller pages: a first look, in under four minutes from a clean clone
  --smoke          two rounds, tiny pages: checks every result, its times mean nothing
  --made-up-pages  generated pages even where the Rust documentation is installed
  --report DIR     where report.json goes (default: bench in cargo's target directory)
  -h, --help       this text

A run whose controls move by more than 3 % says so at the top: its figures are noise, run it again on a quiet machine.

Examples:
  cargo xtask bench --quick            the main job on real pages, and the single operations
  cargo xtask bench html --quick       html5ever only
  cargo xtask bench intern             single operations, with more rounds
  cargo xtask bench --report /tmp/b    all of it, report.json in /tmp/b";

/// A thing to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Workload {
    /// Single operations.
    Intern,
    /// Pages through html5ever.
    Html,
}

impl Workload {
    /// Every workload with its name.
    pub const ALL: [(&'static str, Self); 2] = [("intern", Self::Intern), ("html", Self::Html)];
}

/// Workloads that the design names and that do not exist yet.
pub const PLANNED: [&str; 8] =
    ["growth", "attack", "threads", "memory", "compile", "dns", "headers", "manifest"];

/// Options that the design names and that do not exist yet.
const PLANNED_OPTIONS: [&str; 4] = ["instructions", "save-baseline", "baseline", "peers"];

/// How long to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Long enough to check the results only.
    Smoke,
    /// A first look.
    Quick,
    /// Figures to quote.
    Full,
}

/// What a run is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// What to measure, each once.
    pub workloads: Vec<Workload>,
    /// How long.
    pub depth: Depth,
    /// Whether to parse generated pages even where real ones are installed.
    pub is_made_up: bool,
    /// The folder of report.json.
    pub report: Option<PathBuf>,
    /// The two html5ever builds, over string_cache and over ours; xtask passes them to the runner.
    pub html: Option<(PathBuf, PathBuf)>,
}

impl Options {
    /// Says whether a workload was asked for.
    pub fn has(&self, workload: Workload) -> bool {
        self.workloads.contains(&workload)
    }
}

/// What the arguments ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// The help text.
    Help,
    /// A run.
    Run(Options),
}

/// Reads the arguments.
///
/// # Errors
/// The first argument that makes no sense, with what would.
pub fn parse(mut args: lexopt::Parser) -> Result<Request, lexopt::Error> {
    let mut options =
        Options { workloads: Vec::new(), depth: Depth::Full, is_made_up: false, report: None, html: None };
    let (mut stock, mut ours) = (None, None);
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Short('h') | Arg::Long("help") => return Ok(Request::Help),
            Arg::Long("quick") => options.depth = Depth::Quick,
            Arg::Long("smoke") => options.depth = Depth::Smoke,
            Arg::Long("made-up-pages") => options.is_made_up = true,
            Arg::Long("report") => options.report = Some(args.value()?.into()),
            Arg::Long("html-stock") => stock = Some(args.value()?.into()),
            Arg::Long("html-ours") => ours = Some(args.value()?.into()),
            Arg::Long(name) if PLANNED_OPTIONS.contains(&name) => {
                return Err(format!("the option --{name} is planned but does not exist yet").into());
            }
            Arg::Value(name) => options.workloads.push(workload(name)?),
            _ => return Err(arg.unexpected()),
        }
    }
    if options.workloads.is_empty() {
        options.workloads.extend(Workload::ALL.map(|(_, workload)| workload));
    }
    options.workloads.sort_unstable();
    options.workloads.dedup();
    options.html = stock.zip(ours);
    Ok(Request::Run(options))
}

fn workload(name: OsString) -> Result<Workload, lexopt::Error> {
    let known = Workload::ALL.iter().find(|(known, _)| name == *known);
    if let Some((_, workload)) = known {
        return Ok(*workload);
    }
    let names = Workload::ALL.map(|(name, _)| name).join(", ");
    let name = name.to_string_lossy();
    if PLANNED.contains(&&*name) {
        return Err(
            format!("the workload {name} is planned but does not exist yet; there are: {names}").into()
        );
    }
    Err(format!("there is no workload {name:?}; there are: {names}").into())
}
