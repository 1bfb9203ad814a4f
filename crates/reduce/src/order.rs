//! Where in a script terms stand, and where symbols are known.

use hashbrown::HashMap;
use quis_smtlib::walk::{TermSet, post_order};
use quis_smtlib::{Command, Function, Script, Store, Term, TermKind};
use rustc_hash::FxBuildHasher;

/// The order of commands, as far as it matters for what may stand where.
pub(crate) struct Order {
    /// The first and the last command that hold a term.
    terms: HashMap<Term, (usize, usize), FxBuildHasher>,
    /// From where to where declared functions are known. Those that are not listed are known everywhere.
    known: HashMap<Function, (usize, usize), FxBuildHasher>,
}

impl Order {
    /// Looks at all commands.
    pub(crate) fn of(script: &Script) -> Order {
        let Script { store, commands } = script;
        let mut terms: HashMap<Term, (usize, usize), FxBuildHasher> = HashMap::default();
        let mut seen = TermSet::for_store(store);
        for (at, command) in commands.iter().enumerate() {
            post_order(store, &roots(store, command), &mut seen, |term| {
                terms.insert(term, (at, at));
            });
        }
        let mut seen = TermSet::for_store(store);
        for (at, command) in commands.iter().enumerate().rev() {
            post_order(store, &roots(store, command), &mut seen, |term| {
                if let Some((_, last)) = terms.get_mut(&term) {
                    *last = at;
                }
            });
        }
        Order { terms, known: known(commands) }
    }

    /// Whether a constant symbol is known wherever a term stands.
    pub(crate) fn may_stand(&self, store: &Store, constant: Term, term: Term) -> bool {
        let TermKind::Apply(function, _) = store.kind(constant) else { return true };
        match (self.known.get(&function), self.terms.get(&term)) {
            (Some((from, to)), Some((first, last))) => from <= first && last <= to,
            _ => true,
        }
    }
}

fn roots(store: &Store, command: &Command) -> Vec<Term> {
    let mut roots = command.terms();
    for &function in command.defines() {
        roots.extend(store.definition(function).map(|(_, body)| body));
    }
    roots
}

/// From where to where functions are known: up to the end of the scope that declares them. One that is declared twice is known from
/// its last declaration.
fn known(commands: &[Command]) -> HashMap<Function, (usize, usize), FxBuildHasher> {
    let mut known: HashMap<Function, (usize, usize), FxBuildHasher> = HashMap::default();
    let mut scopes: Vec<Vec<Function>> = vec![Vec::new()];
    for (at, command) in commands.iter().enumerate() {
        let levels = match command {
            Command::Pop(levels) => *levels as usize,
            Command::Reset | Command::ResetAssertions => scopes.len(),
            _ => 0,
        };
        for function in (0..levels).filter_map(|_| scopes.pop()).flatten() {
            known.entry(function).and_modify(|(_, to)| *to = at);
        }
        match command {
            Command::Push(levels) => {
                let levels = (*levels).min(1 << 16) as usize;
                scopes.extend(std::iter::repeat_with(Vec::new).take(levels));
            }
            Command::DeclareFun(function) | Command::DeclareConst(function) => {
                known.insert(*function, (at, commands.len()));
                if scopes.is_empty() {
                    scopes.push(Vec::new());
                }
                scopes.last_mut().into_iter().for_each(|scope| scope.push(*function));
            }
            _ => {}
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, parse};

    use super::*;

    #[test]
    fn symbols_are_known_in_their_scopes() {
        let text =
            "(declare-const x Int) (assert (> x 0)) (push 1) (declare-const y Int) (assert (> y 1)) (pop 1)
            (declare-const z Int) (assert (> z 2))";
        let script = parse(text, Mode::Standard).into_result().expect("a valid script");
        let order = Order::of(&script);
        let assertions: Vec<Term> = script.assertions().collect();
        let symbols: Vec<Term> = assertions.iter().map(|&term| script.store.children(term)[0]).collect();
        let may_stand =
            |symbol: usize, term: usize| order.may_stand(&script.store, symbols[symbol], assertions[term]);
        let found: Vec<bool> = (0..9).map(|pair| may_stand(pair / 3, pair % 3)).collect();
        assert_eq!(found, [true, true, true, false, true, false, false, false, true]);
    }
}
