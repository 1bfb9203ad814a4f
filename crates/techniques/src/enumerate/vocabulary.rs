//! A vocabulary: a few operators of one theory or two, a few literals, one to three variables.

use quis_smtlib::signature::Origin;
use quis_smtlib::theories::{CoreOp, Op};
use quis_smtlib::{Command, Function, Logic, Script, Sort, Store, Term, TermKind, infer_logic, print_sort};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::count::Token;
use super::declared::declare;
use super::heads::{Palette, Rank};
use super::parameters::Enumerate;
use super::themes::{Drawn, Theme};
use crate::fuzzsmt::Use;
use crate::stream::Stream;

/// The place of a sort in its vocabulary. `Bool` is the first.
pub(super) type SortIx = u8;

pub(super) const BOOL: SortIx = 0;

/// Something with a value that a model gives it.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// What declares it.
    pub(super) declaration: String,
    pub(super) function: Function,
    pub(super) kind: VariableKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum VariableKind {
    /// A constant of this sort.
    Constant(SortIx),
    /// A function.
    Function,
    /// The variable that quantifiers bind, of this sort.
    Bound(SortIx),
}

/// A symbol without arguments.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) text: Box<str>,
    pub(super) sort: SortIx,
    /// The variable that it is, or `None` for a literal.
    pub(super) variable: Option<u8>,
    pub(super) term: Term,
}

/// What a symbol with arguments means.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// An operator or a constructor, applied to constants of its own.
    Operator { term: Term, params: Vec<Function> },
    /// A declared function: the variable that it is, applied to constants of its own.
    Declared { variable: u8, term: Term, params: Vec<Function> },
    /// A quantifier over the variable that is bound.
    Quantifier { forall: bool },
}

impl Meaning {
    /// The application to constants of its own.
    fn term(&self) -> Option<Term> {
        match self {
            Meaning::Operator { term, .. } | Meaning::Declared { term, .. } => Some(*term),
            Meaning::Quantifier { .. } => None,
        }
    }
}

/// A symbol with arguments.
#[derive(Clone, Debug)]
pub(super) struct Head {
    /// What stands behind the parenthesis: `(_ extract 1 0)`.
    pub(super) text: Box<str>,
    pub(super) params: SmallVec<[SortIx; 4]>,
    pub(super) result: SortIx,
    pub(super) op: Option<Op>,
    /// Whether its last two arguments can change places.
    pub(super) swaps: bool,
    /// Which of its arguments must be values, as bits: some solvers take nothing else there.
    pub(super) values: u8,
    /// Whether it is one of those that the vocabulary is about. If there are such, every formula has one.
    pub(super) leads: bool,
    pub(super) meaning: Meaning,
}

/// A vocabulary.
#[derive(Clone, Debug)]
pub(super) struct Vocabulary {
    pub(super) store: Store,
    /// The sorts that are declared, as text and as commands.
    declarations: String,
    sorts_declared: Vec<Command>,
    /// The logics of formulas, by the symbols that they have.
    logics: FxHashMap<(u64, u64), String>,
    pub(super) sorts: Vec<Sort>,
    pub(super) leaves: Vec<Leaf>,
    pub(super) heads: Vec<Head>,
    pub(super) variables: Vec<Variable>,
    /// Whether operators are applied to literals alone, too.
    pub(super) ground: bool,
    /// Literals that are spelled as an operator applied to other literals: `(- 2)`, where there are `-` and `2`.
    pub(super) spelled: Vec<Vec<Token>>,
}

impl Vocabulary {
    /// The n-th vocabulary of a theme; `None` if its operators find no arguments.
    pub(super) fn draw(
        parameters: &Enumerate,
        theme: &'static Theme,
        number: usize,
        stream: &mut Stream,
    ) -> Option<Vocabulary> {
        let drawn = Drawn::new(stream);
        let sorts = *theme.sorts.get(number.checked_rem(theme.sorts.len())?)?;
        let sorts: Vec<String> = sorts.iter().map(|sort| drawn.fill(sort)).collect();
        let turn = number / theme.sorts.len();
        let declarations = drawn.fill(theme.declarations.get(turn % theme.declarations.len())?);
        let mut palette = declare(&declarations, &sorts, parameters.dialect, stream)?;
        let theories = [theme.theories, theme.company].concat();
        let mut ranks = Rank::of_theories(&theories, parameters.dialect);
        ranks.retain(|rank| palette.has_sorts_of(rank));
        let leads = |rank: &&Rank| rank.is_of(theme.theories) && (!theme.meet || rank.crosses());
        let leading: Vec<&Rank> = ranks.iter().filter(leads).collect();
        let lead = leading.get(turn.checked_rem(leading.len()).unwrap_or(0)).copied();
        let mut vocabulary = Vocabulary {
            store: Store::new(),
            declarations: String::new(),
            sorts_declared: Vec::new(),
            logics: FxHashMap::default(),
            sorts: Vec::new(),
            leaves: Vec::new(),
            heads: Vec::new(),
            variables: Vec::new(),
            ground: stream.chance(1, 2),
            spelled: Vec::new(),
        };
        // Each operator leads in its turn, with others that are drawn.
        for _ in 0..2 {
            let head = lead.and_then(|lead| palette.instance(lead, stream));
            // Where two theories meet, what leads must cross from one to the other.
            let ends = [1, sorts.len() as SortIx];
            let has = |head: &Head, sort: SortIx| head.result == sort || head.params.contains(&sort);
            let head = head.filter(|head| !theme.meet || ends.iter().all(|&sort| has(head, sort)));
            vocabulary.add(head.map(|head| Head { leads: true, ..head }));
        }
        let is_led =
            |rank: &&Rank| lead.is_none_or(|lead| lead.goes_before(rank) || !rank.is_of(theme.theories));
        let company: Vec<&Rank> = ranks.iter().filter(is_led).collect();
        for _ in 0..2 + stream.below(4) {
            vocabulary.add(stream.choose(&company).and_then(|rank| palette.instance(rank, stream)));
        }
        palette.members().into_iter().for_each(|head| vocabulary.add(Some(head)));
        vocabulary.connect(&mut palette, stream);
        vocabulary.declare_function(&mut palette, (theme, &drawn), turn / theme.declarations.len(), stream);
        vocabulary.declare_variables(&mut palette, parameters, stream);
        vocabulary.finish(palette, &declarations);
        let is_complete = vocabulary.is_complete(lead.is_some());
        vocabulary.note_spelled();
        is_complete.then_some(vocabulary)
    }

    /// Adds a symbol, unless it is there.
    fn add(&mut self, head: Option<Head>) {
        let is_same = |head: &Head, other: &Head| other.text == head.text && other.params == head.params;
        let new = head.filter(|head| !self.heads.iter().any(|other| is_same(head, other)));
        self.heads.extend(new);
    }

    fn consumes(&self, sort: SortIx) -> bool {
        self.heads.iter().any(|head| head.params.contains(&sort))
    }

    /// Adds connectives, and predicates over what nothing else takes.
    fn connect(&mut self, palette: &mut Palette, stream: &mut Stream) {
        let core = |palette: &mut Palette, op: CoreOp, sorts: &[SortIx]| {
            palette.apply(Op::Core(op), &[], None, sorts)
        };
        for sort in 0..palette.sorts.len() as SortIx {
            let is_made = self.heads.iter().any(|head| head.result == sort) || palette.has_literals(sort);
            if sort != BOOL
                && is_made
                && (!palette.is_language(sort) || palette.compares_languages())
                && (!self.consumes(sort) || stream.chance(1, 2))
            {
                self.add(core(palette, CoreOp::Equal, &[sort, sort]));
            }
            if palette.is_language(sort)
                && !self.heads.iter().any(|head| head.result == BOOL && head.params.contains(&sort))
            {
                self.add(palette.membership(sort));
            }
        }
        let mut connectives = vec![CoreOp::And, CoreOp::Or, CoreOp::Xor, CoreOp::Implies, CoreOp::Equal];
        self.add(core(palette, CoreOp::Not, &[BOOL]));
        for _ in 0..1 + stream.below(2) {
            let op = connectives.swap_remove(stream.below(connectives.len()));
            self.add(core(palette, op, &[BOOL, BOOL]));
        }
        if stream.chance(1, 2) {
            let consumed: Vec<SortIx> = (1..palette.sorts.len() as SortIx)
                .filter(|&sort| self.consumes(sort) && !palette.is_language(sort))
                .collect();
            if let Some(&sort) = stream.choose(&consumed) {
                self.add(core(palette, CoreOp::Ite, &[BOOL, sort, sort]));
            }
        }
        // What is left over has no end in an assertion.
        let mut useful = vec![false; palette.sorts.len()];
        useful[usize::from(BOOL)] = true;
        for _ in 0..palette.sorts.len() {
            for head in
                self.heads.iter().filter(|head| useful[usize::from(head.result)]).cloned().collect::<Vec<_>>()
            {
                head.params.iter().for_each(|&param| useful[usize::from(param)] = true);
            }
        }
        self.heads.retain(|head| useful[usize::from(head.result)]);
    }

    /// Declares a function, in most vocabularies of a theme that has some. If no operator leads, the function does.
    fn declare_function(
        &mut self,
        palette: &mut Palette,
        (theme, drawn): (&Theme, &Drawn),
        turn: usize,
        stream: &mut Stream,
    ) {
        let Some(rank) = theme.functions.get(turn.checked_rem(theme.functions.len()).unwrap_or(0)) else {
            return;
        };
        if stream.chance(1, 4) {
            return;
        }
        let leads = !self.heads.iter().any(|head| head.leads);
        let rank: Vec<String> = rank.iter().map(|sort| drawn.fill(sort)).collect();
        if let Some((variable, head)) = palette.declared(&rank, self.variables.len() as u8) {
            self.variables.push(variable);
            self.heads.push(Head { leads, ..head });
        }
    }

    /// Declares the variables: of those sorts that operators take, in turn; perhaps one for quantifiers.
    fn declare_variables(&mut self, palette: &mut Palette, parameters: &Enumerate, stream: &mut Stream) {
        let mut sorts: Vec<SortIx> = (0..palette.sorts.len() as SortIx)
            .filter(|&sort| self.consumes(sort) && !palette.is_language(sort))
            .collect();
        // Every connective takes `Bool`, and predicates make it.
        if sorts.len() > 1 && stream.chance(3, 4) {
            sorts.retain(|&sort| sort != BOOL);
        }
        for at in (1..sorts.len()).rev() {
            sorts.swap(at, stream.below(at + 1));
        }
        let wanted = 1 + stream.below(parameters.variables);
        let names = ["x", "y", "z", "w"];
        for (at, name) in names.into_iter().take(wanted).enumerate() {
            let Some(&sort) = sorts.get(at % sorts.len().max(1)) else { break };
            self.add_variable(palette, name, sort, VariableKind::Constant(sort));
        }
        let quantified = match parameters.quantifiers {
            Use::No => false,
            Use::Yes => true,
            Use::Some => stream.chance(1, 5),
        };
        let plain: Vec<SortIx> = sorts.iter().copied().filter(|&sort| palette.is_bindable(sort)).collect();
        if let (true, Some(&sort)) = (quantified, stream.choose(&plain)) {
            self.add_variable(palette, "q", sort, VariableKind::Bound(sort));
            let sort_text =
                print_sort(&palette.script.store, palette.sorts[usize::from(sort)]).unwrap_or_default();
            let binders: &[bool] = if stream.chance(1, 3) { &[true, false] } else { &[true] };
            for &forall in binders {
                let word = if forall { "forall" } else { "exists" };
                self.heads.push(Head {
                    text: format!("{word} ((q {sort_text}))").into(),
                    params: [BOOL].as_slice().into(),
                    result: BOOL,
                    op: None,
                    swaps: false,
                    values: 0,
                    leads: false,
                    meaning: Meaning::Quantifier { forall },
                });
            }
        }
    }

    fn add_variable(&mut self, palette: &mut Palette, name: &str, sort: SortIx, kind: VariableKind) {
        let of = palette.sorts[usize::from(sort)];
        let store = &mut palette.script.store;
        let Ok(term) = store.declare_const(name, of) else { return };
        let Some(function) = function_of(store, term) else { return };
        let declaration = format!("(declare-const {name} {})\n", print_sort(store, of).unwrap_or_default());
        let variable = Some(self.variables.len() as u8);
        self.leaves.push(Leaf { text: name.into(), sort, variable, term });
        self.variables.push(Variable { declaration, function, kind });
    }

    /// Adds the literals, and the commands before the assertions.
    fn finish(&mut self, mut palette: Palette, declarations: &str) {
        for (sort, text, term) in palette.literals() {
            if self.consumes(sort) {
                self.leaves.push(Leaf { text, sort, variable: None, term });
            }
        }
        let Palette { mut script, sorts, .. } = palette;
        script
            .commands
            .retain(|command| !matches!(command, Command::DefineFun(_) | Command::DeclareConst(_)));
        self.declarations = declarations.to_owned();
        self.sorts_declared = std::mem::take(&mut script.commands);
        self.store = script.store;
        self.sorts = sorts;
    }

    /// Notes which literals are spelled as operators applied to others.
    fn note_spelled(&mut self) {
        for literal in self.leaves.iter().filter(|leaf| leaf.variable.is_none()) {
            for (at, head) in self.heads.iter().enumerate() {
                let Some(arguments) =
                    literal.text.strip_prefix('(').and_then(|text| text.strip_prefix(&*head.text))
                else {
                    continue;
                };
                let argument = |leaf: &Leaf| arguments.strip_suffix(')') == Some(&*format!(" {}", leaf.text));
                if let (1, Some(leaf)) = (head.params.len(), self.leaves.iter().position(argument)) {
                    self.spelled.push(vec![Token::Head(at as u8), Token::Leaf(leaf as u8)]);
                }
            }
        }
    }

    /// Writes what comes before the variables and assertions of a formula: its logic, and the sorts.
    pub(super) fn write_header(&mut self, tokens: &[Token], text: &mut String) {
        let (mut leaves, mut heads) = (0_u64, 0_u64);
        for token in tokens {
            match *token {
                Token::Leaf(leaf) => leaves |= 1 << (leaf & 63),
                Token::Head(head) => heads |= 1 << (head & 63),
            }
        }
        if !self.logics.contains_key(&(leaves, heads)) {
            let logic = self.logic(leaves, heads);
            self.logics.insert((leaves, heads), logic);
        }
        text.push_str("(set-logic ");
        text.push_str(self.logics.get(&(leaves, heads)).map_or("ALL", String::as_str));
        text.push_str(")\n");
        if !self.declarations.is_empty() {
            text.push_str(&self.declarations);
            text.push('\n');
        }
    }

    /// The logic of formulas with these symbols.
    fn logic(&mut self, leaves: u64, heads: u64) -> String {
        let mut script =
            Script { store: std::mem::take(&mut self.store), commands: self.sorts_declared.clone() };
        let is_used = |set: u64, at: usize| set & (1 << (at & 63)) != 0;
        let leaves =
            self.leaves.iter().enumerate().filter(|(at, _)| is_used(leaves, *at)).map(|(_, leaf)| leaf);
        let used =
            || self.heads.iter().enumerate().filter(|(at, _)| is_used(heads, *at)).map(|(_, head)| head);
        let used_texts: Vec<Box<str>> = leaves
            .clone()
            .map(|leaf| leaf.text.clone())
            .chain(used().map(|head| head.text.clone()))
            .collect();
        let terms: Vec<Term> =
            leaves.map(|leaf| leaf.term).chain(used().filter_map(|head| head.meaning.term())).collect();
        for term in terms {
            let same = script.store.op(Op::Core(CoreOp::Equal), &[term, term]);
            script.commands.extend(same.ok().map(Command::Assert));
        }
        let mut logic = infer_logic(&script);
        logic.quantifiers = used().any(|head| matches!(head.meaning, Meaning::Quantifier { .. }));
        logic.uninterpreted |= used().any(|head| matches!(head.meaning, Meaning::Declared { .. }));
        self.store = script.store;
        // Constant arrays are not in the standard, and no logic of its catalogue has them. Of other names than those of the catalogue, solvers
        // make what they like.
        let has_constant = used_texts.iter().any(|text| text.contains("(as const "));
        let name = logic.name();
        let is_known = !has_constant && Logic::known_names().any(|known| known == name);
        if is_known { name } else { "ALL".to_owned() }
    }

    /// Whether every argument can be filled, and assertions can be made.
    fn is_complete(&mut self, needs_lead: bool) -> bool {
        // A head whose arguments nothing makes is of no use.
        loop {
            let made = |sort: SortIx| {
                self.leaves.iter().any(|leaf| leaf.sort == sort)
                    || self.heads.iter().any(|head| head.result == sort)
            };
            let unusable = self.heads.iter().position(|head| !head.params.iter().all(|&param| made(param)));
            match unusable {
                Some(at) => {
                    self.heads.remove(at);
                }
                None => break,
            }
        }
        let is_predicate =
            |head: &&Head| head.result == BOOL && head.params.iter().any(|&param| param != BOOL);
        let of_bool = self.sorts.len() == 1;
        let has_lead = self.heads.iter().any(|head| head.leads) || !needs_lead;
        has_lead
            && !self.variables.is_empty()
            && (of_bool || self.heads.iter().any(|head| is_predicate(&head)))
    }
}

/// The function of a constant.
pub(super) fn function_of(store: &Store, term: Term) -> Option<Function> {
    match store.kind(term) {
        TermKind::Apply(function, _) => Some(function),
        _ => None,
    }
}

/// The newest standard whose operators are used.
pub(super) const NEWEST: Origin = Origin::Standard27;
