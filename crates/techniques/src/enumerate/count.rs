//! How many terms there are, by sort and size, and the n-th of them.
//!
//! Variables are counted up to renaming: a term may use a variable of a sort for the first time only if it used those before it. So the
//! count of a term depends on how many variables of each sort were used before it, and says how many were used behind it: a *state*.

use std::sync::Arc;

use quis_smtlib::theories::{CoreOp, Op};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::vocabulary::{BOOL, Head, SortIx, VariableKind, Vocabulary};

/// Sizes are counted until there are more terms than this.
const ENOUGH: u64 = 1 << 22;

/// The number of used variables of each sort, and whether a leading symbol was used.
pub(super) type State = u8;

/// What stands at the top of a term.
#[derive(Clone, Debug)]
enum Way {
    Leaf(u8),
    Head(u8, Sizes),
}

type Sizes = SmallVec<[u8; 4]>;

/// The terms of a sort and size, from one state to another.
pub(super) type Terms = (SortIx, u8, State, State);

/// A term that was chosen, in the order in which it is written: a symbol, then its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Token {
    Leaf(u8),
    Head(u8),
}

/// The counts of a vocabulary. Behind its sorts there is another one: that of assertions and arguments of `not`, which do not begin with
/// `not` themselves.
pub(super) struct Counts {
    sorts: usize,
    /// The sort of formulas that do not begin with `not`.
    positive: SortIx,
    /// The sorts of the arguments of each symbol.
    params: Vec<SmallVec<[SortIx; 4]>>,
    states: usize,
    /// By sort, size, and the states before and behind.
    counts: Vec<u64>,
    /// By symbol and argument, then by size and the states before and behind: how many ways there are to fill this argument and those
    /// behind it.
    tails: Vec<Vec<Vec<u64>>>,
    /// The variables of each sort, in the order in which they are used, as leaves.
    variables: Vec<Vec<u8>>,
    /// For each sort, the place of its digit in a state; 0 if it has no variables.
    digits: Vec<u8>,
    /// The state before a formula.
    first: State,
    ways: FxHashMap<Terms, Vec<(u64, Way)>>,
    /// The ways to divide sizes among arguments, as far as they were needed.
    divided: FxHashMap<(u8, usize, bool), Arc<[Sizes]>>,
    /// The greatest size that was counted.
    pub(super) largest: usize,
    /// How the sizes of assertions add up, by size: with the number of formulas so far.
    roots: Vec<Vec<(u64, Sizes)>>,
}

impl Counts {
    /// Counts the terms of a vocabulary up to a size.
    pub(super) fn new(vocabulary: &Vocabulary, largest: usize) -> Counts {
        let sorts = vocabulary.sorts.len() + 1;
        let positive = vocabulary.sorts.len() as SortIx;
        let params =
            |head: &Head| if is_negation(head) { [positive].as_slice().into() } else { head.params.clone() };
        let mut variables = vec![Vec::new(); sorts];
        for (at, leaf) in vocabulary.leaves.iter().enumerate() {
            let variable = leaf.variable.and_then(|variable| vocabulary.variables.get(usize::from(variable)));
            if variable.is_some_and(|variable| matches!(variable.kind, VariableKind::Constant(_))) {
                variables[usize::from(leaf.sort)].push(at as u8);
            }
        }
        // The last bit of a state says whether a leading symbol was used.
        let (mut states, mut digits) = (2_usize, vec![0; sorts]);
        for (sort, variables) in variables.iter().enumerate().filter(|(_, variables)| !variables.is_empty()) {
            digits[sort] = states as u8;
            states *= variables.len() + 1;
        }
        let mut counts = Counts {
            sorts,
            positive,
            params: vocabulary.heads.iter().map(params).collect(),
            states,
            counts: vec![0; sorts * (largest + 1) * states * states],
            tails: Vec::new(),
            variables,
            digits,
            first: State::from(!vocabulary.heads.iter().any(|head| head.leads)),
            ways: FxHashMap::default(),
            divided: FxHashMap::default(),
            largest: 0,
            roots: vec![Vec::new()],
        };
        let tail = vec![0; (largest + 1) * states * states];
        counts.tails = counts.params.iter().map(|params| vec![tail.clone(); params.len()]).collect();
        for size in 1..=largest {
            counts.count(vocabulary, size as u8);
            let formulas = counts.count_formulas(size);
            counts.largest = size;
            if formulas > ENOUGH {
                break;
            }
        }
        counts.tails.clear();
        counts
    }

    fn at(&self, sort: SortIx, size: u8, before: State, behind: State) -> usize {
        let place = usize::from(sort) + self.sorts * usize::from(size);
        (place * self.states + usize::from(before)) * self.states + usize::from(behind)
    }

    fn of(&self, sort: SortIx, size: u8, before: State, behind: State) -> u64 {
        self.counts[self.at(sort, size, before, behind)]
    }

    /// How many variables of a sort a state has used.
    fn used(&self, sort: SortIx, state: State) -> usize {
        let variables = self.variables[usize::from(sort)].len();
        match self.digits[usize::from(sort)] {
            0 => 0,
            digit => usize::from(state / digit) % (variables + 1),
        }
    }

    /// The leaves of a sort from one state to another.
    fn leaves(&self, vocabulary: &Vocabulary, sort: SortIx, before: State, behind: State) -> Vec<u8> {
        let sort = if sort == self.positive { BOOL } else { sort };
        let own = &self.variables[usize::from(sort)];
        let used = self.used(sort, before);
        if before == behind {
            let is_there = |&at: &u8| {
                let leaf = &vocabulary.leaves[usize::from(at)];
                leaf.sort == sort && own.iter().position(|&own| own == at).is_none_or(|place| place < used)
            };
            return (0..vocabulary.leaves.len() as u8).filter(is_there).collect();
        }
        let next = own.get(used).filter(|_| before + self.digits[usize::from(sort)] == behind);
        next.copied().into_iter().collect()
    }

    /// Counts the terms of a size, given those that are smaller.
    fn count(&mut self, vocabulary: &Vocabulary, size: u8) {
        let states = self.states as State;
        if size == 1 {
            for sort in 0..self.sorts as SortIx {
                for before in 0..states {
                    for behind in before..states {
                        let at = self.at(sort, 1, before, behind);
                        self.counts[at] = self.leaves(vocabulary, sort, before, behind).len() as u64;
                    }
                }
            }
            return;
        }
        for (number, head) in vocabulary.heads.iter().enumerate() {
            for argument in (0..head.params.len()).rev() {
                self.count_tail((number, argument), head.swaps, size - 1);
            }
            let is_positive = head.result == BOOL && !is_negation(head);
            for before in 0..states {
                for behind in before..states {
                    let at = self.tail_at(size - 1, before | State::from(head.leads), behind);
                    let count = self.tails[number][0][at];
                    for sort in [head.result].into_iter().chain(is_positive.then_some(self.positive)) {
                        let at = self.at(sort, size, before, behind);
                        self.counts[at] = self.counts[at].saturating_add(count);
                    }
                }
            }
        }
    }

    fn tail_at(&self, size: u8, before: State, behind: State) -> usize {
        (usize::from(size) * self.states + usize::from(before)) * self.states + usize::from(behind)
    }

    /// Counts the ways to fill the arguments of a symbol from one to the last, given those with smaller sizes, if all of its arguments
    /// together have a size: those before it have at least one each.
    fn count_tail(&mut self, (head, argument): (usize, usize), swaps: bool, whole: u8) {
        let params = &self.params[head];
        let (param, behind_it) = (params[argument], params.len() - 1 - argument);
        let Some(size) = whole.checked_sub(argument as u8) else { return };
        let largest = size.saturating_sub(behind_it as u8);
        // Of two arguments that can change places the first is not the smaller one.
        let smallest = if swaps && behind_it == 1 { size.div_ceil(2) } else { 1 };
        for before in 0..self.states as State {
            for behind in before..self.states as State {
                let mut sum = 0_u64;
                if behind_it == 0 {
                    sum = self.of(param, size, before, behind);
                } else {
                    for first in smallest..=largest {
                        for middle in before..=behind {
                            let one = self.of(param, first, before, middle);
                            if one > 0 {
                                let at = self.tail_at(size - first, middle, behind);
                                sum = sum
                                    .saturating_add(one.saturating_mul(self.tails[head][argument + 1][at]));
                            }
                        }
                    }
                }
                let at = self.tail_at(size, before, behind);
                self.tails[head][argument][at] = sum;
            }
        }
    }

    /// How many ways there are to fill arguments of these sorts and sizes.
    fn product(&self, params: &[SortIx], sizes: &[u8], before: State, behind: State) -> u64 {
        let ([param, params @ ..], [size, sizes @ ..]) = (params, sizes) else {
            return u64::from(before == behind);
        };
        if params.is_empty() {
            return self.of(*param, *size, before, behind);
        }
        let mut sum = 0_u64;
        for middle in before..=behind {
            let first = self.of(*param, *size, before, middle);
            if first > 0 {
                sum = sum.saturating_add(first.saturating_mul(self.product(params, sizes, middle, behind)));
            }
        }
        sum
    }

    /// Counts the formulas of a size: one to three assertions, the larger first.
    fn count_formulas(&mut self, size: usize) -> u64 {
        let mut all = Vec::new();
        let mut sum = 0_u64;
        for assertions in 1..=3 {
            for sizes in splits(size as u8, assertions, false) {
                if sizes.windows(2).all(|pair| pair[0] >= pair[1]) {
                    let params = vec![BOOL; assertions];
                    let count = self
                        .last()
                        .map(|behind| self.product(&params, &sizes, self.first, behind))
                        .fold(0, u64::saturating_add);
                    sum = sum.saturating_add(count);
                    if count > 0 {
                        all.push((sum, sizes));
                    }
                }
            }
        }
        self.roots.push(all);
        sum
    }

    /// The states behind a formula: a leading symbol was used.
    fn last(&self) -> impl Iterator<Item = State> + use<> {
        (0..self.states as State).filter(|state| state & 1 == 1)
    }

    /// How many formulas have a size.
    pub(super) fn formulas(&self, size: usize) -> u64 {
        self.roots.get(size).and_then(|roots| roots.last()).map_or(0, |(sum, _)| *sum)
    }

    /// The n-th formula of a size: its assertions, one behind the other.
    pub(super) fn formula(
        &mut self,
        vocabulary: &Vocabulary,
        size: usize,
        n: u64,
        tokens: &mut Vec<Token>,
    ) -> Option<usize> {
        tokens.clear();
        let roots = self.roots.get(size)?;
        let at = roots.partition_point(|(sum, _)| *sum <= n);
        let (sum, sizes) = roots.get(at)?.clone();
        let count = sum - at.checked_sub(1).map_or(0, |before| roots[before].0);
        let mut rest = n - (sum - count);
        let params = vec![BOOL; sizes.len()];
        for behind in self.last() {
            let here = self.product(&params, &sizes, self.first, behind);
            if rest < here {
                self.arguments(vocabulary, &params, &sizes, (self.first, behind), rest, tokens);
                return Some(sizes.len());
            }
            rest -= here;
        }
        None
    }

    /// The n-th way to fill arguments. Recursion is on the size, which is small.
    fn arguments(
        &mut self,
        vocabulary: &Vocabulary,
        params: &[SortIx],
        sizes: &[u8],
        (before, behind): (State, State),
        n: u64,
        tokens: &mut Vec<Token>,
    ) {
        let ([param, params @ ..], [size, sizes @ ..]) = (params, sizes) else { return };
        let mut rest = n;
        for middle in before..=behind {
            let first = self.of(*param, *size, before, middle);
            let others = self.product(params, sizes, middle, behind);
            let here = first.saturating_mul(others);
            if rest < here {
                self.term(vocabulary, (*param, *size, before, middle), rest / others, tokens);
                self.arguments(vocabulary, params, sizes, (middle, behind), rest % others, tokens);
                return;
            }
            rest -= here;
        }
    }

    /// The n-th term of a sort and size.
    fn term(&mut self, vocabulary: &Vocabulary, key: Terms, n: u64, tokens: &mut Vec<Token>) {
        if !self.ways.contains_key(&key) {
            let ways = self.ways_of(vocabulary, key);
            self.ways.insert(key, ways);
        }
        let Some(ways) = self.ways.get(&key) else { return };
        let at = ways.partition_point(|(sum, _)| *sum <= n);
        let Some((_, way)) = ways.get(at) else { return };
        let before = at.checked_sub(1).map_or(0, |before| ways[before].0);
        match way.clone() {
            Way::Leaf(leaf) => tokens.push(Token::Leaf(leaf)),
            Way::Head(head, sizes) => {
                tokens.push(Token::Head(head));
                let params = self.params[usize::from(head)].clone();
                let start = key.2 | State::from(vocabulary.heads[usize::from(head)].leads);
                self.arguments(vocabulary, &params, &sizes, (start, key.3), n - before, tokens);
            }
        }
    }

    /// What may stand at the top of a term, each with the number of terms so far.
    fn ways_of(&mut self, vocabulary: &Vocabulary, (sort, size, before, behind): Terms) -> Vec<(u64, Way)> {
        let mut ways = Vec::new();
        let mut sum = 0_u64;
        if size == 1 {
            for leaf in self.leaves(vocabulary, sort, before, behind) {
                sum += 1;
                ways.push((sum, Way::Leaf(leaf)));
            }
            return ways;
        }
        let positive = self.positive;
        let is_wanted = |head: &Head| {
            head.result == sort || (sort == positive && head.result == BOOL && !is_negation(head))
        };
        for (at, head) in vocabulary.heads.iter().enumerate().filter(|(_, head)| is_wanted(head)) {
            for sizes in self.splits(size - 1, head.params.len(), head.swaps).iter() {
                let count = self.product(&self.params[at], sizes, before | State::from(head.leads), behind);
                if count > 0 {
                    sum = sum.saturating_add(count);
                    ways.push((sum, Way::Head(at as u8, sizes.clone())));
                }
            }
        }
        ways
    }

    /// The ways to divide a size among N arguments, made once.
    fn splits(&mut self, size: u8, arguments: usize, swaps: bool) -> Arc<[Sizes]> {
        let made = self.divided.entry((size, arguments, swaps));
        made.or_insert_with(|| splits(size, arguments, swaps).into()).clone()
    }

    /// The first terms of which not as many are made as were counted.
    #[cfg(test)]
    pub(super) fn wrongly_counted(&mut self, vocabulary: &Vocabulary) -> Option<(Terms, u64)> {
        let (states, sorts) = (self.states as State, self.sorts as SortIx);
        let sizes = (1..=self.largest as u8).flat_map(|size| (0..sorts).map(move |sort| (sort, size)));
        let keys = sizes.flat_map(|(sort, size)| {
            (0..states)
                .flat_map(move |before| (before..states).map(move |behind| (sort, size, before, behind)))
        });
        for key in keys {
            let made = self.ways_of(vocabulary, key).last().map_or(0, |(sum, _)| *sum);
            if made != self.of(key.0, key.1, key.2, key.3) {
                return Some((key, made));
            }
        }
        None
    }
}

/// Whether a symbol is `not`, which no solver keeps twice.
fn is_negation(head: &Head) -> bool {
    head.op == Some(Op::Core(CoreOp::Not))
}

/// The ways to divide a size among N arguments. Of two that can change places the first is not the smaller one.
fn splits(size: u8, arguments: usize, swaps: bool) -> Vec<Sizes> {
    let mut all = Vec::new();
    let mut sizes = Sizes::new();
    divide(size, arguments, &mut sizes, &mut all);
    if swaps && arguments >= 2 {
        all.retain(|sizes| sizes[arguments - 2] >= sizes[arguments - 1]);
    }
    all
}

fn divide(size: u8, arguments: usize, sizes: &mut Sizes, all: &mut Vec<Sizes>) {
    if arguments == 0 {
        if size == 0 {
            all.push(sizes.clone());
        }
        return;
    }
    for first in 1..=size.saturating_sub(arguments as u8 - 1) {
        sizes.push(first);
        divide(size - first, arguments - 1, sizes, all);
        sizes.pop();
    }
}
