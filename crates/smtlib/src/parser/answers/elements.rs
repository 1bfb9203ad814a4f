//! Values that a solver made up: elements of uninterpreted sorts, arrays without a name.

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use crate::diagnostic::{Result, Span};
use crate::function::{Function, FunctionData, Role};
use crate::lexer::Token;
use crate::parser::Parser;
use crate::parser::scope::SortMeaning;
use crate::sort::{Sort, SortConstructor, SortKind};
use crate::symbol::Symbol;
use crate::term::{Term, TermKind};
use crate::theories::{CoreOp, Op};

/// Z3's word for a value that does not matter. It is no element, but a constant without a definition.
const UNSPECIFIED: &str = "#unspecified";

/// What one answer brings: made-up values, each once, in the order of the answer, and functions of its own.
#[derive(Debug, Default)]
pub(crate) struct Elements {
    list: Vec<Function>,
    known: HashSet<Function, FxBuildHasher>,
    /// The functions that the answer defines and the script does not have.
    pub(super) auxiliaries: HashSet<Function, FxBuildHasher>,
}

impl Elements {
    fn add(&mut self, function: Function) {
        if self.known.insert(function) {
            self.list.push(function);
        }
    }

    pub(super) fn into_list(self) -> Vec<Function> {
        self.list
    }
}

impl Parser<'_> {
    /// The value of this name and sort.
    pub(in crate::parser) fn element(&mut self, name: Symbol, sort: Sort, span: Span) -> Result<Term> {
        let function = self.store.declare_function(name, &[], sort);
        if let Some(elements) = &mut self.elements
            && self.store.text(name) != UNSPECIFIED
        {
            elements.add(function);
        }
        self.store.apply(function, &[]).map_err(|error| self.type_error(&error, span))
    }

    pub(in crate::parser) fn element_count(&self) -> usize {
        self.elements.as_ref().map_or(0, |elements| elements.list.len())
    }

    /// Forgets the elements beyond the first so many.
    pub(in crate::parser) fn forget_elements(&mut self, count: usize) {
        if let Some(elements) = &mut self.elements {
            for function in elements.list.drain(count..) {
                elements.known.remove(&function);
            }
        }
    }

    /// match: U!val!0, undeclared: its name or what it stands beside decides its sort
    pub(in crate::parser) fn unsorted_element(&mut self, name: Symbol) -> Option<Term> {
        self.elements.as_ref()?;
        if let Some(sort) = self.sort_in_name(name) {
            return self.element(name, sort, 0..0).ok();
        }
        let function = self.store.make_function(FunctionData {
            name,
            indices: Box::default(),
            role: Role::Unknown,
            params: Box::default(),
            result: Sort::UNKNOWN,
        });
        let term = self.store.apply(function, &[]).ok()?;
        self.unsorted.insert(term);
        Some(term)
    }

    /// match: U!val!0 of Z3, @uc_U_0 of CVC4, @U_0 of cvc5, where `U` is a declared sort
    fn sort_in_name(&mut self, name: Symbol) -> Option<Sort> {
        let text = self.store.text(name);
        let (sort, number) = match text.strip_prefix('@') {
            Some(rest) => rest.strip_prefix("uc_").unwrap_or(rest).rsplit_once('_')?,
            None => text.rsplit_once("!val!")?,
        };
        if !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let sort = self.store.symbols().find(sort)?;
        let &SortMeaning::Declared(declaration) = self.scope.sort(sort)? else { return None };
        let known = self.store.sort_declaration(declaration);
        (known.arity == 0 && known.datatype.is_none())
            .then(|| self.store.apply_sort(SortConstructor::Declared(declaration), &[]))
    }

    /// match: #unspecified
    pub(in crate::parser) fn unspecified(&mut self, token: Token) -> Result<Term> {
        let name = self.store.symbol(UNSPECIFIED);
        let known = self.lexer.text(token) == UNSPECIFIED;
        let term = if known { self.unsorted_element(name) } else { None };
        term.ok_or_else(|| self.unexpected(token, "a term"))
    }

    /// match: (ite c U!val!0 U!val!1): what this stands beside decides the sort of both
    pub(in crate::parser) fn unsorted_choice(&mut self, args: &[Term]) -> Option<Term> {
        let is_ite = |&function: &Function| self.store.operator(function) == Some(Op::Core(CoreOp::Ite));
        let &ite = self.candidates.iter().find(|function| is_ite(function))?;
        let &[condition, yes, no] = args else { return None };
        if self.store.sort(condition) != Sort::BOOL {
            return None;
        }
        if !self.unsorted.contains(&yes) || !self.unsorted.contains(&no) {
            return None;
        }
        let term = self.store.apply(ite, args).ok()?;
        self.unsorted.insert(term);
        Some(term)
    }

    /// A term that lacks a sort, with that sort: a constant, or a choice between such terms, however deep.
    pub(in crate::parser) fn sorted(&mut self, root: Term, sort: Sort) -> Option<Term> {
        let mut done: HashMap<Term, Term, FxBuildHasher> = HashMap::default();
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if done.contains_key(&term) {
                stack.pop();
                continue;
            }
            let TermKind::Apply(function, args) = self.store.kind(term) else { return None };
            let result = match *args {
                [] => self.sorted_constant(function, sort)?,
                [condition, yes, no] => {
                    let branches = [yes, no];
                    let waiting =
                        |branch: &Term| self.unsorted.contains(branch) && !done.contains_key(branch);
                    let before = stack.len();
                    stack.extend(branches.into_iter().filter(waiting));
                    if stack.len() > before {
                        continue;
                    }
                    let [yes, no] = branches.map(|branch| done.get(&branch).copied().unwrap_or(branch));
                    self.store.apply(function, &[condition, yes, no]).ok()?
                }
                _ => return None,
            };
            stack.pop();
            done.insert(term, result);
        }
        done.get(&root).copied()
    }

    fn sorted_constant(&mut self, function: Function, sort: Sort) -> Option<Term> {
        let data = self.store.function(function);
        if data.role != Role::Unknown {
            return self.store.apply_as(function, sort, &[]).ok();
        }
        let name = data.name;
        let text = self.store.text(name);
        // Of the sorts whose values have literals a solver makes up values under marked names only.
        let marked = text.starts_with('@') || text == UNSPECIFIED;
        let made_up = matches!(self.store.sort_kind(sort), SortKind::Apply(..));
        if sort == Sort::UNKNOWN || !(marked || made_up) {
            return None;
        }
        self.element(name, sort, 0..0).ok()
    }
}
