//! What identifies a solver, and the same solver asked in other ways.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use quis_observations::{Reseeded, SolverId, Variation};

use crate::solver::Solver;

impl Solver {
    /// What identifies it on every machine. Its program and libraries are hashed when that is first asked for.
    #[must_use]
    pub fn id(&self) -> SolverId {
        let given = self.arguments.iter().chain(&self.extra);
        let (mut options, seed) = without_seed(&self.profile.seed, given);
        options.extend(self.tactic.iter().map(|tactic| format!("(check-sat-using {tactic})")));
        SolverId {
            family: self.profile.family.clone(),
            product: self.profile.name.clone(),
            release: self.version.clone(),
            build: self.build(),
            options,
            seed,
        }
    }

    /// The hash of its program, and of its libraries if it has no program of its own.
    #[must_use]
    pub fn build(&self) -> Option<String> {
        let library = self.prefix.last().map(PathBuf::from);
        hashed(library.as_deref().unwrap_or(&self.program)).ok()
    }

    /// The same solver with another random seed, if it has one.
    #[must_use]
    pub fn reseeded(&self, seed: u32) -> Option<Solver> {
        let arguments = self.profile.seed_arguments(seed);
        let mut solver = self.clone();
        solver.reseeded = Some(Reseeded { of: self.name.clone(), seed });
        solver.name = format!("{} {}", self.name, arguments.join(" "));
        solver.arguments.extend(arguments.iter().cloned());
        (!arguments.is_empty()).then_some(solver)
    }

    /// The same solver as its developers run it: without what a campaign adds.
    #[must_use]
    pub fn plain(&self) -> Solver {
        Solver { extra: Vec::new(), tactic: None, ..self.clone() }
    }

    /// Whether it is run as its developers run it.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let own = self.reseeded.is_some() || self.arguments.is_empty();
        own && self.extra.is_empty() && self.tactic.is_none()
    }

    /// How its observations are marked.
    pub(crate) fn variation(&self) -> Variation {
        Variation { reseeded: self.reseeded.clone(), ..Variation::default() }
    }
}

/// Options without the random seed, and that.
///
/// match: --seed 3 -i, where the seed is given by --seed={}, result: -i and 3
fn without_seed<'a>(
    patterns: &[String],
    options: impl Iterator<Item = &'a String>,
) -> (Vec<String>, Option<String>) {
    let names: Vec<&str> = patterns.iter().filter_map(|pattern| pattern.split('=').next()).collect();
    let (mut others, mut seed) = (Vec::new(), None);
    let mut options = options.peekable();
    while let Some(option) = options.next() {
        let (name, value) =
            option.split_once('=').map_or((&**option, None), |(name, value)| (name, Some(value)));
        if names.contains(&name) {
            seed = value.map(str::to_owned).or_else(|| options.next().cloned());
        } else {
            others.push(option.clone());
        }
    }
    (others, seed)
}

/// The hash of a file, or of all files of a folder with their names. A file that did not change is read once.
fn hashed(path: &Path) -> io::Result<String> {
    type Known = BTreeMap<PathBuf, (u64, Option<SystemTime>, String)>;
    static KNOWN: Mutex<Known> = Mutex::new(BTreeMap::new());
    let about = fs::metadata(path)?;
    let stamp = (about.len(), about.modified().ok());
    if let Some((size, time, hash)) = KNOWN.lock().unwrap_or_else(PoisonError::into_inner).get(path)
        && (*size, *time) == stamp
    {
        return Ok(hash.clone());
    }
    let mut hasher = blake3::Hasher::new();
    if about.is_dir() {
        let mut files: Vec<PathBuf> =
            fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        files.sort();
        for file in files.iter().filter(|file| file.is_file()) {
            hasher.update(file.file_name().unwrap_or_default().as_encoded_bytes());
            hash_file(file, &mut hasher)?;
        }
    } else {
        hash_file(path, &mut hasher)?;
    }
    let mut hash = hasher.finalize().to_hex().to_string();
    hash.truncate(32);
    let known = (stamp.0, stamp.1, hash.clone());
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), known);
    Ok(hash)
}

fn hash_file(path: &Path, hasher: &mut blake3::Hasher) -> io::Result<()> {
    let mut file = File::open(path)?;
    let mut piece = vec![0; 1 << 16];
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(()),
            count => hasher.update(&piece[..count]),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::SearchPath;

    fn solver(arguments: &str) -> Solver {
        let path = SearchPath { directories: vec!["/bin".into()], ..SearchPath::default() };
        let mut solver = Solver::from_spec(&format!("sh {arguments}"), &path).unwrap();
        solver.profile.seed = vec!["--seed={}".to_owned(), "x.seed={}".to_owned()];
        solver
    }

    #[test]
    fn random_seeds_are_no_options() {
        for arguments in ["-i --seed=3 -x", "-i --seed 3 -x", "-i x.seed=3 -x"] {
            let id = solver(arguments).id();
            assert_eq!(
                (&*id.options, id.seed.as_deref()),
                (&["-i".to_owned(), "-x".to_owned()][..], Some("3"))
            );
        }
        let own = solver("-i");
        let other = own.reseeded(7).unwrap();
        assert_eq!((other.id().seed.as_deref(), &*other.name), (Some("7"), "sh -i --seed=7 x.seed=7"));
        assert!(own.id().is_same_but_for_seed(&other.id()));
        assert!(!own.id().is_same_but_for_seed(&solver("-j").id()));
    }

    #[test]
    fn a_program_is_known_by_its_contents() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["a", "b"].map(|name| folder.path().join(name));
        for path in &paths {
            fs::write(path, "one").unwrap();
        }
        let [a, b] = paths.each_ref().map(|path| hashed(path).unwrap());
        assert_eq!((a.len(), &a), (32, &b));
        fs::write(&paths[1], "another").unwrap();
        assert_ne!(hashed(&paths[1]).unwrap(), a);
        assert_ne!(hashed(folder.path()).unwrap(), a);
        assert!(hashed(&folder.path().join("c")).is_err());
    }

    #[test]
    fn what_a_campaign_adds_can_be_left_out() {
        let mut own = solver("");
        assert!(own.is_plain() && own.reseeded(3).unwrap().is_plain());
        own.extra = vec!["-x".to_owned()];
        assert!(!own.is_plain() && own.plain().is_plain());
        assert!(!solver("-i").is_plain());
    }
}
