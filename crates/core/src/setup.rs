//! The form of a position's text as data, so that a position can be changed place by place, also while it is
//! not legal. Nothing in here judges a position: [`crate::Notation::read_position`] does.

use std::ops::RangeInclusive;

use crate::label::Label;
use crate::rows::{read_row, write_row};
use crate::scene::{Mark, Picture, Piece, Site, SiteId};

/// What can stand on a site.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sign {
    /// Its text: a character, or two. Where empty sites are counted, that of an empty one is empty.
    pub text: String,
    /// What to call it.
    pub name: Label,
    /// What it shows, whatever the site.
    pub piece: Option<Piece>,
    /// The mark that it has beside.
    pub mark: Option<Mark>,
}

impl Sign {
    /// An empty site.
    pub fn empty(text: &str) -> Self {
        Sign { text: text.to_owned(), name: "nothing".into(), piece: None, mark: None }
    }

    /// A piece, called by its own name.
    pub fn of(text: impl Into<String>, piece: Piece) -> Self {
        Sign { text: text.into(), name: piece.name, piece: Some(piece), mark: None }
    }

    /// With a mark on the site.
    pub fn mark(self, mark: Mark) -> Self {
        Sign { mark: Some(mark), ..self }
    }
}

/// How a board is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardForm {
    /// Rows with `/` between them; a run of empty sites is a number: `2ld5`.
    Counted,
    /// One sign for every site: `..b.w`.
    Signs,
    /// The names of the sites that have the second of two signs: `1357`; `-` where there are none.
    Names,
}

/// The sites of a board in the order of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// How it is written.
    pub form: BoardForm,
    /// The sites, row by row.
    pub rows: Vec<Vec<SiteId>>,
    /// What can stand on each; the first is an empty site.
    pub signs: Vec<Sign>,
}

/// Something to choose or to count that does not stand on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Value {
    /// What it is: `to move`.
    pub name: Label,
    /// What it can be.
    pub kind: ValueKind,
}

/// What a value can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ValueKind {
    /// One of these: the texts and what to call them.
    Choice(Vec<(String, Label)>),
    /// A whole number, as a rule in this range.
    Number(RangeInclusive<i32>),
}

/// A part of a position's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// It stands there as it is.
    Text(String),
    /// A board; no space is in its text.
    Board(Board),
    /// A value.
    Value(Value),
}

/// The parts of a position's text, in order. Each site of a board and each value is a slot, counted from 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SetupForm {
    /// The parts.
    pub parts: Vec<Part>,
}

impl SetupForm {
    fn with(mut self, part: Part) -> Self {
        self.parts.push(part);
        self
    }

    /// And this text, as it is.
    pub fn text(self, text: impl Into<String>) -> Self {
        self.with(Part::Text(text.into()))
    }

    /// And a board.
    pub fn board(self, form: BoardForm, rows: Vec<Vec<SiteId>>, signs: Vec<Sign>) -> Self {
        self.with(Part::Board(Board { form, rows, signs }))
    }

    /// And a choice among texts.
    pub fn choice<T: Into<String>, L: Into<Label>>(
        self,
        name: impl Into<Label>,
        of: impl IntoIterator<Item = (T, L)>,
    ) -> Self {
        let of = of.into_iter().map(|(text, label)| (text.into(), label.into())).collect();
        self.with(Part::Value(Value { name: name.into(), kind: ValueKind::Choice(of) }))
    }

    /// And a number.
    pub fn number(self, name: impl Into<Label>, range: RangeInclusive<i32>) -> Self {
        self.with(Part::Value(Value { name: name.into(), kind: ValueKind::Number(range) }))
    }

    /// The value of each slot in a text of this form, whether or not it is a position.
    pub fn read(&self, text: &str, sites: &[Site]) -> Option<Vec<String>> {
        let (mut values, mut rest) = (Vec::new(), text);
        for part in &self.parts {
            match part {
                Part::Text(fixed) => rest = rest.strip_prefix(fixed.as_str())?,
                Part::Board(board) => {
                    let (written, after) = rest.split_at(rest.find(' ').unwrap_or(rest.len()));
                    values.extend(board.read(written, sites)?);
                    rest = after;
                }
                Part::Value(value) => {
                    let (written, after) = rest.split_at(value.length(rest)?);
                    values.push(written.to_owned());
                    rest = after;
                }
            }
        }
        rest.is_empty().then_some(values)
    }

    /// The text with these values in its slots; `None` where there are more or fewer than slots, or where one
    /// is not a value of its slot.
    pub fn write(&self, values: &[String], sites: &[Site]) -> Option<String> {
        let (mut text, mut rest) = (String::new(), values);
        for part in &self.parts {
            match part {
                Part::Text(fixed) => text.push_str(fixed),
                Part::Board(board) => {
                    let (here, after) = rest.split_at_checked(board.sites().count())?;
                    board.write(&mut text, here, sites)?;
                    rest = after;
                }
                Part::Value(value) => {
                    let (here, after) = rest.split_first()?;
                    text.push_str(here.get(..value.length(here)?).filter(|all| all == here)?);
                    rest = after;
                }
            }
        }
        rest.is_empty().then_some(text)
    }

    /// The picture with what these values say on the sites of the boards, in place of what stood there.
    pub fn draw(&self, values: &[String], mut picture: Picture) -> Picture {
        let mut rest = values.iter();
        for part in &self.parts {
            let Part::Board(board) = part else {
                rest.by_ref().take(usize::from(matches!(part, Part::Value(_)))).for_each(drop);
                continue;
            };
            for (site, value) in board.sites().zip(rest.by_ref()) {
                picture.pieces.retain(|piece| piece.site != site);
                picture.marks.retain(|mark| mark.site != site);
                let Some(sign) = board.sign(value) else { continue };
                picture.pieces.extend(sign.piece.clone().map(|piece| Piece { site, ..piece }));
                picture.marks.extend(sign.mark.clone().map(|mark| Mark { site, ..mark }));
            }
        }
        picture
    }
}

impl Value {
    /// The length of this value at the beginning of a text.
    fn length(&self, text: &str) -> Option<usize> {
        match &self.kind {
            ValueKind::Choice(of) => {
                let known = of.iter().map(|(known, _)| known);
                known.filter(|known| text.starts_with(known.as_str())).map(String::len).max()
            }
            ValueKind::Number(_) => {
                let digits = text.strip_prefix('-').unwrap_or(text);
                let count = digits.bytes().take_while(u8::is_ascii_digit).count();
                (1..=9).contains(&count).then(|| text.len() - digits.len() + count)
            }
        }
    }
}

impl Board {
    /// Its sites in the order of the text.
    pub fn sites(&self) -> impl Iterator<Item = SiteId> + '_ {
        self.rows.iter().flatten().copied()
    }

    fn sign(&self, text: &str) -> Option<&Sign> {
        self.signs.iter().find(|sign| sign.text == text)
    }

    fn read(&self, text: &str, sites: &[Site]) -> Option<Vec<String>> {
        let empty = &self.signs.first()?.text;
        match self.form {
            BoardForm::Counted => {
                let rows: Vec<&str> = text.split('/').collect();
                let suffix = self.signs.iter().find_map(|sign| sign.text.chars().nth(1));
                let mut values = Vec::new();
                for (row, text) in self.rows.iter().zip(&rows) {
                    let first = values.len();
                    values.resize(first + row.len(), empty.clone());
                    read_row(text, row.len(), suffix, |at, sign| {
                        sign.clone_into(&mut values[first + at]);
                        self.sign(sign).map(drop).ok_or(())
                    })
                    .ok()?;
                }
                (rows.len() == self.rows.len()).then_some(values)
            }
            BoardForm::Signs => {
                let values: Vec<String> = text.chars().map(String::from).collect();
                let known = values.iter().all(|value| self.sign(value).is_some());
                (known && values.len() == self.sites().count()).then_some(values)
            }
            BoardForm::Names => {
                let mut rest = if text == "-" { "" } else { text };
                let mut value = |site: SiteId| {
                    let name = sites.get(usize::from(site))?.name.as_str();
                    let named = rest.strip_prefix(name);
                    rest = named.unwrap_or(rest);
                    Some(self.signs.get(usize::from(named.is_some()))?.text.clone())
                };
                let values = self.sites().map(&mut value).collect::<Option<Vec<_>>>()?;
                rest.is_empty().then_some(values)
            }
        }
    }

    fn write(&self, text: &mut String, values: &[String], sites: &[Site]) -> Option<()> {
        let empty = &self.signs.first()?.text;
        values.iter().all(|value| self.sign(value).is_some()).then_some(())?;
        match self.form {
            BoardForm::Counted => {
                let mut rest = values.iter();
                for (index, row) in self.rows.iter().enumerate() {
                    text.push_str(if index == 0 { "" } else { "/" });
                    let here = rest.by_ref().take(row.len());
                    write_row(text, here.map(|value| (value != empty).then_some(value)));
                }
            }
            BoardForm::Signs => text.extend(values.iter().map(String::as_str)),
            BoardForm::Names => {
                let before = text.len();
                for (site, _) in self.sites().zip(values).filter(|(_, value)| *value != empty) {
                    text.push_str(&sites.get(usize::from(site))?.name);
                }
                text.push_str(if text.len() == before { "-" } else { "" });
            }
        }
        Some(())
    }
}
