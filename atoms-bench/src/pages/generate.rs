//! Makes up pages that look like documentation and shop pages, for machines without the real ones.
//!
//! A module of its own so that the real pages and these can be compared. The mix of elements and attributes follows
//! what the Rust documentation holds: navigation, headings, paragraphs with links and code, tables, lists, forms, svg.

use crate::rng::Rng;
use std::fmt::Write as _;

const WORDS: [&str; 32] = [
    "the", "value", "of", "a", "buffer", "is", "read", "when", "every", "thread", "has", "left", "its",
    "section", "and", "no", "other", "holder", "keeps", "it", "alive", "see", "also", "memory", "order",
    "for", "details", "on", "what", "callers", "may", "assume",
];

const CLASSES: [&str; 12] = [
    "content",
    "sidebar",
    "item-name",
    "docblock",
    "code-header",
    "method",
    "block",
    "nav-link",
    "toggle",
    "row",
    "col-6",
    "example-wrap",
];

/// Makes pages until they hold `n_bytes`.
pub fn pages(n_bytes: usize) -> Vec<String> {
    let mut rng = Rng::new(0x9a6e5);
    let mut pages: Vec<String> = Vec::new();
    let mut n_made = 0;
    while n_made < n_bytes {
        let page = page(&mut rng, pages.len());
        n_made += page.len();
        pages.push(page);
    }
    pages
}

fn page(rng: &mut Rng, page_idx: usize) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Page {page_idx} &amp; more</title>\
         <link rel=\"stylesheet\" href=\"site.css\"><script>if (1 < 2) {{ document.title += \"\"; }}</script></head>\n\
         <body class=\"page\" data-page=\"{page_idx}\">\n<nav class=\"sidebar\" role=\"navigation\"><ul>"
    );
    for entry in 0..20 + rng.below(20) {
        let words = words(rng, 2);
        add(
            &mut out,
            format_args!("<li><a class=\"nav-link\" href=\"#s{entry}\" title=\"{words}\">{words}</a></li>"),
        );
    }
    out.push_str("</ul></nav>\n<main id=\"main-content\">\n");
    for section in 0..12 + rng.below(12) {
        let (class, title) = (*rng.pick(&CLASSES), words(rng, 4));
        add(&mut out, format_args!("<section id=\"s{section}\" class=\"{class}\"><h2>{title}</h2>\n"));
        for _ in 0..2 + rng.below(4) {
            match rng.below(8) {
                0 => table(&mut out, rng),
                1 => list(&mut out, rng),
                2 => code(&mut out, rng),
                3 => form(&mut out, rng),
                4 => picture(&mut out, rng),
                _ => paragraph(&mut out, rng),
            }
        }
        out.push_str("</section>\n");
    }
    out.push_str(
        "</main>\n<script>for (let i = 0; i < 3 && i > -1; i++) { f(\"<b>\"); }</script>\n</body></html>\n",
    );
    out
}

fn paragraph(out: &mut String, rng: &mut Rng) {
    let (start, link, code, end) = (words(rng, 12), words(rng, 2), rng.name(9), words(rng, 20));
    let class = *rng.pick(&CLASSES);
    add(
        out,
        format_args!(
            "<p class=\"{class}\">{start} <a href=\"../{code}/index.html\" title='{link}'>{link}</a> \
             <code>{code}&lt;T&gt;</code>, <em>{end}</em>.<br>\n{end}</p>\n"
        ),
    );
}

fn table(out: &mut String, rng: &mut Rng) {
    out.push_str("<div class=\"table-wrapper\"><table><thead><tr><th scope=\"col\">name</th><th>value</th></tr></thead><tbody>");
    for _ in 0..4 + rng.below(12) {
        let (name, value) = (rng.name(7), words(rng, 5));
        add(
            out,
            format_args!("<tr><td><code>{name}</code></td><td class=\"num\" colspan=1>{value}</td></tr>"),
        );
    }
    out.push_str("</tbody></table></div>\n");
}

fn list(out: &mut String, rng: &mut Rng) {
    out.push_str("<dl class=\"item-table\">");
    for _ in 0..4 + rng.below(10) {
        let (name, text) = (rng.name(10), words(rng, 8));
        add(
            out,
            format_args!(
                "<dt><a class=\"struct\" href=\"{name}.html\" title=\"{name}\">{name}</a></dt><dd>{text}</dd>"
            ),
        );
    }
    out.push_str("</dl>\n");
}

fn code(out: &mut String, rng: &mut Rng) {
    out.push_str("<div class=\"example-wrap\"><pre class=\"rust rust-example-rendered\">\n<code>");
    for line in 0..4 + rng.below(10) {
        let (name, text) = (rng.name(6), words(rng, 3));
        add(
            out,
            format_args!(
                "<span class=\"line\" data-nosnippet id={line}><span class=\"kw\">let </span>{name} = \
                 <span class=\"string\">\"{text}\"</span>;</span>\n"
            ),
        );
    }
    out.push_str("</code></pre></div>\n");
}

fn form(out: &mut String, rng: &mut Rng) {
    let name = rng.name(8);
    add(
        out,
        format_args!(
            "<form action=\"/find\" method=\"get\"><label for=\"{name}\">find</label><input type=\"search\" id=\"{name}\" \
             name=\"{name}\" autocomplete=\"off\" disabled><select name=\"in\"><option value=\"1\" selected>all</option>\
             <option value=\"2\">some</option></select><textarea rows=2>\na < b</textarea>\
             <button type=\"submit\" aria-label=\"find\">go</button></form>\n"
        ),
    );
}

fn picture(out: &mut String, rng: &mut Rng) {
    let (x, y, text) = (rng.below(500), rng.below(500), words(rng, 6));
    add(
        out,
        format_args!(
            "<figure><svg viewBox=\"0 0 {x} {y}\" width=\"{x}\" role=\"img\"><path d=\"M{x} {y}L0 0\"/><circle r=\"{y}\"/>\
             <title>{text}</title></svg><img src=\"{x}.png\" alt=\"{text}\" loading=\"lazy\"><figcaption>{text}\
             </figcaption></figure>\n<hr>\n"
        ),
    );
}

fn words(rng: &mut Rng, n_words: usize) -> String {
    (0..n_words).map(|_| *rng.pick(&WORDS)).collect::<Vec<_>>().join(" ")
}

fn add(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a String takes every text");
}

#[cfg(test)]
mod tests;
