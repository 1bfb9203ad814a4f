//! Sets and relations, as cvc5 has them, under its names, those of CVC4 and those of Z3.
//!
//! A relation is a set of tuples. Z3 has sets of its own, and before these took arrays of `Bool` for sets.

operators! {
    /// Operators over sets and relations.
    SetOp {
        // Making
        /// `(as set.empty (Set Int))`
        Empty = "(set.empty (Set X) :from cvc5 :aka emptyset)";
        /// `(as set.universe (Set Int))`
        Universe = "(set.universe (Set X) :from cvc5 :aka univset :internal)";
        Singleton = "(set.singleton X (Set X) :from cvc5 :aka singleton)";
        /// The elements first, then the set.
        Insert = "(set.insert X (Set X) (Set X) :repeat-first :from cvc5 :aka insert)";
        /// The integers from one to another.
        Range = "(set.range Int Int (Set Int) :from z3)";

        // Combining
        Union = "(set.union (Set X) (Set X) (Set X) :left-assoc :from cvc5 :aka union)"
                "(set.union (Array X Bool) (Array X Bool) (Array X Bool) :left-assoc :from z3)";
        Inter = "(set.inter (Set X) (Set X) (Set X) :left-assoc :from cvc5 :aka intersection :aka set.intersect)"
                "(set.inter (Array X Bool) (Array X Bool) (Array X Bool) :left-assoc :from z3)";
        Minus = "(set.minus (Set X) (Set X) (Set X) :left-assoc :from cvc5 :aka setminus :aka set.difference)"
                "(set.minus (Array X Bool) (Array X Bool) (Array X Bool) :left-assoc :from z3)";
        Complement = "(set.complement (Set X) (Set X) :from cvc5 :aka complement :internal)"
                     "(set.complement (Array X Bool) (Array X Bool) :from z3)";

        // Asking
        Member = "(set.member X (Set X) Bool :from cvc5 :aka member :aka set.in)";
        Subset = "(set.subset (Set X) (Set X) Bool :from cvc5 :aka subset)"
                 "(set.subset (Array X Bool) (Array X Bool) Bool :from z3)";
        IsEmpty = "(set.is_empty (Set X) Bool :from cvc5)";
        IsSingleton = "(set.is_singleton (Set X) Bool :from cvc5 :aka is_singleton)";
        Card = "(set.card (Set X) Int :from cvc5 :aka card :aka set.size)";
        /// Some element; which one is open.
        Choose = "(set.choose (Set X) X :from cvc5 :aka choose)";

        // Functions over the elements
        Map = "(set.map (-> X Y) (Set X) (Set Y) :from cvc5)";
        Filter = "(set.filter (-> X Bool) (Set X) (Set X) :from cvc5 :aka set.select)";
        All = "(set.all (-> X Bool) (Set X) Bool :from cvc5)";
        Some = "(set.some (-> X Bool) (Set X) Bool :from cvc5)";
        Fold = "(set.fold (-> X Y Y) Y (Set X) Y :from cvc5)";

        /// The least element in an order, or the last argument for the empty set.
        Min = "(set.min (-> X X Bool) (Set X) X X :from cvc5)";
        /// The greatest element in an order, or the last argument for the empty set.
        Max = "(set.max (-> X X Bool) (Set X) X X :from cvc5)";

        // Relations
        Join = "(rel.join (Set (Tuple X Y)) (Set (Tuple Y Z)) (Set (Tuple X Z)) :rule join :from cvc5 :aka join)";
        Product = "(rel.product (Set (Tuple X)) (Set (Tuple Y)) (Set (Tuple X Y)) :rule product :from cvc5 \
                    :aka product)";
        Transpose = "(rel.transpose (Set (Tuple X Y)) (Set (Tuple Y X)) :rule transpose :from cvc5 :aka transpose)";
        /// The least transitive relation that holds it.
        Closure = "(rel.tclosure (Set (Tuple X X)) (Set (Tuple X X)) :from cvc5 :aka tclosure)";
        /// What is related to at least so many elements.
        JoinImage = "(rel.join_image (Set (Tuple X X)) Int (Set (Tuple X)) :from cvc5 :aka join_image)";
        /// Each element related to itself.
        Identity = "(rel.iden (Set (Tuple X)) (Set (Tuple X X)) :from cvc5 :aka iden)";

        // Relations as tables: the indices are columns
        TableJoin = "((_ rel.table_join i j) (Set (Tuple X)) (Set (Tuple Y)) (Set (Tuple X Y)) :rule table-join \
                      :from cvc5)";
        Group = "((_ rel.group i) (Set (Tuple X)) (Set (Set (Tuple X))) :rule group :from cvc5)";
        Aggregate = "((_ rel.aggr i) (-> (Tuple X) Y Y) Y (Set (Tuple X)) (Set Y) :rule aggregate :from cvc5)";
        /// The least in a column.
        RelMin = "((_ rel.min i) (-> Y Y Bool) (Set X) Y Y :from cvc5)";
        /// The greatest in a column.
        RelMax = "((_ rel.max i) (-> Y Y Bool) (Set X) Y Y :from cvc5)";
        Project = "((_ rel.project i) (Set (Tuple X)) (Set (Tuple X)) :rule project :from cvc5)";
    }
}
