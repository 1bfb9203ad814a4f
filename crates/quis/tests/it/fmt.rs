//! `quis fmt`: what is written, and what is left alone.

use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

use super::Place;

const UGLY: &str = "(declare-const   p Bool) ; why\n\n( assert (and p p))(check-sat)";
const BAD: &str = "(assert (and p p))\n";

#[test]
fn formatting_again_changes_nothing() {
    let place = Place::new();
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli");
    let mut formatted = 0;
    for entry in std::fs::read_dir(cases).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "smt2") {
            continue;
        }
        for form in [&["--let"][..], &["--plain"], &["--compact"], &["--width", "40"]] {
            let arguments = [&["fmt", path.to_str().unwrap(), "-o", "once.smt2"], form].concat();
            if place.quis(&arguments).code != 0 {
                continue;
            }
            formatted += 1;
            place.quis(&[&["fmt", "once.smt2", "--check"], form].concat()).good();
            let twice = place.quis(&[&["fmt", "once.smt2"], form].concat()).good();
            assert_eq!(twice, place.read("once.smt2"), "{}", path.display());
        }
    }
    assert!(formatted >= 12, "only {formatted} cases could be formatted");
}

#[test]
fn check_says_which_file_is_not_formatted() {
    let place = Place::new();
    place.file("ugly.smt2", UGLY);
    place.file("nice.smt2", place.quis(&["fmt", "ugly.smt2"]).good());
    place.file("bad.smt2", BAD);
    assert_eq!(place.quis(&["fmt", "--check", "nice.smt2"]).good(), "");
    let run = place.quis(&["fmt", "--check", "nice.smt2", "ugly.smt2"]);
    assert_eq!((run.code, &*run.stdout, &*run.stderr), (1, "ugly.smt2: not formatted\n", ""));
    // A file that cannot be read is worse.
    assert_eq!(place.quis(&["fmt", "--check", "ugly.smt2", "bad.smt2"]).code, 2);
    assert_eq!(place.read("ugly.smt2"), UGLY);
}

#[test]
fn output_is_written_in_one_step() {
    let place = Place::new();
    place.file("ugly.smt2", UGLY);
    let expected = place.quis(&["fmt", "ugly.smt2"]).good();
    let old = place.file("out.smt2", "old contents");
    std::fs::set_permissions(&old, std::fs::Permissions::from_mode(0o640)).unwrap();
    let before = old.metadata().unwrap().ino();
    assert_eq!(place.quis(&["fmt", "ugly.smt2", "-o", "out.smt2"]).good(), "");
    assert_eq!(place.read("out.smt2"), expected);
    let after = old.metadata().unwrap();
    assert_ne!(after.ino(), before, "a new file took the place of the old one");
    assert_eq!(after.permissions().mode() & 0o777, 0o640);
    assert_eq!(place.quis(&["fmt", "ugly.smt2", "-o", "-"]).good(), expected);
    assert_eq!(place.names(), ["out.smt2", "ugly.smt2"], "nothing else is left");
}

#[test]
fn nothing_is_written_after_an_error() {
    let place = Place::new();
    place.file("bad.smt2", BAD);
    place.file("ugly.smt2", UGLY);
    place.file("out.smt2", "old contents");
    for arguments in [
        &["fmt", "bad.smt2", "-o", "out.smt2"][..],
        &["fmt", "bad.smt2", "-o", "new.smt2"],
        &["fmt", "bad.smt2", "--in-place"],
        &["fmt", "missing.smt2", "-o", "new.smt2"],
        &["fmt", "ugly.smt2", "-o", "no/such/directory.smt2"],
        &["fmt", "ugly.smt2", "-o", "."],
    ] {
        let run = place.quis(arguments);
        assert_eq!((run.code, &*run.stdout), (2, ""), "{arguments:?}");
        assert!(run.stderr.starts_with("error: "), "{arguments:?}: {}", run.stderr);
    }
    assert_eq!((&*place.read("bad.smt2"), &*place.read("out.smt2")), (BAD, "old contents"));
    assert_eq!(place.names(), ["bad.smt2", "out.smt2", "ugly.smt2"]);
}

#[test]
fn a_full_disk_leaves_no_half() {
    let place = Place::new();
    place.file("ugly.smt2", UGLY);
    let run = place.quis(&["fmt", "ugly.smt2", "-o", "/dev/full"]);
    assert_eq!(run.code, 2);
    assert_eq!(run.stderr, "error: /dev/full: not written: No space left on device\n");
    // A limit on the size of files stands for a disk that fills up on the way.
    let long = "(declare-const p Bool)\n".to_owned() + &"(assert p )".repeat(50_000);
    place.file("long.smt2", &long);
    let script = "ulimit -f 64; trap '' XFSZ; exec \"$@\"";
    let run = std::process::Command::new("sh")
        .args(["-c", script, "sh", env!("CARGO_BIN_EXE_quis"), "fmt", "--in-place", "long.smt2"])
        .current_dir(place.path())
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&run.stderr), "error: long.smt2: not written: File too large\n");
    assert!(place.read("long.smt2") == long);
    assert_eq!(place.names(), ["long.smt2", "ugly.smt2"]);
}

#[test]
fn in_place() {
    let place = Place::new();
    let ugly = place.file("ugly.smt2", UGLY);
    place.file("other.smt2", UGLY);
    symlink("ugly.smt2", place.path().join("link.smt2")).unwrap();
    let expected = place.quis(&["fmt", "ugly.smt2"]).good();
    assert_eq!(place.quis(&["fmt", "-i", "link.smt2", "other.smt2"]).good(), "");
    assert_eq!((place.read("ugly.smt2"), place.read("other.smt2")), (expected.clone(), expected));
    assert!(place.path().join("link.smt2").is_symlink(), "the file behind a link is replaced, not the link");
    // A file that is formatted is not touched.
    let before = ugly.metadata().unwrap().ino();
    place.quis(&["fmt", "-i", "ugly.smt2"]).good();
    assert_eq!(ugly.metadata().unwrap().ino(), before);
}

#[test]
fn what_is_not_utf8_stays_as_it_is() {
    let place = Place::new();
    place.file("latin.smt2", b"; caf\xE9\n(declare-const  |\xE9| Int)\n");
    let run = place.quis(&["fmt", "-i", "latin.smt2"]);
    assert_eq!(run.code, 0);
    assert!(run.stderr.starts_with("warning: this is not UTF-8: it is read as Latin-1\n"), "{}", run.stderr);
    let written = std::fs::read(place.path().join("latin.smt2")).unwrap();
    assert_eq!(written, b"; caf\xE9\n(declare-const |\xE9| Int)\n");
}
