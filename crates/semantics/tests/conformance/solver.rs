//! A solver: where it is, how it is started, what it takes.

use std::io::{Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use quis_solvers::SearchPath;

/// How a solver is started; the script comes on its standard input.
struct Kind {
    name: &'static str,
    args: &'static [&'static str],
}

const KINDS: [Kind; 3] = [
    Kind { name: "z3", args: &["-in", "-t:3000", "memory_max_size=2000"] },
    Kind {
        name: "cvc5",
        args: &[
            "-i",
            "-m",
            "--strings-exp",
            "--arrays-exp",
            "--fp-exp",
            "--sets-exp",
            "--tlimit-per=3000",
            "-",
        ],
    },
    Kind { name: "bitwuzla", args: &["--time-limit-per=3000", "-"] },
];

/// A solver that was found.
pub(crate) struct Solver {
    pub(crate) name: &'static str,
    pub(crate) version: String,
    program: PathBuf,
    args: &'static [&'static str],
}

/// The names of all solvers that can be asked.
pub(crate) fn names() -> Vec<&'static str> {
    KINDS.iter().map(|kind| kind.name).collect()
}

/// The installed ones among these names.
pub(crate) fn find(wanted: &[String]) -> Vec<Solver> {
    let path = SearchPath::from_environment();
    let mut found = Vec::new();
    for kind in KINDS.iter().filter(|kind| wanted.is_empty() || wanted.iter().any(|name| name == kind.name)) {
        let Some(program) = path.find(kind.name) else { continue };
        let version = Command::new(&program).arg("--version").output();
        if let Ok(output) = version
            && output.status.success()
        {
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            let version = said.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
            let version = version.unwrap_or("of unknown version").to_owned();
            found.push(Solver { name: kind.name, version, program, args: kind.args });
        }
    }
    found
}

impl Solver {
    /// Whether there is any use in asking: Bitwuzla has few sorts, and only the standard's float formats.
    pub(crate) fn takes(&self, theory: &str, class: &str) -> bool {
        if self.name != "bitwuzla" {
            return true;
        }
        let sorts = ["Int", "String", "RegLan", "Seq", "Set", "Bag", "Tuple", "Unicode", "Nullable"];
        let formats = ["5:11", "8:24", "11:53", "15:113"];
        ["Core", "BitVec", "Float", "Array"].contains(&theory)
            && !sorts.iter().any(|sort| class.contains(sort))
            && (!class.contains("Real") || (theory == "Float" && !class.ends_with('-')))
            && class.split("Float:").skip(1).all(|rest| {
                let end = rest.find([' ', ')']).unwrap_or(rest.len());
                formats.contains(&&rest[..end])
            })
    }

    /// The text of a case as the solver spells it.
    pub(crate) fn spell(&self, text: &str) -> String {
        let spellings: &[(&str, &str)] = match self.name {
            // Finite sets have names of their own.
            "z3" if text.contains("set.") => &[
                ("(Set ", "(FiniteSet "),
                ("(set.inter ", "(set.intersect "),
                ("(set.minus ", "(set.difference "),
                ("(set.member ", "(set.in "),
                ("(set.card ", "(set.size "),
            ],
            "z3" if text.contains("(_ update ") => &[("(_ update ", "(_ update-field ")],
            "bitwuzla" if text.contains("(ext_rotate") => {
                &[("(ext_rotate_left ", "(bvrol "), ("(ext_rotate_right ", "(bvror ")]
            }
            _ => &[],
        };
        spellings.iter().fold(text.to_owned(), |text, (ours, theirs)| text.replace(ours, theirs))
    }

    /// Whether the simplifier is asked instead: Z3 takes a second to decide some comparisons of constant strings
    /// if it has pushed a scope.
    pub(crate) fn must_simplify(&self, head: &str) -> bool {
        self.name == "z3" && ["str.<", "str.<="].contains(&head)
    }

    /// The logic that has everything.
    pub(crate) fn logic(&self, higher_order: bool) -> &'static str {
        if higher_order && self.name == "cvc5" { "HO_ALL" } else { "ALL" }
    }

    /// What the solver prints about a script, up to a time limit.
    pub(crate) fn run(&self, script: String, limit: Duration) -> String {
        let child = Command::new(&self.program)
            .args(self.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child = match child {
            Ok(child) => child,
            Err(error) => return format!("(error \"{error}\")\n"),
        };
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let writer = std::thread::spawn(move || {
            if let Some(mut input) = input {
                // A solver that has ended reads no more.
                let _ = input.write_all(script.as_bytes());
            }
        });
        let (sender, receiver) = mpsc::channel();
        let reader = std::thread::spawn(move || {
            let mut said = Vec::new();
            if let Some(mut output) = output {
                let _ = output.read_to_end(&mut said);
            }
            let _ = sender.send(());
            said
        });
        if receiver.recv_timeout(limit).is_err() {
            let _ = child.kill();
        }
        let said = reader.join().unwrap_or_default();
        let _ = child.wait();
        let _ = writer.join();
        String::from_utf8_lossy(&said).into_owned()
    }
}
