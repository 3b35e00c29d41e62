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

use self::options::{Depth, Request, Workload};

/// The arguments after `cargo xtask bench` that check every result with tiny rounds.
pub(crate) const SMOKE: Option<&[&str]> = Some(&["--smoke"]);

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
        Request::Run(options) => options,
    };
    let target = workspace::target_dir();
    let has_html = options.has(Workload::Html);
    let n_builds = if has_html { 1 + HTML_BUILDS.len() } else { 1 };

    if options.depth == Depth::Full {
        let names = Workload::ALL.map(|(name, _)| name).join(", ");
        println!("bench: workloads today: {names}; planned: {}", options::PLANNED.join(", "));
    }
    println!("bench: build 1 of {n_builds}: the runner");
    // A relative folder for the report means the one that the user is in.
    let folder = env::current_dir().context("cannot tell the current directory")?;
    let mut runner = Cmd::new(build_runner(&target)?).args(given).cwd(folder);
    if has_html {
        for (build_idx, name) in HTML_BUILDS.into_iter().enumerate() {
            println!("bench: build {} of {n_builds}: html5ever, {name}", build_idx + 2);
            runner = runner.arg(format!("--html-{name}")).arg(build_html(&target, name)?);
        }
    }
    if options.report.is_none() {
        runner = runner.arg("--report").arg(target.join("bench"));
    }
    runner.run()
}

/// Builds the runner and returns its path.
fn build_runner(target: &Path) -> Result<PathBuf> {
    // The bench profile optimises across crates, and builds into the same folder as release.
    let build = Cmd::new("cargo").args(["build", "--profile", "bench", "--package", "atoms-bench"]);
    build.arg("--bin").arg("atoms-bench").arg("--target-dir").arg(target).run()?;
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
