#!/usr/bin/env python3
"""Measure `quis reduce` beside ddSMT on the same tasks: two Markdown tables.

    bench_reduce.py --bench DIR [--program PROGRAM] [--peers ddsmt-ddmin,ddsmt-hybrid] [--tasks s01,s02]
                    [--jobs 1] [--limit 120] [--limit-kind cpu|wall] [--results DIR] [--resume]
                    [-o TABLES.md]

DIR has the tasks: `tasks.json`, a list of objects with an "id", and `bench.py`, which runs one reducer on one
task under a limit, counts what its oracle is asked, and writes RESULTS/NAME-jJOBS/TASK.json:

    bench.py run --name NAME --cmd COMMAND --tasks TASK --results RESULTS --jobs N --limit S --limit-kind KIND
    bench.py run --tool PEER …

Each task is given to Quis and to all peers, one after the other, so that all meet the machine in the same
state; nothing else is run at the same time. The peers are looked up by bench.py on the PATH.

In the first table a task has one line: Quis, and behind the slash the peer that left the fewest bytes (of several,
the one with the least CPU time). In the second a reducer has one line, over all tasks. `CPU` is that of the reducer and
of all that it started, `repeated` counts candidates that differ from an earlier one in nothing but space.
With --resume what is in --results already is not measured again.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

QUIS = "quis"
# What is summed up, under the name that it has in the tables.
COLUMNS = [
    ("bytes", "out_bytes"),
    ("nodes", "out_nodes"),
    ("calls", "calls"),
    ("ill-formed", "illformed"),
    ("repeated", "dup_tokens"),
    ("CPU s", "cpu"),
    ("wall s", "wall"),
]
# A result may be so much larger than the best of the peers'.
MARGIN = 1.05


def main():
    arguments = read_arguments()
    tasks = read_tasks(arguments)
    results = arguments.results or tempfile.mkdtemp(prefix="bench-reduce-")
    names = [QUIS] + arguments.peers
    rows = {}
    for task in tasks:
        for name in names:
            row = measure(arguments, results, name, task)
            if row is None:
                sys.exit(f"{name} gave no result on {task}")
            rows[name, task] = row
            print(progress(name, task, row), file=sys.stderr, flush=True)
    text = tables(rows, names, tasks, arguments)
    if arguments.output:
        with open(arguments.output, "w", encoding="utf-8") as file:
            file.write(text)
    else:
        print(text, end="")


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", required=True, metavar="DIR")
    parser.add_argument("--program", default="quis")
    parser.add_argument("--peers", default="ddsmt-ddmin,ddsmt-hybrid", metavar="NAMES")
    parser.add_argument("--tasks", metavar="IDS")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit", type=float, default=120)
    parser.add_argument("--limit-kind", choices=["cpu", "wall"], default="cpu")
    parser.add_argument("--results", metavar="DIR")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("-o", "--output", metavar="FILE")
    arguments = parser.parse_args()
    arguments.peers = [name for name in arguments.peers.split(",") if name]
    return arguments


def read_tasks(arguments):
    with open(os.path.join(arguments.bench, "tasks.json"), encoding="utf-8") as file:
        known = [task["id"] for task in json.load(file)]
    wanted = arguments.tasks.split(",") if arguments.tasks else known
    unknown = [task for task in wanted if task not in known]
    if unknown:
        sys.exit(f"there are no such tasks: {', '.join(unknown)}")
    return wanted


def measure(arguments, results, name, task):
    """Runs one reducer on one task; what is known of it then."""
    path = os.path.join(results, f"{name}-j{arguments.jobs}", f"{task}.json")
    if not (arguments.resume and os.path.exists(path)):
        command = [sys.executable, os.path.join(arguments.bench, "bench.py"), "run", "--tasks", task]
        command += ["--results", results, "--jobs", str(arguments.jobs)]
        command += ["--limit", str(arguments.limit), "--limit-kind", arguments.limit_kind]
        if name == QUIS:
            line = f"{arguments.program} reduce {{in}} -o {{out}} -q -j {{jobs}} -- {{oracle}}"
            command += ["--name", QUIS, "--cmd", line]
        else:
            command += ["--tool", name]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"{name} on {task}: {run.stderr.strip() or run.stdout.strip()}")
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return None


def progress(name, task, row):
    return (
        f"{task} {name}: {row['in_bytes']} -> {row['out_bytes']} bytes, {row['calls']} calls, "
        f"{row['cpu']:.1f} CPU s{', at the limit' if row['limited'] else ''}{'' if row['still'] else ', NOT INTERESTING'}"
    )


def best_peer(rows, peers, task):
    """The peer whose result is smallest, of those whose result is one."""
    order = lambda name: (not rows[name, task]["still"], rows[name, task]["out_bytes"], rows[name, task]["cpu"])
    return min(peers, key=order)


def number(value):
    return f"{value:,.1f}" if isinstance(value, float) else f"{value:,}"


def line(cells):
    return "| " + " | ".join(cells) + " |\n"


def marks(row):
    """What is wrong with a result."""
    return ("*" if row["limited"] else "") + ("" if row["still"] else "!")


def tables(rows, names, tasks, arguments):
    peers = names[1:]
    text = ""
    if peers:
        text += line(["task", "input", *(name for name, _ in COLUMNS), "best peer"])
        text += "|---|" + "---:|" * (len(COLUMNS) + 1) + "---|\n"
        totals = [[0, 0] for _ in COLUMNS]
        larger = []
        for task in tasks:
            best = best_peer(rows, peers, task)
            ours, theirs = rows[QUIS, task], rows[best, task]
            if ours["out_bytes"] > MARGIN * theirs["out_bytes"]:
                larger.append(task)
            cells = []
            for total, (_, key) in zip(totals, COLUMNS):
                total[0] += ours[key]
                total[1] += theirs[key]
                cells.append(f"{number(ours[key])} / {number(theirs[key])}")
            cells[0] = f"{number(ours['out_bytes'])}{marks(ours)} / {number(theirs['out_bytes'])}{marks(theirs)}"
            text += line([task, number(ours["in_bytes"]), *cells, best])
        all_of_them = [f"{number(ours)} / {number(theirs)}" for ours, theirs in totals]
        whole = sum(rows[QUIS, task]["in_bytes"] for task in tasks)
        text += line(["**all**", number(whole), *all_of_them, ""])
        ratios = [f"{theirs / ours:.1f}×" if ours else "" for ours, theirs in totals]
        text += line(["**times more**", "", *ratios, ""])
        text += "\n" + (
            f"More than {round(100 * (MARGIN - 1))} % larger than the best peer: {', '.join(larger) or 'none'}.\n\n"
        )
    text += line(["reducer", *(name for name, _ in COLUMNS), "at the limit", "wrong"])
    text += "|---|" + "---:|" * (len(COLUMNS) + 2) + "\n"
    for name in names:
        mine = [rows[name, task] for task in tasks]
        sums = [number(sum(row[key] for row in mine)) for _, key in COLUMNS]
        limited, wrong = sum(row["limited"] for row in mine), sum(not row["still"] for row in mine)
        text += line([name, *sums, str(limited), str(wrong)])
    if any(marks(row) for row in rows.values()):
        text += f"\n\\* stopped at {arguments.limit:g} s of {arguments.limit_kind} time; ! the result does not fail.\n"
    return text


if __name__ == "__main__":
    main()
