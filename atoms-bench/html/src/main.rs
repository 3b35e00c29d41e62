//! Parses pages with html5ever on demand and says how long that took: one source, built over two interners.
//!
//! A server rather than a benchmark, so that atoms-bench can hold several of them and let them take turns:
//! `html/stock` builds it over the string_cache of the registry, `html/ours` over the atoms of this repository.
//! It reads one command a line and answers each with one line; README of the protocol: `atoms-bench/src/html/server.rs`.
//! Invariant: between the two clock readings of a pass there is nothing but html5ever and the drop of its trees.

#[allow(dead_code, reason = "the driver picks the core; this side only pins itself")]
#[path = "../../src/cpu.rs"]
mod cpu;

use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{LocalName, ParseOpts, parse_document, serialize};
use markup5ever_rcdom::{Handle, NodeData, RcDom, SerializableHandle};
use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::Duration;

/// The part of every name of the set `fresh` that a pass replaces by its own number.
const MARKER: &str = "-v000-";

fn main() -> Result<(), Box<dyn Error>> {
    let pinned = match std::env::args().nth(1).map(|core| core.parse::<usize>()) {
        Some(core) => match cpu::pin(core?) {
            Ok(()) => "pinned".to_owned(),
            Err(reason) => format!("not pinned: {reason}"),
        },
        None => "not pinned: no core was asked for".to_owned(),
    };
    let mut out = io::stdout().lock();
    // The type's path tells which crate the atoms come from: an unused `[patch]` is no error in cargo.
    writeln!(out, "hello\t1\t{}\t{pinned}", std::any::type_name::<LocalName>())?;
    out.flush()?;

    let mut sets = BTreeMap::new();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line == "quit" {
            break;
        }
        match answer(&line, &mut sets) {
            Ok(text) => writeln!(out, "{text}")?,
            Err(error) => writeln!(out, "error\t{error}")?,
        }
        out.flush()?;
    }
    Ok(())
}

/// Carries out one command.
fn answer(line: &str, sets: &mut BTreeMap<String, Vec<String>>) -> Result<String, Box<dyn Error>> {
    let mut words = line.splitn(3, '\t');
    let (command, name, rest) = (words.next(), words.next(), words.next());
    let (Some(command), Some(name), Some(rest)) = (command, name, rest) else {
        return Err("a command is three words with a tab between them".into());
    };
    if command == "load" {
        let pages = load(Path::new(rest))?;
        let n_bytes = pages.iter().map(String::len).sum::<usize>();
        let text = format!("loaded\t{}\t{n_bytes}", pages.len());
        sets.insert(name.to_owned(), pages);
        return Ok(text);
    }
    let pages = sets.get(name).ok_or_else(|| format!("no set is called {name}"))?;
    let inputs = inputs(pages, rest.parse()?);
    match command {
        "time" => {
            let (parse, drop) = time(&inputs);
            Ok(format!("time\t{}\t{}", parse.as_nanos(), drop.as_nanos()))
        }
        "tree" => tree(&inputs),
        _ => Err(format!("no command is called {command}; there are load, time, tree, quit").into()),
    }
}

/// Reads the pages of a folder in the order of their names.
fn load(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut paths =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths.iter().map(std::fs::read_to_string).collect::<io::Result<Vec<_>>>()?)
}

/// Makes the buffers that the parser consumes; variant 0 are the pages as they are.
fn inputs(pages: &[String], variant: u32) -> Vec<StrTendril> {
    let own = format!("-v{variant:03}-");
    pages
        .iter()
        .map(|page| match variant {
            0 => StrTendril::from_slice(page),
            _ => StrTendril::from_slice(&page.replace(MARKER, &own)),
        })
        .collect()
}

fn parse(input: &StrTendril) -> RcDom {
    // A clone of a tendril shares its buffer.
    parse_document(RcDom::default(), ParseOpts::default()).one(input.clone())
}

/// Parses all pages and keeps the trees, then drops them: as one long document would.
fn time(inputs: &[StrTendril]) -> (Duration, Duration) {
    let mut trees = Vec::with_capacity(inputs.len());
    let start = cpu::thread_time();
    for input in inputs {
        trees.push(parse(input));
    }
    let parsed = cpu::thread_time();
    drop(trees);
    let dropped = cpu::thread_time();
    (parsed - start, dropped - parsed)
}

/// Describes the trees of all pages: hash and length of what they serialise to, elements, attributes.
fn tree(inputs: &[StrTendril]) -> Result<String, Box<dyn Error>> {
    let mut sum = Fnv { hash: 0xcbf2_9ce4_8422_2325, n_bytes: 0 };
    let (mut n_elements, mut n_attributes) = (0, 0);
    for input in inputs {
        let dom = parse(input);
        count(&dom.document, &mut n_elements, &mut n_attributes);
        serialize(&mut sum, &SerializableHandle::from(dom.document.clone()), Default::default())?;
    }
    Ok(format!("tree\t{:016x}\t{}\t{n_elements}\t{n_attributes}", sum.hash, sum.n_bytes))
}

fn count(node: &Handle, n_elements: &mut u64, n_attributes: &mut u64) {
    if let NodeData::Element { attrs, template_contents, .. } = &node.data {
        *n_elements += 1;
        *n_attributes += attrs.borrow().len() as u64;
        // The content of a `template` is not among its children, and is not serialised.
        for contents in template_contents.borrow().iter() {
            count(contents, n_elements, n_attributes);
        }
    }
    for child in node.children.borrow().iter() {
        count(child, n_elements, n_attributes);
    }
}

/// A sink that keeps the FNV-1a hash and the length of what is written to it.
struct Fnv {
    hash: u64,
    n_bytes: u64,
}

impl Write for Fnv {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        self.n_bytes += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
