//! Cases that signatures cannot describe: datatypes, tuples and relations, functions as indices, quantifiers.

use crate::applications::Application;
use crate::maker::{Integers, Maker};
use crate::shape::Shape;

/// A subject with a function of its own.
pub(crate) struct Special {
    pub(crate) theory: &'static str,
    pub(crate) name: &'static str,
    pub(crate) standard: bool,
    pub(crate) make: fn(&mut Maker) -> Option<Application>,
}

const fn standard(
    theory: &'static str,
    name: &'static str,
    make: fn(&mut Maker) -> Option<Application>,
) -> Special {
    Special { theory, name, standard: true, make }
}

const fn solvers(
    theory: &'static str,
    name: &'static str,
    make: fn(&mut Maker) -> Option<Application>,
) -> Special {
    Special { theory, name, standard: false, make }
}

/// All of them.
pub(crate) const SPECIAL: &[Special] = &[
    standard("Core", "let", bound_by_let),
    standard("Core", "forall, exists", quantifier),
    solvers("BitVec", "mkbv", |maker| nary(maker, "mkbv", &Shape::Bool, 9)),
    solvers("Array", "map", array_map),
    solvers("Array", "select, store of several indices", several_indices),
    standard("Datatype", "constructor", constructor),
    standard("Datatype", "selector", selector),
    standard("Datatype", "is", tester),
    standard("Datatype", "match", match_term),
    solvers("Datatype", "update", update),
    solvers("Set", "rel.join", |maker| pair_of(maker, "rel.join", "Set")),
    solvers("Set", "rel.product", |maker| pair_of(maker, "rel.product", "Set")),
    solvers("Set", "rel.transpose", transpose),
    solvers("Set", "rel.table_join", |maker| pair_of(maker, "(_ rel.table_join 0 1)", "Set")),
    solvers("Set", "rel.project", |maker| one_of(maker, "rel.project", "Set")),
    solvers("Set", "rel.group", |maker| one_of(maker, "rel.group", "Set")),
    solvers("Set", "rel.aggr", |maker| aggregate(maker, "rel.aggr", "Set")),
    solvers("Bag", "table.product", |maker| pair_of(maker, "table.product", "Bag")),
    solvers("Bag", "table.join", |maker| pair_of(maker, "(_ table.join 0 1)", "Bag")),
    solvers("Bag", "table.project", |maker| one_of(maker, "table.project", "Bag")),
    solvers("Bag", "table.group", |maker| one_of(maker, "table.group", "Bag")),
    solvers("Bag", "table.aggr", |maker| aggregate(maker, "table.aggr", "Bag")),
    solvers("Tuple", "tuple", |maker| nary(maker, "tuple", &Shape::Int, 4)),
    solvers("Tuple", "tuple.select", tuple_select),
    solvers("Tuple", "tuple.update", tuple_update),
    solvers("Tuple", "tuple.project", tuple_project),
    solvers("Tuple", "nullable.lift", lift),
    solvers("Solver", "pbeq, pble, pbge", pseudo_boolean),
];

fn nary(maker: &mut Maker, name: &str, shape: &Shape, most: u64) -> Option<Application> {
    maker.start(Integers::Any);
    let args: Vec<String> = (0..=maker.choices.below(most)).map(|_| maker.value(shape)).collect();
    Some(Application::new(format!("({name} {})", args.join(" ")), shape.kind()))
}

/// Parallel binding: the inner `x` is bound to what the outer one was.
fn bound_by_let(maker: &mut Maker) -> Option<Application> {
    maker.start(Integers::Any);
    let shape = maker.any_shape();
    let (x, y) = (maker.value(&shape), maker.value(&shape));
    let text = format!("(let ((x {x}) (y {y})) (let ((x y) (y x)) (ite (= x {x}) x y)))");
    Some(Application::new(text, shape.kind()))
}

fn quantifier(maker: &mut Maker) -> Option<Application> {
    maker.start(Integers::Any);
    let binder = *maker.choices.pick(&["forall", "exists"]);
    let width = maker.choices.between(1, 3) as u32;
    let constant = maker.value(&Shape::BitVec(width));
    let other = maker.value(&Shape::BitVec(width));
    let bodies = [
        format!("(bvult v {constant})"),
        format!("(= (bvmul v v) {constant})"),
        format!("(or p (bvule {constant} v))"),
        format!("(=> p (= (bvand v {constant}) {other}))"),
        format!("(xor p (bvslt v {constant}) (bvslt {other} v))"),
        format!("(exists ((w (_ BitVec {width}))) (= (bvadd v w) {constant}))"),
        format!("(forall ((w (_ BitVec {width}))) (=> p (bvule (bvor v {constant}) (bvor w {other}))))"),
    ];
    let text = format!("({binder} ((v (_ BitVec {width})) (p Bool)) {})", maker.choices.pick(&bodies));
    Some(Application::new(text, "quantifier"))
}

/// match: ((_ map f) a b)
fn array_map(maker: &mut Maker) -> Option<Application> {
    maker.start(Integers::Any);
    let int = Shape::apply("Array", &[Shape::Int, Shape::Int]);
    let bool = Shape::apply("Array", &[Shape::Int, Shape::Bool]);
    let (shape, functions): (_, &[(&str, usize)]) = if maker.choices.chance(50) {
        (int, &[("(+ (Int Int) Int)", 2), ("(* (Int Int) Int)", 2), ("(abs (Int) Int)", 1)])
    } else {
        (bool, &[("and", 2), ("or", 2), ("not", 1), ("xor", 2), ("=>", 2)])
    };
    let (function, count) = *maker.choices.pick(functions);
    let args: Vec<String> = (0..count).map(|_| maker.value(&shape)).collect();
    Some(Application::new(format!("((_ map {function}) {})", args.join(" ")), function))
}

fn several_indices(maker: &mut Maker) -> Option<Application> {
    maker.start(Integers::Any);
    let index = Shape::BitVec(2);
    let shape = Shape::apply("Array", &[Shape::Bool, index.clone(), Shape::Int]);
    let (array, p, i) = (maker.value(&shape), maker.value(&Shape::Bool), maker.value(&index));
    let text = match maker.choices.chance(60) {
        true => format!("(select {array} {p} {i})"),
        false => format!("(store {array} {p} {i} {})", maker.value(&Shape::Int)),
    };
    Some(Application::new(text, "several"))
}

const DATATYPES: [&str; 4] = ["Tree", "Colour", "Point", "(Pair Int Bool)"];

fn constructor(maker: &mut Maker) -> Option<Application> {
    maker.start(Integers::Any);
    let name = *maker.choices.pick(&DATATYPES);
    let (left, right) = (maker.datatype(name, 3), maker.datatype(name, 3));
    let right = if maker.choices.chance(30) { left.clone() } else { right };
    let op = *maker.choices.pick(&["=", "distinct"]);
    Some(Application::new(format!("({op} {left} {right})"), name))
}

fn selector(maker: &mut Maker) -> Option<Application> {
    maker.start(Integers::Any);
    let name = *maker.choices.pick(&DATATYPES);
    let selectors: &[&str] = match name {
        "Tree" => &["key", "left", "right", "label"],
        "Point" => &["abscissa", "ordinate", "hue"],
        "(Pair Int Bool)" => &["first", "second"],
        _ => return None,
    };
    let selector = *maker.choices.pick(selectors);
    Some(Application::new(format!("({selector} {})", maker.datatype(name, 3)), name))
}

fn constructors(name: &str) -> &'static [&'static str] {
    match name {
        "Tree" => &["leaf", "node", "tip"],
        "Colour" => &["red", "green", "blue"],
        "Point" => &["point"],
        _ => &["pair", "nothing"],
    }
}

fn tester(maker: &mut Maker) -> Option<Application> {
    maker.start(Integers::Any);
    let name = *maker.choices.pick(&DATATYPES);
    let constructor = *maker.choices.pick(constructors(name));
    Some(Application::new(format!("((_ is {constructor}) {})", maker.datatype(name, 3)), name))
}

fn match_term(maker: &mut Maker) -> Option<Application> {
    maker.start(Integers::Any);
    let name = *maker.choices.pick(&DATATYPES);
    let value = maker.datatype(name, 2);
    let cases: &[&str] = match name {
        "Tree" => &[
            "((leaf 0) ((node k l r) (+ k 1)) ((tip x) (ubv_to_int x)))",
            "(((node k l r) (match l (((node a b c) a) (y k)))) (x 7))",
            "((leaf 1) (x (ite (= x leaf) 2 3)))",
            "((x 5))",
        ],
        "Colour" => &["((red 1) (green 2) (blue 3))", "((green 1) (x (ite (= x red) 2 3)))"],
        "Point" => &["(((point x y h) (ite (= h red) x (to_int y))))"],
        _ => &["(((pair x y) (ite y x 0)) (nothing 9))"],
    };
    let cases = *maker.choices.pick(cases);
    Some(Application::new(format!("(match {value} {cases})"), cases))
}

fn update(maker: &mut Maker) -> Option<Application> {
    maker.start(Integers::Any);
    let (name, selector, field) = maker
        .choices
        .pick(&[
            ("Tree", "key", Shape::Int),
            ("Tree", "left", Shape::Datatype("Tree")),
            ("Tree", "label", Shape::BitVec(4)),
            ("Point", "ordinate", Shape::Real),
            ("Point", "hue", Shape::Datatype("Colour")),
        ])
        .clone();
    let value = maker.datatype(name, 3);
    Some(Application::new(format!("((_ update {selector}) {value} {})", maker.value(&field)), selector))
}

fn rows(container: &'static str, columns: &[Shape]) -> Shape {
    Shape::apply(container, &[Shape::apply("Tuple", columns)])
}

fn pair_of(maker: &mut Maker, name: &str, container: &'static str) -> Option<Application> {
    maker.start(Integers::Any);
    let shape = rows(container, &[Shape::Int, Shape::Int]);
    let (left, right) = (maker.value(&shape), maker.value(&shape));
    Some(Application::new(format!("({name} {left} {right})"), name))
}

fn transpose(maker: &mut Maker) -> Option<Application> {
    maker.start(Integers::Any);
    let shape = rows("Set", &[Shape::Int, Shape::BitVec(2), Shape::Bool]);
    Some(Application::new(format!("(rel.transpose {})", maker.value(&shape)), "transpose"))
}

fn one_of(maker: &mut Maker, name: &str, container: &'static str) -> Option<Application> {
    maker.start(Integers::Any);
    let shape = rows(container, &[Shape::Int, Shape::BitVec(2), Shape::Int]);
    let columns = *maker.choices.pick(&["0", "1", "2", "0 1", "1 0", "2 0", "0 1 2"]);
    Some(Application::new(format!("((_ {name} {columns}) {})", maker.value(&shape)), columns))
}

fn aggregate(maker: &mut Maker, name: &str, container: &'static str) -> Option<Application> {
    maker.start(Integers::Any);
    let shape = rows(container, &[Shape::Int, Shape::Int]);
    let column = maker.choices.below(2);
    let body = *maker.choices.pick(&[
        "(+ y ((_ tuple.select 0) t))",
        "(+ y 1)",
        "(+ y (* 2 ((_ tuple.select 1) t)))",
    ]);
    let text = format!(
        "((_ {name} {column}) (lambda ((t (Tuple Int Int)) (y Int)) {body}) {} {})",
        maker.choices.below(3),
        maker.value(&shape)
    );
    Some(Application::new(text, name))
}

fn tuple(maker: &mut Maker) -> (Vec<Shape>, String) {
    maker.start(Integers::Any);
    let columns: Vec<Shape> = (0..=maker.choices.below(3)).map(|_| maker.element_shape()).collect();
    let text = maker.value(&Shape::apply("Tuple", &columns));
    (columns, text)
}

fn tuple_select(maker: &mut Maker) -> Option<Application> {
    let (columns, tuple) = tuple(maker);
    let at = maker.choices.below(columns.len() as u64);
    Some(Application::new(format!("((_ tuple.select {at}) {tuple})"), "tuple"))
}

fn tuple_update(maker: &mut Maker) -> Option<Application> {
    let (columns, tuple) = tuple(maker);
    let at = maker.choices.below(columns.len() as u64) as usize;
    let value = maker.value(&columns[at]);
    Some(Application::new(format!("((_ tuple.update {at}) {tuple} {value})"), "tuple"))
}

fn tuple_project(maker: &mut Maker) -> Option<Application> {
    let (columns, tuple) = tuple(maker);
    let count = columns.len() as u64;
    let chosen: Vec<String> =
        (0..=maker.choices.below(3)).map(|_| maker.choices.below(count).to_string()).collect();
    Some(Application::new(format!("((_ tuple.project {}) {tuple})", chosen.join(" ")), "tuple"))
}

fn lift(maker: &mut Maker) -> Option<Application> {
    maker.start(Integers::Any);
    let nullable = Shape::apply("Nullable", &[Shape::Int]);
    let function = maker.value(&Shape::apply("->", &[Shape::Int, Shape::Int, Shape::Int]));
    let (x, y) = (maker.value(&nullable), maker.value(&nullable));
    Some(Application::new(format!("(nullable.lift {function} {x} {y})"), "lift"))
}

fn pseudo_boolean(maker: &mut Maker) -> Option<Application> {
    maker.start(Integers::Any);
    let name = *maker.choices.pick(&["pbeq", "pble", "pbge"]);
    let count = maker.choices.between(1, 5);
    let numbers: Vec<String> = (0..=count).map(|_| maker.choices.below(7).to_string()).collect();
    let args: Vec<String> = (0..count).map(|_| maker.value(&Shape::Bool)).collect();
    Some(Application::new(format!("((_ {name} {}) {})", numbers.join(" "), args.join(" ")), name))
}
