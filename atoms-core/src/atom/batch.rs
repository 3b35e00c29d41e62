//! Interning many texts at once.
//!
//! A module of its own because it groups texts, so that the table can fetch for one what it needs while it
//! waits for another: a large table is several times larger than every cache.
//! Invariant: atoms come out in the order of the texts, whatever their storage.

use crate::atom::{Atom, cannot_intern};
use crate::dynamic;
use crate::error::InternError;
use crate::static_set::StaticAtomSet;

/// Texts that are looked at together: as many as there are misses of the cache that a core can wait for,
/// twice over.
const GROUP: usize = 32;

/// A text of a group, and what is known of it.
enum Member<'a, S> {
    /// Nothing yet.
    Text(&'a str),
    /// It needs no table.
    Known(Atom<S>),
    /// It does, and this is its hash there.
    Dynamic(&'a str, u64),
}

impl<S: StaticAtomSet> Atom<S> {
    /// Interns many texts in order, at the end of `out`.
    ///
    /// Faster than one by one when the table is large: hashes, slots and entries of several texts are fetched
    /// beside each other. Texts are taken from the iterator up to 32 at a time.
    ///
    /// # Panics
    /// Where [`try_intern_many`](Self::try_intern_many) errs.
    ///
    /// ```
    /// # use atoms_core::DefaultAtom;
    /// let mut out: Vec<DefaultAtom> = Vec::new();
    /// DefaultAtom::intern_many(["content-type", "date"], &mut out);
    /// assert_eq!(&*out[1], "date");
    /// ```
    #[allow(
        single_use_lifetimes,
        reason = "an anonymous lifetime is unstable in this place; some compilers see that"
    )]
    pub fn intern_many<'a>(texts: impl IntoIterator<Item = &'a str>, out: &mut Vec<Self>) {
        if let Err((len, error)) = intern_groups(texts.into_iter(), out) {
            cannot_intern(len, error);
        }
    }

    /// Interns many texts in order, at the end of `out`, up to the first that cannot be interned.
    ///
    /// # Errors
    /// As [`try_new`](Self::try_new); `out` keeps the atoms of the texts before. The iterator may have been
    /// asked for up to 31 texts after the one that was refused.
    ///
    /// ```
    /// # use atoms_core::DefaultAtom;
    /// let mut out: Vec<DefaultAtom> = Vec::new();
    /// assert!(DefaultAtom::try_intern_many(["content-type", "date"], &mut out).is_ok());
    /// ```
    #[allow(
        single_use_lifetimes,
        reason = "an anonymous lifetime is unstable in this place; some compilers see that"
    )]
    pub fn try_intern_many<'a>(
        texts: impl IntoIterator<Item = &'a str>,
        out: &mut Vec<Self>,
    ) -> Result<(), InternError> {
        intern_groups(texts.into_iter(), out).map_err(|(_, error)| error)
    }
}

/// Interns texts group by group; on an error, the length of the text that was refused too.
fn intern_groups<'a, S: StaticAtomSet>(
    mut texts: impl Iterator<Item = &'a str>,
    out: &mut Vec<Atom<S>>,
) -> Result<(), (usize, InternError)> {
    out.reserve(texts.size_hint().0);
    let mut group: [Option<Member<'a, S>>; GROUP] = [const { None }; GROUP];
    loop {
        let mut n_members = 0;
        for (member, text) in group.iter_mut().zip(texts.by_ref()) {
            dynamic::fetch_text(text);
            *member = Some(Member::Text(text));
            n_members += 1;
        }
        if n_members == 0 {
            return Ok(());
        }
        for member in group[..n_members].iter_mut().flatten() {
            if let Member::Text(text) = *member {
                *member = match Atom::known(text) {
                    Some(atom) => Member::Known(atom),
                    None => Member::Dynamic(text, dynamic::prepare(text)),
                };
            }
        }
        for member in group[..n_members].iter().flatten() {
            if let Member::Dynamic(_, hash) = member {
                dynamic::prepare_entry(*hash);
            }
        }
        for member in group[..n_members].iter_mut().filter_map(Option::take) {
            out.push(match member {
                Member::Text(text) => Atom::try_new(text).map_err(|error| (text.len(), error))?,
                Member::Known(atom) => atom,
                Member::Dynamic(text, hash) => match dynamic::intern_prepared(hash, text) {
                    Ok(word) => Atom::from_held(word),
                    Err(error) => return Err((text.len(), error)),
                },
            });
        }
    }
}
