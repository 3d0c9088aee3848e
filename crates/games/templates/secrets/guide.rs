//! What to do, and why not: guidance for whoever throws and bids.

use parlour_core::scene::SiteId;
use parlour_core::{Guide, Reason, Seat};

use super::{NewGame, Phase, State, View};

impl Guide for NewGame {
    fn thrower(&self, view: &View) -> Option<Seat> {
        (view.open.phase == Phase::Throw).then_some(view.open.mover)
    }

    fn guide(&self, view: &View, _: &[SiteId]) -> String {
        match (view.open.phase, view.open.bid) {
            (Phase::Throw, _) => "Throw your dice under the cup.".to_owned(),
            (_, 0) => "Bid: choose what all dice together make at least.".to_owned(),
            (_, bid) => format!("Choose a total above {bid}, or doubt that the dice make so much."),
        }
    }

    fn chapter(&self, _: &View) -> &'static str {
        "A turn"
    }

    fn refuse(&self, state: &State, _: &[SiteId], site: SiteId) -> Reason {
        match site >= self.total(1) {
            true => Reason::new("N1", format!("{} was bid already", state.open.bid)),
            false => Reason::new("A turn", "choose a total, not a cup"),
        }
    }
}
