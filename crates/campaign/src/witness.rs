//! Witnesses as texts: models in the form that solvers print.

use std::sync::Arc;

use quis_smtlib::commands;
use quis_techniques::Truth;

/// A truth whose witness says nothing of these symbols.
///
/// match: ((define-fun x () Int 4) (define-fun y () Int 5)) without x, result: ((define-fun y () Int 5))
pub(crate) fn without(truth: &Truth, symbols: &[String]) -> Truth {
    match truth {
        Truth::Sat { witness: Some(witness) } if !symbols.is_empty() => {
            Truth::Sat { witness: Some(cut(witness, symbols).map_or_else(|| witness.clone(), Arc::from)) }
        }
        _ => truth.clone(),
    }
}

/// The witness without definitions of these symbols; `None` if it has none of them, or is no list of definitions.
fn cut(witness: &str, symbols: &[String]) -> Option<String> {
    let inside = witness.trim().strip_prefix('(')?.strip_suffix(')')?;
    let (mut kept, mut copied) = (String::with_capacity(witness.len()), 0);
    for (name, place) in commands(inside) {
        let form = inside.get(place.clone())?;
        if name == "define-fun" && defined(form).is_some_and(|name| symbols.iter().any(|other| other == name))
        {
            kept.push_str(inside.get(copied..place.start)?.trim_end());
            copied = place.end;
        }
    }
    (copied > 0).then(|| format!("({}{})", kept, inside.get(copied..).unwrap_or_default()))
}

/// match: (define-fun |x y| () Int 4), result: x y
fn defined(form: &str) -> Option<&str> {
    let rest = form.split_once("define-fun")?.1.trim_start();
    match rest.strip_prefix('|') {
        Some(quoted) => quoted.split_once('|').map(|(name, _)| name),
        None => rest.split(|c: char| c.is_whitespace() || c == '(').next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_of_symbols_go_and_nothing_else() {
        let witness = "(\n  (define-fun x () Int 4)\n  (define-fun |y z| () Int (- 5))\n  (define-fun f ((a Int)) Int a)\n)";
        let without = |symbols: &[&str]| {
            let symbols: Vec<String> = symbols.iter().map(|&name| name.to_owned()).collect();
            cut(witness, &symbols)
        };
        assert_eq!(without(&["x", "f"]).unwrap(), "(\n  (define-fun |y z| () Int (- 5))\n)");
        assert_eq!(without(&["y z", "f", "x"]).unwrap(), "(\n)");
        assert_eq!(without(&["y"]), None);
        assert_eq!(cut("no model", &["x".to_owned()]), None);
    }
}
