#!/usr/bin/env python3
"""Put random formulas to the solvers whose language they are in, and see that none is rejected.

    check_fuzzsmt.py [COUNT] [--dialect D]... [--logic L] [--solver S]... [--check MS] [--sample N]
                     [--stream N] [-j 2] [--program FILE] [--quis FILE] [--operators FILE] [NAME=VALUE ...]

Makes COUNT formulas (10,000 unless told otherwise) with `fuzzsmt`, shared out evenly among the dialects, and has
them read: those of the dialects `standard` and `common` by Z3 and cvc5, those of `z3` and `cvc5` by the one, those
of `any` by Quis alone. Many formulas go to one process, with `(reset)` between them and without their checks: whether
they parse and are well typed is the question. Some errors show only when a formula is checked; with `--check MS`
the checks stay, each with that many milliseconds, for the first N formulas of each dialect (`--sample`, 1,000), and the
answers are counted. With `truth=sat` among the parameters, `unsat` is an error.

Whatever a solver says beyond answers is an error; its death is counted apart. Each is put down to its formula. One formula
of each kind of message is printed. Then come two tables: how many formulas of each logic each solver accepts, and
how often each operator occurs, by dialect. A formula is "left out" where a solver's profile says that it lacks a word,
and where the solver takes so long that nothing can be said.

The exit code is 1 if anything was rejected, or a solver died.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict

import solvers
from bench_peers import ROOT

READERS = {"standard": ("z3", "cvc5"), "common": ("z3", "cvc5"), "z3": ("z3",), "cvc5": ("cvc5",), "any": ()}

# As the profiles of the newest releases have it.
ARGUMENTS = {
    "z3": ["-smt2", "-in"],
    "cvc5": ["--strings-exp", "--arrays-exp", "--fp-exp", "--sets-exp", "--uf-ho-exp", "--datatypes-exp", "-"],
}
# cvc5 has separation logic without scopes only.
SCOPES = {"z3": [], "cvc5": ["--incremental"]}
LIMITS = {"z3": "-t:{}", "cvc5": "--tlimit-per={}"}

# So many formulas go to one process, without and with their checks.
BATCH = {False: 500, True: 50}
PROCESS_LIMIT_S = 60
# With checks: some operators are unfolded for ever, whatever limit a check has.
CHECK_LIMIT_S = 2
TOO_LONG = "no more within the time of a process"
IN_SEQUENCE = "after others, and not alone: "

# Z3 does much of its work at a push already.
CHECKS = ("(check-sat", "(push", "(pop")

MARK = re.compile(r'^"?CASE (\d+)"?$')
# Z3 ends a check that takes too long with `unknown`, and a check may be cut in the middle of something.
FINE = re.compile(r"^(sat|unsat|unknown|timeout|success|)$")
ANSWERS = ("sat", "unsat", "unknown", "timeout")
UNSOUND = "unsat, though it is satisfiable by construction"
CUT = re.compile(r"interrupted by timeout|canceled|max\. resource limit|Overflow encountered")
# A crash says nothing about whether a formula is well typed.
DIED = re.compile(r"Fatal failure|^it ended with -|nothing at all")
# Numbers and names differ from formula to formula.
DETAIL = re.compile(r"line \d+ column \d+|\b[a-zA-Z]+\d+\b|\?\d+|#[bx][0-9a-f]+|\d+|\|[^|]*\|")


class Case:
    """A formula as one solver reads it."""

    def __init__(self, number, logic, lacks):
        self.number, self.logic, self.lacks, self.text = number, logic, lacks, []

        self.has_heap = self.has_match = False

    def add(self, line):
        self.text.append(line)
        self.has_heap |= line.startswith("(declare-heap")
        self.has_match |= "(match " in line


def read_cases(path):
    cases = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("; case "):
                words = line.split()
                lacks = words[5] if len(words) > 5 else None
                cases.append(Case(int(words[2]), words[3], lacks))
            else:
                cases[-1].add(line)
    return cases


def script(case, check):
    lines = [line for line in case.text if check or not line.startswith(CHECKS)]
    return f'(echo "CASE {case.number}")\n{"".join(lines)}(reset)\n'


def run(solver, cases, arguments):
    """What a solver says to some formulas: {number: message}, from which formula on it said nothing any more, its answers."""
    name, program = solver
    check = arguments.check
    command = [program, *ARGUMENTS[name]]
    if not cases[0].has_heap:
        command[1:1] = SCOPES[name]
    if check:
        command.insert(1, LIMITS[name].format(check))
    text = "".join(script(case, check) for case in cases)
    try:
        limit = CHECK_LIMIT_S + 4 * check * len(cases) / 1000 if check else PROCESS_LIMIT_S
        run = subprocess.run(command, input=text, capture_output=True, text=True, errors="replace", timeout=limit)
        output, ended = run.stdout + run.stderr, run.returncode
    except subprocess.TimeoutExpired as expired:
        output, ended = (expired.stdout or b"").decode(errors="replace"), None
    said, last, answers = {}, None, Counter()
    for line in output.splitlines():
        line = line.strip()
        mark = MARK.match(line)
        if line in ANSWERS:
            answers[line] += 1
        if mark:
            last = int(mark.group(1))
        elif line == "unsat" and "truth=sat" in arguments.parameters:
            said.setdefault(last, UNSOUND)
        elif not FINE.match(line) and not CUT.search(line):
            said.setdefault(last, line)
    if last is None:
        return {cases[0].number: said.get(None, f"nothing at all ({ended})")}, 1, answers
    at = next(at for at, case in enumerate(cases) if case.number == last)
    stopped = ended not in (0, 1) or at + 1 < len(cases)
    if stopped and last not in said and not CUT.search(output):
        said[last] = TOO_LONG if ended is None else f"it ended with {ended}"
    return said, at + 1, answers


def put(solver, cases, arguments):
    """All that a solver says against some formulas: {number: message}; and how often it gave which answer."""
    said, answers = {}, Counter()
    todo = cases
    while todo:
        more, done, given = run(solver, todo, arguments)
        answers += given
        for number, message in more.items():
            if arguments.check and message == TOO_LONG:
                said[number] = message
                continue
            # What came before may have left something behind: that is no fault of this formula.
            alone, _, _ = run(solver, [case for case in todo if case.number == number], arguments)
            if alone:
                said.update(alone)
            else:
                said[number] = f"{IN_SEQUENCE}{message}"
        todo = todo[done:]
    return said, answers


def kind(message):
    return DETAIL.sub("…", message)


def generate(arguments, dialect, count, folder):
    """Makes the formulas of one dialect; what each solver reads, and how often each operator occurs."""
    command = [arguments.program, str(count), f"dialect={dialect}", "--stream", str(arguments.stream), "unconfirmed"]
    command += [f"logic={arguments.logic}"] if arguments.logic else []
    command += arguments.parameters
    files = {}
    for name in arguments.solvers:
        if name in READERS[dialect]:
            files[name] = os.path.join(folder, f"{dialect}.{name}")
            command += ["--for", name, files[name]]
    made = subprocess.run(command, capture_output=True, text=True)
    if made.returncode != 0:
        sys.exit(f"check_fuzzsmt: {' '.join(command)}: {made.stderr.strip()}")
    operators, rejected = Counter(), 0
    for line in made.stdout.splitlines():
        if found := re.match(r"^ *(\d+) ([A-Z]\w+) (\S+)$", line):
            operators[found.group(2), found.group(3)] += int(found.group(1))
        elif found := re.search(r"formulas, .*rejected (\d+)", line):
            rejected = int(found.group(1))
            print(f"{dialect}: {line}")
    if rejected:
        print(made.stdout[:4000])
    return files, operators, rejected


def check_dialect(arguments, dialect, files, pool, table, kinds):
    """Puts the formulas of a dialect to their solvers; fills the table and the kinds of messages."""
    for name, path in files.items():
        cases = read_cases(path)
        if arguments.check:
            cases = cases[: arguments.sample]
        readable = [case for case in cases if case.lacks is None]
        size = BATCH[bool(arguments.check)]
        batches = []
        # Z3 5.4 dies of a second `match` after a reset.
        dies = [case for case in readable if name == "z3" and case.has_match]
        for some in (False, True):
            alike = [case for case in readable if case.has_heap == some and not (name == "z3" and case.has_match)]
            batches += [alike[at : at + size] for at in range(0, len(alike), size)]
        batches += [[case] for case in dies]
        solver = (name, arguments.programs[name])
        said, answers = {}, Counter()
        for part, given in pool.map(lambda batch: put(solver, batch, arguments), batches):
            said.update(part)
            answers += given
        if arguments.check:
            print(f"{dialect}, {name}: {', '.join(f'{count} {answer}' for answer, count in answers.most_common())}")
        for case in cases:
            message = said.get(case.number)
            fine = not message or message.startswith(IN_SEQUENCE)
            if case.lacks or message == TOO_LONG:
                outcome = "left out"
            elif fine:
                outcome = "accepted"
            else:
                outcome = "died" if DIED.search(message) else "rejected"
            table[dialect, case.logic, name][outcome] += 1
            if case.lacks:
                kinds[dialect, name, f"left out: no {case.lacks}"].append((case, ""))
            elif message:
                kinds[dialect, name, kind(message)].append((case, message))


def report(table, kinds, arguments):
    for (dialect, name, message), found in sorted(kinds.items(), key=lambda item: -len(item[1])):
        case, said = min(found, key=lambda pair: sum(map(len, pair[0].text)))
        print(f"\n; {dialect}, {name}: {len(found)} times: {message}")
        if said:
            print(f"; case {case.number} of stream {arguments.stream}: {said}")
            print("".join(case.text).strip())
    logics = sorted({logic for _, logic, _ in table})
    names = [name for name in arguments.solvers]
    print(f"\n{'logic':16}" + "".join(f"{name + ' accepts':>15}{'rejects':>9}{'dies':>6}{'left out':>9}" for name in names))
    totals = defaultdict(Counter)
    for logic in logics:
        row = f"{logic:16}"
        for name in names:
            counts = sum((table[key] for key in table if key[1:] == (logic, name)), Counter())
            row += f"{counts['accepted']:15}{counts['rejected']:9}{counts['died']:6}{counts['left out']:9}"
        print(row)
    for (dialect, _, name), counts in table.items():
        totals[dialect, name] += counts
    print(f"\n{'dialect':10}{'solver':8}{'accepted':>10}{'rejected':>10}{'died':>6}{'left out':>10}")
    for (dialect, name), counts in totals.items():
        print(f"{dialect:10}{name:8}{counts['accepted']:10}{counts['rejected']:10}{counts['died']:6}{counts['left out']:10}")
    return sum(counts["rejected"] + counts["died"] for counts in totals.values())


def operator_table(operators, wanted, file):
    """How often each operator occurs in the formulas of each dialect."""
    dialects = list(operators)
    keys = list(dict.fromkeys(key for counts in operators.values() for key in counts))
    totals = {key: sum(operators[dialect][key] for dialect in dialects) for key in keys}
    lines = [f"{'theory':16}{'operator':28}" + "".join(f"{dialect:>10}" for dialect in dialects) + f"{'all':>10}"]
    for theory, name in keys:
        counts = "".join(f"{operators[dialect][theory, name]:10}" for dialect in dialects)
        lines.append(f"{theory:16}{name:28}{counts}{totals[theory, name]:10}")
    with open(file, "w", encoding="utf-8") as out:
        out.write("\n".join(lines) + "\n")
    seldom = [f"{name} ({totals[theory, name]})" for theory, name in keys if totals[theory, name] < wanted]
    print(f"\n{len(keys)} operators, {len(seldom)} of them fewer than {wanted} times: {', '.join(seldom) or 'none'}")


def main():
    parser = argparse.ArgumentParser(description="Put random formulas to the solvers whose language they are in.")
    parser.add_argument("count", nargs="?", type=int, default=10_000, metavar="COUNT")
    parser.add_argument("parameters", nargs="*", metavar="NAME=VALUE")
    parser.add_argument("--dialect", action="append", dest="dialects", choices=sorted(READERS))
    parser.add_argument("--logic")
    parser.add_argument("--solver", action="append", dest="solvers", choices=sorted(ARGUMENTS))
    parser.add_argument("--check", type=int, default=0, metavar="MS")
    parser.add_argument("--sample", type=int, default=1000)
    parser.add_argument("--stream", type=int, default=7)
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("--program", default=os.path.join(ROOT, "target/release/examples/fuzzsmt"))
    parser.add_argument("--quis", default=os.path.join(ROOT, "target/release/quis"))
    parser.add_argument("--path", action="append", default=[], metavar="SOLVER=FILE", help="where a solver is")
    parser.add_argument("--operators", default=os.devnull, metavar="FILE", help="where the table of operators goes")
    parser.add_argument("--wanted", type=int, default=100, help="how often each operator is to occur")
    arguments = parser.parse_intermixed_args()
    if not os.access(arguments.program, os.X_OK):
        sys.exit(f"check_fuzzsmt: {arguments.program} is missing: run "
                 "`cargo build --release -p quis-techniques --example fuzzsmt`.")
    arguments.dialects = arguments.dialects or list(READERS)
    arguments.solvers = arguments.solvers or sorted(ARGUMENTS, reverse=True)
    given = dict(pair.split("=", 1) for pair in arguments.path)
    arguments.programs = {name: given.get(name) or solvers.find(name, arguments.quis) for name in arguments.solvers}
    for name, program in arguments.programs.items():
        if not program:
            sys.exit(f"check_fuzzsmt: no {name}: run `make solvers`.")
    table, kinds, operators = defaultdict(Counter), defaultdict(list), {}
    rejected = 0
    each = -(-arguments.count // len(arguments.dialects))
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for dialect in arguments.dialects:
            count = min(each, arguments.sample) if arguments.check else each
            files, operators[dialect], refused = generate(arguments, dialect, count, folder)
            rejected += refused
            check_dialect(arguments, dialect, files, pool, table, kinds)
    rejected += report(table, kinds, arguments)
    operator_table(operators, arguments.wanted, arguments.operators)
    return 1 if rejected else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        os._exit(130)
