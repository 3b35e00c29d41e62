//! A name that is not in the set is an error of rustc on the literal, with the nearest name proposed.
//!
//! Not in tests/ui: the rest of the message is rustc's, and differs between its versions.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

const MANIFEST: &str = r#"[package]
name = "unknown-name"
edition = "2024"
[dependencies]
atoms-core = { path = "@CORE@" }
[workspace]
"#;

const SOURCE: &str = r#"atoms_core::atom_set! {
    struct Markup;
    macro atom;
    "blockquote", "div", "data-row" = data_row,
}

pub fn literal() -> bool {
    let _ = atom!("blokquote");
    matches!(MarkupAtom::new("p"), atom!(dvi))
}

pub fn an_alias_is_no_text() {
    let _ = (atom!(data_row), atom!("data_row"));
}
"#;

#[test]
fn a_name_that_is_not_in_the_set_is_an_error_on_the_literal_with_a_proposal() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unknown-name");
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("../atoms-core");
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::write(folder.join("Cargo.toml"), MANIFEST.replace("@CORE@", core.to_str().unwrap())).unwrap();
    fs::write(folder.join("src/lib.rs"), SOURCE).unwrap();
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    // The versions that the workspace built, so that nothing has to be fetched.
    let _ = fs::copy(lock, folder.join("Cargo.lock"));
    let output = Command::new(env!("CARGO"))
        .args(["check", "--quiet", "--offline", "--color", "never", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    let errors: Vec<&str> = text.split("error[E0599]").skip(1).collect();
    for (name, place, proposal) in [
        ("`blokquote`", "src/lib.rs:8:19", Some("`blockquote`")),
        ("`dvi`", "src/lib.rs:9:42", Some("`div`")),
        ("`data_row`", "src/lib.rs:13:37", None),
    ] {
        let error = errors.iter().find(|error| error.contains(name) && error.contains(place));
        let error = error.unwrap_or_else(|| panic!("no error for {name} at {place} in\n{text}"));
        assert!(proposal.is_none_or(|proposal| error.contains(proposal)), "no {proposal:?} in\n{error}");
    }
    assert_eq!(errors.len(), 3, "{text}");
}
