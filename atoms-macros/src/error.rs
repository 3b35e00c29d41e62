//! Errors on tokens.
//!
//! A module of its own because each kind of macro reports in its own position: a declaration reports all
//! errors as items, a name reports one in the place of an expression or pattern.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote_spanned;

/// A message on a span: lower case, no final full stop, naming the thing and the way out.
#[derive(Debug)]
pub(crate) struct Error {
    pub(crate) span: Span,
    pub(crate) message: String,
}

impl Error {
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into() }
    }

    /// An error on `token`, or on the whole macro call where the input ends.
    pub(crate) fn at(token: Option<&TokenTree>, message: impl Into<String>) -> Self {
        Self::new(token.map_or_else(Span::call_site, TokenTree::span), message)
    }

    /// The error as an item.
    pub(crate) fn to_item(&self) -> TokenStream {
        let message = &self.message;
        quote_spanned!(self.span=> ::core::compile_error! { #message })
    }

    /// The error in the place of an expression, a pattern or a type.
    pub(crate) fn to_expression(&self) -> TokenStream {
        let message = &self.message;
        quote_spanned!(self.span=> ::core::compile_error!(#message))
    }
}

/// Says what was found, for messages of the form "expected .., found ..".
pub(crate) fn found(token: Option<&TokenTree>) -> String {
    match token {
        Some(TokenTree::Group(group)) if group.stream().is_empty() => format!("found `{group}`"),
        Some(TokenTree::Group(_)) => "found a group".to_owned(),
        Some(token) => format!("found `{token}`"),
        None => "found the end".to_owned(),
    }
}
