//! Boolector, from its library.

#![allow(unsafe_code, reason = "the C interface of the library")]

use std::ffi::{CStr, CString, OsString, c_char, c_int, c_void};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;

use libloading::Library;

use super::arguments::Arguments;
use super::functions::functions;
use super::{HostError, library};

type Pointer = *mut c_void;
type Text = *const c_char;

/// What the parser returns for an input that it cannot read.
const PARSE_ERROR: i32 = 1;

/// What the command line has for the program and the library has no option for: the language of the input.
const LANGUAGE: &str = "smt2";

// Of the header `boolector.h` of 3.2, the only releases that come as wheels.
functions! {
    solver_new = "boolector_new"() -> Pointer;
    version = "boolector_version"(Pointer) -> Text;
    first_option = "boolector_first_opt"(Pointer) -> c_int;
    next_option = "boolector_next_opt"(Pointer, c_int) -> c_int;
    has_option = "boolector_has_opt"(Pointer, c_int) -> bool;
    option_name = "boolector_get_opt_lng"(Pointer, c_int) -> Text;
    least = "boolector_get_opt_min"(Pointer, c_int) -> u32;
    most = "boolector_get_opt_max"(Pointer, c_int) -> u32;
    set_option = "boolector_set_opt"(Pointer, c_int, u32);
    parse = "boolector_parse_smt2"(Pointer, Pointer, Text, Pointer, *mut Text, *mut i32) -> i32;
    open = "fopen"(Text, Text) -> Pointer;
    open_descriptor = "fdopen"(c_int, Text) -> Pointer;
    flush = "fflush"(Pointer) -> c_int;
}

pub(super) fn host(libraries: &Path, words: &[OsString]) -> Result<u8, HostError> {
    let path = library(libraries, "libboolector")?;
    // SAFETY: the initialisers of the library only set up its own tables.
    let library = unsafe { Library::new(path) }?;
    let functions = Functions::find(&library)?;
    // Objects of the library live until the process ends: so must it.
    std::mem::forget(library);
    // SAFETY: no argument.
    let solver = unsafe { (functions.solver_new)() };
    Host { functions, solver }.run(words)
}

struct Host {
    functions: Functions,
    solver: Pointer,
}

impl Host {
    fn run(&self, words: &[OsString]) -> Result<u8, HostError> {
        let arguments = match Arguments::parse(words, |_| false) {
            Ok(arguments) => arguments,
            Err(word) => return complain(&format!("`{word}` is no option")),
        };
        for given in &arguments.options {
            if given.name == "version" {
                // SAFETY: the solver is alive, and its version is text that is never freed.
                let version = unsafe { CStr::from_ptr((self.functions.version)(self.solver)) };
                writeln!(std::io::stdout(), "{}", version.to_string_lossy())?;
                return Ok(0);
            }
            if given.name != LANGUAGE
                && let Err(message) = self.set(&given.name, given.value.as_deref())
            {
                return complain(&message);
            }
        }
        // Without it, a check is answered by nobody.
        if let Err(message) = self.set("incremental", None) {
            return complain(&message);
        }
        match arguments.files.as_slice() {
            [] => self.read(None),
            [file] if file == "-" => self.read(None),
            [file] => self.read(Some(file)),
            _ => complain("too many input files"),
        }
    }

    /// Sets an option by its long name.
    fn set(&self, name: &str, value: Option<&str>) -> Result<(), String> {
        let functions = &self.functions;
        let value = value.map_or(Ok(1), |value| match value {
            "true" => Ok(1),
            "false" => Ok(0),
            number => number.parse::<u32>(),
        });
        let value = value.map_err(|_| format!("the value of --{name} is no number"))?;
        // SAFETY: the solver is alive; only options that it has are asked about, and their names are never freed.
        unsafe {
            let mut option = (functions.first_option)(self.solver);
            while (functions.has_option)(self.solver, option) {
                let known = (functions.option_name)(self.solver, option);
                if !known.is_null() && CStr::from_ptr(known).to_bytes() == name.as_bytes() {
                    // The library aborts on a value out of range.
                    let (least, most) =
                        ((functions.least)(self.solver, option), (functions.most)(self.solver, option));
                    if !(least..=most).contains(&value) {
                        return Err(format!("--{name} takes a number from {least} to {most}"));
                    }
                    (functions.set_option)(self.solver, option, value);
                    return Ok(());
                }
                option = (functions.next_option)(self.solver, option);
            }
        }
        Err(format!("there is no option --{name}"))
    }

    /// Reads a file, or the standard input, and answers it.
    fn read(&self, file: Option<&OsString>) -> Result<u8, HostError> {
        let functions = &self.functions;
        let name = file.map_or(c"stdin".to_owned(), |file| CString::new(file.as_bytes()).unwrap_or_default());
        let mut message: Text = ptr::null();
        let mut status = 0;
        // SAFETY: the streams are those that the C library has just opened, and all pointers live until the call is over.
        let result = unsafe {
            let input = match file {
                Some(_) => (functions.open)(name.as_ptr(), c"r".as_ptr()),
                None => (functions.open_descriptor)(0, c"r".as_ptr()),
            };
            let output = (functions.open_descriptor)(1, c"w".as_ptr());
            if input.is_null() || output.is_null() {
                return Err(std::io::Error::last_os_error().into());
            }
            let result = (functions.parse)(
                self.solver,
                input,
                name.as_ptr(),
                output,
                &raw mut message,
                &raw mut status,
            );
            (functions.flush)(ptr::null_mut());
            result
        };
        if result == PARSE_ERROR || !message.is_null() {
            // SAFETY: if there is a message, it is text that lives as long as the solver.
            let message = (!message.is_null()).then(|| unsafe { CStr::from_ptr(message) });
            return complain(&message.map_or_else(|| "parse error".into(), CStr::to_string_lossy));
        }
        Ok(0)
    }
}

/// Says it as a solver does.
fn complain(message: &str) -> Result<u8, HostError> {
    writeln!(std::io::stdout(), "(error \"{}\")", message.replace('"', "\"\""))?;
    Ok(1)
}
