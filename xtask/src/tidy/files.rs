//! Rules for one file: size, opening, name, line ends, marks of unfinished work.
//!
//! Separate from the other checks because none of these needs a second file.

use super::{Problem, SourceFile, is_generated};

/// A file has fewer lines than this.
const MAX_LINES: usize = 500;

/// The mark that may not land; written in two parts so that this file passes its own check.
const UNFINISHED: &str = concat!("TO", "DO");
const BROKEN: &str = concat!("FIX", "ME");

/// Checks one file.
pub(super) fn check(file: &SourceFile) -> Vec<Problem> {
    let mut problems = Vec::new();
    let is_rust = file.path.ends_with(".rs");
    if is_rust {
        problems.extend(check_opening(file));
        if file.path.ends_with("/mod.rs") {
            problems
                .push(Problem::of(&file.path, "a module is `foo.rs` with `foo/`, not `foo/mod.rs`: move it"));
        }
    }
    if (is_rust || file.path.ends_with(".md")) && !is_generated(file) && file.path != "CHANGELOG.md" {
        let n_lines = file.text.lines().count();
        if n_lines >= MAX_LINES {
            let message =
                format!("{n_lines} lines, and a file has fewer than {MAX_LINES}: split it by purpose");
            problems.push(Problem::of(&file.path, message));
        }
    }
    for (line_idx, line) in file.text.split('\n').enumerate() {
        if line.ends_with([' ', '\t', '\r']) {
            problems.push(Problem::at(file, line_idx, "the line ends in white space: remove it"));
        }
        problems.extend(check_marks(file, line_idx, line));
    }
    if !file.text.is_empty() && !file.text.ends_with('\n') {
        problems.push(Problem::of(&file.path, "the last line does not end: add a newline"));
    }
    problems
}

/// A Rust file says first what it is for.
fn check_opening(file: &SourceFile) -> Option<Problem> {
    let first = file.text.lines().next().unwrap_or("");
    let is_open = first.starts_with("//! ") || first.starts_with("#!") || is_generated(file);
    (!is_open).then(|| {
        Problem::at(
            file,
            0,
            "open the file with `//!`: its purpose, why it is a module of its own, its invariants",
        )
    })
}

/// Unfinished work stays out; known faults name their issue.
fn check_marks(file: &SourceFile, line_idx: usize, line: &str) -> Option<Problem> {
    // Documents may speak of the marks, in code quotes.
    let line = if file.path.ends_with(".md") { without_code(line) } else { line.to_owned() };
    if has_word(&line, UNFINISHED) {
        let message =
            format!("`{UNFINISHED}` may not land: do it, or open an issue and write `{BROKEN}(#12)`");
        return Some(Problem::at(file, line_idx, message));
    }
    let after = line.split_once(BROKEN)?.1;
    let number = after.strip_prefix("(#").and_then(|rest| rest.split_once(')'));
    let is_issue = number
        .is_some_and(|(digits, _)| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()));
    (!is_issue && has_word(&line, BROKEN))
        .then(|| Problem::at(file, line_idx, format!("`{BROKEN}` names its issue: write `{BROKEN}(#12)`")))
}

/// Removes `code` from a line of Markdown.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join(" ")
}

/// Says whether the word stands in the line, not as part of a longer one.
fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(start, _)| {
        let before = line[..start].chars().next_back();
        let after = line[start + word.len()..].chars().next();
        let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        !is_part(before) && !is_part(after)
    })
}

#[cfg(test)]
mod tests;
