//! What to do, why not, and what a hand came to.

use parlour_core::scene::SiteId;
use parlour_core::{Action, ActionOf, Guide, Legend, Moment, Notation, Reason, Seat};

use super::board::{SPOTS, Spot};
use super::notation::TURN;
use super::state::{Move, Open, Phase, State, View};
use super::{ShellOut, Viewer};
use crate::hex::{CELLS, Cell, cells};

impl Guide for ShellOut {
    fn thrower(&self, view: &View) -> Option<Seat> {
        (view.open.phase == Phase::Deal).then_some(view.open.to_act)
    }

    fn guide(&self, view: &View, picked: &[SiteId]) -> String {
        let counter = view.own.counter.map(|counter| counter.value());
        match (view.open.phase, counter) {
            (Phase::Deal, _) => "Draw a counter.".to_owned(),
            (Phase::Hide, Some(value)) => {
                format!("Hide your {value} under one of your shells: nobody else will know which.")
            }
            (Phase::Hide, None) => "Hide your counter under one of your shells.".to_owned(),
            (Phase::Play | Phase::Over, _) => match picked.first().and_then(|&site| cell(site)) {
                Some(from) => self.goal_words(view, from),
                None => self.shell_words(view, counter),
            },
        }
    }

    fn chapter(&self, view: &View) -> &'static str {
        match view.open.phase {
            Phase::Deal | Phase::Hide => "Setting up a hand",
            Phase::Play | Phase::Over => TURN,
        }
    }

    fn legend(&self) -> Vec<Legend> {
        let of = |wanted: fn(&Spot) -> bool, words| {
            let cell = Cell::all().find(|cell| wanted(&SPOTS[cell.index()]));
            cell.map(|cell| Legend { site: SiteId::from(cell.0), words })
        };
        [
            of(
                |spot| matches!(spot, Spot::ShellOut(_)),
                "A star is a Shell-Out spot: bring your counter onto an opponent's.",
            ),
            of(
                |spot| matches!(spot, Spot::Alley(_)),
                "Red alleys and Easy Ways: run along one as far as it is free.",
            ),
            of(|spot| matches!(spot, Spot::Centre), "The centre, where all alleys meet."),
            of(
                |spot| matches!(spot, Spot::Field(_)),
                "Blue fields are the players' homes. A pale one is dead: nobody enters it.",
            ),
            of(|spot| matches!(spot, Spot::KeepOff), "Keep Off: nobody ever goes there."),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    fn refuse(&self, state: &State, picked: &[SiteId], site: SiteId) -> Reason {
        let Some(to) = cell(site) else { return Reason::new(TURN, "that is no spot") };
        let (open, seat) = (&state.open, state.open.to_act);
        if open.phase == Phase::Hide {
            return self.why_not(state, Move::Hide(to));
        }
        let Some(from) = picked.first().and_then(|&site| cell(site)) else {
            let words = match open.owner(to) {
                Some(owner) if owner == seat => {
                    format!(
                        "the shell on {} cannot move: every spot beside it is closed",
                        to.name()
                    )
                }
                Some(_) => "choose a shell of your own first; an empty one beside it may look \
                            under it"
                    .to_owned(),
                None => format!("none of your shells stands on {}", to.name()),
            };
            return Reason::new(TURN, words);
        };
        match open.owner(to) {
            Some(_) => self.why_not(state, Move::Guess { from, to }),
            None => self.why_not(state, Move::Go { from, to }),
        }
    }

    fn standing(&self, view: &View) -> Vec<i32> {
        self.everybody().map(|seat| i32::from(view.open.scores[seat.index()])).collect()
    }

    fn moment(&self, before: &State, action: ActionOf<Self>, after: &State) -> Moment {
        let Action::Move(mv) = action else { return Moment::default() };
        let gained = |seat: Seat| {
            i32::from(after.open.scores[seat.index()]) - i32::from(before.open.scores[seat.index()])
        };
        let points: Vec<i32> = self.everybody().map(gained).collect();
        let points = if points.iter().any(|&n| n != 0) { points } else { Vec::new() };
        let ended = before.open.hand != after.open.hand || after.open.phase == Phase::Over;
        Moment {
            picture: ended.then(|| self.hand_picture(before, mv, after.open.scores)),
            notable: matches!(mv, Move::Guess { .. }) || !points.is_empty(),
            points,
            ends: ended.then_some("hand"),
        }
    }
}

impl ShellOut {
    fn shell_words(&self, view: &View, counter: Option<u8>) -> String {
        let Viewer::Seat(seat) = view.viewer else { return String::new() };
        let loaded = view.own.loaded;
        if !self.can_move(&view.open, seat, loaded) {
            return "None of your shells can move: pass.".to_owned();
        }
        let occupied = view.open.occupied();
        let looks = cells(view.open.shells[seat.index()])
            .any(|from| self.guesses(&view.open, occupied, seat, loaded, from));
        match (counter, looks) {
            (Some(value), false) => {
                format!("Choose a shell to move; your {value} has to get onto an opponent's star.")
            }
            (Some(_), true) => {
                "Choose a shell to move, or an empty one that looks under a neighbour.".to_owned()
            }
            (None, false) => {
                "Your counter is lost: choose a shell to move, and look under others.".to_owned()
            }
            (None, true) => {
                "Choose a shell to move, or one that looks under a neighbour.".to_owned()
            }
        }
    }

    fn goal_words(&self, view: &View, from: Cell) -> String {
        let Viewer::Seat(seat) = view.viewer else { return String::new() };
        let (open, loaded) = (&view.open, view.own.loaded);
        let occupied = open.occupied();
        let stars =
            self.open_shell_outs(open, seat) & self.targets(open, occupied, seat, loaded, from);
        match (loaded == Some(from), self.guesses(open, occupied, seat, loaded, from)) {
            (true, _) if stars != 0 => {
                "Choose the star to shell out, or another spot for your counter.".to_owned()
            }
            (true, _) => "Now choose where your counter goes: a step, or along red.".to_owned(),
            (false, true) => {
                "Now choose a spot to go to, or a neighbour's shell to look under.".to_owned()
            }
            (false, false) => {
                "Now choose where it goes: a step, or along an alley or Easy Way.".to_owned()
            }
        }
    }

    /// Whether a shell could look under another.
    fn guesses(
        &self,
        open: &Open,
        occupied: u128,
        seat: Seat,
        loaded: Option<Cell>,
        from: Cell,
    ) -> bool {
        loaded != Some(from) && self.targets(open, occupied, seat, loaded, from) & occupied != 0
    }
}

fn cell(site: SiteId) -> Option<Cell> {
    (usize::from(site) < CELLS).then_some(Cell(site as u8))
}
