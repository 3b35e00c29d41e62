//! The import order inside atoms-core.
//!
//! Separate because it compares each file with one list: the order in docs/ARCHITECTURE.md, between
//! `<!-- import order -->` and `<!-- /import order -->`.
//! That list reads `seed, sync -> word -> dynamic::{entry -> table} -> lib`: a module may import from
//! every module that stands left of it. A parent stands right of the children in its braces, unless
//! the list names it before them.

use super::{Problem, SourceFile, find, is_generated, is_test};

const DOCUMENT: &str = "docs/ARCHITECTURE.md";
const BEGIN: &str = "<!-- import order -->";
const END: &str = "<!-- /import order -->";
const SOURCES: &str = "atoms-core/src/";

/// Checks the imports of all modules of atoms-core.
pub(super) fn check(files: &[SourceFile]) -> Vec<Problem> {
    let order = match find(files, DOCUMENT) {
        Some(document) => parse_order(&document.text),
        None => Err("the file is missing".to_owned()),
    };
    let order = match order {
        Ok(order) => order,
        Err(reason) => {
            let message = format!("{reason}: list the modules of atoms-core between `{BEGIN}` and `{END}`");
            return vec![Problem::of(DOCUMENT, message)];
        }
    };
    let mut problems = Vec::new();
    for file in files {
        if is_test(&file.path) || is_generated(file) {
            continue;
        }
        if let Some(module) = module_of(&file.path) {
            check_module(file, &module, &order, files, &mut problems);
        }
    }
    problems
}

fn check_module(
    file: &SourceFile,
    module: &str,
    order: &[String],
    files: &[SourceFile],
    problems: &mut Vec<Problem>,
) {
    let Some(own_place) = place(module, order) else {
        let message = format!("module `{module}` is not in the import order of {DOCUMENT}: put it there");
        problems.push(Problem::of(&file.path, message));
        return;
    };
    for (line_idx, target) in imports(&file.text, module) {
        let message = match place(&target, order) {
            Some(place) if place <= own_place => continue,
            Some(place) => format!(
                "`{module}` imports from `{}`, which is not left of it in the import order of {DOCUMENT}: \
                 move the item to the left, or pass it as an argument",
                order[place]
            ),
            // A module outside of the order is a problem of its own file.
            None if is_module(&target, files) => continue,
            None => {
                format!("`{module}` imports `{target}` from the crate root: name the module that defines it")
            }
        };
        let problem = Problem::at(file, line_idx, message);
        if problems.last() != Some(&problem) {
            problems.push(problem);
        }
    }
}

/// Says whether the first part of a path is a module of atoms-core.
fn is_module(path: &str, files: &[SourceFile]) -> bool {
    let first = path.split("::").next().unwrap_or(path);
    find(files, &format!("{SOURCES}{first}.rs")).is_some()
}

/// Returns the module that a file of atoms-core defines.
fn module_of(path: &str) -> Option<String> {
    Some(path.strip_prefix(SOURCES)?.strip_suffix(".rs")?.replace('/', "::"))
}

/// Returns the position of the longest listed path that the path starts with.
fn place(path: &str, order: &[String]) -> Option<usize> {
    let mut prefix = path;
    loop {
        if let Some(place) = order.iter().position(|listed| listed == prefix) {
            return Some(place);
        }
        prefix = prefix.rsplit_once("::")?.0;
    }
}

/// Reads the order, leftmost module first.
fn parse_order(document: &str) -> Result<Vec<String>, String> {
    let (_, rest) = document.split_once(BEGIN).ok_or_else(|| format!("`{BEGIN}` is missing"))?;
    let (list, _) = rest.split_once(END).ok_or_else(|| format!("`{END}` is missing"))?;
    let list = list.replace("```text", " ").replace('`', " ").replace("->", ",");
    let mut order: Vec<String> = Vec::new();
    let mut parents: Vec<String> = Vec::new();
    let mut word = String::new();
    for c in list.chars().chain([',']) {
        match c {
            '{' => {
                let parent = word.strip_suffix("::").ok_or("a `{` follows `module::`")?;
                parents.push(parent.to_owned());
                word.clear();
            }
            ',' | '}' => {
                push(&mut order, &parents, &word);
                word.clear();
                if c == '}' {
                    let parent = parents.pop().ok_or("a `}` has no `{`")?;
                    push(&mut order, &parents, &parent);
                }
            }
            c if c.is_whitespace() => {}
            c if c.is_alphanumeric() || c == '_' || c == ':' => word.push(c),
            c => return Err(format!("the import order holds `{c}`")),
        }
    }
    match (parents.is_empty(), order.is_empty()) {
        (false, _) => Err("a `{` has no `}`".to_owned()),
        (true, true) => Err("the import order is empty".to_owned()),
        (true, false) => Ok(order),
    }
}

fn push(order: &mut Vec<String>, parents: &[String], word: &str) {
    if word.is_empty() {
        return;
    }
    let mut path = parents.join("::");
    if !path.is_empty() {
        path.push_str("::");
    }
    path.push_str(word);
    if !order.contains(&path) {
        order.push(path);
    }
}

/// Returns what the `use` declarations of a module import from this crate, as paths without `crate::`,
/// each with the line that its declaration starts on. Declarations under `cfg(test)` are left out.
fn imports(text: &str, module: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut lines = text.lines().enumerate();
    let mut is_for_tests = false;
    while let Some((line_idx, line)) = lines.next() {
        let code = without_comment(line).trim();
        if code.is_empty() {
            continue;
        }
        if code.starts_with("#[") {
            is_for_tests |= code.starts_with("#[cfg(test") || code.starts_with("#[cfg(all(test");
            continue;
        }
        if is_for_tests && code.starts_with("mod ") && code.ends_with('{') {
            break;
        }
        if let Some(first) = after_use(code) {
            let mut tree = first.to_owned();
            while !tree.contains(';') {
                let Some((_, line)) = lines.next() else { break };
                tree.push(' ');
                tree.push_str(without_comment(line).trim());
            }
            if !is_for_tests {
                let tree = tree.split(';').next().unwrap_or("");
                let mut paths = Vec::new();
                expand(tree, "", &mut paths);
                found.extend(paths.iter().filter_map(|path| Some((line_idx, absolute(path, module)?))));
            }
        }
        is_for_tests = false;
    }
    found
}

fn without_comment(line: &str) -> &str {
    line.split("//").next().unwrap_or("")
}

/// Returns what follows `use`, whatever its visibility.
fn after_use(code: &str) -> Option<&str> {
    let code = match code.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(')')?.1.trim_start(),
        Some(rest) => rest.trim_start(),
        None => code,
    };
    code.strip_prefix("use ")
}

/// Expands `a::{b, c::d as e}` to its paths.
fn expand(tree: &str, prefix: &str, paths: &mut Vec<String>) {
    let tree = tree.trim();
    if let Some((head, rest)) = tree.split_once('{') {
        let prefix = format!("{prefix}{}", head.trim());
        let rest = rest.trim_end().strip_suffix('}').unwrap_or(rest);
        for part in split_at_depth_zero(rest) {
            expand(part, &prefix, paths);
        }
        return;
    }
    let path = tree.split(" as ").next().unwrap_or("").trim();
    if !path.is_empty() {
        paths.push(format!("{prefix}{path}"));
    }
}

/// Splits at the commas that stand outside of braces.
fn split_at_depth_zero(list: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (place, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&list[start..place]);
                start = place + 1;
            }
            _ => {}
        }
    }
    parts.push(&list[start..]);
    parts
}

/// Turns a path of this crate into one from its root; none for other crates and for children named
/// without `self`, which only lead downwards.
fn absolute(path: &str, module: &str) -> Option<String> {
    if let Some(path) = path.strip_prefix("crate::") {
        return Some(strip_self(path));
    }
    let (mut base, mut rest) = (module, path);
    if base == "lib" {
        base = "";
    }
    if let Some(below) = rest.strip_prefix("self::") {
        rest = below;
    } else {
        rest.strip_prefix("super::")?;
        while let Some(above) = rest.strip_prefix("super::") {
            base = base.rsplit_once("::").map_or("", |(parent, _)| parent);
            rest = above;
        }
    }
    let path = if base.is_empty() { rest.to_owned() } else { format!("{base}::{rest}") };
    Some(strip_self(&path))
}

/// `a::self` names `a`.
fn strip_self(path: &str) -> String {
    path.strip_suffix("::self").unwrap_or(path).to_owned()
}

#[cfg(test)]
mod tests;
