//! Why a text could not become an atom.
//!
//! A module of its own because the table finds the reasons and every way of making an atom reports them.

use core::fmt;

/// Why a text could not become an atom. Nothing has changed then: neither the table nor its figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
// As wide as a word, so that results come back in registers.
#[repr(u64)]
pub enum InternError {
    /// The text would exceed the limit of [`set_limit`](crate::dynamic::set_limit), idle entries not counted.
    LimitReached,
    /// The text is longer than 2^32 - 1 bytes.
    TextTooLong,
    /// The table has no index left (about 64 GiB of entries), or the system no memory.
    TableFull,
}

impl fmt::Display for InternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LimitReached => {
                "the limit on dynamic atoms is reached (see atoms_core::dynamic::set_limit)"
            }
            Self::TextTooLong => "the text is longer than 2^32 - 1 bytes, the most that an atom can hold",
            Self::TableFull => "the table of dynamic atoms is full: no index or no memory is left",
        })
    }
}

impl core::error::Error for InternError {}
