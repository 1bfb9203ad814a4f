#!/usr/bin/env python3
"""Install the SMT solvers that the tests use, inside the project.

    setup_solvers.py          install what is missing, then write solvers.json
    setup_solvers.py --list   show what is known, install nothing
    setup_solvers.py --force  install again

Z3, cvc5 and Bitwuzla come as pinned wheels from the Python package index and
live in `.solvers/` (or in the folder that QUIS_SOLVERS names). Nothing else on
the machine is changed and no root rights are needed. Solvers of these names
found on PATH, such as Debian's packages, are recorded beside them.

Bitwuzla is optional: its wheels are each for one Python, and where there is
none for this one, the set-up says so and goes on.

`solvers.json` lists name, version, path and origin of each; a relative path
starts at the folder of that file. A second run finds everything in place and
only looks at a few files.
"""

import argparse
import contextlib
import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
LAUNCHERS = {"cvc5": HERE / "cvc5_launcher.py", "bitwuzla": HERE / "bitwuzla_launcher.py"}

# Solver: wheel, pinned version. Changing a version here is the whole upgrade.
PINNED = {"z3": ("z3-solver", "5.4.0.0"), "cvc5": ("cvc5", "1.4.2"), "bitwuzla": ("bitwuzla", "0.9.1")}

# The set-up goes on without these.
OPTIONAL = {"bitwuzla"}

PROBE = ("(set-logic QF_BV)(declare-const x (_ BitVec 8))"
         "(assert (and (bvult #x01 x) (bvult x #x02)))(check-sat)")


class SetupError(Exception):
    """What the user reads when the set-up cannot go on."""


def root():
    """The folder of the project's own solvers."""
    return Path(os.environ.get("QUIS_SOLVERS") or HERE.parent / ".solvers").absolute()


def load():
    """The recorded solvers, or an empty list."""
    try:
        entries = json.loads((root() / "solvers.json").read_text())["solvers"]
        return [e for e in entries if {"name", "version", "path", "origin"} <= e.keys()]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return []


def path_of(entry):
    return str(root() / entry["path"])


def find(name):
    """The path of the newest known solver of that name; the pinned one comes first."""
    for entry in load():
        if entry["name"] == name and os.access(path_of(entry), os.X_OK):
            return path_of(entry)
    return shutil.which(name)


# --- Installing --------------------------------------------------------------


def pip_install(package, version, target, this_python):
    """Unpack one wheel into `target`; `this_python` if its Python code is used."""
    if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True).returncode:
        raise SetupError("pip is missing for this Python: install the Debian package python3-pip.")
    base = [sys.executable, "-m", "pip", "install", "--no-deps", "--only-binary", ":all:",
            "--retries", "2", "--disable-pip-version-check", "--no-warn-script-location",
            "--no-compile", "--quiet", "--target", str(target)]
    # Where we use no Python code from a wheel, one for another Python will do.
    other = ["--implementation", "cp", "--python-version", "311", "--abi", "cp311"]
    for extra in ([],) if this_python else ([], other):
        run = subprocess.run([*base, *extra, f"{package}=={version}"],
                             capture_output=True, text=True)
        if run.returncode == 0:
            return
    said = [line for line in run.stderr.strip().splitlines() if line.strip()] or ["nothing"]
    raise SetupError(
        f"Could not install {package} {version}. Is the network reachable, and is there a wheel "
        f"for this platform?\nNothing was changed: run `make solvers` again when it is."
        f"\npip's last words: {said[-1].strip()}")


def write_launcher(name, target):
    """Make `target` the launcher of a solver, unless it is already and its Python still exists."""
    body = LAUNCHERS[name].read_text()
    with contextlib.suppress(OSError, UnicodeDecodeError):
        first, _, rest = target.read_text().partition("\n")
        if rest == body and os.access(first[2:].split(" ")[0], os.X_OK):
            return
    # Bound to this Python: finding one through `env` may cost 50 ms a start.
    python = sys.executable
    plain = python and len(python) < 100 and not re.search(r"\s", python)
    first = f"#!{python} -IS" if plain else "#!/usr/bin/env python3"
    fresh = target.with_suffix(".new")
    fresh.write_text(f"{first}\n{body}")
    fresh.chmod(0o755)
    os.replace(fresh, target)


def unpack_z3(wheel, home):
    (home / "bin").mkdir(parents=True)
    shutil.move(wheel / "bin" / "z3", home / "bin" / "z3")
    (home / "bin" / "z3").chmod(0o755)


def unpack_cvc5(wheel, home):
    (home / "bin").mkdir(parents=True)
    shutil.move(wheel / "cvc5.libs", home / "lib" / "cvc5.libs")
    write_launcher("cvc5", home / "bin" / "cvc5")


def unpack_bitwuzla(wheel, home):
    (home / "bin").mkdir(parents=True)
    for module in wheel.glob("bitwuzla*.so"):
        shutil.move(module, home / "lib" / module.name)
    write_launcher("bitwuzla", home / "bin" / "bitwuzla")


UNPACK = {"z3": unpack_z3, "cvc5": unpack_cvc5, "bitwuzla": unpack_bitwuzla}


def install(name, say):
    package, version = PINNED[name]
    say(f"installing {package} {version} into {root() / name}")
    with tempfile.TemporaryDirectory(prefix=".tmp-", dir=root()) as temporary:
        wheel, home = Path(temporary, "wheel"), Path(temporary, name)
        pip_install(package, version, wheel, this_python=name == "bitwuzla")
        home.mkdir()
        (home / "lib").mkdir()
        UNPACK[name](wheel, home)
        for notice in wheel.glob("*.dist-info"):
            shutil.move(notice, home / "lib" / notice.name)
        (home / "VERSION").write_text(f"{version}\n")
        answer = probe(home / "bin" / name)
        if answer != "unsat":
            raise SetupError(f"{package} {version} does not run on this machine: {answer}")
        if (root() / name).exists():
            os.rename(root() / name, Path(temporary, "old"))
        os.rename(home, root() / name)


def probe(program):
    """What the solver says about a formula that has no solution."""
    with tempfile.NamedTemporaryFile("w", suffix=".smt2") as script:
        script.write(PROBE)
        script.flush()
        try:
            run = subprocess.run([program, script.name], capture_output=True, text=True, timeout=60)
        except (OSError, subprocess.SubprocessError) as error:
            return str(error)
    return run.stdout.strip() or run.stderr.strip() or f"exit code {run.returncode}, no output"


def in_place(name):
    """Is the pinned version installed and whole?"""
    home = root() / name
    try:
        if (home / "VERSION").read_text().strip() != PINNED[name][1]:
            return False
    except (OSError, UnicodeDecodeError):
        return False
    if name == "cvc5" and not any((home / "lib" / "cvc5.libs").glob("libcvc5parser*")):
        return False
    if name == "bitwuzla" and not any((home / "lib").glob("bitwuzla*.so")):
        return False
    return os.access(home / "bin" / name, os.X_OK)


# --- Recording ---------------------------------------------------------------


def version_of(program):
    """What `program --version` says, or None where it is no solver."""
    try:
        run = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return None
    found = re.search(r"\bversion:? +(\d[^\s,]*)", run.stdout)
    return found.group(1) if found else None


def identity(program):
    """Changes when the file behind a path does."""
    status = os.stat(program)
    return f"{os.path.realpath(program)}:{status.st_size}:{status.st_mtime_ns}"


def on_path(name, known):
    """Entries for the solvers of that name on PATH; versions are asked for once."""
    seen = set()
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        program = os.path.join(folder or ".", name)
        if not (os.path.isfile(program) and os.access(program, os.X_OK)):
            continue
        real = os.path.realpath(program)
        if real in seen or root() in Path(real).parents:
            continue
        seen.add(real)
        key = identity(program)
        version = known.get(key) or version_of(program)
        if version:
            yield {"name": name, "version": version, "path": os.path.abspath(program),
                   "origin": "path", "identity": key}


def record(names):
    """Write solvers.json; the pinned solvers come first."""
    known = {e["identity"]: e["version"] for e in load() if "identity" in e}
    entries = []
    for name in names:
        package, _ = PINNED[name]
        program = root() / name / "bin" / name
        if in_place(name):
            key = f"{PINNED[name][1]}:{program.stat().st_size}"
            version = known.get(key) or version_of(program) or PINNED[name][1]
            entries.append({"name": name, "version": version, "path": f"{name}/bin/{name}",
                            "origin": f"pypi:{package}=={PINNED[name][1]}", "identity": key})
    for name in names:
        entries += on_path(name, known)
    text = json.dumps({"solvers": entries}, indent=2) + "\n"
    target = root() / "solvers.json"
    if not target.exists() or target.read_text() != text:
        fresh = target.with_suffix(".json.new")
        fresh.write_text(text)
        os.replace(fresh, target)


@contextlib.contextmanager
def locked():
    """One set-up at a time in one folder."""
    try:
        root().mkdir(parents=True, exist_ok=True)
        lock = open(root() / ".lock", "w")
    except OSError as error:
        raise SetupError(f"cannot write to {root()}: {error.strerror}") from error
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for stale in root().glob(".tmp-*"):
            shutil.rmtree(stale, ignore_errors=True)
        yield


def show():
    entries = load()
    if not entries:
        print("No solvers recorded yet: run `make solvers`.")
    for e in entries:
        print(f"{e['name']:8} {e['version']:16} {e['origin']:26} {path_of(e)}")


def main():
    parser = argparse.ArgumentParser(description="Install the SMT solvers that the tests use.")
    parser.add_argument("--list", action="store_true", help="show what is known and stop")
    parser.add_argument("--force", action="store_true", help="install again")
    parser.add_argument("--quiet", action="store_true", help="print errors only")
    arguments = parser.parse_args()
    if arguments.list:
        show()
        return 0

    def say(text):
        if not arguments.quiet:
            print(f"solvers: {text}", flush=True)

    with locked():
        for name in PINNED:
            if arguments.force or not in_place(name):
                try:
                    install(name, say)
                except SetupError as error:
                    if name not in OPTIONAL:
                        raise
                    say(f"going on without {name}: {error}")
        for name in LAUNCHERS:
            if in_place(name):
                write_launcher(name, root() / name / "bin" / name)
        record(PINNED)
    say(", ".join(f"{e['name']} {e['version']}" for e in load()))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except SetupError as error:
        print(f"solvers: {error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
