#!/usr/bin/env python3
"""Measure OpFuzz beside yinyang's opfuzz on the same seeds: a Markdown table.

    bench_opfuzz.py FILE|DIR... [--program PROGRAM] [--files N] [--seconds 0.2]
                    [--judged N] [-o TABLE.md]

Both make mutants and print them in memory, again and again, in processes of their own;
CPU time is counted, reading the file left out:

  quis     the example program `mutate_repeatedly` of quis-techniques
           (cargo build --release -p quis-techniques --example mutate_repeatedly)
  yinyang  `TypeAwareOpMutation(script, args).mutate()` and `str(script)`, as its
           fuzzer calls them, with the operators of its own configuration

Of --files seeds, spread evenly over those given, the table has: seeds that could not be
read although a solver reads them; mutants per CPU second; mutants that came twice among the
first 300 of a seed; and, of --judged seeds, mutants that Z3 or cvc5 calls ill-formed, of those
whose seed the same solver reads.

yinyang is installed from PyPI below .solvers/peers-yinyang, or where QUIS_PEERS says, the first time. The solvers are those
below .solvers, or of the search path.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PEERS = os.environ.get("QUIS_PEERS", os.path.join(ROOT, ".solvers", "peers-yinyang"))
PACKAGES = ["yinyang==0.3.0"]
CHAIN = 300
LIMIT_S = 60
# What a solver says of a mutant that it reads and cannot solve.
SOLVING = ["not supported", "unsupported", "cannot handle", "does not support", "LogicException",
           "logic was specified", "Overflow", "timeout", "interrupted"]


# --- yinyang, in a process of its own ------------------------------------------


def peer(seconds, file):
    """One line of JSON about one file, like that of `mutate_repeatedly rate`, with a few mutants."""
    sys.path.insert(0, PEERS)
    sys.setrecursionlimit(100000)
    from yinyang.src.mutators.TypeAwareOpMutation import TypeAwareOpMutation
    from yinyang.src.parsing.Parse import parse_file
    import yinyang

    class Arguments:
        modulo = 1
        config = os.path.join(os.path.dirname(yinyang.__file__), "config", "operator_mutations.txt")

    started = time.process_time()
    script, _ = parse_file(file, timeout_limit=LIMIT_S, silent=True)
    reading = time.process_time() - started
    if not script:
        return {"file": file, "read": False}
    texts = []

    def chain():
        mutator = TypeAwareOpMutation(script, Arguments)
        for _ in range(CHAIN):
            mutant, success, _ = mutator.mutate()
            if success:
                yield str(mutant)

    first = True
    mutants, started = 0, time.process_time()
    while time.process_time() - started < seconds:
        before = mutants
        for text in chain():
            mutants += 1
            if first:
                texts.append(text)
            elif time.process_time() - started >= seconds:
                break
        first = False
        if mutants == before:
            break
    making = time.process_time() - started
    return {"file": file, "read": True, "reading": reading, "mutants": mutants, "making": making,
            "repeated": len(texts) - len(set(texts)), "chain": len(texts), "sample": texts[19::60]}


# --- The harness ---------------------------------------------------------------


def run(command, limit=LIMIT_S * 3):
    try:
        return subprocess.run(command, capture_output=True, timeout=limit, check=False).stdout
    except subprocess.TimeoutExpired:
        return b""


def ours(program, seconds, file):
    rows = run([program, "rate", str(seconds), file]).decode().splitlines()
    row = json.loads(rows[0]) if rows else {"file": file, "read": False}
    if row["read"]:
        texts = run([program, "list", str(CHAIN), "1", file]).decode().split("\0")[:-1]
        row.update(repeated=len(texts) - len(set(texts)), chain=len(texts), sample=texts[19::60])
    return row


def theirs(seconds, file):
    output = run([sys.executable, __file__, "--peer", str(seconds), file])
    return json.loads(output.splitlines()[-1]) if output else {"file": file, "read": False}


def find(name):
    own = os.path.join(ROOT, ".solvers", name, "bin", name)
    return own if os.path.exists(own) else shutil.which(name)


def complaint(solver, path):
    """What a solver finds wrong with the form of a file, if anything."""
    limit = ["-T:1"] if "z3" in os.path.basename(solver) else ["--tlimit=1000"]
    output = run([solver, *limit, path], 5).decode(errors="replace")
    errors = [line for line in output.splitlines() if "(error" in line]
    wrong = [line for line in errors if not any(word in line for word in SOLVING)]
    return wrong[0] if wrong else None


def judge(solvers, row):
    """How many mutants of a sample were judged, and which complaints there are."""
    judged, wrong = 0, []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mutant.smt2")
        for solver in solvers:
            if complaint(solver, row["file"]):
                continue
            for text in row["sample"]:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                judged += 1
                error = complaint(solver, path)
                if error:
                    wrong.append(f"{os.path.basename(solver)}: {row['file']}: {error}")
    return judged, wrong


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


def main():
    if sys.argv[1:2] == ["--peer"]:
        try:
            print(json.dumps(peer(float(sys.argv[2]), sys.argv[3])))
        except Exception:  # whatever stops it, the seed is lost to it
            print(json.dumps({"file": sys.argv[3], "read": False}))
        return
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("inputs", nargs="+")
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    parser.add_argument("--program", default=os.path.join(target, "release", "examples", "mutate_repeatedly"))
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--judged", type=int, default=40)
    parser.add_argument("-o", "--output")
    args = parser.parse_args()
    if not os.path.isdir(os.path.join(PEERS, "yinyang")):
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--target", PEERS, *PACKAGES], check=True)
    solvers = [solver for solver in map(find, ["z3", "cvc5"]) if solver]

    files = spread(files_of(args.inputs), args.files)
    valid = [file for file in files if any(not complaint(solver, file) for solver in solvers)]
    rows = {"quis": [], "yinyang": []}
    for file in valid:
        rows["quis"].append(ours(args.program, args.seconds, file))
        rows["yinyang"].append(theirs(args.seconds, file))

    lines = [f"{len(valid)} of {len(files)} seeds are read by a solver.", "",
             "| | seeds rejected | seeds without mutants | mutants per CPU s: 10 %, median, 90 % | repeated in a chain | ill-formed |",
             "|---|---|---|---|---|---|"]
    complaints = []
    for name, all_rows in rows.items():
        read = [row for row in all_rows if row["read"]]
        made = [row for row in read if row["mutants"]]
        rates = sorted(row["mutants"] / row["making"] for row in made)
        tenths = [rates[len(rates) * tenth // 10] for tenth in (1, 5, 9)] if rates else []
        chain = sum(row["chain"] for row in made)
        judged, wrong = 0, []
        for row in spread(made, args.judged):
            more, errors = judge(solvers, row)
            judged, wrong = judged + more, wrong + errors
        complaints += [f"{name}: {error}" for error in wrong]
        lines.append(f"| {name} | {len(all_rows) - len(read)} | {len(read) - len(made)} | "
                     f"{', '.join(f'{rate:,.0f}' for rate in tenths)} | "
                     f"{sum(row['repeated'] for row in made)} of {chain} | {len(wrong)} of {judged} |")
    pairs = [(a["mutants"] / a["making"]) / (b["mutants"] / b["making"])
             for a, b in zip(rows["quis"], rows["yinyang"])
             if a.get("mutants") and b.get("mutants")]
    if pairs:
        lines += ["", f"On the {len(pairs)} seeds that both mutate, Quis makes {statistics.median(pairs):,.0f} times as many "
                      f"(median; {min(pairs):,.0f} to {max(pairs):,.0f})."]
    table = "\n".join(lines) + "\n"
    print(table)
    for line in complaints:
        print(line, file=sys.stderr)
    if args.output:
        with open(args.output, "w", encoding="utf-8") as file:
            file.write(table)


if __name__ == "__main__":
    main()
