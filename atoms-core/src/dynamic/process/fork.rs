//! Handlers of `fork`: a child finds every lock of the table free.
//!
//! A module of its own because only this feature needs the C library. Without the handlers a thread that
//! holds a lock of the table at the moment of a fork leaves it locked for ever in the child, which has no
//! such thread. They hold all locks across the call. Not covered: `clone` and `vfork` called directly; a
//! fork that began before the first use of the table; a handler of a signal, a global allocator or another
//! fork handler that interns while its own thread holds a lock of the table.

use core::cell::UnsafeCell;

use super::{SHARDS, TABLE};
use crate::dynamic::table::AllLocks;
use crate::sync::{AtomicU32, AtomicUsize, Mutex, MutexGuard, Ordering, lock};

/// What the forking thread holds. [F-OWNER] Only the thread that holds `FORKING` touches it.
struct Held(UnsafeCell<Option<(MutexGuard<'static, ()>, AllLocks<'static, SHARDS>)>>);

// SAFETY: by [F-OWNER] the lock `FORKING` orders every access; the guards are dropped by the thread that
// took them, or by its copy in the child, which is the same thread to the lock.
unsafe impl Sync for Held {}

static HELD: Held = Held(UnsafeCell::new(None));
static FORKING: Mutex<()> = Mutex::new(());
/// The thread between `before` and `after`, or 0; and how often it went in.
static OWNER: AtomicUsize = AtomicUsize::new(0);
static DEPTH: AtomicU32 = AtomicU32::new(0);
static IS_REGISTERED: AtomicU32 = AtomicU32::new(0);

/// Registers the handlers before the first lock. Two threads may both do it: the handlers are idempotent.
#[inline]
pub(super) fn register() {
    // Acquire; pairs with the Release below, so that the handlers are in place for whoever goes on.
    if IS_REGISTERED.load(Ordering::Acquire) == 0 {
        register_now();
    }
}

#[cold]
fn register_now() {
    // SAFETY: the handlers are functions of this program, which is never unloaded while it can fork.
    let failed = unsafe { libc::pthread_atfork(Some(before), Some(after), Some(after)) };
    // Out of memory: the next lock tries again.
    if failed == 0 {
        IS_REGISTERED.store(1, Ordering::Release);
    }
}

fn this_thread() -> usize {
    // SAFETY: always succeeds.
    let id = unsafe { libc::pthread_self() };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "an address or a small number, whatever its type is called"
    )]
    let id = id as usize;
    id
}

extern "C" fn before() {
    // Relaxed: only this thread can have stored its own name there.
    if OWNER.load(Ordering::Relaxed) != this_thread() {
        let forking = lock(&FORKING);
        // SAFETY: [F-OWNER].
        unsafe { *HELD.0.get() = Some((forking, TABLE.lock_all())) };
        OWNER.store(this_thread(), Ordering::Relaxed);
    }
    DEPTH.fetch_add(1, Ordering::Relaxed);
}

extern "C" fn after() {
    if DEPTH.fetch_sub(1, Ordering::Relaxed) == 1 {
        OWNER.store(0, Ordering::Relaxed);
        // SAFETY: [F-OWNER]: this thread took `FORKING` in `before`, and holds it until the value is dropped.
        drop(unsafe { (*HELD.0.get()).take() });
    }
}
