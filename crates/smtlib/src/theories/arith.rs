//! Integers and reals: the theories Ints, Reals and Reals_Ints, and the solvers' additions.

operators! {
    /// Operators over `Int` and `Real`.
    ArithOp {
        // Ints and Reals
        /// One argument. Z3 also writes it `~`.
        Neg = "(- Int Int :aka ~)" "(- Real Real)";
        /// Two arguments or more.
        Sub = "(- Int Int Int :left-assoc)" "(- Real Real Real :left-assoc)";
        Add = "(+ Int Int Int :left-assoc)" "(+ Real Real Real :left-assoc)";
        Mul = "(* Int Int Int :left-assoc)" "(* Real Real Real :left-assoc)";
        /// Of reals. What it gives for a divisor of zero is open.
        Div = "(/ Real Real Real :left-assoc)";
        /// Of integers. What it gives for a divisor of zero is open.
        IntDiv = "(div Int Int Int :left-assoc)";
        /// The remainder that is never negative.
        Mod = "(mod Int Int Int)";
        Abs = "(abs Int Int)" "(abs Real Real :from cvc5)";
        LessEq = "(<= Int Int Bool :chainable)" "(<= Real Real Bool :chainable)";
        Less = "(< Int Int Bool :chainable)" "(< Real Real Bool :chainable)";
        GreaterEq = "(>= Int Int Bool :chainable)" "(>= Real Real Bool :chainable)";
        Greater = "(> Int Int Bool :chainable)" "(> Real Real Bool :chainable)";
        Divisible = "((_ divisible n) Int Bool :where (< 0 n))";

        // Reals_Ints
        ToReal = "(to_real Int Real)" "(to_real Real Real :from z3)";
        /// The largest integer that is not above.
        ToInt = "(to_int Real Int)";
        IsInt = "(is_int Real Bool)";

        // Powers
        /// What it gives for zero to the power of zero, and of integers for a negative exponent, solvers decide.
        Power = "(^ Int Int Int :from z3)" "(^ Real Real Real)";
        IntPower = "(** Int Int Int :from z3)" "(** Real Real Real :from other)";
        Pow = "(pow Int Int Int :from other)" "(pow Real Real Real)";
        /// Two to the power of the argument; zero if that is negative.
        Pow2 = "(int.pow2 Int Int :from cvc5)";
        /// The logarithm to the base two, rounded down.
        Log2 = "(int.log2 Int Int :from cvc5)";

        // Division without open values
        DivTotal = "(/_total Real Real Real :from cvc5 :internal)";
        IntDivTotal = "(div_total Int Int Int :from cvc5 :internal)";
        ModTotal = "(mod_total Int Int Int :from cvc5 :internal)";
        /// The remainder with the sign of the divisor.
        Rem = "(rem Int Int Int :from z3)";

        // What Z3 names the open values of division
        DivByZero = "(/0 Real Real Real :from z3 :internal)" "(/0 Real Real)";
        IntDivByZero = "(div0 Int Int Int :from z3 :internal)" "(div0 Int Int)";
        ModByZero = "(mod0 Int Int Int :from z3 :internal)" "(mod0 Int Int)";

        // Bits of integers
        /// Bitwise and of the lowest bits, as many as the index says.
        IntAnd = "((_ iand k) Int Int Int :from cvc5 :where (< 0 k))";
        /// The same, with the number of bits as the first argument.
        ParametricAnd = "(piand Int Int Int Int :from cvc5)";

        // Order
        Min = "(min Int Int Int :from other)" "(min Real Real Real)";
        Max = "(max Int Int Int :from other)" "(max Real Real Real)";
    }
}
