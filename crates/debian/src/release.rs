//! Packages of another release of Debian than the system's.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::package::{download, run};
use crate::{Error, at};

/// Where Debian's packages are if the machine does not say; old releases move to the second.
const MIRRORS: [&str; 2] = ["http://deb.debian.org/debian", "http://archive.debian.org/debian"];

/// The keys with which Debian's releases are signed, of all times: the running system may be newer or older.
const KEYS: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";

/// Downloads packages of a release, `bullseye`, from the first mirror that has them and unpacks them; the folder with what is in
/// them, which is in `scratch`.
///
/// # Errors
/// If a package cannot be had.
pub fn from_release(suite: &str, packages: &[&str], scratch: &Path) -> Result<PathBuf, Error> {
    if !Path::new(KEYS).exists() {
        return Err(Error::Missing(KEYS));
    }
    let format = ["indextargets", "--format", "$(ORIGIN) $(LABEL) $(REPO_URI)"];
    let said = run("apt-get", &format, scratch, "its sources")?;
    let mut mirrors = mirrors_in(&String::from_utf8_lossy(&said.stdout));
    mirrors.extend(MIRRORS.map(str::to_owned));
    let mut failure = None;
    for mirror in mirrors {
        match from_mirror(&mirror, suite, packages, scratch) {
            Ok(root) => return Ok(root),
            // The machine's own mirror is likelier to say what is wrong.
            Err(error) => failure = failure.or(Some(error)),
        }
    }
    Err(failure.unwrap_or(Error::Missing("a mirror of Debian")))
}

/// match: origin, label and address of each source of packages; result: the addresses of Debian's main archive
fn mirrors_in(said: &str) -> Vec<String> {
    let mut mirrors: Vec<String> = Vec::new();
    for line in said.lines() {
        if let Some(mirror) = line.strip_prefix("Debian Debian ") {
            let mirror = mirror.trim().trim_end_matches('/').to_owned();
            if !mirrors.contains(&mirror) {
                mirrors.push(mirror);
            }
        }
    }
    mirrors
}

fn from_mirror(mirror: &str, suite: &str, packages: &[&str], scratch: &Path) -> Result<PathBuf, Error> {
    let place = TempDir::with_prefix_in("apt-", scratch).map_err(at(scratch))?.keep();
    for folder in ["lists/partial", "cache/archives/partial", "parts"] {
        let folder = place.join(folder);
        std::fs::create_dir_all(&folder).map_err(at(&folder))?;
    }
    let write =
        |name: &str, text: &str| std::fs::write(place.join(name), text).map_err(at(&place.join(name)));
    write("status", "")?;
    write("sources.list", &format!("deb [signed-by={KEYS}] {mirror} {suite} main\n"))?;
    write("apt.conf", &configuration(&place))?;
    let file = place.join("apt.conf").to_string_lossy().into_owned();
    let options = ["-c", file.as_str(), "-qq"];
    run("apt-get", &[&options[..], &["update"]].concat(), &place, mirror)?;
    download(&options, packages, &place)
}

/// Read after the system's own configuration, so that a proxy named there is used: lists, cache and state of our own, and
/// none of the system's actions after an update.
fn configuration(place: &Path) -> String {
    let place = place.display();
    format!(
        "#clear APT::Update::Post-Invoke;\n\
         #clear APT::Update::Post-Invoke-Success;\n\
         Dir::Etc::sourcelist \"{place}/sources.list\";\n\
         Dir::Etc::sourceparts \"{place}/parts\";\n\
         Dir::Etc::preferences \"/dev/null\";\n\
         Dir::Etc::preferencesparts \"{place}/parts\";\n\
         Dir::State \"{place}\";\n\
         Dir::State::lists \"{place}/lists\";\n\
         Dir::State::status \"{place}/status\";\n\
         Dir::Cache \"{place}/cache\";\n\
         APT::Sandbox::User \"root\";\n\
         Acquire::Languages \"none\";\n\
         Acquire::Check-Valid-Until \"false\";\n\
         Acquire::IndexTargets::deb::DEP-11::DefaultEnabled \"false\";\n\
         Acquire::Retries \"2\";\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_main_archive_is_a_mirror() {
        let said = "Debian Debian http://deb.debian.org/debian/\nDebian Debian http://deb.debian.org/debian/\n\
            Debian Debian-Security http://deb.debian.org/debian-security/\n. nodistro https://example.org/\n";
        assert_eq!(mirrors_in(said), ["http://deb.debian.org/debian"]);
    }
}
