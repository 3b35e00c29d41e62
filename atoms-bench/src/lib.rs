//! Workloads, peers and harness that measure the atoms of this repository.
//!
//! The library holds what the runner binary (`atoms-bench`) is made of; `cargo xtask bench` builds and starts it.
//! Every figure stands beside that of a peer that took turns with ours in the same run. Invariant: inputs are deterministic,
//! every case checks its result before it is timed, and controls that must not move run along.

#![allow(clippy::std_instead_of_core, reason = "a program for hosts; nothing of it can run without std")]

pub mod attack;
pub mod cell;
pub mod cpu;
pub mod growth;
pub mod html;
pub mod instructions;
pub mod machine;
pub mod memory;
pub mod micro;
pub mod names;
pub mod options;
pub mod pages;
pub mod peers;
pub mod progress;
pub mod report;
pub mod rng;
pub mod stats;
pub mod threads;
pub mod timing;
pub mod verdict;

/// The examples of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
