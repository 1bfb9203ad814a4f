//! Symbols: names, interned once per store and compared as 32-bit numbers.

use crate::id_table::{IdTable, hash_of};

/// An interned name. `|abc|` and `abc` are the same symbol, as the standard says.
///
/// A symbol belongs to the [`SymbolTable`] that made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub(crate) u32);

impl Symbol {
    /// The position of the symbol in its table: dense, from zero.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    start: u32,
    len: u32,
    quoted: bool,
}

/// Interns names. All texts live in one buffer, so cloning a table is three copies of memory.
#[derive(Clone, Debug, Default)]
pub struct SymbolTable {
    text: String,
    entries: Vec<Entry>,
    by_text: IdTable,
}

impl SymbolTable {
    /// An empty table.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of symbols.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no symbol yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The symbol with this text (without the bars of a quoted symbol), made if it is new.
    pub fn intern(&mut self, text: &str) -> Symbol {
        let next = self.entries.len() as u32;
        let (buffer, entries) = (&self.text, &self.entries);
        let same = |id: u32| slice(buffer, entries[id as usize]) == text;
        let id = self.by_text.get_or_insert(hash_of(text.as_bytes()), next, same);
        if id == next {
            self.entries.push(Entry {
                start: self.text.len() as u32,
                len: text.len() as u32,
                quoted: !is_simple_symbol(text),
            });
            self.text.push_str(text);
        }
        Symbol(id)
    }

    /// The symbol with this text, if there is one.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<Symbol> {
        let same = |id: u32| slice(&self.text, self.entries[id as usize]) == text;
        self.by_text.get(hash_of(text.as_bytes()), same).map(Symbol)
    }

    /// The text of a symbol, without bars.
    #[must_use]
    pub fn text(&self, symbol: Symbol) -> &str {
        slice(&self.text, self.entries[symbol.index()])
    }

    /// Whether the symbol must be written between bars.
    #[must_use]
    pub fn needs_quotes(&self, symbol: Symbol) -> bool {
        self.entries[symbol.index()].quoted
    }

    /// All symbols with their texts, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = (Symbol, &str)> {
        self.entries.iter().enumerate().map(|(id, &entry)| (Symbol(id as u32), slice(&self.text, entry)))
    }

    /// A symbol that is not in the table yet: `stem`, or `stem` with the first free number.
    pub fn fresh(&mut self, stem: &str) -> Symbol {
        if self.find(stem).is_none() {
            return self.intern(stem);
        }
        let mut number = 1u32;
        loop {
            let candidate = format!("{stem}${number}");
            if self.find(&candidate).is_none() {
                return self.intern(&candidate);
            }
            number += 1;
        }
    }
}

fn slice(buffer: &str, entry: Entry) -> &str {
    &buffer[entry.start as usize..(entry.start + entry.len) as usize]
}

/// Words that the grammar of terms and sorts keeps for itself.
const RESERVED: [&str; 14] = [
    "!",
    "_",
    "as",
    "let",
    "forall",
    "exists",
    "match",
    "par",
    "lambda",
    "NUMERAL",
    "DECIMAL",
    "STRING",
    "BINARY",
    "HEXADECIMAL",
];

/// Whether a byte may stand in a simple symbol.
#[must_use]
pub(crate) const fn is_symbol_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b'~' | b'!'
                | b'@'
                | b'$'
                | b'%'
                | b'^'
                | b'&'
                | b'*'
                | b'_'
                | b'-'
                | b'+'
                | b'='
                | b'<'
                | b'>'
                | b'.'
                | b'?'
                | b'/'
        )
}

/// Whether a text can be written without bars.
#[must_use]
pub fn is_simple_symbol(text: &str) -> bool {
    let Some(first) = text.bytes().next() else { return false };
    !first.is_ascii_digit() && text.bytes().all(is_symbol_byte) && !RESERVED.contains(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interning_is_idempotent_and_total() {
        let mut table = SymbolTable::new();
        let a = table.intern("a");
        assert_eq!(table.intern("a"), a);
        assert_ne!(table.intern("b"), a);
        assert_eq!(table.text(a), "a");
        for i in 0..1000 {
            let symbol = table.intern(&format!("x{i}"));
            assert_eq!(table.text(symbol), format!("x{i}"));
        }
        assert_eq!(table.len(), 1002);
    }

    #[test]
    fn quotes_only_where_needed() {
        let mut table = SymbolTable::new();
        for (text, quoted) in [
            ("x", false),
            ("x y", true),
            ("", true),
            ("1x", true),
            ("let", true),
            ("<=", false),
            ("é", true),
            ("-1", false),
        ] {
            let symbol = table.intern(text);
            assert_eq!(table.needs_quotes(symbol), quoted, "{text:?}");
        }
    }

    #[test]
    fn fresh_symbols_are_new() {
        let mut table = SymbolTable::new();
        table.intern("x");
        let fresh = table.fresh("x");
        assert_eq!(table.text(fresh), "x$1");
        let fresh = table.fresh("x");
        assert_eq!(table.text(fresh), "x$2");
    }
}
