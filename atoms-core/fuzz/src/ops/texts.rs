//! The texts that operations work with.
//!
//! Apart from `ops` because both the decoder and the model need them: only texts of the pool may be pinned,
//! so that what a long run pins stays bounded.

use arbitrary::Arbitrary;

/// A text of an operation.
#[derive(Arbitrary, Debug)]
pub(super) enum Text<'a> {
    /// One of the pool or one of a length at a border.
    Any(u8),
    /// A text of a length at a border that differs from its neighbours in its first or last byte.
    Sized {
        len: u8,
        fill: u8,
        mark: u8,
    },
    Raw(&'a str),
}

impl Text<'_> {
    pub(super) fn to_text(&self) -> String {
        match *self {
            Text::Any(n) => any(n),
            Text::Sized { len, fill, mark } => sized(len, fill, mark),
            Text::Raw(text) => text.to_owned(),
        }
    }
}

/// Names of static sets, texts of other storages that look like them, and inline ones.
pub(super) const POOL: [&str; 36] = [
    "",
    "a",
    "A",
    "\0",
    "é",
    "1234567",
    "12345678",
    "ABCDEFGH",
    "abcdefgh",
    "\0\0\0\0\0\0\0",
    "\0\0\0\0\0\0\0\0",
    "❤💯",
    "❤💯❤",
    "blockquote",
    "BLOCKQUOTE",
    "Blockquote",
    "blockquote\0",
    "blockquot",
    "contenteditable",
    "CONTENTEDITABLE",
    "font-weight",
    "aaaaaaaaaaaa",
    "zzzzzzzzzzzz",
    "a name of 64 bytes..............................................",
    "a name of 65 bytes...............................................",
    "common prefix 1",
    "common prefix 2",
    "common prefix",
    "Straße-Größe",
    "STRASSE-GRÖSSE",
    "quote\" and back\\slash",
    "line\nbreak\r\n",
    "e\u{301} combining",
    "fifteen bytes..",
    "sixteen bytes...",
    "seventeen bytes..",
];

/// Lengths at the borders of storages and block sizes.
const LENS: [usize; 27] = [
    0, 1, 7, 8, 9, 15, 16, 17, 23, 24, 31, 32, 33, 47, 48, 63, 64, 65, 127, 128, 255, 256, 1007, 1023, 1024,
    1025, 3000,
];

/// A text of the pool, or one of a length at a border.
pub(super) fn any(n: u8) -> String {
    match POOL.get(usize::from(n)) {
        Some(text) => (*text).to_owned(),
        None => sized(n, n / 64, n / 32),
    }
}

/// A text of a length at a border; `mark` stands at one of its ends.
fn sized(len: u8, fill: u8, mark: u8) -> String {
    let len = LENS[usize::from(len) % LENS.len()];
    let fill = ["xxxxxxxxxxxxxxxx", "YYYYYYYYYYYYYYYY", "\0\0\0\0\0\0\0\0", "----------------"]
        [usize::from(fill % 4)];
    let mark_text = char::from(b'a' + mark / 2 % 8);
    let mut text = String::with_capacity(len);
    if mark % 2 == 0 && len > 0 {
        text.push(mark_text);
    }
    while text.len() < len {
        text.push_str(&fill[..fill.len().min(len - text.len())]);
    }
    if mark % 2 == 1 && len > 0 {
        text.pop();
        text.push(mark_text);
    }
    text
}
