//! What can be typed besides moves.

/// A word that is a command, what may follow it, and what it does.
pub(crate) struct Word {
    pub(crate) word: &'static str,
    pub(crate) takes: &'static str,
    pub(crate) does: &'static str,
    make: fn(&str) -> Typed,
}

/// What was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    Moves(String),
    Board(String),
    Pieces,
    Hint,
    Back,
    Draw,
    Decline,
    Resign,
    Why(String),
    Rules(String),
    Log,
    Say(String),
    Save(String),
    Help,
    Quit,
    /// Anything else is a move.
    Move(String),
}

/// All of them, in the order in which help lists them.
pub(crate) const WORDS: &[Word] = &[
    word(
        "moves",
        " [TEXT]",
        "the moves that you can make, or those that begin with TEXT",
        |text| Typed::Moves(text.to_owned()),
    ),
    word("board", " [N]", "the board now, or as it was after N actions", |text| {
        Typed::Board(text.to_owned())
    }),
    word("pieces", "", "what stands where, and the score", |_| Typed::Pieces),
    word("hint", "", "the moves that the computer would make", |_| Typed::Hint),
    word("why", " PLACE", "why a place cannot be chosen", |text| Typed::Why(text.to_owned())),
    word("back", "", "take your last move back, or agree to it", |_| Typed::Back),
    word("draw", "", "offer a draw, or agree to one", |_| Typed::Draw),
    word("decline", "", "turn down what is offered or asked", |_| Typed::Decline),
    word("resign", "", "give up", |_| Typed::Resign),
    word("log", "", "what has happened so far", |_| Typed::Log),
    word("rules", " [HEADING]", "the rule page, or the part under a heading", |text| {
        Typed::Rules(text.to_owned())
    }),
    word("say", " TEXT", "say something to the others", |text| Typed::Say(text.to_owned())),
    word("save", " FILE", "write the record of the game", |text| Typed::Save(text.to_owned())),
    word("help", "", "this list", |_| Typed::Help),
    word("quit", "", "leave", |_| Typed::Quit),
];

const fn word(
    word: &'static str,
    takes: &'static str,
    does: &'static str,
    make: fn(&str) -> Typed,
) -> Word {
    Word { word, takes, does, make }
}

/// What a line means. A move's notation wins over a command of the same name.
pub(crate) fn read(line: &str, is_move: impl Fn(&str) -> bool) -> Typed {
    let line = line.trim();
    if line == "?" {
        return Typed::Help;
    }
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let known = WORDS.iter().find(|known| known.word.eq_ignore_ascii_case(first));
    match known.filter(|_| !is_move(line)) {
        Some(known) => (known.make)(rest.trim()),
        None => Typed::Move(line.to_owned()),
    }
}

/// The list of commands.
pub(crate) fn help() -> Vec<String> {
    let name = |word: &Word| format!("{}{}", word.word, word.takes);
    let widest = WORDS.iter().map(|word| name(word).len()).max().unwrap_or(0);
    WORDS.iter().map(|word| format!("{:widest$}  {}", name(word), word.does)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_command_or_else_a_move() {
        let no_move = |_: &str| false;
        assert_eq!(read(" moves  f4 ", no_move), Typed::Moves("f4".to_owned()));
        assert_eq!(read("HINT", no_move), Typed::Hint);
        assert_eq!(read("?", no_move), Typed::Help);
        assert_eq!(read("f4 f1", no_move), Typed::Move("f4 f1".to_owned()));
        assert_eq!(read("draw", |line| line == "draw"), Typed::Move("draw".to_owned()));
    }
}
