//! What is new at a table, told by what was there before.
//!
//! Everybody who looks with the same eyes gets the same news, so nothing in here speaks of one
//! visitor. [`crate::follow`] puts news and what was known together.

use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use ts_rs::TS;

use crate::scene::{Card, Choice, Effect, Fact, Mark, Picture, Piece, Told};
use crate::table::{Outcome, Status, Turn};

/// A part of a list, told by the list before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
#[serde(untagged)]
pub enum Run<T, C> {
    /// One item of the old list with one thing changed: its place there, a 1, what it has now (a
    /// piece's site, a fact's value).
    Changed(u16, u8, C),
    /// Items of the old list as they were: the place of the first, and how many.
    Kept(u16, u16),
    /// Something new.
    New(T),
}

/// What can be told as a change of what was there.
pub trait Change: Clone + PartialEq {
    /// What changes.
    type To: Clone;

    /// What turns this into `new`, if that is all it takes.
    fn change(&self, new: &Self) -> Option<Self::To>;

    /// This, changed.
    fn changed(&self, to: Self::To) -> Self;
}

impl Change for Piece {
    type To = u16;

    fn change(&self, new: &Self) -> Option<u16> {
        let Piece { site: _, kind, owner, face, count, name } = self;
        let alike = (kind, owner, face, count, name)
            == (&new.kind, &new.owner, &new.face, &new.count, &new.name);
        alike.then_some(new.site)
    }

    fn changed(&self, site: u16) -> Self {
        Piece { site, ..self.clone() }
    }
}

impl Change for Fact {
    type To = String;

    fn change(&self, new: &Self) -> Option<String> {
        let Fact { seat, name, value: _ } = self;
        ((seat, name) == (&new.seat, &new.name)).then(|| new.value.clone())
    }

    fn changed(&self, value: String) -> Self {
        Fact { value, ..self.clone() }
    }
}

/// A new list told by the old one; `None` when they are equal.
pub fn runs<T: Change>(old: &[T], new: &[T]) -> Option<Vec<Run<T, T::To>>> {
    if old == new {
        return None;
    }
    let mut runs: Vec<Run<T, T::To>> = Vec::new();
    // What stands at its old place, or behind what was kept last, needs no search.
    let mut next = 0;
    let mut used = vec![false; old.len()];
    let mut told = Vec::with_capacity(new.len());
    for item in new {
        let here = old.get(next).is_some_and(|known| known == item && !used[next]);
        let found = match here {
            true => Some(next),
            false => (0..old.len()).find(|&i| !used[i] && old[i] == *item),
        };
        if let Some(at) = found {
            used[at] = true;
            next = at + 1;
        }
        told.push(found);
    }
    for (item, found) in new.iter().zip(told) {
        match found {
            Some(at) => match runs.last_mut() {
                Some(Run::Kept(from, count)) if usize::from(*from + *count) == at => *count += 1,
                _ => runs.push(Run::Kept(at as u16, 1)),
            },
            None => {
                let likeness = |at: usize| old[at].change(item).map(|to| (at, to));
                let alike = (0..old.len()).filter(|&at| !used[at]).find_map(likeness);
                runs.push(match alike {
                    Some((at, to)) => {
                        used[at] = true;
                        Run::Changed(at as u16, 1, to)
                    }
                    None => Run::New(item.clone()),
                });
            }
        }
    }
    Some(runs)
}

/// The new list; `None` when the runs do not fit the old one.
pub fn rebuild<T: Change>(old: &[T], runs: &[Run<T, T::To>]) -> Option<Vec<T>> {
    let mut new = Vec::new();
    for run in runs {
        match run {
            Run::Kept(from, count) => {
                let from = usize::from(*from);
                new.extend_from_slice(old.get(from..from + usize::from(*count))?);
            }
            Run::Changed(from, _, to) => new.push(old.get(usize::from(*from))?.changed(to.clone())),
            Run::New(item) => new.push(item.clone()),
        }
    }
    Some(new)
}

/// A part of a text: words, or the name of a site that is clicked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
#[serde(untagged)]
pub enum Part {
    /// The name of the site of this click, from 0.
    Click(u8),
    /// Words.
    Words(String),
}

/// Moves that read alike but for the names of the sites clicked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
pub struct Alike {
    /// Their text; absent: the names of the sites clicked, one behind the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub action: Option<Vec<Part>>,
    /// Each in a few words.
    pub caption: Vec<Part>,
    /// So many of the first clicks may come in any order; absent: none.
    #[serde(default, skip_serializing_if = "is_none")]
    #[cfg_attr(feature = "schema", ts(as = "Option<u8>", optional))]
    pub free: u8,
    /// The clicks: all but the last, and each last one that may follow. None: one move, a button.
    pub clicks: Vec<(Before, Vec<u16>)>,
    /// What each does to the board, where that is more than its clicks say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub effects: Option<Vec<Vec<Effect>>>,
}

/// All clicks but the last; mostly one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
#[serde(untagged)]
pub enum Before {
    /// One.
    One(u16),
    /// None, or more than one.
    Several(Vec<u16>),
}

impl Before {
    fn of(clicks: &[u16]) -> Self {
        match clicks {
            &[one] => Before::One(one),
            several => Before::Several(several.to_vec()),
        }
    }

    fn clicks(&self) -> &[u16] {
        match self {
            Before::One(one) => std::slice::from_ref(one),
            Before::Several(several) => several,
        }
    }
}

fn is_none(free: &u8) -> bool {
    *free == 0
}

/// A text in parts: the names of clicked sites become clicks.
fn parts(text: &str, clicks: &[u16], names: &[String]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut words = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let named = |click: &u16| {
            let name = names.get(usize::from(*click))?;
            (!name.is_empty() && rest.starts_with(name.as_str())).then_some(name.len())
        };
        // Of two names that fit the longer one is meant.
        let fits = clicks.iter().enumerate().filter_map(|(i, click)| Some((named(click)?, i)));
        match fits.max_by_key(|&(length, i)| (length, usize::MAX - i)) {
            Some((length, click)) => {
                if !words.is_empty() {
                    parts.push(Part::Words(std::mem::take(&mut words)));
                }
                parts.push(Part::Click(click as u8));
                rest = &rest[length..];
            }
            None => {
                words.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    if !words.is_empty() {
        parts.push(Part::Words(words));
    }
    parts
}

/// The text of these parts.
fn text<'a>(parts: &'a [Part], clicks: &[u16], names: &'a [String]) -> Option<String> {
    let part = |part: &'a Part| match part {
        Part::Words(words) => Some(words.as_str()),
        Part::Click(i) => names.get(usize::from(*clicks.get(usize::from(*i))?)).map(String::as_str),
    };
    parts.iter().map(part).collect()
}

/// Whether a text is that of these parts.
fn reads(text: &str, parts: &[Part], clicks: &[u16], names: &[String]) -> bool {
    let mut rest = text;
    for part in parts {
        let wanted = match part {
            Part::Words(words) => words.as_str(),
            Part::Click(i) => match clicks.get(usize::from(*i)) {
                Some(click) => names.get(usize::from(*click)).map_or("", String::as_str),
                None => return false,
            },
        };
        match rest.strip_prefix(wanted) {
            Some(left) => rest = left,
            None => return false,
        }
    }
    rest.is_empty()
}

/// The names of the sites clicked, one behind the other.
fn joined(clicks: &[u16], names: &[String]) -> Option<String> {
    clicks.iter().map(|click| names.get(usize::from(*click)).map(String::as_str)).collect()
}

/// Whether a text is the names of the sites clicked, one behind the other.
fn is_joined(text: &str, clicks: &[u16], names: &[String]) -> bool {
    let name = |click: &u16| names.get(usize::from(*click)).map(String::as_str);
    let rest = clicks.iter().try_fold(text, |rest, click| rest.strip_prefix(name(click)?));
    !clicks.is_empty() && rest == Some("")
}

impl Alike {
    fn of(choice: &Choice, names: &[String]) -> Alike {
        let plain = is_joined(&choice.action, &choice.clicks, names);
        Alike {
            action: (!plain).then(|| parts(&choice.action, &choice.clicks, names)),
            caption: parts(&choice.caption, &choice.clicks, names),
            free: choice.free,
            clicks: Vec::new(),
            effects: None,
        }
    }

    fn takes(&self, choice: &Choice, names: &[String]) -> bool {
        let length = self.clicks.first().map_or(0, |(before, _)| before.clicks().len() + 1);
        choice.free == self.free
            && choice.effects.is_some() == self.effects.is_some()
            && choice.clicks.len() == length
            && length > 0
            && match &self.action {
                None => is_joined(&choice.action, &choice.clicks, names),
                Some(action) => reads(&choice.action, action, &choice.clicks, names),
            }
            && reads(&choice.caption, &self.caption, &choice.clicks, names)
    }

    fn add(&mut self, choice: &Choice) {
        if let Some(effects) = &choice.effects {
            self.effects.get_or_insert_default().push(effects.clone());
        }
        let Some((last, before)) = choice.clicks.split_last() else { return };
        match self.clicks.last_mut() {
            Some((known, lasts)) if known.clicks() == before => lasts.push(*last),
            _ => self.clicks.push((Before::of(before), vec![*last])),
        }
    }
}

/// Choices in short, in their order. `names` are the names of the board's sites.
pub fn shorten(choices: &[Choice], names: &[String]) -> Vec<Alike> {
    let mut short: Vec<Alike> = Vec::new();
    for choice in choices {
        match short.last_mut() {
            Some(alike) if alike.takes(choice, names) => alike.add(choice),
            _ => {
                let mut alike = Alike::of(choice, names);
                alike.add(choice);
                short.push(alike);
            }
        }
    }
    short
}

/// The choices in full; `None` when they do not fit the board.
pub fn lengthen(short: &[Alike], names: &[String]) -> Option<Vec<Choice>> {
    let mut choices = Vec::new();
    for alike in short {
        let mut effects = alike.effects.iter().flatten().cloned();
        let mut add = |clicks: Vec<u16>| {
            let action = match &alike.action {
                None => joined(&clicks, names)?,
                Some(action) => text(action, &clicks, names)?,
            };
            let caption = text(&alike.caption, &clicks, names)?;
            choices.push(Choice {
                action,
                clicks,
                free: alike.free,
                caption,
                effects: effects.next(),
            });
            Some(())
        };
        if alike.clicks.is_empty() {
            add(Vec::new())?;
        }
        for (before, lasts) in &alike.clicks {
            for last in lasts {
                add(before.clicks().iter().copied().chain([*last]).collect())?;
            }
        }
    }
    Some(choices)
}

/// An action that was made, without what is plain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
pub struct Made {
    /// Who moved (a seat from 0); null where chance decided.
    pub by: Option<u8>,
    /// Its text; absent: the names of the sites that it touched, one behind the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub action: Option<String>,
    /// What happened, in a sentence.
    pub words: String,
    /// The sites that it touched, where the viewer may know.
    pub clicks: Vec<u16>,
    /// What of it belongs on the score card; absent where nothing does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub card: Option<Card>,
}

impl Made {
    /// An action in short. `names` are the names of the board's sites.
    pub fn of(told: Told, names: &[String]) -> Self {
        let Told { by, action, words, clicks, card } = told;
        let plain = is_joined(&action, &clicks, names);
        Made { by, action: (!plain).then_some(action), words, clicks, card }
    }

    /// The action in full; `None` when it does not fit the board.
    pub fn told(&self, names: &[String]) -> Option<Told> {
        let Made { by, action, words, clicks, card } = self.clone();
        let action = match action {
            Some(action) => action,
            None => joined(&clicks, names)?,
        };
        Some(Told { by, action, words, clicks, card })
    }
}

/// Whose turn it is, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
#[serde(untagged)]
pub enum Mover {
    /// This seat (from 0) moves.
    Seat(u8),
    /// Chance decides for this seat, whose player throws.
    Thrower {
        /// The seat.
        throws: u8,
    },
    /// No player does anything.
    Other(NoPlayer),
}

/// Who decides when no player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum NoPlayer {
    /// Dice, sticks or a draw.
    Chance,
    /// Nobody: the game has ended.
    Over,
}

impl From<Turn> for Mover {
    fn from(turn: Turn) -> Self {
        match turn {
            Turn::Player { seat } => Mover::Seat(seat),
            Turn::Chance { seat: Some(throws) } => Mover::Thrower { throws },
            Turn::Chance { seat: None } => Mover::Other(NoPlayer::Chance),
            Turn::Over => Mover::Other(NoPlayer::Over),
        }
    }
}

impl From<Mover> for Turn {
    fn from(mover: Mover) -> Self {
        match mover {
            Mover::Seat(seat) => Turn::Player { seat },
            Mover::Thrower { throws } => Turn::Chance { seat: Some(throws) },
            Mover::Other(NoPlayer::Chance) => Turn::Chance { seat: None },
            Mover::Other(NoPlayer::Over) => Turn::Over,
        }
    }
}

/// What the viewer is to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
#[serde(untagged)]
pub enum Advice {
    /// True: the same as when these eyes were last to do something. False: nothing.
    Same(bool),
    /// This, in one sentence.
    Words(String),
}

/// What is new on the board for one pair of eyes. What is absent is as it was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct Board {
    /// Where the table stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// Whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mover: Option<Mover>,
    /// The actions made since, one ply each. With them come all `choices`, the `guide` and the
    /// `moment` that there are; without them what is absent is as it was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<Made>>", optional))]
    pub log: Vec<Made>,
    /// What stands on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<Vec<Run<Piece, u16>>>,
    /// Signs on the board, all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<Mark>>,
    /// What stands beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facts: Option<Vec<Run<Fact, String>>>,
    /// The moves that the viewer may make now, all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<Alike>>,
    /// What the viewer is to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guide: Option<Advice>,
    /// What the table looked like at the last of the new actions, where its picture no longer
    /// shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moment: Option<Picture>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}
