//! A table put together from what was known and what is new. The page does the same in its own
//! language (`web/src/table/merge.ts`); both are held to the same examples.

use crate::news::{Advice, lengthen, rebuild};
use crate::socket::ServerMessage;
use crate::table::{LogLine, TableView};

/// News that does not fit what is known: the table has to be asked for again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost;

impl TableView {
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
            | ServerMessage::Guide { .. }
            | ServerMessage::Error { .. }
            | ServerMessage::Pong => {}
        }
        Ok(())
    }

    fn follow_board(&mut self, board: &crate::news::Board) -> Result<(), Lost> {
        (self.sequence, self.position) = (None, None);
        let names: Vec<String> = self.layout.sites.iter().map(|s| s.name.clone()).collect();
        if !board.log.is_empty() {
            (self.choices, self.guide) = (Vec::new(), None);
            self.moment.clone_from(&board.moment);
        }
        if board.guide == Some(Advice::Same(false)) {
            self.guide = None;
        }
        for made in &board.log {
            let told = made.told(&names).ok_or(Lost)?;
            self.ply += 1;
            self.last = Some(told.clone());
            self.log.push(LogLine { ply: self.ply, told });
        }
        if let Some(status) = board.status {
            self.status = status;
        }
        if let Some(mover) = board.mover {
            self.turn = mover.into();
        }
        if let Some(pieces) = &board.pieces {
            self.picture.pieces = rebuild(&self.picture.pieces, pieces).ok_or(Lost)?;
        }
        if let Some(marks) = &board.marks {
            self.picture.marks.clone_from(marks);
        }
        if let Some(facts) = &board.facts {
            self.picture.facts = rebuild(&self.picture.facts, facts).ok_or(Lost)?;
        }
        if let Some(short) = &board.choices {
            self.choices = lengthen(short, &names).ok_or(Lost)?;
        }
        match &board.guide {
            None | Some(Advice::Same(false)) => {}
            Some(Advice::Same(true)) => self.guide.clone_from(&self.advice),
            Some(Advice::Words(words)) => {
                self.guide = Some(words.clone());
                self.advice.clone_from(&self.guide);
            }
        }
        if board.outcome.is_some() {
            self.outcome.clone_from(&board.outcome);
        }
        Ok(())
    }
}
