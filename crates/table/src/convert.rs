//! Between the store's types and the messages.

use parlour_wire::table as wire;

use crate::events::{Clock, Level};
use crate::listing::Standing;

impl From<wire::Level> for Level {
    fn from(level: wire::Level) -> Self {
        Level::new(level.number())
    }
}

impl From<Level> for wire::Level {
    fn from(level: Level) -> Self {
        wire::Level::try_from(level.number()).unwrap_or(wire::Level::STRONGEST)
    }
}

impl From<wire::Clock> for Clock {
    fn from(clock: wire::Clock) -> Self {
        let ms = |seconds: u32| i64::from(seconds) * 1000;
        match clock {
            wire::Clock::None => Clock::None,
            wire::Clock::Move { seconds } => Clock::Move { limit: ms(seconds) },
            wire::Clock::Game { seconds, increment } => {
                Clock::Game { limit: ms(seconds), increment: ms(increment) }
            }
        }
    }
}

impl From<Clock> for wire::Clock {
    fn from(clock: Clock) -> Self {
        let seconds = |ms: i64| u32::try_from(ms / 1000).unwrap_or(u32::MAX);
        match clock {
            Clock::None => wire::Clock::None,
            Clock::Move { limit } => wire::Clock::Move { seconds: seconds(limit) },
            Clock::Game { limit, increment } => {
                wire::Clock::Game { seconds: seconds(limit), increment: seconds(increment) }
            }
        }
    }
}

impl From<Standing> for wire::Status {
    fn from(standing: Standing) -> Self {
        match standing {
            Standing::Waiting => wire::Status::Waiting,
            Standing::Playing => wire::Status::Playing,
            Standing::Over => wire::Status::Over,
        }
    }
}
