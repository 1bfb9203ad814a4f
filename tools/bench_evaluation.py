#!/usr/bin/env python3
"""Measure evaluation under a model beside Z3's Python API and pySMT: a Markdown table.

    bench_evaluation.py FILE|DIR... [--quis PROGRAM] [--seconds 0.5] [-o TABLE.md]

For each file that Z3 answers `sat` within some seconds, all three evaluate all its
assertions under Z3's model, again and again, in processes of their own:

  quis   the example program `evaluate_repeatedly` of quis-semantics: a new
         evaluator for each round, so that nothing is remembered
  Z3     `model.eval(assertion, model_completion=True)` of the Python API
  pySMT  `EagerModel.get_value(assertion)` with the same values; its memory of
         simplified formulas is emptied before each round

A round is one evaluation of the whole set. Counted are rounds per second of CPU
time, reading the file and the model left out. Files that pySMT cannot read, or whose
model has values it does not have (functions, arrays, floats, strings), have no figure.
Only files count where both evaluators find every assertion true: Z3's, for example,
leaves quantifiers as they are.

z3-solver and pysmt are installed from PyPI below .solvers/peers the first time.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PEERS = os.path.join(ROOT, ".solvers", "peers")
PACKAGES = ["z3-solver==5.4.0.0", "pysmt==0.9.6", "setuptools<81"]
CHECK_MS = 5000
LIMIT_S = 60


# --- The peers, each in a process of its own ----------------------------------


def rounds_per_second(evaluate, seconds):
    """How often `evaluate` can be called in a second of CPU time."""
    evaluate()
    count, started = 0, time.process_time()
    while True:
        evaluate()
        count += 1
        used = time.process_time() - started
        if used >= seconds:
            return count / used


def z3_model(file):
    """Z3's model of a file: its text, and the values of the constants that pySMT can take."""
    import z3
    solver = z3.Solver()
    solver.set("timeout", CHECK_MS)
    solver.from_file(file)
    if solver.check() != z3.sat:
        return None
    model = solver.model()
    values = {}
    for declaration in model.decls():
        value = model[declaration]
        if declaration.arity() > 0 or not z3.is_expr(value):
            values = None
            break
        if z3.is_bool(value):
            values[declaration.name()] = ["bool", z3.is_true(value)]
        elif z3.is_int_value(value):
            values[declaration.name()] = ["int", value.as_string()]
        elif z3.is_rational_value(value):
            values[declaration.name()] = ["real", value.as_string()]
        elif z3.is_bv_value(value):
            values[declaration.name()] = ["bv", value.as_string(), value.size()]
        else:
            values = None
            break
    return {"text": "(\n" + model.sexpr() + "\n)", "values": values}


def z3_speed(file, seconds):
    import z3
    solver = z3.Solver()
    solver.set("timeout", CHECK_MS)
    solver.from_file(file)
    if solver.check() != z3.sat:
        return None
    model, assertions = solver.model(), list(solver.assertions())

    def evaluate():
        return sum(z3.is_true(model.eval(term, model_completion=True)) for term in assertions)

    return {"rate": rounds_per_second(evaluate, seconds), "true": evaluate(), "assertions": len(assertions)}


def pysmt_speed(file, values, seconds):
    from fractions import Fraction
    from pysmt.shortcuts import get_env
    from pysmt.smtlib.parser import SmtLibParser
    from pysmt.solvers.eager import EagerModel
    env = get_env()
    manager = env.formula_manager
    with open(file, encoding="utf-8") as text:
        script = SmtLibParser().get_script(text)
    assertions = [command.args[0] for command in script.filter_by_command_name("assert")]
    assignment = {}
    symbols = set().union(*(term.get_free_variables() for term in assertions)) if assertions else set()
    for symbol in symbols:
        kind = symbol.symbol_type()
        value = values.get(symbol.symbol_name())
        if value is None:
            value = ["bool", False] if kind.is_bool_type() else ["int", "0"]
        if kind.is_bool_type():
            assignment[symbol] = manager.Bool(bool(value[1]))
        elif kind.is_int_type():
            assignment[symbol] = manager.Int(int(value[1]))
        elif kind.is_real_type():
            assignment[symbol] = manager.Real(Fraction(value[1]))
        elif kind.is_bv_type():
            assignment[symbol] = manager.BV(int(value[1]), kind.width)
        else:
            return None
    model = EagerModel(assignment, env)

    def evaluate():
        # What was simplified or substituted before is not to be remembered.
        env.simplifier.memoization.clear()
        env.substituter.memoization.clear()
        return sum(model.get_value(term).is_true() for term in assertions)

    return {"rate": rounds_per_second(evaluate, seconds), "true": evaluate(), "assertions": len(assertions)}


def worker(args):
    """One measurement, as JSON on the standard output."""
    sys.setrecursionlimit(100_000)
    try:
        if args.worker == "model":
            result = z3_model(args.paths[0])
        elif args.worker == "z3":
            result = z3_speed(args.paths[0], args.seconds)
        else:
            with open(args.values, encoding="utf-8") as file:
                result = pysmt_speed(args.paths[0], json.load(file), args.seconds)
    except Exception as error:  # whatever a peer throws: it has no figure for this file
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        result = None
    print(json.dumps(result))


# --- Running them --------------------------------------------------------------


def install():
    if os.path.isdir(os.path.join(PEERS, "pysmt")) and os.path.isdir(os.path.join(PEERS, "z3")):
        return
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--target", PEERS, *PACKAGES], check=True)


def ask(what, file, *more):
    env = dict(os.environ, PYTHONPATH=PEERS)
    command = [sys.executable, os.path.abspath(__file__), "--worker", what, file, *more]
    try:
        done = subprocess.run(command, env=env, capture_output=True, timeout=LIMIT_S, text=True)
        return json.loads(done.stdout) if done.returncode == 0 else None
    except (subprocess.TimeoutExpired, ValueError):
        return None


def quis_speed(program, file, model, seconds):
    try:
        done = subprocess.run([program, file, model, str(seconds)], capture_output=True, timeout=LIMIT_S, text=True)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode != 0:
        return None
    result = json.loads(done.stdout)
    return {"rate": result["rounds"] / result["seconds"], "true": result["true"], "assertions": result["assertions"]}


def measure(file, args, folder):
    # Answers mean nothing for scripts with several checks: the model is that of one.
    with open(file, encoding="utf-8", errors="replace") as text:
        if text.read().count("(check-sat") != 1:
            return None
    model = ask("model", file)
    if not model:
        return None
    model_file, values_file = os.path.join(folder, "model"), os.path.join(folder, "values")
    with open(model_file, "w", encoding="utf-8") as out:
        out.write(model["text"])
    row = {"file": file, "quis": quis_speed(args.quis, file, model_file, args.seconds)}
    row["z3"] = ask("z3", file, "--seconds", str(args.seconds))
    if model["values"] is not None:
        with open(values_file, "w", encoding="utf-8") as out:
            json.dump(model["values"], out)
        row["pysmt"] = ask("pysmt", file, "--seconds", str(args.seconds), "--values", values_file)
    return row


def smt_files(paths):
    for path in paths:
        if os.path.isdir(path):
            for folder, _, names in sorted(os.walk(path)):
                yield from (os.path.join(folder, name) for name in sorted(names) if name.endswith(".smt2"))
        else:
            yield path


def rate(result):
    return f"{result['rate']:,.0f}" if result else "–"


def ratio(row, peer):
    """How many times faster Quis is, where both have done the same: found every assertion true."""
    ours, theirs = row.get("quis"), row.get(peer)
    if not ours or not theirs or ours["assertions"] == 0:
        return None
    all_true = {ours["true"], ours["assertions"], theirs["true"], theirs["assertions"]}
    return ours["rate"] / theirs["rate"] if len(all_true) == 1 else None


def summary(rows, peer, wanted):
    ratios = sorted(filter(None, (ratio(row, peer) for row in rows)))
    if not ratios:
        return f"{peer}: no file\n"
    mean = statistics.geometric_mean(ratios)
    enough = sum(value >= wanted for value in ratios)
    return (f"{peer}: {len(ratios)} files, Quis is {mean:,.1f} times as fast (geometric mean), median "
            f"{statistics.median(ratios):,.1f}, least {ratios[0]:,.1f}; at least {wanted} times on {enough}\n")


def table(rows):
    lines = ["| file | assertions | Quis | Z3 API | pySMT | × Z3 | × pySMT |", "|---|---|---|---|---|---|---|"]
    for row in rows:
        shown = [f"{value:,.1f}" if value else "–" for value in (ratio(row, "z3"), ratio(row, "pysmt"))]
        name = os.path.join(*row["file"].split(os.sep)[-2:])
        count = row["quis"]["assertions"] if row["quis"] else "–"
        lines.append(f"| {name} | {count} | {rate(row['quis'])} | {rate(row.get('z3'))} | {rate(row.get('pysmt'))} "
                     f"| {shown[0]} | {shown[1]} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--quis", default=os.path.join(ROOT, "target/release/examples/evaluate_repeatedly"))
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--values", help=argparse.SUPPRESS)
    parser.add_argument("--worker", choices=["model", "z3", "pysmt"], help=argparse.SUPPRESS)
    parser.add_argument("-o", "--output", help="write the table there")
    args = parser.parse_args()
    if args.worker:
        return worker(args)
    install()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        files = list(smt_files(args.paths))
        for at, file in enumerate(files, 1):
            print(f"\r{at} of {len(files)}: {len(rows)} measured", end="", file=sys.stderr, flush=True)
            row = measure(file, args, folder)
            if row:
                rows.append(row)
    print(file=sys.stderr)
    text = table(rows) + "\n" + summary(rows, "z3", 5) + summary(rows, "pysmt", 50)
    print(text, end="")
    if args.output:
        with open(args.output, "w", encoding="utf-8") as out:
            out.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
