//! What `atom!` without a set expands to: a constant for short texts, a pinned atom for others.
//!
//! A module of its own because only generated code uses it.

use core::num::NonZeroU64;

use crate::atom::DefaultAtom;
use crate::sync::{AtomicU64, Ordering};

/// The constant of an inline text, with its bits as a parameter so that it can stand in a pattern:
/// the text as a little-endian number of 7 bytes, shifted left by 8, its length shifted left by 4, and 1.
#[doc(hidden)]
#[derive(Debug)]
pub struct InlineWord<const N: u64>;

impl<const N: u64> InlineWord<N> {
    /// The atom.
    pub const ATOM: DefaultAtom = {
        let bytes = (N >> 8).to_le_bytes();
        let len = ((N >> 4) & 0xf) as usize;
        let (text, _) = bytes.split_at(len);
        match core::str::from_utf8(text) {
            Ok(text) => DefaultAtom::new_inline(text),
            Err(_) => panic!("the parameter holds no valid UTF-8"),
        }
    };
}

/// The place of one `atom!("a longer text")` in a program; its atom is made at the first use and pinned.
///
/// Invariant [P-PINNED]: `bits` is 0 or the word of an atom that is inline or pinned, so any number of
/// atoms may be made of it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Site {
    bits: AtomicU64,
}

impl Site {
    /// A site that was not used yet.
    #[expect(clippy::new_without_default, reason = "called in statics, where only a const fn can be")]
    pub const fn new() -> Self {
        Self { bits: AtomicU64::new(0) }
    }

    /// The atom of the site, whose text is always the same. Named for the error that its use in a
    /// constant gives.
    ///
    /// # Panics
    /// Where `Atom::try_new` errs.
    #[inline]
    pub fn a_text_over_7_bytes_in_a_constant_or_static_needs_atom_set(
        &self,
        text: &'static str,
    ) -> DefaultAtom {
        // Acquire; pairs with the Release in `make`: the entry was written before its word is used.
        match NonZeroU64::new(self.bits.load(Ordering::Acquire)) {
            // SAFETY: [P-PINNED]: the word of an atom of the same set, which needs no count.
            Some(bits) => unsafe { DefaultAtom::from_bits(bits) },
            None => self.make(text),
        }
    }

    #[cold]
    fn make(&self, text: &str) -> DefaultAtom {
        let atom = DefaultAtom::new(text).pin();
        // Release; pairs with the Acquire above. Two threads store the same word.
        self.bits.store(atom.unsafe_data(), Ordering::Release);
        atom
    }
}

#[cfg(test)]
mod tests {
    //! A site gives one atom, and keeps it.

    use super::*;

    #[test]
    fn a_site_gives_the_atom_of_its_text_for_ever() {
        static SITE: Site = Site::new();
        for _ in 0..3 {
            let atom = SITE.a_text_over_7_bytes_in_a_constant_or_static_needs_atom_set("a text of one site");
            assert_eq!(atom, DefaultAtom::new("a text of one site"));
            drop(atom);
            crate::dynamic::trim();
        }
        assert!(DefaultAtom::get("a text of one site").is_some());
    }

    #[test]
    fn inline_words_are_constants_of_their_number() {
        const E: DefaultAtom = InlineWord::<0x6511>::ATOM;
        assert!(matches!(DefaultAtom::new("e"), E));
        assert_eq!(InlineWord::<0x7373_6572_6464_6171>::ATOM.as_str(), "address");
        assert_eq!(InlineWord::<1>::ATOM.as_str(), "");
    }
}
