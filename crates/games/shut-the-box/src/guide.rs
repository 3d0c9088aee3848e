//! The words of Shut the Box: what happened, what to do, why not, and what a turn has cost.

use parlour_core::facts::MoveFact;
use parlour_core::scene::SiteId;
use parlour_core::{
    Action, Explanation, Guide, Highlight, Label, Scene, Seat, Seen, SeenOf, label,
};

use super::tables::points;
use super::{Dice, Final, Move, OUT_AT, ShutTheBox, State, lids};

const TURN: &str = "A turn";

impl Guide for ShutTheBox {
    type Reveal = ();

    fn move_label(&self, mv: Move) -> Label {
        match lids_of(mv)[..] {
            [one] => label!("Shut lid {site}", one - 1),
            [one, other, ..] => label!("Shut lids {site} and {site}", one - 1, other - 1),
            [] => "Shut nothing".into(),
        }
    }

    fn describe(
        &self,
        before: &State,
        by: Option<Seat>,
        seen: SeenOf<Self>,
        after: &State,
    ) -> Vec<Label> {
        let seat = by.unwrap_or(before.mover);
        let mut labels = vec![match seen {
            Seen::Open(Action::Chance(dice)) => describe_throw(seat, dice, before, after),
            Seen::Open(Action::Move(mv)) => match lids_of(mv)[..] {
                [one] => label!("{seat} [shuts|shut] lid {number}.", seat, one),
                [one, other, ..] => {
                    label!("{seat} [shuts|shut] lids {number} and {number}.", seat, one, other)
                }
                [] => label!("{seat} [shuts|shut] nothing.", seat),
            },
            Seen::HiddenMove | Seen::HiddenChance => label!("{seat} [acts|act].", seat),
        }];
        if let Seen::Open(Action::Move(mv)) = seen
            && before.lids == mv.0
        {
            labels.push("The box is shut: no points.".into());
        }
        if before.score(seat) < OUT_AT && after.score(seat) >= OUT_AT {
            labels.push(label!("{seat} [is|are] out.", seat));
        }
        if after.over {
            labels.extend(self.describe_end(after));
        }
        labels
    }

    fn thrower(&self, view: &State) -> Option<Seat> {
        (!view.over && view.dice.is_none()).then_some(view.mover)
    }

    fn instruction(&self, view: &State, picked: &[SiteId], _: bool) -> Label {
        let Some(dice) = view.dice else { return "Throw the dice.".into() };
        let total = dice.total();
        match picked.first().map(|&site| site as u8 + 1) {
            Some(lid) if lid < total => {
                let words = "{number} and {number} make {number}: now choose lid {number}.";
                label!(words, lid, total - lid, total, total - lid)
            }
            _ => choice_words(view, total),
        }
    }

    fn rules_anchor(&self, _: &State) -> Option<&'static str> {
        Some(TURN)
    }

    fn explain(&self, state: &State, picked: &[SiteId], site: SiteId) -> Explanation {
        let Some(dice) = state.dice else { return why_illegal(state, Move(1)) };
        if site >= 9 {
            return Explanation::new(TURN, "the dice are thrown once for each choice of lids");
        }
        let bit = |site: SiteId| 1u16 << site.min(8);
        let others: u16 = picked.iter().map(|&site| bit(site)).sum();
        let (lid, total) = (site + 1, u16::from(dice.total()));
        match total.checked_sub(lid).filter(|&partner| partner != lid) {
            // A lid that is open, but whose partner is not, or does not exist.
            Some(partner @ 1..) if others == 0 && state.lids & bit(site) != 0 => {
                let words = match partner {
                    1..=9 => "lid {number} makes {number} with lid {number}, which is shut",
                    _ => {
                        "lid {number} would make {number} with lid {number}, and there is no such \
                         lid"
                    }
                };
                Explanation::new(TURN, label!(words, lid, total, partner))
            }
            _ => why_illegal(state, Move(others | bit(site))),
        }
    }

    fn why_not(&self, state: &State, mv: Move) -> Option<Explanation> {
        Some(why_illegal(state, mv))
    }

    fn facts(&self, view: &State, mv: Move) -> Vec<MoveFact> {
        self.move_facts(view, mv)
    }

    /// Points are bad here.
    fn scores(&self, view: &State) -> Vec<i32> {
        (0..self.players).map(|seat| -i32::from(view.score(Seat(seat)))).collect()
    }

    fn highlight(
        &self,
        before: &State,
        seen: SeenOf<Self>,
        after: &State,
        _: Option<()>,
    ) -> Highlight {
        let ended = after.mover != before.mover || after.over || after.out != before.out;
        // The lids stand as they stood, and what they cost is counted already.
        let scores = after.scores;
        let (cost, then) = match seen {
            // The throw could not be used: what stood open counts.
            Seen::Open(Action::Chance(dice)) if after.dice.is_none() => {
                (points(before.lids), State { dice: Some(dice), scores, ..*before })
            }
            // B2: the box is shut, at no points.
            Seen::Open(Action::Move(mv)) if before.lids == mv.0 => {
                (0, State { lids: 0, scores, ..*before })
            }
            _ => return Highlight::default(),
        };
        let mut points = vec![0; usize::from(self.players)];
        points[before.mover.index()] = i32::from(cost);
        let round_over = ended && (after.over || after.mover <= before.mover);
        Highlight {
            picture: Some(self.picture(&then)),
            points,
            ends: round_over.then_some("round"),
            notable: false,
        }
    }
}

impl ShutTheBox {
    /// Who has won, and why: the one player who is not out, or the fewest points.
    fn describe_end(&self, state: &State) -> Vec<Label> {
        let winners = self.winners(state);
        let left = winners & !state.at_limit() != 0;
        // B5: only those may count who were in when the last round began.
        let some = self.last == Final::Round && state.out != 0;
        let one = Seat(winners.trailing_zeros() as u8);
        let nobody = Label::from("Nobody is left in.");
        match (winners.count_ones(), some) {
            (0, _) => Vec::new(),
            (1, _) if left => vec![label!("{seat} [is|are] the last one in and [wins|win].", one)],
            (1, false) => {
                let words = "{seat} [has|have] the fewest points and [wins|win].";
                vec![nobody, label!(words, one)]
            }
            (1, true) => {
                let words = "{seat} [has|have] the fewest points of the last round's players and \
                             [wins|win].";
                vec![nobody, label!(words, one)]
            }
            (_, false) => {
                let words = "{seats} have equally few points and share the win.";
                vec![nobody, label!(words, winners)]
            }
            (_, true) => {
                let words = "{seats} have equally few points of the last round's players and share \
                             the win.";
                vec![nobody, label!(words, winners)]
            }
        }
    }
}

fn lids_of(mv: Move) -> Vec<u8> {
    mv.lids().collect()
}

/// The throw, and what it costs when it ends the turn.
fn describe_throw(seat: Seat, dice: Dice, before: &State, after: &State) -> Label {
    let (larger, smaller, total) = (dice.larger(), dice.smaller(), dice.total());
    let template = match points(before.lids) {
        _ if after.dice.is_some() => {
            return label!("{seat} [throws|throw] {number} and {number}.", seat, larger, smaller);
        }
        1 => {
            "{seat} [throws|throw] {number} and {number}; no open lids make {number}, so the turn \
             ends with {number} point."
        }
        _ => {
            "{seat} [throws|throw] {number} and {number}; no open lids make {number}, so the turn \
             ends with {number} points."
        }
    };
    label!(template, seat, larger, smaller, total, points(before.lids))
}

fn choice_words(view: &State, total: u8) -> Label {
    let single = total <= 9 && view.lids >> (total - 1) & 1 == 1;
    let pairs = (1..total).any(|low| {
        let high = total - low;
        let open = |lid: u8| lid <= 9 && view.lids >> (lid - 1) & 1 == 1;
        low < high && open(low) && open(high)
    });
    match (single, pairs) {
        (true, true) => label!(
            "You threw {number}: shut lid {number}, or two lids that make {number}.",
            total,
            total,
            total
        ),
        (true, false) => label!("You threw {number}: shut lid {number}.", total, total),
        _ => label!("You threw {number}: shut two lids that make {number}.", total, total),
    }
}

/// Why open lids do not make the total: what a lid would need beside it, and why it is not there.
fn wrong_total(state: &State, mv: Move, total: u8) -> Label {
    match lids(mv.0).collect::<Vec<_>>()[..] {
        [one, other] => {
            let words = "lids {number} and {number} make {number}, not {number}";
            label!(words, one, other, one + other, total)
        }
        [one] if 2 * one == total => {
            let words = "lid {number} makes {number} only with a second lid {number}";
            label!(words, one, total, one)
        }
        [one] if one + 9 < total => {
            let words = "lid {number} and the largest, lid 9, make less than {number}";
            label!(words, one, total)
        }
        [one] if one < total && state.lids >> (total - one - 1) & 1 == 0 => {
            let words = "lid {number} makes {number} only with lid {number}, which is shut";
            label!(words, one, total, total - one)
        }
        _ => label!("{number} is not the dice's total of {number}", points(mv.0), total),
    }
}

/// Why a well-formed move is not legal here.
fn why_illegal(state: &State, mv: Move) -> Explanation {
    let Some(dice) = state.dice else {
        return Explanation::new(TURN, "the dice are not thrown yet");
    };
    let label = match lids(mv.0 & !state.lids).collect::<Vec<_>>()[..] {
        [] => wrong_total(state, mv, dice.total()),
        [one] => label!("lid {number} is shut already", one),
        [one, other, ..] => label!("lids {number} and {number} are shut already", one, other),
    };
    Explanation::new(TURN, label)
}
