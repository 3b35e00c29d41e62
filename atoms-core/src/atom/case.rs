//! ASCII case of atoms. Bytes outside ASCII are left as they are.

use super::Atom;
use crate::static_set::StaticAtomSet;

/// Texts up to this many bytes change their case on the stack.
const BUFFER: usize = 64;

impl<S: StaticAtomSet> Atom<S> {
    /// Returns the atom of the text with ASCII letters in lower case; a clone when none is in upper case.
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) errs.
    ///
    /// ```
    /// # use atoms_core::DefaultAtom;
    /// assert_eq!(DefaultAtom::new("Straße-A").to_ascii_lowercase().as_str(), "straße-a");
    /// ```
    pub fn to_ascii_lowercase(&self) -> Self {
        self.map_case(|byte| byte.is_ascii_uppercase(), str::make_ascii_lowercase)
    }

    /// Returns the atom of the text with ASCII letters in upper case; a clone when none is in lower case.
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) errs.
    ///
    /// ```
    /// # use atoms_core::DefaultAtom;
    /// assert_eq!(DefaultAtom::new("x-Größe").to_ascii_uppercase().as_str(), "X-GRößE");
    /// ```
    pub fn to_ascii_uppercase(&self) -> Self {
        self.map_case(|byte| byte.is_ascii_lowercase(), str::make_ascii_uppercase)
    }

    /// Whether two atoms are equal but for the case of ASCII letters. Allocates nothing.
    ///
    /// ```
    /// # use atoms_core::DefaultAtom;
    /// assert!(DefaultAtom::new("DIV").eq_ignore_ascii_case(&"div".into()));
    /// ```
    #[inline]
    pub fn eq_ignore_ascii_case(&self, other: &Self) -> bool {
        self.word == other.word || self.eq_str_ignore_ascii_case(other.as_str())
    }

    /// Whether the text is equal to `other` but for the case of ASCII letters. Allocates nothing.
    ///
    /// ```
    /// # use atoms_core::DefaultAtom;
    /// assert!(DefaultAtom::new("DIV").eq_str_ignore_ascii_case("div"));
    /// ```
    #[inline]
    pub fn eq_str_ignore_ascii_case(&self, other: &str) -> bool {
        self.as_str().eq_ignore_ascii_case(other)
    }

    fn map_case(&self, changes: impl Fn(u8) -> bool, change: impl Fn(&mut str)) -> Self {
        let text = self.as_str();
        if !text.bytes().any(changes) {
            return self.clone();
        }
        let mut buffer = [0; BUFFER];
        let Some(copy) = buffer.get_mut(..text.len()) else {
            let mut copy = text.to_owned();
            change(&mut copy);
            return Self::new(&copy);
        };
        copy.copy_from_slice(text.as_bytes());
        let copy = core::str::from_utf8_mut(copy).expect("a copy of a str");
        change(copy);
        Self::new(copy)
    }
}
