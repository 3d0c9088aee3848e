//! What a host, a container and a service manager ask of the program.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::unix::net::UnixDatagram;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::common::{failure, program, text};
use crate::server::{Server, serve};

#[test]
fn healthy_asks_the_server_and_says_what_is_wrong() {
    let folder = TempDir::new().expect("a folder");
    let server = Server::start(folder.path());
    let port = server.address.port().to_string();
    assert!(text(&["healthy", "--port", &port]).contains("can serve"));
    // A container's check has the variables of its server, which listens to all addresses.
    let mut check = program(&["healthy"]);
    check.env("PARLOUR_HOST", "0.0.0.0").env("PARLOUR_PORT", &port);
    assert!(check.output().expect("it runs").status.success());
    server.bound_files("0");
    server.until("GET", "/healthz", "", |status, _| status == 503);
    let error = failure(1, &["healthy", "--port", &port]);
    assert!(error.contains("cannot serve (503)") && error.contains("cannot keep"), "{error}");
    server.kill();
    let error = failure(1, &["healthy", "--port", &port]);
    assert!(error.contains("no server listens") && error.contains("PARLOUR_PORT"), "{error}");
    failure(2, &["healthy", "--port", "0"]);
}

#[test]
fn healthy_is_not_taken_in_by_something_else_that_answers() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("it listens").port().to_string();
    let answers: [&[u8]; 3] = [
        b"HTTP/1.1 200 OK\r\n\r\nwelcome to my router",
        b"SSH-2.0-OpenSSH_9.2\r\n",
        &[b'x'; 100_000],
    ];
    thread::spawn(move || {
        for answer in answers {
            let (mut stream, _) = listener.accept().expect("it is asked");
            let _ = stream.read(&mut [0; 1024]);
            // It may stop reading early.
            let _ = stream.write_all(answer);
        }
    });
    for words in ["something else than Parlour", "no web server", "no web server"] {
        let error = failure(1, &["healthy", "--port", &port]);
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn config_shows_each_setting_and_where_it_came_from_and_no_password() {
    let folder = TempDir::new().expect("a folder");
    let secret = folder.path().join("database");
    fs::write(&secret, "postgres://ann:s3cret@db:5433/games\n").expect("writes");
    let mut command = program(&["config", "--port", "8080"]);
    command.env("PARLOUR_BEHIND_PROXY", "true").env("PARLOUR_DATABASE_FILE", &secret);
    command.env("PARLOUR_DATABASE", "").env("PARLOUR_PROT", "8081");
    let output = command.output().expect("it runs");
    let (shown, warned) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let line = |name: &str| {
        let line = shown.lines().find(|line| line.starts_with(&format!("{name} ")));
        line.unwrap_or_else(|| panic!("no {name} in {shown}"))
            .split_whitespace()
            .collect::<Vec<_>>()
    };
    assert_eq!(line("port"), ["port", "8080", "the", "command", "line"]);
    assert_eq!(line("host"), ["host", "127.0.0.1", "default"]);
    assert_eq!(line("behind-proxy"), ["behind-proxy", "true", "PARLOUR_BEHIND_PROXY"]);
    let address = "postgres://ann:***@db:5433/games";
    assert_eq!(line("database"), ["database", address, "the", "file", "of", "database-file"]);
    assert!(!shown.contains("s3cret"), "{shown}");
    assert!(
        warned.contains("no option reads PARLOUR_PROT; did you mean PARLOUR_PORT?"),
        "{warned}"
    );
}

#[test]
fn the_address_of_the_database_is_read_from_a_file_or_said_to_be_missing() {
    let folder = TempDir::new().expect("a folder");
    let serve = |file: &str, address: &str| {
        let mut command = program(&["serve", "--port", "0"]);
        command.env("PARLOUR_DATABASE_FILE", folder.path().join(file));
        command.env("PARLOUR_DATABASE", address).stdin(Stdio::null());
        let output = command.output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    fs::write(folder.path().join("empty"), "\n").expect("writes");
    fs::write(folder.path().join("nobody"), "postgres://ann:s3cret@127.0.0.1:1/games")
        .expect("writes");
    for (file, address, code, words) in [
        ("missing", "", 2, "cannot read"),
        ("empty", "", 2, "first line is empty"),
        ("nobody", "postgres://other", 2, "given twice"),
        ("nobody", "", 1, "cannot open the database"),
    ] {
        let (said, error) = serve(file, address);
        assert_eq!(said, Some(code), "{error}");
        assert!(error.contains(words) && !error.contains("s3cret"), "{error}");
    }
}

#[test]
fn a_service_manager_hears_that_the_server_is_open_how_it_is_and_that_it_closes() {
    let folder = TempDir::new().expect("a folder");
    let place = folder.path().join("notify");
    let manager = UnixDatagram::bind(&place).expect("a socket");
    manager.set_read_timeout(Some(Duration::from_secs(60))).expect("patience");
    let hear = |words: &str| {
        let mut heard = Vec::new();
        loop {
            let mut message = [0; 4096];
            let length =
                manager.recv(&mut message).unwrap_or_else(|_| panic!("no {words}: {heard:?}"));
            heard.push(String::from_utf8_lossy(&message[..length]).into_owned());
            if heard.last().is_some_and(|last| last.ends_with(words)) {
                return;
            }
        }
    };
    let mut command = serve(folder.path(), 0);
    command.env("NOTIFY_SOCKET", &place).env("WATCHDOG_USEC", "300000").env_remove("WATCHDOG_PID");
    let mut child = command.spawn().expect("it runs");
    hear("READY=1\nSTATUS=Open");
    for _ in 0..3 {
        hear("WATCHDOG=1\nSTATUS=Open");
    }
    // A database that cannot be written needs room, and no fresh start.
    let bound = |size: &str| {
        let pid = child.id().to_string();
        let done =
            Command::new("prlimit").args(["--pid", &pid, &format!("--fsize={size}:")]).status();
        assert!(done.is_ok_and(|status| status.success()));
    };
    bound("0");
    hear("WATCHDOG=1\nSTATUS=Open, but its database cannot be written");
    bound("unlimited");
    hear("WATCHDOG=1\nSTATUS=Open");
    let sent = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    hear("STOPPING=1\nSTATUS=Closing");
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn a_server_whose_service_manager_does_not_listen_serves_all_the_same() {
    let folder = TempDir::new().expect("a folder");
    for place in ["/nowhere/at/all", "@nobody-listens", "relative\nnonsense"] {
        let mut command = serve(folder.path(), 0);
        let mut child = command.env("NOTIFY_SOCKET", place).spawn().expect("it runs");
        let mut said = [0; 15];
        child.stdout.as_mut().expect("piped").read_exact(&mut said).expect("it says where it is");
        assert_eq!(&said, b"Parlour is open", "{place}");
        child.kill().expect("it runs");
        child.wait().expect("it ends");
    }
}

/// The unit and the health check call the program as it is.
#[test]
fn the_files_for_hosts_use_commands_and_variables_that_there_are() {
    let help = text(&["--help"]);
    for file in ["Containerfile", "parlour.service", "compose.yaml"] {
        let deployed = crate::common::path("../../deploy").join(file);
        let deployed = fs::read_to_string(deployed).expect("it is there");
        let words = deployed.split(|c: char| !(c.is_ascii_uppercase() || c == '_'));
        for variable in words.filter(|word| word.starts_with("PARLOUR_")) {
            let output = program(&["config"]).env(variable, "").output().expect("it runs");
            let warned = String::from_utf8_lossy(&output.stderr);
            let known = !warned.contains(&format!("no option reads {variable}"));
            assert!(known || variable == "PARLOUR_DATABASE_SECRET", "{file}: {variable}");
        }
        for command in ["serve", "healthy"].iter().filter(|command| deployed.contains(*command)) {
            assert!(help.contains(&format!("  {command} ")), "{file}: {command}");
        }
    }
}
