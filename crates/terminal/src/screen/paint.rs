//! The screen as it is to be seen.

use parlour_console::ascii::ascii;
use parlour_core::Seat;
use parlour_draw::{Drawing, Rgb, SEAT_CODES, seat_paint};
use parlour_session::words::names;
use parlour_wire::table::{Sitter, Status, Turn};
use ratatui_core::layout::Rect;
use ratatui_core::style::{Color, Style};
use ratatui_core::text::Span;

use super::app::{App, Confirm, Focus, Page};
use super::board::{self, Highlights};
use super::buffer::{BOLD, Canvas, DIM, Depth, PLAIN, REVERSED, UNDERLINED, rgb};
use super::keys::{self, Binding};
use super::layout::Parts;
use crate::command;
use crate::room::TableRequest;

impl App<'_> {
    /// The whole screen.
    pub(crate) fn paint(&mut self, width: u16, height: u16) -> Canvas {
        let mut canvas = Canvas::new(width, height, self.capabilities.unicode);
        self.buttons.clear();
        match self.page {
            Page::Help => self.paint_help(&mut canvas, width, height),
            _ => {
                self.paint_board(&mut canvas, width, height);
                self.paint_beside(&mut canvas);
            }
        }
        self.paint_bars(&mut canvas, width, height);
        canvas
    }

    fn paint_beside(&mut self, canvas: &mut Canvas) {
        let area = self.parts.words;
        let Page::Rules { part, from } = &mut self.page else {
            return self.paint_words(canvas, area);
        };
        let text = (self.rules)(self.room.snapshot().entry, part, usize::from(area.width));
        let lines: Vec<&str> = text.trim_end().lines().collect();
        *from = (*from).min(lines.len().saturating_sub(usize::from(area.height)));
        for (y, line) in (area.y..area.y + area.height).zip(lines.iter().skip(*from)) {
            canvas.put(area.x, y, line, PLAIN);
        }
    }

    /// Whether the board must not be seen: it is on its way to another player.
    fn is_covered(&self) -> bool {
        let view = &self.room.snapshot().view;
        view.you.pass_to.is_some() && view.viewer.is_none()
    }

    fn paint_board(&mut self, canvas: &mut Canvas, width: u16, height: u16) {
        let snapshot = self.room.snapshot();
        let (layout, mut picture) = (snapshot.layout(), snapshot.picture());
        let (mut next, mut cursor, mut picked) = (Vec::new(), None, [].as_slice());
        let last;
        match &self.page {
            Page::Past { steps, at } => {
                picture = steps[*at].session.picture(snapshot.viewer());
                last = steps[*at].clicks.as_slice();
            }
            _ => {
                if let Some(Focus::Site(site)) = self.focus {
                    cursor = Some(site);
                    picture = self.picks.preview(&picture, site).unwrap_or(picture);
                }
                (next, picked) = (self.picks.next(), self.picks.picked());
                last = snapshot.view.last.as_ref().map_or([].as_slice(), |last| &last.clicks);
            }
        }
        let highlights = Highlights { cursor, picked, next: &next, last };
        let names = names(snapshot.session.as_ref());
        let look = snapshot.entry.look;
        let drawing = Drawing { layout: &layout, picture: &picture, names: &names, look };
        self.parts = Parts::new(&drawing, width, height);
        let Rect { x, y, .. } = self.parts.board;
        if self.is_covered() {
            canvas.put(x, y, "The board is covered.", DIM);
            return;
        }
        board::paint(canvas, (x, y), &self.parts.grid, &drawing, highlights, self.capabilities);
    }

    fn paint_bars(&mut self, canvas: &mut Canvas, width: u16, height: u16) {
        let snapshot = self.room.snapshot();
        canvas.fill(Rect::new(0, 0, width, 1), REVERSED);
        let end = canvas.put(1, 0, snapshot.entry.name, REVERSED.patch(BOLD));
        let room = width.saturating_sub(end + 3);
        canvas.put(end + 2, 0, &snapshot.players_line(usize::from(room)), REVERSED);
        let bottom = height.saturating_sub(1);
        let keys = match (&self.page, self.parts.whole) {
            _ if self.input.is_some() => "Enter: do it   Tab: complete   Esc: forget it",
            (Page::Help, _) => "any key: back to the game",
            (Page::Rules { .. }, _) => "Page Up, Page Down: read on   Esc: back to the game",
            (Page::Past { .. }, _) => "[ ]: back and forward   Esc: back to the game",
            (Page::Game, false) => "The window is too small for the whole board.",
            (Page::Game, true) => &keys::bar(snapshot.is_over()),
        };
        canvas.put(1, bottom, keys, DIM);
        if let Some(input) = &self.input {
            // The end of a long line shows: that is where one types.
            let room = usize::from(width.saturating_sub(3));
            let hidden = (input.chars().count() + 1).saturating_sub(room);
            let shown: String = format!(":{input}").chars().skip(hidden).collect();
            let end = canvas.put(1, bottom.saturating_sub(1), &shown, BOLD);
            canvas.put(end, bottom.saturating_sub(1), " ", REVERSED);
        }
    }

    fn paint_help(&self, canvas: &mut Canvas, width: u16, height: u16) {
        let with_others = self.room.has_others();
        let is_of_use =
            |b: &&Binding| !b.called.is_empty() && (with_others || !keys::is_for_others(b));
        let bindings = || keys::BINDINGS.iter().filter(is_of_use);
        let widest = bindings().map(|binding| binding.called.len()).max().unwrap_or(0);
        let line = |Binding { called, help, .. }: &Binding| format!("  {called:widest$}  {help}");
        let typed: Vec<&str> = command::words(with_others).map(|word| word.word).collect();
        let mut lines: Vec<String> = bindings().map(line).collect();
        lines.extend([String::new(), format!("  Typed after a colon: {}.", typed.join(", "))]);
        let lines = lines.iter().flat_map(|line| self.lines(line, width.saturating_sub(1)));
        for (y, line) in (2..height.saturating_sub(2)).zip(lines) {
            canvas.put(0, y, &line, PLAIN);
        }
    }

    /// Players, what to do, answers, buttons, and as much of what happened as there is room for.
    fn paint_words(&mut self, canvas: &mut Canvas, area: Rect) {
        let mut lines = self.players();
        lines.push(Span::styled("", PLAIN));
        lines.extend(self.guide().into_iter().map(|text| Span::styled(text, BOLD)));
        lines.extend(self.notes.iter().map(|note| Span::styled(note.clone(), PLAIN)));
        let mut y = area.y;
        let bottom = area.y + area.height;
        for line in &lines {
            for text in self.lines(&line.content, area.width) {
                if y < bottom {
                    canvas.put(area.x, y, &text, line.style);
                }
                y += 1;
            }
        }
        y = self.paint_buttons(canvas, Rect { y, ..area }, bottom);
        let room = usize::from(bottom.saturating_sub(y + 1));
        let log = self.log(area.width, room);
        let start = bottom.saturating_sub(log.len() as u16);
        for (y, line) in (start..).zip(log) {
            canvas.put(area.x, y, &line, DIM);
        }
    }

    fn paint_buttons(&mut self, canvas: &mut Canvas, area: Rect, bottom: u16) -> u16 {
        let snapshot = self.room.snapshot();
        let buttons = self.picks.buttons();
        let labels: Vec<String> = buttons.iter().map(|c| snapshot.english(&c.label)).collect();
        let mut y = area.y;
        for (number, label) in labels.iter().enumerate().filter(|_| matches!(self.page, Page::Game))
        {
            if y >= bottom {
                break;
            }
            let style = if self.focus == Some(Focus::Button(number)) {
                REVERSED.patch(BOLD)
            } else {
                UNDERLINED
            };
            let end = canvas.put(area.x, y, &format!("[ {label} ]"), style);
            self.buttons.push(Rect { x: area.x, y, width: end - area.x, height: 1 });
            y += 1;
        }
        y
    }

    fn players(&self) -> Vec<Span<'static>> {
        let snapshot = self.room.snapshot();
        let past = match &self.page {
            Page::Past { steps, at } => Some(&steps[*at].session),
            _ => None,
        };
        let picture = past.map(|session| session.picture(snapshot.viewer()));
        let stats = snapshot.stats(&picture.unwrap_or_else(|| snapshot.picture()));
        let mover = match snapshot.view.turn {
            _ if past.is_some() => None,
            Turn::Player { seat } | Turn::Chance { seat: Some(seat) } => Some(seat),
            _ => None,
        };
        let mut lines = Vec::new();
        for (seat, view) in (0u8..).zip(&snapshot.view.seats) {
            let own = |(whose, _): &&(Option<Seat>, String)| *whose == Some(Seat(seat));
            let stats = stats.iter().find(own).map_or("", |(_, stats)| stats);
            let sign = if mover == Some(seat) { ">" } else { " " };
            let text = match stats {
                "" => format!("{sign} {}", view.role),
                stats => format!("{sign} {}: {stats}", view.role),
            };
            lines.push(Span::styled(text, self.seat_style(usize::from(seat))));
        }
        let table = stats.iter().filter(|(whose, _)| whose.is_none());
        lines.extend(table.map(|(_, stats)| Span::styled(format!("  {stats}"), PLAIN)));
        lines
    }

    /// A seat's colour, where it can be read on a dark and on a light ground.
    fn seat_style(&self, seat: usize) -> Style {
        let code = Color::Indexed(SEAT_CODES[seat % SEAT_CODES.len()]);
        let layout = self.room.snapshot().layout();
        let fill = seat_paint(&layout, seat).and_then(|paint| Rgb::read(paint.fill));
        let ink = match (self.capabilities.depth, fill) {
            (Depth::Indexed | Depth::True, Some((fill, _)))
                if (0.3..0.75).contains(&fill.brightness()) =>
            {
                rgb(fill)
            }
            (Depth::Indexed | Depth::True, _) => Color::Reset,
            _ => code,
        };
        PLAIN.fg(ink)
    }

    /// What the person is to do.
    fn guide(&self) -> Vec<String> {
        let snapshot = self.room.snapshot();
        let view = &snapshot.view;
        if let Page::Past { steps, at } = &self.page {
            let last = steps.len() - 1;
            return vec![format!("After action {at} of {last}."), steps[*at].words.clone()];
        }
        if let Some(confirm) = &self.confirm {
            let question = match confirm {
                Confirm::Request(TableRequest::Draw) => "Offer a draw?",
                Confirm::Request(_) => "Give up the game?",
                Confirm::Leave => "Leave the game?",
            };
            let yes = if matches!(confirm, Confirm::Leave) { "y or q again" } else { "y" };
            return vec![format!("{question} {yes}: yes; any other key: no")];
        }
        let role = |seat: u8| snapshot.role(seat);
        let mut lines = Vec::new();
        let others = |seat: &u8| !view.you.yours.contains(seat);
        if let Some(seat) = view.offers.draw.filter(others) {
            lines.push(format!("{} offers a draw: d agrees, n turns it down.", role(seat)));
        }
        if let Some(seat) = view.offers.take_back.filter(others) {
            lines.push(format!(
                "{} asks to take a move back: u agrees, n turns it down.",
                role(seat)
            ));
        }
        let now = match (view.you.pass_to, &view.result) {
            (_, Some(result)) => snapshot.text(&result.words),
            (Some(seat), _) if view.viewer.is_some() => {
                format!("Enter covers the board, then {} plays.", role(seat))
            }
            (Some(seat), _) => format!("{}: press Enter when nobody else looks.", role(seat)),
            _ if snapshot.may_throw() => {
                format!("{} (Enter)", snapshot.instruction(&[]).unwrap_or_default())
            }
            _ if snapshot.may_move() => self.next_step(),
            _ if view.status == Status::Waiting => {
                "The game starts once every seat is taken.".to_owned()
            }
            _ => waiting_for(view.turn, role, &view.seats),
        };
        lines.push(now);
        lines.extend(self.room.score());
        lines
    }

    /// What to do next, or the move to which the person points.
    fn next_step(&self) -> String {
        let snapshot = self.room.snapshot();
        if let Some(Focus::Site(site)) = self.focus
            && let Some(goal) = self.picks.goal(site)
        {
            return format!("Enter: {}.", snapshot.english(&goal.label));
        }
        snapshot.instruction(self.picks.picked()).unwrap_or_default()
    }

    /// The text in lines of at most this many characters, in the characters that the terminal shows.
    fn lines(&self, text: &str, width: u16) -> Vec<String> {
        if self.capabilities.unicode { wrap(text, width) } else { wrap(&ascii(text), width) }
    }

    /// The last of what happened and was said, in at most `room` lines.
    fn log(&self, width: u16, room: usize) -> Vec<String> {
        let snapshot = self.room.snapshot();
        let view = &snapshot.view;
        let shown = match &self.page {
            Page::Past { at, .. } => *at,
            _ => view.log.len(),
        };
        let mut lines: Vec<String> = Vec::new();
        for said in view.chat.iter().rev().take(3).rev() {
            lines.extend(self.lines(&format!("{}: {}", said.name, said.text), width));
        }
        for line in view.log.iter().take(shown).rev() {
            if lines.len() >= room {
                break;
            }
            let mut new = self.lines(&snapshot.sentence(&line.description.words), width);
            new.append(&mut lines);
            lines = new;
        }
        lines.split_off(lines.len().saturating_sub(room))
    }
}

/// For whom the table waits.
fn waiting_for<'a>(
    turn: Turn,
    role: impl Fn(u8) -> &'a str,
    seats: &[parlour_wire::table::SeatView],
) -> String {
    match turn {
        Turn::Player { seat } => match seats.get(usize::from(seat)).map(|seat| &seat.sitter) {
            Some(Sitter::Computer { .. }) => format!("{} thinks …", role(seat)),
            _ => format!("{} is to move.", role(seat)),
        },
        Turn::Chance { seat: Some(seat) } => format!("{} is to throw.", role(seat)),
        Turn::Chance { seat: None } => "Chance decides.".to_owned(),
        Turn::Over => "The game is over.".to_owned(),
    }
}

/// The text in lines of at most this many characters. Under a line that is set in, the next are set in
/// further.
pub(crate) fn wrap(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.max(8));
    let inset = if text.starts_with("  ") || text.starts_with("> ") { 4 } else { 0 };
    let start = text.len() - text.trim_start().len();
    let mut lines = Vec::new();
    let (mut line, mut empty) = (text[..start].to_owned(), true);
    // A word that is too long for a line is cut.
    let cut = |word: &str| -> Vec<String> {
        let chars: Vec<char> = word.chars().collect();
        match chars.as_slice() {
            [] => vec![String::new()],
            chars => chars.chunks(width - inset).map(|part| part.iter().collect()).collect(),
        }
    };
    for word in text[start..].split(' ').flat_map(cut) {
        if !empty && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::replace(&mut line, " ".repeat(inset)));
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(&word);
        empty = false;
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn lines_are_no_longer_than_the_screen() {
        assert_eq!(wrap("one two three four", 9), ["one two", "three", "four"]);
        assert_eq!(wrap("  one two three", 9), ["  one two", "    three"]);
        assert_eq!(wrap("a   b", 9), ["a   b"]);
        assert_eq!(wrap("", 9), [""]);
        assert_eq!(wrap("a longwordofmany letters", 9), ["a", "longwordo", "fmany", "letters"]);
    }
}
