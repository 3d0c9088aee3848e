//! What the server writes into the page: the games, for a first paint that waits for no call, and
//! what a messenger shows of a link.

use std::sync::OnceLock;

use axum::http::{HeaderMap, Uri};
use parlour_lessons::{lesson_count, puzzle_count};
use parlour_session::Entry;
use parlour_table::people::Holder;
use parlour_table::table::Table;
use serde::Serialize;

use super::games::player_range;
use super::tables::table_id;
use super::transfer::base;
use crate::app::App;
use crate::security::Caller;

/// A game as the first page shows it.
#[derive(Serialize)]
struct GameSummary {
    id: &'static str,
    name: &'static str,
    summary: &'static str,
    min_players: u8,
    max_players: u8,
    /// How many lessons teach it.
    lessons: usize,
    /// How many puzzles there are.
    puzzles: usize,
}

/// The games as JSON that can stand inside a `script` element.
fn game_list() -> &'static str {
    static LIST: OnceLock<String> = OnceLock::new();
    LIST.get_or_init(|| {
        let summarize = |entry: &Entry| {
            let (min_players, max_players) = player_range(entry)?;
            let Entry { id, name, summary, .. } = *entry;
            let lessons = lesson_count(entry);
            let puzzles = puzzle_count(entry);
            Some(GameSummary { id, name, summary, min_players, max_players, lessons, puzzles })
        };
        let games: Vec<GameSummary> = parlour_games::all().filter_map(summarize).collect();
        serde_json::to_string(&games).unwrap_or_else(|_| "[]".to_owned()).replace('<', "\\u003c")
    })
}

/// What a link is about.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Preview {
    title: String,
    words: String,
    /// The game whose picture is shown; `None`: all of them.
    game: Option<&'static str>,
}

impl Preview {
    fn of_game(entry: &Entry, title: String) -> Self {
        Preview { title, words: entry.summary.to_owned(), game: Some(entry.id) }
    }

    /// Who invites to which game, or who plays.
    fn of_table(table: &Table) -> Self {
        let name = table.entry.name;
        let people: Vec<&str> = table
            .chairs
            .iter()
            .filter_map(|chair| match &chair.holder {
                Holder::Person(person) => Some(person.name.as_str()),
                _ => None,
            })
            .collect();
        let open = table.chairs.iter().any(|chair| chair.holder == Holder::Open);
        let title = match (people.first(), open) {
            (Some(host), true) => format!("{host} invites you to {name}"),
            (None, true) => format!("A table of {name} waits for players"),
            (Some(_), false) => format!("{name}: {}", people.join(" – ")),
            (None, false) => format!("A game of {name}"),
        };
        Preview::of_game(table.entry, title)
    }
}

/// The pages of a game, and what stands before its name in their titles.
const PAGES: [(&str, &str); 4] =
    [("new", "Play"), ("analyse", "Analyse"), ("learn", "Learn"), ("rules", "The rules of")];

/// What the address of a page is about. A table that cannot be opened is not worth an error here:
/// the page itself explains it.
async fn preview(app: &App, caller: &Caller, uri: &Uri) -> Preview {
    let mut parts = uri.path().split('/').filter(|part| !part.is_empty());
    let found = match (parts.next(), parts.next()) {
        (Some("t"), Some(id)) => match table_id(id) {
            Ok(id) => {
                // The page is worth more than its title: it does not wait for long.
                let opened = app.hub.open(&id, Some(caller.network()));
                let opened = tokio::time::timeout(app.config.limits.preview_timeout, opened).await;
                let table = opened.ok().and_then(|handle| handle.ok()?.table().ok());
                table.map(|table| Preview::of_table(&table))
            }
            Err(_) => None,
        },
        (page, game) => {
            let title = PAGES.iter().find(|(name, _)| page == Some(name));
            let game = game.and_then(parlour_games::find);
            title
                .zip(game)
                .map(|((_, title), game)| Preview::of_game(game, format!("{title} {}", game.name)))
        }
    };
    found.unwrap_or_else(|| Preview {
        title: "Parlour".to_owned(),
        words: "Table games against the computer, on one screen, or with friends who open a link."
            .to_owned(),
        game: None,
    })
}

/// The page with its title, its preview and the games written into it. A picture needs a whole
/// address: there is one only where others can reach the server. `exists` says which files the page has.
pub(crate) async fn complete(
    html: &str,
    app: &App,
    caller: &Caller,
    headers: &HeaderMap,
    uri: &Uri,
    exists: impl Fn(&str) -> bool,
) -> String {
    let Preview { title, words, game } = preview(app, caller, uri).await;
    let (title, words) = (escape(&title), escape(&words));
    let mut head = format!(
        "<meta property=\"og:site_name\" content=\"Parlour\" />\
         <meta property=\"og:type\" content=\"website\" />\
         <meta property=\"og:title\" content=\"{title}\" />\
         <meta property=\"og:description\" content=\"{words}\" />"
    );
    let (base, reachable) = base(&app.config, caller, headers);
    if reachable {
        let own = game.map(|id| format!("previews/{id}.png")).filter(|file| exists(file));
        let file = own.unwrap_or_else(|| "previews/parlour.png".to_owned());
        let (base, path) = (escape(&base), escape(uri.path()));
        head += &format!(
            "<meta property=\"og:url\" content=\"{base}{path}\" />\
             <meta property=\"og:image\" content=\"{base}/{file}\" />\
             <meta property=\"og:image:width\" content=\"1200\" />\
             <meta property=\"og:image:height\" content=\"630\" />\
             <meta name=\"twitter:card\" content=\"summary_large_image\" />"
        );
    }
    head += &format!("<script type=\"application/json\" id=\"games\">{}</script>", game_list());
    let titled = if title == "Parlour" {
        html.to_owned()
    } else {
        html.replacen("<title>Parlour</title>", &format!("<title>{title} · Parlour</title>"), 1)
    };
    titled.replacen("</head>", &format!("{head}</head>"), 1)
}

/// A text that can stand in an attribute.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_leave_its_attribute() {
        assert_eq!(escape("\"><b>&"), "&quot;&gt;&lt;b&gt;&amp;");
    }

    #[test]
    fn the_list_of_games_is_complete_and_cannot_end_its_element() {
        let games: serde_json::Value = serde_json::from_str(game_list()).expect("JSON");
        assert_eq!(games.as_array().map(Vec::len), Some(parlour_games::all().len()));
        assert!(!game_list().contains('<'));
    }
}
