//! Known samples give known summaries.

use super::Summary;

#[test]
fn summary_of_one_sample_is_that_sample() {
    let summary = Summary::of(&[3.5]);
    assert_eq!(summary, Summary { min: 3.5, p10: 3.5, median: 3.5, p90: 3.5, n: 1 });
}

#[test]
fn summary_of_an_odd_row_takes_samples() {
    let samples: Vec<f64> = (0..=10).rev().map(f64::from).collect();
    assert_eq!(Summary::of(&samples), Summary { min: 0.0, p10: 1.0, median: 5.0, p90: 9.0, n: 11 });
}

#[test]
fn median_of_an_even_row_lies_between_two_samples() {
    let summary = Summary::of(&[4.0, 1.0, 2.0, 3.0]);
    assert_eq!((summary.median, summary.min), (2.5, 1.0));
}

#[test]
fn one_outlier_moves_neither_median_nor_p10() {
    let mut samples = vec![1.0; 20];
    samples.push(1e9);
    let summary = Summary::of(&samples);
    assert_eq!((summary.p10, summary.median, summary.p90), (1.0, 1.0, 1.0));
}

#[test]
fn ratios_are_formed_within_a_round() {
    // The machine is ten times slower in the second round; the ratio is the same in both.
    let summary = Summary::of_ratios(&[1.0, 10.0, 1.0], &[2.0, 20.0, 2.0]);
    assert_eq!(summary, Summary { min: 0.5, p10: 0.5, median: 0.5, p90: 0.5, n: 3 });
}

#[test]
#[should_panic(expected = "both of its sides from one round")]
fn ratios_of_different_rounds_are_refused() {
    let _ = Summary::of_ratios(&[1.0], &[1.0, 2.0]);
}

#[test]
#[should_panic(expected = "a summary needs a sample")]
fn empty_row_is_refused() {
    let _ = Summary::of(&[]);
}
