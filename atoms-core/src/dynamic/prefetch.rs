//! Asking the processor to fetch memory that will be looked at soon.
//!
//! A module of its own because it is the one place that names a processor. Elsewhere it does nothing: the
//! results are the same, a large table is slower.

use core::ptr::NonNull;

/// Asks for the cache line at an address. Has no effect but on time.
#[inline(always)]
pub(crate) fn prefetch(address: NonNull<u8>) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction, which reads nothing and cannot fault.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.as_ptr().cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = address;
}
