//! Rounding modes and formats.

use dashu_int::{IBig, UBig};

use crate::MAX_BITS;

/// How a result that the format does not hold is brought into it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum RoundingMode {
    /// To the nearest, ties to the even one.
    Rne,
    /// To the nearest, ties away from zero.
    Rna,
    /// Up.
    Rtp,
    /// Down.
    Rtn,
    /// Towards zero.
    Rtz,
}

impl RoundingMode {
    /// The five rounding modes.
    pub const ALL: [RoundingMode; 5] =
        [RoundingMode::Rne, RoundingMode::Rna, RoundingMode::Rtp, RoundingMode::Rtn, RoundingMode::Rtz];

    /// The short name in SMT-LIB.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            RoundingMode::Rne => "RNE",
            RoundingMode::Rna => "RNA",
            RoundingMode::Rtp => "RTP",
            RoundingMode::Rtn => "RTN",
            RoundingMode::Rtz => "RTZ",
        }
    }

    /// Whether a magnitude `n` and a rest of it are rounded to `n + 1`: `odd` is the parity of `n`, `half` the
    /// first bit of the rest, `rest` whether any bit is set after it.
    pub(super) fn rounds_away(self, sign: bool, odd: bool, half: bool, rest: bool) -> bool {
        match self {
            RoundingMode::Rne => half && (rest || odd),
            RoundingMode::Rna => half,
            RoundingMode::Rtp => !sign && (half || rest),
            RoundingMode::Rtn => sign && (half || rest),
            RoundingMode::Rtz => false,
        }
    }

    /// Whether a finite result beyond the largest of its format becomes infinite.
    pub(super) fn overflows(self, sign: bool) -> bool {
        match self {
            RoundingMode::Rne | RoundingMode::Rna => true,
            RoundingMode::Rtp => !sign,
            RoundingMode::Rtn => sign,
            RoundingMode::Rtz => false,
        }
    }
}

/// The sort `(_ FloatingPoint eb sb)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Format {
    eb: u32,
    sb: u32,
}

impl Format {
    /// `Float16`.
    pub const FLOAT16: Format = Format { eb: 5, sb: 11 };
    /// `Float32`.
    pub const FLOAT32: Format = Format { eb: 8, sb: 24 };
    /// `Float64`.
    pub const FLOAT64: Format = Format { eb: 11, sb: 53 };
    /// `Float128`.
    pub const FLOAT128: Format = Format { eb: 15, sb: 113 };

    /// The format with `eb` bits of exponent and `sb` bits of significand, the hidden one counted; none if one is
    /// below two or if both together pass [`MAX_BITS`].
    #[must_use]
    pub fn new(eb: u32, sb: u32) -> Option<Format> {
        let width = eb.checked_add(sb)?;
        (eb >= 2 && sb >= 2 && width as usize <= MAX_BITS).then_some(Format { eb, sb })
    }

    /// The bits of the exponent.
    #[must_use]
    pub fn eb(self) -> u32 {
        self.eb
    }

    /// The bits of the significand, the hidden one counted.
    #[must_use]
    pub fn sb(self) -> u32 {
        self.sb
    }

    /// The bits of a float.
    #[must_use]
    pub fn width(self) -> u32 {
        self.eb + self.sb
    }

    /// The exponent of the leading bit of the largest floats.
    pub(super) fn max_exponent(self) -> IBig {
        (IBig::ONE << (self.eb as usize - 1)) - IBig::ONE
    }

    /// The exponent of the leading bit of the smallest normal floats.
    pub(super) fn min_exponent(self) -> IBig {
        IBig::from(2) - (IBig::ONE << (self.eb as usize - 1))
    }

    /// The bits of plus infinity.
    pub(super) fn infinity_bits(self) -> UBig {
        UBig::ones(self.eb as usize) << (self.sb as usize - 1)
    }
}
