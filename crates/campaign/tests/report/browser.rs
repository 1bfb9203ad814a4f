//! The page in a real browser, by `tools/check_report.py`. Without Python or Chromium the test says so and passes, unless
//! `QUIS_REQUIRE_BROWSER` is set. Then other pages than the sample are looked at, too: that takes half a minute.

use std::path::{Path, PathBuf};
use std::process::Command;

use quis_campaign::report::{Report, html};

use super::{large, sample};

/// The exit code by which the tool says that there is no browser.
const NO_BROWSER: i32 = 77;

#[test]
fn pages_look_right_in_a_browser() {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, report: &Report| -> PathBuf {
        let path = directory.path().join(name);
        std::fs::write(&path, html(report).unwrap()).unwrap();
        path
    };
    let required = std::env::var_os("QUIS_REQUIRE_BROWSER").is_some();
    let mut pages = vec![write("sample.html", &sample())];
    if required {
        pages.extend([write("empty.html", &Report::default()), write("thousand.html", &large(1000))]);
    }
    // For whoever wants to look at them.
    let shots = std::env::var_os("QUIS_SCREENSHOTS");
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/check_report.py");
    let mut command = Command::new("python3");
    command.arg(tool).args(&pages);
    if let Some(shots) = shots {
        command.arg("--screenshots").arg(shots);
    }
    let output = match command.output() {
        Ok(output) => output,
        Err(error) => {
            assert!(!required, "python3: {error}");
            println!("skipped: there is no python3");
            return;
        }
    };
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.code() == Some(NO_BROWSER) {
        assert!(!required, "{said}");
        println!("skipped: {said}");
        return;
    }
    assert!(output.status.success(), "{said}");
}
