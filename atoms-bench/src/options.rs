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
Measures atoms against their peers in one run: cases take turns, and every figure stands beside its peers' figures.

Usage: cargo xtask bench [WORKLOAD...] [OPTIONS]

Workloads (all of them unless named):
  intern   single operations: inline, static, hit, miss, clone, compare
  html     html5ever over string_cache and over atoms, on four sets of pages
  growth   inserts, hits and groups of hits at 1 thousand to 1 million live names
  attack   names that collide in string_cache, or in our table under a key that the attacker knows
  threads  hits on one, two and more cores: Zipf, uniform, one hot name, disjoint names
  memory   bytes for each name, and for the first one
Planned, not here yet: compile, dns, headers, manifest

Options:
  --quick          fewer rounds, smaller sizes, string_cache as the only peer: a first look, in under four minutes
                   from a clean clone
  --smoke          tiny sizes, a few seconds behind the build: checks every result, its times mean nothing
  --large          growth also at 5 million names
  --made-up-pages  generated pages even where the Rust documentation is installed
  --report DIR     where report.json goes (default: bench in cargo's target directory)
  --instructions   counts instructions under Callgrind instead, and compares with atoms-bench/record/instructions.txt:
                   exit code 1 when an operation takes over 3 % more; a record of another compiler or target is shown
                   and not judged; without Valgrind an error, and with --smoke a note
  --record         with --instructions: writes the record
  --list           the workloads with their targets, without a run
  --peers          the peers with their versions, without a run
  -h, --help       this text

A run whose controls move by more than 3 % says so at the top: its figures are noise, run it again on a quiet machine.
Every target of the design that was measured is listed at the end with `met` or `MISSED`.

Examples:
  cargo xtask bench --quick                   a first look at everything
  cargo xtask bench intern                    single operations against all peers
  cargo xtask bench growth memory             what a large table costs
  cargo xtask bench attack threads --quick    against string_cache only
  cargo xtask bench --instructions            has a hot path become longer?
  cargo xtask bench --instructions --record   after a change that is meant
  cargo xtask bench --report /tmp/b           all of it, report.json in /tmp/b";

/// A thing to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Workload {
    /// Single operations.
    Intern,
    /// Pages through html5ever.
    Html,
    /// Tables from small to large.
    Growth,
    /// Crafted names.
    Attack,
    /// Several cores at once.
    Threads,
    /// Bytes.
    Memory,
}

impl Workload {
    /// Every workload with its name.
    pub const ALL: [(&'static str, Self); 6] = [
        ("intern", Self::Intern),
        ("html", Self::Html),
        ("growth", Self::Growth),
        ("attack", Self::Attack),
        ("threads", Self::Threads),
        ("memory", Self::Memory),
    ];
}

/// Workloads that the design names and that do not exist yet.
pub const PLANNED: [&str; 4] = ["compile", "dns", "headers", "manifest"];

/// Options that the design names and that do not exist yet.
const PLANNED_OPTIONS: [&str; 2] = ["save-baseline", "baseline"];

/// What `--list` prints.
pub const LIST: &str = "\
intern   ratio of ns per operation, one thread
         inline 1..7 B               <= 0.40 x string_cache, <= 0.5 x hstr
         static, 8 B and more        <= 0.40 x string_cache
         hit, 8 16 32 B, hot         <= 0.32 x string_cache; 16 B: <= 0.60 x ustr and hstr, <= 0.70 x lasso Rodeo,
                                     <= 1.1 x string-interner
         hit, 16 B, not pinned       <= 0.55 x string_cache, <= 1.15 x ustr
         hit, 128 and 512 B          <= 0.45 x string_cache
         make + drop again and again <= 0.40 x string_cache
         miss + drop, few / 20k / 100k live   <= 0.90 / 1.10 / 0.20 x string_cache
html     ratio of parse time         custom names <= 0.95, distinct names <= 0.88 x string_cache
growth   hit and insert at 1 M live  <= 300 ns, <= 1.2 x the best thread-safe peer
         intern_many at 1 M live     >= 1.6 x the speed of one by one
attack   100,000 names that collide in string_cache   <= 1.1 x random names; digits, NULs, equal ends alike
         a key known to the attacker                  <= 3 x random names
threads  2 threads, Zipf, 10k names  >= 4.5 x string_cache, >= 1.8 x one thread
memory   12 B names                  1 M: RSS <= 55 bytes each; 10 k: <= 72; 1 k: <= 110; first atom <= 64 KiB";

/// A peer, or what is compared with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer {
    /// The name in tables.
    pub name: &'static str,
    /// The version that is built.
    pub version: &'static str,
    /// Whether it is built in a quick run too.
    pub is_always: bool,
    /// Whether all threads share one table.
    pub is_shared: bool,
    /// What to know of it.
    pub note: &'static str,
}

/// Ours first, then the peer of every ratio, then the others.
pub const PEERS: [Peer; 9] = [
    Peer {
        name: "atoms",
        version: "here",
        is_always: true,
        is_shared: true,
        note: "counted, frees, 8-byte handle",
    },
    Peer {
        name: "string_cache",
        version: "0.11.0",
        is_always: true,
        is_shared: true,
        note: "counted, frees, locked buckets; the base of every ratio",
    },
    Peer {
        name: "hstr",
        version: "4.0",
        is_always: false,
        is_shared: false,
        note: "counted, a table for each thread, frees on demand",
    },
    Peer { name: "ustr", version: "1.1", is_always: false, is_shared: true, note: "never frees" },
    Peer {
        name: "lasso Rodeo",
        version: "0.7.3",
        is_always: false,
        is_shared: false,
        note: "one thread, never frees, ahash",
    },
    Peer {
        name: "lasso ThreadedRodeo",
        version: "0.7.3",
        is_always: false,
        is_shared: true,
        note: "never frees, ahash",
    },
    Peer {
        name: "string-interner",
        version: "0.20",
        is_always: false,
        is_shared: false,
        note: "one thread, never frees",
    },
    Peer {
        name: "internment Intern",
        version: "0.8.6",
        is_always: false,
        is_shared: true,
        note: "never frees",
    },
    Peer {
        name: "internment ArcIntern",
        version: "0.8.6",
        is_always: false,
        is_shared: true,
        note: "counted, frees",
    },
];

/// Returns what `--peers` prints.
pub fn peers_text() -> String {
    let lines = PEERS.iter().map(|peer| {
        let when = if peer.is_always { "every run" } else { "not with --quick and --smoke" };
        let threads = if peer.is_shared { "shared by threads" } else { "not shared by threads" };
        format!("{:<21} {:<7} {when}; {threads}; {}", peer.name, peer.version, peer.note)
    });
    let html = "html5ever             0.40.1  every run with html; over string_cache 0.11.0".to_owned();
    lines.chain([html]).collect::<Vec<_>>().join("\n")
}

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

/// What to do with counts of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instructions {
    /// Compare them with the record.
    Compare,
    /// Write the record.
    Record,
}

/// What a run is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// What to measure, each once.
    pub workloads: Vec<Workload>,
    /// How long.
    pub depth: Depth,
    /// Whether growth goes on to 5 million names.
    pub is_large: bool,
    /// Whether to count instructions instead of running workloads.
    pub instructions: Option<Instructions>,
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
        self.instructions.is_none() && self.workloads.contains(&workload)
    }

    /// Says whether the peers beside string_cache take part.
    pub fn has_peers(&self) -> bool {
        self.instructions.is_none() && self.depth == Depth::Full
    }
}

/// What the arguments ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// The help text.
    Help,
    /// The workloads.
    List,
    /// The peers.
    Peers,
    /// A run.
    Run(Options),
}

/// Reads the arguments.
///
/// # Errors
/// The first argument that makes no sense, with what would.
pub fn parse(mut args: lexopt::Parser) -> Result<Request, lexopt::Error> {
    let mut options = Options {
        workloads: Vec::new(),
        depth: Depth::Full,
        is_large: false,
        instructions: None,
        is_made_up: false,
        report: None,
        html: None,
    };
    let (mut stock, mut ours) = (None, None);
    let (mut is_counted, mut is_recorded) = (false, false);
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Short('h') | Arg::Long("help") => return Ok(Request::Help),
            Arg::Long("list") => return Ok(Request::List),
            Arg::Long("peers") => return Ok(Request::Peers),
            Arg::Long("instructions") => is_counted = true,
            Arg::Long("record") => is_recorded = true,
            Arg::Long("large") => options.is_large = true,
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
    options.instructions = match (is_counted, is_recorded) {
        (true, true) => Some(Instructions::Record),
        (true, false) => Some(Instructions::Compare),
        (false, true) => return Err("--record writes what --instructions counts: give both".into()),
        (false, false) => None,
    };
    if options.instructions.is_some() && !options.workloads.is_empty() {
        return Err("--instructions counts its own operations: name no workload with it".into());
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
