//! The lesson file of a game, read into a course.

use std::str::FromStr;

use parlour_core::scene::{Layout, SiteId};
use parlour_core::{OptionValues, Seat, Turn, Viewer};
use parlour_session::{Entry, LEVELS, Session, did_you_mean::suggest};

use crate::counting::Counting;
use crate::goal::{self, Goal};
use crate::lines::{LessonError, Line, Section, sections};

/// The lessons of a game, in order.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// The lessons.
    pub lessons: Vec<Lesson>,
}

/// One lesson: a few sentences, and something to do.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Its name in addresses, made from the title.
    pub id: String,
    /// The title.
    pub title: String,
    /// What to know before the task.
    pub text: Vec<String>,
    /// The task in one sentence.
    pub task: String,
    /// What is to be done.
    pub kind: LessonKind,
}

/// What a learner does in a lesson.
#[derive(Clone, Debug)]
pub enum LessonKind {
    /// Moves to find.
    Exercise(Box<Exercise>),
    /// A game against the computer.
    Game(ShortGame),
    /// A question about a secret; among puzzles only.
    Counting(Box<Counting>),
}

/// Moves to find on a board.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The position from which it starts, with the moves that led there.
    pub(crate) start: Box<dyn Session>,
    /// The learner's seat.
    pub seat: Seat,
    /// The outcomes of chance, in order.
    pub throws: Vec<String>,
    /// The moves of the other players, in order; where none is left, or it is not legal, the engine moves.
    pub replies: Vec<String>,
    /// What must hold after the learner's last move.
    pub goal: Goal,
    /// The fewest moves that reach the goal.
    pub par: u8,
    /// The most moves that a learner may make.
    pub within: u8,
    /// What to say when the goal is reached.
    pub done: String,
    /// What happens after that: actions, or `engine` for the engine's answer.
    pub shows: Vec<String>,
    /// What belongs to each of the learner's moves, in order; never empty. Moves for which the file says
    /// nothing of their own share the last one's mistakes.
    pub prompts: Vec<Prompt>,
}

/// What belongs to one move of the learner's.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Prompt {
    /// What to do now; empty for the first move, where the lesson's task says it.
    pub task: String,
    /// Sites to point at.
    pub marks: Vec<SiteId>,
    /// Arrows from site to site.
    pub arrows: Vec<(SiteId, SiteId)>,
    /// Foreseen mistakes, the first that applies counts.
    pub mistakes: Vec<Mistake>,
}

impl Exercise {
    /// What the file says of the move after `moves` moves; `None` where it says nothing: marks of an
    /// earlier move would point at pieces that are gone.
    pub fn prompt(&self, moves: u8) -> Option<&Prompt> {
        self.prompts.get(usize::from(moves))
    }

    /// The foreseen mistakes of the move after `moves` moves.
    pub(crate) fn mistakes(&self, moves: u8) -> &[Mistake] {
        let prompt = self.prompt(moves).or(self.prompts.last());
        prompt.map_or(&[], |prompt| &prompt.mistakes)
    }
}

/// A mistake that the author foresaw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// Which moves are meant.
    pub when: Goal,
    /// What happens then: actions, or `engine` for the engine's answer.
    pub shows: Vec<String>,
    /// What to say about it.
    pub says: String,
    /// Its line in the file.
    pub line: usize,
}

/// Stands for a move of the engine in what a lesson shows.
pub(crate) const ENGINE: &str = "engine";

/// The most actions that are shown after an answer. Each may be a search, and a lesson from a stranger may
/// have a mistake for every move.
const MOST_SHOWN: usize = 12;

/// Refuses to show more than [`MOST_SHOWN`] actions.
fn check_shown(line: usize, shown: &[String]) -> Result<(), LessonError> {
    if shown.len() <= MOST_SHOWN {
        return Ok(());
    }
    let message = format!("'shows:' names at most {MOST_SHOWN} actions, not {}", shown.len());
    Err(LessonError::new(line, message))
}

/// A game against the computer, at the end of a course.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShortGame {
    /// The computer's level.
    pub level: u8,
    /// Options of the game.
    pub options: OptionValues,
}

/// The number of lessons in a game's file, without reading them.
pub fn lesson_count(entry: &Entry) -> usize {
    entry.lessons.lines().filter(|line| line.starts_with("## ")).count()
}

/// The course of a game; without lessons for a game that has none.
///
/// # Errors
/// When its lesson file has a mistake.
pub fn course(entry: &Entry) -> Result<Course, LessonError> {
    read(entry, entry.lessons)
}

/// Reads lessons of a game from a text.
///
/// # Errors
/// At the first mistake in the text.
pub fn read(entry: &Entry, text: &str) -> Result<Course, LessonError> {
    let mut lessons: Vec<Lesson> = Vec::new();
    for section in sections(text)? {
        let lesson = lesson(entry, &section)?;
        if lessons.iter().any(|other| other.id == lesson.id) {
            let message = format!("another lesson is called '{}' already", section.title);
            return Err(LessonError::new(section.number, message));
        }
        lessons.push(lesson);
    }
    Ok(Course { lessons })
}

fn lesson(entry: &Entry, section: &Section<'_>) -> Result<Lesson, LessonError> {
    let fields = Fields::new(section, &NAMES)?;
    let kind = match fields.line("game") {
        Some(line) => LessonKind::Game(short_game(entry, &fields, line)?),
        None => LessonKind::Exercise(Box::new(exercise(entry, &fields)?)),
    };
    Ok(Lesson {
        id: slug(section.title),
        title: section.title.to_owned(),
        text: fields.all("say").map(|line| line.value.to_owned()).collect(),
        task: fields.required("task")?.value.to_owned(),
        kind,
    })
}

/// A title as a part of an address: `Slide to the end` is `slide-to-the-end`.
fn slug(title: &str) -> String {
    let parts = title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    parts.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}

fn short_game(
    entry: &Entry,
    fields: &Fields<'_>,
    line: Line<'_>,
) -> Result<ShortGame, LessonError> {
    fields.only(&["say", "task", "game", "options"], "a lesson with 'game:'")?;
    let level = line.value.strip_prefix("level ").and_then(|number| number.parse().ok());
    let Some(level) = level.filter(|level| (1..=LEVELS as u8).contains(level)) else {
        let message = format!("'game:' needs a level from 1 to {LEVELS}: 'game: level 1'");
        return Err(line.error(message));
    };
    let options = fields.options()?;
    (entry.open)(&options).map_err(|error| line.error(error))?;
    Ok(ShortGame { level, options })
}

fn exercise(entry: &Entry, fields: &Fields<'_>) -> Result<Exercise, LessonError> {
    let start = start(entry, fields)?;
    let seat = seat(fields, &*start)?;
    let layout = start.layout(Viewer::Seat(seat));
    let goal = fields.required("goal")?;
    let par = fields.required("par")?;
    let shows = fields.words_before_mistakes("shows");
    check_shown(fields.number, &shows)?;
    let within = fields.line("within").map_or(Ok(None), |line| number(line).map(Some))?;
    let par_moves = number(par)?;
    let within = within.unwrap_or(par_moves);
    if par_moves == 0 || within < par_moves {
        return Err(par.error("'par:' is at least 1, and 'within:' at least par"));
    }
    Ok(Exercise {
        seat,
        throws: fields.words("throws"),
        replies: fields.words("replies"),
        goal: Goal::read(goal.number, goal.value, &layout)?,
        par: par_moves,
        within,
        done: fields.required("done")?.value.to_owned(),
        shows,
        prompts: prompts(fields, &layout, within)?,
        start,
    })
}

/// The position at which an exercise starts.
pub(crate) fn start(entry: &Entry, fields: &Fields<'_>) -> Result<Box<dyn Session>, LessonError> {
    let mut session = match fields.line("position") {
        Some(line) => (entry.load)(line.value).map_err(|error| line.error(error))?,
        None => (entry.open)(&fields.options()?)
            .map_err(|error| LessonError::new(fields.number, error.to_string()))?,
    };
    for line in fields.all("moves") {
        for action in line.value.split_whitespace() {
            let played = session.play(action);
            played.map_err(|error| line.error(format!("{action}: {error}")))?;
        }
    }
    Ok(session)
}

/// The learner's seat: the one that is named, or who acts first.
fn seat(fields: &Fields<'_>, session: &dyn Session) -> Result<Seat, LessonError> {
    if let Some(line) = fields.line("seat") {
        let seats = session.seats();
        return match number(line)? {
            seat if (1..=seats).contains(&seat) => Ok(Seat(seat - 1)),
            _ => Err(line.error(format!("seats are 1 to {seats}"))),
        };
    }
    match session.turn() {
        Turn::Player(seat) => Ok(seat),
        Turn::Chance => session.thrower().ok_or_else(|| {
            LessonError::new(fields.number, "chance decides first: name the learner's 'seat:'")
        }),
        Turn::Over => Err(LessonError::new(fields.number, "the game is over at the start")),
    }
}

pub(crate) fn number<N: FromStr>(line: Line<'_>) -> Result<N, LessonError> {
    let message = || format!("'{}:' needs a whole number, not '{}'", line.name, line.value);
    line.value.parse().map_err(|_| line.error(message()))
}

/// The lines before the first `then:`, and those from each `then:` on.
fn prompts(fields: &Fields<'_>, layout: &Layout, within: u8) -> Result<Vec<Prompt>, LessonError> {
    let mut prompts = vec![Prompt::default()];
    for line in fields.lines {
        if line.name == "then" {
            if prompts.len() >= usize::from(within) {
                let never = "'then:' is for a move that never comes: 'within:' is";
                return Err(line.error(format!("{never} {within}")));
            }
            prompts.push(Prompt { task: line.value.to_owned(), ..Prompt::default() });
        }
        let first = prompts.len() == 1;
        if let Some(prompt) = prompts.last_mut() {
            prompt.read(*line, layout, first)?;
        }
    }
    let mut mistakes = prompts.iter().flat_map(|prompt| &prompt.mistakes);
    match mistakes.find(|mistake| mistake.says.is_empty()) {
        Some(silent) => {
            Err(LessonError::new(silent.line, "a mistake needs a sentence: 'says:' below it"))
        }
        None => Ok(prompts),
    }
}

impl Prompt {
    /// Reads one line: marks, arrows, and every `mistake:` with the `shows:` and `says:` that follow it.
    fn read(&mut self, line: Line<'_>, layout: &Layout, first: bool) -> Result<(), LessonError> {
        let site = |name| goal::site(line.number, name, layout);
        let words: Vec<&str> = line.value.split_whitespace().collect();
        match (line.name, self.mistakes.last_mut()) {
            ("mark", _) => {
                for word in words {
                    self.marks.push(site(word)?);
                }
            }
            ("arrow", _) => match words[..] {
                [from, to] => self.arrows.push((site(from)?, site(to)?)),
                _ => return Err(line.error("an arrow has two sites: 'arrow: e5 g7'")),
            },
            ("mistake", _) => self.mistakes.push(Mistake {
                when: Goal::read(line.number, line.value, layout)?,
                shows: Vec::new(),
                says: String::new(),
                line: line.number,
            }),
            ("says", Some(mistake)) => mistake.says = line.value.to_owned(),
            ("shows", Some(mistake)) => {
                mistake.shows.extend(words.into_iter().map(str::to_owned));
                check_shown(line.number, &mistake.shows)?;
            }
            // Before the first mistake of the lesson it is about the goal.
            ("shows", None) if first => {}
            (name @ ("says" | "shows"), None) => {
                return Err(line.error(format!("'{name}:' comes after the 'mistake:' it is about")));
            }
            _ => {}
        }
        Ok(())
    }
}

/// The names of all values that a lesson may have, and whether one may come more than once.
const NAMES: [(&str, bool); 19] = [
    ("say", true),
    ("task", false),
    ("position", false),
    ("options", false),
    ("moves", true),
    ("seat", false),
    ("throws", false),
    ("replies", false),
    ("goal", false),
    ("par", false),
    ("within", false),
    ("mark", true),
    ("arrow", true),
    ("then", true),
    ("done", false),
    ("mistake", true),
    ("shows", true),
    ("says", true),
    ("game", false),
];

/// The lines under one heading.
pub(crate) struct Fields<'a> {
    pub(crate) number: usize,
    pub(crate) title: &'a str,
    lines: &'a [Line<'a>],
}

impl<'a> Fields<'a> {
    /// `names` are the values that may come, and whether one may come more than once.
    pub(crate) fn new(
        section: &'a Section<'a>,
        names: &[(&'static str, bool)],
    ) -> Result<Self, LessonError> {
        for (index, line) in section.lines.iter().enumerate() {
            let Some((_, repeats)) = names.iter().find(|(name, _)| *name == line.name) else {
                let near = suggest(line.name, names.iter().map(|(name, _)| *name));
                let message = format!("a lesson has no '{}:'; {near}", line.name);
                return Err(line.error(message.trim_end_matches([';', ' '])));
            };
            let earlier = section.lines[..index].iter().any(|other| other.name == line.name);
            if earlier && !repeats {
                return Err(line.error(format!("'{}:' comes twice in this lesson", line.name)));
            }
        }
        let Section { number, title, lines } = section;
        Ok(Fields { number: *number, title, lines })
    }

    pub(crate) fn all(&self, name: &'a str) -> impl Iterator<Item = Line<'a>> {
        self.lines.iter().filter(move |line| line.name == name).copied()
    }

    pub(crate) fn line(&self, name: &'a str) -> Option<Line<'a>> {
        self.all(name).next()
    }

    pub(crate) fn required(&self, name: &'a str) -> Result<Line<'a>, LessonError> {
        let missing = || format!("the lesson '{}' has no '{name}:'", self.title);
        self.line(name).ok_or_else(|| LessonError::new(self.number, missing()))
    }

    pub(crate) fn words(&self, name: &'a str) -> Vec<String> {
        self.all(name).flat_map(|line| line.value.split_whitespace()).map(str::to_owned).collect()
    }

    /// The words of the lines that are about no mistake.
    fn words_before_mistakes(&self, name: &'a str) -> Vec<String> {
        let lines = self.lines.iter().take_while(|line| line.name != "mistake");
        let words = lines.filter(|line| line.name == name).flat_map(|l| l.value.split_whitespace());
        words.map(str::to_owned).collect()
    }

    /// `options: hands=1 players=2`.
    pub(crate) fn options(&self) -> Result<OptionValues, LessonError> {
        let Some(line) = self.line("options") else { return Ok(OptionValues::new()) };
        let pair = |word: &'a str| {
            let message = || format!("an option is 'name=value', not '{word}'");
            word.split_once('=').ok_or_else(|| line.error(message()))
        };
        line.value.split_whitespace().map(pair).collect()
    }

    /// Refuses lines that do not belong here.
    fn only(&self, names: &[&str], whose: &str) -> Result<(), LessonError> {
        match self.lines.iter().find(|line| !names.contains(&line.name)) {
            None => Ok(()),
            Some(line) => Err(line.error(format!("{whose} takes no '{}:'", line.name))),
        }
    }
}
