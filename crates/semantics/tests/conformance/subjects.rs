//! What is tested: the operators of the tables, and what has a form of its own.

use quis_smtlib::signature::Origin;
use quis_smtlib::theories::{FloatOp, Op, SolverOp, Theory};

use crate::applications::{Application, apply};
use crate::maker::Maker;
use crate::special::SPECIAL;

/// How the cases of a subject are made.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// From the signatures of its table.
    Table(Op),
    /// By a function.
    Special(fn(&mut Maker) -> Option<Application>),
}

/// An operator under test.
#[derive(Debug)]
pub(crate) struct Subject {
    pub(crate) theory: &'static str,
    pub(crate) name: String,
    pub(crate) source: Source,
    /// The standard, rather than a solver, defines it.
    pub(crate) standard: bool,
}

impl Subject {
    /// Makes a case, if one is found.
    pub(crate) fn make(&self, maker: &mut Maker) -> Option<Application> {
        match self.source {
            Source::Table(op) => apply(maker, op),
            Source::Special(make) => make(maker),
        }
    }

    /// Its cases need functions as values.
    pub(crate) fn is_higher_order(&self) -> bool {
        match self.source {
            Source::Table(op) => {
                op.operator().signatures.iter().any(|signature| signature.text.contains("(-> "))
            }
            Source::Special(_) => ["rel.aggr", "table.aggr", "nullable.lift"].contains(&&*self.name),
        }
    }

    /// How many cases the full run makes: so many of each rank of the standard that ten thousand, or one thousand,
    /// are left if one in six is open or is in a form that a solver does not know.
    pub(crate) fn full_count(&self) -> usize {
        let each = if ["BitVec", "Float", "String", "Regex"].contains(&self.theory) { 12_000 } else { 1_200 };
        let ranks = match self.source {
            Source::Table(op) => op
                .operator()
                .signatures
                .iter()
                .filter(|signature| signature.origin <= Origin::Standard27)
                .count(),
            Source::Special(_) => 1,
        };
        // Half of the conversions to bit-vectors are out of range.
        let open = match self.source {
            Source::Table(Op::Float(FloatOp::ToUbv | FloatOp::ToSbv)) => 2,
            _ => 1,
        };
        each * ranks.max(1) * open
    }
}

/// Every subject, theory by theory.
pub(crate) fn subjects() -> Vec<Subject> {
    let ops: Vec<Op> = Op::all().filter(|op| is_tested(*op)).collect();
    let mut subjects: Vec<Subject> = Vec::new();
    for &theory in Theory::ALL {
        for &op in ops.iter().filter(|op| op.theory() == theory) {
            let operator = op.operator();
            let same =
                ops.iter().filter(|other| other.theory() == theory && other.operator().name == operator.name);
            // `-` is two operators.
            let name = match same.count() {
                1 => operator.name.to_owned(),
                _ => format!("{} ({op:?})", operator.name),
            };
            let standard = operator.origin <= Origin::Standard27;
            subjects.push(Subject { theory: theory_name(theory), name, source: Source::Table(op), standard });
        }
        for special in SPECIAL.iter().filter(|special| special.theory == theory_name(theory)) {
            subjects.push(Subject {
                theory: special.theory,
                name: special.name.to_owned(),
                source: Source::Special(special.make),
                standard: special.standard,
            });
        }
    }
    subjects
}

fn theory_name(theory: Theory) -> &'static str {
    match theory {
        Theory::Core => "Core",
        Theory::Arith => "Arith",
        Theory::BitVec => "BitVec",
        Theory::Float => "Float",
        Theory::Array => "Array",
        Theory::String => "String",
        Theory::Regex => "Regex",
        Theory::Datatype => "Datatype",
        Theory::Sequence => "Sequence",
        Theory::Set => "Set",
        Theory::Bag => "Bag",
        Theory::Tuple => "Tuple",
        Theory::Field => "Field",
        Theory::Solver => "Solver",
        _ => "",
    }
}

/// Operators that a solver here may know, and that are not its own way to write what the standard leaves open.
fn is_tested(op: Op) -> bool {
    let operator = op.operator();
    let name = operator.name;
    let internal = name.ends_with("_i")
        || name.ends_with("_I")
        || name.ends_with("_u")
        || name.starts_with('@')
        || ["re.derivative", "re.of.pred"].contains(&name)
        || ["/0", "div0", "mod0", "bvudiv0", "bvurem0", "bvsdiv0", "bvsrem0", "bvsmod0"].contains(&name);
    let known = match op {
        Op::BitVec(_) => true,
        Op::Solver(op) => matches!(op, SolverOp::AtMost | SolverOp::AtLeast),
        Op::Function(_) | Op::Sep(_) | Op::Heap(_) | Op::Transcendental(_) => false,
        _ => !matches!(operator.origin, Origin::Old | Origin::Other),
    };
    known && !internal && operator.signatures.iter().any(|signature| signature.rule.is_none())
}
