//! The real program when its disk fails it: a clear message, nothing destroyed, and no restart where
//! none is needed.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::server::{Server, field, serve};

const TABLE: &str = r#"{"game":"shut-the-box","options":[],"seats":[{"type":"computer","level":1},{"type":"me","name":null}],"clock":{"type":"none"},"public":false}"#;

#[test]
fn a_full_disk_is_reported_and_the_server_goes_on_when_there_is_room_again() {
    let folder = TempDir::new().expect("a folder");
    let server = Server::start(folder.path());
    let cookie = &server.cookie();
    let (status, made) = server.call("POST", "/api/v1/tables", cookie, TABLE);
    assert_eq!(status, 201, "{made}");
    let table = format!("/api/v1/tables/{}", field(&made, "id"));
    // The table's own steps fail from here on, and so do its visitors'.
    server.bound_files("0");
    let (status, refused) = server.call("POST", "/api/v1/tables", cookie, TABLE);
    assert_eq!(status, 503, "{refused}");
    assert!(refused.contains("nothing has changed"), "{refused}");
    server.until("GET", "/healthz", "", |status, _| status == 503);
    let (status, seen) = server.call("GET", &table, cookie, "");
    assert_eq!(status, 200, "what is there can still be read: {seen}");
    let before = server.lines();
    for _ in 0..20 {
        assert_eq!(server.call("POST", "/api/v1/tables", cookie, TABLE).0, 503);
    }
    let more = server.lines() - before;
    assert!(more <= 6, "{more} lines about 20 refused calls: {:?}", server.log);
    server.bound_files("unlimited");
    server.until("GET", "/healthz", "", |status, _| status == 200);
    let (status, made) = server.call("POST", "/api/v1/tables", cookie, TABLE);
    assert_eq!(status, 201, "{made}");
    server.until("GET", &table, cookie, |_, answer| field(answer, "ply") != "0");
    server.until_logged("writing to the database failed");
    server.until_logged("the database can be written again");
    server.end();
}

/// A server over this folder does not start, says this, and leaves the file as it was.
fn refuses(data: &Path, words: &[&str]) {
    let file = data.join("parlour.db");
    let before = fs::read(&file).ok();
    let output = serve(data, 0).stdin(Stdio::null()).output().expect("the program runs");
    let printed = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    for word in words {
        assert!(printed.contains(word), "no '{word}' in: {printed}");
    }
    assert!(printed.lines().any(|line| line.starts_with("error: ")), "{printed}");
    assert_eq!(fs::read(&file).ok(), before, "nothing was changed");
}

#[test]
fn a_database_that_is_foreign_newer_or_damaged_is_left_as_it_was() {
    let folder = TempDir::new().expect("a folder");
    let data = folder.path();
    let file = data.join("parlour.db");
    Server::start(data).end();
    let good = fs::read(&file).expect("a database");
    fs::write(&file, "a letter to my aunt, which is not to be lost").expect("writes");
    refuses(data, &["not Parlour's", "--data"]);
    // The number of steps that a file has taken stands at byte 60.
    let mut newer = good.clone();
    newer[60..64].copy_from_slice(&9_u32.to_be_bytes());
    fs::write(&file, &newer).expect("writes");
    refuses(data, &["newer Parlour", "nothing was changed"]);
    let mut damaged = good.clone();
    damaged[100..1000].fill(0xaa);
    fs::write(&file, &damaged).expect("writes");
    refuses(data, &["parlour.db", "malformed"]);
    fs::write(&file, &good).expect("writes");
    Server::start(data).end();
}

#[test]
fn a_folder_that_cannot_be_written_is_reported_in_plain_words() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempDir::new().expect("a folder");
    let allow = |mode| {
        let mode = fs::Permissions::from_mode(mode);
        fs::set_permissions(folder.path(), mode).expect("it is ours");
    };
    allow(0o500);
    // Anyone who is root may write anywhere, so that right is laid down first.
    let root = Command::new("id").arg("-u").output().expect("id runs").stdout == b"0\n";
    let mut command = Command::new("setpriv");
    if root {
        command.arg("--bounding-set=-dac_override");
    }
    command.arg(env!("CARGO_BIN_EXE_parlour")).args(["serve", "--port", "0", "--data"]);
    let output = command.arg(folder.path()).output().expect("the program runs");
    let printed = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    assert!(
        printed.contains("this user may not write there") && printed.contains("--data"),
        "{printed}"
    );
    assert_eq!(fs::read_dir(folder.path()).expect("it can be read").count(), 0);
    allow(0o700);
    Server::start(folder.path()).end();
}
