//! `parlour puzzles`: positions of engine games with one clearly best decision.

mod decision;
mod kept;

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use parlour_analysis::fair_settings;
use parlour_core::rng::{Rng, SeededRng, seeded};
use parlour_core::{OptionValues, Seat, Turn};
use parlour_lessons::{Counting, OTHERS, Origin, PuzzleBook, PuzzleGrade, likeness};
use parlour_search::{Budget, SearchRequest, Want};
use parlour_session::{Entry, Session, Spec, TextReport, words::names_to};

use crate::arena::game::opening;
use crate::search;
use decision::{Decision, LINES};
use kept::Kept;
use parlour_console::failure::Failure;
use parlour_console::interrupt;
use parlour_console::io::Io;
use parlour_console::mistakes::whole;
use parlour_console::set_up::{self, GameName, SetUp};

const EXAMPLES: &str = "\
Examples:
  parlour puzzles outwit --count 6
  parlour puzzles senet --gap 10 --nodes 50000 > puzzles.txt
  parlour puzzles shell-out --count 0 --counting 12

Levels play games against each other. A decision becomes a puzzle when the best move is better than
the next by more than --gap points of the win, again with twice the nodes and another seed, and when a
third search, of --confirm nodes, chooses a right move as well. Moves as good as the best are right,
too. The game must not be decided whatever is played. At most ten puzzles are alike: the same facts
speak for the best move, and the same against the next, equally strongly. The output is a puzzle file (docs/puzzles.md):
the position, the right moves and others with their values, the themes (facts of the best move), and
which of the eight levels find a right move. A third of the puzzles is easy, a third middling, a third
hard. --counting finds questions about secrets that can be answered by counting alone.";

/// Arguments of `parlour puzzles`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game
    #[arg(value_parser = GameName)]
    game: String,

    #[command(flatten)]
    set_up: SetUp,

    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 60)]
    #[arg(value_parser = whole::<u32>(..=10_000))]
    count: u32,

    /// How many questions about secrets, in a game that hides them on the board
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = whole::<u32>(..=1000))]
    counting: u32,

    /// Look through this number of games at most
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole::<u32>(..))]
    games: u32,

    /// The points of the win by which the best move must be better than the next [default: 20; 2 where
    /// dice decide]
    #[arg(long, value_name = "POINTS")]
    gap: Option<f64>,

    /// The nodes of the first search; the second has twice as many
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    #[arg(value_parser = whole::<u64>(1..=1_000_000_000))]
    nodes: u64,

    /// The nodes of the third search [default: as many as the second]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole::<u64>(1..=1_000_000_000))]
    confirm: Option<u64>,

    /// Makes the games repeatable
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole::<u64>(..))]
    seed: u64,
}

/// The usual gap in points, and the one in a game with dice, where single moves matter less: the smallest
/// error that a report names.
const GAP: f64 = 20.0;
const GAP_WITH_DICE: f64 = 2.0;

/// The levels of the players: good enough for sensible positions, weak enough for mistakes.
const PLAYERS: std::ops::RangeInclusive<u8> = 2..=6;
/// Random actions before the games, where there are no dice.
const OPENING: u32 = 4;
/// A quick search with this part of the nodes, and half the gap, comes first.
const QUICK: u64 = 20;
/// The moves that the quick search values.
const QUICK_LINES: NonZeroUsize = NonZeroUsize::new(3).expect("not zero");
/// No more puzzles than this come from one game, and this number of actions lie between two.
const OF_ONE_GAME: usize = 2;
const APART: usize = 8;
/// A question about a secret leaves at most this number of places, and rules this number out at least.
const LEFT: usize = 2;
const RULED_OUT: usize = 2;
/// How often a level that draws its move is asked; it finds a puzzle by more than half.
const TRIES: usize = 5;

/// Finds puzzles and writes each as soon as it is found.
pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let game = set_up::game(&args.game)?;
    let book =
        parlour_lessons::puzzles(game).map_err(|error| Failure::runtime(error.to_string()))?;
    let start = args.set_up.open(game, None)?;
    let gap = if start.turn() == Turn::Chance && !game.secrets { GAP_WITH_DICE } else { GAP };
    let mut finder = Finder {
        args,
        gap: args.gap.unwrap_or(gap) / 100.0,
        game,
        book: &book,
        options: args.set_up.values(game)?,
        stop: interrupt::watch(),
        rng: seeded(args.seed),
        kept: Kept::default(),
    };
    write!(io.out, "{}", heading(game))?;
    for number in 1..=args.games {
        finder.look_through(&*start, io)?;
        if !finder.wants_more() {
            return Ok(());
        }
        if number % 100 == 0 {
            writeln!(io.err, "{number} games: {}", finder.kept)?;
        }
    }
    writeln!(io.err, "{} games were not enough: {}", args.games, finder.kept)?;
    Ok(())
}

/// What stands in the game's file before its puzzles.
fn heading(game: &Entry) -> String {
    let puzzle = |line: &&str| {
        line.strip_prefix("## ")
            .is_some_and(|title| title.starts_with(|c: char| c.is_ascii_digit()))
    };
    game.puzzles.lines().take_while(|line| !puzzle(line)).flat_map(|line| [line, "\n"]).collect()
}

struct Finder<'a> {
    args: &'a Args,
    /// By this share of the win the best move must be better than the next.
    gap: f64,
    game: &'static Entry,
    book: &'a PuzzleBook,
    options: OptionValues,
    stop: &'a AtomicBool,
    rng: SeededRng,
    kept: Kept,
}

impl Finder<'_> {
    /// Plays a game and writes its puzzles.
    fn look_through(&mut self, start: &dyn Session, io: &mut Io<'_>) -> Result<(), Failure> {
        let random = if start.turn() == Turn::Chance { 0 } else { OPENING };
        let (mut session, mut actions) = opening(start, random, self.rng.next_u64());
        let levels: Vec<u8> = (0..start.seats()).map(|_| self.level()).collect();
        let (mut found, mut from) = (0, 0);
        let mut asks = self.kept.counting < self.args.counting as usize;
        loop {
            let action = match session.turn() {
                Turn::Over => return Ok(()),
                Turn::Chance => session.sample_chance(&mut self.rng).unwrap_or_default(),
                Turn::Player(seat) => {
                    asks = asks && !self.ask(start, &*session, &actions, io)?;
                    let free = self.wants_puzzles() && actions.len() >= from;
                    if free && session.legal().len() > 1 && self.keep(&*session, &actions, io)? {
                        (found, from) = (found + 1, actions.len() + APART);
                    }
                    let decided = found == OF_ONE_GAME || !self.wants_puzzles();
                    if decided && !asks {
                        return Ok(());
                    }
                    let player = self.player(&*session, levels[seat.index()]);
                    self.search(&*session, &player, Want::Move)?.chosen
                }
            };
            session.play(&action)?;
            actions.push(action);
        }
    }

    fn wants_puzzles(&self) -> bool {
        self.kept.count() < self.args.count as usize
    }

    fn wants_more(&self) -> bool {
        self.wants_puzzles() || self.kept.counting < self.args.counting as usize
    }

    /// Writes a question about a secret if counting answers it: few places are the likeliest. Every second
    /// question is about all opponents, where there are several.
    fn ask(
        &mut self,
        first: &dyn Session,
        session: &dyn Session,
        actions: &[String],
        io: &mut Io<'_>,
    ) -> Result<bool, Failure> {
        let all = session.seats() > 2 && self.kept.counting % 2 == 1;
        let owners = Seat::all(session.seats()).map(Some).filter(|_| !all);
        for owner in owners.chain(all.then_some(None)) {
            let origin =
                Origin { options: self.options.clone(), position: None, actions: actions.to_vec() };
            let Some(asked) = Counting::at(first, session, origin, owner) else { continue };
            let called = names_to(session, asked.seat);
            let called = owner.map(|owner| called[owner.index()].as_str());
            let Some(task) = self.book.secret_question(called) else { continue };
            let open = asked.wrong().filter(|place| place.chance > 0.0).count();
            let clear = owner != Some(asked.seat)
                && asked.right().count() <= LEFT
                && asked.wrong().count() >= RULED_OUT
                && (!all || open >= RULED_OUT);
            if !clear {
                continue;
            }
            self.kept.counting += 1;
            let number = self.kept.count() + self.kept.counting;
            writeln!(io.out, "\n## {number}\ntask: {task}")?;
            writeln!(io.out, "options: {}", written(&self.options))?;
            let asks = owner.map_or(OTHERS.to_owned(), |owner| owner.to_string());
            writeln!(io.out, "moves: {}\nasks: {asks}", actions.join(" "))?;
            io.out.flush()?;
            return Ok(true);
        }
        Ok(false)
    }

    fn level(&mut self) -> u8 {
        let (least, most) = (*PLAYERS.start(), *PLAYERS.end());
        least + (self.rng.next_u64() % u64::from(most - least + 1)) as u8
    }

    /// Writes the position as a puzzle if it is one that is still wanted.
    fn keep(
        &mut self,
        session: &dyn Session,
        actions: &[String],
        io: &mut Io<'_>,
    ) -> Result<bool, Failure> {
        let Some(decision) = self.decision(session)? else { return Ok(false) };
        let position = session.position();
        if self.kept.positions.contains(&position) {
            return Ok(false);
        }
        let (best, next) = (&decision.right[0].0, &decision.wrong[0].0);
        let levels = self.levels(session, &decision)?;
        let grade = PuzzleGrade::of(levels.len());
        let kind = likeness(session, best, next);
        if !self.kept.wants(grade, kind.as_ref(), self.args.count as usize) {
            return Ok(false);
        }
        *self.kept.of_grade.entry(grade).or_default() += 1;
        if let Some(kind) = kind {
            *self.kept.alike.entry(kind).or_default() += 1;
        }
        self.kept.positions.insert(position);
        let number = self.kept.count() + self.kept.counting;
        let text = self.text(number, session, actions, &decision, &levels);
        write!(io.out, "\n{text}")?;
        io.out.flush()?;
        Ok(true)
    }

    /// The decision of the second search, if it is clear in both, the best move is right in both, and a third
    /// search chooses a right move.
    fn decision(&mut self, session: &dyn Session) -> Result<Option<Decision>, Failure> {
        let (gap, nodes) = (self.gap, self.args.nodes);
        let mut clear = |nodes, gap, lines| -> Result<Option<Decision>, Failure> {
            let report = self.search(session, &best(session, nodes), Want::Lines(lines))?;
            Ok(Decision::of(&report, gap))
        };
        if clear(nodes / QUICK, gap / 2.0, QUICK_LINES)?.is_none() {
            return Ok(None);
        }
        let Some(first) = clear(nodes, gap, LINES)? else { return Ok(None) };
        let Some(second) = clear(2 * nodes, gap, LINES)? else { return Ok(None) };
        if !first.moves().contains(second.right[0].0.as_str()) {
            return Ok(None);
        }
        let confirm = self.args.confirm.unwrap_or(2 * nodes);
        let chosen = self.search(session, &best(session, confirm), Want::Move)?.chosen;
        Ok(second.moves().contains(chosen.as_str()).then_some(second))
    }

    /// The levels that find a right move.
    fn levels(&mut self, session: &dyn Session, decision: &Decision) -> Result<Vec<u8>, Failure> {
        let all = session.levels();
        let mut found = Vec::new();
        for (number, level) in (1..).zip(&all) {
            let tries = if level.weighs_all() { TRIES } else { 1 };
            let player = self.player(session, number);
            let mut right = 0;
            for _ in 0..tries {
                let chosen = self.search(session, &player, Want::Move)?.chosen;
                right += usize::from(decision.moves().contains(chosen.as_str()));
            }
            if 2 * right > tries {
                found.push(number);
            }
        }
        Ok(found)
    }

    /// A level without its clock, so that it repeats: one with a time limit alone gets the nodes of a
    /// puzzle's first search.
    fn player(&self, session: &dyn Session, level: u8) -> Spec {
        let spec = Spec::Level(level).spelled_out(&session.engines(), &session.levels());
        match spec {
            Spec::Engine { name, budget, settings } => {
                let timed = budget.nodes.is_none() && budget.depth.is_none();
                let nodes = if timed { Some(self.args.nodes) } else { budget.nodes };
                let budget = Budget { time: None, nodes, ..budget };
                Spec::Engine { name, budget, settings }
            }
            other => other,
        }
    }

    fn search(
        &mut self,
        session: &dyn Session,
        spec: &Spec,
        want: Want,
    ) -> Result<TextReport, Failure> {
        let mut player = set_up::player(session, spec, 1)?;
        let seed = self.rng.next_u64();
        let request = SearchRequest { want, seed, ..SearchRequest::default() };
        search(&mut *player, session, &request, self.stop)
    }

    /// The puzzle as it stands in a file. What others hid is read from how they played, so a game with
    /// secrets keeps all its actions.
    fn text(
        &self,
        number: usize,
        session: &dyn Session,
        actions: &[String],
        decision: &Decision,
        levels: &[u8],
    ) -> String {
        let (best, next) = (&decision.right[0].0, &decision.wrong[0].0);
        let mut text = format!("## {number}\n");
        let mut line = |name: &str, value: String| {
            if !value.is_empty() {
                text += &format!("{name}: {value}\n");
            }
        };
        if !self.book.questions.is_empty() {
            line("task", self.book.question(session).to_owned());
        }
        if self.game.secrets {
            line("options", written(&self.options));
            line("moves", actions.join(" "));
        } else {
            line("position", session.position());
        }
        line("right", percentages(&decision.right));
        line("wrong", percentages(&decision.wrong));
        // Answers follow from what is hidden, so a line of a game with secrets is its first move.
        let known = if self.game.secrets { 1 } else { decision.line.len() };
        line("line", decision.line[..known].join(" "));
        line("certainty", decision.certainty.name().to_owned());
        line("nodes", (2 * self.args.nodes).to_string());
        line("themes", self.book.themes_of(session, best, next).join(" "));
        let levels: Vec<String> = levels.iter().map(u8::to_string).collect();
        line("levels", levels.join(" "));
        text
    }
}

/// `hands=1 players=2`.
fn written(options: &OptionValues) -> String {
    let words = options.iter().map(|(name, value)| format!("{name}={value}"));
    words.collect::<Vec<_>>().join(" ")
}

fn percentages(moves: &[(String, f64)]) -> String {
    let words = moves.iter().map(|(action, share)| format!("{action}={:.1}", 100.0 * share));
    words.collect::<Vec<_>>().join(" ")
}

/// The game's best engine, which takes both sides for equal.
fn best(session: &dyn Session, nodes: u64) -> Spec {
    let budget = Budget { nodes: Some(nodes.max(1)), ..Budget::default() };
    Spec::Engine { name: "best".to_owned(), budget, settings: fair_settings(session) }
}
