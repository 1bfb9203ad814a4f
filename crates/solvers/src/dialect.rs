//! Scripts as a particular release reads them: other names for operators and sorts, other escapes in strings.
//!
//! A dialect works on text, word by word, since it must cost next to nothing beside the run: one pass, and nothing is
//! copied if nothing changes. Names in quotation marks are the same names; strings and comments are left alone, but
//! for the escapes.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

use serde::Deserialize;

/// What a backslash in a string means to a release.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Escapes {
    /// `\u{41}`, `\u0041`, and nothing else: the standard since 2020.
    #[default]
    Standard,
    /// `\x41`, `\n`, and a character by itself after any other backslash; characters are bytes.
    Bytes,
    /// Both.
    Mixed,
}

/// How a release reads scripts.
#[derive(Clone, Debug, Default)]
pub struct Dialect {
    /// What stands for a word.
    words: HashMap<Box<str>, Action>,
    /// The same for all words that start so, up to the first dot.
    heads: HashMap<Box<str>, Action>,
    /// Further names that hold only if a text has a certain part.
    groups: Vec<Group>,
    /// The first bytes of all these words.
    first: FirstBytes,
    escapes: Escapes,
    /// The formats of floats that it knows, if not all.
    formats: Vec<(u32, u32)>,
    /// The logics that it knows, if not all.
    logics: HashSet<Box<str>>,
    /// What is written for another one.
    other_logic: Option<Box<str>>,
}

/// Names that hold only if a text has a certain part.
#[derive(Clone, Debug)]
struct Group {
    part: Box<str>,
    words: HashMap<Box<str>, Action>,
}

/// What becomes of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Action {
    /// It is written so.
    Write(Box<str>),
    /// The release does not know it.
    Refuse,
}

/// A set of bytes: most words of a script are ruled out by their first one.
#[derive(Clone, Debug)]
struct FirstBytes([bool; 256]);

impl Default for FirstBytes {
    fn default() -> Self {
        FirstBytes([false; 256])
    }
}

/// The command whose argument is a logic.
const SET_LOGIC: &str = "set-logic";

/// Words before two numbers that are a format: `(_ FloatingPoint 8 24)`.
const FORMAT_WORDS: [&str; 8] =
    ["FloatingPoint", "to_fp", "to_fp_unsigned", "+oo", "-oo", "+zero", "-zero", "NaN"];

impl Dialect {
    /// A dialect from other spellings and from words that the release lacks; `seq.*` is every word that starts with `seq.`.
    /// A spelling counts more than a lack.
    #[must_use]
    pub fn new(
        spelling: &BTreeMap<String, String>,
        spelling_with: &BTreeMap<String, BTreeMap<String, String>>,
        lacks: impl IntoIterator<Item = impl AsRef<str>>,
        escapes: Escapes,
        formats: &[(u32, u32)],
    ) -> Dialect {
        let mut dialect = Dialect { escapes, formats: formats.to_vec(), ..Dialect::default() };
        for word in lacks {
            let word = word.as_ref();
            dialect.first.add(word);
            match word.strip_suffix('*') {
                Some(head) if head.ends_with('.') => dialect.heads.insert(head.into(), Action::Refuse),
                _ => dialect.words.insert(word.into(), Action::Refuse),
            };
        }
        for (ours, theirs) in spelling {
            dialect.first.add(ours);
            // Another name for what it lacks is no help.
            let action = match dialect.words.get(theirs.as_str()) {
                Some(Action::Refuse) if !spelling.contains_key(theirs) => Action::Refuse,
                _ => Action::Write(theirs.as_str().into()),
            };
            dialect.words.insert(ours.as_str().into(), action);
        }
        for (part, spelling) in spelling_with {
            let mut words = HashMap::new();
            for (ours, theirs) in spelling {
                dialect.first.add(ours);
                words.insert(ours.as_str().into(), Action::Write(theirs.as_str().into()));
            }
            dialect.groups.push(Group { part: part.as_str().into(), words });
        }
        if !formats.is_empty() {
            FORMAT_WORDS.iter().for_each(|word| dialect.first.add(word));
        }
        dialect
    }

    /// The same dialect of a release that knows these logics only. Another one is written as `other`, if that is given; a script of
    /// it cannot be read otherwise.
    #[must_use]
    pub fn with_logics(mut self, logics: &[String], other: Option<&str>) -> Dialect {
        self.logics = logics.iter().map(|name| name.as_str().into()).collect();
        self.other_logic = other.map(Into::into);
        if !logics.is_empty() {
            self.first.add(SET_LOGIC);
        }
        self
    }

    /// Notes that the release does not know a word, unless it has another spelling.
    pub fn refuse(&mut self, word: &str) {
        self.first.add(word);
        self.words.entry(word.into()).or_insert(Action::Refuse);
    }

    /// Whether every text stays as it is.
    #[must_use]
    pub fn is_standard(&self) -> bool {
        self.words.is_empty()
            && self.heads.is_empty()
            && self.groups.is_empty()
            && self.escapes == Escapes::Standard
            && self.formats.is_empty()
            && self.logics.is_empty()
    }

    /// A script as the release reads it; nothing if it holds something that the release cannot read with the same
    /// meaning. Text that is no script comes back as well as may be.
    #[must_use]
    pub fn translate<'a>(&self, text: &'a str) -> Option<Cow<'a, str>> {
        self.rewrite(text).ok()
    }

    /// The first word of a script that the release cannot read with the same meaning.
    #[must_use]
    pub fn obstacle<'a>(&self, text: &'a str) -> Option<&'a str> {
        self.rewrite(text).err()
    }

    fn rewrite<'a>(&self, text: &'a str) -> Result<Cow<'a, str>, &'a str> {
        if self.is_standard() {
            return Ok(Cow::Borrowed(text));
        }
        let groups: Vec<&Group> = self.groups.iter().filter(|group| text.contains(&*group.part)).collect();
        let mut output = Output { text, copied: String::new(), done: 0 };
        let mut words = Words { text, at: 0 };
        while let Some((kind, start, end)) = words.next() {
            let word = &text[start..end];
            match kind {
                Kind::String => self.string(word, start, &mut output)?,
                Kind::Word if word == SET_LOGIC && !self.logics.is_empty() => {
                    if let Some((_, start, end)) = words.next() {
                        self.logic(&text[start..end], &groups, start, &mut output)?;
                    }
                }
                Kind::Word if self.first.may_start(word) => {
                    if !self.formats.is_empty() && FORMAT_WORDS.contains(&word) {
                        self.check_format(&words, word)?;
                    }
                    match self.action(word, &groups) {
                        Some(Action::Write(theirs)) => output.replace(start, end, theirs),
                        Some(Action::Refuse) => return Err(word),
                        None => {}
                    }
                }
                Kind::Quoted if self.first.may_start(&word[1..]) => {
                    match self.action(word.trim_matches('|'), &groups) {
                        Some(Action::Write(theirs)) => output.replace(start, end, theirs),
                        Some(Action::Refuse) => return Err(word),
                        None => {}
                    }
                }
                Kind::Word | Kind::Quoted => {}
            }
        }
        Ok(output.finish())
    }

    fn action<'a>(&'a self, word: &str, groups: &[&'a Group]) -> Option<&'a Action> {
        let here = groups.iter().find_map(|group| group.words.get(word));
        if let Some(action) = here.or_else(|| self.words.get(word)) {
            return Some(action);
        }
        if self.heads.is_empty() {
            return None;
        }
        let dot = word.find('.')?;
        self.heads.get(&word[..=dot])
    }

    /// match: QF_UFDT, which the release does not know, result: ALL
    fn logic<'a>(
        &self,
        name: &'a str,
        groups: &[&Group],
        start: usize,
        output: &mut Output<'a>,
    ) -> Result<(), &'a str> {
        let spelled = match self.action(name, groups) {
            Some(Action::Write(theirs)) => theirs,
            Some(Action::Refuse) => return Err(name),
            None => name,
        };
        let known = self.logics.contains(spelled).then_some(spelled);
        match known.or(self.other_logic.as_deref()) {
            Some(written) if written != name => output.replace(start, start + name.len(), written),
            Some(_) => {}
            None => return Err(name),
        }
        Ok(())
    }

    /// match: FloatingPoint 3 5, where the formats of the release are others
    fn check_format<'a>(&self, after: &Words<'a>, word: &'a str) -> Result<(), &'a str> {
        let mut rest = Words { text: after.text, at: after.at };
        let mut number = || {
            let (kind, start, end) = rest.next()?;
            (kind == Kind::Word).then(|| after.text[start..end].parse::<u32>().ok())?
        };
        match (number(), number()) {
            (Some(exponent), Some(significand)) if !self.formats.contains(&(exponent, significand)) => {
                Err(word)
            }
            _ => Ok(()),
        }
    }

    /// A string with its quotation marks, in the escapes of the release.
    fn string<'a>(&self, word: &'a str, start: usize, output: &mut Output<'a>) -> Result<(), &'a str> {
        if self.escapes == Escapes::Standard {
            return Ok(());
        }
        // Bytes beyond ASCII mean something else to each release.
        if !word.is_ascii() {
            return Err(word);
        }
        let mut rest = word;
        while let Some(found) = rest.find('\\') {
            let at = start + (word.len() - rest.len()) + found;
            rest = &rest[found..];
            let (code, length) = escape(rest).unwrap_or((u32::from(b'\\'), 1));
            let standard = length > 1;
            match (self.escapes, standard) {
                (Escapes::Mixed, true) => {}
                (Escapes::Mixed, false) => output.replace(at, at + 1, "\\u{5c}"),
                _ if code > 0xff => return Err(word),
                _ => output.replace(at, at + length, &format!("\\x{code:02x}")),
            }
            rest = &rest[length..];
        }
        Ok(())
    }
}

impl FirstBytes {
    fn add(&mut self, word: &str) {
        if let Some(&first) = word.as_bytes().first() {
            self.0[usize::from(first)] = true;
        }
    }

    fn may_start(&self, word: &str) -> bool {
        word.as_bytes().first().is_some_and(|&first| self.0[usize::from(first)])
    }
}

/// match: \u{41} or \u0041, result: the code, and the length of the escape
fn escape(text: &str) -> Option<(u32, usize)> {
    let rest = text.strip_prefix("\\u")?;
    let hexadecimal = |digits: &str| {
        let good = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        good.then(|| u32::from_str_radix(digits, 16).ok())?
    };
    if let Some(rest) = rest.strip_prefix('{') {
        let end = rest.bytes().take(6).position(|byte| byte == b'}')?;
        let code = hexadecimal(&rest[..end])?;
        // Beyond the last character this is no escape.
        return (code <= 0x2_ffff).then_some((code, end + 4));
    }
    Some((hexadecimal(rest.get(..4)?)?, 6))
}

/// A text with replacements, borrowed as long as there are none.
struct Output<'a> {
    text: &'a str,
    copied: String,
    /// Up to here the text is copied.
    done: usize,
}

impl<'a> Output<'a> {
    fn replace(&mut self, start: usize, end: usize, with: &str) {
        self.copied.push_str(&self.text[self.done..start]);
        self.copied.push_str(with);
        self.done = end;
    }

    fn finish(mut self) -> Cow<'a, str> {
        if self.done == 0 {
            return Cow::Borrowed(self.text);
        }
        self.copied.push_str(&self.text[self.done..]);
        Cow::Owned(self.copied)
    }
}

/// What a piece of text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A symbol, a number, a keyword.
    Word,
    /// A symbol in vertical bars.
    Quoted,
    /// A string with its quotation marks.
    String,
}

/// The pieces of a text; parentheses, spaces and comments are passed over.
struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl Words<'_> {
    fn next(&mut self) -> Option<(Kind, usize, usize)> {
        let bytes = self.text.as_bytes();
        loop {
            let start = self.at;
            let first = *bytes.get(start)?;
            match first {
                b';' => self.at = end_of(bytes, start, |byte| byte == b'\n'),
                b'(' | b')' | b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                b'"' => {
                    // A doubled quotation mark is one inside the string, which reads like two strings side by side.
                    self.at = (end_of(bytes, start + 1, |byte| byte == b'"') + 1).min(bytes.len());
                    return Some((Kind::String, start, self.at));
                }
                b'|' => {
                    self.at = (end_of(bytes, start + 1, |byte| byte == b'|') + 1).min(bytes.len());
                    return Some((Kind::Quoted, start, self.at));
                }
                _ => {
                    self.at = end_of(bytes, start, |byte| {
                        matches!(byte, b'(' | b')' | b' ' | b'\t' | b'\n' | b'\r' | b';' | b'"' | b'|')
                    });
                    return Some((Kind::Word, start, self.at));
                }
            }
        }
    }
}

fn end_of(bytes: &[u8], start: usize, is_end: impl Fn(u8) -> bool) -> usize {
    bytes[start..].iter().position(|&byte| is_end(byte)).map_or(bytes.len(), |found| start + found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dialect(escapes: Escapes) -> Dialect {
        let spelling = [("str.in_re", "str.in.re"), ("RegLan", "(RegEx String)"), ("re.none", "re.nostr")];
        let spelling = spelling.map(|(ours, theirs)| (ours.to_owned(), theirs.to_owned())).into();
        let sets = [("Set".to_owned(), "FiniteSet".to_owned())].into();
        let lacks = ["str.to_code", "re.*", "bag.*"];
        Dialect::new(&spelling, &[("set.".to_owned(), sets)].into(), lacks, escapes, &[(8, 24)])
    }

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let translated = dialect(Escapes::Standard).translate(text);
        assert_eq!(translated.as_deref(), expected, "{text}");
        let changed = matches!(translated, Some(Cow::Owned(_)));
        assert_eq!(changed, expected.is_some_and(|expected| expected != text), "{text}");
    }

    #[test]
    fn names_are_replaced_as_whole_words() {
        check("(assert (str.in_re x re.none))", Some("(assert (str.in.re x re.nostr))"));
        check("(assert (str.in_re2 x str.in_rex))", Some("(assert (str.in_re2 x str.in_rex))"));
        check("(declare-const r RegLan)", Some("(declare-const r (RegEx String))"));
        check("(|str.in_re| x)", Some("(str.in.re x)"));
        check("(assert (= x 1))", Some("(assert (= x 1))"));
        check("", Some(""));
    }

    #[test]
    fn strings_and_comments_are_left_alone() {
        check(
            "(echo \"str.in_re \"\" re.none\") ; re.none",
            Some("(echo \"str.in_re \"\" re.none\") ; re.none"),
        );
        check("(f |a str.in_re re.all|)", Some("(f |a str.in_re re.all|)"));
        check("; bag.union \n(f \"\\x41\")", Some("; bag.union \n(f \"\\x41\")"));
    }

    #[test]
    fn what_is_lacking_is_refused() {
        check("(= 1 (str.to_code x))", None);
        check("(re.opt r)", None);
        check("(bag.union_max a b)", None);
        check("(_ FloatingPoint 3 5)", None);
        check("((_ to_fp 8 24) RNE x)", Some("((_ to_fp 8 24) RNE x)"));
        check("(f NaN 3)", Some("(f NaN 3)"));
        assert_eq!(dialect(Escapes::Standard).obstacle("(= 1 (str.to_code x))"), Some("str.to_code"));
    }

    #[test]
    fn logics_that_a_release_does_not_know_are_written_otherwise_or_refused() {
        let spelling = [("QF_ALL".to_owned(), "ALL".to_owned())].into();
        let known = ["ALL", "QF_BV"].map(str::to_owned);
        let dialect = |other| {
            let lacks: [&str; 0] = [];
            let dialect = Dialect::new(&spelling, &BTreeMap::new(), lacks, Escapes::Standard, &[]);
            dialect.with_logics(&known, other)
        };
        let (strict, lenient) = (dialect(None), dialect(Some("ALL")));
        for both in [&strict, &lenient] {
            assert_eq!(both.translate("(set-logic QF_BV)").as_deref(), Some("(set-logic QF_BV)"));
            assert_eq!(both.translate("(set-logic QF_ALL)\n").as_deref(), Some("(set-logic ALL)\n"));
            assert_eq!(both.translate("(f QF_DT)(set-logic").as_deref(), Some("(f QF_DT)(set-logic"));
        }
        assert_eq!(strict.obstacle("(set-logic QF_DT)"), Some("QF_DT"));
        let text = "(set-logic QF_DT)\n(check-sat)";
        assert_eq!(lenient.translate(text).as_deref(), Some("(set-logic ALL)\n(check-sat)"));
        assert!(!strict.is_standard());
    }

    #[test]
    fn another_name_for_what_is_lacking_is_refused() {
        let spelling = [("str.code".to_owned(), "str.to_code".to_owned())].into();
        let dialect = Dialect::new(&spelling, &BTreeMap::new(), ["str.to_code"], Escapes::Standard, &[]);
        assert_eq!(dialect.translate("(str.code x)"), None);
    }

    #[test]
    fn some_names_depend_on_what_else_there_is() {
        check("(declare-const x (Set Int)) (union x x)", Some("(declare-const x (Set Int)) (union x x)"));
        check(
            "(declare-const x (Set Int)) (set.union x x)",
            Some("(declare-const x (FiniteSet Int)) (set.union x x)"),
        );
    }

    #[test]
    fn escapes_of_old_releases() {
        let old = |text| dialect(Escapes::Bytes).translate(text).map(Cow::into_owned);
        assert_eq!(old(r#""a\u{41}\u0041b""#).as_deref(), Some(r#""a\x41\x41b""#));
        assert_eq!(old(r#""\x41""#).as_deref(), Some(r#""\x5cx41""#));
        assert_eq!(old(r#""\u{5c}n\n\""#).as_deref(), Some(r#""\x5cn\x5cn\x5c""#));
        assert_eq!(old(r#""\u{1F600}""#), None);
        assert_eq!(old(r#""\u{30000}""#).as_deref(), Some(r#""\x5cu{30000}""#));
        assert_eq!(old("\"é\""), None);
        assert_eq!(old(r#"(echo "say ""\"" x")"#).as_deref(), Some(r#"(echo "say ""\x5c"" x")"#));
        let mixed = |text| dialect(Escapes::Mixed).translate(text).map(Cow::into_owned);
        assert_eq!(mixed(r#""\u{41}\x41""#).as_deref(), Some(r#""\u{41}\u{5c}x41""#));
    }

    #[test]
    fn no_text_is_too_odd() {
        for text in [
            "\"",
            "|",
            "(",
            "\\",
            "\"\\u",
            "\"\\u{",
            "\"\\u{4",
            "|\"",
            "_ FloatingPoint 3",
            ";",
            "é|é|é",
            "\"\\u{é",
        ] {
            for escapes in [Escapes::Standard, Escapes::Bytes, Escapes::Mixed] {
                let _ = dialect(escapes).translate(text);
            }
        }
    }
}
