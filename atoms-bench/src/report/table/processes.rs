//! The tables of the workloads whose cells are processes, and of threads.
//!
//! A module of its own because each of these is small and of the same kind: one row a cell.

use super::{right_align, table};
use crate::report::Report;
use crate::stats::Summary;
use comfy_table::Table;
use std::fmt::{self, Write};

/// Renders what ran of them.
pub(super) fn render(report: &Report, out: &mut impl Write) -> fmt::Result {
    if report.growth.is_some() {
        writeln!(
            out,
            "growth: ns per operation, 8 to 16 B names kept alive, a fresh process for each figure"
        )?;
        writeln!(out, "{}\n", growth(report))?;
        if report.growth.iter().flatten().any(crate::growth::GrowthResult::is_cut) {
            writeln!(out, "  *: the CPU time was up; figures are of the names that it reached\n")?;
        }
    }
    if report.attack.is_some() {
        writeln!(out, "attack: ns per name, all held; ratios to random names of the same lengths")?;
        writeln!(out, "{}\n", attack(report))?;
    }
    if report.threads.is_some() {
        writeln!(out, "threads: million interns (hit + drop) a second of all threads, by the wall clock")?;
        writeln!(out, "{}\n", threads(report))?;
    }
    if report.memory.is_some() {
        writeln!(out, "memory: bytes for each name, without the handle; a fresh process for each row")?;
        writeln!(out, "{}", memory(report))?;
        writeln!(out, "  ustr takes its texts from the system, past the allocator that counts\n")?;
    }
    Ok(())
}

/// Says what a smoke run has checked of them.
pub(super) fn smoke(report: &Report, out: &mut impl Write) -> fmt::Result {
    for result in report.growth.iter().flatten() {
        writeln!(out, "  growth {}: {} texts right", result.peer, result.n_reached)?;
    }
    for result in report.attack.iter().flatten() {
        writeln!(out, "  attack {} in {}: {} texts right", result.family, result.peer, result.n_reached)?;
    }
    for result in report.threads.iter().flatten() {
        writeln!(out, "  threads {}, {}, {}: texts right", result.mix, result.peer, result.n_threads)?;
    }
    for result in report.memory.iter().flatten() {
        writeln!(out, "  memory {}, {} B: {} texts right", result.peer, result.len, result.n_reached)?;
    }
    Ok(())
}

fn growth(report: &Report) -> Table {
    let mut table = table(&[
        "names",
        "peer",
        "insert",
        "the last tenth",
        "[p10..p90]",
        "random hit",
        "[p10..p90]",
        "many / one",
    ]);
    for result in report.growth.iter().flatten() {
        let names = if result.is_cut() {
            format!("{} *{}", result.n_names, result.n_reached)
        } else {
            result.n_names.to_string()
        };
        table.add_row([
            names,
            result.peer.to_owned(),
            nanos(&result.insert_ns),
            nanos(&result.last_ns),
            spread(&result.last_ns),
            nanos(&result.hit_ns),
            spread(&result.hit_ns),
            result.speedup.map_or_else(String::new, |speedup| format!("{:.2} x faster", speedup.median)),
        ]);
    }
    right_align(&mut table, 2..8);
    table
}

fn attack(report: &Report) -> Table {
    let mut table = table(&[
        "names",
        "peer",
        "number",
        "insert",
        "ratio",
        "hit",
        "ratio",
        "drop",
        "target",
        "rekeys",
        "longest probe",
    ]);
    let count = |count: Option<usize>| count.map_or_else(String::new, |count| count.to_string());
    for result in report.attack.iter().flatten() {
        let number = if result.n_reached < result.n_names {
            format!("{} *{}", result.n_names, result.n_reached)
        } else {
            result.n_names.to_string()
        };
        let worst = result.insert_ratio.median.max(result.hit_ratio.median);
        let verdict = |target: f64| {
            let word = if worst < target + 0.0005 { "met" } else { "missed" };
            format!("{target:.2} {word}")
        };
        table.add_row([
            result.title.to_owned(),
            result.peer.to_owned(),
            number,
            nanos(&result.insert_ns),
            format!("{:.3}", result.insert_ratio.median),
            nanos(&result.hit_ns),
            format!("{:.3}", result.hit_ratio.median),
            nanos(&result.drop_ns),
            result.target.map_or_else(String::new, verdict),
            count(result.rekeys),
            count(result.longest_probe),
        ]);
    }
    right_align(&mut table, 2..11);
    table
}

fn threads(report: &Report) -> Table {
    let mut table = table(&[
        "names",
        "peer",
        "threads",
        "M/s",
        "[p10..p90]",
        "to 1 thread",
        "to string_cache",
        "quiet rounds",
    ]);
    let ratio = |ratio: Option<f64>| ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}"));
    for result in report.threads.iter().flatten() {
        let (rate, range) = match &result.rate {
            Some(rate) => (format!("{:.1}", rate.median), format!("[{:.1}..{:.1}]", rate.p10, rate.p90)),
            None => ("too few".to_owned(), String::new()),
        };
        table.add_row([
            result.mix.clone(),
            result.peer.clone(),
            result.n_threads.to_string(),
            rate,
            range,
            ratio(result.to_one.filter(|_| 1 < result.n_threads)),
            ratio(result.to_base),
            format!("{} of {}", result.n_quiet, result.n_tried),
        ]);
    }
    right_align(&mut table, 2..8);
    table
}

fn memory(report: &Report) -> Table {
    let mut table = table(&[
        "bytes",
        "names",
        "peer",
        "resident",
        "asked for",
        "own figures",
        "first name, bytes in all",
    ]);
    let bytes = |bytes: Option<f64>| bytes.map_or_else(String::new, |bytes| format!("{bytes:.1}"));
    for result in report.memory.iter().flatten() {
        let names = if result.n_reached < result.n_names {
            format!("{} *{}", result.n_names, result.n_reached)
        } else {
            result.n_names.to_string()
        };
        table.add_row([
            result.len.to_string(),
            names,
            result.peer.to_owned(),
            bytes(result.resident),
            bytes(Some(result.requested)),
            bytes(result.own),
            result.first.to_string(),
        ]);
    }
    right_align(&mut table, 0..2);
    right_align(&mut table, 3..7);
    table
}

fn nanos(ns: &Summary) -> String {
    if ns.median < 100.0 { format!("{:.1}", ns.median) } else { format!("{:.0}", ns.median) }
}

fn spread(ns: &Summary) -> String {
    format!("[{:.0}..{:.0}]", ns.p10, ns.p90)
}
