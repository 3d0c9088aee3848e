//! Reads the text of a tree.

use parlour_core::Viewer;
use parlour_games::find;
use parlour_session::Entry;

use super::{
    GLYPHS, LONGEST_COMMENT, LONGEST_NAME, MOST_SHAPES, Shape, Tree, TreeError, VERSION, shown,
};

/// The fields of a record that say nothing about its tree. They are read and left out.
const PASSED_OVER: [&str; 9] =
    ["player", "computer", "result", "ending", "cause", "dice", "seals", "contribution", "seed"];

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
            '}' | ']' => return Err(unbalanced(self.line, first)),
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
        Err(unbalanced(line, if end == '}' { '{' } else { '[' }))
    }
}

impl Tree {
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

    /// Adds the actions of a text; gives the line of each node's action.
    fn grow(&mut self, text: &str, line: usize) -> Result<Vec<usize>, TreeError> {
        let mut scanner = Scanner { text, at: 0, line };
        let mut lines = vec![line];
        let sites = self.open()?.layout(Viewer::Public).sites;
        let check_site = |name: &str, line| {
            if sites.iter().any(|site| site.name == name) {
                Ok(name.to_owned())
            } else {
                let name = shown(name);
                Err(TreeError::Text(format!(
                    "line {line}: there is no place '{name}' on the board"
                )))
            }
        };
        // The node that signs belong to, and where to go on after each open variation.
        let (mut at, mut open) = (0, Vec::new());
        while let Some(token) = scanner.next()? {
            let line = scanner.line;
            let behind_action = |sign| match at {
                0 => Err(TreeError::Text(format!(
                    "line {line}: there is no action before '{sign}' that it belongs to"
                ))),
                _ => Ok(()),
            };
            match token {
                Token::Open => {
                    behind_action('(')?;
                    open.push(at);
                    at = self.nodes[at].parent;
                }
                Token::Close => at = open.pop().ok_or_else(|| unbalanced(line, ')'))?,
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
                    return Err(TreeError::too_long(line));
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
        if open.is_empty() { Ok(lines) } else { Err(unbalanced(scanner.line, '(')) }
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
        let (name, value) = match line.split_once(':') {
            Some((name, value)) => (name.trim(), value.trim()),
            None if first => return Err(not_a_record()),
            None => return Err(unknown_field(number, line)),
        };
        if std::mem::take(&mut first) && (name, value) != ("parlour", VERSION) {
            return Err(not_a_record());
        }
        match name.split_once(' ').unwrap_or((name, "")) {
            ("parlour", "") => {}
            ("game", "") => tree.game = value.to_owned(),
            ("rules", "") => rules = Some(value.to_owned()),
            ("option", option) => tree.options.push((option.trim().to_owned(), value.to_owned())),
            ("title", "") => {
                // What is cut off behind a blank reads back without it.
                let title: String = value.chars().take(LONGEST_NAME).collect();
                title.trim_end().clone_into(&mut tree.title);
            }
            ("position", "") => tree.position = Some(value.to_owned()),
            ("actions", "") => {
                // Actions may follow on the same line.
                let colon = whole.find(':').unwrap_or(0) + 1;
                check_head(&tree, rules.as_deref())?;
                return Ok((tree, begin + colon, number));
            }
            (known, _) if PASSED_OVER.contains(&known) => {}
            _ => return Err(unknown_field(number, name)),
        }
    }
    if first {
        return Err(not_a_record());
    }
    Err(TreeError::Text("the record has no line 'actions:'".to_owned()))
}

fn unbalanced(line: usize, sign: char) -> TreeError {
    TreeError::Text(format!("line {line}: '{sign}' has no counterpart"))
}

fn not_a_record() -> TreeError {
    TreeError::Text(format!("a record begins with 'parlour: {VERSION}'"))
}

fn unknown_field(line: usize, field: &str) -> TreeError {
    TreeError::Text(format!(
        "line {line}: there is no field '{}'; write a name, a colon and a value, as in \
         'game: outwit'",
        shown(field)
    ))
}

fn check_head(tree: &Tree, rules: Option<&str>) -> Result<(), TreeError> {
    if tree.game.is_empty() {
        return Err(TreeError::Text("the record does not say which game it is".to_owned()));
    }
    let entry: &Entry = find(&tree.game).ok_or_else(|| TreeError::unknown_game(&tree.game))?;
    match rules {
        Some(rules) if rules != entry.version.to_string() => {
            let version = entry.version;
            Err(TreeError::Text(format!(
                "the record was played by other rules than version {version}"
            )))
        }
        _ => Ok(()),
    }
}

fn within(text: String, longest: usize, line: usize) -> Result<String, TreeError> {
    if text.len() > longest { Err(TreeError::too_long(line)) } else { Ok(text) }
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
