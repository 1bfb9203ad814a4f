//! The table of solvers: ours, and what users add to it.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde::Deserialize;
use toml::Spanned;

use crate::complaint::Patterns;
use crate::declared::DeclaredDeviation;
use crate::dialect::Escapes;
use crate::profile::{Ability, Input, Profile, Source};
use crate::theory::Theory;
use crate::version::Version;

/// Our own entries, one file a solver.
const FILES: [(&str, &str); 14] = [
    ("any.toml", include_str!("../profiles/any.toml")),
    ("bitwuzla.toml", include_str!("../profiles/bitwuzla.toml")),
    ("boolector.toml", include_str!("../profiles/boolector.toml")),
    ("cvc4.toml", include_str!("../profiles/cvc4.toml")),
    ("cvc5.toml", include_str!("../profiles/cvc5.toml")),
    ("demo.toml", include_str!("../profiles/demo.toml")),
    ("mathsat.toml", include_str!("../profiles/mathsat.toml")),
    ("opensmt.toml", include_str!("../profiles/opensmt.toml")),
    ("princess.toml", include_str!("../profiles/princess.toml")),
    ("smtinterpol.toml", include_str!("../profiles/smtinterpol.toml")),
    ("stp.toml", include_str!("../profiles/stp.toml")),
    ("vampire.toml", include_str!("../profiles/vampire.toml")),
    ("yices.toml", include_str!("../profiles/yices.toml")),
    ("z3.toml", include_str!("../profiles/z3.toml")),
];

/// The entry whose patterns hold for every solver.
const ANY: &str = "any";

/// A user's own table, in the configuration folder.
const USER_FILE: &str = "solvers.toml";

/// Makes the struct of what an entry may say, all of it optional, and how one entry is laid over another.
macro_rules! entry {
    ($($field:ident: $type:ty,)*) => {
        /// What an entry, or a release of it, says.
        #[derive(Clone, Debug, Default, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        struct Entry {
            name: Option<String>,
            since: Option<String>,
            before: Option<String>,
            spelling: BTreeMap<String, String>,
            spelling_with: BTreeMap<String, BTreeMap<String, String>>,
            lacks: Vec<String>,
            limitation: Vec<Spanned<String>>,
            crash: Vec<Spanned<String>>,
            deviation: Vec<DeclaredDeviation>,
            release: Vec<Spanned<Entry>>,
            $($field: Option<$type>,)*
        }

        impl Entry {
            /// What this entry says counts; what it does not say is as below. Lists of names and of patterns are put
            /// together.
            fn over(self, below: Entry) -> Entry {
                Entry {
                    name: self.name.or(below.name),
                    since: self.since.or(below.since),
                    before: self.before.or(below.before),
                    spelling: joined(below.spelling, self.spelling),
                    spelling_with: joined(below.spelling_with, self.spelling_with),
                    lacks: [below.lacks, self.lacks].concat(),
                    limitation: [below.limitation, self.limitation].concat(),
                    crash: [below.crash, self.crash].concat(),
                    deviation: [below.deviation, self.deviation].concat(),
                    release: [below.release, self.release].concat(),
                    $($field: self.$field.or(below.$field),)*
                }
            }
        }
    };
}

entry! {
    family: String,
    dialect: String,
    programs: Vec<String>,
    arguments: Vec<String>,
    optional: Vec<String>,
    refusal: String,
    incremental: Vec<String>,
    session: Vec<String>,
    input: Input,
    version: Vec<String>,
    models: Vec<String>,
    cores: Vec<String>,
    seed: Vec<String>,
    validate: BTreeMap<String, Vec<String>>,
    variants: BTreeMap<String, Vec<String>>,
    tactics: Vec<String>,
    whole: String,
    timeout: Vec<String>,
    cannot: Vec<Ability>,
    theories: Vec<Theory>,
    decides: Vec<String>,
    rounds: bool,
    formats: Vec<(u32, u32)>,
    logics: Vec<String>,
    other_logic: String,
    escapes: Escapes,
    install: Source,
}

fn joined<V>(mut below: BTreeMap<String, V>, above: BTreeMap<String, V>) -> BTreeMap<String, V> {
    below.extend(above);
    below
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    solver: Vec<Spanned<Entry>>,
}

/// What is wrong with a table, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableError {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1; 0 if the file could not be read.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file.display(), self.message),
            line => write!(f, "{}:{line}:{}: {}", self.file.display(), self.column, self.message),
        }
    }
}

impl std::error::Error for TableError {}

/// What is known of solvers.
#[derive(Clone, Debug, Default)]
pub struct Table {
    profiles: Vec<Profile>,
    entries: Vec<Entry>,
}

impl Table {
    /// Our own table.
    #[must_use]
    pub fn ours() -> &'static Table {
        // A test reads the files: the table is not empty for want of a bracket.
        static OURS: LazyLock<Table> = LazyLock::new(|| read_ours().unwrap_or_default());
        &OURS
    }

    /// Our own table with the user's over it: `quis/solvers.toml` in the configuration folder, if there is one.
    ///
    /// # Errors
    /// If that file cannot be read, or something in it is wrong.
    pub fn from_environment() -> Result<Table, TableError> {
        let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let folder = folder("XDG_CONFIG_HOME").or_else(|| Some(folder("HOME")?.join(".config")));
        match folder.map(|folder| folder.join("quis").join(USER_FILE)).filter(|file| file.is_file()) {
            Some(file) => Table::ours().clone().with_file(&file),
            None => Ok(Table::ours().clone()),
        }
    }

    /// This table with a user's file over it. An entry of a known name changes what it names; any other is added.
    ///
    /// # Errors
    /// If the file cannot be read, or something in it is wrong.
    pub fn with_file(self, file: &Path) -> Result<Table, TableError> {
        let text = std::fs::read_to_string(file).map_err(|error| TableError {
            file: file.to_owned(),
            line: 0,
            column: 0,
            message: error.to_string(),
        })?;
        self.with_text(file, &text, true)
    }

    fn with_text(mut self, file: &Path, text: &str, checked: bool) -> Result<Table, TableError> {
        let place = |offset: usize, message: String| {
            let before = text.get(..offset).unwrap_or(text);
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
            TableError { file: file.to_owned(), line, column, message }
        };
        let read: File = toml::from_str(text)
            .map_err(|error| place(error.span().map_or(0, |span| span.start), error.message().to_owned()))?;
        for entry in read.solver {
            if checked {
                check(&entry).map_err(|(offset, message)| place(offset, message))?;
            }
            let span = entry.span();
            let entry = entry.into_inner();
            let Some(name) = entry.name.clone().filter(|name| !name.is_empty()) else {
                return Err(place(span.start, "a solver needs a `name`".to_owned()));
            };
            let known = self.entries.iter_mut().find(|known| known.name.as_deref() == Some(&*name));
            match known {
                Some(known) => *known = entry.over(std::mem::take(known)),
                None => self.entries.push(entry),
            }
        }
        self.profiles = self.profiles();
        Ok(self)
    }

    /// All solvers that are known.
    #[must_use]
    pub fn all(&self) -> &[Profile] {
        &self.profiles
    }

    /// What is known of a release of a solver.
    #[must_use]
    pub fn profile(&self, name: &str, version: Option<&Version>) -> Option<Profile> {
        let entry = self.entries.iter().find(|entry| entry.name.as_deref() == Some(name) && name != ANY)?;
        Some(profile(entry.clone().over(self.any()), version))
    }

    /// What is known of a solver whose release is not known, by its name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Profile> {
        self.profiles.iter().find(|profile| profile.name == name)
    }

    /// What is known of a program, by its file name: `z3-4.8.7` is a `z3`.
    #[must_use]
    pub fn of_program(&self, file_name: &str) -> Option<&Profile> {
        let is_it = |name: &str| {
            file_name
                .strip_prefix(name)
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
        };
        let fits =
            |profile: &&Profile| profile.programs.iter().filter(|name| is_it(name)).map(String::len).max();
        // The longest name is the most particular one.
        self.profiles.iter().filter(|profile| fits(profile).is_some()).max_by_key(fits)
    }

    /// What holds for a solver that nothing is known of.
    #[must_use]
    pub fn unknown(&self, name: &str) -> Profile {
        let entry = Entry { name: Some(name.to_owned()), ..Entry::default() };
        profile(entry.over(self.any()), None)
    }

    fn any(&self) -> Entry {
        let any = self.entries.iter().find(|entry| entry.name.as_deref() == Some(ANY));
        any.cloned().unwrap_or_default()
    }

    fn profiles(&self) -> Vec<Profile> {
        let particular = self.entries.iter().filter(|entry| entry.name.as_deref() != Some(ANY));
        particular.map(|entry| profile(entry.clone().over(self.any()), None)).collect()
    }
}

/// What the types do not say: ranges of releases, that patterns are patterns, and that deviations are some.
fn check(entry: &Spanned<Entry>) -> Result<(), (usize, String)> {
    let inner = entry.get_ref();
    for pattern in inner.limitation.iter().chain(&inner.crash) {
        if let Err(error) = crate::complaint::pattern(pattern.get_ref()) {
            let text = error.to_string();
            let reason = text.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned();
            return Err((pattern.span().start, format!("not a regular expression: {reason}")));
        }
    }
    inner.deviation.iter().try_for_each(|declared| declared.read().map(|_| ()))?;
    for release in &inner.release {
        let at = release.span().start;
        let inner = release.get_ref();
        if inner.since.is_none() && inner.before.is_none() {
            return Err((at, "a release needs `since` or `before`, or both".to_owned()));
        }
        let number = |text: &Option<String>| match text {
            None => Ok(None),
            Some(text) => match Version::parse(text) {
                Some(version) => Ok(Some(version)),
                None => Err((at, format!("`{text}` is no version: expected one like \"4.8.9\""))),
            },
        };
        if let (Some(since), Some(before)) = (number(&inner.since)?, number(&inner.before)?)
            && since >= before
        {
            return Err((at, format!("no release is since {since} and before {before}")));
        }
        if inner.name.is_some() || !inner.release.is_empty() {
            return Err((at, "a release has no `name` and no releases of its own".to_owned()));
        }
        check(release)?;
    }
    Ok(())
}

fn read_ours() -> Result<Table, TableError> {
    FILES
        .iter()
        .try_fold(Table::default(), |table, (name, text)| table.with_text(Path::new(name), text, false))
}

fn texts(patterns: Vec<Spanned<String>>) -> Vec<String> {
    patterns.into_iter().map(Spanned::into_inner).collect()
}

/// What an entry says of one release, or of a solver whose release is not known.
fn profile(mut entry: Entry, version: Option<&Version>) -> Profile {
    for release in std::mem::take(&mut entry.release) {
        let release = release.into_inner();
        if version.is_some_and(|version| release.holds(version)) {
            // The range is no part of what it says.
            entry = Entry { since: None, before: None, ..release }.over(entry);
        }
    }
    let name = entry.name.unwrap_or_default();
    Profile {
        family: entry.family.unwrap_or_else(|| name.clone()),
        programs: entry.programs.unwrap_or_else(|| vec![name.clone()]),
        name,
        dialect: entry.dialect,
        arguments: entry.arguments.unwrap_or_default(),
        optional: entry.optional.unwrap_or_default(),
        refusal: entry.refusal.unwrap_or_default(),
        incremental: entry.incremental.unwrap_or_default(),
        session: entry.session,
        input: entry.input.unwrap_or_default(),
        version: entry.version.unwrap_or_default(),
        models: entry.models.unwrap_or_default(),
        cores: entry.cores.unwrap_or_default(),
        seed: entry.seed.unwrap_or_default(),
        validate: entry.validate.unwrap_or_default(),
        variants: entry.variants.unwrap_or_default(),
        tactics: entry.tactics.unwrap_or_default(),
        whole: entry.whole,
        timeout: entry.timeout.unwrap_or_default(),
        cannot: entry.cannot.unwrap_or_default(),
        theories: entry.theories,
        decides: entry.decides.unwrap_or_default(),
        rounds: entry.rounds.unwrap_or_default(),
        formats: entry.formats.unwrap_or_default(),
        logics: entry.logics.unwrap_or_default(),
        other_logic: entry.other_logic,
        spelling: entry.spelling,
        spelling_with: entry.spelling_with,
        lacks: entry.lacks,
        escapes: entry.escapes.unwrap_or_default(),
        install: entry.install,
        // Those that are none were told of when the file was read.
        deviations: entry.deviation.iter().filter_map(|declared| declared.read().ok()).collect(),
        patterns: Patterns::new(texts(entry.limitation), texts(entry.crash)),
    }
}

impl Entry {
    fn holds(&self, version: &Version) -> bool {
        let bound = |text: &Option<String>| text.as_deref().and_then(Version::parse);
        bound(&self.since).is_none_or(|since| *version >= since)
            && bound(&self.before).is_none_or(|before| *version < before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_files_are_in_order() {
        let mut names = Vec::new();
        for (file, text) in FILES {
            let table = Table::default().with_text(Path::new(file), text, true).unwrap();
            assert_eq!(table.entries.len(), 1, "{file}");
            let name = table.entries[0].name.clone().unwrap();
            assert_eq!(file, format!("{name}.toml"));
            names.push(name);
        }
        assert!(names.is_sorted());
        assert_eq!(Table::ours().all().len(), FILES.len() - 1);
    }

    #[test]
    fn spellings_lead_somewhere() {
        for known in Table::ours().all() {
            let mut versions: Vec<Option<Version>> = vec![None];
            let entry = Table::ours()
                .entries
                .iter()
                .find(|entry| entry.name.as_deref() == Some(&known.name))
                .unwrap();
            for release in &entry.release {
                let release = release.get_ref();
                versions.extend(
                    [&release.since, &release.before].map(|text| text.as_deref().and_then(Version::parse)),
                );
            }
            for version in versions {
                let profile = Table::ours().profile(&known.name, version.as_ref()).unwrap();
                for (ours, theirs) in &profile.spelling {
                    assert_ne!(ours, theirs);
                    // A name must not be replaced by one that is replaced again.
                    assert!(!profile.spelling.contains_key(theirs), "{}: {ours}", profile.name);
                }
                assert!(profile.seed.iter().all(|word| word.contains("{}")), "{}", profile.name);
                assert!(
                    profile.timeout.is_empty() || profile.timeout.concat().contains("{}"),
                    "{}",
                    profile.name
                );
            }
        }
    }

    #[test]
    fn programs_are_known_by_their_names() {
        let table = Table::ours();
        let name = |program: &str| table.of_program(program).map(|profile| profile.name.as_str());
        assert_eq!(name("z3-4.8.7"), Some("z3"));
        assert_eq!(name("z3"), Some("z3"));
        assert_eq!(name("z3str"), None);
        assert_eq!(name("yices-smt2"), Some("yices"));
        assert_eq!(name("my-solver"), None);
        assert_eq!(table.named("mathsat").unwrap().input, Input::Stdin);
        assert_eq!(table.unknown("my-solver").name, "my-solver");
    }

    #[test]
    fn releases_differ() {
        let z3 = |version: &str| Table::ours().profile("z3", Version::parse(version).as_ref()).unwrap();
        assert_eq!(z3("4.8.8").spelling["str.in_re"], "str.in.re");
        assert!(!z3("4.8.9").spelling.contains_key("str.in_re"));
        assert_eq!(z3("4.8.8").arguments, z3("5.4").arguments);
        let cvc5 = |version: &str| Table::ours().profile("cvc5", Version::parse(version).as_ref()).unwrap();
        assert!(cvc5("1.4.2").arguments.contains(&"--arrays-exp".to_owned()));
        assert!(!cvc5("1.2.1").arguments.contains(&"--arrays-exp".to_owned()));
        assert!(
            cvc5("1.2.1").optional.is_empty() && !Table::ours().named("cvc5").unwrap().optional.is_empty()
        );
    }

    #[test]
    fn deviations_of_releases_are_added() {
        let table = user(
            "[[solver]]\nname = \"z3\"\n[[solver.deviation]]\noperator = \"div\"\nbecause = \"a\"\n\
             [[solver.release]]\nbefore = \"4.8\"\n[[solver.release.deviation]]\noperator = \"mod\"\nbecause = \"b\"\n",
        )
        .unwrap();
        let operators = |version: &str| {
            let profile = table.profile("z3", Version::parse(version).as_ref()).unwrap();
            profile.deviations.into_iter().map(|deviation| deviation.operator).collect::<Vec<_>>()
        };
        assert_eq!(
            (operators("4.7"), operators("4.8")),
            (vec!["div".into(), "mod".into()], vec!["div".into()])
        );
        assert_eq!(table.named("cvc5").unwrap().deviations, []);
    }

    fn user(text: &str) -> Result<Table, String> {
        let table = Table::ours().clone().with_text(Path::new("my.toml"), text, true);
        table.map_err(|error| error.to_string())
    }

    #[test]
    fn users_change_entries_and_add_others() {
        let table = user(
            "[[solver]]\nname = \"z3\"\narguments = [\"-x\"]\nlimitation = [\"my words\"]\n\
             [[solver]]\nname = \"mine\"\nfamily = \"z3\"\ntheories = [\"ints\"]\n",
        )
        .unwrap();
        let z3 = table.named("z3").unwrap();
        assert_eq!((&*z3.arguments, &*z3.family), (&["-x".to_owned()][..], "z3"));
        assert_eq!(z3.classify("my words"), quis_observations::Complaint::Limitation);
        assert_eq!(z3.classify("out of memory"), quis_observations::Complaint::Limitation);
        let mine = table.named("mine").unwrap();
        assert_eq!((&*mine.family, &*mine.programs), ("z3", &["mine".to_owned()][..]));
        assert_eq!(mine.dialect().obstacle("(declare-const x Real)"), Some("Real"));
    }

    #[test]
    fn mistakes_are_pointed_at() {
        let message = |text: &str| user(text).unwrap_err();
        let unknown = message("[[solver]]\nname = \"a\"\nargument = []\n");
        assert!(unknown.starts_with("my.toml:3:1: unknown field `argument`, expected one of"), "{unknown}");
        assert!(message("[[solver]]\nname = 3\n").starts_with("my.toml:2:8: invalid type"), "{unknown}");
        let pattern = message("[[solver]]\nname = \"a\"\ncrash = [\"x\",\n  \"(\"]\n");
        assert_eq!(pattern, "my.toml:4:3: not a regular expression: unclosed group");
        assert!(message("[[solver]]\n").starts_with("my.toml:1:1: a solver needs a `name`"));
        let release =
            |text: &str| message(&format!("[[solver]]\nname = \"a\"\n[[solver.release]]\n{text}\n"));
        assert_eq!(release(""), "my.toml:3:1: a release needs `since` or `before`, or both");
        assert!(release("since = \"new\"").contains("`new` is no version"));
        assert!(release("since = \"2\"\nbefore = \"1.9\"").contains("no release is since 2 and before 1.9"));
        assert!(message("[[solver]\n").starts_with("my.toml:1:"));
        let deviation =
            |text: &str| message(&format!("[[solver]]\nname = \"a\"\n[[solver.deviation]]\n{text}\n"));
        assert!(deviation("operator = \"div\"").contains("missing field `because`"));
        let unknown = deviation("because = \"b\"\noperator = \"divide\"");
        assert!(unknown.starts_with("my.toml:5:12: `divide` is no operator"), "{unknown}");
        let in_release = deviation(
            "operator = \"div\"\nbecause = \"b\"\n[[solver.release]]\nsince = \"1\"\n\
             [[solver.release.deviation]]\noperator = \"div\"\nwhen = \"b\"\nbecause = \"b\"",
        );
        assert!(in_release.starts_with("my.toml:10:8: `when` and `meaning` need"), "{in_release}");
        let missing = Table::default().with_file(Path::new("no/such.toml")).unwrap_err().to_string();
        assert!(missing.starts_with("no/such.toml: "), "{missing}");
    }
}
