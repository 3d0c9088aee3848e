//! What is new on a board after an action, as JSON. Every page of a viewer gets the same message, so
//! nothing in here is about one visitor. `docs/api.md` describes the format; [`crate::delta_encoder`] writes
//! it and `follow.rs` reads it.

use parlour_session::Choice as GameChoice;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use ts_rs::TS;

use crate::label::{Label, Writer};
use crate::scene::{Choice, Description, Effect, Mark, Picture, Piece, Stat, effects, is_plain};
use crate::table::{GameResult, Turn};

/// A change of what stands on one site. Sites to copy from mean the board before the message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
#[serde(untagged)]
pub enum PieceChange {
    /// Nothing stands on this site now.
    Gone(u16),
    /// What stood on the first site stands on the second now.
    Copied(u16, u16),
    /// This stands on its site now.
    New(Piece),
}

/// What is new on the board for one viewer after one action or several.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS), ts(optional_fields))]
pub struct BoardDelta {
    /// The ply of the table that it changes: a page that knows another asks for the whole table.
    pub after: u32,
    /// The position's text as the viewer may know it.
    pub position: String,
    /// Templates that are new, each with its place among the table's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub templates: Option<Vec<(u16, String)>>,
    /// The actions, one ply each.
    pub log: Vec<Description>,
    /// Whose turn it is; absent: the same as before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<Turn>,
    /// What changed on the board; absent: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<Vec<PieceChange>>,
    /// Signs on the board, all of them; absent: as they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<Mark>>,
    /// What stands beside the board, where its names changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all_stats: Option<Vec<Stat>>,
    /// Places among the stats beside the board, and the values there now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stats: Option<Vec<(u16, Label)>>,
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
    pub result: Option<GameResult>,
}

/// Moves that are alike but for their clicks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS), ts(optional_fields))]
pub struct MoveGroup {
    /// Their label. A template without the arguments that it takes gets the sites clicked.
    pub label: Label,
    /// Their text, with `{0}` for the name of the first site clicked.
    pub action: String,
    /// How many of the first clicks may come in any order.
    pub free: u8,
    /// All clicks but the last, and every last one that may follow; none at all: a button.
    pub clicks: Vec<(Vec<u16>, Vec<u16>)>,
    /// What each move changes on the board, in the order of the clicks; absent where it is plain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effects: Option<Vec<Vec<Effect>>>,
}

/// Choices in groups, in their order. `names` are the names of the board's sites.
pub(crate) fn group(
    choices: &[GameChoice],
    names: &[String],
    labels: &mut Writer<'_>,
) -> Vec<MoveGroup> {
    let mut groups: Vec<MoveGroup> = Vec::new();
    // What the last choice had in common with its group: most choices need no texts of their own.
    let (mut common, mut action) = (None, String::new());
    for choice in choices {
        let clicks = &choice.path.clicks;
        let args = choice.label.args();
        let clicked = clicks.iter().map(|&click| i32::from(click));
        // Not an empty slice: `memcmp` with AVX-512 takes a hundred nanoseconds to compare two of them.
        let args = (!clicked.take(args.len()).eq(args.iter().copied())).then_some(args);
        let this = Some((choice.label.template(), args, choice.path.free, is_plain(choice)));
        write_form(&mut action, &choice.action, clicks, names);
        if common != this || groups.last().is_none_or(|last| last.action != action) {
            common = this;
            let args = args.unwrap_or_default().to_vec();
            let label = Label { args, ..labels.label(&choice.label) };
            let effects = (!is_plain(choice)).then(Vec::new);
            let (action, free) = (action.clone(), choice.path.free);
            groups.push(MoveGroup { label, action, free, clicks: Vec::new(), effects });
        }
        let changes = effects(choice, labels);
        let group = groups.last_mut().expect("there is one by now");
        if let Some((last, before)) = clicks.split_last() {
            match group.clicks.last_mut().filter(|(known, _)| known == before) {
                Some((_, lasts)) => lasts.push(*last),
                None => group.clicks.push((before.to_vec(), vec![*last])),
            }
        }
        group.effects.iter_mut().zip(changes).for_each(|(all, more)| all.push(more));
    }
    groups
}

/// Writes a move's text with `{0}` for the name of the first site clicked, and so on.
fn write_form(form: &mut String, action: &str, clicks: &[u16], names: &[String]) {
    form.clear();
    let mut rest = action;
    for (click, place) in clicks.iter().zip(["{0}", "{1}", "{2}", "{3}"]) {
        let name = names.get(usize::from(*click)).filter(|name| !name.is_empty());
        // Most texts are names and nothing else: a search would cost more than all the rest.
        let parts = name.and_then(|name| match rest.strip_prefix(name.as_str()) {
            Some(after) => Some(("", after)),
            None => rest.split_once(name.as_str()),
        });
        if let Some((before, after)) = parts {
            form.extend([before, place]);
            rest = after;
        }
    }
    form.push_str(rest);
}

impl MoveGroup {
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
            let mut action = self.action.clone();
            for (i, &click) in clicks.iter().enumerate() {
                action = action.replace(&format!("{{{i}}}"), names.get(usize::from(click))?);
            }
            let effects = self.effects.as_ref().and_then(|all| all.get(i).cloned());
            Some(Choice { action, free: self.free, caption, effects, clicks })
        };
        paths.into_iter().enumerate().map(choice).collect()
    }
}
