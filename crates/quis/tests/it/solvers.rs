//! `quis solvers`, with a folder of pretended solvers, and the host with a real library.

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use super::{Place, Run};

/// A place with solvers of its own, and no others.
struct Solvers {
    place: Place,
}

impl Solvers {
    fn new() -> Self {
        Solvers { place: Place::new() }
    }

    /// A release that says which it is.
    fn install(&self, name: &str, version: &str) {
        let home = format!("cache/quis/solvers/{name}/{version}");
        let program = self.place.file(&format!("{home}/bin/{name}"), format!("#!/bin/sh\necho {version}\n"));
        std::fs::set_permissions(program, PermissionsExt::from_mode(0o755)).unwrap();
        let record = format!(
            r#"{{"name": "{name}", "version": "{version}", "origin": "test", "program": "bin/{name}"}}"#
        );
        self.place.file(&format!("{home}/installed.json"), record);
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.place.command(arguments);
        command.env("XDG_CACHE_HOME", self.place.path().join("cache"));
        command.env("XDG_CONFIG_HOME", self.place.path().join("config"));
        command.env("PATH", "/nowhere").env_remove("QUIS_SOLVERS");
        command
    }

    fn quis(&self, arguments: &[&str]) -> Run {
        self.command(arguments).output().unwrap().into()
    }

    fn path(&self, rest: &str) -> String {
        self.place.path().join("cache/quis/solvers").join(rest).display().to_string()
    }
}

#[test]
fn installed_solvers_are_listed() {
    let solvers = Solvers::new();
    let none = solvers.quis(&["solvers", "list"]).good();
    assert_eq!(none, "There are no solvers here: `quis solvers install z3 cvc5` gets some.\n");
    assert_eq!(solvers.quis(&["solvers", "doctor"]).code, 3);
    for (name, version) in [("z3", "4.8.7"), ("z3", "5.4.0"), ("cvc4", "1.8")] {
        solvers.install(name, version);
    }
    let list = solvers.quis(&["solvers", "list"]).good();
    let expected = [
        format!("* cvc4  1.8    test  {}\n", solvers.path("cvc4/1.8/bin/cvc4")),
        format!("* z3    5.4.0  test  {}\n", solvers.path("z3/5.4.0/bin/z3")),
        format!("  z3    4.8.7  test  {}\n", solvers.path("z3/4.8.7/bin/z3")),
    ];
    assert_eq!(list, expected.concat());
    let json = solvers.quis(&["solvers", "list", "--json"]).good();
    let first: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&first["name"], &first["family"], &first["default"]),
        (&"cvc4".into(), &"cvc".into(), &true.into())
    );
}

#[test]
fn paths_are_those_of_releases() {
    let solvers = Solvers::new();
    solvers.install("z3", "4.8.7");
    solvers.install("z3", "5.4.0");
    let path = |spec: &str| solvers.quis(&["solvers", "path", spec]);
    for (spec, version) in [("z3", "5.4.0"), ("z3@latest", "5.4.0"), ("z3@4.8.7", "4.8.7"), ("z3@4", "4.8.7")]
    {
        assert_eq!(path(spec).good(), solvers.path(&format!("z3/{version}/bin/z3\n")), "{spec}");
    }
    let missing = path("z3@4.9").rejected();
    assert_eq!(missing, "error: there is no release 4.9 of z3 here: run `quis solvers install z3@4.9`\n");
    assert_eq!(
        path("cvc5").rejected(),
        "error: there is no solver `cvc5`: run `quis solvers install cvc5`\n"
    );
    // A folder that the user names comes first, and needs no records.
    let program = solvers.place.file("own/z3/bin/z3", "#!/bin/sh\n");
    std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
    let mut command = solvers.command(&["solvers", "path", "z3"]);
    let run: Run = command.env("QUIS_SOLVERS", solvers.place.path().join("own")).output().unwrap().into();
    assert_eq!(run.good(), format!("{}\n", program.display()));
}

#[test]
fn what_is_there_is_not_installed_again() {
    let solvers = Solvers::new();
    solvers.install("z3", "4.8.7");
    // There is no pip on this PATH: nothing can be fetched.
    let run = solvers.quis(&["solvers", "install", "z3", "z3@4.8"]);
    assert_eq!((run.code, &*run.stderr), (0, "z3 4.8.7: is there (test)\n".repeat(2).as_str()));
    let run = solvers.quis(&["solvers", "install", "--json", "z3@4.8.7"]).good();
    let line: serde_json::Value = serde_json::from_str(&run).unwrap();
    assert_eq!(
        (&line["installed"], &line["present"], &line["version"]),
        (&true.into(), &true.into(), &"4.8.7".into())
    );
    let missing = solvers.quis(&["solvers", "install", "z3@5.4.0"]).rejected();
    assert!(missing.starts_with("error: z3@5.4.0: python3 is missing: "), "{missing}");
    let optional = solvers.quis(&["solvers", "install", "--optional", "z3@5.4.0"]);
    assert_eq!(optional.code, 0);
    assert!(optional.stderr.starts_with("z3@5.4.0: going on without it: "), "{}", optional.stderr);
    for (spec, message) in [("z4", "where to get `z4` is not known"), ("z3@x", "`x` is no version")] {
        let text = solvers.quis(&["solvers", "install", spec]).rejected();
        assert!(text.contains(message), "{text}");
    }
    // Nothing is left of what failed.
    let names = std::fs::read_dir(solvers.path("z3")).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["4.8.7"]);
}

#[test]
fn users_have_tables_of_their_own() {
    let solvers = Solvers::new();
    let program = solvers.place.file("own/mine/bin/mine", "#!/bin/sh\necho Mine 1.2\n");
    std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
    solvers.place.file("config/quis/solvers.toml", "[[solver]]\nname = \"mine\"\nversion = [\"-v\"]\n");
    let mut command = solvers.command(&["solvers", "list"]);
    let run: Run = command.env("QUIS_SOLVERS", solvers.place.path().join("own")).output().unwrap().into();
    assert_eq!(run.good(), format!("* mine  1.2  program  {}\n", program.display()));
    solvers.place.file("bad.toml", "[[solver]]\nname = \"z3\"\nargs = []\n");
    let text = solvers.quis(&["solvers", "list", "--profiles", "bad.toml"]).rejected();
    assert!(text.starts_with("error: bad.toml:3:1: unknown field `args`, expected one of"), "{text}");
}

/// The host with the libraries of an installed cvc5, if there is one.
#[test]
fn cvc5_is_hosted() {
    let path = quis_solvers::SearchPath::from_environment();
    let Some(installed) =
        path.installed("cvc5").into_iter().find(|installed| installed.record.host.is_some())
    else {
        assert!(
            std::env::var_os("QUIS_REQUIRE_SOLVERS").is_none(),
            "no cvc5 is installed: run `make solvers`"
        );
        return;
    };
    let place = Place::new();
    let libraries = installed.libraries();
    let host = |arguments: &[&str], input: &str| {
        let words = [&["host", "cvc5", libraries.to_str().unwrap()], arguments].concat();
        place.quis_with_input(&words, input.as_bytes())
    };
    let script =
        "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (= (* 2 x) 8))\n(check-sat)\n(get-value (x))\n";
    place.file("a.smt2", script);
    assert_eq!(host(&["--produce-models", "a.smt2"], "").good(), "sat\n((x 4))\n");
    assert_eq!(host(&["-m", "-"], script).good(), "sat\n((x 4))\n");
    // Many scripts in one process; options of the command line survive a reset.
    let many =
        format!("{script}(reset)\n{script}(push 1)\n(assert false)\n(check-sat)\n(exit)\n(check-sat)\n");
    assert_eq!(host(&["-i", "-m"], &many).good(), "sat\n((x 4))\nsat\n((x 4))\nunsat\n");
    // Errors end it, as they end the program.
    let run = host(&[], "(set-logic ALL)\n(assert y)\n(check-sat)\n");
    assert_eq!(run.code, 1);
    assert!(run.stdout.starts_with("(error \"Parse Error: "), "{}", run.stdout);
    for (arguments, message) in [
        (&["--unheard-of"][..], "cannot understand option `--unheard-of'"),
        (&["no.smt2"], "Couldn't open file: no.smt2"),
        (&["a.smt2", "a.smt2"], "Too many input files"),
        (&["--tlimit=x"], "--tlimit wants milliseconds"),
    ] {
        let run = host(arguments, "");
        assert_eq!(run.code, 1);
        assert!(run.stdout.contains(message), "{}", run.stdout);
    }
    assert!(host(&["--version"], "").good().starts_with("This is cvc5 version "));
    // It is found by its name, and runs without the launcher.
    let found =
        place.quis(&["validate", "a.smt2", "--solver", &format!("cvc5@{}", installed.record.version)]);
    assert_eq!(found.code, 0, "{}{}", found.stdout, found.stderr);
}
