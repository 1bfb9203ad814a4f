//! Reading the declaration of a heap.
//!
//! Separation logic names two sorts, and the command is kept as written. The theory of heaps (Princess, Eldarica,
//! TriCera) declares sorts, datatypes and functions at once; it exists with the names of before 2025 and with newer
//! ones, which a fourth name, for ranges of addresses, tells apart.

use super::Parser;
use super::scope::SortMeaning;
use crate::diagnostic::{Diagnostic, Result};
use crate::lexer::TokenKind;
use crate::script::Command;
use crate::sort::{Sort, SortConstructor};
use crate::symbol::Symbol;

/// A function that a heap brings: its name, the sorts of its arguments, the sort of its result.
///
/// A sort is one letter: `h`eap, `a`ddress, `r`ange, `o`bject, what `p`air an allocation and what pair `q` that of a
/// range gives; `I` for `Int`, `B` for `Bool`. In a name, `{h}`, `{a}` and `{r}` are the names of these sorts.
type Row = (&'static str, &'static str, char);

/// The names of the two sorts of pairs, then the functions.
struct Names {
    pairs: [&'static str; 2],
    functions: &'static [Row],
}

/// match: (declare-heap Heap Addr Object default (…) (…))
const OLD: Names = Names {
    pairs: ["AllocRes{h}", "BatchAllocRes{h}"],
    functions: &[
        ("empty{h}", "", 'h'),
        ("null{a}", "", 'a'),
        ("nth{a}", "I", 'a'),
        ("valid", "ha", 'B'),
        ("read", "ha", 'o'),
        ("write", "hao", 'h'),
        ("alloc", "ho", 'p'),
        ("alloc{h}", "ho", 'h'),
        ("alloc{a}", "ho", 'a'),
        ("AllocRes{h}", "ha", 'p'),
        ("new{h}", "p", 'h'),
        ("new{a}", "p", 'a'),
        ("batchAlloc", "hoI", 'q'),
        ("batchWrite", "hro", 'h'),
        ("BatchAllocRes{h}", "hr", 'q'),
        ("newBatch{h}", "q", 'h'),
        ("new{r}", "q", 'r'),
        ("{r}", "aI", 'r'),
        ("{r}Start", "r", 'a'),
        ("{r}Size", "r", 'I'),
        ("nth{r}", "rI", 'a'),
        ("within{r}", "ra", 'B'),
        ("within", "ra", 'B'),
        ("addressRangeNth", "rI", 'a'),
        ("addressRangeWithin", "ra", 'B'),
    ],
};

/// match: (declare-heap Heap Addr Range Object default (…) (…)); further functions are in the table of the theory
const NEW: Names = Names {
    pairs: ["{h}{a}Pair", "{h}{r}Pair"],
    functions: &[
        ("heap.read", "ha", 'o'),
        ("heap.size", "h", 'I'),
        ("heap.alloc", "ho", 'p'),
        ("alloc{h}", "ho", 'h'),
        ("alloc{a}", "ho", 'a'),
        ("{h}{a}Pair", "ha", 'p'),
        ("heap.heapAddrPair_1", "p", 'h'),
        ("heap.heapAddrPair_2", "p", 'a'),
        ("heap.alloc_first", "p", 'h'),
        ("heap.alloc_second", "p", 'a'),
        ("heap.allocRange", "hoI", 'q'),
        ("{h}{r}Pair", "hr", 'q'),
        ("heap.heapRangePair_1", "q", 'h'),
        ("heap.heapRangePair_2", "q", 'r'),
        ("heap.allocRange_first", "q", 'h'),
        ("heap.allocRange_second", "q", 'r'),
        ("heap.rangeNth", "rI", 'a'),
        ("heap.rangeStart", "r", 'a'),
        ("heap.rangeSize", "r", 'I'),
    ],
};

impl Parser<'_> {
    /// match: (declare-heap (Loc Data))
    /// match: (declare-heap Heap Addr Range Object none ((Object 0)) (((none) (number (value Int)))))
    pub(super) fn declare_heap(&mut self) -> Result<Command> {
        if self.lexer.peek()?.kind == TokenKind::Open {
            self.rest()?;
            return Ok(self.kept());
        }
        let start = self.lexer.offset();
        let mut parts = 0;
        while !self.lexer.take_close() {
            self.sexpr()?;
            parts += 1;
        }
        self.lexer.seek(start);
        let names = match parts {
            6 => &OLD,
            7 => &NEW,
            _ => {
                let span = self.command_start..self.lexer.offset();
                let error =
                    Diagnostic::error(span, format!("a heap is declared with 6 or 7 parts, found {parts}"));
                return Err(error
                    .help("sorts of heap, addresses, ranges and objects, a default, datatypes")
                    .into());
            }
        };
        let heap = self.expect_symbol("the sort of heaps")?;
        let address = self.expect_symbol("the sort of addresses")?;
        let range = match parts {
            7 => self.expect_symbol("the sort of ranges of addresses")?,
            _ => self.store.symbol(&format!("{}Range", self.store.text(address))),
        };
        let object = self.expect_symbol("the sort of objects")?;
        let words = [heap, address, range].map(|name| self.store.text(name).to_owned());
        let spelled =
            |text: &str| text.replace("{h}", &words[0]).replace("{a}", &words[1]).replace("{r}", &words[2]);
        let pairs = names.pairs.map(|pair| self.store.symbol(&spelled(pair)));
        let sorts = [heap, address, range, pairs[0], pairs[1]].map(|name| self.heap_sort(name));

        // The default is a term over the datatypes that follow it.
        let default = self.lexer.offset();
        self.sexpr()?;
        self.expect_open("`(` and the datatypes of objects")?;
        let declared = self.standard_datatypes(false)?;
        let is_object = |&declaration: &_| self.store.sort_declaration(declaration).name == object;
        let Some(declaration) = declared.into_iter().find(is_object) else {
            let message = format!("the datatypes of this heap do not have `{}`", self.store.text(object));
            return Err(Diagnostic::error(self.command_start..self.lexer.offset(), message).into());
        };
        let object = self.store.apply_sort(SortConstructor::Declared(declaration), &[]);
        let end = self.lexer.offset();
        self.lexer.seek(default);
        self.term_of_sort(object)?;
        self.lexer.seek(end);

        let sort = |letter| match letter {
            'h' => sorts[0],
            'a' => sorts[1],
            'r' => sorts[2],
            'p' => sorts[3],
            'q' => sorts[4],
            'o' => object,
            'B' => Sort::BOOL,
            _ => Sort::INT,
        };
        for (name, params, result) in names.functions {
            let name = self.store.symbol(&spelled(name));
            let params: Vec<Sort> = params.chars().map(sort).collect();
            let function = self.store.declare_function(name, &params, sort(*result));
            self.bind_member(name, function);
        }
        self.expect_close("the declaration of a heap")?;
        Ok(self.kept())
    }

    fn heap_sort(&mut self, name: Symbol) -> Sort {
        let declaration = self.store.declare_sort(name, 0, None);
        self.scope.declare_sort(name, SortMeaning::Declared(declaration));
        self.store.apply_sort(SortConstructor::Declared(declaration), &[])
    }
}
