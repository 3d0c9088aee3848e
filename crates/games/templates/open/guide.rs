//! What to do, and why not: guidance for whoever takes counters.

use parlour_core::scene::SiteId;
use parlour_core::{Guide, Reason};

use super::{NewGame, State};

impl Guide for NewGame {
    fn guide(&self, view: &State, _: &[SiteId]) -> String {
        match view.heap {
            1 => "Take the last counter.".to_owned(),
            _ => "Take one counter or two: choose the foremost that you take.".to_owned(),
        }
    }

    fn chapter(&self, _: &State) -> &'static str {
        "A turn"
    }

    fn refuse(&self, state: &State, _: &[SiteId], site: SiteId) -> Reason {
        match site < u16::from(state.heap) {
            true => Reason::new("N1", "one counter or two may be taken, and no more"),
            false => Reason::new("A turn", "no counter lies there"),
        }
    }
}
