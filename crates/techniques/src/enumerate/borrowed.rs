//! Vocabularies over the sorts of another script, for techniques that apply operators to what a seed has.

use quis_smtlib::theories::{CoreOp, Op, Theory};
use quis_smtlib::{Function, Sort, SortConstructor, SortKind, Store, TermKind};

use super::heads::{Palette, Rank};
use super::vocabulary::{Head, Meaning};
use crate::fuzzsmt::Dialect;
use crate::stream::Stream;

/// A vocabulary of another script has no more sorts.
const MAX_SORTS: usize = 12;

/// Something to apply to arguments.
#[derive(Clone, Debug)]
pub(crate) struct Applicable {
    pub(crate) function: Function,
    pub(crate) params: Vec<Sort>,
    pub(crate) result: Sort,
}

/// The operators that fit the sorts of a script.
#[derive(Clone, Debug)]
pub(crate) struct Operators {
    sorts: Vec<Sort>,
    ranks: Vec<Rank>,
    dialect: Dialect,
}

impl Operators {
    /// The operators of the theories that some sorts belong to.
    pub(crate) fn of(store: &mut Store, sorts: &[Sort], dialect: Dialect) -> Operators {
        let mut sorts: Vec<Sort> = sorts.iter().copied().filter(|&sort| sort != Sort::BOOL).collect();
        sorts.truncate(MAX_SORTS - 1);
        sorts.insert(0, Sort::BOOL);
        let mut theories: Vec<Theory> = sorts.iter().filter_map(|&sort| theory(store, sort)).collect();
        if theories.contains(&Theory::String) {
            theories.push(Theory::Regex);
        }
        theories.sort_unstable_by_key(|theory| *theory as usize);
        theories.dedup();
        let palette = Palette::over(std::mem::take(store), sorts, dialect);
        let mut ranks = Rank::of_theories(&theories, dialect);
        ranks.retain(|rank| palette.has_sorts_of(rank));
        *store = palette.script.store;
        Operators { sorts: palette.sorts, ranks, dialect }
    }

    /// Some operators with indices and sorts that fit, and a few connectives.
    pub(crate) fn draw(&self, store: &mut Store, count: usize, stream: &mut Stream) -> Vec<Applicable> {
        let sorts = self.sorts.clone();
        let mut palette = Palette::over(std::mem::take(store), sorts, self.dialect);
        let mut heads: Vec<Head> = Vec::new();
        for _ in 0..count {
            heads.extend(stream.choose(&self.ranks).and_then(|rank| palette.instance(rank, stream)));
        }
        for _ in 0..count.div_ceil(3) {
            let connectives = [CoreOp::And, CoreOp::Or, CoreOp::Xor, CoreOp::Implies, CoreOp::Not];
            let sort = stream.below(self.sorts.len()) as u8;
            let plain = self.sorts[usize::from(sort)] != Sort::REGLAN;
            heads.extend(match stream.below(3) {
                0 if plain => palette.apply(Op::Core(CoreOp::Ite), &[], None, &[0, sort, sort]),
                1 if plain => {
                    let op = if stream.chance(3, 4) { CoreOp::Equal } else { CoreOp::Distinct };
                    palette.apply(Op::Core(op), &[], None, &[sort, sort])
                }
                _ => {
                    let op = connectives[stream.below(connectives.len())];
                    let params: &[u8] = if op == CoreOp::Not { &[0] } else { &[0, 0] };
                    palette.apply(Op::Core(op), &[], None, params)
                }
            });
        }
        let (store_again, sorts) = (palette.script.store, palette.sorts);
        *store = store_again;
        let applicable = |head: Head| {
            let Meaning::Operator { term, .. } = head.meaning else { return None };
            let TermKind::Apply(function, _) = store.kind(term) else { return None };
            let sort = |at: u8| sorts.get(usize::from(at)).copied();
            let params = head.params.iter().map(|&param| sort(param)).collect::<Option<Vec<Sort>>>()?;
            Some(Applicable { function, params, result: sort(head.result)? })
        };
        heads.into_iter().filter_map(applicable).collect()
    }
}

/// The theory whose operators are about a sort. Sets are arrays in one solver and not in another, so no operators are added to them.
fn theory(store: &Store, sort: Sort) -> Option<Theory> {
    match store.sort_kind(sort) {
        SortKind::Int | SortKind::Real => Some(Theory::Arith),
        SortKind::BitVec(_) => Some(Theory::BitVec),
        SortKind::Float(..) | SortKind::RoundingMode => Some(Theory::Float),
        SortKind::String => Some(Theory::String),
        SortKind::RegLan => Some(Theory::Regex),
        SortKind::Apply(SortConstructor::Array, _) => Some(Theory::Array),
        SortKind::Apply(SortConstructor::Seq, _) => Some(Theory::Sequence),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use quis_smtlib::{Mode, parse};

    use super::*;

    #[test]
    fn operators_fit_the_sorts_of_a_script() {
        let text = "(declare-const x Int)(declare-const a (Array Int Bool))";
        let mut store = parse(text, Mode::Standard).into_result().unwrap().store;
        let array = store.apply_sort(SortConstructor::Array, &[Sort::INT, Sort::BOOL]);
        let operators = Operators::of(&mut store, &[Sort::INT, array], Dialect::Common);
        let drawn = operators.draw(&mut store, 40, &mut Stream::new(1));
        assert!(drawn.len() > 20);
        for one in &drawn {
            assert!(store.rank_origin(one.function, &one.params, one.result).is_some(), "{one:?}");
        }
        assert!(drawn.iter().any(|one| one.params.contains(&array) && one.result == Sort::BOOL));
    }
}
