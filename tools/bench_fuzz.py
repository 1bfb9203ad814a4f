#!/usr/bin/env python3
"""Campaigns of Quis beside yinyang's opfuzz: the same seeds, the same solvers, the same core, one run.

    bench_fuzz.py SEEDS [--quis PROGRAM] [--solver SPEC]… [--seconds N] [--core N]

Three tables, all by CPU time (user and system, children included):

- two programs that answer `sat` at once, a process for each case: what the harness costs. Beside both tools stands
  a C program that only writes the file, starts the program and waits.
- real solvers, each tool in its own way: how many tests (a solver's run on a mutant) a CPU second buys.
- the share of the CPU time that Quis itself uses.

yinyang is installed from the Python package index into a temporary folder.
"""

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
NO_OP = '#include <unistd.h>\nint main(void) { return write(1, "sat\\n", 4) != 4; }\n'
LEAST = HERE.parent / "crates" / "solvers" / "benches" / "least_spawn.c"


def cpu_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measured(command, **options):
    """Runs a command; its output and the CPU seconds of it and all that it waited for."""
    before = cpu_of_children()
    run = subprocess.run(command, capture_output=True, text=True, errors="replace", **options)
    return run.stdout + run.stderr, cpu_of_children() - before


def compile_c(source, target):
    subprocess.run(["cc", "-O2", "-o", str(target), "-x", "c", "-"], input=source, text=True, check=True)
    return str(target)


def quis(args, solvers, folder, *more):
    """Cases, checks by solver, CPU seconds, and those of Quis itself."""
    campaign = folder / "campaign"
    shutil.rmtree(campaign, ignore_errors=True)
    command = [*args.pinned, args.quis, "fuzz", *args.seeds, "--technique", "opfuzz", "--campaign", str(campaign),
               "--for", f"{args.seconds}s", "-j", "1", "--seed", "1", "--quiet", *more]
    for solver in solvers:
        command += ["--solver", solver]
    said, cpu = measured(command)
    report = subprocess.run([args.quis, "report", str(campaign), "--json"], capture_output=True, text=True)
    if report.returncode:
        sys.exit(f"quis failed:\n{said}{report.stderr}")
    summary = json.loads(report.stdout)["summary"]
    return summary["cases"], cpu, summary["own_cpu_seconds"], summary["answers"]


def yinyang(args, solvers, folder, seconds, iterations):
    """Solver calls and CPU seconds."""
    work = folder / "yinyang-work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    command = [*args.pinned, "timeout", "-s", "INT", str(seconds), sys.executable,
               str(folder / "yinyang" / "bin" / "opfuzz"), "-m", "1", "-i", str(iterations),
               ";".join(solvers), *args.seeds]
    environment = dict(os.environ, PYTHONPATH=str(folder / "yinyang"))
    said, cpu = measured(command, cwd=work, env=environment)
    calls = [int(count) for count in re.findall(r"Performed (\d+) solver calls", said)]
    if not calls:
        sys.exit(f"yinyang failed:\n{said}")
    return calls[-1], cpu


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("seeds", nargs="+", help="files and folders")
    parser.add_argument("--quis", default=str(HERE.parent / "target" / "release" / "quis"))
    parser.add_argument("--solver", action="append", default=[], help="a solver of the second table [default: z3]")
    parser.add_argument("--seconds", type=int, default=60, help="how long each tool runs")
    parser.add_argument("--core", type=int, default=0)
    args = parser.parse_args()
    args.pinned = ["taskset", "-c", str(args.core)]
    args.seeds = [str(Path(seed).resolve()) for seed in args.seeds]
    solvers = args.solver or ["z3"]
    with tempfile.TemporaryDirectory(prefix="quis-bench-") as name:
        folder = Path(name)
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder / "yinyang"),
                        "yinyang"], check=True, stderr=subprocess.DEVNULL)
        no_ops = [compile_c(NO_OP, folder / name) for name in ("noop-one", "noop-two")]
        least = compile_c(LEAST.read_text(), folder / "least")
        text = folder / "text.smt2"
        sizes = sorted(path.stat().st_size for seed in args.seeds for path in Path(seed).rglob("*.smt2"))
        text.write_bytes(b" " * (sizes[len(sizes) // 2] if sizes else 1000))
        print("| two programs that do nothing | mutants | CPU s | mutants per CPU s | of the C program |")
        print("|---|---|---|---|---|")
        count = 200 * args.seconds
        _, cpu = measured([*args.pinned, least, no_ops[0], str(text), str(folder / "script.smt2"), str(count)])
        best = count / cpu
        print(f"| C: write, start, wait | {count} | {cpu:.1f} | {best:.0f} | 100 % |", flush=True)
        calls, cpu = yinyang(args, no_ops, folder, args.seconds, 300)
        mutants = calls / 2
        print(f"| yinyang | {mutants:.0f} | {cpu:.1f} | {mutants / cpu:.0f} | {100 * mutants / cpu / best:.0f} % |", flush=True)
        cases, cpu, own, _ = quis(args, no_ops, folder, "--sessions", "never")
        print(f"| Quis | {cases} | {cpu:.1f} | {cases / cpu:.0f} | {100 * cases / cpu / best:.0f} % |", flush=True)
        print(f"\n| {' and '.join(solvers)} | tests | CPU s | tests per CPU s | CPU s outside the solver |")
        print("|---|---|---|---|---|")
        paths = [subprocess.run([args.quis, "solvers", "path", solver], capture_output=True, text=True, check=True)
                 .stdout.strip() for solver in solvers]
        cases, cpu, own, answers = quis(args, solvers, folder)
        ours = cases * len(solvers)
        print(f"| Quis | {ours} | {cpu:.1f} | {ours / cpu:.1f} | {own:.1f} ({100 * own / cpu:.1f} %) |", flush=True)
        print(f"<!-- answers: {answers} -->")
        # It takes no single solver: the same twice is as many tests. Quis goes over all seeds before it comes back to one; with
        # few mutants of each and more time, so does yinyang.
        calls, theirs = yinyang(args, paths * (2 if len(paths) == 1 else 1), folder, 5 * args.seconds, 20)
        print(f"| yinyang | {calls} | {theirs:.1f} | {calls / theirs:.1f} | |")
        print(f"\nQuis makes {ours / cpu / (calls / theirs):.1f} times as many tests per CPU second.")


if __name__ == "__main__":
    main()
