//! Which solvers a campaign gets if the user names none.

use quis_solvers::SearchPath;
use quis_solvers::install::{Installer, Wanted};

/// Every solver that is found, each in its newest release; if there is none, Z3 and cvc5 are installed; if that fails, the
/// demonstration solver has to do.
pub(crate) fn all_or_install(say: &dyn Fn(&str)) -> anyhow::Result<Vec<String>> {
    let found = found()?;
    if !found.is_empty() {
        return Ok(found);
    }
    say("no solver is here: installing Z3 and cvc5 into the cache (`quis solvers list` shows where)");
    if let Err(error) = install(&["z3@latest", "cvc5@latest"]) {
        say(&format!("that failed: {error:#}"));
    }
    let found = self::found()?;
    if !found.is_empty() {
        return Ok(found);
    }
    say("no solver could be installed: testing the demonstration solver of Quis, which has a planted fault");
    let program = std::env::current_exe()?;
    let demo = |arguments: &str| format!("'{}' demo-solver {arguments}", program.display());
    Ok(vec![demo(""), demo("--fault wrong-unsat:bvmul --fault invalid-model:bvsub --fault abort:xor")])
}

/// The solvers that are found by their names.
fn found() -> anyhow::Result<Vec<String>> {
    let path = SearchPath::of_user()?;
    let names = path.table().all().iter().map(|profile| &profile.name).filter(|name| *name != "demo");
    Ok(names.filter(|name| path.look_up(name).is_some()).cloned().collect())
}

/// Installs releases into the cache.
fn install(wanted: &[&str]) -> anyhow::Result<()> {
    let path = SearchPath::of_user()?;
    let installer = Installer::from_environment(path.table(), std::env::current_exe()?)?;
    for spec in wanted {
        installer.install(&Wanted::parse(spec)?)?;
    }
    Ok(())
}
