//! The theory of heaps of Princess and Eldarica.
//!
//! Its sorts, and with them most of its operators, come into being with a `declare-heap`. Here is what can be typed
//! without one: where the sort of the result is that of an argument, or is given with `as`.

operators! {
    /// Operators over heaps, addresses and ranges of addresses.
    HeapOp {
        /// `(as heap.empty Heap)`
        Empty = "(heap.empty X :from other)";
        /// `(as heap.null Addr)`
        Null = "(heap.null X :from other)";
        /// `((as heap.addr Addr) 3)`
        Addr = "(heap.addr Int X :from other)";
        /// A heap, an address.
        Valid = "(heap.valid X Y Bool :from other)";
        /// A heap, an address, an object.
        Write = "(heap.write X Y Z X :from other)";
        /// A heap, a range, an object.
        WriteRange = "(heap.writeRange X Y Z X :from other)";
        /// A range, an address.
        RangeWithin = "(heap.rangeWithin X Y Bool :from other)";
    }
}
