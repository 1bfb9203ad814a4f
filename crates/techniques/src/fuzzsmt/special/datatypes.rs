//! Datatypes: declared at random, each with values of finite size.

use quis_smtlib::{
    Command, Constructor, Datatype, Function, FunctionData, Role, Sort, SortConstructor, SortDecl, SortKind,
    Symbol, Term,
};

use super::{part, reads_cvc5};
use crate::fuzzsmt::builder::{Builder, Callable};
use crate::fuzzsmt::dialect::Dialect;

/// A constant is so deep, at most, before it ends as soon as it can.
const DEPTH: usize = 2;

/// What a field of a constructor holds.
#[derive(Clone, Copy, Debug)]
enum Field {
    /// A sort of before.
    Known(Sort),
    /// One of the datatypes that are declared together.
    Own(usize),
    /// A parameter of the datatype.
    Param(usize),
}

/// The fields of each constructor.
type Shape = Vec<Vec<Field>>;

/// Datatypes that are declared together. The first constructor of each has no field of this datatype or a later one, so
/// that there are values.
#[derive(Clone, Debug, Default)]
struct Group {
    shapes: Vec<Shape>,
    params: usize,
    /// Values may be infinite, and need not have an end.
    codatatype: bool,
}

/// Declares datatypes over the sorts so far.
pub(in crate::fuzzsmt) fn declare(builder: &mut Builder) {
    for _ in 0..1 + builder.stream.below(3) {
        let group = draw(builder);
        group.declare(builder);
    }
}

/// match: Int, result: (declare-datatypes ((D 0)) (((c) (d (s Int) (t D)))))
fn draw(builder: &mut Builder) -> Group {
    let single = |shape: Shape| Group { shapes: vec![shape], ..Group::default() };
    match builder.stream.below(8) {
        // Enumerations.
        0 => single(vec![Vec::new(); 1 + builder.stream.below(5)]),
        // Records.
        1 => {
            let fields = (0..1 + builder.stream.below(3)).map(|_| known(builder)).collect();
            single(vec![fields])
        }
        // Lists.
        2 => single(vec![Vec::new(), vec![known(builder), Field::Own(0)]]),
        // Trees.
        3 => {
            let leaf = vec![known(builder)];
            let mut inner = vec![Field::Own(0), Field::Own(0)];
            if builder.stream.chance(1, 2) {
                let value = known(builder);
                inner.insert(builder.stream.below(3), value);
            }
            single(vec![leaf, inner])
        }
        4 if reads_cvc5(builder) && builder.recipe.logic.extensions => {
            let head = known(builder);
            let mut shape = vec![vec![head, Field::Own(0)]];
            if builder.stream.chance(1, 2) {
                shape.push(Vec::new());
            }
            Group { codatatype: true, ..single(shape) }
        }
        // Lists, pairs, alternatives of any sort.
        5 => {
            let (shape, params) = match builder.stream.below(4) {
                0 => (vec![Vec::new(), vec![Field::Param(0), Field::Own(0)]], 1),
                1 => (vec![vec![Field::Param(0), Field::Param(1)]], 2),
                2 => (vec![Vec::new(), vec![Field::Param(0)]], 1),
                _ => (vec![vec![Field::Param(0)], vec![Field::Param(1), known(builder)]], 2),
            };
            Group { params, ..single(shape) }
        }
        _ => {
            let size = 1 + builder.stream.below(3);
            Group { shapes: (0..size).map(|at| any_shape(builder, at, size)).collect(), ..Group::default() }
        }
    }
}

/// The constructors of one of several datatypes.
fn any_shape(builder: &mut Builder, at: usize, size: usize) -> Shape {
    let mut shape = Vec::new();
    for number in 0..1 + builder.stream.below(4) {
        let others = if number == 0 { at } else { size };
        let mut fields = Vec::new();
        for _ in 0..builder.stream.below(4) {
            let own = others > 0 && builder.stream.chance(1, 2);
            fields.push(if own { Field::Own(builder.stream.below(others)) } else { known(builder) });
        }
        shape.push(fields);
    }
    shape
}

/// A sort so far.
fn known(builder: &mut Builder) -> Field {
    let usable = |builder: &Builder, sort: Sort| {
        !matches!(builder.store.sort_kind(sort), SortKind::Apply(SortConstructor::Function, _))
    };
    let sort = builder.any_sort();
    Field::Known(if usable(builder, sort) { sort } else { Sort::BOOL })
}

impl Group {
    fn declare(&self, builder: &mut Builder) {
        let params: Vec<Symbol> = (0..self.params).map(|_| builder.name("X")).collect();
        let variables: Vec<Sort> =
            params.iter().map(|&param| builder.store.make_sort(SortKind::Variable(param))).collect();
        let mut declarations = Vec::new();
        for _ in &self.shapes {
            let name = builder.name("D");
            let datatype = Datatype { codatatype: self.codatatype, ..Datatype::default() };
            declarations.push(builder.store.declare_sort(name, self.params as u32, Some(datatype)));
        }
        let mut members = Vec::new();
        for (at, shape) in self.shapes.iter().enumerate() {
            let own = sort_of(builder, Field::Own(at), &declarations, &variables);
            let mut constructors = Vec::new();
            for fields in shape {
                let sorts = sorts_of(builder, fields, &declarations, &variables);
                let function = member(builder, "c", Role::Constructor, &sorts, own);
                let mut selectors = Vec::new();
                for (field, &sort) in sorts.iter().enumerate() {
                    let role = Role::Selector { constructor: function, field: field as u32 };
                    selectors.push(member(builder, "s", role, &[own], sort));
                }
                constructors.push(Constructor { function, selectors });
            }
            members.push(constructors.clone());
            // The constructor that ends a value need not be the first.
            if builder.stream.chance(1, 2) {
                constructors.reverse();
            }
            let datatype = Datatype {
                params: params.clone(),
                constructors,
                codatatype: self.codatatype,
                ..Datatype::default()
            };
            builder.store.define_datatype(declarations[at], datatype);
        }
        builder.commands.push(Command::DeclareDatatypes(declarations.clone().into()));
        // For Z3 a constructor of two instances is ambiguous, and testers have no place to say which is meant.
        let several = self.params > 0 && builder.recipe.dialect == Dialect::Cvc5;
        let instances = if several { 1 + builder.stream.below(2) } else { 1 };
        for _ in 0..instances {
            let args: Vec<Sort> = (0..self.params)
                .map(|_| match known(builder) {
                    Field::Known(sort) => sort,
                    _ => Sort::BOOL,
                })
                .collect();
            self.instance(builder, &declarations, &members, &args);
        }
    }

    /// Makes the functions of an instance known: the constructor that ends a value first.
    fn instance(
        &self,
        builder: &mut Builder,
        declarations: &[SortDecl],
        members: &[Vec<Constructor>],
        args: &[Sort],
    ) {
        for (at, constructors) in members.iter().enumerate() {
            let own = sort_of(builder, Field::Own(at), declarations, args);
            if builder.palette.sorts.contains(&own) {
                continue;
            }
            builder.palette.sorts.push(own);
            for (constructor, fields) in constructors.iter().zip(&self.shapes[at]) {
                let sorts = sorts_of(builder, fields, declarations, args);
                for (&function, &result) in constructor.selectors.iter().zip(&sorts) {
                    builder.callables.push(Callable { function, params: [own].into(), result });
                }
                let function = constructor.function;
                builder.callables.push(Callable { function, params: sorts.into(), result: own });
            }
        }
    }
}

fn sort_of(builder: &mut Builder, field: Field, declarations: &[SortDecl], args: &[Sort]) -> Sort {
    match field {
        Field::Known(sort) => sort,
        Field::Own(at) => builder.store.apply_sort(SortConstructor::Declared(declarations[at]), args),
        Field::Param(at) => args[at],
    }
}

fn sorts_of(builder: &mut Builder, fields: &[Field], declarations: &[SortDecl], args: &[Sort]) -> Vec<Sort> {
    fields.iter().map(|&field| sort_of(builder, field, declarations, args)).collect()
}

fn member(builder: &mut Builder, prefix: &str, role: Role, params: &[Sort], result: Sort) -> Function {
    let name = builder.name(prefix);
    let data = FunctionData { name, indices: Box::default(), role, params: params.into(), result };
    builder.store.make_function(data)
}

/// The constructors of a datatype that the formula has, as they are for this instance.
pub(super) fn constructors(builder: &Builder, sort: Sort) -> Vec<Callable> {
    let is_constructor = |callable: &&Callable| {
        callable.result == sort && builder.store.function(callable.function).role == Role::Constructor
    };
    builder.callables.iter().filter(is_constructor).cloned().collect()
}

/// A value of a datatype that is a constant, or nearly so.
pub(in crate::fuzzsmt) fn leaf(builder: &mut Builder, sort: Sort) -> Option<Term> {
    let all = constructors(builder, sort);
    let endless = builder.store.datatype(sort).is_none_or(|datatype| datatype.codatatype);
    if endless && all.first().is_some_and(|first| !first.params.is_empty()) {
        return None;
    }
    // Below the first level, the constructor that ends the value.
    let shallow = builder.leaves < DEPTH && builder.stream.chance(1, 2);
    let chosen = if shallow { builder.stream.choose(&all)? } else { all.first()? };
    builder.leaves += 1;
    let parts: Option<Vec<Term>> = chosen.params.iter().map(|&param| part(builder, param)).collect();
    builder.leaves -= 1;
    builder.store.apply_as(chosen.function, sort, &parts?).ok()
}
