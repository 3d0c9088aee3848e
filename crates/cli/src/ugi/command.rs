//! What a line means.

use std::num::NonZeroUsize;
use std::time::Duration;

use parlour_search::{SearchRequest, TimeLimit, Want};
use parlour_session::did_you_mean::{nearest, shown, suggest};

/// What the other end wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// Who are you?
    Ugi,
    /// Are you there?
    IsReady,
    /// An option's new value.
    SetOption {
        /// Its name.
        name: String,
        /// The value, as text.
        value: String,
    },
    /// Begin anew.
    NewGame,
    /// Set up a position.
    Position {
        /// The text of the position to start from; `None` for the start of the game.
        from: Option<String>,
        /// The actions to make from there.
        moves: Vec<String>,
    },
    /// A question about the position.
    Query(Query),
    /// Count action sequences of this length.
    Perft(u32),
    /// Look for the best move.
    Go(GoCommand),
    /// End the search.
    Stop,
    /// End the program.
    Quit,
}

/// A search, and how its reports are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GoCommand {
    /// What to search for. Without any limit the level's own apply. The seed is set when the search
    /// starts.
    pub(super) request: SearchRequest,
    /// How many `info` lines a report has; `None` for one line that names the best three moves.
    pub(super) multipv: Option<NonZeroUsize>,
}

/// A question about the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Query {
    /// Who acts?
    Turn,
    /// What can be done?
    Legal,
    /// How likely is each outcome?
    Chance,
    /// What is the position?
    Position,
    /// What does this player know? 0 is the public.
    View(u8),
    /// Is it over?
    GameOver,
    /// Who won?
    Result,
    /// What is to be done now, with these places picked?
    Guide(Vec<String>),
}

const COMMANDS: [&str; 10] = [
    "ugi",
    "isready",
    "setoption",
    "uginewgame",
    "position",
    "query",
    "perft",
    "go",
    "stop",
    "quit",
];

/// Names in a sentence.
fn listed(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        names => names.concat(),
    }
}

/// Gives a line its meaning, or says what is wrong with it.
pub(super) fn parse(line: &str) -> Result<Command, String> {
    let (word, rest) = split(line);
    let alone = |command| match rest {
        "" => Ok(command),
        _ => Err(format!("nothing may follow {word}; send it alone, without '{}'", shown(rest))),
    };
    match word {
        "ugi" => alone(Command::Ugi),
        "isready" => alone(Command::IsReady),
        "uginewgame" => alone(Command::NewGame),
        "stop" => alone(Command::Stop),
        "quit" => alone(Command::Quit),
        "setoption" => set_option(rest),
        "position" => position(rest),
        "query" => query(rest).map(Command::Query),
        "perft" => perft(rest),
        "go" => go(rest),
        "" => Err(format!("an empty line says nothing; commands are {}", listed(&COMMANDS))),
        _ => {
            let near = suggest(word, COMMANDS);
            let commands = listed(&COMMANDS);
            Err(format!("no command '{}'; {near}commands are {commands}", shown(word)))
        }
    }
}

/// The first word, and what follows it.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (text, ""),
    }
}

/// The text before and after a word that stands alone, `None` if it is not there.
fn split_at_word<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let mut rest = text;
    loop {
        let (first, after) = split(rest);
        if first.is_empty() {
            return None;
        }
        if first == word {
            return Some((text[..text.len() - rest.len()].trim_end(), after));
        }
        rest = after;
    }
}

fn set_option(rest: &str) -> Result<Command, String> {
    let usage = "write it as 'setoption name NAME value VALUE'; ugi lists the options";
    let (word, rest) = split(rest);
    let Some((name, value)) = split_at_word(rest, "value").filter(|_| word == "name") else {
        return Err(usage.to_owned());
    };
    if name.is_empty() || value.is_empty() {
        return Err(usage.to_owned());
    }
    Ok(Command::SetOption { name: name.to_owned(), value: value.to_owned() })
}

fn position(rest: &str) -> Result<Command, String> {
    let (before, moves) = split_at_word(rest, "moves").unwrap_or((rest, ""));
    let from = match split(before) {
        ("startpos", "") => None,
        ("startpos", more) => {
            return Err(format!(
                "after startpos comes 'moves', not '{}'; write it as 'position startpos moves T T …'",
                shown(more)
            ));
        }
        ("pos", "") => {
            return Err(
                "after pos comes the text of a position, such as query position gives".into()
            );
        }
        ("pos", text) => Some(text.to_owned()),
        _ => return Err("write it as 'position startpos' or 'position pos TEXT'".to_owned()),
    };
    Ok(Command::Position { from, moves: moves.split_whitespace().map(str::to_owned).collect() })
}

const QUERIES: [&str; 8] =
    ["turn", "legal", "chance", "position", "view", "gameover", "result", "guide"];

fn query(rest: &str) -> Result<Query, String> {
    match split(rest) {
        ("turn", "") => Ok(Query::Turn),
        ("legal", "") => Ok(Query::Legal),
        ("chance", "") => Ok(Query::Chance),
        ("position", "") => Ok(Query::Position),
        ("gameover", "") => Ok(Query::GameOver),
        ("result", "") => Ok(Query::Result),
        ("guide", picked) => {
            Ok(Query::Guide(picked.split_whitespace().map(str::to_owned).collect()))
        }
        ("view", who) => {
            number(who).map(Query::View).ok_or_else(|| view_error(&format!("'{}'", shown(who))))
        }
        (word, rest) => {
            let known = "turn, legal, chance, position, view N, gameover, result and guide";
            let near = match nearest(word, QUERIES) {
                Some(near) if near == word => {
                    format!("nothing may follow {word}, not '{}' either; ", shown(rest))
                }
                Some(near) => format!("no query '{}'; did you mean {near}? ", shown(word)),
                None if word.is_empty() => String::new(),
                None => format!("no query '{}'; ", shown(word)),
            };
            Err(format!("{near}queries are {known}"))
        }
    }
}

/// That there is no such view.
pub(super) fn view_error(who: &str) -> String {
    format!("view takes a player's number, or 0 for what everyone may know; not {who}")
}

fn perft(rest: &str) -> Result<Command, String> {
    match number(rest) {
        Some(depth) => Ok(Command::Perft(depth)),
        None => Err(format!("perft takes a depth such as 3, not '{}'", shown(rest))),
    }
}

fn go(rest: &str) -> Result<Command, String> {
    let (mut request, mut multipv) = (SearchRequest::default(), None);
    let mut said = Vec::new();
    let mut left = rest;
    while !left.is_empty() {
        let (word, after) = split(left);
        if said.contains(&word) {
            return Err(format!("{} is said twice; say it once", shown(word)));
        }
        said.push(word);
        if word == "infinite" {
            (request.time, left) = (TimeLimit::Endless, after);
            continue;
        }
        let (value, after) = split(after);
        let bad = || {
            format!("{word} takes a whole number, such as 'go {word} 100', not '{}'", shown(value))
        };
        match word {
            "movetime" => {
                let time = Duration::from_millis(number(value).ok_or_else(bad)?);
                request.time = TimeLimit::Within(time);
            }
            "nodes" => request.nodes = Some(number(value).ok_or_else(bad)?),
            "depth" => request.depth = Some(number(value).ok_or_else(bad)?),
            "multipv" => {
                multipv = Some(number(value).and_then(NonZeroUsize::new).ok_or_else(bad)?);
            }
            _ => {
                let known = ["movetime", "nodes", "depth", "infinite", "multipv"];
                let near = suggest(word, known);
                let known = listed(&known);
                return Err(format!("go does not know '{}'; {near}it knows {known}", shown(word)));
            }
        }
        left = after;
    }
    let counted = request.nodes.is_some() || request.depth.is_some();
    if said.contains(&"infinite") && (counted || said.contains(&"movetime")) {
        return Err("infinite goes with no limit; leave out one or the other".to_owned());
    }
    // A search that ends at a count, or never, is asked for what the moves are worth; one that ends in
    // time, or as the level says, only for a move.
    request.want = match multipv {
        Some(lines) => Want::Lines(lines),
        None if counted || request.is_endless() => Want::BEST_LINE,
        None => Want::Move,
    };
    Ok(Command::Go(GoCommand { request, multipv }))
}

/// A whole number in its plain form.
pub(super) fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use parlour_search::Budget;

    use super::*;

    fn position(from: Option<&str>, moves: &[&str]) -> Command {
        let moves = moves.iter().map(|&mv| mv.to_owned()).collect();
        Command::Position { from: from.map(str::to_owned), moves }
    }

    fn set_option(name: &str, value: &str) -> Command {
        Command::SetOption { name: name.to_owned(), value: value.to_owned() }
    }

    #[test]
    fn texts_of_positions_and_options_are_kept_as_they_are() {
        for (line, command) in [
            ("position startpos", position(None, &[])),
            ("position startpos moves", position(None, &[])),
            (" position\tpos b/2  w 3 moves a  b\r", position(Some("b/2  w 3"), &["a", "b"])),
            ("position pos amoves movesb", position(Some("amoves movesb"), &[])),
            ("setoption name players value 3", set_option("players", "3")),
            ("setoption name a b value c d", set_option("a b", "c d")),
            ("query view 0", Command::Query(Query::View(0))),
        ] {
            assert_eq!(parse(line), Ok(command), "{line}");
        }
    }

    #[test]
    fn a_go_command_has_its_limits_and_its_number_of_lines() {
        let budget = Budget { time: Some(Duration::from_millis(250)), nodes: Some(9), depth: None };
        let timed = Budget { time: Some(Duration::from_millis(5)), ..Budget::default() };
        let three = NonZeroUsize::new(3).expect("more than 0");
        let (time, want) = (TimeLimit::Endless, Want::Lines(three));
        let infinite = SearchRequest { time, want, ..SearchRequest::default() };
        for (line, request, multipv) in [
            ("go movetime 250 nodes 9", SearchRequest::best_line(budget, 0), None),
            ("go infinite multipv 3", infinite, Some(three)),
            ("go movetime 5", SearchRequest::best_move(timed, 0), None),
        ] {
            assert_eq!(parse(line), Ok(Command::Go(GoCommand { request, multipv })), "{line}");
        }
    }

    #[test]
    fn lines_with_too_little_or_too_much_are_refused() {
        for (word, refused) in [
            ("position", &["", "pos", "pos moves a", "moves a", "startpos a"][..]),
            ("go", &["infinite nodes 3", "multipv 0", "nodes", "nodes -1", "nodes +1"]),
            ("go", &["nodes 1 nodes 2", "nodes 99999999999999999999", "movetime 1.5"]),
            ("setoption", &["", "name", "name value 3", "name players", "name players value"]),
            ("setoption", &["players value 3"]),
            ("query", &["", "turn 2", "view", "view 256"]),
            ("perft", &["", "1 2", "4294967296"]),
        ] {
            for rest in refused {
                assert!(parse(&format!("{word} {rest}")).is_err(), "{word} {rest}");
            }
        }
        for line in ["ugi x", "isready?", "stop now", "quit 1", "UGI"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn errors_show_little_of_a_long_line() {
        let error = parse(&"x".repeat(5000)).unwrap_err();
        assert!(error.len() < 200, "{error}");
    }
}
