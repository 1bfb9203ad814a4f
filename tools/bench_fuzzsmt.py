#!/usr/bin/env python3
"""The experiment of the FuzzSMT paper in our form: random bit-vector and array formulas against many solver releases.

    bench_fuzzsmt.py DIR --solver z3@5.4.0 --solver boolector … [--for 20m] [--program PROGRAM]
                     [-j N] [--seed 1] [--category no-div …] [--timeout 2] [-o TABLE.md]

For each category a campaign of `quis fuzz --technique fuzzsmt` runs for the time --for, in a directory of its own below
DIR (one that is there already is not run again, only counted):

  no-div     bit-vectors up to 16 bits without division (Table 1 of the paper)
  guard-div  bit-vectors up to 10 bits, with division and constraints that rule out zero (Table 1)
  arrays     arrays of bit-vectors, reads and writes, equalities between arrays (Table 2)

The operators are those of SMT-LIB 2.6, so that old releases take part. Half of the formulas are satisfiable by
construction; of the others only the solvers' answers are compared.

The tables count findings, that is, causes as far as they can be told apart, and in parentheses the formulas that
showed them. Every finding is replayed; what does not fail again is listed. Bytes are those of the
cases before and after reduction.
"""

import argparse
import collections
import json
import os
import statistics
import subprocess
import sys

SHAPE = "standard=2.6 truth=both incremental=no definitions=no size=120 predicates=24 depth=16"
CATEGORIES = {
    "no-div": f"logic=QF_BV division=none width=16 {SHAPE}",
    "guard-div": f"logic=QF_BV division=guarded width=10 {SHAPE}",
    "arrays": f"logic=QF_ABV division=guarded width=16 {SHAPE}",
}
COLUMNS = {
    "crash": {"crash"},
    "incorrect": {"refutation-unsound", "solution-unsound", "disagreement"},
    "invalid model": {"invalid-model"},
}


def run_campaign(arguments, name, folder):
    """Runs the campaign of a category, unless it was run before."""
    if os.path.isdir(folder):
        return
    command = [arguments.program, "fuzz", "--technique", f"fuzzsmt {CATEGORIES[name]}", "--campaign", folder]
    command += ["--for", arguments.time, "--seed", str(arguments.seed), "--timeout", str(arguments.timeout)]
    command += ["--jobs", str(arguments.jobs)]
    for solver in arguments.solvers:
        command += ["--solver", solver]
    print(f"{name}: {' '.join(command)}", file=sys.stderr)
    # Something found is exit code 1.
    code = subprocess.run(command, check=False, stdout=subprocess.DEVNULL).returncode
    if code not in (0, 1):
        sys.exit(f"quis fuzz ended with {code}")


def replays(arguments, folder, findings):
    """The identifiers of findings that fail again."""
    good = set()
    for finding in findings:
        path = os.path.join(folder, "findings", finding["id"])
        command = [arguments.program, "replay", path, "--json"]
        # Exit code 1: it still fails.
        if subprocess.run(command, check=False, stdout=subprocess.DEVNULL).returncode == 1:
            good.add(finding["id"])
    return good


def table(reports):
    """Rows of solvers, columns of categories, as in Tables 1 and 2."""
    solvers = []
    for report in reports.values():
        for solver in report["solvers"]:
            label = (solver["name"], f"{solver['name'].split('@')[0]} {solver['version']}")
            if label not in solvers:
                solvers.append(label)
    heads = [f"{name}: {column}" for name in reports for column in ("formulas", *COLUMNS)]
    yield "| solver | " + " | ".join(heads) + " |"
    yield "|---|" + "--:|" * len(heads)
    for name, label in solvers:
        cells = []
        for report in reports.values():
            own = [solver for solver in report["solvers"] if solver["name"] == name]
            cells.append(f"{own[0]['cases']:,}" if own else "–")
            counts = collections.Counter()
            shown = collections.Counter()
            for finding in report["findings"]:
                if finding["solver"]["name"] == name:
                    for column, kinds in COLUMNS.items():
                        if finding["kind"] in kinds:
                            counts[column] += 1
                            shown[column] += finding["occurrences"]
            cells += [f"{counts[column]} ({shown[column]})" if counts[column] else "0" for column in COLUMNS]
        yield f"| {label} | " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("--solver", dest="solvers", action="append", required=True)
    parser.add_argument("--for", dest="time", default="20m")
    parser.add_argument("--program", default="quis")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=2)
    parser.add_argument("--category", dest="categories", action="append", choices=list(CATEGORIES))
    parser.add_argument("-o", "--output")
    arguments = parser.parse_args()
    os.makedirs(arguments.folder, exist_ok=True)
    reports, lines, rest = {}, [], []
    for name in arguments.categories or CATEGORIES:
        folder = os.path.join(arguments.folder, name)
        run_campaign(arguments, name, folder)
        text = subprocess.run([arguments.program, "report", folder, "--json"], check=True, capture_output=True)
        report = reports[name] = json.loads(text.stdout)
        findings = report["findings"]
        good = replays(arguments, folder, findings)
        summary = report["summary"]
        spent = summary["solver_cpu_seconds"] + summary["own_cpu_seconds"]
        rest.append(
            f"- {name}: {summary['cases']:,} formulas in {report['campaign']['wall_seconds'] / 60:.0f} min with "
            f"{report['campaign']['jobs']} workers, {100 * summary['generation_cpu_seconds'] / spent:.2f} % of the CPU time to "
            f"make them; {len(findings)} findings, {len(good)} of them replayed."
        )
        for finding in findings:
            # A case that could not be made smaller has the size that it was found with.
            finding["bytes_before_reduction"] = finding["bytes_before_reduction"] or len(finding["case"])
        sizes = [(finding["bytes_before_reduction"], len(finding["case"])) for finding in findings]
        if sizes:
            before, after = zip(*sizes)
            rest.append(
                f"  Bytes before and after reduction, medians: {statistics.median(before):,.0f}, "
                f"{statistics.median(after):,.0f}."
            )
        for finding in findings:
            state = "" if finding["id"] in good else ", does not fail again"
            rest.append(
                f"  - {finding['kind']}, {finding['solver']['name']}, {finding['occurrences']} times, "
                f"{finding['bytes_before_reduction']} → {len(finding['case'])} bytes{state}: `{finding['fingerprint']}`"
            )
    lines = [*table(reports), "", *rest]
    output = "\n".join(lines) + "\n"
    if arguments.output:
        with open(arguments.output, "w", encoding="utf-8") as file:
            file.write(output)
    print(output, end="")


if __name__ == "__main__":
    main()
