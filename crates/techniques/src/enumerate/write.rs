//! Formulas as test cases.

use std::sync::Arc;

use super::count::Token;
use super::values::Found;
use super::vocabulary::{Meaning, VariableKind, Vocabulary};
use crate::case::{CheckPoint, TestCase, Truth};

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

/// The script of a formula, with what is known of it.
pub(super) fn case(
    vocabulary: &mut Vocabulary,
    tokens: &[Token],
    assertions: usize,
    used: &[u8],
    found: Found,
    witness: Option<String>,
) -> TestCase {
    let mut text = String::with_capacity(64 * used.len() + 16 * tokens.len() + 128);
    vocabulary.write_header(tokens, &mut text);
    for &variable in used {
        text.push_str(&vocabulary.variables[usize::from(variable)].declaration);
    }
    let mut at = 0;
    for _ in 0..assertions {
        text.push_str("(assert ");
        at = term(vocabulary, tokens, at, &mut text);
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
    TestCase { text, checks: vec![CheckPoint { place, truth, optimum: Vec::new() }], ..TestCase::default() }
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
