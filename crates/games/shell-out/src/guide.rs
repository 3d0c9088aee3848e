//! The words of Shell-Out: what happened, what to do, why not, and what a hand came to.

use parlour_core::facts::MoveFact;
use parlour_core::scene::SiteId;
use parlour_core::{
    Action, ActionOf, Explanation, Guide, Highlight, Label, Legend, Seat, Seen, SeenOf, label,
};

use super::ShellOut;
use super::board::{FIELD, SPOTS, Spot, distance};
use super::state::{Move, Open, PLAYERS, Phase, Secret, State, View};
use super::why_not::TURN;
use parlour_core::hex::{CELLS, Cell, cells};

impl Guide for ShellOut {
    /// Everybody's secrets, when a hand ends.
    type Reveal = [Secret; PLAYERS];

    fn move_label(&self, mv: Move) -> Label {
        match mv {
            Move::Hide(cell) => label!("Hide the counter under {site}", cell),
            Move::Go { from, to } => match SPOTS[to.index()] {
                Spot::ShellOut(_) => label!("Shell out from {site} to {site}", from, to),
                _ => label!("Move {site} to {site}", from, to),
            },
            Move::Guess { from, to } => label!("Guess with {site} at {site}", from, to),
            Move::Pass => "Pass: no shell of yours can move".into(),
        }
    }

    fn describe(
        &self,
        before: &View,
        _: Option<Seat>,
        seen: SeenOf<Self>,
        after: &View,
    ) -> Vec<Label> {
        let seat = before.open.to_act;
        let mut labels = match seen {
            Seen::HiddenChance => vec![label!("{seat} [draws|draw] a counter.", seat)],
            Seen::Open(Action::Chance(counter)) => {
                let words = "{seat} [draws|draw] the counter of {number}.";
                vec![label!(words, seat, counter.value())]
            }
            Seen::HiddenMove => vec![label!("{seat} [hides|hide] a counter under a shell.", seat)],
            Seen::Open(Action::Move(mv)) => self.describe_move(&before.open, mv, &after.open),
        };
        labels.extend(self.describe_end(&before.open, seen, &after.open));
        labels
    }

    fn thrower(&self, view: &View) -> Option<Seat> {
        (view.open.phase == Phase::Deal).then_some(view.open.to_act)
    }

    fn instruction(&self, view: &View, picked: &[SiteId], _: bool) -> Label {
        let counter = view.own.counter.map(|counter| counter.value());
        match (view.open.phase, counter) {
            (Phase::Deal, _) => "Draw a counter.".into(),
            (Phase::Hide, Some(value)) => label!(
                "Hide your {number} under one of your shells: nobody else will know which.",
                value
            ),
            (Phase::Hide, None) => "Hide your counter under one of your shells.".into(),
            (Phase::Play | Phase::Over, _) => match picked.first().and_then(|&site| cell(site)) {
                Some(from) => self.goal_words(view, from),
                None => self.shell_words(view, counter),
            },
        }
    }

    fn rules_anchor(&self, view: &View) -> Option<&'static str> {
        Some(match view.open.phase {
            Phase::Deal | Phase::Hide => "Setting up a hand",
            Phase::Play | Phase::Over => TURN,
        })
    }

    fn legend(&self) -> Vec<Legend> {
        let of = |wanted: &dyn Fn(Spot) -> bool, words| {
            let cell = Cell::all().find(|cell| wanted(SPOTS[cell.index()]));
            cell.map(|cell| Legend { site: SiteId::from(cell.0), words })
        };
        let played = |field: u8| self.seat_at(field).is_some();
        [
            of(
                &|spot| matches!(spot, Spot::ShellOut(field) if played(field)),
                "A star is a Shell-Out spot: bring your counter onto an opponent's.",
            ),
            of(
                &|spot| matches!(spot, Spot::Alley(_)),
                "Red alleys and Easy Ways: run along one as far as it is free.",
            ),
            of(&|spot| matches!(spot, Spot::Centre), "The centre, where all alleys meet."),
            of(
                &|spot| matches!(spot, Spot::Field(field) if played(field)),
                "Blue fields are the players' homes. A pale one is dead: nobody enters it.",
            ),
            of(&|spot| matches!(spot, Spot::KeepOff), "Keep Off: nobody ever goes there."),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    fn explain(&self, view: &View, picked: &[SiteId], site: SiteId) -> Explanation {
        let Some(to) = cell(site) else { return Explanation::new(TURN, "that is no spot") };
        let (open, seat) = (&view.open, view.open.to_act);
        if open.phase == Phase::Hide {
            return self.why_illegal(view, Move::Hide(to));
        }
        let Some(from) = picked.first().and_then(|&site| cell(site)) else {
            let label = match open.owner(to) {
                Some(owner) if owner == seat => {
                    label!("the shell on {site} cannot move: every spot beside it is closed", to)
                }
                Some(_) => "choose a shell of your own first; an empty one beside it may look \
                            under it"
                    .into(),
                None => label!("none of your shells stands on {site}", to),
            };
            return Explanation::new(TURN, label);
        };
        match open.owner(to) {
            Some(_) => self.why_illegal(view, Move::Guess { from, to }),
            None => self.why_illegal(view, Move::Go { from, to }),
        }
    }

    fn why_not(&self, view: &View, mv: Move) -> Option<Explanation> {
        Some(self.why_illegal(view, mv))
    }

    fn facts(&self, view: &View, mv: Move) -> Vec<MoveFact> {
        self.move_facts(view, mv)
    }

    fn scores(&self, view: &View) -> Vec<i32> {
        self.everybody().map(|seat| i32::from(view.open.scores[seat.index()])).collect()
    }

    fn reveal(&self, before: &State, _: ActionOf<Self>, after: &State) -> Option<Self::Reveal> {
        hand_ended(&before.open, &after.open).then_some(before.secrets)
    }

    fn describe_reveal(
        &self,
        _: &View,
        seen: SeenOf<Self>,
        secrets: [Secret; PLAYERS],
    ) -> Vec<Label> {
        // Where the counters lie once the last action is made; what it captured or shelled out is told already.
        let place = |from: Cell| match seen {
            Seen::Open(Action::Move(Move::Go { from: left, to })) if left == from => {
                (!matches!(SPOTS[to.index()], Spot::ShellOut(_))).then_some(to)
            }
            Seen::Open(Action::Move(Move::Guess { to, .. })) if to == from => None,
            _ => Some(from),
        };
        let tell = |seat: Seat| {
            let Secret { counter, loaded } = secrets[seat.index()];
            let (value, site) = (counter?.value(), loaded.and_then(place)?);
            Some(label!("{seat's} counter of {number} was under {site}.", seat, value, site))
        };
        self.everybody().filter_map(tell).collect()
    }

    fn highlight(
        &self,
        before: &View,
        seen: SeenOf<Self>,
        after: &View,
        reveal: Option<[Secret; PLAYERS]>,
    ) -> Highlight {
        let (Seen::Open(Action::Move(mv)), before, after) = (seen, &before.open, &after.open)
        else {
            return Highlight::default();
        };
        let gained = |seat: Seat| i32::from(gain(before, after, seat));
        let points: Vec<i32> = self.everybody().map(gained).collect();
        let points = if points.iter().any(|&n| n != 0) { points } else { Vec::new() };
        Highlight {
            ends: reveal.map(|_| "hand"),
            picture: reveal.map(|secrets| self.hand_picture(*before, secrets, mv, after.scores)),
            notable: matches!(mv, Move::Guess { .. }) || !points.is_empty(),
            points,
        }
    }
}

/// Whether an action has ended the hand, or the game with it.
fn hand_ended(before: &Open, after: &Open) -> bool {
    before.hand != after.hand || after.phase == Phase::Over
}

/// What a player's score has grown by.
fn gain(before: &Open, after: &Open, seat: Seat) -> i16 {
    after.scores[seat.index()] - before.scores[seat.index()]
}

impl ShellOut {
    fn describe_move(&self, before: &Open, mv: Move, after: &Open) -> Vec<Label> {
        let seat = before.to_act;
        let gain = |seat: Seat| gain(before, after, seat);
        match mv {
            Move::Hide(cell) => {
                vec![label!("{seat} [hides|hide] the counter under {site}.", seat, cell)]
            }
            Move::Pass => vec![label!("{seat} can't move and [passes|pass].", seat)],
            Move::Go { from, to } => match SPOTS[to.index()] {
                Spot::ShellOut(field) => {
                    let words = "{seat} [shells|shell] out on {site} and [scores|score] {number}.";
                    let loss = self
                        .seat_at(field)
                        .map(|owner| label!("{seat} [loses|lose] {number}.", owner, -gain(owner)));
                    [label!(words, seat, to, gain(seat))].into_iter().chain(loss).collect()
                }
                _ => {
                    let words = "{seat} [moves|move] a shell from {site} to {site}.";
                    vec![label!(words, seat, from, to)]
                }
            },
            Move::Guess { to, .. } => {
                let owner = before.owner(to).unwrap_or(seat);
                vec![match gain(seat) {
                    won @ 1.. => label!(
                        "{seat} [finds|find] {seat's} counter under {site} and [scores|score] \
                         {number}.",
                        seat,
                        owner,
                        to,
                        won
                    ),
                    _ => label!(
                        "{seat} [guesses|guess] wrong: {seat's} shell on {site} is empty.",
                        seat,
                        owner,
                        to
                    ),
                }]
            }
        }
    }

    /// What to add when an action has ended the hand.
    fn describe_end(&self, before: &Open, seen: SeenOf<Self>, after: &Open) -> Vec<Label> {
        if !hand_ended(before, after) {
            return Vec::new();
        }
        let guess = matches!(seen, Seen::Open(Action::Move(Move::Guess { .. })));
        let full = before.idle + 1 >= self.idle_limit() && !guess;
        let why = match (before.scores != after.scores, full) {
            (true, _) => None,
            (false, true) => Some("No shell has left the board for too long.".into()),
            (false, false) => Some("Nobody can move.".into()),
        };
        let over = after.phase == Phase::Over;
        let end = if over { "The game is over." } else { "The hand is over." };
        why.into_iter().chain([end.into()]).collect()
    }

    fn shell_words(&self, view: &View, counter: Option<u8>) -> Label {
        // Asked of the player to act alone.
        let seat = view.open.to_act;
        let loaded = view.own.loaded;
        if !self.can_move(&view.open, seat, loaded) {
            return "None of your shells can move: pass.".into();
        }
        let occupied = view.open.occupied();
        let out = loaded.is_some_and(|from| self.stars(view, seat, from) != 0);
        let looks = cells(view.open.shells[seat.index()])
            .any(|from| self.guesses(&view.open, occupied, seat, loaded, from));
        match (counter, looks) {
            _ if out => "You can shell out now: choose the shell with your counter.".into(),
            (Some(value), false) if self.open_shell_outs(&view.open, seat) == 0 => {
                match self.still_to_leave(&view.open, seat) {
                    1 => label!(
                        "Choose a shell to move: one more must leave home before your {number} \
                         may go onto a star.",
                        value
                    ),
                    more => label!(
                        "Choose a shell to move: {number} more must leave home before your \
                         {number} may go onto a star.",
                        more,
                        value
                    ),
                }
            }
            (Some(value), false) => label!(
                "Choose a shell to move; your {number} has to get onto an opponent's star.",
                value
            ),
            (Some(_), true) => {
                "Choose a shell to move, or an empty one that looks under a neighbour.".into()
            }
            (None, false) => {
                "Your counter is lost: choose a shell to move, and look under others.".into()
            }
            (None, true) => "Choose a shell to move, or one that looks under a neighbour.".into(),
        }
    }

    fn goal_words(&self, view: &View, from: Cell) -> Label {
        let (open, loaded, seat) = (&view.open, view.own.loaded, view.open.to_act);
        let looks = self.guesses(open, open.occupied(), seat, loaded, from);
        match (loaded == Some(from), looks) {
            (true, _) if self.stars(view, seat, from) != 0 => {
                "Choose the star to shell out, or another spot for your counter."
            }
            (true, _) => "Now choose where your counter goes: a step, or along red.",
            (false, true) => "Now choose a spot to go to, or a neighbour's shell to look under.",
            (false, false) => "Now choose where it goes: a step, or along an alley or Easy Way.",
        }
        .into()
    }

    /// How many shells must leave home before the first Shell-Out spot is open (H6).
    fn still_to_leave(&self, open: &Open, seat: Seat) -> u32 {
        let home = self.field_of(seat);
        let left = (open.shells[seat.index()] & FIELD[usize::from(home)]).count_ones();
        let others = self.everybody().filter(|&other| other != seat);
        let farthest = others.map(|other| distance(home, self.field_of(other))).max();
        left.saturating_sub(farthest.unwrap_or(0))
    }

    /// The Shell-Out spots that a shell can reach now.
    fn stars(&self, view: &View, seat: Seat, from: Cell) -> u128 {
        let open = &view.open;
        let reached = self.targets(open, open.occupied(), seat, view.own.loaded, from);
        self.open_shell_outs(open, seat) & reached
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
