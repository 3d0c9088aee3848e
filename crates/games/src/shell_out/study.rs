//! Games played to be studied: how well a player's loaded shell can be named, and how it moves.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use parlour_core::rng::{Rng, derived, seeded};
use parlour_core::{Action, Game, Seat, Shares, Turn};
use parlour_search::{Budget, SearchControl, SearchRequest};

use super::ShellOut;
use super::belief::Watcher;
use super::habit::{Habit, Stance, TRAITS};
use super::observer::{Line, Moment};
use super::regression::{self, Choice};
use super::state::{Move, Phase, State};
use super::styles::Manners;
use crate::player::Player;
use crate::session::{Running, Session};
use crate::spec::Spec;

/// Plays a game by whoever is asked for each move, with a seed of its own. All its actions, as texts
/// with spaces between them, and everybody's share of the win.
pub(super) fn play(
    game: &ShellOut,
    rng: &mut impl Rng,
    mut choose: impl FnMut(&Running<ShellOut>, Seat, u64) -> String,
) -> (String, Shares) {
    let mut session = Running::new(game.clone());
    let mut actions = Vec::new();
    loop {
        let action = match session.turn() {
            Turn::Over => break,
            Turn::Chance => session.roll(rng).expect("chance is to act"),
            Turn::Player(seat) => choose(&session, seat, rng.next_u64()),
        };
        session.play(&action).expect("players act by the rules");
        actions.push(action);
    }
    (actions.join(" "), session.shares().expect("a finished game has shares"))
}

/// What was seen of some players in some games.
#[derive(Clone, Debug, Default)]
pub struct Study {
    /// Whenever another was to move: such a player's shells.
    pub moments: Vec<Moment>,
    /// Every move that such a player made with a counter to hide.
    pub(super) moves: Vec<Choice<TRAITS>>,
    /// Their shares of the win, game by game.
    pub shares: Vec<f64>,
}

impl Study {
    /// Plays one game and studies the first player, whose seat goes round with the number of the game;
    /// everybody else plays by the other spec.
    ///
    /// # Errors
    /// When there is no such player.
    pub fn play(
        &mut self,
        game: &ShellOut,
        [first, others]: [&Spec; 2],
        number: u64,
        seed: u64,
    ) -> Result<(), String> {
        let subject = Seat((number % u64::from(game.seats())) as u8);
        let table = Running::new(game.clone());
        let mut players: Vec<Box<dyn Player>> = Vec::new();
        for seat in game.everybody() {
            let spec = if seat == subject { first } else { others };
            players.push(table.player(spec, 1).map_err(|error| error.to_string())?);
        }
        let mut rng = seeded(derived(seed, number));
        let (actions, _) = play(game, &mut rng, |session, seat, seed| {
            think(&mut *players[seat.index()], session, seed)
        });
        self.follow(game, &Manners::default(), &actions, |seat| seat == subject)
    }

    /// Goes through a game and studies some of its players.
    ///
    /// # Errors
    /// When the actions are not those of a whole game.
    pub(super) fn follow(
        &mut self,
        game: &ShellOut,
        manners: &Manners,
        actions: &str,
        studied: impl Fn(Seat) -> bool,
    ) -> Result<(), String> {
        let mut session = Running::new(game.clone());
        let mut watcher = Watcher::new(game, manners.styles());
        let studied = || game.everybody().filter(|&seat| studied(seat));
        for action in actions.split(' ') {
            let before = *session.history().state();
            let played = parlour_core::notation::read_action(game, &before, action);
            session.play(action).map_err(|error| error.to_string())?;
            let Ok(Action::Move(mv)) = played else { continue };
            let mover = before.open.to_act;
            for seat in studied().filter(|&seat| seat != mover) {
                self.look(game, &watcher, &before, seat);
            }
            if studied().any(|seat| seat == mover) && before.open.is_loaded(mover) {
                self.moves.push(choice(game, &before, mv));
            }
            watcher.watch(&before.open, mv, &session.history().state().open);
        }
        let shares = session.shares().ok_or("the game is not over")?;
        self.shares.extend(studied().map(|seat| shares[seat].value()));
        Ok(())
    }

    fn look(&mut self, game: &ShellOut, watcher: &Watcher<'_>, state: &State, subject: Seat) {
        let Some(loaded) = state.secrets[subject.index()].loaded else { return };
        if state.open.phase != Phase::Play {
            return;
        }
        let line = Line::up(game, watcher, &state.open, subject);
        let truth = line.cells.iter().position(|&cell| cell == loaded);
        // With one shell left there is nothing to name.
        if let Some(made) = truth.filter(|_| line.cells.len() > 1) {
            self.moments.push(Choice { options: line.signs, made });
        }
    }

    /// The habit under which the moves surprise least.
    pub(super) fn habit(&self) -> Habit {
        regression::fit(&self.moves).map(|weight| weight as f32)
    }

    /// How much the moves surprise somebody who expects this habit, in nats a move.
    pub(super) fn surprise(&self, habit: &Habit) -> f64 {
        regression::surprise(&self.moves, &habit.map(f64::from))
    }
}

/// The traits of all that the player to act could do, and what was done.
fn choice(game: &ShellOut, state: &State, made: Move) -> Choice<TRAITS> {
    let seat = state.open.to_act;
    let stance = Stance::new(game, &state.open, seat);
    let loaded = state.secrets[seat.index()].loaded;
    let mut choice = Choice { options: Vec::new(), made: 0 };
    game.for_each_move(state, |mv| {
        if mv == made {
            choice.made = choice.options.len();
        }
        let mut traits = [0.0; TRAITS];
        stance.traits(loaded, mv, |which, amount| traits[which] += amount);
        choice.options.push(traits);
    });
    choice
}

fn think(player: &mut dyn Player, session: &dyn Session, seed: u64) -> String {
    let stop = AtomicBool::new(false);
    let request = SearchRequest::best_move(Budget::default(), seed);
    let control = SearchControl { clock: &|| Duration::ZERO, stop: &stop };
    let report = player.search(session, &request, &control, &mut |_| {});
    report.expect("somebody acts until the end").chosen
}
