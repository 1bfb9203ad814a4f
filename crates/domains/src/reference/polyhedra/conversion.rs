//! Cones described twice, by constraints and by generators, and the conversion between both (Chernikova's algorithm).
//!
//! A cone is `{ x | e x = 0, i x ≥ 0 }` for equations e and inequalities i, and also all sums of multiples of lines and positive multiples of rays.
//! The rows of the one system are the constraints on the rows of the other, in both directions, so that there is one function for adding constraints
//! and for adding generators.

use super::bits::Bits;
use super::row::{Number, Row};

/// Rows that count in both directions, equations or lines, and rows that count in one, inequalities or rays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct System {
    pub(super) lines: Vec<Row>,
    pub(super) rays: Vec<Row>,
}

impl System {
    /// Brings the lines to echelon form, and makes the rays zero where lines have pivots: equal cones have equal rows then, but for their order.
    pub(super) fn reduce(&mut self) {
        let mut done: Vec<Row> = Vec::with_capacity(self.lines.len());
        let mut pivots = Vec::with_capacity(self.lines.len());
        for mut line in self.lines.drain(..) {
            for (other, &pivot) in done.iter().zip(&pivots) {
                line.eliminate(other, pivot);
            }
            let pivot = line.pivot();
            match line.sign(pivot) {
                // It follows from the others.
                0 => continue,
                -1 => line = line.neg(),
                _ => {}
            }
            for other in &mut done {
                other.eliminate(&line, pivot);
            }
            done.push(line);
            pivots.push(pivot);
        }
        for ray in &mut self.rays {
            for (line, &pivot) in done.iter().zip(&pivots) {
                ray.eliminate(line, pivot);
            }
        }
        self.lines = done;
    }
}

/// A ray, with the rows of the other system to which it is orthogonal.
struct Ray {
    row: Row,
    saturated: Bits,
}

/// A conversion at work.
struct Conversion {
    /// How many columns there are.
    width: usize,
    equations: usize,
    inequalities: Vec<Row>,
    /// How many inequalities there may be.
    room: usize,
    lines: Vec<Row>,
    rays: Vec<Ray>,
}

/// Adds rows to `source`, and makes `dual` its dual again. Both systems are minimal before and after.
pub(super) fn extend(width: usize, source: &mut System, dual: &mut System, lines: &[Row], rays: &[Row]) {
    let room = source.rays.len() + rays.len();
    let saturated = |row: &Row| {
        let mut bits = Bits::new(room);
        for (at, inequality) in source.rays.iter().enumerate() {
            if inequality.dot(row).sign() == 0 {
                bits.insert(at);
            }
        }
        bits
    };
    let with_bits = |row: Row| Ray { saturated: saturated(&row), row };
    let old_rays: Vec<Ray> = dual.rays.drain(..).map(with_bits).collect();
    let mut conversion = Conversion {
        width,
        equations: source.lines.len(),
        inequalities: std::mem::take(&mut source.rays),
        room,
        lines: std::mem::take(&mut dual.lines),
        rays: old_rays,
    };
    let mut changed = false;
    for line in lines {
        if conversion.add(line, true) {
            changed = true;
            source.lines.push(line.clone());
        }
    }
    for ray in rays {
        changed |= conversion.add(ray, false);
    }
    source.rays = if changed { conversion.irredundant(&mut source.lines) } else { conversion.inequalities };
    dual.lines = conversion.lines;
    dual.rays = conversion.rays.into_iter().map(|ray| ray.row).collect();
    if changed {
        source.reduce();
        dual.reduce();
    }
}

impl Conversion {
    /// Adds a constraint. Says whether it changed anything.
    fn add(&mut self, row: &Row, equation: bool) -> bool {
        let changed = match self.cutting_line(row) {
            Some((line, value)) => {
                self.cut_by_line(row, line, &value, equation);
                true
            }
            None => self.cut_rays(row, equation),
        };
        if changed && equation {
            self.equations += 1;
        } else if changed {
            self.inequalities.push(row.clone());
        }
        changed
    }

    /// Takes out a line that is not orthogonal to a row; its product is made positive.
    fn cutting_line(&mut self, row: &Row) -> Option<(Row, Number)> {
        let at = self.lines.iter().position(|line| row.dot(line).sign() != 0)?;
        let line = self.lines.swap_remove(at);
        let value = row.dot(&line);
        Some(if value.sign() > 0 { (line, value) } else { (line.neg(), value.neg()) })
    }

    /// Everything else is moved along the line until it is orthogonal to the row. Of the line, one direction remains, or none.
    fn cut_by_line(&mut self, row: &Row, line: Row, value: &Number, equation: bool) {
        let onto = |other: &mut Row| {
            let product = row.dot(other);
            if product.sign() != 0 {
                *other = Row::combine(value, other, &product.neg(), &line);
            }
        };
        self.lines.iter_mut().for_each(onto);
        let number = self.inequalities.len();
        for ray in &mut self.rays {
            onto(&mut ray.row);
            if !equation {
                ray.saturated.insert(number);
            }
        }
        if !equation {
            self.rays.push(Ray { row: line, saturated: Bits::below(number, self.room) });
        }
    }

    /// Drops the rays on the wrong side, and adds those where edges between both sides meet the row.
    fn cut_rays(&mut self, row: &Row, equation: bool) -> bool {
        let values: Vec<Number> = self.rays.iter().map(|ray| row.dot(&ray.row)).collect();
        let side =
            |sign: i32| -> Vec<usize> { (0..values.len()).filter(|&at| values[at].sign() == sign).collect() };
        let (above, below) = (side(1), side(-1));
        if below.is_empty() && (above.is_empty() || !equation) {
            return false;
        }
        let number = self.inequalities.len();
        let mut new = Vec::new();
        let mut witness = 0;
        for &p in &above {
            for &q in &below {
                let Some(mut saturated) = self.common_edge(p, q, &mut witness) else { continue };
                let row = Row::combine(&values[q].neg(), &self.rays[p].row, &values[p], &self.rays[q].row);
                if !equation {
                    saturated.insert(number);
                }
                new.push(Ray { row, saturated });
            }
        }
        let mut at = 0;
        self.rays.retain_mut(|ray| {
            let sign = values[at].sign();
            at += 1;
            if sign == 0 && !equation {
                ray.saturated.insert(number);
            }
            sign == 0 || sign > 0 && !equation
        });
        self.rays.append(&mut new);
        true
    }

    /// What two rays both saturate, if they are neighbours: if no other ray saturates all that. A ray that does is likely to do so for the next
    /// pair too; `witness` is the one to try first.
    fn common_edge(&self, p: usize, q: usize, witness: &mut usize) -> Option<Bits> {
        let (a, b) = (&self.rays[p].saturated, &self.rays[q].saturated);
        // The face they span has two dimensions more than the lines; fewer constraints cannot leave only that.
        if a.common(b) + self.equations + self.lines.len() + 2 < self.width {
            return None;
        }
        let between = |&at: &usize| at != p && at != q && a.common_is_subset(b, &self.rays[at].saturated);
        if between(witness) {
            return None;
        }
        if let Some(found) = (0..self.rays.len()).find(between) {
            *witness = found;
            return None;
        }
        Some(a.intersection(b))
    }

    /// The inequalities that are needed. Those that always hold with equality go to the equations.
    fn irredundant(&mut self, equations: &mut Vec<Row>) -> Vec<Row> {
        let count = self.rays.len();
        let mut faces: Vec<(Bits, usize, Row)> = Vec::with_capacity(self.inequalities.len());
        for (number, row) in std::mem::take(&mut self.inequalities).into_iter().enumerate() {
            let mut face = Bits::new(count);
            for (at, ray) in self.rays.iter().enumerate() {
                if ray.saturated.contains(number) {
                    face.insert(at);
                }
            }
            let size = face.len();
            if size == count {
                equations.push(row);
            } else {
                faces.push((face, size, row));
            }
        }
        // Larger faces first: a face is needed unless it is part of one that is.
        faces.sort_by_key(|(_, size, _)| std::cmp::Reverse(*size));
        let mut needed: Vec<(Bits, Row)> = Vec::with_capacity(faces.len());
        for (face, _, row) in faces {
            if !needed.iter().any(|(other, _)| face.is_subset(other)) {
                needed.push((face, row));
            }
        }
        needed.into_iter().map(|(_, row)| row).collect()
    }
}
