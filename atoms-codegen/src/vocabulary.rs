//! The names of a set, in the order in which they were written.
//!
//! A module of its own because names come from several sources (files, macro input, build scripts) and
//! are checked as a whole, so that a duplicate across two files is found.

use std::collections::HashMap;

use crate::diagnostic::{Diagnostic, Place};
use crate::{line_format, names};

/// One name: its text, the further identifier that stands for it, and where it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The text of the atom: any Unicode string.
    pub text: String,
    /// A further identifier: with `accept_charset`, `atom!(accept_charset)` gives the atom of `text`.
    pub alias: Option<String>,
    /// Where the name was written.
    pub place: Place,
}

impl Name {
    /// Returns a name without a further identifier and without a place.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), alias: None, place: Place::Unknown }
    }
}

/// A list of names, and where each was written.
///
/// ```
/// use atoms_codegen::Vocabulary;
///
/// let text = "# names of my format\ndiv\nblockquote\naccept-charset = accept_charset\n\"line\\nbreak\"\n";
/// let vocabulary = Vocabulary::from_text("names.txt", text).unwrap();
/// assert_eq!(vocabulary.names().len(), 4);
/// assert_eq!(vocabulary.names()[3].text, "line\nbreak");
///
/// let errors = Vocabulary::from_text("names.txt", "div\n\nspan\ndiv\n").unwrap_err();
/// assert_eq!(errors[0].to_string(), "names.txt:4: duplicate name \"div\"\nnames.txt:1: \"div\" first declared here");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    names: Vec<Name>,
}

impl Vocabulary {
    /// Returns a vocabulary without names.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a vocabulary in the line format.
    ///
    /// A line is a name; blank lines and lines that start with `#` are skipped, white space at both ends
    /// is trimmed. A line in double quotes is read with the escapes of Rust, so that every string can
    /// be written. `name = identifier` gives the name a further identifier.
    ///
    /// # Errors
    /// Returns every error of the file, in the order of its lines. `file` only names the file in them.
    pub fn from_text(file: &str, text: &str) -> Result<Self, Vec<Diagnostic>> {
        let mut vocabulary = Self::new();
        let mut diagnostics = vocabulary.extend_from_text(file, text);
        diagnostics.extend(vocabulary.check());
        diagnostics.sort_by_key(|diagnostic| match diagnostic.place {
            Place::Line { line, .. } => line,
            _ => 0,
        });
        if diagnostics.is_empty() { Ok(vocabulary) } else { Err(diagnostics) }
    }

    /// Appends the names of a file in the line format; returns the lines that cannot be read.
    ///
    /// Duplicates are left to [`check`](Self::check), which sees the names of all files.
    pub fn extend_from_text(&mut self, file: &str, text: &str) -> Vec<Diagnostic> {
        let (names, diagnostics) = line_format::parse(file, text);
        self.names.extend(names);
        diagnostics
    }

    /// Appends one name.
    pub fn push(&mut self, name: Name) {
        self.names.push(name);
    }

    /// The names, in the order in which they were written.
    #[must_use]
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// Returns what is wrong with the names as a whole: duplicates, and identifiers that cannot be used.
    #[must_use]
    pub fn check(&self) -> Vec<Diagnostic> {
        let mut texts: HashMap<&str, &Name> = HashMap::with_capacity(self.names.len());
        let mut diagnostics = Vec::new();
        for name in &self.names {
            if let Some(first) = texts.get(name.text.as_str()) {
                diagnostics.push(duplicate(name, first));
            } else {
                texts.insert(&name.text, name);
            }
        }
        let mut aliases: HashMap<&str, &Name> = HashMap::new();
        for name in &self.names {
            let Some(alias) = name.alias.as_deref() else { continue };
            diagnostics.extend(check_alias(name, alias, texts.get(alias).or(aliases.get(alias)).copied()));
            aliases.entry(alias).or_insert(name);
        }
        diagnostics
    }
}

impl Extend<Name> for Vocabulary {
    fn extend<I: IntoIterator<Item = Name>>(&mut self, names: I) {
        self.names.extend(names);
    }
}

fn duplicate(name: &Name, first: &Name) -> Diagnostic {
    Diagnostic::new(name.place.clone(), format!("duplicate name {:?}", name.text))
        .related_to(first.place.clone(), format!("{:?} first declared here", first.text))
}

fn check_alias(name: &Name, alias: &str, taken_by: Option<&Name>) -> Option<Diagnostic> {
    if !names::is_plain(alias) {
        let message = format!(
            "`{alias}` cannot stand for {:?}: an identifier of ASCII letters, digits and `_` is needed, \
             not `__..`, `crate`, `self`, `super`, `Self` or `_`",
            name.text
        );
        return Some(Diagnostic::new(name.place.clone(), message));
    }
    let other = taken_by.filter(|other| !core::ptr::eq(*other, name))?;
    let message =
        format!("`{alias}` cannot stand for {:?}: it already stands for {:?}", name.text, other.text);
    let related = format!("{:?} declared here", other.text);
    Some(Diagnostic::new(name.place.clone(), message).related_to(other.place.clone(), related))
}

#[cfg(test)]
mod tests;
