//! Launchers: small programs in front of solvers that are libraries, modules, or need libraries of their own.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{InstallError, at};
use crate::find::is_program;
use crate::profile::Source;
use crate::store::{Installed, Record};

/// Runs scripts with the module of Bitwuzla.
const BITWUZLA: &str = include_str!("../../launchers/bitwuzla.py");

/// Writes the launcher of a solver that needs one into the folder `new`, for when that is called `home`.
pub(super) fn write(
    new: &Path,
    home: &Path,
    source: &Source,
    record: &Record,
    host: &Path,
) -> Result<(), InstallError> {
    let library = home.join("lib");
    let text = if let Some(solver) = &source.host {
        let words = [quoted(host), "host".to_owned(), quoted(Path::new(solver)), quoted(&library)];
        format!("#!/bin/sh\nexec {} \"$@\"\n", words.join(" "))
    } else if source.module.is_some() {
        // Bound to one Python: the module is for that, and finding one through `env` takes longer.
        format!("#!{} -IS\n{BITWUZLA}", python()?.display())
    } else if source.debian.is_some() {
        let program = home.join("libexec").join(&record.name);
        format!("#!/bin/sh\nLD_LIBRARY_PATH={} exec {} \"$@\"\n", quoted(&library), quoted(&program))
    } else {
        return Ok(());
    };
    let launcher = new.join(&record.program);
    // In one step: somebody may be about to run it.
    let fresh = launcher.with_extension("new");
    std::fs::write(&fresh, text).map_err(at(&fresh))?;
    std::fs::set_permissions(&fresh, std::fs::Permissions::from_mode(0o755)).map_err(at(&fresh))?;
    std::fs::rename(&fresh, &launcher).map_err(at(&launcher))
}

/// Whether an installed solver still has what its launcher needs: our program and Python may have moved.
pub(super) fn is_usable(installed: &Installed) -> bool {
    let program = installed.program();
    if !is_program(&program) {
        return false;
    }
    let Ok(text) = std::fs::read(&program) else { return false };
    let first = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let first = String::from_utf8_lossy(first);
    let interpreter = first.strip_prefix("#!").and_then(|line| line.split_whitespace().next());
    if interpreter.is_some_and(|interpreter| !is_program(Path::new(interpreter))) {
        return false;
    }
    if installed.record.host.is_none() {
        return true;
    }
    let text = String::from_utf8_lossy(&text).into_owned();
    let host = text.split_once("exec '").and_then(|(_, rest)| rest.split_once("' host "));
    host.is_some_and(|(host, _)| is_program(Path::new(&host.replace("'\\''", "'"))))
}

/// Points the launcher of a hosted solver to our program as it is now, if it has moved.
pub(super) fn repair(installed: &Installed, source: &Source, host: &Path) {
    if installed.record.host.is_some() && !is_usable(installed) && installed.libraries().is_dir() {
        // If that fails, the solver is installed again.
        let _ = write(&installed.folder, &installed.folder, source, &installed.record, host);
    }
}

/// The interpreter itself, not a shim in front of it.
fn python() -> Result<PathBuf, InstallError> {
    let missing = || InstallError::NoTool("python3", "this solver is a module of Python");
    let code = "import sys; print(sys.executable)";
    let output = Command::new("python3").args(["-c", code]).output().map_err(|_| missing())?;
    let path = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    // The first line of a script can be no longer, and has no quotation marks.
    let usable = !path.is_empty() && path.len() < 100 && !path.contains(char::is_whitespace);
    if usable { Ok(PathBuf::from(path)) } else { Err(missing()) }
}

/// A word for the shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.to_string_lossy().replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launchers_name_the_final_place() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("bin")).unwrap();
        let source = Source { host: Some("cvc5".into()), ..Source::default() };
        let record = Record {
            name: "cvc5".into(),
            version: "1.4.2".into(),
            origin: String::new(),
            program: "bin/cvc5".into(),
            host: Some("cvc5".into()),
        };
        write(folder.path(), Path::new("/it's here"), &source, &record, Path::new("/bin/sh")).unwrap();
        let text = std::fs::read_to_string(folder.path().join("bin/cvc5")).unwrap();
        assert_eq!(text, "#!/bin/sh\nexec '/bin/sh' host 'cvc5' '/it'\\''s here/lib' \"$@\"\n");
        let installed = Installed { folder: folder.path().into(), record: record.clone() };
        assert!(is_usable(&installed));
        // Our program has moved.
        write(folder.path(), Path::new("/x"), &source, &record, Path::new("/no/such")).unwrap();
        assert!(!is_usable(&installed));
        repair(&installed, &source, Path::new("/bin/sh"));
        assert!(!is_usable(&installed), "there are no libraries");
        std::fs::create_dir(installed.libraries()).unwrap();
        repair(&installed, &source, Path::new("/bin/sh"));
        assert!(is_usable(&installed));
        let program = Source { program: Some("bin/cvc5".into()), ..Source::default() };
        std::fs::remove_file(installed.program()).unwrap();
        write(folder.path(), Path::new("/x"), &program, &record, Path::new("/bin/sh")).unwrap();
        assert!(!installed.program().exists() && !is_usable(&installed));
    }
}
