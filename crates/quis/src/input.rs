//! Reading inputs: files, pipes and the standard input, with limits, and never waiting for ever.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;
use std::time::Duration;

use quis_smtlib::{Diagnostic, MAX_SOURCE, ParseOptions, Parsed, parse_with};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_setfl};

/// How long to wait for the first byte from a pipe.
const PIPE_WAIT: Duration = Duration::from_secs(10);
/// Changes [`PIPE_WAIT`], in milliseconds; for tests.
const PIPE_WAIT_VARIABLE: &str = "QUIS_PIPE_WAIT_MS";

/// The text of an input.
#[derive(Default)]
pub(crate) struct Source {
    /// How messages call it.
    pub(crate) name: String,
    pub(crate) text: String,
    /// How many bytes were read.
    pub(crate) bytes: u64,
    encoding: Encoding,
}

#[derive(Default)]
enum Encoding {
    #[default]
    Utf8,
    /// The text is not UTF-8: each byte was read as a character. Holds the place of the first byte, in the text,
    /// that is wrong in UTF-8.
    Latin1(usize),
}

/// Why there is no text.
#[derive(Debug)]
pub(crate) struct InputError {
    pub(crate) name: String,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

impl InputError {
    pub(crate) fn new(path: &Path, message: impl Into<String>) -> Self {
        InputError { name: name(path), message: message.into(), help: None }
    }

    pub(crate) fn help(self, help: &str) -> Self {
        InputError { help: Some(help.to_owned()), ..self }
    }
}

/// Whether a path stands for the standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// How messages call an input.
pub(crate) fn name(path: &Path) -> String {
    if is_stdin(path) { "<stdin>".to_owned() } else { path.to_string_lossy().into_owned() }
}

/// Reads an input.
pub(crate) fn read(path: &Path) -> Result<Source, InputError> {
    let bytes = if is_stdin(path) {
        read_limited(path, io::stdin().lock(), 0)
    } else {
        let file = open(path)?;
        let expected = file.metadata().map_or(0, |metadata| metadata.len());
        read_limited(path, file, expected)
    }?;
    Ok(Source::new(name(path), bytes))
}

/// Opens a file, or a pipe that has something to read.
fn open(path: &Path) -> Result<File, InputError> {
    let failed = |error: &io::Error| InputError::new(path, reason(error));
    // Devices are not even opened: that alone can have effects.
    let kind = std::fs::metadata(path).map_err(|error| failed(&error))?.file_type();
    refuse_special(path, kind)?;
    // Without O_NONBLOCK, opening a FIFO waits for a writer.
    let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed();
    let file = File::options().read(true).custom_flags(flags).open(path).map_err(|error| failed(&error))?;
    let metadata = file.metadata().map_err(|error| failed(&error))?;
    refuse_special(path, metadata.file_type())?;
    if metadata.len() > MAX_SOURCE as u64 {
        return Err(too_large(path));
    }
    if metadata.file_type().is_fifo() {
        wait_for_data(path, &file)?;
    }
    fcntl_setfl(&file, OFlags::empty()).map_err(|error| failed(&error.into()))?;
    Ok(file)
}

fn refuse_special(path: &Path, kind: std::fs::FileType) -> Result<(), InputError> {
    let what = if kind.is_dir() {
        let error = InputError::new(path, "is a directory, and a file is needed");
        return Err(error.help("`quis check` reads all .smt2 files below a directory"));
    } else if kind.is_char_device() {
        "a character device"
    } else if kind.is_block_device() {
        "a block device"
    } else if kind.is_socket() {
        "a socket"
    } else {
        return Ok(());
    };
    Err(InputError::new(path, format!("is {what}, which is not read"))
        .help("give a file, a pipe, or `-` for the standard input"))
}

fn wait_for_data(path: &Path, pipe: &File) -> Result<(), InputError> {
    let wait = std::env::var(PIPE_WAIT_VARIABLE)
        .ok()
        .and_then(|value| value.parse().ok())
        .map_or(PIPE_WAIT, Duration::from_millis);
    let timeout = Timespec::try_from(wait).ok();
    loop {
        match poll(&mut [PollFd::new(pipe, PollFlags::IN)], timeout.as_ref()) {
            Ok(0) => {
                let message =
                    format!("is a pipe into which nothing was written for {} s", wait.as_secs_f64());
                return Err(InputError::new(path, message));
            }
            Ok(_) => return Ok(()),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(InputError::new(path, reason(&error.into()))),
        }
    }
}

/// Reads to the end, but no more than is allowed.
fn read_limited(path: &Path, from: impl Read, expected: u64) -> Result<Vec<u8>, InputError> {
    let mut bytes = Vec::new();
    let limit = MAX_SOURCE as u64;
    // Only a hint, and wrong for some files: without the room, reading itself will fail.
    let _ = bytes.try_reserve_exact(usize::try_from(expected.min(limit)).map_or(0, |expected| expected + 1));
    from.take(limit + 1).read_to_end(&mut bytes).map_err(|error| InputError::new(path, reason(&error)))?;
    if bytes.len() > MAX_SOURCE { Err(too_large(path)) } else { Ok(bytes) }
}

fn too_large(path: &Path) -> InputError {
    InputError::new(path, format!("has more than {} bytes, the most that is read", MAX_SOURCE))
}

/// What went wrong, without the number that only programs need.
pub(crate) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or directory".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "is a directory, and a file is needed".to_owned(),
        _ => {
            let text = error.to_string();
            match text.rsplit_once(" (os error ") {
                Some((text, _)) => text.to_owned(),
                None => text,
            }
        }
    }
}

impl Source {
    fn new(name: String, bytes: Vec<u8>) -> Self {
        let length = bytes.len() as u64;
        let (text, encoding) = match String::from_utf8(bytes) {
            Ok(text) => (text, Encoding::Utf8),
            Err(error) => {
                let good = error.utf8_error().valid_up_to();
                let bytes = error.into_bytes();
                let first = good + bytes[..good].iter().filter(|byte| !byte.is_ascii()).count();
                (bytes.into_iter().map(char::from).collect(), Encoding::Latin1(first))
            }
        };
        Source { name, text, bytes: length, encoding }
    }

    /// A text that stands in the arguments.
    pub(crate) fn of_argument(name: &str, text: &str) -> Self {
        Source::new(name.to_owned(), text.as_bytes().to_vec())
    }

    /// The same input, without what follows an offset.
    pub(crate) fn up_to(mut self, end: usize) -> Self {
        self.text.truncate(end);
        if let Encoding::Latin1(first) = self.encoding
            && first >= end
        {
            self.encoding = Encoding::Utf8;
        }
        self
    }

    /// Parses the text. What is odd about the input itself is among the warnings.
    pub(crate) fn parse(&self, options: ParseOptions) -> Parsed {
        let mut parsed = parse_with(&self.text, options);
        if let Encoding::Latin1(first) = self.encoding {
            let found = self.text[first..].chars().next().map_or(0, u32::from);
            let warning = Diagnostic::warning(first..first + 2, "this is not UTF-8: it is read as Latin-1")
                .label(format!("the byte 0x{found:02X} is the first that does not fit"));
            let at = parsed.diagnostics.partition_point(|diagnostic| diagnostic.span.start < first);
            parsed.diagnostics.insert(at, warning);
        }
        parsed
    }

    /// The bytes of a text in the encoding of this one.
    pub(crate) fn encode<'a>(&self, text: &'a str) -> Cow<'a, [u8]> {
        match self.encoding {
            Encoding::Latin1(_) if text.chars().all(|c| u8::try_from(c).is_ok()) => {
                text.chars().filter_map(|c| u8::try_from(c).ok()).collect()
            }
            _ => text.as_bytes().into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_utf8_is_latin1_and_comes_back() {
        // The first two bytes of `é` are good UTF-8, the lone 0xE9 is not.
        let bytes = b"; \xC3\xA9 \xE9\n".to_vec();
        let source = Source::new("x".to_owned(), bytes.clone());
        assert_eq!(source.text, "; Ã© é\n");
        assert!(matches!(source.encoding, Encoding::Latin1(7)));
        assert_eq!(&source.text[7..9], "é");
        assert_eq!(source.encode(&source.text), bytes);
    }

    #[test]
    fn reasons_have_no_numbers() {
        assert_eq!(reason(&io::Error::from_raw_os_error(40)), "Too many levels of symbolic links");
    }
}
