//! Tests of the rules as text: each game has its rulings in `rulings.txt`, a section for each, named as the
//! rule page numbers them. A line is a command:
//!
//! | command | what it does |
//! | --- | --- |
//! | `== s2_a_throw_must_be_used` | begins a section |
//! | `let NAME TEXT` | `$NAME` stands for the text from here on |
//! | `at POSITION`, `new OPTIONS`, `back` | sets a position or a new game up; the one set up last, again |
//! | `play ACTIONS` | plays on; `EXAMPLE` stands for the example of the rule page |
//! | `is POSITION`, `turn 2`, `turn chance` | checks the position, and who acts |
//! | `result 1/2 1/2`, `result none` | checks that the game is over with these shares, or goes on |
//! | `legal ACTIONS`, `legal PREFIX: ACTIONS` | checks all legal actions, or those that begin so, sorted |
//! | `count 5`, `count PREFIX: 5` | checks how many legal actions there are, or how many begin so |
//! | `can ACTIONS`, `cannot ACTIONS` | checks that each is among the legal actions, or none |
//! | `chances t1=4 t2=6` | checks the outcomes of chance with their weights |
//! | `no ACTION: WHY`, `misread ACTION: WHY` | checks that an action is refused as illegal, or by its form |
//! | `illegal TEXT: WHY`, `malformed TEXT: WHY` | checks that a text is refused as a position, likewise |
//! | `view 2: TEXT`, `view all: TEXT` | checks what a player, or everybody, knows of the position |
//! | `badview 2 TEXT: WHY` | checks that a text is refused as this player's view |
//! | `told 2 ACTION: WORDS`, `told all …` | checks how a viewer reads the last action, and what is said of it |
//! | `options NAME=VALUE: WHY` | checks that an option is refused |
//!
//! `…` at an end of an expected text stands for anything. A text may stand in quotes, so that its spaces show.
//! A line that begins with `#` is a comment.

use parlour_core::notation::Problem;
use parlour_core::{NotationError, OptionValues, Seat, Turn, Viewer};
use parlour_search::{Engine, Settings};

use crate::session::{Playable, Running, Session};

/// The game that this text gives.
#[track_caller]
pub fn at<G: Playable>(position: &str) -> Running<G> {
    let (game, state) = G::read_position(position)
        .unwrap_or_else(|error| panic!("{position} is a position: {error}"));
    Running::at(game, state)
}

/// The game after these actions, with spaces between.
#[track_caller]
pub fn play<G: Playable>(position: &str, actions: &str) -> Running<G> {
    let mut running = at::<G>(position);
    make(&mut running, actions).unwrap_or_else(|error| panic!("{error}"));
    running
}

/// The engine of this name.
#[track_caller]
pub fn engine<G: Playable>(game: &G, name: &str) -> Box<dyn Engine<G>> {
    let engines = game.engines();
    let kind = engines.iter().find(|kind| kind.name == name).expect("an engine of the game");
    kind.build(game, &Settings::default()).expect("no settings")
}

/// Runs the commands of a text, and panics with all checks that failed.
#[track_caller]
pub fn rulings<G: Playable>(text: &str) {
    let mut script = Script::<G> { set_up: None, now: None, words: Vec::new() };
    let (mut section, mut failures) = ("", Vec::new());
    for (number, line) in (1..).zip(text.lines().map(str::trim_end)) {
        if let Some(name) = line.strip_prefix("== ") {
            (section, script.set_up, script.now) = (name, None, None);
        } else if !line.is_empty() && !line.starts_with('#') {
            let failed = script.run(line).err();
            failures.extend(failed.map(|why| format!("line {number}, {section}: {why}")));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

struct Script<G: Playable> {
    set_up: Option<Running<G>>,
    now: Option<Running<G>>,
    /// The names that `let` gives, with what they stand for.
    words: Vec<(String, String)>,
}

impl<G: Playable> Script<G> {
    fn run(&mut self, line: &str) -> Result<(), String> {
        let line =
            self.words.iter().fold(line.to_owned(), |line, (name, text)| line.replace(name, text));
        let (command, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let (given, expected) = rest.split_once(": ").unwrap_or((rest, ""));
        let (first, second) = given.split_once(' ').unwrap_or((given, ""));
        match command {
            "let" => {
                let (name, text) = rest.split_once(' ').ok_or("let NAME TEXT")?;
                self.words.push((format!("${name}"), text.to_owned()));
                Ok(())
            }
            "at" => {
                let (game, state) = G::read_position(rest).map_err(|error| error.to_string())?;
                let running = Running::at(game, state);
                let read = running.position();
                self.set_up(running);
                alike(&read, rest)
            }
            "new" => {
                let game = G::configure(&options(rest)).map_err(|error| error.to_string())?;
                self.set_up(Running::new(game));
                Ok(())
            }
            "back" => {
                self.now.clone_from(&self.set_up);
                Ok(())
            }
            "malformed" => refused(G::read_position(text(given)), Problem::Syntax, expected),
            "illegal" => refused(G::read_position(text(given)), Problem::Illegal, expected),
            "badview" => {
                let error = G::read_view(second, viewer(first)).err().ok_or("it is taken")?;
                alike(&error.message, expected)
            }
            "options" => {
                let error = G::configure(&options(given)).err().ok_or("it is taken")?;
                alike(&error.to_string(), expected)
            }
            _ => {
                let now = self.now.as_mut().ok_or("no position is set up")?;
                run_at(now, command, rest)
            }
        }
    }

    fn set_up(&mut self, running: Running<G>) {
        (self.set_up, self.now) = (Some(running.clone()), Some(running));
    }
}

/// Runs a command that acts on a game or checks it.
fn run_at<G: Playable>(now: &mut Running<G>, command: &str, rest: &str) -> Result<(), String> {
    let (given, expected) = rest.split_once(": ").unwrap_or((rest, ""));
    let legal = || now.legal();
    let beginning = |prefix| legal().into_iter().filter(move |action| action.starts_with(prefix));
    match command {
        "play" if rest == "EXAMPLE" => make(now, &example(G::RULES)),
        "play" => make(now, rest),
        "is" => alike(&now.position(), rest),
        "turn" => alike(&turn(now.turn()), rest),
        "result" => {
            let over = now.turn() == Turn::Over && legal().is_empty() && now.chances().is_empty();
            let shares = now.shares().filter(|_| over).map(|shares| shares.to_string());
            alike(shares.as_deref().unwrap_or("none"), rest)
        }
        "legal" if expected.is_empty() => alike(&legal().join(" "), rest),
        "legal" => alike(&beginning(given).collect::<Vec<_>>().join(" "), expected),
        "count" if expected.is_empty() => alike(&legal().len().to_string(), rest),
        "count" => alike(&beginning(given).count().to_string(), expected),
        "can" | "cannot" => {
            let all = legal();
            let found = |action: &&str| all.iter().any(|legal| legal == action);
            match rest.split(' ').find(|action| found(action) != (command == "can")) {
                Some(action) => Err(format!("{action} among {}", all.join(" "))),
                None => Ok(()),
            }
        }
        "chances" => {
            let all = now.chances().into_iter().map(|(text, weight)| format!("{text}={weight}"));
            alike(&all.collect::<Vec<_>>().join(" "), rest)
        }
        "no" => refused(now.clone().play(text(given)), Problem::Illegal, expected),
        "misread" => refused(now.clone().play(text(given)), Problem::Syntax, expected),
        "view" => alike(&now.view(viewer(given)), expected),
        "told" => {
            let (to, action) = given.split_once(' ').ok_or("told VIEWER ACTION: WORDS")?;
            let last = now.last(viewer(to)).ok_or("nothing has happened")?;
            alike(&last.action, action)?;
            alike(&now.english(&last.labels), expected)
        }
        _ => Err(format!("no command {command}")),
    }
}

fn make<G: Playable>(running: &mut Running<G>, actions: &str) -> Result<(), String> {
    actions.split_whitespace().try_for_each(|action| match running.play(action) {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("{action} in {}: {error}", running.position())),
    })
}

/// The example of a rule page: a block of moves, or the code that begins the rows of a table.
fn example(rules: &str) -> String {
    if let Some((_, block)) = rules.split_once("```moves") {
        return block.split("```").next().unwrap_or_default().to_owned();
    }
    let rows = rules.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    rows.collect::<Vec<_>>().join(" ")
}

/// A text without the quotes that it may stand in.
fn text(text: &str) -> &str {
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text)
}

fn options(words: &str) -> OptionValues {
    words.split_whitespace().filter_map(|word| word.split_once('=')).collect()
}

fn viewer(text: &str) -> Viewer {
    text.parse().map_or(Viewer::Public, |number: u8| Viewer::Seat(Seat(number - 1)))
}

fn turn(turn: Turn) -> String {
    match turn {
        Turn::Player(seat) => seat.to_string(),
        Turn::Chance => "chance".to_owned(),
        Turn::Over => "over".to_owned(),
    }
}

fn refused<T>(read: Result<T, NotationError>, as_a: Problem, why: &str) -> Result<(), String> {
    let error = read.err().ok_or("it is taken")?;
    if error.problem != as_a {
        return Err(format!("{:?}: {error}", error.problem));
    }
    alike(&error.message, why)
}

/// Whether a text is the expected one, whose `…` at either end stands for anything.
fn alike(found: &str, expected: &str) -> Result<(), String> {
    let fits = match (expected.strip_prefix('…'), expected.strip_suffix('…')) {
        (Some(end), None) => found.ends_with(end),
        (None, Some(beginning)) => found.starts_with(beginning),
        (Some(_), Some(_)) => found.contains(expected.trim_matches('…')),
        (None, None) => found == expected,
    };
    if fits { Ok(()) } else { Err(format!("found '{found}', expected '{expected}'")) }
}
