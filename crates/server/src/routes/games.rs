//! The games that can be played.

use std::sync::OnceLock;

use axum::Json;
use axum::extract::Path;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use parlour_core::{OptionKind, OptionSpec, OptionValues, Seat, Viewer};
use parlour_games::Entry;
use parlour_wire::api::{Failure, GameInfo, OptionInfo, OptionKindInfo};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag};
use rust_embed::RustEmbed;

use crate::error::Error;

/// The diagrams of the rule pages; the build script puts them there.
#[derive(RustEmbed)]
#[folder = "$OUT_DIR/diagrams"]
struct Diagrams;

/// The games and their options.
#[utoipa::path(get, path = "/games", responses((status = 200, body = Vec<GameInfo>)))]
pub(crate) async fn games() -> Json<&'static [GameInfo]> {
    static GAMES: OnceLock<Vec<GameInfo>> = OnceLock::new();
    Json(GAMES.get_or_init(|| parlour_games::all().iter().filter_map(describe).collect()))
}

fn describe(entry: &Entry) -> Option<GameInfo> {
    let players = entry.options.iter().find(|spec| spec.name == "players");
    let range = players.and_then(|spec| match spec.kind {
        OptionKind::Number { min, max } => Some((min as u8, max as u8)),
        _ => None,
    });
    let session = (entry.open)(&OptionValues::new()).ok()?;
    let (min_players, max_players) = range.unwrap_or((session.seats(), session.seats()));
    let mut most = OptionValues::new();
    if range.is_some() {
        most.set("players", max_players.to_string());
    }
    let fullest = (entry.open)(&most).ok()?;
    Some(GameInfo {
        id: entry.id.to_owned(),
        name: entry.name.to_owned(),
        summary: entry.summary.to_owned(),
        min_players,
        max_players,
        draws: entry.draws,
        secrets: entry.secrets,
        options: entry.options.iter().map(option).collect(),
        roles: (0..fullest.seats()).map(|seat| fullest.seat_name(Seat(seat))).collect(),
        layout: session.layout(Viewer::Public).into(),
        picture: session.picture(Viewer::Public).into(),
    })
}

fn option(spec: &OptionSpec) -> OptionInfo {
    OptionInfo {
        name: spec.name.to_owned(),
        kind: match spec.kind {
            OptionKind::Number { min, max } => OptionKindInfo::Number { min, max },
            OptionKind::Choice(words) => {
                OptionKindInfo::Choice { words: words.iter().map(|w| (*w).to_owned()).collect() }
            }
            OptionKind::Text => OptionKindInfo::Text,
        },
        default: spec.default.to_owned(),
        help: spec.help.to_owned(),
    }
}

fn find(id: &str) -> Result<&'static Entry, Error> {
    parlour_games::find(id).ok_or(Error::NotFound("game"))
}

/// A game's rule page, as a piece of HTML.
#[utoipa::path(get, path = "/games/{id}/rules", params(("id" = String, Path, description = "The game")),
    responses((status = 200, body = String, content_type = "text/html"), (status = 404, body = Failure)))]
pub(crate) async fn rules(Path(id): Path<String>) -> Result<Html<String>, Error> {
    let entry = find(&id)?;
    let parser = Parser::new_ext(entry.rules, Options::ENABLE_TABLES);
    // The page stands at another address than the file: the diagram's is made whole.
    let whole = |event| match event {
        Event::Start(Tag::Image { link_type, dest_url, title, id })
            if *dest_url == *format!("{}.svg", entry.id) =>
        {
            let dest_url = CowStr::from(format!("/api/v1/games/{}/diagram.svg", entry.id));
            Event::Start(Tag::Image { link_type, dest_url, title, id })
        }
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        other => other,
    };
    let mut html = String::with_capacity(2 * entry.rules.len());
    pulldown_cmark::html::push_html(&mut html, parser.map(whole));
    // Markdown gives every column a heading; one without words is none.
    Ok(Html(html.replace("<th></th>", "<td></td>")))
}

/// The diagram on a game's rule page.
#[utoipa::path(get, path = "/games/{id}/diagram.svg", params(("id" = String, Path, description = "The game")),
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = 404, body = Failure)))]
pub(crate) async fn diagram(Path(id): Path<String>) -> Result<Response, Error> {
    let file =
        Diagrams::get(&format!("{}.svg", find(&id)?.id)).ok_or(Error::NotFound("diagram"))?;
    let kind = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "max-age=3600"),
        // A drawing brings its own style sheet, and nothing else.
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"),
    ];
    Ok((kind, file.data.into_owned()).into_response())
}
