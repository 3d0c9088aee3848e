//! Games on the whole screen, in a pseudo-terminal: real keys and clicks go in, and the bytes that come
//! out are read by a terminal's parser. Screens are kept as files that a person can read.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use parlour_core::golden;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use crate::{common, picture};

const REFRESH: &str = "cargo xtask screens";
/// A test that waits longer than this has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// Colours and characters as a terminal with all of them.
pub(crate) const TRUE: &[(&str, &str)] =
    &[("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LANG", "C.UTF-8")];
const INDEXED: &[(&str, &str)] = &[("TERM", "xterm-256color"), ("LANG", "C.UTF-8")];
const SIXTEEN: &[(&str, &str)] = &[("TERM", "linux"), ("LANG", "C.UTF-8")];
const NO_COLOUR: &[(&str, &str)] =
    &[("TERM", "xterm"), ("COLORTERM", "truecolor"), ("NO_COLOR", "1"), ("LANG", "C")];

/// The program in a terminal.
pub(crate) struct Screen {
    child: Box<dyn Child + Send + Sync>,
    terminal: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    bytes: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    /// All that the program has written.
    raw: String,
}

impl Screen {
    pub(crate) fn start(args: &[&str], size: (u16, u16), environment: &[(&str, &str)]) -> Self {
        let program = [env!("CARGO_BIN_EXE_parlour"), "play"];
        Self::run(&[&program, args].concat(), size, environment)
    }

    /// Any program in a terminal.
    fn run(args: &[&str], (columns, rows): (u16, u16), environment: &[(&str, &str)]) -> Self {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(args[0]);
        command.args(&args[1..]);
        command.env_clear();
        environment.iter().for_each(|(name, value)| command.env(name, value));
        let child = pair.slave.spawn_command(command).expect("the program runs");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let (sender, bytes) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 65536];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let keys = pair.master.take_writer().expect("a writer");
        let parser = vt100::Parser::new(size_of(rows), size_of(columns), 0);
        Screen { child, terminal: pair.master, keys, bytes, parser, raw: String::new() }
    }

    pub(crate) fn keys(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("the program reads");
        self.keys.flush().expect("the program reads");
    }

    /// A click with the left button.
    fn click(&mut self, column: u16, line: u16) {
        let (x, y) = (column + 1, line + 1);
        self.keys(&format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m"));
    }

    pub(crate) fn text(&self) -> String {
        let screen = self.parser.screen();
        let lines: Vec<String> = screen.rows(0, screen.size().1.get()).collect();
        let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
        format!("{}\n", lines.join("\n"))
    }

    /// Takes in what the program wrote; whether there may be more.
    fn hear(&mut self, wait: Duration) -> bool {
        match self.bytes.recv_timeout(wait) {
            Ok(bytes) => {
                self.raw.push_str(&String::from_utf8_lossy(&bytes));
                self.parser.process(&bytes);
                true
            }
            Err(RecvTimeoutError::Timeout) => true,
            Err(RecvTimeoutError::Disconnected) => false,
        }
    }

    /// Whether all of what the program shows together has come. A question before the first screen is not framed.
    fn is_whole(&self) -> bool {
        self.raw.rfind("\x1b[?2026l") >= self.raw.rfind("\x1b[?2026h")
    }

    /// Waits until all that is shown together has come and fulfils the condition.
    fn wait_for(&mut self, wanted: &str, is_there: impl Fn(&Screen) -> bool) -> &mut Self {
        let start = Instant::now();
        while !self.is_whole() || !is_there(self) {
            let more = self.hear(Duration::from_millis(50));
            let patient = start.elapsed() < PATIENCE && more;
            assert!(patient, "waited for {wanted:?}:\n{}", self.text());
        }
        self
    }

    /// Waits until the screen shows this.
    pub(crate) fn until(&mut self, wanted: &str) -> &mut Self {
        self.wait_for(wanted, |screen| screen.text().contains(wanted))
    }

    /// Waits until this was written again, although the screen may show it already.
    fn until_repainted(&mut self, wanted: &str) {
        let before = self.raw.len();
        self.wait_for(wanted, |screen| screen.raw[before..].contains(wanted));
    }

    /// Waits until the program has ended.
    fn until_ended(&mut self) {
        while self.hear(Duration::from_millis(50)) {}
    }

    /// Presses keys again and again until the screen shows this.
    pub(crate) fn press_until(&mut self, keys: &str, wanted: &str) {
        let start = Instant::now();
        while !self.is_whole() || !self.text().contains(wanted) {
            self.keys(keys);
            // No faster than the program: keys that wait would be pressed too often.
            let known = self.raw.len();
            let pressed = Instant::now();
            while self.raw.len() == known && pressed.elapsed() < Duration::from_millis(200) {
                assert!(self.hear(Duration::from_millis(20)), "the program ended");
            }
            let patient = start.elapsed() < 2 * PATIENCE;
            assert!(patient, "the screen does not show {wanted:?}:\n{}", self.text());
        }
    }

    fn check(&self, name: &str) {
        let file = common::path(&format!("tests/screens/{name}.txt"));
        golden::check(&file, &self.text(), REFRESH);
    }

    /// Leaves the program and looks at what it left behind.
    pub(crate) fn leave(mut self) {
        self.keys("\x03");
        self.until_ended();
        assert!(self.child.wait().expect("it ends").success());
        self.is_clean();
    }

    /// The program gave the terminal back: its own screen, a cursor, and no reports of the mouse.
    pub(crate) fn is_clean(&self) {
        let screen = self.parser.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    }
}

fn size_of(cells: u16) -> NonZeroU16 {
    NonZeroU16::new(cells).expect("a window has cells")
}

const OVER: &str = "[ look back";

/// Plays on by the keys alone: the next place that can be chosen, again and again.
fn play_to_the_end(args: &[&str]) -> Screen {
    let mut screen = Screen::start(args, (80, 24), INDEXED);
    screen.until("? help");
    screen.press_until(&"\t\r".repeat(8), OVER);
    screen
}

#[test]
fn whole_games_are_played_by_keys() {
    let games: [&[&str]; 4] = [
        &["shut-the-box", "--hot-seat", "--seed", "1"],
        &["senet", "--hot-seat", "--seed", "1"],
        &["outwit", "--hot-seat"],
        &["shout-7", "--hot-seat", "--players", "3"],
    ];
    for args in games {
        let screen = play_to_the_end(args);
        screen.check(args[0]);
        screen.leave();
    }
    // Draws come in their own time, and with them the next key: each game is another.
    let one_hand = ["shell-out", "--hot-seat", "--option", "hands=1", "--seed", "1"];
    play_to_the_end(&one_hand).leave();
}

#[test]
fn after_a_game_comes_another_and_the_score_is_kept() {
    let mut screen = play_to_the_end(&["shut-the-box", "--hot-seat", "--seed", "1"]);
    assert!(!screen.text().contains("After 1 game"), "one game is no match");
    screen.keys("+");
    screen.until("no such level");
    screen.keys("o");
    screen.until("i hint");
    screen.press_until(&"\t\r".repeat(8), OVER);
    screen.until("After 2 games: Player 1 ");
    screen.leave();
}

#[test]
fn a_game_that_was_left_is_continued() {
    let state = common::folder("left-game");
    let state = state.to_str().expect("a plain path");
    let environment = [TRUE, &[("XDG_STATE_HOME", state)]].concat();
    let mut screen = Screen::start(&["outwit", "--hot-seat"], (80, 24), &environment);
    screen.until("? help").keys(":f4f1\r");
    screen.until("slides from f4 to f1").keys("q");
    screen.until("Leave the game?").keys("q");
    screen.until_ended();
    assert!(screen.raw.contains("The game is kept: parlour play outwit continues it."));
    let file = format!("{state}/parlour/games/outwit.json");
    let kept = std::fs::read_to_string(&file).expect("it is kept");
    let mut again = Screen::start(&["outwit", "--hot-seat"], (80, 24), &environment);
    again.until("You left a game of Outwit after 1 action.").keys("\r");
    again.until("slides from f4 to f1").keys("\x03");
    again.until_ended();
    let mut other = Screen::start(&["outwit", "--hot-seat"], (80, 24), &environment);
    other.until("Continue it? [Y/n]").keys("n\r");
    other.until("? help");
    assert!(!other.text().contains("f4 to f1"), "it is a new game");
    other.leave();
    assert_eq!(std::fs::read_to_string(&file).expect("it stays"), kept, "nothing was played");
    let resumed = common::parlour_reads(&["play", "--plain", "--resume", &file], "log\nquit\n");
    let text = String::from_utf8(resumed.stdout).expect("text");
    assert!(
        text.contains("slides from f4 to f1") && text.contains("The game is kept in "),
        "{text}"
    );
    let torn = format!("{state}/torn.json");
    std::fs::write(&torn, &kept[..kept.len() / 2]).expect("a file");
    let why = common::failure(2, &["play", "--plain", "--resume", &torn]);
    assert!(why.ends_with("holds no game that was left\n"), "{why}");
}

#[test]
fn the_board_is_covered_between_players_with_secrets() {
    let mut screen = Screen::start(&["shell-out", "--hot-seat", "--seed", "1"], (80, 24), TRUE);
    screen.until("Player 1: press Enter when nobody else looks.").check("covered");
    screen.keys("\r");
    screen.until("Hide your").keys("\t");
    screen.until("Enter: Hide the counter under h9.").keys("\r");
    screen.until("Enter covers the board, then Player 2 plays.");
    assert!(screen.text().contains("hides the counter under h9"));
    screen.keys("\r");
    screen.until("Player 2: press Enter when nobody else looks.");
    assert!(!screen.text().contains("h9"), "nothing of the first player's is left");
    screen.keys("\r");
    screen.until("Hide your").check("passed-on");
    screen.leave();
}

#[test]
fn every_colour_mode_shows_the_same_game_as_the_terminal_can() {
    use vt100::Color;
    let modes = [("true", TRUE), ("256", INDEXED), ("16", SIXTEEN), ("none", NO_COLOUR)];
    for (name, environment) in modes {
        let mut screen = Screen::start(&["outwit", "--hot-seat"], (80, 24), environment);
        screen.until("? help").keys("\t\r");
        screen.until("The chip slides").check(&format!("colours-{name}"));
        let (rows, columns) = screen.parser.screen().size();
        let cells =
            (0..rows.get()).flat_map(|row| (0..columns.get()).map(move |column| (row, column)));
        let cell = |(row, column)| screen.parser.screen().cell(row, column).expect("a cell");
        let colours = cells.flat_map(|at| [cell(at).fgcolor(), cell(at).bgcolor()]);
        let used: Vec<Color> = colours.filter(|colour| *colour != Color::Default).collect();
        let all = |fits: fn(&Color) -> bool| !used.is_empty() && used.iter().all(fits);
        match name {
            "true" => assert!(all(|colour| matches!(colour, Color::Rgb(..)))),
            "256" => assert!(all(|colour| matches!(colour, Color::Idx(16..)))),
            "16" => assert!(all(|colour| matches!(colour, Color::Idx(..16)))),
            _ => assert!(used.is_empty() && screen.text().is_ascii()),
        }
        screen.leave();
    }
}

#[test]
fn a_terminal_without_utf_8_gets_ascii_only() {
    let mut screen = Screen::start(&["shell-out", "--seed", "1"], (80, 24), NO_COLOUR);
    screen.until("? help").keys("r");
    screen.until("read on").keys(&"\x1b[6~".repeat(4));
    screen.keys("\x1b:say \u{e9}\u{2026}\r");
    screen.until(": type");
    assert!(screen.raw.is_ascii(), "{}", screen.raw);
    screen.leave();
    let program = env!("CARGO_BIN_EXE_parlour");
    let mut page = Screen::run(&[program, "rules", "shut-the-box"], (80, 24), NO_COLOUR);
    page.until_ended();
    assert!(page.raw.is_ascii() && page.raw.contains("\r\n============"), "{}", page.raw);
}

#[test]
fn a_larger_window_gets_a_larger_board_also_in_the_middle_of_a_game() {
    let games = [
        ("shell-out", "Hide your"),
        ("shout-7", "Lay your first"),
        ("outwit", "Choose a light"),
        ("senet", "(Enter)"),
        ("shut-the-box", "(Enter)"),
    ];
    for (game, asked) in games {
        let mut screen = Screen::start(&[game, "--seed", "1"], (120, 40), TRUE);
        screen.until(asked).check(&format!("{game}-120x40"));
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        screen.terminal.resize(size).expect("a smaller window");
        screen.parser.screen_mut().set_size(size_of(24), size_of(80));
        screen.until_repainted("? help");
        screen.check(&format!("{game}-80x24"));
        screen.leave();
    }
}

#[test]
fn a_move_is_made_by_mouse_against_the_computer_and_taken_back() {
    let mut screen = Screen::start(&["outwit", "--level", "1", "--seed", "1"], (80, 24), TRUE);
    screen.until("? help");
    // The board's upper left corner is at 4, 1 and its squares are four columns wide, two lines high.
    let square = |file: u16, rank: u16| (4 + 4 * file, 1 + 2 * (10 - rank));
    let (f4, f1) = (square(5, 4), square(5, 1));
    let (a1, nothing) = (square(0, 1), (79, 20));
    screen.click(a1.0, a1.1);
    screen.until("No chip stands on a1").click(nothing.0, nothing.1);
    screen.click(f4.0 + 3, f4.1 + 1);
    screen.until("The chip slides").click(f1.0, f1.1);
    screen.until("Dark's").check("mouse");
    screen.keys("u");
    // Both moves are taken back.
    screen.wait_for("no move", |screen| !screen.text().contains("slides from"));
    screen.leave();
}

#[test]
fn the_terminal_is_given_back_whatever_ends_or_stops_the_game() {
    let mut screen = Screen::start(&["senet", "--seed", "1"], (80, 24), TRUE);
    screen.until("? help");
    // Stopped by Ctrl-Z, the terminal is the shell's; without a shell the program goes on at once.
    let before = screen.raw.len();
    screen.keys("\x1a");
    screen.until_repainted("? help");
    let (left, entered) = (screen.raw[before..].find("\x1b[?1000l"), "\x1b[?1000h");
    assert!(left.is_some_and(|at| screen.raw[before + at..].contains(entered)));
    // Ended from outside.
    let process = screen.child.process_id().expect("it runs").to_string();
    assert!(std::process::Command::new("kill").arg(process).status().expect("kill").success());
    screen.until_ended();
    screen.is_clean();
}

#[test]
fn a_game_stopped_by_the_shell_leaves_a_clean_terminal_and_goes_on_where_it_was() {
    let shell =
        "set -m; \"$0\" play outwit --hot-seat; stty -a; echo stopped; read go; fg; echo ended";
    let words = ["/bin/sh", "-c", shell, env!("CARGO_BIN_EXE_parlour")];
    let path = [("PATH", "/usr/bin:/bin")];
    let mut screen = Screen::run(&words, (80, 24), &[TRUE, &path].concat());
    screen.until("? help").keys(":f4f1\r");
    screen.until("slides from f4 to f1").keys("\x1a");
    screen.until("stopped");
    screen.is_clean();
    let modes = screen.text();
    assert!(modes.contains(" icanon") && modes.contains(" echo "), "lines can be typed:\n{modes}");
    screen.keys("go\n");
    screen.until("Choose a dark chip").keys("qy");
    screen.until("ended");
    screen.until_ended();
    screen.is_clean();
}

#[test]
fn a_hint_gives_its_moves_and_the_reasons_for_the_first() {
    let mut screen = Screen::start(&["outwit", "--moves", "f4f1 e6b3"], (80, 24), TRUE);
    screen.until("Choose a light chip").keys("i");
    screen.until("% to win").until("Why:");
    screen.leave();
}

#[test]
fn the_title_has_room_for_many_players() {
    let args = ["shut-the-box", "--players", "6", "--seed", "1"];
    let mut screen = Screen::start(&args, (80, 24), TRUE);
    screen.until("? help").until("Player 1 (you), 5 players (computer, level 3)");
    screen.leave();
}

#[test]
fn what_is_typed_is_completed_looked_back_at_and_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt");
    let mut screen = Screen::start(&["outwit", "--hot-seat"], (120, 40), TRUE);
    screen.until("? help").keys(":f4\t");
    screen.until("f4a4, f4f1").keys("f\t\r");
    screen.until("Light's chip slides from f4 to f1.").keys(":a1a2\r");
    screen.until("no chip stands on a1").keys(":pieces\r");
    screen.until("light power chip: e5.").keys(":e6h6\r");
    screen.until("Choose a light chip").keys("[");
    // The facts beside the board are those of the position that is shown.
    screen.until("After action 1 of 2.").check("looking-back");
    screen.keys("\x1b");
    screen.until("Choose a light chip").keys(":board 0\r");
    screen.until("After action 0 of 2.").keys("\x1b");
    screen.until("Choose a light chip").keys("r");
    screen.until("read on").check("rules");
    screen.keys("\x1b");
    screen.until("Choose a light chip").keys(&format!(":save {}\r", file.display()));
    screen.until("The record is in").keys("d");
    screen.until("Offer a draw?").keys("y");
    screen.until("Draw agreed.");
    screen.leave();
    let record = std::fs::read_to_string(&file).expect("a record");
    assert!(record.ends_with("actions:\nf4f1 e6h6\n"), "{record}");
}

#[test]
fn help_names_every_key_and_command_on_the_smallest_screen() {
    let mut screen = Screen::start(&["senet", "--seed", "1"], (80, 24), TRUE);
    screen.until("(Enter)").keys("?");
    screen.until("Typed after a colon").check("help");
    screen.keys(" ");
    screen.until("(Enter)").keys("d");
    screen.until("This game knows no draw by agreement.");
    // The end of a long line shows while it is typed, and all of it in the answer.
    screen.keys(&format!(":{}the end", "long ".repeat(20)));
    screen.until("long the end").keys("\r");
    screen.until("Throw first.");
    screen.leave();
}

#[test]
fn the_picture_in_the_documentation_is_what_the_screen_shows() {
    let args = ["outwit", "--seed", "1", "--moves", "f4f1 e6b3"];
    let mut screen = Screen::start(&args, (80, 24), TRUE);
    // The power chip on e5.
    screen.until("Choose a light").click(21, 11);
    screen.until("Now choose where").keys("\t\t\t\t");
    screen.until("Enter: Slide e5 to");
    let file = common::path("../../docs/images/terminal.svg");
    let picture = picture::svg(screen.parser.screen(), "A game of Outwit in the terminal");
    golden::check(&file, &picture, REFRESH);
    screen.leave();
}
