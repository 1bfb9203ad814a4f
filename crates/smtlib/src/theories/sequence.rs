//! Sequences, as cvc5 and Z3 have them. Both take strings for sequences of characters.

operators! {
    /// Operators over sequences.
    SequenceOp {
        // Making
        /// `(as seq.empty (Seq Int))`
        Empty = "(seq.empty (Seq X) :from cvc5 :aka seq-empty)" "(seq.empty String :rule empty-string :from z3)";
        Unit = "(seq.unit Unicode String :from z3)" "(seq.unit X (Seq X) :from cvc5)";
        Concat = "(seq.++ (Seq X) (Seq X) (Seq X) :left-assoc :from cvc5)"
                 "(seq.++ String String String :left-assoc)";

        // Parts
        Len = "(seq.len (Seq X) Int :from cvc5)" "(seq.len String Int)";
        /// What it gives out of range is open.
        Nth = "(seq.nth (Seq X) Int X :from cvc5)" "(seq.nth String Int Unicode :from z3)";
        /// The element as a sequence; empty out of range.
        At = "(seq.at (Seq X) Int (Seq X) :from cvc5)" "(seq.at String Int String)";
        Extract = "(seq.extract (Seq X) Int Int (Seq X) :from cvc5)" "(seq.extract String Int Int String)";
        PrefixOf = "(seq.prefixof (Seq X) (Seq X) Bool :from cvc5)" "(seq.prefixof String String Bool)";
        SuffixOf = "(seq.suffixof (Seq X) (Seq X) Bool :from cvc5)" "(seq.suffixof String String Bool)";
        Contains = "(seq.contains (Seq X) (Seq X) Bool :from cvc5)" "(seq.contains String String Bool)";
        IndexOf = "(seq.indexof (Seq X) (Seq X) Int Int :from cvc5)"
                  "(seq.indexof String String Int Int)"
                  "(seq.indexof (Seq X) (Seq X) Int :from z3)"
                  "(seq.indexof String String Int :from z3)";
        LastIndexOf = "(seq.last_indexof (Seq X) (Seq X) Int :from z3)" "(seq.last_indexof String String Int)";

        // Changing
        Update = "(seq.update (Seq X) Int (Seq X) (Seq X) :from cvc5)" "(seq.update String Int String String)";
        /// One element changed.
        Write = "(seq.write (Seq X) Int X (Seq X) :from other)";
        Replace = "(seq.replace (Seq X) (Seq X) (Seq X) (Seq X) :from cvc5)"
                  "(seq.replace String String String String)";
        ReplaceAll = "(seq.replace_all (Seq X) (Seq X) (Seq X) (Seq X) :from cvc5)"
                     "(seq.replace_all String String String String)";
        ReplaceRe = "(seq.replace_re (Seq X) RegLan (Seq X) (Seq X) :from z3)"
                    "(seq.replace_re String RegLan String String)";
        ReplaceReAll = "(seq.replace_re_all (Seq X) RegLan (Seq X) (Seq X) :from z3)"
                       "(seq.replace_re_all String RegLan String String)";
        Rev = "(seq.rev (Seq X) (Seq X) :from cvc5)" "(seq.rev String String)";
        /// So many copies.
        Power = "(seq.power (Seq X) Int (Seq X) :from z3)" "(seq.power String Int String)";

        // Functions over the elements
        Map = "(seq.map (-> X Y) (Seq X) (Seq Y) :from z3)";
        /// The function also takes the position, counted from the second argument.
        MapI = "(seq.mapi (-> Int X Y) Int (Seq X) (Seq Y) :from z3)";
        FoldL = "(seq.foldl (-> Y X Y) Y (Seq X) Y :from z3 :aka seq.fold_left)";
        FoldLI = "(seq.foldli (-> Int Y X Y) Int Y (Seq X) Y :from z3 :aka seq.fold_lefti)";

        // How Z3 prints `seq.nth` in range and out of range
        NthInternal = "(seq.nth_i (Seq X) Int X :from z3 :internal)" "(seq.nth_i String Int Unicode)";
        NthOpen = "(seq.nth_u (Seq X) Int X :from z3 :internal)" "(seq.nth_u String Int Unicode)";

        // Sequences as lists
        Cons = "(seq-cons X (Seq X) (Seq X) :from old)";
        Head = "(seq-head (Seq X) X :from old)";
        Tail = "(seq-tail (Seq X) (Seq X) :from old)";
    }
}
