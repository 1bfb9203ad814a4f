//! The regular expressions of the theory of Unicode strings, and the solvers' additions.
//!
//! Z3 has expressions over sequences of any sort; they are `RegLan` here, whatever they are over.

operators! {
    /// Operators over regular expressions.
    RegexOp {
        // Between strings and languages
        ToRe = "(str.to_re String RegLan :aka str.to.re :aka str.to-re :aka seq.to.re :aka re-of-seq)"
               "(str.to_re (Seq X) RegLan :from z3)";
        InRe = "(str.in_re String RegLan Bool :aka str.in.re :aka str.in-re :aka seq.in.re :aka re-member)"
               "(str.in_re (Seq X) RegLan Bool :from z3)";

        // Languages
        None = "(re.none RegLan :aka re.nostr :aka re.empty :aka re-empty-set)";
        All = "(re.all RegLan :aka re-full-set)";
        AllChar = "(re.allchar RegLan)";
        /// From one character to another. Old Z3 files have two elements of a sequence.
        Range = "(re.range String String RegLan :aka re-range)"
                "(re.range (Seq X) (Seq X) RegLan :from z3)"
                "(re.range (_ BitVec m) (_ BitVec m) RegLan :from old)";
        CharRange = "(re.charrange Unicode Unicode RegLan :from other)";

        // Operators
        Concat = "(re.++ RegLan RegLan RegLan :left-assoc :aka re-concat)";
        Union = "(re.union RegLan RegLan RegLan :left-assoc :aka re-union)";
        Inter = "(re.inter RegLan RegLan RegLan :left-assoc)";
        Diff = "(re.diff RegLan RegLan RegLan :left-assoc)";
        Xor = "(re.xor RegLan RegLan RegLan :left-assoc :from z3)";
        Comp = "(re.comp RegLan RegLan :aka re.complement)";
        Star = "(re.* RegLan RegLan :aka re-star)";
        Plus = "(re.+ RegLan RegLan)";
        Opt = "(re.opt RegLan RegLan)";
        Power = "((_ re.^ n) RegLan RegLan)";
        /// Between so many and so many copies. Solvers also take the bounds as arguments, and leave out the second.
        Loop = "((_ re.loop i j) RegLan RegLan)"
               "((_ re.loop i) RegLan RegLan :from z3)"
               "(re.loop RegLan Int Int RegLan :from old)"
               "(re.loop RegLan Int RegLan :from old)";

        // Z3
        Reverse = "(re.reverse RegLan RegLan :from z3)";
        /// What may follow a character.
        Derivative = "(re.derivative X RegLan RegLan :from z3)";
        /// The characters that satisfy a predicate.
        OfPred = "(re.of.pred (-> X Bool) RegLan :from z3)";

        // OSTRICH: other notations for expressions
        FromStr = "(re.from.str String RegLan :from other)";
        FromEcma = "(re.from_ecma2020 String RegLan :from other)";
        FromEcmaFlags = "(re.from_ecma2020_flags String String RegLan :from other)";
        FromAutomaton = "(re.from_automaton String RegLan :from other)";
        CaseInsensitive = "(re.case_insensitive RegLan RegLan :from other)";

        // OSTRICH: matching as few characters as possible, capture groups, anchors
        LazyStar = "(re.*? RegLan RegLan :from other)";
        LazyPlus = "(re.+? RegLan RegLan :from other)";
        LazyOpt = "(re.opt? RegLan RegLan :from other)";
        LazyLoop = "((_ re.loop? i j) RegLan RegLan :from other)";
        Capture = "((_ re.capture n) RegLan RegLan :from other)";
        Reference = "((_ re.reference n) RegLan :from other)";
        BeginAnchor = "(re.begin-anchor RegLan :from other)";
        EndAnchor = "(re.end-anchor RegLan :from other)";
    }
}
