//! `cargo xtask gen`: vocabulary files to Rust files.
//!
//! Named `generate` because `gen` is a keyword. Its own module because it does the IO that atoms-codegen
//! leaves out: this file reads arguments and decides, `generate::job` turns one file into another.
//! Invariants: [G-ALL] every error of every vocabulary is printed before the command gives up; [G-NONE]
//! then no file is written; [G-SAME] a file that is up to date is not touched.

mod explain;
mod job;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use lexopt::Arg;

use self::job::{Job, Source};
use crate::process::quoted;
use crate::{cli, diff, workspace};

const HELP: &str = "\
Generates atom sets from vocabulary files.

Usage: cargo xtask gen [NAME...] [--check] [--explain]
       cargo xtask gen --vocab FILE --set NAME --macro NAME --out FILE [OPTIONS]

Without --vocab it regenerates what ships with atoms-core, from atoms-core/vocab/NAME.txt:
  html  LocalNames, LocalName, local_name!
  http  HeaderNames, HeaderName, header_name!

Options:
  --vocab FILE       the vocabulary: one name a line, # comments, \"...\" with Rust escapes, name = ident
  --set NAME         the type of the set
  --alias NAME       the type of its atoms; the name of the set with Atom at its end otherwise
  --macro NAME       the lookup macro
  --out FILE         the Rust file to write
  --module PATH      the module that FILE becomes, such as names or vocab::html; the crate root otherwise
  --crate-path PATH  the path of atoms-core; ::atoms_core otherwise
  --check            write nothing, fail when a file is not up to date
  --explain          print what the tables of each set look like; writes nothing

Exit code 1 when a vocabulary has errors (each as file:line: message; nothing is written then) or when
--check finds a file that is not up to date.

Examples:
  cargo xtask gen
  cargo xtask gen --check
  cargo xtask gen html --explain
  cargo xtask gen --vocab names.txt --set Markup --macro atom --out src/names.rs --module names";

/// What to do with a generated text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mode {
    #[default]
    Write,
    Check,
    Explain,
}

/// The options of a vocabulary of the user's.
#[derive(Debug, Default)]
struct Custom {
    vocab: Option<PathBuf>,
    set: Option<String>,
    alias: Option<String>,
    macro_name: Option<String>,
    out: Option<PathBuf>,
    module: Option<String>,
    crate_path: Option<String>,
}

/// Runs the command.
pub(crate) fn run(mut args: lexopt::Parser) -> Result<()> {
    let mut custom = Custom::default();
    let mut names: Vec<String> = Vec::new();
    let mut mode = Mode::default();
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Short('h') | Arg::Long("help") => {
                cli::print_help(HELP);
                return Ok(());
            }
            Arg::Long("vocab") => custom.vocab = Some(args.value()?.into()),
            Arg::Long("set") => custom.set = Some(cli::text_value(&mut args)?),
            Arg::Long("alias") => custom.alias = Some(cli::text_value(&mut args)?),
            // `atom!` is how one speaks of it.
            Arg::Long("macro") => {
                custom.macro_name = Some(cli::text_value(&mut args)?.trim_end_matches('!').to_owned());
            }
            Arg::Long("out") => custom.out = Some(args.value()?.into()),
            Arg::Long("module") => custom.module = Some(cli::text_value(&mut args)?),
            Arg::Long("crate-path") => custom.crate_path = Some(cli::text_value(&mut args)?),
            Arg::Long("check") => mode = Mode::Check,
            Arg::Long("explain") => mode = Mode::Explain,
            Arg::Value(name) => names.push(cli::into_text(name)?),
            other => return Err(cli::unexpected(&other)),
        }
    }
    let jobs = match custom.into_job()? {
        Some(job) if names.is_empty() => vec![job],
        Some(_) => return Err(cli::usage(format!("unexpected argument {:?} beside --vocab", names[0]))),
        None => chosen(shipped(), &names)?,
    };
    process(&jobs, mode)
}

/// Fails when a file that ships is not what its vocabulary gives now.
pub(crate) fn check_shipped() -> Result<()> {
    process(&shipped(), Mode::Check)
}

impl Custom {
    /// Returns the job that the options describe; none when no option is given.
    fn into_job(self) -> Result<Option<Job>> {
        let others = [
            ("--set", self.set.is_some()),
            ("--alias", self.alias.is_some()),
            ("--macro", self.macro_name.is_some()),
            ("--out", self.out.is_some()),
            ("--module", self.module.is_some()),
            ("--crate-path", self.crate_path.is_some()),
        ];
        let Some(vocab) = self.vocab else {
            return match others.iter().find(|(_, is_given)| *is_given) {
                Some((option, _)) => Err(cli::usage(format!("{option} needs --vocab FILE"))),
                None => Ok(None),
            };
        };
        let needed = |option: &str| cli::usage(format!("--vocab needs {option}"));
        let set = self.set.ok_or_else(|| needed("--set NAME"))?;
        let macro_name = self.macro_name.ok_or_else(|| needed("--macro NAME"))?;
        let out = self.out.ok_or_else(|| needed("--out FILE"))?;
        let shown = |path: &Path| quoted(&path.display().to_string());
        let mut mend = format!("cargo xtask gen --vocab {} --set {}", shown(&vocab), quoted(&set));
        for (option, value) in
            [("--alias", &self.alias), ("--module", &self.module), ("--crate-path", &self.crate_path)]
        {
            if let Some(value) = value {
                mend += &format!(" {option} {}", quoted(value));
            }
        }
        mend += &format!(" --macro {} --out {}", quoted(&macro_name), shown(&out));
        Ok(Some(Job {
            source: Source::of_user(vocab),
            alias: self.alias.unwrap_or_else(|| format!("{set}Atom")),
            doc: format!("The vocabulary `{set}`."),
            set,
            macro_name,
            module: self.module.unwrap_or_default(),
            crate_path: self.crate_path.unwrap_or_else(|| "::atoms_core".to_owned()),
            header: "cargo xtask gen".to_owned(),
            shown_out: out.display().to_string(),
            out,
            mend,
        }))
    }
}

/// Returns the jobs of the vocabularies that ship.
fn shipped() -> Vec<Job> {
    let job = |name: &str, set: &str, alias: &str, macro_name: &str, doc: &str| {
        let (vocab, out) =
            (format!("atoms-core/vocab/{name}.txt"), format!("atoms-core/src/vocab/{name}.rs"));
        Job {
            source: Source { path: workspace::root().join(&vocab), shown: vocab },
            set: set.to_owned(),
            alias: alias.to_owned(),
            macro_name: macro_name.to_owned(),
            module: format!("vocab::{name}"),
            crate_path: "crate".to_owned(),
            doc: doc.to_owned(),
            header: format!("cargo xtask gen {name}"),
            out: workspace::root().join(&out),
            shown_out: out,
            mend: format!("cargo xtask gen {name}"),
        }
    };
    vec![
        job(
            "html",
            "LocalNames",
            "LocalName",
            "local_name",
            "The local names of HTML, SVG and MathML: elements and attributes.",
        ),
        job(
            "http",
            "HeaderNames",
            "HeaderName",
            "header_name",
            "The names of HTTP header fields, in lower case.",
        ),
    ]
}

/// Keeps the jobs of the given names, all of them when none is given.
fn chosen(jobs: Vec<Job>, names: &[String]) -> Result<Vec<Job>> {
    let is_named = |job: &Job, name: &String| job.mend.ends_with(&format!(" {name}"));
    for name in names {
        if !jobs.iter().any(|job| is_named(job, name)) {
            return Err(cli::usage(format!(
                "no vocabulary named {name:?} ships: choose html or http, or give --vocab FILE"
            )));
        }
    }
    Ok(jobs
        .into_iter()
        .filter(|job| names.is_empty() || names.iter().any(|name| is_named(job, name)))
        .collect())
}

/// Generates all texts, then compares, writes or explains.
fn process(jobs: &[Job], mode: Mode) -> Result<()> {
    let mut texts = Vec::new();
    let mut has_errors = false;
    for job in jobs {
        match job.generate() {
            Ok(output) => texts.push((job, output)),
            Err(error) => {
                // [G-ALL]: the other vocabularies have a say too.
                error.print()?;
                has_errors = true;
            }
        }
    }
    if has_errors {
        return Err(cli::reported());
    }
    let mut has_drift = false;
    for (job, output) in texts {
        let old = job.read_output()?;
        let is_same = old.as_deref() == Some(output.text.as_str());
        match mode {
            Mode::Explain => print!("{}", explain::describe(&job.alias, &output)),
            Mode::Check if is_same => println!("{}: up to date", job.shown_out),
            Mode::Check => {
                has_drift = true;
                print_drift(job, old.as_deref(), &output.text);
            }
            Mode::Write if is_same => println!("{}: unchanged", job.shown_out),
            Mode::Write => {
                job.write(&output).with_context(|| format!("cannot write {}", job.shown_out))?;
                println!("{}: written, {} names", job.shown_out, output.vocabulary.names().len());
            }
        }
    }
    if has_drift { Err(cli::reported()) } else { Ok(()) }
}

fn print_drift(job: &Job, old: Option<&str>, new: &str) {
    let what = if old.is_some() { "is not up to date with" } else { "is missing; it comes from" };
    eprintln!("{}: {what} {}", job.shown_out, job.source.shown);
    if let Some(old) = old {
        let difference = diff::short(old, new);
        // Texts of the same lines may differ in their line ends.
        eprint!("{}", if difference.is_empty() { "the line ends differ\n" } else { &difference });
    }
    eprintln!("mend it with: {}", job.mend);
}

#[cfg(test)]
mod tests;
