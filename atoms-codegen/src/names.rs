//! How a name of a vocabulary is spelled as an identifier.
//!
//! A module of its own because both sides depend on it: the generator names a constant after its text,
//! and the lookup macro finds that constant from the text alone.
//!
//! Invariants: [N-INJECTIVE] two texts never share a constant. A text is its own constant when it is an
//! ASCII identifier that does not start with `__`; every other constant is `__` followed by the text,
//! in which each character but letters and digits of ASCII is `_HEX_`. The second underscore ends the
//! number, because `_1F4AF` could be U+1F4AF as well as U+1F followed by `4AF`.

use core::fmt::Write as _;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};

/// Keywords of all editions, which need `r#` as an identifier. Sorted.
const RAW_KEYWORDS: [&str; 48] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait",
    "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Words that are no identifier, not even after `r#`.
const NEVER_IDENTIFIERS: [&str; 5] = ["_", "Self", "crate", "self", "super"];

/// Returns whether `text` names its own constant, so that `atom!(text)` needs no quotes and no mangling.
///
/// ```
/// use atoms_codegen::names::is_plain;
///
/// assert!(is_plain("blockquote") && is_plain("type") && is_plain("_private"));
/// assert!(!is_plain("accept-charset") && !is_plain("__x") && !is_plain("Self") && !is_plain("é"));
/// ```
#[must_use]
pub fn is_plain(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !text.starts_with("__")
        && !NEVER_IDENTIFIERS.contains(&text)
}

/// Returns the identifier of the constant that holds the atom of `text`, placed at `span`.
///
/// ```
/// use atoms_codegen::names::constant;
/// use proc_macro2::Span;
///
/// assert_eq!(constant("div", Span::call_site()).to_string(), "div");
/// assert_eq!(constant("type", Span::call_site()).to_string(), "r#type");
/// assert_eq!(constant("data-row", Span::call_site()).to_string(), "__data_2D_row");
/// ```
#[must_use]
pub fn constant(text: &str, span: Span) -> Ident {
    if is_plain(text) { plain_ident(text, span) } else { Ident::new(&mangle(text), span) }
}

/// Returns `name` as the identifier of an item at `span`, raw if it is a keyword; `None` if it is none.
#[must_use]
pub fn item(name: &str, span: Span) -> Option<Ident> {
    let name = name.strip_prefix("r#").unwrap_or(name);
    let mut tokens = name.parse::<TokenStream>().ok()?.into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(ident)), None) if ident == name && !NEVER_IDENTIFIERS.contains(&name) => {
            Some(plain_ident(name, span))
        }
        _ => None,
    }
}

fn plain_ident(name: &str, span: Span) -> Ident {
    match RAW_KEYWORDS.binary_search(&name) {
        Ok(_) => Ident::new_raw(name, span),
        Err(_) => Ident::new(name, span),
    }
}

fn mangle(text: &str) -> String {
    let mut mangled = String::with_capacity(text.len() + 8);
    mangled.push_str("__");
    for character in text.chars() {
        if character.is_ascii_alphanumeric() {
            mangled.push(character);
        } else {
            write!(mangled, "_{:X}_", u32::from(character)).expect("a String takes every write");
        }
    }
    mangled
}

#[cfg(test)]
mod tests;
