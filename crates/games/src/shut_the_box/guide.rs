//! What to do, why not, and what a turn has cost.

use parlour_core::scene::SiteId;
use parlour_core::{Action, ActionOf, Guide, Moment, Notation, Reason, Scene, Seat};

use super::tables::points;
use super::{Move, ShutTheBox, State};

impl Guide for ShutTheBox {
    fn thrower(&self, view: &State) -> Option<Seat> {
        (!view.over && view.dice.is_none()).then_some(view.mover)
    }

    fn guide(&self, view: &State, picked: &[SiteId]) -> String {
        let Some(dice) = view.dice else { return "Throw the dice.".to_owned() };
        let total = dice.total();
        match picked.first().map(|&site| site as u8 + 1) {
            Some(lid) if lid < total => {
                format!("{lid} and {} make {total}: now choose lid {0}.", total - lid)
            }
            _ => choice_words(view, total),
        }
    }

    fn chapter(&self, _: &State) -> &'static str {
        "A turn"
    }

    fn refuse(&self, state: &State, picked: &[SiteId], site: SiteId) -> Reason {
        let Some(dice) = state.dice else { return self.why_not(state, Move(1)) };
        if site >= 9 {
            return Reason::new("A turn", "the dice are thrown once for each choice of lids");
        }
        let bit = |site: SiteId| 1u16 << site.min(8);
        let others: u16 = picked.iter().map(|&site| bit(site)).sum();
        let partner = u16::from(dice.total()).checked_sub(site + 1).filter(|&lid| lid != site + 1);
        match partner {
            // A lid that is open, but whose partner is not.
            Some(partner @ 1..=9) if others == 0 && state.lids & bit(site) != 0 => {
                let (lid, total) = (site + 1, dice.total());
                let words = format!("lid {lid} makes {total} with lid {partner}, which is shut");
                Reason::new("A turn", words)
            }
            _ => self.why_not(state, Move(others | bit(site))),
        }
    }

    fn standing(&self, view: &State) -> Vec<i32> {
        // Points are bad here.
        (0..self.players).map(|seat| -i32::from(view.score(Seat(seat)))).collect()
    }

    fn moment(&self, before: &State, action: ActionOf<Self>, after: &State) -> Moment {
        let ended = after.mover != before.mover || after.over || after.out != before.out;
        let cost = match action {
            // The throw could not be used: what stood open counts.
            Action::Chance(_) if after.dice.is_none() => points(before.lids),
            // B2: the box is shut, at no points.
            Action::Move(mv) if before.lids == mv.0 => 0,
            _ => return Moment::default(),
        };
        let mut points = vec![0; usize::from(self.players)];
        points[before.mover.index()] = i32::from(cost);
        // The lids stand as they stood, and what they cost is counted already.
        let scores = after.scores;
        let then = match action {
            Action::Chance(dice) => State { dice: Some(dice), scores, ..*before },
            Action::Move(_) => State { lids: 0, scores, ..*before },
        };
        let round_over = ended && (after.over || after.mover <= before.mover);
        Moment {
            picture: Some(self.picture(&then)),
            points,
            ends: round_over.then_some("round"),
            notable: false,
        }
    }
}

fn choice_words(view: &State, total: u8) -> String {
    let single = total <= 9 && view.lids >> (total - 1) & 1 == 1;
    let pairs = (1..total).any(|low| {
        let high = total - low;
        let open = |lid: u8| lid <= 9 && view.lids >> (lid - 1) & 1 == 1;
        low < high && open(low) && open(high)
    });
    match (single, pairs) {
        (true, true) => {
            format!("You threw {total}: shut lid {total}, or two lids that make {total}.")
        }
        (true, false) => format!("You threw {total}: shut lid {total}."),
        _ => format!("You threw {total}: shut two lids that make {total}."),
    }
}
