//! Programs in Rust for reference domains.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use quis_domains::{Arguments, Case, Constant, Domain, Settings, Visitor, program, reference, test, with};

use crate::best::large;
use crate::kit::{OutcomeOf, ProfileOf, code, trivial};

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

    /// Compiles the programs of some cases as parts of one, which takes far less time, and runs each: it must end as the case does in this
    /// process.
    fn check(&self, cases: &[(String, Case)]) {
        let folder = self.folder.path();
        let (mut parts, mut arms) = (String::new(), String::new());
        for (at, (domain, case)) in cases.iter().enumerate() {
            let profile = with(domain, case.dimension, ProfileOf).unwrap();
            let program = program(case, &profile, domain).unwrap();
            assert_eq!(program.file, "program.rs");
            let text = program.text.replace("\nfn main()", "\npub fn main()");
            std::fs::write(folder.join(format!("p{at}.rs")), text).unwrap();
            parts += &format!("mod p{at};\n");
            arms += &format!("        Some(\"{at}\") => p{at}::main(),\n");
        }
        let main = format!(
            "{parts}\nfn main() -> std::process::ExitCode {{\n    match std::env::args().nth(1).as_deref() {{\n{arms}        \
             _ => std::process::ExitCode::from(9),\n    }}\n}}\n"
        );
        let (file, out) = (folder.join("main.rs"), folder.join("out"));
        std::fs::write(&file, main).unwrap();
        let compiled = Command::new("rustc")
            .args(["--edition", "2024", "-L"])
            .arg(format!("dependency={}", self.dependencies.display()))
            .arg("--extern")
            .arg(format!("quis_domains={}", self.library.display()))
            .args([file.as_os_str(), "-o".as_ref(), out.as_os_str()])
            .output()
            .unwrap();
        let words = String::from_utf8_lossy(&compiled.stderr);
        assert!(compiled.status.success() && words.is_empty(), "{words}");
        for (at, (domain, case)) in cases.iter().enumerate() {
            let shown = Command::new(&out).arg(at.to_string()).output().unwrap();
            let said = String::from_utf8_lossy(&shown.stdout);
            let inside = with(domain, case.dimension, OutcomeOf(case)).unwrap();
            let text = std::fs::read_to_string(folder.join(format!("p{at}.rs"))).unwrap();
            assert_eq!(shown.status.code(), Some(code(inside)), "{domain} {said}\n{text}");
        }
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

/// How a case ends in this process.
fn ends(domain: &str, case: &Case) -> i32 {
    code(with(domain, case.dimension, OutcomeOf(case)).unwrap())
}

#[test]
fn programs_for_reference_domains_agree() {
    let Some(rustc) = Rustc::find() else { return };
    let mut cases = Vec::new();
    for (domain, property) in [
        ("reference:octagons+octagon-join-left-only", 9),
        ("reference:intervals+interval-narrow-takes-all", 46),
        ("reference:polyhedra+polyhedra-project-zero", 53),
        ("reference:octagons+octagon-meet-unclosed", 55),
    ] {
        let found = with(domain, 3, Violating(vec![property])).unwrap();
        let case = found.into_iter().next().unwrap_or_else(|| panic!("nothing is wrong with {domain}"));
        assert_eq!(ends(domain, &case), 1);
        cases.push((domain.to_owned(), case));
    }
    let right = [("octagons", 55, 0), ("machine-intervals", 52, 0), ("polyhedra", 36, 3)];
    for (name, property, code) in right {
        let (domain, case) = (format!("reference:{name}"), trivial(property));
        assert_eq!(ends(&domain, &case), code);
        cases.push((domain, case));
    }
    cases.extend(stairs());
    cases.extend(guarded());
    cases.extend(any_constants());
    rustc.check(&cases);
}

/// A widening of octagons that closes its result climbs a stair for ever.
fn stairs() -> Vec<(String, Case)> {
    let case = trivial(33);
    let case = Case { arguments: Arguments { x: 1, variant: 2, ..case.arguments }, ..case };
    let widenings = [("octagons+octagon-widen-closed", 1), ("octagons", 0), ("polyhedra", 0)];
    let mut cases = Vec::new();
    for (name, code) in widenings {
        let domain = format!("reference:{name}");
        assert_eq!(ends(&domain, &case), code, "{domain}");
        cases.push((domain, case.clone()));
    }
    // Of narrowings there is no stair: elements of the case take turns.
    cases.push(("reference:intervals".to_owned(), Case { property: Some(46), ..case }));
    cases
}

/// With and without asking the domain for widenings with ⊥.
fn guarded() -> Vec<(String, Case)> {
    let mut cases = Vec::new();
    for guarded in [false, true] {
        for property in [29, 31, 32, 33, 51, 60] {
            for domain in ["reference:intervals", "reference:polyhedra"] {
                cases.push((domain.to_owned(), Case { guarded, ..trivial(property) }));
            }
        }
    }
    cases
}

/// An interval is no constant of these domains, and numbers of any size are no matter.
fn any_constants() -> Vec<(String, Case)> {
    let mut cases = vec![("reference:polyhedra".to_owned(), large(55))];
    for property in [35, 36, 52, 57] {
        let mut case = trivial(property);
        case.expressions[0].constant = Constant::Interval(1, -1);
        cases.push(("reference:octagons".to_owned(), case));
    }
    cases
}

#[test]
fn programs_for_all_faults_agree() {
    let Some(rustc) = Rustc::find() else { return };
    let mut cases = Vec::new();
    for fault in reference::Fault::ALL {
        let domain = format!("{}+{}", fault.domain(), fault.name());
        for case in with(&domain, 3, Violating(Vec::new())).unwrap() {
            assert_eq!(ends(&domain, &case), 1, "{domain} {:?}", case.property);
            cases.push((domain.clone(), case));
        }
    }
    rustc.check(&cases);
    println!("{} programs", cases.len());
}
