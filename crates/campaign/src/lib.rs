//! To be written.

pub mod report;
