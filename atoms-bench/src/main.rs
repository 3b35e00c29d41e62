//! The runner binary: measures what its arguments ask for, prints the table, writes report.json.
//!
//! `cargo xtask bench` builds this and the two html5ever builds and passes their paths. Exit codes: 0 for a run whose
//! results are right (however fast), 1 for a wrong result or a failure, 2 for arguments that make no sense.

#![allow(clippy::std_instead_of_core, reason = "a program for hosts; nothing of it can run without std")]

use atoms_bench::html::{self, HtmlResult};
use atoms_bench::machine::Machine;
use atoms_bench::micro::{self, groups};
use atoms_bench::options::{self, Depth, Options, Request, Workload};
use atoms_bench::pages::Source;
use atoms_bench::progress::Progress;
use atoms_bench::report::{Report, SCHEMA, table};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Rounds, starts and sizes that belong to a depth.
struct Sizes {
    name: &'static str,
    n_rounds: usize,
    n_starts: usize,
    n_html_rounds: usize,
    n_page_bytes: usize,
}

impl Sizes {
    const fn of(depth: Depth) -> Self {
        match depth {
            Depth::Smoke => {
                Self { name: "smoke", n_rounds: 2, n_starts: 1, n_html_rounds: 2, n_page_bytes: 100_000 }
            }
            Depth::Quick => {
                Self { name: "quick", n_rounds: 41, n_starts: 3, n_html_rounds: 11, n_page_bytes: 1_500_000 }
            }
            Depth::Full => {
                Self { name: "full", n_rounds: 201, n_starts: 9, n_html_rounds: 21, n_page_bytes: 4_000_000 }
            }
        }
    }
}

/// How many rounds of `intern` take as long as one round of one page set.
const HTML_WEIGHT: usize = 15;
/// Page sets of the html workload.
const N_SETS: usize = 4;

fn main() -> ExitCode {
    let options = match options::parse(lexopt::Parser::from_env()) {
        Ok(Request::Help) => {
            // A reader that has gone away is no failure.
            let _ = writeln!(std::io::stdout(), "{}", options::HELP);
            return ExitCode::SUCCESS;
        }
        Ok(Request::Run(options)) => options,
        Err(error) => {
            eprintln!("error: {error}\nsee `cargo xtask bench --help`");
            return ExitCode::from(2);
        }
    };
    if options.has(Workload::Html) && options.html.is_none() {
        eprintln!(
            "error: html needs --html-stock FILE and --html-ours FILE; `cargo xtask bench` builds and passes them"
        );
        return ExitCode::from(2);
    }
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let sizes = Sizes::of(options.depth);
    let folder = options.report.clone().unwrap_or_else(|| PathBuf::from("target/bench"));
    let (machine, core) = Machine::prepare();
    let progress = Progress::new(n_steps(options, &sizes));

    let mut report = Report {
        schema: SCHEMA,
        depth: sizes.name,
        is_noise: false,
        moved: Vec::new(),
        machine,
        peers: vec!["string_cache 0.11.0", "html5ever 0.40.1", "markup5ever_rcdom 0.40.1", "web_atoms 0.3.0"],
        n_rounds: sizes.n_rounds,
        pages: None,
        html: None,
        intern: None,
    };
    if options.has(Workload::Intern) {
        let stage = |name: &str| progress.stage(&format!("intern {name}"));
        report.intern = Some(micro::run(sizes.n_rounds, stage, || progress.advance(1))?);
    }
    if let (true, Some((stock, ours))) = (options.has(Workload::Html), &options.html) {
        progress.stage("pages");
        let source = source(options, &sizes);
        let pages = folder.join("pages");
        report.html = Some(run_html(&source, &sizes, [stock, ours], core, pages, &progress)?);
        report.pages = Some(source.description);
    }
    progress.finish();
    report.machine.finish();
    report.judge();

    let mut text = String::new();
    table::render(&report, &mut text).map_err(|error| error.to_string())?;
    let path =
        report.write(&folder).map_err(|error| format!("cannot write into {}: {error}", folder.display()))?;
    // A reader that has gone away is no failure: the report is on disk.
    let _ = writeln!(std::io::stdout(), "{text}report: {}", path.display());
    match &*report.wrong_sets() {
        [] => Ok(()),
        wrong => Err(format!(
            "html5ever builds other trees over atoms than over string_cache: {}",
            wrong.join(", ")
        )),
    }
}

fn n_steps(options: &Options, sizes: &Sizes) -> usize {
    let intern = if options.has(Workload::Intern) { groups::ALL.len() * sizes.n_rounds } else { 0 };
    let n_html_rounds = sizes.n_starts * (html::N_WARM + sizes.n_html_rounds);
    let html = if options.has(Workload::Html) { n_html_rounds * N_SETS * HTML_WEIGHT } else { 0 };
    intern + html
}

fn source(options: &Options, sizes: &Sizes) -> Source {
    match (options.is_made_up, options.depth) {
        (true, _) => Source::generated(sizes.n_page_bytes, "the arguments ask for them"),
        // The same bytes on every machine, and no search through the documentation.
        (_, Depth::Smoke) => Source::generated(sizes.n_page_bytes, "a smoke run parses little"),
        _ => Source::collect(sizes.n_page_bytes),
    }
}

fn run_html(
    source: &Source,
    sizes: &Sizes,
    [stock, ours]: [&Path; 2],
    core: Option<usize>,
    folder: PathBuf,
    progress: &Progress,
) -> Result<HtmlResult, String> {
    let plan = html::Plan {
        stock: stock.to_owned(),
        ours: ours.to_owned(),
        core,
        n_starts: sizes.n_starts,
        n_rounds: sizes.n_html_rounds,
        folder,
    };
    html::run(&plan, &source.sets(), |text| progress.stage(text), || progress.advance(HTML_WEIGHT))
}
