//! What is new at a table, as JSON. Everybody who looks with the same eyes gets the same message, so
//! nothing in here speaks of one visitor. [`crate::follow`] puts a message and what was known
//! together; `docs/api.md` describes the format.

use parlour_games::{Choice as GameChoice, Description as GameDescription};
use serde::{Deserialize, Deserializer, Serialize};
#[cfg(feature = "schema")]
use ts_rs::TS;

use crate::label::{Label, Template, Words, Writer};
use crate::scene::{Card, Choice, Description, Effect, Fact, Mark, Picture, Piece, effects};
use crate::table::{Outcome, Status, Turn};

/// A change of what stands on one site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
#[serde(untagged)]
pub enum PieceChange {
    /// What stood on the first site stands on the second, with this count.
    Counted(u16, u16, u16),
    /// What stood on the first site stands on the second.
    Moved(u16, u16),
    /// Nothing stands on this site any more.
    Gone(u16),
    /// This stands on its site.
    New(Piece),
}

/// The facts beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
#[serde(untagged)]
pub enum Facts {
    /// All of them.
    All(Vec<Fact>),
    /// Places in the list, and the values there now.
    Changed(Vec<(u16, Label)>),
}

/// Moves whose labels have the same template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
pub struct MoveGroup {
    /// The template of their labels.
    #[cfg_attr(feature = "schema", ts(as = "Label"))]
    pub label: Template,
    /// The arguments of each label; absent: the sites clicked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub args: Option<Vec<Vec<i32>>>,
    /// Their text, with `{0}` for the name of the first site clicked; absent: the names of the sites
    /// clicked, one behind the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub action: Option<String>,
    /// How many of the first clicks may come in any order.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "schema", ts(as = "Option<u8>", optional))]
    pub free: u8,
    /// All clicks but the last, and every last one that may follow; none at all: a button.
    pub clicks: Vec<(Vec<u16>, Vec<u16>)>,
    /// What each move changes on the board, in the order of the clicks; absent where it is plain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub effects: Option<Vec<Vec<Effect>>>,
}

fn is_zero(free: &u8) -> bool {
    *free == 0
}

/// A move's text with `{0}` for the name of the first site clicked, and so on; `None` where it is
/// nothing but those names.
fn form(action: &str, clicks: &[u16], names: &[String]) -> Option<String> {
    let name = |click: &u16| names.get(usize::from(*click)).map_or("", String::as_str);
    let rest = clicks.iter().try_fold(action, |rest, click| rest.strip_prefix(name(click)));
    if !clicks.is_empty() && rest == Some("") {
        return None;
    }
    let mut form = String::new();
    let (mut rest, mut next) = (action, 0);
    while let Some(first) = rest.chars().next() {
        let named = (next..clicks.len())
            .filter(|&i| !name(&clicks[i]).is_empty() && rest.starts_with(name(&clicks[i])))
            .max_by_key(|&i| (name(&clicks[i]).len(), clicks.len() - i));
        match named {
            Some(i) => {
                form.push_str(&format!("{{{i}}}"));
                rest = &rest[name(&clicks[i]).len()..];
                next = i + 1;
            }
            None => {
                form.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    Some(form)
}

/// The text of a form.
fn action(form: Option<&str>, clicks: &[u16], names: &[String]) -> Option<String> {
    let name = |click: &u16| names.get(usize::from(*click)).map(String::as_str);
    let Some(form) = form else { return clicks.iter().map(name).collect() };
    let mut text = form.to_owned();
    for (i, click) in clicks.iter().enumerate() {
        text = text.replace(&format!("{{{i}}}"), name(click)?);
    }
    Some(text)
}

/// Whether the arguments of a label are the sites clicked, as far as it has places.
fn are_clicks(args: &[i32], clicks: &[u16]) -> bool {
    args.len() <= clicks.len()
        && args.iter().zip(clicks).all(|(arg, click)| *arg == i32::from(*click))
}

/// Choices in groups, in their order. `names` are the names of the board's sites.
pub fn group(choices: &[GameChoice], names: &[String], labels: &mut Writer<'_>) -> Vec<MoveGroup> {
    let mut groups: Vec<(MoveGroup, usize)> = Vec::new();
    for choice in choices {
        let clicks = &choice.path.clicks;
        let label = labels.label(&choice.label);
        let args = (!are_clicks(&label.args, clicks)).then(|| vec![label.args]);
        let effects = effects(choice, labels).map(|effects| vec![effects]);
        let (free, action) = (choice.path.free, form(&choice.action, clicks, names));
        let mut one =
            MoveGroup { label: label.template, args, action, free, clicks: Vec::new(), effects };
        match groups
            .last_mut()
            .filter(|(group, length)| *length == clicks.len() && *length > 0 && group.takes(&one))
        {
            Some((group, _)) => {
                group.args.iter_mut().zip(&mut one.args).for_each(|(all, one)| all.append(one));
                let both = group.effects.iter_mut().zip(&mut one.effects);
                both.for_each(|(all, one)| all.append(one));
                group.click(clicks);
            }
            None => {
                one.click(clicks);
                groups.push((one, clicks.len()));
            }
        }
    }
    groups.into_iter().map(|(group, _)| group).collect()
}

impl MoveGroup {
    fn takes(&self, other: &MoveGroup) -> bool {
        (&self.label, self.free, &self.action) == (&other.label, other.free, &other.action)
            && self.args.is_some() == other.args.is_some()
            && self.effects.is_some() == other.effects.is_some()
    }

    fn click(&mut self, clicks: &[u16]) {
        let Some((last, before)) = clicks.split_last() else { return };
        match self.clicks.last_mut() {
            Some((known, lasts)) if known == before => lasts.push(*last),
            _ => self.clicks.push((before.to_vec(), vec![*last])),
        }
    }

    /// The moves, written out; `None` when they do not fit the board.
    fn choices(&self, names: &[String], places: usize) -> Option<Vec<Choice>> {
        let with_last = |(before, lasts): &(Vec<u16>, Vec<u16>)| -> Vec<Vec<u16>> {
            lasts.iter().map(|last| before.iter().copied().chain([*last]).collect()).collect()
        };
        let paths = match self.clicks.is_empty() {
            true => vec![Vec::new()],
            false => self.clicks.iter().flat_map(with_last).collect(),
        };
        let choice = |(i, clicks): (usize, Vec<u16>)| {
            let args = match &self.args {
                Some(args) => args.get(i)?.clone(),
                None => clicks.iter().take(places).map(|&click| click.into()).collect(),
            };
            Some(Choice {
                action: action(self.action.as_deref(), &clicks, names)?,
                free: self.free,
                caption: Label { template: self.label.clone(), args },
                effects: self.effects.as_ref().and_then(|all| all.get(i).cloned()),
                clicks,
            })
        };
        paths.into_iter().enumerate().map(choice).collect()
    }
}

/// The choices of groups, written out; `None` when they do not fit the board.
pub(crate) fn choices(
    groups: &[MoveGroup],
    names: &[String],
    templates: &[String],
) -> Option<Vec<Choice>> {
    let mut all = Vec::new();
    for group in groups {
        let template = match &group.label {
            Template::Text(text) => text,
            Template::Known(index) => templates.get(usize::from(*index))?.as_str(),
        };
        all.extend(group.choices(names, template.matches('{').count())?);
    }
    Some(all)
}

/// An action that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
pub struct Made {
    /// Who moved (a seat from 0); null where chance decided.
    pub by: Option<u8>,
    /// Its text; absent: the names of the sites that it touched, one behind the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub action: Option<String>,
    /// What happened.
    pub words: Words,
    /// The sites that it touched, where the viewer may know.
    pub clicks: Vec<u16>,
    /// Its steps, where they are to be shown one after another.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<Effect>>", optional))]
    pub steps: Vec<Effect>,
    /// What of it belongs on the score card; absent where nothing does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub card: Option<Card>,
}

impl Made {
    /// An action. `names` are the names of the board's sites.
    pub fn of(description: &GameDescription, names: &[String], labels: &mut Writer<'_>) -> Self {
        let Description { by, action, words, clicks, steps, card } =
            Description::of(description, labels);
        let plain = form(&action, &clicks, names).is_none();
        Made { by, action: (!plain).then_some(action), words, clicks, steps, card }
    }

    /// The action in full; `None` when it does not fit the board.
    pub(crate) fn told(&self, names: &[String]) -> Option<Description> {
        let Made { by, action: text, words, clicks, steps, card } = self.clone();
        let action = match text {
            Some(text) => text,
            None => action(None, &clicks, names)?,
        };
        Some(Description { by, action, words, clicks, steps, card })
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

/// What is new on the board for one pair of eyes. What is absent is as it was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct Board {
    /// Templates that are new, each with its place among the table's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<(u16, String)>>", optional))]
    pub templates: Vec<(u16, String)>,
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
    /// What changed on the board. A site that something left is empty, unless something came there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<PieceChange>>", optional))]
    pub pieces: Vec<PieceChange>,
    /// Signs on the board, all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<Mark>>,
    /// What stands beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facts: Option<Facts>,
    /// The moves that the viewer may make now, all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<MoveGroup>>,
    /// What the viewer is to do; null: nothing any more.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "given")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Option<Label>>", optional))]
    pub guide: Option<Option<Label>>,
    /// What the table looked like at the last of the new actions, where its picture no longer
    /// shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moment: Option<Picture>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// Reads a null as something that was given.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<Label>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// The pieces after these changes, in the order of their sites; `None` when they do not fit.
pub(crate) fn changed(old: &[Piece], changes: &[PieceChange]) -> Option<Vec<Piece>> {
    let stood = |site: u16| old.iter().find(|piece| piece.site == site);
    let (mut gone, mut came) = (Vec::new(), Vec::new());
    for change in changes {
        match *change {
            PieceChange::Gone(site) => gone.push(site),
            PieceChange::New(ref piece) => came.push(piece.clone()),
            PieceChange::Moved(from, site) => {
                gone.push(from);
                came.push(Piece { site, ..stood(from)?.clone() });
            }
            PieceChange::Counted(from, site, count) => {
                gone.push(from);
                came.push(Piece { site, count, ..stood(from)?.clone() });
            }
        }
    }
    gone.extend(came.iter().map(|piece| piece.site));
    came.extend(old.iter().filter(|piece| !gone.contains(&piece.site)).cloned());
    came.sort_by_key(|piece| piece.site);
    Some(came)
}
