//! Operators as symbols of a vocabulary: indices and sorts chosen so that they fit.

use quis_smtlib::signature::{Arity, Binding, Signature, SortPattern};
use quis_smtlib::theories::{Op, RegexOp, Theory};
use quis_smtlib::{Function, PrintOptions, Role, Script, Sort, SortKind, Store, Term, print_term};
use smallvec::SmallVec;

use super::vocabulary::{Head, Meaning, NEWEST, SortIx};
use crate::fuzzsmt::Dialect;
use crate::stream::Stream;

/// How often sorts and indices are drawn for one operator.
const TRIES: usize = 40;

/// Wider bit-vectors than this come of no operator.
const WIDEST: u32 = 64;

/// Operators whose last two arguments can change places.
const COMMUTATIVE: &[&str] = &[
    "=",
    "distinct",
    "and",
    "or",
    "xor",
    "+",
    "*",
    "bvand",
    "bvor",
    "bvxor",
    "bvxnor",
    "bvnand",
    "bvnor",
    "bvadd",
    "bvmul",
    "bvcomp",
    "bvuaddo",
    "bvsaddo",
    "bvumulo",
    "bvsmulo",
    "fp.add",
    "fp.mul",
    "fp.eq",
    "re.union",
    "re.inter",
    "set.union",
    "set.inter",
    "bag.union_max",
    "bag.union_disjoint",
    "bag.inter_min",
    "ff.add",
    "ff.mul",
];

/// One rank of an operator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rank {
    op: Op,
    signature: &'static Signature,
}

impl Rank {
    /// The ranks of some theories that solvers of a dialect read, in the order of the tables.
    pub(super) fn of_theories(theories: &[Theory], dialect: Dialect) -> Vec<Rank> {
        let operators = Op::all().filter(|op| theories.contains(&op.theory()));
        let ranks = operators
            .flat_map(|op| op.operator().signatures.iter().map(move |signature| Rank { op, signature }));
        let is_wanted = |rank: &Rank| {
            let takes = !rank.signature.params.is_empty();
            takes && rank.signature.rule.is_none() && dialect.has(rank.op, rank.signature, NEWEST)
        };
        ranks.filter(is_wanted).collect()
    }

    /// Whether it is an operator of one of these theories.
    pub(super) fn is_of(&self, theories: &[Theory]) -> bool {
        theories.contains(&self.op.theory())
    }

    /// Whether it takes or gives more than one kind of sort, beside truth values and rounding modes.
    pub(super) fn crosses(&self) -> bool {
        let patterns = self.signature.params.iter().chain([&self.signature.result]);
        let is_plain =
            |pattern: &&SortPattern| !matches!(pattern, SortPattern::Exact(Sort::BOOL | Sort::ROUNDING_MODE));
        let mut kinds: Vec<_> = Vec::new();
        for pattern in patterns.filter(is_plain) {
            let exact = if let SortPattern::Exact(sort) = pattern { Some(*sort) } else { None };
            let kind = (std::mem::discriminant(pattern), exact);
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        kinds.len() > 1
    }

    /// Which of two operators leads a vocabulary that has both: at random, but always the same one, so that what is made over one
    /// vocabulary is not made over another.
    pub(super) fn goes_before(&self, other: &Rank) -> bool {
        let (own, others) = (self.op.index() as u64, other.op.index() as u64);
        let is_ahead = Stream::new(own.min(others)).nth(own.max(others)).chance(1, 2);
        own == others || (own < others) == is_ahead
    }
}

/// The sorts that a vocabulary is made from, with what is known of them.
pub(super) struct Palette {
    pub(super) script: Script,
    pub(super) sorts: Vec<Sort>,
    literals: Vec<(SortIx, Box<str>, Term)>,
    dialect: Dialect,
    /// How many constants were declared for the arguments of heads.
    declared: usize,
}

impl Palette {
    /// The sorts and literals of a script that declares a constant of each sort and defines a constant for each literal.
    pub(super) fn new(script: Script, texts: Vec<(SortIx, String)>, dialect: Dialect) -> Option<Palette> {
        let (mut sorts, mut terms) = (Vec::new(), Vec::new());
        for command in &script.commands {
            match command {
                quis_smtlib::Command::DeclareConst(function) => {
                    sorts.push(script.store.function(*function).result)
                }
                quis_smtlib::Command::DefineFun(function) => {
                    terms.push(script.store.definition(*function)?.1)
                }
                _ => {}
            }
        }
        let literals =
            texts.into_iter().zip(terms).map(|((sort, text), term)| (sort, text.into(), term)).collect();
        Some(Palette { script, sorts, literals, dialect, declared: 0 })
    }

    /// The sorts of a store that others made, without literals.
    pub(super) fn over(store: Store, sorts: Vec<Sort>, dialect: Dialect) -> Palette {
        let script = Script { store, ..Script::default() };
        Palette { script, sorts, literals: Vec::new(), dialect, declared: 0 }
    }

    /// Whether each argument of an operator could be of one of the sorts.
    pub(super) fn has_sorts_of(&self, rank: &Rank) -> bool {
        let has = |pattern: &SortPattern| {
            self.sorts.iter().any(|&sort| self.script.store.bind(&mut Binding::default(), pattern, sort))
        };
        rank.signature.params.iter().all(has)
    }

    /// Whether solvers read equations of languages.
    pub(super) fn compares_languages(&self) -> bool {
        self.dialect.compares_languages()
    }

    pub(super) fn literals(&mut self) -> Vec<(SortIx, Box<str>, Term)> {
        std::mem::take(&mut self.literals)
    }

    pub(super) fn has_literals(&self, sort: SortIx) -> bool {
        self.literals.iter().any(|(of, _, _)| *of == sort)
    }

    /// Makes a constant of the script a literal.
    pub(super) fn add_literal(&mut self, function: Function, sort: SortIx) {
        let store = &mut self.script.store;
        let Ok(term) = store.apply(function, &[]) else { return };
        let Ok(text) = print_term(store, term, PrintOptions::plain()) else { return };
        self.literals.push((sort, text.into(), term));
    }

    /// An operator with indices and sorts that fit; `None` if none were found.
    pub(super) fn instance(&mut self, rank: &Rank, stream: &mut Stream) -> Option<Head> {
        (0..TRIES).find_map(|_| self.try_instance(rank, stream))
    }

    fn try_instance(&mut self, rank: &Rank, stream: &mut Stream) -> Option<Head> {
        let Rank { op, signature } = *rank;
        let mut binding = Binding::default();
        let mut indices: SmallVec<[u32; 4]> = SmallVec::new();
        for index in &signature.indices {
            let number = self.index(stream);
            if !binding.bind_number(index, number) {
                return None;
            }
            indices.push(number);
        }
        let mut params: SmallVec<[SortIx; 4]> = SmallVec::new();
        for pattern in &signature.params {
            params.push(self.fitting(&mut binding, pattern, stream)?);
        }
        // Operators that take any number of arguments now and then get one more.
        if signature.homogeneous
            && signature.arity != Arity::Fixed
            && self.dialect.takes_more(op)
            && params.len() < 3
            && stream.chance(1, 5)
        {
            params.extend(params.last().copied());
        }
        if signature.conditions.iter().any(|condition| binding.satisfies(condition) == Some(false)) {
            return None;
        }
        let qualified = if signature.has_undetermined_result {
            let result = self.fitting(&mut binding, &signature.result, stream)?;
            Some(self.sorts[usize::from(result)])
        } else {
            None
        };
        self.apply(op, &indices, qualified, &params)
    }

    /// A small number, or a width or format of the vocabulary.
    fn index(&self, stream: &mut Stream) -> u32 {
        let mut own: SmallVec<[u32; 8]> = SmallVec::new();
        for &sort in &self.sorts {
            match *self.script.store.sort_kind(sort) {
                SortKind::BitVec(width) => own.push(width),
                SortKind::Float(eb, sb) => own.extend([eb, sb]),
                _ => {}
            }
        }
        if stream.chance(1, 2)
            && let Some(&number) = stream.choose(&own)
        {
            return number;
        }
        stream.below(5) as u32
    }

    /// A sort that fits a pattern, which it binds.
    fn fitting(&self, binding: &mut Binding, pattern: &SortPattern, stream: &mut Stream) -> Option<SortIx> {
        let mut fitting: SmallVec<[(SortIx, Binding); 4]> = SmallVec::new();
        for (at, &sort) in self.sorts.iter().enumerate() {
            let mut bound = binding.clone();
            if self.script.store.bind(&mut bound, pattern, sort) {
                fitting.push((at as SortIx, bound));
            }
        }
        let at = stream.below(fitting.len());
        let (sort, bound) = fitting.into_iter().nth(at)?;
        *binding = bound;
        Some(sort)
    }

    /// An operator applied to arguments of these sorts.
    pub(super) fn apply(
        &mut self,
        op: Op,
        indices: &[u32],
        qualified: Option<Sort>,
        params: &[SortIx],
    ) -> Option<Head> {
        let function = self.script.store.indexed_function(op, indices);
        let sorts: SmallVec<[Sort; 4]> = params.iter().map(|&param| self.sorts[usize::from(param)]).collect();
        self.head(function, qualified, &sorts)
    }

    /// A function applied to arguments of these sorts.
    pub(super) fn function(&mut self, function: Function, params: &[Sort]) -> Option<Head> {
        self.head(function, None, params)
    }

    /// `(str.in_re s r)`, for a language.
    pub(super) fn membership(&mut self, language: SortIx) -> Option<Head> {
        let string = self.sorts.iter().position(|&sort| sort == Sort::STRING)?;
        self.apply(Op::Regex(RegexOp::InRe), &[], None, &[string as SortIx, language])
    }

    fn head(&mut self, function: Function, qualified: Option<Sort>, params: &[Sort]) -> Option<Head> {
        let store = &mut self.script.store;
        let mut args: SmallVec<[Term; 4]> = SmallVec::new();
        for &sort in params {
            args.push(store.declare_const(&format!("argument{}", self.declared), sort).ok()?);
            self.declared += 1;
        }
        let term = match qualified {
            Some(sort) => store.apply_as(function, sort, &args),
            None => store.apply(function, &args),
        };
        let term = term.ok()?;
        let text = print_term(store, term, PrintOptions::plain()).ok()?;
        let end = text.find(" argument")?;
        // An argument that was converted is no argument of the operator alone.
        let first = self.declared - params.len();
        let tail: String = (first..self.declared).map(|number| format!(" argument{number}")).collect();
        if text.get(end..)? != format!("{tail})") {
            return None;
        }
        let op = match store.function(function).role {
            Role::Operator(op) => Some(op),
            _ => None,
        };
        let result = store.sort(term);
        let functions: Option<Vec<Function>> =
            args.iter().map(|&arg| super::vocabulary::function_of(&self.script.store, arg)).collect();
        let meaning = Meaning::Operator { term, params: functions? };
        let result = self.place(result)?;
        let params =
            params.iter().map(|&sort| self.place(sort)).collect::<Option<SmallVec<[SortIx; 4]>>>()?;
        let swaps = params.len() >= 2
            && params[params.len() - 1] == params[params.len() - 2]
            && op.is_some_and(|op| COMMUTATIVE.contains(&op.operator().name));
        let wants_value = |at: &usize| op.is_some_and(|op| self.dialect.wants_constant(op, *at));
        let values = (0..params.len().min(8)).filter(wants_value).fold(0, |bits, at| bits | 1 << at);
        let text = text.get(1..end)?.into();
        Some(Head { text, params, result, op, swaps, values, leads: false, meaning })
    }

    /// The place of a sort; of a bit-vector that is not wide, a new one.
    fn place(&mut self, sort: Sort) -> Option<SortIx> {
        if let Some(at) = self.sorts.iter().position(|&known| known == sort) {
            return Some(at as SortIx);
        }
        match *self.script.store.sort_kind(sort) {
            SortKind::BitVec(width) if width <= WIDEST && self.sorts.len() < 8 => {}
            SortKind::Int | SortKind::Real if self.sorts.len() < 8 => {}
            _ => return None,
        }
        let at = self.sorts.len() as SortIx;
        self.sorts.push(sort);
        let mut stream = Stream::new(u64::from(at));
        for text in super::literals::literals(&self.script.store, sort, &mut stream) {
            if let Some(term) = self.number(sort, &text) {
                self.literals.push((at, text.into(), term));
            }
        }
        Some(at)
    }

    /// The term of a literal `(_ bv3 4)`, or of a numeral.
    fn number(&mut self, sort: Sort, text: &str) -> Option<Term> {
        let store = &mut self.script.store;
        match *store.sort_kind(sort) {
            SortKind::BitVec(width) => {
                let digits = text.strip_prefix("(_ bv")?.split(' ').next()?;
                store.bit_vec(width, digits.parse().ok()?).ok()
            }
            SortKind::Int => Some(store.int(text.parse().ok()?)),
            _ => None,
        }
    }
}
