#!/usr/bin/env python3
"""Look for false alarms of `quis triggers`: what does it say of axioms once a contradiction is taken out of them?

    check_triggers.py PATH… [--program PROGRAM] [--for 30s] [--again 3s] [--patience 20] [--jobs 2]

For each file whose contradiction `quis triggers` finds, each axiom that takes part is left out in turn, and Quis is
asked again, for --again. Most of these variants are satisfiable; some are not, as files may have more than one
contradiction. So each claim is put to other engines, which know nothing of patterns or terms: cvc5 and two releases of
Z3, on the variant as it is written, for --patience seconds each. A claim is `confirmed` if one of them says `unsat`, and
`wrong` if one says `sat`. Where all are at a loss, what Quis shows for certain values is asked about: `example` means
that cvc5 finds that contradictory, which has no quantifiers. What is left is `open`, and has to be looked at.

The exit code is 1 if a claim is wrong.
"""

import argparse
import collections
import json
import re
import subprocess
import sys
import tempfile

import bench_triggers
import solvers

CVC5 = [["--full-saturate-quant"], ["--full-saturate-quant", "--enum-inst-interleave"], ["--mbqi"]]


def main():
    arguments = read_arguments()
    counts = collections.Counter()
    for file in bench_triggers.files(arguments.paths):
        answer = ask_quis(arguments, file, arguments.time)
        if not answer.get("axioms"):
            counts["files without a contradiction"] += 1
            continue
        counts["files"] += 1
        with open(file, encoding="utf-8") as lines:
            text = lines.read()
        for axiom in answer["axioms"]:
            variant = without(text, axiom["line"])
            if variant is not None:
                counts["variants"] += 1
                check(arguments, file, axiom, variant, counts)
    print(", ".join(f"{name}: {count}" for name, count in counts.items()))
    return 1 if counts["wrong"] else 0


def read_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("paths", nargs="+", metavar="PATH")
    parser.add_argument("--program", default="target/release/quis", help="the quis that is checked")
    parser.add_argument("--for", dest="time", default="30s", help="for how long, each file")
    parser.add_argument("--again", default="3s", help="for how long, each variant")
    parser.add_argument("--patience", type=int, default=20, help="seconds for each of the other engines")
    parser.add_argument("--jobs", default="2", help="how many ways at a time")
    arguments = parser.parse_args()
    arguments.others = []
    for name in ["cvc5", "z3@latest", "z3@4.13.4"]:
        path = solvers.find(name, arguments.program)
        if path is None:
            parser.error(f"no solver {name}: quis solvers install {name}")
        arguments.others.append(path)
    return arguments


def ask_quis(arguments, file, time):
    command = [arguments.program, "triggers", "-q", "--json", "--for", time, "--jobs", arguments.jobs, file]
    run = subprocess.run(command, capture_output=True, text=True)
    return json.loads(run.stdout) if run.stdout else {}


def check(arguments, file, axiom, variant, counts):
    """What Quis says of a variant, and whether others agree."""
    with tempfile.NamedTemporaryFile("w", suffix=".smt2", encoding="utf-8") as out:
        out.write(variant)
        out.flush()
        answer = ask_quis(arguments, out.name, arguments.again)
        verdict = answer.get("verdict", "rejected")
        counts[verdict] += 1
        # Without terms, too, a contradiction may be shown.
        if not answer.get("terms") and not answer.get("example") and verdict != "refuted":
            return
        opinion = confirmed(arguments, out.name, variant, answer)
    counts[opinion] += 1
    place = "/".join(file.split("/")[-2:])
    print(f"{opinion:10} {verdict:15} {place} without {axiom['title']} (line {axiom['line']})", flush=True)


def confirmed(arguments, path, variant, answer):
    """What other engines think of the claim that a variant is contradictory."""
    cvc5, *z3s = arguments.others
    commands = [[cvc5, *options, path] for options in CVC5] + [[z3, path] for z3 in z3s]
    said = [run(command, arguments.patience) for command in commands[:1]]
    for command in commands[1:]:
        if "unsat" in said:
            break
        said.append(run(command, arguments.patience))
    if "sat" in said:
        return "wrong"
    if "unsat" in said:
        return "confirmed"
    with tempfile.NamedTemporaryFile("w", suffix=".smt2", encoding="utf-8") as out:
        out.write(example(variant, answer))
        out.flush()
        return "example" if run([cvc5, out.name], arguments.patience) == "unsat" else "open"


def example(variant, answer):
    """What is declared, and what is shown for certain values."""
    declared = [command for _, command in commands_of(variant) if re.match(r"\(\s*(declare|define)-", command)]
    fresh = [f"(declare-const {one['text']} {one['sort']})" for one in answer["fresh"]]
    fresh += [one["declaration"] for one in answer["invented"]]
    shown = [f"(assert {one['says']})" for one in answer["example"]]
    return "\n".join(["(set-logic ALL)", *declared, *fresh, *shown, "(check-sat)"])


def run(command, patience):
    """`sat`, `unsat`, or something else; nothing that comes with a complaint counts."""
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=patience)
    except subprocess.TimeoutExpired:
        return "timeout"
    lines = ended.stdout.split("\n")
    if "error" in ended.stdout.lower() or ended.returncode < 0:
        return "error"
    return next((line.strip() for line in lines if line.strip() in ("sat", "unsat", "unknown")), "")


def without(text, line):
    """The script without the assertion that begins on a line; None if it is not there."""
    place = [(at, command) for at, command in commands_of(text) if text.count("\n", 0, at) + 1 == line]
    place = [(at, command) for at, command in place if re.match(r"\(\s*assert\b", command)]
    if len(place) != 1:
        return None
    at, command = place[0]
    return text[:at] + text[at + len(command) :]


def commands_of(text):
    """The commands of a script, with their places."""
    depth, start, found = 0, 0, []
    for token in re.finditer(r';[^\n]*|"(?:[^"]|"")*"|\|[^|]*\||[()]', text):
        if token[0] == "(":
            start = token.start() if depth == 0 else start
            depth += 1
        elif token[0] == ")":
            depth -= 1
            if depth == 0:
                found.append((start, text[start : token.end()]))
    return found


if __name__ == "__main__":
    sys.exit(main())
