//! Who plays in a match.

use std::str::FromStr;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use parlour_games::arena::{Computer, Contender};
use parlour_games::{Entry, Session, Spec};
use parlour_search::Budget;

use super::program::Program;

/// A player as the command line names it.
#[derive(Clone, Debug)]
pub struct Entrant {
    text: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Computer(Spec),
    Program { command: Vec<String>, budget: Budget },
}

impl Entrant {
    /// The player as it was named.
    pub fn name(&self) -> &str {
        &self.text
    }

    /// The player, ready to play this game on so many threads.
    pub fn seat(
        &self,
        game: &Entry,
        session: &dyn Session,
        threads: usize,
    ) -> Result<Box<dyn Contender>, String> {
        match &self.kind {
            Kind::Computer(spec) => {
                let player = (game.player)(session, spec, threads)?;
                Ok(Box::new(Computer { player, now }))
            }
            Kind::Program { command, budget } => {
                Ok(Box::new(Program::start(command, *budget, &session.options())?))
            }
        }
    }
}

impl FromStr for Entrant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let kind = match text.strip_prefix("program:") {
            Some(rest) => program(rest)?,
            None => Kind::Computer(endless_is_refused(text.parse()?)?),
        };
        Ok(Entrant { text: text.to_owned(), kind })
    }
}

/// The time since the match began.
fn now() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed()
}

/// A search without any limit would never move.
fn endless_is_refused(spec: Spec) -> Result<Spec, String> {
    match &spec {
        Spec::Engine { name, budget, .. } if *budget == Budget::default() => {
            Err(format!("say how long {name} may think, such as {name}:time=100ms"))
        }
        _ => Ok(spec),
    }
}

/// `time=1s:COMMAND` or `nodes=1000:COMMAND`; a command alone gets a second a move.
fn program(rest: &str) -> Result<Kind, String> {
    let (budget, command) = match rest.split_once(':') {
        Some((budget, command)) if budget.starts_with("time=") || budget.starts_with("nodes=") => {
            match format!("best:{budget}").parse()? {
                Spec::Engine { budget, settings, .. } if settings.iter().next().is_none() => {
                    (budget, command)
                }
                _ => return Err("a program's budget is time= or nodes=".to_owned()),
            }
        }
        _ => (Budget { time: Some(Duration::from_secs(1)), ..Budget::default() }, rest),
    };
    let command: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
    match command.is_empty() {
        true => Err("say which program, such as 'program:./parlour ugi outwit'".to_owned()),
        false => Ok(Kind::Program { command, budget }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> bool {
        text.parse::<Entrant>().is_err()
    }

    #[test]
    fn players_are_read() {
        for text in ["level:8", "random", "uct:nodes=9", "best:time=1.5s", "program:./x ugi a"] {
            assert!(!refused(text), "{text}");
        }
        for text in ["", "level:9", "level", "uct", "uct:9", "uct:time=1", "program:", "random:1"] {
            assert!(refused(text), "{text}");
        }
        let entrant: Entrant = "program:nodes=5,time=20ms:./x ugi a:b".parse().expect("a program");
        let Kind::Program { command, budget } = entrant.kind else { panic!("a program") };
        assert_eq!(command, ["./x", "ugi", "a:b"]);
        assert_eq!(budget.nodes.zip(budget.time), Some((5, Duration::from_millis(20))));
    }
}
