//! What the solver answers, command by command, and what each fault makes of it.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use quis_demo::{Demo, Ending, FAULTS, Options};

fn run_with(faults: &[&str], seed: u64, input: &str) -> (Ending, String) {
    let faults = faults.iter().map(|fault| fault.parse().unwrap()).collect();
    let mut output = Vec::new();
    let options = Options { faults, seed, ..Options::default() };
    let ending = Demo::new(options).run(input.as_bytes(), &mut output).unwrap();
    (ending, String::from_utf8_lossy(&output).into_owned())
}

/// The output, if nothing is complained about.
#[track_caller]
fn answers(input: &str) -> String {
    let (ending, output) = run_with(&[], 0, input);
    assert_eq!(ending, Ending::Done { errors: false }, "{output}");
    output
}

#[track_caller]
fn faulty(fault: &str, input: &str) -> String {
    run_with(&[fault], 0, input).1
}

const SAT: &str =
    "(declare-const x (_ BitVec 8)) (assert (= (bvmul x #x03) #x09)) (assert (bvult x #x10)) (check-sat)";
const UNSAT: &str = "(declare-const x (_ BitVec 4)) (assert (! (bvult x #x4) :named small))
    (assert (! (bvuge x #x4) :named large)) (assert (! (bvult x #x9) :named middle)) (check-sat)";

#[test]
fn sessions() {
    let input = "(set-logic QF_UF) (declare-const p Bool) (push 1) (assert p) (assert (not p)) (check-sat) (pop 1)
        (check-sat-assuming (p)) (get-value (p)) (check-sat-assuming ((not p) p)) (get-unsat-assumptions)
        (echo \"a \"\"b\"\"\") (reset) (declare-const p Int) (assert (= p 3)) (check-sat) (get-value (p (+ p 1)))
        (get-info :name) (exit) (check-sat)";
    let expected = "unsat\nsat\n((p true))\nunsat\n((not p) p)\na \"b\"\nsat\n((p 3) ((+ p 1) 4))\n(:name \"quis-demo\")\n";
    assert_eq!(answers(input), expected);
    assert_eq!(
        answers("(set-option :print-success true) (declare-const p Bool) (assert p)"),
        "success\n".repeat(3)
    );
}

#[test]
fn errors() {
    let (ending, output) = run_with(&[], 0, "(assert\n  (> x 1)) (check-sat) (get-unsat-core) )");
    assert_eq!(ending, Ending::Done { errors: true });
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines[0].starts_with("(error \"line 2 column 6: unknown constant `x`"), "{output}");
    assert_eq!(lines[1], "sat");
    assert!(lines[2].starts_with("(error") && lines[3].starts_with("(error") && lines.len() == 4, "{output}");
}

#[test]
fn theories() {
    let sat = [
        "(declare-const i Int) (declare-const j Int) (assert (= (+ i j) 7)) (assert (> i 5))",
        "(declare-const a Real) (assert (< 1.0 a 1.5))",
        "(declare-sort U 0) (declare-fun f (U) U) (declare-const a U) (declare-const b U)
         (assert (= (f a) b)) (assert (= (f b) a)) (assert (distinct a b))",
        "(declare-const f (_ FloatingPoint 3 4)) (assert (fp.lt f (fp.neg f))) (assert (not (fp.isInfinite f)))",
        "(declare-const s String) (assert (= (str.++ s \"b\") \"ab\"))",
        "(declare-const a (Array (_ BitVec 1) Bool)) (assert (select a #b1)) (assert (not (select a #b0)))",
        "(declare-datatype L ((nil) (cons (head Int) (tail L)))) (declare-const l L) (assert (= l (cons 2 nil)))",
        "(declare-const i Int) (assert (= (div i 0) 5)) (assert (= i 2))",
    ];
    for input in sat {
        assert_eq!(answers(&format!("{input} (check-sat)")), "sat\n", "{input}");
    }
    let unsat = [
        "(declare-const i Int) (assert (<= 0 i 10)) (assert (= (* i i) 50))",
        "(declare-const i Int) (assert (or (= i 1) (= i 2))) (assert (> i 2))",
        "(declare-sort U 0) (declare-fun f (U) U) (declare-const a U) (assert (= (f (f a)) a))
         (assert (= (f (f (f a))) a)) (assert (distinct (f a) a))",
        "(declare-const x (_ BitVec 5)) (assert (= (bvmul x x) #b00010))",
        "(declare-const f (_ FloatingPoint 3 4)) (assert (fp.lt f f))",
        "(declare-datatype E ((a) (b))) (declare-const x E) (assert (distinct x a)) (assert (distinct x b))",
    ];
    for input in unsat {
        assert_eq!(answers(&format!("{input} (check-sat)")), "unsat\n", "{input}");
    }
    // Nothing is claimed that was not searched.
    let unknown =
        "(declare-const i Int) (declare-const j Int) (assert (= (* i i) (+ (* 2 j j) 1000003))) (check-sat)
        (get-info :reason-unknown)";
    assert_eq!(answers(unknown), "unknown\n(:reason-unknown incomplete)\n");
}

#[test]
fn models_have_every_symbol() {
    let input = "(declare-fun f (Int Bool) Int) (declare-const |a b| Bool) (assert (= (f 2 true) 5)) (check-sat) (get-model)";
    let expected = "sat\n(\n  (define-fun f ((x!0 Int) (x!1 Bool)) Int (ite (and (= x!0 2) (= x!1 true)) 5 0))\n  \
        (define-fun |a b| () Bool false)\n)\n";
    assert_eq!(answers(input), expected);
}

#[test]
fn optima() {
    let input =
        "(declare-const x (_ BitVec 4)) (declare-const i Int) (assert (bvugt x #x3)) (assert (<= 0 i 9))
        (assert (= (mod i 4) 2)) (minimize x) (maximize i) (check-sat) (get-objectives)";
    assert_eq!(answers(input), "sat\n(objectives\n (x #x4)\n (i 6)\n)\n");
    let wrong = faulty("wrong-optimum", input);
    assert!(wrong.contains("(x #x4)") && wrong.contains("(i 2)"), "{wrong}");
    let missed = faulty("missed-optimum", input);
    assert!(missed.contains("(x #x3)") && missed.contains("(i 7)"), "{missed}");
    assert_eq!(answers("(declare-const i Int) (minimize i) (check-sat)"), "unknown\n");
}

#[test]
fn soft_assertions() {
    let softs = "(declare-const x (_ BitVec 2)) (assert (bvult x #b11)) (assert-soft (= x #b00) :weight 2 :id g)
        (assert-soft (= x #b01) :weight 0.5 :id g) (assert-soft (= x #b11) :weight -1 :id g) (assert-soft false)
        (check-sat) (get-objectives) (get-value (x))";
    assert_eq!(answers(softs), "sat\n(objectives\n (g (/ (- 1.0) 2.0))\n ( 1)\n)\n((x #b00))\n");
    let one = softs.replace("(assert-soft false)", "");
    let wrong = faulty("wrong-optimum", &one);
    assert!(wrong.starts_with("sat\n(objectives\n (g ") && !wrong.contains("#b00"), "{wrong}");
    let scopes = "(declare-const p Bool) (assert-soft p :weight 3) (push 1) (assert-soft (not p) :weight 4) (check-sat)
        (get-objectives) (pop 1) (check-sat) (get-objectives)";
    assert_eq!(answers(scopes), "sat\n(objectives\n ( 3)\n)\nsat\n(objectives\n ( 0)\n)\n");
    let refused = run_with(&[], 0, "(assert-soft true :weight x)").1;
    assert!(refused.starts_with("(error \"attributes that are not supported"));
}

#[test]
fn faulty_answers() {
    assert_eq!(answers(SAT), "sat\n");
    assert_eq!(answers(UNSAT), "unsat\n");
    assert_eq!(faulty("wrong-unsat:bvmul", SAT), "unsat\n");
    assert_eq!(faulty("wrong-unsat:bvadd", SAT), "sat\n");
    assert_eq!(faulty("wrong-sat", UNSAT), "sat\n");
    assert_eq!(faulty("unknown", SAT), "unknown\n");
    assert_eq!([0, 1].map(|seed| run_with(&["unstable"], seed, SAT).1), ["sat\n", "unknown\n"]);
    let seeded = format!("(set-option :random-seed 3) {SAT}");
    assert_eq!(faulty("unstable", &seeded), "unknown\n");
    assert_eq!(faulty("session-state", &format!("{SAT} (reset) {SAT} (reset) {UNSAT}")), "sat\nunsat\nsat\n");
    assert!(faulty("rejected:bvmul", SAT).starts_with("(error \"wrong number of arguments for `bvmul`"));
    assert!(faulty("internal-error", SAT).starts_with("(error \"internal error"));
    assert!(!faulty("garbage", SAT).lines().any(|line| ["sat", "unsat", "unknown"].contains(&line.trim())));
}

#[test]
fn faulty_models() {
    let right = answers(&format!("{SAT} (get-value (x))"));
    assert_eq!(right, "sat\n((x #x03))\n");
    let wrong = faulty("invalid-model", &format!("{SAT} (get-value (x)) (get-model)"));
    assert!(wrong.starts_with("sat\n((x #x") && !wrong.contains("#x03"), "{wrong}");
    let (ending, half) = run_with(&["half-model"], 0, &format!("{SAT} (get-model) (check-sat)"));
    assert_eq!((ending, half.trim_end()), (Ending::Segfault, "sat\n(\n  (define-fun x ()"));
}

#[test]
fn cores() {
    let input = format!("{UNSAT} (get-unsat-core)");
    assert_eq!(answers(&input), "unsat\n(small large)\n");
    assert_eq!(faulty("loose-core", &input), "unsat\n(small large middle)\n");
    assert_eq!(faulty("invalid-core", &input), "unsat\n(large)\n");
}

#[test]
fn endings() {
    let ending = |fault| run_with(&[fault], 0, SAT).0;
    assert_eq!(ending("segfault"), Ending::Segfault);
    assert_eq!(ending("exit"), Ending::Code(3));
    assert_eq!(ending("hang"), Ending::Hang);
    let Ending::Abort(message) = ending("abort:bvmul") else { panic!("no abort") };
    assert!(message.starts_with("ASSERTION VIOLATION\nFile: demo.rs\nLine: "), "{message}");
    // Another place for another trigger.
    assert_ne!(ending("abort:bvult"), Ending::Abort(message));
    assert_eq!(ending("abort:bvadd"), Ending::Done { errors: false });
    assert_eq!(FAULTS.len(), 21);
}

/// A writer that takes so much and no more.
struct Narrow(usize);

impl std::io::Write for Narrow {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(std::io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_flood_ends_when_nobody_reads() {
    let options = Options { faults: vec!["flood".parse().unwrap()], ..Options::default() };
    let ended = Demo::new(options).run(SAT.as_bytes(), Narrow(1 << 20));
    assert_eq!(ended.unwrap_err().kind(), std::io::ErrorKind::BrokenPipe);
}
