#!/usr/bin/env python3
"""Draws a random sample of the mutants of one folder and runs the tests on them, with cargo-mutants.

The same seed draws the same sample of the same sources. The tests must pass without a mutant: that is not checked here. What
follows `--` goes to `cargo test` in place of the tests of the folder, as in

    python3 tools/mutants.py semantics --seed 3 -- --test meanings
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import sys

# The package of each folder, the files whose mutants are drawn, and the tests that need no solver.
FOLDERS = {
    "semantics": (
        "quis-semantics",
        "crates/semantics/src/eval/**/*.rs",
        "--lib --test evaluate --test meanings --test effort --test filling --test validate --test properties",
    ),
    "judge": ("quis-judge", "crates/judge/src/**/*.rs", "--lib --test oracles"),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", choices=sorted(FOLDERS))
    parser.add_argument("--count", type=int, default=60, help="number of mutants to draw (60)")
    parser.add_argument("--seed", type=int, default=1, help="which sample to draw (1)")
    parser.add_argument("--exclude", action="append", default=[], metavar="GLOB", help="skip these files")
    parser.add_argument("--timeout", type=int, default=300, help="limit for the tests of one mutant, in seconds (300)")
    parser.add_argument("--output", default="target", metavar="DIR", help="folder for `mutants.out` (target)")
    given = sys.argv[1:]
    end = given.index("--") if "--" in given else len(given)
    arguments, tests = parser.parse_args(given[:end]), given[end + 1 :]
    # Without a name to select, all mutants would run.
    if arguments.count < 1:
        parser.error("--count must be at least 1")

    package, files, usual = FOLDERS[arguments.folder]
    command = ["cargo", "mutants", "--package", package, "--file", files]
    for glob in arguments.exclude:
        command += ["--exclude", glob]
    listed = subprocess.run(command + ["--list", "--json"], check=True, stdout=subprocess.PIPE).stdout
    names = sorted({mutant["name"] for mutant in json.loads(listed)})
    sample = random.Random(arguments.seed).sample(names, min(arguments.count, len(names)))
    print(f"{len(sample)} of {len(names)} mutants, seed {arguments.seed}", flush=True)

    command += ["--test-package", package, "--jobs", "1", "--baseline", "skip", "--no-shuffle"]
    command += ["--timeout", str(arguments.timeout), "--output", arguments.output]
    for name in sample:
        command += ["--re", f"^{re.escape(name)}$"]
    # Exit code 2: a mutant survived. 3: a test took too long.
    code = subprocess.run(command + ["--"] + (tests or usual.split())).returncode
    if code not in (0, 2, 3):
        return code

    # Mutants of struct fields run whether they were asked for or not, so only those of the sample count.
    def of_sample(outcome):
        lines = pathlib.Path(arguments.output, "mutants.out", f"{outcome}.txt").read_text().splitlines()
        return sorted(set(lines) & set(sample))

    caught, missed = len(of_sample("caught") + of_sample("timeout")), of_sample("missed")
    viable = max(caught + len(missed), 1)
    print(f"{caught} of {viable} caught ({100 * caught / viable:.0f} %), {len(of_sample('unviable'))} do not compile")
    for name in missed:
        print(f"missed: {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
