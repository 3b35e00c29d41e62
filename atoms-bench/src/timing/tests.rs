//! Turns and counts; nothing here asserts how long something takes.

use super::{Case, rounds};
use std::cell::RefCell;
use std::hint::black_box;

#[test]
fn every_case_runs_once_per_round_in_changing_orders() {
    let order = RefCell::new(Vec::new());
    let case = |label: &'static str| Case {
        label,
        n_ops: 1,
        pass: Box::new({
            let order = &order;
            move || {
                // Longer than a batch, so that calibration settles on one pass.
                (0..4_000_000_u64).for_each(|n| {
                    black_box(n);
                });
                order.borrow_mut().push(label);
            }
        }),
    };
    let mut cases = [case("a"), case("b"), case("c")];
    let mut n_progress = 0;
    let samples = rounds(&mut cases, 4, || n_progress += 1);
    assert_eq!(n_progress, 4);
    assert_eq!(samples.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4, 4]);
    let order = order.take();
    let rounds: Vec<String> = order[order.len() - 4 * 3..].chunks(3).map(<[&str]>::concat).collect();
    for round in &rounds {
        assert!(["a", "b", "c"].iter().all(|label| round.contains(label)), "{rounds:?}");
    }
    assert!(rounds.iter().any(|round| *round != rounds[0]), "{rounds:?}");
}

#[test]
fn samples_are_positive_and_per_operation() {
    let mut cases = [Case {
        label: "count",
        n_ops: 1000,
        pass: Box::new(|| {
            (0..1000_u64).for_each(|n| {
                black_box(n);
            });
        }),
    }];
    let samples = rounds(&mut cases, 3, || ());
    assert!(samples[0].iter().all(|&sample| 0.0 < sample));
}
