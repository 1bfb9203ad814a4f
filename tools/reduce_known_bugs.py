#!/usr/bin/env python3
"""Reduces padded known bugs, and says in a table of Markdown whether each is kept.

    reduce_known_bugs.py --bugs DIR --padded DIR --out DIR [--quis PROGRAM] [--for TIME] [--ids ID…]

`pad_known_bugs.py` makes the padded files. A bug is kept if the release shows the same verdict on the reduced file, as
`quis reduce` judges it afresh; the bar is 1.5 times the bytes of the file that people reduced by hand. What was done
before is in `results.json` of --out and is not done again.
"""

import argparse
import csv
import json
import subprocess
import sys
from pathlib import Path

BAR = 1.5


def reduce(options, row, path, output, *more):
    solver = (row["target"].replace("-", "@", 1) + " " + row["options"]).strip()
    command = [options.quis, "reduce", str(path), "--solver", solver, "--truth", row["truth"], "--json", "-o", str(output),
               *more]
    run = subprocess.run(command, capture_output=True, text=True, timeout=900)
    return json.loads(run.stdout) if run.returncode == 0 else {"error": run.stderr.strip()}


def one(options, row, path):
    output = options.out / f"{row['id']}.smt2"
    told = reduce(options, row, path, output, "--for", options.time)
    result = {"hand": int(row["bytes"]), "padded": path.stat().st_size, "kind": row["kind"]}
    if "error" in told:
        return result | {"error": told["error"]}
    # What is written has lost the checks that are gone, so their truths are not known by their places.
    truths = set(row["truth"].split(","))
    known = row if len(truths) == 1 else row | {"truth": "unknown"}
    again = reduce(options, known, output, options.out / "again.out", "--max-calls", "1")
    shown = again.get("verdict", {}).get("kind")
    return result | {"verdict": told["verdict"]["kind"], "reduced": told["bytes"], "calls": told["calls"],
                     "seconds": told["seconds"], "ended": told["ended"], "kept": shown == told["verdict"]["kind"]}


def table(results):
    lines = ["| bug | verdict | hand | padded | reduced | ratio | calls | seconds | ended | kept |", "|---|---|--:|--:|--:|--:|--:|--:|---|---|"]
    for name, result in sorted(results.items()):
        if "error" in result:
            lines.append(f"| {name} | {result['kind']} | {result['hand']} | {result['padded']} | – | – | – | – | {result['error'][:80]} | no |")
            continue
        ratio = result["reduced"] / result["hand"]
        lines.append(f"| {name} | {result['verdict']} | {result['hand']} | {result['padded']} | {result['reduced']} | "
                     f"{ratio:.2f}{'' if ratio <= BAR else ' ✗'} | {result['calls']} | {result['seconds']:.1f} | {result['ended']} | "
                     f"{'yes' if result['kept'] else 'no'} |")
    good = [r for r in results.values() if "error" not in r and r["kept"] and r["reduced"] <= BAR * r["hand"]]
    lines.append(f"\n{len(good)} of {len(results)} are kept within {BAR} times the bytes of the file reduced by hand.")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bugs", type=Path, required=True)
    parser.add_argument("--padded", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--quis", default="quis")
    parser.add_argument("--for", dest="time", default="300s")
    parser.add_argument("--ids", nargs="*")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    cache = options.out / "results.json"
    results = json.loads(cache.read_text()) if cache.exists() else {}
    with open(options.bugs / "index.tsv") as index:
        for row in csv.DictReader(index, delimiter="\t"):
            path = options.padded / f"{row['id']}.smt2"
            if row["id"] in results or not path.exists() or (options.ids and row["id"] not in options.ids):
                continue
            results[row["id"]] = one(options, row, path)
            print(row["id"], json.dumps(results[row["id"]]), flush=True)
            cache.write_text(json.dumps(results, indent=1))
    (options.out / "table.md").write_text(table(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
