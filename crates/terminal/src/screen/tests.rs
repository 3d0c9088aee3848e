//! What a panic leaves behind, in a pseudo-terminal.

use std::io::{Read, Write};
use std::time::Duration;

use parlour_console::failure::Failure;
use parlour_games::find;
use parlour_table::events::Clock;
use parlour_table::setup::{NewSeat, NewTable};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};

use super::buffer::Depth;
use super::{Capabilities, play};
use crate::local::Local;
use crate::room::{Ask, Room, RoomEvent, Step};
use crate::snapshot::TableSnapshot;

/// A table that fails when anything is asked of it.
struct Faulty(Local);

impl Room for Faulty {
    fn snapshot(&self) -> &TableSnapshot {
        self.0.snapshot()
    }

    fn ask(&mut self, _: Ask) {
        panic!("the table fell over");
    }

    fn events(&mut self, wait: Duration) -> Vec<RoomEvent> {
        self.0.events(wait)
    }

    fn record(&mut self) -> Result<String, Failure> {
        self.0.record()
    }

    fn steps(&mut self) -> Result<Vec<Step>, Failure> {
        self.0.steps()
    }

    fn has_others(&self) -> bool {
        false
    }
}

/// Not a test of its own: what the test below runs in a pseudo-terminal.
#[test]
#[ignore = "it panics on purpose; another test runs it"]
fn a_table_that_panics() {
    let seats = vec![NewSeat::Me { name: None }, NewSeat::Me { name: None }];
    let game = find("outwit").map_or("", |game| game.id).to_owned();
    let table = NewTable { game, options: Vec::new(), seats, clock: Clock::None, public: false };
    let mut room = Faulty(Local::new(table, "You", 1).expect("a table"));
    let capabilities = Capabilities { depth: Depth::True, unicode: true };
    play(&mut room, &|_, _, _| String::new(), capabilities).expect("a terminal");
}

#[test]
fn a_panic_leaves_a_clean_terminal_and_its_message() {
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
    let mut command = CommandBuilder::new("/bin/sh");
    command.args(["-c", "\"$0\" \"$@\"; stty -a; echo left"]);
    command.arg(std::env::current_exe().expect("this program"));
    command.args(["--exact", "screen::tests::a_table_that_panics", "--ignored", "--nocapture"]);
    let mut child = pair.slave.spawn_command(command).expect("it runs");
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().expect("a reader");
    let mut keys = pair.master.take_writer().expect("a writer");
    let (mut raw, mut buffer) = (String::new(), [0; 4096]);
    let mut asked = false;
    while let Ok(count @ 1..) = reader.read(&mut buffer) {
        raw.push_str(&String::from_utf8_lossy(&buffer[..count]));
        // The screen is painted: ask for a hint.
        if !asked && raw.contains("? help") {
            asked = true;
            keys.write_all(b"i").expect("it reads");
        }
        if raw.contains("left\r\n") {
            break;
        }
    }
    child.wait().expect("it ends");
    let (_, after) = raw.rsplit_once("\x1b[?1049l").expect("the screen is given back");
    assert!(after.contains("the table fell over"), "the message is on the shell's screen: {after}");
    let (before, _) = raw.rsplit_once("\x1b[?1049l").expect("as above");
    assert!(before.rfind("\x1b[?1000l") > before.rfind("\x1b[?1000h"), "no mouse tracking is left");
    assert!(before.rfind("\x1b[?25h") > before.rfind("\x1b[?25l"), "the cursor shows");
    let modes: Vec<&str> = after.split([' ', ';', '\r', '\n']).collect();
    assert!(modes.contains(&"icanon") && modes.contains(&"echo"), "lines can be typed: {after}");
}
