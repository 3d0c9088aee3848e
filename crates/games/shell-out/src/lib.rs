//! Shell-Out: a counter under one of five shells, to be brought past guessing neighbours onto an
//! opponent's Shell-Out spot.

mod beginners;
pub mod belief;
mod belief_model;
pub mod board;
mod check;
mod encode;
mod facts;
mod guide;
mod heuristics;
mod hindsight;
mod knowledge;
mod look;
mod notation;
pub mod policy;
mod position;
mod rules;
mod scene;
mod setup;
mod state;
pub mod styles;
#[cfg(test)]
mod tests;
mod why_not;
mod worlds;

use std::ops::ControlFlow;

use parlour_core::rng::{Rng, below};
use parlour_core::secrets::hide;
use parlour_core::{
    Action, ActionOf, Configure, Game, OptionError, OptionKind, OptionSpec, OptionValues, Seat,
    Seen, SeenOf, Shares, Turn, Viewer,
};
use parlour_session::Entry;

use board::{FIELD, RED, SHELL_OUTS, SPOTS, Spot};
use parlour_core::hex::{Cell, cells};
use state::PLAYERS;
pub use state::{Counter, Move, Open, Phase, Secret, State, View};

/// H11: a game for a target ends after this number of hands at the most; other games have no more.
const MOST_HANDS: u8 = 50;
/// The highest target that can be agreed on.
const MOST_TARGET: u16 = 10_000;
/// The default number of hands (H11).
const HANDS: u8 = 4;

/// How often a move is drawn at random before moves are counted: on a board so full that all of
/// these fail, few or none are left.
const SAMPLE_TRIES: u32 = 16;

/// How long a game goes on (H11).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Length {
    /// This number of hands.
    Hands(u8),
    /// Until somebody has this number of points when a hand is over.
    Target(u16),
}

/// What the registry lists.
pub static ENTRY: Entry = Entry::of::<ShellOut>();

/// The rules, with who sits where and how long the game goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShellOut {
    players: u8,
    /// Each player's field, from 0.
    fields: [u8; PLAYERS],
    length: Length,
    /// Where any shell may go: all but Keep Off, dead fields and Shell-Out spots.
    ground: u128,
}

impl ShellOut {
    /// Players at these fields (counted from 0, ascending, 2 to 6 of them).
    fn at_fields(seats: &[u8], length: Length) -> Self {
        let mut fields = [0; PLAYERS];
        fields[..seats.len()].copy_from_slice(seats);
        let live = seats.iter().fold(0, |all, &field| all | FIELD[usize::from(field)]);
        let ground = RED | live & !SHELL_OUTS;
        ShellOut { players: seats.len() as u8, fields, length, ground }
    }

    /// H1: where this number of players sit when nobody says otherwise, fields counted from 0.
    fn default_fields(players: usize) -> &'static [u8] {
        match players {
            2 => &[0, 3],
            3 => &[0, 2, 4],
            4 => &[0, 1, 3, 4],
            5 => &[0, 1, 2, 3, 4],
            _ => &[0, 1, 2, 3, 4, 5],
        }
    }

    /// The players' fields, from 0, in turn order.
    fn fields(&self) -> &[u8] {
        &self.fields[..usize::from(self.players)]
    }

    /// The players' fields as the option writes them, `default` for H1's.
    fn seats_text(&self) -> String {
        if self.fields() == Self::default_fields(self.fields().len()) {
            return "default".to_owned();
        }
        let numbers: Vec<String> = self.fields().iter().map(|f| (f + 1).to_string()).collect();
        numbers.join(",")
    }

    /// Reads fields as the option writes them: `1,4`.
    fn read_fields(text: &str) -> Result<Vec<u8>, OptionError> {
        let refused = |message: &str| OptionError(message.to_owned());
        let numbers: Option<Vec<u8>> = text
            .split(',')
            .map(|part| match part.as_bytes() {
                [digit @ b'1'..=b'6'] => Some(digit - b'1'),
                _ => None,
            })
            .collect();
        let form = "seats are fields from 1 to 6 joined by commas, such as 1,4";
        let fields = numbers.ok_or_else(|| refused(form))?;
        if !fields.is_sorted_by(|a, b| a < b) {
            return Err(refused("seats name each field once, in ascending order, such as 1,4"));
        }
        if fields.len() < 2 {
            return Err(refused("seats name a field for each of 2 to 6 players"));
        }
        Ok(fields)
    }

    fn visit_play<B>(
        &self,
        state: &State,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let open = &state.open;
        let (seat, occupied) = (open.to_act, open.occupied());
        let loaded = state.secrets[seat.index()].loaded;
        let mut any = false;
        for from in cells(open.shells[seat.index()]) {
            for to in cells(self.targets(open, occupied, seat, loaded, from)) {
                any = true;
                visit(go_or_guess(occupied, from, to))?;
            }
        }
        // H8: one with shells and no legal move passes.
        if any { ControlFlow::Continue(()) } else { visit(Move::Pass) }
    }

    /// A uniformly random move. Most boards let most leads be moves, so one of all leads is drawn
    /// until it is a move, which is just as uniform and a good deal faster than counting moves.
    fn sample_play<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Move {
        let open = &state.open;
        let (seat, occupied) = (open.to_act, open.occupied());
        let loaded = state.secrets[seat.index()].loaded;
        let shells = open.shells[seat.index()];
        let leads = cells(shells).map(board::count_leads).sum();
        for _ in 0..SAMPLE_TRIES {
            let mut left = below(rng, leads);
            for from in cells(shells) {
                let count = board::count_leads(from);
                if left >= count {
                    left -= count;
                    continue;
                }
                let to = board::lead(from, left);
                if self.targets(open, occupied, seat, loaded, from) & to.bit() != 0 {
                    return go_or_guess(occupied, from, to);
                }
                break;
            }
        }
        self.sample_by_count(state, rng)
    }

    fn sample_by_count<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Move {
        let mut left = below(rng, self.count_moves(state) as u32);
        let picked = self.visit_play(state, |mv| {
            if left == 0 {
                return ControlFlow::Break(mv);
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        picked.break_value().unwrap_or(Move::Pass)
    }
}

/// The cell that comes after `n` others in a set.
fn nth(mut set: u128, n: u32) -> Cell {
    for _ in 0..n {
        set &= set - 1;
    }
    Cell(set.trailing_zeros() as u8)
}

/// A free target is gone to; on any other stands a shell to look under.
fn go_or_guess(occupied: u128, from: Cell, to: Cell) -> Move {
    if occupied & to.bit() == 0 { Move::Go { from, to } } else { Move::Guess { from, to } }
}

impl Game for ShellOut {
    type Move = Move;
    type Chance = Counter;
    type Key = ();

    parlour_core::secret_game!(Open, Secret, PLAYERS);

    fn seats(&self) -> u8 {
        self.players
    }

    fn start(&self) -> State {
        self.new_hand(1, [0; PLAYERS])
    }

    fn turn(&self, state: &State) -> Turn {
        match state.open.phase {
            Phase::Deal => Turn::Chance,
            Phase::Hide | Phase::Play => Turn::Player(state.open.to_act),
            Phase::Over => Turn::Over,
        }
    }

    fn moves<B>(&self, state: &State, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        match state.open.phase {
            Phase::Deal | Phase::Over => ControlFlow::Continue(()),
            Phase::Hide => cells(state.open.shells[state.open.to_act.index()])
                .map(Move::Hide)
                .try_for_each(visit),
            Phase::Play => self.visit_play(state, visit),
        }
    }

    fn chances<B>(
        &self,
        state: &State,
        mut visit: impl FnMut(Counter, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if state.open.phase != Phase::Deal {
            return ControlFlow::Continue(());
        }
        // H2: each counter that is still face down is as likely as any other.
        let drawn = |counter| state.secrets.iter().any(|s| s.counter == Some(counter));
        Counter::ALL.into_iter().filter(|&c| !drawn(c)).try_for_each(|c| visit(c, 1))
    }

    fn play(&self, state: &mut State, mv: Move) {
        self.make(state, mv);
    }

    fn resolve(&self, state: &mut State, counter: Counter) {
        self.draw(state, counter);
    }

    fn shares(&self, state: &State) -> Option<Shares> {
        if state.open.phase != Phase::Over {
            return None;
        }
        let scores = &state.open.scores[..usize::from(self.players)];
        let best = scores.iter().max();
        Some(Shares::split(self.players, |seat| Some(&scores[seat.index()]) == best))
    }

    fn determinize<R: Rng + ?Sized>(&self, view: &View, rng: &mut R) -> State {
        self.random_state(view, rng)
    }

    fn seen(&self, before: &State, action: ActionOf<Self>, viewer: Viewer) -> SeenOf<Self> {
        match action {
            Action::Chance(_) | Action::Move(Move::Hide(_)) => {
                hide(before.open.to_act, action, viewer)
            }
            Action::Move(_) => Seen::Open(action),
        }
    }

    fn reveals(&self, _: &State, mv: Move) -> bool {
        match mv {
            Move::Guess { .. } => true,
            Move::Go { to, .. } => matches!(SPOTS[to.index()], Spot::ShellOut(_)),
            Move::Hide(_) | Move::Pass => false,
        }
    }

    fn count_moves(&self, state: &State) -> u64 {
        let open = &state.open;
        let seat = open.to_act;
        let shells = open.shells[seat.index()];
        match open.phase {
            Phase::Deal | Phase::Over => 0,
            Phase::Hide => u64::from(shells.count_ones()),
            Phase::Play => {
                let (occupied, loaded) = (open.occupied(), state.secrets[seat.index()].loaded);
                let targets = |from| self.targets(open, occupied, seat, loaded, from);
                let count: u32 = cells(shells).map(|from| targets(from).count_ones()).sum();
                u64::from(count.max(1))
            }
        }
    }

    fn sample_move<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Move {
        if state.open.phase == Phase::Hide {
            let shells = state.open.shells[state.open.to_act.index()];
            return Move::Hide(nth(shells, below(rng, shells.count_ones())));
        }
        self.sample_play(state, rng)
    }
}

impl Configure for ShellOut {
    const ID: &'static str = "shell-out";
    const NAME: &'static str = "Shell-Out";
    const SUMMARY: &'static str =
        "Sneak your hidden counter onto an opponent's Shell-Out spot before its shell is guessed.";
    const DRAW_OFFERS: bool = true;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "players",
            label: "Players",
            kind: OptionKind::Number { min: 2, max: PLAYERS as u32 },
            default: "2",
            help: "How many play; seats, when given, decides this too.",
            value_labels: &[],
        },
        OptionSpec {
            name: "hands",
            label: "Hands in a game",
            kind: OptionKind::Number { min: 1, max: MOST_HANDS as u32 },
            default: "4",
            help: "How many hands make a game, unless there is a target.",
            value_labels: &[],
        },
        OptionSpec {
            name: "target",
            label: "Play to a score",
            kind: OptionKind::Number { min: 0, max: MOST_TARGET as u32 },
            default: "0",
            help: "The game ends after the hand in which somebody reaches this score, such as 150; \
                   0 is no target.",
            value_labels: &[("0", "no, play hands")],
        },
        OptionSpec {
            name: "seats",
            label: "Fields of the players",
            kind: OptionKind::Text,
            default: "default",
            help: "The players' fields in ascending order, such as 1,2; default spreads them out.",
            value_labels: &[("default", "spread out")],
        },
    ];
    const RULES: &'static str = include_str!("../../../../docs/rules/shell-out.md");
    const LESSONS: &'static str = include_str!("lessons.txt");
    const PUZZLES: &'static str = include_str!("puzzles.txt");

    fn configure(values: &OptionValues) -> Result<Self, OptionError> {
        values.check(Self::OPTIONS)?;
        let number = |name| values.number(Self::OPTIONS, name);
        let length = match number("target") {
            0 => Length::Hands(number("hands") as u8),
            target => Length::Target(target as u16),
        };
        let players = number("players") as usize;
        let text = values.text(Self::OPTIONS, "seats");
        if text == "default" {
            return Ok(Self::at_fields(Self::default_fields(players), length));
        }
        let fields = Self::read_fields(text)
            .map_err(|OptionError(why)| OptionError(format!("{why}, or default; not '{text}'")))?;
        // H1: seats set the number of players, too; another number set later undoes them.
        let last = values.iter().map(|(name, _)| name).rfind(|n| ["players", "seats"].contains(n));
        if last == Some("players") && fields.len() != players {
            return Ok(Self::at_fields(Self::default_fields(players), length));
        }
        Ok(Self::at_fields(&fields, length))
    }

    fn options(&self) -> OptionValues {
        let (hands, target) = match self.length {
            Length::Hands(hands) => (hands, 0),
            Length::Target(target) => (HANDS, target),
        };
        [
            ("players", self.players.to_string()),
            ("hands", hands.to_string()),
            ("target", target.to_string()),
            ("seats", self.seats_text()),
        ]
        .into_iter()
        .collect()
    }
}

/// The letter of a player's shells, small or, for the loaded one, capital.
fn letter(seat: Seat, loaded: bool) -> char {
    char::from(if loaded { b'A' } else { b'a' } + seat.0)
}
