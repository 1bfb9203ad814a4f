"""Run SMT-LIB files with the Bitwuzla module of the Python wheel, like the Bitwuzla program.

The wheel holds no executable, only a module for the Python that it was made for.

    bitwuzla [--OPTION=VALUE | --version]... [FILE | -]

Answers go to standard output, one command after the other. The exit code is 0,
or 1 after an error.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "lib"))

import bitwuzla  # noqa: E402


def fail(message):
    sys.stdout.flush()
    print('(error "%s")' % str(message).replace('"', '""'), flush=True)
    os._exit(1)


def main():
    options, files = bitwuzla.Options(), []
    for argument in sys.argv[1:]:
        if argument == "--version":
            print("This is Bitwuzla version %s (module of the Python wheel)" % bitwuzla.version())
            return 0
        if not argument.startswith("--"):
            files.append(argument)
            continue
        try:
            options.set_args(argument)
        except Exception as error:  # whatever the module raises is for the user
            fail(error)
    if len(files) > 1:
        fail("too many input files")
    name = files[0] if files else "-"
    manager = bitwuzla.TermManager()
    parser = bitwuzla.Parser(manager, options)
    try:
        if name == "-":
            parser.parse(sys.stdin.buffer.read().decode("utf-8", "surrogateescape"), False, False)
        else:
            parser.parse(name)
    except Exception as error:
        fail(error)
    return 0


if __name__ == "__main__":
    result = main()
    sys.stdout.flush()
    os._exit(result)
