//! The theories: one module each, holding a table of operator signatures.
//!
//! A table is an [`operators!`] invocation: an enum of the theory's operators and, for each, its ranks in the
//! notation of [`signature`](crate::signature). To add an operator, add a line to its table.

macro_rules! operators {
    (
        $(#[$doc:meta])*
        $name:ident {
            $( $(#[$variant_doc:meta])* $variant:ident = $($line:literal)+; )*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum $name {
            $(
                #[doc = concat!("`", concat!($($line, "`\n\n`"),+), "`")]
                $(#[$variant_doc])*
                $variant,
            )*
        }

        impl $name {
            /// All operators of the table, in order.
            pub const ALL: &[$name] = &[$($name::$variant),*];

            pub(super) const LINES: &[&[&'static str]] = &[$(&[$($line),+]),*];
        }
    };
}

mod arith;
mod array;
mod bag;
mod bitvec;
mod core;
mod datatype;
mod field;
mod float;
mod function;
mod heap;
mod regex;
mod registry;
mod sep;
mod sequence;
mod set;
mod solver;
mod string;
#[cfg(test)]
mod tests;
mod transcendental;
mod tuple;

pub use arith::ArithOp;
pub use array::ArrayOp;
pub use bag::BagOp;
pub use bitvec::BitVecOp;
pub use datatype::DatatypeOp;
pub use field::FieldOp;
pub use float::FloatOp;
pub use function::FunctionOp;
pub use heap::HeapOp;
pub use regex::RegexOp;
pub(crate) use registry::Spelling;
pub use registry::{Registry, registry};
pub use sep::SepOp;
pub use sequence::SequenceOp;
pub use set::SetOp;
pub use solver::SolverOp;
pub use string::StringOp;
pub use transcendental::TranscendentalOp;
pub use tuple::TupleOp;

pub use self::core::CoreOp;

macro_rules! theories {
    ($( $(#[$doc:meta])* $theory:ident($op:ident), )*) => {
        /// A theory: a group of operators with one table.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Theory {
            $( $(#[$doc])* $theory, )*
        }

        /// An operator of a theory.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum Op {
            $( $(#[$doc])* $theory($op), )*
        }

        impl Op {
            /// The theory that the operator belongs to.
            #[must_use]
            pub fn theory(self) -> Theory {
                match self {
                    $( Op::$theory(_) => Theory::$theory, )*
                }
            }

            /// The position of the operator among all: dense, from zero.
            #[must_use]
            pub fn index(self) -> usize {
                let mut base = 0;
                $(
                    if let Op::$theory(op) = self {
                        return base + op as usize;
                    }
                    base += $op::ALL.len();
                )*
                base
            }

            /// Every operator, theory by theory.
            pub fn all() -> impl Iterator<Item = Op> {
                std::iter::empty()$( .chain($op::ALL.iter().map(|&op| Op::$theory(op))) )*
            }
        }

        impl Theory {
            /// Every theory.
            pub const ALL: &[Theory] = &[$(Theory::$theory),*];
        }

        /// The lines of all tables, in the order of `Op::index`.
        fn all_lines() -> impl Iterator<Item = &'static [&'static str]> {
            std::iter::empty()$( .chain($op::LINES.iter().copied()) )*
        }
    };
}

theories! {
    /// Booleans, equality, `ite`.
    Core(CoreOp),
    /// Integers and reals.
    Arith(ArithOp),
    /// Fixed-size bit-vectors.
    BitVec(BitVecOp),
    /// Floating point.
    Float(FloatOp),
    /// Arrays.
    Array(ArrayOp),
    /// Unicode strings.
    String(StringOp),
    /// Regular expressions.
    Regex(RegexOp),
    /// Datatypes.
    Datatype(DatatypeOp),
    /// Higher-order application.
    Function(FunctionOp),
    /// Sequences.
    Sequence(SequenceOp),
    /// Sets and relations.
    Set(SetOp),
    /// Bags and tables.
    Bag(BagOp),
    /// Tuples and nullable values.
    Tuple(TupleOp),
    /// Transcendental functions.
    Transcendental(TranscendentalOp),
    /// Finite fields.
    Field(FieldOp),
    /// Separation logic.
    Sep(SepOp),
    /// The theory of heaps.
    Heap(HeapOp),
    /// What single solvers add outside any theory.
    Solver(SolverOp),
}

impl Op {
    /// Whether the index of the operator is a function: `(_ is cons)`, `(_ map f)`.
    #[must_use]
    pub fn takes_function_index(self) -> bool {
        matches!(
            self,
            Op::Datatype(_)
                | Op::Array(ArrayOp::Map | ArrayOp::AsArray)
                | Op::Tuple(TupleOp::Lift)
                | Op::Solver(SolverOp::TransitiveClosure)
        )
    }

    /// Name, ranks and spellings of the operator.
    #[must_use]
    pub fn operator(self) -> &'static crate::signature::Operator {
        &registry().operators[self.index()]
    }
}
