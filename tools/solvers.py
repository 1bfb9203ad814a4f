"""Where the solvers are: Quis knows."""

import subprocess


def find(name, quis):
    """The path of a solver that can be run, or None."""
    try:
        run = subprocess.run([quis, "solvers", "path", name], capture_output=True, text=True)
    except OSError:
        return None
    return run.stdout.strip() if run.returncode == 0 else None
