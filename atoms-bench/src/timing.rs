//! Timed cases: how long a batch takes, and rounds in which the cases of a group take turns.
//!
//! A module of its own because the way of measuring is the same for every workload that runs in this process.
//! Invariants: [T-ROUND] every case of a group runs once per round; [T-SHUFFLE] the order within a round is random, the
//! same in every run, so that no case always follows the one that leaves it cold caches; [T-BATCH] a batch is long
//! enough that the two clock readings vanish in it.

use crate::cpu::thread_time;
use crate::rng::Rng;
use crate::stats::small;
use std::time::Duration;

/// A batch takes about as long as this.
const BATCH: Duration = Duration::from_micros(1800);

/// Something that can be repeated and timed.
pub struct Case<'a> {
    /// The name in the report.
    pub label: &'static str,
    /// Operations that one call of `pass` carries out.
    pub n_ops: usize,
    /// Carries out `n_ops` operations, on inputs and outputs the optimiser cannot see through.
    pub pass: Box<dyn FnMut() + 'a>,
}

impl std::fmt::Debug for Case<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Case").field("label", &self.label).field("n_ops", &self.n_ops).finish_non_exhaustive()
    }
}

impl Case<'_> {
    /// Runs `n_passes` passes and returns nanoseconds per operation.
    fn time(&mut self, n_passes: usize) -> f64 {
        let start = thread_time();
        for _ in 0..n_passes {
            (self.pass)();
        }
        let used = thread_time() - start;
        used.as_secs_f64() * 1e9 / (small(n_passes) * small(self.n_ops))
    }

    /// Finds how many passes fill a batch; runs the case warm on the way.
    fn calibrate(&mut self) -> usize {
        let mut n_passes = 1;
        loop {
            let used = self.time(n_passes) * small(n_passes) * small(self.n_ops);
            let wanted = BATCH.as_secs_f64() * 1e9;
            if wanted <= used * 1.5 {
                return n_passes;
            }
            n_passes = n_passes.checked_mul(2).expect("a case that takes no time at all was optimised away");
        }
    }
}

/// Times the cases of a group in turns and returns for each its nanoseconds per operation, round by round.
///
/// `progress` is called after every round.
pub fn rounds(cases: &mut [Case<'_>], n_rounds: usize, mut progress: impl FnMut()) -> Vec<Vec<f64>> {
    let n_passes: Vec<usize> = cases.iter_mut().map(Case::calibrate).collect();
    let mut samples = vec![Vec::with_capacity(n_rounds); cases.len()];
    let mut rng = Rng::new(1);
    let mut order: Vec<usize> = (0..cases.len()).collect();
    for _ in 0..n_rounds {
        rng.shuffle(&mut order);
        for &case_idx in &order {
            samples[case_idx].push(cases[case_idx].time(n_passes[case_idx]));
        }
        progress();
    }
    samples
}

#[cfg(test)]
mod tests;
