//! The words by which messages are known, in lower case. What only one solver says belongs into its profile.

/// The solver checked its own model, and it is wrong.
pub(super) const MODEL: &[&str] = &[
    "an invalid model was generated",
    "invalid model",
    "errors satisfying assertions with model",
    "model doesn't satisfy",
    "model does not satisfy",
    "failed to check model",
];

/// The solver checked its own core, and it is wrong.
pub(super) const CORE: &[&str] =
    &["core was satisfiable", "unsat core is satisfiable", "produced core was sat"];

/// It was stopped, and says so.
pub(super) const LIMITS: &[&str] = &[
    "bad_alloc",
    "out of memory",
    "out-of-memory",
    "outofmemory",
    "memory limit",
    "memory exceeded",
    "cannot allocate memory",
    "memoryerror",
    "memout",
    "interrupted by timeout",
    "interrupted by sig",
    "timed out",
    "time limit",
    "resource limit",
    "resourceout",
    "canceled",
];

/// It does not claim to be able to do that.
pub(super) const LIMITATIONS: &[&str] = &[
    "not supported",
    "unsupported",
    "not yet supported",
    "does not support",
    "doesn't support",
    "cannot handle",
    "can't handle",
    "can only handle",
    "not implemented",
    "unimplemented",
    "not been implemented",
    "not configured with",
    "not built with",
    "to be compiled with",
    "to be built with",
    "without support",
    "logic exception",
    "logicexception",
    "in logic",
    "logic was specified",
    "the logic",
    "unknown logic",
    "requires option",
    "requires --",
    "try --",
    "use --",
    "need --",
    "option to enable",
    "must be enabled",
    "not enabled",
    "is disabled",
    "experimental",
    "unrecognized option",
    "unknown option",
    "unknown parameter",
    "can't understand option",
    "safe mode",
    "incomplete theory",
];

/// It is at fault.
pub(super) const CRASHES: &[&str] = &[
    "assertion violation",
    "assertion failed",
    "assertion `",
    "assertion failure",
    "check failure",
    "fatal failure",
    "unexpected code was reached",
    "failed to verify",
    "unreachable code",
    "unhandled case",
    "internal error",
    "internal compiler error",
    "suffered a segfault",
    "segmentation fault",
    "stack overflow",
    "stackoverflowerror",
    "bus error",
    "floating point exception",
    "pure virtual method called",
    "terminate called",
    "uncaught exception",
    "unhandled exception",
    "double free",
    "free(): invalid",
    "corrupted",
    "panicked at",
    "nullpointerexception",
    "classcastexception",
    "indexoutofbounds",
    "assertionerror",
    "traceback (most recent call last)",
];

/// How messages of a dying program begin that solvers print to the standard output.
pub(super) const CRASH_STARTS: &[&str] = &[
    "ASSERTION VIOLATION",
    "Fatal failure within",
    "Failed to verify",
    "UNEXPECTED CODE WAS REACHED",
    "INTERNAL ERROR",
    "Internal error",
    "Segmentation fault",
    "terminate called",
    "thread '",
    "Exception in thread",
    "Traceback (most recent call last)",
];

/// The sorts of the standard's theories, but for those that everybody has.
pub(super) const SORTS: &[&str] = &[
    "String",
    "RegLan",
    "Seq",
    "RoundingMode",
    "FloatingPoint",
    "Float16",
    "Float32",
    "Float64",
    "Float128",
];

/// A name is not known.
pub(super) const UNKNOWN_NAMES: &[&str] = &[
    "unknown constant",
    "unknown function",
    "unknown symbol",
    "unknown identifier",
    "undeclared",
    "not declared",
    "undefined symbol",
    "unknown sort",
    "unknown operator",
    "unbound",
];

/// Whether a text, in lower case, has one of the words.
pub(super) fn has(lower: &str, words: &[&str]) -> bool {
    words.iter().any(|word| lower.contains(word))
}

/// The first line with one of the words.
pub(super) fn first_with(text: &str, words: &[&str]) -> String {
    let line = text.lines().find(|line| has(&line.to_ascii_lowercase(), words));
    line.unwrap_or(text).trim().to_owned()
}
