//! The words of Shout 7: what happened, what to do, and why not.

use parlour_core::facts::MoveFact;
use parlour_core::scene::SiteId;
use parlour_core::{Action, Explanation, Game, Guide, Label, Legend, Seat, Seen, SeenOf, label};

use super::board::{AXES, Cells, PITS, Place};
use super::pushes::Push;
use super::scene::place_of;
use super::{BLACK, Move, Phase, Shout7, State, WHITE, play};
use parlour_core::hex::{CELLS, Direction};

impl Guide for Shout7 {
    type Reveal = ();

    fn seat_name(&self, seat: Seat) -> String {
        Shout7::colour(seat).to_owned()
    }

    fn move_label(&self, mv: Move) -> Label {
        match mv {
            Move::Lay(place) => label!("Lay a piece on {site}", place),
            Move::Push(push) => label!(push_template(push.to), push.first, push.second()),
            Move::Remove(place) => label!("Take the Black piece off {site}", place),
            Move::Pass => "Pass".into(),
        }
    }

    fn describe(
        &self,
        before: &State,
        by: Option<Seat>,
        seen: SeenOf<Self>,
        after: &State,
    ) -> Vec<Label> {
        let seat = by.unwrap_or(before.seat);
        let mut labels = match seen {
            Seen::Open(Action::Move(mv)) => describe_move(seat, before, mv),
            // Nothing is hidden and nothing is left to chance in this game.
            _ => vec![label!("{seat} [moves|move].", seat)],
        };
        labels.extend(self.describe_end(after));
        labels
    }

    fn instruction(&self, view: &State, picked: &[SiteId], _: bool) -> Label {
        match (view.phase, picked.len()) {
            (Phase::Lay1, _) if view.seat == BLACK => "Lay your first black piece on any cell.",
            (Phase::Lay1, _) if view.seat == WHITE => {
                "Lay your first white piece next to a black one."
            }
            (Phase::Lay1, _) => {
                return label!("Lay your first {role} piece next to any piece.", view.seat);
            }
            (Phase::Lay2, _) if view.seat == BLACK => "Lay your second piece next to your first.",
            (Phase::Lay2, _) => {
                "Lay your second piece next to your first and to another piece as well."
            }
            (Phase::Remove, _) => {
                "To make up for moving second, take a black piece off: choose one."
            }
            (Phase::Push, 0) => return self.pair_words(view),
            (Phase::Push, 1) => "Now choose the neighbour that is pushed together with it.",
            (Phase::Push, _) => "Now the direction: choose an arrow. Your two pieces fill the gap.",
        }
        .into()
    }

    fn rules_anchor(&self, view: &State) -> Option<&'static str> {
        Some(match view.phase {
            Phase::Lay1 | Phase::Lay2 => "Setting up",
            Phase::Push => "Your turn: push two, lay two",
            Phase::Remove => "White's compensation",
        })
    }

    fn legend(&self) -> Vec<Legend> {
        let pot = (CELLS + PITS) as SiteId;
        vec![
            Legend { site: 63, words: "Cells. Seven of your pieces in a straight line win." },
            Legend {
                site: CELLS as SiteId,
                words: "Pits. A piece that is pushed over the edge falls in for good.",
            },
            Legend { site: pot, words: "A pot: the pieces that a player has yet to lay." },
        ]
    }

    fn explain(&self, state: &State, picked: &[SiteId], site: SiteId) -> Explanation {
        let Some(place) = place_of(site) else {
            return Explanation::new("P2", "the pieces in a pot are laid by pushing others aside");
        };
        // A pit may be the goal of a push, and is never a piece of the pair.
        let empty_pit = place.pit_number().is_some() && state.owner(place).is_none();
        match state.phase {
            Phase::Lay1 | Phase::Lay2 | Phase::Remove if place.pit_number().is_some() => {
                Explanation::new("P1", "a pit takes only pieces that are pushed over the edge")
            }
            Phase::Push if empty_pit && picked.len() < 2 => {
                Explanation::new("P2", "a pit takes only pieces that are pushed over the edge")
            }
            Phase::Lay1 | Phase::Lay2 => self.why_illegal(state, Move::Lay(place)),
            Phase::Remove => self.why_illegal(state, Move::Remove(place)),
            Phase::Push => {
                let picked: Vec<Place> = picked.iter().filter_map(|&site| place_of(site)).collect();
                self.explain_push(state, &picked, place)
            }
        }
    }

    fn why_not(&self, state: &State, mv: Move) -> Option<Explanation> {
        Some(self.why_illegal(state, mv))
    }

    fn facts(&self, view: &State, mv: Move) -> Vec<MoveFact> {
        self.move_facts(view, mv)
    }
}

fn push_template(to: Direction) -> &'static str {
    match to {
        Direction::Ne => "Push {site} and {site} north-east",
        Direction::E => "Push {site} and {site} east",
        Direction::Se => "Push {site} and {site} south-east",
        Direction::Sw => "Push {site} and {site} south-west",
        Direction::W => "Push {site} and {site} west",
        Direction::Nw => "Push {site} and {site} north-west",
    }
}

fn pushed_template(to: Direction) -> &'static str {
    match to {
        Direction::Ne => "{seat} [pushes|push] {site} and {site} north-east.",
        Direction::E => "{seat} [pushes|push] {site} and {site} east.",
        Direction::Se => "{seat} [pushes|push] {site} and {site} south-east.",
        Direction::Sw => "{seat} [pushes|push] {site} and {site} south-west.",
        Direction::W => "{seat} [pushes|push] {site} and {site} west.",
        Direction::Nw => "{seat} [pushes|push] {site} and {site} north-west.",
    }
}

fn describe_move(seat: Seat, before: &State, mv: Move) -> Vec<Label> {
    match mv {
        Move::Lay(place) => vec![label!("{seat} [lays|lay] a piece on {site}.", seat, place)],
        // P5: White's compensation.
        Move::Remove(place) => vec![label!(
            "{seat} [takes|take] the Black piece off {site}, to make up for moving second.",
            seat,
            place
        )],
        Move::Pass if before.pots[before.seat.index()] < 2 => vec![label!(
            "{seat} [has|have] fewer than two pieces left to lay and [misses|miss] the turn.",
            seat
        )],
        Move::Pass => {
            vec![label!("{seat} [has|have] nothing to push and [misses|miss] the turn.", seat)]
        }
        Move::Push(push) => {
            let pushed = label!(pushed_template(push.to), seat, push.first, push.second());
            let pits: Vec<Seat> = [push.first, push.second()]
                .into_iter()
                .zip(push.landings().into_iter().flatten())
                .filter(|(_, to)| to.pit_number().is_some())
                .filter_map(|(from, _)| before.owner(from))
                .collect();
            let fallen = match pits[..] {
                [one] => Some(label!("A {role} piece falls into a pit.", one)),
                [one, other] if one == other => {
                    Some(label!("Two {role} pieces fall into pits.", one))
                }
                [_, _] => Some("Both fall into pits.".into()),
                _ => None,
            };
            [pushed].into_iter().chain(fallen).collect()
        }
    }
}

impl Shout7 {
    /// How the game ended, as a sentence; `None` while it goes on.
    fn describe_end(&self, state: &State) -> Option<Label> {
        let shares = self.shares(state)?;
        let winners: Vec<Seat> =
            shares.iter().filter(|(_, share)| share.numerator > 0).map(|(seat, _)| seat).collect();
        let all = winners.iter().fold(0, |bits, seat| bits | 1u32 << seat.0);
        let row = self.all_seats().any(|seat| self.has_row(state, seat));
        Some(match (&winners[..], row) {
            (&[one], true) => label!("{seat} [has|have] seven in a row and [wins|win]!", one),
            (_, true) => label!("{seats} have seven in a row and share the win!", all),
            (&[one], false) => label!(
                "Nobody can push any more: {seat} [has|have] the most pieces in the pits and \
                 [wins|win].",
                one
            ),
            (_, false) => label!(
                "Nobody can push any more: {seats} have equally many pieces in the pits and share \
                 the win.",
                all
            ),
        })
    }

    fn pair_words(&self, view: &State) -> Label {
        if !self.can_push(view, view.seat) {
            return "You cannot push: pass.".into();
        }
        match (self.players, view.seat) {
            (2, BLACK) => "Choose the first of two white neighbours to push.",
            (2, _) => "Choose the first of two black neighbours to push.",
            _ => "Choose the first of two neighbours to push; neither may be yours.",
        }
        .into()
    }

    fn explain_push(&self, state: &State, picked: &[Place], place: Place) -> Explanation {
        match *picked {
            [] => self.why_not_pushed(state, place).unwrap_or_else(|| self.stuck(state, place)),
            [one] => match pair(one, place) {
                Some(_) => self.why_not_pushed(state, place).unwrap_or_else(|| {
                    let words = "this pair cannot be pushed: in every direction a place is taken";
                    Explanation::new("P2", words)
                }),
                None => {
                    let words = "{site} and {site} are not neighbours";
                    Explanation::new("P2", label!(words, one, place))
                }
            },
            [one, other, ..] => {
                let push = pair(one, other).and_then(|(first, axis)| {
                    let to = Direction::ALL.into_iter();
                    let mut all = to.map(|to| Push { first, axis, to });
                    all.find(|push| push.landings().is_some_and(|lands| lands.contains(&place)))
                });
                match push {
                    Some(push) => self.why_not_push(state, push),
                    None => Explanation::new(
                        "P2",
                        label!("the pair cannot be pushed towards {site}", place),
                    ),
                }
            }
        }
    }

    /// Why an opponent's piece is in no pair that can be pushed.
    fn stuck(&self, state: &State, place: Place) -> Explanation {
        let near =
            |d: Direction| place.ahead(d, 1).filter(|p| self.targets(state, state.seat).has(*p));
        let words = match Direction::ALL.into_iter().find_map(near) {
            None => "the piece on {site} has no neighbour to be pushed with",
            Some(_) => "no pair with the piece on {site} has free places to go to",
        };
        Explanation::new("P2", label!(words, place))
    }

    /// Why a well-formed move is not legal here.
    fn why_illegal(&self, state: &State, mv: Move) -> Explanation {
        let (rule, words) = match (state.phase, mv) {
            (Phase::Lay1 | Phase::Lay2, Move::Lay(place)) => {
                return Explanation::new("P1", no_room_to_lay(state, place));
            }
            (Phase::Lay1 | Phase::Lay2, _) => {
                ("P1", "the set-up is not done: lay a piece by naming its cell, such as g7")
            }
            (Phase::Remove, Move::Remove(place)) => {
                return Explanation::new("P5", label!("there is no Black piece on {site}", place));
            }
            (Phase::Remove, _) => {
                ("P5", "White takes a Black piece off the board now: x and its cell, such as xg7")
            }
            (Phase::Push, Move::Push(push)) => return self.why_not_push(state, push),
            (Phase::Push, Move::Pass) => ("P6", "you can push, so you must"),
            (Phase::Push, Move::Lay(_)) => {
                ("P2", "the set-up is done: push two pieces, such as g7h8-ne")
            }
            (Phase::Push, Move::Remove(_)) => {
                ("P5", "no piece is to be taken off now: push two pieces, such as g7h8-ne")
            }
        };
        Explanation::new(rule, words)
    }

    /// Why a piece cannot be one of the two that are pushed; `None` if it can, as far as it alone
    /// decides.
    fn why_not_pushed(&self, state: &State, place: Place) -> Option<Explanation> {
        if state.pots[state.seat.index()] < 2 {
            let words = "a push lays two pieces, and you have fewer than two left: pass";
            return Some(Explanation::new("P6", words));
        }
        match state.owner(place) {
            None => Some(Explanation::new("P2", label!("there is no piece on {site}", place))),
            Some(seat) if seat == state.seat => {
                Some(Explanation::new("P2", label!("the piece on {site} is your own", place)))
            }
            Some(_) if place.pit_number().is_some() => {
                Some(Explanation::new("P8", "a piece in a pit stays there for good"))
            }
            Some(_) => None,
        }
    }

    fn why_not_push(&self, state: &State, push: Push) -> Explanation {
        for place in [push.first, push.second()] {
            if let Some(explanation) = self.why_not_pushed(state, place) {
                return explanation;
            }
        }
        let blocked = |place: &Place| state.occupied().has(*place);
        // P3: both pieces would need the one pit.
        let Some(landings) = push.landings() else {
            return Explanation::new("P3", "the convoy has no room: one pit can't take two pieces");
        };
        match landings.into_iter().find(blocked) {
            Some(place) => {
                let words = "{site} is taken, so the push can't be made";
                Explanation::new("P2", label!(words, place))
            }
            None => Explanation::new("P2", "no such push can be made"),
        }
    }
}

/// P1: why a set-up piece can't be laid there.
fn no_room_to_lay(state: &State, place: Place) -> Label {
    if state.occupied().has(place) {
        return label!("{site} is taken", place);
    }
    let (seat, mut alone) = (state.seat, Cells::EMPTY);
    alone.insert(place);
    let beside = |others: Cells| !(alone.neighbours() & others).is_empty();
    let own = state.pieces[seat.index()].cells();
    let words = match state.phase {
        Phase::Lay2 if beside(own) => {
            "your second piece goes beside another piece too, and {site} is not"
        }
        Phase::Lay2 => "your second piece goes beside your first, and {site} is not",
        _ if seat == WHITE && !beside(state.pieces[BLACK.index()].cells()) => {
            "White's first piece goes beside a Black one, and {site} is not"
        }
        _ if !beside(state.occupied().cells()) => {
            "your first piece goes beside another piece, and {site} is not"
        }
        _ => {
            debug_assert!(!play::first_cells(state).has(place));
            "on {site} your first piece would leave no cell for your second"
        }
    };
    label!(words, place)
}

/// Two neighbours as a push names them: the first, and where the second stands.
fn pair(one: Place, other: Place) -> Option<(Place, Direction)> {
    let (first, second) = (one.min(other), one.max(other));
    let axis = AXES.into_iter().find(|&axis| first.ahead(axis, 1) == Some(second))?;
    Some((first, axis))
}
