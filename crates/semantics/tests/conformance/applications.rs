//! From a signature to an application: numbers for its widths and indices, sorts for its variables, arguments.

use quis_smtlib::signature::{Arity, Origin, Signature, SortPattern, Width};
use quis_smtlib::theories::{
    ArithOp, ArrayOp, BagOp, BitVecOp, Op, RegexOp, SequenceOp, SetOp, StringOp, Theory,
};

use crate::maker::{Integers, Maker};
use crate::shape::Shape;

/// How many variables of one kind a signature has at most.
const VARIABLES: usize = 8;

/// The orders of finite fields.
const ORDERS: [&str; 4] = ["2", "3", "101", "18446744073709551557"];

/// A ground term.
#[derive(Debug)]
pub(crate) struct Application {
    pub(crate) text: String,
    /// What decides whether a solver knows it: the rank, the sorts, whether there are many arguments.
    pub(crate) class: String,
}

impl Application {
    pub(crate) fn new(text: String, class: impl Into<String>) -> Application {
        Application { text, class: class.into() }
    }
}

/// An operator of a table applied to whatever fits.
pub(crate) fn apply(maker: &mut Maker, op: Op) -> Option<Application> {
    let signatures = &op.operator().signatures;
    let usable: Vec<usize> = (0..signatures.len()).filter(|&at| is_usable(op, &signatures[at])).collect();
    let standard: Vec<usize> =
        usable.iter().copied().filter(|&at| signatures[at].origin <= Origin::Standard27).collect();
    let ranks = if standard.is_empty() || maker.choices.chance(10) { usable } else { standard };
    if ranks.is_empty() {
        return None;
    }
    let rank = *maker.choices.pick(&ranks);
    (0..30).find_map(|_| {
        maker.start(integers(op));
        if matches!(op, Op::String(StringOp::ToInt | StringOp::IsDigit)) {
            maker.prefer_digits();
        }
        application(maker, op, rank)
    })
}

/// Whether a solver here may know this rank.
fn is_usable(op: Op, signature: &Signature) -> bool {
    let known = op.theory() == Theory::BitVec || !matches!(signature.origin, Origin::Old | Origin::Other);
    // Z3 once had arrays for sets.
    let arrays = op.theory() == Theory::Set && signature.text.contains("(Array X Bool)");
    signature.rule.is_none() && known && !arrays
}

fn integers(op: Op) -> Integers {
    match op {
        Op::String(StringOp::FromCode) => Integers::CodePoints,
        Op::String(StringOp::FromInt) => Integers::Any,
        Op::Arith(
            ArithOp::Power | ArithOp::IntPower | ArithOp::Pow | ArithOp::Pow2 | ArithOp::ParametricAnd,
        ) => Integers::Exponents,
        Op::String(StringOp::Power) | Op::Sequence(SequenceOp::Power) | Op::Regex(RegexOp::Loop) => {
            Integers::Counts
        }
        Op::Bag(BagOp::Make) | Op::Set(SetOp::JoinImage | SetOp::Range) => Integers::Counts,
        Op::String(_) | Op::Sequence(_) => Integers::Positions,
        _ => Integers::Any,
    }
}

fn application(maker: &mut Maker, op: Op, rank: usize) -> Option<Application> {
    let operator = op.operator();
    let signature = &operator.signatures[rank];
    let numbers = numbers(maker, op, signature)?;
    let sorts = sorts(maker, op, signature);
    let result = Shape::of(&signature.result, &sorts, &numbers)?;
    maker.target = match result {
        Shape::Float(_, sb) if operator.name.starts_with("to_fp") => Some(sb as usize),
        _ => None,
    };
    let mut params: Vec<Shape> = Vec::new();
    for param in &signature.params {
        params.push(Shape::of(param, &sorts, &numbers)?);
    }
    let mut many = "";
    let chains = if takes_two(op) { 5 } else { 40 };
    let extra = if maker.choices.chance(chains) { maker.choices.below(3) as usize + 1 } else { 0 };
    if extra > 0 && signature.arity != Arity::Fixed {
        many = "+";
        for _ in 0..extra {
            match signature.arity {
                Arity::RepeatFirst => params.insert(0, params[0].clone()),
                // The other widths of a concatenation.
                _ => match params.last()? {
                    Shape::BitVec(_) if op.operator().name == "concat" => {
                        params.push(Shape::BitVec(maker.width()))
                    }
                    last => params.push(last.clone()),
                },
            }
        }
    }
    // The languages first: the strings are then chosen to match.
    let mut args: Vec<Option<String>> = vec![None; params.len()];
    for languages in [true, false] {
        for (arg, param) in args.iter_mut().zip(&params) {
            if (*param == Shape::RegLan) == languages {
                *arg = Some(maker.value(param));
            }
        }
    }
    let indices: Option<Vec<String>> =
        signature.indices.iter().map(|index| index.value(&numbers).map(|index| index.to_string())).collect();
    // A constant array has a value, not a term, in cvc5.
    if op == Op::Array(ArrayOp::Const) {
        args = vec![Some(maker.plain(&params[0]))];
    }
    let head = match (&*indices?, signature.has_undetermined_result) {
        ([], true) => format!("(as {} {result})", operator.name),
        ([], false) => operator.name.to_owned(),
        (indices, _) => format!("(_ {} {})", operator.name, indices.join(" ")),
    };
    let mut text = head;
    if !args.is_empty() {
        let args: Vec<String> = args.into_iter().flatten().collect();
        text = format!("({text} {})", args.join(" "));
    }
    if result == Shape::RegLan {
        // Languages are compared by their words.
        text = format!("(str.in_re {} {text})", maker.value(&Shape::String));
    }
    let mut kinds: Vec<String> = params.iter().chain([&result]).map(Shape::kind).collect();
    kinds.dedup();
    // Some know no negative constants.
    let sign = if params.contains(&Shape::Real) && text.contains("(- ") { "-" } else { "" };
    Some(Application::new(text, format!("{rank}{many}:{}{sign}", kinds.join(" "))))
}

/// Whether solvers take two arguments, though the standard has more, or once had.
fn takes_two(op: Op) -> bool {
    matches!(op, Op::String(StringOp::Lt | StringOp::Le) | Op::BitVec(BitVecOp::Xnor | BitVecOp::Concat))
}

/// Numbers for the widths and indices of a signature.
fn numbers(maker: &mut Maker, op: Op, signature: &Signature) -> Option<Vec<Option<u32>>> {
    let mut numbers = vec![None; VARIABLES];
    let patterns = || signature.params.iter().chain([&signature.result]);
    for pattern in patterns() {
        if let SortPattern::Float(Width::Variable(eb), sb) = pattern
            && numbers[usize::from(*eb)].is_none()
        {
            let (exponent, significand) = maker.format();
            numbers[usize::from(*eb)] = Some(exponent);
            match sb {
                Width::Variable(sb) => numbers[usize::from(*sb)] = Some(significand),
                Width::Sum(fraction, _) => {
                    if let Width::Variable(fraction) = **fraction {
                        numbers[usize::from(fraction)] = Some(significand - 1);
                    }
                }
                _ => return None,
            }
        }
    }
    for pattern in patterns() {
        if let SortPattern::BitVec(Width::Variable(width)) = pattern
            && numbers[usize::from(*width)].is_none()
        {
            numbers[usize::from(*width)] = Some(maker.width());
        }
    }
    let widths: Vec<u32> = numbers.iter().flatten().copied().collect();
    for index in &signature.indices {
        if let Width::Variable(index) = index
            && numbers[usize::from(*index)].is_none()
        {
            numbers[usize::from(*index)] = Some(self::index(maker, op, &widths));
        }
    }
    let holds = signature.conditions.iter().all(|condition| {
        match (condition.left.value(&numbers), condition.right.value(&numbers)) {
            (Some(left), Some(right)) => left < right || (left == right && !condition.strict),
            _ => false,
        }
    });
    holds.then_some(numbers)
}

/// An index: small, or around a width.
fn index(maker: &mut Maker, op: Op, widths: &[u32]) -> u32 {
    let choices = &mut maker.choices;
    if op.theory() == Theory::Regex {
        return if choices.chance(95) { choices.below(5) as u32 } else { choices.below(200) as u32 };
    }
    match widths.first() {
        Some(&width) if choices.chance(60) => match choices.below(4) {
            0 => width - 1,
            1 => width,
            2 => width + choices.below(3) as u32,
            _ => choices.below(u64::from(width)) as u32,
        },
        _ if choices.chance(70) => choices.below(9) as u32,
        _ => choices.below(140) as u32,
    }
}

/// Sorts for the sort variables of a signature.
fn sorts(maker: &mut Maker, op: Op, signature: &Signature) -> Vec<Shape> {
    let takes_function = signature.text.contains("(-> ");
    // What Bitwuzla has.
    let vectors = op.theory() == Theory::Array && maker.choices.chance(30);
    (0..VARIABLES)
        .map(|_| match op.theory() {
            Theory::Field => Shape::Field(ORDERS[maker.choices.below(ORDERS.len() as u64) as usize]),
            Theory::Core => maker.any_shape(),
            _ if vectors => Shape::BitVec(maker.width()),
            // What functions there are is over integers, mostly.
            _ if takes_function && maker.choices.chance(80) => Shape::Int,
            _ => maker.element_shape(),
        })
        .collect()
}
