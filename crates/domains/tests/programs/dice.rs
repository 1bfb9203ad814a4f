//! Cases that look random.

use quis_domains::{Action, Arguments, Case, Constraint, Linear, Relation, Step};

use crate::kit::step;

/// Numbers that look random.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    pub(crate) fn linear(&mut self, constants: &[i64]) -> Linear {
        let coefficients: Vec<i64> = (0..3).map(|_| [0, 0, 0, 1, 1, -1, 2][self.below(7)]).collect();
        Linear::new(coefficients, constants[self.below(constants.len())])
    }

    pub(crate) fn case(&mut self, property: u8, constants: &[i64]) -> Case {
        let relation = [Relation::AtLeast, Relation::AtLeast, Relation::Equal, Relation::Above];
        let conditions: Vec<Constraint> = (0..4)
            .map(|_| Constraint { linear: self.linear(constants), relation: relation[self.below(4)] })
            .collect();
        let expressions: Vec<Linear> = (0..3).map(|_| self.linear(constants)).collect();
        let mut steps = vec![step(Action::Constraint(0)), step(Action::Constraint(1))];
        while steps.len() < 7 {
            let mut any = |end: usize| self.below(end) as u16;
            let (a, b) = (any(steps.len()), any(steps.len()));
            let action = match any(9) {
                0 => Action::Top,
                1 => Action::Bottom,
                2 => Action::Join(a, b),
                3 => Action::Meet(a, b),
                4 => Action::Widen(a, b),
                5 => Action::Project(a, any(3) as u8),
                6 => Action::Cond(a, any(4)),
                _ => Action::Assign(a, any(3) as u8, any(3)),
            };
            steps.push(Step { action, asked: any(3) == 0 });
        }
        let mut any = |end: usize| self.below(end) as u16;
        let arguments = Arguments {
            x: any(7),
            y: any(7),
            z: any(7),
            variable: any(3) as u8,
            expression: any(3),
            condition: any(4),
            variant: any(4) as u8,
        };
        let guarded = any(2) == 0;
        Case { dimension: 3, expressions, conditions, steps, property: Some(property), arguments, guarded }
    }
}
