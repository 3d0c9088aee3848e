//! The games that can be played.

use std::sync::OnceLock;

use axum::extract::Path;
use axum::http::{HeaderMap, header};
use axum::response::{Html, IntoResponse, Response};
use parlour_core::label::Names;
use parlour_core::{OptionKind, OptionValues, Seat, Viewer};
use parlour_lessons::{lesson_count, puzzle_count};
use parlour_session::{Entry, words::names};
use parlour_wire::api::{GameInfo, LegendLine, OptionInfo};
use parlour_wire::label::Writer;
use parlour_wire::scene::{Layout, Picture};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag};

use super::embedded::{self, Embedded};
use super::packed::Packed;
use crate::error::Error;

/// The diagrams of the rule pages; the build script puts them there.
static DIAGRAMS: &[Embedded] = include!(concat!(env!("OUT_DIR"), "/diagrams.rs"));

/// The games and their options.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/games", responses((status = 200, body = Vec<GameInfo>)),
))]
pub(crate) async fn games(headers: HeaderMap) -> Result<Response, Error> {
    // The same until the program changes: a page asks by its tag.
    static GAMES: OnceLock<Packed> = OnceLock::new();
    if let Some(packed) = GAMES.get() {
        return Ok(packed.clone().answer(&headers, "no-cache"));
    }
    let games: Vec<GameInfo> = parlour_games::all().filter_map(describe).collect();
    let text = serde_json::to_string(&games).map_err(|error| Error::Internal(error.to_string()))?;
    let packed = GAMES.get_or_init(|| Packed::new("application/json", text));
    Ok(packed.clone().answer(&headers, "no-cache"))
}

/// The fewest and the most players of a game.
pub(crate) fn player_range(entry: &Entry) -> Option<(u8, u8)> {
    let players = entry.options.iter().find(|spec| spec.name == "players");
    match players.map(|spec| spec.kind) {
        Some(OptionKind::Number { min, max }) => Some((min as u8, max as u8)),
        _ => {
            let seats = (entry.open)(&OptionValues::new()).ok()?.seats();
            Some((seats, seats))
        }
    }
}

fn describe(entry: &Entry) -> Option<GameInfo> {
    let session = (entry.open)(&OptionValues::new()).ok()?;
    let (min_players, max_players) = player_range(entry)?;
    let mut most = OptionValues::new();
    if max_players > min_players {
        most.set("players", max_players.to_string());
    }
    let fullest = (entry.open)(&most).ok()?;
    let (layout, seats) = (session.layout(Viewer::Public), names(session.as_ref()));
    let labels = &mut Writer::English(Names { sites: &layout.sites, seats: &seats });
    Some(GameInfo {
        id: entry.id.to_owned(),
        name: entry.name.to_owned(),
        summary: entry.summary.to_owned(),
        min_players,
        max_players,
        draws: entry.draws,
        secrets: entry.secrets,
        lessons: lesson_count(entry) as u16,
        puzzles: puzzle_count(entry) as u16,
        options: entry.options.iter().map(OptionInfo::from).collect(),
        roles: (0..fullest.seats()).map(|seat| fullest.seat_name(Seat(seat))).collect(),
        picture: Picture::of(&session.picture(Viewer::Public), labels),
        layout: Layout::of(&layout, labels),
        legend: session
            .legend()
            .into_iter()
            .map(|line| LegendLine { site: line.site, words: line.words.to_owned() })
            .collect(),
    })
}

/// The game of this id.
pub(super) fn entry(id: &str) -> Result<&'static Entry, Error> {
    parlour_games::find(id).ok_or(Error::NotFound("game"))
}

/// A game's rule page, as a piece of HTML.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/games/{id}/rules",
    responses((status = 200, body = String, content_type = "text/html")),
))]
pub(crate) async fn rules(Path(id): Path<String>) -> Result<Html<String>, Error> {
    let entry = entry(&id)?;
    let parser = anchored(Parser::new_ext(entry.rules, Options::ENABLE_TABLES).collect());
    // The page stands at another address than the file: the diagram's is made whole.
    let whole = |event| match event {
        Event::Start(Tag::Image { link_type, dest_url, title, id })
            if *dest_url == *format!("{}.svg", entry.id) =>
        {
            let dest_url = CowStr::from(format!("/api/v1/games/{}/diagram.svg", entry.id));
            Event::Start(Tag::Image { link_type, dest_url, title, id })
        }
        other => other,
    };
    let mut html = String::with_capacity(2 * entry.rules.len());
    pulldown_cmark::html::push_html(&mut html, parser.into_iter().map(whole));
    // Markdown gives every column a heading; one without words is none.
    Ok(Html(html.replace("<th></th>", "<td></td>")))
}

/// The page with an anchor at every heading and every ruling, so that it can be opened there. The
/// only HTML in it is ours.
fn anchored(events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    let mut marked = Vec::with_capacity(events.len() + 32);
    for (i, event) in events.iter().enumerate() {
        let next = match events.get(i + 1) {
            Some(Event::Text(text)) => &**text,
            _ => "",
        };
        match event {
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let (level, id) = (*level, Some(CowStr::from(anchor(next))));
                let (classes, attrs) = (classes.clone(), attrs.clone());
                marked.push(Event::Start(Tag::Heading { level, id, classes, attrs }));
            }
            Event::Html(text) | Event::InlineHtml(text) => marked.push(Event::Text(text.clone())),
            Event::Start(Tag::TableCell | Tag::Strong) if ruling(next).is_some() => {
                let id = anchor(ruling(next).unwrap_or_default());
                marked.push(event.clone());
                marked.push(Event::InlineHtml(format!("<a id=\"{id}\"></a>").into()));
            }
            other => marked.push(other.clone()),
        }
    }
    marked
}

/// The ruling's number at the beginning of a text: `O3`, `P1` in "P1, setting up."
fn ruling(text: &str) -> Option<&str> {
    let digits = text.get(1..)?.bytes().take_while(u8::is_ascii_digit).count();
    let number = text.get(..=digits)?;
    let ends = text[number.len()..].chars().next().is_none_or(|c| !c.is_alphanumeric());
    let capital = text.starts_with(|c: char| c.is_ascii_uppercase());
    (capital && digits > 0 && digits < 3 && ends).then_some(number)
}

/// A heading or a ruling as an anchor: `your-turn`, `o3`.
fn anchor(name: &str) -> String {
    let words: Vec<String> = name
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    words.join("-")
}

/// The diagram on a game's rule page.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/games/{id}/diagram.svg",
    responses((status = 200, body = String, content_type = "image/svg+xml")),
))]
pub(crate) async fn diagram(Path(id): Path<String>) -> Result<Response, Error> {
    let name = format!("{}.svg", entry(&id)?.id);
    let file = embedded::find(DIAGRAMS, &name).ok_or(Error::NotFound("diagram"))?;
    let kind = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "max-age=3600"),
        // A drawing brings its own style sheet, and nothing else.
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"),
    ];
    Ok((kind, file.bytes).into_response())
}
