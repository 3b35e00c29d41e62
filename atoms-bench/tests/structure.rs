//! A page and its renamed form parse to the same tree, but for the names in the body.

#![allow(clippy::std_instead_of_core, reason = "a program for hosts; nothing of it can run without std")]

use atoms_bench::pages::rename::rename;
use atoms_bench::pages::{Source, docs};
use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use std::cell::RefCell;

const SUFFIX: &str = "-custom";

fn parse(page: &str) -> RcDom {
    parse_document(RcDom::default(), ParseOpts::default()).one(page)
}

/// Writes a tree one node a line; names lose the suffix, text is whole.
fn lines(node: &Handle, depth: usize, out: &mut Vec<String>) {
    let plain = |name: &str| {
        let name = name.strip_suffix(SUFFIX).unwrap_or(name);
        // Inside svg the parser knows some attributes by prefix and local name.
        let name =
            ["xlink:", "xmlns:", "xml:"].iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name);
        name.to_ascii_lowercase()
    };
    match &node.data {
        NodeData::Element { name, attrs, .. } => {
            let attributes: Vec<_> = RefCell::borrow(attrs)
                .iter()
                .map(|attr| format!(" {}={:?}", plain(&attr.name.local), &*attr.value))
                .collect();
            out.push(format!("{depth} <{}{}>", plain(&name.local), attributes.concat()));
        }
        NodeData::Text { contents } => out.push(format!("{depth} {:?}", &**contents.borrow())),
        NodeData::Comment { contents } => out.push(format!("{depth} <!--{contents}-->")),
        _ => {}
    }
    for child in children(node) {
        lines(&child, depth + 1, out);
    }
}

/// Returns the children of a node; the parser keeps those of a `template` in a document of its own.
fn children(node: &Handle) -> Vec<Handle> {
    let mut children = node.children.borrow().clone();
    if let NodeData::Element { template_contents, .. } = &node.data {
        for contents in RefCell::borrow(template_contents).iter() {
            children.extend(contents.children.borrow().iter().cloned());
        }
    }
    children
}

fn check(page: &str) {
    let renamed = rename(page, &mut |name| name.push_str(SUFFIX));
    let (mut one, mut other) = (Vec::new(), Vec::new());
    lines(&parse(page).document, 0, &mut one);
    lines(&parse(&renamed).document, 0, &mut other);
    let context: Vec<_> = (0..one.len()).map(|end| &one[end.saturating_sub(6)..end]).collect();
    for (line_idx, (before, (one, other))) in context.iter().zip(one.iter().zip(&other)).enumerate() {
        assert_eq!(one, other, "node {line_idx} of {page:.200}, after {before:?}");
    }
    assert_eq!(one.len(), other.len());
    let names = count_names(&parse(&renamed).document, false);
    assert_eq!(names.1, 0, "every name in the body has the suffix: {page:.200}");
    assert_ne!(names.0, 0);
}

/// Counts the names below `body` with and without the suffix.
fn count_names(node: &Handle, is_in_body: bool) -> (usize, usize) {
    let mut counts = (0, 0);
    let mut is_below = is_in_body;
    if let NodeData::Element { name, attrs, .. } = &node.data {
        if is_in_body {
            let attrs = RefCell::borrow(attrs);
            for name in std::iter::once(&name.local).chain(attrs.iter().map(|attr| &attr.name.local)) {
                match name.ends_with(SUFFIX) {
                    true => counts.0 += 1,
                    false => counts.1 += 1,
                }
            }
        }
        is_below |= &*name.local == "body";
    }
    for child in children(node) {
        let (with, without) = count_names(&child, is_below);
        counts = (counts.0 + with, counts.1 + without);
    }
    counts
}

#[test]
fn made_up_pages_keep_their_structure() {
    Source::generated(200_000, "it is a test").pages.iter().for_each(|page| check(page));
}

#[test]
fn left_out_end_tags_keep_their_structure() {
    check(
        "<!DOCTYPE html><html><head></head><body><ul><li>a<li>b<p>c<p>d</ul><dl><dt>e<dd>f<dt>g</dl>\
         <p>h<table><thead><tr><th>i<th>j<tbody><tr><td>k<td>l<tr><td>m</table><select><option>n<option>o</select>\
         <pre>\n\nq</pre><textarea>\n<r></textarea><script>s<!--t</script><noscript><u></noscript></body></html>",
    );
}

#[test]
fn pages_of_the_documentation_keep_their_structure() {
    // Where the component is absent, the made-up pages above are what the workload parses.
    if let Some(folder) = docs::folder() {
        let pages = docs::collect(&folder, 1_000_000).expect("the documentation can be read");
        pages.iter().for_each(|page| check(page));
    }
}
