//! The workload `threads`: hits with several threads at once, each on a core of its own.
//!
//! A module of its own because it alone needs the wall clock: CPU time does not see that a thread waits.
//! Invariants: [T-TURN] interners, mixes and numbers of threads take turns round by round; [T-QUIET] a disturbed round
//! is thrown away, and how many counted is shown.

mod mix;
mod round;

use crate::options::Depth;
use crate::peers::{BASE, Base, OURS, Ours, Shared};
use crate::stats::Summary;
use crate::verdict::Verdict;
use mix::Mix;
use round::{Round, Work, round};
use serde::Serialize;

/// How long a round takes, in seconds: shorter than the system leaves a thread on its core when others want it.
const ROUND: f64 = 0.001;
/// Interns of the round that finds out how many fill a round.
const N_TRIAL: usize = 4000;

/// Quiet rounds below which no figure is given.
const N_ENOUGH: usize = 3;

/// Sizes and rounds.
#[derive(Clone, Debug)]
pub struct Plan {
    n_names: usize,
    n_rounds: usize,
    /// How often a disturbed round is tried again.
    n_tries: usize,
    cores: Vec<usize>,
}

impl Plan {
    /// Makes the plan of a depth for the cores that there are, the best ones first.
    pub fn new(depth: Depth, cores: &[usize]) -> Self {
        let (n_names, n_rounds, n_tries) = match depth {
            Depth::Smoke => (1000, 1, 1),
            Depth::Quick => (10_000, 15, 6),
            Depth::Full => (10_000, 51, 12),
        };
        Self { n_names, n_rounds, n_tries, cores: cores.to_vec() }
    }

    /// Returns how many rounds of all cases there are.
    pub const fn n_rounds(&self) -> usize {
        self.n_rounds
    }

    /// 1, 2, 4 and so on, and all cores.
    fn thread_counts(&self) -> Vec<usize> {
        let n_cores = self.cores.len();
        let mut counts: Vec<usize> =
            std::iter::successors(Some(1), |n| Some(n * 2)).take_while(|n| *n < n_cores).collect();
        counts.push(n_cores.max(1));
        counts
    }
}

/// What came out of one interner, mix and number of threads.
#[derive(Clone, Debug, Serialize)]
pub struct ThreadsResult {
    /// Which names, and how often each.
    pub mix: &'static str,
    /// The interner.
    pub peer: &'static str,
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

/// Something that runs a round of one interner.
type Run = Box<dyn Fn(&[Work], &[usize], usize) -> Result<Round, String>>;

/// Returns how many interns of a thread fill a round, for a rate in million a second.
fn ops_of(rate: f64) -> usize {
    // A disturbed trial looks slow; between these bounds a round is neither too short to time nor too long.
    [1usize << 16, 1 << 15, 1 << 14, 1 << 13]
        .into_iter()
        .find(|n_ops| *n_ops as f64 <= rate * 1e6 * ROUND * 1.5)
        .unwrap_or(1 << 12)
}

fn runner<I: Shared>() -> Run {
    // One for all rounds, so that they find the names that earlier ones have made, as in a program that runs on.
    let interner = I::new();
    Box::new(move |works, cores, n_ops| round(&interner, works, cores, n_ops))
}

fn runners() -> Vec<(&'static str, Run)> {
    #[cfg_attr(not(feature = "peers"), expect(unused_mut, reason = "the feature adds peers"))]
    let mut runners = vec![(OURS, runner::<Ours>()), (BASE, runner::<Base>())];
    #[cfg(feature = "peers")]
    {
        use crate::peers::others::{
            ARC_INTERN, ArcIntern, HSTR, Hstr, INTERN, Intern, THREADED_RODEO, ThreadedRodeo, USTR, Ustr,
        };
        runners.push((HSTR, runner::<Hstr>()));
        runners.push((USTR, runner::<Ustr>()));
        runners.push((THREADED_RODEO, runner::<ThreadedRodeo>()));
        runners.push((INTERN, runner::<Intern>()));
        runners.push((ARC_INTERN, runner::<ArcIntern>()));
    }
    runners
}

/// One case with its rates so far.
struct Case {
    mix: Mix,
    works: std::rc::Rc<[Work]>,
    runner_idx: usize,
    /// Interns of each thread in a round.
    n_ops: usize,
    rates: Vec<f64>,
    n_tried: usize,
}

/// Measures every case.
///
/// `tick` hears of each round of all cases.
///
/// # Errors
/// A name came back as another one.
pub fn run(plan: &Plan, mut tick: impl FnMut()) -> Result<Vec<ThreadsResult>, String> {
    let runners = runners();
    let mut cases = Vec::new();
    for mix in Mix::ALL {
        for n_threads in plan.thread_counts() {
            let works: std::rc::Rc<[Work]> = mix.works(plan.n_names, n_threads).into();
            for (runner_idx, (_, run)) in runners.iter().enumerate() {
                let cores = &plan.cores[..n_threads.min(plan.cores.len())];
                let trial = run(&works, cores, N_TRIAL)?;
                let n_ops = ops_of(trial.rate / n_threads as f64);
                let works = works.clone();
                cases.push(Case { mix, works, runner_idx, n_ops, rates: Vec::new(), n_tried: 0 });
            }
        }
    }
    for round_idx in 0..plan.n_rounds {
        for turn in 0..cases.len() {
            let case_idx = (round_idx + turn) % cases.len();
            let case = &mut cases[case_idx];
            for _ in 0..plan.n_tries {
                case.n_tried += 1;
                let cores = &plan.cores[..case.works.len().min(plan.cores.len())];
                let round = (runners[case.runner_idx].1)(&case.works, cores, case.n_ops)?;
                if round.is_quiet {
                    case.rates.push(round.rate);
                    break;
                }
            }
        }
        tick();
    }
    let median = |case: &Case| (N_ENOUGH <= case.rates.len()).then(|| Summary::of(&case.rates));
    let find = |mix, n_threads, runner_idx| {
        let is_it =
            |case: &&Case| case.mix == mix && case.works.len() == n_threads && case.runner_idx == runner_idx;
        median(cases.iter().find(is_it)?)
    };
    let base_idx = runners.iter().position(|(label, _)| *label == BASE).expect("string_cache always runs");
    Ok(cases
        .iter()
        .map(|case| {
            let n_threads = case.works.len();
            let rate = median(case);
            let to = |other: Option<Summary>| Some(rate?.median / other?.median);
            ThreadsResult {
                mix: case.mix.label(),
                peer: runners[case.runner_idx].0,
                n_threads,
                n_tried: case.n_tried,
                n_quiet: case.rates.len(),
                rate,
                to_one: to(find(case.mix, 1, case.runner_idx)),
                to_base: to(find(case.mix, n_threads, base_idx)),
            }
        })
        .collect())
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
    //! Every case runs; numbers of threads fit the cores.

    use super::{Plan, run, verdicts};
    use crate::options::Depth;

    #[test]
    fn every_case_of_a_smoke_run_is_reported() {
        let plan = Plan::new(Depth::Smoke, &[0, 1]);
        let results = run(&plan, || ()).expect("all texts are right");
        let per_peer = 4 * plan.thread_counts().len();
        assert_eq!(results.len() % per_peer, 0);
        assert!(results.iter().all(|result| result.rate.is_none() && result.n_tried == 1));
        assert!(verdicts(&results).is_empty());
    }

    #[test]
    fn numbers_of_threads_double_up_to_all_cores() {
        let counts = |n_cores| Plan::new(Depth::Quick, &vec![0; n_cores]).thread_counts();
        assert_eq!(counts(1), [1]);
        assert_eq!(counts(2), [1, 2]);
        assert_eq!(counts(6), [1, 2, 4, 6]);
    }
}
