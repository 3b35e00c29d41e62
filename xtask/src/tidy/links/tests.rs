//! Tests of `tidy::links`.

use super::super::tests::{file, shown};
use super::{check, resolve, targets};

#[test]
fn targets_are_found_outside_of_code() {
    assert_eq!(targets("see [a](b.md) and [c](<d.md>), `[x](y)`"), ["b.md", "d.md"]);
    assert_eq!(targets("[a](b.md \"title\")"), ["b.md"]);
    assert_eq!(targets("[label]: docs/a.md"), ["docs/a.md"]);
    assert_eq!(targets("[^1]: a footnote"), [""; 0]);
    assert_eq!(targets("f(x)"), [""; 0]);
}

#[test]
fn links_are_relative_to_their_file() {
    assert_eq!(resolve("docs/A.md", "B.md").as_deref(), Some("docs/B.md"));
    assert_eq!(resolve("docs/A.md", "../README.md").as_deref(), Some("README.md"));
    assert_eq!(resolve("docs/A.md", "/README.md").as_deref(), Some("README.md"));
    assert_eq!(resolve("README.md", "../x.md"), None);
}

#[test]
fn a_link_that_leads_nowhere_is_a_problem() {
    let text = "[a](B.md)\n[b](../README.md#top)\n[c](https://example.com/x)\n[d](#here)\n[e](../../x)\n\
                ```\n[f](missing.md)\n```\n";
    let problems = check(&file("docs/A.md", text), &|path| path == "README.md");
    assert_eq!(
        shown(&problems),
        [
            "docs/A.md:1: the link leads to docs/B.md, which does not exist: correct or remove it",
            "docs/A.md:5: the link ../../x leads out of the repository: use a path inside it",
        ]
    );
    assert_eq!(check(&file("a.rs", "[a](B.md)\n"), &|_| false), []);
}
