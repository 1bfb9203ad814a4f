//! The names of files, after those of the seeds.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What the files of each seed are called: after the seed, with a number behind it where several seeds have one name.
pub(super) fn names(seeds: &[PathBuf]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut name = |seed: &PathBuf| {
        let stem = stem(seed);
        let others = (2..).map(|number| format!("{stem}.{number}"));
        let free = std::iter::once(stem.clone()).chain(others).find(|name| !taken.contains(name));
        let name = free.unwrap_or(stem);
        taken.insert(name.clone());
        name
    };
    seeds.iter().map(&mut name).collect()
}

/// match: seeds/a b.smt2, result: a_b
fn stem(seed: &Path) -> String {
    let stem = seed.file_stem().unwrap_or_default().to_string_lossy();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-+".contains(c);
    let plain: String = stem.chars().map(|c| if is_plain(c) { c } else { '_' }).take(120).collect();
    // A name that begins with a point is hidden, and one that begins with a hyphen looks like an option.
    match plain.chars().next() {
        Some(first) if first != '.' && first != '-' => plain,
        _ => format!("seed{plain}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_different() {
        let seeds = ["x/a.smt2", "y/a.smt2", "a.2.smt2", "-o|é.smt2", "z/a"].map(PathBuf::from);
        assert_eq!(names(&seeds), ["a", "a.2", "a.2.2", "seed-o__", "a.3"]);
    }
}
