//! What the keys do.

use crossterm::event::KeyCode::{
    self, BackTab, Char, Down, Enter, Esc, Left, PageUp, Right, Tab, Up,
};

use crate::command::Typed;
use crate::room::Ask;

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
    Leave,
}

/// Some keys, what they do, and what is said of them.
pub(crate) struct Binding {
    keys: &'static [(KeyCode, Action)],
    /// What the keys are called on the help page; empty where they are not on it.
    pub(crate) called: &'static str,
    pub(crate) help: &'static str,
    /// What the bottom bar says, where it has room for it.
    short: &'static str,
}

const fn bind(
    keys: &'static [(KeyCode, Action)],
    called: &'static str,
    help: &'static str,
    short: &'static str,
) -> Binding {
    Binding { keys, called, help, short }
}

/// All keys of a game that is played, in the order of the help page.
pub(crate) const BINDINGS: &[Binding] = &[
    bind(
        &[
            (Left, Action::Go(-1, 0)),
            (Right, Action::Go(1, 0)),
            (Up, Action::Go(0, -1)),
            (Down, Action::Go(0, 1)),
            (Char('h'), Action::Go(-1, 0)),
            (Char('l'), Action::Go(1, 0)),
            (Char('k'), Action::Go(0, -1)),
            (Char('j'), Action::Go(0, 1)),
        ],
        "arrows, h j k l",
        "point at a place",
        "",
    ),
    bind(
        &[(Tab, Action::Tab(1)), (BackTab, Action::Tab(-1))],
        "Tab, Shift-Tab",
        "the next place or button that can be chosen",
        "",
    ),
    bind(
        &[(Enter, Action::Choose), (Char(' '), Action::Choose)],
        "Enter, Space, click",
        "choose it; throw; go on",
        "arrows Tab Enter choose",
    ),
    bind(&[(Esc, Action::Cancel)], "Esc", "let go of what was chosen", ""),
    bind(
        &[(Char(':'), Action::Type(""))],
        ":",
        "type a move or a command; Tab completes it",
        ": type",
    ),
    bind(&[(Char('i'), Action::Command(Typed::Ask(Ask::Hint)))], "i", "a hint", "i hint"),
    bind(
        &[(Char('u'), Action::Command(Typed::Ask(Ask::TakeBack)))],
        "u",
        "take the last move back, or agree to it",
        "u back",
    ),
    bind(
        &[
            (Char('d'), Action::Command(Typed::Ask(Ask::Draw))),
            (Char('n'), Action::Command(Typed::Ask(Ask::Decline))),
        ],
        "d, n",
        "offer a draw or agree; turn down",
        "",
    ),
    bind(&[(Char('R'), Action::Command(Typed::Ask(Ask::Resign)))], "R", "resign", ""),
    bind(
        &[(Char('['), Action::Command(Typed::Log)), (PageUp, Action::Command(Typed::Log))],
        "[ ]",
        "look back at the game",
        "[ look back",
    ),
    bind(&[(Char('r'), Action::Rules)], "r", "the rules; Page Up and Page Down", "r rules"),
    bind(&[(Char('c'), Action::Type("say "))], "c", "say something", "c say"),
    bind(&[(Char('s'), Action::Save)], "s", "save the record", "s save the record"),
    bind(&[(Char('?'), Action::Command(Typed::Help))], "", "", "? help"),
    bind(&[], "Ctrl-Z, Ctrl-L", "stop for now; paint again", ""),
    bind(&[(Char('q'), Action::Leave)], "q", "leave", "q leave"),
];

/// What a key does while a game is played.
pub(crate) fn action(key: KeyCode) -> Option<&'static Action> {
    let mut all = BINDINGS.iter().flat_map(|binding| binding.keys);
    all.find(|(bound, _)| *bound == key).map(|(_, action)| action)
}

/// The bottom bar of a game.
pub(crate) fn bar(over: bool) -> String {
    let shown = if over { "[src?q" } else { "\n:iur?q" };
    let short = |sign: char| {
        let key = if sign == '\n' { Enter } else { Char(sign) };
        let binding = BINDINGS.iter().find(|b| b.keys.iter().any(|(bound, _)| *bound == key));
        binding.map_or("", |binding| binding.short)
    };
    shown.chars().map(short).collect::<Vec<_>>().join("  ")
}
