//! The puzzle file of a game: positions with one clearly best decision.
//!
//! `parlour puzzles` finds them and writes the file; `docs/puzzles.md` describes the format. A puzzle is
//! solved as an exercise of one move, so pages and programs need no second runner for it.

use parlour_analysis::reasons::{reasons_against, reasons_for};
use parlour_core::{MoveFact, OptionValues, Seat, Turn};
use parlour_search::Certainty;
use parlour_session::{Entry, LEVELS, Session};
use serde::{Deserialize, Serialize};

use crate::counting::{Counting, counting};
use crate::course::{ENGINE, Exercise, Fields, Mistake, Prompt, number, start};
use crate::goal::Goal;
use crate::lines::{LessonError, Line, sections};

/// All puzzles of a game.
#[derive(Clone, Debug, Default)]
pub struct PuzzleBook {
    /// The themes: a fact's kind, and its name as a theme.
    pub themes: Vec<(String, String)>,
    /// Questions in place of the usual one: the kinds of facts that a legal move must have, and the
    /// question.
    pub questions: Vec<(Vec<String>, String)>,
    /// The puzzles, in the order of the file.
    pub puzzles: Vec<Puzzle>,
    /// Questions about secrets, which stand behind the puzzles.
    pub counting: Vec<Counting>,
}

/// How hard a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleGrade {
    /// Six or more of the eight levels find it; in a question by counting, at most two places are ruled out.
    Easy,
    /// Four or five find it; three or four places.
    Middling,
    /// At most three find it; five places or more.
    Hard,
}

impl PuzzleGrade {
    /// All grades, the easiest first.
    pub const ALL: [PuzzleGrade; 3] = [PuzzleGrade::Easy, PuzzleGrade::Middling, PuzzleGrade::Hard];

    /// The grade of a puzzle that `found` levels find.
    pub fn of(found: usize) -> Self {
        match found {
            0..=3 => PuzzleGrade::Hard,
            4..=5 => PuzzleGrade::Middling,
            _ => PuzzleGrade::Easy,
        }
    }

    /// Its name in texts.
    pub fn name(self) -> &'static str {
        match self {
            PuzzleGrade::Easy => "easy",
            PuzzleGrade::Middling => "middling",
            PuzzleGrade::Hard => "hard",
        }
    }
}

/// A position with one clearly best decision.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Its name in addresses: `puzzle-12`.
    pub id: String,
    /// The question.
    pub task: String,
    /// The position, with the actions that led there where the file has them.
    pub start: Box<dyn Session>,
    /// The options of its game, the position it begins at (`None`: the game's start) and the actions made
    /// since.
    pub origin: Origin,
    /// Who is to move.
    pub seat: Seat,
    /// The moves that solve it, the best first, with the mover's share of the win after each.
    pub right: Vec<(String, f64)>,
    /// Other moves, the best first. A move that is not listed is no better than the first of these.
    pub wrong: Vec<(String, f64)>,
    /// The best move and the answers that are expected.
    pub line: Vec<String>,
    /// How reliable the shares are.
    pub certainty: Certainty,
    /// The nodes of the search that confirmed it.
    pub nodes: u64,
    /// The kinds of facts that it is about.
    pub themes: Vec<String>,
    /// The levels that find a right move.
    pub levels: Vec<u8>,
}

/// How a puzzle's position came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// Options that differ from the usual ones.
    pub options: OptionValues,
    /// The position where the actions begin; `None` for the start of a game.
    pub position: Option<String>,
    /// The actions, throws and draws included.
    pub actions: Vec<String>,
}

impl Origin {
    pub(crate) fn of(fields: &Fields<'_>) -> Result<Self, LessonError> {
        Ok(Origin {
            options: fields.options()?,
            position: fields.line("position").map(|line| line.value.to_owned()),
            actions: fields.words("moves"),
        })
    }
}

/// The facts for the best move of a puzzle and against the next, each with its weight.
pub type Likeness = [Vec<(&'static str, i16)>; 2];

/// What a puzzle at this position is about; `None` where no fact speaks for the best move: it is like no
/// other.
pub fn likeness(session: &dyn Session, best: &str, next: &str) -> Option<Likeness> {
    let facts = [reasons_for(session, best, Some(next)), reasons_against(session, next)];
    let kinds = facts.map(|facts| facts.iter().map(|fact| (fact.kind, fact.weight)).collect());
    let [pro, _]: &Likeness = &kinds;
    (!pro.is_empty()).then_some(kinds)
}

/// What an answer gives away.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Loss {
    /// The share of the win that it gives away.
    pub share: f64,
    /// Whether it may be more: the value of the move is not known.
    pub at_least: bool,
}

/// What to ask where the file names no question.
const QUESTION: &str = "Find the best move.";

/// The names of the questions about one secret and about all, in place of a kind of fact.
const SECRET: [&str; 2] = ["secret", "secrets"];

/// Themes that come from the rules alone, in every game.
const GENERAL_THEMES: [(&str, &str); 4] = [
    ("wins", "Win at once"),
    ("stops-win", "Stop a win"),
    ("forces-win", "Force a win"),
    ("shares", "Share the game"),
];

/// The names of all values that a puzzle may have, and whether one may come more than once.
const NAMES: [(&str, bool); 12] = [
    ("task", false),
    ("asks", false),
    ("position", false),
    ("options", false),
    ("moves", true),
    ("right", false),
    ("wrong", false),
    ("line", false),
    ("certainty", false),
    ("nodes", false),
    ("themes", false),
    ("levels", false),
];

/// The puzzles of a game; none for a game without a puzzle file.
///
/// # Errors
/// When the file has a mistake.
pub fn puzzles(entry: &Entry) -> Result<PuzzleBook, LessonError> {
    read_puzzles(entry, entry.puzzles)
}

/// The number of puzzles in a game's file, without reading them.
pub fn puzzle_count(entry: &Entry) -> usize {
    let titles = entry.puzzles.lines().filter_map(|line| line.strip_prefix("## "));
    titles.filter(|title| title.starts_with(|c: char| c.is_ascii_digit())).count()
}

/// Reads puzzles of a game from a text.
///
/// # Errors
/// At the first mistake in the text.
pub fn read_puzzles(entry: &Entry, text: &str) -> Result<PuzzleBook, LessonError> {
    let mut book = PuzzleBook::default();
    let general = GENERAL_THEMES.iter().map(|&(kind, name)| (kind.to_owned(), name.to_owned()));
    book.themes.extend(general);
    for section in sections(text)? {
        let pairs = || section.lines.iter().map(|line| (line.name, line.value.to_owned()));
        match section.title {
            "Themes" => book.themes.extend(pairs().map(|(kind, name)| (kind.to_owned(), name))),
            "Questions" => book.questions.extend(pairs().map(|(kinds, question)| {
                (kinds.split_whitespace().map(str::to_owned).collect(), question)
            })),
            _ => {
                let fields = Fields::new(&section, &NAMES)?;
                match fields.line("asks") {
                    Some(_) => book.counting.push(counting(entry, &fields)?),
                    None => book.puzzles.push(puzzle(entry, &book.themes, &fields)?),
                }
            }
        }
    }
    Ok(book)
}

impl PuzzleBook {
    /// The question to ask at a position: the first whose facts a legal move has.
    pub fn question(&self, session: &dyn Session) -> &str {
        if self.questions.is_empty() {
            return QUESTION;
        }
        let facts: Vec<MoveFact> =
            session.legal().iter().flat_map(|action| session.facts(action)).collect();
        let fits = |(kinds, _): &&(Vec<String>, String)| {
            kinds.iter().any(|kind| facts.iter().any(|fact| fact.kind == kind))
        };
        self.questions.iter().find(fits).map_or(QUESTION, |(_, question)| question)
    }

    /// The themes of a move: the facts that speak for it and have a name, before all else those that the
    /// move `other` does not share.
    pub fn themes_of(&self, session: &dyn Session, action: &str, other: &str) -> Vec<&'static str> {
        let facts = reasons_for(session, action, Some(other)).into_iter();
        facts.map(|fact| fact.kind).filter(|kind| self.theme(kind).is_some()).collect()
    }

    /// The question about a secret of `owner`, or of all others, where the game has one.
    pub fn secret_question(&self, owner: Option<&str>) -> Option<String> {
        let name = SECRET[usize::from(owner.is_none())];
        let known = self.questions.iter().find(|(kinds, _)| kinds.iter().any(|k| k == name));
        known.map(|(_, question)| question.replace("{owner}", owner.unwrap_or_default()))
    }

    /// The name of a theme.
    pub fn theme(&self, kind: &str) -> Option<&str> {
        self.themes.iter().find(|(known, _)| known == kind).map(|(_, name)| name.as_str())
    }
}

fn puzzle(
    entry: &Entry,
    themes: &[(String, String)],
    fields: &Fields<'_>,
) -> Result<Puzzle, LessonError> {
    let session = start(entry, fields)?;
    let Turn::Player(seat) = session.turn() else {
        return Err(LessonError::new(fields.number, "no player is to move in this puzzle"));
    };
    let wrong = fields.required("wrong")?;
    let known = |kind: &String| themes.iter().any(|(theme, _)| theme == kind);
    let named = fields.words("themes");
    if let Some(kind) = named.iter().find(|kind| !known(kind)) {
        let message = format!("'## Themes' has no '{kind}:'");
        return Err(LessonError::new(fields.number, message));
    }
    let puzzle = Puzzle {
        id: format!("puzzle-{}", fields.title),
        task: fields.line("task").map_or(QUESTION, |line| line.value).to_owned(),
        seat,
        right: values(&*session, fields.required("right")?)?,
        wrong: values(&*session, wrong)?,
        line: fields.words("line"),
        certainty: certainty(fields.required("certainty")?)?,
        nodes: fields.line("nodes").map_or(Ok(0), number)?,
        themes: named,
        levels: levels(fields)?,
        origin: Origin::of(fields)?,
        start: session,
    };
    if puzzle.best() <= puzzle.next() {
        return Err(wrong.error("a wrong move is as good as the best right one"));
    }
    Ok(puzzle)
}

/// `f4f1=72.1 e5e1=71.9`: legal moves with the mover's percentage of the win.
fn values(session: &dyn Session, line: Line<'_>) -> Result<Vec<(String, f64)>, LessonError> {
    let legal = session.legal();
    let read = |word: &str| {
        let (action, points) = word.rsplit_once('=').unwrap_or((word, ""));
        let points = points.parse::<f64>().ok().filter(|points| (0.0..=100.0).contains(points));
        match points {
            None => Err(line.error(format!("a value is 'move=percentage', not '{word}'"))),
            Some(_) if !legal.iter().any(|known| known == action) => {
                Err(line.error(format!("{action} is not legal here")))
            }
            Some(points) => Ok((action.to_owned(), points / 100.0)),
        }
    };
    line.value.split_whitespace().map(read).collect()
}

fn certainty(line: Line<'_>) -> Result<Certainty, LessonError> {
    let all = [Certainty::Estimated, Certainty::Proven, Certainty::Exact];
    let known = all.into_iter().find(|certainty| certainty.name() == line.value);
    known.ok_or_else(|| line.error("'certainty:' is estimated, proven or exact"))
}

/// `levels: 3 5 6`; no line where no level finds the puzzle.
fn levels(fields: &Fields<'_>) -> Result<Vec<u8>, LessonError> {
    let Some(line) = fields.line("levels") else { return Ok(Vec::new()) };
    let level = |word: &str| {
        let level = word.parse().ok().filter(|level| (1..=LEVELS as u8).contains(level));
        let message = || format!("levels are 1 to {LEVELS}, not '{word}'");
        level.ok_or_else(|| line.error(message()))
    };
    line.value.split_whitespace().map(level).collect()
}

impl Puzzle {
    /// How hard it is.
    pub fn grade(&self) -> PuzzleGrade {
        PuzzleGrade::of(self.levels.len())
    }

    /// The mover's share of the win after the best move.
    pub fn best(&self) -> f64 {
        self.right.iter().map(|(_, share)| *share).fold(0.0, f64::max)
    }

    /// The mover's share of the win after the best of the wrong moves.
    pub fn next(&self) -> f64 {
        self.wrong.iter().map(|(_, share)| *share).fold(0.0, f64::max)
    }

    /// What a legal move gives away; nothing where it solves the puzzle.
    pub fn loss(&self, action: &str) -> Loss {
        let of = |moves: &[(String, f64)]| {
            moves.iter().find(|(known, _)| known == action).map(|(_, share)| *share)
        };
        match (of(&self.right), of(&self.wrong)) {
            (Some(_), _) => Loss { share: 0.0, at_least: false },
            (None, Some(share)) => Loss { share: self.best() - share, at_least: false },
            (None, None) => Loss { share: self.best() - self.next(), at_least: true },
        }
    }

    /// What it is about; two puzzles of the same are alike.
    pub fn likeness(&self) -> Option<Likeness> {
        likeness(&*self.start, &self.right.first()?.0, &self.wrong.first()?.0)
    }

    /// What speaks for a move that solves it, and against another.
    pub fn why(&self, action: &str) -> Vec<MoveFact> {
        if self.right.iter().any(|(right, _)| right == action) {
            let next = self.wrong.first().map(|(wrong, _)| wrong.as_str());
            return reasons_for(&*self.start, action, next);
        }
        reasons_against(&*self.start, action)
    }

    /// The puzzle as an exercise of one move.
    pub fn exercise(&self) -> Exercise {
        let (best, next) = (percent(self.best()), percent(self.next()));
        let plays = |(action, _): &(String, f64)| Goal::Plays(action.clone());
        let mistake = |when: Goal, action: Option<&str>, says: String| Mistake {
            when,
            shows: self.answers(action).map(str::to_owned).into_iter().collect(),
            says,
            line: 0,
        };
        let listed = self.wrong.iter().map(|(action, share)| {
            let says = format!(
                "That gives away {} of the win: it is worth {}%, the best move {best}%.",
                points(self.best() - share),
                percent(*share)
            );
            mistake(Goal::Plays(action.clone()), Some(action), says)
        });
        let lost = points(self.best() - self.next());
        let others = format!("That gives away at least {lost} of the win.");
        let mistakes = listed.chain([mistake(Goal::AnyMove, None, others)]).collect();
        Exercise {
            start: self.start.clone(),
            seat: self.seat,
            throws: Vec::new(),
            replies: Vec::new(),
            goal: Goal::Any(self.right.iter().map(plays).collect()),
            par: 1,
            within: 1,
            done: format!("Right: it is worth {best}% of the win, the next best move {next}%."),
            shows: self.line.iter().skip(1).cloned().collect(),
            prompts: vec![Prompt { mistakes, ..Prompt::default() }],
        }
    }

    /// Whether a throw follows the best move.
    pub fn dice(&self) -> bool {
        let mut after = self.start.clone();
        let played = self.right.first().map(|(action, _)| after.play(action));
        matches!(played, Some(Ok(_))) && after.turn() == Turn::Chance
    }

    /// The engine shows what a wrong move leads to, unless a throw comes first: one throw proves nothing.
    fn answers(&self, action: Option<&str>) -> Option<&'static str> {
        let mut after = self.start.clone();
        let tried = action.or(self.right.first().map(|(action, _)| action.as_str()))?;
        after.play(tried).ok()?;
        matches!(after.turn(), Turn::Player(_)).then_some(ENGINE)
    }
}

fn percent(share: f64) -> u32 {
    (100.0 * share).round() as u32
}

fn points(share: f64) -> String {
    match percent(share) {
        1 => "1 point".to_owned(),
        many => format!("{many} points"),
    }
}
