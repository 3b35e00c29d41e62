//! Which names the threads intern, and how often each.
//!
//! A module of its own because drawing is pure and happens before anything is timed.
//! Invariant: each thread has an order of its own; only `disjoint` gives each thread names of its own.

use super::round::Work;
use crate::names::Names;
use crate::rng::Rng;

/// Draws that a thread goes through again and again.
const N_DRAWS: usize = 1 << 16;

/// A distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mix {
    /// Name number k, counted from 1, as often as 1/k.
    Zipf,
    /// Every name as often as any other.
    Uniform,
    /// One name.
    Hot,
    /// Every name as often, and no name in two threads.
    Disjoint,
}

impl Mix {
    pub(super) const ALL: [Self; 4] = [Self::Zipf, Self::Uniform, Self::Hot, Self::Disjoint];

    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Zipf => "Zipf 1.0",
            Self::Uniform => "uniform",
            Self::Hot => "one hot name",
            Self::Disjoint => "disjoint names",
        }
    }

    /// Draws for `n_threads` threads; the vocabulary has `n_names` in all.
    pub(super) fn works(self, n_names: usize, n_threads: usize) -> Vec<Work> {
        let all = Names::random(11, n_names, 8, 16);
        let sums = zipf_sums(n_names);
        (0..n_threads)
            .map(|thread| {
                let names: Names = match self {
                    Self::Zipf | Self::Uniform => all.clone(),
                    Self::Hot => all.range(0, 1).collect(),
                    Self::Disjoint => {
                        let n_own = n_names / n_threads;
                        all.range(thread * n_own, (thread + 1) * n_own).collect()
                    }
                };
                let mut rng = Rng::new(100 + thread as u64);
                let mut draw = || match self {
                    Self::Zipf => draw_zipf(&sums, &mut rng),
                    _ => rng.below(names.len()),
                };
                let order =
                    (0..N_DRAWS).map(|_| u32::try_from(draw()).expect("a vocabulary is small")).collect();
                (names, order)
            })
            .collect()
    }
}

/// Returns the running sums of 1/k, scaled to 1.
fn zipf_sums(n_names: usize) -> Vec<f64> {
    let mut sum = 0.0;
    let mut sums: Vec<f64> = (1..=n_names)
        .map(|rank| {
            sum += 1.0 / rank as f64;
            sum
        })
        .collect();
    sums.iter_mut().for_each(|partial| *partial /= sum);
    sums
}

fn draw_zipf(sums: &[f64], rng: &mut Rng) -> usize {
    let fraction = (rng.next() >> 11) as f64 / (1_u64 << 53) as f64;
    sums.partition_point(|sum| *sum <= fraction).min(sums.len() - 1)
}

#[cfg(test)]
mod tests {
    //! Shares of names, and whose they are.

    use super::Mix;
    use std::collections::BTreeSet;

    #[test]
    fn zipf_draws_the_first_name_about_twice_as_often_as_the_second() {
        let works = Mix::Zipf.works(1000, 2);
        let count = |order: &[u32], name| order.iter().filter(|drawn| **drawn == name).count();
        for (_, order) in &works {
            let ratio = count(order, 0) as f64 / count(order, 1) as f64;
            assert!((1.8..2.2).contains(&ratio), "{ratio}");
        }
        assert_ne!(works[0].1, works[1].1);
    }

    #[test]
    fn disjoint_names_have_one_owner() {
        let works = Mix::Disjoint.works(1000, 4);
        let seen: BTreeSet<&str> = works.iter().flat_map(|(names, _)| names.iter()).collect();
        assert_eq!(seen.len(), 1000);
        assert_eq!(Mix::Hot.works(1000, 2)[1].0.len(), 1);
    }
}
