//! Exact numbers: integers, rationals, and real algebraic numbers.

mod algebraic;
mod integer;
mod rational;
mod real;
#[cfg(test)]
mod tests;

pub use algebraic::Algebraic;
pub use integer::Integer;
pub use real::Real;
