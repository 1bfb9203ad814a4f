#!/usr/bin/env python3
"""Measure `quis triggers` on files: how many it solves, what that costs, and whether a solver of its own agrees.

    bench_triggers.py PATH… [--program PROGRAM] [--solver z3@4.8.10] [--for 600s] [--jobs 2]
                      [--rows ROWS.jsonl] [--resume]

Each file has one run, one after the other; nothing else should run at the same time. A file is solved if terms were
found. Then they are written before the check of the raw file, and a new process of the solver, which does nothing but
E-matching, has to answer `unsat` without a complaint, and must not without them: that is the column `validated`. It is
`normal form` where Quis says itself that the terms are not for the raw file, because they name functions that stand for
existential quantifiers, or because the solver does not read it: Quis has validated those, in a new process, too.

CPU seconds are those of Quis and of all processes that it started, until the answer was explained and advice was
tried. Memory is that of the largest process. The table is one of Markdown, a line for each folder; --rows keeps a line
of JSON for each file, and with --resume what is there already is not run again.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import solvers

# E-matching alone, with the seeds of the dissertation.
OPTIONS = "".join(
    f"(set-option :{name} {value})\n"
    for name, value in [
        ("auto_config", "false"),
        ("smt.mbqi", "false"),
        ("sat.random_seed", 488),
        ("smt.random_seed", 599),
        ("nlsat.seed", 611),
    ]
)
# So long may a new process take to see what Quis saw.
PATIENCE = 60
SOLVED = {"contradiction", "incompleteness", "found"}


def main():
    arguments = read_arguments()
    known = read_rows(arguments.rows) if arguments.resume else {}
    rows = []
    for file in files(arguments.paths):
        row = known.get(file)
        if row is None:
            row = measure(arguments, file)
            if arguments.rows:
                with open(arguments.rows, "a", encoding="utf-8") as out:
                    out.write(json.dumps(row) + "\n")
        rows.append(row)
        print(progress(row), file=sys.stderr, flush=True)
    print(table(rows))
    return 1 if any(row["validated"] == "no" for row in rows) else 0


def read_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("paths", nargs="+", metavar="PATH")
    parser.add_argument("--program", default="target/release/quis", help="the quis that is measured")
    parser.add_argument("--solver", default="z3", help="the Z3 whose E-matching is meant")
    parser.add_argument("--for", dest="time", default="600s", help="for how long, each file")
    parser.add_argument("--jobs", default="2", help="how many ways at a time")
    parser.add_argument("--rows", help="keep what was measured in this file")
    parser.add_argument("--resume", action="store_true", help="leave out what is in --rows already")
    arguments = parser.parse_args()
    if arguments.resume and not arguments.rows:
        parser.error("--resume goes with --rows")
    arguments.z3 = solvers.find(arguments.solver, arguments.program)
    if arguments.z3 is None:
        parser.error(f"no solver {arguments.solver}: quis solvers install {arguments.solver}")
    return arguments


def files(paths):
    """The files, and those of folders below, in order."""
    found = []
    for path in paths:
        if os.path.isdir(path):
            below = (os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names)
            found += sorted(file for file in below if file.endswith(".smt2"))
        else:
            found.append(path)
    return found


def read_rows(path):
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as lines:
        return {row["file"]: row for row in map(json.loads, lines)}


def measure(arguments, file):
    """One run of Quis."""
    command = [arguments.program, "triggers", "-q", "--json", "--for", arguments.time]
    command += ["--jobs", arguments.jobs, "--solver", arguments.solver, file]
    start = time.monotonic()
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(command, stdout=out)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - start
        out.seek(0)
        lines = out.read().decode().splitlines()
    if child.returncode not in (0, 1, 2, 3) or len(lines) != 1:
        sys.exit(f"{file}: quis ended with {child.returncode} and {len(lines)} lines")
    answer = json.loads(lines[0])
    row = {
        "file": file,
        "verdict": answer["verdict"],
        "solved": answer["verdict"] in SOLVED,
        "way": answer.get("way"),
        "terms": len(answer.get("terms", [])),
        "needs_goal": answer.get("needs_goal"),
        "patterns": len(answer.get("patterns", [])),
        "search": answer.get("seconds"),
        "wall": round(wall, 2),
        "cpu": round(used.ru_utime + used.ru_stime, 2),
        "megabytes": used.ru_maxrss // 1024,
        "validated": "",
    }
    if row["solved"]:
        row["validated"] = validated(arguments.z3, file, answer)
    return row


def validated(z3, file, answer):
    """Whether a new process needs the terms to refute the raw file, and does with them."""
    with open(file, encoding="utf-8") as lines:
        text = lines.read()
    end = text.rindex("(check-sat")
    before = OPTIONS + text[:end]
    with_terms = ask(z3, before + "\n".join(answer["commands"]) + "\n(check-sat)\n")
    if with_terms == "unsat":
        return "no" if ask(z3, before + "(check-sat)\n") == "unsat" else "yes"
    return "no" if answer["as_written"] else "normal form"


def ask(z3, text):
    """What a new process answers: its last line, or `error` if there is a complaint."""
    try:
        run = subprocess.run([z3, "-in"], input=text, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return "timeout"
    if "(error" in run.stdout or run.returncode < 0:
        return "error"
    lines = run.stdout.split()
    return lines[-1] if lines else ""


def progress(row):
    place = "/".join(row["file"].split("/")[-2:])
    how = f"{row['terms']} terms, {row['way']}, validated: {row['validated']}" if row["solved"] else ""
    return f"{row['cpu']:8.2f} CPU s {row['wall']:8.2f} s  {row['verdict']:15} {place}  {how}"


def table(rows):
    folders = {}
    for row in rows:
        folders.setdefault(os.path.basename(os.path.dirname(row["file"])), []).append(row)
    lines = ["| folder | files | solved | need no help | CPU seconds when solved, median | largest | MB, largest | validated on the raw file |"]
    lines.append("|---|---:|---:|---:|---:|---:|---:|---:|")
    lines += [line(folder, some) for folder, some in folders.items()]
    lines.append(line("all", rows))
    return "\n".join(lines)


def line(name, rows):
    solved = [row for row in rows if row["solved"]]
    cpu = [row["cpu"] for row in solved]
    middle = f"{statistics.median(cpu):.2f} | {max(cpu):.1f}" if cpu else "– | –"
    no_help = sum(row["verdict"] == "refuted" for row in rows)
    valid = sum(row["validated"] == "yes" for row in solved)
    memory = max((row["megabytes"] for row in rows), default=0)
    return f"| {name} | {len(rows)} | {len(solved)} | {no_help} | {middle} | {memory} | {valid} |"


if __name__ == "__main__":
    sys.exit(main())
