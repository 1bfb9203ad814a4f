//! Cases as programs, compiled and run with the real libraries: installed on demand, skipped without a network or a compiler.

#![allow(clippy::unwrap_used, clippy::panic, reason = "what is not as expected ends the test")]
#![allow(clippy::print_stdout, reason = "what was skipped is said")]

use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use quis_domains::adapters::install::{self, InstallError};
use quis_domains::{
    Action, Arguments, Case, Constraint, Domain, Formula, Linear, Outcome, PROPERTIES, Profile, Program,
    Relation, Settings, Step, Visitor, outcome, program, reference, test, with,
};

/// Libraries are not made for several threads.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// The folder of a family's libraries, and the right to use them; skips the test if there are none.
fn library(family: &str) -> Option<(PathBuf, MutexGuard<'static, ()>)> {
    if !Command::new("gcc")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
    {
        println!("SKIPPED, there is no gcc");
        return None;
    }
    let guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let variable = if family == "apron" { "QUIS_APRON" } else { "QUIS_PPL" };
    let named = std::env::var_os(variable).map(PathBuf::from);
    let folder = named.or_else(|| {
        let skipped = |error: &InstallError| println!("SKIPPED, no library and no way to get it: {error}");
        let cache = install::cache()?;
        let folder =
            if family == "apron" { install::install_apron(&cache) } else { install::install_ppl(&cache) };
        folder.inspect_err(skipped).ok()
    });
    Some((folder?, guard))
}

/// How a program ended.
#[derive(Debug)]
struct Run {
    /// `None` if it was ended by a signal.
    code: Option<i32>,
    signal: Option<i32>,
    /// It had to be stopped.
    endless: bool,
    said: String,
}

fn run(program: &Program, library: &Path, patience: Duration) -> Run {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(program.file), &program.text).unwrap();
    let compile = program.build.strip_suffix(" && ./program").unwrap();
    let mut compiler = Command::new("sh");
    compiler.args(["-c", compile]).env("LIB", library).current_dir(&folder);
    let compiled = compiler.output().unwrap();
    let words = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success() && words.is_empty(), "{words}\n{}", program.text);
    let said = std::fs::File::create(folder.path().join("said")).unwrap();
    let mut child = Command::new(folder.path().join("program")).stdout(said).spawn().unwrap();
    let start = Instant::now();
    let (status, endless) = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break (status, false);
        }
        if start.elapsed() > patience {
            child.kill().unwrap();
            break (child.wait().unwrap(), true);
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let said = std::fs::read(folder.path().join("said")).unwrap();
    let said = String::from_utf8_lossy(&said).into_owned();
    Run { code: status.code(), signal: status.signal(), endless, said }
}

const PATIENCE: Duration = Duration::from_secs(10);

fn at_least(coefficients: &[i64], constant: i64) -> Constraint {
    Constraint { linear: Linear::new(coefficients.iter().copied(), constant), relation: Relation::AtLeast }
}

fn step(action: Action) -> Step {
    Step { action, asked: false }
}

#[derive(Clone, Copy)]
struct ProfileOf;

impl Visitor for ProfileOf {
    type Output = Profile;

    fn visit<D: Domain>(self, domain: D) -> Profile {
        domain.profile().clone()
    }
}

struct OutcomeOf<'c>(&'c Case);

impl Visitor for OutcomeOf<'_> {
    type Output = Outcome;

    fn visit<D: Domain>(self, domain: D) -> Outcome {
        outcome(&domain, self.0)
    }
}

/// The program of a case on a domain of a library.
fn written(case: &Case, domain: &str) -> Program {
    let profile = with(domain, case.dimension, ProfileOf).unwrap();
    program(case, &profile, domain).unwrap()
}

/// The dissertation's figure 2.4: what is known of x0 and x5 is lost.
fn figure_2_4(asked: bool) -> Case {
    let unit = |at: &[(usize, i64)]| -> Vec<i64> {
        (0..6).map(|v| at.iter().find(|(w, _)| *w == v).map_or(0, |(_, c)| *c)).collect()
    };
    Case {
        dimension: 6,
        expressions: vec![Linear::new([0; 6], i64::MIN)],
        conditions: vec![at_least(&unit(&[(0, -1), (5, -1)]), 1), at_least(&unit(&[(0, 1)]), i64::MAX)],
        steps: vec![
            step(Action::Constraint(0)),
            step(Action::Assign(0, 2, 0)),
            step(Action::Constraint(1)),
            Step { action: Action::Meet(2, 1), asked },
        ],
        property: Some(17),
        arguments: Arguments { x: 3, y: 3, z: 3, ..Arguments::default() },
        guarded: false,
    }
}

#[test]
fn the_octagons_of_figure_2_4_fail() {
    let Some((folder, _guard)) = library("apron") else { return };
    let program = written(&figure_2_4(true), "apron:oct-d");
    assert!(program.text.contains("/* oct4 ← oct3 ⊓ oct2 */"), "{}", program.text);
    assert!(program.text.contains("/* assert(⊤ ⊓ oct4 = oct4) */"), "{}", program.text);
    let shown = run(&program, &folder, PATIENCE);
    assert_eq!(shown.code, Some(1), "{shown:?}\n{}", program.text);
    assert!(
        shown.said.ends_with("property 17 does not hold\n") && shown.said.contains("oct4 = "),
        "{shown:?}"
    );
    // What it has is only changed when it is asked.
    let unasked = run(&written(&figure_2_4(false), "apron:oct-d"), &folder, PATIENCE);
    assert_eq!(unasked.code, Some(0), "{unasked:?}");
    assert!(unasked.said.ends_with("property 17 holds\n"), "{unasked:?}");
}

#[test]
fn meets_of_octagons_in_doubles_are_not_idempotent() {
    let Some((folder, _guard)) = library("apron") else { return };
    let case = Case {
        dimension: 3,
        expressions: vec![Linear::new([0, 1, 0], 1)],
        conditions: vec![at_least(&[0, 1, 0], 9_007_199_254_740_899), at_least(&[0, 0, 1], 0)],
        steps: vec![step(Action::Constraint(0)), step(Action::Assign(0, 0, 0)), step(Action::Cond(1, 1))],
        property: Some(23),
        arguments: Arguments { x: 2, y: 2, z: 2, ..Arguments::default() },
        guarded: false,
    };
    for property in [22, 23] {
        let case = Case { property: Some(property), ..case.clone() };
        let shown = run(&written(&case, "apron:oct-d"), &folder, PATIENCE);
        let inside = with("apron:oct-d", 3, OutcomeOf(&case)).unwrap();
        assert_eq!(shown.code, Some(code(inside)), "{property}: {shown:?}");
        assert_eq!(shown.code, Some(1), "{property}: {shown:?}");
    }
}

/// As in the dissertation's figure 2.5, polyhedra whose numbers overflow do not come to an end.
#[test]
fn polyhedra_of_machine_integers_do_not_end() {
    let Some((folder, _guard)) = library("apron") else { return };
    let case = Case {
        dimension: 2,
        expressions: vec![],
        conditions: vec![at_least(&[1, 1], i64::MIN)],
        steps: vec![Step { action: Action::Constraint(0), asked: true }],
        property: None,
        arguments: Arguments::default(),
        guarded: false,
    };
    let shown = run(&written(&case, "apron:poly-rll"), &folder, Duration::from_secs(2));
    assert!(shown.endless, "{shown:?}");
}

#[test]
fn a_widening_of_boxes_with_nothing_dies() {
    let Some((folder, _guard)) = library("apron") else { return };
    let steps = vec![step(Action::Top), step(Action::Bottom), step(Action::Widen(0, 1))];
    let case = Case {
        dimension: 2,
        expressions: vec![],
        conditions: vec![],
        steps,
        property: None,
        arguments: Arguments::default(),
        guarded: false,
    };
    let program = written(&case, "apron:box-mpq");
    let shown = run(&program, &folder, PATIENCE);
    assert_eq!(shown.signal, Some(11), "{shown:?}\n{}", program.text);
    let harmless = Case { steps: case.steps[..2].to_vec(), ..case };
    let shown = run(&written(&harmless, "apron:box-mpq"), &folder, PATIENCE);
    assert_eq!((shown.code, &*shown.said), (Some(0), "all steps done\n"));
}

/// ⊤, ⊥ and a constraint.
fn trivial(property: u8) -> Case {
    Case {
        dimension: 2,
        expressions: vec![Linear::new([1, 0], 3)],
        conditions: vec![at_least(&[1, -1], 5)],
        steps: vec![step(Action::Top), step(Action::Bottom), step(Action::Constraint(0))],
        property: Some(property),
        arguments: Arguments { x: 2, y: 2, z: 2, variable: 1, expression: 0, condition: 0, variant: 0 },
        guarded: false,
    }
}

/// A property of each kind of formula.
const SAMPLE: [u8; 14] = [1, 4, 14, 17, 26, 32, 33, 35, 37, 46, 48, 49, 52, 57];

fn trivial_cases_hold(family: &str, domain: &str) {
    let Some((folder, _guard)) = library(family) else { return };
    for number in SAMPLE {
        let case = trivial(number);
        let program = written(&case, domain);
        let shown = run(&program, &folder, PATIENCE);
        let inside = with(domain, case.dimension, OutcomeOf(&case)).unwrap();
        assert_eq!(shown.code, Some(code(inside)), "{number} {shown:?}\n{}", program.text);
        assert!(matches!(shown.code, Some(0 | 3)), "{number} {shown:?}\n{}", program.text);
    }
    for number in 1..=59 {
        assert!(!written(&trivial(number), domain).text.contains('@'), "{number}");
    }
}

#[test]
fn trivial_cases_hold_for_apron() {
    trivial_cases_hold("apron", "apron:oct-mpq");
}

#[test]
fn trivial_cases_hold_for_ppl() {
    trivial_cases_hold("ppl", "ppl:oct-mpq");
}

#[test]
#[ignore = "slow: all properties on all domains"]
fn trivial_cases_of_all_properties() {
    for family in ["apron", "ppl"] {
        let Some((folder, _guard)) = library(family) else { return };
        for found in quis_domains::adapters::available() {
            if !found.name.starts_with(family) {
                continue;
            }
            let profile = with(found.name, 2, ProfileOf).unwrap();
            for property in PROPERTIES.iter().filter(|property| property.applies(&profile)) {
                // This may die, as another test shows.
                if found.name.starts_with("apron:box") && property.group == "widening" {
                    continue;
                }
                let case = trivial(property.number);
                // Boxes cannot say what the constraint says: what is best is not known without the library.
                let Some(program) = program(&case, &profile, found.name) else {
                    assert!(matches!(property.formula, Formula::Best(_)), "{}", found.name);
                    continue;
                };
                let shown = run(&program, &folder, PATIENCE);
                let inside = with(found.name, case.dimension, OutcomeOf(&case)).unwrap();
                assert_eq!(shown.code, Some(code(inside)), "{} {} {shown:?}", found.name, property.number);
            }
        }
    }
}

/// The code with which a program ends.
fn code(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Holds => 0,
        Outcome::Violated => 1,
        Outcome::Failed => 2,
        Outcome::Vacuous => 3,
    }
}

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn linear(&mut self, constants: &[i64]) -> Linear {
        let coefficients: Vec<i64> = (0..3).map(|_| [0, 0, 0, 1, 1, -1, 2][self.below(7)]).collect();
        Linear::new(coefficients, constants[self.below(constants.len())])
    }

    fn case(&mut self, property: u8, constants: &[i64]) -> Case {
        let relation = [Relation::AtLeast, Relation::AtLeast, Relation::Equal, Relation::Above];
        let conditions: Vec<Constraint> = (0..4)
            .map(|_| Constraint { linear: self.linear(constants), relation: relation[self.below(4)] })
            .collect();
        let expressions: Vec<Linear> = (0..3).map(|_| self.linear(constants)).collect();
        let mut steps = vec![step(Action::Constraint(0)), step(Action::Constraint(1))];
        while steps.len() < 7 {
            let mut any = |end: usize| self.below(end) as u16;
            let (a, b) = (any(steps.len()), any(steps.len()));
            let action = match any(9) {
                0 => Action::Top,
                1 => Action::Bottom,
                2 => Action::Join(a, b),
                3 => Action::Meet(a, b),
                4 => Action::Widen(a, b),
                5 => Action::Project(a, any(3) as u8),
                6 => Action::Cond(a, any(4)),
                _ => Action::Assign(a, any(3) as u8, any(3)),
            };
            steps.push(Step { action, asked: any(3) == 0 });
        }
        let mut any = |end: usize| self.below(end) as u16;
        let arguments = Arguments {
            x: any(7),
            y: any(7),
            z: any(7),
            variable: any(3) as u8,
            expression: any(3),
            condition: any(4),
            variant: 0,
        };
        Case {
            dimension: 3,
            expressions,
            conditions,
            steps,
            property: Some(property),
            arguments,
            guarded: false,
        }
    }
}

/// Programs end as the same cases do in this process.
fn agreement(family: &str, domains: &[&str], constants: &[i64], count: usize) {
    let Some((folder, _guard)) = library(family) else { return };
    let mut dice = Dice(42);
    let mut seen = [0; 4];
    for at in 0..count {
        let domain = domains[at % domains.len()];
        let profile = with(domain, 3, ProfileOf).unwrap();
        let (case, inside) = loop {
            let property = PROPERTIES[dice.below(PROPERTIES.len())];
            if !property.applies(&profile) {
                continue;
            }
            let case = dice.case(property.number, constants);
            let inside = with(domain, 3, OutcomeOf(&case)).unwrap();
            // What is wrong is rare, and what is not tested less interesting.
            let one_of = match inside {
                Outcome::Violated | Outcome::Failed => 1,
                Outcome::Holds => 40,
                Outcome::Vacuous => 60,
            };
            if dice.below(one_of) == 0 {
                break (case, inside);
            }
        };
        let Some(program) = program(&case, &profile, domain) else {
            assert!(matches!(case.property().map(|p| p.formula), Some(Formula::Best(_))), "{case:?}");
            continue;
        };
        let shown = run(&program, &folder, PATIENCE);
        assert_eq!(shown.code, Some(code(inside)), "{domain} {shown:?}\n{}", program.text);
        seen[code(inside) as usize] += 1;
    }
    println!("{family}: {seen:?}");
    assert!(seen[0] > 0 && seen[3] > 0, "{seen:?}");
}

const LARGE: [i64; 8] = [0, 1, -1, 5, i64::MIN, i64::MAX, 9_007_199_254_740_899, 9_007_199_254_740_993];

#[test]
fn programs_for_apron_agree() {
    agreement("apron", &["apron:oct-d", "apron:oct-mpq", "apron:poly-mpq"], &LARGE, 32);
}

#[test]
fn programs_for_ppl_agree() {
    agreement("ppl", &["ppl:oct-mpq", "ppl:poly", "ppl:box-mpq", "ppl:bds-d"], &LARGE, 24);
}

/// What is needed to compile a program in Rust.
struct Rustc {
    /// Where the rest is.
    dependencies: PathBuf,
    /// This crate, as the test is linked with it.
    library: PathBuf,
    folder: tempfile::TempDir,
}

impl Rustc {
    fn find() -> Option<Rustc> {
        let there = Command::new("rustc").arg("--version").stdout(Stdio::null()).status();
        if !there.is_ok_and(|status| status.success()) {
            println!("SKIPPED, there is no rustc");
            return None;
        }
        let dependencies = std::env::current_exe().unwrap().parent().unwrap().to_owned();
        let is_library = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("libquis_domains-") && name.ends_with(".rlib")
        };
        let entries = std::fs::read_dir(&dependencies).unwrap().flatten();
        let mut found: Vec<_> = entries.map(|entry| entry.path()).filter(is_library).collect();
        found.sort_by_key(|path| path.metadata().and_then(|data| data.modified()).ok());
        Some(Rustc { dependencies, library: found.pop()?, folder: tempfile::tempdir().unwrap() })
    }

    /// Compiles and runs the program of a case, which must end with a code.
    fn check(&self, domain: &str, case: &Case, code: i32) {
        let profile = with(domain, case.dimension, ProfileOf).unwrap();
        let program = program(case, &profile, domain).unwrap();
        let (file, out) = (self.folder.path().join(program.file), self.folder.path().join("out"));
        std::fs::write(&file, &program.text).unwrap();
        let compiled = Command::new("rustc")
            .args(["--edition", "2024", "-L"])
            .arg(format!("dependency={}", self.dependencies.display()))
            .arg("--extern")
            .arg(format!("quis_domains={}", self.library.display()))
            .args([file.as_os_str(), "-o".as_ref(), out.as_os_str()])
            .output()
            .unwrap();
        let words = String::from_utf8_lossy(&compiled.stderr);
        assert!(compiled.status.success() && words.is_empty(), "{words}\n{}", program.text);
        let shown = Command::new(&out).output().unwrap();
        let said = String::from_utf8_lossy(&shown.stdout);
        assert_eq!(shown.status.code(), Some(code), "{domain} {said}\n{}", program.text);
    }
}

/// Cases that show violations of some properties, or of all.
struct Violating(Vec<u8>);

impl Visitor for Violating {
    type Output = Vec<Case>;

    fn visit<D: Domain>(self, domain: D) -> Vec<Case> {
        let settings = Settings { properties: self.0, rounds: 300, ..Settings::default() };
        test(&domain, &settings).violations.into_iter().map(|violation| violation.case).collect()
    }
}

#[test]
fn programs_for_reference_domains_agree() {
    let Some(rustc) = Rustc::find() else { return };
    for (domain, property) in [
        ("reference:octagons+octagon-join-left-only", 9),
        ("reference:intervals+interval-narrow-takes-all", 46),
        ("reference:polyhedra+polyhedra-project-zero", 53),
        ("reference:octagons+octagon-meet-unclosed", 55),
    ] {
        let cases = with(domain, 3, Violating(vec![property])).unwrap();
        rustc.check(domain, cases.first().unwrap_or_else(|| panic!("nothing is wrong with {domain}")), 1);
    }
    rustc.check("reference:octagons", &trivial(55), 0);
    rustc.check("reference:machine-intervals", &trivial(52), 0);
    rustc.check("reference:polyhedra", &trivial(36), 3);
}

#[test]
#[ignore = "slow: all violations of all faults"]
fn programs_for_all_faults_agree() {
    let Some(rustc) = Rustc::find() else { return };
    for fault in reference::Fault::ALL {
        let domain = format!("{}+{}", fault.domain(), fault.name());
        for case in with(&domain, 3, Violating(Vec::new())).unwrap() {
            let inside = with(&domain, case.dimension, OutcomeOf(&case)).unwrap();
            if inside != Outcome::Violated {
                println!("{domain} {:?} {inside:?}", case.property);
            }
            // A stair of widenings has no program yet.
            let is_stair = case.property == Some(33) && case.arguments.variant == 2;
            if !is_stair {
                rustc.check(&domain, &case, code(inside));
            }
        }
    }
}
