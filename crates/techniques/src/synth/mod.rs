//! Formulas that are satisfiable or unsatisfiable by construction, with models and minimal cores (Bugariu, dissertation 2022, ch. 3).

pub mod rules;
