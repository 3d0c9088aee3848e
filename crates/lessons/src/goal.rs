//! Goals: what must hold after a learner's move. They are built from notation, pieces on sites, scores
//! and results, so that every game can use them.

use std::cell::OnceCell;

use parlour_core::label::Names;
use parlour_core::scene::{Layout, Picture, SiteId};
use parlour_core::{Seat, Turn, Viewer};
use parlour_session::{Session, words::names};

use crate::lines::LessonError;
use crate::words::Words;

/// A condition on a learner's move and the position after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Any move at all.
    AnyMove,
    /// The move has this text; `*` stands for any characters.
    Plays(String),
    /// At least `least` of the sites hold what is asked for.
    On {
        /// What must stand there.
        what: What,
        /// How many of the sites must hold it.
        least: usize,
        /// The sites.
        sites: Vec<SiteId>,
    },
    /// The others have at least this number of pieces fewer than when the exercise began.
    Takes(u32),
    /// The learner's points, or the best of the others'.
    Score {
        /// Whether the learner's points count, not the others'.
        mine: bool,
        /// Whether the points must be at least this number, not at most.
        at_least: bool,
        /// The number of points.
        points: i32,
    },
    /// The learner has won the game, alone.
    Win,
    /// The game is over.
    Over,
    /// The learner is to throw or move next.
    MyTurn,
    /// Another player is to move and can win with that move.
    TheyWinNext,
    /// This does not hold.
    Not(Box<Goal>),
    /// All of these hold.
    All(Vec<Goal>),
    /// At least one of these holds.
    Any(Vec<Goal>),
}

/// What stands on a site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// A piece of the learner's.
    Mine,
    /// A piece of another player's.
    Theirs,
    /// No piece.
    Nothing,
    /// A piece whose name contains this text.
    Named(String),
}

/// What a goal is judged by: a position after a learner's move.
pub(crate) struct GoalContext<'a> {
    session: &'a dyn Session,
    seat: Seat,
    action: &'a str,
    opponent_pieces_at_start: u32,
    /// What conditions ask of the position, looked up once however many conditions ask it.
    picture: OnceCell<Picture>,
    words: OnceCell<Vec<(SiteId, String)>>,
    they_win_next: OnceCell<bool>,
}

impl<'a> GoalContext<'a> {
    pub(crate) fn new(
        session: &'a dyn Session,
        seat: Seat,
        action: &'a str,
        opponent_pieces_at_start: u32,
    ) -> Self {
        GoalContext {
            session,
            seat,
            action,
            opponent_pieces_at_start,
            picture: OnceCell::new(),
            words: OnceCell::new(),
            they_win_next: OnceCell::new(),
        }
    }

    fn picture(&self) -> &Picture {
        self.picture.get_or_init(|| self.session.picture(Viewer::Seat(self.seat)))
    }

    fn holds(&self, what: &What, site: SiteId) -> bool {
        let piece = self.picture().pieces.iter().find(|piece| piece.site == site);
        match (what, piece) {
            (What::Nothing, piece) => piece.is_none(),
            (_, None) => false,
            (What::Mine, Some(piece)) => piece.owner == Some(self.seat),
            (What::Theirs, Some(piece)) => piece.owner.is_some_and(|owner| owner != self.seat),
            (What::Named(text), Some(_)) => {
                let mut words = self.words().iter();
                words.find(|(at, _)| *at == site).is_some_and(|(_, words)| words.contains(text))
            }
        }
    }

    /// The pieces in words, each with its site.
    fn words(&self) -> &[(SiteId, String)] {
        self.words.get_or_init(|| {
            let (layout, seats) = (self.session.layout(Viewer::Public), names(self.session));
            let names = Names { sites: &layout.sites, seats: &seats };
            let pieces = self.picture().pieces.iter();
            pieces.map(|piece| (piece.site, piece.words(&names))).collect()
        })
    }

    /// Whether another player is to move and can win with that move. It plays every move there is.
    fn they_win_next(&self) -> bool {
        *self.they_win_next.get_or_init(|| {
            let Turn::Player(seat) = self.session.turn() else { return false };
            let wins_by =
                |action: String| self.session.after(&action).is_ok_and(|next| wins(&*next, seat));
            seat != self.seat && self.session.legal().into_iter().any(wins_by)
        })
    }
}

/// Whether this player has won, alone.
fn wins(session: &dyn Session, seat: Seat) -> bool {
    session.shares().is_some_and(|shares| {
        shares.iter().all(|(other, share)| (share.numerator > 0) == (other == seat))
    })
}

/// The number of pieces of everybody but this player, as the player sees them.
pub(crate) fn opponent_pieces(session: &dyn Session, seat: Seat) -> u32 {
    let picture = session.picture(Viewer::Seat(seat));
    let theirs = picture.pieces.iter().filter(|piece| piece.owner.is_some_and(|o| o != seat));
    theirs.map(|piece| u32::from(piece.count)).sum()
}

impl Goal {
    pub(crate) fn holds(&self, at: &GoalContext<'_>) -> bool {
        match self {
            Goal::AnyMove => true,
            Goal::Plays(pattern) => matches(pattern, at.action),
            Goal::On { what, least, sites } => {
                sites.iter().filter(|&&site| at.holds(what, site)).count() >= *least
            }
            Goal::Takes(number) => {
                opponent_pieces(at.session, at.seat) + number <= at.opponent_pieces_at_start
            }
            Goal::Score { mine, at_least, points } => {
                let counts = |&(seat, _): &(Seat, i32)| (seat == at.seat) == *mine;
                let scores = at.session.scores();
                let scores = (0u8..).map(Seat).zip(scores).filter(counts).map(|(_, score)| score);
                scores.max().is_some_and(|score| {
                    if *at_least { score >= *points } else { score <= *points }
                })
            }
            Goal::Win => wins(at.session, at.seat),
            Goal::TheyWinNext => at.they_win_next(),
            Goal::Over => at.session.turn() == Turn::Over,
            Goal::MyTurn => match at.session.turn() {
                Turn::Player(seat) => seat == at.seat,
                Turn::Chance => at.session.thrower() == Some(at.seat),
                Turn::Over => false,
            },
            Goal::Not(goal) => !goal.holds(at),
            Goal::All(goals) => goals.iter().all(|goal| goal.holds(at)),
            Goal::Any(goals) => goals.iter().any(|goal| goal.holds(at)),
        }
    }

    /// Reads a goal. `layout` is the board whose sites it names.
    ///
    /// # Errors
    ///
    /// Goals come from strangers too: one that is longer than [`LONGEST`] or nested deeper than [`DEEPEST`]
    /// is refused before it is read on.
    pub(crate) fn read(line: usize, text: &str, layout: &Layout) -> Result<Goal, LessonError> {
        if text.len() > LONGEST {
            let message =
                format!("a goal has at most {LONGEST} characters, and this one has {}", text.len());
            return Err(LessonError::new(line, message));
        }
        let mut reader = Reader { words: Words::new(line, text)?, layout, depth: 0 };
        let goal = reader.any()?;
        match reader.words.peek() {
            None => Ok(goal),
            Some(_) => Err(reader.words.error("'and' or 'or' should come")),
        }
    }
}

/// Whether `text` has the form of `pattern`, in which `*` stands for any characters. Each part between two
/// stars takes its first place, so the cost is linear in the length of the text.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(rest) = parts.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    let Some(mut rest) = rest.strip_suffix(last) else { return false };
    parts.all(|part| match rest.split_once(part) {
        Some((_, after)) => {
            rest = after;
            true
        }
        None => false,
    })
}

/// The most bytes of a goal.
const LONGEST: usize = 500;
/// How many parentheses and `not`s may stand within each other. The reader calls itself for each of them, and
/// a stack that overflows ends the process.
const DEEPEST: usize = 32;

struct Reader<'a> {
    words: Words,
    layout: &'a Layout,
    /// The parentheses and `not`s around the next word.
    depth: usize,
}

/// What a condition may begin with, for messages.
const CONDITIONS: &str = "'any move', 'plays MOVE', 'mine on', 'theirs on', 'nothing on', '\"a piece\" on', \
     'takes NUMBER', 'my score', 'their score', 'win', 'over', 'my turn' or 'they win next'";

impl Reader<'_> {
    /// Conditions joined by `or`, which binds less than `and`.
    fn any(&mut self) -> Result<Goal, LessonError> {
        let mut goals = vec![self.all()?];
        while self.words.accept("or") {
            goals.push(self.all()?);
        }
        Ok(if goals.len() == 1 { goals.remove(0) } else { Goal::Any(goals) })
    }

    fn all(&mut self) -> Result<Goal, LessonError> {
        let mut goals = vec![self.one()?];
        while self.words.accept("and") {
            goals.push(self.one()?);
        }
        Ok(if goals.len() == 1 { goals.remove(0) } else { Goal::All(goals) })
    }

    fn one(&mut self) -> Result<Goal, LessonError> {
        if self.words.accept("not") {
            return Ok(Goal::Not(Box::new(self.nested(Self::one)?)));
        }
        if self.words.accept("(") {
            let goal = self.nested(Self::any)?;
            self.words.expect(&[")"])?;
            return Ok(goal);
        }
        let unknown = self.words.error(&format!("a condition, one of {CONDITIONS}, should come"));
        let word = self.words.take("a condition")?;
        match word.as_str() {
            "any" => self.words.expect(&["move"]).map(|()| Goal::AnyMove),
            "plays" => self.words.take("a move").map(Goal::Plays),
            "takes" => self.words.number("a number of pieces").map(Goal::Takes),
            "win" => Ok(Goal::Win),
            "they" => self.words.expect(&["win", "next"]).map(|()| Goal::TheyWinNext),
            "over" => Ok(Goal::Over),
            "my" if self.words.accept("turn") => Ok(Goal::MyTurn),
            "my" => self.score(true),
            "their" => self.score(false),
            "mine" => self.on(What::Mine),
            "theirs" => self.on(What::Theirs),
            "nothing" => self.on(What::Nothing),
            quoted if quoted.starts_with('"') => self.on(What::Named(quoted[1..].to_owned())),
            _ => Err(unknown),
        }
    }

    /// Reads what stands in parentheses or behind `not`.
    fn nested(
        &mut self,
        read: fn(&mut Self) -> Result<Goal, LessonError>,
    ) -> Result<Goal, LessonError> {
        if self.depth == DEEPEST {
            let message =
                format!("a goal has at most {DEEPEST} parentheses or 'not's within each other");
            return Err(LessonError::new(self.words.line(), message));
        }
        self.depth += 1;
        let goal = read(self);
        self.depth -= 1;
        goal
    }

    fn score(&mut self, mine: bool) -> Result<Goal, LessonError> {
        self.words.expect(&["score", "at"])?;
        let at_least = self.words.accept("least");
        if !at_least {
            self.words.expect(&["most"])?;
        }
        let points = self.words.number("a number of points")?;
        Ok(Goal::Score { mine, at_least, points })
    }

    /// `on SITE …`: all of the sites; `on at least N of SITE …`: that number of them.
    fn on(&mut self, what: What) -> Result<Goal, LessonError> {
        self.words.expect(&["on"])?;
        let least = if self.words.accept("at") {
            self.words.expect(&["least"])?;
            let least = self.words.number("a number of sites")?;
            self.words.expect(&["of"])?;
            Some(least)
        } else {
            None
        };
        let mut sites = Vec::new();
        while let Some(name) = self.words.peek().filter(|w| !["and", "or", ")"].contains(w)) {
            sites.push(site(self.words.line(), name, self.layout)?);
            self.words.take("a site")?;
        }
        match least.unwrap_or(sites.len()) {
            0 => Err(self.words.error("the name of a site should come")),
            least if least > sites.len() => {
                let message = format!("{least} of {} sites is impossible", sites.len());
                Err(LessonError::new(self.words.line(), message))
            }
            least => Ok(Goal::On { what, least, sites }),
        }
    }
}

/// The site of this name.
pub(crate) fn site(line: usize, name: &str, layout: &Layout) -> Result<SiteId, LessonError> {
    layout
        .site(name)
        .ok_or_else(|| LessonError::new(line, format!("the board has no site '{name}'")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_characters() {
        assert!(matches("e5*", "e5g7"));
        assert!(matches("*xd5", "c4xd5"));
        assert!(matches("*4*", "c4-d5"));
        assert!(matches("pass", "pass"));
        assert!(!matches("e5*", "e6g7"));
        assert!(!matches("e5", "e5g7"));
        assert!(!matches("e5*e5", "e5"), "the ends may not share characters");
        assert!(matches("**", ""));
        assert!(!matches("a*b*b*c", "abc"));
        assert!(matches("*é*", "caféx"));
    }

    #[test]
    fn stars_cost_no_more_than_the_text_is_long() {
        // Trying every place for each star would take longer than anybody waits.
        let pattern = format!("{}q", "*a".repeat(2000));
        assert!(!matches(&pattern, &"a".repeat(4000)));
    }

    /// The error for this goal, on an empty board.
    fn refused(text: &str) -> String {
        let layout = Layout::new(1, 1);
        Goal::read(7, text, &layout).expect_err("it is refused").to_string()
    }

    #[test]
    fn a_goal_is_nested_at_most_32_deep() {
        let layout = Layout::new(1, 1);
        let nested =
            |open: &str, close: &str, n: usize| format!("{}win{}", open.repeat(n), close.repeat(n));
        for (open, close) in [("(", ")"), ("not ", "")] {
            assert!(Goal::read(7, &nested(open, close, DEEPEST), &layout).is_ok());
            let error = refused(&nested(open, close, DEEPEST + 1));
            let message = "line 7: a goal has at most 32 parentheses or 'not's within each other";
            assert_eq!(error, message);
        }
        // Beside each other they count once.
        assert!(Goal::read(7, &["(win)"; 40].join(" or "), &layout).is_ok());
    }

    #[test]
    fn a_goal_has_at_most_500_characters() {
        let error = refused(&format!("{}win{}", "(".repeat(3000), ")".repeat(3000)));
        assert_eq!(error, "line 7: a goal has at most 500 characters, and this one has 6003");
    }
}
