//! Heaps: the one of separation logic, and those of the theory of heaps.

use quis_smtlib::signature::Signature;
use quis_smtlib::theories::{HeapOp, Op, SepOp};
use quis_smtlib::{
    Command, Constructor, Datatype, FunctionData, Index, Role, Sort, SortConstructor, Term, print_sort,
};

use super::datatypes::leaf;
use super::{functions, operands, with_indices};
use crate::fuzzsmt::builder::{Builder, Callable};
use crate::fuzzsmt::dialect::Dialect;

/// The sorts of a heap of the theory of heaps.
#[derive(Clone, Copy, Debug)]
pub(in crate::fuzzsmt) struct HeapSorts {
    heap: Sort,
    address: Sort,
    range: Sort,
    object: Sort,
}

/// The functions that a declaration brings: name, arguments, result. A sort is one letter: `h`eap, `a`ddress, `r`ange,
/// `o`bject, what `p`air an allocation and what pair `q` that of a range gives, `I`nt.
const MEMBERS: [(&str, &str, char); 11] = [
    ("heap.read", "ha", 'o'),
    ("heap.size", "h", 'I'),
    ("heap.alloc", "ho", 'p'),
    ("heap.heapAddrPair_1", "p", 'h'),
    ("heap.heapAddrPair_2", "p", 'a'),
    ("heap.allocRange", "hoI", 'q'),
    ("heap.heapRangePair_1", "q", 'h'),
    ("heap.heapRangePair_2", "q", 'r'),
    ("heap.rangeNth", "rI", 'a'),
    ("heap.rangeStart", "r", 'a'),
    ("heap.rangeSize", "r", 'I'),
];

/// The heap of separation logic.
///
/// match: U Int, result: (declare-heap (U Int))
pub(in crate::fuzzsmt) fn declare_separation(builder: &mut Builder) {
    // cvc5 has no separation logic in scopes.
    builder.recipe.incremental = false;
    let simple = |builder: &mut Builder| {
        let sort = functions::value_sort(builder);
        if sort == Sort::BOOL { builder.palette.sorts.first().copied().unwrap_or(sort) } else { sort }
    };
    let (location, data) = (simple(builder), simple(builder));
    let texts = [location, data].map(|sort| print_sort(&builder.store, sort));
    if let [Ok(first), Ok(second)] = texts {
        builder.commands.push(Command::Other(format!("(declare-heap ({first} {second}))").into()));
        builder.palette.cells = Some((location, data));
    }
}

/// match: u of the sort of locations, x of that of data, result: (pto u x), (as sep.nil U), (_ emp U Int)
pub(super) fn separation(builder: &mut Builder, op: SepOp, signature: &Signature) -> Option<Option<Term>> {
    let sorts = match (op, builder.palette.cells) {
        (SepOp::Sep | SepOp::Wand | SepOp::Septraction, Some(_)) => return None,
        (_, None) => return Some(None),
        (_, Some(sorts)) => sorts,
    };
    Some(cell(builder, op, signature, sorts))
}

fn cell(
    builder: &mut Builder,
    op: SepOp,
    signature: &Signature,
    (location, data): (Sort, Sort),
) -> Option<Term> {
    match op {
        SepOp::Emp if signature.rule.is_some() && builder.recipe.dialect != Dialect::Any => None,
        SepOp::Emp if signature.rule.is_some() => {
            // CVC4 names the sorts.
            let indices = [Index::Sort(location), Index::Sort(data)].into();
            let function = with_indices(builder, Op::Sep(op), "emp", indices);
            let term = builder.store.apply(function, &[]).ok()?;
            Some(builder.node(term, &[]))
        }
        SepOp::Nil => {
            let function = builder.store.op_function(Op::Sep(op));
            let term = builder.store.apply_as(function, location, &[]).ok()?;
            Some(builder.node(term, &[]))
        }
        SepOp::Pto => {
            let operands = operands(builder, &[location, data])?;
            builder.apply_op(Op::Sep(op), &[], &operands)
        }
        SepOp::Block => {
            let operands = operands(builder, &[location, location])?;
            builder.apply_op(Op::Sep(op), &[], &operands)
        }
        _ => builder.apply_op(Op::Sep(op), &[], &[]),
    }
}

/// A heap of the theory of heaps, with its objects. What it brings has a meaning of its own, so that no assignment says
/// whether a formula holds.
///
/// result: (declare-heap Heap Addr Range Object none ((Object 0)) (((none) (cell (value Int)))))
pub(in crate::fuzzsmt) fn declare(builder: &mut Builder) {
    if builder.recipe.dialect != Dialect::Any {
        return;
    }
    builder.recipe.sat = false;
    let content = functions::value_sort(builder);
    let Ok(text) = print_sort(&builder.store, content) else { return };
    let plain = |builder: &mut Builder, name: &str| {
        let name = builder.store.symbol(name);
        let declaration = builder.store.declare_sort(name, 0, None);
        builder.store.apply_sort(SortConstructor::Declared(declaration), &[])
    };
    let [heap, address, range, pair, ranges] =
        ["Heap", "Addr", "Range", "HeapAddrPair", "HeapRangePair"].map(|name| plain(builder, name));
    let object = objects(builder, content);
    let declaration =
        format!("(declare-heap Heap Addr Range Object none ((Object 0)) (((none) (cell (value {text})))))");
    builder.commands.push(Command::Other(declaration.into()));
    let sort = |letter| match letter {
        'h' => heap,
        'a' => address,
        'r' => range,
        'p' => pair,
        'q' => ranges,
        'o' => object,
        _ => Sort::INT,
    };
    for (name, params, result) in MEMBERS {
        let name = builder.store.symbol(name);
        let params: Vec<Sort> = params.chars().map(sort).collect();
        let function = builder.store.declare_function(name, &params, sort(result));
        builder.callables.push(Callable { function, params: params.into(), result: sort(result) });
    }
    builder.palette.sorts.extend([heap, address, range, object]);
    builder.palette.heap = Some(HeapSorts { heap, address, range, object });
}

/// The datatype of the objects.
fn objects(builder: &mut Builder, content: Sort) -> Sort {
    let name = builder.store.symbol("Object");
    let declaration = builder.store.declare_sort(name, 0, Some(Datatype::default()));
    let own = builder.store.apply_sort(SortConstructor::Declared(declaration), &[]);
    let member = |builder: &mut Builder, name: &str, role: Role, params: &[Sort], result: Sort| {
        let name = builder.store.symbol(name);
        let data = FunctionData { name, indices: Box::default(), role, params: params.into(), result };
        let function = builder.store.make_function(data);
        builder.callables.push(Callable { function, params: params.into(), result });
        function
    };
    let none = member(builder, "none", Role::Constructor, &[], own);
    let cell = member(builder, "cell", Role::Constructor, &[content], own);
    let value = member(builder, "value", Role::Selector { constructor: cell, field: 0 }, &[own], content);
    let constructors = vec![
        Constructor { function: none, selectors: Vec::new() },
        Constructor { function: cell, selectors: vec![value] },
    ];
    builder.store.define_datatype(declaration, Datatype { constructors, ..Datatype::default() });
    own
}

/// match: h a r of the sorts of a heap, result: (heap.valid h a), (heap.write h a o), (as heap.null Addr)
pub(super) fn make(builder: &mut Builder, op: HeapOp) -> Option<Term> {
    let HeapSorts { heap, address, range, object } = builder.palette.heap?;
    let (params, qualified) = match op {
        HeapOp::Empty => (vec![], Some(heap)),
        HeapOp::Null => (vec![], Some(address)),
        HeapOp::Addr => (vec![Sort::INT], Some(address)),
        HeapOp::Valid => (vec![heap, address], None),
        HeapOp::Write => (vec![heap, address, object], None),
        HeapOp::WriteRange => (vec![heap, range, object], None),
        HeapOp::RangeWithin => (vec![range, address], None),
    };
    let mut operands = operands(builder, &params)?;
    if op == HeapOp::Write && builder.stream.chance(1, 4) {
        operands[2] = leaf(builder, object)?;
    }
    let function = builder.store.op_function(Op::Heap(op));
    let term = match qualified {
        Some(sort) => builder.store.apply_as(function, sort, &operands),
        None => builder.store.apply(function, &operands),
    };
    let term = term.ok()?;
    Some(builder.node(term, &operands))
}
