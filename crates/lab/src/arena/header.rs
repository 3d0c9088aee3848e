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
    pub(super) fn new(plan: &Match<'_>) -> Self {
        let options = plan.session.options();
        let entrants = &plan.args.entrants;
        Header {
            game: plan.game.id.to_owned(),
            rules: plan.game.version,
            options: options.iter().map(|(n, v)| (n.to_owned(), v.to_owned())).collect(),
            players: plan.names().into_iter().map(str::to_owned).collect(),
            stand_for: entrants.iter().map(|one| one.stands_for(&*plan.session)).collect(),
            player_threads: plan.args.player_threads.get(),
            opening: plan.opening,
            moves: plan.args.set_up.actions().map(str::to_owned).collect(),
            seed: plan.args.seed,
            ladder: plan.args.ladder,
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
