//! Gives every tag and attribute in the body of a page another name, so that no vocabulary knows it.
//!
//! A module of its own because keeping the structure takes care: a renamed element is an unknown one for the parser,
//! so what the old name implied (no content, raw text, an end tag left out) must be written out.
//! The head and the body tag stay as they are, since a page without them gets them from the parser.

use super::scan::{self, Tag, Text, TextKind, Token};

/// Elements that have no content and no end tag.
const VOID: [&str; 13] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"];

/// Elements whose start tag ends an open `p`.
const ENDS_P: [&str; 34] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "center",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dd",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "ul",
];

/// Elements that end when a sibling of the second kind starts.
const ENDED_BY: [(&str, &[&str]); 9] = [
    ("p", &ENDS_P),
    ("li", &["li"]),
    ("dt", &["dt", "dd"]),
    ("dd", &["dt", "dd"]),
    ("option", &["option", "optgroup"]),
    ("td", &["td", "th", "tr", "tbody", "tfoot"]),
    ("th", &["td", "th", "tr", "tbody", "tfoot"]),
    ("tr", &["tr", "tbody", "tfoot"]),
    ("thead", &["tbody", "tfoot"]),
];

/// Returns `page` with the name of every tag and attribute inside `body` extended by `suffix`.
///
/// Start and end tag of an element agree; apart from that `suffix` is called once per name, in page order.
/// A page without a body tag comes back unchanged.
pub fn rename(page: &str, suffix: &mut impl FnMut(&mut String)) -> String {
    let mut renamer = Renamer { out: String::with_capacity(page.len() * 3 / 2), open: Vec::new(), suffix };
    let mut is_in_body = false;
    scan::each(page, |token| match &token {
        _ if is_in_body => renamer.token(&token),
        Token::Start(tag) if tag.name.eq_ignore_ascii_case("body") => {
            renamer.out.push_str(&page[..tag.end]);
            is_in_body = true;
        }
        _ => {}
    });
    if is_in_body { renamer.out } else { page.to_owned() }
}

struct Renamer<'s, F> {
    out: String,
    /// The open elements: old name and new name.
    open: Vec<(String, String)>,
    suffix: &'s mut F,
}

impl<F: FnMut(&mut String)> Renamer<'_, F> {
    fn token(&mut self, token: &Token<'_>) {
        match token {
            Token::Start(tag) => self.start(tag),
            Token::End(name) => self.end(&name.to_ascii_lowercase()),
            Token::Text(text) => self.text(*text),
            Token::Other(text) => self.out.push_str(text),
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        let name = tag.name.to_ascii_lowercase();
        if tag.foreign_depth == 0 {
            self.end_implied(&name);
        }
        let new_name = self.renamed(&name);
        self.out.push('<');
        self.out.push_str(&new_name);
        let mut seen: Vec<String> = Vec::with_capacity(tag.attributes.len());
        for attribute in &tag.attributes {
            let old = attribute.name.to_ascii_lowercase();
            // The parser drops all but the first of equal names, which would differ once renamed.
            if seen.contains(&old) {
                continue;
            }
            self.out.push(' ');
            let new = self.renamed(&old);
            self.out.push_str(&new);
            if !attribute.value.is_empty() {
                self.out.push('=');
                self.out.push_str(attribute.value);
            }
            seen.push(old);
        }
        self.out.push('>');
        let is_foreign = tag.foreign_depth != 0 || matches!(&*name, "svg" | "math");
        let is_empty = if is_foreign { tag.is_self_closing } else { VOID.contains(&&*name) };
        if is_empty {
            self.close_tag(&new_name);
        } else {
            self.open.push((name, new_name));
        }
    }

    /// Closes what the start tag of `name` ends without saying so.
    fn end_implied(&mut self, name: &str) {
        while let Some((top, _)) = self.open.last() {
            let is_ended = ENDED_BY.iter().any(|(open, by)| open == top && by.contains(&name));
            if !is_ended {
                return;
            }
            let (_, new_name) = self.open.pop().expect("the loop saw a last element");
            self.close_tag(&new_name);
        }
    }

    fn end(&mut self, name: &str) {
        if matches!(name, "body" | "html") {
            while let Some((_, new_name)) = self.open.pop() {
                self.close_tag(&new_name);
            }
            self.close_tag(name);
            return;
        }
        // An end tag without its start tag is left out: the parser ignores it too.
        let Some(open_idx) = self.open.iter().rposition(|(old, _)| old == name) else { return };
        for (_, new_name) in self.open.split_off(open_idx).iter().rev() {
            self.close_tag(new_name);
        }
    }

    fn text(&mut self, text: Text<'_>) {
        let is_first = self.out.ends_with('>');
        let drops_newline =
            self.open.last().is_some_and(|(top, _)| matches!(&**top, "pre" | "textarea" | "listing"));
        let content = match text.text.strip_prefix('\n') {
            // The parser drops a newline that directly follows these start tags.
            Some(rest) if is_first && drops_newline => rest,
            _ => text.text,
        };
        match text.kind {
            TextKind::Normal => self.out.push_str(content),
            TextKind::Rcdata => self.out.push_str(&content.replace('<', "&lt;")),
            TextKind::Raw => self.out.push_str(&content.replace('&', "&amp;").replace('<', "&lt;")),
        }
    }

    fn renamed(&mut self, name: &str) -> String {
        let mut renamed = name.to_owned();
        (self.suffix)(&mut renamed);
        renamed
    }

    fn close_tag(&mut self, name: &str) {
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
    }
}

#[cfg(test)]
mod tests;
