//! The theory of Unicode strings without its regular expressions, and the solvers' additions.

operators! {
    /// Operators over strings and characters.
    StringOp {
        // Core
        Concat = "(str.++ String String String :left-assoc)";
        Len = "(str.len String Int)";
        Lt = "(str.< String String Bool :chainable)";
        Le = "(str.<= String String Bool :chainable)";

        // Parts
        At = "(str.at String Int String)";
        Substr = "(str.substr String Int Int String)";
        PrefixOf = "(str.prefixof String String Bool)";
        SuffixOf = "(str.suffixof String String Bool)";
        /// The first holds the second.
        Contains = "(str.contains String String Bool)";
        /// Where the second first occurs in the first, from a position on; Z3 takes the start if none is given.
        IndexOf = "(str.indexof String String Int Int)" "(str.indexof String String Int :from z3)";

        // Replacement
        Replace = "(str.replace String String String String)";
        ReplaceAll = "(str.replace_all String String String String :aka str.replaceall)";
        /// The shortest leftmost match.
        ReplaceRe = "(str.replace_re String RegLan String String :aka str.replacere)";
        /// All shortest matches that are not empty.
        ReplaceReAll = "(str.replace_re_all String RegLan String String :aka str.replaceallre)";

        // Characters and numbers
        IsDigit = "(str.is_digit String Bool)";
        ToCode = "(str.to_code String Int :aka str.code)";
        FromCode = "(str.from_code Int String)";
        ToInt = "(str.to_int String Int :aka str.to.int :aka str.to-int)";
        FromInt = "(str.from_int Int String :aka int.to.str :aka str.from-int)";

        // cvc5
        Rev = "(str.rev String String :from cvc5 :aka str.reverse)";
        /// From a position on, overwritten with another string.
        Update = "(str.update String Int String String :from cvc5)";
        ToLower = "(str.to_lower String String :from cvc5 :aka str.tolower)";
        ToUpper = "(str.to_upper String String :from cvc5 :aka str.toupper)";
        /// Where a match of the expression starts, from a position on.
        IndexOfRe = "(str.indexof_re String RegLan Int Int :from cvc5)";

        // Z3
        FromUbv = "(str.from_ubv (_ BitVec m) String :from z3)";
        FromSbv = "(str.from_sbv (_ BitVec m) String :from z3)";
        /// So many copies.
        Power = "(str.power String Int String :from z3)";

        // Characters
        /// `(_ Char 65)`
        Char = "((_ Char i) Unicode :from z3 :where (<= i 196607))";
        CharLe = "(char.<= Unicode Unicode Bool :from z3)";
        CharToInt = "(char.to_int Unicode Int :from z3 :aka char.code)";
        CharFromInt = "(char.from-int Int Unicode :from other)";
        CharToBv = "(char.to_bv Unicode (_ BitVec 18) :from z3)";
        CharFromBv = "(char.from_bv (_ BitVec 18) Unicode :from z3)";
        CharIsDigit = "(char.is_digit Unicode Bool :from z3)";

        // OSTRICH: strings as lists of characters
        Cons = "(str.cons Unicode String String :from other)";
        Head = "(str.head String Unicode :from other)";
        HeadCode = "(str.head_code String Int :from other)";
        Tail = "(str.tail String String :from other)";
        /// Counted from the right end.
        AtRight = "(str.at_right String Int String :from other)";
        /// Without so many characters on the left and on the right.
        Trim = "(str.trim String Int Int String :from other)";

        // OSTRICH: longest matches and capture groups
        ReplaceReLongest = "(str.replace_re_longest String RegLan String String :from other)";
        ReplaceReLongestAll = "(str.replace_re_longest_all String RegLan String String :from other)";
        /// The replacement may refer to capture groups.
        ReplaceCapture = "(str.replace_cg String RegLan RegLan String :from other)";
        ReplaceCaptureAll = "(str.replace_cg_all String RegLan RegLan String :from other)";
        /// The contents of a capture group.
        Extract = "((_ str.extract n) String RegLan String :from other)";
        Match = "((_ str.match m n) String RegLan String :from other)";

        // Splitting at a separator
        /// The n-th of the parts.
        SplitAt = "(str.split_at String String Int String :from other)";
        NumSplits = "(str.num_splits String String Int :from other)";
    }
}
