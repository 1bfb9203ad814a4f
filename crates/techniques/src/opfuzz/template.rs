//! A seed as a text with sites: places where one of several heads stands.

use std::ops::Range;

use quis_smtlib::{Command, PrintError, PrintOptions, Script, print_commands};

use super::alternatives::{Class, Classes};
use super::{LogicPolicy, OpFuzz};
use crate::case::{kept_commands, needs_scopes};
use crate::widening::{self, Need};

/// A place of the text where one of several heads stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Site {
    /// Where it begins in the text of the seed.
    pub(super) start: usize,
    /// The class of what may stand there.
    pub(super) class: u32,
}

/// A seed, ready to be mutated.
#[derive(Clone, Debug, Default)]
pub(super) struct Template {
    /// The seed as a test case: every site has its first alternative.
    pub(super) text: String,
    /// All sites, in the order of the text.
    pub(super) sites: Vec<Site>,
    /// The sites that are mutated: the others follow.
    pub(super) mutable: Vec<u32>,
    /// The sites of names of logics. Their alternatives are by need.
    pub(super) logics: Vec<u32>,
    pub(super) classes: Vec<Class>,
    /// The places of the checks, and how many sites there are before each end of them.
    pub(super) checks: Vec<(Range<usize>, Range<usize>)>,
    pub(super) incremental: bool,
}

impl Template {
    pub(super) fn of(seed: &Script, parameters: OpFuzz) -> Result<Template, PrintError> {
        let kept: Vec<&Command> = kept_commands(&seed.commands, seed).collect();
        let for_all = parameters.logic == LogicPolicy::All;
        let set_all = Command::Other("(set-logic ALL)".into());
        let commands = kept.iter().map(|&command| match command {
            Command::SetLogic(_) if for_all => &set_all,
            _ => command,
        });
        let printed = print_commands(&seed.store, commands, PrintOptions::shared().with_heads())?;

        let logic = if for_all { None } else { seed.logic() };
        let mut classes = Classes::new(&seed.store, logic, parameters);
        let mut template =
            Template { incremental: needs_scopes(kept.iter().copied()), ..Template::default() };
        let mut heads = printed.heads.iter().peekable();
        for (command, place) in kept.into_iter().zip(&printed.commands) {
            let before = template.sites.len();
            match command {
                Command::SetLogic(_) if parameters.logic == LogicPolicy::Widen => {
                    template.add_logic(&printed.text, place, &mut classes.list);
                }
                _ => {}
            }
            while let Some(head) = heads.next_if(|head| head.place.start < place.end) {
                if let Some(class) = classes.of(head.term) {
                    template.mutable.push(template.sites.len() as u32);
                    template.sites.push(Site { start: head.place.start, class });
                }
            }
            if matches!(command, Command::CheckSat | Command::CheckSatAssuming(_)) {
                template.checks.push((place.clone(), before..template.sites.len()));
            }
        }
        template.text = printed.text;
        template.classes = classes.list;
        Ok(template)
    }

    /// The site of the name in `(set-logic NAME)`.
    fn add_logic(&mut self, text: &str, command: &Range<usize>, classes: &mut Vec<Class>) {
        let start = command.start + "(set-logic ".len();
        let Some(name) = text.get(start..command.end.saturating_sub(1)) else { return };
        let mut names = widening::names(name.trim_matches('|'));
        names[0] = name.to_owned();
        // A logic is what the others need: it has no needs itself.
        classes.push(Class::of_words(names.map(|name| (name, Need::Declared))));
        self.logics.push(self.sites.len() as u32);
        self.sites.push(Site { start, class: classes.len() as u32 - 1 });
    }

    /// How many mutants there are, at most; the largest number if there are more.
    pub(super) fn count(&self) -> u64 {
        let each = self.mutable.iter().map(|&site| self.class(site).alternatives.len() as u64);
        each.fold(1u64, u64::saturating_mul) - 1
    }

    pub(super) fn class(&self, site: u32) -> &Class {
        &self.classes[self.sites[site as usize].class as usize]
    }
}
