//! Tests of the layout.

use proptest::prelude::*;
use quote::quote;

use super::render;

fn lexes_to_the_same(text: &str) {
    let tokens: proc_macro2::TokenStream = text.parse().expect("it lexes");
    let rendered = render(tokens.clone());
    let again: proc_macro2::TokenStream = rendered.parse().expect("the text lexes");
    // Whether a sign is joint to `;`, `,` or a lifetime means nothing: they never merge.
    let plain = |tokens: proc_macro2::TokenStream| {
        let text = tokens.to_string().replace("& '", "&'");
        [";", ","]
            .iter()
            .fold(text, |text, end| text.replace(&format!("{end} "), end).replace(&format!(" {end}"), end))
    };
    assert_eq!(plain(tokens), plain(again), "{rendered}");
}

#[test]
fn items_statements_and_attributes_have_lines_of_their_own() {
    let tokens = quote! {
        #[doc = "A."] #[derive(::core::clone::Clone, Copy)] pub struct A;
        impl ::a::B<A> for A { #[inline] fn get(&self) -> &'static [&str; 2] { static X: [u32; 2] = [!0, 1]; &X } }
        #[macro_export] macro_rules! a { ($($name:tt)*) => { $crate::b::c!($crate::D, $($name)*) }; }
        pub(crate) use a as b;
        const E: [u8; 0] = [];
        fn f() {}
    };
    let expected = r#"#[doc = "A."]
#[derive(::core::clone::Clone, Copy)]
pub struct A;

impl ::a::B<A> for A {
    #[inline]
    fn get(&self) -> &'static [&str; 2] {
        static X: [u32; 2] = [!0, 1];
        &X
    }
}

#[macro_export]
macro_rules! a {
    ($($name:tt)*) => {
        $crate::b::c!($crate::D, $($name)*)
    };
}

pub(crate) use a as b;

const E: [u8; 0] = [];

fn f() {}
"#;
    assert_eq!(render(tokens), expected);
}

#[test]
fn long_lists_are_filled_to_the_width_and_elements_stay_whole() {
    let numbers = (100..140).map(|number| quote!((#number, #number)));
    let text = render(quote!(static A: [(i32, i32); 40] = [#(#numbers),*];));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "static A: [(i32, i32); 40] = [");
    assert!(lines[1].starts_with("    (100i32, 100i32), (101i32, 101i32), "));
    assert_eq!(lines[lines.len() - 1], "];");
    assert!(lines.iter().all(|line| line.len() <= super::MAX_WIDTH));
    assert!(
        lines[1..lines.len() - 1].iter().all(|line| line.matches('(').count() == line.matches(')').count())
    );
}

#[test]
fn an_element_wider_than_a_line_is_not_broken() {
    let wide = "x".repeat(200);
    let text = render(quote!(static A: [&str; 3] = ["a", #wide, "b"];));
    assert_eq!(text, format!("static A: [&str; 3] = [\n    \"a\",\n    \"{wide}\",\n    \"b\"\n];\n"));
}

#[test]
fn tokens_that_could_merge_stay_apart() {
    for text in [
        "a - - b",
        "a -> b",
        "& & a",
        "&& a",
        "a < < b",
        "a << b",
        ": : a",
        "a : :: b",
        "'a : 'static",
        "= > =",
        "=> =",
        "! = a",
        "a != b",
        "$ a : b",
        "# # a",
        "1 . 2",
        "x . 0",
        "a . . b",
        "..= a",
        "r#type r#fn",
        "b'a' b\"a\" 'a'",
        "use ::a; use a::b; use $crate::c; impl<'a> ::b for a {}",
        "a ; ; b",
        "{ } { } , { } ;",
        "#![a] #[b]",
        "* const a",
    ] {
        lexes_to_the_same(text);
    }
}

proptest! {
    #[test]
    fn any_tokens_come_back(text in "([a-c#$&!<>=:;,.*-]|::|=>|->|'a |\"x\"|1| |\\(a\\)|\\[[bc]\\]|\\{[ab;]*\\}){0,24}") {
        if text.parse::<proc_macro2::TokenStream>().is_ok() {
            lexes_to_the_same(&text);
        }
    }
}
