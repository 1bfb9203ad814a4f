//! The core theory.

operators! {
    /// Operators of the core theory.
    CoreOp {
        True = "(true Bool)";
        False = "(false Bool)";
        Not = "(not Bool Bool)";
        Implies = "(=> Bool Bool Bool :right-assoc :aka implies)";
        And = "(and Bool Bool Bool :left-assoc)";
        Or = "(or Bool Bool Bool :left-assoc)";
        Xor = "(xor Bool Bool Bool :left-assoc)";
        Equal = "(= X X Bool :chainable :aka iff)";
        Distinct = "(distinct X X Bool :pairwise)";
        Ite = "(ite Bool X X X :aka if :aka if_then_else)";
    }
}
