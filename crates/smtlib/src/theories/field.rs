//! Finite fields of prime order, as cvc5 has them. Literals are the parser's affair.

operators! {
    /// Operators over finite fields.
    FieldOp {
        Add = "(ff.add FF FF FF :left-assoc :from cvc5)";
        Mul = "(ff.mul FF FF FF :left-assoc :from cvc5)";
        Neg = "(ff.neg FF FF :from cvc5)";
        /// The first argument, plus twice the second, plus four times the third …
        BitSum = "(ff.bitsum FF FF :repeat-first :from cvc5)";
    }
}
