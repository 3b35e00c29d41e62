//! How far a run is: a bar with the time left on a terminal, plain lines elsewhere.
//!
//! A module of its own so that no workload knows where its progress is shown. It writes to standard error, so that
//! standard output holds the report alone.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

/// Shows how far a run is.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    is_terminal: bool,
}

impl Progress {
    /// Starts to show a run of `n_steps`; steps should take about the same time.
    pub fn new(n_steps: usize) -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        // A hidden bar still counts, which the plain lines use.
        let bar = ProgressBar::with_draw_target(Some(n_steps as u64), ProgressDrawTarget::hidden());
        let template = "{msg:<28} {bar:32} {percent:>3} %, {eta} left";
        bar.set_style(
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        if is_terminal {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(Duration::from_millis(500));
        }
        Self { bar, is_terminal }
    }

    /// Says what comes next.
    pub fn stage(&self, text: &str) {
        if self.is_terminal {
            self.bar.set_message(text.to_owned());
        } else {
            let n_steps = self.bar.length().unwrap_or(1).max(1);
            eprintln!("bench: {:>3} %  {text}", self.bar.position() * 100 / n_steps);
        }
    }

    /// Counts steps that are done.
    pub fn advance(&self, n_steps: usize) {
        self.bar.inc(n_steps as u64);
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
