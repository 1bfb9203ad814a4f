//! Any text is read or refused in every mode; what is accepted prints, and reads back as the same text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quis_smtlib::{Mode, PrintOptions, parse, print_script};

fuzz_target!(|data: &[u8]| {
    // As the command line reads it: UTF-8, or else Latin-1.
    let text = match std::str::from_utf8(data) {
        Ok(text) => text.to_owned(),
        Err(_) => data.iter().map(|&byte| char::from(byte)).collect(),
    };
    // Printing is the dear part: one way per input.
    let ways = [PrintOptions::shared(), PrintOptions::plain(), PrintOptions::shared().pretty(60)];
    let options = PrintOptions { max_bytes: 1 << 20, ..ways[data.len() % ways.len()] };
    for mode in [Mode::Standard, Mode::Permissive, Mode::Strict] {
        let parsed = parse(&text, mode);
        for diagnostic in &parsed.diagnostics {
            assert!(diagnostic.span.start <= diagnostic.span.end);
            assert!(diagnostic.span.start <= text.len());
        }
        if mode == Mode::Strict {
            continue;
        }
        let Ok(printed) = print_script(&parsed.script, options) else { continue };
        if mode == Mode::Standard && parsed.is_ok() {
            let again = parse(&printed, mode);
            assert!(again.is_ok(), "{:?}\n{printed}", again.diagnostics);
            assert_eq!(print_script(&again.script, options).as_deref(), Ok(printed.as_str()));
        }
    }
});
