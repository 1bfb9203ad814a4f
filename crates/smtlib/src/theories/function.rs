//! Functions as values (SMT-LIB 2.7).

operators! {
    /// Operators over functions.
    FunctionOp {
        /// `(@ f x)`: application of a term, also partial
        Apply = "(@ (-> X Y) X Y :rule apply :from 2.7)";
        /// The same, written without an operator: `(f x)` where `f` is a variable
        Call = "(@call (-> X Y) X Y :rule apply :from 2.7 :internal)";
    }
}
