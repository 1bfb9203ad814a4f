//! Tuples and nullable values, as cvc5 has them.

operators! {
    /// Operators over tuples and nullable values.
    TupleOp {
        // Tuples
        Make = "(tuple X (Tuple X) :rule tuple :from cvc5 :aka mkTuple)";
        Unit = "(tuple.unit (Tuple) :from cvc5)";
        Select = "((_ tuple.select n) (Tuple X) X :rule tuple-select :from cvc5 :aka tupSel)";
        Update = "((_ tuple.update n) (Tuple X) X (Tuple X) :rule tuple-update :from cvc5 :aka tupUpdate)";
        /// The components that the indices name, in their order.
        Project = "((_ tuple.project n) (Tuple X) (Tuple X) :rule project :from cvc5 :aka tuple_project)";

        // Nullable values
        /// `(as nullable.null (Nullable Int))`
        Null = "(nullable.null (Nullable X) :from cvc5)";
        Some = "(nullable.some X (Nullable X) :from cvc5)";
        /// What it gives for null is open.
        Val = "(nullable.val (Nullable X) X :from cvc5)";
        IsNull = "(nullable.is_null (Nullable X) Bool :from cvc5)";
        IsSome = "(nullable.is_some (Nullable X) Bool :from cvc5)";
        /// `(nullable.lift f x)` or `((_ nullable.lift f) x)`: null if an argument is
        Lift = "(nullable.lift (-> X Y) (Nullable X) (Nullable Y) :rule lift :from cvc5)";
    }
}
