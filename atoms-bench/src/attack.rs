//! The workload `attack`: names that were chosen so that they collide, against random ones of the same lengths.
//!
//! A module of its own because its names are searched for and its tables must be fresh: a cell is a process.
//! Invariants: [A-REAL] a cell checks that its names agree in the hash of the interner that they are meant for;
//! [A-TURN] the cells take turns, the first one rotates, and a ratio is formed within a round.

pub mod cell;
mod families;
mod search;

use crate::options::Depth;
use crate::peers::{BASE, OURS};
use crate::stats::Summary;
use crate::verdict::Verdict;
use cell::Cell;
use families::Family;
use serde::Serialize;
use std::fs;
use std::path::Path;

/// Our atoms, with the vocabulary that a parser has.
type OurName = atoms_core::vocab::html::LocalName;
/// string_cache's atoms with the same vocabulary: its key is in the registry for everybody to read.
type BaseName = web_atoms::LocalName;

/// The key that the attacker knows.
const KEY: [u64; 4] =
    [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 0x0f1e_2d3c_4b5a_6978, 0x8796_a5b4_c3d2_e1f0];
/// The family that is measured against itself.
const CONTROL: &str = "random-again";

/// Whose table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    Ours,
    Base,
}

impl Which {
    const fn label(self) -> &'static str {
        match self {
            Self::Ours => OURS,
            Self::Base => BASE,
        }
    }

    fn find(label: &str) -> Result<Self, String> {
        [Self::Ours, Self::Base]
            .into_iter()
            .find(|which| which.label() == label)
            .ok_or_else(|| format!("{label:?} is neither {OURS} nor {BASE}"))
    }
}

/// How many names, and how often.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    n_names: usize,
    n_rounds: usize,
    /// CPU time for each of inserts, hits and drops of a cell: what is quadratic is cut there.
    millis: u64,
}

impl Plan {
    /// Makes the plan of a depth.
    pub const fn new(depth: Depth) -> Self {
        match depth {
            Depth::Smoke => Self { n_names: 500, n_rounds: 1, millis: 200 },
            Depth::Quick => Self { n_names: 20_000, n_rounds: 5, millis: 500 },
            Depth::Full => Self { n_names: 100_000, n_rounds: 15, millis: 2000 },
        }
    }

    /// Returns how many processes there will be.
    pub fn n_cells(&self) -> usize {
        cells().map(|(_, which)| self.n_rounds_of(which)).sum()
    }

    /// string_cache shows what the attack does; it needs no exact figure.
    fn n_rounds_of(&self, which: Which) -> usize {
        match which {
            Which::Ours => self.n_rounds,
            Which::Base => self.n_rounds.min(3),
        }
    }
}

fn cells() -> impl Iterator<Item = (&'static Family, Which)> {
    let ours = families::ALL.iter().map(|family| (family, Which::Ours));
    let base = families::ALL.iter().filter(|family| !family.is_keyed).map(|family| (family, Which::Base));
    ours.chain(base)
}

/// What came out of one family in one interner; nanoseconds per name.
#[derive(Clone, Debug, Serialize)]
pub struct AttackResult {
    /// The family.
    pub family: &'static str,
    /// What sets it apart.
    pub title: &'static str,
    /// The interner.
    pub peer: &'static str,
    /// Names that were asked for.
    pub n_names: usize,
    /// Names that were interned before the time was up.
    pub n_reached: usize,
    /// An insert.
    pub insert_ns: Summary,
    /// An insert, to one of the random names.
    pub insert_ratio: Summary,
    /// A hit.
    pub hit_ns: Summary,
    /// A hit, to one of the random names.
    pub hit_ratio: Summary,
    /// A drop, oldest first.
    pub drop_ns: Summary,
    /// How often shards of ours changed their hash function; the most of all rounds.
    pub rekeys: Option<usize>,
    /// Slots that the longest search of ours looks at; the most of all rounds.
    pub longest_probe: Option<usize>,
    /// The highest ratio that the design allows, for ours.
    pub target: Option<f64>,
}

/// Measures every family.
///
/// `cores` search for names; `folder` takes them. `stage` hears of each family, `tick` of each process.
///
/// # Errors
/// A search that finds too little, or the first cell that failed.
pub fn run(
    plan: &Plan,
    program: &Path,
    folder: &Path,
    cores: &[usize],
    mut stage: impl FnMut(&str),
    mut tick: impl FnMut(),
) -> Result<Vec<AttackResult>, String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for family in &families::ALL {
        stage(&format!("attack, names of {}", family.name));
        let names = family
            .names(n_names(plan, family), cores)
            .map_err(|error| format!("{}: {error}", family.name))?;
        let path = folder.join(format!("{}.txt", family.name));
        let text: String = names.iter().flat_map(|name| [name, "\n"]).collect();
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let cells: Vec<_> = cells().collect();
    let mut found: Vec<Vec<Cell>> = cells.iter().map(|_| Vec::new()).collect();
    for round in 0..plan.n_rounds {
        stage(&format!("attack, round {} of {}", round + 1, plan.n_rounds));
        for turn in 0..cells.len() {
            let cell_idx = (round + turn) % cells.len();
            let (family, which) = cells[cell_idx];
            if found[cell_idx].len() < plan.n_rounds_of(which) {
                let file = folder.join(format!("{}.txt", family.name));
                let millis = plan.millis.to_string();
                let file = file.to_string_lossy();
                let args = ["attack", which.label(), family.name, &file, &millis];
                found[cell_idx].push(crate::cell::run(program, args)?);
                tick();
            }
        }
    }
    let of = |name: &str, which: Which| {
        cells.iter().position(|(family, other)| family.name == name && *other == which).map(|idx| &found[idx])
    };
    cells
        .iter()
        .zip(&found)
        .map(|((family, which), own)| {
            let partner = of(family.partner, *which).ok_or("a family has a partner")?;
            Ok(summarise(plan, family, *which, own, partner))
        })
        .collect()
}

fn n_names(plan: &Plan, family: &Family) -> usize {
    (plan.n_names / family.part).max(10)
}

fn summarise(plan: &Plan, family: &Family, which: Which, own: &[Cell], partner: &[Cell]) -> AttackResult {
    let row = |cells: &[Cell], figure: fn(&Cell) -> f64| cells.iter().map(figure).collect::<Vec<f64>>();
    let of = |figure| Summary::of(&row(own, figure));
    let to = |figure| Summary::of_ratios(&row(own, figure), &row(partner, figure));
    let most = |figure: fn(&Cell) -> usize| own.iter().map(figure).max().filter(|_| which == Which::Ours);
    AttackResult {
        family: family.name,
        title: family.title,
        peer: which.label(),
        n_names: n_names(plan, family),
        n_reached: own.iter().map(|cell| cell.n_reached).min().unwrap_or(0),
        insert_ns: of(|cell| cell.insert_ns),
        insert_ratio: to(|cell| cell.insert_ns),
        hit_ns: of(|cell| cell.hit_ns),
        hit_ratio: to(|cell| cell.hit_ns),
        drop_ns: of(|cell| cell.drop_ns),
        rekeys: most(|cell| cell.rekeys),
        longest_probe: most(|cell| cell.longest_probe),
        target: family.target.filter(|_| which == Which::Ours),
    }
}

/// Judges the families that have a target.
pub fn verdicts(results: &[AttackResult]) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    for result in results {
        let Some(target) = result.target else { continue };
        for (operation, ratio) in [("insert", &result.insert_ratio), ("hit", &result.hit_ratio)] {
            let case = format!("{}: {operation}, ns to those of random names", result.title);
            verdicts.push(Verdict::at_most("attack", case, ratio.median, "x", target));
        }
    }
    verdicts
}

/// Returns random names to other random ones, inserts in ours.
pub fn control(results: &[AttackResult]) -> Option<f64> {
    let control = results.iter().find(|result| result.family == CONTROL && result.peer == OURS)?;
    Some(control.insert_ratio.median)
}
