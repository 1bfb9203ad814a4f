//! What single solvers add outside any theory.

operators! {
    /// Operators of one solver.
    SolverOp {
        // Counting Booleans
        /// At most so many of the arguments hold.
        AtMost = "((_ at-most k) Bool Bool :repeat-first :from z3)";
        /// At least so many of the arguments hold.
        AtLeast = "((_ at-least k) Bool Bool :repeat-first :from z3)";
        /// The bound first, then a coefficient for each argument.
        PbEq = "((_ pbeq k c) Bool Bool :rule pseudo-boolean :from z3)";
        PbLe = "((_ pble k c) Bool Bool :rule pseudo-boolean :from z3)";
        PbGe = "((_ pbge k c) Bool Bool :rule pseudo-boolean :from z3)";

        // Orders that are known to be such; the index tells them apart
        PartialOrder = "((_ partial-order k) X X Bool :from z3)";
        LinearOrder = "((_ linear-order k) X X Bool :from z3)";
        TreeOrder = "((_ tree-order k) X X Bool :from z3)";
        /// `((_ transitive-closure r) x y)`: steps of the relation lead from the one to the other
        TransitiveClosure = "(transitive-closure X X Bool :rule closure :from z3)";
        PiecewiseLinearOrder = "((_ piecewise-linear-order k) X X Bool :from z3)";

        /// The sort has at most so many elements: of the argument, or in the indices.
        Card = "(fmf.card X Int Bool :from cvc5)" "(fmf.card Bool :rule sort-indexed)";

        /// How many constructors a value of a datatype has (Princess).
        Size = "(_size X Int :from other)";

        // What cvc5 names that which the standard leaves open, and the unknowns of its proofs
        DivByZero = "(@div_by_zero Real Real :from cvc5 :internal)";
        IntDivByZero = "(@int_div_by_zero Int Int :from cvc5 :internal)";
        ModByZero = "(@mod_by_zero Int Int :from cvc5 :internal)";
        Purify = "(@purify X X :from cvc5 :internal)";
        /// How often the second string stands in the first.
        StringsNumOccur = "(@strings_num_occur String String Int :from cvc5 :internal)";
        /// Where the n-th occurrence starts.
        StringsOccurIndex = "(@strings_occur_index String String Int Int :from cvc5 :internal)";
        StringsDeqDiff = "(@strings_deq_diff String String Int :from cvc5 :internal)" "(@strings_deq_diff (Seq X) (Seq X) Int)";
        SetsDeqDiff = "(@sets_deq_diff (Set X) (Set X) X :from cvc5 :internal)";
        BagsDeqDiff = "(@bags_deq_diff (Bag X) (Bag X) X :from cvc5 :internal)";
    }
}
