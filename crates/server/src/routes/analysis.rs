//! The analysis board: positions that callers bring along, trees of variations, the engine's lines.

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::time::Duration;

use axum::Json;
use axum::body::{Body as Sent, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use parlour_analysis::repair;
use parlour_analysis::setup::{SetupError, draft};
use parlour_analysis::tree::{MOST_NODES, Tree, TreeError};
use parlour_core::Seat;
use parlour_session::Session;
use parlour_table::commands::{Code, Refusal, illegal, sentence};
use parlour_table::projection::position::Position;
use parlour_wire::analysis::{
    AskLines, AskPosition, AskRepair, AskSetup, AskTree, PositionRef, PositionView, Repair, Setup,
    TreeNode, VariationTree,
};
use parlour_wire::{position, setup};

use super::games::entry;
use crate::analyses::{Search, Wanted};
use crate::error::{Body, Error};
use crate::fairness::Stop;
use crate::guest::Guest;
use crate::in_play::{self, Games, IN_PLAY};

/// The most lines that the engine gives.
const MOST_LINES: u8 = 5;
/// The longest search, in seconds: a call takes no longer than thirty.
const LONGEST: u8 = 20;

/// The longest text that is taken for a position, in bytes.
const LONGEST_POSITION: usize = 2_000;

/// Plays to a position. `visit` is called at the beginning and after each action.
fn play_to(
    place: &PositionRef,
    visit: &mut dyn FnMut(&dyn Session) -> Result<(), Error>,
) -> Result<Box<dyn Session>, Error> {
    entry(&place.game)?;
    if place.actions.len() > MOST_NODES {
        let message = format!("A line has at most {MOST_NODES} actions.");
        return Err(Refusal::new(Code::TooLong, message).into());
    }
    let tree = Tree::new(&place.game, place.options.clone(), place.position.clone());
    let mut session = tree.open().map_err(bad_tree)?;
    visit(&*session)?;
    for action in &place.actions {
        session.play(action).map_err(|error| illegal(&error))?;
        visit(&*session)?;
    }
    Ok(session)
}

/// Plays to a position, and says whether it, one on the way there or one beside it is in play.
fn play_and_compare(
    place: &PositionRef,
    games: &Games,
    stop: &Stop,
) -> Result<(Box<dyn Session>, bool), Error> {
    let mut in_play = false;
    let session = play_to(place, &mut |session| {
        in_play = in_play || games.pass(session);
        stop.check()
    })?;
    let in_play = in_play || games.stand(&*session);
    Ok((session, in_play))
}

/// A position as the board shows it.
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/analysis/position", request_body = AskPosition,
    responses((status = 200, body = PositionView)),
))]
pub(crate) async fn position(
    guest: Guest,
    Body(asked): Body<AskPosition>,
) -> Result<Json<PositionView>, Error> {
    let entry = entry(&asked.place.game)?;
    let games = guest.games_in_play(entry.id).await?;
    let make = move |stop: &Stop| {
        let (session, in_play) = play_and_compare(&asked.place, &games, stop)?;
        let seat = asked.viewer.map(Seat);
        if let Some(seat) = seat.filter(|seat| seat.0 >= session.seats()) {
            let message = format!("There is no seat {seat}.");
            return Err(Refusal::new(Code::NoSuchSeat, message).into());
        }
        let shown = Position::brought_along(entry, &*session, seat);
        let mut view = position::view(shown, &shown.roles(), asked.layout);
        view.no_engine = in_play.then(|| IN_PLAY.to_owned());
        Ok(Json(view))
    };
    guest.run(make).await
}

pub(super) fn bad_tree(error: TreeError) -> Error {
    let code = match &error {
        TreeError::Position(_) => Code::BadPosition,
        TreeError::Option(_) => Code::BadOption,
        TreeError::Action(..) => Code::Illegal,
        _ => Code::BadRecord,
    };
    Refusal::new(code, sentence(&error.to_string())).into()
}

/// A tree from a record, from a position, or from actions.
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/analysis/tree", request_body = AskTree,
    responses((status = 200, body = VariationTree)),
))]
pub(crate) async fn tree(
    guest: Guest,
    Body(asked): Body<AskTree>,
) -> Result<Json<VariationTree>, Error> {
    entry(&asked.game)?;
    let read = move |_: &Stop| Ok(Json(written(&read_tree(asked)?)));
    guest.run(read).await
}

/// The nearest legal position to a text that is none.
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/analysis/repair", request_body = AskRepair,
    responses((status = 200, body = Repair)),
))]
pub(crate) async fn repair(
    guest: Guest,
    Body(asked): Body<AskRepair>,
) -> Result<Json<Repair>, Error> {
    let entry = entry(&asked.game)?;
    let find = move |stop: &Stop| {
        let short = asked.text.len() <= LONGEST_POSITION;
        let nearest = || repair::nearest(entry, &asked.text, stop.flag());
        let position = short.then(nearest).flatten();
        stop.check()?;
        Ok(Json(Repair { position }))
    };
    guest.run(find).await
}

/// A board that is set up place by place: what stands there after some changes, and what is wrong with it.
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/analysis/setup", request_body = AskSetup,
    responses((status = 200, body = Setup)),
))]
pub(crate) async fn setup(guest: Guest, Body(asked): Body<AskSetup>) -> Result<Json<Setup>, Error> {
    let entry = entry(&asked.game)?;
    let make = move |_: &Stop| {
        if asked.position.len().max(asked.text.len()) > LONGEST_POSITION {
            let message = format!("A position has at most {LONGEST_POSITION} characters.");
            return Err(Refusal::new(Code::TooLong, message).into());
        }
        let draft = draft(entry, &asked.position, &asked.text, &asked.changes);
        let draft = draft.map_err(|error| match error {
            SetupError::Position(error) => bad_tree(TreeError::Position(error)),
            SetupError::Change => {
                Refusal::new(Code::BadChange, sentence(&error.to_string())).into()
            }
        })?;
        Ok(Json(setup::view(entry, &draft, asked.layout)))
    };
    guest.run(make).await
}

fn read_tree(asked: AskTree) -> Result<Tree, Error> {
    let AskTree { game, options, position, text } = asked;
    let text = text.trim();
    if text.starts_with("parlour:") || text.starts_with('#') {
        return Tree::read(text).map_err(bad_tree);
    }
    let root = Tree::new(&game, options, position);
    let entry = entry(&game)?;
    match root.clone().read_actions(text) {
        // A text that is no line of actions may be a position.
        Err(error) => match (entry.load)(text) {
            Ok(_) => Ok(Tree::new(&game, Vec::new(), Some(text.to_owned()))),
            Err(position) if looks_like_a_position(text, root) => {
                Err(bad_tree(TreeError::Position(position)))
            }
            Err(_) => Err(bad_tree(error)),
        },
        Ok(tree) => Ok(tree),
    }
}

/// Whether a text that is wrong both ways was meant as a position: its first word is no action.
fn looks_like_a_position(text: &str, root: Tree) -> bool {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    words.next().is_some() && matches!(root.read_actions(first), Err(TreeError::Action(..)))
}

pub(super) fn written(tree: &Tree) -> VariationTree {
    let node = |node: &parlour_analysis::tree::Node| TreeNode {
        parent: node.parent as u32,
        action: node.action.clone(),
        by: node.by.map(|seat| seat.0),
        name: node.name.clone(),
        comment: node.comment.clone(),
        glyph: node.glyph.clone(),
        shapes: node.shapes.clone(),
    };
    VariationTree {
        game: tree.game.clone(),
        options: tree.options.clone(),
        position: tree.position.clone(),
        title: tree.title.clone(),
        nodes: tree.nodes.iter().map(node).collect(),
        record: tree.to_string(),
    }
}

/// The engine's lines, or the value of each throw: JSON objects, one on each line, while the search goes
/// on. Closing the connection ends it.
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/analysis/lines", request_body = AskLines,
    responses((status = 200, body = parlour_wire::analysis::EngineNews, content_type = "application/x-ndjson")),
))]
pub(crate) async fn lines(guest: Guest, Body(asked): Body<AskLines>) -> Result<Response, Error> {
    let entry = entry(&asked.place.game)?;
    let wanted = wanted(&asked)?;
    let place = guest.begin_analysis()?;
    let games = guest.games_in_play(entry.id).await?;
    let play = move |stop: &Stop| play_and_compare(&asked.place, &games, stop);
    let (session, in_play) = guest.run(play).await?;
    if in_play {
        return Err(in_play::in_play());
    }
    let search = Search::start(&guest.app, guest.claimant(), session, wanted)?;
    let news = stream::unfold((search, place), |(mut search, place)| async {
        let news = search.next().await?;
        let mut text = serde_json::to_vec(&news).ok()?;
        text.push(b'\n');
        Some((Ok::<_, Infallible>(Bytes::from(text)), (search, place)))
    });
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, Sent::from_stream(news)).into_response())
}

fn wanted(asked: &AskLines) -> Result<Wanted, Error> {
    let out_of = |what: &str, most: u8| {
        Refusal::new(Code::BadOption, format!("{what} go from 1 to {most}."))
    };
    let lines = NonZeroUsize::new(usize::from(asked.lines));
    let lines = lines.filter(|_| asked.lines <= MOST_LINES);
    let lines = lines.ok_or_else(|| out_of("Lines", MOST_LINES))?;
    if !(1..=LONGEST).contains(&asked.seconds) {
        return Err(out_of("Seconds", LONGEST).into());
    }
    Ok(Wanted { lines, time: Duration::from_secs(asked.seconds.into()), depth: asked.depth })
}
