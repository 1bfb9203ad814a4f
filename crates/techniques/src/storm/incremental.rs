//! Incremental instances: scopes, several checks each with its own truth, assumptions, and declarations inside of scopes.

use std::fmt::Write as _;
use std::sync::Arc;

use super::epoch::Epoch;
use super::equivalent::equivalent;
use super::formula::{Formula, Values};
use super::instance::{Maker, nth_bit};
use super::parameters::{Connectives, Truths};
use crate::case::{CheckPoint, TestCase, Truth};
use crate::stream::Stream;

/// An instance has so many checks at most.
const MAX_CHECKS: usize = 6;

/// It ends after so many steps, or when its text is so long.
const MAX_STEPS: usize = 120;
const MAX_BYTES: usize = 128 << 10;

/// Scopes are nested so deep at most.
const MAX_LEVELS: usize = 5;

/// A script that is being written.
struct Script<'m, 'a> {
    maker: &'m mut Maker<'a>,
    text: String,
    checks: Vec<CheckPoint>,
    levels: Vec<Level>,
    /// Which declarations are in sight; all of them if they stand at the beginning.
    declared: Vec<bool>,
    /// Constants that stand for formulas, in sight.
    names: Vec<Name>,
    /// The formulas asserted, in sight.
    asserted: Vec<Formula>,
    /// How many names were made.
    count: usize,
    lets: bool,
}

/// What a scope adds.
struct Level {
    /// The assignments under which everything asserted up to here is true.
    alive: u32,
    /// Whether what is asserted contradicts itself.
    contradiction: bool,
    /// The declarations made in it.
    declared: Vec<u32>,
    /// How much was in sight before it.
    names: usize,
    asserted: usize,
}

/// A Boolean constant that stands for a formula.
struct Name {
    number: usize,
    values: Values,
    /// The constant that stands for an equivalent formula.
    twin: Option<usize>,
}

impl Maker<'_> {
    /// A script with scopes.
    pub(super) fn incremental(&mut self, stream: &mut Stream) -> Option<TestCase> {
        let before = self.epoch.formulas.len();
        let case = Script::write(self, stream);
        self.epoch.formulas.truncate(before);
        case
    }
}

impl<'m, 'a> Script<'m, 'a> {
    fn write(maker: &'m mut Maker<'a>, stream: &mut Stream) -> Option<TestCase> {
        if maker.epoch.usable == 0 {
            return None;
        }
        let header = maker.header;
        let mut text = header.prelude.clone();
        // Where declarations outlive their scopes, a second one of a name would be an error.
        let scoped = stream.chance(1, 2) && !header.prelude.contains(":global-decl");
        if !scoped {
            text.push_str(&header.text);
        }
        let first = Level {
            alive: maker.epoch.usable,
            contradiction: false,
            declared: Vec::new(),
            names: 0,
            asserted: 0,
        };
        let declared = vec![!scoped; header.declarations.len()];
        let lets = maker.storm.profile == Connectives::Full && stream.chance(1, 4);
        let mut script = Script {
            maker,
            text,
            checks: Vec::new(),
            levels: vec![first],
            declared,
            names: Vec::new(),
            asserted: Vec::new(),
            count: 0,
            lets,
        };
        let checks = 2 + stream.below(MAX_CHECKS - 1);
        for _ in 0..MAX_STEPS {
            if script.checks.len() + 1 >= checks || script.text.len() > MAX_BYTES {
                break;
            }
            script.step(stream)?;
        }
        script.check(stream)?;
        Some(TestCase { text: script.text, checks: script.checks, incremental: true, ..TestCase::default() })
    }

    fn step(&mut self, stream: &mut Stream) -> Option<()> {
        let may_contradict = self.maker.storm.truth != Truths::Sat && self.levels.len() > 1;
        match stream.below(20) {
            0..=9 => self.assert(stream),
            10..=12 if self.levels.len() <= MAX_LEVELS => self.push(stream),
            13 | 14 if self.levels.len() > 1 => self.pop(stream),
            15 if may_contradict && !self.level().contradiction => self.contradict(stream),
            16 => self.name(stream).map(drop),
            17 => self.check_assuming(stream),
            18 | 19 if !self.asserted.is_empty() => self.check(stream),
            _ => self.assert(stream),
        }
    }

    /// There is always one.
    fn level(&self) -> &Level {
        &self.levels[self.levels.len() - 1]
    }

    fn level_mut(&mut self) -> &mut Level {
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    /// An assignment under which everything asserted is true.
    fn model(&self, stream: &mut Stream) -> Option<usize> {
        let alive = self.level().alive;
        nth_bit(alive, stream.below(alive.count_ones() as usize))
    }

    /// match: a formula that is true under an assignment that is left, result: (assert f)
    fn assert(&mut self, stream: &mut Stream) -> Option<()> {
        let assignment = self.model(stream)?;
        let Some(formula) = self.maker.true_formula(assignment, stream) else { return Some(()) };
        let true_in = self.maker.epoch.formulas.node(formula).values.true_in;
        self.level_mut().alive &= true_in;
        self.write_assertion(formula);
        Some(())
    }

    fn write_assertion(&mut self, formula: Formula) {
        self.declare_for(formula);
        self.maker.assert(formula, self.lets, &mut self.text);
        self.asserted.push(formula);
    }

    /// Declares what a formula needs and what is not in sight, in the present scope.
    fn declare_for(&mut self, formula: Formula) {
        let mut todo = self.maker.epoch.needs_of(formula);
        let mut wanted = Vec::new();
        while let Some(need) = todo.pop() {
            if let Some(declared) = self.declared.get_mut(need as usize)
                && !std::mem::replace(declared, true)
            {
                wanted.push(need);
                todo.extend_from_slice(&self.maker.header.declarations[need as usize].needs);
            }
        }
        // Those that are needed come first in the seed, too.
        wanted.sort_unstable();
        for need in wanted {
            self.text.push_str(&self.maker.header.declarations[need as usize].text);
            self.level_mut().declared.push(need);
        }
    }

    /// match: (push 1)
    fn push(&mut self, stream: &mut Stream) -> Option<()> {
        let count = 1 + usize::from(stream.chance(1, 8));
        let _ = writeln!(self.text, "(push {count})");
        for _ in 0..count {
            let &Level { alive, contradiction, .. } = self.level();
            let (names, asserted) = (self.names.len(), self.asserted.len());
            self.levels.push(Level { alive, contradiction, declared: Vec::new(), names, asserted });
        }
        Some(())
    }

    /// match: (pop 1)
    fn pop(&mut self, stream: &mut Stream) -> Option<()> {
        let count = if self.levels.len() > 2 && stream.chance(1, 4) { 2 } else { 1 };
        let _ = writeln!(self.text, "(pop {count})");
        for _ in 0..count {
            let level = self.levels.pop()?;
            self.names.truncate(level.names);
            self.asserted.truncate(level.asserted);
            for declared in level.declared {
                self.declared[declared as usize] = false;
            }
        }
        Some(())
    }

    /// match: f was asserted, result: (assert (not g)) where g is equivalent to f
    fn contradict(&mut self, stream: &mut Stream) -> Option<()> {
        let Some(&formula) = stream.choose(&self.asserted) else { return Some(()) };
        let other = equivalent(&mut self.maker.epoch.formulas, formula, stream);
        let not = self.maker.epoch.formulas.negate(other);
        self.write_assertion(not);
        self.level_mut().contradiction = true;
        Some(())
    }

    /// match: a formula f, result: (declare-const p Bool) (assert (= p f)); p has the value of f from then on
    fn name(&mut self, stream: &mut Stream) -> Option<usize> {
        let formula = self.known_formula(stream)?;
        let first = self.name_for(formula, stream);
        // A second name for the same thing, now and then, for assumptions that contradict.
        if stream.chance(1, 2) {
            let other = equivalent(&mut self.maker.epoch.formulas, formula, stream);
            let second = self.name_for(other, stream);
            self.names[first].twin = Some(second);
        }
        Some(first)
    }

    /// A formula that has a value under some assignment that is left; the others are given up.
    fn known_formula(&mut self, stream: &mut Stream) -> Option<Formula> {
        let assignment = self.model(stream)?;
        let formula = self.maker.true_formula(assignment, stream)?;
        let values = self.maker.epoch.formulas.node(formula).values;
        self.level_mut().alive &= values.true_in | values.false_in;
        Some(formula)
    }

    fn name_for(&mut self, formula: Formula, stream: &mut Stream) -> usize {
        self.declare_for(formula);
        let number = self.count;
        self.count += 1;
        let prefix = self.maker.renderer.prefix.clone();
        let _ = writeln!(self.text, "(declare-const {prefix}p{number} Bool)");
        let (open, close) = if stream.chance(1, 2) {
            (format!("(assert (= {prefix}p{number} "), "))\n".to_owned())
        } else {
            ("(assert (= ".to_owned(), format!(" {prefix}p{number}))\n"))
        };
        self.text.push_str(&open);
        self.maker.formula(formula, self.lets, &mut self.text);
        self.text.push_str(&close);
        let values = self.maker.epoch.formulas.node(formula).values;
        self.names.push(Name { number, values, twin: None });
        self.names.len() - 1
    }

    /// match: (check-sat-assuming (p (not q)))
    fn check_assuming(&mut self, stream: &mut Stream) -> Option<()> {
        if (self.names.is_empty() || stream.chance(1, 3)) && self.name(stream).is_none() {
            return Some(());
        }
        let assignment = self.model(stream)?;
        let mut literals: Vec<(usize, bool)> = Vec::new();
        for _ in 0..1 + stream.below(3) {
            let at = stream.below(self.names.len());
            let value = self.names[at].values.get(assignment);
            if !literals.iter().any(|(known, _)| *known == at) {
                literals.extend(value.map(|value| (at, value)));
            }
        }
        let twin = self.names.iter().enumerate().find_map(|(at, name)| Some((at, name.twin?)));
        let mut contradiction = self.level().contradiction;
        if let (Some((one, other)), true) = (twin, self.maker.storm.truth != Truths::Sat)
            && stream.chance(1, 3)
        {
            literals.retain(|(at, _)| *at != one && *at != other);
            literals.extend([(one, true), (other, false)]);
            contradiction = true;
        }
        let prefix = &self.maker.renderer.prefix;
        let literals: Vec<String> = literals
            .into_iter()
            .map(|(at, value)| {
                let name = format!("{prefix}p{}", self.names[at].number);
                if value { name } else { format!("(not {name})") }
            })
            .collect();
        let command = format!("(check-sat-assuming ({}))", literals.join(" "));
        self.check_by(&command, contradiction, assignment)
    }

    /// match: (check-sat)
    fn check(&mut self, stream: &mut Stream) -> Option<()> {
        let assignment = self.model(stream)?;
        self.check_by("(check-sat)", self.level().contradiction, assignment)
    }

    fn check_by(&mut self, command: &str, contradiction: bool, assignment: usize) -> Option<()> {
        let start = self.text.len();
        self.text.push_str(command);
        let place = start..self.text.len();
        self.text.push('\n');
        let truth = if contradiction {
            Truth::Unsat { core: None }
        } else {
            Truth::Sat { witness: Some(self.witness(assignment)?) }
        };
        self.checks.push(CheckPoint { place, truth, optimum: Vec::new() });
        Some(())
    }

    /// The witness of an assignment, with the names in sight.
    fn witness(&self, assignment: usize) -> Option<Arc<str>> {
        let Epoch { witnesses, .. } = &*self.maker.epoch;
        let base = witnesses.get(assignment)?.clone()?;
        if self.names.is_empty() {
            return Some(base);
        }
        let end = base.rfind(')')?;
        let mut text = base[..end].to_owned();
        for name in &self.names {
            let prefix = &self.maker.renderer.prefix;
            let value = name.values.get(assignment)?;
            let _ = writeln!(text, "  (define-fun {prefix}p{} () Bool {value})", name.number);
        }
        text.push_str(")\n");
        Some(text.into())
    }
}
