//! Fixed-size bit-vectors: the theory FixedSizeBitVectors, the abbreviations of the logic QF_BV, and the solvers'
//! additions.

operators! {
    /// Operators over bit-vectors.
    BitVecOp {
        // Shape
        /// The standard takes two arguments; solvers take more.
        Concat = "(concat (_ BitVec i) (_ BitVec j) (_ BitVec (+ i j)) :left-assoc)"
                 "(concat (_ BitVec m) (_ BitVec m) :from z3)";
        Extract = "((_ extract i j) (_ BitVec m) (_ BitVec (+ (- i j) 1)) :where (< i m) :where (<= j i))";
        Repeat = "((_ repeat i) (_ BitVec m) (_ BitVec (* i m)) :where (< 0 i))";
        ZeroExtend = "((_ zero_extend i) (_ BitVec m) (_ BitVec (+ i m)))";
        SignExtend = "((_ sign_extend i) (_ BitVec m) (_ BitVec (+ i m)))";
        RotateLeft = "((_ rotate_left i) (_ BitVec m) (_ BitVec m))";
        RotateRight = "((_ rotate_right i) (_ BitVec m) (_ BitVec m))";
        /// Rotation by as many places as the second argument says.
        ExtRotateLeft = "(ext_rotate_left (_ BitVec m) (_ BitVec m) (_ BitVec m) :from z3 :aka bvrol)";
        ExtRotateRight = "(ext_rotate_right (_ BitVec m) (_ BitVec m) (_ BitVec m) :from z3 :aka bvror)";

        // Bit by bit
        Not = "(bvnot (_ BitVec m) (_ BitVec m))";
        And = "(bvand (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc)";
        Or = "(bvor (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc)";
        Xor = "(bvxor (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc)";
        Nand = "(bvnand (_ BitVec m) (_ BitVec m) (_ BitVec m))";
        Nor = "(bvnor (_ BitVec m) (_ BitVec m) (_ BitVec m))";
        /// Left-associative from 2017 to 2020, and in some solvers still.
        Xnor = "(bvxnor (_ BitVec m) (_ BitVec m) (_ BitVec m))"
               "(bvxnor (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc :from old)";

        // Arithmetic
        Neg = "(bvneg (_ BitVec m) (_ BitVec m))";
        Add = "(bvadd (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc)";
        Sub = "(bvsub (_ BitVec m) (_ BitVec m) (_ BitVec m))";
        Mul = "(bvmul (_ BitVec m) (_ BitVec m) (_ BitVec m) :left-assoc)";
        Udiv = "(bvudiv (_ BitVec m) (_ BitVec m) (_ BitVec m))";
        Urem = "(bvurem (_ BitVec m) (_ BitVec m) (_ BitVec m))";
        Sdiv = "(bvsdiv (_ BitVec m) (_ BitVec m) (_ BitVec m))";
        /// The remainder with the sign of the dividend.
        Srem = "(bvsrem (_ BitVec m) (_ BitVec m) (_ BitVec m))";
        /// The remainder with the sign of the divisor.
        Smod = "(bvsmod (_ BitVec m) (_ BitVec m) (_ BitVec m))";
        Shl = "(bvshl (_ BitVec m) (_ BitVec m) (_ BitVec m))";
        Lshr = "(bvlshr (_ BitVec m) (_ BitVec m) (_ BitVec m))";
        Ashr = "(bvashr (_ BitVec m) (_ BitVec m) (_ BitVec m))";
        Inc = "(bvinc (_ BitVec m) (_ BitVec m) :from other)";
        Dec = "(bvdec (_ BitVec m) (_ BitVec m) :from other)";

        // Comparison
        Ult = "(bvult (_ BitVec m) (_ BitVec m) Bool)";
        Ule = "(bvule (_ BitVec m) (_ BitVec m) Bool)";
        Ugt = "(bvugt (_ BitVec m) (_ BitVec m) Bool)";
        Uge = "(bvuge (_ BitVec m) (_ BitVec m) Bool)";
        Slt = "(bvslt (_ BitVec m) (_ BitVec m) Bool)";
        Sle = "(bvsle (_ BitVec m) (_ BitVec m) Bool)";
        Sgt = "(bvsgt (_ BitVec m) (_ BitVec m) Bool)";
        Sge = "(bvsge (_ BitVec m) (_ BitVec m) Bool)";
        /// Equality as a bit.
        Comp = "(bvcomp (_ BitVec m) (_ BitVec m) (_ BitVec 1))";
        /// `ite` on a bit.
        Ite = "(bvite (_ BitVec 1) (_ BitVec m) (_ BitVec m) (_ BitVec m) :from cvc5)";

        // All bits as one
        RedOr = "(bvredor (_ BitVec m) (_ BitVec 1) :from z3)";
        RedAnd = "(bvredand (_ BitVec m) (_ BitVec 1) :from z3)";
        RedXor = "(bvredxor (_ BitVec m) (_ BitVec 1) :from other)";

        // Overflow
        NegOverflow = "(bvnego (_ BitVec m) Bool :from 2.7)";
        UaddOverflow = "(bvuaddo (_ BitVec m) (_ BitVec m) Bool :from 2.7)";
        SaddOverflow = "(bvsaddo (_ BitVec m) (_ BitVec m) Bool :from 2.7)";
        UmulOverflow = "(bvumulo (_ BitVec m) (_ BitVec m) Bool :from 2.7)";
        SmulOverflow = "(bvsmulo (_ BitVec m) (_ BitVec m) Bool :from 2.7)";
        UsubOverflow = "(bvusubo (_ BitVec m) (_ BitVec m) Bool :from 2.7)";
        SsubOverflow = "(bvssubo (_ BitVec m) (_ BitVec m) Bool :from 2.7)";
        SdivOverflow = "(bvsdivo (_ BitVec m) (_ BitVec m) Bool :from 2.7)";
        /// The negation of `bvumulo`.
        UmulNoOverflow = "(bvumul_noovfl (_ BitVec m) (_ BitVec m) Bool :from z3)";
        /// No overflow beyond the largest value.
        SmulNoOverflow = "(bvsmul_noovfl (_ BitVec m) (_ BitVec m) Bool :from z3)";
        /// No overflow below the smallest value.
        SmulNoUnderflow = "(bvsmul_noudfl (_ BitVec m) (_ BitVec m) Bool :from z3)";

        // Integers
        UbvToInt = "(ubv_to_int (_ BitVec m) Int :from 2.7 :aka bv2nat :aka bv2int)";
        SbvToInt = "(sbv_to_int (_ BitVec m) Int :from 2.7)";
        /// Modulo two to the width.
        IntToBv = "((_ int_to_bv m) Int (_ BitVec m) :from 2.7 :aka int2bv :aka nat2bv :aka to_bv)";

        // Booleans
        Bit0 = "(bit0 (_ BitVec 1) :from z3)";
        Bit1 = "(bit1 (_ BitVec 1) :from z3)";
        BitToBool = "((_ bit2bool i) (_ BitVec m) Bool :from z3 :where (< i m))";
        /// The last argument is the highest bit.
        OfBools = "(mkbv Bool (_ BitVec 1) :rule bit-vec-of-bools :from z3)";

        // How Z3 prints division by zero, and by anything else
        UdivByZero = "(bvudiv0 (_ BitVec m) (_ BitVec m) :from z3 :internal)";
        UremByZero = "(bvurem0 (_ BitVec m) (_ BitVec m) :from z3 :internal)";
        SdivByZero = "(bvsdiv0 (_ BitVec m) (_ BitVec m) :from z3 :internal)";
        SremByZero = "(bvsrem0 (_ BitVec m) (_ BitVec m) :from z3 :internal)";
        SmodByZero = "(bvsmod0 (_ BitVec m) (_ BitVec m) :from z3 :internal)";
        UdivInternal = "(bvudiv_i (_ BitVec m) (_ BitVec m) (_ BitVec m) :from z3 :internal)";
        UremInternal = "(bvurem_i (_ BitVec m) (_ BitVec m) (_ BitVec m) :from z3 :internal)";
        SdivInternal = "(bvsdiv_i (_ BitVec m) (_ BitVec m) (_ BitVec m) :from z3 :internal)";
        SremInternal = "(bvsrem_i (_ BitVec m) (_ BitVec m) (_ BitVec m) :from z3 :internal)";
        SmodInternal = "(bvsmod_i (_ BitVec m) (_ BitVec m) (_ BitVec m) :from z3 :internal)";
    }
}
