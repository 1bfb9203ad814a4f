//! Where a program died, by what it printed: the same on every machine and for every input.

use crate::fingerprint::{message, place};

/// So many frames of a stack are taken.
const FRAMES: usize = 3;

/// Where a program died, if it says so.
pub(super) fn site(said: &str) -> Option<String> {
    sanitizer(said)
        .or_else(|| fatal_failure(said))
        .or_else(|| assertion_violation(said))
        .or_else(|| libc_assertion(said))
        .or_else(|| panic(said))
        .or_else(|| exception(said))
        .or_else(|| frames(said))
}

/// Whether a sanitizer reports something. Memory that is not freed in the end is no matter.
pub(super) fn has_sanitizer(said: &str) -> bool {
    (said.contains("Sanitizer:") && !said.contains("LeakSanitizer")) || said.contains(": runtime error: ")
}

/// match: ==7==ERROR: AddressSanitizer: heap-use-after-free on …, result: heap-use-after-free in the top frames
/// match: src/a.cpp:3:4: runtime error: shift exponent 64 is …, result: the place and the first words
fn sanitizer(said: &str) -> Option<String> {
    if let Some(line) = said.lines().find(|line| line.contains(": runtime error: ")) {
        let (at, what) = line.split_once(": runtime error: ")?;
        let what = what.split(':').next().unwrap_or(what);
        return Some(format!("{} {}", place(at), message(what)));
    }
    let (_, what) = said.split_once("Sanitizer: ")?;
    let kind = what.split_whitespace().next().unwrap_or("");
    Some(match frames(said) {
        Some(frames) => format!("{kind} in {frames}"),
        None => kind.to_owned(),
    })
}

/// match: Fatal failure within f(x) at ./src/a.cpp:3 / Check failure / (blank) / condition
/// result: src/a.cpp:3 Check failure condition
fn fatal_failure(said: &str) -> Option<String> {
    let mut lines = said.lines().skip_while(|line| !line.contains("Fatal failure within"));
    let (_, at) = lines.next()?.rsplit_once(" at ")?;
    let rest: Vec<String> =
        lines.map(str::trim).filter(|line| !line.is_empty()).take(2).map(message).collect();
    Some(format!("{} {}", place(at), rest.join(" ")).trim().to_owned())
}

/// match: ASSERTION VIOLATION / File: /x/src/a.cpp / Line: 3 / condition, result: src/a.cpp:3 condition
fn assertion_violation(said: &str) -> Option<String> {
    let mut lines = said.lines().map(str::trim).skip_while(|line| {
        !line.contains("ASSERTION VIOLATION")
            && !line.contains("Failed to verify")
            && !line.starts_with("File:")
    });
    let first = lines.next()?;
    let (mut file, mut number, mut condition) = (None, None, None);
    for line in std::iter::once(first).chain(lines) {
        if let Some(path) = line.strip_prefix("File:") {
            file = file.or(Some(path.trim()));
        } else if let Some(digits) = line.strip_prefix("Line:") {
            number = number.or(Some(digits.trim()));
        } else if let Some(failed) = line.strip_prefix("Failed to verify:") {
            condition = condition.or(Some(failed.trim()));
        } else if !line.is_empty() && !line.contains("ASSERTION VIOLATION") && !line.starts_with('(') {
            condition = condition.or(Some(line));
        }
    }
    let at = file.map(|file| format!("{}:{}", place(file), number.unwrap_or("?")));
    let parts: Vec<String> = at.into_iter().chain(condition.map(message)).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// match: z3: /x/src/a.cpp:3: int f(): Assertion `i < 3' failed., result: src/a.cpp:3 i < #
fn libc_assertion(said: &str) -> Option<String> {
    let line = said.lines().find(|line| line.contains("Assertion `"))?;
    let (before, after) = line.split_once("Assertion `")?;
    let condition = after.rsplit_once('\'').map_or(after, |(condition, _)| condition);
    let has_line = |part: &&str| {
        part.rsplit_once(':')
            .is_some_and(|(_, digits)| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let at = before.split(": ").map(str::trim).find(has_line).map(place);
    Some(at.into_iter().chain([message(condition)]).collect::<Vec<_>>().join(" "))
}

/// match: thread 'main' panicked at src/a.rs:3:4: / message, result: src/a.rs:3:4 message
fn panic(said: &str) -> Option<String> {
    let mut lines = said.lines().skip_while(|line| !line.contains(" panicked at "));
    let (_, at) = lines.next()?.split_once(" panicked at ")?;
    let what = lines.next().map(message).unwrap_or_default();
    Some(format!("{} {what}", place(at.trim_end_matches(':'))).trim().to_owned())
}

/// match: terminate called after throwing an instance of 'X', result: uncaught X
fn exception(said: &str) -> Option<String> {
    let (_, rest) = said.split_once("terminate called after throwing an instance of '")?;
    let (name, _) = rest.split_once('\'')?;
    Some(format!("uncaught {name}"))
}

/// match: #0 0x55 in sat::solver::f(int) /x/a.cpp:3, result: sat::solver::f, and those below it
fn frames(said: &str) -> Option<String> {
    let functions: Vec<&str> = said.lines().filter_map(frame).take(FRAMES).collect();
    (!functions.is_empty()).then(|| functions.join(" < "))
}

/// The function of a frame; what belongs to the system rather than the solver is passed over.
fn frame(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?;
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    let rest = match rest.strip_prefix("0x") {
        Some(address) => address.split_once(" in ")?.1,
        None => rest.strip_prefix("in ").unwrap_or(rest),
    };
    let name = rest.split(['(', ' ']).next().filter(|name| !name.is_empty())?;
    let system = ["__", "raise", "abort", "gsignal", "_start"];
    (!system.iter().any(|prefix| name.starts_with(prefix))).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_of_all_kinds() {
        let of = |said: &str| site(said).unwrap_or_default();
        assert_eq!(
            of(
                "Fatal failure within void CVC4::E::check(Effort) at ./src/theory/theory_engine.cpp:545\nCheck failure\n\n  d_curr_model->isBuiltSuccess()\n"
            ),
            "theory/theory_engine.cpp:545 Check failure d_curr_model->isBuiltSuccess()"
        );
        assert_eq!(
            of(
                "ASSERTION VIOLATION\nFile: /home/me/z3/src/smt/theory_lra.cpp\nLine: 123\nUNEXPECTED CODE WAS REACHED.\n"
            ),
            "smt/theory_lra.cpp:123 UNEXPECTED CODE WAS REACHED."
        );
        assert_eq!(of("Failed to verify: m_x != 3"), "m_x != #");
        assert_eq!(of("z3: /b/src/sat.cpp:3: int f(int): Assertion `i < 3' failed."), "src/sat.cpp:3 i < #");
        assert_eq!(
            of("thread 'main' panicked at src/a.rs:3:4:\nindex out of bounds: 7"),
            "src/a.rs:3:4 index out of bounds: #"
        );
        assert_eq!(
            of("terminate called after throwing an instance of 'z3::exception'\n"),
            "uncaught z3::exception"
        );
        assert_eq!(of("nothing to see"), "");
    }

    #[test]
    fn messages_with_less_or_more_than_usual() {
        for (said, expected) in [
            // Without a line number, a file, a condition; with a prompt, and a second message.
            ("File: /a/b/c.cpp\nLine: 3\n\n(C)ontinue, (A)bort\nm_x\nm_y\n", "b/c.cpp:3 m_x"),
            ("ASSERTION VIOLATION\nFile: /a/b/c.cpp\nm_x\n", "b/c.cpp:? m_x"),
            ("ASSERTION VIOLATION\nm_x\n", "m_x"),
            ("ASSERTION VIOLATION\n", ""),
            ("before\nASSERTION VIOLATION\nFile: a.cpp\nLine: 1\nFile: b.cpp\nLine: 2\n", "a.cpp:1"),
            ("Failed to verify: f(x)\nFailed to verify: g\n", "f(…)"),
            ("Fatal failure within f(x) at ./src/a.cpp:3\n", "src/a.cpp:3"),
            (
                "Fatal failure within f at ./src/a.cpp:3\n\nCheck failure\n\na\nb\n",
                "src/a.cpp:3 Check failure a",
            ),
            ("z3: int f(): Assertion `i < 3' failed.", "i < #"),
            ("z3: a.cpp:: Assertion `i' failed.", "i"),
            ("z3: a.cpp:x3: Assertion `i' failed.", "i"),
            ("z3: a.cpp:3: b.cpp:4: Assertion `i", "a.cpp:3 i"),
            ("thread 'main' panicked at src/a.rs:3:4:", "src/a.rs:3:4"),
            ("note\nthread 'main' panicked at src/a.rs:3:4:\nx\ny", "src/a.rs:3:4 x"),
        ] {
            assert_eq!(site(said).unwrap_or_default(), expected, "{said}");
        }
    }

    #[test]
    fn frames_of_the_solver() {
        for (said, expected) in [
            ("#0 0x55 in f(int) /x/a.cpp:3\n#1 0x56 in g /x/a.cpp:4", "f < g"),
            ("#0 f (x=1) at a.cpp:3\n#1 in g(int)\n#22 h", "f < g < h"),
            ("#0 a\n#1 b\n#2 c\n#3 d", "a < b < c"),
            (
                "#0 0x1 in raise ()\n#1 0x2 in abort ()\n#2 0x3 in gsignal\n#3 0x4 in __libc_start\n#4 0x5 in _start\n#5 0x6 in f",
                "f",
            ),
            // No function.
            ("#0 0x55 f\n#1 0x56 in (x)\n#2\n", ""),
            ("no frame\n0 f", ""),
        ] {
            assert_eq!(site(said).unwrap_or_default(), expected, "{said}");
        }
    }

    #[test]
    fn what_a_sanitizer_reports() {
        for (said, expected) in [
            ("ERROR: AddressSanitizer: stack-overflow on 0x3", true),
            ("ERROR: LeakSanitizer: detected memory leaks\nSUMMARY: AddressSanitizer: 7 bytes", false),
            ("ERROR: LeakSanitizer: x\na.cpp:3:4: runtime error: shift", true),
            ("Sanitizer", false),
        ] {
            assert_eq!(has_sanitizer(said), expected, "{said}");
        }
        assert_eq!(site("ERROR: AddressSanitizer: stack-overflow on 0x3").unwrap(), "stack-overflow");
    }

    #[test]
    fn sanitizers() {
        let report = "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x60200000eff0\n\
                      READ of size 8\n    #0 0x55d in __interceptor_free (x+0x1)\n    #1 0x55e in sat::solver::pop(unsigned) /b/sat.cpp:3\n    #2 0x55f in main /b/main.cpp:9\n";
        assert!(has_sanitizer(report));
        assert_eq!(site(report).unwrap(), "heap-use-after-free in sat::solver::pop < main");
        let other = "/b/src/a.cpp:3:14: runtime error: shift exponent 64 is too large for 32-bit type 'int'";
        assert_eq!(site(other).unwrap(), "src/a.cpp:3:14 shift exponent # is too large for #-bit type '…'");
        assert!(!has_sanitizer("==7==ERROR: LeakSanitizer: detected memory leaks"));
    }
}
