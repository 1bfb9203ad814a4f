//! Lets libraries that are loaded at run time find what they call if they are instrumented.

/// What compilers make instrumented code call.
const SYMBOLS: [&str; 3] =
    ["__sanitizer_cov_trace_pc", "__sanitizer_cov_trace_pc_guard", "__sanitizer_cov_trace_pc_guard_init"];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    // Linkers of other systems have no such option; instrumented libraries cannot be loaded there.
    if is("CARGO_CFG_TARGET_OS", "linux") {
        for symbol in SYMBOLS {
            for kind in ["bins", "tests"] {
                println!("cargo:rustc-link-arg-{kind}=-Wl,--export-dynamic-symbol={symbol}");
            }
        }
    }
}
