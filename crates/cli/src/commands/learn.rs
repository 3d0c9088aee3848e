//! `parlour learn`: the lessons of a game at a terminal, line by line.

use std::fmt::Display;
use std::io::BufRead;

use clap::builder::styling::Style;
use parlour_console::board::drawn_for;
use parlour_console::mistakes::whole;
use parlour_core::label::YOU;
use parlour_core::{Seat, Turn, Viewer};
use parlour_lessons::{
    Attempt, AttemptVerdict, Counting, Course, Exercise, Lesson, LessonKind, Puzzle, PuzzleBook,
    PuzzleGrade, Step,
};
use parlour_session::words::{english_to, names_to};
use parlour_session::{Entry, Session};

use crate::commands::set_up::{self, GameName};
use crate::failure::Failure;
use crate::io::Io;
use crate::markdown::Paint;
use crate::markdown::wrap::Text;

const EXAMPLES: &str = "\
Examples:
  parlour learn outwit
  parlour learn senet --lesson 4
  parlour learn shut-the-box --list
  parlour learn outwit --check my-lessons.txt
  parlour learn senet --puzzles

Each lesson shows a board and a task. You type a move, such as f4f1, or one of:
  moves    the moves that you can make
  board    the board again
  hint     the move that the lesson has in mind
  skip     the next lesson
  quit";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = GameName)]
    pub(crate) game: String,

    /// Start at lesson N
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1..))]
    pub(crate) lesson: usize,

    /// Solve puzzles instead of lessons
    #[arg(long, conflicts_with = "check")]
    pub(crate) puzzles: bool,

    /// List the lessons
    #[arg(long)]
    pub(crate) list: bool,

    /// Check a lesson file: every answer to every lesson is tried
    #[arg(long, value_name = "FILE", conflicts_with = "list")]
    pub(crate) check: Option<std::path::PathBuf>,
}

/// Teaches until the last lesson, `quit` or the end of the input.
pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let game = set_up::game(&args.game)?;
    if let Some(path) = &args.check {
        let text = std::fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?;
        return check(game, &text, io);
    }
    let (what, course) = if args.puzzles {
        ("puzzles", parlour_lessons::puzzles(game).map(puzzle_course))
    } else {
        ("lessons", parlour_lessons::course(game))
    };
    let course = course
        .map_err(|error| Failure::runtime(format!("the {what} of {}: {error}", game.name)))?;
    let count = course.lessons.len();
    if count == 0 {
        let message = format!("{} has no {what}; 'parlour rules {}'", game.name, game.id);
        return Err(Failure::runtime(message));
    }
    if !(1..=count).contains(&args.lesson) {
        return Err(Failure::usage(format!("--lesson {}: {what} are 1 to {count}", args.lesson)));
    }
    if args.list {
        for (index, lesson) in course.lessons.iter().enumerate() {
            writeln!(io.out, "{:2}  {}", index + 1, lesson.title)?;
        }
        return Ok(());
    }
    let one = if args.puzzles { "puzzle" } else { "lesson" };
    Teacher { game, one, input: &mut std::io::stdin().lock(), io }.teach(&course, args.lesson - 1)
}

/// Puzzles as lessons, the easy ones first.
fn puzzle_course(book: PuzzleBook) -> Course {
    let mut puzzles = book.puzzles;
    puzzles.sort_by_key(Puzzle::grade);
    let lesson = |id: &str, grade: PuzzleGrade, task: &str, kind| Lesson {
        title: format!("{} ({})", id.replace('-', " "), grade.name()),
        id: id.to_owned(),
        text: Vec::new(),
        task: task.to_owned(),
        kind,
    };
    let exercises = puzzles.iter().map(|puzzle| {
        let kind = LessonKind::Exercise(Box::new(puzzle.exercise()));
        lesson(&puzzle.id, puzzle.grade(), &puzzle.task, kind)
    });
    let questions = book.counting.iter().map(|question| {
        let kind = LessonKind::Counting(Box::new(question.clone()));
        lesson(&question.id, question.grade(), &question.task, kind)
    });
    Course { lessons: exercises.chain(questions).collect() }
}

/// Tries every answer to every lesson of a file.
fn check(game: &Entry, text: &str, io: &mut Io<'_>) -> Result<(), Failure> {
    let course = parlour_lessons::read(game, text).map_err(Failure::runtime)?;
    let mut problems = 0;
    for lesson in &course.lessons {
        let proof = parlour_lessons::prove(lesson);
        match &lesson.kind {
            LessonKind::Exercise(exercise) => writeln!(
                io.out,
                "{}: par {}, {} of {} moves lead to the goal",
                lesson.title,
                exercise.par,
                proof.right.len(),
                proof.answers
            )?,
            LessonKind::Game(game) => {
                writeln!(io.out, "{}: a game against level {}", lesson.title, game.level)?;
            }
            LessonKind::Counting(_) => {}
        }
        for problem in &proof.problems {
            writeln!(io.out, "  {problem}")?;
        }
        problems += proof.problems.len();
    }
    match problems {
        0 => Ok(()),
        1 => Err(Failure::runtime("1 problem")),
        many => Err(Failure::runtime(format!("{many} problems"))),
    }
}

/// What the learner types: a move or the name of a place, or one of the words.
enum Typed {
    Answer(String),
    Hint,
    Skip,
    Quit,
}

/// A conversation with a learner. Its methods give false where the learner wants to stop.
struct Teacher<'a, 'io> {
    game: &'a Entry,
    /// What is solved: a lesson or a puzzle.
    one: &'static str,
    input: &'a mut dyn BufRead,
    io: &'a mut Io<'io>,
}

impl Teacher<'_, '_> {
    fn say(&mut self, text: impl Display) -> Result<(), Failure> {
        Ok(writeln!(self.io.out, "{text}")?)
    }

    /// Says sentences, broken between words where a person's window ends.
    fn tell(&mut self, text: impl Display) -> Result<(), Failure> {
        if !self.io.terminal.out {
            return self.say(text);
        }
        let mut words = Text::default();
        words.push(&text.to_string(), Style::new());
        let lines = words.lines(self.io.terminal.width, Paint::new(false));
        lines.iter().try_for_each(|line| self.say(line))
    }

    fn teach(&mut self, course: &Course, first: usize) -> Result<(), Failure> {
        let count = course.lessons.len();
        for (index, lesson) in course.lessons.iter().enumerate().skip(first) {
            let one = self.one;
            let title = format!("{one} {} of {count}: {}", index + 1, lesson.title);
            let title = title[..1].to_uppercase() + &title[1..];
            self.say(Paint::new(self.io.terminal.colour).bold(&title))?;
            lesson.text.iter().try_for_each(|sentence| self.tell(sentence))?;
            let go_on = match &lesson.kind {
                LessonKind::Exercise(exercise) => self.exercise(lesson, exercise)?,
                LessonKind::Counting(question) => self.question(question)?,
                LessonKind::Game(short) => {
                    self.tell(&lesson.task)?;
                    let options = short.options.iter().map(|(n, v)| format!(" -o {n}={v}"));
                    let (id, options) = (self.game.id, options.collect::<String>());
                    self.say(format!("  parlour play {id} --level {}{options}", short.level))?;
                    true
                }
            };
            self.say("")?;
            if !go_on {
                return Ok(());
            }
        }
        self.tell(format!("That was the last {} of {}.", self.one, self.game.name))
    }

    fn exercise(&mut self, lesson: &Lesson, exercise: &Exercise) -> Result<bool, Failure> {
        let (seat, mut attempt, mut mistakes) = (exercise.seat, Attempt::new(exercise), 0);
        for session in attempt.lead_in.iter().skip(1) {
            self.last_action(&**session, seat)?;
        }
        self.board(attempt.session(), seat)?;
        self.tell(&lesson.task)?;
        self.marks(&attempt, seat)?;
        loop {
            let action = match self.ask(attempt.session(), seat)? {
                Typed::Answer(action) => action,
                Typed::Hint => {
                    let solution = attempt.solution().unwrap_or_default();
                    let first = solution.first().map(|first| format!("Try {first}."));
                    self.say(first.as_deref().unwrap_or("There is no hint."))?;
                    continue;
                }
                Typed::Skip => return Ok(true),
                Typed::Quit => return Ok(false),
            };
            let Step { verdict, frames } = match attempt.play(&action) {
                Ok(step) => step,
                Err(error) => {
                    self.tell(format!("{error}. 'moves' lists what you can do."))?;
                    continue;
                }
            };
            frames.iter().try_for_each(|session| self.last_action(&**session, seat))?;
            match verdict {
                AttemptVerdict::GoOn => {
                    self.board(attempt.session(), seat)?;
                    self.tell(attempt.prompt().map_or(&lesson.task, |prompt| &prompt.task))?;
                    self.marks(&attempt, seat)?;
                }
                AttemptVerdict::Done => {
                    self.tell(&exercise.done)?;
                    let late = attempt.moves() - exercise.par;
                    let stars = usize::from(parlour_lessons::stars(mistakes, late));
                    self.say("★".repeat(stars) + &"☆".repeat(3 - stars))?;
                    return Ok(true);
                }
                AttemptVerdict::Mistake(mistake) => {
                    mistakes += 1;
                    if let Some(mistake) = mistake {
                        self.tell(&mistake.says)?;
                    }
                    self.say("The move is taken back. Try again.")?;
                }
            }
        }
    }

    /// A question about a secret.
    fn question(&mut self, question: &Counting) -> Result<bool, Failure> {
        self.board(&*question.start, question.seat)?;
        let names: Vec<&str> = question.places.iter().map(|place| place.name.as_str()).collect();
        let names = names.join(", ");
        self.tell(format!("{} Name one of {names}.", question.task))?;
        loop {
            let name = match self.ask(&*question.start, question.seat)? {
                Typed::Answer(name) => name,
                Typed::Hint => {
                    let place = question.right().next().map_or("", |place| place.name.as_str());
                    self.say(format!("Try {place}."))?;
                    continue;
                }
                Typed::Skip => return Ok(true),
                Typed::Quit => return Ok(false),
            };
            let Some(place) = question.place(&name) else {
                self.say(format!("The question is about {names}."))?;
                continue;
            };
            let (right, says) = question.judge(place);
            self.tell(says)?;
            if right {
                return Ok(true);
            }
            if let Some(words) = question.ruled_out(place) {
                self.tell(format!("It was ruled out here: {words}"))?;
            }
        }
    }

    /// Reads lines and shows the board or the moves, until a line asks for something else.
    fn ask(&mut self, session: &dyn Session, seat: Seat) -> Result<Typed, Failure> {
        loop {
            write!(self.io.out, "> ")?;
            self.io.out.flush()?;
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                self.say("")?;
                return Ok(Typed::Quit);
            }
            match line.trim() {
                "" => {}
                "quit" | "q" => return Ok(Typed::Quit),
                "skip" => return Ok(Typed::Skip),
                "hint" => return Ok(Typed::Hint),
                "board" => self.board(session, seat)?,
                "moves" => {
                    for choice in session.choices(Viewer::Seat(seat)) {
                        let words = english_to(session, seat, &[choice.label]);
                        self.say(format!("{:12} {words}", choice.action))?;
                    }
                }
                answer => return Ok(Typed::Answer(answer.to_owned())),
            }
        }
    }

    /// The sites and arrows that a page shows on the board.
    fn marks(&mut self, attempt: &Attempt<'_>, seat: Seat) -> Result<(), Failure> {
        let Some(prompt) = attempt.prompt() else { return Ok(()) };
        let layout = attempt.session().layout(Viewer::Seat(seat));
        let name = |site: &u16| layout.sites[usize::from(*site)].name.clone();
        if !prompt.marks.is_empty() {
            let marked: Vec<String> = prompt.marks.iter().map(name).collect();
            self.say(format!("Marked: {}.", marked.join(", ")))?;
        }
        for (from, to) in &prompt.arrows {
            self.say(format!("Arrow: {} to {}.", name(from), name(to)))?;
        }
        Ok(())
    }

    /// What just happened, in one line.
    fn last_action(&mut self, session: &dyn Session, seat: Seat) -> Result<(), Failure> {
        match session.last(Viewer::Seat(seat)) {
            Some(last) => self.tell(english_to(session, seat, &last.labels)),
            None => Ok(()),
        }
    }

    fn board(&mut self, session: &dyn Session, seat: Seat) -> Result<(), Failure> {
        let names = names_to(session, seat);
        let text = drawn_for(self.game, session, Viewer::Seat(seat), &names, parlour_draw::text);
        self.say(format!("\n{text}"))?;
        let own = &names[seat.index()];
        if session.turn() == Turn::Player(seat) && own != YOU {
            self.say(format!("You are {own}."))?;
        }
        Ok(())
    }
}
