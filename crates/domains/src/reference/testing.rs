//! Random elements, laws and points for the tests of the reference domains.

use crate::domain::{Class, Domain};
use crate::fact::Fact;
use crate::linear::{Constraint, Linear, Relation};
use crate::rational::Rational;

/// A small generator of random numbers (xorshift).
#[derive(Clone)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % limit
    }

    pub(super) fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }

    /// Constants, octagonal and dense expressions.
    pub(super) fn linear(&mut self, dimension: usize) -> Linear {
        let mut coefficients = vec![0; dimension];
        match self.below(4) {
            0 => {}
            1 => coefficients[self.below(dimension)] = self.between(-2, 2),
            2 => {
                for _ in 0..2 {
                    coefficients[self.below(dimension)] = self.between(-1, 1);
                }
            }
            _ => {
                for c in &mut coefficients {
                    *c = self.between(-3, 3);
                }
            }
        }
        let extremes = [i64::MIN, i64::MAX, i64::from(i32::MIN), i64::from(i32::MAX)];
        if self.below(64) == 0 {
            coefficients[self.below(dimension)] = extremes[self.below(4)];
        }
        let constant = if self.below(20) == 0 { extremes[self.below(4)] } else { self.between(-6, 6) };
        Linear::new(coefficients, constant)
    }

    pub(super) fn constraint(&mut self, dimension: usize) -> Constraint {
        let relation = [Relation::AtLeast, Relation::AtLeast, Relation::Equal][self.below(3)];
        Constraint { linear: self.linear(dimension), relation }
    }

    /// A constraint that a domain can express.
    pub(super) fn exact_constraint(&mut self, class: Class, dimension: usize) -> Constraint {
        loop {
            let constraint = self.constraint(dimension);
            if class.represents(&constraint) && constraint.linear.terms().next().is_some() {
                return constraint;
            }
        }
    }

    /// A linear expression e where v := e can be expressed.
    pub(super) fn exact_expression(&mut self, class: Class, dimension: usize, v: usize) -> Linear {
        loop {
            let linear = self.linear(dimension);
            let terms: Vec<(usize, i64)> = linear.terms().collect();
            let fits = match (class, terms.as_slice()) {
                (_, []) | (Class::Polyhedra, _) => true,
                (Class::Boxes, &[(w, c)]) => w == v && c.unsigned_abs() == 1,
                (Class::Zones, &[(_, c)]) => c == 1,
                (Class::Octagons, &[(_, c)]) => c.unsigned_abs() == 1,
                _ => false,
            };
            if fits {
                return linear;
            }
        }
    }

    pub(super) fn point(&mut self, dimension: usize) -> Vec<Rational> {
        (0..dimension).map(|_| Rational::new(self.between(-8, 8), self.between(1, 2))).collect()
    }

    pub(super) fn element<D: Domain>(&mut self, domain: &D) -> D::Element {
        let mut x = domain.top();
        let n = domain.dimension();
        for _ in 0..self.below(6) {
            match self.below(8) {
                0 => x = domain.assign(&x, self.below(n), &domain.expression(&self.linear(n))),
                1 => x = domain.project(&x, self.below(n)),
                2 => {
                    let y = domain.cond(&domain.top(), &domain.condition(&self.constraint(n)));
                    x = domain.join(&x, &y);
                }
                3 => {
                    let y = domain.cond(&x, &domain.condition(&self.constraint(n)));
                    x = domain.widen(&y, &x);
                }
                _ => {
                    let y = domain.cond(&x, &domain.condition(&self.constraint(n)));
                    // Elements that are not empty are more telling.
                    if !domain.is_bottom(&y) || self.below(8) == 0 {
                        x = y;
                    }
                }
            }
        }
        x
    }
}

pub(super) fn value(linear: &Linear, point: &[Rational]) -> Rational {
    let constant = Rational::from(linear.constant.finite().unwrap());
    linear.terms().fold(constant, |sum, (v, c)| &sum + &(&point[v] * &Rational::from(c)))
}

pub(super) fn satisfies(constraint: &Constraint, point: &[Rational]) -> bool {
    let value = value(&constraint.linear, point);
    compare(&value, constraint.relation)
}

fn compare(value: &Rational, relation: Relation) -> bool {
    match relation {
        Relation::AtLeast => value.signum() >= 0,
        Relation::Equal => value.signum() == 0,
        Relation::Above => value.signum() > 0,
    }
}

/// Whether a state satisfies all facts.
pub(super) fn contains(facts: &[Fact], point: &[Rational]) -> bool {
    facts.iter().all(|fact| {
        let terms = fact.coefficients.iter().zip(point);
        let value = terms.fold(fact.constant.clone(), |sum, (c, x)| &sum + &(c * x));
        compare(&value, fact.relation)
    })
}

/// Checks operations against the states that they must keep. Gives the names of those that fail.
pub(super) fn unsound<D: Domain>(domain: &D, random: &mut Random) -> Vec<&'static str> {
    let n = domain.dimension();
    let (x, y) = (random.element(domain), random.element(domain));
    let constraint = random.constraint(n);
    let (v, linear) = (random.below(n), random.linear(n));
    let facts = |e: &D::Element| domain.constraints(e);
    let (in_x, in_y) = (facts(&x), facts(&y));
    let join = facts(&domain.join(&x, &y));
    let meet = facts(&domain.meet(&x, &y));
    let widened = facts(&domain.widen(&x, &y));
    let cond = facts(&domain.cond(&x, &domain.condition(&constraint)));
    let assigned = facts(&domain.assign(&x, v, &domain.expression(&linear)));
    let projected = facts(&domain.project(&x, v));
    let mut failed = Vec::new();
    for _ in 0..10 {
        let point = random.point(n);
        let (a, b) = (contains(&in_x, &point), contains(&in_y, &point));
        let mut check = |name, holds: bool| {
            if !holds {
                failed.push(name);
            }
        };
        check("join", !(a || b) || contains(&join, &point));
        check("widen", !(a || b) || contains(&widened, &point));
        check("meet", (a && b) == contains(&meet, &point));
        check("cond", !(a && satisfies(&constraint, &point)) || contains(&cond, &point));
        check("not cond", a || !contains(&cond, &point));
        let mut after = point.clone();
        after[v] = value(&linear, &point);
        check("assign", !a || contains(&assigned, &after));
        after[v] = random.point(1).remove(0);
        check("project", !a || contains(&projected, &after));
    }
    failed
}

/// Checks the algebraic laws on random elements. Gives the numbers of those that are violated.
pub(super) fn violated<D: Domain>(d: &D, random: &mut Random) -> Vec<usize> {
    let n = d.dimension();
    let (top, bottom) = (d.top(), d.bottom());
    let x = random.element(d);
    let mut y = random.element(d);
    match random.below(3) {
        0 => y = d.meet(&x, &y),
        1 => y = d.join(&x, &y),
        _ => {}
    }
    let z = random.element(d);
    let v = random.below(n);
    let linear = random.linear(n);
    let e = d.expression(&linear);
    let c = d.condition(&random.constraint(n));
    let polyhedra = d.profile().class == Class::Polyhedra;
    let (leq, eq) = (|a: &D::Element, b: &D::Element| d.is_leq(a, b), |a: &_, b: &_| d.is_eq(a, b));
    let (join, meet) = (d.join(&x, &y), d.meet(&x, &y));
    let (assigned, assigned_y) = (d.assign(&x, v, &e), d.assign(&y, v, &e));
    let wide = if d.profile().monotone_widening { d.widen(&x, &join) } else { d.widen(&x, &y) };
    let mut failed = Vec::new();
    let mut law = |number, holds: bool| {
        if !holds {
            failed.push(number);
        }
    };
    law(1, leq(&bottom, &x));
    law(2, leq(&x, &top));
    law(3, leq(&x, &x) && eq(&x, &x));
    law(4, !(leq(&x, &y) && leq(&y, &z)) || leq(&x, &z));
    law(5, (leq(&x, &y) && leq(&y, &x)) == eq(&x, &y));
    law(6, eq(&d.join(&bottom, &x), &x) && eq(&d.join(&x, &bottom), &x));
    law(7, d.is_top(&d.join(&top, &x)));
    law(8, leq(&x, &join));
    law(9, leq(&y, &join));
    law(10, eq(&join, &d.join(&y, &x)));
    law(11, eq(&d.join(&join, &z), &d.join(&x, &d.join(&y, &z))));
    law(12, eq(&d.join(&x, &x), &x));
    law(13, leq(&x, &y) == eq(&join, &y));
    law(15, eq(&d.join(&x, &meet), &x));
    law(16, d.is_bottom(&d.meet(&bottom, &x)));
    law(17, eq(&d.meet(&top, &x), &x) && eq(&d.meet(&x, &top), &x));
    law(18, leq(&meet, &x));
    law(19, leq(&meet, &y));
    law(20, eq(&meet, &d.meet(&y, &x)));
    law(21, eq(&d.meet(&meet, &z), &d.meet(&x, &d.meet(&y, &z))));
    law(22, eq(&d.meet(&x, &x), &x));
    law(23, leq(&x, &y) == eq(&meet, &x));
    law(25, eq(&d.meet(&x, &join), &x));
    law(27, !(leq(&x, &z) && leq(&y, &z)) || leq(&join, &z));
    law(28, !(leq(&z, &x) && leq(&z, &y)) || leq(&z, &meet));
    law(29, leq(&x, &wide));
    law(30, leq(&y, &wide));
    law(31, polyhedra || eq(&d.widen(&x, &bottom), &x));
    law(32, eq(&d.widen(&bottom, &x), &x));
    law(34, !leq(&x, &y) || leq(&assigned, &assigned_y));
    law(35, d.is_bottom(&x) == d.is_bottom(&assigned));
    law(36, d.is_bottom(&d.assign(&bottom, v, &e)));
    law(38, leq(&assigned, &d.project(&x, v)));
    law(39, !leq(&x, &y) || leq(&d.cond(&x, &c), &d.cond(&y, &c)));
    law(40, d.is_bottom(&d.cond(&bottom, &c)));
    law(41, leq(&d.cond(&x, &c), &x));
    if d.profile().narrowing {
        let narrow = d.narrow(&x, &y);
        law(42, leq(&meet, &narrow));
        law(43, leq(&narrow, &x));
        law(44, d.is_bottom(&d.narrow(&x, &bottom)));
        law(45, d.is_bottom(&d.narrow(&bottom, &x)));
    }
    law(47, polyhedra || d.is_bottom(&y) || !leq(&y, &x) || eq(&d.widen(&x, &y), &x));
    if !linear.mentions(v) {
        let mut difference = linear.clone();
        difference.coefficients[v] = -1;
        let equation = Constraint { linear: difference, relation: Relation::Equal };
        law(48, eq(&d.cond(&assigned, &d.condition(&equation)), &assigned));
    }
    law(33, converges(d, &x, random));
    failed
}

/// Whether widening soon changes nothing: with random elements, and with elements that grow for ever.
fn converges<D: Domain>(d: &D, x: &D::Element, random: &mut Random) -> bool {
    let growing = d.dimension() > 1 && random.below(2) == 0;
    let mut x = if growing { stair(d, 0) } else { d.copy(x) };
    let mut still = 0;
    for step in 1..100 {
        let y = if growing { stair(d, step) } else { random.element(d) };
        let next = if d.profile().monotone_widening { d.widen(&x, &d.join(&x, &y)) } else { d.widen(&x, &y) };
        still = if d.is_eq(&next, &x) { still + 1 } else { 0 };
        if still == 3 {
            return true;
        }
        x = next;
    }
    false
}

/// Variables that differ by no more than one, and whose upper bounds take turns to grow: a widening that closes its result never ends.
pub(super) fn stair<D: Domain>(d: &D, step: i64) -> D::Element {
    let n = d.dimension();
    let form = |a: i64, b: i64, constant: i64| {
        let mut linear = Linear::new(vec![0; n], constant);
        linear.coefficients[0] = a;
        linear.coefficients[1] = b;
        d.condition(&Constraint { linear, relation: Relation::AtLeast })
    };
    let odd = step % 2;
    let conditions = [
        form(1, -1, 1),
        form(-1, 1, 1),
        form(-1, 0, step + odd),
        form(0, -1, step + 1 - odd),
        form(1, 0, step),
    ];
    conditions.iter().fold(d.top(), |x, c| d.cond(&x, c))
}
