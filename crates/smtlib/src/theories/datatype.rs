//! What every datatype has. Constructors and selectors belong to the script that declares them.

operators! {
    /// Operators over datatypes.
    DatatypeOp {
        /// `((_ is cons) x)`; the index is the constructor
        Is = "(is X Bool :rule tester)";
        /// `((_ update head) x v)`; the index is the selector
        Update = "(update X Y X :rule update :from cvc5 :aka update-field)";
    }
}
