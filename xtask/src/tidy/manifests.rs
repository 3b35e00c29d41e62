//! What the manifests must agree on: one version, and who depends on whom.
//!
//! Separate because it reads TOML. It reads only the lines it needs, so that xtask builds without a parser.

use super::{Problem, SourceFile, find};

const WORKSPACE: &str = "Cargo.toml";
const CHANGELOG: &str = "CHANGELOG.md";

/// Files that a release cannot do without.
const REQUIRED: [&str; 4] = ["README.md", CHANGELOG, "LICENSE-MIT", "LICENSE-APACHE"];

/// Crates of this workspace, and those of its crates that each may depend on.
const EDGES: [(&str, &[&str]); 6] = [
    ("atoms-codegen", &[]),
    ("atoms-macros", &["atoms-codegen"]),
    ("atoms-core", &["atoms-macros"]),
    ("atoms-core/compat/string_cache", &["atoms-core", "atoms-macros"]),
    ("atoms-codegen/compat/string_cache_codegen", &["atoms-codegen"]),
    ("xtask", &["atoms-codegen"]),
];

/// Checks versions, dependencies and required files.
pub(super) fn check(files: &[SourceFile], exists: &dyn Fn(&str) -> bool) -> Vec<Problem> {
    let mut problems: Vec<Problem> = REQUIRED
        .iter()
        .filter(|path| !exists(path))
        .map(|path| Problem::of(path, "the file is missing: write it"))
        .collect();
    let Some(workspace) = find(files, WORKSPACE) else {
        problems.push(Problem::of(WORKSPACE, "the file is missing: restore it"));
        return problems;
    };
    let Some(version) = value(workspace, "workspace.package", "version") else {
        problems.push(Problem::of(WORKSPACE, "`version` is missing in [workspace.package]: set it"));
        return problems;
    };
    check_shared_dependencies(workspace, version, &mut problems);
    for member in members(&workspace.text) {
        match find(files, &format!("{member}/Cargo.toml")) {
            Some(manifest) => check_member(member, manifest, &mut problems),
            None => {
                let message =
                    format!("member `{member}` has no Cargo.toml: restore it, or remove the member");
                problems.push(Problem::of(WORKSPACE, message));
            }
        }
    }
    if let Some(changelog) = find(files, CHANGELOG) {
        check_changelog(changelog, version, &mut problems);
    }
    problems
}

/// Crates of the workspace depend on exactly the version that stands beside them.
fn check_shared_dependencies(workspace: &SourceFile, version: &str, problems: &mut Vec<Problem>) {
    for (line_idx, key, value) in entries(&workspace.text, "workspace.dependencies") {
        if key.starts_with("atoms-") && !value.contains(&format!("version = \"={version}\"")) {
            let message =
                format!("`{key}` is not at the version of the workspace: write `version = \"={version}\"`");
            problems.push(Problem::at(workspace, line_idx, message));
        }
    }
}

fn check_member(member: &str, manifest: &SourceFile, problems: &mut Vec<Problem>) {
    let is_shared = value(manifest, "package", "version.workspace") == Some("true");
    // The compat crates carry the version of what they stand for.
    let is_compat = member.contains("/compat/")
        && value(manifest, "package", "version").is_some_and(|version| version.starts_with("0.11."));
    if !is_shared && !is_compat {
        problems.push(Problem::of(
            &manifest.path,
            "the version is not the workspace's: write `version.workspace = true`",
        ));
    }
    let Some((_, allowed)) = EDGES.iter().find(|(name, _)| *name == member) else { return };
    for section in ["dependencies", "build-dependencies"] {
        for (line_idx, key, _) in entries(&manifest.text, section) {
            let name = key.split('.').next().unwrap_or(key);
            let is_ours = name.starts_with("atoms-") || name == "xtask";
            if is_ours && !allowed.contains(&name) {
                let message = format!("`{member}` may not depend on `{name}`: see docs/ARCHITECTURE.md");
                problems.push(Problem::at(manifest, line_idx, message));
            }
        }
    }
}

/// The changelog has one section for the current version, or calls it unreleased.
fn check_changelog(changelog: &SourceFile, version: &str, problems: &mut Vec<Problem>) {
    let count = |wanted: &str| {
        let titles = changelog.text.lines().filter_map(|line| line.strip_prefix("## "));
        let words = |title: &str| {
            let is_end = |c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '-');
            title.split(is_end).any(|word| word.eq_ignore_ascii_case(wanted))
        };
        titles.filter(|title| words(title)).count()
    };
    let n_sections = count(version);
    let is_right = n_sections == 1 || (n_sections == 0 && count("unreleased") == 1);
    if !is_right {
        let message = format!(
            "{n_sections} sections for version {version}: write one, `## {version}` or `## Unreleased`"
        );
        problems.push(Problem::of(CHANGELOG, message));
    }
}

/// Returns the value of a key, without its quotes.
fn value<'a>(manifest: &'a SourceFile, section: &str, key: &str) -> Option<&'a str> {
    let (_, _, value) = entries(&manifest.text, section).into_iter().find(|(_, found, _)| *found == key)?;
    Some(value.trim_matches('"'))
}

/// Returns line, key and value of the one-line entries of a section.
fn entries<'a>(text: &'a str, section: &str) -> Vec<(usize, &'a str, &'a str)> {
    let mut found = Vec::new();
    let mut is_inside = false;
    for (line_idx, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            is_inside = name == section;
        } else if is_inside && !line.starts_with('#') {
            found.extend(line.split_once('=').map(|(key, value)| (line_idx, key.trim(), value.trim())));
        }
    }
    found
}

/// Returns the members of the workspace.
fn members(text: &str) -> Vec<&str> {
    let Some((_, rest)) = text.split_once("members = [") else { return Vec::new() };
    let list = rest.split(']').next().unwrap_or("");
    list.split('"').skip(1).step_by(2).collect()
}

#[cfg(test)]
mod tests;
