//! Terms of ours for what stands in a trace of Z3.

use dashu_int::UBig;
use hashbrown::HashMap;
use quis_smtlib::theories::{ArithOp, Op, registry};
use quis_smtlib::{Command, Function, Literal, Sort, SortConstructor, SortKind, Store, Term};
use rustc_hash::FxBuildHasher;

use super::trace::{Kind, Node, Trace};
use crate::refute::sexp::tokens;
use crate::refute::values::Values;

/// What came of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Built {
    Term(Term),
    /// It takes a sort to say what it is: a constant that Z3 made up, an empty list, a constant array.
    Open,
    /// The trace does not say what it is.
    Lost,
}

/// The terms of those nodes that are needed.
pub(super) struct Terms<'a, 't> {
    trace: &'a Trace<'t>,
    functions: HashMap<String, Vec<Function>, FxBuildHasher>,
    /// For each node the first that is the same: Z3 forgets nodes and makes them again.
    same: Vec<u32>,
    built: Vec<Built>,
    /// What open nodes are, by sort.
    closed: HashMap<(u32, Sort), Option<Term>, FxBuildHasher>,
}

impl<'a, 't> Terms<'a, 't> {
    /// Builds what the roots need, over the functions that are known. Since arguments come before what they are arguments of, it takes no more than to go through the nodes,
    /// backwards to see what is needed, and forwards to build it.
    pub(super) fn new(
        trace: &'a Trace<'t>,
        roots: impl Iterator<Item = u32>,
        known: impl Iterator<Item = Function>,
        store: &mut Store,
        values: &mut Values,
    ) -> Terms<'a, 't> {
        let count = trace.nodes.len();
        let mut needed = vec![false; count];
        let mut functions: HashMap<String, Vec<Function>, FxBuildHasher> = HashMap::default();
        for root in roots {
            needed[root as usize] = true;
        }
        for (at, node) in trace.nodes.iter().enumerate().rev() {
            if needed[at] {
                for &arg in trace.args(node) {
                    needed[arg as usize] = true;
                }
            }
        }
        for function in known {
            let name = store.text(store.function(function).name).to_owned();
            functions.entry(name).or_default().push(function);
        }
        let mut terms = Terms {
            trace,
            functions,
            same: (0..u32::try_from(count).unwrap_or(u32::MAX)).collect(),
            built: vec![Built::Lost; count],
            closed: HashMap::default(),
        };
        let mut first: HashMap<(&str, &str, Vec<u32>), u32, FxBuildHasher> = HashMap::default();
        for (at, node) in trace.nodes.iter().enumerate() {
            if !needed[at] || node.kind != Kind::Application {
                continue;
            }
            let args = trace.args(node).iter().map(|&arg| terms.same[arg as usize]).collect();
            let own = terms.same[at];
            let same = *first.entry((node.name, node.meaning, args)).or_insert(own);
            terms.same[at] = same;
            if same == own {
                terms.built[at] = terms.build(store, values, node);
            }
        }
        terms
    }

    /// The term of a node where one of this sort is expected. `None` if it cannot be known.
    pub(super) fn of_sort(
        &mut self,
        store: &mut Store,
        values: &mut Values,
        node: u32,
        sort: Sort,
    ) -> Option<Term> {
        let node = *self.same.get(node as usize)?;
        match *self.built.get(node as usize)? {
            Built::Term(term) => return Some(term),
            Built::Lost => return None,
            Built::Open => {}
        }
        if has_variables(store, sort) {
            return None;
        }
        if let Some(&known) = self.closed.get(&(node, sort)) {
            return known;
        }
        let closed = self.close(store, values, node, sort);
        self.closed.insert((node, sort), closed);
        closed
    }

    fn close(&mut self, store: &mut Store, values: &mut Values, node: u32, sort: Sort) -> Option<Term> {
        let trace = self.trace;
        let node = trace.nodes.get(node as usize)?;
        let functions = self.candidates(store, node);
        if functions.is_empty() {
            return values.constant_of(store, sort);
        }
        // The arguments are no open nodes: what has such and is open itself is lost.
        let args = self.plain(trace.args(node))?;
        functions.into_iter().find_map(|function| store.apply_as(function, sort, &args).ok())
    }

    /// What a name may mean: a function of the problem, or else an operator.
    fn candidates(&self, store: &mut Store, node: &Node<'t>) -> Vec<Function> {
        let count = self.trace.args(node).len();
        let own = self.functions.get(node.name).map(Vec::as_slice).unwrap_or_default();
        let own: Vec<Function> =
            own.iter().copied().filter(|&one| store.function(one).params.len() == count).collect();
        if !own.is_empty() {
            return own;
        }
        let name = if node.name == "iff" { "=" } else { node.name };
        registry().named(name).map(|op| store.op_function(op)).collect()
    }

    fn build(&mut self, store: &mut Store, values: &mut Values, node: &Node<'t>) -> Built {
        if !node.meaning.is_empty() {
            return literal(store, node).map_or(Built::Lost, Built::Term);
        }
        let functions = self.candidates(store, node);
        if functions.is_empty() {
            // match: elem!0, k!3, U!val!0
            return if node.name.contains('!') { Built::Open } else { Built::Lost };
        }
        let nodes = self.trace.args(node);
        if let Some(args) = self.plain(nodes) {
            let applied = functions.into_iter().find_map(|function| store.apply(function, &args).ok());
            return applied.map_or(Built::Open, Built::Term);
        }
        for function in functions {
            let params = store.function(function).params.to_vec();
            let args: Option<Vec<Term>> = match params.is_empty() {
                false => {
                    let both = nodes.iter().zip(params);
                    both.map(|(&arg, sort)| self.of_sort(store, values, arg, sort)).collect()
                }
                true => self.guessed(store, values, function, nodes),
            };
            if let Some(term) = args.and_then(|args| store.apply(function, &args).ok()) {
                return Built::Term(term);
            }
        }
        Built::Lost
    }

    /// The terms of arguments that need no sort.
    fn plain(&self, nodes: &[u32]) -> Option<Vec<Term>> {
        let term = |&node: &u32| match self.built.get(*self.same.get(node as usize)? as usize)? {
            Built::Term(term) => Some(*term),
            Built::Open | Built::Lost => None,
        };
        nodes.iter().map(term).collect()
    }

    /// Arguments of an operator of which some are open: they may have the sort of another, or if that is an array, of what it holds.
    fn guessed(
        &mut self,
        store: &mut Store,
        values: &mut Values,
        function: Function,
        nodes: &[u32],
    ) -> Option<Vec<Term>> {
        let mut sorts: Vec<Sort> = Vec::new();
        for &node in nodes {
            match *self.built.get(*self.same.get(node as usize)? as usize)? {
                Built::Lost => return None,
                Built::Open => {}
                Built::Term(term) => {
                    let sort = store.sort(term);
                    sorts.push(sort);
                    if let SortKind::Apply(SortConstructor::Array, parts) = store.sort_kind(sort) {
                        sorts.extend(parts);
                    }
                }
            }
        }
        sorts.push(Sort::BOOL);
        let terms: Vec<Option<Term>> = nodes.iter().map(|node| self.plain(&[*node])?.pop()).collect();
        let any = store.symbol("quis!any");
        for sort in sorts {
            // Constants are made only for what fits.
            let any = store.variable(any, sort);
            let args: Vec<Term> = terms.iter().map(|term| term.unwrap_or(any)).collect();
            if store.apply(function, &args).is_ok() {
                return nodes.iter().map(|&node| self.of_sort(store, values, node, sort)).collect();
            }
        }
        None
    }
}

/// The constructors and selectors that commands declare.
pub(super) fn of_datatypes<'c>(store: &Store, commands: impl Iterator<Item = &'c Command>) -> Vec<Function> {
    let mut all = Vec::new();
    for command in commands {
        let Command::DeclareDatatypes(declarations) = command else { continue };
        for &declaration in declarations {
            let Some(datatype) = &store.sort_declaration(declaration).datatype else { continue };
            for constructor in &datatype.constructors {
                all.push(constructor.function);
                all.extend(&constructor.selectors);
            }
        }
    }
    all
}

/// Whether a sort is one of a polymorphic declaration, which says nothing.
fn has_variables(store: &Store, sort: Sort) -> bool {
    let mut waiting = vec![sort];
    while let Some(sort) = waiting.pop() {
        match store.sort_kind(sort) {
            SortKind::Variable(_) => return true,
            SortKind::Apply(_, parts) => waiting.extend(parts),
            _ => {}
        }
    }
    false
}

/// match: Int, (- 7); Real, (/ 1 3); bv, #x0f
fn literal(store: &mut Store, node: &Node<'_>) -> Option<Term> {
    match node.name {
        "Int" | "Real" => number(store, node.meaning, node.name == "Real"),
        "bv" => {
            let (digits, radix, bits) = match node.meaning.strip_prefix("#x") {
                Some(digits) => (digits, 16, 4),
                None => (node.meaning.strip_prefix("#b")?, 2, 1),
            };
            let width = u32::try_from(digits.len()).ok()?.checked_mul(bits)?;
            store.bit_vec(width, UBig::from_str_radix(digits, radix).ok()?).ok()
        }
        _ => None,
    }
}

/// match: (/ (- 3) 2), result: (- (/ 3.0 2.0)), as Z3 prints it otherwise
fn number(store: &mut Store, text: &str, is_real: bool) -> Option<Term> {
    let (mut digits, mut negative, mut divided) = (Vec::new(), false, false);
    for place in tokens(text) {
        match &text[place] {
            "(" | ")" => {}
            "-" => negative = !negative,
            "/" => divided = true,
            word => digits.push(word.strip_suffix(".0").unwrap_or(word)),
        }
    }
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits.iter().all(is_number) || digits.len() != 1 + usize::from(divided) || divided && !is_real {
        return None;
    }
    let mut terms = Vec::with_capacity(2);
    for digits in digits {
        let literal = if is_real { Literal::decimal(digits, "0") } else { Literal::numeral(digits) };
        terms.push(store.literal(literal).ok()?);
    }
    let value = match divided {
        true => store.op(Op::Arith(ArithOp::Div), &terms).ok()?,
        false => *terms.first()?,
    };
    match negative {
        true => store.op(Op::Arith(ArithOp::Neg), &[value]).ok(),
        false => Some(value),
    }
}
