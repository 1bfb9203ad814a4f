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
    /// The table that this one goes on from, whose symbols it has, too: nothing need be copied for a new one. It stands on none itself.
    below: Option<&'static SymbolTable>,
    /// How many symbols that one has.
    first: u32,
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

    /// A table that has the symbols of another one, which stands alone, and goes on from there.
    pub(crate) fn above(below: &'static SymbolTable) -> Self {
        debug_assert!(below.below.is_none(), "one table below is enough");
        SymbolTable { below: Some(below), first: below.entries.len() as u32, ..Self::default() }
    }

    /// Makes room for so many more symbols, of usual lengths.
    pub(crate) fn reserve(&mut self, symbols: usize) {
        self.text.reserve(8 * symbols);
        self.entries.reserve(symbols);
        self.by_text.reserve(symbols);
    }

    /// The number of symbols.
    #[must_use]
    pub fn len(&self) -> usize {
        self.first as usize + self.entries.len()
    }

    /// Whether there is no symbol yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The symbol with this text (without the bars of a quoted symbol), made if it is new.
    pub fn intern(&mut self, text: &str) -> Symbol {
        let hash = hash_of(text.as_bytes());
        if let Some(known) = self.below.and_then(|below| below.own(hash, text)) {
            return Symbol(known);
        }
        let next = self.entries.len() as u32;
        let (buffer, entries) = (&self.text, &self.entries);
        let same = |id: u32| slice(buffer, entries[id as usize]) == text;
        let id = self.by_text.get_or_insert(hash, next, same);
        if id == next {
            self.entries.push(Entry {
                start: self.text.len() as u32,
                len: text.len() as u32,
                quoted: !is_simple_symbol(text),
            });
            self.text.push_str(text);
        }
        Symbol(self.first + id)
    }

    /// The symbol with this text, if there is one.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<Symbol> {
        let hash = hash_of(text.as_bytes());
        let below = self.below.and_then(|below| below.own(hash, text));
        below.or_else(|| self.own(hash, text).map(|id| self.first + id)).map(Symbol)
    }

    /// The number of a text among those of this table alone.
    fn own(&self, hash: u64, text: &str) -> Option<u32> {
        self.by_text.get(hash, |id| slice(&self.text, self.entries[id as usize]) == text)
    }

    /// The table that has a symbol, and its entry there.
    fn entry(&self, symbol: Symbol) -> (&SymbolTable, Entry) {
        match self.below {
            Some(below) if symbol.0 < self.first => (below, below.entries[symbol.index()]),
            _ => (self, self.entries[(symbol.0 - self.first) as usize]),
        }
    }

    /// The text of a symbol, without bars.
    #[must_use]
    pub fn text(&self, symbol: Symbol) -> &str {
        let (table, entry) = self.entry(symbol);
        slice(&table.text, entry)
    }

    /// Whether the symbol must be written between bars.
    #[must_use]
    pub fn needs_quotes(&self, symbol: Symbol) -> bool {
        self.entry(symbol).1.quoted
    }

    /// All symbols with their texts, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = (Symbol, &str)> {
        (0..self.len() as u32).map(Symbol).map(|symbol| (symbol, self.text(symbol)))
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
    use std::sync::LazyLock;

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
    fn a_table_goes_on_from_another() {
        static BELOW: LazyLock<SymbolTable> = LazyLock::new(|| {
            let mut table = SymbolTable::new();
            for text in ["a", "b c"] {
                table.intern(text);
            }
            table
        });
        let mut table = SymbolTable::above(&BELOW);
        assert_eq!((table.len(), table.is_empty()), (2, false));
        assert_eq!((table.find("a"), table.find("x")), (Some(Symbol(0)), None));
        assert_eq!(table.intern("b c"), Symbol(1));
        assert_eq!(
            (table.intern("x"), table.intern("y z"), table.intern("x")),
            (Symbol(2), Symbol(3), Symbol(2))
        );
        assert_eq!((table.find("x"), table.find("y z")), (Some(Symbol(2)), Some(Symbol(3))));
        let all: Vec<_> =
            table.iter().map(|(symbol, text)| (symbol.index(), text, table.needs_quotes(symbol))).collect();
        assert_eq!(all, [(0, "a", false), (1, "b c", true), (2, "x", false), (3, "y z", true)]);
        // The one below, and other tables above it, do not change.
        assert_eq!((BELOW.len(), SymbolTable::above(&BELOW).find("x")), (2, None));
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
}
