//! Reads a delta: a table put together from what was known and what is new on its board. The page
//! does the same in its own language (`web/src/table/delta.ts`); both are held to the same examples.

use std::collections::BTreeMap;

use crate::delta::{BoardDelta, PieceChange};
use crate::scene::Piece;
use crate::table::{LogLine, Status, TableView};

impl TableView {
    /// Follows what is new on the board; `None` when it does not fit.
    pub(crate) fn follow_board(&mut self, board: &BoardDelta) -> Option<()> {
        if board.after != self.ply {
            return None;
        }
        self.sequence = None;
        self.position.clone_from(&board.position);
        for (place, template) in board.templates.iter().flatten() {
            let place = usize::from(*place);
            self.templates.resize(self.templates.len().max(place + 1), String::new());
            self.templates[place].clone_from(template);
        }
        let lines = (self.ply + 1..).zip(&board.log);
        self.log.extend(lines.map(|(ply, line)| LogLine { ply, description: line.clone() }));
        self.ply += board.log.len() as u32;
        self.last = board.log.last().cloned();
        self.turn = board.turn.unwrap_or(self.turn);
        if board.result.is_some() {
            self.status = Status::Over;
        }
        self.result.clone_from(&board.result);
        if let Some(changes) = &board.pieces {
            self.picture.pieces = changed(&self.picture.pieces, changes)?;
        }
        if let Some(marks) = &board.marks {
            self.picture.marks.clone_from(marks);
        }
        if let Some(stats) = &board.all_stats {
            self.picture.stats.clone_from(stats);
        }
        for (place, value) in board.stats.iter().flatten() {
            self.picture.stats.get_mut(usize::from(*place))?.value.clone_from(value);
        }
        let names: Vec<String> = self.layout.sites.iter().map(|s| s.name.clone()).collect();
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
    let mut new: BTreeMap<u16, Piece> = old.iter().map(|(&site, &p)| (site, p.clone())).collect();
    for change in changes {
        match *change {
            PieceChange::Gone(site) => _ = new.remove(&site),
            PieceChange::Copied(from, site) => {
                let piece = Piece { site, ..(*old.get(&from)?).clone() };
                new.insert(site, piece);
            }
            PieceChange::New(ref piece) => _ = new.insert(piece.site, piece.clone()),
        }
    }
    Some(new.into_values().collect())
}
