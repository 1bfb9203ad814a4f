//! Small formulas, systematically: most bugs have a tiny witness, a few operators of one theory over one to three variables.
//!
//! A *vocabulary* is a few operators of one theory, or of two that meet, with a few literals and variables. Vocabularies are drawn from
//! the operator tables, so that every operator leads in its turn. Over each, all formulas are made up to a size, the smallest first, each
//! once up to renaming of variables and the order of arguments; and between them larger ones at random. The n-th formula can be made alone.
//!
//! Formulas are evaluated over a grid of assignments. Over finite sorts that decides them; elsewhere it often finds a model.
//!
//! ```
//! use quis_smtlib::{Mode, Script, parse};
//! use quis_techniques::{Enumerate, Material, Stream, Technique};
//!
//! let floats = Enumerate { theories: vec!["floats"], ..Enumerate::default() };
//! for case in floats.cases(Material::of(&Script::default()), Stream::new(1)).take(100) {
//!     assert!(parse(&case.text, Mode::Standard).into_result().is_ok());
//! }
//! ```

mod borrowed;
mod canonical;
mod count;
mod declared;
mod heads;
mod literals;
mod objective;
mod parameters;
#[cfg(test)]
mod tests;
mod themes;
mod values;
mod vocabulary;
mod write;

use std::collections::VecDeque;

use quis_smtlib::Script;
use smallvec::SmallVec;

use self::canonical::Canonical;
use self::count::{Counts, Token};
use self::objective::Objectives;
use self::themes::Theme;
use self::values::Grid;
use self::vocabulary::Vocabulary;
use crate::case::TestCase;
use crate::material::Material;
use crate::stream::Stream;
use crate::technique::{Needs, Technique, numbered};

pub(crate) use borrowed::{Applicable, Operators};
pub(crate) use parameters::ENTRY;
pub use parameters::Enumerate;

/// The formulas of one vocabulary that follow each other.
const RUN: u64 = 16;

/// The vocabularies that are kept ready.
const SOURCES: usize = 32;

/// Sizes of which there are more formulas than this are large: formulas are drawn from them.
const LARGE: u64 = 20_000;

/// How many formulas are set aside for one that is drawn: those that are not made are passed over.
const ASIDE: u64 = 64;

/// How many others are tried in the place of a formula that is not made, or of a vocabulary that is poor.
const TRIES: u64 = 512;

impl Technique for Enumerate {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn parameters(&self) -> String {
        self.to_string()
    }

    fn needs(&self) -> Needs {
        Needs::Nothing
    }

    fn applies(&self, _: &Script) -> bool {
        true
    }

    fn cases<'a>(
        &'a self,
        _: Material<'a>,
        stream: Stream,
    ) -> Box<dyn Iterator<Item = TestCase> + Send + 'a> {
        let themes = self.themes();
        let mut sources: VecDeque<(u64, Source)> = VecDeque::new();
        Box::new(numbered(move |number| {
            let (vocabulary, within) = place(number);
            if !sources.iter().any(|(of, _)| *of == vocabulary) {
                // The next one takes the place of a vocabulary that is not to be had.
                let source = |more: u64| Source::new(self, &themes, vocabulary + (more << 20), &stream);
                sources.truncate(SOURCES - 1);
                sources.push_front((vocabulary, (0..TRIES).find_map(source)?));
            }
            let (_, source) = sources.iter_mut().find(|(of, _)| *of == vocabulary)?;
            source.case(within)
        }))
    }
}

/// The vocabulary of a case, and its number there. Turn t passes through the first 4ᵗ vocabularies, one run of each: most cases come from
/// new vocabularies, since a bug shows in the first cases of many or in none, and the first vocabularies are enumerated ever deeper.
fn place(number: u64) -> (u64, u64) {
    let run = number / RUN;
    // All runs of the turns before one: 1 + 4 + 16 + …
    let mut turn = 0;
    let mut before = 0;
    while let Some(next) = 1_u64.checked_shl(2 * turn).map(|runs| before + runs).filter(|&next| next <= run) {
        before = next;
        turn += 1;
    }
    let vocabulary = run - before;
    // A vocabulary is begun in the first turn that passes through it.
    let begun = (0..turn).find(|&turn| vocabulary >> (2 * turn) == 0).unwrap_or(turn);
    (vocabulary, u64::from(turn - begun) * RUN + number % RUN)
}

/// The formulas of one vocabulary.
struct Source {
    vocabulary: Vocabulary,
    counts: Counts,
    grid: Grid,
    /// The formulas of all sizes before this one.
    before: Vec<u64>,
    /// The sizes from which formulas are drawn.
    large: Vec<usize>,
    tokens: Vec<Token>,
    /// What objectives are drawn from, if formulas have some.
    objectives: Option<Stream>,
}

impl Source {
    fn new(
        parameters: &Enumerate,
        themes: &[&'static Theme],
        number: u64,
        stream: &Stream,
    ) -> Option<Source> {
        let count = themes.len() as u64;
        let theme = themes.get(usize::try_from(number.checked_rem(count)?).ok()?)?;
        let mut stream = stream.nth(number);
        let lead = usize::try_from(number / count).ok()?;
        (0..TRIES).find_map(|attempt| {
            // An operator that finds no good company is passed over in the end.
            let lead = lead + 997 * usize::try_from(attempt / 16).ok()?;
            let vocabulary = Vocabulary::draw(parameters, theme, lead, &mut stream)?;
            let counts = Counts::new(&vocabulary, parameters.size);
            let mut before = vec![0_u64];
            for size in 1..=counts.largest {
                before.push(before[size - 1].saturating_add(counts.formulas(size)));
            }
            let large = (1..=counts.largest).filter(|&size| counts.formulas(size) > LARGE).collect();
            let grid = Grid::new(&vocabulary, stream.fork("grid"));
            let objectives = theme.optimises.then(|| stream.fork("objectives"));
            let tokens = Vec::new();
            let mut source = Source { vocabulary, counts, grid, before, large, tokens, objectives };
            source.is_rich().then_some(source)
        })
    }

    /// Whether there are large formulas, and enough of them are made.
    fn is_rich(&mut self) -> bool {
        let made = (0..128).filter(|&number| self.at_random(number * 977, 0).is_some()).count();
        made >= 8
    }

    /// The n-th case: the formulas in the order of their sizes, and large ones between them.
    fn case(&mut self, number: u64) -> Option<TestCase> {
        let half = number / 2;
        let assertions = if number.is_multiple_of(2) { self.in_order(half) } else { None };
        let assertions = match assertions {
            Some(assertions) => assertions,
            None => (0..TRIES).find_map(|attempt| self.at_random(number, attempt))?,
        };
        let used = write::variables(&self.vocabulary, &self.tokens);
        let mut found = self.grid.decide(&self.vocabulary, &self.tokens, &used);
        let objectives = match &self.objectives {
            Some(stream) => Objectives::draw(&self.vocabulary, &mut stream.nth(number)),
            None => Objectives::default(),
        };
        let mut optimum = None;
        if let (values::Found::Model(_), Some(first)) = (found, objectives.all.first()) {
            let best = self.grid.best(&self.vocabulary, &self.tokens, first);
            if let Some(best) = best {
                found = values::Found::Model(best.at);
                // Of several objectives only the first would be known.
                optimum = best.optimum.filter(|_| objectives.all.len() == 1);
            }
        }
        self.tokens.extend(objectives.tokens());
        let used = write::variables(&self.vocabulary, &self.tokens);
        let witness = match found {
            values::Found::Model(at) => self.grid.witness(&self.vocabulary, &used, at),
            _ => None,
        };
        let formula =
            write::Formula { tokens: &self.tokens, assertions, used: &used, objectives: &objectives };
        Some(write::case(&mut self.vocabulary, &formula, found, witness, optimum))
    }

    /// The formula with a number in the order of sizes, if it is made and there is one.
    fn in_order(&mut self, number: u64) -> Option<usize> {
        let size = self.before.partition_point(|&before| before <= number);
        let within = number - self.before.get(size.checked_sub(1)?)?;
        let within = scattered(within, self.counts.formulas(size));
        self.formula(size, within)
    }

    /// A large formula: another one for each number and attempt. The order of a size is used from its end, which the formulas in order
    /// do not reach.
    fn at_random(&mut self, number: u64, attempt: u64) -> Option<usize> {
        let is_left = |&&size: &&usize| self.counts.formulas(size) / ASIDE > number + 1;
        let left: SmallVec<[usize; 16]> = self.large.iter().filter(is_left).copied().collect();
        let sizes = if left.is_empty() { &self.large[..] } else { &left };
        // A size may have formulas, and none that are made.
        let at = (number + attempt / 8).checked_rem(sizes.len() as u64)?;
        let size = *sizes.get(usize::try_from(at).ok()?)?;
        let place = number * ASIDE + attempt % ASIDE + ((attempt / ASIDE) << 40);
        let count = self.counts.formulas(size);
        let from_end = count.checked_sub(1)?.saturating_sub(place % count);
        let within = scattered(from_end, count);
        self.formula(size, within)
    }

    fn formula(&mut self, size: usize, within: u64) -> Option<usize> {
        let assertions = self.counts.formula(&self.vocabulary, size, within, &mut self.tokens)?;
        Canonical::new(&self.vocabulary).accepts(&self.tokens, assertions).then_some(assertions)
    }
}

/// A place among N for each number below N, so that neighbours lie far apart.
fn scattered(number: u64, count: u64) -> u64 {
    if count < 3 {
        return number.min(count.saturating_sub(1));
    }
    // About the golden ratio of N, and prime to it.
    let mut step = (count as f64 * 0.618_033_988_75) as u64 | 1;
    while gcd(step, count) != 1 {
        step += 1;
    }
    (u128::from(number % count) * u128::from(step) % u128::from(count)) as u64
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
