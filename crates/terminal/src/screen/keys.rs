//! What the keys do.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

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

/// The keys, for the help page.
pub(crate) const HELP: &[(&str, &str)] = &[
    ("arrows, h j k l", "point at a place"),
    ("Tab, Shift-Tab", "the next place or button that can be chosen"),
    ("Enter, Space, click", "choose it; throw; go on"),
    ("Esc", "let go of what was chosen"),
    (":", "type a move or a command; Tab completes it"),
    ("i", "a hint"),
    ("u", "take the last move back, or agree to it"),
    ("d, n", "offer a draw or agree; turn down"),
    ("R", "resign"),
    ("[ ]", "look back at the game"),
    ("r", "the rules; Page Up and Page Down"),
    ("c", "say something"),
    ("s", "save the record"),
    ("Ctrl-Z, Ctrl-L", "stop for now; paint again"),
    ("q", "leave"),
];
