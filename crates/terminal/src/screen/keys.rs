//! What the keys do.

use crossterm::event::KeyCode::{
    self as Key, BackTab, Char, Down, Enter, Esc, Left, PageUp, Right, Up,
};

use self::Action::{Cancel, Choose, Command, Go, Leave, Level, Rules, Save, Tab, Type};
use crate::command::Typed;
use crate::room::TableRequest;
use crate::rounds::NextGame;

/// What a key does while a game is played.
#[derive(Debug)]
pub(crate) enum Action {
    /// Point at the place this many to the right and down.
    Go(i32, i32),
    /// Point at the next place or button that can be chosen, or at the one before.
    Tab(isize),
    Choose,
    Cancel,
    /// Begin a line of input with this.
    Type(&'static str),
    /// The same as a typed command.
    Command(Typed),
    /// The rules of what is to be done now.
    Rules,
    Save,
    /// Once the game is over: another one, this many levels up.
    Level(i8),
    Leave,
}

/// Some keys, what they do, and what is said of them.
pub(crate) struct Binding {
    keys: &'static [(Key, Action)],
    /// What the keys are called on the help page; empty where they are not on it.
    pub(crate) called: &'static str,
    pub(crate) help: &'static str,
    /// What the bottom bar says, where it has room for it.
    short: &'static str,
}

const fn bind(
    keys: &'static [(Key, Action)],
    called: &'static str,
    help: &'static str,
    short: &'static str,
) -> Binding {
    Binding { keys, called, help, short }
}

/// All keys of a game that is played, in the order of the help page.
#[rustfmt::skip] // A binding is a line.
pub(crate) const BINDINGS: &[Binding] = &[
    bind(&[(Left, Go(-1, 0)), (Right, Go(1, 0)), (Up, Go(0, -1)), (Down, Go(0, 1))], "arrows, h j k l", "point at a place", ""),
    bind(&[(Char('h'), Go(-1, 0)), (Char('l'), Go(1, 0)), (Char('k'), Go(0, -1)), (Char('j'), Go(0, 1))], "", "", ""),
    bind(&[(Key::Tab, Tab(1)), (BackTab, Tab(-1))], "Tab, Shift-Tab", "the next place or button that can be chosen", ""),
    bind(&[(Enter, Choose), (Char(' '), Choose)], "Enter, Space, click", "choose it; throw; go on", "arrows Tab Enter choose"),
    bind(&[(Esc, Cancel)], "Esc", "let go of what was chosen", ""),
    bind(&[(Char(':'), Type(""))], ":", "type a move or a command; Tab completes it", ": type"),
    bind(&[(Char('i'), Command(Typed::Request(TableRequest::Hint)))], "i", "a hint", "i hint"),
    bind(&[(Char('u'), Command(Typed::Request(TableRequest::TakeBack)))], "u", "take the last move back, or agree to it", "u back"),
    bind(&[(Char('d'), Command(Typed::Request(TableRequest::Draw))), (Char('n'), Command(Typed::Request(TableRequest::Decline)))], "d, n", "offer a draw or agree; turn down", ""),
    bind(&[(Char('R'), Command(Typed::Request(TableRequest::Resign)))], "R", "resign", ""),
    bind(&[(Char('['), Command(Typed::Log)), (PageUp, Command(Typed::Log))], "[ ]", "look back at the game", "[ look back"),
    bind(&[(Char('r'), Rules)], "r", "the rules; Page Up and Page Down", "r rules"),
    bind(&[(Char('c'), Type(TALK))], "c", "say something", "c say"),
    bind(&[(Char('s'), Save)], "s", "save the record", "s save"),
    bind(&[(Char('a'), Command(Typed::Request(TableRequest::Next(NextGame::Same))))], "a, o", "after the game: again, from the other side", "a again"),
    bind(&[(Char('o'), Command(Typed::Request(TableRequest::Next(NextGame::OtherSide))))], "", "", "o other side"),
    bind(&[(Char('+'), Level(1)), (Char('-'), Level(-1))], "+ -", "after the game: again, a level up or down", "+ - level"),
    bind(&[(Char('?'), Command(Typed::Help))], "", "", "? help"),
    bind(&[], "Ctrl-Z, Ctrl-L", "stop for now; paint again", ""),
    bind(&[(Char('q'), Leave)], "q", "leave; twice without a question", "q leave"),
];

/// What begins a line that is said to the others.
const TALK: &str = "say ";

/// Whether a line that begins so is said to the others.
pub(crate) fn talks(begun: &str) -> bool {
    begun == TALK
}

/// Whether a binding is of use only where others sit elsewhere.
pub(crate) fn is_for_others(binding: &Binding) -> bool {
    binding.keys.iter().any(|(_, action)| matches!(action, Type(TALK)))
}

/// What a key does while a game is played.
pub(crate) fn action(key: Key) -> Option<&'static Action> {
    let mut all = BINDINGS.iter().flat_map(|binding| binding.keys);
    all.find(|(bound, _)| *bound == key).map(|(_, action)| action)
}

/// The bottom bar of a game.
pub(crate) fn bar(over: bool) -> String {
    let shown = if over { "ao+[s?q" } else { "\n:iur?q" };
    let short = |sign: char| {
        let key = if sign == '\n' { Enter } else { Char(sign) };
        let binding = BINDINGS.iter().find(|b| b.keys.iter().any(|(bound, _)| *bound == key));
        binding.map_or("", |binding| binding.short)
    };
    shown.chars().map(short).collect::<Vec<_>>().join("  ")
}
