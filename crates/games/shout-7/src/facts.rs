//! What can be said of a move in Shout 7: rows made and broken, pushes that would win, pits and pots.

use std::iter;

use parlour_core::facts::MoveFact;
use parlour_core::{Game, Seat, Shares, Turn, label};

use super::board::{AXES, Place};
use super::pushes::{Push, Pushes};
use super::scene::site_of;
use super::{BLACK, Move, Phase, Shout7, State};
use parlour_core::hex::Direction;
use parlour_core::label::plural;

/// A shorter row is not worth a word.
const ROW: u8 = 3;
/// Diagonal number and row of the cell in the centre.
const CENTRE: i8 = 7;
/// A cell this number of steps from the centre is in the middle of the board.
const MIDDLE: i8 = 3;

impl Shout7 {
    /// What is true of a legal move of the owner of the view.
    pub(super) fn move_facts(&self, view: &State, mv: Move) -> Vec<MoveFact> {
        let mut after = *view;
        self.play(&mut after, mv);
        let mut facts = Vec::new();
        match mv {
            Move::Pass => return facts,
            Move::Lay(place) => {
                facts.extend(beside(view, place));
                facts.extend(where_laid(place));
            }
            Move::Remove(place) => facts.push(taken_off(view, place)),
            Move::Push(push) => {
                if push.is_convoy() {
                    let sites = push.landings().into_iter().flatten().map(site_of);
                    facts
                        .push(MoveFact::new("convoy", 2, "Moves a convoy by two cells.").at(sites));
                }
                let pot = after.pots[view.seat.index()];
                let words = "Leaves {number} in the pot, enough for {number} more turns.";
                let weight = if pot < 8 { 5 } else { 1 };
                facts.push(MoveFact::new("pot", weight, label!(words, pot, pot / 2)));
                facts.extend(self.laid_row(&after, view.seat, [push.first, push.second()]));
                facts.extend(joins(view, push));
                facts.extend(parts(view, &after, push));
            }
        }
        for seat in self.all_seats().filter(|&seat| seat != view.seat) {
            facts.extend(self.row_of(view, &after, seat));
            facts.extend(pits(view, &after, seat));
            facts.extend(self.wins_of(view, &after, seat));
        }
        if after.phase == Phase::Push && !after.over {
            facts.extend(self.prospects(view, &after));
        }
        facts
    }

    /// The longest row through a cell that was just filled.
    fn laid_row(&self, after: &State, seat: Seat, cells: [Place; 2]) -> Option<MoveFact> {
        let laid = cells.into_iter().filter(|&cell| after.pieces[seat.index()].has(cell));
        let row = laid.map(|cell| self.row_through(after, seat, cell)).max_by_key(Vec::len)?;
        let length = row.len() as u8;
        let fact =
            MoveFact::new("row", 6 * i16::from(length), label!("Makes a row of {number}.", length));
        (length >= ROW).then(|| fact.at(row.into_iter().map(site_of)))
    }

    /// The longest row of `seat` that has this place in it.
    fn row_through(&self, state: &State, seat: Seat, place: Place) -> Vec<Place> {
        let counted = self.counted(state, seat);
        let ray = |to: Direction| {
            let step = move |n: u8| place.ahead(to, n).filter(|&place| counted.has(place));
            (1..).map_while(step)
        };
        let rows = AXES.map(|axis| {
            ray(axis).chain(ray(axis.opposite())).chain(iter::once(place)).collect::<Vec<_>>()
        });
        rows.into_iter().max_by_key(Vec::len).unwrap_or_default()
    }

    fn longest_row(&self, state: &State, seat: Seat) -> u8 {
        let places = self.counted(state, seat).iter();
        places.map(|place| self.row_through(state, seat, place).len() as u8).max().unwrap_or(0)
    }

    /// What became of an opponent's longest row.
    fn row_of(&self, view: &State, after: &State, seat: Seat) -> Option<MoveFact> {
        let [before, now] = [view, after].map(|state| self.longest_row(state, seat));
        if now < before && before >= ROW {
            let words = "Breaks {seat's} longest row: it had {number} pieces, now {number}.";
            let weight = 8 * i16::from(before);
            return Some(MoveFact::new("breaks", weight, label!(words, seat, before, now)));
        }
        let label = label!("Lengthens {seat's} longest row to {number}.", seat, now);
        (now > before && now >= ROW).then(|| MoveFact::new("lengthens", -8 * i16::from(now), label))
    }

    /// How many pushes would make `seat` win alone, if it were that player's turn.
    fn winning_pushes(&self, state: &State, seat: Seat) -> u32 {
        let state = State { seat, phase: Phase::Push, over: false, ..*state };
        let mut pushes = Pushes::NONE;
        self.find_pushes(&state, &mut pushes);
        let sole = Shares::sole(self.players, seat);
        let wins = |push| {
            let mut after = state;
            self.push(&mut after, push);
            self.has_row(&after, seat) && self.shares(&after) == Some(sole)
        };
        pushes.count_if(wins)
    }

    /// What became of an opponent's pushes that make a row of seven.
    fn wins_of(&self, view: &State, after: &State, seat: Seat) -> Option<MoveFact> {
        if matches!(view.phase, Phase::Lay1 | Phase::Lay2) || after.over {
            return None;
        }
        let [before, now] = [view, after].map(|state| self.winning_pushes(state, seat));
        if now < before {
            let words = "Takes {number} of {seat's} {number} winning pushes away.";
            let weight = if now == 0 { 85 } else { 40 };
            return Some(MoveFact::new(
                "defuses",
                weight,
                label!(words, before - now, seat, before),
            ));
        }
        let words = "Gives {seat} {number} more pushes that make a row of seven.";
        let one = "Gives {seat} {number} more push that makes a row of seven.";
        let words = plural(now.saturating_sub(before), one, words);
        (now > before).then(|| MoveFact::new("gives-wins", -85, label!(words, seat, now - before)))
    }

    /// What the mover could do next turn, and what the next player has left.
    fn prospects(&self, view: &State, after: &State) -> Vec<MoveFact> {
        let mut facts = Vec::new();
        let wins = self.winning_pushes(after, view.seat);
        if wins > 0 {
            let words = "Stands so that {number} pushes would make a row of seven next turn.";
            let one = "Stands so that {number} push would make a row of seven next turn.";
            let words = plural(wins, one, words);
            facts.push(MoveFact::new("aims", 60, label!(words, wins)));
        }
        if let Turn::Player(next) = self.turn(after)
            && next != view.seat
            && !self.can_push(after, next)
        {
            let words = "Leaves {seat} nothing to push: the turn is missed.";
            facts.push(MoveFact::new("no-push", 30, label!(words, next)));
        }
        facts
    }
}

/// The pieces on cells next to a place.
fn near(place: Place) -> impl Iterator<Item = Place> {
    let next = Direction::ALL.into_iter().filter_map(move |to| place.ahead(to, 1));
    next.filter(|place| place.cell().is_some())
}

/// Whether a set-up piece is near the centre or at the edge.
fn where_laid(place: Place) -> Option<MoveFact> {
    let pits = Direction::ALL.into_iter().filter_map(|to| place.ahead(to, 1)?.pit_number()).count();
    let (x, y) = place.point()?;
    let (x, y) = (x - CENTRE, y - CENTRE);
    let steps = x.abs().max(y.abs()).max((x - y).abs());
    let fact = if pits > 0 {
        let words = "Lays it on the edge, where a push can drop it into {number} pits.";
        MoveFact::new("edge", 4, label!(words, pits))
    } else if (1..=MIDDLE).contains(&steps) {
        let one = "Lays it {number} step from the centre.";
        let words = plural(steps as u32, one, "Lays it {number} steps from the centre.");
        MoveFact::new("middle", 4, label!(words, steps as u32))
    } else {
        return None;
    };
    Some(fact.at([site_of(place)]))
}

/// The own pieces that the two laid ones come to stand beside.
fn joins(view: &State, push: Push) -> Option<MoveFact> {
    let own = view.pieces[view.seat.index()];
    let mut beside: Vec<Place> = [push.first, push.second()].into_iter().flat_map(near).collect();
    beside.retain(|&place| own.has(place));
    beside.sort_unstable();
    beside.dedup();
    let count = beside.len() as u32;
    let one = plural(
        count,
        "Lays the two beside {number} more piece of their colour.",
        "Lays the two beside {number} more pieces of their colour.",
    );
    let fact = MoveFact::new("joins", 5 + count as i16, label!(one, count));
    (count > 0).then(|| fact.at(beside.into_iter().map(site_of)))
}

/// The two pushed pieces and those of their own colour beside them, each other apart.
fn parts(view: &State, after: &State, push: Push) -> Option<MoveFact> {
    let fellows = |state: &State, places: [Place; 2]| {
        let beside = |place: Place| {
            let owner = state.owner(place).filter(|_| place.cell().is_some());
            let fellow = |&next: &Place| !places.contains(&next) && state.owner(next) == owner;
            owner.map_or(0, |_| near(place).filter(fellow).count())
        };
        places.into_iter().map(beside).sum::<usize>() as u32
    };
    let landings = push.landings()?;
    let [before, now] = [fellows(view, [push.first, push.second()]), fellows(after, landings)];
    let words = "Isolates the pair: {number} neighbours of their colour before, {number} now.";
    let weight = 5 + 2 * before.saturating_sub(now) as i16;
    let fact = MoveFact::new("parts", weight, label!(words, before, now));
    (now < before).then(|| fact.at(landings.map(site_of)))
}

/// A set-up piece and its neighbours.
fn beside(view: &State, place: Place) -> Option<MoveFact> {
    let near = || Direction::ALL.into_iter().filter_map(|to| view.owner(place.ahead(to, 1)?));
    let own = near().filter(|&seat| seat == view.seat).count();
    let others = near().count() - own;
    let words = "Touches pieces: {number} of its colour, {number} of others.";
    let fact = MoveFact::new("beside", 5, label!(words, own, others));
    (own + others > 0).then(|| fact.at([site_of(place)]))
}

/// P5: the piece that White takes off.
fn taken_off(view: &State, place: Place) -> MoveFact {
    let near = Direction::ALL.into_iter().filter_map(|to| view.owner(place.ahead(to, 1)?));
    let fellows = near.filter(|&seat| seat == BLACK).count();
    let words = "Takes off a piece that stands beside {number} of {seat's} pieces.";
    let weight = 3 * fellows as i16;
    MoveFact::new("takes-off", weight, label!(words, fellows, BLACK)).at([site_of(place)])
}

/// An opponent's pieces that fall into pits.
fn pits(view: &State, after: &State, seat: Seat) -> Option<MoveFact> {
    let [before, now] = [view, after].map(|state| state.pieces[seat.index()].pits());
    let fallen = now & !before;
    let words = "Pushes {number} of {seat's} pieces into pits, {number} in all.";
    let fact = MoveFact::new("pits", 3, label!(words, fallen.count(), seat, now.count()));
    (!fallen.is_empty()).then(|| fact.at(fallen.iter().map(site_of)))
}
