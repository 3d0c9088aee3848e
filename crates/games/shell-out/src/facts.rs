//! What can be said of a move in Shell-Out, from what the mover knows: ways to a Shell-Out spot, shells at
//! home, guesses by counting. Nothing here is read from how others moved.

use parlour_core::facts::MoveFact;
use parlour_core::{Seat, label};

use super::ShellOut;
use super::board::{FIELD, NEIGHBOURS, SPOTS, Spot, distance};
use super::scene::site_id;
use super::state::{Counter, Move, Open, View};
use parlour_core::hex::{Cell, cells};
use parlour_core::label::plural;

impl ShellOut {
    /// What is true of a legal move of the owner of the view.
    pub(super) fn move_facts(&self, view: &View, mv: Move) -> Vec<MoveFact> {
        match mv {
            Move::Hide(cell) => self.hide_facts(view, cell),
            Move::Go { from, to } => match SPOTS[to.index()] {
                Spot::ShellOut(field) => self.shell_out_facts(view, to, field),
                _ => self.go_facts(view, from, to),
            },
            Move::Guess { from, to } => self.guess_facts(view, from, to),
            Move::Pass => Vec::new(),
        }
    }

    fn hide_facts(&self, view: &View, cell: Cell) -> Vec<MoveFact> {
        let (open, seat) = (&view.open, view.open.to_act);
        let ways = self.targets(open, open.occupied(), seat, Some(cell), cell).count_ones();
        let words = plural(
            ways,
            "Hides it under a shell with {number} way to go.",
            "Hides it under a shell with {number} ways to go.",
        );
        let mut facts = vec![MoveFact::new("ways", 1 + ways as i16, label!(words, ways))];
        if let Some((moves, owner)) = self.nearest(open, seat, cell) {
            let words = plural(
                moves,
                "Hides it {number} move from {seat's} Shell-Out spot.",
                "Hides it {number} moves from {seat's} Shell-Out spot.",
            );
            let label = label!(words, moves, owner);
            facts.push(MoveFact::new("hides-at", 20 - moves as i16, label));
        }
        facts.into_iter().map(|fact| fact.at([site_id(cell)])).collect()
    }

    fn shell_out_facts(&self, view: &View, to: Cell, field: u8) -> Vec<MoveFact> {
        let value = view.own.counter.map_or(0, Counter::value);
        let words = "Shells out: scores the {number} and every counter that is still hidden.";
        let mut facts =
            vec![MoveFact::new("shells-out", 97, label!(words, value)).at([site_id(to)])];
        if let Some(owner) = self.seat_at(field) {
            let label = label!("Costs {seat} {number} points.", owner, value);
            facts.push(MoveFact::new("costs", 50, label));
        }
        facts
    }

    fn go_facts(&self, view: &View, from: Cell, to: Cell) -> Vec<MoveFact> {
        let before = &view.open;
        let seat = before.to_act;
        let mut after = *before;
        after.shells[seat.index()] ^= from.bit() | to.bit();
        let mut facts = self.home_facts(before, &after, seat);
        if self.can_give_away(view) {
            let words = "Shows nothing; a guess would show that the shell which guesses is empty.";
            facts.push(MoveFact::new("shows-nothing", 6, words));
        }
        let [was, is] =
            [(before, from), (&after, to)].map(|(open, cell)| self.nearest(open, seat, cell));
        if view.own.loaded == Some(from) {
            facts.extend(loaded_way(was, is));
            facts.extend(loaded_danger(before, &after, seat, from, to));
        } else {
            let nearer = is.filter(|(moves, _)| was.is_some_and(|(earlier, _)| *moves < earlier));
            facts.extend(self.empty_facts(view, &after, from, to, nearer));
        }
        facts.into_iter().map(|fact| fact.at([site_id(to)])).collect()
    }

    /// Whether the mover has a secret that one of the legal moves, a guess, would narrow down.
    fn can_give_away(&self, view: &View) -> bool {
        let (open, seat) = (&view.open, view.open.to_act);
        let Some(loaded) = view.own.loaded.filter(|_| open.holds_counter(seat)) else {
            return false;
        };
        let empty = open.shells[seat.index()] & !loaded.bit() & !open.known_empty;
        let others = open.occupied() & !open.shells[seat.index()];
        cells(empty).any(|cell| NEIGHBOURS[cell.index()] & others != 0)
    }

    /// H6: the shells on the own field, and whose spot that is few enough for.
    fn home_facts(&self, before: &Open, after: &Open, seat: Seat) -> Vec<MoveFact> {
        let home = self.field_of(seat);
        let count =
            |open: &Open| (open.shells[seat.index()] & FIELD[usize::from(home)]).count_ones();
        let (was, is) = (count(before), count(after));
        let mut facts = Vec::new();
        let opponents = || self.everybody().filter(|&other| other != seat);
        let allowed = |other: Seat| distance(home, self.field_of(other));
        for other in opponents() {
            let allowed = allowed(other);
            if was > allowed && is <= allowed {
                let words = plural(
                    allowed,
                    "Opens {seat's} Shell-Out spot: no more than {number} shell is at home now.",
                    "Opens {seat's} Shell-Out spot: no more than {number} shells are at home now.",
                );
                facts.push(MoveFact::new("qualifies", 55, label!(words, other, allowed)));
            }
            if was <= allowed && is > allowed {
                let words = plural(
                    allowed,
                    "Closes {seat's} Shell-Out spot: more than {number} shell is at home now.",
                    "Closes {seat's} Shell-Out spot: more than {number} shells are at home now.",
                );
                facts.push(MoveFact::new("disqualifies", -45, label!(words, other, allowed)));
            }
        }
        // The spot that allows the most shells, of those that are still closed.
        let closed = opponents().filter(|&other| is > allowed(other));
        if is < was
            && let Some(other) = closed.rev().max_by_key(|&other| allowed(other))
        {
            let words =
                "Leaves home; {number} more must leave before {seat's} Shell-Out spot is open.";
            let label = label!(words, is - allowed(other), other);
            facts.push(MoveFact::new("leaves-home", 25, label));
        }
        facts
    }

    /// What an empty shell does by going on; `nearer` is its way to the nearest spot, if that got shorter.
    fn empty_facts(
        &self,
        view: &View,
        after: &Open,
        from: Cell,
        to: Cell,
        nearer: Option<(u32, Seat)>,
    ) -> Vec<MoveFact> {
        let (open, seat) = (&view.open, view.open.to_act);
        let mut facts = Vec::new();
        let loaded = view.own.loaded.and_then(|cell| self.nearest(after, seat, cell));
        if let (Some((moves, owner)), Some((loaded, _))) = (nearer, loaded)
            && moves < loaded
        {
            let words = plural(
                moves,
                "Makes a decoy: an empty shell is {number} move from {seat's} Shell-Out spot.",
                "Makes a decoy: an empty shell is {number} moves from {seat's} Shell-Out spot.",
            );
            facts.push(MoveFact::new("decoy", 15, label!(words, moves, owner)));
        }
        let suspects = |cell: Cell| (NEIGHBOURS[cell.index()] & suspects(open, seat)).count_ones();
        let (was, is) = (suspects(from), suspects(to));
        if is > was {
            let words = plural(
                is,
                "Puts an empty shell beside {number} shell that may hold a counter.",
                "Puts an empty shell beside {number} shells that may hold a counter.",
            );
            facts.push(MoveFact::new("may-guess", 12, label!(words, is)));
        }
        facts
    }

    fn guess_facts(&self, view: &View, from: Cell, to: Cell) -> Vec<MoveFact> {
        let (open, seat) = (&view.open, view.open.to_act);
        let Some(owner) = open.owner(to) else { return Vec::new() };
        let left = open.shells[seat.index()].count_ones() - 1;
        let words = "Gives up the shell on {site}, right or wrong, with {number} left.";
        let mut facts = vec![MoveFact::new("gives-shell", -5, label!(words, from, left))];
        let may = (open.shells[owner.index()] & suspects(open, seat)).count_ones();
        let chance = if suspects(open, seat) & to.bit() == 0 {
            let words = "Cannot be right: {seat's} shell on {site} is empty, as everybody knows.";
            MoveFact::new("known-empty", -90, label!(words, owner, to))
        } else if may == 1 {
            let words = "Is right: no other shell of {seat's} can hold the counter.";
            MoveFact::new("certain", 90, label!(words, owner))
        } else {
            let words =
                "Is right once in {number}; if wrong, the shell on {site} is lost for nothing.";
            MoveFact::new("odds", 30 - 5 * may as i16, label!(words, may, from))
        };
        facts.push(chance);
        let unseen =
            |c: &Counter| !open.captured.contains(&Some(*c)) && view.own.counter != Some(*c);
        let mut unseen = Counter::ALL.into_iter().filter(unseen).map(Counter::value);
        if suspects(open, seat) & to.bit() != 0
            && let Some(least) = unseen.next()
        {
            let most = unseen.next_back().unwrap_or(least);
            let words = "Scores {number} to {number} points if it is right.";
            facts.push(MoveFact::new("stakes", 10, label!(words, least, most)));
        }
        facts.into_iter().map(|fact| fact.at([site_id(to)])).collect()
    }

    /// The fewest moves from a spot to the nearest Shell-Out spot of another, as the shells stand, and whose
    /// it is. The shells at home do not count here.
    fn nearest(&self, open: &Open, seat: Seat, from: Cell) -> Option<(u32, Seat)> {
        let ways = self.ways_to_spots(open, seat, from);
        ways.into_iter().map(|(owner, moves)| (moves, owner)).min()
    }
}

/// The shells of others that may hold a counter, as everybody knows.
fn suspects(open: &Open, seat: Seat) -> u128 {
    let others = (0..open.shells.len()).map(|other| Seat(other as u8));
    let holders = others.filter(|&other| other != seat && open.holds_counter(other));
    holders.fold(0, |all, other| all | open.shells[other.index()]) & !open.known_empty
}

/// What the loaded shell's step means for its way.
fn loaded_way(was: Option<(u32, Seat)>, is: Option<(u32, Seat)>) -> Option<MoveFact> {
    let (moves, owner) = is?;
    let (earlier, _) = was?;
    if moves < earlier {
        let words = plural(
            moves,
            "Brings the loaded shell to {number} move from {seat's} Shell-Out spot, from {number}.",
            "Brings the loaded shell to {number} moves from {seat's} Shell-Out spot, from {number}.",
        );
        let label = label!(words, moves, owner, earlier);
        return Some(MoveFact::new("nearer", 42 - moves as i16, label));
    }
    let words = plural(
        moves,
        "Takes the loaded shell away: {number} move to the nearest Shell-Out spot.",
        "Takes the loaded shell away: {number} moves to the nearest Shell-Out spot.",
    );
    (moves > earlier).then(|| MoveFact::new("further", -15, label!(words, moves)))
}

/// The shells of others beside the loaded one, which could guess at it.
fn loaded_danger(
    before: &Open,
    after: &Open,
    seat: Seat,
    from: Cell,
    to: Cell,
) -> Option<MoveFact> {
    let beside = |open: &Open, cell: Cell| {
        let others = open.occupied() & !open.shells[seat.index()];
        (NEIGHBOURS[cell.index()] & others).count_ones()
    };
    let (was, is) = (beside(before, from), beside(after, to));
    if is < was {
        let words = "Takes the loaded shell away from others: {number} beside it, not {number}.";
        return Some(MoveFact::new("escapes", 35, label!(words, is, was)));
    }
    let words = plural(
        is,
        "Puts the loaded shell beside {number} shell that could guess at it.",
        "Puts the loaded shell beside {number} shells that could guess at it.",
    );
    (is > was).then(|| MoveFact::new("exposes", -35, label!(words, is)))
}
