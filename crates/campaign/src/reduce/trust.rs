//! Who is believed where nothing else is known.

use quis_solvers::{SearchPath, Solver, Version};

use crate::bisect::installed;

/// The newest installed release of every solver, but for those that are no newer than the one at fault and of its family. Other
/// families come first, since they share no code with it; and before them all those that can be kept running, since they are asked often.
pub(crate) fn believed(own: &Solver, path: &SearchPath) -> Vec<Solver> {
    let mut families: Vec<&str> = path.table().all().iter().map(|profile| &*profile.family).collect();
    families.sort_unstable();
    families.dedup();
    let mut newest: Vec<Solver> = Vec::new();
    for solver in families.into_iter().flat_map(|family| installed(family, path)) {
        // A command that is not known to be a solver's does not count.
        newest.retain(|older| older.profile.name != solver.profile.name);
        newest.push(solver);
    }
    newest.retain(|solver| solver.profile.family != own.profile.family || age(solver) > age(own));
    newest.sort_by_key(|solver| {
        let profile = &solver.profile;
        (profile.session.is_none(), profile.family == own.profile.family, profile.name.clone())
    });
    newest
}

/// Later releases are greater, and so are solvers with a later name: cvc5 came after cvc4.
fn age(solver: &Solver) -> (&str, Option<Version>) {
    (&solver.profile.name, solver.version.as_deref().and_then(Version::parse))
}
