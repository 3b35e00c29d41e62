//! Where things are: the workspace, its target directory, and the text files in it.
//!
//! Separate so that no command depends on the directory it was called from.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// A text file of the workspace.
#[derive(Debug)]
pub(crate) struct SourceFile {
    /// The path below the workspace, with forward slashes.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// The endings of files that count as text.
const TEXT_ENDINGS: [&str; 8] = [".rs", ".md", ".toml", ".txt", ".sh", ".yml", ".yaml", ".ci/run"];

/// Returns the root of the workspace.
///
/// Cargo says where xtask lies when it runs it; a binary started by hand knows where it was built.
pub(crate) fn root() -> PathBuf {
    let xtask = env::var_os("CARGO_MANIFEST_DIR")
        .map(PathBuf::from)
        .filter(|dir| dir.ends_with("xtask"))
        .unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    match xtask.parent() {
        Some(root) => root.to_path_buf(),
        None => xtask,
    }
}

/// Returns the directory that cargo builds into.
pub(crate) fn target_dir() -> PathBuf {
    match env::var_os("CARGO_TARGET_DIR") {
        Some(dir) => root().join(dir),
        None => root().join("target"),
    }
}

/// Reads all text files of the workspace, sorted by path; build output and hidden state are left out.
pub(crate) fn text_files() -> Result<Vec<SourceFile>> {
    let root = root();
    let mut files = Vec::new();
    collect(&root, &root, &mut files)?;
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn collect(root: &Path, dir: &Path, files: &mut Vec<SourceFile>) -> Result<()> {
    let entries = fs::read_dir(dir).with_context(|| format!("cannot list {}", dir.display()))?;
    for entry in entries {
        let entry = entry.with_context(|| format!("cannot list {}", dir.display()))?;
        let path = entry.path();
        let kind = entry.file_type().with_context(|| format!("cannot inspect {}", path.display()))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if kind.is_dir() {
            if !is_left_out(&name) {
                collect(root, &path, files)?;
            }
        } else if kind.is_file() {
            let relative = relative(root, &path);
            if TEXT_ENDINGS.iter().any(|ending| relative.ends_with(ending)) {
                let bytes = fs::read(&path).with_context(|| format!("cannot read {relative}"))?;
                let text = String::from_utf8_lossy(&bytes).into_owned();
                files.push(SourceFile { path: relative, text });
            }
        }
    }
    Ok(())
}

fn is_left_out(dir: &str) -> bool {
    dir == "target" || dir.starts_with("target-") || dir == ".git"
}

/// Returns the path below the root, with forward slashes.
pub(crate) fn relative(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).unwrap_or(path);
    below.to_string_lossy().replace('\\', "/")
}
