//! Transcendental functions, as cvc5, Z3 and dReal write them.

operators! {
    /// Functions from `Real` to `Real` beyond the polynomials.
    TranscendentalOp {
        Pi = "(real.pi Real :from cvc5 :aka pi)";
        /// The base of the natural logarithm.
        Euler = "(euler Real :from z3)";

        Exp = "(exp Real Real :from cvc5)";
        /// The natural logarithm.
        Log = "(log Real Real :from z3 :aka ln)";
        Sqrt = "(sqrt Real Real :from cvc5)";

        // Trigonometry
        Sin = "(sin Real Real :from cvc5)";
        Cos = "(cos Real Real :from cvc5)";
        Tan = "(tan Real Real :from cvc5)";
        Csc = "(csc Real Real :from cvc5)";
        Sec = "(sec Real Real :from cvc5)";
        Cot = "(cot Real Real :from cvc5)";

        // and its inverses
        Arcsin = "(arcsin Real Real :from cvc5 :aka asin)";
        Arccos = "(arccos Real Real :from cvc5 :aka acos)";
        Arctan = "(arctan Real Real :from cvc5 :aka atan)";
        Arccsc = "(arccsc Real Real :from cvc5)";
        Arcsec = "(arcsec Real Real :from cvc5)";
        Arccot = "(arccot Real Real :from cvc5)";
        /// The angle of a point: its `y` first, then its `x`.
        Arctan2 = "(atan2 Real Real Real :from z3 :aka arctan2)";

        // Hyperbolic functions and their inverses
        Sinh = "(sinh Real Real :from z3)";
        Cosh = "(cosh Real Real :from z3)";
        Tanh = "(tanh Real Real :from z3)";
        Arsinh = "(asinh Real Real :from z3)";
        Arcosh = "(acosh Real Real :from z3)";
        Artanh = "(atanh Real Real :from z3)";
    }
}
