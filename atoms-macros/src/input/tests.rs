//! Tests of reading names.

use quote::quote;

use super::*;

fn read(input: TokenStream) -> Result<(String, bool), String> {
    let name = single_name(&mut tokens(input)).map_err(|error| error.message)?;
    Ok((name.text, name.is_identifier))
}

fn text(input: TokenStream) -> String {
    read(input).expect("it is a name").0
}

fn error(input: TokenStream) -> String {
    read(input).expect_err("it is no name")
}

/// What `$name:literal` makes of tokens.
fn forwarded(input: TokenStream) -> TokenStream {
    TokenTree::Group(Group::new(Delimiter::None, input)).into()
}

#[test]
fn a_name_is_a_literal_or_an_identifier_and_perhaps_a_comma() {
    assert_eq!(read(quote!("div")), Ok(("div".to_owned(), false)));
    assert_eq!(read(quote!(div,)), Ok(("div".to_owned(), true)));
    assert_eq!(read(quote!(r#type)), Ok(("type".to_owned(), true)));
    assert_eq!(text(quote!(_)), "_");
    assert_eq!(text(quote!(r#"say "hi""#)), "say \"hi\"");
    assert_eq!(text(quote!("\x64iv",)), "div");
}

#[test]
fn forwarded_tokens_are_read_through_any_number_of_groups() {
    assert_eq!(text(forwarded(quote!("div"))), "div");
    assert_eq!(text(forwarded(forwarded(quote!(div)))), "div");
    let inner = forwarded(quote!("v"));
    assert_eq!(text(quote!(concat!("di", #inner),)), "div");
}

#[test]
fn concat_takes_what_that_of_rust_takes_in_decimal() {
    assert_eq!(text(quote!(concat!())), "");
    assert_eq!(text(quote!(concat!("h", 1, 'x', '"', '\n', true, concat!("-", 007),))), "h1x\"\ntrue-7");
}

#[test]
fn everything_else_says_what_to_write() {
    for (input, expected) in [
        (quote!(), "expected a string literal or an identifier, found nothing"),
        (quote!(,), "expected a string literal or an identifier, found `,`; put other text in quotes"),
        (quote!(42), "expected a string literal or an identifier, found `42`; write `\"42\"` for this text"),
        (quote!('d'), "expected a string literal or an identifier, found `'d'`; write `\"d\"` for this text"),
        (
            quote!(b"d"),
            "expected a string literal or an identifier, found `b\"d\"`; atoms are text, so write `\"d\"`",
        ),
        (
            quote!(c"d"),
            "expected a string literal or an identifier, found `c\"d\"`; atoms are text, so write `\"d\"`",
        ),
        (
            quote!(b'd'),
            "expected a string literal or an identifier, found `b'd'`; atoms are text, so write `\"d\"`",
        ),
        (
            quote!(("d")),
            "expected a string literal or an identifier, found a group; put other text in quotes",
        ),
        (quote!("a" "b"), "expected one name and nothing after it, found `\"b\"`"),
        (quote!("a", "b"), "expected one name and nothing after it, found `\"b\"`"),
        (quote!(a - b), "expected one name and nothing after it, found `-`"),
        (
            quote!(stringify!(a)),
            "`stringify!` is not expanded in a name; of macros only `concat!` of literals is",
        ),
        (quote!(concat!), "expected the arguments of `concat!`, found the end"),
        (quote!(concat!(a)), "expected a literal in `concat!`, found `a`"),
        (quote!(concat!("a" "b")), "expected `,` in `concat!`, found `\"b\"`"),
        (
            quote!(concat!(1.5)),
            "expected a string, a character or a decimal number in `concat!`, found `1.5`; write `\"1.5\"` for this text",
        ),
    ] {
        assert_eq!(error(input.clone()), expected, "{input}");
    }
}
