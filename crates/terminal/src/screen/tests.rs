//! What a panic leaves behind, in a pseudo-terminal.

use std::io::Read;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

use super::tty::Tty;

/// Not a test of its own: what the test below runs in a pseudo-terminal.
#[test]
#[ignore = "it panics on purpose; another test runs it"]
fn a_table_that_panics() {
    let _tty = Tty::take().expect("a terminal");
    panic!("the table fell over");
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
    let (mut raw, mut buffer) = (String::new(), [0; 4096]);
    while let Ok(count @ 1..) = reader.read(&mut buffer) {
        raw.push_str(&String::from_utf8_lossy(&buffer[..count]));
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
