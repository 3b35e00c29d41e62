//! A short difference of two texts, for messages.
//!
//! Separate because it is only arithmetic on lines. It shows where two versions part, not a minimal
//! script: whoever wants all of it regenerates and asks git.

use core::fmt::Write as _;

/// Lines shown of each side.
const MAX_SHOWN: usize = 6;

/// Returns the lines between the common beginning and the common end of two texts, old ones with `-`,
/// new ones with `+`; at most six a side. Empty when the texts have the same lines.
pub(crate) fn short(old: &str, new: &str) -> String {
    let old: Vec<&str> = old.lines().collect();
    let new: Vec<&str> = new.lines().collect();
    let n_before = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[n_before..], &new[n_before..]);
    let n_after = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[..old.len() - n_after], &new[..new.len() - n_after]);
    if old.is_empty() && new.is_empty() {
        return String::new();
    }
    let mut out = format!("@@ line {} @@\n", n_before + 1);
    side(&mut out, '-', old);
    side(&mut out, '+', new);
    out
}

fn side(out: &mut String, sign: char, lines: &[&str]) {
    for line in lines.iter().take(MAX_SHOWN) {
        let _ = writeln!(out, "{sign} {}", shortened(line));
    }
    if let Some(n_more) = lines.len().checked_sub(MAX_SHOWN).filter(|n| *n > 0) {
        let _ = writeln!(out, "{sign} ... and {n_more} more lines");
    }
}

/// Cuts a line that would fill the screen.
fn shortened(line: &str) -> String {
    const MAX_CHARS: usize = 100;
    match line.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests;
