//! What can be said of a slide: ways home that open and close, chips that are shut in, who leads.

use parlour_core::facts::{Facts, MoveFact};
use parlour_core::scene::SiteId;
use parlour_core::{Game, label};

use super::board::{Side, Squares, squares_of};
use super::scene::site_id;
use super::{Move, Outwit, QUIET_LIMIT, State, moves};
use crate::words::plural;

/// A side whose moves fall by this number or more has lost room.
const ROOM: u64 = 5;
/// From this number of quiet actions on, the draw of O7 is near.
const NEARLY_DRAWN: u8 = 80;

impl Facts for Outwit {
    fn facts(&self, view: &State, mv: Move) -> Vec<MoveFact> {
        let Move::Slide { from, to } = mv else { return Vec::new() };
        let side = view.side;
        let (own, rival) = (side as usize, side.other() as usize);
        let mut after = *view;
        self.play(&mut after, mv);
        let (mine, theirs) = (after.home(side), after.home(side.other()));
        let seat = side.other().seat();
        let enters = to.is_in(side.corner()) && !from.is_in(side.corner());
        let mut facts = Vec::new();
        let mut add = |kind, weight: i16, label, sites: Squares| {
            facts.push(MoveFact::new(kind, weight, label).at(sites_of(sites)));
        };
        if enters {
            let words = "Brings a chip home: {number} of 9 in the corner then.";
            add("home", 60, label!(words, mine), to.bit());
            if view.power[own] == from {
                let label = "Puts the power chip into the corner, where it stays.".into();
                add("power-home", -10, label, to.bit());
            }
            if mine > theirs {
                let words = "Leads in chips at home, {number} against {seat's} {number}.";
                add("leads", 20, label!(words, mine, seat, theirs), 0);
            }
        } else if after.quiet >= NEARLY_DRAWN && after.quiet < QUIET_LIMIT {
            let left = QUIET_LIMIT - after.quiet;
            let words = plural(
                left.into(),
                "Brings no chip home: {number} more such move and the game is drawn.",
                "Brings no chip home: {number} more such moves and the game is drawn.",
            );
            add("quiet", -8, label!(words, left), 0);
        }
        if after.ending.is_some() {
            return facts;
        }
        let ways = |state: &State, side: Side| seen_from(state, side).homeward;
        let (before, now) = (ways(view, side) & !from.bit(), ways(&after, side));
        let opened = now & !before & !to.bit();
        if opened != 0 {
            let words = plural(
                opened.count_ones(),
                "Opens the way into the corner for {number} more own chip.",
                "Opens the way into the corner for {number} more own chips.",
            );
            add("opens-own", 40, label!(words, opened.count_ones()), opened);
        }
        if now & to.bit() != 0 && ways(view, side) & from.bit() == 0 {
            let words = "Puts the chip on {site} where it can slide home next turn.";
            add("lines-up", 42, label!(words, to), to.bit());
        }
        let (before, now) = (ways(view, side.other()), ways(&after, side.other()));
        if before & !now != 0 {
            let words = "Closes the way home for {number} of {seat's} chips.";
            add("closes", 46, label!(words, (before & !now).count_ones(), seat), before & !now);
        }
        if now & !before != 0 {
            let words = "Opens the way home for {number} of {seat's} chips.";
            add(
                "opens-theirs",
                -46,
                label!(words, (now & !before).count_ones(), seat),
                now & !before,
            );
        }
        let outside = |state: &State, side: Side| state.chips[side as usize] & !side.corner();
        let free = |state: &State, side: Side| seen_from(state, side).movable;
        let shut = |side: Side| free(view, side) & !free(&after, side) & outside(&after, side);
        let theirs_shut = shut(side.other()) & view.chips[rival];
        if theirs_shut != 0 {
            let words = "Shuts in {number} of {seat's} chips, with no move left.";
            add("shuts-in", 25, label!(words, theirs_shut.count_ones(), seat), theirs_shut);
        }
        let own_shut = shut(side) & !to.bit();
        if own_shut != 0 {
            let words = "Shuts in {number} of the own chips, with no move left.";
            add("shuts-own", -25, label!(words, own_shut.count_ones()), own_shut);
        }
        let count = |state: &State| moves::count(&State { side: side.other(), ..*state });
        let (before, now) = (count(view), count(&after));
        if before >= now + ROOM {
            let words = "Takes {number} of {seat's} {number} moves away.";
            add("room", 15, label!(words, (before - now) as u32, seat, before as u32), 0);
        }
        facts
    }
}

/// What a side's chips outside its corner could do if it were its turn.
struct Chips {
    /// Those with a slide that ends in the corner.
    homeward: Squares,
    /// Those with any slide.
    movable: Squares,
}

fn seen_from(state: &State, side: Side) -> Chips {
    let mut chips = Chips { homeward: 0, movable: 0 };
    let state = State { side, ending: None, ..*state };
    let _ = moves::slides(&state, |mv| {
        if let Move::Slide { from, to } = mv
            && !from.is_in(side.corner())
        {
            chips.movable |= from.bit();
            chips.homeward |= if to.is_in(side.corner()) { from.bit() } else { 0 };
        }
        std::ops::ControlFlow::<()>::Continue(())
    });
    chips
}

fn sites_of(squares: Squares) -> impl Iterator<Item = SiteId> {
    squares_of(squares).map(site_id)
}
