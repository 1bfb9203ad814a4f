//! A formula while it is made: the store, the nodes, what was declared.

use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::{Command, Function, Role, Sort, Store, Symbol, Term, TermKind};
use smallvec::SmallVec;

use super::menu::Menu;
use super::palette::Palette;
use super::parameters::FuzzSmt;
use super::pool::Pool;
use super::recipe::Recipe;
use super::truth::Guard;
use crate::stream::Stream;

/// Most formulas have no more terms than this, with those that are left out.
const USUAL_TERMS: usize = 112;

/// Most formulas have no more commands.
const USUAL_COMMANDS: usize = 32;

/// A function of the script that can be applied.
#[derive(Clone, Debug)]
pub(super) struct Callable {
    pub(super) function: Function,
    pub(super) params: Box<[Sort]>,
    pub(super) result: Sort,
}

/// A formula while it is made.
#[derive(Debug)]
pub(super) struct Builder<'p> {
    pub(super) parameters: &'p FuzzSmt,
    pub(super) recipe: Recipe,
    pub(super) menu: Menu,
    pub(super) store: Store,
    pub(super) stream: Stream,
    pub(super) pool: Pool,
    pub(super) palette: Palette,
    /// Declared and defined functions, constructors and selectors.
    pub(super) callables: Vec<Callable>,
    /// Declarations and definitions, in order.
    pub(super) commands: Vec<Command>,
    /// Constraints that rule out what the recipe does not want.
    pub(super) guards: Vec<Guard>,
    /// How many binders are around what is being made.
    pub(super) binders: usize,
    /// How many constructors are around the constant that is being made.
    pub(super) leaves: usize,
    /// Whether constants are to be values as solvers print them.
    pub(super) wants_values: bool,
    names: usize,
    /// Working space for texts.
    pub(super) text: String,
}

impl<'p> Builder<'p> {
    pub(super) fn new(parameters: &'p FuzzSmt, mut stream: Stream) -> Self {
        let recipe = Recipe::draw(parameters, &mut stream);
        let menu = Menu::draw(&recipe, &parameters.weights, &mut stream);
        let mut builder = Builder {
            parameters,
            recipe,
            menu,
            store: Store::new(),
            stream,
            pool: Pool::for_terms(USUAL_TERMS),
            palette: Palette::default(),
            callables: Vec::new(),
            commands: Vec::with_capacity(USUAL_COMMANDS),
            guards: Vec::new(),
            binders: 0,
            leaves: 0,
            wants_values: false,
            names: 0,
            text: String::with_capacity(32),
        };
        builder.store.reserve(USUAL_TERMS);
        let logic = builder.store.symbol(&builder.recipe.name);
        builder.commands.push(Command::SetLogic(logic));
        builder
    }

    /// A name that nothing has yet.
    pub(super) fn name(&mut self, prefix: &str) -> Symbol {
        let number = self.names;
        self.names += 1;
        self.text.clear();
        self.text.push_str(prefix);
        self.text.push_str(itoa::Buffer::new().format(number));
        self.store.symbol(&self.text)
    }

    /// Declares a constant, and makes it a node.
    pub(super) fn constant(&mut self, sort: Sort) -> Option<Term> {
        let name = self.name("v");
        let function = self.store.declare_function(name, &[], sort);
        // Both ways to say it.
        self.commands.push(if self.stream.chance(1, 4) {
            Command::DeclareFun(function)
        } else {
            Command::DeclareConst(function)
        });
        let term = self.store.apply(function, &[]).ok()?;
        self.pool.add(term, sort, 0, false);
        Some(term)
    }

    /// Declares a function.
    pub(super) fn declare(&mut self, params: Vec<Sort>, result: Sort) {
        let name = self.name("f");
        let function = self.store.declare_function(name, &params, result);
        self.commands.push(Command::DeclareFun(function));
        self.callables.push(Callable { function, params: params.into(), result });
    }

    /// Makes a term a node, above its operands.
    pub(super) fn node(&mut self, term: Term, operands: &[Term]) -> Term {
        let depth = operands.iter().map(|&operand| self.pool.depth(operand)).max().unwrap_or(0) + 1;
        operands.iter().for_each(|&operand| self.pool.use_up(operand));
        let closed = !operands.is_empty() && self.are_closed(operands);
        self.pool.add(term, self.store.sort(term), depth, closed);
        term
    }

    /// Whether terms have one value only, whatever the variables are.
    pub(super) fn are_closed(&self, terms: &[Term]) -> bool {
        terms.iter().all(|&term| {
            self.pool.closed(term).unwrap_or_else(|| match self.store.kind(term) {
                TermKind::Literal(_) => true,
                TermKind::Apply(function, args) => self.store.operator(function).is_some() && args.is_empty(),
                _ => false,
            })
        })
    }

    /// An operator applied, as a node.
    pub(super) fn apply_op(&mut self, op: Op, indices: &[u32], operands: &[Term]) -> Option<Term> {
        let term = self.store.indexed_op(op, indices, operands).ok()?;
        Some(self.node(term, operands))
    }

    /// match: p, result: (not p); and back
    pub(super) fn negation(&mut self, term: Term) -> Option<Term> {
        self.store.op(Op::Core(CoreOp::Not), &[term]).ok()
    }

    /// A function of the script applied, as a node.
    pub(super) fn call(&mut self) -> Option<Term> {
        let at = self.stream.below(self.callables.len());
        let &Callable { function, ref params, result } = self.callables.get(at)?;
        let params: SmallVec<[Sort; 4]> = params.iter().copied().collect();
        let operands: SmallVec<[Term; 4]> =
            params.iter().map(|&sort| self.of_sort(sort)).collect::<Option<_>>()?;
        // A constructor without arguments needs its sort to be told: (as nil (List Int)).
        let is_constructor = matches!(self.store.function(function).role, Role::Constructor);
        let term = match is_constructor {
            true => self.store.apply_as(function, result, &operands),
            false => self.store.apply(function, &operands),
        };
        let term = term.ok()?;
        Some(self.node(term, &operands))
    }

    /// Whether a term may have this depth.
    pub(super) fn deepest(&self) -> u32 {
        self.parameters.depth.saturating_sub(1) as u32
    }
}
