//! Witnesses of scripts that are made anew.

use quis_smtlib::walk::{Replacement, TermSet, post_order};
use quis_smtlib::{
    Command, Definition, Function, ModelAnswer, PrintOptions, Script, Sort, Store, Term, TermKind,
    print_commands, read_model,
};

use super::{Call, Map, Translation, fit};
use crate::passes::constants::constant;

impl Translation {
    /// The definitions of a witness over the new sorts, with the names that they are for. The translation has been applied to the script,
    /// which is the one before; `check` is the place of the command that the witness is for. Whether the new witness holds must be seen:
    /// what is cut or left out may have mattered.
    pub(crate) fn witness(
        &mut self,
        script: &mut Script,
        check: usize,
        witness: &str,
    ) -> Vec<(String, String)> {
        let answer = read_model(script, check, witness);
        let calls = self.calls(script);
        let store = &mut script.store;
        for (number, &element) in answer.elements.iter().enumerate() {
            self.element(store, element, number);
        }
        let mut definitions = Vec::with_capacity(answer.definitions.len());
        for definition in &answer.definitions {
            let name = store.text(definition.symbol).to_owned();
            let text = match definition.function {
                Some(function) => {
                    let call = calls.get(&function).map_or(&[][..], |args| args);
                    let given = |arg: &Term| given(store, &answer, *arg);
                    let given: Vec<Option<Term>> = call.iter().map(given).collect();
                    self.interpretation(store, function, definition, &given)
                }
                // What operators mean where the standard leaves it open.
                None => witness.get(definition.span.clone()).map(str::to_owned),
            };
            definitions.extend(text.map(|text| (name, text)));
        }
        definitions
    }

    /// The arguments of one application of each function that loses parameters.
    fn calls(&self, script: &Script) -> Map<Function, Vec<Term>> {
        let mut calls: Map<Function, Vec<Term>> = Map::default();
        if self.kept.is_empty() {
            return calls;
        }
        let store = &script.store;
        post_order(store, &script.roots(), &mut TermSet::for_store(store), |term| {
            if let TermKind::Apply(function, args) = store.kind(term)
                && self.kept.contains_key(&function)
            {
                calls.entry(function).or_insert_with(|| args.to_vec());
            }
        });
        calls
    }

    /// A value that a solver made up: where its sort has gone, some value of the new one stands for it.
    fn element(&mut self, store: &mut Store, element: Function, number: usize) {
        let sort = store.function(element).result;
        let Some(new) = self.sort(store, sort).filter(|new| *new != sort) else { return };
        let value = match new {
            Sort::INT => Some(store.int(number as u64)),
            Sort::BOOL => Some(store.bool(number % 2 == 1)),
            _ => constant(store, new, 0),
        };
        if let (Ok(old), Some(value)) = (store.apply(element, &[]), value) {
            self.terms.insert(old, value);
        }
    }

    /// match: (define-fun x () (_ BitVec 32) #x00000013), result: (define-fun x () (_ BitVec 4) #x3)
    ///
    /// `given` are values of the arguments in one application: what stands for parameters that go.
    fn interpretation(
        &mut self,
        store: &mut Store,
        function: Function,
        definition: &Definition,
        given: &[Option<Term>],
    ) -> Option<String> {
        let (new, kept) = match self.call(store, function)? {
            Call::To(new) => (new, None),
            Call::Fewer(new, kept) => (new, Some(kept)),
            Call::Constant => return None,
        };
        let mut vars = Vec::with_capacity(definition.vars.len());
        let mut replacement = Replacement::default();
        for (at, &var) in definition.vars.iter().enumerate() {
            if kept.as_ref().is_none_or(|kept| kept.contains(&at)) {
                vars.push(var);
            } else {
                let sort = store.sort(var);
                let given = given.get(at).copied().flatten().filter(|&given| store.sort(given) == sort);
                let value = given.or_else(|| constant(store, sort, 0))?;
                replacement.put(var, value);
            }
        }
        let result = store.function(new).result;
        let body = replacement.apply(store, definition.body).ok()?;
        let body = self.value(store, body, result)?;
        let vars: Vec<Term> = vars.into_iter().map(|var| self.term(store, var)).collect::<Option<_>>()?;
        let name = store.function(new).name;
        let defined = store.define_function(name, &vars, result, body).ok()?;
        let printed = print_commands(store, &[Command::DefineFun(defined)], PrintOptions::plain()).ok()?;
        Some(printed.text.trim_end().to_owned())
    }

    /// The body of an interpretation, of the sort that is needed now; some constant if nothing else is.
    fn value(&mut self, store: &mut Store, body: Term, result: Sort) -> Option<Term> {
        match self.term(store, body) {
            Some(new) if store.sort(new) == result => Some(new),
            Some(new) => fit::literal(store, new, result).or_else(|| constant(store, result, 0)),
            None => constant(store, result, 0),
        }
    }
}

/// The value of an argument, if it is a literal or a symbol.
fn given(store: &Store, answer: &ModelAnswer, arg: Term) -> Option<Term> {
    match store.kind(arg) {
        TermKind::Literal(_) => Some(arg),
        TermKind::Apply(function, []) if store.operator(function).is_some() => Some(arg),
        TermKind::Apply(function, []) => answer.definition(function).map(|definition| definition.body),
        _ => None,
    }
}
