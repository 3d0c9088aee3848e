//! Players with a fixed way to play, to measure others by, and to play like beginners.

use parlour_core::rng::{by_weight, seeded};
use parlour_core::{Game, PerSeat, Seat};
use parlour_search::infosets::{InfoSets, Params};
use parlour_search::{Certainty, Engine, EngineKind, Line, Progress, SearchReport, Task};

use super::ShellOut;
use super::belief::{Watcher, watch};
use super::board::{FIELD, SPOTS, Spot};
use super::habit::Stance;
use super::observer::{self, Eye};
use super::state::{Move, Open, Phase, State};
use super::styles::{Learned, Manners};
use crate::hex::{Cell, cells};

/// A fixed way to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Plan {
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

impl Plan {
    /// How much this player is drawn to a move.
    fn urge(self, game: &ShellOut, watcher: &Watcher<'_>, state: &State, mv: Move) -> f32 {
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
                if self == Plan::Wander {
                    return gain;
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
            Plan::Wander | Plan::Run => None,
            Plan::GuessMoved => {
                let times = watcher.moved(open, owner, cell).times;
                (times > 0).then_some(i32::from(times))
            }
            Plan::GuessNearest => Some(-i32::from(stance.away(cell))),
        };
        score(cell).is_some() && score(cell) == cells(suspects).map(score).max().flatten()
    }
}

/// Plays by a plan.
struct Rival {
    plan: Plan,
    task: Option<Task<ShellOut>>,
}

impl Rival {
    fn make(plan: Plan) -> Box<dyn Engine<ShellOut>> {
        Box::new(Rival { plan, task: None })
    }

    fn task(&self) -> &Task<ShellOut> {
        self.task.as_ref().expect("a task has begun")
    }
}

impl Engine<ShellOut> for Rival {
    fn begin(&mut self, task: Task<ShellOut>) {
        self.task = Some(task);
    }

    fn step(&mut self, _: u64) -> Progress {
        Progress::Done
    }

    fn nodes(&self) -> u64 {
        0
    }

    fn report(&self) -> SearchReport<Move> {
        let Task { game, view, observations, request, .. } = self.task();
        let mut rng = seeded(request.seed);
        // Only the own secret and what lies open are asked for below: any world will do.
        let world = game.determinize(view, &mut rng);
        let watcher = watch(game, &[], &view.open, observations);
        let mut moves = Vec::new();
        game.for_each_move(&world, |mv| {
            moves.push((mv, self.plan.urge(game, &watcher, &world, mv).exp()));
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
        visits: 0,
    }
}

/// Moves as an information-set search does, but guesses by an observer who was fitted to that
/// search's games: a player who was told its style.
struct Reader {
    inner: InfoSets<ShellOut>,
    /// Looks under a shell that is loaded with at least these odds.
    nerve: f64,
    task: Option<Task<ShellOut>>,
}

impl Reader {
    /// The guess with the best odds, if any has good ones.
    fn guess(&self) -> Option<Move> {
        let Task { game, view, observations, .. } = self.task.as_ref()?;
        if view.open.phase != Phase::Play {
            return None;
        }
        let (manners, eye) = (Manners::default(), Learned::IN_USE.eye());
        let watcher = watch(game, manners.styles(), &view.open, observations);
        let world = game.determinize(view, &mut seeded(0));
        let mut best = (self.nerve, None);
        game.for_each_move(&world, |mv| {
            if let Move::Guess { to, .. } = mv {
                let odds = loaded_odds(game, &watcher, &view.open, to, &eye);
                if odds >= best.0 {
                    best = (odds, Some(mv));
                }
            }
        });
        best.1
    }
}

/// How likely the shell on `cell` is loaded, to this eye.
fn loaded_odds(game: &ShellOut, watcher: &Watcher<'_>, open: &Open, cell: Cell, eye: &Eye) -> f64 {
    let Some(owner) = open.owner(cell).filter(|&owner: &Seat| open.is_loaded(owner)) else {
        return 0.0;
    };
    let line = observer::Line::up(game, watcher, open, owner);
    let place = line.cells.iter().position(|&shell| shell == cell);
    place.map_or(0.0, |place| line.odds(eye)[place])
}

impl Engine<ShellOut> for Reader {
    fn begin(&mut self, task: Task<ShellOut>) {
        self.task = Some(task.clone());
        self.inner.begin(task);
    }

    fn step(&mut self, work: u64) -> Progress {
        self.inner.step(work)
    }

    fn nodes(&self) -> u64 {
        self.inner.nodes()
    }

    fn report(&self) -> SearchReport<Move> {
        let mut report = self.inner.report();
        let shells_out = |mv| matches!(mv, Move::Go { to, .. } if matches!(SPOTS[to.index()], Spot::ShellOut(_)));
        if shells_out(report.lines[0].choice()) {
            return report;
        }
        let guess = self.guess();
        if let Some(place) = report.lines.iter().position(|line| Some(line.choice()) == guess) {
            report.lines[..=place].rotate_right(1);
        }
        report
    }
}

/// All of them, by name.
pub(super) fn kinds() -> [EngineKind<ShellOut>; 5] {
    [
        EngineKind { name: "wanderer", make: |_, _| Rival::make(Plan::Wander) },
        EngineKind { name: "runner", make: |_, _| Rival::make(Plan::Run) },
        EngineKind { name: "guess-moved", make: |_, _| Rival::make(Plan::GuessMoved) },
        EngineKind { name: "guess-nearest", make: |_, _| Rival::make(Plan::GuessNearest) },
        EngineKind {
            name: "reader",
            make: |_, settings| {
                let nerve = settings.take("nerve", 0.4);
                let inner = InfoSets::new(Params::from_settings(settings));
                Box::new(Reader { inner, nerve, task: None })
            },
        },
    ]
}
