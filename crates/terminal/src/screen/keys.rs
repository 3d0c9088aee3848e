//! What the keys do.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use crate::command::Typed;
use crate::room::Ask;

/// What a key or a click asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Key {
    /// By this many places to the right and down.
    Go(i32, i32),
    /// Pick, throw, go on.
    Enter,
    /// The next legal place, or the one before.
    Next,
    Previous,
    Escape,
    Delete,
    PageUp,
    PageDown,
    Start,
    End,
    /// A letter or sign.
    Sign(char),
    Click(u16, u16),
    Suspend,
    Redraw,
    Leave,
}

/// What an event asks for, if anything.
pub(crate) fn read(event: &Event) -> Option<Key> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => read_key(key),
        Event::Mouse(mouse) => read_mouse(mouse),
        Event::Resize(..) => Some(Key::Redraw),
        _ => None,
    }
}

fn read_key(key: &KeyEvent) -> Option<Key> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('z') => Some(Key::Suspend),
            KeyCode::Char('l') => Some(Key::Redraw),
            KeyCode::Char('c') => Some(Key::Leave),
            _ => None,
        };
    }
    Some(match key.code {
        KeyCode::Left => Key::Go(-1, 0),
        KeyCode::Right => Key::Go(1, 0),
        KeyCode::Up => Key::Go(0, -1),
        KeyCode::Down => Key::Go(0, 1),
        KeyCode::Enter => Key::Enter,
        KeyCode::Tab => Key::Next,
        KeyCode::BackTab => Key::Previous,
        KeyCode::Esc => Key::Escape,
        KeyCode::Backspace | KeyCode::Delete => Key::Delete,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Start,
        KeyCode::End => Key::End,
        KeyCode::Char(sign) => Key::Sign(sign),
        _ => return None,
    })
}

fn read_mouse(mouse: &MouseEvent) -> Option<Key> {
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => Some(Key::Click(mouse.column, mouse.row)),
        MouseEventKind::ScrollUp => Some(Key::PageUp),
        MouseEventKind::ScrollDown => Some(Key::PageDown),
        _ => None,
    }
}

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
pub(crate) const BINDINGS: &[Binding] = &[
    bind(
        &[
            (Key::Go(-1, 0), Action::Go(-1, 0)),
            (Key::Go(1, 0), Action::Go(1, 0)),
            (Key::Go(0, -1), Action::Go(0, -1)),
            (Key::Go(0, 1), Action::Go(0, 1)),
            (Key::Sign('h'), Action::Go(-1, 0)),
            (Key::Sign('l'), Action::Go(1, 0)),
            (Key::Sign('k'), Action::Go(0, -1)),
            (Key::Sign('j'), Action::Go(0, 1)),
        ],
        "arrows, h j k l",
        "point at a place",
        "",
    ),
    bind(
        &[(Key::Next, Action::Tab(1)), (Key::Previous, Action::Tab(-1))],
        "Tab, Shift-Tab",
        "the next place or button that can be chosen",
        "",
    ),
    bind(
        &[(Key::Enter, Action::Choose), (Key::Sign(' '), Action::Choose)],
        "Enter, Space, click",
        "choose it; throw; go on",
        "arrows Tab Enter choose",
    ),
    bind(&[(Key::Escape, Action::Cancel)], "Esc", "let go of what was chosen", ""),
    bind(
        &[(Key::Sign(':'), Action::Type(""))],
        ":",
        "type a move or a command; Tab completes it",
        ": type",
    ),
    bind(&[(Key::Sign('i'), Action::Command(Typed::Ask(Ask::Hint)))], "i", "a hint", "i hint"),
    bind(
        &[(Key::Sign('u'), Action::Command(Typed::Ask(Ask::TakeBack)))],
        "u",
        "take the last move back, or agree to it",
        "u back",
    ),
    bind(
        &[
            (Key::Sign('d'), Action::Command(Typed::Ask(Ask::Draw))),
            (Key::Sign('n'), Action::Command(Typed::Ask(Ask::Decline))),
        ],
        "d, n",
        "offer a draw or agree; turn down",
        "",
    ),
    bind(&[(Key::Sign('R'), Action::Command(Typed::Ask(Ask::Resign)))], "R", "resign", ""),
    bind(
        &[
            (Key::Sign('['), Action::Command(Typed::Log)),
            (Key::PageUp, Action::Command(Typed::Log)),
        ],
        "[ ]",
        "look back at the game",
        "[ look back",
    ),
    bind(&[(Key::Sign('r'), Action::Rules)], "r", "the rules; Page Up and Page Down", "r rules"),
    bind(&[(Key::Sign('c'), Action::Type("say "))], "c", "say something", "c say"),
    bind(&[(Key::Sign('s'), Action::Save)], "s", "save the record", "s save the record"),
    bind(&[(Key::Sign('?'), Action::Command(Typed::Help))], "", "", "? help"),
    bind(&[], "Ctrl-Z, Ctrl-L", "stop for now; paint again", ""),
    bind(&[(Key::Sign('q'), Action::Leave)], "q", "leave", "q leave"),
];

/// What a key does while a game is played.
pub(crate) fn action(key: Key) -> Option<&'static Action> {
    let mut all = BINDINGS.iter().flat_map(|binding| binding.keys);
    all.find(|(bound, _)| *bound == key).map(|(_, action)| action)
}

/// The bottom bar of a game.
pub(crate) fn bar(over: bool) -> String {
    let shown = if over { "[src?q" } else { "\n:iur?q" };
    let short = |sign: char| {
        let key = if sign == '\n' { Key::Enter } else { Key::Sign(sign) };
        let binding = BINDINGS.iter().find(|b| b.keys.iter().any(|(bound, _)| *bound == key));
        binding.map_or("", |binding| binding.short)
    };
    shown.chars().map(short).collect::<Vec<_>>().join("  ")
}
