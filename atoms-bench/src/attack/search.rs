//! Finds names whose hash agrees in chosen bits, as an attacker does: by trying.
//!
//! A module of its own because it knows no interner, only a hash. Invariants: the tries are bounded, and the same search
//! finds the same names on every machine, however many threads search.

use crate::cpu;
use crate::names::Names;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes of a name that was found.
pub(super) const LEN: usize = 16;
/// Numbers that one thread tries before it takes the next ones.
const N_BLOCK: u64 = 1 << 20;

/// What agrees.
pub(super) struct Wanted<F> {
    /// The hash.
    pub(super) hash: F,
    /// The bits of the hash that are chosen.
    pub(super) mask: u64,
    /// The value that these bits have.
    pub(super) value: u64,
}

/// Finds `n_names` names of [`LEN`] bytes, on every core; fails when ten times the tries that chance needs do not do.
pub(super) fn search<F: Fn(&str) -> u64 + Sync>(
    wanted: &Wanted<F>,
    n_names: usize,
    cores: &[usize],
) -> Result<Names, String> {
    let n_expected = (n_names as u64) << wanted.mask.count_ones();
    let n_blocks = 10 * n_expected.div_ceil(N_BLOCK);
    let (next, n_found) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let mut blocks: Vec<(u64, Names)> = std::thread::scope(|scope| {
        let handles: Vec<_> = cores
            .iter()
            .map(|&core| {
                let (next, n_found) = (&next, &n_found);
                scope.spawn(move || {
                    // A thread that cannot be bound searches on a core that the system chooses.
                    let _ = cpu::pin(core);
                    let mut blocks = Vec::new();
                    while n_found.load(Ordering::Relaxed) < n_names {
                        let block = next.fetch_add(1, Ordering::Relaxed) as u64;
                        if n_blocks <= block {
                            break;
                        }
                        let names = search_block(wanted, block);
                        n_found.fetch_add(names.len(), Ordering::Relaxed);
                        blocks.push((block, names));
                    }
                    blocks
                })
            })
            .collect();
        handles.into_iter().flat_map(|handle| handle.join().expect("a search does not panic")).collect()
    });
    // Blocks are taken in order and each is searched to its end, so the first names do not depend on the threads.
    blocks.sort_by_key(|(block, _)| *block);
    let names: Names = blocks.iter().flat_map(|(_, names)| names.iter()).take(n_names).collect();
    if names.len() < n_names {
        return Err(format!("only {} of {n_names} names were found in {n_blocks} blocks", names.len()));
    }
    Ok(names)
}

fn search_block<F: Fn(&str) -> u64>(wanted: &Wanted<F>, block: u64) -> Names {
    let mut names = Names::default();
    let mut name = [b'a'; LEN];
    for number in block * N_BLOCK..(block + 1) * N_BLOCK {
        // Hexadecimal digits as letters from a to p, lowest first.
        let low = letters(number);
        name[..8].copy_from_slice(&low.to_le_bytes());
        name[8..].copy_from_slice(&letters(number >> 32).to_le_bytes());
        let text = std::str::from_utf8(&name).expect("letters are ASCII");
        if (wanted.hash)(text) & wanted.mask == wanted.value & wanted.mask {
            names.push(text);
        }
    }
    names
}

/// Turns the low eight half-bytes of a number into letters from a to p.
const fn letters(number: u64) -> u64 {
    let mut spread = number & 0xffff_ffff;
    spread = (spread | spread << 16) & 0x0000_ffff_0000_ffff;
    spread = (spread | spread << 8) & 0x00ff_00ff_00ff_00ff;
    spread = (spread | spread << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    spread + 0x6161_6161_6161_6161
}

#[cfg(test)]
mod tests {
    //! Names agree, are different, and do not depend on the number of threads.

    use super::{Wanted, search};
    use std::collections::BTreeSet;
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

    #[test]
    fn found_names_agree_and_are_the_same_for_any_number_of_threads() {
        let hash = |text: &str| BuildHasherDefault::<DefaultHasher>::default().hash_one(text);
        let wanted = Wanted { hash, mask: 0xf0f, value: 0x305 };
        let names = search(&wanted, 500, &[0]).expect("chance finds them");
        assert!(names.iter().all(|name| hash(name) & 0xf0f == 0x305));
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), 500);
        assert_eq!(names, search(&wanted, 500, &[0, 1, 2]).expect("chance finds them"));
        let never = Wanted { hash: |_: &str| 0, mask: 1, value: 1 };
        assert!(search(&never, 1, &[0]).is_err());
    }
}
