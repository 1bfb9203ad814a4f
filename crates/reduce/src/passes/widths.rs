//! Smaller bit-vectors.

use quis_smtlib::{Sort, SortKind, Store, Symbol};

use super::View;
use crate::change::Change;
use crate::inventory;
use crate::translate::Translation;

/// So many widths are changed one by one at most.
const MAX_WIDTHS: usize = 8;

/// So many symbols are changed one by one at most.
const MAX_SYMBOLS: usize = 48;

/// match: (declare-const x (_ BitVec 32)) (assert (= x #x00000001)),
/// result: (declare-const x (_ BitVec 1)) (assert (= x #b1)); all widths at once, then one width, then one symbol
pub(super) fn changes(view: &mut View<'_>) -> Vec<Change> {
    let store = &view.script.store;
    let mut widths: Vec<(u32, Sort)> = Vec::new();
    for sort in inventory::sorts(store, &view.script.commands) {
        if let SortKind::BitVec(width) = *store.sort_kind(sort) {
            widths.push((width, sort));
        }
    }
    widths.sort_unstable();
    let old: Vec<u32> = widths.iter().map(|(width, _)| *width).collect();
    let mut changes = Vec::new();
    for new in maps(&old) {
        let pairs = widths.iter().zip(new).filter(|((old, _), new)| old != new);
        let map: Vec<(Sort, SortKind)> =
            pairs.map(|(&(_, sort), new)| (sort, SortKind::BitVec(new))).collect();
        changes.push(by_sorts(map));
    }
    for name in symbols(view) {
        changes.push(Change::Translate(Box::new(move |store, commands| {
            let function = inventory::function_named(store, commands, name)?;
            let bit = store.bit_vec_sort(1);
            Some(Translation::of_result(store, function, bit))
        })));
    }
    changes
}

/// Other sorts for sorts, everywhere.
pub(super) fn by_sorts(map: Vec<(Sort, SortKind)>) -> Change {
    Change::Translate(Box::new(move |_, _| {
        let map = map.clone();
        let rule = move |_: &Store, sort: Sort| {
            map.iter().find(|(old, _)| *old == sort).map(|(_, kind)| kind.clone())
        };
        Some(Translation::of_sorts(Box::new(rule)))
    }))
}

/// The widths to try for these widths, which come in order; the most promising first.
fn maps(widths: &[u32]) -> Vec<Vec<u32>> {
    let Some(&largest) = widths.last() else { return Vec::new() };
    let capped = |cap: u32| -> Vec<u32> { widths.iter().map(|&width| width.min(cap)).collect() };
    let divisor = widths.iter().copied().fold(0, gcd).max(1);
    let mut maps = vec![
        capped(1),
        widths.iter().map(|width| width / divisor).collect(),
        // As many as there are, in the same order.
        (1..=widths.len() as u32).zip(widths).map(|(rank, &width)| rank.min(width)).collect(),
    ];
    maps.extend(
        [2, 3, 4, 8, 16, 32, largest / 2].into_iter().filter(|&cap| 0 < cap && cap < largest).map(capped),
    );
    if widths.len() > 1 {
        for (at, &width) in widths.iter().enumerate().rev().take(MAX_WIDTHS) {
            for new in [1, 2, 4, width / 2] {
                let mut map = widths.to_vec();
                map[at] = new.clamp(1, width);
                maps.push(map);
            }
        }
    }
    let mut unique: Vec<Vec<u32>> = Vec::new();
    for map in maps {
        if map != widths && !unique.contains(&map) {
            unique.push(map);
        }
    }
    unique
}

fn gcd(left: u32, right: u32) -> u32 {
    let (mut left, mut right) = (left, right);
    while right > 0 {
        (left, right) = (right, left % right);
    }
    left
}

/// The declared symbols that give bit-vectors of more than one bit, if there are several.
fn symbols(view: &View<'_>) -> Vec<Symbol> {
    let store = &view.script.store;
    view.survey.symbols(store, MAX_SYMBOLS, |sort| matches!(store.sort_kind(sort), SortKind::BitVec(2..)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{holding, results};
    use super::*;

    #[test]
    fn all_widths_change_before_one_does() {
        assert_eq!(maps(&[8, 16, 32])[..4], [[1, 1, 1], [1, 2, 4], [1, 2, 3], [2, 2, 2]]);
        assert_eq!(maps(&[1]), Vec::<Vec<u32>>::new());
        assert_eq!(maps(&[1, 8])[..3], [[1, 1], [1, 2], [1, 3]]);
        assert!(maps(&[]).is_empty());
    }

    #[test]
    fn a_script_is_made_of_bits() {
        let text = "(declare-const a (Array (_ BitVec 32) (_ BitVec 8)))
            (assert (= (bvneg (select a #x00000000)) #x00))";
        let expected =
            "(declare-const a (Array (_ BitVec 1) (_ BitVec 1)))\n(assert (= (bvneg (select a #b0)) #b0))\n";
        assert_eq!(results("widths", text)[0], expected);
    }

    #[test]
    fn what_must_stay_wide_stays() {
        let text = "(declare-const x (_ BitVec 32)) (declare-const y (_ BitVec 8))
            (assert (bvult x #x00000000)) (assert (bvugt y #x00))";
        let expected = "(declare-const x (_ BitVec 1))
(declare-const y (_ BitVec 8))
(assert (bvult x #b0))
(assert (bvugt y #x00))
";
        let holds = |text: &str| text.contains("(bvult x") && text.contains("(bvugt y #x00)");
        assert_eq!(holding(text, holds), expected);
    }
}
