//! A mutant while it is made: what changed, under which model it holds, and its text.

use std::fmt::Write as _;

use quis_smtlib::walk::Replacement;
use quis_smtlib::{Binder, PrintOptions, Term, TermKind, TermSet, print_term};
use smallvec::SmallVec;

use super::anatomy::Anatomy;
use super::desk::{Desk, Spot};
use super::ground::Ground;
use super::mutators::{Kind, Mutator};
use super::template::Piece;
use super::{Mutate, anatomy};
use crate::case::{CheckPoint, TestCase, Truth};
use crate::opfuzz::LogicPolicy;
use crate::stream::Stream;
use crate::widening::{Need, Needs};

/// Longer texts of an assertion are written with `let`.
const PLAIN_BYTES: usize = 4 << 10;

/// A mutant has no assertion that is longer than this.
const MAX_BYTES: usize = 4 << 20;

/// Assertions that were changed before are changed again if they have no more places.
const MAX_SITES: usize = 4000;

/// A mutant while it is made.
#[derive(Debug, Default)]
pub(super) struct Draft {
    /// The assertions that changed, and what they are now.
    changed: SmallVec<[(usize, Term); 4]>,
    /// The assertion that comes twice.
    twice: Option<usize>,
    /// The assertion that is written with a `let`, and what gets a name there.
    named: Option<(usize, Term)>,
    /// The assertion that stands behind a `push`.
    behind: Option<usize>,
    /// Whether a term of another seed was used.
    pub(super) other: bool,
}

/// What is written around an assertion so that it holds.
#[derive(Debug)]
struct Repair {
    slot: usize,
    before: String,
    after: &'static str,
}

impl Draft {
    /// What an assertion is now.
    fn root(&self, ground: &Ground, slot: usize) -> Term {
        let changed = self.changed.iter().find(|(at, _)| *at == slot);
        changed.map_or(ground.template.slots[slot].root, |&(_, root)| root)
    }

    /// Applies a mutator to one of the assertions; whether that changed anything.
    pub(super) fn mutate(
        &mut self,
        ground: &Ground,
        desk: &mut Desk,
        mutator: Mutator,
        stream: &mut Stream,
    ) -> bool {
        let slot = stream.below(ground.template.slots.len());
        let command = ground.template.slots[slot].command;
        let root = self.root(ground, slot);
        let whole = || Spot {
            command,
            site: anatomy::Site { above: None, term: root, rigid: false },
            sort: quis_smtlib::Sort::BOOL,
            scope: SmallVec::new(),
        };
        let new = match mutator.kind {
            Kind::Place(_) | Kind::Other => {
                let fresh;
                let anatomy = if root == ground.template.slots[slot].root {
                    ground.anatomy(slot)
                } else {
                    fresh = Anatomy::of(&desk.store, root);
                    Some(&fresh).filter(|fresh| fresh.sites.len() <= MAX_SITES)
                };
                let Some(anatomy) = anatomy else { return false };
                let Some(spot) = desk.spot(anatomy, command, stream) else { return false };
                let new = match mutator.kind {
                    Kind::Place(change) => change(desk, ground, &spot, stream),
                    _ => desk.other(spot.sort, &spot, stream),
                };
                let new = new.filter(|&new| new != spot.site.term && desk.store.sort(new) == spot.sort);
                new.and_then(|new| anatomy.put(&mut desk.store, root, &spot.site, new).ok())
            }
            Kind::Assertion(change) => change(desk, ground, &whole(), stream),
            Kind::Twice => return self.twice.replace(slot).is_none(),
            Kind::Let => {
                let fresh = Anatomy::of(&desk.store, root);
                let inner = stream.choose(&fresh.sites).map(|site| site.term);
                let inner = inner.filter(|&inner| desk.can_be_named(inner));
                self.named = self.named.or(inner.map(|inner| (slot, inner)));
                return inner.is_some();
            }
            Kind::Push => {
                let is_plain = !ground.template.incremental
                    && ground.template.checks.len() == 1
                    && ground.logic.as_deref().is_none_or(|logic| !logic.contains("SEP"));
                self.behind = self.behind.or(is_plain.then_some(slot));
                return is_plain;
            }
        };
        let Some(new) = new.filter(|&new| new != root) else { return false };
        self.other |= matches!(mutator.kind, Kind::Other);
        match self.changed.iter_mut().find(|(at, _)| *at == slot) {
            Some((_, known)) => *known = new,
            None => self.changed.push((slot, new)),
        }
        true
    }

    /// The mutant as a test case; `None` if it is the seed, leaves a logic that is to be kept, or is too large.
    pub(super) fn finish(
        mut self,
        ground: &Ground,
        desk: &mut Desk,
        mutate: &Mutate,
        stream: &mut Stream,
    ) -> Option<TestCase> {
        let template = &ground.template;
        self.changed.retain(|(slot, root)| *root != template.slots[*slot].root);
        if self.changed.is_empty() && self.twice.is_none() && self.named.is_none() && self.behind.is_none() {
            return None;
        }
        let needs = self.needs(ground, desk, mutate)?;
        let (world, mut values) = self.world(desk, stream);
        let repairs =
            world.map_or(Vec::new(), |world| self.repairs(ground, desk, world, &mut values, stream));
        let mut lines: SmallVec<[(usize, String); 4]> = SmallVec::new();
        for &(slot, root) in &self.changed {
            lines.push((slot, self.written(desk, slot, root)?));
        }
        if let Some((slot, _)) = self.named.filter(|(slot, _)| !lines.iter().any(|(at, _)| at == slot)) {
            lines.push((slot, self.written(desk, slot, template.slots[slot].root)?));
        }
        for Repair { slot, before, after } in repairs {
            let at = lines.iter().position(|(known, _)| *known == slot);
            let line = match at {
                Some(at) => &mut lines[at].1,
                None => {
                    lines.push((slot, template.slots[slot].text.clone()));
                    &mut lines.last_mut()?.1
                }
            };
            let inner = line.strip_prefix("(assert ")?.strip_suffix(")\n")?;
            *line = ["(assert ", &before, inner, after, ")\n"].concat();
        }
        let truth = |slots: &mut dyn Iterator<Item = usize>, check: usize| {
            let Some(world) = world.map(|at| &desk.worlds[at]) else { return Truth::Open };
            let mut all = world.assumptions[check] == Some(true);
            slots.for_each(|slot| all &= values[slot] == Some(true));
            match world.witnesses[check].clone().filter(|_| all) {
                Some(witness) => Truth::Sat { witness: Some(witness) },
                None => Truth::Open,
            }
        };
        let mut case = TestCase {
            incremental: template.incremental || self.behind.is_some(),
            text: String::with_capacity(template.bytes + 256),
            ..TestCase::default()
        };
        let text = &mut case.text;
        let line = |slot: usize| {
            let changed = lines.iter().find(|(at, _)| *at == slot);
            changed.map_or(&*template.slots[slot].text, |(_, line)| line)
        };
        for piece in &template.pieces {
            match piece {
                Piece::Text(part) => text.push_str(part),
                Piece::Logic(declared) => {
                    let _ = writeln!(text, "(set-logic {})", needs.name(declared));
                }
                Piece::Slot(slot) => {
                    if self.behind != Some(*slot) {
                        text.push_str(line(*slot));
                    }
                    if self.twice == Some(*slot) {
                        text.push_str(line(*slot));
                    }
                }
                Piece::Check(part) => {
                    let number = case.checks.len();
                    let of_seed = &template.checks[number.min(template.checks.len() - 1)];
                    let mut put = |text: &mut String, truth: Truth| {
                        let start = text.len();
                        text.push_str(part);
                        let place = start..text.len() - 1;
                        case.checks.push(CheckPoint { place, truth, optimum: Vec::new() });
                    };
                    if let Some(behind) = self.behind {
                        let twice = self.twice == Some(behind);
                        let rest =
                            || of_seed.slots.iter().copied().filter(move |&slot| slot != behind || twice);
                        put(text, truth(&mut rest(), number));
                        text.push_str("(push 1)\n");
                        text.push_str(line(behind));
                        put(text, truth(&mut of_seed.slots.iter().copied(), number));
                        text.push_str("(pop 1)\n");
                        put(text, truth(&mut rest(), number));
                    } else {
                        put(text, truth(&mut of_seed.slots.iter().copied(), number));
                    }
                }
            }
        }
        if self.other {
            case.seeds.extend(desk.other);
        }
        Some(case)
    }

    /// An assertion as a line.
    fn written(&self, desk: &mut Desk, slot: usize, root: Term) -> Option<String> {
        let print = |desk: &Desk, term: Term| {
            let options = PrintOptions { max_bytes: PLAIN_BYTES, ..PrintOptions::plain() };
            let plain = print_term(&desk.store, term, options);
            let shared = PrintOptions { max_bytes: MAX_BYTES, ..PrintOptions::shared() };
            plain.or_else(|_| print_term(&desk.store, term, shared)).ok()
        };
        let Some((_, inner)) = self.named.filter(|(at, _)| *at == slot) else {
            return Some(["(assert ", &print(desk, root)?, ")\n"].concat());
        };
        let sort = desk.store.sort(inner);
        let variable = desk.store.variable(desk.part, sort);
        let mut replacement = Replacement::default();
        replacement.put(inner, variable);
        let body = replacement.apply(&mut desk.store, root).ok()?;
        let name = desk.store.text(desk.part).to_owned();
        let (inner, body) = (print(desk, inner)?, print(desk, body)?);
        Some(format!("(assert (let (({name} {inner})) {body}))\n"))
    }

    /// What the mutant needs beyond the declared logic; `None` if it leaves one that is to be kept.
    fn needs(&self, ground: &Ground, desk: &Desk, mutate: &Mutate) -> Option<Needs> {
        let all = Needs { need: Need::All, ..Needs::NONE };
        if mutate.logic == LogicPolicy::All {
            return Some(all);
        }
        let mut needs = Needs::NONE;
        let (mut seen, mut todo) = (TermSet::default(), Vec::new());
        todo.extend(self.changed.iter().map(|&(_, root)| root));
        while let Some(term) = todo.pop() {
            // What the seed has is within its logic, or not for us to say.
            if term.index() < ground.script.store.len() || !seen.insert(term) {
                continue;
            }
            todo.extend_from_slice(desk.store.children(term));
            match desk.store.kind(term) {
                _ if ground.logics > 1 => needs = all,
                TermKind::Binder(Binder::Forall | Binder::Exists, ..)
                    if ground.declared.is_quantifier_free() =>
                {
                    needs.quantifiers = true;
                }
                _ => {
                    needs.need = needs.need.max(ground.declared.need_of(&desk.store, term));
                    needs.bits |= ground.declared.lacks_bits(&desk.store, term);
                }
            }
        }
        (needs == Needs::NONE || mutate.logic != LogicPolicy::Keep).then_some(needs)
    }

    /// A world in which all assertions hold, or the first one that was tried; and what holds there.
    fn world(&self, desk: &mut Desk, stream: &mut Stream) -> (Option<usize>, Vec<Option<bool>>) {
        let count = desk.worlds.len();
        let first = if stream.chance(1, 2) { 0 } else { stream.below(count) };
        let roots: SmallVec<[Term; 4]> = self.changed.iter().map(|&(_, root)| root).collect();
        let mut best: Option<(usize, usize, Vec<Option<bool>>)> = None;
        for step in 0..count {
            let at = (first + step) % count;
            let mut values = desk.worlds[at].slots.clone();
            let mut new = Vec::new();
            desk.worlds[at].evaluate(&desk.store, &roots, &mut new);
            for (&(slot, _), value) in self.changed.iter().zip(new) {
                values[slot] = value;
            }
            let open = values.iter().filter(|value| **value != Some(true)).count();
            if best.as_ref().is_none_or(|(_, known, _)| open < *known) {
                best = Some((at, open, values));
            }
            if open == 0 {
                break;
            }
        }
        best.map_or((None, Vec::new()), |(at, _, values)| (Some(at), values))
    }

    /// What makes the mutant hold in a world: false assertions are negated or weakened, open ones weakened. Some mutants stay as they
    /// are: what is known of the others is known of near neighbours of theirs.
    fn repairs(
        &self,
        ground: &Ground,
        desk: &Desk,
        world: usize,
        values: &mut [Option<bool>],
        stream: &mut Stream,
    ) -> Vec<Repair> {
        let mut repairs = Vec::new();
        if stream.chance(1, if ground.is_satisfied() { 8 } else { 5 }) {
            return repairs;
        }
        for (slot, value) in values.iter_mut().enumerate() {
            let open = match value {
                Some(true) => continue,
                Some(false) => false,
                None => true,
            };
            if open && stream.chance(1, 2) {
                continue;
            }
            let command = ground.template.slots[slot].command;
            let predicates = &desk.worlds[world].truths;
            let mut predicate = |wanted: bool| {
                let predicates = &predicates[usize::from(!wanted)];
                let found = (0..4).find_map(|_| {
                    let term = stream.choose(predicates).copied()?;
                    desk.may_stand(term, command).then_some(term)
                });
                let options = PrintOptions { max_bytes: PLAIN_BYTES, ..PrintOptions::plain() };
                let text = found.and_then(|term| print_term(&desk.store, term, options).ok());
                (text.unwrap_or_else(|| wanted.to_string()), stream.below(8))
            };
            let (text, choice) = predicate(true);
            let (before, after) = match choice {
                _ if open && choice < 4 => (format!("(or {text} "), ")"),
                _ if open => (format!("(=> {} ", predicate(false).0), ")"),
                0..=3 => ("(not ".to_owned(), ")"),
                4 => (format!("(or {text} "), ")"),
                5 => (format!("(xor {text} "), ")"),
                6 => (format!("(= {} ", predicate(false).0), ")"),
                _ => (format!("(=> {} ", predicate(false).0), ")"),
            };
            repairs.push(Repair { slot, before, after });
            *value = Some(true);
        }
        repairs
    }
}
