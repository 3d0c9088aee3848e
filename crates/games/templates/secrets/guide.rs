//! The words of New Game: what happened, what to do, and why not.

use parlour_core::dice::Dice;
use parlour_core::scene::SiteId;
use parlour_core::{
    Action, ActionOf, Explanation, Guide, Highlight, Label, Seat, Seen, SeenOf, label,
};

use super::scene::shown;
use super::{Move, NewGame, PLAYERS, Phase, State, View};

impl Guide for NewGame {
    /// Everybody's dice, once somebody doubts.
    type Reveal = [Dice; PLAYERS];

    fn move_label(&self, mv: Move) -> Label {
        match mv {
            Move::Bid(bid) => label!("Bid {number}", bid),
            Move::Doubt => "Doubt it".into(),
        }
    }

    fn describe(
        &self,
        before: &View,
        by: Option<Seat>,
        seen: SeenOf<Self>,
        after: &View,
    ) -> Vec<Label> {
        let seat = by.unwrap_or(before.open.mover);
        match seen {
            Seen::Open(Action::Chance(dice)) => {
                let [low, high] = shown(dice);
                let words = "{seat} [throws|throw] {number} and {number} under the cup.";
                vec![label!(words, seat, low, high)]
            }
            Seen::Open(Action::Move(Move::Bid(bid))) => {
                vec![label!("{seat} [bids|bid] {number}.", seat, bid)]
            }
            Seen::Open(Action::Move(Move::Doubt)) => {
                let words = "{seat} [doubts|doubt] that the dice make {number}.";
                let loser = label!("{seat} [loses|lose].", after.open.mover);
                vec![label!(words, seat, before.open.bid), loser]
            }
            Seen::HiddenChance | Seen::HiddenMove => {
                vec![label!("{seat} [throws|throw] under the cup.", seat)]
            }
        }
    }

    fn thrower(&self, view: &View) -> Option<Seat> {
        (view.open.phase == Phase::Throw).then_some(view.open.mover)
    }

    fn instruction(&self, view: &View, _: &[SiteId], _: bool) -> Label {
        match (view.open.phase, view.open.bid) {
            (Phase::Throw, _) => "Throw your dice under the cup.".into(),
            (_, 0) => "Bid: choose what all dice together make at least.".into(),
            (_, bid) => {
                let words = "Choose a total above {number}, or doubt that the dice make that much.";
                label!(words, bid)
            }
        }
    }

    fn rules_anchor(&self, _: &View) -> Option<&'static str> {
        Some("A turn")
    }

    fn explain(&self, view: &View, _: &[SiteId], site: SiteId) -> Explanation {
        if site >= self.total(1) {
            Explanation::new("N1", label!("{number} was bid already", view.open.bid))
        } else {
            Explanation::new("A turn", "choose a total, not a cup")
        }
    }

    fn why_not(&self, view: &View, mv: Move) -> Option<Explanation> {
        Some(match mv {
            Move::Bid(_) => {
                Explanation::new("N1", label!("{number} was bid already", view.open.bid))
            }
            Move::Doubt => Explanation::new("A turn", "there is no bid to doubt yet"),
        })
    }

    fn reveal(&self, before: &State, action: ActionOf<Self>, _: &State) -> Option<Self::Reveal> {
        (action == Action::Move(Move::Doubt)).then_some(before.secrets)
    }

    fn describe_reveal(&self, _: &View, _: SeenOf<Self>, dice: Self::Reveal) -> Vec<Label> {
        let threw = |seat: Seat| {
            let [low, high] = shown(dice[seat.index()]);
            label!("{seat} threw {number} and {number}.", seat, low, high)
        };
        Seat::all(self.players).map(threw).collect()
    }

    fn highlight(
        &self,
        _: &View,
        _: SeenOf<Self>,
        after: &View,
        dice: Option<Self::Reveal>,
    ) -> Highlight {
        let picture = dice.map(|dice| self.table(&after.open, |seat| dice[seat.index()]));
        Highlight { picture, ..Highlight::default() }
    }
}
