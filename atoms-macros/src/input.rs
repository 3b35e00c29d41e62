//! Reads a name from the tokens of a macro call.
//!
//! A module of its own because declarations and lookups read the same literals, and because tokens that
//! other macros forwarded (`$name:literal`) arrive in groups without delimiters, which only this file
//! needs to know.

use core::iter::Peekable;

use atoms_codegen::literal;
use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};

use crate::error::{Error, found};

/// What the argument of a lookup must be, for messages.
const EXPECTED: &str = "expected a string literal or an identifier";

/// Tokens with groups without delimiters opened.
pub(crate) type Tokens = Peekable<Flatten>;

/// A name as it was written.
#[derive(Debug)]
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) span: Span,
    /// Whether it is an identifier, which may be an alias.
    pub(crate) is_identifier: bool,
}

/// Opens the groups that macros put around what they forward.
#[derive(Debug)]
pub(crate) struct Flatten {
    /// The innermost group last.
    open: Vec<proc_macro2::token_stream::IntoIter>,
}

pub(crate) fn tokens(stream: TokenStream) -> Tokens {
    Flatten { open: vec![stream.into_iter()] }.peekable()
}

impl Iterator for Flatten {
    type Item = TokenTree;

    fn next(&mut self) -> Option<TokenTree> {
        loop {
            match self.open.last_mut()?.next() {
                Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::None => {
                    self.open.push(group.stream().into_iter());
                }
                Some(token) => return Some(token),
                None => {
                    self.open.pop();
                }
            }
        }
    }
}

/// Reads the argument of a lookup: one name and perhaps a comma, nothing else.
pub(crate) fn single_name(tokens: &mut Tokens) -> Result<Written, Error> {
    let name = name(tokens)?;
    if is_punct(tokens.peek(), ',') {
        tokens.next();
    }
    match tokens.next() {
        None => Ok(name),
        rest => {
            let message = format!("expected one name and nothing after it, {}", found(rest.as_ref()));
            Err(Error::at(rest.as_ref(), message))
        }
    }
}

fn name(tokens: &mut Tokens) -> Result<Written, Error> {
    let token = tokens.next();
    match &token {
        Some(TokenTree::Literal(literal)) => string(literal, EXPECTED),
        Some(TokenTree::Ident(word)) if is_punct(tokens.peek(), '!') => {
            let (text, span) = concatenation(word, tokens)?;
            Ok(Written { text, span, is_identifier: false })
        }
        Some(TokenTree::Ident(word)) => Ok(identifier(word)),
        None => Err(Error::at(None, format!("{EXPECTED}, found nothing"))),
        _ => Err(Error::at(
            token.as_ref(),
            format!("{EXPECTED}, {}; put other text in quotes", found(token.as_ref())),
        )),
    }
}

fn identifier(word: &Ident) -> Written {
    let text = word.to_string();
    let text = text.strip_prefix("r#").map_or_else(|| text.clone(), str::to_owned);
    Written { text, span: word.span(), is_identifier: true }
}

/// Reads a string literal; every other literal is an error that shows the string to write instead.
pub(crate) fn string(literal: &Literal, expected: &str) -> Result<Written, Error> {
    let source = literal.to_string();
    let span = literal.span();
    let is_string = source.starts_with('"') || source.starts_with("r\"") || source.starts_with("r#");
    if is_string {
        let text = literal::parse(&source).map_err(|message| Error::new(span, message))?;
        return Ok(Written { text, span, is_identifier: false });
    }
    let message = if let Some(string) = source.strip_prefix(['b', 'c']) {
        let string = string.replace('\'', "\"");
        format!("{expected}, found `{source}`; atoms are text, so write `{string}`")
    } else {
        format!("{expected}, found `{source}`; write `\"{}\"` for this text", source.trim_matches('\''))
    };
    Err(Error::new(span, message))
}

/// Reads `concat!(..)` from after its first word, and evaluates it.
fn concatenation(word: &Ident, tokens: &mut Tokens) -> Result<(String, Span), Error> {
    if word != "concat" {
        let message = format!("`{word}!` is not expanded in a name; of macros only `concat!` of literals is");
        return Err(Error::new(word.span(), message));
    }
    tokens.next();
    match tokens.next() {
        Some(TokenTree::Group(arguments)) => Ok((concatenated(&arguments)?, arguments.span())),
        other => Err(Error::at(
            other.as_ref(),
            format!("expected the arguments of `concat!`, {}", found(other.as_ref())),
        )),
    }
}

fn concatenated(arguments: &Group) -> Result<String, Error> {
    let mut text = String::new();
    let mut tokens = tokens(arguments.stream());
    while let Some(token) = tokens.next() {
        match &token {
            TokenTree::Literal(literal) => text.push_str(&literal_text(literal)?),
            TokenTree::Ident(word) if word == "true" || word == "false" => text.push_str(&word.to_string()),
            TokenTree::Ident(word) if is_punct(tokens.peek(), '!') => {
                text.push_str(&concatenation(word, &mut tokens)?.0);
            }
            _ => {
                let message = format!("expected a literal in `concat!`, {}", found(Some(&token)));
                return Err(Error::at(Some(&token), message));
            }
        }
        match tokens.next() {
            comma if comma.is_none() || is_punct(comma.as_ref(), ',') => {}
            other => {
                let message = format!("expected `,` in `concat!`, {}", found(other.as_ref()));
                return Err(Error::at(other.as_ref(), message));
            }
        }
    }
    Ok(text)
}

/// The text that `concat!` makes of a literal.
fn literal_text(literal: &Literal) -> Result<String, Error> {
    let source = literal.to_string();
    if let Some(character) = source.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        // A character has the escapes of a string, but that a quote needs none.
        let quoted = if character == "\"" { "\"\\\"\"".to_owned() } else { format!("\"{character}\"") };
        return literal::parse(&quoted).map_err(|message| Error::new(literal.span(), message));
    }
    if source.bytes().all(|byte| byte.is_ascii_digit()) {
        let digits = source.trim_start_matches('0');
        return Ok(if digits.is_empty() { "0".to_owned() } else { digits.to_owned() });
    }
    string(literal, "expected a string, a character or a decimal number in `concat!`")
        .map(|written| written.text)
}

pub(crate) fn is_punct(token: Option<&TokenTree>, character: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == character)
}

#[cfg(test)]
mod tests;
