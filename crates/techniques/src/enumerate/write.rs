//! Formulas as test cases.

use std::sync::Arc;

use quis_semantics::Real;

use super::count::Token;
use super::objective::Objectives;
use super::values::Found;
use super::vocabulary::{Meaning, VariableKind, Vocabulary};
use crate::case::{CheckPoint, Optimum, TestCase, Truth};

/// The variables of a formula, in the order in which they first come.
pub(super) fn variables(vocabulary: &Vocabulary, tokens: &[Token]) -> Vec<u8> {
    let mut used = Vec::new();
    for token in tokens {
        let variable = match *token {
            Token::Leaf(leaf) => vocabulary.leaves[usize::from(leaf)].variable,
            Token::Head(head) => match vocabulary.heads[usize::from(head)].meaning {
                Meaning::Declared { variable, .. } => Some(variable),
                _ => None,
            },
        };
        if let Some(variable) = variable
            && !used.contains(&variable)
        {
            used.push(variable);
        }
    }
    used.retain(|&variable| {
        !matches!(vocabulary.variables[usize::from(variable)].kind, VariableKind::Bound(_))
    });
    used
}

/// A formula: the tokens of its assertions, and behind them those of its objectives.
pub(super) struct Formula<'a> {
    pub(super) tokens: &'a [Token],
    /// The number of assertions.
    pub(super) assertions: usize,
    /// The variables of all of it.
    pub(super) used: &'a [u8],
    pub(super) objectives: &'a Objectives,
}

/// The script of a formula, with what is known of it.
pub(super) fn case(
    vocabulary: &mut Vocabulary,
    formula: &Formula<'_>,
    found: Found,
    witness: Option<String>,
    optimum: Option<Real>,
) -> TestCase {
    let Formula { tokens, assertions, used, objectives } = *formula;
    let mut text = String::with_capacity(64 * used.len() + 16 * tokens.len() + 128);
    if objectives.declaration.is_empty() {
        vocabulary.write_header(tokens, &mut text);
    } else {
        // The logic of the formula may lack the sort of what it says nothing about.
        text.push_str("(set-logic ALL)\n");
    }
    for &variable in used {
        text.push_str(&vocabulary.variables[usize::from(variable)].declaration);
    }
    text.push_str(&objectives.declaration);
    let mut at = 0;
    for _ in 0..assertions {
        text.push_str("(assert ");
        at = term(vocabulary, tokens, at, &mut text);
        text.push_str(")\n");
    }
    for objective in &objectives.all {
        text.extend(["(", objective.word(), " "]);
        match objective.name() {
            Some(name) => text.push_str(name),
            None => at = term(vocabulary, tokens, at, &mut text),
        }
        text.push_str(")\n");
    }
    let start = text.len();
    text.push_str("(check-sat)");
    let place = start..text.len();
    text.push('\n');
    let truth = match (found, witness) {
        (Found::Model(_), Some(witness)) => Truth::Sat { witness: Some(Arc::from(witness)) },
        (Found::Contradiction, _) => Truth::Unsat { core: None },
        _ => Truth::Open,
    };
    let optimum = optimum.map(|penalty| Optimum { goal: String::new(), penalty }).into_iter().collect();
    TestCase { text, checks: vec![CheckPoint { place, truth, optimum }], ..TestCase::default() }
}

/// Writes the term that begins at a token; where the next one begins.
fn term(vocabulary: &Vocabulary, tokens: &[Token], start: usize, text: &mut String) -> usize {
    let mut at = start;
    // How many arguments the symbols around the next token still lack.
    let mut missing: Vec<usize> = Vec::new();
    while let Some(token) = tokens.get(at) {
        at += 1;
        if at > start + 1 {
            text.push(' ');
        }
        match *token {
            Token::Leaf(leaf) => text.push_str(&vocabulary.leaves[usize::from(leaf)].text),
            Token::Head(head) => {
                let head = &vocabulary.heads[usize::from(head)];
                text.push('(');
                text.push_str(&head.text);
                missing.push(head.params.len());
                continue;
            }
        }
        while let Some(last) = missing.last_mut() {
            *last -= 1;
            if *last > 0 {
                break;
            }
            text.push(')');
            missing.pop();
        }
        if missing.is_empty() {
            break;
        }
    }
    at
}
