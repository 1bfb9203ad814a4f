//! Sets of options: solvers are run with one of them at a time, as in sect. 4.1 of the OpFuzz paper.

use serde::{Deserialize, Serialize};

/// A set of options of a solver.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OptionSet {
    /// The solvers it is for, by the beginning of their names; all if empty.
    pub solver: String,
    /// The arguments.
    pub arguments: Vec<String>,
}

impl OptionSet {
    /// Whether it is for the solver of this name.
    #[must_use]
    pub fn is_for(&self, solver: &str) -> bool {
        let file = solver.split_whitespace().next().unwrap_or(solver);
        let file = file.rsplit('/').next().unwrap_or(file);
        file.strip_prefix(&*self.solver).is_some_and(|rest| {
            self.solver.is_empty() || !rest.starts_with(|c: char| c.is_ascii_alphanumeric())
        })
    }
}

/// Reads a list: one set a line, as in `z3: smt.arith.solver=2 smt.random_seed=7`. Lines that begin with `#` are comments.
///
/// # Errors
/// The number of the line that has no solver, and what was expected.
pub fn read_option_sets(text: &str) -> Result<Vec<OptionSet>, (usize, String)> {
    let mut sets = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let expected = || {
            (
                at + 1,
                "expected a solver's name, a colon, and options, as in `z3: smt.arith.solver=2`".to_owned(),
            )
        };
        let (solver, arguments) = line.split_once(':').ok_or_else(expected)?;
        let solver = solver.trim();
        if solver.contains(|c: char| c.is_whitespace() || c == '=' || c == '-') {
            return Err(expected());
        }
        let solver = if solver == "*" { "" } else { solver };
        let arguments = arguments.split_whitespace().map(str::to_owned).collect();
        sets.push(OptionSet { solver: solver.to_owned(), arguments });
    }
    Ok(sets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_for_solvers_of_a_name() {
        let sets = read_option_sets("# options\n\nz3: a=1  b=2\n*: --x\ncvc5:\n").unwrap();
        assert_eq!(sets[0], OptionSet { solver: "z3".into(), arguments: vec!["a=1".into(), "b=2".into()] });
        let fitting = |name: &str| sets.iter().filter(|set| set.is_for(name)).count();
        assert_eq!(
            (fitting("z3@4.8.7"), fitting("/opt/z3 x=1"), fitting("z3str"), fitting("cvc5")),
            (2, 2, 1, 2)
        );
    }

    #[test]
    fn a_line_without_a_solver_is_refused() {
        assert_eq!(read_option_sets("z3: a\n--check-models\n").unwrap_err().0, 2);
        assert_eq!(read_option_sets("smt.x=1 y: a\n").unwrap_err().0, 1);
    }
}
