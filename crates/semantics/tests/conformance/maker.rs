//! Ground terms of any sort, as text. One module for each kind of sort.

mod bits;
mod compound;
mod floats;
mod languages;
mod numbers;
mod words;

use crate::choices::Choices;
use crate::shape::Shape;

pub(crate) use compound::DATATYPES;
pub(crate) use words::literal;

/// What the integers of an operator are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Integers {
    /// Any number.
    Any,
    /// Positions in the strings or sequences of the case, and lengths.
    Positions,
    /// Code points.
    CodePoints,
    /// Numbers of copies: small ones.
    Counts,
    /// Exponents: none that would take megabytes.
    Exponents,
}

/// Makes the arguments of one case after the other.
pub(crate) struct Maker {
    pub(crate) choices: Choices,
    pub(crate) integers: Integers,
    /// The arguments of this case so far.
    made: Vec<(Shape, String)>,
    /// The bit-vectors of this case so far, highest bit first.
    vectors: Vec<String>,
    /// The floats of this case so far: sign, exponent, significand without its hidden bit.
    floats: Vec<(String, String, String)>,
    /// The place of the last bit of the last float with few bits.
    short: Option<usize>,
    /// How many bits the significand has that numbers of this case are converted to: one more is a tie.
    pub(crate) target: Option<usize>,
    /// The strings of this case so far, and words of its languages.
    words: Vec<Vec<u32>>,
    /// The characters of this case.
    alphabet: &'static [u32],
    /// The longest string or sequence so far.
    longest: usize,
}

impl Maker {
    pub(crate) fn new(choices: Choices) -> Maker {
        Maker {
            choices,
            integers: Integers::Any,
            made: Vec::new(),
            vectors: Vec::new(),
            floats: Vec::new(),
            short: None,
            target: None,
            words: Vec::new(),
            alphabet: &[],
            longest: 0,
        }
    }

    /// Begins a new case.
    pub(crate) fn start(&mut self, integers: Integers) {
        self.integers = integers;
        self.made.clear();
        self.vectors.clear();
        self.floats.clear();
        self.short = None;
        self.target = None;
        self.words.clear();
        self.longest = 0;
        self.choose_alphabet();
    }

    /// A term of a sort; now and then one that the case has already.
    pub(crate) fn value(&mut self, shape: &Shape) -> String {
        let same: Vec<&String> =
            self.made.iter().filter(|(made, _)| made == shape).map(|(_, text)| text).collect();
        if !same.is_empty() && self.choices.chance(12) {
            return (*self.choices.pick(&same)).clone();
        }
        let text = match shape {
            Shape::Bool => self.bool(2),
            Shape::Int => self.int(),
            Shape::Real => self.real(),
            Shape::String => self.string(),
            Shape::RegLan => self.language(),
            Shape::RoundingMode => (*self.choices.pick(&["RNE", "RNA", "RTP", "RTN", "RTZ"])).to_owned(),
            Shape::Char => format!("(_ Char {})", self.code_point()),
            Shape::BitVec(width) => self.bit_vec(*width),
            Shape::Float(eb, sb) => self.float(*eb, *sb),
            Shape::Field(order) => self.field(order),
            Shape::Datatype(name) => self.datatype(name, 3),
            Shape::Apply(name, of) => self.compound(shape, name, of),
        };
        self.made.push((shape.clone(), text.clone()));
        text
    }

    /// A formula of small depth.
    fn bool(&mut self, depth: u32) -> String {
        if depth == 0 || self.choices.chance(60) {
            return (*self.choices.pick(&["true", "false"])).to_owned();
        }
        match self.choices.below(6) {
            0 => format!("(not {})", self.bool(depth - 1)),
            1 | 2 => format!("(bvult #b{:02b} #b{:02b})", self.choices.below(4), self.choices.below(4)),
            3 => format!("(ite {} {} {})", self.bool(depth - 1), self.bool(depth - 1), self.bool(depth - 1)),
            _ => {
                let op = *self.choices.pick(&["and", "or", "=>", "xor", "="]);
                format!("({op} {} {})", self.bool(depth - 1), self.bool(depth - 1))
            }
        }
    }

    /// A value in the form that a constant array needs: without an operator, so without a sign.
    pub(crate) fn plain(&mut self, shape: &Shape) -> String {
        match shape {
            Shape::Bool => (*self.choices.pick(&["true", "false"])).to_owned(),
            Shape::Int => self.choices.below(9).to_string(),
            Shape::Real => format!("{}.0", self.choices.below(9)),
            _ => self.value(shape),
        }
    }

    /// A sort for a variable of a signature.
    pub(crate) fn element_shape(&mut self) -> Shape {
        match self.choices.below(10) {
            0..=3 => Shape::Int,
            4 => Shape::Bool,
            5 | 6 => Shape::BitVec(*self.choices.pick(&[1, 2, 3, 8])),
            7 | 8 => Shape::String,
            _ => Shape::Real,
        }
    }

    /// A sort for equality and the like: any.
    pub(crate) fn any_shape(&mut self) -> Shape {
        let element = self.element_shape();
        match self.choices.below(16) {
            0 => Shape::Bool,
            1 | 2 => Shape::BitVec(self.width()),
            3 | 4 => {
                let (eb, sb) = self.format();
                Shape::Float(eb, sb)
            }
            5 => Shape::RoundingMode,
            6 | 7 => Shape::apply("Array", &[self.element_shape(), element]),
            8 => Shape::apply("Seq", &[element]),
            9 => Shape::apply("Set", &[element]),
            10 => Shape::apply("Bag", &[element]),
            11 => Shape::apply("Tuple", &[element, Shape::Int]),
            12 => Shape::Real,
            13 => Shape::String,
            _ => element,
        }
    }
}
