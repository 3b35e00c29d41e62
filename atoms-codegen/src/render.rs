//! Tokens to text, laid out for people.
//!
//! A module of its own so that neither rustfmt (not on every machine) nor prettyplease (which needs all
//! of `syn`: build scripts would wait for that build) takes part. It lays out what `emit` makes:
//! statements, attributes, long lists; other Rust comes out correct, if not pretty.
//!
//! Invariants: [R-TOKENS] the text lexes to the tokens given: white space is only put where tokens may
//! be apart, and left out only where they cannot merge.

use core::mem;

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};

/// Lists are broken at this width.
const MAX_WIDTH: usize = 110;
const INDENT: usize = 4;

/// Words before a path or a bracket that are no part of it.
const KEYWORDS: [&str; 13] =
    ["as", "const", "dyn", "fn", "for", "impl", "in", "mut", "pub", "static", "struct", "type", "use"];

/// Returns the text of `tokens`, items separated by blank lines, with a final newline.
pub(crate) fn render(tokens: TokenStream) -> String {
    let mut printer = Printer::default();
    printer.statements(tokens, true);
    printer.text
}

#[derive(Default)]
struct Printer {
    text: String,
    indent: usize,
    /// Whether lists are kept in one line, to see how long it gets.
    is_flat: bool,
    /// The tokens before the next one in the same group and line, the last one first.
    before: [Shape; 2],
}

/// What matters of a token for the space after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Shape {
    /// The start of a line or group.
    #[default]
    Start,
    Word,
    Keyword,
    Punct(char, Spacing),
    /// The second half of `::`.
    PathSeparator(Spacing),
    /// The second half of `->` or `=>`.
    Arrow(Spacing),
    Group(Delimiter),
}

impl Shape {
    /// The spacing of a sign, `None` for other tokens.
    fn spacing(self) -> Option<Spacing> {
        match self {
            Self::Punct(_, spacing) | Self::PathSeparator(spacing) | Self::Arrow(spacing) => Some(spacing),
            Self::Start | Self::Word | Self::Keyword | Self::Group(_) => None,
        }
    }
}

impl Printer {
    /// Prints what stands in braces or at the top of a file: a line for each statement and attribute.
    fn statements(&mut self, tokens: TokenStream, is_top: bool) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            let is_statement_end = match (&token, tokens.peek()) {
                (TokenTree::Punct(punct), _) => punct.as_char() == ';',
                (TokenTree::Group(_), Some(TokenTree::Punct(next)))
                    if matches!(next.as_char(), ';' | ',') =>
                {
                    false
                }
                (TokenTree::Group(group), _) => group.delimiter() == Delimiter::Brace,
                _ => false,
            };
            let is_attribute_end = matches!(&token, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket)
                && matches!(self.before[0], Shape::Punct('#', _));
            self.token(token);
            if is_statement_end || is_attribute_end {
                self.end_line();
            }
            if is_statement_end && is_top && tokens.peek().is_some() {
                self.text.push('\n');
            }
        }
        if self.before[0] != Shape::Start {
            self.end_line();
        }
    }

    fn token(&mut self, token: TokenTree) {
        let shape = self.shape(&token);
        if matches!(self.before[0], Shape::Start) {
            if self.text.ends_with('\n') {
                self.push_indent();
            }
        } else if self.is_spaced(shape) {
            self.text.push(' ');
        }
        match token {
            TokenTree::Group(group) => self.group(&group),
            token => self.text.push_str(&token.to_string()),
        }
        self.before = [shape, self.before[0]];
    }

    fn group(&mut self, group: &Group) {
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace => ("{", "}"),
            Delimiter::None => ("", ""),
        };
        let outside = mem::take(&mut self.before);
        self.text.push_str(open);
        if group.delimiter() == Delimiter::Brace && !group.stream().is_empty() {
            self.indented(|printer| printer.statements(group.stream(), false));
        } else if matches!(outside[0], Shape::Punct('#', _)) && !self.is_flat {
            // Only the arguments of an attribute are broken.
            group.stream().into_iter().for_each(|token| self.token(token));
        } else {
            let start = self.text.len();
            self.flat(group.stream());
            if !self.is_flat && MAX_WIDTH < self.column() && group.delimiter() != Delimiter::None {
                self.text.truncate(start);
                self.indented(|printer| printer.list(group.stream()));
            }
        }
        self.text.push_str(close);
        self.before = outside;
    }

    fn indented(&mut self, print: impl FnOnce(&mut Self)) {
        let is_flat = mem::replace(&mut self.is_flat, false);
        self.end_line();
        self.indent += 1;
        print(self);
        self.indent -= 1;
        self.is_flat = is_flat;
        self.push_indent();
    }

    fn flat(&mut self, tokens: TokenStream) {
        let is_flat = mem::replace(&mut self.is_flat, true);
        tokens.into_iter().for_each(|token| self.token(token));
        self.is_flat = is_flat;
    }

    /// Prints a list that is too long for one line: as many elements a line as there is room for.
    fn list(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while tokens.peek().is_some() {
            let element = next_element(&mut tokens);
            let (start, before) = (self.text.len(), self.before);
            self.flat(element.clone());
            if MAX_WIDTH < self.column() {
                self.text.truncate(start);
                self.before = before;
                if before[0] != Shape::Start {
                    self.end_line();
                }
                element.into_iter().for_each(|token| self.token(token));
            }
        }
        self.end_line();
    }

    fn end_line(&mut self) {
        self.text.push('\n');
        self.before = [Shape::Start; 2];
    }

    fn push_indent(&mut self) {
        self.text.extend(core::iter::repeat_n(' ', self.indent * INDENT));
    }

    fn column(&self) -> usize {
        self.text.len() - self.text.rfind('\n').map_or(0, |newline| newline + 1)
    }

    fn shape(&self, token: &TokenTree) -> Shape {
        match token {
            TokenTree::Ident(word) if KEYWORDS.iter().any(|keyword| word == keyword) => Shape::Keyword,
            TokenTree::Ident(_) | TokenTree::Literal(_) => Shape::Word,
            TokenTree::Group(group) => Shape::Group(group.delimiter()),
            TokenTree::Punct(punct) => match (self.before[0], punct.as_char()) {
                (Shape::Punct(':', Spacing::Joint), ':') => Shape::PathSeparator(punct.spacing()),
                (Shape::Punct('-' | '=', Spacing::Joint), '>') => Shape::Arrow(punct.spacing()),
                (_, character) => Shape::Punct(character, punct.spacing()),
            },
        }
    }

    /// Whether a space stands between the last token and the next.
    fn is_spaced(&self, next: Shape) -> bool {
        use Shape::{Arrow, Group, Keyword, PathSeparator, Punct, Word};
        let [last, before_last] = self.before;
        if let (Some(spacing), Some(_)) = (last.spacing(), next.spacing()) {
            // [R-TOKENS] Only these never become one token with a sign before them.
            let never_merges =
                matches!((last, next), (_, Punct(',' | ';', _)) | (Punct('&', _), Punct('\'', _)));
            return spacing == Spacing::Alone && !never_merges;
        }
        match (last, next) {
            (Punct('!', _), Word) => before_last == Word,
            (Punct(':', _), Word) => !self.text_before_is_fragment(),
            (PathSeparator(_) | Punct('$' | '&' | '#' | '!' | '<' | '\'', _), _) => false,
            (_, Punct(',' | ';' | '>', _) | Arrow(_) | PathSeparator(_)) => false,
            (Word, Punct('!' | '<' | ':', _)) => false,
            (Group(_) | Keyword, Punct(':', Spacing::Alone)) => false,
            (Group(_), Punct('*' | '+' | '?', _)) => false,
            (Word | Keyword | Punct('>', _), Group(Delimiter::Parenthesis)) => false,
            _ => true,
        }
    }

    /// Whether the text ends with `$name:`, after which a fragment specifier follows without a space.
    fn text_before_is_fragment(&self) -> bool {
        let name =
            self.text.trim_end_matches(':').trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
        name.ends_with('$')
    }
}

/// The tokens up to and with the next comma.
fn next_element(tokens: &mut impl Iterator<Item = TokenTree>) -> TokenStream {
    let mut element = TokenStream::new();
    for token in tokens {
        let is_comma = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ',');
        element.extend([token]);
        if is_comma {
            break;
        }
    }
    element
}

#[cfg(test)]
mod tests;
