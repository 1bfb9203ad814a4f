//! The text of formulas.

use std::fmt::Write as _;

use super::formula::{Formula, Formulas, Shape};

/// A shorter part is repeated rather than shared.
const WORTH_SHARING: u32 = 24;

/// Writes formulas. Keeps working space between formulas.
#[derive(Clone, Debug, Default)]
pub(super) struct Renderer {
    /// What names of shared parts begin with: no name of the script does.
    pub(super) prefix: String,
    stack: Vec<Piece>,
    /// How often a formula occurs in the one that is written.
    uses: Vec<u32>,
    /// The name of a shared part, plus one.
    names: Vec<u32>,
    visited: Vec<Formula>,
}

#[derive(Clone, Copy, Debug)]
enum Piece {
    Formula(Formula),
    Space,
    Close,
}

impl Renderer {
    pub(super) fn new(prefix: String) -> Self {
        Renderer { prefix, ..Renderer::default() }
    }

    /// match: a formula, result: its text without `let`
    pub(super) fn plain(
        &mut self,
        formulas: &Formulas,
        texts: &[String],
        formula: Formula,
        out: &mut String,
    ) {
        self.write(formulas, texts, formula, out, false);
    }

    /// match: (and (or p q) (not (or p q))), result: (let ((?q0 (or p q))) (and ?q0 (not ?q0)))
    pub(super) fn shared(
        &mut self,
        formulas: &Formulas,
        texts: &[String],
        formula: Formula,
        out: &mut String,
    ) {
        let order = self.count(formulas, formula);
        let mut open = 0;
        for part in order {
            let node = formulas.node(part);
            if self.uses[part.0 as usize] < 2 || node.bytes < WORTH_SHARING || part == formula {
                continue;
            }
            let _ = write!(out, "(let (({}{open} ", self.prefix);
            self.write(formulas, texts, part, out, true);
            out.push_str(")) ");
            open += 1;
            self.names[part.0 as usize] = open;
        }
        self.write(formulas, texts, formula, out, true);
        out.extend(std::iter::repeat_n(')', open as usize));
        for part in std::mem::take(&mut self.visited) {
            self.uses[part.0 as usize] = 0;
            self.names[part.0 as usize] = 0;
        }
    }

    /// Counts how often each part occurs, where each is looked into once; the parts, arguments first.
    fn count(&mut self, formulas: &Formulas, root: Formula) -> Vec<Formula> {
        self.uses.resize(formulas.len().max(self.uses.len()), 0);
        self.names.resize(formulas.len().max(self.names.len()), 0);
        // Formulas are made before those that they are parts of.
        let mut stack = vec![root];
        while let Some(formula) = stack.pop() {
            self.uses[formula.0 as usize] += 1;
            if self.uses[formula.0 as usize] > 1 {
                continue;
            }
            self.visited.push(formula);
            if let Shape::Apply(_, args) = &formulas.node(formula).shape {
                stack.extend_from_slice(args);
            }
        }
        let mut order = self.visited.clone();
        order.sort_unstable();
        order
    }

    fn write(
        &mut self,
        formulas: &Formulas,
        texts: &[String],
        root: Formula,
        out: &mut String,
        shared: bool,
    ) {
        self.stack.push(Piece::Formula(root));
        while let Some(piece) = self.stack.pop() {
            let formula = match piece {
                Piece::Formula(formula) => formula,
                Piece::Space => {
                    out.push(' ');
                    continue;
                }
                Piece::Close => {
                    out.push(')');
                    continue;
                }
            };
            if shared && self.names[formula.0 as usize] > 0 {
                let _ = write!(out, "{}{}", self.prefix, self.names[formula.0 as usize] - 1);
                continue;
            }
            match &formulas.node(formula).shape {
                Shape::Atom(number) => out.push_str(&texts[*number as usize]),
                Shape::Constant(value) => out.push_str(if *value { "true" } else { "false" }),
                Shape::Apply(connective, args) => {
                    out.push_str(connective.head());
                    self.stack.push(Piece::Close);
                    for (at, &arg) in args.iter().enumerate().rev() {
                        self.stack.push(Piece::Formula(arg));
                        if at > 0 {
                            self.stack.push(Piece::Space);
                        }
                    }
                }
            }
        }
    }
}
