//! Formulas over predicates, with their values under several assignments at once.

use smallvec::SmallVec;

/// A formula: its place in the [`Formulas`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Formula(pub(super) u32);

/// What a formula is made by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Connective {
    Not,
    And,
    Or,
    Implies,
    Xor,
    Equal,
    Distinct,
    Ite,
}

/// What a formula is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Shape {
    /// A predicate, by its place in the list of texts.
    Atom(u32),
    /// `true` or `false`
    Constant(bool),
    /// A connective over formulas that were made before.
    Apply(Connective, SmallVec<[Formula; 3]>),
}

/// Under which assignments a formula is true, and under which it is false: a bit for each. Where neither bit is set, its value is
/// open. Connectives are computed as Kleene has them, so that an open part does not matter where another one decides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Values {
    pub(super) true_in: u32,
    pub(super) false_in: u32,
}

impl Values {
    /// The same value under all assignments.
    pub(super) fn constant(value: bool) -> Values {
        if value {
            Values { true_in: u32::MAX, false_in: 0 }
        } else {
            Values { true_in: 0, false_in: u32::MAX }
        }
    }

    /// Notes the value under an assignment.
    pub(super) fn set(&mut self, assignment: usize, value: bool) {
        let bit = 1 << assignment;
        if value {
            self.true_in |= bit;
        } else {
            self.false_in |= bit;
        }
    }

    /// The value under an assignment.
    pub(super) fn get(self, assignment: usize) -> Option<bool> {
        match (self.true_in >> assignment & 1, self.false_in >> assignment & 1) {
            (1, _) => Some(true),
            (_, 1) => Some(false),
            _ => None,
        }
    }

    pub(super) fn not(self) -> Values {
        Values { true_in: self.false_in, false_in: self.true_in }
    }

    fn and(self, other: Values) -> Values {
        Values { true_in: self.true_in & other.true_in, false_in: self.false_in | other.false_in }
    }

    fn or(self, other: Values) -> Values {
        self.not().and(other.not()).not()
    }

    fn xor(self, other: Values) -> Values {
        let true_in = self.true_in & other.false_in | self.false_in & other.true_in;
        Values { true_in, false_in: self.true_in & other.true_in | self.false_in & other.false_in }
    }
}

impl Connective {
    /// The word that begins an application.
    pub(super) fn head(self) -> &'static str {
        match self {
            Connective::Not => "(not ",
            Connective::And => "(and ",
            Connective::Or => "(or ",
            Connective::Implies => "(=> ",
            Connective::Xor => "(xor ",
            Connective::Equal => "(= ",
            Connective::Distinct => "(distinct ",
            Connective::Ite => "(ite ",
        }
    }

    /// The value of an application.
    fn apply(self, args: &[Values]) -> Values {
        let all = args.iter().copied();
        match self {
            Connective::Not => args.first().copied().unwrap_or_default().not(),
            Connective::And => all.fold(Values::constant(true), Values::and),
            Connective::Or => all.fold(Values::constant(false), Values::or),
            // match: (=> a b c), result: (or (not a) (not b) c)
            Connective::Implies => match args.split_last() {
                Some((&last, before)) => before.iter().fold(last, |value, part| value.or(part.not())),
                None => Values::default(),
            },
            Connective::Xor => all.fold(Values::constant(false), Values::xor),
            // Each with the one behind it.
            Connective::Equal => args
                .windows(2)
                .fold(Values::constant(true), |value, pair| value.and(pair[0].xor(pair[1]).not())),
            // Each from each.
            Connective::Distinct => {
                let pairs = args
                    .iter()
                    .enumerate()
                    .flat_map(|(at, one)| args[at + 1..].iter().map(|other| one.xor(*other)));
                pairs.fold(Values::constant(true), Values::and)
            }
            Connective::Ite => match args {
                &[condition, then, otherwise] => {
                    let chosen = condition.and(then).or(condition.not().and(otherwise));
                    // If both branches agree, the condition does not matter.
                    Values {
                        true_in: chosen.true_in | then.true_in & otherwise.true_in,
                        false_in: chosen.false_in | then.false_in & otherwise.false_in,
                    }
                }
                _ => Values::default(),
            },
        }
    }
}

/// All formulas.
#[derive(Clone, Debug, Default)]
pub(super) struct Formulas {
    nodes: Vec<Node>,
}

/// What is known of a formula.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) shape: Shape,
    pub(super) values: Values,
    /// How deep connectives are nested, those inside of predicates included.
    pub(super) depth: u32,
    /// The length of its text without sharing.
    pub(super) bytes: u32,
}

impl Formulas {
    pub(super) fn node(&self, formula: Formula) -> &Node {
        &self.nodes[formula.0 as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn truncate(&mut self, len: usize) {
        self.nodes.truncate(len);
    }

    /// A predicate.
    pub(super) fn atom(&mut self, number: u32, values: Values, depth: u32, bytes: usize) -> Formula {
        self.push(Node {
            shape: Shape::Atom(number),
            values,
            depth,
            bytes: bytes.try_into().unwrap_or(u32::MAX),
        })
    }

    /// `true` or `false`
    pub(super) fn constant(&mut self, value: bool) -> Formula {
        self.push(Node { shape: Shape::Constant(value), values: Values::constant(value), depth: 0, bytes: 5 })
    }

    /// A connective over formulas.
    pub(super) fn apply(&mut self, connective: Connective, args: &[Formula]) -> Formula {
        let values: SmallVec<[Values; 4]> = args.iter().map(|&arg| self.node(arg).values).collect();
        let depth = args.iter().map(|&arg| self.node(arg).depth).max().unwrap_or_default().saturating_add(1);
        let bytes = args.iter().fold(connective.head().len() as u32, |sum, &arg| {
            sum.saturating_add(self.node(arg).bytes).saturating_add(1)
        });
        self.push(Node {
            shape: Shape::Apply(connective, args.into()),
            values: connective.apply(&values),
            depth,
            bytes,
        })
    }

    /// The negation; of a negation what is negated.
    pub(super) fn negate(&mut self, formula: Formula) -> Formula {
        match &self.node(formula).shape {
            Shape::Apply(Connective::Not, args) if args.len() == 1 => args[0],
            _ => self.apply(Connective::Not, &[formula]),
        }
    }

    fn push(&mut self, node: Node) -> Formula {
        self.nodes.push(node);
        Formula(self.nodes.len() as u32 - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All nine combinations of two values side by side, one for each assignment.
    fn two() -> [Values; 2] {
        let mut pair = [Values::default(); 2];
        for at in 0..9 {
            for (values, which) in pair.iter_mut().zip([at / 3, at % 3]) {
                if which < 2 {
                    values.set(at, which == 1);
                }
            }
        }
        pair
    }

    #[test]
    fn open_parts_do_not_matter_where_others_decide() {
        let [a, b] = two();
        let text = |values: Values| -> String {
            (0..9).map(|at| values.get(at).map_or('?', |value| if value { '1' } else { '0' })).collect()
        };
        // a: false false false true true true open open open; b: false true open, again and again.
        assert_eq!(text(Connective::And.apply(&[a, b])), "00001?0??");
        assert_eq!(text(Connective::Or.apply(&[a, b])), "01?111?1?");
        assert_eq!(text(Connective::Implies.apply(&[a, b])), "11101??1?");
        assert_eq!(text(Connective::Xor.apply(&[a, b])), "01?10????");
        assert_eq!(text(Connective::Equal.apply(&[a, b])), "10?01????");
        assert_eq!(text(Connective::Distinct.apply(&[a, b])), "01?10????");
        assert_eq!(text(Connective::Distinct.apply(&[a, b, a])), "000000???");
        assert_eq!(text(Connective::Not.apply(&[a])), "111000???");
        assert_eq!(text(Connective::Ite.apply(&[a, b, b])), "01?01?01?");
        assert_eq!(text(Connective::Ite.apply(&[a, b, a])), "00001????");
    }
}
