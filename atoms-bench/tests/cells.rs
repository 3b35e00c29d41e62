//! The workloads whose cells are processes run, check their texts and write the report; no time is asserted.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

fn runner(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_atoms-bench")).args(args).output().expect("the runner was built")
}

#[test]
fn smoke_run_of_every_process_workload_reports_its_cells() {
    let folder: PathBuf = [env!("CARGO_TARGET_TMPDIR"), "cells"].iter().collect();
    let report = folder.to_str().expect("the folder is text");
    // The program that counts lies beside the runner.
    assert!(PathBuf::from(env!("CARGO_BIN_EXE_atoms-bench-memory")).is_file());
    let output = runner(&["growth", "attack", "threads", "memory", "--smoke", "--report", report]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read(folder.join("report.json")).expect("the report is there");
    let json: Value = serde_json::from_slice(&text).expect("it is JSON");
    for workload in ["growth", "attack", "threads", "memory"] {
        let peers: Vec<&Value> =
            json[workload].as_array().expect("it ran").iter().map(|row| &row["peer"]).collect();
        assert!(peers.iter().any(|peer| **peer == "atoms"), "{workload}: {peers:?}");
        assert!(peers.iter().any(|peer| **peer == "string_cache"), "{workload}: {peers:?}");
    }
    assert_eq!(json["targets"], Value::Array(Vec::new()), "a smoke run judges nothing");
}

#[test]
fn unknown_cell_is_an_error() {
    assert_eq!(runner(&["cell", "nothing"]).status.code(), Some(2));
    assert_eq!(runner(&["cell", "growth", "nobody", "1", "1", "1"]).status.code(), Some(1));
    assert_eq!(runner(&["cell", "attack", "atoms"]).status.code(), Some(1));
}
