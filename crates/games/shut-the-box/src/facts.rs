//! What can be said of shutting lids: throws that stay playable, points, what the turn comes to.

use std::sync::LazyLock;

use parlour_core::facts::MoveFact;
use parlour_core::scene::SiteId;
use parlour_core::{Game, Label, Seat, label};

use super::heuristics::EXPECTED;
use super::tables::{ALL, LIDS, best_turns, points, usable};
use super::{Move, OUT_AT, ShutTheBox, State, lids};

/// From this chance in 1000 on it is worth saying that all nine may still be shut.
const WORTH_SAYING: u32 = 20;

impl ShutTheBox {
    /// What is true of a legal move of the owner of the view.
    pub(super) fn move_facts(&self, view: &State, mv: Move) -> Vec<MoveFact> {
        let open = view.lids & !mv.0;
        let mut facts = Vec::new();
        let mut add = |kind, weight: i16, label: Label| {
            facts.push(MoveFact::new(kind, weight, label).at(sites(mv.0)));
        };
        if open == 0 {
            add("all-shut", 80, "Shuts the last lid: the turn scores nothing.".into());
            return facts;
        }
        let mut others = Vec::new();
        self.for_each_move(view, |other| {
            if other != mv {
                others.push(view.lids & !other.0);
            }
        });
        let mine = usable(open);
        match others.iter().map(|&lids| usable(lids)).max() {
            Some(next) if mine > next => {
                let words =
                    "Leaves {number} of 36 throws playable; no other choice more than {number}.";
                add("most-playable", 40, label!(words, mine, next));
            }
            _ => add("playable", 10, label!("Leaves {number} of 36 throws playable.", mine)),
        }
        let [mean, shut] = turn(open);
        let (whole, tenth) = (mean / 10, mean % 10);
        match others.iter().map(|&lids| turn(lids)[0]).min() {
            Some(next) if mean < next => {
                let words =
                    "Ends with {number}.{number} points on average, the fewest of all choices.";
                add("lowest-mean", 45, label!(words, whole, tenth));
            }
            _ => {
                let words =
                    "Ends with {number}.{number} points on average if played for few points.";
                add("mean", 5, label!(words, whole, tenth));
            }
        }
        if shut >= WORTH_SAYING {
            let words = "Shuts all nine in up to {number} of 1000 turns from here.";
            add("may-shut-all", 12, label!(words, shut));
        }
        let (shuts, left) = (points(mv.0), points(open));
        add(
            "points",
            8,
            label!("Shuts lids worth {number} and leaves {number} open.", shuts, left),
        );
        let highest = u16::BITS - view.lids.leading_zeros();
        if mv.0 >> (highest - 1) & 1 == 1 {
            add("highest", 9, label!("Shuts the {number}, the highest lid that is open.", highest));
        }
        if mv.0.count_ones() == 1 && others.iter().any(|lids| lids.count_ones() < open.count_ones())
        {
            let words = "Shuts one lid instead of two, with {number} left open.";
            add("one-lid", 7, label!(words, open.count_ones()));
        }
        let total = view.score(view.mover) + left;
        match (total >= OUT_AT, self.lowest_of_others(view)) {
            (true, _) => {
                let words = "Would make {number} in all if the turn ended here: 45 or more is out.";
                add("would-be-out", -12, label!(words, total));
            }
            (false, Some(lowest)) if total < lowest => {
                let words =
                    "Would make {number} in all if the turn ended here, the lowest at the table.";
                add("would-lead", 11, label!(words, total));
            }
            _ => {
                let words = "Would make {number} in all if the turn ended here, below 45.";
                add("stays-in", 4, label!(words, total));
            }
        }
        facts
    }

    fn lowest_of_others(&self, view: &State) -> Option<u8> {
        let others = Seat::all(self.players).filter(|&seat| seat != view.mover);
        others.map(|seat| view.score(seat)).min()
    }
}

/// What a turn comes to from here: the least mean score in tenths, and the best chance in 1000 to shut
/// every lid. Each is the best that the play for it alone can do.
fn turn(open: u16) -> [u32; 2] {
    static SHUT: LazyLock<[f64; 1 << LIDS]> =
        LazyLock::new(|| best_turns(|open| f64::from(u8::from(open == 0)), f64::max));
    let [mean, shut] = [&EXPECTED, &SHUT].map(|table| table[usize::from(open & ALL)]);
    [(mean * 10.0).round() as u32, (shut * 1000.0).round() as u32]
}

fn sites(set: u16) -> impl Iterator<Item = SiteId> {
    lids(set).map(|lid| SiteId::from(lid) - 1)
}
