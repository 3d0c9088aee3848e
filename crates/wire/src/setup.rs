//! A board that is set up place by place, as JSON.

use parlour_analysis::setup::Draft;
use parlour_core::label::Names;
use parlour_core::setup::{Board, Part, Sign, Value, ValueKind};
use parlour_core::{Problem, Viewer};
use parlour_session::{Entry, words::names};
use parlour_table::commands::sentence;
use parlour_table::projection::position::Position;

use crate::analysis::{Setup, SetupBoard, SetupSign, SetupValue, SetupValueKind};
use crate::api::ValueLabel;
use crate::label::Writer;
use crate::scene::{Layout, Mark, Picture, Piece};

/// The draft as the page shows it: while it is not a position, its signs stand on the board of the position
/// that it was made from.
pub fn view(entry: &Entry, draft: &Draft, layout: bool) -> Setup {
    let session = &*draft.session;
    let (board, roles) = (session.layout(Viewer::Public), names(session));
    let names = Names { sites: &board.sites, seats: &roles };
    let labels = &mut Writer::English(names);
    let mut picture = Position::brought_along(entry, session, None).picture();
    let (mut boards, mut values, mut slots) = (Vec::new(), Vec::new(), Vec::new());
    if let Some((form, given)) = &draft.slots {
        slots.clone_from(given);
        if draft.problem.is_some() {
            picture = form.draw(given, picture);
            picture.stats.clear();
        }
        let mut slot = 0;
        for part in &form.parts {
            match part {
                Part::Text(_) => {}
                Part::Board(board) => {
                    boards.push(board_view(board, slot, labels));
                    slot += board.sites().count() as u16;
                }
                Part::Value(value) => {
                    values.push(value_view(value, slot, &names));
                    slot += 1;
                }
            }
        }
    }
    // What was clicked need not be quoted; what was typed must be.
    let problem = draft.problem.as_ref().map(|error| match error.problem {
        Problem::Illegal if draft.slots.is_some() => sentence(&error.message),
        _ => sentence(&error.to_string()),
    });
    Setup {
        text: draft.text.clone(),
        problem,
        layout: layout.then(|| Layout::of(&board, labels)),
        picture: Picture::of(&picture, labels),
        boards,
        values,
        slots,
    }
}

fn board_view(board: &Board, slot: u16, labels: &mut Writer<'_>) -> SetupBoard {
    let sign = |sign: &Sign| SetupSign {
        value: sign.text.clone(),
        name: labels.label(&sign.name),
        piece: sign.piece.as_ref().map(|piece| Piece::of(piece, labels)),
        mark: sign.mark.as_ref().map(|mark| Mark::of(mark, labels)),
    };
    SetupBoard {
        slot,
        sites: board.sites().collect(),
        signs: board.signs.iter().map(sign).collect(),
    }
}

fn value_view(value: &Value, slot: u16, names: &Names<'_>) -> SetupValue {
    let kind = match &value.kind {
        ValueKind::Choice(of) => {
            let label = |(value, label): &(String, parlour_core::Label)| ValueLabel {
                value: value.clone(),
                label: label.english(names),
            };
            SetupValueKind::Choice { values: of.iter().map(label).collect() }
        }
        ValueKind::Number(range) => {
            SetupValueKind::Number { min: *range.start(), max: *range.end() }
        }
    };
    let name = Writer::English(*names).label(&value.name);
    SetupValue { slot, name, kind }
}
