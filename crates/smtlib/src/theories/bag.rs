//! Bags (multisets) and tables, as cvc5 has them. A table is a bag of tuples.

operators! {
    /// Operators over bags and tables.
    BagOp {
        // Making
        /// `(as bag.empty (Bag Int))`
        Empty = "(bag.empty (Bag X) :from cvc5 :aka emptybag)";
        /// So many copies of an element.
        Make = "(bag X Int (Bag X) :from cvc5)";

        // Combining
        /// The larger number of copies.
        UnionMax = "(bag.union_max (Bag X) (Bag X) (Bag X) :left-assoc :from cvc5 :aka union_max)";
        /// The sum of the copies.
        UnionDisjoint = "(bag.union_disjoint (Bag X) (Bag X) (Bag X) :left-assoc :from cvc5 :aka union_disjoint)";
        /// The smaller number of copies.
        InterMin = "(bag.inter_min (Bag X) (Bag X) (Bag X) :left-assoc :from cvc5 :aka intersection_min)";
        /// Copy by copy.
        DifferenceSubtract = "(bag.difference_subtract (Bag X) (Bag X) (Bag X) :left-assoc :from cvc5 \
                               :aka difference_subtract)";
        /// All copies of what the second has.
        DifferenceRemove = "(bag.difference_remove (Bag X) (Bag X) (Bag X) :left-assoc :from cvc5 \
                             :aka difference_remove)";
        /// One copy of each element.
        SetOf = "(bag.setof (Bag X) (Bag X) :from cvc5 :aka duplicate_removal :aka bag.duplicate_removal)";

        // Asking
        Count = "(bag.count X (Bag X) Int :from cvc5)";
        Member = "(bag.member X (Bag X) Bool :from cvc5)";
        Subbag = "(bag.subbag (Bag X) (Bag X) Bool :from cvc5 :aka subbag)";
        IsSingleton = "(bag.is_singleton (Bag X) Bool :from old)";
        Card = "(bag.card (Bag X) Int :from cvc5)";
        /// Some element; which one is open.
        Choose = "(bag.choose (Bag X) X :from cvc5)";

        // Sets
        FromSet = "(bag.from_set (Set X) (Bag X) :from old)";
        ToSet = "(bag.to_set (Bag X) (Set X) :from old)";

        // Functions over the elements
        Map = "(bag.map (-> X Y) (Bag X) (Bag Y) :from cvc5)";
        Filter = "(bag.filter (-> X Bool) (Bag X) (Bag X) :from cvc5)";
        All = "(bag.all (-> X Bool) (Bag X) Bool :from cvc5)";
        Some = "(bag.some (-> X Bool) (Bag X) Bool :from cvc5)";
        Fold = "(bag.fold (-> X Y Y) Y (Bag X) Y :from cvc5)";
        /// The classes of an equivalence.
        Partition = "(bag.partition (-> X X Bool) (Bag X) (Bag (Bag X)) :from cvc5)";

        // Tables: the indices are columns
        Product = "(table.product (Bag (Tuple X)) (Bag (Tuple Y)) (Bag (Tuple X Y)) :rule product :from cvc5)";
        Join = "((_ table.join i j) (Bag (Tuple X)) (Bag (Tuple Y)) (Bag (Tuple X Y)) :rule table-join :from cvc5)";
        Group = "((_ table.group i) (Bag (Tuple X)) (Bag (Bag (Tuple X))) :rule group :from cvc5)";
        Aggregate = "((_ table.aggr i) (-> (Tuple X) Y Y) Y (Bag (Tuple X)) (Bag Y) :rule aggregate :from cvc5)";
        Project = "((_ table.project i) (Bag (Tuple X)) (Bag (Tuple X)) :rule project :from cvc5)";
    }
}
