//! What a trivial case costs with each solver, in a process of its own and in a session:
//! `cargo run --example costs -- z3 cvc5`.

#![allow(clippy::print_stdout, clippy::expect_used, reason = "an example")]

use quis_solvers::{Limits, SearchPath, Solver, cost};

fn main() {
    for spec in std::env::args().skip(1) {
        let solver = Solver::from_spec(&spec, &SearchPath::from_environment()).expect("a solver");
        let costs = cost::measure(&solver, &Limits::default()).expect("it can be started");
        println!("{spec}: {:?} afresh, {:?} in a session: {:?}", costs.fresh, costs.session, costs.cheaper());
    }
}
