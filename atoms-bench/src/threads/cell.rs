//! Every case of the workload `threads`, in a process of its own.
//!
//! A module of its own because it runs on the other side of a process boundary: names that other workloads have interned
//! or pinned would change the tables. Invariant: interners, mixes and numbers of threads take turns round by round.

use super::mix::Mix;
use super::round::{Round, Work, round};
use crate::cell;
use crate::peers::{BASE, Base, OURS, Ours, Shared};
use serde::{Deserialize, Serialize};
use std::process::ExitCode;
use std::rc::Rc;

/// How long a round takes, in seconds: shorter than the system leaves a thread on its core when others want it.
const ROUND: f64 = 0.001;
/// Interns of the round that finds out how many fill a round.
const N_TRIAL: usize = 4000;

/// The rates of one interner, mix and number of threads.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Rates {
    /// The label of the mix.
    pub(super) mix: String,
    /// The interner.
    pub(super) peer: String,
    /// Threads.
    pub(super) n_threads: usize,
    /// Rounds that were tried.
    pub(super) n_tried: usize,
    /// Million interns a second of the rounds that were quiet.
    pub(super) rates: Vec<f64>,
}

/// Measures what the arguments name: names, rounds, tries of each, and the cores separated by commas.
pub fn main(args: &[String]) -> ExitCode {
    cell::answer(measure(args))
}

fn measure(args: &[String]) -> Result<Vec<Rates>, String> {
    let n_names: usize = cell::arg(args, 0)?;
    let n_rounds: usize = cell::arg(args, 1)?;
    let n_tries: usize = cell::arg(args, 2)?;
    let cores: String = cell::arg(args, 3)?;
    let cores = cores.split(',').map(str::parse).collect::<Result<Vec<usize>, _>>();
    let cores = cores.map_err(|error| format!("the cores of the cell: {error}"))?;
    run(n_names, n_rounds, n_tries, &cores)
}

/// 1, 2, 4 and so on, and all cores.
fn thread_counts(n_cores: usize) -> Vec<usize> {
    let mut counts: Vec<usize> =
        std::iter::successors(Some(1), |n| Some(n * 2)).take_while(|n| *n < n_cores).collect();
    counts.push(n_cores.max(1));
    counts
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
    works: Rc<[Work]>,
    runner_idx: usize,
    /// Interns of each thread in a round.
    n_ops: usize,
    rates: Vec<f64>,
    n_tried: usize,
}

/// Measures every case.
fn run(n_names: usize, n_rounds: usize, n_tries: usize, cores: &[usize]) -> Result<Vec<Rates>, String> {
    let runners = runners();
    let mut cases = Vec::new();
    for mix in Mix::ALL {
        for n_threads in thread_counts(cores.len()) {
            let works: Rc<[Work]> = mix.works(n_names, n_threads).into();
            for (runner_idx, (_, run)) in runners.iter().enumerate() {
                let trial = run(&works, &cores[..n_threads], N_TRIAL)?;
                let n_ops = ops_of(trial.rate / n_threads as f64);
                let works = works.clone();
                cases.push(Case { mix, works, runner_idx, n_ops, rates: Vec::new(), n_tried: 0 });
            }
        }
    }
    for round_idx in 0..n_rounds {
        for turn in 0..cases.len() {
            let case_idx = (round_idx + turn) % cases.len();
            let case = &mut cases[case_idx];
            for _ in 0..n_tries {
                case.n_tried += 1;
                let round =
                    (runners[case.runner_idx].1)(&case.works, &cores[..case.works.len()], case.n_ops)?;
                if round.is_quiet {
                    case.rates.push(round.rate);
                    break;
                }
            }
        }
    }
    Ok(cases
        .into_iter()
        .map(|case| Rates {
            mix: case.mix.label().to_owned(),
            peer: runners[case.runner_idx].0.to_owned(),
            n_threads: case.works.len(),
            n_tried: case.n_tried,
            rates: case.rates,
        })
        .collect())
}

#[cfg(test)]
mod tests {
    //! Numbers of threads fit the cores.

    use super::thread_counts;

    #[test]
    fn numbers_of_threads_double_up_to_all_cores() {
        assert_eq!(thread_counts(1), [1]);
        assert_eq!(thread_counts(2), [1, 2]);
        assert_eq!(thread_counts(6), [1, 2, 4, 6]);
    }
}
