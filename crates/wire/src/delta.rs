//! What is new on a board after an action, as JSON. Everybody who looks with the same eyes gets the
//! same message, so nothing in here speaks of one visitor. `docs/api.md` describes the format;
//! [`crate::known`] writes it and [`crate::follow`] reads it.

use parlour_games::Choice as GameChoice;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use ts_rs::TS;

use crate::label::{Label, Writer};
use crate::scene::{Choice, Description, Effect, Fact, Mark, Picture, Piece, effects};
use crate::table::{Outcome, Turn};

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

/// Who acts next. Once the game is over, nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
#[serde(untagged)]
pub enum Mover {
    /// This seat (from 0) moves.
    Seat(u8),
    /// Chance decides.
    Chance {
        /// The seat whose player throws; null: the server.
        throws: Option<u8>,
    },
}

impl Mover {
    /// Who acts on this turn.
    pub(crate) fn of(turn: Turn) -> Option<Self> {
        match turn {
            Turn::Player { seat } => Some(Mover::Seat(seat)),
            Turn::Chance { seat } => Some(Mover::Chance { throws: seat }),
            Turn::Over => None,
        }
    }

    pub(crate) fn turn(self) -> Turn {
        match self {
            Mover::Seat(seat) => Turn::Player { seat },
            Mover::Chance { throws } => Turn::Chance { seat: throws },
        }
    }
}

/// What is new on the board for one viewer after one action or several.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS), ts(optional_fields))]
pub struct Board {
    /// Templates that are new, each with its place among the table's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub templates: Option<Vec<(u16, String)>>,
    /// The actions, one ply each. An absent text is the names of the sites clicked, joined.
    pub log: Vec<Description>,
    /// Who acts next; absent: the same as before, or nobody where there is an `outcome`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mover: Option<Mover>,
    /// What changed on the board. A site that something left is empty, unless something came there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<Vec<PieceChange>>,
    /// Signs on the board, all of them; absent: as they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<Mark>>,
    /// What stands beside the board, where its names changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all_facts: Option<Vec<Fact>>,
    /// Places among the facts beside the board, and the values there now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facts: Option<Vec<(u16, Label)>>,
    /// The moves that the viewer may make now; absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<MoveGroup>>,
    /// What the viewer is to do; absent: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guide: Option<Label>,
    /// What the table looked like at the last action, where its picture no longer shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moment: Option<Picture>,
    /// How the game ended; absent: it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// Moves that are alike but for their clicks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS), ts(optional_fields))]
pub struct MoveGroup {
    /// Their label. A template without the arguments that it takes gets the sites clicked.
    pub label: Label,
    /// Their text, with `{0}` for the name of the first site clicked; absent: the names of the sites
    /// clicked, joined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// How many of the first clicks may come in any order; absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free: Option<u8>,
    /// All clicks but the last, and every last one that may follow; none at all: a button.
    pub clicks: Vec<(Vec<u16>, Vec<u16>)>,
    /// What each move changes on the board, in the order of the clicks; absent where it is plain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effects: Option<Vec<Vec<Effect>>>,
}

/// Whether an action's text is the names of its sites, joined.
pub(crate) fn is_plain(action: &str, clicks: &[u16], names: &[String]) -> bool {
    let name = |click: &u16| names.get(usize::from(*click)).map(String::as_str);
    let rest = clicks.iter().try_fold(action, |rest, click| rest.strip_prefix(name(click)?));
    !clicks.is_empty() && rest == Some("")
}

/// A move's text with `{0}` for the name of the first site clicked, and so on.
fn form(action: &str, clicks: &[u16], names: &[String]) -> String {
    let (mut form, mut rest) = (String::new(), action);
    for (i, click) in clicks.iter().enumerate() {
        let name = names.get(usize::from(*click)).filter(|name| !name.is_empty());
        if let Some((before, after)) = name.and_then(|name| rest.split_once(name.as_str())) {
            form += &format!("{before}{{{i}}}");
            rest = after;
        }
    }
    form + rest
}

/// The text of a form; without one, the names of the sites. `None` when a site is not on the board.
pub(crate) fn action(form: Option<&str>, clicks: &[u16], names: &[String]) -> Option<String> {
    let name = |click: &u16| names.get(usize::from(*click)).map(String::as_str);
    let Some(form) = form else { return clicks.iter().map(name).collect() };
    let fill = |text: String, (i, click)| Some(text.replace(&format!("{{{i}}}"), name(click)?));
    clicks.iter().enumerate().try_fold(form.to_owned(), fill)
}

/// Choices in groups, in their order. `names` are the names of the board's sites.
pub(crate) fn group(
    choices: &[GameChoice],
    names: &[String],
    labels: &mut Writer<'_>,
) -> Vec<MoveGroup> {
    let mut groups: Vec<MoveGroup> = Vec::new();
    for choice in choices {
        let clicks = &choice.path.clicks;
        let mut label = labels.label(&choice.label);
        let clicked = clicks.iter().map(|&click| i32::from(click));
        if clicked.take(label.args.len()).eq(label.args.iter().copied()) {
            label.args.clear();
        }
        let plain = is_plain(&choice.action, clicks, names);
        let move_group = MoveGroup {
            label,
            action: (!plain).then(|| form(&choice.action, clicks, names)),
            free: Some(choice.path.free).filter(|free| *free > 0),
            clicks: clicks
                .split_last()
                .map(|(l, rest)| (rest.to_vec(), vec![*l]))
                .into_iter()
                .collect(),
            effects: effects(choice, labels).map(|effects| vec![effects]),
        };
        match groups.last_mut().filter(|last| last.takes(&move_group)) {
            Some(last) => last.append(move_group),
            None => groups.push(move_group),
        }
    }
    groups
}

impl MoveGroup {
    fn takes(&self, other: &MoveGroup) -> bool {
        let buttons = self.clicks.is_empty() || other.clicks.is_empty();
        let alike = (&self.label, &self.action, self.free, self.effects.is_some())
            == (&other.label, &other.action, other.free, other.effects.is_some());
        alike && !buttons
    }

    fn append(&mut self, mut other: MoveGroup) {
        self.effects.iter_mut().zip(&mut other.effects).for_each(|(all, more)| all.append(more));
        for (before, mut lasts) in other.clicks {
            match self.clicks.last_mut().filter(|(known, _)| *known == before) {
                Some((_, known)) => known.append(&mut lasts),
                None => self.clicks.push((before, lasts)),
            }
        }
    }

    /// The moves, written out, where the label takes `places` arguments; `None` when they do not fit
    /// the board.
    pub(crate) fn choices(&self, names: &[String], places: usize) -> Option<Vec<Choice>> {
        let path = |before: &[u16], last: &u16| [before, &[*last]].concat();
        let paths = self.clicks.iter();
        let mut paths: Vec<Vec<u16>> =
            paths.flat_map(|(before, lasts)| lasts.iter().map(|last| path(before, last))).collect();
        if paths.is_empty() {
            paths.push(Vec::new());
        }
        let choice = |(i, clicks): (usize, Vec<u16>)| {
            let mut caption = self.label.clone();
            if caption.args.is_empty() {
                caption.args = clicks.iter().take(places).map(|&click| click.into()).collect();
            }
            Some(Choice {
                action: action(self.action.as_deref(), &clicks, names)?,
                free: self.free.unwrap_or(0),
                caption,
                effects: self.effects.as_ref().and_then(|all| all.get(i).cloned()),
                clicks,
            })
        };
        paths.into_iter().enumerate().map(choice).collect()
    }
}
