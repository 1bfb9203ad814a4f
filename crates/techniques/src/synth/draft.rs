//! A formula while it is made, and what comes out.

use quis_semantics::{Budget, Evaluator, Model, Value};
use quis_smtlib::walk::post_order;
use quis_smtlib::{
    Attribute, Command, Function, Literal, Script, Sort, SortConstructor, SortDecl, SortKind, Store, Term,
    TermKind, TermSet, read_model,
};

use super::{Step, logic};
use crate::case::{TestCase, Truth};

/// A formula with its truth, and how it was made.
#[derive(Clone, PartialEq, Debug)]
pub struct Formula {
    /// The step that made it.
    pub step: Step,
    /// What it tests, and how: `replace-03`, `E3-res-EV1`. Formulas of one step have different names.
    pub name: String,
    /// The formula.
    pub case: TestCase,
}

impl Formula {
    /// Its case, with a label that says where it comes from: `arrays/cores-patterns/E3-res-EV1`.
    pub(super) fn labelled(self, theory: &str, patterns: bool) -> TestCase {
        let slash = if theory.is_empty() { "" } else { "/" };
        let patterns = if patterns { "-patterns" } else { "" };
        let label = format!("{theory}{slash}{}{patterns}/{}", self.step.name(), self.name);
        TestCase { label: Some(label.into()), ..self.case }
    }
}

/// A store for formulas, which forgets them when it has grown.
#[derive(Clone, Debug)]
pub(super) struct Workshop<'r> {
    empty: &'r Store,
    pub(super) store: Store,
}

/// So many terms are added to a store before it starts afresh: memory stays flat.
pub(super) const MANY: usize = 1 << 12;

/// The steps that comparing two values may take.
const COMPARISON: u64 = 1 << 16;

impl<'r> Workshop<'r> {
    pub(super) fn new(empty: &'r Store) -> Self {
        Workshop { empty, store: empty.clone() }
    }

    /// One with a store that has grown from another.
    pub(super) fn over(empty: &'r Store, store: Store) -> Self {
        Workshop { empty, store }
    }

    /// Forgets what was made, if that is much. Terms of the rules stay valid, all others do not.
    pub(super) fn tidy(&mut self) {
        if self.store.len() > self.empty.len() + MANY {
            self.store = self.empty.clone();
        }
    }

    /// A constant of the formula.
    pub(super) fn constant(&mut self, name: &str, sort: Sort) -> Option<(Function, Term)> {
        let symbol = self.store.symbol(name);
        let function = self.store.declare_function(symbol, &[], sort);
        let term = self.store.apply(function, &[]).ok()?;
        Some((function, term))
    }

    /// A function of the formula. No variable of the rules has its name, so that no constant gets it.
    pub(super) fn function(&mut self, name: &str, params: &[Sort], result: Sort) -> Function {
        let rules = self.empty;
        let is_variable = |name: &str| {
            let named =
                |term| matches!(rules.kind(term), TermKind::Variable(known) if rules.text(known) == name);
            rules.terms().any(named)
        };
        let mut name = name.to_owned();
        while is_variable(&name) {
            name.push('!');
        }
        let name = self.store.symbol(&name);
        self.store.declare_function(name, params, result)
    }

    /// A word for a sort, for names of formulas: `BitVec4` for `(_ BitVec 4)`.
    pub(super) fn word(store: &Store, sort: Sort) -> String {
        let text = quis_smtlib::print_sort(store, sort).unwrap_or_default();
        text.chars().filter(|character| character.is_alphanumeric()).collect()
    }

    /// The name and the sort of a rule's variable.
    pub(super) fn variable(&self, variable: Term) -> Option<(String, Sort)> {
        match self.store.kind(variable) {
            TermKind::Variable(name) => Some((self.store.text(name).to_owned(), self.store.sort(variable))),
            _ => None,
        }
    }

    /// The value of a closed term under a model.
    pub(super) fn value(&self, model: &mut Model, term: Term) -> Option<Value> {
        Evaluator::new(&self.store, model).evaluate(term).ok()
    }

    /// Whether two values are the same. Languages are compared by their strings; `None` if that is too much work.
    pub(super) fn same(model: &mut Model, left: &Value, right: &Value) -> Option<bool> {
        model.values.equal(left, right, &mut Budget::new(COMPARISON)).ok().flatten()
    }

    /// A term for a value.
    pub(super) fn term_of(&mut self, model: &Model, sort: Sort, value: &Value) -> Option<Term> {
        term_of(&mut self.store, model, sort, value)
    }

    /// That a formula is satisfiable, with these values of its constants. The model is left with them alone.
    pub(super) fn witness(&self, model: &mut Model, values: Vec<(Function, Value)>) -> Option<Truth> {
        let known = std::mem::take(&mut model.values);
        *model = Model::new();
        model.values = known;
        let constants: Vec<Function> = values.iter().map(|(constant, _)| *constant).collect();
        values.into_iter().for_each(|(constant, value)| model.set_value(constant, value));
        let text = model.print(&self.store, &constants).ok()?;
        Some(Truth::Sat { witness: Some(text.into()) })
    }

    /// The uninterpreted sorts of some functions, each once.
    fn uninterpreted(&self, functions: &[Function]) -> impl Iterator<Item = SortDecl> + use<> {
        let mut found: Vec<SortDecl> = Vec::new();
        for &function in functions {
            let data = self.store.function(function);
            for &sort in data.params.iter().chain([&data.result]) {
                if let SortKind::Apply(SortConstructor::Declared(declaration), _) = self.store.sort_kind(sort)
                    && self.store.sort_declaration(*declaration).datatype.is_none()
                    && !found.contains(declaration)
                {
                    found.push(*declaration);
                }
            }
        }
        found.into_iter()
    }

    /// All sorts of constants and assertions.
    fn sorts(&self, constants: &[Function], assertions: &[Term]) -> Vec<Sort> {
        let mut sorts: Vec<Sort> =
            constants.iter().map(|&constant| self.store.function(constant).result).collect();
        post_order(&self.store, assertions, &mut TermSet::for_store(&self.store), |part| {
            let sort = self.store.sort(part);
            if !sorts.contains(&sort) {
                sorts.push(sort);
            }
        });
        sorts
    }

    /// The case of assertions over constants and functions. Names, if there are any, are `a0`, `a1` and so on.
    pub(super) fn case(
        &mut self,
        constants: &[Function],
        assertions: &[Term],
        named: bool,
        truth: Truth,
    ) -> Option<TestCase> {
        let mut commands: Vec<Command> = self.uninterpreted(constants).map(Command::DeclareSort).collect();
        commands.extend(constants.iter().map(
            |&constant| match self.store.function(constant).params.is_empty() {
                true => Command::DeclareConst(constant),
                false => Command::DeclareFun(constant),
            },
        ));
        for (number, &assertion) in assertions.iter().enumerate() {
            let mut term = assertion;
            if named {
                let name = self.store.symbol(&format!("a{number}"));
                term = self.store.annotated(term, vec![Attribute::Named(name)], &[]);
            }
            commands.push(Command::Assert(term));
        }
        commands.push(Command::CheckSat);
        let sorts = self.sorts(constants, assertions);
        commands.splice(0..0, datatypes(&self.store, &sorts));
        let mut script = Script { store: std::mem::take(&mut self.store), commands };
        let logic = logic::name(&script, &sorts);
        let logic = script.store.symbol(&logic);
        script.commands.insert(0, Command::SetLogic(logic));
        let case = TestCase::of_script(&script).ok();
        self.store = script.store;
        let mut case = case?;
        case.checks.iter_mut().for_each(|check| check.truth = truth.clone());
        Some(case)
    }
}

/// The declaration of all datatypes in sorts; `None` if there are none.
fn datatypes(store: &Store, sorts: &[Sort]) -> Option<Command> {
    let mut seen: Vec<Sort> = Vec::new();
    let mut todo = sorts.to_vec();
    let mut found: Vec<SortDecl> = Vec::new();
    while let Some(sort) = todo.pop() {
        if seen.contains(&sort) {
            continue;
        }
        seen.push(sort);
        let SortKind::Apply(constructor, args) = store.sort_kind(sort) else { continue };
        todo.extend(args.iter().copied());
        if let (SortConstructor::Declared(declaration), Some(datatype)) = (constructor, store.datatype(sort))
        {
            if !found.contains(declaration) {
                found.push(*declaration);
            }
            for constructor in &datatype.constructors {
                todo.extend(store.function(constructor.function).params.iter().copied());
            }
        }
    }
    found.sort_unstable();
    (!found.is_empty()).then(|| Command::DeclareDatatypes(found.into()))
}

/// A term for a value.
pub(super) fn term_of(store: &mut Store, model: &Model, sort: Sort, value: &Value) -> Option<Term> {
    match (store.sort_kind(sort), value) {
        (SortKind::Bool, Value::Bool(value)) => Some(store.bool(*value)),
        (SortKind::String, Value::String(points)) => {
            store.literal(Literal::string_from_code_points(points)).ok()
        }
        (SortKind::BitVec(width), Value::BitVec(value)) => store.bit_vec(*width, value.to_ubig()).ok(),
        _ => {
            // What it looks like is the business of the printer and the parser.
            let text = model.values.print(store, sort, value).ok()?;
            let commands = datatypes(store, &[sort]).into_iter().collect();
            let sort = quis_smtlib::print_sort(store, sort).ok()?;
            let mut script = Script { store: std::mem::take(store), commands };
            let answer = read_model(&mut script, 0, &format!("((define-fun value () {sort} {text}))"));
            *store = script.store;
            answer.definitions.first().map(|definition| definition.body)
        }
    }
}
