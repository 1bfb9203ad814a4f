//! The theory FloatingPoint, and the solvers' additions.

operators! {
    /// Operators over floating-point numbers and rounding modes.
    FloatOp {
        // Rounding modes
        /// To the nearest, ties to the even one.
        Rne = "(RNE RoundingMode :also roundNearestTiesToEven)";
        /// To the nearest, ties away from zero.
        Rna = "(RNA RoundingMode :also roundNearestTiesToAway)";
        /// Up.
        Rtp = "(RTP RoundingMode :also roundTowardPositive)";
        /// Down.
        Rtn = "(RTN RoundingMode :also roundTowardNegative)";
        /// Toward zero.
        Rtz = "(RTZ RoundingMode :also roundTowardZero)";

        // Values
        /// Sign, exponent, significand without its hidden bit.
        Fp = "(fp (_ BitVec 1) (_ BitVec eb) (_ BitVec i) (_ FloatingPoint eb (+ i 1)))";
        PlusInfinity = "((_ +oo eb sb) (_ FloatingPoint eb sb))";
        MinusInfinity = "((_ -oo eb sb) (_ FloatingPoint eb sb))";
        PlusZero = "((_ +zero eb sb) (_ FloatingPoint eb sb))";
        MinusZero = "((_ -zero eb sb) (_ FloatingPoint eb sb))";
        Nan = "((_ NaN eb sb) (_ FloatingPoint eb sb))";

        // Arithmetic
        Abs = "(fp.abs (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))";
        Neg = "(fp.neg (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))";
        Add = "(fp.add RoundingMode (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))";
        Sub = "(fp.sub RoundingMode (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))";
        Mul = "(fp.mul RoundingMode (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))";
        Div = "(fp.div RoundingMode (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))";
        /// The product of the first two plus the third, rounded once.
        Fma = "(fp.fma RoundingMode (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) \
                       (_ FloatingPoint eb sb))";
        Sqrt = "(fp.sqrt RoundingMode (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))";
        Rem = "(fp.rem (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))";
        RoundToIntegral = "(fp.roundToIntegral RoundingMode (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))";
        /// Which zero it gives for two zeros of different sign is open.
        Min = "(fp.min (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))";
        /// Which zero it gives for two zeros of different sign is open.
        Max = "(fp.max (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb))";

        // Comparison
        Leq = "(fp.leq (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) Bool :chainable)";
        Lt = "(fp.lt (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) Bool :chainable)";
        Geq = "(fp.geq (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) Bool :chainable)";
        Gt = "(fp.gt (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) Bool :chainable)";
        /// IEEE equality: zeros are equal, `NaN` is not even equal to itself.
        Eq = "(fp.eq (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) Bool :chainable)";

        // Classes
        IsNormal = "(fp.isNormal (_ FloatingPoint eb sb) Bool)";
        IsSubnormal = "(fp.isSubnormal (_ FloatingPoint eb sb) Bool)";
        IsZero = "(fp.isZero (_ FloatingPoint eb sb) Bool)";
        IsInfinite = "(fp.isInfinite (_ FloatingPoint eb sb) Bool)";
        IsNan = "(fp.isNaN (_ FloatingPoint eb sb) Bool)";
        IsNegative = "(fp.isNegative (_ FloatingPoint eb sb) Bool)";
        IsPositive = "(fp.isPositive (_ FloatingPoint eb sb) Bool)";

        // To floating point
        /// From the bits of a number, or, with a rounding mode, from a number of another format, a real or a signed
        /// bit-vector. Z3 adds integers, and a real times two to the power of an integer.
        ToFp = "((_ to_fp eb sb) (_ BitVec (+ eb sb)) (_ FloatingPoint eb sb) :aka asFloat)"
               "((_ to_fp eb sb) RoundingMode (_ FloatingPoint m n) (_ FloatingPoint eb sb))"
               "((_ to_fp eb sb) RoundingMode Real (_ FloatingPoint eb sb))"
               "((_ to_fp eb sb) RoundingMode (_ BitVec m) (_ FloatingPoint eb sb))"
               "((_ to_fp eb sb) RoundingMode Int (_ FloatingPoint eb sb) :from z3)"
               "((_ to_fp eb sb) RoundingMode Real Int (_ FloatingPoint eb sb) :from z3)"
               "((_ to_fp eb sb) RoundingMode Int Real (_ FloatingPoint eb sb) :from z3)"
               "((_ to_fp eb sb) Real (_ FloatingPoint eb sb) :from z3)"
               "((_ to_fp eb sb) (_ BitVec 1) (_ BitVec m) (_ BitVec n) (_ FloatingPoint m (+ n 1)) :from z3)"
               "(to_fp (_ BitVec 1) (_ BitVec m) (_ BitVec n) (_ FloatingPoint m (+ n 1)) :from z3)";
        ToFpUnsigned = "((_ to_fp_unsigned eb sb) RoundingMode (_ BitVec m) (_ FloatingPoint eb sb))";
        /// `to_fp` from bits alone.
        ToFpBits = "((_ to_fp_bv eb sb) (_ BitVec (+ eb sb)) (_ FloatingPoint eb sb) :from cvc5)";
        /// `to_fp` from another format alone.
        ToFpFp = "((_ to_fp_fp eb sb) RoundingMode (_ FloatingPoint m n) (_ FloatingPoint eb sb) :from cvc5)";
        /// `to_fp` from a real alone.
        ToFpReal = "((_ to_fp_real eb sb) RoundingMode Real (_ FloatingPoint eb sb) :from cvc5)";
        /// `to_fp` from a signed bit-vector alone.
        ToFpSigned = "((_ to_fp_signed eb sb) RoundingMode (_ BitVec m) (_ FloatingPoint eb sb) :from cvc5)";

        // From floating point
        /// What it gives for a number out of range is open.
        ToUbv = "((_ fp.to_ubv m) RoundingMode (_ FloatingPoint eb sb) (_ BitVec m))";
        /// What it gives for a number out of range is open.
        ToSbv = "((_ fp.to_sbv m) RoundingMode (_ FloatingPoint eb sb) (_ BitVec m))";
        /// What it gives for infinities and `NaN` is open.
        ToReal = "(fp.to_real (_ FloatingPoint eb sb) Real)";
        /// The bits of the number; which ones `NaN` has is open.
        ToIeeeBv = "(fp.to_ieee_bv (_ FloatingPoint eb sb) (_ BitVec (+ eb sb)) :from z3 :aka to_ieee_bv)";

        // How Z3 prints the open cases
        MinInternal = "(fp.min_i (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) :from z3 :internal)";
        MaxInternal = "(fp.max_i (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) (_ FloatingPoint eb sb) :from z3 :internal)";
        ToUbvInternal = "((_ fp.to_ubv_I m) RoundingMode (_ FloatingPoint eb sb) (_ BitVec m) :from z3 :internal)";
        ToSbvInternal = "((_ fp.to_sbv_I m) RoundingMode (_ FloatingPoint eb sb) (_ BitVec m) :from z3 :internal)";
        ToRealInternal = "(fp.to_real_I (_ FloatingPoint eb sb) Real :from z3 :internal)";
        ToIeeeBvInternal = "(fp.to_ieee_bv_I (_ FloatingPoint eb sb) (_ BitVec (+ eb sb)) :from z3 :internal)";

        /// Alt-Ergo: a real rounded to so many bits, with so large an exponent.
        AeRound = "((_ ae.round m n) RoundingMode Real Real :from other)";
    }
}
