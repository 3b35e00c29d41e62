//! The expansion of `atom_set!`.
//!
//! A module of its own because it joins what the others made: the declaration, the vocabulary files that
//! it names, the generated items, and all errors, each on its token.

use std::path::{Path, PathBuf};
use std::{env, fs};

use atoms_codegen::emit::{self, Item, Lookup, MacroScope};
use atoms_codegen::{Diagnostic, Name, Place, Plan, Vocabulary};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use crate::declaration::{self, Declaration, Entry};
use crate::error::Error;
use crate::input;

/// The path of atoms-core, then the declaration, to the items of the set.
pub(crate) fn atom_set(input: TokenStream) -> TokenStream {
    let mut tokens = input::tokens(input);
    let core: TokenStream = tokens.next().into_iter().collect();
    let (declaration, mut errors) = declaration::parse(&mut tokens);
    let items = declaration.map(|declaration| expand(core, declaration, &mut errors));
    let errors = errors.iter().map(Error::to_item);
    quote!(#items #(#errors)*)
}

fn expand(core: TokenStream, declaration: Declaration, errors: &mut Vec<Error>) -> TokenStream {
    let mut names = Names::default();
    for entry in &declaration.entries {
        names.add(entry, errors);
    }
    for diagnostic in names.vocabulary.check() {
        names.report(&diagnostic, errors);
    }
    let is_complete = !declaration.has_unreadable_entries && !names.has_unreadable_files;
    let check = check_module(&declaration);
    let home = declaration::home_in_macro(&declaration);
    let lookup = declaration.lookup.map(|item| lookup(item, &declaration.set, errors));
    let alias = declaration.alias.unwrap_or_else(|| {
        let name = format_ident!("{}Atom", declaration.set.name);
        Item::new(name, declaration.set.visibility.clone())
    });
    let set = emit::Declaration { core, home, set: declaration.set, alias, lookup, is_complete };
    let items = emit::emit(&set, &Plan::new(names.vocabulary.names()));
    let tracked = names.files.iter().map(|file| {
        quote!(
            const _: &[u8] = ::core::include_bytes!(#file);
        )
    });
    quote!(#items #check #(#tracked)*)
}

fn lookup(item: Item, set: &Item, errors: &mut Vec<Error>) -> Lookup {
    let is_public = |item: &Item| item.visibility.to_string() == "pub";
    if !is_public(&item) {
        return Lookup { item, scope: MacroScope::Local };
    }
    if !is_public(set) {
        let message = format!(
            "a public macro needs a public set; write `pub struct {}`, or `macro {}` without `pub`",
            set.name, item.name
        );
        errors.push(Error::new(item.name.span(), message));
    }
    Lookup { item, scope: MacroScope::Module }
}

/// Reports a set that is not in the module it says: only rustc knows where a declaration stands.
fn check_module(declaration: &Declaration) -> TokenStream {
    let name = &declaration.set.name;
    let span = name.span();
    let home = respan(declaration.home.clone(), span);
    quote_spanned! {span=>
        #[allow(unused_qualifications, reason = "the path is what is checked")]
        const _: fn(#name) -> #home::#name = |set| set;
    }
}

fn respan(tokens: TokenStream, span: Span) -> TokenStream {
    let respanned = tokens.into_iter().map(|mut token| {
        token.set_span(span);
        token
    });
    respanned.collect()
}

/// The names of a declaration, collected from its entries and files.
#[derive(Debug, Default)]
struct Names {
    vocabulary: Vocabulary,
    /// The spans that `Place::Input` counts.
    spans: Vec<Span>,
    /// For each vocabulary file that was read, its path as the user wrote it and the span of that.
    includes: Vec<(String, Span)>,
    /// The absolute paths of these files, for cargo to watch.
    files: Vec<String>,
    has_unreadable_files: bool,
}

impl Names {
    fn add(&mut self, entry: &Entry, errors: &mut Vec<Error>) {
        match entry {
            Entry::Name { text, span, alias } => {
                let place = Place::Input(self.spans.len());
                let alias = alias.as_ref().map(identifier_text);
                self.vocabulary.push(Name { text: text.clone(), alias, place });
                self.spans.push(*span);
            }
            Entry::Include { file, span } => match read(file) {
                Ok((path, text)) => {
                    self.includes.push((file.clone(), *span));
                    self.files.push(path);
                    for diagnostic in self.vocabulary.extend_from_text(file, &text) {
                        self.has_unreadable_files = true;
                        self.report(&diagnostic, errors);
                    }
                }
                Err(reason) => {
                    self.has_unreadable_files = true;
                    let message = format!(
                        "cannot read the vocabulary file {file:?}: {reason}; its path is relative to the folder of Cargo.toml"
                    );
                    errors.push(Error::new(*span, message));
                }
            },
        }
    }

    /// Turns an error of the generator into one on each of its places.
    fn report(&self, diagnostic: &Diagnostic, errors: &mut Vec<Error>) {
        let message = self.located(&diagnostic.place, &diagnostic.message);
        let Some((place, related)) = &diagnostic.related else {
            errors.push(Error::new(self.span(&diagnostic.place), message));
            return;
        };
        let related = self.located(place, related);
        if matches!((&diagnostic.place, place), (Place::Line { .. }, Place::Line { .. })) {
            // Spans of include lines say less than the lines of the files: one error tells both.
            errors.push(Error::new(self.span(&diagnostic.place), format!("{message}\n{related}")));
            return;
        }
        errors.push(Error::new(self.span(&diagnostic.place), message));
        errors.push(Error::new(self.span(place), related));
    }

    fn located(&self, place: &Place, message: &str) -> String {
        match place {
            Place::Line { file, line } => format!("{file}:{line}: {message}"),
            _ => message.to_owned(),
        }
    }

    fn span(&self, place: &Place) -> Span {
        match place {
            Place::Input(position) => self.spans[*position],
            Place::Line { file, .. } => {
                let include = self.includes.iter().find(|(include, _)| **include == **file);
                include.map_or_else(Span::call_site, |(_, span)| *span)
            }
            _ => Span::call_site(),
        }
    }
}

fn identifier_text(identifier: &Ident) -> String {
    let text = identifier.to_string();
    text.strip_prefix("r#").map_or_else(|| text.clone(), str::to_owned)
}

/// Returns the absolute path and the text of a vocabulary file.
fn read(file: &str) -> Result<(String, String), String> {
    let folder = env::var_os("CARGO_MANIFEST_DIR").map_or_else(PathBuf::new, PathBuf::from);
    let path = folder.join(Path::new(file));
    let text = fs::read_to_string(&path).map_err(|error| error.kind().to_string())?;
    let path = path.to_str().ok_or("its path is not valid Unicode")?;
    Ok((path.to_owned(), text))
}

#[cfg(test)]
mod tests;
