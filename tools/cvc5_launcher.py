"""Run SMT-LIB files with the cvc5 library of the Python wheel, like the cvc5 program.

The wheel holds no executable. This launcher loads its two shared libraries
through their C interface, so that a time limit works while the solver is busy
(a foreign call lets other threads run) and any Python 3 can start it.

    cvc5 [--OPTION | --OPTION=VALUE | --no-OPTION | -i | -q | -v]... [FILE | -]

Answers go to standard output, one command after the other. The exit code is 0,
or 1 after an error, or the process aborts when --tlimit (milliseconds) is over.
"""

import ctypes
import os
import sys
import threading

SHORT = {"-i": ["incremental"], "-q": ["quiet"], "-v": ["verbose"], "-m": ["produce-models"]}

# What `--dump-…` prints after an answer: option, answer, command.
DUMPS = [
    ("dump-models", "sat", "(get-model)"),
    ("dump-proofs", "unsat", "(get-proof)"),
    ("dump-unsat-cores", "unsat", "(get-unsat-core)"),
]

LIBC = ctypes.CDLL(None)


def write(text):
    """Print after whatever the library itself has printed."""
    LIBC.fflush(None)
    data = text.encode("utf-8", "surrogateescape")
    while data:
        data = data[os.write(1, data):]


def fail(message):
    write('(error "%s")\n' % message.replace('"', '""'))
    sys.exit(1)


def load(stem):
    folder = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "lib", "cvc5.libs")
    for name in sorted(os.listdir(folder)):
        if name.startswith(stem + "-") or name.startswith(stem + "."):
            return ctypes.CDLL(os.path.join(folder, name))
    raise OSError("no %s in %s" % (stem, folder))


def function(library, name, result, *arguments):
    f = getattr(library, name)
    f.restype, f.argtypes = result, arguments
    return f


def arguments(argv):
    """The options, in order, as (name, value), and the input files."""
    options, files, rest = [], [], False
    for a in argv:
        if rest or not a.startswith("-") or a == "-":
            files.append(a)
        elif a == "--":
            rest = True
        elif a in SHORT:
            options += [(o, "true") for o in SHORT[a]]
        elif not a.startswith("--"):
            fail("cannot understand option `%s'" % a)
        elif "=" in a:
            options.append(tuple(a[2:].split("=", 1)))
        elif a.startswith("--no-"):
            options.append((a[5:], "false"))
        else:
            options.append((a[2:], "true"))
    return options, files


def recoverable(kind, output):
    """The cvc5 program goes on after a question asked at the wrong time, and stops otherwise."""
    return kind in (b"get-model", b"get-value", b"get-assignment") or " unless in " in output


def stop_after(milliseconds):
    def stop():
        LIBC.fflush(None)
        os.write(2, b"cvc5 interrupted by timeout.\n")
        os.abort()

    timer = threading.Timer(milliseconds / 1000, stop)
    timer.daemon = True
    timer.start()


def main():
    options, files = arguments(sys.argv[1:])
    if len(files) > 1:
        fail("Too many input files specified.")
    name = files[0] if files else "-"
    names = [o for o, _ in options]

    core, parser = load("libcvc5"), load("libcvc5parser")
    p, s = ctypes.c_void_p, ctypes.c_char_p
    term_manager = function(core, "cvc5_term_manager_new", p)()
    solver = function(core, "cvc5_new", p, p)(term_manager)
    if "version" in names:
        version = function(core, "cvc5_get_version", s, p)(solver).decode()
        write("This is cvc5 version %s (library of the Python wheel)\n" % version)
        return 0

    if name != "-":
        try:
            with open(name, "rb"):
                pass
        except OSError:
            fail("Couldn't open file: %s" % name)

    symbols = function(parser, "cvc5_symbol_manager_new", p, p)(term_manager)
    new_parser = function(parser, "cvc5_parser_new", p, p, p)
    next_command = function(parser, "cvc5_parser_next_command", p, p, ctypes.POINTER(s))
    command_name = function(parser, "cvc5_cmd_get_name", s, p)
    invoke_command = function(parser, "cvc5_cmd_invoke", s, p, p, p)
    set_string = function(parser, "cvc5_parser_set_str_input", None, p, ctypes.c_int, s, s)
    set_file = function(parser, "cvc5_parser_set_file_input", None, p, ctypes.c_int, s)

    def invoke(command):
        output = invoke_command(command, solver, symbols).decode("utf-8", "surrogateescape")
        # The library adds the reason, `unknown (TIMEOUT)`; the program does not.
        return "unknown\n" if output.startswith("unknown (") else output

    def run(text):
        """Run one command that is not in the file; its output."""
        extra, error = new_parser(solver, symbols), s()
        set_string(extra, 0, text.encode(), b"<option>")
        command = next_command(extra, ctypes.byref(error))
        return invoke(command) if command else '(error "%s")' % error.value.decode()

    def set_option(option, value):
        # The C function ignores what it does not know; the command says so.
        output = run('(set-option :%s %s)' % (option, value)).strip()
        if output == "unsupported":
            fail("cannot understand option `--%s'" % option)
        if output.startswith("(error "):
            write(output + "\n")
            sys.exit(1)

    dumps, language = [], 0
    if "incremental" not in names:
        options.insert(0, ("incremental", "false"))
    for option, value in options:
        if option == "tlimit":
            try:
                stop_after(int(value))
            except ValueError:
                fail("--tlimit wants milliseconds, not `%s'" % value)
        elif option in ("lang", "input-language"):
            language = 1 if value.startswith("sy") else 0
        elif any(option == d[0] for d in DUMPS):
            dumps += [d for d in DUMPS if d[0] == option and value == "true"]
            set_option(option.replace("dump", "produce"), value)
        else:
            set_option(option, value)

    reader = new_parser(solver, symbols)
    if name == "-":
        set_string(reader, language, sys.stdin.buffer.read(), b"<stdin>")
    else:
        set_file(reader, language, os.fsencode(name))

    error = s()
    while True:
        command = next_command(reader, ctypes.byref(error))
        if error.value is not None:
            fail("Parse Error: " + error.value.decode("utf-8", "surrogateescape"))
        if not command:
            return 0
        kind = command_name(command)
        output = invoke(command)
        write(output)
        if output.startswith("(error ") and not recoverable(kind, output):
            return 1
        for _, answer, question in dumps:
            if output.strip() == answer:
                write(run(question))
        if kind == b"exit":
            return 0


if __name__ == "__main__":
    result = main()
    LIBC.fflush(None)
    sys.stdout.flush()
    os._exit(result)
