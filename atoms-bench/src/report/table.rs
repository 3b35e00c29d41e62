//! The report as text for a terminal.
//!
//! A module of its own because it decides nothing: it lays out what the report holds.

mod processes;

use super::{LIMIT, PROCESS_LIMIT, Report};
use crate::html::SetResult;
use crate::micro::GroupResult;
use crate::stats::{Summary, small};
use crate::verdict::Side;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use std::fmt::{self, Write};

/// Renders the whole report.
///
/// # Errors
/// Only those of `out`.
pub fn render(report: &Report, out: &mut impl Write) -> fmt::Result {
    if report.is_smoke() {
        return smoke(report, out);
    }
    noise(report, out)?;
    if let (Some(html), Some(pages)) = (&report.html, &report.pages) {
        writeln!(
            out,
            "html: html5ever 0.40.1 to an RcDom, parse in ms, over string_cache 0.11 and over atoms"
        )?;
        writeln!(out, "pages: {pages}")?;
        writeln!(out, "{}", html_table(&html.sets))?;
        for set in &html.sets {
            writeln!(
                out,
                "  {}: {}; {} names in tags, {} distinct, {} of 8 bytes or more; {} elements",
                set.name, set.title, set.n_names, set.n_distinct, set.n_long, set.n_elements
            )?;
        }
        writeln!(out)?;
    }
    if let Some(groups) = &report.intern {
        writeln!(out, "intern: ns per operation, {} rounds, one thread", report.n_rounds)?;
        writeln!(out, "{}\n", intern_table(groups))?;
        if groups.iter().any(|group| !group.others.is_empty()) {
            writeln!(out, "intern: against the other peers, the same rounds")?;
            writeln!(out, "{}\n", others_table(groups))?;
        }
    }
    processes::render(report, out)?;
    targets(report, out)?;
    let machine = &report.machine;
    writeln!(
        out,
        "machine: {}, {} cores, {}, {}",
        machine.cpu, machine.n_cores, machine.system, machine.rustc
    )?;
    writeln!(
        out,
        "load average: {} before, {} after; {}",
        machine.load_before, machine.load_after, machine.pinning
    )?;
    if let Some(flags) = &machine.rustflags {
        writeln!(out, "RUSTFLAGS: {flags}")?;
    }
    writeln!(
        out,
        "time: {}; cases take turns in changing order; ratios are formed within a round,",
        machine.clock
    )?;
    writeln!(
        out,
        "then median and [p10..p90]; control: the same string_cache case against itself, must be 1.00"
    )
}

/// Says what was checked, and no time.
fn smoke(report: &Report, out: &mut impl Write) -> fmt::Result {
    writeln!(out, "smoke run: results only, its times mean nothing")?;
    for set in report.html.iter().flat_map(|html| &html.sets) {
        let verdict = if set.is_equal { "the same trees" } else { "DIFFERENT TREES" };
        writeln!(out, "  html {}: {verdict}, {} elements, hash {}", set.name, set.n_elements, set.tree)?;
    }
    for group in report.intern.iter().flatten() {
        writeln!(out, "  intern {}: texts and storage right; {}", group.name, group.note)?;
    }
    processes::smoke(report, out)
}

/// Lists every target that was measured.
fn targets(report: &Report, out: &mut impl Write) -> fmt::Result {
    if report.targets.is_empty() {
        return Ok(());
    }
    let n_met = report.targets.iter().filter(|target| target.is_met).count();
    writeln!(out, "targets: {n_met} of {} met", report.targets.len())?;
    let mut table = table(&["workload", "case", "figure", "target", "verdict"]);
    for target in &report.targets {
        let side = match target.side {
            Side::Most => "<=",
            Side::Least => ">=",
        };
        let figure = |value: f64| match target.unit {
            "x" => format!("{value:.3} x"),
            unit => format!("{value:.1} {unit}"),
        };
        table.add_row([
            target.workload.to_owned(),
            target.case.clone(),
            figure(target.value),
            format!("{side} {}", target.limit),
            target.word().to_owned(),
        ]);
    }
    right_align(&mut table, 2..4);
    writeln!(out, "{table}\n")
}

/// Says at the top whether the figures mean anything.
fn noise(report: &Report, out: &mut impl Write) -> fmt::Result {
    if !report.is_noise {
        return Ok(());
    }
    writeln!(
        out,
        "THIS RUN IS NOISE: controls that must be 1.00 moved by more than {:.0} % ({:.0} % between processes):",
        LIMIT * 100.0,
        PROCESS_LIMIT * 100.0
    )?;
    for moved in &report.moved {
        writeln!(out, "  {}: {:.3}", moved.case, moved.ratio)?;
    }
    writeln!(out, "do not quote its figures; run it again on a quiet machine\n")
}

fn html_table(sets: &[SetResult]) -> Table {
    let mut table = table(&[
        "set",
        "pages",
        "MB",
        "stock ms",
        "atoms ms",
        "ratio",
        "[p10..p90]",
        "drop ms",
        "atoms drop",
        "parse + drop",
        "control",
        "tree equal",
    ]);
    for set in sets {
        table.add_row([
            set.name.to_owned(),
            set.n_pages.to_string(),
            format!("{:.2}", small(set.n_bytes) / 1e6),
            format!("{:.2}", set.stock_parse_ms.median),
            format!("{:.2}", set.ours_parse_ms.median),
            format!("{:.3}", set.parse_ratio.median),
            spread(&set.parse_ratio),
            format!("{:.2}", set.stock_drop_ms.median),
            format!("{:.2}", set.ours_drop_ms.median),
            format!("{:.3}", set.total_ratio.median),
            format!("{:.3}", set.control.median),
            if set.is_equal { "yes" } else { "NO" }.to_owned(),
        ]);
    }
    right_align(&mut table, 1..12);
    table
}

fn intern_table(groups: &[GroupResult]) -> Table {
    let mut table = table(&[
        "operation",
        "string_cache",
        "min",
        "atoms",
        "min",
        "ratio",
        "[p10..p90]",
        "target",
        "control",
        "on",
    ]);
    for group in groups {
        let (ours, ours_min, ratio, range) = match (&group.ours_ns, &group.ratio) {
            (Some(ours), Some(ratio)) => {
                (nanos(ours.median), nanos(ours.min), format!("{:.3}", ratio.median), spread(ratio))
            }
            _ => Default::default(),
        };
        table.add_row([
            group.title.to_owned(),
            nanos(group.base_ns.median),
            nanos(group.base_ns.min),
            ours,
            ours_min,
            ratio,
            range,
            target(group),
            format!("{:.3}", group.control.median),
            group.note.clone(),
        ]);
    }
    right_align(&mut table, 1..9);
    table
}

fn others_table(groups: &[GroupResult]) -> Table {
    let mut table = table(&["operation", "peer", "peer ns", "atoms ns", "ratio", "[p10..p90]", "target"]);
    for group in groups {
        let Some(ours) = &group.ours_ns else { continue };
        for other in &group.others {
            let target = other.target.map_or_else(String::new, |target| verdict(target, &other.ratio));
            table.add_row([
                group.title.to_owned(),
                other.peer.to_owned(),
                nanos(other.ns.median),
                nanos(ours.median),
                format!("{:.3}", other.ratio.median),
                spread(&other.ratio),
                target,
            ]);
        }
    }
    right_align(&mut table, 2..7);
    table
}

/// Names the target and says when it is missed.
fn target(group: &GroupResult) -> String {
    match (group.target, &group.ratio) {
        (Some(target), Some(ratio)) => verdict(target, ratio),
        _ => String::new(),
    }
}

fn verdict(target: f64, ratio: &Summary) -> String {
    // Half of the last digit that is printed, so that no row reads "0.400, 0.40 missed".
    let word = if ratio.median < target + 0.0005 { "met" } else { "missed" };
    format!("{target:.2} {word}")
}

fn nanos(ns: f64) -> String {
    format!("{ns:.2}")
}

fn spread(ratio: &Summary) -> String {
    format!("[{:.3}..{:.3}]", ratio.p10, ratio.p90)
}

fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::ASCII_MARKDOWN).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(header);
    table
}

fn right_align(table: &mut Table, columns: std::ops::Range<usize>) {
    for column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}
