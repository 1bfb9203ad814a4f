//! The text of formulas.

use super::formula::{Formula, Formulas, Shape};

/// A shorter part is repeated rather than shared.
const WORTH_SHARING: u32 = 24;

/// Writes formulas. Keeps working space between formulas.
#[derive(Clone, Debug, Default)]
pub(super) struct Renderer {
    /// What names of shared parts begin with: no name of the script does.
    pub(super) prefix: String,
    /// The names of shared parts that were ever used.
    labels: Vec<String>,
    stack: Vec<Piece>,
    todo: Vec<Formula>,
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
        self.count(formulas, formula);
        let mut visited = std::mem::take(&mut self.visited);
        visited.retain(|&part| {
            let often = std::mem::take(&mut self.uses[part.0 as usize]) > 1;
            often && formulas.node(part).bytes >= WORTH_SHARING && part != formula
        });
        // Formulas are made before those that they are parts of.
        visited.sort_unstable();
        for (at, &part) in visited.iter().enumerate() {
            if self.labels.len() == at {
                self.labels.push(format!("{}{at}", self.prefix));
            }
            out.push_str("(let ((");
            out.push_str(&self.labels[at]);
            out.push(' ');
            self.write(formulas, texts, part, out, true);
            out.push_str(")) ");
            self.names[part.0 as usize] = at as u32 + 1;
        }
        self.write(formulas, texts, formula, out, true);
        for part in visited.drain(..) {
            out.push(')');
            self.names[part.0 as usize] = 0;
        }
        self.visited = visited;
    }

    /// Counts how often each part occurs, where each is looked into once.
    fn count(&mut self, formulas: &Formulas, root: Formula) {
        self.uses.resize(formulas.len().max(self.uses.len()), 0);
        self.names.resize(formulas.len().max(self.names.len()), 0);
        self.todo.push(root);
        while let Some(formula) = self.todo.pop() {
            self.uses[formula.0 as usize] += 1;
            if self.uses[formula.0 as usize] > 1 {
                continue;
            }
            self.visited.push(formula);
            if let Shape::Apply(_, args) = &formulas.node(formula).shape {
                self.todo.extend_from_slice(args);
            }
        }
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
                out.push_str(&self.labels[self.names[formula.0 as usize] as usize - 1]);
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
