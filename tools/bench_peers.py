#!/usr/bin/env python3
"""Measure Quis beside its peers on the same files: a Markdown table of speed and memory.

    bench_peers.py FILE|DIR... [--quis PROGRAM] [--yaspar PROGRAM] [--z3 PROGRAM]
                   [--rounds 3] [--group-below BYTES] [-o TABLE.md]

All three read the same text: the file without the commands that solve, print or
set options, so that only declarations, definitions, assertions and scopes are
left. Each measurement is the best of some rounds, taken in turn.

  quis       parse and type-check, CPU time per reading from `quis bench-parse`
  yaspar-ir  parse and type-check, the same figures from `bench-peers`
  Z3         CPU time of the process, less that of a script of the same logic
             with one declaration and one definition. Since Z3 hands assertions to
             its solver, which already works on them, it also reads the text with
             each assertion turned into a definition, and the quicker of the two
             counts. For small files, where its start drowns the rest: what each
             further copy of the text costs when many copies stand in one script,
             each between push and pop (files that cannot be repeated so count as
             not read).

Memory is the peak of resident memory of a process that reads the file once.
"""

import argparse
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

import solvers

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KEPT = re.compile(
    rb"\(\s*(set-logic|assert|assert-soft|push|pop|reset|reset-assertions|rule"
    rb"|declare-[a-z-]+|define-[a-z-]+|set-option\s+:global-declarations)(?=[\s()|;])")
EXIT = re.compile(rb"\(\s*exit\s*\)")
ASSUMING = re.compile(rb"\(\s*check-sat-assuming\s*\(")
TOKEN = re.compile(rb'"[^"]*"|\|[^|]*\||;[^\n\r]*|[()]')
DEFINITIONS, FEW, MANY = ".definitions", ".few", ".many"
LIMIT_S = 300
ENOUGH_S = 0.1  # repeat a short reading until this much CPU time


# --- The text that all of them read -------------------------------------------


def stripped(text):
    """The commands of `text` that a parser must read and a solver need not act on.

    Assumptions become assertions, since a file may keep all its terms there.
    """
    kept, depth, start = [], 0, 0
    for token in TOKEN.finditer(text):
        c = token.group()
        if c == b"(":
            if depth == 0:
                start = token.start()
            depth += 1
        elif c == b")":
            depth -= 1
            if depth != 0:
                continue
            assuming = ASSUMING.match(text, start)
            if KEPT.match(text, start):
                kept.append(text[start:token.end()])
            elif EXIT.match(text, start):
                break
            elif assuming:
                kept.append(b"(assert (and true " + text[assuming.end():token.end()])
    return b"\n".join(kept) + b"\n"


def as_definitions(text):
    """Each assertion becomes a definition: the same terms, and nothing for a solver to do."""
    names = itertools.count()
    return re.sub(rb"(?m)^\(\s*assert(?=[\s(|])", lambda _: b"(define-fun quis!%d () Bool " % next(names),
                  text)


def copies_of(text, count):
    """A script with the text `count` times, or None where scopes cannot keep the copies apart."""
    logic = re.match(rb"\(\s*set-logic\s+[^()]*\)", text)
    head, body = (logic.group(), text[logic.end():]) if logic else (b"", text)
    if re.search(rb"\(\s*(reset|reset-assertions|set-option|set-logic|assert-soft|rule)[\s)]", body):
        return None
    return head + b"\n(push 1)\n" + body + (b"(pop 1)\n(push 1)\n" + body) * (count - 1) + b"(pop 1)\n"


def strip(source, target, small):
    """Write the stripped text, the same as definitions, and copies of these where it is small."""
    with open(source, "rb") as f:
        text = stripped(f.read())
    definitions = as_definitions(text)
    many = max(8, min(400, 400_000 // len(text)))
    scripts = {target: text, target + DEFINITIONS: definitions}
    if len(text) < small:
        scripts[target + FEW] = copies_of(definitions, 2)
        scripts[f"{target}{MANY}{many}"] = copies_of(definitions, many)
    for path, script in scripts.items():
        if script:
            with open(path, "wb") as f:
                f.write(script)


def strip_file(source, target, small):
    """`strip`, in a process of its own: see `rusage`."""
    subprocess.run([sys.executable, os.path.abspath(__file__), "--strip", source, target, str(small)],
                   check=True)


# --- Measuring ----------------------------------------------------------------


def rusage(command):
    """(exit code, output, CPU s, peak KB) of a process.

    The kernel counts the memory of the parent at the time of the start towards the child's peak:
    this process must stay small, so it never holds a file's text.
    """
    with tempfile.TemporaryFile() as out:
        pid = os.posix_spawnp(
            command[0], command, os.environ, setpgroup=0,
            file_actions=[(os.POSIX_SPAWN_DUP2, out.fileno(), 1),
                          (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)])
        try:
            deadline = time.monotonic() + LIMIT_S
            while True:
                done, status, used = os.wait4(pid, os.WNOHANG)
                if done:
                    break
                if time.monotonic() > deadline:
                    os.kill(pid, signal.SIGKILL)
                time.sleep(0.002)
        except BaseException:
            os.kill(pid, signal.SIGKILL)
            raise
        out.seek(0)
        code = os.waitstatus_to_exitcode(status)
        return code, out.read(1 << 16), used.ru_utime + used.ru_stime, used.ru_maxrss


class Reader:
    """A program that measures itself and prints one line of JSON."""

    def __init__(self, name, command, flag):
        self.name, self.command, self.flag = name, command, flag

    def once(self, path, repeat):
        run = subprocess.run([*self.command, path, self.flag, str(repeat)],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=LIMIT_S)
        try:
            answer = json.loads(run.stdout)
        except ValueError:
            return {"ok": False}
        return answer if answer.get("ok") else {"ok": False}

    def prepare(self, path):
        """The first reading gives the memory, and how often to repeat."""
        try:
            first = self.once(path, 1)
        except subprocess.TimeoutExpired:
            return None
        if not first["ok"]:
            return None
        spent = max(first["cpu_s_per_parse"], 1e-7)
        return {"rss": first["peak_rss_kb"], "s": spent,
                "repeat": max(1, min(2000, int(ENOUGH_S / spent)))}

    def measure(self, path, state):
        if state["s"] * state["repeat"] < LIMIT_S / 2:
            state["s"] = min(state["s"], self.once(path, state["repeat"])["cpu_s_per_parse"])


class Z3:
    def __init__(self, program, small):
        self.name, self.program, self.small, self.floors = "Z3", program, small, {}

    def floor(self, path):
        """CPU time of next to nothing in the logic of the file."""
        with open(path, "rb") as f:
            logic = re.match(rb"\(\s*set-logic\s+[^()]*\)", f.read(100))
        logic = logic.group() if logic else b""
        if logic not in self.floors:
            with tempfile.NamedTemporaryFile(suffix=".smt2") as script:
                script.write(logic + b"(declare-const x Bool)(define-fun y () Bool x)\n")
                script.flush()
                runs = [rusage([self.program, script.name])[2] for _ in range(7)]
            self.floors[logic] = min(runs)
        return self.floors[logic]

    def cpu(self, script):
        """(CPU s, peak KB), or None where Z3 refuses the script."""
        code, output, spent, rss = rusage([self.program, script])
        return (spent, rss) if code == 0 and b"(error" not in output else None

    def prepare(self, path):
        first = self.cpu(path)
        if not first:
            return None
        state = {"s": first[0] - self.floor(path), "rss": first[1], "scripts": [path]}
        if self.cpu(path + DEFINITIONS):
            state["scripts"].append(path + DEFINITIONS)
        if not os.path.exists(path + FEW):
            return state if os.path.getsize(path) >= self.small else None
        folder = os.path.dirname(path)
        many = next(os.path.join(folder, f) for f in os.listdir(folder) if MANY in f)
        spent = self.cpu(many)
        if not spent:
            return None
        return {**state, "many": many, "count": int(many.rpartition(MANY)[2]), "many_s": spent[0],
                "few_s": self.cpu(path + FEW)[0]}

    def measure(self, path, state):
        if "many" in state:
            state["few_s"] = min(state["few_s"], self.cpu(path + FEW)[0])
            state["many_s"] = min(state["many_s"], self.cpu(state["many"])[0])
            state["s"] = (state["many_s"] - state["few_s"]) / (state["count"] - 2)
            return
        for script in state["scripts"]:
            spent, rss = self.cpu(script)
            state["s"] = min(state["s"], spent - self.floor(path))
            state["rss"] = min(state["rss"], rss)


def measure_file(path, tools, rounds):
    """Tool name: {"s": CPU s, "rss": KB}, or None where the tool refuses the file."""
    states = {tool.name: tool.prepare(path) for tool in tools}
    for _ in range(rounds - 1):
        for tool in tools:
            if states[tool.name]:
                tool.measure(path, states[tool.name])
    return states


# --- The table ----------------------------------------------------------------


def speed(size, seconds):
    """MB per CPU second, with as many digits as it is worth."""
    if seconds <= 0:
        return "–"  # lost in the noise
    rate = size / 1e6 / seconds
    return "%.0f" % rate if rate >= 20 else "%.1f" % rate


def row(label, records, names):
    """One row over some records; ratios only over what both tools read."""
    size = sum(r["bytes"] for r in records)
    cells = [label, "%.2f" % (size / 1e6)]
    for name in names:
        read = [r for r in records if r["by"][name]]
        total, seconds = sum(r["bytes"] for r in read), sum(r["by"][name]["s"] for r in read)
        cells.append(speed(total, seconds) if read else "–")
    for name in names[1:]:
        both = [r for r in records if r["by"][name] and r["by"][names[0]]]
        mine = sum(r["by"][names[0]]["s"] for r in both)
        theirs = sum(r["by"][name]["s"] for r in both)
        cells.append("%.1f" % (theirs / mine) if both and theirs > 0 and mine > 0 else "–")
    for name in names:
        peaks = [r["by"][name]["rss"] for r in records if r["by"][name]]
        cells.append("%.0f" % (max(peaks) / 1024) if peaks else "–")
    return "| " + " | ".join(cells) + " |"


def table(records, names, group_below):
    head = ["file", "MB", *(f"{n} MB/s" for n in names), *(f"{names[0]} : {n}" for n in names[1:]),
            *(f"{n} RSS MB" for n in names)]
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    large = [r for r in records if r["bytes"] >= group_below]
    small = [r for r in records if r["bytes"] < group_below]
    for r in sorted(large, key=lambda r: -r["bytes"]):
        lines.append(row(r["name"], [r], names))
    if small:
        lines.append(row(f"{len(small)} files under {group_below // 1000} kB", small, names))
    lines.append(row(f"**all {len(records)}**", records, names))
    read = ", ".join(f"{n} {sum(1 for r in records if r['by'][n])}" for n in names)
    lines += ["", f"Files read: {read}, of {len(records)}. Speed and ratio count only the files that "
                  "the tool (or both tools) read; memory is the largest peak."]
    return "\n".join(lines)


def machine(quis, z3):
    def first_line(command):
        try:
            return subprocess.run(command, capture_output=True, text=True).stdout.strip().split("\n")[0]
        except OSError:
            return "?"

    with open("/proc/cpuinfo") as f:
        model = re.search(r"model name\s*:\s*(.*)", f.read())
    with open(os.path.join(ROOT, "bench-peers", "Cargo.lock")) as f:
        yaspar = re.search(r'name = "yaspar-ir"\nversion = "(.*?)"', f.read())
    parts = [first_line([quis, "--version"]) if quis else "quis missing", first_line([z3, "--version"]),
             f"yaspar-ir {yaspar.group(1) if yaspar else '?'}", model.group(1) if model else "?",
             f"{os.cpu_count()} cores", time.strftime("%Y-%m-%d")]
    return " · ".join(parts)


def smt2_files(paths):
    for path in paths:
        if os.path.isdir(path):
            for folder, folders, files in os.walk(path):
                folders.sort()
                yield from (os.path.join(folder, f) for f in sorted(files) if f.endswith(".smt2"))
        else:
            yield path


def main():
    if sys.argv[1:2] == ["--strip"]:
        strip(sys.argv[2], sys.argv[3], int(sys.argv[4]))
        return 0
    parser = argparse.ArgumentParser(description="Measure Quis beside its peers on the same files.")
    parser.add_argument("paths", nargs="+", metavar="FILE|DIR")
    parser.add_argument("--quis", default=os.path.join(ROOT, "target/release/quis"))
    parser.add_argument("--yaspar", default=os.path.join(ROOT, "bench-peers/target/release/bench-peers"))
    parser.add_argument("--z3", help="Z3 (default: the one that Quis finds)")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--group-below", type=int, default=100_000, metavar="BYTES",
                        help="smaller files share one row (default 100000)")
    parser.add_argument("-o", "--output", help="also write the table to this file")
    arguments = parser.parse_args()
    arguments.z3 = arguments.z3 or solvers.find("z3", arguments.quis)
    if not arguments.z3:
        sys.exit("bench_peers: no z3: run `make solvers`.")
    tools = [Reader("quis", [arguments.quis, "bench-parse"], "--repeat"), Z3(arguments.z3, arguments.group_below),
             Reader("yaspar-ir", [arguments.yaspar], "--repeat")]
    for tool, program in (("quis", arguments.quis), ("yaspar-ir", arguments.yaspar)):
        if not os.access(program, os.X_OK):
            print(f"bench_peers: {program} is missing, so {tool} is left out.", file=sys.stderr)
            tools = [t for t in tools if t.name != tool]
    files = list(smt2_files(arguments.paths))
    if not files:
        sys.exit("bench_peers: no .smt2 files there.")

    records = []
    for n, path in enumerate(files, 1):
        if sys.stderr.isatty():
            print(f"\r\033[K{n}/{len(files)} {os.path.basename(path)}", end="", file=sys.stderr)
        with tempfile.TemporaryDirectory() as folder:
            script = os.path.join(folder, "script.smt2")
            strip_file(path, script, arguments.group_below)
            records.append({"name": os.path.basename(path), "bytes": os.path.getsize(script),
                            "by": measure_file(script, tools, arguments.rounds)})
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    quis = arguments.quis if tools[0].name == "quis" else None
    text = machine(quis, arguments.z3) + "\n\n" + table(records, [t.name for t in tools],
                                                        arguments.group_below) + "\n"
    print(text, end="")
    if arguments.output:
        with open(arguments.output, "w") as out:
            out.write(text)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
