//! One interner with one kind of names, in a process of its own that counts allocations.
//!
//! A module of its own because it runs in the program `atoms-bench-memory`, whose allocator counts; the runner's does
//! not, since counting would slow down whoever allocates more. Invariant: the room of the handles is there and touched
//! before the first figure is read, so that no figure holds it.

use crate::cell;
use crate::names::push_name;
use crate::peers::{self, Interner, OURS, Visit};
use atoms_core::dynamic;
use serde::{Deserialize, Serialize};
use std::fs;
use std::process::ExitCode;

/// Names between two looks at the clock.
const N_BETWEEN: usize = 4096;

/// What one process has found, in bytes.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Cell {
    /// Names that were made before the time was up.
    pub(super) n_reached: usize,
    /// Growth of the resident memory; absent where the system does not tell.
    pub(super) resident: Option<usize>,
    /// Growth of what was asked of the allocator and not given back.
    pub(super) requested: usize,
    /// What our table says of itself.
    pub(super) own: Option<usize>,
    /// What the first name has asked of the allocator.
    pub(super) first: usize,
}

/// Measures the cell that the arguments name: peer, bytes of a name, names, milliseconds of CPU time.
///
/// `requested` returns the bytes that were asked of the allocator and not given back.
pub fn main(args: &[String], requested: fn() -> usize) -> ExitCode {
    cell::answer(measure(args, requested))
}

fn measure(args: &[String], requested: fn() -> usize) -> Result<Cell, String> {
    let peer: String = cell::arg(args, 0)?;
    let fill = Fill {
        len: cell::arg(args, 1)?,
        n_names: cell::arg(args, 2)?,
        millis: cell::arg(args, 3)?,
        requested,
        is_ours: peer == OURS,
    };
    peers::visit(&peer, fill)?
}

struct Fill {
    len: usize,
    n_names: usize,
    millis: u64,
    requested: fn() -> usize,
    is_ours: bool,
}

impl Visit for Fill {
    type Out = Result<Cell, String>;

    fn visit<I: Interner>(self) -> Self::Out {
        let Self { len, n_names, millis, requested, is_ours } = self;
        let mut handles: Vec<Option<I::Handle>> = Vec::new();
        handles.resize_with(n_names, || None);
        let mut text = String::with_capacity(len);
        // The paths that read a file are warm, and hold their buffers.
        let _ = resident();

        let (resident_before, requested_before) = (resident(), requested());
        let mut first = 0;
        let mut n_reached = 0;
        let mut interner = I::new();
        for start in (0..n_names).step_by(N_BETWEEN) {
            let end = n_names.min(start + N_BETWEEN);
            for (idx, handle) in handles[start..end].iter_mut().enumerate() {
                text.clear();
                push_name(1, (start + idx) as u64, len, &mut text);
                *handle = Some(interner.intern(&text));
                if start + idx == 0 {
                    first = requested() - requested_before;
                }
            }
            n_reached = end;
            if is_over(millis) {
                break;
            }
        }
        let requested = requested().saturating_sub(requested_before);
        let resident = resident().zip(resident_before).map(|(after, before)| after.saturating_sub(before));
        let own = is_ours.then(|| {
            let stats = dynamic::stats();
            stats.region_bytes + stats.table_bytes
        });

        for (idx, handle) in handles.iter().take(n_reached).enumerate().step_by(7) {
            text.clear();
            push_name(1, idx as u64, len, &mut text);
            if handle.as_ref().is_none_or(|handle| interner.text(handle) != text) {
                return Err(format!("{text:?} has no handle, or one of another text"));
            }
        }
        std::mem::forget((interner, handles));
        Ok(Cell { n_reached, resident, requested, own, first })
    }
}

/// Says whether this process has used more CPU time than that.
fn is_over(millis: u64) -> bool {
    std::time::Duration::from_millis(millis) < crate::cpu::thread_time()
}

/// Returns the resident memory of this process in bytes, exactly where the kernel counts anew for the question.
fn resident() -> Option<usize> {
    let text = fs::read_to_string("/proc/self/smaps_rollup").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Rss:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok().map(|kibis| kibis * 1024)
}
