//! `cargo xtask bench`: builds the programs of the benchmark and runs them.
//!
//! Its own module because building is all that xtask does for it: what is measured, and how, stands in atoms-bench.
//! Invariant: arguments are refused before anything is built, by the parser that the runner itself uses.

use std::env::{self, consts::EXE_SUFFIX};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::process::Cmd;
use crate::{cli, workspace};

#[allow(dead_code, unreachable_pub, reason = "shared with the runner, which uses the rest of it")]
#[path = "../../atoms-bench/src/options.rs"]
mod options;

use self::options::{Depth, Options, Request, Workload};

/// The arguments after `cargo xtask bench` that check every result with tiny rounds.
pub(crate) const SMOKE: Option<&[&str]> = Some(&["--smoke"]);

/// The arguments that compare instruction counts with the record; a note where Valgrind is absent.
#[allow(dead_code, reason = "for `compare_instructions`")]
const COUNT: [&str; 2] = ["--instructions", "--smoke"];

/// The two html5ever builds: the folder below atoms-bench/html, which is the end of the binary's name too.
const HTML_BUILDS: [&str; 2] = ["stock", "ours"];

/// Runs the command.
pub(crate) fn run(args: lexopt::Parser) -> Result<()> {
    let given: Vec<OsString> = args.clone().raw_args()?.collect();
    let options = match options::parse(args)? {
        Request::Help => {
            cli::print_help(options::HELP);
            return Ok(());
        }
        Request::List => {
            cli::print_help(options::LIST);
            return Ok(());
        }
        Request::Peers => {
            cli::print_help(&options::peers_text());
            return Ok(());
        }
        Request::Run(options) => options,
    };
    let target = workspace::target_dir();
    let has_html = options.has(Workload::Html);
    let n_builds = if has_html { 1 + HTML_BUILDS.len() } else { 1 };

    if options.depth == Depth::Full && options.instructions.is_none() {
        let names = Workload::ALL.map(|(name, _)| name).join(", ");
        println!("bench: workloads today: {names}; planned: {}", options::PLANNED.join(", "));
    }
    println!("bench: build 1 of {n_builds}: the runner");
    // A relative folder for the report means the one that the user is in.
    let folder = env::current_dir().context("cannot tell the current directory")?;
    let mut runner = Cmd::new(build_runner(&target, &options)?).args(given).cwd(folder);
    if has_html {
        for (build_idx, name) in HTML_BUILDS.into_iter().enumerate() {
            println!("bench: build {} of {n_builds}: html5ever, {name}", build_idx + 2);
            runner = runner.arg(format!("--html-{name}")).arg(build_html(&target, name)?);
        }
    }
    if options.report.is_none() && options.instructions.is_none() {
        runner = runner.arg("--report").arg(target.join("bench"));
    }
    runner.run()
}

/// Compares instruction counts with the record; returns why it could not, when it could not.
///
/// # Errors
/// An operation takes more instructions than the record allows, or a build failed.
#[allow(
    dead_code,
    reason = "offered to `cargo xtask test`, which does not call it while the paths still move"
)]
pub(crate) fn compare_instructions() -> Result<Option<String>> {
    if Cmd::new("valgrind").arg("--version").output().is_err() {
        return Ok(Some("Valgrind is not installed".to_owned()));
    }
    println!("$ cargo xtask bench {}", COUNT.join(" "));
    run(lexopt::Parser::from_args(COUNT))?;
    Ok(None)
}

/// Builds the runner, and what it starts, and returns its path.
fn build_runner(target: &Path, options: &Options) -> Result<PathBuf> {
    // The bench profile optimises across crates, and builds into the same folder as release.
    let mut build = Cmd::new("cargo").args(["build", "--profile", "bench", "--package", "atoms-bench"]);
    build = build.args(["--bin", "atoms-bench"]).arg("--target-dir").arg(target);
    if options.has(Workload::Memory) {
        build = build.args(["--bin", "atoms-bench-memory"]);
    }
    if options.has_peers() {
        build = build.args(["--features", "peers"]);
    }
    build.run()?;
    built(target, "atoms-bench")
}

/// Builds one of the html5ever binaries and returns its path.
fn build_html(target: &Path, name: &str) -> Result<PathBuf> {
    // One target directory for both: crates that do not depend on the interner are compiled once.
    let target = target.join("bench-html");
    let manifest = workspace::root().join("atoms-bench/html").join(name).join("Cargo.toml");
    let build = Cmd::new("cargo").args(["build", "--release", "--manifest-path"]).arg(manifest);
    build.arg("--target-dir").arg(&target).run()?;
    built(&target, &format!("html-{name}"))
}

/// Returns the path of a binary that cargo has built below `target`.
fn built(target: &Path, name: &str) -> Result<PathBuf> {
    let path = target.join("release").join(format!("{name}{EXE_SUFFIX}"));
    if !path.is_file() {
        bail!(
            "cargo built {name}, but not as {}: unset `build.target` in cargo's configuration (and CARGO_BUILD_TARGET)",
            path.display()
        );
    }
    Ok(path)
}
