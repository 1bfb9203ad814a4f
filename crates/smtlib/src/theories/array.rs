//! The theory of arrays with extensionality, and the solvers' additions.
//!
//! Z3 has arrays with several indices, and takes `(Set X)` for `(Array X Bool)`.

operators! {
    /// Operators over arrays.
    ArrayOp {
        Select = "(select (Array X Y) X Y)"
                 "(select (Set X) X Bool :from z3)"
                 "(select (Array X Y) X Y :rule select :from z3)";
        Store = "(store (Array X Y) X Y (Array X Y))"
                "(store (Set X) X Bool (Set X) :from z3)"
                "(store (Array X Y) X Y (Array X Y) :rule store :from z3)";
        /// `((as const (Array Int Int)) 0)`
        Const = "(const Y (Array X Y) :from z3)" "(const Y (Array X Y) :rule const-array)";
        /// `(_ map f)`: the function applied to the elements at each index
        Map = "(map Y (Array X Y) :rule map :from z3)";
        /// `(_ as-array f)`: the array with the elements `f` gives
        AsArray = "(as-array (Array X Y) :rule as-array :from z3)";
        /// The element at all indices but finitely many, if there is one.
        Default = "(default (Array X Y) Y :from z3)" "(default (Array X Y) Y :rule array-default)";
        /// Equality of two arrays between two indices.
        EqRange = "(eqrange (Array X Y) (Array X Y) X X Bool :from cvc5)";
        /// An index at which two arrays differ.
        Diff = "(@diff (Array X Y) (Array X Y) X :from other :aka @array_deq_diff :aka diff :internal)";
        /// The same in Z3; with several indices, the index says which of them.
        Ext = "(array-ext (Array X Y) (Array X Y) X :from z3 :internal)" "((_ array-ext i) (Array X Y) (Array X Y) X)";
    }
}
