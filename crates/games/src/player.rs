//! Computer players of any game, behind an object-safe face.

use std::any::Any;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use parlour_core::rng::seeded;
use parlour_core::{Turn, Viewer};
use parlour_search::{Budget, Certainty, Haste, Level, Limits, Report, Settings, Task, Thinker};

use crate::near::{shown, suggest};
use crate::registry::find;
use crate::session::{Playable, Running, Session};
pub use crate::spec::Spec;
use crate::spec::{BEST, PLAYERS, level_error};

/// What a player has found, as texts.
#[derive(Clone, PartialEq, Debug)]
pub struct Thinking {
    /// The move to make.
    pub chosen: String,
    /// The moves that were looked at, the best first. Where others must not foresee a move, the one to
    /// make is drawn among the good ones and need not be the first.
    pub lines: Vec<Variation>,
    /// How many plies ahead it looked.
    pub depth: u32,
    /// How many nodes were visited.
    pub nodes: u64,
    /// How long it took by the caller's clock.
    pub seconds: f64,
}

/// One choice and what is expected to come of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Variation {
    /// The choice, and the answers that are expected. Never empty.
    pub moves: Vec<String>,
    /// The mover's share of the win, from 0 to 1.
    pub value: f64,
    /// Everybody's share, in seat order.
    pub shares: Vec<f64>,
    /// How much the value can be trusted.
    pub certainty: Certainty,
    /// How many nodes went into this choice; 0 where it is not told apart.
    pub visits: u64,
}

/// What a player is asked for, beside the position.
#[derive(Clone, Copy)]
pub struct Orders<'a> {
    /// Limits beside the player's own; whichever comes first ends the search, but see
    /// [`Budget::ENDLESS`].
    pub budget: Budget,
    /// How many of the best moves must have a value of their own; 0 where nothing but a move is wanted,
    /// so that a sole one need not be thought about.
    pub lines: usize,
    /// Makes a search under a budget of nodes repeatable.
    pub seed: u64,
    /// The time since thinking began.
    pub clock: &'a (dyn Fn() -> Duration + Sync),
    /// Ends the search early when it becomes true.
    pub stop: &'a AtomicBool,
}

impl fmt::Debug for Orders<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Orders").field("budget", &self.budget).finish_non_exhaustive()
    }
}

/// Somebody who can think about a position. A player remembers what it found from one move to the
/// next, so a game goes best with the same one.
pub trait Player: Send {
    /// Looks for a good move with what the player to act may know, and tells now and then what
    /// it has found; `None` when nobody is to act.
    fn think(
        &mut self,
        session: &dyn Session,
        orders: &Orders<'_>,
        tell: &mut dyn FnMut(&Thinking),
    ) -> Option<Thinking>;

    /// About how many bytes of what it found it keeps for its next move; 0 where it begins each from
    /// nothing, because it counts nodes or plies and must repeat, or because its engine keeps nothing.
    fn memory(&self) -> usize {
        0
    }
}

/// Thinks once about a position, with a player that is forgotten afterwards; `None` when nobody is
/// to act.
///
/// # Errors
/// When there is no such player of this game.
pub fn think(
    session: &dyn Session,
    spec: &Spec,
    orders: &Orders<'_>,
) -> Result<Option<Thinking>, String> {
    let entry = find(session.id()).ok_or("no such game is registered")?;
    let mut player = (entry.player)(session, spec, 1)?;
    Ok(player.think(session, orders, &mut |_| {}))
}

/// What the game's best engine thinks of a position, as the player to act knows it: each player's
/// share of the win, and the best moves with what is expected to come of them. `None` when nobody is
/// to act.
///
/// # Errors
/// When the game is not registered.
pub fn analyse(
    session: &dyn Session,
    orders: &Orders<'_>,
    threads: usize,
) -> Result<Option<Thinking>, String> {
    let entry = find(session.id()).ok_or("no such game is registered")?;
    let mut player = (entry.player)(session, &Spec::best(), threads)?;
    Ok(player.think(session, orders, &mut |_| {}))
}

/// The running game behind a session.
///
/// # Panics
/// When the session is of another game.
pub(crate) fn running<G: Playable>(session: &dyn Session) -> &Running<G> {
    let any: &dyn Any = session;
    any.downcast_ref().expect("a player thinks about its own game")
}

/// A player of `G` as the spec wants it.
pub(crate) fn player<G: Playable>(
    session: &dyn Session,
    spec: &Spec,
    threads: usize,
) -> Result<Box<dyn Player>, String> {
    let game = running::<G>(session).game();
    Ok(match spec {
        Spec::Random => Box::new(Guesser),
        Spec::Level(number) => {
            let levels = game.levels();
            let level = levels.get(usize::from(*number).wrapping_sub(1));
            let level = *level.ok_or_else(|| level_error(&number.to_string()))?;
            let thinker = thinker(game, level.engine, &Settings::default(), threads)?;
            Box::new(Computer { thinker, level })
        }
        Spec::Engine { name, budget, settings } => {
            let mut settings = settings.clone();
            let slip = settings.take("slip", 0.0).max(0.0);
            let brisk = settings.take("brisk", 0.0) > 0.0;
            let thinker = thinker(game, name, &settings, threads)?;
            let level = Level { engine: BEST, budget: *budget, slip, brisk };
            Box::new(Computer { thinker, level })
        }
    })
}

fn thinker<G: Playable>(
    game: &G,
    name: &str,
    settings: &Settings,
    threads: usize,
) -> Result<Thinker<G>, String> {
    let engines = game.engines();
    let maker = match name {
        BEST => engines.first(),
        _ => engines.iter().find(|maker| maker.name == name),
    };
    let Some(maker) = maker else {
        let names: Vec<_> = engines.iter().map(|maker| maker.name).collect();
        let near = suggest(name, names.iter().copied().chain(["level", "random", BEST]));
        return Err(format!(
            "no engine '{}' plays this; {near}engines here are {}, and {PLAYERS}",
            shown(name),
            names.join(", ")
        ));
    };
    let engine = maker.build(game, settings).map_err(|error| error.to_string())?;
    Ok(Thinker::new(engine, threads))
}

/// Makes any legal move.
struct Guesser;

impl Player for Guesser {
    fn think(
        &mut self,
        session: &dyn Session,
        orders: &Orders<'_>,
        _: &mut dyn FnMut(&Thinking),
    ) -> Option<Thinking> {
        let Turn::Player(_) = session.turn() else { return None };
        let chosen = session.sample(&mut seeded(orders.seed))?;
        let seats = usize::from(session.seats());
        let even = 1.0 / seats as f64;
        let line = Variation {
            moves: vec![chosen.clone()],
            value: even,
            shares: vec![even; seats],
            certainty: Certainty::Estimated,
            visits: 0,
        };
        let seconds = (orders.clock)().as_secs_f64();
        Some(Thinking { chosen, lines: vec![line], depth: 0, nodes: 0, seconds })
    }
}

/// Searches.
struct Computer<G: Playable> {
    thinker: Thinker<G>,
    level: Level,
}

impl<G: Playable> Player for Computer<G> {
    fn think(
        &mut self,
        session: &dyn Session,
        orders: &Orders<'_>,
        tell: &mut dyn FnMut(&Thinking),
    ) -> Option<Thinking> {
        let running = running::<G>(session);
        let Turn::Player(seat) = session.turn() else { return None };
        let (game, course) = (running.game(), running.course());
        let budget = self.level.budget.within(orders.budget);
        let task = Task {
            past: course.keys().to_vec(),
            witnessed: running.witnessed().to_vec(),
            lines: if self.level.weighs_all() { usize::MAX } else { orders.lines.max(1) },
            depth: budget.depth,
            // What a search under a count of nodes finds must not depend on what was before.
            reuse: remembers(&budget),
            ..Task::new(game, game.view(course.state(), Viewer::Seat(seat)), orders.seed)
        };
        // Who names a time, or wants a value, wants all of the thought.
        let haste = match orders.lines {
            0 if self.level.brisk && orders.budget.time.is_none() => Haste::Clear,
            0 => Haste::Sole,
            _ => Haste::Never,
        };
        let limits = Limits { budget, clock: orders.clock, stop: orders.stop, haste };
        let clock = orders.clock;
        let report = self.thinker.think(task, &limits, &mut |report| {
            tell(&texts(game, report, 0, clock()));
        });
        let mut rng = seeded(orders.seed ^ SALT);
        let chosen = self.level.choose(&report, &mut rng);
        Some(texts(game, &report, chosen, clock()))
    }

    fn memory(&self) -> usize {
        if remembers(&self.level.budget) { self.thinker.memory() } else { 0 }
    }
}

/// Whether what was found for the move before may be used.
fn remembers(budget: &Budget) -> bool {
    budget.nodes.is_none() && budget.depth.is_none()
}

/// Tells a slip's random number from those of the search.
const SALT: u64 = 0x511b;

fn texts<G: Playable>(
    game: &G,
    report: &Report<G::Move>,
    chosen: usize,
    elapsed: Duration,
) -> Thinking {
    let lines = report.lines.iter().map(|line| Variation {
        moves: line.moves.iter().map(|&mv| game.write_move(mv)).collect(),
        value: line.value,
        shares: line.shares.as_slice().to_vec(),
        certainty: line.certainty,
        visits: line.visits,
    });
    let mut lines: Vec<Variation> = lines.collect();
    if !G::OPEN {
        rank(&mut lines);
    }
    Thinking {
        chosen: game.write_move(report.lines[chosen].choice()),
        lines,
        depth: report.depth,
        nodes: report.nodes,
        seconds: elapsed.as_secs_f64(),
    }
}

/// Puts the best first, for somebody who reads them: where there are secrets the move that was drawn
/// came first. Of what was never tried nothing is known.
fn rank(lines: &mut [Variation]) {
    let tried = |line: &Variation| line.visits > 0;
    lines.sort_by(|one, other| {
        tried(other).cmp(&tried(one)).then(other.value.total_cmp(&one.value))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_game_with_secrets_began_with_whatever_move_was_drawn() {
        let line = |mv: &str, value: f64, visits: u64| {
            let (moves, shares) = (vec![mv.to_owned()], vec![value, 1.0 - value]);
            Variation { moves, value, shares, certainty: Certainty::Estimated, visits }
        };
        let mut lines =
            [line("drawn", 0.4, 9), line("b", 0.6, 50), line("c", 0.7, 0), line("d", 0.5, 3)];
        rank(&mut lines);
        assert_eq!(lines.map(|line| line.moves[0].clone()), ["b", "d", "drawn", "c"]);
    }
}
