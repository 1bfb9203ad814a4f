//! The lexer: from source text to tokens, without copying.
//!
//! It follows the standard's lexical rules and is lenient where solvers are: a word that begins with a digit or is
//! not a number is handed on whole, for the parser to judge.

use crate::diagnostic::{Diagnostic, Result};
use crate::symbol::is_symbol_byte;

/// What a token is. Its text is `source[token.start..token.end]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `abc`
    Symbol,
    /// `|abc|`: the text is what stands between the bars
    Quoted,
    /// `:abc`
    Keyword,
    /// `123`
    Numeral,
    /// `1.5`
    Decimal,
    /// `#x1f`
    Hexadecimal,
    /// `#b101`
    Binary,
    /// `"abc"`: the text is what stands between the quotes
    String,
    /// `'abc'`, a string of OSTRICH without escapes: the text is what stands between the quotes
    RawString,
    /// A word of some other form: `1e-3`, `#f5m7`
    Word,
    /// The end of the source.
    End,
}

/// A token and where its text stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Token {
    fn new(kind: TokenKind, start: usize, end: usize) -> Token {
        Token { kind, start: start as u32, end: end as u32 }
    }

    /// Where the token stands, with the bars or quotes that its text is without.
    pub(crate) fn span(self) -> std::ops::Range<usize> {
        let (start, end) = (self.start as usize, self.end as usize);
        match self.kind {
            TokenKind::Quoted | TokenKind::String | TokenKind::RawString => start - 1..end + 1,
            _ => start..end,
        }
    }
}

/// Reads tokens one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'s> {
    source: &'s str,
    at: usize,
}

/// For each byte, what a token beginning with it can be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Bad,
    Space,
    Symbol,
    Digit,
    Open,
    Close,
    Bar,
    Quote,
    Apostrophe,
    Colon,
    Hash,
    Semicolon,
}

static CLASSES: [Class; 256] = {
    let mut classes = [Class::Bad; 256];
    let mut byte = 0usize;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0c => Class::Space,
            b'0'..=b'9' => Class::Digit,
            b'(' => Class::Open,
            b')' => Class::Close,
            b'|' => Class::Bar,
            b'"' => Class::Quote,
            b'\'' => Class::Apostrophe,
            b':' => Class::Colon,
            b'#' => Class::Hash,
            b';' => Class::Semicolon,
            other if is_symbol_byte(other) => Class::Symbol,
            _ => Class::Bad,
        };
        byte += 1;
    }
    classes
};

impl<'s> Lexer<'s> {
    pub(crate) fn new(source: &'s str) -> Self {
        // A byte-order mark is no token.
        let at = if source.starts_with('\u{feff}') { 3 } else { 0 };
        Lexer { source, at }
    }

    /// The offset of the next unread byte.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    /// Goes back, or on, to an offset at which a token begins.
    pub(crate) fn seek(&mut self, offset: usize) {
        self.at = offset;
    }

    pub(crate) fn source(&self) -> &'s str {
        self.source
    }

    /// The text of a token.
    pub(crate) fn text(&self, token: Token) -> &'s str {
        &self.source[token.start as usize..token.end as usize]
    }

    /// Skips white space and comments; the class of what follows.
    fn skip(&mut self) -> Option<Class> {
        let bytes = self.source.as_bytes();
        loop {
            let class = CLASSES[usize::from(*bytes.get(self.at)?)];
            match class {
                Class::Space => self.at += 1,
                Class::Semicolon => {
                    self.at +=
                        memchr::memchr2(b'\n', b'\r', &bytes[self.at..]).unwrap_or(bytes.len() - self.at);
                }
                _ => return Some(class),
            }
        }
    }

    /// Reads a comment, if one follows; without white space around it.
    pub(crate) fn comment(&mut self) -> Option<&'s str> {
        let bytes = self.source.as_bytes();
        while bytes.get(self.at).is_some_and(|&byte| CLASSES[usize::from(byte)] == Class::Space) {
            self.at += 1;
        }
        if bytes.get(self.at) != Some(&b';') {
            return None;
        }
        let start = self.at;
        self.at += memchr::memchr2(b'\n', b'\r', &bytes[start..]).unwrap_or(bytes.len() - start);
        Some(self.source[start..self.at].trim_end())
    }

    /// The next token, without reading it.
    pub(crate) fn peek(&mut self) -> Result<Token> {
        let at = self.at;
        let token = self.next();
        self.at = at;
        token
    }

    /// Whether the next token is `)`; reads it if so.
    pub(crate) fn take_close(&mut self) -> bool {
        let close = self.skip() == Some(Class::Close);
        self.at += usize::from(close);
        close
    }

    /// Whether the next token is `(`; reads it if so.
    pub(crate) fn take_open(&mut self) -> bool {
        let open = self.skip() == Some(Class::Open);
        self.at += usize::from(open);
        open
    }

    /// Whether bounds of dReal, `[0, 10]`, follow on the same line; reads them if so.
    pub(crate) fn take_bounds(&mut self) -> bool {
        self.skip();
        let rest = &self.source.as_bytes()[self.at..];
        if rest.first() != Some(&b'[') {
            return false;
        }
        match memchr::memchr2(b']', b'\n', rest) {
            Some(len) if rest[len] == b']' => {
                self.at += len + 1;
                true
            }
            _ => false,
        }
    }

    /// Reads the next token.
    pub(crate) fn next(&mut self) -> Result<Token> {
        let Some(class) = self.skip() else {
            let end = self.source.len();
            return Ok(Token::new(TokenKind::End, end, end));
        };
        let start = self.at;
        match class {
            Class::Open => Ok(self.single(TokenKind::Open)),
            Class::Close => Ok(self.single(TokenKind::Close)),
            Class::Symbol => {
                self.word();
                Ok(Token::new(TokenKind::Symbol, start, self.at))
            }
            Class::Digit => Ok(self.number()),
            Class::Bar => self.quoted(),
            Class::Quote => self.string(),
            Class::Apostrophe => self.raw_string(),
            Class::Colon => {
                self.at += 1;
                self.word();
                if self.at == start + 1 {
                    return Err(self
                        .bad(start, "a lone `:`")
                        .label("expected a keyword such as `:named`")
                        .into());
                }
                Ok(Token::new(TokenKind::Keyword, start, self.at))
            }
            Class::Hash => self.hash(),
            Class::Bad | Class::Space | Class::Semicolon => Err(self.bad_character().into()),
        }
    }

    fn single(&mut self, kind: TokenKind) -> Token {
        self.at += 1;
        Token::new(kind, self.at - 1, self.at)
    }

    fn word(&mut self) {
        let bytes = self.source.as_bytes();
        while let Some(&byte) = bytes.get(self.at)
            && matches!(CLASSES[usize::from(byte)], Class::Symbol | Class::Digit)
        {
            self.at += 1;
        }
    }

    fn number(&mut self) -> Token {
        let bytes = self.source.as_bytes();
        let start = self.at;
        let digits = |mut at: usize| {
            while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                at += 1;
            }
            at
        };
        let whole = digits(start);
        self.at = whole;
        self.word();
        let kind = if self.at == whole {
            TokenKind::Numeral
        } else if bytes[whole] == b'.' && self.at > whole + 1 && digits(whole + 1) == self.at {
            TokenKind::Decimal
        } else {
            TokenKind::Word
        };
        Token::new(kind, start, self.at)
    }

    fn quoted(&mut self) -> Result<Token> {
        let start = self.at + 1;
        let Some(len) = memchr::memchr(b'|', &self.source.as_bytes()[start..]) else {
            let error = Diagnostic::error(self.at..self.at + 1, "this quoted symbol has no end");
            self.at = self.source.len();
            return Err(error.label("opened here; expected a closing `|`").into());
        };
        self.at = start + len + 1;
        Ok(Token::new(TokenKind::Quoted, start, start + len))
    }

    fn string(&mut self) -> Result<Token> {
        let bytes = self.source.as_bytes();
        let start = self.at + 1;
        let mut at = start;
        loop {
            match memchr::memchr(b'"', &bytes[at..]) {
                None => {
                    let error = Diagnostic::error(self.at..self.at + 1, "this string has no end");
                    self.at = self.source.len();
                    return Err(error.label("opened here; expected a closing `\"`").into());
                }
                Some(len) if bytes.get(at + len + 1) == Some(&b'"') => at += len + 2,
                Some(len) => {
                    self.at = at + len + 1;
                    return Ok(Token::new(TokenKind::String, start, at + len));
                }
            }
        }
    }

    fn raw_string(&mut self) -> Result<Token> {
        let start = self.at + 1;
        let line = &self.source.as_bytes()[start..];
        match memchr::memchr2(b'\'', b'\n', line) {
            Some(len) if line[len] == b'\'' => {
                self.at = start + len + 1;
                Ok(Token::new(TokenKind::RawString, start, start + len))
            }
            _ => Err(self.bad_character().into()),
        }
    }

    fn hash(&mut self) -> Result<Token> {
        let bytes = self.source.as_bytes();
        let start = self.at;
        self.at += 1;
        self.word();
        let digits = &bytes[(start + 2).min(self.at)..self.at];
        let kind = match bytes.get(start + 1) {
            Some(b'x') if !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit) => {
                TokenKind::Hexadecimal
            }
            Some(b'b') if !digits.is_empty() && digits.iter().all(|d| matches!(d, b'0' | b'1')) => {
                TokenKind::Binary
            }
            Some(b'f') => TokenKind::Word,
            _ if &bytes[start..self.at] == b"#unspecified" => TokenKind::Word,
            _ => {
                return Err(self
                    .bad(start, format!("`{}` is no literal", &self.source[start..self.at]))
                    .label("expected `#x` and hexadecimal digits, or `#b` and binary digits")
                    .into());
            }
        };
        Ok(Token::new(kind, start, self.at))
    }

    fn bad(&self, start: usize, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(start..self.at.max(start + 1), message)
    }

    fn bad_character(&mut self) -> Diagnostic {
        let start = self.at;
        let Some(found) = self.source[start..].chars().next() else {
            return Diagnostic::error(start..start, "unexpected end of input");
        };
        self.at += found.len_utf8();
        let name = match found {
            '\0' => "a NUL byte".to_owned(),
            _ if found.is_control() => format!("the control character U+{:04X}", u32::from(found)),
            _ => format!("`{found}`"),
        };
        let error = self.bad(start, format!("{name} cannot stand here"));
        if found.is_ascii() {
            error
        } else {
            error.help("names with such characters are written between bars: |…|")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(source: &str) -> Vec<(TokenKind, &str)> {
        let mut lexer = Lexer::new(source);
        let mut found = Vec::new();
        loop {
            match lexer.next() {
                Ok(token) if token.kind == TokenKind::End => return found,
                Ok(token) => found.push((token.kind, lexer.text(token))),
                Err(error) => panic!("{}", error.message),
            }
        }
    }

    #[test]
    fn every_kind_of_token() {
        use TokenKind::*;
        assert_eq!(
            tokens("(a |b c| :k 12 1.50 #xAf #b01 \"x\"\"y\" 1e-3 #f5m7) ; comment\n<="),
            [
                (Open, "("),
                (Symbol, "a"),
                (Quoted, "b c"),
                (Keyword, ":k"),
                (Numeral, "12"),
                (Decimal, "1.50"),
                (Hexadecimal, "#xAf"),
                (Binary, "#b01"),
                (String, "x\"\"y"),
                (Word, "1e-3"),
                (Word, "#f5m7"),
                (Close, ")"),
                (Symbol, "<="),
            ]
        );
    }

    #[test]
    fn what_has_no_end_is_refused_where_it_begins() {
        for source in ["  \"abc", "  |abc"] {
            let error = Lexer::new(source).next().expect_err("no end");
            assert_eq!(error.span, 2..3);
        }
    }

    #[test]
    fn odd_characters_are_named() {
        assert!(Lexer::new("\0").next().expect_err("bad").message.contains("NUL"));
        assert!(Lexer::new("é").next().expect_err("bad").message.contains("`é`"));
        assert!(Lexer::new("#q").next().is_err());
    }
}
