#!/usr/bin/env python3
"""Pads known bugs with unrelated seed material, so that a reducer has something to do.

    pad_known_bugs.py --bugs DIR --seeds DIR --reference COMMAND… --releases DIR --out DIR
                      [--trust SOLVER…] [--quis PROGRAM] [--bytes N] [--ids ID…]

DIR of --bugs has an `index.tsv` and a file for each bug. Seeds are scripts without quantifiers that all reference
solvers, old and new, soon find satisfiable; their symbols are renamed, and their commands are put between those of the
bug, before its first check. Satisfiable material with symbols of its own changes no answer; that the release still goes
wrong in the same way is tested with `quis reduce`, and seeds that hide the bug are left out. Where too few are left,
their assertions become definitions that nothing uses, or stand behind the last check.
"""

import argparse
import csv
import hashlib
import json
import random
import re
import subprocess
import sys
from pathlib import Path

TOKEN = re.compile(r';[^\n]*|"(?:[^"]|"")*"|\|[^|]*\||[()]|[^\s()|";]+')
ALLOWED = {"set-logic", "set-info", "declare-fun", "declare-const", "declare-sort", "define-fun", "assert",
           "check-sat", "exit", "get-model"}
PADDING = {"declare-fun", "declare-const", "declare-sort", "define-fun", "assert"}


def commands(text):
    """The commands of a script, each as a list of tokens."""
    depth, command = 0, []
    for token in TOKEN.findall(text):
        if token.startswith(";"):
            continue
        command.append(token)
        depth += {"(": 1, ")": -1}.get(token, 0)
        if depth == 0:
            yield command
            command = []


def write(tokens):
    text = " ".join(tokens)
    return text.replace("( ", "(").replace(" )", ")")


def is_seed(text):
    all_commands = list(commands(text))
    names = [command[1] for command in all_commands if len(command) > 1]
    words = set(TOKEN.findall(text))
    return (set(names) <= ALLOWED and names.count("check-sat") == 1 and names.count("assert") > 0
            and not words & {"forall", "exists", "lambda", ":named", "!", "match"})


def is_satisfiable(path, references):
    """Whether all of these solvers say so, without delay."""
    for reference in references:
        try:
            run = subprocess.run(reference.split() + [str(path)], capture_output=True, text=True, timeout=0.7)
        except subprocess.TimeoutExpired:
            return False
        if run.stdout.strip().splitlines()[:1] != ["sat"]:
            return False
    return True


def seeds(folder, references, cache):
    """The texts of satisfiable seeds, by name."""
    known = json.loads(cache.read_text()) if cache.exists() else {}
    found = {}
    for path in sorted(folder.rglob("*.smt2")):
        text = path.read_text(errors="replace")
        if len(text) > 6000 or not is_seed(text):
            continue
        name = str(path.relative_to(folder))
        if name not in known:
            known[name] = is_satisfiable(path, references)
        if known[name]:
            found[name] = text
    cache.write_text(json.dumps(known, indent=1))
    return found


def padding(text, number, defined=False):
    """The commands of a seed, with names of its own; what it asserts may be defined only."""
    own = {command[2] for command in commands(text) if command[1].startswith(("declare", "define"))}

    def renamed(token):
        if token not in own:
            return token
        return f"|p{number}!{token.strip('|')}|" if token.startswith("|") else f"p{number}!{token}"

    lines, count = [], 0
    for command in commands(text):
        if command[1] not in PADDING:
            continue
        tokens = [renamed(token) for token in command]
        if defined and command[1] == "assert":
            tokens = ["(", "define-fun", f"p{number}!{count}", "(", ")", "Bool", *tokens[2:-1], ")"]
            count += 1
        lines.append(write(tokens))
    return lines


class Bug:
    def __init__(self, row, folder, options):
        self.id, self.row, self.options = row["id"], row, options
        self.text = (folder / f"{self.id}.smt2").read_text()
        self.solver = (row["target"].replace("-", "@", 1) + " " + row["options"]).strip()
        self.logic = None

    def padded(self, chosen):
        """The script with these seeds between its commands."""
        stream = random.Random(int(hashlib.sha256(self.id.encode()).hexdigest()[:8], 16))
        own, behind, first = [], [], True
        for command in commands(self.text):
            line = write(command)
            if command[1] == "set-logic" and self.logic:
                line = f"(set-logic {self.logic})"
            first = first and command[1] not in ("check-sat", "check-sat-assuming", "push", "reset", "reset-assertions")
            (own if first else behind).append((command[1], line))
        head = [line for name, line in own if name.startswith("set-")]
        body = [line for name, line in own if not name.startswith("set-")]
        lines = [(mode, padding(text, number, mode == "defined")) for number, (text, mode) in enumerate(chosen)]
        more = [line for mode, own_lines in lines for line in own_lines if mode != "behind"]
        last = [line for mode, own_lines in lines for line in own_lines if mode == "behind"]
        # Both keep their order: what is declared stays before what uses it.
        places = sorted(stream.randrange(len(more) + 1) for _ in body)
        mixed, done = [], 0
        for place, line in zip(places, body):
            mixed += more[done:place] + [line]
            done = place
        return "\n".join(head + mixed + more[done:] + [line for _, line in behind] + last) + "\n"

    def kind(self, text):
        """What the judge says of the release on a text."""
        path = self.options.out / f"{self.id}.trial.smt2"
        path.write_text(text)
        command = [self.options.quis, "reduce", str(path), "--solver", self.solver, "--truth", self.row["truth"],
                   "--timeout", "4", "--max-calls", "1", "--json", "-o", str(path) + ".out"]
        command += [word for solver in self.options.trust for word in ("--trust", solver)]
        try:
            run = subprocess.run(command, capture_output=True, text=True, timeout=120)
        except subprocess.TimeoutExpired:
            return None
        finally:
            path.unlink()
        Path(str(path) + ".out").unlink(missing_ok=True)
        return json.loads(run.stdout)["verdict"]["kind"] if run.returncode == 0 else None

    def run(self, text):
        """What the release says and how it ends, without what differs from run to run."""
        path = self.options.out / f"{self.id}.trial.smt2"
        path.write_text(text)
        name, version = self.row["target"].split("-", 1)
        program = self.options.releases / name / version / "bin" / name
        more = {"cvc4": ["--lang=smt2"], "z3": ["-smt2"]}.get(name, [])
        try:
            run = subprocess.run([program, *more, *self.row["options"].split(), path], capture_output=True, timeout=0.7)
        except subprocess.TimeoutExpired:
            return None
        finally:
            path.unlink()
        answers = [line for line in run.stdout.split() if line in (b"sat", b"unsat", b"unknown")]
        failed = run.returncode not in (0, 1) or b"error" in run.stdout
        return answers, run.returncode if failed else 0, re.sub(rb"[0-9]+", b"", run.stderr)[:80] if failed else b""

    def fits(self, text):
        """Whether the release finds a seed satisfiable, in the logic of the bug."""
        logic = self.logic or (re.search(r"\(set-logic\s+(\S+)\)", self.text) or [None, None])[1]
        head = [f"(set-logic {logic})"] if logic else []
        return self.run("\n".join(head + padding(text, 0) + ["(check-sat)\n"])) == ([b"sat"], 0, b"")

    def shows(self, text, wanted):
        """Whether the bug shows: models must be judged, all else can be seen."""
        if self.seen is not None and self.run(text) != self.seen:
            return False
        return (wanted != "invalid-model" and self.seen is not None) or self.kind(text) == wanted

    def choose(self, texts, bytes_wanted):
        """Seeds that do not hide the bug, as many as it takes."""
        wanted = self.kind(self.text)
        if wanted is None:
            return None, []
        self.seen = self.run(self.text)
        logic = re.search(r"\(set-logic\s+(\S+)\)", self.text)
        if logic and logic[1] != "ALL":
            self.logic = "ALL"
            if self.kind(self.padded([])) != wanted:
                self.logic = None
        order = sorted([name for name in texts if self.fits(texts[name])], key=lambda name: hashlib.sha256((self.id + name).encode()).hexdigest())
        chosen = []
        # Where few seeds fit, they come again, with other names; and if that is not enough, in ways that disturb less.
        for mode, trials in (("asserted", 40), ("defined", 20), ("behind", 10)):
            waiting = [[(texts[name], mode) for name in (4 * order)[at:at + 8]] for at in range(0, 4 * len(order), 8)]
            while waiting and trials and len(self.padded(chosen)) < bytes_wanted:
                group = waiting.pop(0)
                trials -= 1
                if self.shows(self.padded(chosen + group), wanted):
                    chosen += group
                elif len(group) > 1:
                    middle = len(group) // 2
                    waiting[:0] = [group[:middle], group[middle:]]
        return (wanted if self.kind(self.padded(chosen)) == wanted else None), chosen


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bugs", type=Path, required=True)
    parser.add_argument("--seeds", type=Path, required=True)
    parser.add_argument("--reference", nargs="+", required=True)
    parser.add_argument("--releases", type=Path, required=True, help="the folder in which quis installs solvers")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--trust", nargs="*", default=["z3@latest", "cvc5@latest"])
    parser.add_argument("--quis", default="quis")
    parser.add_argument("--bytes", type=int, default=20 << 10)
    parser.add_argument("--ids", nargs="*")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    texts = seeds(options.seeds, options.reference, options.out / "seeds.json")
    print(f"{len(texts)} seeds", flush=True)
    failed = 0
    with open(options.bugs / "index.tsv") as index:
        for row in csv.DictReader(index, delimiter="\t"):
            target = options.out / f"{row['id']}.smt2"
            if (options.ids and row["id"] not in options.ids) or target.exists():
                continue
            bug = Bug(row, options.bugs, options)
            kind, chosen = bug.choose(texts, options.bytes)
            text = bug.padded(chosen)
            print(f"{row['id']}: {kind}, {len(chosen)} seeds, {len(text)} bytes", flush=True)
            if kind is not None and len(text) >= options.bytes:
                target.write_text(text)
            else:
                failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
