//! The workload `growth`: inserts and hits at sizes from a thousand to a million live names.
//!
//! A module of its own because every cell, one interner at one size, is a process of its own. Invariants: [G-TURN] the
//! cells of one size take turns and the first one rotates; [G-TWIN] string_cache has a second cell where that is cheap.

pub mod cell;

use crate::options::Depth;
use crate::peers::{self, BASE, OURS};
use crate::stats::Summary;
use crate::verdict::Verdict;
use cell::{Cell, MANY};
use serde::Serialize;
use std::path::Path;

/// The row of string_cache's second cell.
pub const TWIN: &str = "string_cache again";
/// The largest size at which string_cache is measured as often as the others: its time grows with the square.
const N_CHEAP: usize = 100_000;
/// The size that has targets.
const N_TARGET: usize = 1_000_000;

/// Sizes and how often each cell is measured.
#[derive(Clone, Debug)]
pub struct Plan {
    sizes: Vec<usize>,
    /// Rounds up to [`N_CHEAP`] names, and beyond.
    n_rounds: [usize; 2],
    /// CPU time for the inserts of a cell, and again for its hits.
    millis: u64,
    /// The same for string_cache beyond [`N_CHEAP`].
    base_millis: u64,
}

impl Plan {
    /// Makes the plan of a depth.
    pub fn new(depth: Depth, is_large: bool) -> Self {
        let (mut sizes, n_rounds, base_millis) = match depth {
            Depth::Smoke => (vec![1000], [1, 1], 500),
            Depth::Quick => (vec![1000, 10_000, 100_000, 1_000_000], [7, 3], 1000),
            Depth::Full => (vec![1000, 10_000, 100_000, 1_000_000], [15, 7], 30_000),
        };
        if is_large {
            sizes.push(5_000_000);
        }
        Self { sizes, n_rounds, millis: 60_000, base_millis }
    }

    /// Returns how many processes there will be.
    pub fn n_cells(&self) -> usize {
        self.sizes.iter().map(|&size| self.rows(size).map(|row| row.n_rounds).sum::<usize>()).sum()
    }

    fn rounds_at(&self, size: usize) -> usize {
        self.n_rounds[usize::from(N_CHEAP < size)]
    }

    fn rows(&self, size: usize) -> impl Iterator<Item = Row> {
        let is_dear = N_CHEAP < size;
        let n_rounds = self.rounds_at(size);
        let plain = peers::built_in().map(move |peer| {
            let is_rare = is_dear && peer.name == BASE;
            Row {
                label: peer.name,
                peer: peer.name,
                is_shared: peer.is_shared,
                n_rounds: if is_rare { 1 } else { n_rounds },
                millis: if is_rare { self.base_millis } else { self.millis },
            }
        });
        let further = |label, peer| Row { label, peer, is_shared: true, n_rounds, millis: self.millis };
        let twin = (!is_dear).then(|| further(TWIN, BASE));
        plain.chain(twin).chain([further(MANY, MANY)])
    }
}

/// One row of one size.
struct Row {
    label: &'static str,
    peer: &'static str,
    is_shared: bool,
    n_rounds: usize,
    millis: u64,
}

/// What came out of one interner at one size; times are nanoseconds per operation.
#[derive(Clone, Debug, Serialize)]
pub struct GrowthResult {
    /// Names that were asked for.
    pub n_names: usize,
    /// The interner.
    pub peer: &'static str,
    /// Whether all threads share one table.
    pub is_shared: bool,
    /// Names that were made before the time was up.
    pub n_reached: usize,
    /// An insert, over all of them.
    pub insert_ns: Summary,
    /// An insert, over the last tenth.
    pub last_ns: Summary,
    /// A hit on a random name.
    pub hit_ns: Summary,
    /// How many times faster hits in groups are than one by one; only of ours.
    pub speedup: Option<Summary>,
    /// Hits of string_cache's second cell, to those of its first, formed within a round.
    pub control: Option<Summary>,
}

impl GrowthResult {
    /// Says whether the time was up before the table was full.
    pub const fn is_cut(&self) -> bool {
        self.n_reached < self.n_names
    }
}

/// Measures every cell.
///
/// `stage` hears of each size, `tick` of each process.
///
/// # Errors
/// The first cell that failed.
pub fn run(
    plan: &Plan,
    program: &Path,
    mut stage: impl FnMut(&str),
    mut tick: impl FnMut(),
) -> Result<Vec<GrowthResult>, String> {
    let mut results = Vec::new();
    for &n_names in &plan.sizes {
        stage(&format!("growth to {n_names}"));
        let rows: Vec<Row> = plan.rows(n_names).collect();
        let mut cells: Vec<Vec<Cell>> = rows.iter().map(|_| Vec::new()).collect();
        for round in 0..plan.rounds_at(n_names) {
            for turn in 0..rows.len() {
                let row_idx = (round + turn) % rows.len();
                let row = &rows[row_idx];
                if cells[row_idx].len() < row.n_rounds {
                    // The same names for all cells of a round.
                    let args =
                        [n_names as u64, row.millis, round as u64 + 1].map(|number| number.to_string());
                    let args = ["growth", row.peer].into_iter().chain(args.iter().map(String::as_str));
                    cells[row_idx].push(crate::cell::run(program, args)?);
                    tick();
                }
            }
        }
        let base = rows.iter().position(|row| row.label == BASE).map(|row_idx| &*cells[row_idx]);
        results.extend(rows.iter().zip(&cells).map(|(row, cells)| summarise(n_names, row, cells, base)));
    }
    Ok(results)
}

fn summarise(n_names: usize, row: &Row, cells: &[Cell], base: Option<&[Cell]>) -> GrowthResult {
    let hits = |cells: &[Cell]| cells.iter().map(|cell| cell.hit_ns).collect::<Vec<_>>();
    let base = base.filter(|_| row.label == TWIN);
    let of = |figure: fn(&Cell) -> f64| Summary::of(&cells.iter().map(figure).collect::<Vec<_>>());
    let speedups: Vec<f64> = cells.iter().filter_map(|cell| Some(cell.hits?.speedup)).collect();
    GrowthResult {
        n_names,
        peer: row.label,
        is_shared: row.is_shared,
        n_reached: cells.iter().map(|cell| cell.n_reached).min().unwrap_or(0),
        insert_ns: of(|cell| cell.insert_ns),
        last_ns: of(|cell| cell.last_ns),
        hit_ns: of(|cell| cell.hit_ns),
        speedup: (!speedups.is_empty()).then(|| Summary::of(&speedups)),
        control: base.map(|base| Summary::of_ratios(&hits(cells), &hits(base))),
    }
}

/// Reads one figure of a result.
type Figure = fn(&GrowthResult) -> f64;

/// Judges the sizes that have targets.
pub fn verdicts(results: &[GrowthResult]) -> Vec<Verdict> {
    let at_target: Vec<_> = results.iter().filter(|result| result.n_names == N_TARGET).collect();
    let of = |label: &str| at_target.iter().copied().find(|result| result.peer == label);
    let Some(ours) = of(OURS) else { return Vec::new() };
    let figures: [(&str, Figure); 3] = [
        ("insert, 1 M names in all", |result| result.insert_ns.median),
        ("insert, the last tenth of 1 M", |result| result.last_ns.median),
        ("hit, 1 M live", |result| result.hit_ns.median),
    ];
    let mut verdicts = Vec::new();
    for (title, figure) in figures {
        verdicts.push(Verdict::at_most("growth", title, figure(ours), "ns", 300.0));
        let rivals = at_target.iter().filter(|result| {
            result.is_shared && !result.is_cut() && ![OURS, BASE, TWIN, MANY].contains(&result.peer)
        });
        if let Some(best) = rivals.min_by(|a, b| figure(a).total_cmp(&figure(b))) {
            let case = format!("{title}: ns to those of the best thread-safe peer, {}", best.peer);
            verdicts.push(Verdict::at_most("growth", case, figure(ours) / figure(best), "x", 1.2));
        }
    }
    if let Some(speedup) = &ours.speedup {
        let case = "hit, 1 M live: speed of intern_many to one by one";
        verdicts.push(Verdict::at_least("growth", case, speedup.median, "x", 1.6));
    }
    if let Some(many) = of(MANY) {
        let case = "insert, the last tenth of 1 M: speed of intern_many to one by one";
        let speedup = ours.last_ns.median / many.last_ns.median;
        verdicts.push(Verdict::at_least("growth", case, speedup, "x", 1.6));
    }
    verdicts
}

/// Returns string_cache to itself at each size that has both cells: the size, and the ratio of hits.
pub fn controls(results: &[GrowthResult]) -> impl Iterator<Item = (usize, f64)> {
    results.iter().filter_map(|result| Some((result.n_names, result.control?.median)))
}

#[cfg(test)]
mod tests;
