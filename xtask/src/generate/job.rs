//! One vocabulary file to one Rust file.
//!
//! Separate from the command so that it can be tested without arguments.

use std::fs;
use std::io;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use atoms_codegen::{AtomSet, Diagnostic, Place, Vocabulary};

use crate::cli;

/// A vocabulary file.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) path: PathBuf,
    /// The path as messages show it.
    pub(super) shown: String,
}

impl Source {
    /// A file that the user named.
    pub(super) fn of_user(path: PathBuf) -> Self {
        Self { shown: path.display().to_string(), path }
    }
}

/// What to generate from what, and where to.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) source: Source,
    pub(super) set: String,
    pub(super) alias: String,
    pub(super) macro_name: String,
    pub(super) module: String,
    pub(super) crate_path: String,
    pub(super) doc: String,
    /// The generator, as the first line of the output names it.
    pub(super) header: String,
    pub(super) out: PathBuf,
    /// The output as messages show it.
    pub(super) shown_out: String,
    /// The command that brings the output up to date.
    pub(super) mend: String,
}

/// The generated text and what it was made from.
#[derive(Debug)]
pub(super) struct Output {
    set: AtomSet,
    pub(super) text: String,
    pub(super) vocabulary: Vocabulary,
}

/// Why nothing could be generated.
#[derive(Debug)]
pub(super) enum JobError {
    /// The file could not be read, or an argument is no identifier.
    Other(anyhow::Error),
    /// The vocabulary has errors, in the order of its lines.
    Vocabulary(Vec<Diagnostic>),
}

impl JobError {
    /// Prints the errors of a vocabulary; returns any other error to be reported.
    pub(super) fn print(self) -> Result<()> {
        match self {
            Self::Other(error) => Err(error),
            Self::Vocabulary(diagnostics) => {
                for diagnostic in diagnostics {
                    eprintln!("{diagnostic}");
                }
                Ok(())
            }
        }
    }
}

impl Job {
    /// Reads the vocabulary and generates the text of its set.
    pub(super) fn generate(&self) -> Result<Output, JobError> {
        let shown = &self.source.shown;
        let bytes = fs::read(&self.source.path)
            .with_context(|| format!("cannot read the vocabulary {shown}"))
            .map_err(JobError::Other)?;
        let vocabulary = parse(shown, &bytes).map_err(JobError::Vocabulary)?;
        let set = AtomSet::new(&self.set)
            .alias(&self.alias)
            .macro_name(&self.macro_name)
            .module(&self.module)
            .crate_path(&self.crate_path)
            .doc(&self.doc)
            .alias_doc(&format!("An atom of [`{}`].", self.set))
            .macro_doc(&format!("The [`{}`] of a literal, checked when it is compiled.", self.alias))
            .generator(&self.header)
            .vocabulary(&vocabulary);
        // The vocabulary is sound, so what is left are names given as arguments.
        let text = set.try_to_string().map_err(|diagnostics| {
            JobError::Other(cli::usage(atoms_codegen::diagnostic::join(&diagnostics)))
        })?;
        Ok(Output { set, text, vocabulary })
    }

    /// Reads what an earlier run wrote; none when there is no such file.
    pub(super) fn read_output(&self) -> Result<Option<String>> {
        match fs::read(&self.out) {
            Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", self.shown_out)),
        }
    }

    /// Replaces the output in one step; makes its directory when there is none.
    pub(super) fn write(&self, output: &Output) -> io::Result<()> {
        if let Some(dir) = self.out.parent() {
            fs::create_dir_all(dir)?;
        }
        output.set.write_to_file(&self.out)
    }
}

/// Parses a vocabulary; lines that are not UTF-8 are errors like others.
fn parse(shown: &str, bytes: &[u8]) -> Result<Vocabulary, Vec<Diagnostic>> {
    let mut unreadable = Vec::new();
    let mut text = String::with_capacity(bytes.len());
    for (line_idx, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        match core::str::from_utf8(line) {
            Ok(line) => text.push_str(line),
            Err(_) => {
                let place = Place::Line { file: shown.into(), line: line_idx + 1 };
                unreadable.push(Diagnostic::new(
                    place,
                    "the line is not valid UTF-8: save the file in that encoding",
                ));
            }
        }
        text.push('\n');
    }
    let parsed = Vocabulary::from_text(shown, &text);
    if unreadable.is_empty() {
        return parsed;
    }
    unreadable.extend(parsed.err().unwrap_or_default());
    unreadable.sort_by_key(|diagnostic| match &diagnostic.place {
        Place::Line { line, .. } => *line,
        _ => 0,
    });
    Err(unreadable)
}

#[cfg(test)]
mod tests;
