//! Splits a page into tags and text, as the HTML tokenizer does, without decoding anything.
//!
//! A module of its own because renaming and counting both walk over tags. It does not build a tree: what decides
//! whether a tag is raw text is the name alone, plus how deep the page is inside `svg` or `math`.
//! Invariant: tokens are slices of the page in order; what the tokenizer drops (a tag cut off at the end) is absent.

/// Elements whose content is plain text up to their own end tag.
const RAW_TEXT: [&str; 7] = ["script", "style", "xmp", "iframe", "noembed", "noframes", "noscript"];
/// Elements whose content is text with character references up to their own end tag.
const RCDATA: [&str; 2] = ["title", "textarea"];

/// One piece of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// A start tag.
    Start(Tag<'a>),
    /// An end tag, by its name as written.
    End(&'a str),
    /// Text between tags.
    Text(Text<'a>),
    /// A comment, a doctype or a processing instruction, whole.
    Other(&'a str),
}

/// Text and how the parser reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text<'a> {
    /// The slice of the page.
    pub text: &'a str,
    /// What has a meaning inside it.
    pub kind: TextKind,
}

/// What has a meaning inside a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// Character references.
    Normal,
    /// Character references; the text may hold tags, which are text.
    Rcdata,
    /// Nothing: `&lt;` is four characters.
    Raw,
}

/// A start tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// The name as written.
    pub name: &'a str,
    /// Attributes in the order of the page, duplicates included.
    pub attributes: Vec<Attribute<'a>>,
    /// Whether the tag ends with `/>`.
    pub is_self_closing: bool,
    /// How many `svg` and `math` elements are open around it.
    pub foreign_depth: usize,
    /// The position in the page behind the `>`.
    pub end: usize,
}

/// An attribute of a start tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute<'a> {
    /// The name as written.
    pub name: &'a str,
    /// The value as written, with its quotes; empty when there is no `=`.
    pub value: &'a str,
}

/// Calls `see` for every token of `page`.
pub fn each<'a>(page: &'a str, mut see: impl FnMut(Token<'a>)) {
    let mut scanner = Scanner { rest: page };
    let mut foreign_depth = 0_usize;
    while !scanner.rest.is_empty() {
        let Some(token) = scanner.token() else { return };
        match token {
            Token::Start(mut tag) => {
                let is_root = is_foreign_root(tag.name);
                tag.foreign_depth = foreign_depth;
                tag.end = page.len() - scanner.rest.len();
                if is_root && !tag.is_self_closing {
                    foreign_depth += 1;
                }
                let kind = if foreign_depth == 0 { text_kind(tag.name) } else { TextKind::Normal };
                let name = tag.name;
                see(Token::Start(tag));
                if kind != TextKind::Normal {
                    let text = scanner.raw_text(name);
                    if !text.is_empty() {
                        see(Token::Text(Text { text, kind }));
                    }
                }
            }
            Token::End(name) => {
                if is_foreign_root(name) {
                    foreign_depth = foreign_depth.saturating_sub(1);
                }
                see(token);
            }
            Token::Text(_) | Token::Other(_) => see(token),
        }
    }
}

fn is_foreign_root(name: &str) -> bool {
    name.eq_ignore_ascii_case("svg") || name.eq_ignore_ascii_case("math")
}

fn text_kind(name: &str) -> TextKind {
    let is_in = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
    if is_in(&RAW_TEXT) {
        TextKind::Raw
    } else if is_in(&RCDATA) {
        TextKind::Rcdata
    } else {
        TextKind::Normal
    }
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\x0c' | b'\r')
}

struct Scanner<'a> {
    rest: &'a str,
}

impl<'a> Scanner<'a> {
    /// Returns the next token; `None` for a tag that the end of the page cuts off.
    fn token(&mut self) -> Option<Token<'a>> {
        let bytes = self.rest.as_bytes();
        if bytes[0] != b'<' {
            return Some(self.text(0));
        }
        match (bytes.get(1).copied(), bytes.get(2).copied()) {
            (Some(first), _) if first.is_ascii_alphabetic() => {
                self.take(1);
                self.tag().map(Token::Start)
            }
            (Some(b'/'), Some(first)) if first.is_ascii_alphabetic() => {
                self.take(2);
                self.tag().map(|tag| Token::End(tag.name))
            }
            (Some(b'!'), _) if self.rest.starts_with("<!--") => {
                let len = self.rest[4..].find("-->").map_or(self.rest.len(), |at| at + 7);
                Some(Token::Other(self.take(len)))
            }
            (Some(b'!' | b'?' | b'/'), _) => {
                let len = self.rest.find('>').map_or(self.rest.len(), |at| at + 1);
                Some(Token::Other(self.take(len)))
            }
            // A lone `<` is text.
            _ => Some(self.text(1)),
        }
    }

    /// Takes the text up to the next `<` at or behind `from`.
    fn text(&mut self, from: usize) -> Token<'a> {
        let len = self.rest[from..].find('<').map_or(self.rest.len(), |at| at + from);
        Token::Text(Text { text: self.take(len), kind: TextKind::Normal })
    }

    /// Takes the content of an element whose content is text: up to its end tag.
    fn raw_text(&mut self, name: &str) -> &'a str {
        let mut from = 0;
        while let Some(at) = self.rest[from..].find("</") {
            let start = from + at;
            let behind = &self.rest.as_bytes()[start + 2..];
            let is_end = name.len() < behind.len()
                && behind[..name.len()].eq_ignore_ascii_case(name.as_bytes())
                && (is_space(behind[name.len()]) || matches!(behind[name.len()], b'/' | b'>'));
            if is_end {
                return self.take(start);
            }
            from = start + 2;
        }
        self.take(self.rest.len())
    }

    /// Takes name, attributes and `>` of a tag whose `<` or `</` is taken.
    fn tag(&mut self) -> Option<Tag<'a>> {
        let name = self.take_until(|byte| is_space(byte) || matches!(byte, b'/' | b'>'));
        let mut tag = Tag { name, attributes: Vec::new(), is_self_closing: false, foreign_depth: 0, end: 0 };
        loop {
            let gap = self.take_until(|byte| !is_space(byte) && byte != b'/');
            match self.rest.as_bytes().first()? {
                b'>' => {
                    tag.is_self_closing = gap.ends_with('/');
                    self.take(1);
                    return Some(tag);
                }
                _ => tag.attributes.push(self.attribute()?),
            }
        }
    }

    fn attribute(&mut self) -> Option<Attribute<'a>> {
        // A `=` that comes first is part of the name.
        let first = self.rest.chars().next()?.len_utf8();
        let len = self.rest.as_bytes()[first..]
            .iter()
            .position(|&byte| is_space(byte) || matches!(byte, b'/' | b'>' | b'='))?;
        let name = self.take(first + len);
        let spaces = self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_ascii_whitespace()).len();
        if !self.rest[spaces..].starts_with('=') {
            return Some(Attribute { name, value: "" });
        }
        self.take(spaces + 1);
        self.take_until(|byte| !is_space(byte));
        let len = match *self.rest.as_bytes().first()? {
            quote @ (b'"' | b'\'') => self.rest[1..].find(char::from(quote))? + 2,
            _ => self.rest.as_bytes().iter().position(|&byte| is_space(byte) || byte == b'>')?,
        };
        Some(Attribute { name, value: self.take(len) })
    }

    fn take_until(&mut self, is_end: impl Fn(u8) -> bool) -> &'a str {
        let len = self.rest.as_bytes().iter().position(|&byte| is_end(byte)).unwrap_or(self.rest.len());
        self.take(len)
    }

    fn take(&mut self, len: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(len);
        self.rest = rest;
        taken
    }
}

#[cfg(test)]
mod tests;
