//! The workload `html`: html5ever parses pages, built once over string_cache and once over the atoms here.
//!
//! A module of its own because the two builds are two processes that take turns: cargo's `[patch]` cannot give one
//! program both. Invariants: [H-TREE] both builds serialise the same tree, or the
//! result says that they do not and the run fails; [H-TWIN] a second process
//! of the stock build runs along, and its ratio to the first must be 1; [H-TURN] every process parses a set once per
//! round, and the one that begins moves on by one.

pub mod server;

use crate::pages::{NameCount, PageSet};
use crate::stats::Summary;
use crate::verdict::Verdict;
use serde::Serialize;
use server::{Server, Tree};
use std::fs;
use std::path::{Path, PathBuf};

/// Rounds before the first one that counts, for each process.
pub const N_WARM: usize = 2;

/// How the workload runs.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The binary over string_cache.
    pub stock: PathBuf,
    /// The binary over our atoms.
    pub ours: PathBuf,
    /// The core that every process is bound to.
    pub core: Option<usize>,
    /// How often all processes are started anew: where a process lies in memory moves its speed.
    pub n_starts: usize,
    /// Rounds that count, after each start.
    pub n_rounds: usize,
    /// Where the pages are written, for the processes and for a look at them.
    pub folder: PathBuf,
}

/// What came out of one page set.
#[derive(Clone, Debug, Serialize)]
pub struct SetResult {
    /// The set's name.
    pub name: &'static str,
    /// What sets it apart.
    pub title: &'static str,
    /// Pages in the set.
    pub n_pages: usize,
    /// Bytes of all pages.
    pub n_bytes: usize,
    /// Tag and attribute names in start and end tags.
    pub n_names: usize,
    /// Different ones among them.
    pub n_distinct: usize,
    /// Different ones of 8 bytes or more.
    pub n_long: usize,
    /// Elements in the trees.
    pub n_elements: u64,
    /// Attributes in the trees.
    pub n_attributes: u64,
    /// Hash of the trees that our build serialised.
    pub tree: String,
    /// Whether all processes serialised the same trees, before the first round and behind the last.
    pub is_equal: bool,
    /// Parsing, stock build, milliseconds.
    pub stock_parse_ms: Summary,
    /// Parsing, our build, milliseconds.
    pub ours_parse_ms: Summary,
    /// Parsing, ours to stock.
    pub parse_ratio: Summary,
    /// Dropping the trees, stock build, milliseconds.
    pub stock_drop_ms: Summary,
    /// Dropping the trees, our build, milliseconds.
    pub ours_drop_ms: Summary,
    /// Parsing and dropping, ours to stock.
    pub total_ratio: Summary,
    /// Parsing, the second stock process to the first.
    pub control: Summary,
}

/// What came out of the workload.
#[derive(Clone, Debug, Serialize)]
pub struct HtmlResult {
    /// The type of the stock build's atoms.
    pub stock_type: String,
    /// The type of our build's atoms.
    pub ours_type: String,
    /// Whether the processes were bound to a core.
    pub pinning: String,
    /// One result a page set.
    pub sets: Vec<SetResult>,
}

impl HtmlResult {
    /// Judges the sets for which the design sets a target.
    pub fn verdicts(&self) -> Vec<Verdict> {
        const TARGETS: [(&str, f64); 2] = [("custom", 0.95), ("distinct", 0.88)];
        let of = |name: &str| self.sets.iter().find(|set| set.name == name);
        TARGETS
            .into_iter()
            .filter_map(|(name, target)| {
                let case = format!("{name} names: parse time to that over string_cache");
                Some(Verdict::at_most("html", case, of(name)?.parse_ratio.median, "x", target))
            })
            .collect()
    }
}

/// Milliseconds of one process and one set, round by round.
#[derive(Clone, Debug, Default)]
struct Samples {
    parse: Vec<f64>,
    drop: Vec<f64>,
}

impl Samples {
    fn total(&self) -> Vec<f64> {
        self.parse.iter().zip(&self.drop).map(|(parse, drop)| parse + drop).collect()
    }
}

/// Ours, stock, stock again.
const N_SERVERS: usize = 3;

/// Measures every set.
///
/// `stage` hears of each start, `tick` of each set in each round.
///
/// # Errors
/// A process that cannot run, or that runs over the wrong interner.
pub fn run(
    plan: &Plan,
    sets: &[PageSet],
    mut stage: impl FnMut(&str),
    mut tick: impl FnMut(),
) -> Result<HtmlResult, String> {
    for set in sets {
        let folder = plan.folder.join(set.name);
        set.write(&folder).map_err(|error| format!("cannot write {}: {error}", folder.display()))?;
    }
    let folder =
        fs::canonicalize(&plan.folder).map_err(|error| format!("{}: {error}", plan.folder.display()))?;
    let mut samples = vec![<[Samples; N_SERVERS]>::default(); sets.len()];
    let mut trees: Vec<Option<Tree>> = vec![None; sets.len()];
    let mut equal = vec![true; sets.len()];
    let mut variant = 0;
    let mut types = None;
    for start in 0..plan.n_starts {
        stage(&format!("html, start {} of {}", start + 1, plan.n_starts));
        let mut servers = start_all(plan)?;
        for set in sets {
            for server in &mut servers {
                server.load(set.name, &folder.join(set.name))?;
            }
        }
        for (set, (tree, is_equal)) in sets.iter().zip(trees.iter_mut().zip(&mut equal)) {
            let [ours, others @ ..] = trees_of(&mut servers, set, 0)?;
            // The same in every start, too.
            let first = tree.get_or_insert_with(|| ours.clone());
            *is_equal &= *first == ours && others.iter().all(|other| *other == ours);
        }
        for round in 0..N_WARM + plan.n_rounds {
            // 999 three-digit numbers, of which 0 is the page as it is written.
            variant = variant % 999 + 1;
            for (set, samples) in sets.iter().zip(&mut samples) {
                for turn in 0..N_SERVERS {
                    let server_idx = (round + turn) % N_SERVERS;
                    let (parse, drop) =
                        servers[server_idx].time(set.name, if set.is_fresh { variant } else { 0 })?;
                    if N_WARM <= round {
                        samples[server_idx].parse.push(parse);
                        samples[server_idx].drop.push(drop);
                    }
                }
                tick();
            }
        }
        for (set, is_equal) in sets.iter().zip(&mut equal) {
            // Once more at the end, on names that came and went many times.
            let [ours, others @ ..] = trees_of(&mut servers, set, if set.is_fresh { variant } else { 0 })?;
            *is_equal &= others.iter().all(|other| *other == ours);
        }
        types = Some(servers.map(|server| (server.type_name.clone(), server.pinning.clone())));
    }
    let [(ours_type, pinning), (stock_type, _), _] = types.ok_or("the plan has no start")?;
    let results = sets.iter().zip(samples).zip(trees.iter().zip(equal));
    let sets = results
        .map(|((set, samples), (tree, is_equal))| summarise(set, &samples, tree.as_ref(), is_equal))
        .collect::<Option<_>>();
    Ok(HtmlResult { stock_type, ours_type, pinning, sets: sets.ok_or("the plan has no round")? })
}

fn start_all(plan: &Plan) -> Result<[Server; N_SERVERS], String> {
    let ours = Server::start(&plan.ours, plan.core)?;
    let stock = Server::start(&plan.stock, plan.core)?;
    let twin = Server::start(&plan.stock, plan.core)?;
    check_type(&plan.ours, &ours.type_name, "atoms_core::")?;
    check_type(&plan.stock, &stock.type_name, "string_cache::")?;
    Ok([ours, stock, twin])
}

/// Fails when a binary was built over another interner than its folder says.
fn check_type(binary: &Path, found: &str, expected: &str) -> Result<(), String> {
    if found.starts_with(expected) {
        return Ok(());
    }
    Err(format!(
        "{} runs over `{found}`, not over `{expected}`: cargo did not use the [patch] of its Cargo.toml (it only warns \
         about that); delete the Cargo.lock beside it and build again",
        binary.display()
    ))
}

/// Returns what each process says of its trees.
fn trees_of(
    servers: &mut [Server; N_SERVERS],
    set: &PageSet,
    variant: u32,
) -> Result<[Tree; N_SERVERS], String> {
    let [ours, stock, twin] = servers;
    Ok([ours.tree(set.name, variant)?, stock.tree(set.name, variant)?, twin.tree(set.name, variant)?])
}

fn summarise(
    set: &PageSet,
    samples: &[Samples; N_SERVERS],
    tree: Option<&Tree>,
    is_equal: bool,
) -> Option<SetResult> {
    let [ours, stock, twin] = samples;
    if ours.parse.is_empty() {
        return None;
    }
    let tree = tree?;
    let NameCount { n_occurrences, n_distinct, n_long } = set.names;
    Some(SetResult {
        name: set.name,
        title: set.title,
        n_pages: set.pages.len(),
        n_bytes: set.n_bytes(),
        n_names: n_occurrences,
        n_distinct,
        n_long,
        n_elements: tree.n_elements,
        n_attributes: tree.n_attributes,
        tree: tree.hash.clone(),
        is_equal,
        stock_parse_ms: Summary::of(&stock.parse),
        ours_parse_ms: Summary::of(&ours.parse),
        parse_ratio: Summary::of_ratios(&ours.parse, &stock.parse),
        stock_drop_ms: Summary::of(&stock.drop),
        ours_drop_ms: Summary::of(&ours.drop),
        total_ratio: Summary::of_ratios(&ours.total(), &stock.total()),
        control: Summary::of_ratios(&twin.parse, &stock.parse),
    })
}

#[cfg(test)]
mod tests;
