"""Run SMT-LIB files with the Bitwuzla module of the Python wheel, like the Bitwuzla program.

The wheel holds no executable, only a module for the Python that it was made for.

    bitwuzla [--OPTION=VALUE | --version]... [FILE | -]

Answers go to standard output, one command after the other. From the standard input,
scripts are answered one after the other, each when its (reset) comes. The exit code is 0, or 1 after an error.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "lib"))

import bitwuzla  # noqa: E402


def fail(message):
    sys.stdout.flush()
    print('(error "%s")' % str(message).replace('"', '""'), flush=True)
    os._exit(1)


def read_options(arguments):
    options = bitwuzla.Options()
    for argument in arguments:
        try:
            options.set_args(argument)
        except Exception as error:  # whatever the module raises is for the user
            fail(error)
    return options


def session(arguments):
    """Answers scripts from the standard input, each as a whole when its reset comes, with everything made anew after it.

    The module loses count of scopes if it gets a script in pieces.
    """

    def answer(text):
        parser = bitwuzla.Parser(bitwuzla.TermManager(), read_options(arguments))
        parser.parse(text, False, False)
        sys.stdout.flush()

    text = []
    for line in sys.stdin.buffer:
        line = line.decode("utf-8", "surrogateescape")
        if line.strip() == "(reset)":
            answer("".join(text))
            text = []
        elif not text and line.startswith("(echo "):
            # Between scripts: who waits for this sends nothing before it comes.
            answer(line)
        else:
            text.append(line)
    answer("".join(text))


def main():
    arguments, files = [], []
    for argument in sys.argv[1:]:
        if argument == "--version":
            print("This is Bitwuzla version %s (module of the Python wheel)" % bitwuzla.version())
            return 0
        (arguments if argument.startswith("--") else files).append(argument)
    if len(files) > 1:
        fail("too many input files")
    name = files[0] if files else "-"
    try:
        if name == "-":
            session(arguments)
        else:
            bitwuzla.Parser(bitwuzla.TermManager(), read_options(arguments)).parse(name)
    except Exception as error:
        fail(error)
    return 0


if __name__ == "__main__":
    result = main()
    sys.stdout.flush()
    os._exit(result)
