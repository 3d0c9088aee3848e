//! `parlour learn`: the lessons of a game at a terminal, line by line.

use std::io::BufRead;

use parlour_core::label::YOU;
use parlour_core::{Seat, Turn, Viewer};
use parlour_draw::Drawing;
use parlour_games::words::{english_to, names_to};
use parlour_games::{Entry, Session};
use parlour_lessons::{
    Attempt, AttemptVerdict, Counting, Course, Exercise, Kind, Lesson, Puzzle, PuzzleBook,
    ShortGame, Step,
};

use crate::commands::set_up::{self, GameName};
use crate::failure::Failure;
use crate::io::Io;
use crate::markdown::Paint;

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

/// Arguments of `parlour learn`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game
    #[arg(value_parser = GameName)]
    pub game: String,

    /// Start at lesson N
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub lesson: usize,

    /// Solve puzzles instead of lessons
    #[arg(long, conflicts_with = "check")]
    pub puzzles: bool,

    /// List the lessons
    #[arg(long)]
    pub list: bool,

    /// Check a lesson file: every answer to every lesson is tried
    #[arg(long, value_name = "FILE", conflicts_with = "list")]
    pub check: Option<std::path::PathBuf>,
}

/// Teaches until the last lesson, `quit` or the end of the input.
pub fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
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
    let course =
        course.map_err(|error| Failure::work(format!("the {what} of {}: {error}", game.name)))?;
    let count = course.lessons.len();
    if count == 0 {
        let message = format!("{} has no {what}; 'parlour rules {}'", game.name, game.id);
        return Err(Failure::work(message));
    }
    if !(1..=count).contains(&args.lesson) {
        return Err(Failure::usage(format!("--lesson {}: lessons are 1 to {count}", args.lesson)));
    }
    if args.list {
        for (index, lesson) in course.lessons.iter().enumerate() {
            writeln!(io.out, "{:2}  {}", index + 1, lesson.title)?;
        }
        return Ok(());
    }
    teach(game, &course, args.lesson - 1, &mut std::io::stdin().lock(), io)
}

/// Puzzles as lessons, the easy ones first.
fn puzzle_course(book: PuzzleBook) -> Course {
    let mut puzzles = book.puzzles;
    puzzles.sort_by_key(Puzzle::grade);
    let lesson = |puzzle: Puzzle| Lesson {
        title: format!("{} ({})", puzzle.id.replace('-', " "), puzzle.grade().name()),
        id: puzzle.id.clone(),
        text: Vec::new(),
        task: puzzle.task.clone(),
        kind: Kind::Exercise(Box::new(puzzle.exercise())),
    };
    let question = |asked: Counting| Lesson {
        title: format!("{} ({})", asked.id.replace('-', " "), asked.grade().name()),
        id: asked.id.clone(),
        text: Vec::new(),
        task: asked.task.clone(),
        kind: Kind::Counting(Box::new(asked)),
    };
    let counting = book.counting.into_iter().map(question);
    Course { lessons: puzzles.into_iter().map(lesson).chain(counting).collect() }
}

/// Tries every answer to every lesson of a file.
fn check(game: &Entry, text: &str, io: &mut Io<'_>) -> Result<(), Failure> {
    let course = parlour_lessons::read(game, text);
    let course = course.map_err(|error| Failure::work(error.to_string()))?;
    let mut problems = 0;
    for lesson in &course.lessons {
        let proof = parlour_lessons::prove(lesson);
        match &lesson.kind {
            Kind::Exercise(exercise) => writeln!(
                io.out,
                "{}: par {}, {} of {} moves lead to the goal",
                lesson.title, exercise.par, proof.right, proof.answers
            )?,
            Kind::Game(game) => {
                writeln!(io.out, "{}: a game against level {}", lesson.title, game.level)?;
            }
            Kind::Counting(_) => {}
        }
        for problem in &proof.problems {
            writeln!(io.out, "  {problem}")?;
        }
        problems += proof.problems.len();
    }
    match problems {
        0 => Ok(()),
        1 => Err(Failure::work("1 problem")),
        many => Err(Failure::work(format!("{many} problems"))),
    }
}

/// What the learner asked for in place of a move.
enum Asked {
    Move(String),
    Quit,
    Skip,
}

fn teach(
    game: &Entry,
    course: &Course,
    first: usize,
    input: &mut dyn BufRead,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let count = course.lessons.len();
    for (index, lesson) in course.lessons.iter().enumerate().skip(first) {
        let paint = Paint::new(io.terminal.colour);
        let title = format!("Lesson {} of {count}: {}", index + 1, lesson.title);
        writeln!(io.out, "{}", paint.bold(&title))?;
        for sentence in &lesson.text {
            writeln!(io.out, "{sentence}")?;
        }
        let go_on = match &lesson.kind {
            Kind::Exercise(exercise) => practise(game, lesson, exercise, input, io)?,
            Kind::Counting(asked) => answer(game, asked, input, io)?,
            Kind::Game(short) => {
                writeln!(io.out, "{}", lesson.task)?;
                writeln!(io.out, "{}", play_command(game, short))?;
                true
            }
        };
        writeln!(io.out)?;
        if !go_on {
            return Ok(());
        }
    }
    writeln!(io.out, "That was the last lesson of {}.", game.name)?;
    Ok(())
}

/// How to start the short game.
fn play_command(game: &Entry, short: &ShortGame) -> String {
    let options: String =
        short.options.iter().map(|(name, value)| format!(" -o {name}={value}")).collect();
    format!("  parlour play {} --level {}{options}", game.id, short.level)
}

/// One exercise; false where the learner wants to stop.
fn practise(
    game: &Entry,
    lesson: &Lesson,
    exercise: &Exercise,
    input: &mut dyn BufRead,
    io: &mut Io<'_>,
) -> Result<bool, Failure> {
    let mut attempt = Attempt::new(exercise);
    let mut mistakes = 0;
    for session in attempt.lead_in.iter().skip(1) {
        tell(&**session, exercise, io)?;
    }
    board(game, attempt.session(), exercise.seat, io)?;
    writeln!(io.out, "{}", lesson.task)?;
    pointed_at(&attempt, exercise.seat, io)?;
    loop {
        let action = match ask(game, &mut attempt, exercise, input, io)? {
            Asked::Move(action) => action,
            Asked::Skip => return Ok(true),
            Asked::Quit => return Ok(false),
        };
        let step = match attempt.play(&action) {
            Ok(step) => step,
            Err(error) => {
                writeln!(io.out, "{error}. 'moves' lists what you can do.")?;
                continue;
            }
        };
        let Step { verdict, frames } = step;
        for session in &frames {
            tell(&**session, exercise, io)?;
        }
        match verdict {
            AttemptVerdict::GoOn => {
                board(game, attempt.session(), exercise.seat, io)?;
                let next = attempt.prompt().map_or(&lesson.task, |prompt| &prompt.task);
                writeln!(io.out, "{next}")?;
                pointed_at(&attempt, exercise.seat, io)?;
            }
            AttemptVerdict::Done => {
                writeln!(io.out, "{}", exercise.done)?;
                let late = attempt.moves() - exercise.par;
                let stars = parlour_lessons::stars(mistakes, late);
                let empty = 3 - usize::from(stars);
                writeln!(io.out, "{}{}", "★".repeat(stars.into()), "☆".repeat(empty))?;
                return Ok(true);
            }
            AttemptVerdict::Mistake(mistake) => {
                mistakes += 1;
                if let Some(mistake) = mistake {
                    writeln!(io.out, "{}", mistake.says)?;
                }
                writeln!(io.out, "The move is taken back. Try again.")?;
            }
        }
    }
}

/// One question about a secret; false where the learner wants to stop.
fn answer(
    game: &Entry,
    asked: &Counting,
    input: &mut dyn BufRead,
    io: &mut Io<'_>,
) -> Result<bool, Failure> {
    board(game, &*asked.start, asked.seat, io)?;
    let names: Vec<&str> = asked.places.iter().map(|place| place.name.as_str()).collect();
    writeln!(io.out, "{} Name one of {}.", asked.task, names.join(", "))?;
    loop {
        let Some(line) = read(input, io)? else { return Ok(false) };
        match line.as_str() {
            "" => {}
            "quit" | "q" => return Ok(false),
            "skip" => return Ok(true),
            "board" => board(game, &*asked.start, asked.seat, io)?,
            "hint" => {
                let place = asked.right().next().map_or("", |place| place.name.as_str());
                writeln!(io.out, "Try {place}.")?;
            }
            name => match asked.place(name) {
                None => writeln!(io.out, "The question is about {}.", names.join(", "))?,
                Some(place) => {
                    let (right, says) = asked.judge(place);
                    writeln!(io.out, "{says}")?;
                    if right {
                        return Ok(true);
                    }
                    if let Some(words) = asked.ruled_out(place) {
                        writeln!(io.out, "It was ruled out here: {words}")?;
                    }
                }
            },
        }
    }
}

/// The next line of the input; `None` at its end.
fn read(input: &mut dyn BufRead, io: &mut Io<'_>) -> Result<Option<String>, Failure> {
    write!(io.out, "> ")?;
    io.out.flush()?;
    let mut line = String::new();
    if input.read_line(&mut line)? == 0 {
        writeln!(io.out)?;
        return Ok(None);
    }
    Ok(Some(line.trim().to_owned()))
}

/// The sites that a board on a screen would mark.
fn pointed_at(attempt: &Attempt<'_>, seat: Seat, io: &mut Io<'_>) -> Result<(), Failure> {
    let Some(prompt) = attempt.prompt() else { return Ok(()) };
    let layout = attempt.session().layout(Viewer::Seat(seat));
    let name = |site: &u16| layout.sites[usize::from(*site)].name.clone();
    if !prompt.marks.is_empty() {
        let marked: Vec<String> = prompt.marks.iter().map(name).collect();
        writeln!(io.out, "Marked: {}.", marked.join(", "))?;
    }
    for (from, to) in &prompt.arrows {
        writeln!(io.out, "Arrow: {} to {}.", name(from), name(to))?;
    }
    Ok(())
}

/// Reads lines until one is a move, or a wish to leave.
fn ask(
    game: &Entry,
    attempt: &mut Attempt<'_>,
    exercise: &Exercise,
    input: &mut dyn BufRead,
    io: &mut Io<'_>,
) -> Result<Asked, Failure> {
    loop {
        let Some(line) = read(input, io)? else { return Ok(Asked::Quit) };
        match line.as_str() {
            "" => {}
            "quit" | "q" => return Ok(Asked::Quit),
            "skip" => return Ok(Asked::Skip),
            "board" => board(game, attempt.session(), exercise.seat, io)?,
            "moves" => {
                let viewer = Viewer::Seat(exercise.seat);
                for choice in attempt.session().choices(viewer) {
                    let words = english_to(attempt.session(), exercise.seat, &[choice.label]);
                    writeln!(io.out, "{:12} {words}", choice.action)?;
                }
            }
            "hint" => match attempt.solution().as_deref() {
                Some([first, ..]) => writeln!(io.out, "Try {first}.")?,
                _ => writeln!(io.out, "There is no hint.")?,
            },
            action => return Ok(Asked::Move(action.to_owned())),
        }
    }
}

/// What just happened, in one line.
fn tell(session: &dyn Session, exercise: &Exercise, io: &mut Io<'_>) -> Result<(), Failure> {
    if let Some(last) = session.last(Viewer::Seat(exercise.seat)) {
        writeln!(io.out, "{}", english_to(session, exercise.seat, &last.labels))?;
    }
    Ok(())
}

fn board(game: &Entry, session: &dyn Session, seat: Seat, io: &mut Io<'_>) -> Result<(), Failure> {
    let viewer = Viewer::Seat(seat);
    let (layout, picture) = (session.layout(viewer), session.picture(viewer));
    let names = names_to(session, seat);
    let drawing = Drawing { layout: &layout, picture: &picture, names: &names, look: game.look };
    writeln!(io.out)?;
    write!(io.out, "{}", parlour_draw::text(&drawing))?;
    writeln!(io.out)?;
    let called = &names[seat.index()];
    if session.turn() == Turn::Player(seat) && called != YOU {
        writeln!(io.out, "You are {called}.")?;
    }
    Ok(())
}
