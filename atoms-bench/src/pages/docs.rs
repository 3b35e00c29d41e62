//! Picks real pages: the HTML documentation that rustup installs with the toolchain.
//!
//! A module of its own because it alone reads the machine. Which pages are taken depends on the paths in the
//! documentation only, so two machines with one toolchain parse the same bytes.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

/// The books and crates that pages are taken from: prose, tables, code listings, reference pages.
const PARTS: [&str; 6] = ["book", "cargo", "nomicon", "reference", "rust-by-example", "std"];

/// Smaller pages are redirects, larger ones would be most of a set.
const N_BYTES: std::ops::Range<usize> = 6_000..250_000;

/// Returns the folder of the toolchain's documentation, when it is installed.
pub fn folder() -> Option<PathBuf> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "sysroot"]).output().ok()?;
    let sysroot = String::from_utf8(output.stdout).ok()?;
    let folder = Path::new(sysroot.trim_end()).join("share/doc/rust/html");
    folder.is_dir().then_some(folder)
}

/// Takes pages under `folder` until they hold `n_bytes`, spread evenly over its parts.
///
/// # Errors
/// What the file system reports, or that there are fewer bytes of pages than that.
pub fn collect(folder: &Path, n_bytes: usize) -> io::Result<Vec<String>> {
    let mut paths = Vec::new();
    for part in PARTS {
        let mut of_part = Vec::new();
        list(&folder.join(part), &mut of_part)?;
        // The hash decides the order within a part, so that neighbours (often alike) do not come together.
        of_part.sort_by_key(|path| (hash(relative(path, folder).as_bytes()), path.clone()));
        paths.push(of_part.into_iter());
    }
    let mut pages = Vec::new();
    let mut n_taken = 0;
    while n_taken < n_bytes {
        let mut is_exhausted = true;
        for of_part in &mut paths {
            for path in of_part.by_ref() {
                is_exhausted = false;
                let page = fs::read_to_string(&path)?;
                if is_usable(&page) {
                    n_taken += page.len();
                    pages.push(page);
                    break;
                }
            }
            if n_bytes <= n_taken {
                break;
            }
        }
        if is_exhausted {
            let text = format!("it holds {n_taken} bytes of pages, not {n_bytes}");
            return Err(io::Error::new(io::ErrorKind::NotFound, text));
        }
    }
    Ok(pages)
}

fn list(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            list(&path, paths)?;
        } else if path.extension().is_some_and(|extension| extension == "html") {
            paths.push(path);
        }
    }
    Ok(())
}

fn is_usable(page: &str) -> bool {
    N_BYTES.contains(&page.len()) && page.contains("<body") && !page.contains(super::MARKER)
}

/// Returns the path below `folder` with `/` between its parts on every system.
fn relative(path: &Path, folder: &Path) -> String {
    let below = path.strip_prefix(folder).unwrap_or(path);
    below.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// FNV-1a: fixed for ever, unlike the hashes of the standard library.
pub fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
