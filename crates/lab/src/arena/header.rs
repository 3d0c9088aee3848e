//! What a file of games says about its match: games of another one must not be counted in.

use serde::Serialize;
use serde_json::{Map, Value};

use super::runner::Match;

/// The first line of a file of games.
#[derive(Debug, Serialize)]
pub(super) struct Header {
    game: String,
    /// The version of the game's rules.
    rules: u32,
    options: Vec<(String, String)>,
    players: Vec<String>,
    /// What each of them stands for, since a level can be redefined.
    stand_for: Vec<String>,
    /// How many threads each of them thinks on.
    player_threads: usize,
    opening: u32,
    /// The actions that were made first.
    moves: Vec<String>,
    seed: u64,
    ladder: bool,
    /// How games are seated and what they draw from the seed.
    version: u32,
}

/// Games that other versions would have played after these would not be those of one match: 2 since seats
/// change neighbours and the moves of weaker levels depend on the pairing.
const VERSION: u32 = 2;

impl Header {
    pub(super) fn new(game_match: &Match<'_>) -> Self {
        let options = game_match.session.options();
        let entrants = &game_match.args.entrants;
        Header {
            game: game_match.game.id.to_owned(),
            rules: game_match.game.version,
            options: options.pairs(),
            players: game_match.names().into_iter().map(str::to_owned).collect(),
            stand_for: entrants.iter().map(|one| one.stands_for(&*game_match.session)).collect(),
            player_threads: game_match.args.player_threads.get(),
            opening: game_match.opening,
            moves: game_match.args.set_up.actions().map(str::to_owned).collect(),
            seed: game_match.args.seed,
            ladder: game_match.args.ladder,
            version: VERSION,
        }
    }

    /// Why games that were saved under `text` are not of this match; nothing if they are.
    pub(super) fn refusal(&self, text: &str) -> Option<String> {
        let saved = serde_json::from_str::<Map<String, Value>>(text).unwrap_or_default();
        if !saved.contains_key("version") {
            return Some("does not begin as a saved match does".to_owned());
        }
        let own = serde_json::to_value(self).ok()?;
        let differ = |(name, here): (&String, &Value)| {
            let there = saved.get(name).unwrap_or(&Value::Null);
            (there != here).then(|| format!("{name} is {there} there and {here} here"))
        };
        let differences: Vec<String> = own.as_object()?.iter().filter_map(differ).collect();
        let differences = differences.join("; ");
        (!differences.is_empty()).then(|| format!("holds another match: {differences}"))
    }
}
