//! Where everybody's counter is likely to lie, as one who only watched would say.

use parlour_core::{Action, Game, Seat, Seen};
use parlour_search::ObservedAction;

use super::ShellOut;
use super::board::{SHELLS, SPOTS, Spot};
use super::policy::Stance;
use super::state::{Move, Open, PLAYERS, Phase};
use super::styles::Styles;
use parlour_core::hex::{Cell, cells};

/// The most shells of a player.
const MOST: usize = SHELLS as usize;

/// How likely the counter lies under each shell, for every player.
#[derive(Clone, Debug, PartialEq)]
pub struct Belief {
    /// For each seat its shells that may be loaded, with odds that add up to 1; the rest has 0.
    pub(crate) odds: [[(Cell, f32); MOST]; PLAYERS],
}

impl Belief {
    /// The odds of one seat.
    pub(crate) fn of(&self, seat: Seat) -> impl Iterator<Item = (Cell, f32)> + Clone + '_ {
        self.odds[seat.index()].into_iter().filter(|&(_, odds)| odds > 0.0)
    }

    /// How likely the counter of `seat` lies under the shell on `cell`.
    pub fn at(&self, seat: Seat, cell: Cell) -> f32 {
        self.of(seat).find(|&(here, _)| here == cell).map_or(0.0, |(_, odds)| odds)
    }
}

/// How a shell has moved in this hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// How often.
    pub times: u8,
    /// How many moves nearer to a Shell-Out spot it has come.
    pub gain: i8,
    /// Whether it was the player's last to move.
    pub last: bool,
}

/// What is known of one player while a hand is watched.
#[derive(Clone, Debug)]
struct Reading {
    /// The shells that the player began with, where they are now; `None` when off the board.
    shells: [Option<Cell>; MOST],
    moved: [Moved; MOST],
    /// For every style, the logarithm of how likely the moves were if the counter lay there.
    evidence: Vec<[f32; MOST]>,
}

impl Reading {
    fn new(open: &Open, seat: Seat, styles: usize) -> Self {
        let mut shells = [None; MOST];
        for (shell, cell) in shells.iter_mut().zip(cells(open.shells[seat.index()])) {
            *shell = Some(cell);
        }
        Reading { shells, moved: [Moved::default(); MOST], evidence: vec![[0.0; MOST]; styles] }
    }

    /// A shell leaves the board.
    fn lose(&mut self, cell: Cell) {
        if let Some(which) = self.which(cell) {
            self.shells[which] = None;
        }
    }

    /// A shell comes `gain` moves nearer to a Shell-Out spot.
    fn go(&mut self, from: Cell, to: Cell, gain: i8) {
        let Some(which) = self.which(from) else { return };
        self.shells[which] = Some(to);
        self.moved.iter_mut().for_each(|moved| moved.last = false);
        let moved = &mut self.moved[which];
        moved.times = moved.times.saturating_add(1);
        moved.gain = moved.gain.saturating_add(gain);
        moved.last = true;
    }

    fn which(&self, cell: Cell) -> Option<usize> {
        self.shells.iter().position(|&shell| shell == Some(cell))
    }
}

/// No move is taken to be less likely than this.
const UNHEARD_OF: f32 = 1e-4;

/// Follows a game and updates the belief by every move (Bayes).
#[derive(Debug)]
pub struct Watcher<'a> {
    game: &'a ShellOut,
    styles: &'a Styles,
    /// For every seat the logarithm of how likely each style is by now.
    manner: Vec<Vec<f32>>,
    readings: Vec<Reading>,
    hand: u8,
    begun: bool,
}

impl<'a> Watcher<'a> {
    /// Has seen nothing yet.
    pub fn new(game: &'a ShellOut, styles: &'a Styles) -> Self {
        let manner = styles.iter().map(|&(_, odds)| odds.ln()).collect();
        let seats = usize::from(game.seats());
        Watcher {
            game,
            styles,
            manner: vec![manner; seats],
            readings: Vec::new(),
            hand: 0,
            begun: false,
        }
    }

    /// Begins a hand, or what is left of it.
    fn begin(&mut self, open: &Open) {
        let seats = self.game.everybody();
        self.readings = seats.map(|seat| Reading::new(open, seat, self.styles.len())).collect();
        self.hand = open.hand;
        self.begun = true;
    }

    /// One action and what lay open before and after it.
    pub fn watch(&mut self, before: &Open, mv: Move, after: &Open) {
        if before.phase != Phase::Play {
            return;
        }
        if !self.follows(before) {
            self.begin(before);
        }
        let seat = before.to_act;
        if before.is_loaded(seat) {
            self.weigh(before, seat, mv);
        }
        match mv {
            Move::Go { from, to } => self.follow(before, seat, from, to),
            Move::Guess { from, to } => {
                self.readings[seat.index()].lose(from);
                self.look_under(before, to, after);
            }
            Move::Hide(_) | Move::Pass => {}
        }
    }

    fn follow(&mut self, open: &Open, seat: Seat, from: Cell, to: Cell) {
        let stance = Stance::new(self.game, open, seat);
        let gain = stance.away(from) as i8 - stance.away(to) as i8;
        self.readings[seat.index()].go(from, to, gain);
        if let Spot::ShellOut(_) = SPOTS[to.index()] {
            self.revealed(seat, to); // H6: only a loaded shell enters.
        }
    }

    /// Somebody has looked under the shell on `to`.
    fn look_under(&mut self, before: &Open, to: Cell, after: &Open) {
        let Some(other) = before.owner(to) else { return };
        // A wrong guess never ends a hand.
        let ended = after.hand != before.hand || after.phase != Phase::Play;
        if ended || after.captured[other.index()].is_some() {
            self.revealed(other, to);
            self.readings[other.index()].lose(to);
        }
    }

    /// Weighs a move of `seat` for every shell under which the counter may lie.
    fn weigh(&mut self, open: &Open, seat: Seat, mv: Move) {
        let stance = Stance::new(self.game, open, seat);
        let suspects = self.game.suspects(open, seat);
        let reading = &mut self.readings[seat.index()];
        for ((weights, _), evidence) in self.styles.iter().zip(&mut reading.evidence) {
            // A shell's moves weigh the same wherever else the counter lies.
            let mut empty = 0.0;
            let mut swaps = [0.0; MOST];
            for (shell, swap) in reading.shells.iter().zip(&mut swaps) {
                let Some(cell) = *shell else { continue };
                let idle = stance.weight(self.game, weights, None, cell);
                empty += idle;
                *swap = stance.weight(self.game, weights, Some(cell), cell) - idle;
            }
            for (which, shell) in reading.shells.iter().enumerate() {
                let Some(cell) = shell.filter(|cell| suspects & cell.bit() != 0) else { continue };
                let total = empty + swaps[which];
                let own = stance.logit(weights, Some(cell), mv).exp();
                // A move that the model thinks nearly impossible is no proof.
                let chance = if total > 0.0 { own / total } else { 1.0 };
                evidence[which] += chance.clamp(UNHEARD_OF, 1.0).ln();
            }
        }
    }

    /// The counter of `seat` turned out to lie there, which is evidence of the player's style.
    fn revealed(&mut self, seat: Seat, cell: Cell) {
        let reading = &self.readings[seat.index()];
        let Some(which) = reading.which(cell) else { return };
        for (manner, evidence) in self.manner[seat.index()].iter_mut().zip(&reading.evidence) {
            *manner += evidence[which];
        }
        let most = self.manner[seat.index()].iter().copied().fold(f32::MIN, f32::max);
        for manner in &mut self.manner[seat.index()] {
            // Nobody plays in one way for ever.
            *manner = (*manner - most).max(-4.0);
        }
    }

    /// What is believed at this point.
    pub fn belief(&self, open: &Open) -> Belief {
        let mut odds = [[(Cell(0), 0.0); MOST]; PLAYERS];
        for seat in self.game.everybody().filter(|&seat| open.is_loaded(seat)) {
            let suspects = self.game.suspects(open, seat);
            let own = &mut odds[seat.index()];
            for (entry, cell) in own.iter_mut().zip(cells(suspects)) {
                *entry = (cell, 1.0);
            }
            if self.follows(open) {
                let logs = own
                    .map(|(cell, on)| if on > 0.0 { self.log_odds(seat, cell) } else { f32::MIN });
                let most = logs.into_iter().fold(f32::MIN, f32::max);
                for (entry, log) in own.iter_mut().zip(logs) {
                    entry.1 = if entry.1 > 0.0 { (log - most).exp().max(1e-3) } else { 0.0 };
                }
            }
            let total: f32 = own.iter().map(|entry| entry.1).sum();
            own.iter_mut().for_each(|entry| entry.1 /= total);
        }
        Belief { odds }
    }

    /// How the shell of `seat` on `cell` has moved in the hand that lies open.
    pub fn moved(&self, open: &Open, seat: Seat, cell: Cell) -> Moved {
        if !self.follows(open) {
            return Moved::default();
        }
        let reading = &self.readings[seat.index()];
        reading.which(cell).map_or_else(Moved::default, |which| reading.moved[which])
    }

    /// Whether the hand that lies open is the one that was watched.
    fn follows(&self, open: &Open) -> bool {
        self.begun && self.hand == open.hand
    }

    fn log_odds(&self, seat: Seat, cell: Cell) -> f32 {
        let reading = &self.readings[seat.index()];
        let Some(which) = reading.which(cell) else { return f32::MIN };
        let terms = self.manner[seat.index()].iter().zip(&reading.evidence);
        let logs: Vec<f32> = terms.map(|(manner, evidence)| manner + evidence[which]).collect();
        let most = logs.iter().copied().fold(f32::MIN, f32::max);
        most + logs.iter().map(|log| (log - most).exp()).sum::<f32>().ln()
    }
}

/// No more actions of the past than this are read: a few hands show a player's style.
const MEMORY: usize = 600;

/// What everybody must believe who saw all this.
pub(crate) fn believe(
    game: &ShellOut,
    styles: &Styles,
    open: &Open,
    observations: &[ObservedAction<ShellOut>],
) -> Belief {
    watch(game, styles, open, observations).belief(open)
}

/// Watches the course of play again.
pub fn watch<'a>(
    game: &'a ShellOut,
    styles: &'a Styles,
    open: &Open,
    observations: &[ObservedAction<ShellOut>],
) -> Watcher<'a> {
    let mut watcher = Watcher::new(game, styles);
    let recent = observations.len().saturating_sub(MEMORY);
    // Half a hand would be read as a whole one.
    let begins = |observed: &ObservedAction<ShellOut>| observed.before.open.phase != Phase::Play;
    let skip = match recent {
        0 => 0,
        _ => observations[recent..]
            .iter()
            .position(begins)
            .map_or(observations.len(), |place| recent + place),
    };
    let observations = &observations[skip..];
    for (index, observed) in observations.iter().enumerate() {
        let Seen::Open(Action::Move(mv)) = observed.seen else { continue };
        let after = observations.get(index + 1).map_or(open, |next| &next.before.open);
        watcher.watch(&observed.before.open, mv, after);
    }
    watcher
}
