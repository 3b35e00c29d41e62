//! The workload `threads`: hits with several threads at once, each on a core of its own.
//!
//! A module of its own because it alone needs the wall clock: CPU time does not see that a thread waits.
//! Invariants: [T-FRESH] the table is that of a process in which nothing else ran, started anew a few times; [T-QUIET] a
//! disturbed round is thrown away, and how many counted is shown.

pub mod cell;
mod mix;
mod round;

use crate::options::Depth;
use crate::peers::{BASE, OURS};
use crate::stats::Summary;
use crate::verdict::Verdict;
use cell::Rates;
use mix::Mix;
use serde::Serialize;
use std::path::Path;

/// Quiet rounds below which no figure is given.
const N_ENOUGH: usize = 3;

/// Sizes and rounds.
#[derive(Clone, Debug)]
pub struct Plan {
    n_names: usize,
    n_starts: usize,
    n_rounds: usize,
    /// How often a disturbed round is tried again.
    n_tries: usize,
    cores: Vec<usize>,
}

impl Plan {
    /// Makes the plan of a depth for the cores that there are, the best ones first.
    pub fn new(depth: Depth, cores: &[usize]) -> Self {
        let (n_names, n_starts, n_rounds, n_tries) = match depth {
            Depth::Smoke => (1000, 1, 1, 1),
            Depth::Quick => (10_000, 3, 7, 6),
            Depth::Full => (10_000, 5, 13, 12),
        };
        Self { n_names, n_starts, n_rounds, n_tries, cores: cores.to_vec() }
    }

    /// Returns how many processes there will be.
    pub const fn n_cells(&self) -> usize {
        self.n_starts
    }
}

/// What came out of one interner, mix and number of threads.
#[derive(Clone, Debug, Serialize)]
pub struct ThreadsResult {
    /// Which names, and how often each.
    pub mix: String,
    /// The interner.
    pub peer: String,
    /// Threads.
    pub n_threads: usize,
    /// Rounds that were tried.
    pub n_tried: usize,
    /// Rounds that counted.
    pub n_quiet: usize,
    /// Million interns a second, all threads together; absent when too few rounds were quiet.
    pub rate: Option<Summary>,
    /// To the rate of one thread, median to median.
    pub to_one: Option<f64>,
    /// To the rate of string_cache, median to median.
    pub to_base: Option<f64>,
}

/// Measures every case in every process.
///
/// `tick` hears of each process.
///
/// # Errors
/// A name came back as another one, or a process failed.
pub fn run(plan: &Plan, program: &Path, mut tick: impl FnMut()) -> Result<Vec<ThreadsResult>, String> {
    let cores = plan.cores.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    let numbers = [plan.n_names, plan.n_rounds, plan.n_tries].map(|number| number.to_string());
    let mut all: Vec<Rates> = Vec::new();
    for _ in 0..plan.n_starts {
        let args = ["threads"].into_iter().chain(numbers.iter().map(String::as_str)).chain([&*cores]);
        let found: Vec<Rates> = crate::cell::run(program, args)?;
        tick();
        if all.is_empty() {
            all = found;
            continue;
        }
        for (sum, rates) in all.iter_mut().zip(found) {
            sum.n_tried += rates.n_tried;
            sum.rates.extend(rates.rates);
        }
    }
    Ok(summarise(&all))
}

fn summarise(all: &[Rates]) -> Vec<ThreadsResult> {
    let median = |rates: &Rates| (N_ENOUGH <= rates.rates.len()).then(|| Summary::of(&rates.rates));
    let find = |mix: &str, n_threads: usize, peer: &str| {
        let is_it = |rates: &&Rates| rates.mix == mix && rates.n_threads == n_threads && rates.peer == peer;
        median(all.iter().find(is_it)?)
    };
    all.iter()
        .map(|rates| {
            let rate = median(rates);
            let to = |other: Option<Summary>| Some(rate?.median / other?.median);
            ThreadsResult {
                mix: rates.mix.clone(),
                peer: rates.peer.clone(),
                n_threads: rates.n_threads,
                n_tried: rates.n_tried,
                n_quiet: rates.rates.len(),
                rate,
                to_one: to(find(&rates.mix, 1, &rates.peer)),
                to_base: to(find(&rates.mix, rates.n_threads, BASE)),
            }
        })
        .collect()
}

/// Judges two threads on Zipf.
pub fn verdicts(results: &[ThreadsResult]) -> Vec<Verdict> {
    let ours = results
        .iter()
        .find(|result| result.peer == OURS && result.n_threads == 2 && result.mix == Mix::Zipf.label());
    let Some(ours) = ours else { return Vec::new() };
    let to_base = ours.to_base.map(|ratio| {
        Verdict::at_least("threads", "2 threads, Zipf: rate to that of string_cache", ratio, "x", 4.5)
    });
    let to_one = ours.to_one.map(|ratio| {
        Verdict::at_least("threads", "2 threads, Zipf: rate to that of 1 thread", ratio, "x", 1.8)
    });
    to_base.into_iter().chain(to_one).collect()
}

#[cfg(test)]
mod tests {
    //! Ratios go to one thread and to string_cache, and few rounds give none.

    use super::cell::Rates;
    use super::{summarise, verdicts};

    fn rates(peer: &str, n_threads: usize, rates: &[f64]) -> Rates {
        let mix = "Zipf 1.0".to_owned();
        Rates { mix, peer: peer.to_owned(), n_threads, n_tried: 9, rates: rates.to_vec() }
    }

    #[test]
    fn ratios_are_formed_of_medians() {
        let results = summarise(&[
            rates("atoms", 1, &[10.0, 10.0, 11.0]),
            rates("string_cache", 1, &[5.0, 5.0]),
            rates("atoms", 2, &[18.0, 18.0, 18.0]),
            rates("string_cache", 2, &[4.0, 4.0, 4.0]),
        ]);
        assert_eq!((results[2].to_one, results[2].to_base), (Some(1.8), Some(4.5)));
        assert_eq!((results[0].to_base, results[1].n_quiet), (None, 2));
        assert!(verdicts(&results).iter().all(|verdict| verdict.is_met));
        assert_eq!(verdicts(&results).len(), 2);
    }
}
