"""Run SMT-LIB files with the Boolector module of the Python wheel, like the Boolector program.

The wheel holds no executable, only a module for the Python that it was made for.

    boolector [--OPTION[=VALUE] | --version]... [FILE | -]

Options are those of the program under their long names, as in --model-gen=1. Answers go to
standard output, one command after the other. The exit code is 0, or 1 after an error.
"""

import ctypes
import glob
import os
import sys
import tempfile

LIBRARIES = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "lib")
sys.path.insert(0, LIBRARIES)
# The module looks for its library in a folder of the wheel; once it is loaded, that does not matter.
for library in glob.glob(os.path.join(LIBRARIES, "libboolector*.so")):
    ctypes.CDLL(library, mode=ctypes.RTLD_GLOBAL)

import pyboolector  # noqa: E402


def fail(message):
    sys.stdout.flush()
    print('(error "%s")' % str(message).replace('"', '""'), flush=True)
    os._exit(1)


def set_option(solver, argument):
    name, _, value = argument[2:].partition("=")
    if name == "smt2":
        return
    option = getattr(pyboolector.BtorOption, "BTOR_OPT_" + name.upper().replace("-", "_"), None)
    if option is None:
        fail("there is no option --" + name)
    try:
        solver.Set_opt(option, int(value or "1"))
    except Exception as error:  # whatever the module raises is for the user
        fail(error)


def main():
    solver, files = pyboolector.Boolector(), []
    for argument in sys.argv[1:]:
        if argument == "--version":
            print(solver.Version())
            return 0
        if argument.startswith("--"):
            set_option(solver, argument)
        else:
            files.append(argument)
    if len(files) > 1:
        fail("too many input files")
    # Checks are answered as they come only if there may be several.
    solver.Set_opt(pyboolector.BtorOption.BTOR_OPT_INCREMENTAL, 1)
    name = files[0] if files else "-"
    copy = None
    if name == "-":
        # The module reads files that have names.
        copy = tempfile.NamedTemporaryFile(suffix=".smt2")
        copy.write(sys.stdin.buffer.read())
        copy.flush()
        name = copy.name
    try:
        result, _, message = solver.Parse(name)
    except Exception as error:
        fail(error)
    if copy is not None:
        copy.close()
    if message is not None:
        fail(message)
    return 0


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    os._exit(status)
