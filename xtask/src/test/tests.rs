//! Tests of `test`.

use core::time::Duration;

use anyhow::anyhow;

use super::steps::{Outcome, STEPS, Step};
use super::{Options, Report, Verdict, run_steps, step_name, summary};

fn step(name: &'static str, run: fn() -> anyhow::Result<Outcome>) -> Step {
    Step { name, purpose: "a test", run }
}

fn report(name: &'static str, verdict: Verdict) -> Report {
    Report { name, verdict, time: Duration::from_secs(2) }
}

#[test]
fn names_of_steps_are_distinct() {
    for (step_idx, step) in STEPS.iter().enumerate() {
        assert!(STEPS[..step_idx].iter().all(|other| other.name != step.name), "{}", step.name);
    }
}

#[test]
fn an_unknown_step_is_refused_with_the_known_ones() {
    assert_eq!(step_name("tidy").expect("a step"), "tidy");
    let error = step_name("tidyy").expect_err("no step").to_string();
    assert!(error.starts_with("no step is named \"tidyy\": choose from fmt, tidy, "), "{error}");
}

#[test]
fn only_and_skip_choose_steps() {
    let options = Options { only: vec!["fmt", "tidy"], skip: vec!["fmt"], keeps_going: false };
    let chosen: Vec<&str> = STEPS.iter().filter(|step| options.chooses(step)).map(|step| step.name).collect();
    assert_eq!(chosen, ["tidy"]);
    assert!(STEPS.iter().all(|step| Options::default().chooses(step)));
}

#[test]
fn steps_after_a_failure_are_not_run_unless_asked_for() {
    let good = step("good", || Ok(Outcome::Passed));
    let bad = step("bad", || Err(anyhow!("`x` failed")));
    let words = |keeps_going| {
        let reports = run_steps(&[&good, &bad, &good], keeps_going);
        reports.iter().map(|report| super::word(&report.verdict)).collect::<Vec<_>>()
    };
    assert_eq!(words(false), ["passed", "FAILED", "not run"]);
    assert_eq!(words(true), ["passed", "FAILED", "passed"]);
}

#[test]
fn the_summary_counts_and_gives_reasons() {
    let reports = [
        report("fmt", Verdict::Passed),
        report("test", Verdict::Failed(anyhow!("`cargo test` failed with exit status: 101"))),
        report("miri", Verdict::Skipped("no nightly toolchain".to_owned())),
        report("bench", Verdict::NotRun),
    ];
    assert_eq!(
        summary(&reports),
        "\nstep        time  result\n\
         fmt          2 s  passed\n\
         test         2 s  FAILED: `cargo test` failed with exit status: 101; again: cargo xtask test --only test\n\
         miri         2 s  skipped: no nightly toolchain\n\
         bench        2 s  not run\n\n\
         steps: 1 passed, 1 failed, 1 skipped, 1 not run in 8 s\n"
    );
}
