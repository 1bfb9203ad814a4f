//! The parameters of the search.

/// How terms are looked for: the parameters of the dissertation's section 4.4.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Config {
    /// What users call it.
    pub name: &'static str,
    /// σ: formulas that share less of their functions are not similar.
    pub similarity: f64,
    /// δ: how far from a formula similar ones are looked for.
    pub depth: usize,
    /// μ: models of one formula.
    pub models: usize,
    /// β: candidates that are validated together.
    pub batch: usize,
    /// Φ: how often a formula may be in a cluster.
    pub copies: usize,
    /// Whether variables are equated with terms of their sort.
    pub types: bool,
    /// Whether sides of equations are unified.
    pub equations: bool,
    /// Quantifier-free formulas for each formula, at each depth.
    pub formulas: usize,
}

/// The configurations of the portfolio, in the order in which they are tried.
pub const CONFIGS: [Config; 4] = [
    DEFAULT,
    Config { name: "wide", similarity: 0.1, copies: 2, ..DEFAULT },
    Config { name: "types", similarity: 0.1, types: true, ..DEFAULT },
    Config { name: "equations", similarity: 0.05, equations: true, copies: 2, ..DEFAULT },
];

const DEFAULT: Config = Config {
    name: "default",
    similarity: 0.3,
    depth: 2,
    models: 4,
    batch: 64,
    copies: 1,
    types: false,
    equations: false,
    formulas: 100,
};
