//! A terminal at a table of a real server.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use tempfile::TempDir;

use crate::common;
use crate::screen::{Screen, TRUE};
use crate::server::{Server, field};

/// A game with dice, the first seat open to the terminal.
const TABLE: &str = r#"{"game":"shut-the-box","options":[],"seats":[{"type":"open"},{"type":"computer","level":1}],"clock":{"type":"none"},"public":true}"#;

#[test]
fn a_terminal_adds_to_the_dice_and_sits_down_again_when_the_server_was_killed() {
    let folder = TempDir::new().expect("a folder");
    let (data, state) = (folder.path().join("data"), folder.path().join("state"));
    fs::create_dir_all(&data).expect("a folder");
    let server = Server::start(&data);
    let cookie = server.cookie();
    let (status, made) = server.call("POST", "/api/v1/tables", &cookie, TABLE);
    assert_eq!(status, 201, "{made}");
    let id = field(&made, "id").to_owned();
    let link = format!("http://{}/t/{id}", server.address);
    let state = [("XDG_STATE_HOME", state.to_str().expect("a path"))];
    let mut screen = Screen::start(&[&link, "--name", "Tess"], (80, 24), &[TRUE, &state].concat());
    // The first throw is made with what this terminal added.
    screen.until("Player 1 (you)").until("(Enter)");
    let dice = format!("/api/v1/tables/{id}/dice");
    let added = |answer: &str| answer.contains("\"salt\":");
    server.until("GET", &dice, &cookie, |_, answer| added(answer));
    screen.keys("\r");
    screen.until("You threw");

    let port = server.address.port();
    server.kill();
    screen.until("The line to the server broke");
    let server = Server::start_on(&data, port);
    screen.press_until("\t\r", "shuts");
    server.until("GET", &format!("/api/v1/tables/{id}"), &cookie, |_, answer| {
        answer.contains("Tess") && field(answer, "ply").parse::<u32>().is_ok_and(|ply| ply >= 2)
    });
    screen.leave();
    server.end();
}

#[test]
fn a_plain_terminal_throws_once_and_waits_for_the_server() {
    let folder = TempDir::new().expect("a folder");
    let server = Server::start(folder.path());
    let (_, made) = server.call("POST", "/api/v1/tables", &server.cookie(), TABLE);
    let link = format!("http://{}/t/{}", server.address, field(&made, "id"));
    let mut command = common::program(&["play", &link, "--plain"]);
    command.env("XDG_STATE_HOME", folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut terminal = command.spawn().expect("the program runs");
    let mut lines = BufReader::new(terminal.stdout.take().expect("a pipe")).lines();
    let mut said = Vec::new();
    while !said.last().is_some_and(|line: &String| line.starts_with("You threw")) {
        said.push(lines.next().expect("it goes on").expect("text"));
    }
    let once = said.iter().filter(|line| line.contains("Throw again")).count() <= 1;
    let refused = said.iter().any(|line| line.contains("moved on") || line.contains("too much"));
    assert!(once && !refused, "{said:?}");
    terminal.stdin.take().expect("a pipe").write_all(b"quit\n").expect("it reads");
    assert!(terminal.wait().expect("it ends").success());
    server.end();
}
