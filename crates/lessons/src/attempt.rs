//! One learner at one exercise.

use std::sync::atomic::{AtomicBool, Ordering};

use parlour_core::rng::seeded;
use parlour_core::{NotationError, Turn};
use parlour_search::{Budget, SearchControl, SearchRequest};
use parlour_session::{Player, Session, Spec, TextLine};

use crate::course::{ENGINE, Exercise, Mistake, Prompt};
use crate::goal::{Goal, GoalContext, opponent_pieces};

/// The node limit of the engine's answers: enough to punish a mistake, and quick.
const NODES: u64 = 500;
/// The same in games with secrets, where a node is a whole simulation.
const SIMULATIONS: u64 = 100;
/// The seed of what the file leaves to chance: the same for every learner.
const SEED: u64 = 7;
/// The most actions that others make before the learner's next move.
const LONGEST: usize = 200;

/// What became of a learner's move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttemptVerdict<'a> {
    /// The goal is not reached yet, and still can be.
    GoOn,
    /// The goal is reached.
    Done,
    /// The goal cannot be reached any more: the move is to be taken back. `None` where the author wrote
    /// nothing about it.
    Mistake(Option<&'a Mistake>),
}

/// A learner's move and what followed.
pub struct Step<'a> {
    /// What became of it.
    pub verdict: AttemptVerdict<'a>,
    /// The game after each action, the learner's move first.
    pub frames: Vec<Box<dyn Session>>,
}

/// What the engine would do in the place of a learner.
#[derive(Clone, PartialEq, Debug)]
pub struct Opinion {
    /// Its move, and the learner's share of the win after it.
    pub best: (String, f64),
    /// The best move that the exercise takes for right, where the engine's own is not.
    pub claimed: Option<(String, f64)>,
}

impl Opinion {
    /// The opinion of a search that valued all moves, of which `right` are right. `None` where it valued none.
    pub fn new(lines: Vec<TextLine>, right: &[String]) -> Option<Self> {
        let values = lines.into_iter().map(|line| (line.moves[0].clone(), line.value));
        let mut values: Vec<(String, f64)> = values.collect();
        values.sort_by(|one, other| other.1.total_cmp(&one.1));
        let best = values.first()?.clone();
        let claimed = values.into_iter().find(|(action, _)| right.contains(action));
        Some(Opinion { claimed: claimed.filter(|claimed| *claimed != best), best })
    }
}

/// One to three stars for an exercise that was solved after this number of mistakes, in `over_par` moves
/// more than par.
pub fn stars(mistakes: u32, over_par: u8) -> u8 {
    match mistakes + u32::from(over_par) {
        0 => 3,
        1 => 2,
        _ => 1,
    }
}

/// A learner at an exercise, from its start.
pub struct Attempt<'a> {
    exercise: &'a Exercise,
    /// Ends what takes long: what is asked from then on is answered at once, and wrongly.
    stop: &'a AtomicBool,
    opponent_pieces: u32,
    state: State,
    engine: OpponentPlayer<'a>,
    /// The game after each action before the learner's first move.
    pub lead_in: Vec<Box<dyn Session>>,
}

/// How far an attempt has come.
#[derive(Clone)]
pub(crate) struct State {
    session: Box<dyn Session>,
    moves: u8,
    throws: usize,
    replies: usize,
    /// What the file names and the rules did not allow.
    skipped: Vec<String>,
}

impl State {
    /// The written action if it is legal; otherwise it is noted as skipped.
    fn allowed(&mut self, written: Option<&String>) -> Option<String> {
        let written = written?.clone();
        if self.session.legal().contains(&written) {
            return Some(written);
        }
        self.skipped.push(written);
        None
    }
}

impl<'a> Attempt<'a> {
    /// A new attempt.
    pub fn new(exercise: &'a Exercise) -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Attempt::until(exercise, &NEVER)
    }

    /// A new attempt whose searches end when `stop` becomes true. What it says from then on is worth nothing.
    pub fn until(exercise: &'a Exercise, stop: &'a AtomicBool) -> Self {
        let session = exercise.start.clone();
        let opponent_pieces = opponent_pieces(&*session, exercise.seat);
        let state = State { session, moves: 0, throws: 0, replies: 0, skipped: Vec::new() };
        let mut attempt = Attempt {
            exercise,
            stop,
            opponent_pieces,
            state,
            engine: OpponentPlayer { player: None, stop },
            lead_in: Vec::new(),
        };
        let mut lead_in = vec![attempt.state.session.clone()];
        attempt.state = attempt.engine.answers(exercise, attempt.state.clone(), &mut lead_in);
        attempt.lead_in = lead_in;
        attempt
    }

    /// The game as it stands.
    pub fn session(&self) -> &dyn Session {
        &*self.state.session
    }

    /// How many moves the learner has made.
    pub fn moves(&self) -> u8 {
        self.state.moves
    }

    /// What the file says of the learner's next move.
    pub fn prompt(&self) -> Option<&'a Prompt> {
        self.exercise.prompt(self.state.moves)
    }

    /// How far it has come, to be gone back to.
    pub(crate) fn state(&self) -> State {
        self.state.clone()
    }

    /// Goes back to where it was.
    pub(crate) fn rewind(&mut self, state: State) {
        self.state = state;
    }

    /// Throws and replies that the file names and the rules did not allow.
    pub(crate) fn skipped(&self) -> &[String] {
        &self.state.skipped
    }

    /// Makes a learner's move. A mistake changes nothing: the learner may try again.
    ///
    /// # Errors
    /// When the move is not legal; the error says why not.
    pub fn play(&mut self, action: &str) -> Result<Step<'a>, NotationError> {
        let (exercise, mut after) = (self.exercise, self.state.clone());
        after.session.play(action)?;
        after.moves += 1;
        let mut frames = vec![after.session.clone()];
        if self.reached(&after, action, &self.exercise.goal) {
            self.state = after.clone();
            exercise.shows.iter().for_each(|shown| self.show(&mut after, shown, &mut frames));
            return Ok(Step { verdict: AttemptVerdict::Done, frames });
        }
        if after.moves < exercise.within {
            let mut answers = Vec::new();
            let next = self.engine.answers(exercise, after.clone(), &mut answers);
            if self.solution_from(&next, exercise.within).is_some() {
                frames.append(&mut answers);
                self.state = next;
                return Ok(Step { verdict: AttemptVerdict::GoOn, frames });
            }
        }
        let mut mistakes = exercise.mistakes(self.state.moves).iter();
        let context = self.context(&after, action);
        let mistake = mistakes.find(|mistake| mistake.when.holds(&context));
        for shown in mistake.iter().flat_map(|mistake| &mistake.shows) {
            self.show(&mut after, shown, &mut frames);
        }
        Ok(Step { verdict: AttemptVerdict::Mistake(mistake), frames })
    }

    /// The fewest moves that reach the goal from here; `None` where none do within the limit.
    pub fn solution(&mut self) -> Option<Vec<String>> {
        self.solution_from(&self.state.clone(), self.exercise.within)
    }

    fn reached(&self, after: &State, action: &str, goal: &Goal) -> bool {
        goal.holds(&self.context(after, action))
    }

    /// What goals are judged by after this move.
    fn context<'s>(&self, after: &'s State, action: &'s str) -> GoalContext<'s> {
        GoalContext::new(&*after.session, self.exercise.seat, action, self.opponent_pieces)
    }

    /// Whether nobody waits for the answer any more.
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// A shortest solution, by iterative deepening up to `within` moves in all.
    fn solution_from(&mut self, state: &State, within: u8) -> Option<Vec<String>> {
        (1..=within.saturating_sub(state.moves)).find_map(|depth| self.search(state, depth))
    }

    /// A solution in exactly `depth` moves.
    fn search(&mut self, state: &State, depth: u8) -> Option<Vec<String>> {
        if state.session.turn() != Turn::Player(self.exercise.seat) || self.stopped() {
            return None;
        }
        state.session.legal().into_iter().find_map(|action| {
            let mut after = state.clone();
            after.session.play(&action).ok()?;
            after.moves += 1;
            let reached = self.reached(&after, &action, &self.exercise.goal);
            match (depth, reached) {
                (1, true) => Some(vec![action]),
                // A solution that is shorter was looked for before.
                (1, false) | (_, true) => None,
                (_, false) => {
                    let next = self.engine.answers(self.exercise, after, &mut Vec::new());
                    let rest = self.search(&next, depth - 1)?;
                    Some([vec![action], rest].concat())
                }
            }
        })
    }

    /// Plays one action of what a mistake shows. A file that names an action which is not legal after
    /// this mistake shows less.
    fn show(&mut self, state: &mut State, shown: &str, frames: &mut Vec<Box<dyn Session>>) {
        let chosen = match shown {
            ENGINE => {
                while state.session.turn() == Turn::Chance {
                    let outcome = throw(self.exercise, state);
                    if outcome.is_none_or(|outcome| state.session.play(&outcome).is_err()) {
                        return;
                    }
                    frames.push(state.session.clone());
                }
                self.engine.choose(&*state.session)
            }
            action => Some(action.to_owned()),
        };
        if chosen.is_some_and(|action| state.session.play(&action).is_ok()) {
            frames.push(state.session.clone());
        }
    }
}

/// The next outcome of chance: the file's, or one drawn by the fixed seed.
fn throw(exercise: &Exercise, state: &mut State) -> Option<String> {
    let written = state.allowed(exercise.throws.get(state.throws));
    state.throws += 1;
    let number = state.throws as u64;
    written.or_else(|| state.session.sample_chance(&mut seeded(SEED + number)))
}

/// The engine that plays for the others, made when it is first needed.
struct OpponentPlayer<'a> {
    player: Option<Box<dyn Player>>,
    stop: &'a AtomicBool,
}

impl OpponentPlayer<'_> {
    /// Plays chance and the others until the learner is to move or the game is over.
    fn answers(
        &mut self,
        exercise: &Exercise,
        mut state: State,
        frames: &mut Vec<Box<dyn Session>>,
    ) -> State {
        for _ in 0..LONGEST {
            let action = match state.session.turn() {
                Turn::Over => break,
                Turn::Player(seat) if seat == exercise.seat => break,
                Turn::Player(_) => {
                    let written = state.allowed(exercise.replies.get(state.replies));
                    state.replies += 1;
                    written.or_else(|| self.choose(&*state.session))
                }
                Turn::Chance => throw(exercise, &mut state),
            };
            let Some(action) = action else { break };
            if state.session.play(&action).is_err() {
                break;
            }
            frames.push(state.session.clone());
        }
        state
    }

    /// The engine's move.
    fn choose(&mut self, session: &dyn Session) -> Option<String> {
        let nodes = Some(if session.has_secrets() { SIMULATIONS } else { NODES });
        let budget = Budget { nodes, ..Budget::default() };
        if self.player.is_none() {
            self.player = session.player(&Spec::best_within(budget), 1).ok();
        }
        let request = SearchRequest::best_move(budget, SEED);
        let control = SearchControl { stop: self.stop, ..SearchControl::none() };
        let report = self.player.as_mut()?.search(session, &request, &control, &mut |_| {})?;
        Some(report.chosen)
    }
}
