#!/usr/bin/env python3
"""Measure STORM's generation beside the original tool on the same seeds: a Markdown table.

    bench_storm.py FILE|DIR... --storm DIR [--python PYTHON] [--program PROGRAM]
                   [--files N] [--count 1000] [--depth 20] [--assertions 20]
                   [--formulas 1000] [--technique storm] [--parameters "profile=paper …"] [--limit 120]
                   [-o TABLE.md] [--rows ROWS.jsonl]

Both make --count instances of a seed, as text in memory, in processes of their own, one after the other;
no solver under test is run. CPU time is counted, that of child processes included:

  quis   the example program `generate_repeatedly` of quis-techniques
         (cargo build --release -p quis-techniques --example generate_repeatedly)
  storm  the original (github.com/Practical-Formal-Methods/storm) in the directory --storm: its own
         functions, in its order, with its pools and its printing; only the files are not written.
         --python is an interpreter that has z3-solver and termcolor; PYTHONPATH is handed on.

What is counted: `all` is everything but starting the program and reading the seed, for the original thus also
its calls of Z3 for the seed's answer and model. `generation` leaves out these calls too: pools,
formulas, instances and printing alone. Quis asks no solver here, so both are the same for it.

A seed is left out of the ratios if one of the two makes nothing of it; the table says how many, and why.
"""

import argparse
import collections
import contextlib
import io
import json
import os
import resource
import statistics
import subprocess
import sys
import time

# Seconds below this are within the error of the clock.
LEAST = 0.0001
# Every so manieth instance of the original is looked at more closely.
EVERY = 20
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


# --- The original, in a process of its own ---------------------------------------


class Enough(Exception):
    """The CPU time of a seed is used up: what was made so far counts."""


def cpu():
    """CPU seconds of this process and of its children that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def peer(file, count, depth, assertions, formulas, limit):
    """One line of JSON about one file, like that of `generate_repeatedly`."""
    sys.setrecursionlimit(100000)
    from storm.fuzzer import fuzzer, helper_functions
    from storm.smt.smt_object import smtObject
    from storm.utils.randomness import Randomness

    row = {"file": file, "read": True, "instances": 0}
    started = cpu()
    seed = smtObject(file_path=file, path_to_mutant_folder="")
    row["reading"] = cpu() - started
    if not seed.get_validity():
        return {"file": file, "read": False, "why": "it does not parse"}
    if not len(seed.get_orig_ast()):
        return {**row, "why": "no assertions"}

    # Its answer, as the tool finds it: a process with a limit, and a second one if it has to be negated.
    started = cpu()
    seed.check_satisfiability(timeout=limit)
    answer = seed.get_orig_satisfiability()
    if answer == "timeout" or not seed.get_validity():
        return {**row, "why": "Z3 takes too long for an answer"}
    if answer not in ("sat", "unsat"):
        return {**row, "why": "Z3 knows no answer"}
    row["solving"] = cpu() - started

    # The tool asks for a model twice and uses the second one; what this costs is taken apart from the rest.
    asked = seed.get_model

    def get_model():
        begun = cpu()
        try:
            return asked()
        finally:
            row["solving"] += cpu() - begun

    seed.get_model = get_model
    sizes, written, asserted, sample = [], set(), [], []

    def keep(_, text):
        sizes.append(len(text.encode()))
        written.add(hash(text))
        asserted.append(text.count("(assert"))
        if len(sizes) % EVERY == 1:
            sample.append(text)
        if generation() > limit:
            raise Enough

    def generation():
        return cpu() - begun - (row["solving"] - solved)

    helper_functions.create_smt2_file = keep
    begun, solved = cpu(), row["solving"]
    try:
        randomness = Randomness("1")
        seed.get_model()
        fuzzer.get_all_truth_values_in_astVector(seed, depth, assertions)
        row["true"], row["false"] = len(seed.get_true_nodes()), len(seed.get_false_nodes())
        if row["true"] or row["false"]:
            helper_functions.enrich_true_and_false_nodes(seed, formulas, randomness, depth)
            mutants = helper_functions.pick_true_and_false_nodes_at_random(
                smt_object=seed, number_of_mutants=count, max_assertions=assertions, randomness=randomness)
            ready = cpu()
            helper_functions.export_mutants(mutants, "", seed, "ALL")
        else:
            row["why"] = "no predicate has a value"
    except Enough:
        row["stopped"] = True
    except Exception as error:  # whatever stops it, the rest of the seed is lost to it
        row["why"] = f"{type(error).__name__}: {str(error)[:80]}" if str(error) else "no model"
    ended = cpu()
    row["generation"] = generation()
    row["all"] = row["generation"] + row["solving"]
    if sizes:
        row.update(instances=len(sizes), distinct=len(written), bytes=sum(sizes), median=statistics.median(sizes),
                   assertions=statistics.mean(asserted), printing=ended - ready,
                   dense=statistics.median(len(" ".join(text.split()).encode()) for text in sample))
    return row


# --- The harness ------------------------------------------------------------------


def run(command, limit, environment=None):
    """The last line of what a program prints, as JSON, or why there is none."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=limit, check=False, env=environment)
    except subprocess.TimeoutExpired:
        return {"why": f"no instance within {limit:.0f} s"}
    lines = done.stdout.decode(errors="replace").splitlines()
    if done.returncode == 0 and lines:
        return json.loads(lines[-1])
    errors = done.stderr.decode(errors="replace").strip().splitlines()
    return {"why": f"it ends with {done.returncode}: {errors[-1] if errors else 'no message'}"[:160]}


def ours(args, file):
    parameters = (f"depth={args.depth} assertions={args.assertions} formulas={args.formulas} "
                  f"instances={args.count} {args.parameters}")
    if args.technique != "storm":
        parameters = f"{args.technique} {args.parameters}"
    row = run([args.program, str(args.count), parameters, file], args.limit * 3)
    if "making" in row:
        row["all"] = row["generation"] = row["preparing"] + row["making"]
    return row


def theirs(args, file):
    paths = [os.path.abspath(args.storm), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}
    numbers = [args.count, args.depth, args.assertions, args.formulas, args.limit]
    command = [args.python, os.path.abspath(__file__), "--peer", file, *map(str, numbers)]
    # Children that outlive their limit are the original's own: twice the time for an answer, then the rest.
    return run(command, args.limit * 4 + 60, environment)


def files_of(arguments):
    found = []
    for argument in arguments:
        if os.path.isdir(argument):
            for folder, _, names in os.walk(argument):
                found.extend(os.path.join(folder, name) for name in names if name.endswith(".smt2"))
        else:
            found.append(argument)
    return sorted(found)


def spread(items, count):
    if len(items) <= count:
        return items
    return [items[at * len(items) // count] for at in range(count)]


def tenths(values, form="{:,.0f}"):
    """The tenth, the median and the ninth tenth of some values."""
    ordered = sorted(values)
    return ", ".join(form.format(ordered[len(ordered) * tenth // 10]) for tenth in (1, 5, 9)) if ordered else "–"


def per_second(row, what):
    return row["instances"] / max(row[what], LEAST)


def table(rows):
    """The Markdown about the rows of both programs, which are in the order of the same files."""
    lines = ["| | seeds rejected | seeds without instances | instances | differing | instances per CPU s, generation: 10 %, median, "
             "90 % | all | bytes | assertions |", "|---|---|---|---|---|---|---|---|---|"]
    for name, all_rows in rows.items():
        made = [row for row in all_rows if row.get("instances")]
        rejected = [row for row in all_rows if not row.get("read", True)]
        count = sum(row["instances"] for row in made)
        lines.append(f"| {name} | {len(rejected)} | {len(all_rows) - len(rejected) - len(made)} | {count:,} | "
                     f"{sum(row['distinct'] for row in made):,} | "
                     f"{tenths(per_second(row, 'generation') for row in made)} | {tenths(per_second(row, 'all') for row in made)} | "
                     f"{tenths(row['median'] for row in made)} | {tenths((row['assertions'] for row in made), '{:.1f}')} |")
    pairs = [(a, b) for a, b in zip(*rows.values()) if a.get("instances") and b.get("instances")]
    if pairs:
        lines += ["", f"On the {len(pairs)} seeds of which both make instances:"]
        for what in ("generation", "all"):
            ratios = [per_second(a, what) / per_second(b, what) for a, b in pairs]
            (a_count, a_time), (b_count, b_time) = ((sum(row["instances"] for row in side), sum(row[what] for row in side))
                                                    for side in zip(*pairs))
            total = (a_count / max(a_time, LEAST)) / (b_count / max(b_time, LEAST))
            lines.append(f"- {what}: Quis makes {statistics.median(ratios):,.0f} times as many per CPU second (median; "
                         f"{min(ratios):,.1f} to {max(ratios):,.0f}); {total:,.0f} times by the totals "
                         f"({a_count:,} in {a_time:,.3f} s, {b_count:,} in {b_time:,.1f} s).")
        bytes_of = [(a["bytes"] / a["instances"]) / (b["bytes"] / b["instances"]) for a, b in pairs]
        dense = [a["median"] / b["dense"] for a, b in pairs]
        volumes = [(a["bytes"] / max(a["generation"], LEAST)) / (b["bytes"] / max(b["generation"], LEAST)) for a, b in pairs]
        lines.append(f"- an instance of Quis has {statistics.median(bytes_of):,.2f} times the bytes (median; {min(bytes_of):,.2f} to "
                     f"{max(bytes_of):,.2f}), {statistics.median(dense):,.2f} times if the original's indentation is left out "
                     f"({min(dense):,.2f} to {max(dense):,.2f}); bytes per CPU second, generation: {statistics.median(volumes):,.0f} times.")
    for name, all_rows in rows.items():
        reasons = collections.Counter(row.get("why", "nothing came") for row in all_rows if not row.get("instances"))
        if reasons:
            lines += ["", f"Why nothing came of a seed, {name}: "
                          + "; ".join(f"{count} × {why}" for why, count in reasons.most_common()) + "."]
    return "\n".join(lines) + "\n"


def main():
    if sys.argv[1:2] == ["--peer"]:
        file, *numbers = sys.argv[2:]
        with contextlib.redirect_stdout(io.StringIO()):
            row = peer(file, *map(int, numbers))
        print(json.dumps(row))
        return
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], epilog="\n".join(__doc__.splitlines()[2:]),
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("inputs", nargs="+", help="seeds, or directories of them")
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    parser.add_argument("--storm", required=True, help="a checkout of the original")
    parser.add_argument("--python", default=sys.executable, help="an interpreter that has z3-solver and termcolor")
    parser.add_argument("--program", default=os.path.join(target, "release", "examples", "generate_repeatedly"))
    parser.add_argument("--technique", default="storm", help="what Quis makes instances with")
    parser.add_argument("--parameters", default="profile=paper truth=sat incremental=no", help="further parameters of it")
    parser.add_argument("--files", type=int, default=100, help="so many seeds, spread evenly over those given")
    parser.add_argument("--count", type=int, default=1000, help="instances of each seed (NM)")
    parser.add_argument("--depth", type=int, default=20, help="Dmax")
    parser.add_argument("--assertions", type=int, default=20, help="Amax")
    parser.add_argument("--formulas", type=int, default=1000, help="NC")
    parser.add_argument("--limit", type=int, default=120, help="seconds for a seed's answer, and CPU seconds for its instances")
    parser.add_argument("-o", "--output", help="write the table there, too")
    parser.add_argument("--rows", help="write a line of JSON for each seed and program there")
    args = parser.parse_args()
    if not os.path.isdir(os.path.join(args.storm, "storm", "fuzzer")):
        parser.error(f"{args.storm} has no storm/fuzzer: it is no checkout of the original")
    if not os.path.exists(args.program):
        parser.error(f"{args.program} is not there; build it: "
                     "cargo build --release -p quis-techniques --example generate_repeatedly")

    files = spread(files_of(args.inputs), args.files)
    rows = {"quis": [], "storm": []}
    started = time.monotonic()
    for number, file in enumerate(files):
        rows["quis"].append(ours(args, file))
        rows["storm"].append(theirs(args, file))
        print(f"{number + 1}/{len(files)} {file} {time.monotonic() - started:.0f} s", file=sys.stderr)
        if args.rows:
            with open(args.rows, "a" if number else "w", encoding="utf-8") as output:
                for name, side in rows.items():
                    output.write(json.dumps({"program": name, **side[-1], "file": file}) + "\n")
    text = (f"{len(files)} seeds, {args.count} instances of each, depth {args.depth}, {args.assertions} assertions, "
            f"{args.formulas} formulas; Quis: `{args.technique} {args.parameters}`.\n\n" + table(rows))
    print(text)
    if args.output:
        with open(args.output, "w", encoding="utf-8") as output:
            output.write(text)


if __name__ == "__main__":
    main()
