//! The atomics and locks of this crate.
//!
//! A module of its own because every other one imports them from here: a checker of concurrent programs
//! brings its own, and is put in at this one place (`--cfg loom`). Its atomics are made at run time and are
//! larger, so what holds some is a `const fn` and an array of constants only without it.

#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, AtomicUsize};
#[cfg(loom)]
pub(crate) use loom::sync::{Mutex, MutexGuard};

pub(crate) use core::sync::atomic::Ordering;
#[cfg(not(loom))]
pub(crate) use core::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, AtomicUsize};
#[cfg(not(loom))]
pub(crate) use std::sync::{Mutex, MutexGuard};

/// A function that is `const` where atomics can be made in constants.
macro_rules! const_fn {
    ($(#[$meta:meta])* $visibility:vis fn $name:ident($($parameters:tt)*) -> $result:ty $body:block) => {
        #[cfg(not(loom))]
        $(#[$meta])* $visibility const fn $name($($parameters)*) -> $result $body
        #[cfg(loom)]
        $(#[$meta])* $visibility fn $name($($parameters)*) -> $result $body
    };
}

/// An array whose elements are made by the same expression, in constants too.
macro_rules! array_of {
    ($element:expr; $n:expr) => {{
        #[cfg(not(loom))]
        let array = [const { $element }; $n];
        #[cfg(loom)]
        let array = core::array::from_fn::<_, { $n }, _>(|_| $element);
        array
    }};
}

pub(crate) use {array_of, const_fn};

/// Locks, whatever happened to an earlier holder: nothing under our locks can be left half done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Locks if nobody holds the lock; never waits.
pub(crate) fn try_lock<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    match mutex.try_lock() {
        Ok(guard) => Some(guard),
        Err(std::sync::TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(std::sync::TryLockError::WouldBlock) => None,
    }
}

/// Stands beside memory that no atomic covers, so that a checker sees who reads and who writes it.
#[cfg(loom)]
#[derive(Debug)]
pub(crate) struct Witness(loom::cell::UnsafeCell<()>);

/// Stands beside memory that no atomic covers, for a checker; nothing without one.
#[cfg(not(loom))]
#[derive(Debug)]
pub(crate) struct Witness;

#[cfg(loom)]
impl Witness {
    pub(crate) fn new() -> Self {
        Self(loom::cell::UnsafeCell::new(()))
    }

    /// The memory is read now.
    pub(crate) fn read(&self) {
        self.0.with(|_| ());
    }

    /// The memory is written now.
    pub(crate) fn write(&self) {
        self.0.with_mut(|_| ());
    }
}

#[cfg(not(loom))]
impl Witness {
    pub(crate) fn new() -> Self {
        Self
    }

    /// The memory is read now.
    #[inline(always)]
    pub(crate) fn read(&self) {}

    /// The memory is written now.
    #[inline(always)]
    pub(crate) fn write(&self) {}
}
