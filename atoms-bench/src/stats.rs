//! Medians and percentiles of samples and of ratios between samples of one round.
//!
//! A module of its own so that every workload summarises in the same way, and so that it can be tested on known samples.
//! Invariant: a ratio is formed inside a round before anything is summarised, since the machine's speed differs
//! between rounds more than within one.

use serde::Serialize;

/// What is printed of a row of samples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The smallest sample.
    pub min: f64,
    /// The sample that a tenth of all lies below.
    pub p10: f64,
    /// The sample in the middle.
    pub median: f64,
    /// The sample that a tenth of all lies above.
    pub p90: f64,
    /// How many samples there are.
    pub n: usize,
}

impl Summary {
    /// Summarises `samples`.
    ///
    /// # Panics
    /// When there are none.
    pub fn of(samples: &[f64]) -> Self {
        assert!(!samples.is_empty(), "a summary needs a sample");
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        Self {
            min: sorted[0],
            p10: quantile(&sorted, 1, 10),
            median: quantile(&sorted, 1, 2),
            p90: quantile(&sorted, 9, 10),
            n: sorted.len(),
        }
    }

    /// Summarises `samples[i] / base[i]`.
    ///
    /// # Panics
    /// When the two do not have the same, positive number of rounds.
    pub fn of_ratios(samples: &[f64], base: &[f64]) -> Self {
        assert_eq!(samples.len(), base.len(), "a ratio takes both of its sides from one round");
        let ratios: Vec<f64> = samples.iter().zip(base).map(|(sample, base)| sample / base).collect();
        Self::of(&ratios)
    }
}

/// Returns the sample at the fraction `part / whole` of a sorted row, between two samples where it falls between them.
fn quantile(sorted: &[f64], part: usize, whole: usize) -> f64 {
    let scaled = (sorted.len() - 1) * part;
    let (below, rest) = (scaled / whole, scaled % whole);
    let above = (below + 1).min(sorted.len() - 1);
    let weight = small(rest) / small(whole);
    sorted[below] + (sorted[above] - sorted[below]) * weight
}

/// Converts a count that is far below 2^32.
pub fn small(count: usize) -> f64 {
    f64::from(u32::try_from(count).expect("counts of samples and operations stay below 2^32"))
}

#[cfg(test)]
mod tests;
