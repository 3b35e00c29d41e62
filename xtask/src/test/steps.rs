//! The steps of `cargo xtask test`: what each runs.
//!
//! Separate from the runner so that the list can be read, and changed, at a glance.
//! Order: what fails fastest first; what needs a second build of the crates last.

use anyhow::Result;

use crate::process::Cmd;
use crate::{bench, generate, miri, tidy, workspace};

/// One check.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) name: &'static str,
    pub(super) purpose: &'static str,
    pub(super) run: fn() -> Result<Outcome>,
}

/// How a step ended that did not fail.
#[derive(Debug)]
pub(super) enum Outcome {
    Passed,
    /// It could not run, for this reason.
    Skipped(String),
}

/// All steps in their order.
pub(super) const STEPS: [Step; 12] = [
    Step { name: "fmt", purpose: "the code is formatted", run: fmt },
    Step { name: "tidy", purpose: "the rules of the workspace hold", run: tidy_up },
    Step { name: "gen", purpose: "generated vocabularies are those of their files", run: generated },
    Step { name: "clippy", purpose: "no warnings in the workspace", run: clippy },
    Step { name: "features", purpose: "no warnings in atoms-core with each set of features", run: features },
    Step { name: "test", purpose: "unit, property and integration tests", run: tests },
    Step { name: "doctest", purpose: "examples in the documentation", run: doctests },
    Step { name: "release", purpose: "tests of atoms-core as users build it", run: release },
    Step { name: "doc", purpose: "the documentation builds without warnings", run: doc },
    Step { name: "miri", purpose: "unit tests of atoms-core under Miri, strict provenance", run: short_miri },
    Step { name: "bench", purpose: "every benchmark gives right results", run: bench_smoke },
    Step { name: "instructions", purpose: "no hot path has become longer, by Callgrind", run: instructions },
];

fn cargo<const N: usize>(args: [&str; N]) -> Cmd {
    Cmd::new("cargo").args(args)
}

fn fmt() -> Result<Outcome> {
    cargo(["fmt", "--all", "--check"]).run()?;
    // Workspaces of their own, which `--all` does not reach.
    for file in workspace::text_files()? {
        let is_workspace =
            file.path.ends_with("/Cargo.toml") && file.text.lines().any(|line| line == "[workspace]");
        if is_workspace {
            cargo(["fmt", "--check", "--manifest-path"]).arg(&file.path).run()?;
        }
    }
    Ok(Outcome::Passed)
}

fn tidy_up() -> Result<Outcome> {
    tidy::check()?;
    Ok(Outcome::Passed)
}

fn generated() -> Result<Outcome> {
    generate::check_shipped()?;
    Ok(Outcome::Passed)
}

fn clippy() -> Result<Outcome> {
    cargo(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]).run()?;
    Ok(Outcome::Passed)
}

fn features() -> Result<Outcome> {
    let sets: [&[&str]; 3] = [&["--no-default-features", "--features", "std"], &[], &["--all-features"]];
    for set in sets {
        cargo(["clippy", "--package", "atoms-core", "--all-targets"])
            .args(set)
            .args(["--", "-D", "warnings"])
            .run()?;
    }
    Ok(Outcome::Passed)
}

fn tests() -> Result<Outcome> {
    const WHAT: [&str; 2] = ["--workspace", "--all-features"];
    // nextest gives every test a process of its own, hence a table of its own.
    if cargo(["nextest", "--version"]).output().is_ok() {
        cargo(["nextest", "run"]).args(WHAT).run()?;
    } else {
        println!("cargo-nextest is not installed: using `cargo test`");
        cargo(["test"]).args(WHAT).args(["--lib", "--bins", "--tests", "--examples"]).run()?;
    }
    Ok(Outcome::Passed)
}

fn doctests() -> Result<Outcome> {
    cargo(["test", "--doc", "--workspace", "--all-features"]).run()?;
    Ok(Outcome::Passed)
}

fn release() -> Result<Outcome> {
    cargo(["test", "--release", "--package", "atoms-core", "--lib", "--tests"]).run()?;
    Ok(Outcome::Passed)
}

fn doc() -> Result<Outcome> {
    cargo(["doc", "--workspace", "--no-deps", "--all-features"]).env("RUSTDOCFLAGS", "-D warnings").run()?;
    Ok(Outcome::Passed)
}

fn short_miri() -> Result<Outcome> {
    if let Err(reason) = miri::prepare() {
        return Ok(Outcome::Skipped(reason));
    }
    // Without the macros, whose build under Miri would take longer than the tests.
    miri::test_command(None, &[]).args(["--lib", "--no-default-features", "--features", "std,fork"]).run()?;
    Ok(Outcome::Passed)
}

fn instructions() -> Result<Outcome> {
    if Cmd::new("valgrind").arg("--version").output().is_err() {
        return Ok(Outcome::Skipped(
            "valgrind is not installed; Debian's package is called valgrind".to_owned(),
        ));
    }
    println!("$ cargo xtask bench --instructions");
    bench::run(lexopt::Parser::from_args(["--instructions"]))?;
    Ok(Outcome::Passed)
}

fn bench_smoke() -> Result<Outcome> {
    match bench::SMOKE {
        Some(args) => {
            println!("$ cargo xtask bench {}", args.join(" "));
            bench::run(lexopt::Parser::from_args(args))?;
            Ok(Outcome::Passed)
        }
        None => Ok(Outcome::Skipped("the benchmark offers no smoke run yet".to_owned())),
    }
}
