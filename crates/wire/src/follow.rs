//! A table put together from what was known and what is new. The page does the same in its own
//! language (`web/src/table/merge.ts`); both are held to the same examples.

use std::collections::BTreeMap;

use crate::delta::{Board, PieceChange, action};
use crate::label::{Label, Template};
use crate::scene::Piece;
use crate::socket::ServerMessage;
use crate::table::{LogLine, Status, TableView, Turn};

/// A message that does not fit what is known: the table has to be asked for again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost;

impl TableView {
    /// The text of a label's template.
    pub fn template<'a>(&'a self, label: &'a Label) -> &'a str {
        match &label.template {
            Template::Text(text) => text,
            Template::Known(place) => {
                self.templates.get(usize::from(*place)).map_or("", String::as_str)
            }
        }
    }

    /// Follows a message from the server.
    pub fn follow(&mut self, message: &ServerMessage) -> Result<(), Lost> {
        match message {
            ServerMessage::Table { table } => *self = (**table).clone(),
            ServerMessage::Board(board) => self.follow_board(board).ok_or(Lost)?,
            ServerMessage::Seats { seats } => self.seats.clone_from(seats),
            ServerMessage::Watchers { watchers } => self.watchers = *watchers,
            ServerMessage::Clocks { left, running } => {
                for (seat, left) in self.seats.iter_mut().zip(left) {
                    seat.clock = Some(*left);
                }
                self.running = *running;
            }
            ServerMessage::Chat { lines } => self.chat.extend(lines.iter().cloned()),
            ServerMessage::Offers { offers } => self.offers.clone_from(offers),
            ServerMessage::You { you } => self.you.clone_from(you),
            ServerMessage::Hint { .. }
            | ServerMessage::Verdict(_)
            | ServerMessage::Guide { .. }
            | ServerMessage::Error { .. }
            | ServerMessage::Pong => {}
        }
        Ok(())
    }

    /// Follows what is new on the board; `None` when it does not fit.
    fn follow_board(&mut self, board: &Board) -> Option<()> {
        (self.sequence, self.position) = (None, None);
        for (place, template) in board.templates.iter().flatten() {
            let place = usize::from(*place);
            self.templates.resize(self.templates.len().max(place + 1), String::new());
            self.templates[place].clone_from(template);
        }
        let names: Vec<String> = self.layout.sites.iter().map(|s| s.name.clone()).collect();
        for made in &board.log {
            let mut told = made.clone();
            if told.action.is_empty() {
                told.action = action(None, &told.clicks, &names)?;
            }
            self.ply += 1;
            self.log.push(LogLine { ply: self.ply, told });
        }
        self.last = self.log.last().map(|line| line.told.clone());
        self.turn = board.mover.map_or(self.turn, |mover| mover.turn());
        if board.outcome.is_some() {
            (self.status, self.turn) = (Status::Over, Turn::Over);
            self.outcome.clone_from(&board.outcome);
        }
        if let Some(changes) = &board.pieces {
            self.picture.pieces = changed(&self.picture.pieces, changes)?;
        }
        if let Some(marks) = &board.marks {
            self.picture.marks.clone_from(marks);
        }
        if let Some(facts) = &board.all_facts {
            self.picture.facts.clone_from(facts);
        }
        for (place, value) in board.facts.iter().flatten() {
            self.picture.facts.get_mut(usize::from(*place))?.value.clone_from(value);
        }
        self.choices = Vec::new();
        for group in board.choices.iter().flatten() {
            let places = self.template(&group.label).matches('{').count();
            self.choices.extend(group.choices(&names, places)?);
        }
        self.guide.clone_from(&board.guide);
        self.moment.clone_from(&board.moment);
        Some(())
    }
}

/// The pieces after these changes, in the order of their sites; `None` when they do not fit.
fn changed(old: &[Piece], changes: &[PieceChange]) -> Option<Vec<Piece>> {
    let old: BTreeMap<u16, &Piece> = old.iter().map(|piece| (piece.site, piece)).collect();
    let (mut new, mut came) = (old.clone(), Vec::new());
    for change in changes {
        match *change {
            PieceChange::Gone(from) => _ = new.remove(&from),
            PieceChange::New(ref piece) => came.push(piece.clone()),
            PieceChange::Moved(from, site) => {
                new.remove(&from);
                came.push(Piece { site, ..(*old.get(&from)?).clone() });
            }
            PieceChange::Counted(from, site, count) => {
                new.remove(&from);
                came.push(Piece { site, count, ..(*old.get(&from)?).clone() });
            }
        }
    }
    new.extend(came.iter().map(|piece| (piece.site, piece)));
    Some(new.into_values().cloned().collect())
}
