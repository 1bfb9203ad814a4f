//! Printing terms: an explicit stack of what is still to be written.

use super::sharing::{FreeVariables, Outer, Plan, Wants, atom_length, is_named_term, plan};
use super::term_map::TermMap;
use super::text::Writer;
use super::{Head, PrintError, PrintOptions};
use crate::term::{Attribute, Case, Store, Term, TermKind};
use crate::theories::{FunctionOp, Op};

/// Beyond this column terms are not broken any more: deep terms would be mostly white space.
const MAX_INDENT: u32 = 60;

/// Most terms never have more than so much waiting.
const USUAL_WORK: usize = 32;

/// Where a term may be broken: at this column, or nowhere.
type Layout = Option<u32>;

/// What is still to be written.
enum Work {
    /// A term, or its name.
    Term(Term, Layout),
    /// A term with its own `let`s.
    Region(Term, Layout),
    /// A term, even if it has a name.
    Inside(Term, Layout),
    Text(&'static str),
    Line(u32),
    /// The name of a shared term.
    Name(Term),
    /// The end of a region: its members, and their names, are forgotten.
    Forget(Vec<Term>),
    /// The attributes of an annotated term, each on its own line or all on one.
    Attributes(Term, Layout),
    /// Names and members older than this are not seen.
    Floor(Floor),
    /// Pattern and body of a case of a match.
    Case(Term, u32),
}

/// What is out of sight inside of a named term, which must be closed.
#[derive(Clone, Copy, Default)]
struct Floor {
    name: u32,
    region: u32,
}

/// Prints terms of one store into one text.
pub(super) struct TermPrinter<'a> {
    pub(super) store: &'a Store,
    pub(super) out: Writer<'a>,
    options: PrintOptions,
    names: TermMap,
    next_name: u32,
    /// The region that each term belongs to.
    members: TermMap,
    next_region: u32,
    floor: Floor,
    /// What the names for `let` begin with: no symbol of the store looks like them.
    prefix: String,
    lengths: TermMap,
    /// Working space of plans: empty between them.
    known: TermMap,
    free: FreeVariables,
    /// Where the heads stand, if somebody wants to know.
    pub(super) heads: Option<Vec<Head>>,
}

impl<'a> TermPrinter<'a> {
    pub(super) fn new(store: &'a Store, options: PrintOptions) -> Self {
        TermPrinter {
            store,
            out: Writer::new(store, options.max_bytes),
            options,
            names: TermMap::for_store(store),
            next_name: 0,
            members: TermMap::for_store(store),
            next_region: 0,
            floor: Floor::default(),
            prefix: if options.lets { let_prefix(store) } else { String::new() },
            lengths: TermMap::for_store(store),
            known: TermMap::for_store(store),
            free: FreeVariables::for_store(store),
            heads: None,
        }
    }

    /// Prints a term on one line.
    pub(super) fn term(&mut self, term: Term) -> Result<(), PrintError> {
        if !self.options.lets {
            return self.plain(term);
        }
        self.run(term, None)
    }

    /// Prints a term behind `used` columns of a line, or on lines of its own if it does not fit.
    pub(super) fn argument(&mut self, term: Term, used: u32) -> Result<(), PrintError> {
        let Some(width) = self.options.width else {
            self.out.push(" ");
            return self.term(term);
        };
        let plan = self.plan(term);
        let fits = plan.levels.is_empty() && used.saturating_add(plan.length) <= width;
        if fits {
            self.out.push(" ");
            return self.run(term, None);
        }
        self.out.line(2);
        self.run(term, Some(2))
    }

    fn run(&mut self, term: Term, layout: Layout) -> Result<(), PrintError> {
        self.next_name = 0;
        self.next_region = 0;
        let mut work = Vec::with_capacity(USUAL_WORK);
        work.push(Work::Region(term, layout));
        while let Some(next) = work.pop() {
            self.out.check()?;
            match next {
                Work::Text(text) => self.out.push(text),
                Work::Line(indent) => self.out.line(indent),
                Work::Term(term, layout) => match self.name(term) {
                    Some(name) => self.write_name(name),
                    None => self.inside(term, layout, &mut work),
                },
                Work::Inside(term, layout) => self.inside(term, layout, &mut work),
                Work::Region(term, layout) => self.region(term, layout, &mut work),
                Work::Name(term) => {
                    if let Some(name) = self.name(term) {
                        self.write_name(name);
                    }
                }
                Work::Forget(terms) => {
                    for term in terms {
                        self.names.remove(term);
                        self.members.remove(term);
                    }
                }
                Work::Attributes(term, layout) => self.attributes(term, layout)?,
                Work::Floor(floor) => self.floor = floor,
                Work::Case(term, at) => self.case(term, at, &mut work),
            }
        }
        Ok(())
    }

    fn name(&self, term: Term) -> Option<u32> {
        self.names.get(term).filter(|&name| name >= self.floor.name)
    }

    fn write_name(&mut self, name: u32) {
        self.out.push(&self.prefix);
        self.out.number(name + 1);
    }

    fn plan(&mut self, root: Term) -> Plan {
        let (members, floor, store, lengths) = (&self.members, self.floor, self.store, &self.lengths);
        let outer = Outer {
            is_member: &|term| members.get(term).is_some_and(|region| region >= floor.region),
            length: &|term| lengths.get(term).unwrap_or_else(|| atom_length(store, term)),
        };
        let wants = Wants { lets: self.options.lets, lengths: self.options.width.is_some() };
        plan(store, &mut self.free, &mut self.known, root, wants, &outer)
    }

    /// Closes the view on names and members: what follows is printed as if it stood alone.
    fn raise_floor(&mut self) {
        self.floor = Floor { name: self.next_name, region: self.next_region };
    }

    /// Prints `(let (…) … term)`, with as many `let`s as needed.
    fn region(&mut self, term: Term, layout: Layout, work: &mut Vec<Work>) {
        // A name or a pattern stays outside of the `let`s, where the solvers look for it.
        if let TermKind::Annotated(inner, attributes, _) = self.store.kind(term) {
            let floor = self.floor;
            if is_named_term(attributes) {
                self.raise_floor();
            }
            work.push(Work::Floor(floor));
            work.push(Work::Text(")"));
            // Wide terms have their attributes on lines of their own. Of nested annotations, all but the innermost.
            let broken = layout.filter(|&indent| {
                matches!(self.store.kind(inner), TermKind::Annotated(..)) || {
                    let plan = self.plan(inner);
                    let length = plan.length.saturating_add(atom_length(self.store, term));
                    indent.saturating_add(length) > self.options.width.unwrap_or(0)
                }
            });
            let inside = layout.map(|indent| indent + 3);
            work.push(Work::Attributes(term, broken.and(inside)));
            work.push(Work::Region(inner, inside));
            work.push(Work::Text("(! "));
            return;
        }
        let plan = self.plan(term);
        // What is below is asked for it if there are regions in this one, or lines to break.
        if plan.nested || layout.is_some() {
            plan.parts.iter().for_each(|part| self.lengths.insert(part.term, part.length));
        }
        let region = self.next_region;
        self.next_region += 1;
        let mut forgotten: Vec<Term> = Vec::new();
        if plan.nested {
            let members = plan.parts.iter().filter(|part| part.is_member);
            forgotten.extend(members.map(|part| part.term));
            forgotten.iter().for_each(|&member| self.members.insert(member, region));
        } else {
            forgotten.extend(plan.levels.iter().flatten());
        }
        for &shared in plan.levels.iter().flatten() {
            self.names.insert(shared, self.next_name);
            self.next_name += 1;
        }
        work.push(Work::Forget(forgotten));
        for _ in &plan.levels {
            work.push(Work::Text(")"));
        }
        work.push(Work::Inside(term, layout));
        for level in plan.levels.iter().rev() {
            work.push(layout.map_or(Work::Text(" "), Work::Line));
            work.push(Work::Text(")"));
            for (at, &shared) in level.iter().enumerate().rev() {
                work.push(Work::Text(")"));
                work.push(Work::Inside(shared, layout.map(|indent| indent + 11)));
                work.push(Work::Text(" "));
                work.push(Work::Name(shared));
                work.push(Work::Text("("));
                if at > 0 {
                    work.push(layout.map_or(Work::Text(" "), |indent| Work::Line(indent + 6)));
                }
            }
            work.push(Work::Text("(let ("));
        }
    }

    /// Whether a term is to be broken, and where.
    fn broken(&self, term: Term, layout: Layout) -> Layout {
        let (indent, width) = (layout?, self.options.width?);
        let length = self.lengths.get(term).unwrap_or_else(|| atom_length(self.store, term));
        (indent < MAX_INDENT && indent.saturating_add(length) > width).then_some(indent)
    }

    fn inside(&mut self, term: Term, layout: Layout, work: &mut Vec<Work>) {
        let layout = self.broken(term, layout);
        let deeper = layout.map(|indent| indent + 2);
        match self.store.kind(term) {
            TermKind::Variable(name) => self.out.symbol(name),
            TermKind::Literal(literal) => self.out.literal(literal, self.store.sort(term)),
            TermKind::Apply(function, []) => {
                let start = self.out.len();
                self.out.head(function, &[], self.store.sort(term));
                self.note_head(term, start);
            }
            TermKind::Apply(function, args) => {
                self.out.push("(");
                // An implicit call has no head but its first argument.
                let headless = self.store.operator(function) == Some(Op::Function(FunctionOp::Call));
                if !headless {
                    let start = self.out.len();
                    self.out.head(function, args, self.store.sort(term));
                    self.note_head(term, start);
                }
                work.push(Work::Text(")"));
                // Short arguments stay on the line of the head.
                let short =
                    args.iter().take_while(|&&arg| atom_length(self.store, arg) <= 12 && self.is_leaf(arg));
                let inline = if layout.is_some() { short.count() } else { args.len() };
                // Leaves that come first need not wait: there is nothing below them.
                let mut written = 0;
                while layout.is_none()
                    && let Some(&arg) = args.get(written)
                    && self.store.children(arg).is_empty()
                    && self.name(arg).is_none()
                {
                    self.out.push(if written > 0 || !headless { " " } else { "" });
                    self.inside(arg, None, work);
                    written += 1;
                }
                for (at, &arg) in args.iter().enumerate().skip(written).rev() {
                    work.push(Work::Term(arg, deeper));
                    if at > 0 || !headless {
                        let line = deeper.filter(|_| at >= inline);
                        work.push(line.map_or(Work::Text(" "), Work::Line));
                    }
                }
            }
            TermKind::Binder(binder, vars, bodies) => {
                self.out.push("(");
                let start = self.out.len();
                self.out.push(binder.name());
                self.note_head(term, start);
                self.out.push(" (");
                self.variables(vars);
                self.out.push(")");
                work.push(Work::Text(")"));
                for &body in bodies.iter().rev() {
                    work.push(Work::Region(body, deeper));
                    work.push(deeper.map_or(Work::Text(" "), Work::Line));
                }
            }
            TermKind::Match(patterns, scrutinee, _) => {
                self.out.push("(match ");
                work.push(Work::Text("))"));
                for at in (0..patterns.len() as u32).rev() {
                    work.push(Work::Case(term, at));
                    if at > 0 {
                        work.push(Work::Text(" "));
                    }
                }
                work.push(Work::Text(" ("));
                work.push(Work::Term(scrutinee, None));
            }
            TermKind::Annotated(inner, attributes, _) => {
                work.push(Work::Text(")"));
                let inside = layout.map(|indent| indent + 3);
                work.push(Work::Attributes(term, inside));
                if is_named_term(attributes) {
                    // What has a name is closed: it shares nothing with what is around it.
                    work.push(Work::Floor(self.floor));
                    self.raise_floor();
                    work.push(Work::Region(inner, inside));
                } else {
                    work.push(Work::Term(inner, inside));
                }
                work.push(Work::Text("(! "));
            }
        }
    }

    fn note_head(&mut self, term: Term, start: usize) {
        let end = self.out.len();
        if let Some(heads) = &mut self.heads {
            heads.push(Head { term, place: start..end });
        }
    }

    fn is_leaf(&self, term: Term) -> bool {
        self.store.children(term).is_empty() || self.name(term).is_some()
    }

    fn case(&mut self, term: Term, at: u32, work: &mut Vec<Work>) {
        let TermKind::Match(patterns, _, terms) = self.store.kind(term) else { return };
        let Some(case) = Case::of(patterns, terms).nth(at as usize) else { return };
        self.out.push("(");
        match case.constructor {
            None => {}
            Some(constructor) if case.variables.is_empty() => {
                self.out.symbol(self.store.function(constructor).name);
            }
            Some(constructor) => {
                self.out.push("(");
                self.out.symbol(self.store.function(constructor).name);
                self.out.push(" ");
            }
        }
        for (at, &variable) in case.variables.iter().enumerate() {
            self.out.push(if at > 0 { " " } else { "" });
            if let TermKind::Variable(name) = self.store.kind(variable) {
                self.out.variable(name);
            }
        }
        self.out.push(if case.constructor.is_some() && !case.variables.is_empty() { ") " } else { " " });
        work.push(Work::Text(")"));
        work.push(Work::Region(case.body, None));
    }

    fn attributes(&mut self, term: Term, layout: Layout) -> Result<(), PrintError> {
        let TermKind::Annotated(_, attributes, patterns) = self.store.kind(term) else { return Ok(()) };
        let mut patterns = patterns.iter();
        // What stands in a pattern is no part of the formula.
        let heads = self.heads.take();
        for attribute in attributes {
            match layout {
                Some(indent) => self.out.line(indent),
                None => self.out.push(" "),
            }
            match attribute {
                Attribute::Named(name) => {
                    self.out.push(":named ");
                    self.out.symbol(*name);
                }
                Attribute::Pattern(count) => {
                    self.out.push(":pattern (");
                    for at in 0..*count {
                        self.out.push(if at > 0 { " " } else { "" });
                        if let Some(&pattern) = patterns.next() {
                            self.plain(pattern)?;
                        }
                    }
                    self.out.push(")");
                }
                Attribute::NoPattern => {
                    self.out.push(":no-pattern ");
                    if let Some(&pattern) = patterns.next() {
                        self.plain(pattern)?;
                    }
                }
                Attribute::Other(keyword, value) => {
                    self.out.push(keyword);
                    if let Some(value) = value {
                        self.out.push(" ");
                        self.out.push(value);
                    }
                }
            }
        }
        self.heads = heads;
        Ok(())
    }

    /// Prints a term on one line without `let`s.
    fn plain(&mut self, root: Term) -> Result<(), PrintError> {
        let (lets, floor) = (self.options.lets, self.floor);
        self.options.lets = false;
        // No name is in reach.
        self.floor = Floor { name: u32::MAX, region: u32::MAX };
        let hidden = self.floor;
        let mut work = vec![Work::Inside(root, None)];
        let mut result = Ok(());
        while let Some(next) = work.pop() {
            if let Err(error) = self.out.check() {
                result = Err(error);
                break;
            }
            match next {
                Work::Text(text) => self.out.push(text),
                Work::Term(term, _) | Work::Inside(term, _) | Work::Region(term, _) => {
                    self.inside(term, None, &mut work);
                }
                Work::Attributes(term, _) => self.attributes(term, None)?,
                Work::Case(term, at) => self.case(term, at, &mut work),
                Work::Line(_) | Work::Name(_) | Work::Forget(_) | Work::Floor(_) => {}
            }
            self.floor = hidden;
        }
        self.options.lets = lets;
        self.floor = floor;
        result
    }
}

/// A beginning of names, `?` or longer, such that no function or variable is that beginning and a number. Names of
/// `let`s that were read do not count: they are gone.
fn let_prefix(store: &Store) -> String {
    let mut prefix = String::from("?");
    let clashes = |prefix: &str, text: &str| {
        text.strip_prefix(prefix)
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
    };
    while store.names_in_use().any(|name| clashes(&prefix, store.text(name))) {
        prefix.push('_');
    }
    prefix
}
