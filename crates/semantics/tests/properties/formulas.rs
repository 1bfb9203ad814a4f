//! Random formulas with quantifiers, functions, arrays, datatypes and open points, and random models of them.

use crate::choices::Choices;

/// The sorts of the formulas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Bool,
    Bits,
    Colour,
    Int,
    Tree,
    Element,
}

impl Kind {
    pub(crate) fn sort(self) -> &'static str {
        match self {
            Kind::Bool => "Bool",
            Kind::Bits => "(_ BitVec 2)",
            Kind::Colour => "Colour",
            Kind::Int => "Int",
            Kind::Tree => "Tree",
            Kind::Element => "U",
        }
    }

    /// All values of a sort that has few.
    pub(crate) fn all(self) -> &'static [&'static str] {
        match self {
            Kind::Bool => &["true", "false"],
            Kind::Bits => &["#b00", "#b01", "#b10", "#b11"],
            Kind::Colour => &["red", "green", "blue"],
            _ => &[],
        }
    }
}

/// The symbols: name, parameters, result.
const SYMBOLS: [(&str, &[Kind], Kind); 15] = [
    ("p", &[], Kind::Bool),
    ("q", &[], Kind::Bool),
    ("x", &[], Kind::Bits),
    ("y", &[], Kind::Bits),
    ("c", &[], Kind::Colour),
    ("d", &[], Kind::Colour),
    ("n", &[], Kind::Int),
    ("m", &[], Kind::Int),
    ("t", &[], Kind::Tree),
    ("u", &[], Kind::Element),
    ("w", &[], Kind::Element),
    ("f", &[Kind::Bits], Kind::Bool),
    ("g", &[Kind::Colour, Kind::Bool], Kind::Bits),
    ("h", &[Kind::Element], Kind::Int),
    ("k", &[Kind::Int], Kind::Element),
];

/// What scripts of such formulas begin with.
pub(crate) fn declarations() -> String {
    let mut text =
        format!("{}(declare-sort U 0)(declare-const a (Array (_ BitVec 2) Int))\n", crate::maker::DATATYPES);
    for (name, params, result) in SYMBOLS {
        let params: Vec<&str> = params.iter().map(|param| param.sort()).collect();
        text.push_str(&format!("(declare-fun {name} ({}) {})\n", params.join(" "), result.sort()));
    }
    text
}

/// Makes formulas and models.
pub(crate) struct Formulas {
    pub(crate) choices: Choices,
    /// The bound variables in scope.
    scope: Vec<(String, Kind)>,
    next: usize,
}

impl Formulas {
    pub(crate) fn new(seed: u64) -> Formulas {
        Formulas { choices: Choices::new(seed, "formulas"), scope: Vec::new(), next: 0 }
    }

    /// A fresh variable, in scope from now on.
    pub(crate) fn open_scope(&mut self, kind: Kind) -> String {
        self.next += 1;
        let name = format!("v{}", self.next);
        self.scope.push((name.clone(), kind));
        name
    }

    pub(crate) fn close_scope(&mut self) {
        self.scope.pop();
    }

    fn kind(&mut self) -> Kind {
        *self.choices.pick(&[
            Kind::Bool,
            Kind::Bool,
            Kind::Bits,
            Kind::Bits,
            Kind::Colour,
            Kind::Int,
            Kind::Int,
            Kind::Tree,
            Kind::Element,
        ])
    }

    /// A term of a sort.
    pub(crate) fn term(&mut self, kind: Kind, depth: u32) -> String {
        if depth == 0 || self.choices.chance(12) {
            return self.leaf(kind);
        }
        let d = depth - 1;
        match self.choices.below(12) {
            0 => format!("(ite {} {} {})", self.term(Kind::Bool, d), self.term(kind, d), self.term(kind, d)),
            1 => {
                let bound = self.kind();
                let value = self.term(bound, d);
                let name = self.open_scope(bound);
                let body = self.term(kind, d);
                self.close_scope();
                format!("(let (({name} {value})) {body})")
            }
            2 => {
                let of = self.term(Kind::Tree, d);
                let (key, left) = (self.open_scope(Kind::Int), self.open_scope(Kind::Tree));
                let node = self.term(kind, d);
                self.close_scope();
                self.close_scope();
                let (leaf, other) = (self.term(kind, d), self.term(kind, d));
                format!("(match {of} ((leaf {leaf}) ((node {key} {left} r) {node}) (z {other})))")
            }
            _ => self.application(kind, d),
        }
    }

    fn application(&mut self, kind: Kind, d: u32) -> String {
        match kind {
            Kind::Bool => self.formula(d),
            Kind::Bits => match self.choices.below(6) {
                0 => format!("(bvnot {})", self.term(kind, d)),
                1 => format!("(g {} {})", self.term(Kind::Colour, d), self.term(Kind::Bool, d)),
                _ => {
                    let op =
                        *self.choices.pick(&["bvadd", "bvmul", "bvand", "bvor", "bvudiv", "bvurem", "bvshl"]);
                    format!("({op} {} {})", self.term(kind, d), self.term(kind, d))
                }
            },
            Kind::Int => match self.choices.below(8) {
                0 => format!("(ubv_to_int {})", self.term(Kind::Bits, d)),
                1 => format!("(select a {})", self.term(Kind::Bits, d)),
                2 => format!("(key {})", self.term(Kind::Tree, d)),
                3 => format!("(h {})", self.term(Kind::Element, d)),
                _ => {
                    let op = *self.choices.pick(&["+", "-", "*", "div", "mod"]);
                    format!("({op} {} {})", self.term(kind, d), self.term(kind, d))
                }
            },
            Kind::Tree => match self.choices.below(4) {
                0 => format!("(left {})", self.term(kind, d)),
                1 => format!("(tip (concat {} #b01))", self.term(Kind::Bits, d)),
                _ => format!("(node {} {} {})", self.term(Kind::Int, d), self.term(kind, d), self.leaf(kind)),
            },
            Kind::Colour => format!(
                "(match {} ((red {}) (z {})))",
                self.term(kind, d),
                self.leaf(kind),
                self.term(kind, d)
            ),
            Kind::Element => format!("(k {})", self.term(Kind::Int, d)),
        }
    }

    fn formula(&mut self, d: u32) -> String {
        match self.choices.below(12) {
            0 => format!("(not {})", self.term(Kind::Bool, d)),
            1..=3 => {
                let op = *self.choices.pick(&["and", "or", "=>", "xor", "and", "or"]);
                self.nary(op, Kind::Bool, d)
            }
            4..=6 => {
                let (op, kind) = (*self.choices.pick(&["=", "distinct"]), self.kind());
                self.nary(op, kind, d)
            }
            7 => format!("(bvult {} {})", self.term(Kind::Bits, d), self.term(Kind::Bits, d)),
            8 => format!("(< {} {})", self.term(Kind::Int, d), self.term(Kind::Int, d)),
            9 => format!("(f {})", self.term(Kind::Bits, d)),
            10 => match self.choices.below(3) {
                0 => format!("((_ is node) {})", self.term(Kind::Tree, d)),
                1 => format!("(= (store a {} 1) a)", self.term(Kind::Bits, d)),
                _ => format!("((_ is green) {})", self.term(Kind::Colour, d)),
            },
            _ => {
                let kind = self.kind();
                let binder = *self.choices.pick(&["forall", "exists"]);
                let name = self.open_scope(kind);
                let body = self.term(Kind::Bool, d);
                self.close_scope();
                format!("({binder} (({name} {})) {body})", kind.sort())
            }
        }
    }

    fn nary(&mut self, op: &str, kind: Kind, d: u32) -> String {
        let args: Vec<String> = (0..2 + self.choices.below(2)).map(|_| self.term(kind, d)).collect();
        format!("({op} {})", args.join(" "))
    }

    /// A variable or a constant.
    fn leaf(&mut self, kind: Kind) -> String {
        let bound: Vec<&String> =
            self.scope.iter().filter(|(_, of)| *of == kind).map(|(name, _)| name).collect();
        if !bound.is_empty() && self.choices.chance(60) {
            return (*self.choices.pick(&bound)).clone();
        }
        let constants: Vec<&str> = SYMBOLS
            .iter()
            .filter(|(_, params, result)| params.is_empty() && *result == kind)
            .map(|(name, ..)| *name)
            .collect();
        if !constants.is_empty() && self.choices.chance(60) {
            return (*self.choices.pick(&constants)).to_owned();
        }
        if kind == Kind::Element { "u".to_owned() } else { self.value(kind, &[]) }
    }

    /// A value, or one of the parameters of its sort.
    fn value(&mut self, kind: Kind, params: &[Kind]) -> String {
        if let Some(at) = params.iter().position(|param| *param == kind)
            && self.choices.chance(30)
        {
            return format!("x{at}");
        }
        match kind {
            Kind::Int => match self.choices.between(-2, 3) {
                negative @ ..0 => format!("(- {})", -negative),
                number => number.to_string(),
            },
            Kind::Tree => match self.choices.below(3) {
                0 => "leaf".to_owned(),
                1 => "(tip #x3)".to_owned(),
                _ => "(node 1 leaf (tip #x0))".to_owned(),
            },
            Kind::Element => format!("(as @U_{} U)", self.choices.below(2)),
            _ => (*self.choices.pick(kind.all())).to_owned(),
        }
    }

    /// The definitions of a model, one for each symbol and for some open points.
    pub(crate) fn definitions(&mut self) -> Vec<String> {
        let mut all = Vec::new();
        for (name, params, result) in SYMBOLS {
            let vars: Vec<String> =
                params.iter().enumerate().map(|(at, param)| format!("(x{at} {})", param.sort())).collect();
            let mut body = self.value(result, params);
            for _ in 0..if params.is_empty() { 0 } else { self.choices.below(3) } {
                let at = self.choices.below(params.len() as u64) as usize;
                let (point, value) = (self.value(params[at], &[]), self.value(result, params));
                body = format!("(ite (= x{at} {point}) {value} {body})");
            }
            all.push(format!("(define-fun {name} ({}) {} {body})", vars.join(" "), result.sort()));
        }
        let mut array = format!("((as const (Array (_ BitVec 2) Int)) {})", self.value(Kind::Int, &[]));
        for _ in 0..self.choices.below(3) {
            array = format!("(store {array} {} {})", self.value(Kind::Bits, &[]), self.value(Kind::Int, &[]));
        }
        all.push(format!("(define-fun a () (Array (_ BitVec 2) Int) {array})"));
        for open in ["div0", "mod0"] {
            all.push(format!("(define-fun {open} ((x0 Int)) Int {})", self.value(Kind::Int, &[Kind::Int])));
        }
        all.push(format!("(define-fun key ((x0 Tree)) Int {})", self.value(Kind::Int, &[])));
        all.push(format!("(define-fun left ((x0 Tree)) Tree {})", self.value(Kind::Tree, &[])));
        all
    }
}
