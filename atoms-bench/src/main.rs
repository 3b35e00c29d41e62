//! The runner binary: measures what its arguments ask for, prints the table, writes report.json.
//!
//! `cargo xtask bench` builds this and the two html5ever builds and passes their paths. Exit codes: 0 for a run whose
//! results are right (however fast), 1 for a wrong result or a failure, 2 for arguments that make no sense.

#![allow(clippy::std_instead_of_core, reason = "a program for hosts; nothing of it can run without std")]

use atoms_bench::html::{self, HtmlResult};
use atoms_bench::instructions::Outcome;
use atoms_bench::machine::Machine;
use atoms_bench::micro::{self, groups};
use atoms_bench::options::{self, Depth, Options, Request, Workload};
use atoms_bench::pages::Source;
use atoms_bench::progress::Progress;
use atoms_bench::report::{Report, SCHEMA, table};
use atoms_bench::{attack, cell, cpu, growth, instructions, memory, peers, threads};
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
/// The same for one process of growth, attack, threads and memory.
const GROWTH_WEIGHT: usize = 50;
const ATTACK_WEIGHT: usize = 8;
const MEMORY_WEIGHT: usize = 25;
const THREADS_WEIGHT: usize = 300;
/// Page sets of the html workload.
const N_SETS: usize = 4;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().is_some_and(|first| first == cell::COMMAND) {
        return run_cell(&args[1..]);
    }
    let options = match options::parse(lexopt::Parser::from_env()) {
        Ok(Request::Help) => return print(options::HELP),
        Ok(Request::List) => return print(options::LIST),
        Ok(Request::Peers) => return print(&options::peers_text()),
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
    if let Some(mode) = options.instructions {
        return count_instructions(mode, options.depth);
    }
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn print(text: &str) -> ExitCode {
    // A reader that has gone away is no failure.
    let _ = writeln!(std::io::stdout(), "{text}");
    ExitCode::SUCCESS
}

/// Runs what another process of this program has asked for.
fn run_cell(args: &[String]) -> ExitCode {
    match args {
        [workload, rest @ ..] if workload == "growth" => growth::cell::main(rest),
        [workload, rest @ ..] if workload == "attack" => attack::cell::main(rest),
        [workload, rest @ ..] if workload == "threads" => threads::cell::main(rest),
        [workload, rest @ ..] if workload == "instructions" => instructions::cases::main(rest),
        _ => {
            eprintln!("error: there is no cell {args:?}");
            ExitCode::from(2)
        }
    }
}

fn count_instructions(mode: options::Instructions, depth: Depth) -> ExitCode {
    let progress = Progress::new(1);
    let stage = |name: &str| progress.stage(&format!("instructions of {name}"));
    let outcome = cell::this_program().and_then(|program| instructions::run(&program, mode, stage));
    progress.finish();
    match outcome {
        Ok(Outcome::Good(text)) => print(&text),
        Ok(Outcome::Worse(text)) => {
            print(&text);
            ExitCode::FAILURE
        }
        Ok(Outcome::Absent) if depth == Depth::Smoke => {
            print(&format!("instructions: skipped: {}", instructions::INSTALL))
        }
        Ok(Outcome::Absent) => {
            eprintln!("error: {}", instructions::INSTALL);
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// What the workloads beside `intern` and `html` will do.
struct Plans {
    growth: growth::Plan,
    attack: attack::Plan,
    threads: threads::Plan,
    memory: memory::Plan,
}

fn run(options: &Options) -> Result<(), String> {
    let sizes = Sizes::of(options.depth);
    let folder = options.report.clone().unwrap_or_else(|| PathBuf::from("target/bench"));
    let cores = cpu::cores();
    let (machine, core) = Machine::prepare();
    let plans = Plans {
        growth: growth::Plan::new(options.depth, options.is_large),
        attack: attack::Plan::new(options.depth),
        threads: threads::Plan::new(options.depth, &cores),
        memory: memory::Plan::new(options.depth),
    };
    let progress = Progress::new(n_steps(options, &sizes, &plans));

    let mut report = Report {
        schema: SCHEMA,
        depth: sizes.name,
        is_noise: false,
        moved: Vec::new(),
        machine,
        peers: report_peers(),
        n_rounds: sizes.n_rounds,
        pages: None,
        html: None,
        intern: None,
        growth: None,
        attack: None,
        threads: None,
        memory: None,
        targets: Vec::new(),
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
    run_processes(options, &plans, &folder, &cores, &progress, &mut report)?;
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

/// Runs the workloads whose tables must be fresh, or that need all cores.
fn run_processes(
    options: &Options,
    plans: &Plans,
    folder: &Path,
    cores: &[usize],
    progress: &Progress,
    report: &mut Report,
) -> Result<(), String> {
    let program = cell::this_program()?;
    let stage = |text: &str| progress.stage(text);
    if options.has(Workload::Growth) {
        let tick = || progress.advance(GROWTH_WEIGHT);
        report.growth = Some(growth::run(&plans.growth, &program, stage, tick)?);
    }
    if options.has(Workload::Attack) {
        let tick = || progress.advance(ATTACK_WEIGHT);
        report.attack =
            Some(attack::run(&plans.attack, &program, &folder.join("attack"), cores, stage, tick)?);
    }
    if options.has(Workload::Threads) {
        progress.stage("threads");
        report.threads = Some(threads::run(&plans.threads, &program, || progress.advance(THREADS_WEIGHT))?);
    }
    if options.has(Workload::Memory) {
        let tick = || progress.advance(MEMORY_WEIGHT);
        report.memory = Some(memory::run(&plans.memory, &memory::program(&program), stage, tick)?);
    }
    Ok(())
}

/// Names what is compared with what.
fn report_peers() -> Vec<String> {
    let built_in = peers::built_in().map(|peer| format!("{} {}", peer.name, peer.version));
    let html = ["html5ever 0.40.1", "markup5ever_rcdom 0.40.1", "web_atoms 0.3.0"].map(str::to_owned);
    built_in.chain(html).collect()
}

fn n_steps(options: &Options, sizes: &Sizes, plans: &Plans) -> usize {
    let n_html_rounds = sizes.n_starts * (html::N_WARM + sizes.n_html_rounds);
    [
        (Workload::Intern, groups::ALL.len() * sizes.n_rounds),
        (Workload::Html, n_html_rounds * N_SETS * HTML_WEIGHT),
        (Workload::Growth, plans.growth.n_cells() * GROWTH_WEIGHT),
        (Workload::Attack, plans.attack.n_cells() * ATTACK_WEIGHT),
        (Workload::Threads, plans.threads.n_cells() * THREADS_WEIGHT),
        (Workload::Memory, plans.memory.n_cells() * MEMORY_WEIGHT),
    ]
    .into_iter()
    .filter_map(|(workload, n_steps)| options.has(workload).then_some(n_steps))
    .sum()
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
