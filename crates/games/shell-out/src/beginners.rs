//! Beginners: players with a fixed strategy. The lower levels play by them.

use parlour_core::rng::{by_weight, seeded};
use parlour_core::{Game, PerSeat};
use parlour_search::{Certainty, Engine, EngineKind, Line, Progress, SearchReport, SearchTask};

use super::ShellOut;
use super::belief::{Watcher, watch};
use super::board::{FIELD, SPOTS, Spot};
use super::policy::Stance;
use super::state::{Move, Open, State};
use parlour_core::hex::{Cell, cells};

/// A fixed strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Strategy {
    /// Moves any shell towards the spots and never looks under one.
    Wander,
    /// Takes the loaded shell straight to a spot, and never looks under another's.
    Run,
    /// The same, but looks under a shell that has moved most of its owner's.
    GuessMoved,
    /// The same, but looks under a shell that is the nearest of its owner's to a spot.
    GuessNearest,
}

/// What a fixed player makes of a move; the bigger the likelier, by e to the power of it.
const SURE: f32 = 20.0;
/// How much a step towards the spots is worth to a player who moves any shell. With 1, two such players
/// ended 76 of 200 hands by the limit of H10.
const WANDER: f32 = 2.0;

impl Strategy {
    /// How much this player is drawn to a move.
    fn logit(self, game: &ShellOut, watcher: &Watcher<'_>, state: &State, mv: Move) -> f32 {
        let open = &state.open;
        let seat = open.to_act;
        match mv {
            Move::Hide(_) | Move::Pass => 0.0,
            Move::Guess { to, .. } if self.suspects(game, watcher, open, to) => SURE / 2.0,
            Move::Guess { .. } => -SURE,
            Move::Go { to, .. } if matches!(SPOTS[to.index()], Spot::ShellOut(_)) => SURE,
            Move::Go { from, to } => {
                let stance = Stance::new(game, open, seat);
                let gain = f32::from(stance.away(from)) - f32::from(stance.away(to));
                if self == Strategy::Wander {
                    return WANDER * gain;
                }
                let home = FIELD[usize::from(game.field_of(seat))];
                let leaves = home & from.bit() != 0 && home & to.bit() == 0;
                let loaded = state.secrets[seat.index()].loaded == Some(from);
                let run = if loaded { 3.0 * gain + 2.0 } else { 0.3 * gain };
                // H6: some have to leave before a spot is open.
                run + if leaves { 1.5 } else { 0.0 }
            }
        }
    }

    /// Whether this player takes the shell on `cell` for a loaded one.
    fn suspects(self, game: &ShellOut, watcher: &Watcher<'_>, open: &Open, cell: Cell) -> bool {
        let Some(owner) = open.owner(cell).filter(|&owner| open.is_loaded(owner)) else {
            return false;
        };
        let suspects = game.suspects(open, owner);
        if suspects & cell.bit() == 0 {
            return false;
        }
        let stance = Stance::new(game, open, owner);
        let score = |cell: Cell| match self {
            Strategy::Wander | Strategy::Run => None,
            Strategy::GuessMoved => {
                let times = watcher.moved(open, owner, cell).times;
                (times > 0).then_some(i32::from(times))
            }
            Strategy::GuessNearest => Some(-i32::from(stance.away(cell))),
        };
        score(cell).is_some() && score(cell) == cells(suspects).map(score).max().flatten()
    }
}

/// Plays by a strategy.
struct Beginner {
    strategy: Strategy,
    task: Option<SearchTask<ShellOut>>,
}

impl Beginner {
    fn make(strategy: Strategy) -> Box<dyn Engine<ShellOut>> {
        Box::new(Beginner { strategy, task: None })
    }

    fn task(&self) -> &SearchTask<ShellOut> {
        self.task.as_ref().expect("a task has begun")
    }
}

impl Engine<ShellOut> for Beginner {
    fn begin(&mut self, task: SearchTask<ShellOut>) {
        self.task = Some(task);
    }

    fn step(&mut self, _: u64) -> Progress {
        Progress::Done
    }

    fn nodes(&self) -> u64 {
        0
    }

    fn report(&self) -> SearchReport<Move> {
        let SearchTask { game, view, observations, seed, .. } = self.task();
        let mut rng = seeded(*seed);
        // Only the own secret and what lies open are asked for below: any world will do.
        let world = game.determinize(view, &mut rng);
        let watcher = watch(game, &[], &view.open, observations);
        let mut moves = Vec::new();
        game.for_each_move(&world, |mv| {
            moves.push((mv, self.strategy.logit(game, &watcher, &world, mv).exp()));
        });
        let drawn = by_weight(&mut rng, moves.iter().map(|&(_, weight)| weight));
        moves[..=drawn].rotate_right(1);
        let lines = moves.iter().map(|&(mv, _)| plain(game, mv)).collect();
        SearchReport::new(lines, 0, 0)
    }
}

/// A move of which nothing is known.
fn plain(game: &ShellOut, mv: Move) -> Line<Move> {
    let even = 1.0 / f64::from(game.seats());
    Line {
        moves: vec![mv],
        value: even,
        shares: PerSeat::new(game.seats(), even),
        certainty: Certainty::Estimated,
        visits: None,
        sampled: None,
    }
}

/// All of them, by name.
pub(super) fn kinds() -> [EngineKind<ShellOut>; 4] {
    [
        EngineKind { name: "wanderer", make: |_, _| Beginner::make(Strategy::Wander) },
        EngineKind { name: "runner", make: |_, _| Beginner::make(Strategy::Run) },
        EngineKind { name: "guess-moved", make: |_, _| Beginner::make(Strategy::GuessMoved) },
        EngineKind { name: "guess-nearest", make: |_, _| Beginner::make(Strategy::GuessNearest) },
    ]
}
