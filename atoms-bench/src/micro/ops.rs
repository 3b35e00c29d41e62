//! The timed loops, generic over the interner.
//!
//! A module of its own so that everything that runs inside a timed region stands in one file. Inputs pass through
//! `black_box` one by one and so do results; an atom that is made is dropped at the end of its statement.

use crate::peers::name::Name;
use crate::peers::{self, Interner};
use std::hint::black_box;
use std::rc::Rc;

/// Names in one pass of `miss`; together they stay in the first-level cache.
pub const N_MISSES: usize = 1024;
/// Bytes of each of those names.
const FRESH_LEN: usize = 16;

/// Names that several cases share.
pub type Texts = Rc<[Box<str>]>;
/// One pass of a case.
pub type Pass = Box<dyn FnMut()>;

/// Makes and drops an atom of every text; nobody else holds it.
pub fn make<N: Name>(texts: Texts) -> Pass {
    Box::new(move || {
        for text in &*texts {
            black_box(N::intern(black_box(text)));
        }
    })
}

/// Makes and drops an atom of every text, while another holder keeps each of them alive.
pub fn hit<N: Name>(texts: Texts) -> Pass {
    let holders: Vec<N> = texts.iter().map(|text| N::intern(text)).collect();
    let mut pass = make::<N>(texts);
    Box::new(move || {
        // Part of the closure, so that the holders live as long as it.
        black_box(&holders);
        pass();
    })
}

/// Interns every text and drops the handle, in an interner that has had them all before.
pub fn hit_peer<I: Interner>(texts: Texts) -> Result<Pass, String> {
    let mut interner = I::new();
    let holders: Vec<I::Handle> = texts.iter().map(|text| interner.intern(text)).collect();
    peers::check(&mut interner, texts.iter().map(|text| &**text), &holders)?;
    Ok(Box::new(move || {
        black_box(&holders);
        for text in &*texts {
            black_box(interner.intern(black_box(text)));
        }
    }))
}

/// Makes and drops atoms of texts that were never seen before, `N_MISSES` of them a pass.
///
/// Writing the names is part of the time, about 1 ns each on both sides: a pool of ready names would have to be so large
/// that reading it from memory costs more than that. A parser has just read its names too.
pub fn miss<N: Name>(first: u32) -> Pass {
    let mut number = first;
    let mut buffer = vec![0; N_MISSES * FRESH_LEN];
    Box::new(move || {
        for text in fresh(&mut buffer, &mut number) {
            black_box(N::intern(black_box(text)));
        }
    })
}

/// Fills `buffer` with names that differ from all that earlier numbers gave, and returns them one by one.
fn fresh<'b>(buffer: &'b mut [u8], number: &mut u32) -> impl Iterator<Item = &'b str> {
    for name in buffer.chunks_exact_mut(FRESH_LEN) {
        // The second half is the number itself, so that names differ; the first half makes them look random.
        let (random, own) = name.split_at_mut(FRESH_LEN / 2);
        random.copy_from_slice(&letters(number.wrapping_mul(0x9e37_79b9)).to_le_bytes());
        own.copy_from_slice(&letters(*number).to_le_bytes());
        *number = number.wrapping_add(1);
    }
    let text = std::str::from_utf8(buffer).expect("letters are ASCII");
    (0..text.len()).step_by(FRESH_LEN).map(move |start| &text[start..start + FRESH_LEN])
}

/// Turns the eight half-bytes of a number into letters from a to p.
const fn letters(number: u32) -> u64 {
    let mut spread = number as u64;
    spread = (spread | spread << 16) & 0x0000_ffff_0000_ffff;
    spread = (spread | spread << 8) & 0x00ff_00ff_00ff_00ff;
    spread = (spread | spread << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    spread + 0x6161_6161_6161_6161
}

/// Makes and drops a second handle of every atom.
pub fn clone<N: Name>(texts: &Texts) -> Pass {
    let atoms: Vec<N> = texts.iter().map(|text| N::intern(text)).collect();
    Box::new(move || {
        for atom in &atoms {
            black_box(black_box(atom).clone());
        }
    })
}

/// Compares every atom with another one; `partners` says with which.
pub fn equal<N: Name>(texts: &Texts, partners: &[usize]) -> Pass {
    let atoms: Vec<N> = texts.iter().map(|text| N::intern(text)).collect();
    let others: Vec<N> = partners.iter().map(|&partner| atoms[partner].clone()).collect();
    Box::new(move || {
        for (atom, other) in atoms.iter().zip(&others) {
            black_box(black_box(atom) == black_box(other));
        }
    })
}

/// Reads the length and the first byte of every atom's text.
pub fn text<N: Name>(texts: &Texts) -> Pass {
    let atoms: Vec<N> = texts.iter().map(|text| N::intern(text)).collect();
    Box::new(move || {
        for atom in &atoms {
            let text: &str = black_box(atom);
            black_box(text.len() + usize::from(text.as_bytes()[0]));
        }
    })
}

/// Multiplies and folds numbers: touches no memory and no interner.
pub fn arithmetic(n_ops: usize) -> Pass {
    Box::new(move || {
        let mut number = black_box(1_u64);
        for _ in 0..n_ops {
            number = (number ^ (number >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        }
        black_box(number);
    })
}

#[cfg(test)]
mod tests;
