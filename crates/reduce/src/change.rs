//! Changes: what passes propose.

use quis_smtlib::{Command, Script, Store, Term};

use crate::commands::rewritten;
use crate::rewrite::{Child, Rewriter};
use crate::translate::Translation;
use crate::used::Used;

/// Makes all commands anew; `None` if nothing comes of it.
pub(crate) type Remake = Box<dyn Fn(&mut Store, &[Command]) -> Option<Vec<Command>>>;

/// Says how to translate a script; `None` if there is nothing to translate.
pub(crate) type Translate = Box<dyn Fn(&mut Store, &[Command]) -> Option<Translation>>;

/// One change to a script. Several can be made at once, unless one makes all commands anew.
pub(crate) enum Change {
    /// Leaves commands out.
    Drop(Vec<usize>),
    /// Another command in place of one.
    Command(usize, Command),
    /// A term in place of another, wherever that stands. The new one has no free variables that the old one has not.
    Term(Term, Term),
    /// A term in place of the child of a term, wherever the parent stands.
    Child(Term, u32, Term),
    /// A term without one of its children, wherever it stands. Of several children the last comes first.
    Remove(Term, u32),
    /// Several changes, all or none.
    Group(Vec<Change>),
    /// All commands anew.
    Remake(Remake),
    /// All commands anew over other sorts and functions, and the witness with them.
    Translate(Translate),
    /// A command printed afresh, whatever it looked like.
    Print(usize),
    /// A command printed afresh, and written as shortly as the standard allows.
    Spell(usize),
    /// Another name for a symbol.
    Rename(String, String),
}

/// What came of changes.
pub(crate) struct Applied {
    /// The commands.
    pub(crate) commands: Vec<Command>,
    /// What is called otherwise now.
    pub(crate) renamed: Vec<(String, String)>,
    /// How sorts and functions were translated, if they were.
    pub(crate) translation: Option<Translation>,
    rewriter: Rewriter,
    /// Where each of the commands before is now.
    places: Vec<Option<usize>>,
    /// The commands before that are to look otherwise.
    printed: Vec<usize>,
    /// The commands before that are to be written shortly.
    spelled: Vec<usize>,
}

/// Makes changes at once; `None` if what comes of them would not be well-typed. Declarations that were used and are not any more
/// go as well.
pub(crate) fn apply(script: &mut Script, used: &Used, changes: &[&Change]) -> Option<Applied> {
    // What makes all commands anew knows of no other change.
    let is_whole = |change: &&Change| matches!(change, Change::Remake(_) | Change::Translate(_));
    if changes.len() > 1 && changes.iter().any(is_whole) {
        return None;
    }
    let Script { store, commands } = script;
    let mut rewriter = Rewriter::default();
    let mut kept: Vec<Option<Command>> = commands.iter().cloned().map(Some).collect();
    let (mut remade, mut translation) = (None, None);
    let (mut renamed, mut printed, mut spelled) = (Vec::new(), Vec::new(), Vec::new());
    let mut pending: Vec<&Change> = changes.iter().rev().copied().collect();
    while let Some(change) = pending.pop() {
        match change {
            Change::Group(changes) => pending.extend(changes.iter().rev()),
            Change::Drop(places) => {
                for &at in places {
                    *kept.get_mut(at)? = None;
                }
            }
            Change::Command(at, command) => {
                // Who left it out wins.
                if let Some(place) = kept.get_mut(*at).filter(|place| place.is_some()) {
                    *place = Some(command.clone());
                }
            }
            Change::Term(old, new) => rewriter.replace(*old, *new),
            Change::Child(parent, at, new) => rewriter.change_child(*parent, *at, Child::Replaced(*new)),
            Change::Remove(parent, at) => rewriter.change_child(*parent, *at, Child::Removed),
            Change::Remake(remake) => remade = Some(remake(store, commands)?),
            Change::Translate(translate) => {
                let mut new = translate(store, commands)?;
                remade = Some(new.apply(store, commands)?);
                translation = Some(new);
            }
            Change::Print(at) => printed.push(*at),
            Change::Spell(at) => spelled.push(*at),
            Change::Rename(old, new) => renamed.push((old.clone(), new.clone())),
        }
    }
    let mut places = Vec::with_capacity(kept.len());
    let mut new: Vec<Command> = if let Some(remade) = remade {
        remade
    } else {
        let mut count = 0;
        for command in &kept {
            places.push(command.as_ref().map(|_| count));
            count += usize::from(command.is_some());
        }
        let kept: Vec<Command> = kept.into_iter().flatten().collect();
        rewritten(store, &kept, &mut rewriter)?
    };
    drop_unused(store, used, &mut new, &mut places);
    Some(Applied { commands: new, renamed, translation, rewriter, places, printed, spelled })
}

/// Leaves out declarations that were used before and are not any more.
fn drop_unused(store: &Store, before: &Used, commands: &mut Vec<Command>, places: &mut [Option<usize>]) {
    let after = Used::beside(store, commands, Some(before));
    let goes = |command: &Command| {
        after.needs(store, command) == Some(false) && before.needed(store, command) != Some(false)
    };
    let mut moved = Vec::with_capacity(commands.len());
    let mut count = 0;
    for command in &*commands {
        let goes = goes(command);
        moved.push((!goes).then_some(count));
        count += usize::from(!goes);
    }
    if count == commands.len() {
        return;
    }
    let mut at = 0;
    commands.retain(|_| {
        at += 1;
        moved[at - 1].is_some()
    });
    for place in places {
        *place = place.and_then(|place| moved.get(place).copied().flatten());
    }
}

impl Applied {
    /// The change as it reads after these have been made; `None` if what it is about is gone.
    pub(crate) fn forward(&self, store: &Store, change: Change) -> Option<Change> {
        let now = |term: Term| self.rewriter.result(term).unwrap_or(term);
        let parent = |term: Term| {
            let new = now(term);
            (store.children(new).len() == store.children(term).len()).then_some(new)
        };
        match change {
            Change::Drop(places) => {
                let places: Vec<usize> = places.into_iter().filter_map(|at| self.place(at)).collect();
                (!places.is_empty()).then_some(Change::Drop(places))
            }
            Change::Command(at, command) => Some(Change::Command(self.place(at)?, command)),
            Change::Print(at) => Some(Change::Print(self.place(at)?)),
            Change::Spell(at) => Some(Change::Spell(self.place(at)?)),
            Change::Term(old, new) => {
                let (old, new) = (now(old), now(new));
                (old != new).then_some(Change::Term(old, new))
            }
            Change::Child(term, at, new) => Some(Change::Child(parent(term)?, at, now(new))),
            Change::Remove(term, at) => {
                let new = now(term);
                ((at as usize) < store.children(new).len()).then_some(Change::Remove(new, at))
            }
            Change::Group(changes) => {
                let all: Vec<Change> =
                    changes.into_iter().filter_map(|change| self.forward(store, change)).collect();
                (!all.is_empty()).then_some(Change::Group(all))
            }
            other => Some(other),
        }
    }

    /// For each of the commands the one before that it is, if it is the same and may look the same.
    pub(crate) fn unchanged(&self, before: &[Command]) -> Vec<Option<usize>> {
        let mut origins = vec![None; self.commands.len()];
        for (at, command) in before.iter().enumerate() {
            if let Some(place) = self.place(at)
                && self.commands.get(place) == Some(command)
                && !self.printed.contains(&at)
                && !self.spelled.contains(&at)
            {
                origins[place] = Some(at);
            }
        }
        origins
    }

    /// Which of the commands are to be written shortly.
    pub(crate) fn is_spelled(&self, place: usize) -> bool {
        self.spelled.iter().any(|&at| self.place(at) == Some(place))
    }

    /// Which of the checks before are left, in order, by their numbers.
    pub(crate) fn checks_left(&self, before: &[Command]) -> Vec<usize> {
        let is_check =
            |command: &Command| matches!(command, Command::CheckSat | Command::CheckSatAssuming(_));
        let checks = before.iter().enumerate().filter(|(_, command)| is_check(command));
        let left = checks.enumerate().filter(|(_, (at, _))| self.place(*at).is_some());
        left.map(|(number, _)| number).collect()
    }

    fn place(&self, at: usize) -> Option<usize> {
        match self.places.get(at) {
            Some(place) => *place,
            None => Some(at),
        }
    }
}
