//! Plan to tokens: the items of a set.
//!
//! A module of its own because build scripts and macros generate the same items and differ only in the
//! identifiers, paths and spans that they put in. What atoms-core must provide is named here and nowhere
//! else: `Atom`, `StaticAtomSet`, and in `__private` `StaticSet`, `Slot`, `slots`, `inline_atom`,
//! `static_atom`, `lookup`.
//!
//! Invariants: [E-PATHS] every path starts with `::core`, the path of atoms-core or the user's `$crate`,
//! so that no name in the user's scope changes its meaning.

use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, format_ident, quote};

use crate::names;
use crate::perfect::EMPTY_SLOT;
use crate::plan::{Plan, Storage};

/// The constant that stands for every name when the vocabulary is not known because of an error.
const UNDECLARED: &str = "__undeclared";

/// An item of the user: its name, visibility and attributes, docs among them.
#[derive(Clone, Debug)]
pub struct Item {
    /// The name, with the span at which errors are reported.
    pub name: Ident,
    /// `pub`, `pub(crate)` or nothing.
    pub visibility: TokenStream,
    /// Attributes; an item without a doc comment gets a general one.
    pub attributes: TokenStream,
}

impl Item {
    /// Returns an item without attributes.
    #[must_use]
    pub fn new(name: Ident, visibility: TokenStream) -> Self {
        Self { name, visibility, attributes: TokenStream::new() }
    }

    fn attributes_or_doc(&self, doc: &str) -> TokenStream {
        let attributes = &self.attributes;
        if has_doc(attributes) { attributes.clone() } else { quote!(#attributes #[doc = #doc]) }
    }
}

/// How other modules and crates reach the lookup macro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MacroScope {
    /// `#[macro_export]` under its own name: `crate_name::atom!`. Inside its own crate it has textual scope
    /// only, because rustc refuses paths to exported macros that come out of a macro or of `include!`.
    CrateRoot,
    /// `#[macro_export]` under a hidden name and `pub use` in its module: `crate_name::names::atom!` and
    /// `crate::names::atom!`.
    Module,
    /// Not exported: a `use` with the visibility of the macro.
    Local,
}

/// The lookup macro of a set.
#[derive(Clone, Debug)]
pub struct Lookup {
    /// Its name, visibility and docs.
    pub item: Item,
    /// Where it can be reached.
    pub scope: MacroScope,
}

/// A set as the user declares it.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The path of atoms-core, such as `::atoms_core`.
    pub core: TokenStream,
    /// The module of the set as the lookup macro names it, such as `$crate::names`.
    pub home: TokenStream,
    /// The set type.
    pub set: Item,
    /// The alias of its atoms.
    pub alias: Item,
    /// The lookup macro, if there is one.
    pub lookup: Option<Lookup>,
    /// Whether all names are known. If not, an error has been reported, and the lookup macro takes any
    /// name, so that no second error follows.
    pub is_complete: bool,
}

/// Returns the items of the set: type, alias, tables, constants and lookup macro.
#[must_use]
pub fn emit(declaration: &Declaration, plan: &Plan) -> TokenStream {
    let types = emit_types(declaration);
    let tables = emit_tables(declaration, plan);
    let constants = emit_constants(declaration, plan);
    let lookup = declaration.lookup.as_ref().map(|lookup| emit_lookup(declaration, lookup, plan));
    quote!(#types #tables #constants #lookup)
}

/// `$crate`, resolved in the crate in which `span` was written.
#[must_use]
pub fn dollar_crate(span: Span) -> TokenStream {
    let mut dollar = proc_macro2::Punct::new('$', proc_macro2::Spacing::Alone);
    dollar.set_span(span);
    let krate = Ident::new("crate", span);
    quote!(#dollar #krate)
}

fn emit_types(Declaration { core, set, alias, .. }: &Declaration) -> TokenStream {
    let (set_name, alias_name) = (&set.name, &alias.name);
    let (set_visibility, alias_visibility) = (&set.visibility, &alias.visibility);
    let set_attributes =
        set.attributes_or_doc(&format!("The names that `{alias_name}` knows at compile time."));
    let alias_attributes = alias.attributes_or_doc(&format!("An atom of the set `{set_name}`."));
    quote! {
        #set_attributes
        #[allow(dead_code, unreachable_pub, reason = "a set may be used through its macro only")]
        #[derive(
            ::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug, ::core::cmp::PartialEq,
            ::core::cmp::Eq, ::core::cmp::PartialOrd, ::core::cmp::Ord, ::core::hash::Hash
        )]
        #set_visibility struct #set_name;

        #alias_attributes
        #[allow(dead_code, unreachable_pub, unused_qualifications, reason = "generated for whoever needs it")]
        #alias_visibility type #alias_name = #core::Atom<#set_name>;
    }
}

fn emit_tables(Declaration { core, set, .. }: &Declaration, plan: &Plan) -> TokenStream {
    let set = &set.name;
    let private = quote!(#core::__private);
    let body = if plan.static_names().next().is_none() {
        quote!(const SET: #private::StaticSet = #private::StaticSet::from_parts(0, &[], &[], &[]);)
    } else {
        let key = Literal::u64_unsuffixed(plan.perfect().key);
        let atoms = plan.static_names();
        let n_atoms = Literal::usize_unsuffixed(plan.static_names().count());
        let displacements = plan.perfect().displacements.iter().map(|(d1, d2)| {
            let (d1, d2) = (Literal::u32_unsuffixed(*d1), Literal::u32_unsuffixed(*d2));
            quote!((#d1, #d2))
        });
        let n_displacements = Literal::usize_unsuffixed(plan.perfect().displacements.len());
        let order = plan.perfect().order.iter().map(|&position| match position {
            EMPTY_SLOT => quote!(!0),
            position => Literal::u32_unsuffixed(position).into_token_stream(),
        });
        let n_slots = Literal::usize_unsuffixed(plan.perfect().order.len());
        quote! {
            static ATOMS: [&str; #n_atoms] = [#(#atoms),*];
            static DISPLACEMENTS: [(u32, u32); #n_displacements] = [#(#displacements),*];
            static SLOTS: [#private::Slot; #n_slots] = #private::slots(&ATOMS, &[#(#order),*]);
            const SET: #private::StaticSet =
                #private::StaticSet::from_parts(#key, &DISPLACEMENTS, &SLOTS, &ATOMS);
        }
    };
    quote! {
        #[allow(clippy::pedantic, unused_qualifications, reason = "tables are not for reading")]
        impl #core::StaticAtomSet for #set {
            #[inline]
            fn get() -> &'static #private::StaticSet {
                #body
                &SET
            }
        }
    }
}

fn emit_constants(declaration: &Declaration, plan: &Plan) -> TokenStream {
    let Declaration { core, set, alias, is_complete, .. } = declaration;
    let (alias, visibility) = (&alias.name, &set.visibility);
    let span = Span::call_site();
    let constants = plan.names().map(|(text, storage)| {
        let name = names::constant(text, span);
        let atom = match storage {
            Storage::Inline => quote!(inline_atom(#text)),
            Storage::Static(index) => {
                let index = Literal::u32_unsuffixed(index);
                quote!(static_atom(#index))
            }
        };
        quote!(pub const #name: #alias = #core::__private::#atom;)
    });
    let undeclared = (!is_complete).then(|| {
        let name = Ident::new(UNDECLARED, span);
        quote!(pub const #name: #alias = #core::__private::inline_atom("");)
    });
    let by_literal = literals_type(declaration);
    let by_literal = emit_namespace(visibility, &by_literal, quote!(#(#constants)* #undeclared));
    let by_identifier = (!plan.aliases().is_empty()).then(|| {
        let literals = literals_type(declaration);
        let own = plan.names().map(|(text, _)| (text, text));
        let aliases = plan.aliases().iter().map(|(alias, text)| (alias.as_str(), text.as_str()));
        let constants = own.chain(aliases).map(|(name, text)| {
            let (name, of) = (names::constant(name, span), names::constant(text, span));
            quote!(pub const #name: #alias = #literals::#of;)
        });
        emit_namespace(visibility, &identifiers_type(declaration, plan), quote!(#(#constants)*))
    });
    quote!(#by_literal #by_identifier)
}

/// A hidden type whose associated constants are the atoms: a typing error in a name is rustc's E0599,
/// which proposes the nearest constant. It implements nothing, so that `clone` is not found by accident.
fn emit_namespace(visibility: &TokenStream, name: &Ident, constants: TokenStream) -> TokenStream {
    quote! {
        #[doc(hidden)]
        #[allow(
            dead_code, missing_copy_implementations, missing_debug_implementations, non_camel_case_types,
            unreachable_pub, reason = "a namespace for the constants below"
        )]
        #visibility struct #name;

        #[doc(hidden)]
        #[allow(
            clippy::pedantic, dead_code, missing_docs, non_upper_case_globals, unreachable_pub,
            unused_qualifications, reason = "constants are named after their text"
        )]
        impl #name {
            #constants
        }
    }
}

fn emit_lookup(declaration: &Declaration, lookup: &Lookup, plan: &Plan) -> TokenStream {
    let Declaration { core, home, set, is_complete, .. } = declaration;
    let Item { name, visibility, .. } = &lookup.item;
    let attributes = lookup.item.attributes_or_doc(&format!("Gives the atom of a name of `{}`.", set.name));
    let proc_macro = format_ident!("__{}_lookup", name);
    let literals = literals_type(declaration);
    let identifiers = identifiers_type(declaration, plan);
    let body = if *is_complete {
        quote!(#home::#proc_macro!(#home::#literals, #home::#identifiers, $($name)*))
    } else {
        let undeclared = Ident::new(UNDECLARED, Span::call_site());
        quote!(#home::#literals::#undeclared)
    };
    let reexport = quote! {
        #[doc(hidden)]
        #[allow(unreachable_pub, unused_imports, unused_qualifications, reason = "for the macro below only")]
        #visibility use #core::__private::lookup as #proc_macro;
    };
    if lookup.scope == MacroScope::CrateRoot {
        return quote! {
            #reexport
            #attributes
            #[macro_export]
            macro_rules! #name { ($($name:tt)*) => { #body }; }
        };
    }
    let hidden = hidden_macro(declaration, name);
    let export = (lookup.scope == MacroScope::Module).then(|| quote!(#[macro_export]));
    quote! {
        #reexport
        #[doc(hidden)]
        #[allow(unused_macros, reason = "a set may be used without its macro")]
        #export
        macro_rules! #hidden { ($($name:tt)*) => { #body }; }
        #attributes
        #[doc(inline)]
        #[allow(unreachable_pub, unused_imports, reason = "a set may be used without its macro")]
        #visibility use #hidden as #name;
    }
}

/// The name of the macro in the crate root, where the macros of all sets meet.
fn hidden_macro(Declaration { home, set, .. }: &Declaration, name: &Ident) -> Ident {
    let mut hidden = format!("__{name}_of");
    for token in home.clone() {
        match token {
            TokenTree::Ident(module) if module != "crate" => {
                hidden.push('_');
                hidden.push_str(module.to_string().trim_start_matches("r#"));
            }
            _ => {}
        }
    }
    format_ident!("{hidden}_{}", set.name)
}

/// The type whose constants the lookup of a literal finds.
fn literals_type(declaration: &Declaration) -> Ident {
    format_ident!("__{}Names", declaration.set.name, span = Span::call_site())
}

/// The type whose constants the lookup of an identifier finds: with aliases it is another one, so that
/// `"accept_charset"` is not taken for the text of `accept_charset`.
fn identifiers_type(declaration: &Declaration, plan: &Plan) -> Ident {
    if plan.aliases().is_empty() {
        return literals_type(declaration);
    }
    format_ident!("__{}Identifiers", declaration.set.name, span = Span::call_site())
}

fn has_doc(attributes: &TokenStream) -> bool {
    attributes.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => {
            matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(name)) if name == "doc")
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests;
