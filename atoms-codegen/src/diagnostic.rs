//! What is wrong with a vocabulary or a declaration, and where.
//!
//! A module of its own because the generator finds errors but does not know their places in source:
//! macros turn a [`Place::Input`] into the span of a token, command-line tools print `file:line`.

use core::fmt;
use std::sync::Arc;

/// Where a name was written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// A place that nobody can point at, such as an argument in a build script.
    Unknown,
    /// A line of a file, counted from 1.
    Line {
        /// The file, as the caller named it.
        file: Arc<str>,
        /// The line, counted from 1.
        line: usize,
    },
    /// The position of a token in a list that the caller keeps.
    Input(usize),
}

/// One error: lower case, without a final full stop, naming the thing and the way out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Where the error is.
    pub place: Place,
    /// What is wrong.
    pub message: String,
    /// The other place of the error, such as the first of two equal names, with its own message.
    pub related: Option<(Place, String)>,
}

impl Diagnostic {
    /// Returns an error at `place`.
    #[must_use]
    pub fn new(place: Place, message: impl Into<String>) -> Self {
        Self { place, message: message.into(), related: None }
    }

    /// Returns the error with a second place.
    #[must_use]
    pub fn related_to(mut self, place: Place, message: impl Into<String>) -> Self {
        self.related = Some((place, message.into()));
        self
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => Ok(()),
            Self::Line { file, line } => write!(f, "{file}:{line}: "),
            Self::Input(position) => write!(f, "name {}: ", position + 1),
        }
    }
}

/// One line `file:line: message`, and a second one for the related place.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.place, self.message)?;
        match &self.related {
            Some((place, message)) => write!(f, "\n{place}{message}"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for Diagnostic {}

/// Joins the messages of `diagnostics`, one below the other.
#[must_use]
pub fn join(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests;
