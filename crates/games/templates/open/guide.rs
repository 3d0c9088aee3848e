//! The words of New Game: what happened, what to do, and why not.

use parlour_core::scene::SiteId;
use parlour_core::{Action, Explanation, Game, Guide, Label, Seat, Seen, SeenOf, Turn, label};

use super::{Move, NewGame, State};

impl Guide for NewGame {
    type Reveal = ();

    fn move_label(&self, mv: Move) -> Label {
        label!("Take {number}", mv.0)
    }

    fn describe(
        &self,
        before: &State,
        by: Option<Seat>,
        seen: SeenOf<Self>,
        after: &State,
    ) -> Vec<Label> {
        let seat = by.unwrap_or(before.mover);
        vec![match (seen, self.turn(after)) {
            (Seen::Open(Action::Move(mv)), Turn::Over) => {
                label!("{seat} [takes|take] {number}, the last, and [wins|win].", seat, mv.0)
            }
            (Seen::Open(Action::Move(mv)), _) => {
                let words = "{seat} [takes|take] {number} and [leaves|leave] {number}.";
                label!(words, seat, mv.0, after.heap)
            }
            _ => label!("{seat} [acts|act].", seat),
        }]
    }

    fn instruction(&self, view: &State, _: &[SiteId], _: bool) -> Label {
        match view.heap {
            1 => "Take the last counter.".into(),
            _ => "Take one counter or two: choose the foremost that you take.".into(),
        }
    }

    fn rules_anchor(&self, _: &State) -> Option<&'static str> {
        Some("A turn")
    }

    fn explain(&self, view: &State, _: &[SiteId], site: SiteId) -> Explanation {
        if site < u16::from(view.heap) {
            Explanation::new("N1", "one counter or two may be taken, and no more")
        } else {
            Explanation::new("A turn", "no counter lies there")
        }
    }

    fn why_not(&self, view: &State, _: Move) -> Option<Explanation> {
        Some(Explanation::new("N1", label!("only {number} is left", view.heap)))
    }
}
