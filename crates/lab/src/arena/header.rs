//! What a file of games says about its match: games of another one must not be counted in.

use serde::{Deserialize, Serialize};

use super::runner::Match;

/// The first line of a file of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    game: String,
    /// The version of the game's rules. Files of earlier versions have none.
    rules: Option<u32>,
    options: Vec<(String, String)>,
    players: Vec<String>,
    /// What each of them stands for, since a level can be redefined. Files of earlier versions have none.
    stand_for: Option<Vec<String>>,
    /// How many threads each of them thinks on. Files of earlier versions have none.
    player_threads: Option<usize>,
    opening: u32,
    /// The actions that were made first. Files from before they were kept have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    moves: Vec<String>,
    seed: u64,
    /// Files from before there were ladders have none.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    ladder: bool,
    /// How games are seated and what they draw from the seed. Files of earlier versions have none.
    version: Option<u32>,
}

/// Games that other versions would have played after these would not be those of one match: 2 since seats
/// change neighbours and the moves of weaker levels depend on the pairing.
const VERSION: u32 = 2;

impl Header {
    /// Of this match.
    pub(super) fn new(plan: &Match<'_>) -> Self {
        let options = plan.session.options();
        let entrants = &plan.args.entrants;
        let stands_for = entrants.iter().map(|one| one.stands_for(&*plan.session));
        Header {
            game: plan.game.id.to_owned(),
            rules: Some(plan.game.version),
            options: options.iter().map(|(n, v)| (n.to_owned(), v.to_owned())).collect(),
            players: plan.names().into_iter().map(str::to_owned).collect(),
            stand_for: Some(stands_for.collect()),
            player_threads: Some(plan.args.player_threads.get()),
            opening: plan.opening,
            moves: plan.args.set_up.actions().map(str::to_owned).collect(),
            seed: plan.args.seed,
            ladder: plan.args.ladder,
            version: Some(VERSION),
        }
    }

    /// Why games that were saved under `text` are not of this match; nothing if they are.
    pub(super) fn refusal(&self, text: &str) -> Option<String> {
        let Ok(saved) = serde_json::from_str::<Header>(text) else {
            return Some("does not begin as a saved match does".to_owned());
        };
        if saved == *self {
            return None;
        }
        let differences = self.differences(&saved);
        if !differences.is_empty() {
            return Some(format!("holds another match: {}", differences.join("; ")));
        }
        Some(
            "is of another version, which seated players or drew their games in another way"
                .to_owned(),
        )
    }

    /// What differs from a match that was saved, as far as that was noted.
    fn differences(&self, saved: &Header) -> Vec<String> {
        let differ = |what: &str, there: &str, here: &str| {
            (there != here).then(|| format!("{what} {there} there and {here} here"))
        };
        let parts = PARTS.iter().filter_map(|(what, of)| {
            let (there, here) = of(saved).zip(of(self))?;
            differ(what, &there, &here)
        });
        let mut found: Vec<String> = parts.collect();
        let stand_for = saved.stand_for.iter().flatten().zip(self.stand_for.iter().flatten());
        let players = self.players.iter().zip(stand_for);
        let levels =
            players.filter_map(|(name, (there, here))| differ(&format!("{name} is"), there, here));
        found.extend(levels);
        found
    }
}

/// A part of a match: what it is called, and its value where that was noted.
type Part = (&'static str, fn(&Header) -> Option<String>);

const PARTS: [Part; 9] = [
    ("the game is", |header| Some(header.game.clone())),
    ("the rules' version is", |header| header.rules.map(|rules| rules.to_string())),
    ("options are", |header| Some(pairs(&header.options))),
    ("players are", |header| Some(header.players.join(", "))),
    ("--player-threads is", |header| header.player_threads.map(|threads| threads.to_string())),
    ("--opening is", |header| Some(header.opening.to_string())),
    ("--moves is", |header| Some(format!("'{}'", header.moves.join(" ")))),
    ("--seed is", |header| Some(header.seed.to_string())),
    ("those who meet are", |header| {
        Some(if header.ladder { "neighbours" } else { "everybody" }.to_owned())
    }),
];

fn pairs(options: &[(String, String)]) -> String {
    if options.is_empty() {
        "none".to_owned()
    } else {
        options.iter().map(|(n, v)| format!("{n}={v}")).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        Header {
            game: "senet".to_owned(),
            rules: Some(1),
            options: Vec::new(),
            players: vec!["level:5".to_owned(), "random".to_owned()],
            stand_for: Some(vec!["uct:nodes=60".to_owned(), "random".to_owned()]),
            player_threads: Some(1),
            opening: 0,
            moves: Vec::new(),
            seed: 1,
            ladder: false,
            version: Some(VERSION),
        }
    }

    fn refusal(saved: &Header) -> Option<String> {
        header().refusal(&serde_json::to_string(saved).expect("JSON"))
    }

    #[test]
    fn a_match_with_other_threads_or_a_redefined_level_is_another_match() {
        assert_eq!(refusal(&header()), None);
        let stand_for = Some(vec!["uct:nodes=90".to_owned(), "random".to_owned()]);
        assert_eq!(
            refusal(&Header { stand_for, player_threads: Some(2), ..header() }).as_deref(),
            Some(
                "holds another match: --player-threads is 2 there and 1 here; level:5 is \
                 uct:nodes=90 there and uct:nodes=60 here"
            )
        );
    }

    #[test]
    fn a_file_of_another_version_is_refused_by_that_name_or_by_what_differs() {
        let before = refusal(&Header { version: None, ..header() }).expect("a refusal");
        assert!(before.starts_with("is of another version"), "{before}");
        let old =
            r#"{"game":"senet","options":[],"players":["level:5","random"],"opening":0,"seed":1}"#;
        let why = header().refusal(old).expect("a refusal");
        assert!(why.starts_with("is of another version"), "{why}");
        let why = header().refusal(&old.replace("\"seed\":1", "\"seed\":7")).expect("a refusal");
        assert_eq!(why, "holds another match: --seed is 7 there and 1 here");
        let why = header().refusal("number: 3").expect("a refusal");
        assert_eq!(why, "does not begin as a saved match does");
    }
}
