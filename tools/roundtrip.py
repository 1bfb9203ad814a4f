#!/usr/bin/env python3
"""Print every file with Quis and see that nothing was lost.

    roundtrip.py FILE|DIR... [-j 2] [--quis PROGRAM] [--solver z3|cvc5]

For each .smt2 file, in the form with added lets and in the plain form:

  1. `quis fmt` prints it, and prints its own output again byte for byte;
  2. the solver (Z3, unless told otherwise) gives the same answers to the original and
     to the printed file: the same sat, unsat and unknown lines in the same order, and
     as many errors.

It has 2 s. A file that times out is tried again with 10 s and then left out of
the comparison. The plain form is not asked for where it would be too large.
Files that Quis refuses, and those where the solver rejects something that it reads once
printed (an ambiguous name, say), are listed and count as skipped. The exit code
is 1 if anything differs.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter

import solvers
from bench_peers import ROOT, smt2_files

ANSWER = re.compile(rb"^(sat|unsat|unknown)\s*$|^\((error)", re.MULTILINE)
TOO_LARGE = b"without `let`"
LIMITS_S = (2, 10)
QUIS_LIMIT_S = 120


class Difference(Exception):
    """Something was lost on the way."""


class Skip(Exception):
    """Nothing can be said about this file."""


def first_line(text):
    lines = [line for line in text.decode(errors="replace").splitlines() if line.strip()]
    return lines[0].strip()[:150] if lines else "no message"


def fmt(quis, form, source, target):
    """Print `source` into `target`; False where the plain form would be too large."""
    try:
        run = subprocess.run([quis, "fmt", form, source, "-o", target], stdin=subprocess.DEVNULL,
                             capture_output=True, timeout=QUIS_LIMIT_S)
    except subprocess.TimeoutExpired:
        raise Difference(f"quis fmt {form} took more than {QUIS_LIMIT_S} s") from None
    if run.returncode == 0:
        return True
    if form == "--plain" and run.returncode == 2 and TOO_LARGE in run.stderr:
        return False
    if run.returncode == 2 and TOO_LARGE not in run.stderr:
        raise Skip(f"refused: {first_line(run.stderr)}")
    raise Difference(f"quis fmt {form} ended with {run.returncode}: {first_line(run.stderr)}")


# How each solver is told its limit in seconds, and how it says that it was reached.
LIMIT_OPTION = {"z3": "-T:{0}", "cvc5": "--tlimit={0}000"}
TIMED_OUT = re.compile(rb"^timeout\s*$|interrupted by timeout", re.MULTILINE)


def answers(solver, path, limit, folder):
    """What the solver says, as a list, or None where it has no time for an answer.

    It runs in a folder of its own, since some files make it write logs.
    """
    name, program = solver
    try:
        run = subprocess.run([program, LIMIT_OPTION[name].format(limit), path], stdin=subprocess.DEVNULL,
                             cwd=folder, capture_output=True, timeout=limit + 20)
    except subprocess.TimeoutExpired:
        return None
    if TIMED_OUT.search(run.stdout) or TIMED_OUT.search(run.stderr):
        return None
    found = [m.group(m.lastindex).decode() for m in ANSWER.finditer(run.stdout)]
    if run.returncode < 0:
        found.append(f"signal {-run.returncode}")
    return found


def same_answers(solver, original, printed, folder):
    for limit in LIMITS_S:
        before = answers(solver, original, limit, folder)
        after = [before is not None and answers(solver, path, limit, folder) for path in printed]
        if before is not None and None not in after:
            break
    else:
        raise Skip("no answer in time" if before is None
                   else "the original is answered in time, and the printed file is not")
    errors = before.count("error")
    for path, said in zip(printed, after):
        form = os.path.basename(path).split(".")[0]
        if said.count("error") < errors:
            raise Skip(f"{form}: more of the original is rejected, so the answers mean nothing")
        if [a for a in said if a != "error"] != [a for a in before if a != "error"]:
            raise Difference(f"{form}: the answers were {brief(before)} and now are {brief(said)}")
        if said.count("error") != errors:
            raise Difference(f"{form}: {errors} errors, and now {said.count('error')}")


def brief(said):
    return " ".join(said[:8]) + (" …" if len(said) > 8 else "") or "nothing"


def check(quis, solver, path):
    """(outcome, detail, was the plain form left out) for one file."""
    plain_left_out = False
    try:
        with tempfile.TemporaryDirectory() as folder:
            printed = []
            for form in ("--let", "--plain"):
                once = os.path.join(folder, f"{form[2:]}.smt2")
                twice = os.path.join(folder, f"{form[2:]}.again.smt2")
                if not fmt(quis, form, os.path.abspath(path), once):
                    plain_left_out = True
                    continue
                try:
                    fmt(quis, form, once, twice)
                except Skip as reason:
                    raise Difference(f"{form}: Quis does not read its own output: {reason}") from None
                with open(once, "rb") as a, open(twice, "rb") as b:
                    text = a.read()
                    if text != b.read():
                        raise Difference(f"{form}: printing the output again changes it")
                if not printed or text != read(printed[0]):
                    printed.append(once)
            same_answers(solver, os.path.abspath(path), printed, folder)
    except Difference as reason:
        return "failed", str(reason), plain_left_out
    except Skip as reason:
        return "skipped", str(reason), plain_left_out
    return "passed", "", plain_left_out


def read(path):
    with open(path, "rb") as f:
        return f.read()


def report(results):
    """A table by folder, then every file that did not pass."""
    folders = Counter()
    for path, (outcome, _, left_out) in results.items():
        folder = os.path.basename(os.path.dirname(os.path.abspath(path)))
        folders[folder, outcome] += 1
        folders[folder, "left out"] += left_out
    names = sorted({folder for folder, _ in folders})
    width = max(map(len, names))
    columns = ("passed", "failed", "skipped", "left out")
    print(f"{'folder':{width}}  passed  failed  skipped  no plain form")
    for name in names:
        n = [folders[name, column] for column in columns]
        print(f"{name:{width}}  {n[0]:6}  {n[1]:6}  {n[2]:7}  {n[3]:13}")
    for wanted in ("skipped", "failed"):
        for path, (outcome, detail, _) in sorted(results.items()):
            if outcome == wanted:
                print(f"{outcome}: {path}: {detail}")
    total = Counter(outcome for outcome, _, _ in results.values())
    print(f"{total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped")
    return 1 if total["failed"] else 0


def main():
    parser = argparse.ArgumentParser(description="Print every file with Quis and see that nothing was lost.")
    parser.add_argument("paths", nargs="+", metavar="FILE|DIR")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("--quis", default=os.path.join(ROOT, "target/release/quis"))
    parser.add_argument("--solver", choices=sorted(LIMIT_OPTION), default="z3")
    arguments = parser.parse_args()
    if not os.access(arguments.quis, os.X_OK):
        sys.exit(f"roundtrip: {arguments.quis} is missing: run `cargo build --release`.")
    solver = (arguments.solver, solvers.find(arguments.solver, arguments.quis))
    if not solver[1]:
        sys.exit(f"roundtrip: no {arguments.solver}: run `make solvers`.")
    files = list(dict.fromkeys(smt2_files(arguments.paths)))
    if not files:
        sys.exit("roundtrip: no .smt2 files there.")
    results = {}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        jobs = {pool.submit(check, os.path.abspath(arguments.quis), solver, f): f for f in files}
        for n, job in enumerate(concurrent.futures.as_completed(jobs), 1):
            results[jobs[job]] = job.result()
            if sys.stderr.isatty():
                print(f"\r\033[K{n}/{len(files)}", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    return report(results)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        os._exit(130)
