//! The code of a source file: without comments, texts and tests.

use std::collections::BTreeSet;

use crate::tree;

/// A source file that is part of a program or library.
pub(crate) struct Source {
    /// Its path from the root.
    pub(crate) path: String,
    /// Its code. Everything else is blank, so that lines keep their numbers.
    pub(crate) code: String,
}

/// The source files of all crates, without those that are compiled for tests only.
pub(crate) fn sources() -> Vec<Source> {
    let mut all = Vec::new();
    let mut tests = BTreeSet::new();
    for path in tree::sources("crates").into_iter().filter(|path| path.contains("/src/")) {
        let mut code = blank_texts(&tree::read(&path));
        for module in blank_tests(&mut code) {
            let folder = match path.strip_suffix("/mod.rs").or_else(|| path.strip_suffix("/lib.rs")) {
                Some(folder) => folder,
                None => path.trim_end_matches(".rs"),
            };
            tests.insert(format!("{folder}/{module}.rs"));
            tests.insert(format!("{folder}/{module}/"));
        }
        all.push(Source { path, code });
    }
    all.retain(|source| !tests.iter().any(|test| source.path.starts_with(test)));
    all
}

/// The line of an offset.
pub(crate) fn line(code: &str, offset: usize) -> usize {
    1 + code[..offset].matches('\n').count()
}

/// Whether a character can be part of a name.
pub(crate) fn in_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Makes comments, strings and characters blank.
fn blank_texts(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if c == '"' {
            string(rest)
        } else if c == 'r' && rest[1..].trim_start_matches('#').starts_with('"') {
            let hashes = rest[1..].len() - rest[1..].trim_start_matches('#').len();
            let end = format!("\"{}", "#".repeat(hashes));
            let inside = 1 + end.len();
            rest[inside..].find(&end).map_or(rest.len(), |at| inside + at + end.len())
        } else if c == '\'' {
            character(rest)
        } else {
            code.push(c);
            at += c.len_utf8();
            continue;
        };
        code.extend(rest[..length].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        at += length;
    }
    code
}

/// The length of a string.
fn string(rest: &str) -> usize {
    let mut escaped = true;
    let end = rest.bytes().position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = !std::mem::take(&mut escaped) && byte == b'\\';
        ends
    });
    end.map_or(rest.len(), |end| end + 1)
}

/// The length of a character; one if this is a lifetime.
fn character(rest: &str) -> usize {
    let second = rest.char_indices().nth(2).filter(|(_, c)| *c == '\'');
    match rest[1..].strip_prefix('\\') {
        Some(escape) => 3 + escape[1..].find('\'').map_or(0, |end| end + 1),
        None => second.map_or(1, |(end, _)| end + 1),
    }
}

/// Makes what only tests compile blank, and gives the modules among it that are files.
fn blank_tests(code: &mut String) -> Vec<String> {
    const TEST: &str = "#[cfg(test)]";
    let mut modules = Vec::new();
    while let Some(start) = code.find(TEST) {
        let rest = &code[start..];
        let open = rest.find('{').unwrap_or(rest.len());
        let end = match rest.find(';') {
            Some(end) if end < open => {
                let item = rest[TEST.len()..end].trim();
                modules.extend(item.strip_prefix("mod ").map(|name| name.trim().to_owned()));
                end + 1
            }
            _ => open + braces(&rest[open..]),
        };
        let blank: String = rest[..end].chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
        code.replace_range(start..start + end, &blank);
    }
    modules
}

/// The length of what stands between braces.
fn braces(rest: &str) -> usize {
    let mut depth = 0_usize;
    let end = rest.bytes().position(|byte| {
        depth += usize::from(byte == b'{');
        depth -= usize::from(byte == b'}');
        depth == 0
    });
    end.map_or(rest.len(), |end| end + 1)
}

#[test]
fn only_code_is_left() {
    let text = "a // b\n\"c\\\"{\" 'd' '\\'' '\\u{41}' 'e: f; r#\"\"g\"# b'h' /* i */ r\"\\\" j";
    assert_eq!(blank_texts(text).split_whitespace().collect::<String>(), "ae:f;bj");
    assert_eq!(blank_texts(text).len(), text.len());
}

#[test]
fn tests_are_not_code() {
    let mut code = "a\n#[cfg(test)]\nmod b;\n#[cfg(test)]\nmod tests { fn c() {} }\nd".to_owned();
    assert_eq!(blank_tests(&mut code), ["b"]);
    assert_eq!(code.split_whitespace().collect::<Vec<_>>(), ["a", "d"]);
    assert_eq!(line(&code, code.len()), 6);
}
