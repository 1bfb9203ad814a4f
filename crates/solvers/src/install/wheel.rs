//! Wheels of the Python package index, through pip.

use std::fs::File;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::{InstallError, at};
use crate::profile::Source;

const PYTHON: &str = "python3";

/// Wheels for another Python will do where no code of Python is used.
const ANOTHER_PYTHON: [&str; 6] = ["--implementation", "cp", "--python-version", "311", "--abi", "cp311"];

/// Downloads a wheel into a folder: the newest whose version starts so.
pub(super) fn download(
    package: &str,
    version: Option<&str>,
    folder: &Path,
    this_python: bool,
) -> Result<PathBuf, InstallError> {
    let wanted = match version {
        // 4.8.7 is 4.8.7.0 there; a version with a suffix is meant to the letter.
        Some(version) if version.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') => {
            format!("{package}=={}.*", version.trim_end_matches('.'))
        }
        Some(version) => format!("{package}=={version}"),
        None => package.to_owned(),
    };
    let download = |extra: &[&str]| {
        let mut command = pip();
        command.args(["download", "--no-deps", "--only-binary", ":all:", "--retries", "2", "--quiet"]);
        command.args(extra).arg("--dest").arg(folder).arg(&wanted);
        run(command)
    };
    if let Err(error) = download(&[]) {
        let retry = !this_python && matches!(error, InstallError::Failed(..));
        if !retry || download(&ANOTHER_PYTHON).is_err() {
            return Err(error);
        }
    }
    let files = std::fs::read_dir(folder).map_err(at(folder))?.flatten().map(|entry| entry.path());
    let mut wheels: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|end| end == "whl")).collect();
    wheels.sort();
    wheels.pop().ok_or_else(|| InstallError::Package(format!("pip gave no wheel for {wanted}")))
}

/// The releases that pip finds, the newest first.
pub(super) fn versions(package: &str) -> Result<Vec<String>, InstallError> {
    let mut command = pip();
    command.args(["index", "versions", package]);
    Ok(versions_in(&String::from_utf8_lossy(&run(command)?.stdout)))
}

/// match: Available versions: 5.4.0.0, 5.3.3.0
fn versions_in(said: &str) -> Vec<String> {
    let line = said.lines().find_map(|line| line.trim().strip_prefix("Available versions:"));
    line.unwrap_or_default()
        .split(',')
        .map(|version| version.trim().to_owned())
        .filter(|v| !v.is_empty())
        .collect()
}

fn pip() -> Command {
    let mut command = Command::new(PYTHON);
    command.args(["-m", "pip", "--disable-pip-version-check", "--no-input"]);
    command
}

fn run(mut command: Command) -> Result<Output, InstallError> {
    let output = command.output().map_err(|_| {
        InstallError::NoTool(PYTHON, "solvers come from the Python package index: install Python 3 with pip")
    })?;
    if output.status.success() {
        return Ok(output);
    }
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    if words.contains("No module named pip") {
        return Err(InstallError::NoTool("pip", "install it for python3 (Debian: the package python3-pip)"));
    }
    Err(InstallError::Failed("pip", last_words(&words)))
}

/// The last line that says something.
fn last_words(said: &str) -> String {
    let line = said.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or("it says nothing");
    line.strip_prefix("ERROR: ").unwrap_or(line).to_owned()
}

/// match: z3_solver-4.8.7.0-py2.py3-none-any.whl, result: 4.8.7.0
pub(super) fn version_of(wheel: &Path) -> String {
    let name = wheel.file_name().unwrap_or_default().to_string_lossy().into_owned();
    name.split('-').nth(1).unwrap_or_default().to_owned()
}

/// Takes what is needed out of a wheel: the program into `bin/NAME`, libraries and modules into `lib`, licences into
/// `licenses`.
pub(super) fn unpack(wheel: &Path, source: &Source, name: &str, target: &Path) -> Result<(), InstallError> {
    let bad = |error: zip::result::ZipError| InstallError::Package(format!("{}: {error}", wheel.display()));
    let mut archive = zip::ZipArchive::new(File::open(wheel).map_err(at(wheel))?).map_err(bad)?;
    let mut found = false;
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(bad)?;
        // A path that leads out of the wheel is none.
        let Some(path) = entry.enclosed_name().filter(|_| entry.is_file()) else { continue };
        let Some(place) = place(&path, source, name) else { continue };
        found |= !place.starts_with("licenses");
        let file = target.join(place);
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder).map_err(at(folder))?;
        }
        let mut output = File::create(&file).map_err(at(&file))?;
        io::copy(&mut entry, &mut output).map_err(at(&file))?;
        let mode = if file.starts_with(target.join("bin")) { 0o755 } else { 0o644 };
        output.set_permissions(std::fs::Permissions::from_mode(mode)).map_err(at(&file))?;
    }
    if found {
        Ok(())
    } else {
        Err(InstallError::Package(format!("nothing of {name} is in {}", wheel.display())))
    }
}

/// Where a file of a wheel goes; nothing if it is not needed.
fn place(path: &Path, source: &Source, name: &str) -> Option<PathBuf> {
    let text = path.to_str()?;
    let file = path.file_name()?;
    if source.program.as_deref().is_some_and(|program| path.ends_with(program)) {
        return Some(Path::new("bin").join(name));
    }
    if source.libraries.as_deref().is_some_and(|folder| text.starts_with(folder)) {
        return Some(Path::new("lib").join(file));
    }
    let module = source.module.as_deref().and_then(|module| text.strip_prefix(module));
    if module.is_some_and(|rest| rest.starts_with('.') && rest.ends_with(".so")) {
        return Some(Path::new("lib").join(file));
    }
    let licence = ["LICEN", "COPYING", "AUTHORS", "NOTICE"];
    let is_licence =
        text.contains(".dist-info/") && licence.iter().any(|word| file.to_string_lossy().starts_with(word));
    is_licence.then(|| Path::new("licenses").join(file))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::write::SimpleFileOptions;

    use super::*;

    fn wheel(folder: &Path, files: &[&str]) -> PathBuf {
        let path = folder.join("z3_solver-4.8.7.0-py3-none-any.whl");
        let mut zip = zip::ZipWriter::new(File::create(&path).unwrap());
        for file in files {
            zip.start_file(*file, SimpleFileOptions::default()).unwrap();
            zip.write_all(file.as_bytes()).unwrap();
        }
        zip.finish().unwrap();
        path
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = ["bin", "lib", "licenses"]
            .iter()
            .flat_map(|part| std::fs::read_dir(folder.join(part)))
            .flatten()
            .map(|entry| entry.unwrap().path().strip_prefix(folder).unwrap().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn only_what_is_needed_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let wheel = wheel(
            folder.path(),
            &[
                "z3_solver-4.8.7.0.data/data/bin/z3",
                "z3/lib/libz3.so",
                "cvc5.libs/libcvc5-1.so",
                "bitwuzla.cpython-311.so",
                "z3_solver.dist-info/LICENSE.txt",
                "../../evil/bin/z3",
            ],
        );
        assert_eq!(version_of(&wheel), "4.8.7.0");
        let unpacked = |source: Source| {
            let target = tempfile::tempdir().unwrap();
            unpack(&wheel, &source, "z3", target.path()).map(|()| names(target.path()))
        };
        let some = |text: &str| Some(text.to_owned());
        let program = Source { program: some("bin/z3"), ..Source::default() };
        assert_eq!(unpacked(program).unwrap(), ["bin/z3", "licenses/LICENSE.txt"]);
        let libraries = Source { libraries: some("cvc5.libs/"), ..Source::default() };
        assert_eq!(unpacked(libraries).unwrap(), ["lib/libcvc5-1.so", "licenses/LICENSE.txt"]);
        let module = Source { module: some("bitwuzla"), ..Source::default() };
        assert_eq!(unpacked(module).unwrap(), ["lib/bitwuzla.cpython-311.so", "licenses/LICENSE.txt"]);
        let nothing = Source { program: some("bin/yices"), ..Source::default() };
        assert!(unpacked(nothing).unwrap_err().to_string().contains("nothing of z3 is in"));
        std::fs::write(&wheel, "no zip").unwrap();
        assert!(matches!(unpacked(Source::default()), Err(InstallError::Package(_))));
    }

    #[test]
    fn what_pip_says_is_understood() {
        let said =
            "z3-solver (5.4.0.0)\nAvailable versions: 5.4.0.0, 5.3.3.0, 4.8.0.0.post1\n  INSTALLED: 1\n";
        assert_eq!(versions_in(said), ["5.4.0.0", "5.3.3.0", "4.8.0.0.post1"]);
        assert_eq!(versions_in("nothing"), [""; 0]);
        assert_eq!(last_words("x\nERROR: no matching distribution\n\n"), "no matching distribution");
    }
}
