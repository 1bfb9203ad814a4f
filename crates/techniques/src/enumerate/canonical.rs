//! Which of several formulas that say the same is made: each once, up to renaming of variables and the order of arguments.

use quis_smtlib::Sort;
use quis_smtlib::theories::{CoreOp, Op};

use super::count::Token;
use super::literals::is_plain;
use super::vocabulary::{Head, Meaning, VariableKind, Vocabulary};

/// Formulas with more orders of their arguments than this may come twice.
const ORDERS: usize = 256;

/// What must be known of the leaves of a vocabulary.
pub(super) struct Canonical<'a> {
    vocabulary: &'a Vocabulary,
}

/// The part of a formula that begins at a token.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    has_variable: bool,
    has_bound: bool,
    depth: usize,
}

impl<'a> Canonical<'a> {
    pub(super) fn new(vocabulary: &'a Vocabulary) -> Self {
        Canonical { vocabulary }
    }

    /// Whether a formula, given as its assertions one behind the other, is the one that is made of all that say the same.
    pub(super) fn accepts(&self, tokens: &[Token], assertions: usize) -> bool {
        let mut at = 0;
        let mut has_variable = false;
        for _ in 0..assertions {
            let Some(part) = self.part(tokens, &mut at, false) else { return false };
            has_variable |= part.has_variable;
        }
        (has_variable || self.vocabulary.ground) && self.is_least(tokens, assertions)
    }

    fn head(&self, head: u8) -> &'a Head {
        &self.vocabulary.heads[usize::from(head)]
    }

    /// Whether a token is a literal as solvers print it.
    fn is_value(&self, token: Token) -> bool {
        let Token::Leaf(leaf) = token else { return false };
        let leaf = &self.vocabulary.leaves[usize::from(leaf)];
        leaf.variable.is_none() && is_plain(&leaf.text)
    }

    /// Looks at the part that begins at a token, and passes it; `None` if it is made of what all solvers fold, or if the variable of a
    /// quantifier stands where none binds it. Recursion is on the size, which is small.
    fn part(&self, tokens: &[Token], at: &mut usize, bound: bool) -> Option<Part> {
        let start = *at;
        let token = *tokens.get(start)?;
        *at += 1;
        let head = match token {
            Token::Leaf(leaf) => {
                let variable = self.vocabulary.leaves[usize::from(leaf)].variable;
                let kind = variable.map(|variable| self.vocabulary.variables[usize::from(variable)].kind);
                let has_bound = matches!(kind, Some(VariableKind::Bound(_)));
                return (!has_bound || bound).then_some(Part {
                    has_variable: kind.is_some(),
                    has_bound,
                    depth: 0,
                });
            }
            Token::Head(head) => self.head(head),
        };
        let is_quantifier = matches!(head.meaning, Meaning::Quantifier { .. });
        if is_quantifier && bound {
            return None;
        }
        let mut whole =
            Part { has_variable: matches!(head.meaning, Meaning::Declared { .. }), ..Part::default() };
        let mut starts = [0; 4];
        for argument in 0..head.params.len() {
            *starts.get_mut(argument)? = *at;
            if head.values & 1 << argument != 0 && !self.is_value(*tokens.get(*at)?) {
                return None;
            }
            let part = self.part(tokens, at, bound || is_quantifier)?;
            whole.has_variable |= part.has_variable;
            whole.has_bound |= part.has_bound;
            whole.depth = whole.depth.max(part.depth + 1);
        }
        let argument = |number: usize| {
            let end = if number + 1 == head.params.len() { *at } else { starts[number + 1] };
            &tokens[starts[number]..end]
        };
        let folds = match head.op {
            Some(Op::Core(CoreOp::Ite)) => argument(1) == argument(2),
            Some(Op::Core(_)) if head.params.len() == 2 => argument(0) == argument(1),
            _ => false,
        };
        let is_language = self.vocabulary.sorts[usize::from(head.result)] == Sort::REGLAN;
        // Every solver compares literals, and applies most operators to them. A vocabulary that is ground asks whether they do so rightly.
        let is_core = matches!(head.op, Some(Op::Core(_)));
        let is_deep =
            if self.vocabulary.ground { is_core && whole.depth == 1 } else { is_core || whole.depth > 1 };
        let is_constant = !whole.has_variable && is_deep && !is_language;
        let is_literal =
            whole.depth == 1 && self.vocabulary.spelled.iter().any(|literal| *literal == tokens[start..*at]);
        if folds || is_constant || is_literal || (is_quantifier && !whole.has_bound) {
            return None;
        }
        if is_quantifier {
            whole.has_bound = false;
        }
        Some(whole)
    }

    /// The end of the part that begins at a token.
    fn end(&self, tokens: &[Token], at: usize) -> usize {
        let (mut missing, mut at) = (1, at);
        while missing > 0 && at < tokens.len() {
            missing -= 1;
            if let Token::Head(head) = tokens[at] {
                missing += self.head(head).params.len();
            }
            at += 1;
        }
        at
    }

    /// What a part is without regard to which variable is which.
    fn shape(&self, token: Token) -> (u8, u8) {
        match token {
            Token::Head(head) => (2, head),
            Token::Leaf(leaf) => {
                let of = &self.vocabulary.leaves[usize::from(leaf)];
                let variable =
                    of.variable.map(|variable| self.vocabulary.variables[usize::from(variable)].kind);
                match variable {
                    Some(VariableKind::Constant(sort)) => (0, sort),
                    _ => (1, leaf),
                }
            }
        }
    }

    /// Pairs of neighbouring parts that can change places and are of one size: where the first begins, the second, and its end.
    fn pairs(&self, tokens: &[Token], assertions: usize) -> Vec<(usize, usize, usize)> {
        let mut pairs = Vec::new();
        let mut add = |first: usize, second: usize| {
            let end = self.end(tokens, second);
            if second - first == end - second {
                pairs.push((first, second, end));
            }
        };
        let mut starts = vec![0];
        for _ in 1..assertions {
            starts.push(self.end(tokens, *starts.last().unwrap_or(&0)));
        }
        starts.windows(2).for_each(|pair| add(pair[0], pair[1]));
        for (at, token) in tokens.iter().enumerate() {
            let Token::Head(head) = token else { continue };
            let head = self.head(*head);
            if head.swaps {
                let mut first = at + 1;
                for _ in 2..head.params.len() {
                    first = self.end(tokens, first);
                }
                add(first, self.end(tokens, first));
            }
        }
        pairs
    }

    /// Whether no other order of arguments, with variables named in the order in which they come, is before this one.
    fn is_least(&self, tokens: &[Token], assertions: usize) -> bool {
        let mut swappable = Vec::new();
        for (first, second, end) in self.pairs(tokens, assertions) {
            let shape = |from: usize, to: usize| tokens[from..to].iter().map(|&token| self.shape(token));
            match shape(first, second).cmp(shape(second, end)) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Greater => return false,
                std::cmp::Ordering::Equal => swappable.push((first, second, end)),
            }
        }
        if swappable.is_empty() {
            return true;
        }
        let mut orders = vec![tokens.to_vec()];
        let mut next = 0;
        while next < orders.len() && orders.len() < ORDERS {
            for &(first, second, end) in &swappable {
                let mut order = orders[next].clone();
                order[first..end].rotate_left(second - first);
                if !orders.contains(&order) {
                    orders.push(order);
                }
            }
            next += 1;
        }
        let own = self.renamed(tokens);
        orders.iter().all(|order| own <= self.renamed(order))
    }

    /// The variables of a formula by the order in which they first come.
    fn renamed(&self, tokens: &[Token]) -> Vec<usize> {
        let mut seen: Vec<u8> = Vec::new();
        let mut names = Vec::new();
        for token in tokens {
            let Token::Leaf(leaf) = *token else { continue };
            if self.shape(*token).0 == 0 {
                let place = seen.iter().position(|&known| known == leaf).unwrap_or_else(|| {
                    seen.push(leaf);
                    seen.len() - 1
                });
                names.push(place);
            }
        }
        names
    }
}
