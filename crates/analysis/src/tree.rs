//! A tree of variations, and its text: a record whose actions may branch.
//!
//! ```text
//! parlour: 1
//! game: senet
//! title: The last five squares
//! position: .............w..b......w....b. w - 4
//! actions:
//! {Both are close.} 14/18 ! [Straight on] {Keeps the convoy.} @18 @14>18
//! (29/off ?? {Leaves two behind.} t2) t3
//! ```
//!
//! A record without any of these signs is a tree with one line, so every record is one. After an action:
//!
//! | sign | meaning |
//! | --- | --- |
//! | `( … )` | a variation: other actions in place of the last one |
//! | `{ … }` | a comment on the position |
//! | `[ … ]` | the name of the line that begins with the last action |
//! | `!` `?` `!!` `??` `!?` `?!` | a verdict on the last action |
//! | `@SITE`, `@SITE>SITE` | a circle, an arrow |
//!
//! Comments, circles and arrows before the first action belong to the starting position. In a comment or a
//! name, a backslash stands before `}`, `]` and a backslash.

use std::fmt;

use parlour_core::{NotationError, OptionError, OptionValues, Seat, Turn, Viewer};
use parlour_games::{Entry, Session, find};

/// The version of the form, the same as that of records.
const VERSION: &str = "1";
/// No tree has more nodes than this.
pub const MOST_NODES: usize = 4_000;
/// The longest comment, in bytes.
pub const LONGEST_COMMENT: usize = 4_000;
/// The longest name of a line or title of a tree, in bytes.
pub const LONGEST_NAME: usize = 200;
/// The most circles and arrows at one node.
pub const MOST_SHAPES: usize = 64;
/// How wide a line of the text gets.
const WIDTH: usize = 78;
/// Verdicts on an action.
pub const GLYPHS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
/// The fields of a record that say nothing about its tree. They are read and left out.
const PASSED_OVER: [&str; 8] =
    ["player", "computer", "result", "ending", "dice", "seals", "contribution", "seed"];

/// A circle or an arrow, by the names of sites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The site of a circle, or where an arrow begins.
    pub from: String,
    /// Where an arrow ends; `None` for a circle.
    pub to: Option<String>,
}

/// A position of the tree, by the action that leads to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The action; empty at the root.
    pub action: String,
    /// Who made it; `None` for chance, at the root, and before the tree is checked.
    pub by: Option<Seat>,
    /// The node before, a place in [`Tree::nodes`]; the root is its own.
    pub parent: usize,
    /// What may follow, the main line first.
    pub children: Vec<usize>,
    /// The name of the line that begins here.
    pub name: String,
    /// A comment on the position.
    pub comment: String,
    /// A verdict on the action, one of [`GLYPHS`], or nothing.
    pub glyph: String,
    /// Circles and arrows.
    pub shapes: Vec<Shape>,
}

/// A game with all its variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The game's id.
    pub game: String,
    /// The options, where the tree begins at the start of a game.
    pub options: Vec<(String, String)>,
    /// The position where the tree begins; `None`: the start of a game.
    pub position: Option<String>,
    /// A title; may be empty.
    pub title: String,
    /// The nodes, the root first, each behind its parent.
    pub nodes: Vec<Node>,
}

/// Why a text is no tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeError {
    /// It does not begin as a record does.
    NotARecord,
    /// There is no line `actions:`.
    NoActions,
    /// It does not say which game it is.
    NoGame,
    /// There is no such game here.
    UnknownGame(String),
    /// A field is unknown or has no value.
    Field(usize, String),
    /// It was played by other rules than those of this version.
    Rules(u32),
    /// The options are wrong.
    Option(OptionError),
    /// The position is wrong.
    Position(NotationError),
    /// An action cannot be made where it stands.
    Action(usize, NotationError),
    /// A sign has nothing to belong to.
    NothingBefore(usize, char),
    /// A parenthesis, comment or name is not closed, or closed without being open.
    Unbalanced(usize, char),
    /// There is no such site.
    Site(usize, String),
    /// There are too many nodes or shapes, or a text is too long.
    TooLong(usize),
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown =
            |text: &str| -> String { text.chars().take(40).flat_map(char::escape_debug).collect() };
        match self {
            TreeError::NotARecord => write!(f, "a record begins with 'parlour: {VERSION}'"),
            TreeError::NoActions => write!(f, "the record has no line 'actions:'"),
            TreeError::NoGame => write!(f, "the record does not say which game it is"),
            TreeError::UnknownGame(id) => write!(f, "there is no game '{}' here", shown(id)),
            TreeError::Field(line, field) => write!(
                f,
                "line {line}: there is no field '{}'; write a name, a colon and a value, as in \
                 'game: outwit'",
                shown(field)
            ),
            TreeError::Rules(version) => {
                write!(f, "the record was played by other rules than version {version}")
            }
            TreeError::Option(error) => error.fmt(f),
            TreeError::Position(error) => error.fmt(f),
            TreeError::Action(line, error) => write!(f, "line {line}: {error}"),
            TreeError::NothingBefore(line, sign) => {
                write!(f, "line {line}: there is no action before '{sign}' that it belongs to")
            }
            TreeError::Unbalanced(line, sign) => {
                write!(f, "line {line}: '{sign}' has no counterpart")
            }
            TreeError::Site(line, site) => {
                write!(f, "line {line}: there is no place '{}' on the board", shown(site))
            }
            TreeError::TooLong(line) => write!(
                f,
                "line {line}: too long; a tree has at most {MOST_NODES} actions, a comment \
                 {LONGEST_COMMENT} bytes, a name {LONGEST_NAME}, and a position {MOST_SHAPES} marks"
            ),
        }
    }
}

impl std::error::Error for TreeError {}

/// A part of the text behind `actions:`.
enum Token<'a> {
    Open,
    Close,
    Comment(String),
    Name(String),
    Glyph(&'a str),
    Shape(&'a str),
    Action(&'a str),
}

/// Reads the text behind `actions:` token by token.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

/// Signs that end an action that stands before them.
const SIGNS: [char; 6] = ['(', ')', '{', '}', '[', ']'];

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip(&mut self, bytes: usize) {
        self.line += self.rest()[..bytes].matches('\n').count();
        self.at += bytes;
    }

    /// Whether the next sign begins a line.
    fn begins_line(&self) -> bool {
        self.text[..self.at].rsplit('\n').next().is_none_or(|before| before.trim().is_empty())
    }

    /// Goes over white space and remarks.
    fn skip_blanks(&mut self) {
        loop {
            let blanks = self.rest().len() - self.rest().trim_start().len();
            self.skip(blanks);
            if !(self.rest().starts_with('#') && self.begins_line()) {
                return;
            }
            self.skip(self.rest().find('\n').unwrap_or(self.rest().len()));
        }
    }

    fn next(&mut self) -> Result<Option<Token<'a>>, TreeError> {
        self.skip_blanks();
        let Some(first) = self.rest().chars().next() else { return Ok(None) };
        let token = match first {
            '(' => Token::Open,
            ')' => Token::Close,
            '{' => return self.quoted('}').map(|text| Some(Token::Comment(text))),
            '[' => return self.quoted(']').map(|text| Some(Token::Name(text))),
            '}' | ']' => return Err(TreeError::Unbalanced(self.line, first)),
            _ => {
                let word = |c: char| c.is_whitespace() || SIGNS.contains(&c);
                let length = self.rest().find(word).unwrap_or(self.rest().len());
                let word = &self.rest()[..length];
                self.skip(length);
                return Ok(Some(match word.strip_prefix('@') {
                    Some(shape) => Token::Shape(shape),
                    None if GLYPHS.contains(&word) => Token::Glyph(word),
                    None => Token::Action(word),
                }));
            }
        };
        self.skip(1);
        Ok(Some(token))
    }

    /// The text up to the sign that ends it.
    fn quoted(&mut self, end: char) -> Result<String, TreeError> {
        let (line, mut text, mut escaped) = (self.line, String::new(), false);
        for (index, c) in self.rest().char_indices().skip(1) {
            match c {
                '\\' if !escaped => escaped = true,
                c if c == end && !escaped => {
                    self.skip(index + c.len_utf8());
                    return Ok(text.trim().to_owned());
                }
                c => {
                    // A backslash that protects nothing stands for itself.
                    if escaped && c != end && c != '\\' {
                        text.push('\\');
                    }
                    text.push(c);
                    escaped = false;
                }
            }
        }
        Err(TreeError::Unbalanced(line, if end == '}' { '{' } else { '[' }))
    }
}

impl Tree {
    /// A tree without any action.
    pub fn new(game: &str, options: Vec<(String, String)>, position: Option<String>) -> Self {
        let (game, title) = (game.to_owned(), String::new());
        Tree { game, options, position, title, nodes: vec![Node::default()] }
    }

    /// Reads a whole record and plays all its lines through.
    ///
    /// # Errors
    /// At the first thing that does not fit.
    pub fn read(text: &str) -> Result<Self, TreeError> {
        let (mut tree, behind, line) = read_head(text)?;
        let lines = tree.grow(&text[behind..], line)?;
        tree.check(&lines)?;
        Ok(tree)
    }

    /// Reads actions with their variations from a beginning that is known, and plays them through.
    ///
    /// # Errors
    /// At the first thing that does not fit.
    pub fn read_actions(mut self, text: &str) -> Result<Self, TreeError> {
        let lines = self.grow(text, 1)?;
        self.check(&lines)?;
        Ok(self)
    }

    fn add(&mut self, parent: usize, action: &str, line: usize) -> Result<usize, TreeError> {
        // The same action twice is one node: a variation may repeat the way to its own branch.
        let children = &self.nodes[parent].children;
        if let Some(&known) = children.iter().find(|&&child| self.nodes[child].action == action) {
            return Ok(known);
        }
        if self.nodes.len() > MOST_NODES {
            return Err(TreeError::TooLong(line));
        }
        let node = Node { action: action.to_owned(), parent, ..Node::default() };
        self.nodes.push(node);
        let index = self.nodes.len() - 1;
        self.nodes[parent].children.push(index);
        Ok(index)
    }

    /// Adds the actions of a text; gives the line of each node's action.
    fn grow(&mut self, text: &str, line: usize) -> Result<Vec<usize>, TreeError> {
        let mut scanner = Scanner { text, at: 0, line };
        let mut lines = vec![line];
        let sites = self.open()?.layout(Viewer::Public).sites;
        let check_site = |name: &str, line| match sites.iter().any(|site| site.name == name) {
            true => Ok(name.to_owned()),
            false => Err(TreeError::Site(line, name.to_owned())),
        };
        // The node that signs belong to, and where to go on after each open variation.
        let (mut at, mut open) = (0, Vec::new());
        while let Some(token) = scanner.next()? {
            let line = scanner.line;
            let behind_action = |sign| match at {
                0 => Err(TreeError::NothingBefore(line, sign)),
                _ => Ok(()),
            };
            match token {
                Token::Open => {
                    behind_action('(')?;
                    open.push(at);
                    at = self.nodes[at].parent;
                }
                Token::Close => at = open.pop().ok_or(TreeError::Unbalanced(line, ')'))?,
                Token::Action(action) => {
                    at = self.add(at, action, line)?;
                    lines.resize(self.nodes.len(), line);
                }
                Token::Comment(text) => {
                    self.nodes[at].comment = within(text, LONGEST_COMMENT, line)?;
                }
                Token::Name(text) => {
                    behind_action('[')?;
                    self.nodes[at].name = within(text, LONGEST_NAME, line)?;
                }
                Token::Glyph(glyph) => {
                    behind_action(if glyph.starts_with('!') { '!' } else { '?' })?;
                    self.nodes[at].glyph = glyph.to_owned();
                }
                Token::Shape(_) if self.nodes[at].shapes.len() >= MOST_SHAPES => {
                    return Err(TreeError::TooLong(line));
                }
                Token::Shape(shape) => {
                    let (from, to) = match shape.split_once('>') {
                        Some((from, to)) => (from, Some(check_site(to, line)?)),
                        None => (shape, None),
                    };
                    let shape = Shape { from: check_site(from, line)?, to };
                    self.nodes[at].shapes.push(shape);
                }
            }
        }
        match open.is_empty() {
            true => Ok(lines),
            false => Err(TreeError::Unbalanced(scanner.line, '(')),
        }
    }

    /// The game at the root.
    ///
    /// # Errors
    /// When game, options or position are wrong.
    pub fn open(&self) -> Result<Box<dyn Session>, TreeError> {
        let unknown = || TreeError::UnknownGame(self.game.clone());
        let entry = find(&self.game).ok_or_else(unknown)?;
        match &self.position {
            Some(position) => (entry.load)(position).map_err(TreeError::Position),
            None => {
                let options: OptionValues = self.options.iter().cloned().collect();
                (entry.open)(&options).map_err(TreeError::Option)
            }
        }
    }

    /// Plays every line through, and notes who made each action.
    fn check(&mut self, lines: &[usize]) -> Result<(), TreeError> {
        let mut waiting = vec![(0, self.open()?)];
        while let Some((node, session)) = waiting.pop() {
            let mut session = Some(session);
            let children = self.nodes[node].children.clone();
            for (index, &child) in children.iter().enumerate() {
                // The last one takes the session itself: a long line without branches copies nothing.
                let last = index + 1 == children.len();
                let next = if last { session.take() } else { session.clone() };
                let Some(mut next) = next else { break };
                self.nodes[child].by = match next.turn() {
                    Turn::Player(seat) => Some(seat),
                    _ => None,
                };
                let wrong = |error| TreeError::Action(lines[child], error);
                next.play(&self.nodes[child].action).map_err(wrong)?;
                waiting.push((child, next));
            }
        }
        Ok(())
    }

    /// The actions from the root to a node.
    pub fn path(&self, node: usize) -> Vec<&str> {
        let mut path = Vec::new();
        let mut at = node;
        while at != 0 {
            path.push(self.nodes[at].action.as_str());
            at = self.nodes[at].parent;
        }
        path.reverse();
        path
    }

    /// The text behind `actions:`.
    pub fn actions(&self) -> String {
        write_actions(self)
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "parlour: {VERSION}\ngame: {}", self.game)?;
        if let Some(entry) = find(&self.game) {
            writeln!(f, "rules: {}", entry.version)?;
        }
        if self.position.is_none() {
            for (name, value) in &self.options {
                writeln!(f, "option {name}: {value}")?;
            }
        }
        if !self.title.is_empty() {
            writeln!(f, "title: {}", self.title)?;
        }
        if let Some(position) = &self.position {
            writeln!(f, "position: {position}")?;
        }
        writeln!(f, "actions:\n{}", self.actions())
    }
}

/// The tree that the fields of a record describe, where its actions begin, and on which line.
fn read_head(text: &str) -> Result<(Tree, usize, usize), TreeError> {
    let (mut tree, mut rules, mut first) = (Tree::new("", Vec::new(), None), None, true);
    let mut behind = 0;
    for (number, whole) in (1..).zip(text.split_inclusive('\n')) {
        let (begin, line) = (behind, whole.trim());
        behind += whole.len();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let field = || TreeError::Field(number, line.to_owned());
        let (name, value) = match line.split_once(':') {
            Some((name, value)) => (name.trim(), value.trim()),
            None if first => return Err(TreeError::NotARecord),
            None => return Err(field()),
        };
        if std::mem::take(&mut first) && (name, value) != ("parlour", VERSION) {
            return Err(TreeError::NotARecord);
        }
        match name.split_once(' ').unwrap_or((name, "")) {
            ("parlour", "") => {}
            ("game", "") => tree.game = value.to_owned(),
            ("rules", "") => rules = Some(value.to_owned()),
            ("option", option) => tree.options.push((option.trim().to_owned(), value.to_owned())),
            ("title", "") => tree.title = value.chars().take(LONGEST_NAME).collect(),
            ("position", "") => tree.position = Some(value.to_owned()),
            ("actions", "") => {
                // Actions may follow on the same line.
                let colon = whole.find(':').unwrap_or(0) + 1;
                check_head(&tree, rules.as_deref())?;
                return Ok((tree, begin + colon, number));
            }
            (known, _) if PASSED_OVER.contains(&known) => {}
            _ => return Err(TreeError::Field(number, name.to_owned())),
        }
    }
    Err(if first { TreeError::NotARecord } else { TreeError::NoActions })
}

fn check_head(tree: &Tree, rules: Option<&str>) -> Result<(), TreeError> {
    if tree.game.is_empty() {
        return Err(TreeError::NoGame);
    }
    let unknown = || TreeError::UnknownGame(tree.game.clone());
    let entry: &Entry = find(&tree.game).ok_or_else(unknown)?;
    match rules {
        Some(rules) if rules != entry.version.to_string() => Err(TreeError::Rules(entry.version)),
        _ => Ok(()),
    }
}

/// Text that grows word by word, in lines of at most [`WIDTH`] columns where words allow it.
#[derive(Default)]
struct Paragraph {
    text: String,
    width: usize,
    line: usize,
    /// The next word stands close to the one before.
    close: bool,
}

impl Paragraph {
    fn word(&mut self, word: &str) {
        let first_line = word.split('\n').next().unwrap_or_default().chars().count();
        if self.close || self.text.is_empty() {
            self.close = false;
        } else if self.width + 1 + first_line > WIDTH {
            self.text.push('\n');
            self.line += 1;
            self.width = 0;
        } else {
            self.text.push(' ');
            self.width += 1;
        }
        self.text.push_str(word);
        self.line += word.matches('\n').count();
        self.width = match word.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.width + first_line,
        };
    }
}

fn escape(text: &str, end: char) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if c == end || c == '\\' {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

fn write_notes(node: &Node, out: &mut Paragraph) {
    if !node.glyph.is_empty() {
        out.word(&node.glyph);
    }
    if !node.name.is_empty() {
        out.word(&format!("[{}]", escape(&node.name, ']')));
    }
    if !node.comment.is_empty() {
        out.word(&format!("{{{}}}", escape(&node.comment, '}')));
    }
    for shape in &node.shapes {
        match &shape.to {
            Some(to) => out.word(&format!("@{}>{to}", shape.from)),
            None => out.word(&format!("@{}", shape.from)),
        }
    }
}

/// What is still to be written.
enum Rest {
    Node(usize),
    /// A variation that begins with this node.
    Variation(usize),
    Close,
}

fn write_actions(tree: &Tree) -> String {
    let mut out = Paragraph::default();
    write_notes(&tree.nodes[0], &mut out);
    let main = |node: usize| tree.nodes[node].children.first().copied().map(Rest::Node);
    let mut stack: Vec<Rest> = main(0).into_iter().collect();
    while let Some(rest) = stack.pop() {
        let node = match rest {
            Rest::Close => {
                out.close = true;
                out.word(")");
                continue;
            }
            Rest::Variation(node) => {
                out.word("(");
                out.close = true;
                stack.push(Rest::Close);
                node
            }
            Rest::Node(node) => node,
        };
        out.word(&tree.nodes[node].action);
        write_notes(&tree.nodes[node], &mut out);
        stack.extend(main(node));
        // An action's variations stand between it and what follows it.
        let siblings = &tree.nodes[tree.nodes[node].parent].children;
        if siblings.first() == Some(&node) {
            stack.extend(siblings[1..].iter().rev().map(|&other| Rest::Variation(other)));
        }
    }
    out.text
}

fn within(text: String, longest: usize, line: usize) -> Result<String, TreeError> {
    if text.len() > longest { Err(TreeError::TooLong(line)) } else { Ok(text) }
}

/// A record with everything blanked out but its main line, for readers that know no variations. Lines and
/// columns stay where they are.
pub fn main_line(text: &str) -> String {
    let Ok((_, behind, line)) = read_head(text) else { return text.to_owned() };
    let (mut scanner, mut depth) = (Scanner { text: &text[behind..], at: 0, line }, 0_usize);
    let mut kept: Vec<u8> = text.as_bytes()[behind..]
        .iter()
        .map(|byte| if *byte == b'\n' { b'\n' } else { b' ' })
        .collect();
    // A text that does not fit is left as it is: its reader says what is wrong.
    loop {
        match scanner.next() {
            Err(_) => return text.to_owned(),
            Ok(None) => break,
            Ok(Some(Token::Open)) => depth += 1,
            Ok(Some(Token::Close)) => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return text.to_owned(),
            },
            Ok(Some(Token::Action(action))) if depth == 0 => {
                let end = scanner.at;
                kept[end - action.len()..end].copy_from_slice(action.as_bytes());
            }
            Ok(Some(_)) => {}
        }
    }
    let kept = String::from_utf8(kept).unwrap_or_default();
    format!("{}{kept}", &text[..behind])
}

#[cfg(test)]
mod tests {
    use parlour_core::rng::{below, seeded};

    use super::*;

    const STUDY: &str = "parlour: 1
game: outwit
rules: 1
title: Two ways to begin
player 1: Ann
actions:
{Where to go?} e5e1 ! [The edge] {Closes \\} the side.} @e1 @e5>e1
# A remark.
(e5b5 ?! (e5a5)) e6e10
";

    fn grown(seed: u64, game: &Entry) -> Tree {
        let mut rng = seeded(seed);
        let mut tree = Tree::new(game.id, Vec::new(), None);
        for _ in 0..4 {
            let mut session = tree.open().expect("a game");
            let mut at = 0;
            for _ in 0..8 + below(&mut rng, 8) {
                let Some(action) = session.sample(&mut rng) else { break };
                session.play(&action).expect("legal");
                at = tree.add(at, &action, 1).expect("few enough");
                let node = &mut tree.nodes[at];
                match below(&mut rng, 6) {
                    0 => node.comment = "a } brace, a \\ and\na new # line".to_owned(),
                    1 => node.name = "[x]".to_owned(),
                    2 => node.glyph = GLYPHS[below(&mut rng, 6) as usize].to_owned(),
                    3 => {
                        let sites = session.layout(Viewer::Public).sites;
                        let site = |n: usize| sites[n % sites.len()].name.clone();
                        node.shapes = vec![
                            Shape { from: site(3), to: None },
                            Shape { from: site(5), to: Some(site(8)) },
                        ];
                    }
                    _ => {}
                }
            }
        }
        tree
    }

    fn refused(text: &str) -> String {
        Tree::read(text).expect_err("it does not fit").to_string()
    }

    #[test]
    fn names_comments_verdicts_and_shapes_belong_to_the_action_before_them() {
        let tree = Tree::read(STUDY).expect("a tree");
        assert_eq!((tree.title.as_str(), tree.nodes.len()), ("Two ways to begin", 5));
        assert_eq!(tree.nodes[0].comment, "Where to go?");
        let edge = &tree.nodes[1];
        assert_eq!(
            (edge.action.as_str(), edge.glyph.as_str(), edge.by),
            ("e5e1", "!", Some(Seat(0)))
        );
        assert_eq!((edge.name.as_str(), edge.comment.as_str()), ("The edge", "Closes } the side."));
        assert_eq!(edge.shapes.len(), 2);
        let roots: Vec<&str> =
            tree.nodes[0].children.iter().map(|&child| tree.nodes[child].action.as_str()).collect();
        assert_eq!(roots, ["e5e1", "e5b5", "e5a5"]);
        assert_eq!(tree.path(4), ["e5e1", "e6e10"]);
    }

    #[test]
    fn what_does_not_fit_is_named_with_its_line() {
        for (change, said) in [
            (("parlour: 1", "chess: 1"), "a record begins with 'parlour: 1'"),
            (("outwit", "go"), "there is no game 'go' here"),
            (("rules: 1", "rules: 99"), "by other rules"),
            (("title", "tittle"), "line 4: there is no field 'tittle'"),
            (("e6e10", "a1a1"), "line 9: "),
            (("e5a5))", "e5a5)"), "'(' has no counterpart"),
            (("e5a5)", "e5a5))"), "line 9: ')' has no counterpart"),
            (("{Where", "(Where"), "line 7: there is no action before '('"),
            (("@e1", "@z1"), "line 7: there is no place 'z1' on the board"),
            (("side.}", "side."), "line 7: '{' has no counterpart"),
            (("actions:", "moves: "), "there is no field 'moves'"),
        ] {
            let error = refused(&STUDY.replace(change.0, change.1));
            assert!(error.contains(said), "{change:?}: {error}");
        }
    }

    #[test]
    fn a_tree_may_begin_at_a_position() {
        let position = ".............w..b......w....b. w - 4";
        let tree = Tree::new("senet", Vec::new(), Some(position.to_owned()));
        let legal = tree.open().expect("a position").legal();
        let tree = tree.read_actions(&legal[0]).expect("legal");
        assert_eq!(Tree::read(&tree.to_string()), Ok(tree));
        let wrong = Tree::new("senet", Vec::new(), Some("nothing".to_owned()));
        assert!(matches!(wrong.read_actions(""), Err(TreeError::Position(_))));
    }

    #[test]
    fn every_tree_reads_back_as_it_was_written_for_every_game() {
        for game in parlour_games::all() {
            for seed in 0..20 {
                let tree = grown(seed, game);
                let text = tree.to_string();
                let read = Tree::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(read.to_string(), text, "{}", game.id);
                let notes = |tree: &Tree| -> Vec<_> {
                    let note = |i: usize| (tree.path(i).join(" "), tree.nodes[i].comment.clone());
                    let mut notes: Vec<_> = (0..tree.nodes.len()).map(note).collect();
                    notes.sort();
                    notes
                };
                assert_eq!(notes(&read), notes(&tree), "{}", game.id);
            }
        }
    }

    #[test]
    fn the_main_line_of_a_tree_is_a_record_that_knows_no_variations() {
        for game in parlour_games::all() {
            let tree = grown(3, game);
            let text = main_line(&tree.to_string());
            let mut main = vec![];
            let mut at = 0;
            while let Some(&child) = tree.nodes[at].children.first() {
                main.push(tree.nodes[child].action.clone());
                at = child;
            }
            let (_, actions) = text.split_once("actions:").expect("actions");
            let actions: Vec<&str> = actions.split_whitespace().collect();
            assert_eq!(actions, main, "{}", game.id);
            assert_eq!(
                main_line(&text).trim_end(),
                text.trim_end(),
                "a plain record stays as it is"
            );
        }
    }
}
