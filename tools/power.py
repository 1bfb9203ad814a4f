#!/usr/bin/env python3
"""Which known bugs does a campaign find again? Runs one campaign for each release, and says what was found and when.

    python3 tools/power.py BUGS/index.tsv --seeds DIR --release z3@4.8.7 --release cvc4@1.8 --reference z3@5.4.0 --for 900

The list of bugs has the columns id, kind, default_mode and affected_versions; beside it lies ID.smt2 for each. A bug counts as found again
if a finding is of the same kind, the same installed releases fail on both, and every operator of the finding's reduced case occurs in the
bug's file. A wrong `sat` may show as an invalid model: that no model is valid is not always known. Campaigns know nothing of the list. What follows `--` goes to `quis fuzz`.

The limit is CPU time: of Quis, of its solvers, and of all that is done about findings. A campaign that has used it up is interrupted; other
work on the machine makes it last longer, and nothing else. A folder of `--out` that has a campaign already is not run again.
"""

import argparse
import functools
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time

# Kinds of findings for each kind of bug in the list.
KINDS = {
    "soundness": {"refutation-unsound", "solution-unsound", "disagreement"},
    "invalid-model": {"invalid-model"},
    "crash": {"crash"},
}
WRONG = KINDS["soundness"] | KINDS["invalid-model"]
COMMANDS = {
    "set-logic", "set-info", "set-option", "declare-fun", "declare-const", "declare-sort", "declare-datatype", "declare-datatypes",
    "define-fun", "define-sort", "define-const", "define-fun-rec", "define-funs-rec", "assert", "check-sat", "check-sat-assuming", "get-model",
    "get-value", "get-unsat-core", "push", "pop", "exit", "let", "forall", "exists", "!", "_", "as", "par",
}
# What a formula is about, and not what it says: a bug of arrays shows with indices of other sorts, too.
SORTS = {
    "Bool", "Int", "Real", "String", "RegLan", "RoundingMode", "BitVec", "FloatingPoint", "Float16", "Float32", "Float64", "Float128", "Array",
    "Seq", "Set", "Bag", "FiniteField",
}
# A wrong answer to a formula is one to its negation, too.
CONNECTIVES = {"not", "and", "or", "xor", "=>", "=", "distinct", "ite", "true", "false"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bugs", type=pathlib.Path, help="the list of bugs, as tab-separated values")
    parser.add_argument("--program", default="quis", help="the quis to run (quis)")
    parser.add_argument("--seeds", action="append", default=[], help="seeds of the campaigns; none: without seeds")
    parser.add_argument("--release", action="append", required=True, help="a release under test, as in z3@4.8.7")
    parser.add_argument("--reference", help="the solver that is trusted")
    parser.add_argument("--for", dest="seconds", type=int, default=900, help="CPU seconds for each release (900)")
    parser.add_argument("--seed", type=int, action="append", help="number of a campaign; may be given more than once (1)")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("power"), help="where campaigns are kept (power)")
    given = sys.argv[1:]
    end = given.index("--") if "--" in given else len(given)
    arguments = parser.parse_args(given[:end])
    arguments.rest = given[end + 1 :]
    if not arguments.bugs.is_file():
        parser.error(f"{arguments.bugs}: no such file")

    bugs = read_bugs(arguments.bugs)
    arguments.out.mkdir(parents=True, exist_ok=True)
    print("| release | number | CPU s | cases | outside the cases | wrong answers, causes | first after, CPU s | bugs that show | found again |")
    print("|---|---|---|---|---|---|---|---|---|")
    for release in arguments.release:
        for number in arguments.seed or [1]:
            one_campaign(arguments, bugs, release, number)
    return 0


def read_bugs(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    header = lines[0].split("\t")
    rows = [dict(zip(header, line.split("\t"))) for line in lines[1:]]
    for row in rows:
        row["operators"] = operators((path.parent / f"{row['id']}.smt2").read_text(encoding="utf-8", errors="replace"))
        row["releases"] = {version.replace("-", "@", 1) for version in row["affected_versions"].split()}
    return rows


def operators(text):
    """The heads of applications, and constants of theories, of a script, without connectives."""
    text = re.sub(r'"(?:[^"]|"")*"|\|[^|]*\||;[^\n]*', " ", text)
    declared = set(re.findall(r"\((?:declare-fun|declare-const|define-fun|define-const|declare-sort)\s+(\S+)", text))
    words = set(re.findall(r"\(\s*(?:_\s+)?([^\s()]+)", text)) | set(re.findall(r"(?<=[\s(])((?:re|fp|seq|set)\.[^\s()]+|R[NT][EAPNZ])", text))
    return {normal(word) for word in words - COMMANDS - SORTS - CONNECTIVES - declared if not re.fullmatch(r"(bv)?\d+", word)}


def normal(name):
    """One spelling for old and new names."""
    known = {"str.in.re": "str.in_re", "str.to.re": "str.to_re", "str.to.int": "str.to_int", "int.to.str": "str.from_int",
             "re.nostr": "re.none", "re.allchar": "re.allchar", "bv2nat": "ubv_to_int", "nat2bv": "int_to_bv", "int2bv": "int_to_bv"}
    return known.get(name, name)


def one_campaign(arguments, bugs, release, number):
    folder = arguments.out / f"{release.replace('@', '-')}-{number}"
    kept = folder.with_name(folder.name + ".json")
    if not kept.exists():
        command = [arguments.program, "fuzz", *arguments.seeds, "--solver", release, "-j", "1", "--seed", str(number), "--json",
                   "--campaign", str(folder), *arguments.rest]
        if arguments.reference:
            command += ["--reference", arguments.reference]
        kept.write_text(json.dumps(watched(command, arguments.seconds)), encoding="utf-8")
    told = json.loads(kept.read_text(encoding="utf-8"))
    report = json.loads(subprocess.run([arguments.program, "report", str(folder), "--json"], check=True, stdout=subprocess.PIPE).stdout)
    summary = report["summary"]
    outside = summary.get("outside_cpu_seconds", 0.0) + max(0.0, told["cpu"] - summary["solver_cpu_seconds"] - summary["own_cpu_seconds"])
    wrong = [finding for finding in report["findings"] if finding["kind"] in WRONG]
    after = {finding["id"]: told["found"].get(finding["id"]) for finding in wrong}
    first = min((seconds for seconds in after.values() if seconds is not None), default=None)
    shows = [bug for bug in bugs if bug["default_mode"] == "yes" and bug["kind"] in ("soundness", "invalid-model") and release in bug["releases"]]
    again = {}
    for bug in shows:
        same = [finding for finding in wrong if is_same(arguments, bug, finding, folder)]
        if same:
            again[bug["id"]] = min(after[finding["id"]] or told["cpu"] for finding in same)
    first_text = "–" if first is None else f"{first:.0f}"
    print(f"| {release} | {number} | {told['cpu']:.0f} | {summary['cases']} | {100 * outside / max(told['cpu'], 1):.0f} % | {len(wrong)} | "
          f"{first_text} | {len(shows)} | {len(again)} |", flush=True)
    for bug in shows:
        seconds = again.get(bug["id"])
        print(f"  {'missed' if seconds is None else f'found after {seconds:.0f} CPU s:'} {bug['id']} ({bug['theories']})", flush=True)


def watched(command, seconds):
    """Runs a campaign until it has used so much CPU time; what it used, and when each finding came."""
    # A shell that starts this program in the background has it ignore interrupts; the campaign must not.
    restore = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=restore)
    found, errors = {}, []

    def listen():
        for line in process.stdout:
            event = json.loads(line)
            if event.get("event") == "finding":
                found.setdefault(event["id"], cpu_of(process.pid))

    readers = [threading.Thread(target=listen), threading.Thread(target=lambda: errors.append(process.stderr.read()))]
    for reader in readers:
        reader.start()
    used = 0.0
    while process.poll() is None:
        now = cpu_of(process.pid)
        used = max(used, now or 0.0)
        if used >= seconds:
            process.send_signal(signal.SIGINT)
            break
        time.sleep(0.5)
    code = process.wait()
    for reader in readers:
        reader.join()
    # Exit code 1: something was found. 130: interrupted.
    if code not in (0, 1, 130):
        sys.exit(f"power: `{' '.join(command)}` ends with {code}: {''.join(errors)}")
    return {"cpu": used, "found": found}


def cpu_of(pid):
    """CPU seconds of a process and all its descendants, dead or alive; `None` if it is gone."""
    parents, times = {}, {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                # The name of the program, in parentheses, may hold anything.
                fields = pathlib.Path("/proc", entry, "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(entry)] = int(fields[1])
            times[int(entry)] = sum(int(field) for field in fields[11:15])
    if pid not in times:
        return None
    family, size = {pid}, 0
    while len(family) > size:
        size = len(family)
        family |= {child for child, parent in parents.items() if parent in family}
    return sum(times[member] for member in family) / os.sysconf("SC_CLK_TCK")


def is_same(arguments, bug, finding, folder):
    kinds = set(KINDS[bug["kind"]])
    if bug["kind"] == "soundness" and "unsat" in bug["truth"].split(","):
        kinds.add("invalid-model")
    if finding["kind"] not in kinds:
        return False
    case = folder / "findings" / finding["id"] / "case.smt2"
    if not case.is_file() or not operators(case.read_text(encoding="utf-8", errors="replace")) <= bug["operators"]:
        return False
    tried, bad = releases(arguments, folder / "findings" / finding["id"])
    # Those of one family have different versions, whatever their names are.
    return bad == {release.split("@")[1] for release in bug["releases"]} & tried


def releases(arguments, finding):
    """The versions of the installed releases that a finding was tried on, and of those that fail."""
    done = subprocess.run([arguments.program, "bisect", str(finding), "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        told = json.loads(done.stdout)["releases"]
    except (ValueError, KeyError):
        return set(), set()
    return {version for version, *_ in told["tried"]}, set(told["bad"])


if __name__ == "__main__":
    sys.exit(main())
