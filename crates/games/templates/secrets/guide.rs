//! What to do, and why not: guidance for whoever throws and guesses.

use parlour_core::scene::SiteId;
use parlour_core::{Guide, Reason, Scene, Seat};

use super::{NewGame, Phase, State, View};

impl Guide for NewGame {
    fn thrower(&self, view: &View) -> Option<Seat> {
        (view.open.phase == Phase::Throw).then_some(view.open.mover)
    }

    fn guide(&self, view: &View, _: &[SiteId]) -> String {
        match view.open.phase {
            Phase::Throw => "Throw your dice under the cup.".to_owned(),
            _ => {
                let target = self.seat_name(self.target(&view.open));
                format!("Choose a number that lies under the cup of {target}.")
            }
        }
    }

    fn chapter(&self, _: &View) -> &'static str {
        "A turn"
    }

    fn refuse(&self, _: &State, _: &[SiteId], site: SiteId) -> Reason {
        match site >= self.number(1) {
            true => Reason::new("N2", "that number has been tried"),
            false => Reason::new("A turn", "choose a number, not a cup"),
        }
    }
}
