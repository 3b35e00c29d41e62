//! The workload `memory`: bytes for each name, and for the first one.
//!
//! A module of its own because every cell is a process of its own, of a program whose allocator counts.
//! Invariant: handles are the caller's and not in any figure.

pub mod cell;

use crate::options::Depth;
use crate::peers::{self, BASE, OURS};
use crate::stats::Summary;
use crate::verdict::Verdict;
use cell::Cell;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The name of the program that counts.
pub const PROGRAM: &str = "atoms-bench-memory";
/// The length that has targets.
const TARGET_LEN: usize = 12;
/// The lowest number of names for which resident memory, which comes in pages, says something.
const N_RESIDENT: usize = 100_000;

/// Lengths and sizes.
#[derive(Clone, Debug)]
pub struct Plan {
    lens: Vec<usize>,
    sizes: Vec<usize>,
    /// How often our cells are measured: our random key moves what a small table needs.
    n_rounds: usize,
    /// CPU time of string_cache's cells, which grows with the square of the names.
    base_millis: u64,
}

impl Plan {
    /// Makes the plan of a depth.
    pub fn new(depth: Depth) -> Self {
        let (lens, sizes, n_rounds, base_millis): (&[usize], &[usize], _, _) = match depth {
            Depth::Smoke => (&[12], &[1000], 1, 500),
            Depth::Quick => (&[12], &[1000, 10_000, 100_000, 1_000_000], 5, 1000),
            Depth::Full => (&[8, 12, 16, 32, 64], &[1000, 10_000, 100_000, 1_000_000], 9, 3000),
        };
        Self { lens: lens.to_vec(), sizes: sizes.to_vec(), n_rounds, base_millis }
    }

    /// Returns how many processes there will be.
    pub fn n_cells(&self) -> usize {
        let n_rounds: usize = peers::built_in().map(|peer| self.rounds_of(peer.name)).sum();
        self.lens.len() * self.sizes.len() * n_rounds
    }

    fn rounds_of(&self, peer: &str) -> usize {
        if peer == OURS { self.n_rounds } else { 1 }
    }
}

/// What came out of one interner with one kind of names; bytes for each name, but for `first`.
#[derive(Clone, Debug, Serialize)]
pub struct MemoryResult {
    /// Bytes of a name.
    pub len: usize,
    /// Names that were asked for.
    pub n_names: usize,
    /// The interner.
    pub peer: &'static str,
    /// Names that were made before the time was up.
    pub n_reached: usize,
    /// Resident memory; absent for few names.
    pub resident: Option<f64>,
    /// Asked of the allocator.
    pub requested: f64,
    /// What our table says of itself.
    pub own: Option<f64>,
    /// Bytes that the first name has asked of the allocator.
    pub first: usize,
}

/// Returns the path of the program that counts, which lies beside the runner.
pub fn program(runner: &Path) -> PathBuf {
    runner.with_file_name(format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX))
}

/// Measures every cell.
///
/// `stage` hears of each length, `tick` of each process.
///
/// # Errors
/// The first cell that failed.
pub fn run(
    plan: &Plan,
    program: &Path,
    mut stage: impl FnMut(&str),
    mut tick: impl FnMut(),
) -> Result<Vec<MemoryResult>, String> {
    let mut results = Vec::new();
    for &len in &plan.lens {
        stage(&format!("memory, names of {len} bytes"));
        for &n_names in &plan.sizes {
            for peer in peers::built_in() {
                let millis = if peer.name == BASE { plan.base_millis } else { 60_000 };
                let numbers = [len as u64, n_names as u64, millis].map(|number| number.to_string());
                let args = ["memory", peer.name].into_iter().chain(numbers.iter().map(String::as_str));
                let mut cells = Vec::new();
                for _ in 0..plan.rounds_of(peer.name) {
                    cells.push(crate::cell::run(program, args.clone())?);
                    tick();
                }
                results.push(summarise(len, n_names, peer.name, &cells));
            }
        }
    }
    Ok(results)
}

fn summarise(len: usize, n_names: usize, peer: &'static str, cells: &[Cell]) -> MemoryResult {
    let n_reached = cells.iter().map(|cell| cell.n_reached).min().unwrap_or(0);
    let each = |figure: fn(&Cell) -> Option<usize>| {
        let found: Option<Vec<f64>> =
            cells.iter().map(|cell| Some(figure(cell)? as f64 / cell.n_reached.max(1) as f64)).collect();
        Some(Summary::of(&found?).median)
    };
    MemoryResult {
        len,
        n_names,
        peer,
        n_reached,
        resident: each(|cell| cell.resident).filter(|_| N_RESIDENT <= n_reached),
        requested: each(|cell| Some(cell.requested)).unwrap_or(0.0),
        own: each(|cell| cell.own),
        first: cells.iter().map(|cell| cell.first).max().unwrap_or(0),
    }
}

/// Judges our cells that have targets.
pub fn verdicts(results: &[MemoryResult]) -> Vec<Verdict> {
    let ours = results.iter().filter(|result| result.peer == OURS && result.len == TARGET_LEN);
    let mut verdicts = Vec::new();
    for result in ours {
        let own = result.own.unwrap_or(0.0);
        let mut judge = |case: &str, bytes, limit| {
            verdicts.push(Verdict::at_most("memory", case, bytes, "B", limit));
        };
        match result.n_names {
            1000 => {
                judge("12 B names, 1 k live: asked of the allocator, each", result.requested, 110.0);
                judge("12 B names, 1 k live: by the table's own figures, each", own, 110.0);
                judge("the first dynamic atom: asked of the allocator", result.first as f64, 65_536.0);
            }
            10_000 => {
                judge("12 B names, 10 k live: asked of the allocator, each", result.requested, 72.0);
                judge("12 B names, 10 k live: by the table's own figures, each", own, 72.0);
            }
            1_000_000 => {
                if let Some(resident) = result.resident {
                    judge("12 B names, 1 M live: resident, each", resident, 55.0);
                }
            }
            _ => {}
        }
    }
    verdicts
}

#[cfg(test)]
mod tests {
    //! What is judged, and from how many names on resident memory counts.

    use super::cell::Cell;
    use super::{summarise, verdicts};

    #[test]
    fn targets_are_those_of_our_names_of_twelve_bytes() {
        let cell = |n_reached| Cell {
            n_reached,
            resident: Some(60 * n_reached),
            requested: 100 * n_reached,
            own: Some(70 * n_reached),
            first: 65_536,
        };
        let results = [
            summarise(12, 1000, "atoms", &[cell(1000)]),
            summarise(12, 10_000, "atoms", &[cell(10_000)]),
            summarise(12, 1_000_000, "atoms", &[cell(1_000_000)]),
            summarise(8, 1000, "atoms", &[cell(1000)]),
            summarise(12, 1000, "ustr", &[cell(1000)]),
        ];
        assert_eq!(results[0].resident, None);
        let met: Vec<bool> = verdicts(&results).iter().map(|verdict| verdict.is_met).collect();
        assert_eq!(met, [true, true, true, false, true, false]);
    }
}
