//! What an interner must offer to be measured, and the interners that do.
//!
//! A module of its own so that every timed loop is written once, generic over the peer: all sides then run the same code
//! but for the interner. Each is used as its documentation does it; a handle that counts is dropped after its use.
//! Invariant: a name in [`crate::options::PEERS`] is one that [`visit`] knows, and the other way round.

pub mod name;
#[cfg(feature = "peers")]
pub mod others;

use name::Name;
use std::marker::PhantomData;

/// The label of the atoms of this repository.
pub const OURS: &str = "atoms";
/// The label of the peer that every ratio is formed to.
pub const BASE: &str = "string_cache";

/// An interner with its handles.
pub trait Interner: 'static {
    /// What interning returns.
    type Handle: Clone + Eq + 'static;
    /// Makes an interner, or the access to the one of the process.
    fn new() -> Self;
    /// Interns `text`.
    fn intern(&mut self, text: &str) -> Self::Handle;
    /// Returns the text of a handle.
    fn text<'a>(&'a self, handle: &'a Self::Handle) -> &'a str;
}

/// An interner that several threads can use; a clone interns into the same table, but for hstr.
pub trait Shared: Interner + Clone + Send {}

/// The one interner of the process whose handles are `N`.
#[derive(Debug)]
pub struct Global<N>(PhantomData<fn() -> N>);

impl<N> Clone for Global<N> {
    fn clone(&self) -> Self {
        Self(PhantomData)
    }
}

impl<N: Name> Interner for Global<N> {
    type Handle = N;

    fn new() -> Self {
        Self(PhantomData)
    }

    #[inline]
    fn intern(&mut self, text: &str) -> N {
        N::intern(text)
    }

    fn text<'a>(&'a self, handle: &'a N) -> &'a str {
        handle
    }
}

impl<N: Name> Shared for Global<N> {}

/// Our table, without a vocabulary.
pub type Ours = Global<atoms_core::DefaultAtom>;
/// string_cache's table, without a vocabulary.
pub type Base = Global<stock_string_cache::DefaultAtom>;

/// Something to do with an interner whose type is known by name only.
pub trait Visit {
    /// What comes of it.
    type Out;
    /// Does it.
    fn visit<I: Interner>(self) -> Self::Out;
}

/// Does something with the interner of that name.
///
/// # Errors
/// There is no such peer, or it is not built in.
pub fn visit<V: Visit>(name: &str, visitor: V) -> Result<V::Out, String> {
    match name {
        OURS => Ok(visitor.visit::<Ours>()),
        BASE => Ok(visitor.visit::<Base>()),
        #[cfg(feature = "peers")]
        others::HSTR => Ok(visitor.visit::<others::Hstr>()),
        #[cfg(feature = "peers")]
        others::USTR => Ok(visitor.visit::<others::Ustr>()),
        #[cfg(feature = "peers")]
        others::RODEO => Ok(visitor.visit::<others::Rodeo>()),
        #[cfg(feature = "peers")]
        others::THREADED_RODEO => Ok(visitor.visit::<others::ThreadedRodeo>()),
        #[cfg(feature = "peers")]
        others::STRING_INTERNER => Ok(visitor.visit::<others::StringInterner>()),
        #[cfg(feature = "peers")]
        others::INTERN => Ok(visitor.visit::<others::Intern>()),
        #[cfg(feature = "peers")]
        others::ARC_INTERN => Ok(visitor.visit::<others::ArcIntern>()),
        _ => Err(format!("there is no peer {name:?} in this build")),
    }
}

/// Returns the peers that are built in, ours first and string_cache second.
pub fn built_in() -> impl Iterator<Item = &'static crate::options::Peer> {
    crate::options::PEERS.iter().filter(|peer| cfg!(feature = "peers") || peer.is_always)
}

/// Checks that every text comes back from its handle, and that equal texts have equal handles.
///
/// # Errors
/// The first text for which that is not so.
#[allow(single_use_lifetimes, reason = "an anonymous lifetime is unstable in this place")]
pub fn check<'a, I: Interner>(
    interner: &mut I,
    texts: impl Iterator<Item = &'a str>,
    handles: &[I::Handle],
) -> Result<(), String> {
    for (text_idx, text) in texts.enumerate() {
        let handle = handles.get(text_idx).ok_or_else(|| format!("{text:?} has no handle"))?;
        if interner.text(handle) != text {
            return Err(format!("{text:?} came back as {:?}", interner.text(handle)));
        }
        if interner.intern(text) != *handle {
            return Err(format!("two handles of {text:?} differ"));
        }
    }
    Ok(())
}
