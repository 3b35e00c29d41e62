//! The line format of vocabulary files.
//!
//! A module of its own because it knows nothing of sets: text in, names and errors out, a line each.
//! Grammar of a line, after trimming:
//!
//! ```text
//! line   = "" | "#" anything | name [ "=" identifier ]
//! name   = '"' text with the escapes of Rust '"' | text without "=", not starting with a quote
//! ```

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Place};
use crate::literal;
use crate::vocabulary::Name;

/// Reads all lines; returns the names of the good ones and an error for each of the others.
pub(crate) fn parse(file: &str, text: &str) -> (Vec<Name>, Vec<Diagnostic>) {
    let file: Arc<str> = Arc::from(file);
    let mut names = Vec::new();
    let mut diagnostics = Vec::new();
    for (line_idx, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = Place::Line { file: Arc::clone(&file), line: line_idx + 1 };
        match parse_line(line) {
            Ok((text, alias)) => names.push(Name { text, alias, place }),
            Err(message) => diagnostics.push(Diagnostic::new(place, message)),
        }
    }
    (names, diagnostics)
}

fn parse_line(line: &str) -> Result<(String, Option<String>), String> {
    if let Some(quoted) = line.strip_prefix('"') {
        let (text, rest) = literal::unescape_quoted(quoted)?;
        return Ok((text, parse_alias(rest.trim_start())?));
    }
    reject_directive(line)?;
    let (text, alias) = line.split_at(line.find('=').unwrap_or(line.len()));
    let text = text.trim_end();
    if text.is_empty() {
        return Err(format!("no name before `=`; write \"\" for the empty name, {line:?} for this text"));
    }
    Ok((text.to_owned(), parse_alias(alias)?))
}

/// Reads `= identifier`, or nothing. Whether the identifier can be used is for `Vocabulary::check`.
fn parse_alias(rest: &str) -> Result<Option<String>, String> {
    if rest.is_empty() {
        return Ok(None);
    }
    let Some(alias) = rest.strip_prefix('=').map(str::trim) else {
        return Err(format!("expected `= identifier` or the end of the line, found `{rest}`"));
    };
    if alias.is_empty() {
        return Err(
            "expected an identifier after `=`; put the name in quotes if `=` is part of it".to_owned()
        );
    }
    Ok(Some(alias.strip_prefix("r#").unwrap_or(alias).to_owned()))
}

/// Keeps `include "file"` and `extends "file"` free for a meaning of their own.
fn reject_directive(line: &str) -> Result<(), String> {
    let Some((word, rest)) = line.split_once(char::is_whitespace) else { return Ok(()) };
    if matches!(word, "include" | "extends") && rest.trim_start().starts_with('"') {
        return Err(format!("`{word}` is not supported in vocabulary files; write {line:?} for the name"));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
