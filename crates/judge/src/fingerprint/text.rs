//! What solvers say, without what differs from case to case and from machine to machine.

use quis_semantics::sketch::cut;

/// The longest text, in characters.
const WIDTH: usize = 160;

/// A message without names, numbers, terms and addresses, and with at most the last two components of paths.
///
/// ```
/// use quis_judge::fingerprint::message;
///
/// let first = message("line 3 column 14: unknown constant foo!7 (Int Int)");
/// assert_eq!(first, message("line 12 column 9: unknown constant foo!12 (Int)"));
/// assert_eq!(first, "line # column #: unknown constant foo!# (…)");
/// assert_eq!(message("Symbol 'x1' is not declared"), "Symbol '…' is not declared");
/// ```
#[must_use]
pub fn message(text: &str) -> String {
    let text = without_quoted(text);
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        words.push(match word.rsplit_once(".smt2") {
            // The file that the solver was given: its name is new each time.
            Some((_, place)) => format!("script{}", without_numbers(place)),
            None => without_numbers(last_components(word)),
        });
    }
    cut(&words.join(" "), WIDTH)
}

/// A place in a solver's source, `/home/me/z3/src/ast/ast.cpp:123` as `ast/ast.cpp:123`: here the number says much.
#[must_use]
pub fn place(text: &str) -> String {
    cut(last_components(text.trim()), WIDTH)
}

/// At most the last two components of a path; other words as they are.
fn last_components(word: &str) -> &str {
    let mut slashes = word.char_indices().rev().filter(|&(_, c)| c == '/').map(|(at, _)| at);
    // A single slash is a division, or a short path already.
    match (slashes.next(), slashes.next()) {
        (Some(_), Some(second)) => &word[second + 1..],
        _ => word,
    }
}

/// match: 'x', `x', "x", |x|, (f x), result: '…', `…', "…", |…|, (…)
fn without_quoted(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        result.push(c);
        // An apostrophe in a word opens nothing: can't.
        let opens = match c {
            '\'' | '`' if !before.is_alphanumeric() => Some('\''),
            '"' => Some('"'),
            '|' => Some('|'),
            '(' => Some(')'),
            _ => None,
        };
        before = c;
        let Some(end) = opens else { continue };
        let mut depth = 1_usize;
        let mut inside = String::new();
        for next in chars.by_ref() {
            if c == '(' && next == '(' {
                depth += 1;
            } else if next == end || (c == '`' && next == '`') {
                depth -= 1;
                if depth == 0 {
                    result.push_str(if inside.is_empty() { "" } else { "…" });
                    result.push(next);
                    inside.clear();
                    break;
                }
            }
            inside.push(next);
        }
        // Nothing closed it: the rest is cut off.
        if depth > 0 && !inside.is_empty() {
            result.push('…');
        }
        before = end;
    }
    result
}

/// match: 0x7ffe12, 123, x!12, result: #, #, x!#
fn without_numbers(word: &str) -> String {
    let mut result = String::with_capacity(word.len());
    let mut rest = word;
    while let Some(c) = rest.chars().next() {
        let hexadecimal = rest.strip_prefix("0x").or_else(|| rest.strip_prefix("0X"));
        let end = match hexadecimal {
            Some(digits) => digits.find(|c: char| !c.is_ascii_hexdigit()).map_or(rest.len(), |at| at + 2),
            None => rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()),
        };
        if end == 0 {
            result.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            result.push('#');
            rest = &rest[end..];
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_left_out() {
        assert_eq!(message("free(): invalid pointer 0x00007ffd3 at 12"), "free(): invalid pointer # at #");
        assert_eq!(message("can't parse |a b| near \"x\""), "can't parse |…| near \"…\"");
        assert_eq!(message("unclosed (and x"), "unclosed (…");
        assert_eq!(message("in /home/me/z3/src/ast/ast.cpp:12"), "in ast/ast.cpp:#");
        assert_eq!(message("Parse Error: /t/quis-gDl8Ur/script.smt2:5.21: x"), "Parse Error: script:#.#: x");
        assert_eq!(message("((a) b) c"), "(…) c");
        assert_eq!(message(""), "");
        assert_eq!(message("é 3é"), "é #é");
    }

    #[test]
    fn what_is_quoted_is_left_out() {
        for (text, expected) in [
            ("`x` and `y' and z", "`…` and `…' and z"),
            ("it's 'a b' here", "it's '…' here"),
            ("'a' 'b'", "'…' '…'"),
            ("\"a (b\" c", "\"…\" c"),
            ("(a \"b) c", "(…) c"),
            ("|a (b| c|", "|…| c|"),
            ("f(a (b (c)) d) e (f)", "f(…) e (…)"),
            ("((a) (b)) c", "(…) c"),
            // Nothing inside, and nothing that closes it.
            ("() '' \"\" ||", "() '' \"\" ||"),
            ("x (", "x ("),
            ("x (a (b)", "x (…"),
            ("x 'y", "x '…"),
        ] {
            assert_eq!(message(text), expected, "{text}");
        }
    }

    #[test]
    fn numbers_and_paths_are_cut_in_words() {
        for (text, expected) in [
            ("x12y3", "x#y#"),
            ("0x1fg 0X1F 0x", "#g # #"),
            ("12 7", "# #"),
            ("a/b/c/d a/b /a", "c/d a/b /a"),
            ("/t/x7.smt2:5.21: in", "script:#.#: in"),
            ("  two   spaces ", "two spaces"),
        ] {
            assert_eq!(message(text), expected, "{text}");
        }
        assert_eq!(message(&"w ".repeat(500)).chars().count(), WIDTH + 1);
    }

    #[test]
    fn places_keep_their_line() {
        assert_eq!(place("/home/me/z3/src/ast/ast.cpp:123"), "ast/ast.cpp:123");
        assert_eq!(place("./src/theory.cpp:5"), "src/theory.cpp:5");
        assert_eq!(place("theory.cpp:5"), "theory.cpp:5");
        assert_eq!(place(&"é".repeat(500)).chars().count(), WIDTH + 1);
    }
}
