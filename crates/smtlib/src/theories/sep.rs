//! Separation logic, as cvc5 and the competition of its provers have it. Which sorts the heap has, `declare-heap` says.

operators! {
    /// Operators that speak of the heap.
    SepOp {
        /// The heap is empty. CVC4 has the sorts of the heap as indices.
        Emp = "(sep.emp Bool :from cvc5 :aka emp)" "(sep.emp Bool :rule sort-indexed :from old)";
        /// The heap is one cell: a location and what is there.
        Pto = "(pto X Y Bool :from cvc5)";
        /// The heap is two, of each of which one part holds.
        Sep = "(sep Bool Bool Bool :left-assoc :from cvc5)";
        /// With any heap of which the first holds, the second does.
        Wand = "(wand Bool Bool Bool :from cvc5)";
        /// With some heap of which the first holds, the second does (Astral).
        Septraction = "(septraction Bool Bool Bool :from other)";
        /// The heap is the cells from one location up to another (the logic SLAH).
        Block = "(blk X X Bool :from other)";
        /// `(as sep.nil Loc)`: the location where nothing is
        Nil = "(sep.nil X :from cvc5 :aka nil)";
    }
}
