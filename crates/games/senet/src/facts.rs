//! What can be said of a move in Senet: bumps made and risked, squares filled, the race.

use parlour_core::facts::MoveFact;
use parlour_core::scene::SiteId;
use parlour_core::{Game, Seat, label};

use super::board::{EVEN, PIECES, bit, targets};
use super::{Move, PLINTH, Senet, State, Throw};
use parlour_core::label::plural;

impl Senet {
    /// What is true of a legal move of the owner of the view.
    pub(super) fn move_facts(&self, view: &State, mv: Move) -> Vec<MoveFact> {
        if mv == Move::PASS {
            return Vec::new();
        }
        let (mover, opponent) = (view.mover, view.mover.opponent());
        let mut after = *view;
        self.play(&mut after, mv);
        let mut facts = Vec::new();
        let mut add = |kind, weight: i16, label, squares: u32| {
            facts.push(MoveFact::new(kind, weight, label).at(sites(squares)));
        };
        let come = PLINTH - mv.to;
        if view.pieces(opponent) & bit(mv.to) != 0 {
            let words = "Bumps a piece that had come {number} squares.";
            add("bump", 30 + i16::from(come), label!(words, come), bit(mv.to));
        }
        // Where every move enters a piece that is no reason for one of them.
        let mut all_enter = true;
        self.for_each_move(view, |other| all_enter &= other.from == PLINTH);
        if mv.from == PLINTH && !all_enter {
            let words = "Brings another piece into play, with {number} left on the plinth.";
            add("enters", 5, label!(words, after.plinth(mover)), bit(mv.to));
        }
        if view.odd().is_none() && mv.to == 1 {
            let words = "Takes square 1, and with it the odd squares.";
            add("claims", 40, words.into(), bit(1));
        }
        let safe = |state: &State, seat| state.settled(seat).count_ones();
        if safe(&after, mover) > safe(view, mover) {
            let words = "Fills {number} more of the final squares, {number} of 10 in all.";
            let (new, all) = (safe(&after, mover) - safe(view, mover), safe(&after, mover));
            add("final", 50, label!(words, new, all), after.settled(mover) & !view.settled(mover));
            let left = u32::from(PIECES) - all;
            if left > 0 && left <= 3 {
                let words = "Leaves {number} squares to fill.";
                let words = plural(left, "Leaves {number} square to fill.", words);
                add("to-fill", 20, label!(words, left), 0);
            }
        }
        if after.over {
            return facts;
        }
        add_risks(view, mv, &after, &mut add);
        let now = chances(&after, mover, |_| true);
        if now > chances(view, mover, |_| true) {
            let words =
                "Threatens to bump with {number} of 16 throws, unless {seat} [moves|move] away.";
            add("aims", 14, label!(words, now, opponent), 0);
        }
        let stuck = Throw::ALL.into_iter().filter(|&throw| landings(&after, mover, throw) == 0);
        let stuck: u32 = stuck.map(Throw::weight).sum();
        if stuck > 0 {
            let words =
                "Leaves {number} of 16 throws without a move next turn, as the pieces stand.";
            add("stuck", -(stuck as i16), label!(words, stuck), 0);
        }
        if let (Some(mine), Some(theirs)) = (to_go(&after, mover), to_go(&after, opponent))
            && mine < theirs
        {
            let words = "Leads the race: {number} to go, {number} for {seat}.";
            add("race", 6, label!(words, mine, theirs, opponent), 0);
        }
        facts
    }
}

/// What the other player's throws could bump.
fn add_risks(
    view: &State,
    mv: Move,
    after: &State,
    add: &mut impl FnMut(&'static str, i16, parlour_core::Label, u32),
) {
    let opponent = view.mover.opponent();
    let risk = |state: &State, square: u8| chances(state, opponent, |at| at == square);
    let before = if mv.from == PLINTH { 0 } else { risk(view, mv.from) };
    let now = risk(after, mv.to);
    if now < before {
        let words =
            "Takes a piece out of danger: {number} of 16 throws could bump it, now {number}.";
        let weight = 18 + (before - now) as i16 + i16::from(PLINTH - mv.from) / 2;
        add("out-of-danger", weight, label!(words, before, now), bit(mv.to));
    }
    if now > before {
        let words = "Puts the piece where {seat} can bump it with {number} of 16 throws.";
        let weight = -(10 + now as i16 + i16::from(PLINTH - mv.to) / 2);
        add("into-danger", weight, label!(words, opponent, now), bit(mv.to));
    }
    let (before, now) = (chances(view, opponent, |_| true), chances(after, opponent, |_| true));
    if now == 0 && before > 0 {
        add("safe", 30, label!("Leaves {seat} no throw that bumps a piece.", opponent), 0);
    }
}

/// Where `seat` could land with this throw, as the pieces stand.
fn landings(state: &State, seat: Seat, throw: Throw) -> u32 {
    let (own, other) = (state.pieces(seat), state.pieces(seat.opponent()));
    targets(own, state.plinth(seat) > 0, other, throw.steps())
}

/// With how many of 16 throws `seat` could bump a piece on a square that `counts`, as the pieces stand.
fn chances(state: &State, seat: Seat, counts: impl Fn(u8) -> bool) -> u32 {
    let hits = |throw: &Throw| {
        let hit = landings(state, seat, *throw) & state.pieces(seat.opponent());
        (1..=30).any(|square| hit & bit(square) != 0 && counts(square))
    };
    Throw::ALL.into_iter().filter(hits).map(Throw::weight).sum()
}

/// The squares that a player's pieces still have to go, once it is settled who fills which.
fn to_go(state: &State, seat: Seat) -> Option<u32> {
    let ends: u32 = if state.sequence(seat)? == EVEN { 110 } else { 100 };
    let board: u32 = (1..=30u8).filter(|&s| state.pieces(seat) & bit(s) != 0).map(u32::from).sum();
    Some(board + u32::from(state.plinth(seat)) * u32::from(PLINTH) - ends)
}

fn sites(squares: u32) -> impl Iterator<Item = SiteId> {
    (0..30).filter(move |site| squares >> site & 1 == 1)
}
