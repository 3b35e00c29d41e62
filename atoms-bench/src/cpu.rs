//! The clock and the core of the measuring thread: CPU time used so far, and pinning.
//!
//! A file of its own without anything of this crate, because the two html5ever binaries under `html/` include it by
//! path: both sides of a comparison then read the same clock in the same way.
//! Invariant: nothing here runs inside a timed region but `thread_time`, once before and once after it.

use std::time::Duration;

/// What `thread_time` reads, for the report.
pub const CLOCK: &str = if cfg!(unix) {
    "thread CPU time (CLOCK_THREAD_CPUTIME_ID)"
} else {
    "wall time (no thread CPU clock here)"
};

/// Returns the CPU time that the calling thread has used; differences count, not the value.
#[cfg(unix)]
pub fn thread_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a live `timespec` that the call may write, and the clock is a constant of the platform.
    let code = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    assert!(code == 0, "the system has no thread CPU clock: {}", std::io::Error::last_os_error());
    let seconds = u64::try_from(time.tv_sec).expect("a clock that counts from 0 is not negative");
    let nanos = u32::try_from(time.tv_nsec).expect("a nanosecond part is below 1,000,000,000");
    Duration::new(seconds, nanos)
}

/// Returns the time since the first call; the system offers no thread CPU clock.
#[cfg(not(unix))]
pub fn thread_time() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// Returns the cores that this thread may run on, the highest first: the lowest ones serve interrupts.
///
/// Only the number is right where the system does not tell which.
pub fn cores() -> Vec<usize> {
    let known = allowed_cores();
    if known.is_empty() {
        (0..std::thread::available_parallelism().map_or(1, usize::from)).rev().collect()
    } else {
        known
    }
}

#[cfg(target_os = "linux")]
fn allowed_cores() -> Vec<usize> {
    let mut set = empty_set();
    // SAFETY: pid 0 is this thread, and `set` is a live `cpu_set_t` of exactly the size that is passed.
    let code = unsafe { libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &raw mut set) };
    if code != 0 {
        return Vec::new();
    }
    let n_bits = usize::try_from(libc::CPU_SETSIZE).unwrap_or(0);
    // SAFETY: `core` is below CPU_SETSIZE, so the bit lies inside the set.
    (0..n_bits).rev().filter(|&core| unsafe { libc::CPU_ISSET(core, &set) }).collect()
}

#[cfg(not(target_os = "linux"))]
fn allowed_cores() -> Vec<usize> {
    Vec::new()
}

/// Returns how often the calling thread was taken off its core while it had work; 0 where the system does not tell.
#[cfg(target_os = "linux")]
pub fn involuntary_switches() -> libc::c_long {
    // SAFETY: an `rusage` is made of integers, for which all-zero bytes are a valid value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: `usage` is a live `rusage` that the call may write.
    let code = unsafe { libc::getrusage(libc::RUSAGE_THREAD, &raw mut usage) };
    if code == 0 { usage.ru_nivcsw } else { 0 }
}

/// Returns 0: the system does not tell.
#[cfg(not(target_os = "linux"))]
pub fn involuntary_switches() -> i64 {
    0
}

/// Returns the highest core that this process may run on; the lowest ones serve interrupts.
///
/// `None` where the system does not tell.
pub fn last_core() -> Option<usize> {
    allowed_cores().first().copied()
}

/// Binds the calling thread to one core.
///
/// # Errors
/// A sentence that says why the system refused, for the report.
#[cfg(target_os = "linux")]
pub fn pin(core: usize) -> Result<(), String> {
    let limit = usize::try_from(libc::CPU_SETSIZE).map_err(|error| error.to_string())?;
    if limit <= core {
        return Err(format!("core {core} is not below {limit}"));
    }
    let mut set = empty_set();
    // SAFETY: `core` is below CPU_SETSIZE (checked above), so the bit lies inside the set.
    unsafe { libc::CPU_SET(core, &mut set) };
    // SAFETY: pid 0 is this thread, and `set` is a live `cpu_set_t` of exactly the size that is passed.
    let code = unsafe { libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const set) };
    if code == 0 { Ok(()) } else { Err(std::io::Error::last_os_error().to_string()) }
}

/// Refuses: pinning is implemented for Linux only.
///
/// # Errors
/// Always.
#[cfg(not(target_os = "linux"))]
pub fn pin(_core: usize) -> Result<(), String> {
    Err("pinning is implemented for Linux only".to_owned())
}

#[cfg(target_os = "linux")]
fn empty_set() -> libc::cpu_set_t {
    // SAFETY: a `cpu_set_t` is an array of integers, for which all-zero bytes are a valid value.
    unsafe { std::mem::zeroed() }
}
