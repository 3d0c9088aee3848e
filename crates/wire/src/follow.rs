//! A table put together from what was known and what is new. The page does the same in its own
//! language (`web/src/table/merge.ts`); both are held to the same examples.

use std::cmp::Ordering;

use crate::delta::{Board, Facts, changed, choices};
use crate::label::{Label, Template};
use crate::socket::ServerMessage;
use crate::table::{LogLine, TableView};

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
            ServerMessage::Board(board) => self.follow_board(board)?,
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

    fn follow_board(&mut self, board: &Board) -> Result<(), Lost> {
        (self.sequence, self.position) = (None, None);
        for (place, template) in &board.templates {
            let place = usize::from(*place);
            match place.cmp(&self.templates.len()) {
                Ordering::Less => self.templates[place].clone_from(template),
                Ordering::Equal => self.templates.push(template.clone()),
                Ordering::Greater => return Err(Lost),
            }
        }
        let names: Vec<String> = self.layout.sites.iter().map(|s| s.name.clone()).collect();
        if !board.log.is_empty() {
            (self.choices, self.guide) = (Vec::new(), None);
            self.moment.clone_from(&board.moment);
        }
        for made in &board.log {
            let told = made.told(&names).ok_or(Lost)?;
            self.ply += 1;
            self.last = Some(told.clone());
            self.log.push(LogLine { ply: self.ply, told });
        }
        self.status = board.status.unwrap_or(self.status);
        self.turn = board.mover.map_or(self.turn, Into::into);
        self.picture.pieces = changed(&self.picture.pieces, &board.pieces).ok_or(Lost)?;
        if let Some(marks) = &board.marks {
            self.picture.marks.clone_from(marks);
        }
        match &board.facts {
            None => {}
            Some(Facts::All(facts)) => self.picture.facts.clone_from(facts),
            Some(Facts::Changed(changes)) => {
                for (place, value) in changes {
                    let fact = self.picture.facts.get_mut(usize::from(*place)).ok_or(Lost)?;
                    fact.value.clone_from(value);
                }
            }
        }
        if let Some(groups) = &board.choices {
            self.choices = choices(groups, &names, &self.templates).ok_or(Lost)?;
        }
        if let Some(guide) = &board.guide {
            self.guide.clone_from(guide);
        }
        if board.outcome.is_some() {
            self.outcome.clone_from(&board.outcome);
        }
        Ok(())
    }
}
