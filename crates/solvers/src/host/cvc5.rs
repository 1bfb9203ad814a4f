//! cvc5, from its libraries.

#![allow(unsafe_code, reason = "the C interface of the libraries")]

use std::ffi::{CStr, CString, OsString, c_char, c_int, c_void};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;
use std::time::Duration;

use libloading::Library;

use super::arguments::Arguments;
use super::commands::{Ends, is_reset};
use super::functions::functions;
use super::{HostError, library};

type Pointer = *mut c_void;
type Text = *const c_char;

/// What `--dump-…` prints after an answer: the option, the answer, the command.
const DUMPS: [(&str, &str, &str); 3] = [
    ("dump-models", "sat", "(get-model)"),
    ("dump-proofs", "unsat", "(get-proof)"),
    ("dump-unsat-cores", "unsat", "(get-unsat-core)"),
];

/// This, too, is printed after an answer, but no command asks for it.
const INSTANTIATIONS: &str = "dump-instantiations";

/// Options of ours, or of the program alone, that take a value.
const VALUED: [&str; 5] = ["tlimit", "lang", "input-language", "output-lang", "output-language"];

/// The languages of the parser, as the library counts them.
const SMT_LIB: c_int = 0;
const SYGUS: c_int = 1;

// Of the headers `cvc5/c/cvc5.h` and `cvc5/c/cvc5_parser.h`, the same in every release that has these symbols (1.2 and later).
functions! {
    term_manager_new = "cvc5_term_manager_new"() -> Pointer;
    solver_new = "cvc5_new"(Pointer) -> Pointer;
    version = "cvc5_get_version"(Pointer) -> Text;
    symbol_manager_new = "cvc5_symbol_manager_new"(Pointer) -> Pointer;
    symbol_manager_delete = "cvc5_symbol_manager_delete"(Pointer);
    parser_new = "cvc5_parser_new"(Pointer, Pointer) -> Pointer;
    parser_delete = "cvc5_parser_delete"(Pointer);
    set_incremental_input = "cvc5_parser_set_inc_str_input"(Pointer, c_int, Text);
    append_input = "cvc5_parser_append_inc_str_input"(Pointer, Text);
    next_command = "cvc5_parser_next_command"(Pointer, *mut Text) -> Pointer;
    command_name = "cvc5_cmd_get_name"(Pointer) -> Text;
    invoke = "cvc5_cmd_invoke"(Pointer, Pointer, Pointer) -> Text;
    instantiations = "cvc5_get_instantiations"(Pointer) -> Text;
    flush = "fflush"(Pointer) -> c_int;
}

/// How far we got.
enum Ended {
    /// There may be more input.
    No,
    /// The solver is done, with this exit code.
    With(u8),
}

pub(super) fn host(libraries: &Path, words: &[OsString]) -> Result<u8, HostError> {
    let path = library(libraries, "libcvc5parser")?;
    // SAFETY: the initialisers of the libraries of cvc5 only set up their own tables. Those that it needs are found
    // beside it.
    let library = unsafe { Library::new(path) }?;
    let functions = Functions::find(&library)?;
    // Objects of the library live until the process ends: so must it.
    std::mem::forget(library);
    Host::new(functions).run(words)
}

struct Host {
    functions: Functions,
    terms: Pointer,
    solver: Pointer,
    symbols: Pointer,
    /// What the command line says, by name.
    options: Vec<(String, String)>,
    /// What to ask after an answer.
    dumps: Vec<(&'static str, &'static str)>,
    /// Whether to print, after an answer, how quantifiers were instantiated.
    instantiations: bool,
}

impl Host {
    fn new(functions: Functions) -> Host {
        // SAFETY: each object is made from one that the library has just made, and none is ever freed.
        unsafe {
            let terms = (functions.term_manager_new)();
            let solver = (functions.solver_new)(terms);
            let symbols = (functions.symbol_manager_new)(terms);
            Host {
                functions,
                terms,
                solver,
                symbols,
                options: Vec::new(),
                dumps: Vec::new(),
                instantiations: false,
            }
        }
    }

    fn run(mut self, words: &[OsString]) -> Result<u8, HostError> {
        let arguments = match Arguments::parse(words, |name| self.takes_value(name)) {
            Ok(arguments) => arguments,
            Err(word) => return self.fail(&format!("cannot understand option `{word}'")),
        };
        if arguments.has("version") {
            // SAFETY: the solver is alive, and the library gives a text of its own.
            let version = unsafe { text((self.functions.version)(self.solver)) };
            self.print(&format!("This is cvc5 version {version} (library, hosted by Quis)\n"))?;
            return Ok(0);
        }
        if arguments.has("help") {
            self.print("Usage: cvc5 [options] [FILE | -]\nThe options are those of cvc5.\n")?;
            return Ok(0);
        }
        let mut language = SMT_LIB;
        // Unlike its library, the program is not incremental unless asked.
        let mut options = vec![("incremental".to_owned(), "false".to_owned())];
        for given in arguments.options {
            let Some(value) = given.value else {
                return self.fail(&format!("option `--{}' wants a value", given.name));
            };
            match (&*given.name, value) {
                ("tlimit", value) => match value.parse() {
                    Ok(milliseconds) => end_after(Duration::from_millis(milliseconds)),
                    Err(_) => return self.fail(&format!("--tlimit wants milliseconds, not `{value}'")),
                },
                ("lang" | "input-language", value) => {
                    language = if value.starts_with("sy") { SYGUS } else { SMT_LIB };
                }
                (INSTANTIATIONS, value) => self.instantiations = value == "true",
                (name, value) => match DUMPS.iter().find(|(option, ..)| *option == name) {
                    Some((_, answer, command)) => {
                        self.dumps.extend((value == "true").then_some((*answer, *command)));
                        options.push((name.replace("dump", "produce"), value));
                    }
                    None => options.push((name.to_owned(), value)),
                },
            }
        }
        self.options = options;
        if let Some(code) = self.set_options()? {
            return Ok(code);
        }
        match &*arguments.files {
            [] => self.stream(language, c"<stdin>", std::io::stdin().lock()),
            [file] if file == "-" => self.stream(language, c"<stdin>", std::io::stdin().lock()),
            [file] => match (std::fs::File::open(file), CString::new(file.as_bytes())) {
                (Ok(input), Ok(name)) => self.stream(language, &name, input),
                _ => self.fail(&format!("Couldn't open file: {}", file.to_string_lossy())),
            },
            _ => self.fail("Too many input files specified."),
        }
    }

    /// Sets the options of the command line; the exit code if that fails.
    fn set_options(&mut self) -> Result<Option<u8>, HostError> {
        for (name, value) in self.options.clone() {
            let said = self.ask(&format!("(set-option :{name} {})", written(&value)));
            if said.trim() == "unsupported" {
                return self.fail(&format!("cannot understand option `--{name}'")).map(Some);
            }
            if said.starts_with("(error ") {
                self.print(&said)?;
                return Ok(Some(1));
            }
        }
        Ok(None)
    }

    /// Whether an option takes a value: the library knows.
    fn takes_value(&mut self, name: &str) -> bool {
        if VALUED.contains(&name) {
            return true;
        }
        let known = [INSTANTIATIONS, "version", "help"];
        if DUMPS.iter().any(|(option, ..)| *option == name) || known.contains(&name) {
            return false;
        }
        let said = self.ask(&format!("(get-option :{name})"));
        !["true", "false", "unsupported"].contains(&said.trim()) && !said.starts_with("(error ")
    }

    /// Commands from an input: each is answered as soon as it is complete.
    fn stream(&mut self, language: c_int, name: &CStr, mut input: impl Read) -> Result<u8, HostError> {
        let (mut ends, mut buffer) = (Ends::default(), vec![0; 1 << 16]);
        // Commands that are complete, and the start of one that is not.
        let (mut waiting, mut started) = (Vec::new(), 0);
        loop {
            let count = match input.read(&mut buffer) {
                Ok(count) => count,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error.into()),
            };
            let mut piece = &buffer[..count];
            while let Some(end) = ends.first_in(piece) {
                waiting.extend_from_slice(&piece[..end]);
                piece = &piece[end..];
                if is_reset(&waiting[started..]) {
                    if let Ended::With(code) = self.feed(language, name, std::mem::take(&mut waiting))? {
                        return Ok(code);
                    }
                    self.restart()?;
                }
                started = waiting.len();
            }
            // What is left in the end is for the parser to complain about.
            let complete = if count == 0 { waiting.len() } else { started };
            let rest = waiting.split_off(complete);
            if let Ended::With(code) = self.feed(language, name, std::mem::replace(&mut waiting, rest))? {
                return Ok(code);
            }
            if count == 0 {
                return Ok(0);
            }
            waiting.extend_from_slice(piece);
            started = 0;
        }
    }

    /// After a `(reset)`, the solver has forgotten the options of the command line, but the table of symbols remembers
    /// the logic.
    fn restart(&mut self) -> Result<(), HostError> {
        // SAFETY: the manager of terms is alive, and outlives the solver; the old table is not used again.
        unsafe {
            (self.functions.symbol_manager_delete)(self.symbols);
            self.symbols = (self.functions.symbol_manager_new)(self.terms);
        }
        self.set_options().map(|_| ())
    }

    fn incremental_parser(&self, language: c_int, name: &CStr) -> Pointer {
        // SAFETY: the objects are alive, and the library copies the name.
        unsafe {
            let parser = (self.functions.parser_new)(self.solver, self.symbols);
            (self.functions.set_incremental_input)(parser, language, name.as_ptr());
            parser
        }
    }

    /// Runs whole commands.
    fn feed(&mut self, language: c_int, name: &CStr, mut text: Vec<u8>) -> Result<Ended, HostError> {
        if text.trim_ascii().is_empty() {
            return Ok(Ended::No);
        }
        text.push(b'\n');
        let Ok(text) = CString::new(text) else {
            return self.fail("Parse Error: a NUL character in the input").map(Ended::With);
        };
        // A new parser each time: one that came to the end of its text does not always go on. Names and scopes are in the
        // table of symbols.
        let parser = self.incremental_parser(language, name);
        // SAFETY: the parser is alive and has an incremental input, and the library copies the text.
        unsafe { (self.functions.append_input)(parser, text.as_ptr()) };
        let ended = self.commands(parser);
        // SAFETY: the parser is alive, and is not used again; nor are its commands.
        unsafe { (self.functions.parser_delete)(parser) };
        ended
    }

    /// Runs what a parser has, until it has no more.
    fn commands(&mut self, parser: Pointer) -> Result<Ended, HostError> {
        loop {
            let mut error: Text = ptr::null();
            // SAFETY: the parser is alive, and the library sets the error to null or to a text of its own.
            let command = unsafe { (self.functions.next_command)(parser, &raw mut error) };
            if !error.is_null() {
                // SAFETY: the text is the library's, and is copied before the next call.
                let message = unsafe { text(error) };
                return self.fail(&format!("Parse Error: {message}")).map(Ended::With);
            }
            if command.is_null() {
                return Ok(Ended::No);
            }
            // SAFETY: the command is alive, and the text is copied before the next call.
            let name = unsafe { text((self.functions.command_name)(command)) };
            let said = self.invoke(command);
            self.print(&said)?;
            if said.starts_with("(error ") && !is_recoverable(&name, &said) {
                return Ok(Ended::With(1));
            }
            if self.dumps.iter().any(|(answer, _)| *answer == said.trim()) {
                for (_, command) in self.dumps.clone().iter().filter(|(answer, _)| *answer == said.trim()) {
                    let dumped = self.ask(command);
                    self.print(&dumped)?;
                }
            }
            if self.instantiations && ["sat", "unsat", "unknown"].contains(&said.trim()) {
                // SAFETY: the solver is alive and has just answered; the text is copied before the next call.
                let list = unsafe { text((self.functions.instantiations)(self.solver)) };
                self.print(&list)?;
            }
            if name == "exit" {
                return Ok(Ended::With(0));
            }
        }
    }

    fn invoke(&mut self, command: Pointer) -> String {
        // SAFETY: the objects are alive, and the text is copied before the next call.
        let said = unsafe { text((self.functions.invoke)(command, self.solver, self.symbols)) };
        // The library adds the reason, `unknown (TIMEOUT)`; the program does not.
        if said.starts_with("unknown (") { "unknown\n".to_owned() } else { said }
    }

    /// Runs a command that is not in the input; what it says.
    fn ask(&mut self, command: &str) -> String {
        let Ok(line) = CString::new(format!("{command}\n")) else { return "unsupported\n".to_owned() };
        // A parser of its own: one that was there before the logic does not know of it.
        let parser = self.incremental_parser(SMT_LIB, c"<option>");
        let mut error: Text = ptr::null();
        // SAFETY: the parser is alive and has an incremental input; the library copies the text, and sets the error to
        // null or to a text of its own. The parser is not used after it is deleted, nor is the command.
        unsafe {
            (self.functions.append_input)(parser, line.as_ptr());
            let command = (self.functions.next_command)(parser, &raw mut error);
            let said = if !error.is_null() {
                format!("(error \"{}\")\n", text(error).replace('"', "\"\""))
            } else if command.is_null() {
                String::new()
            } else {
                self.invoke(command)
            };
            (self.functions.parser_delete)(parser);
            said
        }
    }

    /// Prints, behind whatever the library itself has printed.
    fn print(&self, said: &str) -> Result<(), HostError> {
        // SAFETY: null means all streams of the C library.
        unsafe { (self.functions.flush)(ptr::null_mut()) };
        let mut output = std::io::stdout().lock();
        output.write_all(said.as_bytes())?;
        Ok(output.flush()?)
    }

    fn fail(&self, message: &str) -> Result<u8, HostError> {
        self.print(&format!("(error \"{}\")\n", message.replace('"', "\"\"")))?;
        Ok(1)
    }
}

/// A text of the library, copied.
///
/// # Safety
/// The pointer is null, or points to a text that ends with a NUL and is alive.
unsafe fn text(pointer: Text) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: as above.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}

/// A value of an option, as it stands in a command.
fn written(value: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "+-/*=%?!.$_~&^<>@".contains(c);
    match !value.is_empty() && value.chars().all(plain) {
        true => value.to_owned(),
        false => format!("\"{}\"", value.replace('"', "\"\"")),
    }
}

/// The program goes on after a question that was asked at the wrong time, and stops otherwise.
fn is_recoverable(command: &str, said: &str) -> bool {
    ["get-model", "get-value", "get-assignment"].contains(&command) || said.contains(" unless in ")
}

/// Ends the process after some time, as the program does.
fn end_after(time: Duration) {
    std::thread::spawn(move || {
        std::thread::sleep(time);
        let _ = std::io::stderr().write_all(b"cvc5 interrupted by timeout.\n");
        std::process::abort();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_options_are_one_word() {
        assert_eq!(written("3"), "3");
        assert_eq!(written("a b\""), "\"a b\"\"\"");
        assert_eq!(written(""), "\"\"");
    }
}
