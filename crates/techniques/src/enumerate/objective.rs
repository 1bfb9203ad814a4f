//! What formulas of some themes are to be optimal for: a small term over their variables, or a number that they say nothing about.

use quis_smtlib::{Sort, SortKind, print_sort};

use super::count::Token;
use super::vocabulary::{BOOL, SortIx, VariableKind, Vocabulary};
use crate::stream::Stream;

/// The name of a number that no formula is about.
const FREE: &str = "free";

/// The objectives of a formula: one, or sometimes two.
#[derive(Clone, Debug, Default)]
pub(super) struct Objectives {
    pub(super) all: Vec<Objective>,
    /// What declares the number that no formula is about, if an objective is.
    pub(super) declaration: String,
}

/// An objective.
#[derive(Clone, Debug)]
pub(super) struct Objective {
    pub(super) maximize: bool,
    /// The term; empty for the number that no formula is about.
    pub(super) tokens: Vec<Token>,
}

impl Objectives {
    /// Draws them; none if a vocabulary has no numbers.
    pub(super) fn draw(vocabulary: &Vocabulary, stream: &mut Stream) -> Objectives {
        let mut objectives = Objectives::default();
        let sorts: Vec<SortIx> =
            (0..vocabulary.sorts.len() as SortIx).filter(|&sort| is_number(vocabulary, sort)).collect();
        let count = if stream.chance(1, 8) { 2 } else { 1 };
        for _ in 0..count {
            let (maximize, is_free) = (stream.chance(1, 2), stream.chance(1, 8));
            let tokens = if is_free { None } else { term(vocabulary, &sorts, stream) };
            let tokens = match (tokens, stream.choose(&sorts)) {
                (Some(tokens), _) => tokens,
                (None, Some(&sort)) if objectives.declaration.is_empty() => {
                    let sort = vocabulary.sorts[usize::from(sort)];
                    // Solvers treat a real number beside integers in a way of its own.
                    let sort = if sort == Sort::INT && stream.chance(1, 2) { Sort::REAL } else { sort };
                    let sort = print_sort(&vocabulary.store, sort).unwrap_or_default();
                    objectives.declaration = format!("(declare-const {FREE} {sort})\n");
                    Vec::new()
                }
                _ => continue,
            };
            objectives.all.push(Objective { maximize, tokens });
        }
        objectives
    }

    /// The tokens of all of them.
    pub(super) fn tokens(&self) -> impl Iterator<Item = Token> {
        self.all.iter().flat_map(|objective| objective.tokens.iter().copied())
    }
}

impl Objective {
    /// The word of its command.
    pub(super) fn word(&self) -> &'static str {
        if self.maximize { "maximize" } else { "minimize" }
    }

    /// The term, if it is not written from tokens.
    pub(super) fn name(&self) -> Option<&'static str> {
        self.tokens.is_empty().then_some(FREE)
    }
}

/// Whether values of a sort can be optimal.
fn is_number(vocabulary: &Vocabulary, sort: SortIx) -> bool {
    let of: Sort = vocabulary.sorts[usize::from(sort)];
    matches!(vocabulary.store.sort_kind(of), SortKind::Int | SortKind::Real | SortKind::BitVec(_))
}

/// A variable, or a symbol over variables and literals.
fn term(vocabulary: &Vocabulary, sorts: &[SortIx], stream: &mut Stream) -> Option<Vec<Token>> {
    let variables: Vec<u8> = sorts.iter().flat_map(|&sort| leaves(vocabulary, sort, true)).collect();
    let variable = stream.choose(&variables).map(|&leaf| vec![Token::Leaf(leaf)]);
    let is_usable = |head: &u8| {
        let head = &vocabulary.heads[usize::from(*head)];
        sorts.contains(&head.result)
            && head.params.iter().any(|&sort| !leaves(vocabulary, sort, true).is_empty())
            && head.params.iter().all(|&sort| !leaves(vocabulary, sort, false).is_empty())
    };
    let heads: Vec<u8> = (0..vocabulary.heads.len() as u8).filter(is_usable).collect();
    let plain = stream.chance(1, 2);
    let Some(&head) = stream.choose(&heads).filter(|_| !plain || variable.is_none()) else { return variable };
    let params = &vocabulary.heads[usize::from(head)].params;
    let mut tokens = vec![Token::Head(head)];
    // At least one of its arguments is a variable.
    let with_variable: Vec<usize> =
        (0..params.len()).filter(|&at| !leaves(vocabulary, params[at], true).is_empty()).collect();
    let own = stream.choose(&with_variable).copied();
    for (at, &sort) in params.iter().enumerate() {
        let leaves = leaves(vocabulary, sort, own == Some(at));
        tokens.push(Token::Leaf(*stream.choose(&leaves)?));
    }
    Some(tokens)
}

/// The variables of a sort, and its literals unless only variables are wanted.
fn leaves(vocabulary: &Vocabulary, sort: SortIx, only_variables: bool) -> Vec<u8> {
    let is_one = |at: &u8| {
        let leaf = &vocabulary.leaves[usize::from(*at)];
        let kind = leaf.variable.map(|variable| vocabulary.variables[usize::from(variable)].kind);
        let fits = match kind {
            None => !only_variables,
            Some(VariableKind::Constant(_)) => !only_variables || sort != BOOL,
            Some(_) => false,
        };
        leaf.sort == sort && fits
    };
    (0..vocabulary.leaves.len() as u8).filter(is_one).collect()
}
