//! Smaller formats of floating-point numbers.

use quis_smtlib::{Sort, SortKind};

use super::View;
use super::widths::by_sorts;
use crate::change::Change;
use crate::inventory;

/// The formats to try. Below these some solvers refuse; cvc5 takes only the last, unless it is told to take others.
const TARGETS: [(u32, u32); 4] = [(2, 3), (3, 5), (5, 11), (8, 24)];

/// match: (declare-const x (_ FloatingPoint 11 53)), result: (declare-const x (_ FloatingPoint 2 3)); also together with the bit-vectors
/// that hold such a number or its parts
pub(super) fn changes(view: &mut View<'_>) -> Vec<Change> {
    let store = &view.script.store;
    let sorts = inventory::sorts(store, &view.script.commands);
    let formats: Vec<(Sort, (u32, u32))> = sorts
        .iter()
        .filter_map(|&sort| match *store.sort_kind(sort) {
            SortKind::Float(eb, sb) => Some((sort, (eb, sb))),
            _ => None,
        })
        .collect();
    let mut maps: Vec<Vec<(Sort, SortKind)>> = Vec::new();
    let mut add = |map: Vec<(Sort, SortKind)>| {
        if !map.is_empty() && !maps.contains(&map) {
            maps.push(map);
        }
    };
    for target in TARGETS {
        let mut map: Vec<(Sort, SortKind)> = Vec::new();
        let mut bits: Vec<(Sort, SortKind)> = Vec::new();
        for &(sort, format) in &formats {
            let new = smaller(format, target);
            if new == format {
                continue;
            }
            map.push((sort, SortKind::Float(new.0, new.1)));
            for &sort in &sorts {
                let SortKind::BitVec(width) = *store.sort_kind(sort) else { continue };
                let pairs =
                    [(format.0 + format.1, new.0 + new.1), (format.0, new.0), (format.1 - 1, new.1 - 1)];
                let fitting = pairs.iter().find(|(old, new)| *old == width && new < old);
                if let Some(&(_, new)) = fitting
                    && bits.iter().all(|(known, _)| *known != sort)
                {
                    bits.push((sort, SortKind::BitVec(new)));
                }
            }
        }
        if !bits.is_empty() {
            add([map.clone(), bits].concat());
        }
        add(map);
    }
    if formats.len() > 1 {
        for &(sort, format) in &formats {
            for new in TARGETS.map(|target| smaller(format, target)).into_iter().filter(|new| *new != format)
            {
                add(vec![(sort, SortKind::Float(new.0, new.1))]);
            }
        }
    }
    maps.into_iter().map(by_sorts).collect()
}

fn smaller(format: (u32, u32), target: (u32, u32)) -> (u32, u32) {
    (format.0.min(target.0), format.1.min(target.1))
}

#[cfg(test)]
mod tests {
    use super::super::tests::results;

    #[test]
    fn formats_shrink_with_their_bits_or_alone() {
        let text = "(declare-const x Float32) (declare-const y (_ BitVec 32)) (assert (= x ((_ to_fp 8 24) y) (fp #b0 #x7f #b00000000000000000000000)))";
        let together = "(declare-const x (_ FloatingPoint 2 3))
(declare-const y (_ BitVec 5))
(assert (= x ((_ to_fp 2 3) y) (fp #b0 #b11 #b00)))
";
        let alone = "(declare-const x (_ FloatingPoint 2 3))
(declare-const y (_ BitVec 32))
(assert (= x ((_ to_fp 2 3) ((_ extract 4 0) y)) (fp #b0 #b11 #b00)))
";
        let results = results("formats", text);
        assert_eq!(results[..2], [together, alone]);
        assert_eq!(results.len(), 6);
    }
}
