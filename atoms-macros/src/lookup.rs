//! The macros that turn a name into an atom.
//!
//! A module of its own because they run at each use: their cost must not depend on the size of the set,
//! so they only spell the constant of the name and leave its existence to rustc. A name that is not in
//! the set is then rustc's E0599 on the literal, with the nearest constant proposed.

use atoms_codegen::names;
use atoms_codegen::plan::MAX_INLINE_LEN;
use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use crate::input::{self, Tokens, Written};

/// An atom of a set: `literals, identifiers, name` to the constant of the name.
pub(crate) fn set_atom(input: TokenStream) -> TokenStream {
    let mut tokens = input::tokens(input);
    let literals = path(&mut tokens);
    let identifiers = path(&mut tokens);
    match input::single_name(&mut tokens) {
        Ok(name) => {
            let namespace = if name.is_identifier { identifiers } else { literals };
            let constant = names::constant(&name.text, name.span);
            quote!(#namespace::#constant)
        }
        Err(error) => error.to_expression(),
    }
}

/// An atom without a set: the path of atoms-core, then a name.
pub(crate) fn free_atom(input: TokenStream) -> TokenStream {
    let mut tokens = input::tokens(input);
    let core: Option<TokenTree> = tokens.next();
    match input::single_name(&mut tokens) {
        Ok(Written { text, span, .. }) if text.len() <= MAX_INLINE_LEN => {
            let word = Literal::u64_unsuffixed(inline_word(&text));
            quote_spanned!(span=> <#core::__private::InlineWord<#word>>::ATOM)
        }
        Ok(Written { text, span, .. }) => {
            let site = Ident::new("SITE", Span::mixed_site());
            // rustc's error in a constant names the function, so its span is that of the literal.
            let function = Ident::new("a_text_over_7_bytes_in_a_constant_or_static_needs_atom_set", span);
            quote! {{
                static #site: #core::__private::Site = #core::__private::Site::new();
                #site.#function(#text)
            }}
        }
        Err(error) => error.to_expression(),
    }
}

/// Reads a path up to the comma after it.
fn path(tokens: &mut Tokens) -> TokenStream {
    tokens.take_while(|token| !input::is_punct(Some(token), ',')).collect()
}

/// The handle of an inline atom: length and tag in the low byte, text above.
fn inline_word(text: &str) -> u64 {
    let mut bytes = [0; 8];
    bytes[0] = u8::try_from(text.len() << 4).expect("inline text is at most 7 bytes long") | 1;
    bytes[1..=text.len()].copy_from_slice(text.as_bytes());
    u64::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests;
