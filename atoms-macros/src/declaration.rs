//! Reads the input of `atom_set!` into a model.
//!
//! A module of its own because reading reports every error and goes on: what could be read is kept, so
//! that one mistake does not make each use of the set an error too.
//!
//! ```text
//! set     = { attribute } [visibility] "struct" Name ["in" path] ";"
//!           { { attribute } [visibility] ("type" Name | "macro" name) ";" }
//!           entry { "," entry } [","]
//! entry   = literal ["=" identifier] | "include" literal
//! ```

use atoms_codegen::emit::{self, Item};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::quote;

use crate::error::{Error, found};
use crate::input::{self, Tokens};

/// A set as written.
#[derive(Debug)]
pub(crate) struct Declaration {
    pub(crate) set: Item,
    /// The path of the module, `crate` at the root.
    pub(crate) home: TokenStream,
    pub(crate) alias: Option<Item>,
    pub(crate) lookup: Option<Item>,
    pub(crate) entries: Vec<Entry>,
    /// Whether an entry could not be read.
    pub(crate) has_unreadable_entries: bool,
}

/// An element of the list.
#[derive(Debug)]
pub(crate) enum Entry {
    Name { text: String, span: Span, alias: Option<Ident> },
    Include { file: String, span: Span },
}

/// Reads the tokens; returns the model if there is a set type, and all errors.
pub(crate) fn parse(tokens: &mut Tokens) -> (Option<Declaration>, Vec<Error>) {
    let mut errors = Vec::new();
    let mut declaration = match parse_set(tokens, &mut errors) {
        Ok((set, home)) => Declaration {
            set,
            home,
            alias: None,
            lookup: None,
            entries: Vec::new(),
            has_unreadable_entries: false,
        },
        Err(error) => return (None, vec![error]),
    };
    while starts_item(tokens.peek()) {
        if let Err(error) = parse_line(tokens, &mut declaration, &mut errors) {
            errors.push(error);
            declaration.has_unreadable_entries = true;
            skip_past(tokens, &[';', ',']);
        }
    }
    while tokens.peek().is_some() {
        match parse_entry(tokens) {
            Ok(entry) => declaration.entries.push(entry),
            Err(error) => {
                errors.push(error);
                declaration.has_unreadable_entries = true;
                skip_past(tokens, &[',']);
            }
        }
    }
    (Some(declaration), errors)
}

/// Reads `pub struct Name in crate::module;`.
fn parse_set(tokens: &mut Tokens, errors: &mut Vec<Error>) -> Result<(Item, TokenStream), Error> {
    let (attributes, visibility) = parse_attributes_and_visibility(tokens)?;
    expect_word(tokens, "struct", "a set starts with its type, as in `pub struct Markup;`")?;
    let name = expect_identifier(tokens, "the name of the set")?;
    let home = match tokens.peek() {
        Some(TokenTree::Ident(word)) if word == "in" => {
            tokens.next();
            parse_module(tokens)?
        }
        _ => {
            let root = Ident::new("crate", name.span());
            quote!(#root)
        }
    };
    expect_semicolon(tokens, "after the set type", errors);
    Ok((Item { name, visibility, attributes }, home))
}

/// Reads the path of a module, `crate::a::b`.
fn parse_module(tokens: &mut Tokens) -> Result<TokenStream, Error> {
    const EXPECTED: &str = "expected the path of the module of this declaration, as in `in crate::names`";
    let mut path = TokenStream::new();
    match tokens.next() {
        Some(TokenTree::Ident(word)) if word == "crate" => path.extend([TokenTree::Ident(word)]),
        other => return Err(Error::at(other.as_ref(), format!("{EXPECTED}, {}", found(other.as_ref())))),
    }
    while input::is_punct(tokens.peek(), ':') {
        path.extend(tokens.next());
        let separator = tokens.next();
        let segment = tokens.next();
        if !input::is_punct(separator.as_ref(), ':') || !matches!(segment, Some(TokenTree::Ident(_))) {
            return Err(Error::at(segment.as_ref(), format!("{EXPECTED}, {}", found(segment.as_ref()))));
        }
        path.extend(separator);
        path.extend(segment);
    }
    Ok(path)
}

/// Reads `pub type Name;` or `pub macro name;`.
fn parse_line(
    tokens: &mut Tokens,
    declaration: &mut Declaration,
    errors: &mut Vec<Error>,
) -> Result<(), Error> {
    let (attributes, visibility) = parse_attributes_and_visibility(tokens)?;
    let word = tokens.next();
    let (slot, what) = match &word {
        Some(TokenTree::Ident(word)) if word == "type" => (&mut declaration.alias, "type"),
        Some(TokenTree::Ident(word)) if word == "macro" => (&mut declaration.lookup, "macro"),
        Some(TokenTree::Ident(word)) if word == "struct" => {
            return Err(Error::new(
                word.span(),
                "a declaration has one set; write a second `atom_set!` for another",
            ));
        }
        other => {
            let message = format!("expected `type` or `macro`, {}", found(other.as_ref()));
            return Err(Error::at(other.as_ref(), message));
        }
    };
    let name = expect_identifier(tokens, &format!("the name of the {what}"))?;
    if slot.is_some() {
        return Err(Error::new(name.span(), format!("a set has one `{what}` line; leave this one out")));
    }
    *slot = Some(Item { name, visibility, attributes });
    expect_semicolon(tokens, &format!("after the {what}"), errors);
    Ok(())
}

/// Reads an entry and the comma after it.
fn parse_entry(tokens: &mut Tokens) -> Result<Entry, Error> {
    const EXPECTED: &str = "expected a name in quotes or `include \"file\"`";
    let token = tokens.next();
    let entry = match &token {
        Some(TokenTree::Literal(literal)) => {
            let name = input::string(literal, EXPECTED)?;
            Entry::Name { text: name.text, span: name.span, alias: parse_alias(tokens)? }
        }
        Some(TokenTree::Ident(word)) if word == "include" => match tokens.peek() {
            Some(TokenTree::Literal(literal)) => {
                let file = input::string(literal, "expected a file name in quotes")?;
                tokens.next();
                Entry::Include { file: file.text, span: file.span }
            }
            other => {
                return Err(Error::at(other, format!("expected a file name in quotes, {}", found(other))));
            }
        },
        Some(TokenTree::Ident(word)) => {
            return Err(Error::new(word.span(), format!("{EXPECTED}, found `{word}`; write `\"{word}\"`")));
        }
        _ => return Err(Error::at(token.as_ref(), format!("{EXPECTED}, {}", found(token.as_ref())))),
    };
    match tokens.peek() {
        None => Ok(entry),
        comma if input::is_punct(comma, ',') => {
            tokens.next();
            Ok(entry)
        }
        other => Err(Error::at(other, format!("expected `,` after an entry, {}", found(other)))),
    }
}

/// Reads `= identifier`, if it is there.
fn parse_alias(tokens: &mut Tokens) -> Result<Option<Ident>, Error> {
    if !input::is_punct(tokens.peek(), '=') {
        return Ok(None);
    }
    tokens.next();
    match tokens.peek() {
        Some(TokenTree::Ident(_)) => expect_identifier(tokens, "an identifier").map(Some),
        other => Err(Error::at(other, format!("expected an identifier after `=`, {}", found(other)))),
    }
}

fn parse_attributes_and_visibility(tokens: &mut Tokens) -> Result<(TokenStream, TokenStream), Error> {
    let (mut attributes, mut visibility) = (TokenStream::new(), TokenStream::new());
    while input::is_punct(tokens.peek(), '#') {
        attributes.extend(tokens.next());
        match tokens.next() {
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => {
                attributes.extend([TokenTree::Group(group)]);
            }
            other => {
                let message = format!("expected an attribute in brackets, {}", found(other.as_ref()));
                return Err(Error::at(other.as_ref(), message));
            }
        }
    }
    if matches!(tokens.peek(), Some(TokenTree::Ident(word)) if word == "pub") {
        visibility.extend(tokens.next());
        if matches!(tokens.peek(), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis)
        {
            visibility.extend(tokens.next());
        }
    }
    Ok((attributes, visibility))
}

fn starts_item(token: Option<&TokenTree>) -> bool {
    match token {
        Some(TokenTree::Ident(word)) => ["pub", "type", "macro", "struct"].iter().any(|start| word == start),
        token => input::is_punct(token, '#'),
    }
}

fn expect_word(tokens: &mut Tokens, expected: &str, hint: &str) -> Result<(), Error> {
    match tokens.next() {
        Some(TokenTree::Ident(word)) if word == expected => Ok(()),
        other => {
            let message = format!("expected `{expected}`, {}; {hint}", found(other.as_ref()));
            Err(Error::at(other.as_ref(), message))
        }
    }
}

fn expect_identifier(tokens: &mut Tokens, what: &str) -> Result<Ident, Error> {
    match tokens.next() {
        Some(TokenTree::Ident(word)) => Ok(word),
        other => Err(Error::at(other.as_ref(), format!("expected {what}, {}", found(other.as_ref())))),
    }
}

/// A missing semicolon is reported on what stands in its place, which is read all the same.
fn expect_semicolon(tokens: &mut Tokens, place: &str, errors: &mut Vec<Error>) {
    if input::is_punct(tokens.peek(), ';') {
        tokens.next();
        return;
    }
    let other = tokens.peek();
    errors.push(Error::at(other, format!("expected `;` {place}, {}", found(other))));
}

/// Skips what cannot be read, up to and with the next of `ends`.
fn skip_past(tokens: &mut Tokens, ends: &[char]) {
    for token in tokens {
        if ends.iter().any(|end| input::is_punct(Some(&token), *end)) {
            return;
        }
    }
}

/// The path of the module as the lookup macro names it: `$crate`, resolved where the set was declared.
pub(crate) fn home_in_macro(declaration: &Declaration) -> TokenStream {
    let mut home = emit::dollar_crate(declaration.set.name.span());
    home.extend(declaration.home.clone().into_iter().skip(1));
    home
}

#[cfg(test)]
mod tests;
