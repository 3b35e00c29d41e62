//! Links from Markdown files to files.
//!
//! Separate because it reads Markdown; links to the web are not followed, so that the check needs no network.

use super::{Problem, SourceFile};

/// Checks that the relative links of a Markdown file lead somewhere.
pub(super) fn check(file: &SourceFile, exists: &dyn Fn(&str) -> bool) -> Vec<Problem> {
    if !file.path.ends_with(".md") {
        return Vec::new();
    }
    let mut problems = Vec::new();
    let mut in_fence = false;
    for (line_idx, line) in file.text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_fence = !in_fence;
        }
        if in_fence {
            continue;
        }
        for target in targets(line) {
            let path = target.split(['#', '?']).next().unwrap_or("");
            let is_elsewhere = path.contains("://") || path.starts_with("mailto:");
            if path.is_empty() || is_elsewhere {
                continue;
            }
            match resolve(&file.path, path) {
                Some(path) if exists(&path) => {}
                Some(path) => {
                    let message =
                        format!("the link leads to {path}, which does not exist: correct or remove it");
                    problems.push(Problem::at(file, line_idx, message));
                }
                None => {
                    let message =
                        format!("the link {target} leads out of the repository: use a path inside it");
                    problems.push(Problem::at(file, line_idx, message));
                }
            }
        }
    }
    problems
}

/// Returns the targets of `[text](target)` and `[label]: target` in a line, outside of code quotes.
fn targets(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let definition = line.trim_start().split_once("]: ");
    if let Some((_, target)) =
        definition.filter(|(label, _)| label.starts_with('[') && !label.starts_with("[^"))
    {
        found.extend(target.split_whitespace().next());
    }
    let mut is_code = false;
    let mut before = ' ';
    for (start, c) in line.char_indices() {
        match c {
            '`' => is_code = !is_code,
            '(' if !is_code && before == ']' => {
                let rest = &line[start + 1..];
                let target = rest.split([')', ' ']).next().unwrap_or("");
                found.push(target.trim_start_matches('<').trim_end_matches('>'));
            }
            _ => {}
        }
        before = c;
    }
    found
}

/// Resolves a link of a file to a path below the root; none when it leads above the root.
fn resolve(from: &str, link: &str) -> Option<String> {
    let mut parts: Vec<&str> = match link.strip_prefix('/') {
        Some(_) => Vec::new(),
        None => from.split('/').collect(),
    };
    parts.pop();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests;
