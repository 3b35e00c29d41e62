//! Tests of `tidy::manifests`.

use super::super::tests::{file, shown};
use super::{check, entries, members};
use crate::workspace::SourceFile;

const ROOT: &str = "[workspace]\nmembers = [\n    \"atoms-core\",\n    \"atoms-core/compat/string_cache\",\n]\n\n\
                    [workspace.package]\nversion = \"0.1.0\"\n\n[workspace.dependencies]\n\
                    atoms-macros = { version = \"=0.1.0\", path = \"atoms-macros\" }\nquote = \"1\"\n";
const CORE: &str = "[package]\nname = \"atoms-core\"\nversion.workspace = true\n\n[dependencies]\natoms-macros.workspace = true\n";
const COMPAT: &str =
    "[package]\nversion = \"0.11.99\"\n\n[dependencies]\natoms-core = { workspace = true }\n";

fn workspace(root: &str, core: &str, compat: &str, changelog: &str) -> Vec<SourceFile> {
    vec![
        file("Cargo.toml", root),
        file("atoms-core/Cargo.toml", core),
        file("atoms-core/compat/string_cache/Cargo.toml", compat),
        file("CHANGELOG.md", changelog),
    ]
}

#[test]
fn a_good_workspace_passes() {
    assert_eq!(
        check(&workspace(ROOT, CORE, COMPAT, "# Changelog\n\n## 0.1.0 (unreleased)\n"), &|_| true),
        []
    );
}

#[test]
fn the_changelog_names_the_version_or_calls_it_unreleased() {
    let n_problems = |changelog| check(&workspace(ROOT, CORE, COMPAT, changelog), &|_| true).len();
    assert_eq!(n_problems("## [0.1.0] - 2026-12-01\n"), 0);
    assert_eq!(n_problems("## Unreleased\n"), 0);
    assert_eq!(n_problems("## [Unreleased]\n\n## 0.1.0\n"), 0);
    assert_eq!(n_problems("## 0.1.01\n"), 1);
    assert_eq!(n_problems("# Changelog\n"), 1);
}

#[test]
fn missing_files_are_problems() {
    let problems = check(&workspace(ROOT, CORE, COMPAT, "## 0.1.0\n"), &|path| path != "LICENSE-MIT");
    assert_eq!(shown(&problems), ["LICENSE-MIT: the file is missing: write it"]);
}

#[test]
fn versions_out_of_step_are_problems() {
    let root = ROOT.replace("\"=0.1.0\"", "\"0.1\"");
    let core = CORE.replace("version.workspace = true", "version = \"0.2.0\"");
    let compat = COMPAT.replace("0.11.99", "0.12.0");
    assert_eq!(
        shown(&check(&workspace(&root, &core, &compat, "## 0.1.0\n## 0.1.0\n"), &|_| true)),
        [
            "Cargo.toml:11: `atoms-macros` is not at the version of the workspace: write `version = \"=0.1.0\"`",
            "atoms-core/Cargo.toml: the version is not the workspace's: write `version.workspace = true`",
            "atoms-core/compat/string_cache/Cargo.toml: the version is not the workspace's: write \
             `version.workspace = true`",
            "CHANGELOG.md: 2 sections for version 0.1.0: write one, `## 0.1.0` or `## Unreleased`",
        ]
    );
}

#[test]
fn a_dependency_against_the_plan_is_a_problem() {
    let core = CORE.replace("atoms-macros.workspace", "atoms-codegen.workspace");
    assert_eq!(
        shown(&check(&workspace(ROOT, &core, COMPAT, "## 0.1.0\n"), &|_| true)),
        ["atoms-core/Cargo.toml:6: `atoms-core` may not depend on `atoms-codegen`: see docs/ARCHITECTURE.md"]
    );
}

#[test]
fn entries_belong_to_their_section() {
    let text = "[a]\n# x = 1\nx = 2\n[b]\ny.z = \"3\"\n";
    assert_eq!(entries(text, "a"), [(2, "x", "2")]);
    assert_eq!(entries(text, "b"), [(4, "y.z", "\"3\"")]);
    assert_eq!(members(ROOT), ["atoms-core", "atoms-core/compat/string_cache"]);
}
