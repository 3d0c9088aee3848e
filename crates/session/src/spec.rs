//! Computer players by name.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;
use std::time::Duration;

use parlour_search::{Budget, LEVELS, Level, Settings};

use crate::Session;
use crate::did_you_mean::{nearest, shown};

/// The most moves that a hint names, the best first.
pub const HINT_MOVES: NonZeroUsize = NonZeroUsize::new(3).unwrap();

/// Who plays, in a text such as `level:5`, `uct:nodes=1000` or `random`.
#[derive(Clone, Debug, PartialEq)]
pub enum Spec {
    /// Makes any legal move, each as likely.
    Random,
    /// One of the game's levels, from 1.
    Level(u8),
    /// An engine.
    Engine {
        /// Its name; `best` for the game's best.
        name: String,
        /// How long it thinks.
        budget: Budget,
        /// Its settings, with `temperature` and `stop-when-clear` as in [`Level`].
        settings: Settings,
    },
}

impl Spec {
    /// The game's best engine, with no limit of its own.
    pub fn best() -> Self {
        Spec::best_within(Budget::default())
    }

    /// The game's best engine within these limits.
    pub fn best_within(budget: Budget) -> Self {
        Spec::Engine { name: BEST.to_owned(), budget, settings: Settings::default() }
    }

    /// The player that makes hints: the game's best engine. A node limit ends its search, so that the same
    /// position gets the same hint; the time limit is for a busy machine only. Both are divided by `parts`.
    pub fn hint(session: &dyn Session, parts: u64) -> Self {
        // With secrets a node is a whole simulation.
        let nodes = if session.has_secrets() { 20_000 } else { 150_000 };
        let (nodes, time) = (nodes / parts.max(1), Duration::from_millis(2000 / parts.max(1)));
        Spec::best_within(Budget { nodes: Some(nodes), time: Some(time), depth: None })
    }

    /// The engine that this stands for, with its budget and settings, where a game
    /// has these engines, the best first, and these levels.
    #[must_use]
    pub fn spelled_out(&self, engines: &[&str], levels: &[Level]) -> Spec {
        let engine = |name: &str| match engines.first() {
            Some(&best) if name == BEST => best.to_owned(),
            _ => name.to_owned(),
        };
        match self {
            Spec::Random => Spec::Random,
            Spec::Level(number) => {
                let Some(level) = levels.get(usize::from(*number).wrapping_sub(1)) else {
                    return self.clone();
                };
                let mut settings = level.engine_settings();
                if level.weighs_all() {
                    settings.set("temperature", level.temperature);
                }
                if level.stop_when_clear {
                    settings.set("stop-when-clear", 1.0);
                }
                Spec::Engine { name: engine(level.engine), budget: level.budget, settings }
            }
            Spec::Engine { name, budget, settings } => {
                let (budget, settings) = (*budget, settings.clone());
                Spec::Engine { name: engine(name), budget, settings }
            }
        }
    }
}

/// The name of whatever engine a game plays best with.
pub(crate) const BEST: &str = "best";

/// Which players there are, for messages.
pub(crate) const PLAYERS: &str = "players are level:1 to level:8, random, and an engine or best with its budget, such as \
     best:time=100ms or uct:nodes=1000";

/// That there is no such level.
pub(crate) fn level_error(level: &str) -> String {
    match level {
        "" => format!("say which level, from 1 to {LEVELS}, such as level:5"),
        _ => format!("levels go from 1 to {LEVELS}, such as level:5; not '{}'", shown(level)),
    }
}

/// Why a text names no player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError(String);

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SpecError {}

impl FromStr for Spec {
    type Err = SpecError;

    /// Upper and lower case are the same: no name differs from another by case alone.
    fn from_str(text: &str) -> Result<Self, SpecError> {
        let refused = |message| Err(SpecError(message));
        let text = text.trim().to_lowercase();
        let (name, rest) = text.split_once(':').unwrap_or((&text, ""));
        if let Some(meant) = meant(name, rest) {
            let typed = shown(&text);
            return refused(format!("no player '{typed}'; did you mean {meant}? {PLAYERS}"));
        }
        match name {
            "random" if rest.is_empty() => return Ok(Spec::Random),
            "random" => {
                let rest = shown(rest);
                return refused(format!("nothing may follow random, not '{rest}' either"));
            }
            "level" => {
                let level = rest.parse().ok().filter(|n| (1..=LEVELS as u8).contains(n));
                return level.map(Spec::Level).ok_or_else(|| SpecError(level_error(rest)));
            }
            "" => return refused(format!("a player needs a name; {PLAYERS}")),
            _ => {}
        }
        let (mut budget, mut settings) = (Budget::default(), Settings::default());
        for part in rest.split(',').filter(|part| !part.is_empty()) {
            let Some((key, value)) = part.split_once('=') else {
                return refused(format!(
                    "'{}' says nothing about {name}; write NAME=VALUE, such as {name}:time=100ms",
                    shown(part)
                ));
            };
            read(key.trim(), value.trim(), &mut budget, &mut settings)?;
        }
        Ok(Spec::Engine { name: name.to_owned(), budget, settings })
    }
}

/// The player that was most likely meant by a name without a sense: `level3`, `lvl:3`, `levle`.
fn meant(name: &str, rest: &str) -> Option<String> {
    let letters = name.trim_end_matches(|c: char| !c.is_alphabetic());
    let number = match rest {
        "" => name[letters.len()..].trim_start_matches(|c: char| !c.is_ascii_digit()),
        _ => rest,
    };
    if name == "level" || letters.is_empty() {
        return None;
    }
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    match nearest(letters, ["level", "random", BEST])? {
        "level" if is_number => Some(format!("level:{number}")),
        "level" if rest.is_empty() => Some("level:5".to_owned()),
        "random" if name != "random" && rest.is_empty() => Some("random".to_owned()),
        _ => None,
    }
}

/// What limits a search, with what it takes.
const LIMITS: [(&str, &str); 3] = [
    ("time", "a number and its unit, such as time=100ms or time=1.5s"),
    ("nodes", "a whole number, such as nodes=1000"),
    ("depth", "a whole number of plies, such as depth=4"),
];

/// Reads one `NAME=VALUE`.
fn read(
    key: &str,
    value: &str,
    budget: &mut Budget,
    settings: &mut Settings,
) -> Result<(), SpecError> {
    let limit = LIMITS.iter().find(|(name, _)| *name == key);
    let takes = limit.map_or("a number, such as 0.5", |(_, takes)| takes);
    let bad = || SpecError(format!("{} takes {takes}; not '{}'", shown(key), shown(value)));
    match key {
        "nodes" => budget.nodes = Some(value.parse().map_err(|_| bad())?),
        "depth" => budget.depth = Some(value.parse().map_err(|_| bad())?),
        "time" => budget.time = Some(duration(value).ok_or_else(bad)?),
        _ => {
            // Only the engine knows its settings, but none is as near to a limit as a typing error.
            let mut limits = LIMITS.iter().map(|(name, _)| *name);
            if let Some(meant) = limits.find(|limit| is_typo(key, limit)) {
                let limits = LIMITS.map(|(name, _)| name).join(", ");
                let typed = shown(key);
                return Err(SpecError(format!(
                    "no setting '{typed}'; did you mean {meant}? limits are {limits}"
                )));
            }
            let number = value.parse().ok().filter(|number: &f64| number.is_finite());
            settings.set(key, number.ok_or_else(bad)?);
        }
    }
    Ok(())
}

/// Whether `typed` is `name` with one letter more, less, or another in its place.
fn is_typo(typed: &str, name: &str) -> bool {
    typed.len() > 2 && strsim::damerau_levenshtein(typed, name) == 1
}

/// A time such as `100ms` or `1.5s`.
fn duration(text: &str) -> Option<Duration> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 1e-3),
        None => (text.strip_suffix('s')?, 1.0),
    };
    let number: f64 = number.parse().ok()?;
    Duration::try_from_secs_f64(number * unit).ok()
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, budget, settings) = match self {
            Spec::Random => return f.write_str("random"),
            Spec::Level(level) => return write!(f, "level:{level}"),
            Spec::Engine { name, budget, settings } => (name, budget, settings),
        };
        let mut parts = Vec::new();
        parts.extend(budget.nodes.map(|nodes| format!("nodes={nodes}")));
        parts.extend(budget.depth.map(|depth| format!("depth={depth}")));
        parts.extend(budget.time.map(|time| format!("time={}ms", time.as_secs_f64() * 1e3)));
        parts.extend(settings.iter().map(|(name, value)| format!("{name}={value}")));
        f.write_str(name)?;
        if parts.is_empty() { Ok(()) } else { write!(f, ":{}", parts.join(",")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        match text.parse::<Spec>() {
            Err(error) => error.to_string(),
            Ok(spec) => panic!("{text} is {spec:?}"),
        }
    }

    #[test]
    fn upper_and_lower_case_name_the_same_player() {
        assert_eq!("Level:3".parse(), Ok(Spec::Level(3)));
        assert_eq!("RANDOM".parse(), Ok(Spec::Random));
        let spec: Spec = "UCT:Nodes=9,Exploration=0.5,TIME=20MS".parse().expect("an engine");
        assert_eq!(spec.to_string(), "uct:nodes=9,time=20ms,exploration=0.5");
    }

    #[test]
    fn a_near_miss_is_refused_with_what_was_probably_meant() {
        for (typed, said) in [
            ("lvl:3", "did you mean level:3?"),
            ("level3", "did you mean level:3?"),
            ("Level-3", "did you mean level:3?"),
            ("levle", "did you mean level:5?"),
            ("level", "say which level, from 1 to 8, such as level:5"),
            ("level:9", "levels go from 1 to 8, such as level:5; not '9'"),
            ("level:best", "levels go from 1 to 8, such as level:5; not 'best'"),
            ("randm", "did you mean random?"),
            ("random:1", "nothing may follow random"),
            ("best:node=5", "did you mean nodes?"),
            ("best:time=1", "time takes a number and its unit, such as time=100ms"),
            ("best:time=-1s", "time takes a number and its unit"),
            ("best:nodes=many", "nodes takes a whole number, such as nodes=1000; not 'many'"),
            ("best:depth=", "depth takes a whole number of plies"),
            ("best:temperature=nan", "temperature takes a number"),
            ("uct:9", "write NAME=VALUE, such as uct:time=100ms"),
            ("", "players are level:1 to level:8"),
        ] {
            let error = refused(typed);
            assert!(error.contains(said), "{typed}: {error}");
        }
    }

    #[test]
    fn a_level_is_spelled_out_as_the_player_that_it_stands_for() {
        let levels = [Level::nodes("uct", 60).temperature(0.15), Level::milliseconds(BEST, 1_500)];
        let spelled = |text: &str| {
            let spec: Spec = text.parse().expect("a player");
            spec.spelled_out(&["alphabeta", "uct"], &levels).to_string()
        };
        assert_eq!(spelled("level:1"), "uct:nodes=60,time=1000ms,temperature=0.15");
        assert_eq!(spelled("level:2"), "alphabeta:time=1500ms,stop-when-clear=1");
        assert_eq!(spelled("best:nodes=5,width=2"), "alphabeta:nodes=5,width=2");
        assert_eq!(
            (spelled("uct:depth=2"), spelled("random")),
            ("uct:depth=2".into(), "random".into())
        );
    }

    #[test]
    fn the_settings_of_engines_are_not_taken_for_limits() {
        let text = "x:prior-visits=1,lmr=1,contempt=1,nerve=1,root=1,temperature=1,width=1";
        assert!(text.parse::<Spec>().is_ok());
        assert_eq!(PLAYERS.matches(&format!("level:{LEVELS}")).count(), 1);
    }
}
