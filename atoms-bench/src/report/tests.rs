//! The JSON names its schema; controls that moved stand at the top; losing cells are shown.

use super::{Moved, Report, SCHEMA, table};
use crate::html::{HtmlResult, SetResult};
use crate::machine::Machine;
use crate::micro::{GroupResult, OtherResult};
use crate::stats::Summary;

fn summary(median: f64) -> Summary {
    Summary { min: median, p10: median, median, p90: median, n: 1 }
}

fn report(control: f64) -> Report {
    let machine = Machine {
        cpu: "a processor".to_owned(),
        n_cores: 2,
        system: "linux".to_owned(),
        rustc: "rustc".to_owned(),
        rustflags: None,
        commit: "unknown".to_owned(),
        load_before: "0.1".to_owned(),
        load_after: "0.2".to_owned(),
        clock: "a clock",
        pinning: "pinned to core 1".to_owned(),
    };
    let group = GroupResult {
        name: "hit-16",
        title: "dynamic hit",
        ours_ns: Some(summary(30.0)),
        base_ns: summary(20.0),
        ratio: Some(summary(1.5)),
        target: Some(0.32),
        control: summary(control),
        others: vec![OtherResult {
            peer: "ustr",
            ns: summary(40.0),
            ratio: summary(0.75),
            target: Some(0.6),
        }],
        note: "256 names".to_owned(),
    };
    let mut report = Report {
        schema: SCHEMA,
        depth: "quick",
        is_noise: false,
        moved: Vec::new(),
        machine,
        peers: vec!["string_cache 0.11.0".to_owned()],
        n_rounds: 1,
        pages: None,
        html: None,
        intern: Some(vec![group]),
        growth: None,
        attack: None,
        threads: None,
        memory: None,
        targets: Vec::new(),
    };
    report.judge();
    report
}

fn text(report: &Report) -> String {
    let mut text = String::new();
    table::render(report, &mut text).expect("a String takes every text");
    text
}

#[test]
fn json_names_its_schema_and_holds_the_ratios() {
    let json = serde_json::to_value(report(1.0)).expect("a report is plain data");
    assert_eq!(json["schema"], "atoms-bench/1");
    assert_eq!(json["intern"][0]["ratio"]["median"], 1.5);
    assert_eq!(json["is_noise"], false);
}

#[test]
fn control_within_the_limit_is_quiet() {
    let report = report(1.029);
    assert!(!report.is_noise && report.moved.is_empty());
    assert!(!text(&report).contains("NOISE"));
}

#[test]
fn control_beyond_the_limit_stands_at_the_top() {
    for control in [0.96, 1.04] {
        let report = report(control);
        assert_eq!(report.moved, [Moved { case: "intern hit-16".to_owned(), ratio: control }]);
        assert!(text(&report).starts_with("THIS RUN IS NOISE"), "{}", text(&report));
    }
}

#[test]
fn losing_case_is_shown_as_missed() {
    let text = text(&report(1.0));
    assert!(text.contains("1.500") && text.contains("0.32 missed"), "{text}");
    assert!(text.contains("0.750") && text.contains("0.60 missed"), "{text}");
    assert!(text.contains("targets: 0 of 2 met") && text.contains("MISSED"), "{text}");
}

#[test]
fn smoke_run_claims_no_time() {
    let mut report = Report { depth: "smoke", ..report(1.0) };
    report.judge();
    assert!(report.is_noise);
    let text = text(&report);
    assert!(text.starts_with("smoke run") && text.contains("intern hit-16"), "{text}");
    assert!(!text.contains("1.500"), "{text}");
}

#[test]
fn set_with_other_trees_is_wrong() {
    let set = |is_equal| SetResult {
        name: "custom",
        title: "custom",
        n_pages: 1,
        n_bytes: 1,
        n_names: 1,
        n_distinct: 1,
        n_long: 1,
        n_elements: 1,
        n_attributes: 1,
        tree: "0".to_owned(),
        is_equal,
        stock_parse_ms: summary(1.0),
        ours_parse_ms: summary(1.0),
        parse_ratio: summary(1.0),
        stock_drop_ms: summary(1.0),
        ours_drop_ms: summary(1.0),
        total_ratio: summary(1.0),
        control: summary(1.0),
    };
    for (is_equal, wrong, word) in [(true, vec![], "yes"), (false, vec!["custom"], "NO")] {
        let html = HtmlResult {
            stock_type: "a".to_owned(),
            ours_type: "b".to_owned(),
            pinning: "pinned".to_owned(),
            sets: vec![set(is_equal)],
        };
        let report = Report { html: Some(html), pages: Some("pages".to_owned()), ..report(1.0) };
        assert_eq!(report.wrong_sets(), wrong);
        assert!(text(&report).contains(word));
    }
}

#[test]
fn report_is_written_where_it_was_asked_for() {
    let folder = std::env::temp_dir().join(format!("atoms-bench-report-{}", std::process::id()));
    let path = report(1.0).write(&folder.join("new/folder")).expect("the folder can be made");
    let json: serde_json::Value =
        serde_json::from_slice(&std::fs::read(path).expect("the file is there")).expect("it is JSON");
    assert_eq!(json["schema"], SCHEMA);
    std::fs::remove_dir_all(folder).expect("the folder can be removed");
}
