//! What a vocabulary declares: its sorts with their literals, the members of datatypes, a function.

use quis_smtlib::theories::{DatatypeOp, Op};
use quis_smtlib::{Command, Function, FunctionData, Index, Mode, Role, Sort, SortKind, parse, print_sort};

use super::heads::Palette;
use super::literals::literals;
use super::vocabulary::{Head, Meaning, SortIx, Variable, VariableKind};
use crate::fuzzsmt::Dialect;
use crate::stream::Stream;

/// The sorts of a vocabulary and their literals, declared.
pub(super) fn declare(
    declarations: &str,
    sorts: &[String],
    dialect: Dialect,
    stream: &mut Stream,
) -> Option<Palette> {
    let mut text = format!("{declarations}\n(declare-const c0 Bool)\n");
    for (at, sort) in sorts.iter().enumerate() {
        // Two that were drawn may be the same.
        if sort != "Bool" && !sorts[..at].contains(sort) {
            text.push_str(&format!("(declare-const c{} {sort})\n", at + 1));
        }
    }
    let script = parse(&text, Mode::Standard).into_result().ok()?;
    let constants: Vec<Sort> = script
        .commands
        .iter()
        .filter_map(|command| match command {
            Command::DeclareConst(function) => Some(script.store.function(*function).result),
            _ => None,
        })
        .collect();
    // Connectives say nothing new about `true`; arrays and sequences may.
    let holds_truths = sorts.iter().any(|sort| sort.starts_with('(') && sort.contains("Bool"));
    let mut literal_texts = Vec::new();
    for (at, &sort) in constants.iter().enumerate().skip(usize::from(!holds_truths)) {
        for literal in literals(&script.store, sort, stream) {
            let sort_text = print_sort(&script.store, sort).ok()?;
            text.push_str(&format!("(define-fun l{} () {sort_text} {literal})\n", literal_texts.len()));
            literal_texts.push((at as SortIx, literal));
        }
    }
    let script = parse(&text, Mode::Standard).into_result().ok()?;
    Palette::new(script, literal_texts, dialect)
}

impl Palette {
    /// The constructors, selectors and testers of the datatypes; those without arguments are literals.
    pub(super) fn members(&mut self) -> Vec<Head> {
        let mut heads = Vec::new();
        for sort in 0..self.sorts.len() {
            let of = self.sorts[sort];
            let Some(datatype) = self.script.store.datatype(of) else { continue };
            for constructor in datatype.constructors.clone() {
                let params = self.script.store.function(constructor.function).params.to_vec();
                if params.is_empty() {
                    self.add_literal(constructor.function, sort as SortIx);
                } else {
                    heads.extend(self.function(constructor.function, &params));
                }
                for selector in constructor.selectors {
                    heads.extend(self.function(selector, &[of]));
                }
                heads.extend(self.tester(constructor.function, of));
            }
        }
        heads
    }

    /// `((_ is c) x)`
    fn tester(&mut self, constructor: Function, sort: Sort) -> Option<Head> {
        let name = self.script.store.symbol("is");
        let op = Op::Datatype(DatatypeOp::Is);
        let function = self.script.store.make_function(FunctionData {
            name,
            indices: [Index::Function(constructor)].into(),
            role: Role::Operator(op),
            params: Box::default(),
            result: Sort::UNKNOWN,
        });
        self.function(function, &[sort])
    }

    /// A declared function, as a variable and as a head.
    pub(super) fn declared(&mut self, rank: &[String], variable: u8) -> Option<(Variable, Head)> {
        let (result, params) = rank.split_last()?;
        let find = |palette: &Palette, text: &str| {
            let is = |sort: &Sort| print_sort(&palette.script.store, *sort).is_ok_and(|found| found == text);
            palette.sorts.iter().copied().find(is)
        };
        let sorts: Vec<Sort> = params.iter().map(|param| find(self, param)).collect::<Option<_>>()?;
        let result_sort = find(self, result)?;
        let symbol = self.script.store.symbol("f");
        let function = self.script.store.declare_function(symbol, &sorts, result_sort);
        let mut head = self.function(function, &sorts)?;
        if let Meaning::Operator { term, params } = head.meaning {
            head.meaning = Meaning::Declared { variable, term, params };
        }
        let declaration = format!("(declare-fun f ({}) {result})\n", params.join(" "));
        Some((Variable { declaration, function, kind: VariableKind::Function }, head))
    }

    pub(super) fn is_language(&self, sort: SortIx) -> bool {
        self.sorts[usize::from(sort)] == Sort::REGLAN
    }

    /// Whether quantifiers may bind a variable of a sort: arrays and the like are too large to say much about.
    pub(super) fn is_bindable(&self, sort: SortIx) -> bool {
        let (store, of) = (&self.script.store, self.sorts[usize::from(sort)]);
        store.datatype(of).is_some() || !matches!(store.sort_kind(of), SortKind::Apply(..) | SortKind::RegLan)
    }
}
