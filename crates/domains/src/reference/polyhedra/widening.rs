//! The standard widening of polyhedra (Halbwachs).

use super::bits::Bits;
use super::conversion::System;
use super::row::Row;
use super::{Cone, Fault};

/// x ∇ y for x ⊑ y. It keeps the constraints of y that could take the place of one of x without changing x. An equation of x is two inequalities.
///
/// A constraint takes the place of another if it holds with equality for the same generators of x, and one that holds with equality for all of x
/// can replace a half of an equation. So the result depends on the sets of states only, not on how they are described.
pub(super) fn widen(x: &Cone, y: &Cone, fault: Option<Fault>) -> Cone {
    let faces: Vec<Bits> = x
        .constraints
        .rays
        .iter()
        .filter(|row| !row.is_constant())
        .map(|row| face(row, &x.generators))
        .collect();
    let all = Bits::below(x.generators.rays.len(), x.generators.rays.len());
    let kept = |row: &&Row| {
        let own = face(row, &x.generators);
        if own == all { fault != Some(Fault::PolyhedraWidenEquations) } else { faces.contains(&own) }
    };
    let mut inequalities: Vec<Row> =
        y.constraints.rays.iter().filter(|row| !row.is_constant()).filter(kept).cloned().collect();
    if fault == Some(Fault::PolyhedraWidenKeepsAll) {
        let points: Vec<&Row> = y.generators.rays.iter().filter(|ray| ray.sign(0) > 0).collect();
        let holds = |row: &&Row| points.iter().all(|point| row.dot(point).sign() >= 0);
        inequalities.extend(x.constraints.rays.iter().filter(holds).cloned());
    }
    let mut result = Cone::top(x.width);
    result.restrict(&y.constraints.lines, &inequalities);
    result
}

/// The rays for which a constraint holds with equality.
fn face(row: &Row, generators: &System) -> Bits {
    let mut bits = Bits::new(generators.rays.len());
    for (at, ray) in generators.rays.iter().enumerate() {
        if row.dot(ray).sign() == 0 {
            bits.insert(at);
        }
    }
    bits
}
