//! A soak of the atom table: `cargo xtask soak --help`.
//!
//! Rounds of work on several threads, and a comparison with what they hold after each. Threads are new in
//! every round, and their atoms go with the worker to another thread, so that thread exit is soaked too.

mod check;
mod names;
mod options;
mod worker;

use core::panic::AssertUnwindSafe;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use core::time::Duration;
use std::io::Write as _;
use std::panic::catch_unwind;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use atoms_core::dynamic;

use self::check::{Checker, Levels, PIN_BUDGET, is_growing};
use self::names::Random;
use self::options::{Options, Request};
use self::worker::{Limits, Mailbox, N_STEPS, Worker};

/// Time between two lines of progress.
const PROGRESS: Duration = Duration::from_secs(5);
/// Seconds after which a round hangs: it takes less than one.
const STALLED: u64 = 300;

fn main() -> ExitCode {
    let options = match options::parse(lexopt::Parser::from_env()) {
        Ok(Request::Run(options)) => options,
        Ok(Request::Help) => {
            let _ = writeln!(std::io::stdout(), "{}", options::HELP);
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("error: {error}; see `cargo xtask soak --help`");
            return ExitCode::from(2);
        }
    };
    let seed = options.seed.unwrap_or_else(any_seed);
    println!(
        "soak: {:.1} minutes, {} threads, seed {seed}",
        options.time.as_secs_f64() / 60.0,
        options.n_threads
    );
    watch(seed);
    let mut soak = Soak::new(&options, seed);
    match catch_unwind(AssertUnwindSafe(|| soak.run(options.time))) {
        Ok(is_level) if is_level => ExitCode::SUCCESS,
        Ok(_) => {
            eprintln!("soak: FAILED: memory grows after the warm-up; {}", again(&options, seed));
            ExitCode::FAILURE
        }
        Err(_) => {
            eprintln!("soak: FAILED in round {}, as said above; {}", soak.n_rounds, again(&options, seed));
            ExitCode::FAILURE
        }
    }
}

/// How to repeat a run.
fn again(options: &Options, seed: u64) -> String {
    format!(
        "again: cargo xtask soak --threads {} --seed {seed} --minutes {:.2}",
        options.n_threads,
        options.time.as_secs_f64() / 60.0
    )
}

/// A seed that differs from run to run.
fn any_seed() -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    Random::new(time ^ u64::from(std::process::id()) << 32).next() >> 32
}

/// Rounds that have ended, for the watch.
static N_ROUNDS: AtomicU64 = AtomicU64::new(0);

/// Ends the process when a round hangs.
fn watch(seed: u64) {
    std::thread::spawn(move || {
        let (mut last, mut n_seconds) = (0, 0);
        loop {
            std::thread::sleep(Duration::from_secs(1));
            let now = N_ROUNDS.load(Relaxed);
            n_seconds = if now == last { n_seconds + 1 } else { 0 };
            last = now;
            if n_seconds > STALLED {
                eprintln!("soak: FAILED: round {last} hangs since {STALLED} s, seed {seed}");
                std::process::exit(1);
            }
        }
    });
}

struct Soak {
    random: Random,
    workers: Vec<Worker>,
    mailbox: Mailbox,
    checker: Checker,
    levels: Levels,
    n_rounds: u64,
}

impl Soak {
    fn new(options: &Options, seed: u64) -> Self {
        dynamic::set_pin_budget(PIN_BUDGET);
        let numbers = 0..u32::try_from(options.n_threads).expect("at most 1024");
        Self {
            random: Random::new(seed),
            workers: numbers.map(|number| Worker::new(number, seed)).collect(),
            mailbox: Mutex::new(Vec::new()),
            checker: Checker::default(),
            levels: Levels::default(),
            n_rounds: 0,
        }
    }

    /// Runs rounds until the time is over; whether memory has levelled off.
    ///
    /// # Panics
    /// On a violation.
    fn run(&mut self, time: Duration) -> bool {
        let start = Instant::now();
        let mut printed = start;
        while start.elapsed() < time {
            let stats = self.round();
            self.levels.add(&stats);
            self.n_rounds += 1;
            N_ROUNDS.store(self.n_rounds, Relaxed);
            if printed.elapsed() >= PROGRESS {
                printed = Instant::now();
                self.print(start.elapsed(), time, &stats);
            }
        }
        let last = dynamic::stats();
        self.print(start.elapsed(), time, &last);
        self.end();
        self.report()
    }

    /// One round of all workers, and the comparison.
    fn round(&mut self) -> dynamic::Stats {
        let limits = match self.random.below(4) {
            0 => Limits::Moving,
            1 => {
                // What is idle could be revived, also over the limit.
                dynamic::trim();
                Limits::Fixed(dynamic::stats().text_bytes + self.random.below(200_000) as usize)
            }
            _ => Limits::None,
        };
        dynamic::set_limit(match limits {
            Limits::Fixed(limit) => Some(limit),
            Limits::Moving | Limits::None => None,
        });
        let mailbox = &self.mailbox;
        std::thread::scope(|scope| {
            for worker in &mut self.workers {
                scope.spawn(move || worker.run(limits, mailbox));
            }
        });
        let mailbox = self.mailbox.lock().unwrap_or_else(PoisonError::into_inner);
        let stats = self.checker.check(&self.workers, &mailbox, limits);
        if self.random.below(8) == 0 {
            dynamic::trim();
            assert_eq!(dynamic::stats().idle, 0, "after a trim");
        }
        stats
    }

    /// Lets everything go: what is left is pinned.
    fn end(&mut self) {
        dynamic::set_limit(None);
        self.mailbox.lock().unwrap_or_else(PoisonError::into_inner).clear();
        for worker in &mut self.workers {
            worker.held.clear();
        }
        let stats = self.checker.check(&self.workers, &[], Limits::None);
        assert_eq!(stats.live, stats.pinned, "all is dropped: {stats:?}");
        dynamic::trim();
        let after = dynamic::stats();
        assert_eq!((after.live, after.idle), (stats.live, 0), "after a trim: {after:?}");
    }

    /// Says whether memory has levelled off.
    fn report(&self) -> bool {
        let Some(levels) = self.levels.thirds() else {
            println!("soak: passed, {} rounds; too few to tell whether memory levels off", self.n_rounds);
            return true;
        };
        for (what, (second, last)) in ["region", "table"].into_iter().zip(levels) {
            println!(
                "soak: {what}: at most {} in the second third of the time, {} in the last",
                kib(second),
                kib(last)
            );
        }
        let is_level = !levels.into_iter().any(is_growing);
        if is_level {
            println!("soak: passed, {} rounds", self.n_rounds);
        }
        is_level
    }

    fn print(&self, elapsed: Duration, time: Duration, stats: &dynamic::Stats) {
        let n_refused: u64 = self.workers.iter().map(|worker| worker.n_refused).sum();
        let n_steps = self.n_rounds * N_STEPS * self.workers.len() as u64;
        println!(
            "soak: {:.0} of {:.0} s, round {}, {:.1} M steps, {n_refused} refused; live {}, idle {}, pinned {}, \
             region {}, table {}, longest probe {}, rekeys {}",
            elapsed.as_secs_f64(),
            time.as_secs_f64(),
            self.n_rounds,
            u32::try_from(n_steps / 1000).map_or(f64::INFINITY, f64::from) / 1000.0,
            stats.live,
            stats.idle,
            stats.pinned,
            kib(stats.region_bytes),
            kib(stats.table_bytes),
            stats.longest_probe,
            stats.rekeys
        );
    }
}

fn kib(bytes: usize) -> String {
    format!("{} KiB", bytes >> 10)
}
