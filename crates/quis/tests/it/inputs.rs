//! Inputs that are no ordinary files, or not there.

use std::fs::File;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;
use std::process::Command;

use super::{Place, Run};

/// Every command that reads a file.
const READERS: [&[&str]; 4] = [&["check"], &["info"], &["fmt"], &["bench-parse"]];

#[track_caller]
fn every_reader_refuses(place: &Place, name: &str, expected: &str) {
    for reader in READERS {
        let mut command = place.command(&[reader, &[name]].concat());
        let run: Run = command.env("QUIS_PIPE_WAIT_MS", "50").output().unwrap().into();
        let said = run.rejected();
        assert!(said.starts_with(&format!("error: {name}: {expected}")), "{reader:?}: {said}");
    }
}

#[test]
fn missing() {
    every_reader_refuses(&Place::new(), "missing.smt2", "no such file or directory\n");
}

#[test]
fn not_readable() {
    let place = Place::new();
    let path = place.file("secret.smt2", "");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
    // The superuser reads everything.
    if File::open(&path).is_err() {
        every_reader_refuses(&place, "secret.smt2", "permission denied\n");
    }
}

#[test]
fn a_directory() {
    let place = Place::new();
    std::fs::create_dir(place.path().join("d")).unwrap();
    for reader in READERS {
        if reader != ["check"] {
            let said = place.quis(&[reader, &["d"]].concat()).rejected();
            assert!(
                said.contains("error: d: is a directory, and a file is needed\nhelp: "),
                "{reader:?}: {said}"
            );
        }
    }
}

#[test]
fn a_socket_or_a_device() {
    let place = Place::new();
    let _listener = UnixListener::bind(place.path().join("socket")).unwrap();
    every_reader_refuses(&place, "socket", "is a socket, which is not read\nhelp: ");
    every_reader_refuses(&place, "/dev/zero", "is a character device, which is not read\nhelp: ");
}

#[test]
fn a_file_beyond_the_limit() {
    let place = Place::new();
    // Takes no room, and is not read.
    File::create(place.path().join("large.smt2")).unwrap().set_len((1 << 30) + 1).unwrap();
    every_reader_refuses(&place, "large.smt2", "has more than 1073741824 bytes, the most that is read\n");
}

#[test]
fn a_pipe_that_nobody_writes_to() {
    let place = Place::new();
    make_pipe(&place, "pipe");
    every_reader_refuses(&place, "pipe", "is a pipe into which nothing was written for 0.05 s\n");
}

#[test]
fn a_pipe_with_a_writer() {
    let place = Place::new();
    make_pipe(&place, "pipe");
    let path = place.path().join("pipe");
    // More than a pipe holds at a time.
    let text = "(declare-const p Bool)\n".to_owned() + &"(assert (not p))\n".repeat(20_000);
    let length = text.len();
    let writer = std::thread::spawn(move || std::fs::write(path, text));
    let output = place.quis(&["check", "--json", "pipe"]).good();
    writer.join().unwrap().unwrap();
    assert!(output.starts_with(&format!(r#"{{"file":"pipe","ok":true,"bytes":{length},"#)), "{output}");
}

fn make_pipe(place: &Place, name: &str) {
    assert!(Command::new("mkfifo").arg(place.path().join(name)).status().unwrap().success());
}

#[test]
fn the_standard_input() {
    let place = Place::new();
    let run = place.quis_with_input(&["check", "-"], b"(assert x)");
    let said = run.rejected();
    assert!(said.contains("--> <stdin>:1:9\n"), "{said}");
    assert_eq!(place.quis_with_input(&["fmt", "-"], b"(check-sat )").good(), "(check-sat)\n");
    assert!(place.quis_with_input(&["info", "-"], b"(check-sat)").good().starts_with("<stdin>\n"));
}

#[test]
fn an_empty_file() {
    let place = Place::new();
    place.file("empty.smt2", "");
    assert!(
        place.quis(&["check", "empty.smt2"]).good().starts_with("1 file, 1 accepted, 0 rejected, 0 B in ")
    );
    assert_eq!(place.quis(&["fmt", "empty.smt2"]).good(), "");
    assert!(place.quis(&["info", "empty.smt2"]).good().contains("0 in the DAG"));
}

#[test]
fn bytes_of_all_kinds() {
    let place = Place::new();
    // Nothing is expected of these but an end.
    let all: Vec<u8> = (0..=255).collect();
    let reversed: Vec<u8> = (0..=255).rev().collect();
    for (number, bytes) in
        [all, reversed, vec![0; 1000], vec![b'('; 1000], vec![0xFF; 1000]].iter().enumerate()
    {
        place.file(&format!("{number}.smt2"), bytes);
    }
    let run = place.quis(&["check", "."]);
    assert_eq!((run.code, &*run.stderr), (2, ""));
    assert!(run.stdout.contains("\n5 files, 0 accepted, 5 rejected, "), "{}", run.stdout);
    assert!(!run.stdout.contains('\u{1b}') && !run.stdout.contains('\0'));
}
