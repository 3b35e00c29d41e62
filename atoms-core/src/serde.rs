//! Serialises atoms as their text (feature `serde`).
//!
//! Deserialising never goes through a `String` when the format has the text at hand.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::atom::Atom;
use crate::static_set::StaticAtomSet;

impl<S: StaticAtomSet> Serialize for Atom<S> {
    fn serialize<T: Serializer>(&self, serializer: T) -> Result<T::Ok, T::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de, S: StaticAtomSet> Deserialize<'de> for Atom<S> {
    /// # Errors
    /// Those of the format; a text that is not UTF-8; and those of [`Atom::try_new`].
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(AtomVisitor(PhantomData))
    }
}

struct AtomVisitor<S>(PhantomData<S>);

impl<S: StaticAtomSet> Visitor<'_> for AtomVisitor<S> {
    type Value = Atom<S>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Atom<S>, E> {
        Atom::try_new(text).map_err(E::custom)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Atom<S>, E> {
        match core::str::from_utf8(bytes) {
            Ok(text) => self.visit_str(text),
            Err(_) => Err(E::invalid_value(Unexpected::Bytes(bytes), &self)),
        }
    }
}
