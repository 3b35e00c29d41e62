//! Tests of the closing table.

use core::time::Duration;

use anyhow::anyhow;

use super::{Report, Verdict, summary};
use crate::verify::options::Check;

#[test]
fn every_check_has_a_line_with_its_outcome_and_reason() {
    let report = |check, verdict| Report { check, verdict, time: Duration::from_secs(61) };
    let text = summary(&[
        report(Check::Tsan, Verdict::Passed),
        report(Check::Fuzz, Verdict::NotRun("no cargo-fuzz:\n  install it".to_owned())),
        report(Check::Soak, Verdict::Failed(anyhow!("lost").context("soak"))),
    ]);
    let lines: Vec<&str> = text.trim().lines().collect();
    assert_eq!(lines[0], "check  outcome     time  reason");
    assert_eq!(lines[1], "tsan   passed      61 s  no data race in the tests with threads");
    assert_eq!(lines[2], "fuzz   not run     61 s  no cargo-fuzz: install it");
    assert_eq!(lines[3], "soak   FAILED      61 s  soak: lost");
    assert_eq!(lines[5], "checks: 1 passed, 1 failed, 1 not run");
}
