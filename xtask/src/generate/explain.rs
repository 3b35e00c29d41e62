//! What the tables of a generated set look like.
//!
//! Separate because it only reads a plan and knows nothing of files.

use atoms_codegen::Plan;
use atoms_codegen::plan::MAX_INLINE_LEN;

use super::job::Output;

/// Bytes of one slot, of one displacement and of one `&'static str` in the tables that atoms-core reads.
const SLOT_BYTES: usize = 16;
const DISPLACEMENT_BYTES: usize = 8;
const NAME_BYTES: usize = 16;

/// Returns a description of the set, one fact a line.
pub(super) fn describe(alias: &str, output: &Output) -> String {
    let plan = Plan::new(output.vocabulary.names());
    let n_names = plan.names().count();
    let statics: Vec<&str> = plan.static_names().collect();
    let perfect = plan.perfect();
    let n_slots = perfect.order.len();
    let n_buckets = perfect.displacements.len();
    let text_bytes: usize = statics.iter().map(|name| name.len()).sum();
    let table_bytes = n_slots * SLOT_BYTES + n_buckets * DISPLACEMENT_BYTES + statics.len() * NAME_BYTES;
    let longest = plan.names().map(|(name, _)| name).max_by_key(|name| name.len()).unwrap_or("");
    let load = if n_slots == 0 { 0.0 } else { percent(statics.len(), n_slots) };
    let mut out = format!("{alias}\n");
    let mut line = |what: &str, value: String| out += &format!("  {what:<13} {value}\n");
    line("names", format!("{n_names} ({} further identifiers)", plan.aliases().len()));
    line("inline", format!("{} of up to {MAX_INLINE_LEN} bytes, no table", n_names - statics.len()));
    line("static", statics.len().to_string());
    line("seed", format!("{:#018x}", perfect.key));
    line("slots", format!("{n_slots}, {load:.1} % full"));
    line("buckets", n_buckets.to_string());
    line("longest name", format!("{longest:?}, {} bytes", longest.len()));
    line("table bytes", table_bytes.to_string());
    line("text bytes", text_bytes.to_string());
    line("source bytes", output.text.len().to_string());
    out
}

#[allow(clippy::cast_precision_loss, reason = "one digit after the point is shown")]
fn percent(part: usize, whole: usize) -> f64 {
    part as f64 * 100.0 / whole as f64
}
