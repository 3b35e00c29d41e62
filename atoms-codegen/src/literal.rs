//! Reads string literals of Rust: escapes, raw strings.
//!
//! A module of its own because vocabulary files and macros share it: a quoted line of a file and a
//! literal of a macro give the same text. `syn` does the same, but would cost every user of the macros
//! its build.

/// Returns the text of a string literal as it stands in source: `"..."`, `r"..."`, `r#"..."#`.
///
/// # Errors
/// Says what is wrong with the literal: it is no string, it has a suffix, an escape is malformed.
///
/// ```
/// use atoms_codegen::literal::parse;
///
/// assert_eq!(parse(r#""line\nbreak""#).as_deref(), Ok("line\nbreak"));
/// assert_eq!(parse(r##"r#"say "hi""#"##).as_deref(), Ok("say \"hi\""));
/// assert!(parse("b\"bytes\"").is_err());
/// ```
pub fn parse(source: &str) -> Result<String, String> {
    if let Some(quoted) = source.strip_prefix('"') {
        let (text, rest) = unescape_quoted(quoted)?;
        return if rest.is_empty() { Ok(text) } else { Err(unexpected_suffix(rest)) };
    }
    if let Some(text) = source.strip_prefix('r').and_then(raw_text) {
        return text.map(str::to_owned);
    }
    Err(format!("`{source}` is not a string literal"))
}

/// Reads up to the closing quote; returns the text and what follows the quote.
pub(crate) fn unescape_quoted(quoted: &str) -> Result<(String, &str), String> {
    let mut text = String::with_capacity(quoted.len());
    let mut rest = quoted.chars();
    while let Some(character) = rest.next() {
        match character {
            '"' => return Ok((text, rest.as_str())),
            '\\' => rest = unescape_one(rest.as_str(), &mut text)?.chars(),
            _ => text.push(character),
        }
    }
    Err("the closing quote is missing".to_owned())
}

/// Reads one escape, from after its backslash, onto `text`; returns what follows it.
fn unescape_one<'a>(escape: &'a str, text: &mut String) -> Result<&'a str, String> {
    let mut rest = escape.chars();
    let character = match rest.next() {
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some('0') => '\0',
        Some(same @ ('\\' | '\'' | '"')) => same,
        Some('x') => return unescape_hex(rest.as_str(), text),
        Some('u') => return unescape_unicode(rest.as_str(), text),
        // A backslash at the end of a line also skips the indentation of the next.
        Some('\n') => return Ok(rest.as_str().trim_start_matches([' ', '\t', '\n', '\r'])),
        Some(other) => return Err(format!("unknown escape `\\{other}`; write `\\\\` for a backslash")),
        None => return Err("the closing quote is missing".to_owned()),
    };
    text.push(character);
    Ok(rest.as_str())
}

fn unescape_hex<'a>(digits: &'a str, text: &mut String) -> Result<&'a str, String> {
    let code = digits.get(..2).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
        Some(code @ 0..=0x7F) => {
            text.push(char::from(code));
            Ok(&digits[2..])
        }
        _ => Err("`\\x` takes two hexadecimal digits, at most `\\x7f`".to_owned()),
    }
}

fn unescape_unicode<'a>(braced: &'a str, text: &mut String) -> Result<&'a str, String> {
    let code = braced.strip_prefix('{').and_then(|braced| braced.split_once('}'));
    let value = code.and_then(|(digits, rest)| Some((unicode_scalar(digits)?, rest)));
    let Some((character, rest)) = value else {
        return Err("`\\u` takes a Unicode scalar value in braces, as in `\\u{e9}`".to_owned());
    };
    text.push(character);
    Ok(rest)
}

fn unicode_scalar(digits: &str) -> Option<char> {
    let is_digits = digits.starts_with(|first: char| first.is_ascii_hexdigit())
        && digits.chars().all(|digit| digit.is_ascii_hexdigit() || digit == '_');
    let digits = digits.replace('_', "");
    (is_digits && digits.len() <= 6)
        .then(|| u32::from_str_radix(&digits, 16).ok())
        .flatten()
        .and_then(char::from_u32)
}

/// The text of a raw string, from after its `r`; `None` when it is no raw string.
fn raw_text(source: &str) -> Option<Result<&str, String>> {
    let n_hashes = source.bytes().take_while(|byte| *byte == b'#').count();
    let (hashes, quoted) = source.split_at(n_hashes);
    let quoted = quoted.strip_prefix('"')?;
    let end = format!("\"{hashes}");
    Some(match quoted.split_once(&end) {
        Some((text, "")) => Ok(text),
        Some((_, rest)) => Err(unexpected_suffix(rest)),
        None => Err("the closing quote is missing".to_owned()),
    })
}

fn unexpected_suffix(rest: &str) -> String {
    format!("unexpected `{rest}` after the closing quote")
}

#[cfg(test)]
mod tests;
