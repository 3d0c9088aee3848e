//! Learning how the information-set search moves, and what gives it away.
//!
//! The search expects of itself and of others that they move by a habit: it tries such moves first, and
//! reads from the moves that were made where counters lie. So the habit is learned from its own games: it
//! plays by the habit that it has, and now and then the habit is fitted anew to the moves of its latest
//! games, and an observer to what was seen of them.

use parlour_core::rng::{derived, seeded};
use parlour_core::{Action, Game, Seat, Viewer};
use parlour_search::infosets::{InfoSets, Params};
use parlour_search::learn::{Ahead, Learner};
use parlour_search::{Engine, Task};

use super::ShellOut;
use super::observer;
use super::study::{self, Study};
use super::styles::{Learned, Manners};
use crate::session::Running;

/// How games are played to learn from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schooling {
    /// How many nodes a move gets.
    pub(super) nodes: u64,
    /// After so many games habit and observer are fitted anew,
    pub(super) term: u64,
    /// to so many of the latest games.
    pub(super) memory: usize,
    /// How far the habit goes from the one in use towards the one that fits best. One that went all the
    /// way foresaw moves better and lost to the one in use.
    pub(super) trust: f32,
}

const SCHOOLING: Schooling = Schooling { nodes: 300, term: 40, memory: 240, trust: 0.4 };

/// The first line of what is saved.
const HEAD: &str = "the style of shell-out";

/// A table at which the search learns how it moves.
pub(super) struct School {
    game: ShellOut,
    schooling: Schooling,
    seed: u64,
    games: u64,
    learned: Learned,
    /// The latest games, by the texts of their actions.
    played: Vec<String>,
    threads: usize,
    ahead: Ahead<String>,
}

impl School {
    /// Begins with the style that the game is built with.
    pub(super) fn new(game: &ShellOut, seed: u64) -> Self {
        School::at_pace(game, seed, SCHOOLING)
    }

    pub(super) fn at_pace(game: &ShellOut, seed: u64, schooling: Schooling) -> Self {
        School {
            game: game.clone(),
            schooling,
            seed,
            games: 0,
            learned: Learned::IN_USE,
            played: Vec::new(),
            threads: 1,
            ahead: Ahead::new(),
        }
    }

    /// Plays the game with this number: everybody by what has been learned.
    fn play(&self, number: u64) -> String {
        let mut rng = seeded(derived(self.seed, number));
        let mut search = searcher(&self.learned);
        study::play(&self.game, &mut rng, |session, seat, seed| {
            self.think(&mut search, session, seat, seed)
        })
        .0
    }

    /// Plays a game in which every other seat is the learner's; the share of the win that it has then.
    fn measure(&self, round: u64) -> f64 {
        // The same seed twice, with the seats changing hands, so that who is as good wins half of two
        // games.
        let mut rng = seeded(self.seed.wrapping_add(round / 2));
        let mut searches = [&self.learned, &Learned::IN_USE].map(searcher);
        let which = |seat: Seat| (seat.index() + round as usize) % 2;
        let (_, shares) = study::play(&self.game, &mut rng, |session, seat, seed| {
            self.think(&mut searches[which(seat)], session, seat, seed)
        });
        let own = self.game.everybody().filter(|&seat| which(seat) == 0);
        own.map(|seat| shares[seat].value()).sum()
    }

    /// The text of the move that a search makes.
    fn think(
        &self,
        search: &mut InfoSets<ShellOut>,
        session: &Running<ShellOut>,
        seat: Seat,
        seed: u64,
    ) -> String {
        let view = self.game.view(session.history().state(), Viewer::Seat(seat));
        let observations = session.observations().to_vec();
        search.begin(Task { observations, ..Task::new(&self.game, view, seed) });
        search.step(self.schooling.nodes);
        session.text(Action::Move(search.report().lines[0].choice()))
    }

    /// What all the games show that are remembered, to somebody who reads them so.
    fn study(&self, manners: &Manners) -> Study {
        let mut study = Study::default();
        for actions in &self.played {
            study.follow(&self.game, manners, actions, |_| true).expect("whole games are kept");
        }
        study
    }

    fn fit(&mut self) {
        let fitted = self.study(&Manners::new(self.learned.habit())).habit();
        let mut habit = Learned::IN_USE.habit();
        for (weight, fitted) in habit.iter_mut().zip(fitted) {
            *weight += self.schooling.trust * (fitted - *weight);
        }
        // The observer goes by what is believed, and that follows from the habit.
        let eye = observer::fit(&self.study(&Manners::new(habit)).moments);
        self.learned = Learned::new(&habit, &eye);
    }
}

/// A search that takes players to move by what was learned.
fn searcher(learned: &Learned) -> InfoSets<ShellOut> {
    InfoSets::with_model(Manners::new(learned.habit()), Params::default())
}

impl Learner for School {
    fn games(&self) -> u64 {
        self.games
    }

    fn spread(&mut self, threads: usize) {
        self.threads = threads;
        self.ahead.spread(threads);
    }

    fn learn(&mut self) -> f64 {
        let mut ahead = std::mem::take(&mut self.ahead);
        let end = (self.games + 1).next_multiple_of(self.schooling.term);
        let newest = ahead.next(self.games, end, |number| self.play(number));
        self.ahead = ahead;
        self.games += 1;
        let mut study = Study::default();
        let habit = self.learned.habit();
        study
            .follow(&self.game, &Manners::new(habit), &newest, |_| true)
            .expect("a whole game was played");
        self.played.push(newest);
        if self.games.is_multiple_of(self.schooling.term) {
            let old = self.played.len().saturating_sub(self.schooling.memory);
            self.played.drain(..old);
            self.fit();
        }
        study.surprise(&habit)
    }

    fn trial(&self, games: u64, go_on: &dyn Fn(u64) -> bool) -> Option<f64> {
        let mut ahead = Ahead::new();
        ahead.spread(self.threads);
        let won = (0..games).map(|round| {
            go_on(round).then(|| ahead.next(round, games, |round| self.measure(round)))
        });
        Some(won.sum::<Option<f64>>()? / games.max(1) as f64)
    }

    fn save(&self) -> Vec<u8> {
        let head = format!("{HEAD}\n{} {}\n{}\n", self.seed, self.games, self.learned.line());
        (head + &self.played.join("\n") + "\n").into_bytes()
    }

    fn restore(&mut self, saved: &[u8]) -> Result<(), String> {
        let text = std::str::from_utf8(saved).map_err(|error| error.to_string())?;
        let bad = || "this is not what this game has learned".to_owned();
        let mut lines = text.strip_suffix('\n').ok_or_else(bad)?.split('\n');
        lines.next().filter(|&line| line == HEAD).ok_or_else(bad)?;
        let (seed, games) = lines.next().and_then(|line| line.split_once(' ')).ok_or_else(bad)?;
        let seed: u64 = seed.parse().map_err(|_| bad())?;
        let games: u64 = games.parse().map_err(|_| bad())?;
        let learned = lines.next().and_then(Learned::read).ok_or_else(bad)?;
        let played: Vec<String> =
            lines.filter(|line| !line.is_empty()).map(str::to_owned).collect();
        if played.len() as u64 > games {
            return Err(bad());
        }
        // A game of another table is refused here.
        let (mut seen, manners) = (Study::default(), Manners::default());
        for actions in &played {
            let followed = seen.follow(&self.game, &manners, actions, |_| false);
            followed.map_err(|error| format!("{}: {error}", bad()))?;
        }
        (self.seed, self.games, self.learned, self.played) = (seed, games, learned, played);
        self.ahead.clear();
        Ok(())
    }

    fn weights(&self) -> Vec<u8> {
        self.learned.file().into_bytes()
    }
}
