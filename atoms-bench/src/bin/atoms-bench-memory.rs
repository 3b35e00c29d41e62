//! The program of the workload `memory`: interns in a process whose allocator counts.
//!
//! A program of its own so that no other workload pays for the counting. The runner starts it.
//! Invariant: a figure is what was asked for, so it holds neither the rounding nor the headers of the allocator.

#![allow(clippy::std_instead_of_core, reason = "a program for hosts; nothing of it can run without std")]

use atoms_bench::{cell, memory};
use std::alloc::{GlobalAlloc, Layout, System};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes that were asked for and not given back.
static REQUESTED: AtomicUsize = AtomicUsize::new(0);

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: every call goes to `System` unchanged, and counting neither allocates nor unwinds.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        REQUESTED.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller says of the layout.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        REQUESTED.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller says of the layout.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        REQUESTED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller says of the block and its layout.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        REQUESTED.fetch_add(new_size, Ordering::Relaxed);
        REQUESTED.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller says of the block, its layout and the new size.
        unsafe { System.realloc(block, layout, new_size) }
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match &*args {
        [command, workload, rest @ ..] if command == cell::COMMAND && workload == "memory" => {
            memory::cell::main(rest, || REQUESTED.load(Ordering::Relaxed))
        }
        _ => {
            eprintln!("error: `cargo xtask bench memory` starts this program");
            ExitCode::from(2)
        }
    }
}
