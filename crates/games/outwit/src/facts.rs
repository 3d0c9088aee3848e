//! What can be said of a slide: ways home that open and close, chips that are shut in, who leads.

use parlour_core::facts::MoveFact;
use parlour_core::game::each;
use parlour_core::scene::SiteId;
use parlour_core::{Game, Seat, label};

use super::board::{Direction, Side, Square, Squares, reach, squares_of};
use super::scene::site_id;
use super::{Move, Outwit, QUIET_LIMIT, State, moves};
use parlour_core::label::plural;

/// A side whose moves fall by this number or more has lost room.
const ROOM: u64 = 3;
/// From this number of quiet actions on, the draw of O7 is near.
const NEARLY_DRAWN: u8 = 80;

impl Outwit {
    /// What is true of a legal move of the owner of the view.
    pub(super) fn move_facts(&self, view: &State, mv: Move) -> Vec<MoveFact> {
        let Move::Slide { from, to } = mv else { return Vec::new() };
        let side = view.side;
        let own = side as usize;
        let mut after = *view;
        self.play(&mut after, mv);
        let (mine, theirs) = (after.home(side), after.home(side.other()));
        let seat = side.other().seat();
        let enters = to.is_in(side.corner()) && !from.is_in(side.corner());
        let mut facts = Vec::new();
        let mut add = |kind, weight: i16, label, sites: Squares| {
            facts.push(MoveFact::new(kind, weight, label).at(sites_of(sites)));
        };
        if enters {
            let words = "Brings a chip home: {number} of 9 in the corner then.";
            add("home", 60, label!(words, mine), to.bit());
            if view.power[own] == from {
                let label = "Puts the power chip into the corner, where it stays.".into();
                add("power-home", -30, label, to.bit());
            }
            if mine > theirs {
                let words = "Leads in chips at home, {number} against {seat's} {number}.";
                add("leads", 20, label!(words, mine, seat, theirs), 0);
            }
        } else if after.quiet >= NEARLY_DRAWN && after.quiet < QUIET_LIMIT {
            let left = QUIET_LIMIT - after.quiet;
            let words = plural(
                left.into(),
                "Brings no chip home: {number} more such move and the game is drawn.",
                "Brings no chip home: {number} more such moves and the game is drawn.",
            );
            add("quiet", -8, label!(words, left), 0);
        }
        if after.ending.is_some() {
            return facts;
        }
        let ways = |state: &State, side: Side| seen_from(state, side).homeward;
        let (before, now) = (ways(view, side) & !from.bit(), ways(&after, side));
        let words = [
            "Opens the way into the corner for {number} more chip of its colour.",
            "Opens the way into the corner for {number} more chips of its colour.",
        ];
        facts.extend(about_own("opens-own", 40, words, now & !before & !to.bit()));
        if now & to.bit() != 0 && ways(view, side) & from.bit() == 0 {
            let words = "Puts the chip on {site} where it can slide home next turn.";
            let label = label!(words, to);
            facts.push(MoveFact::new("lines-up", 42, label).at(sites_of(to.bit())));
        }
        let (before, now) = (ways(view, side.other()), ways(&after, side.other()));
        let words = "Closes the way home for {number} of {seat's} chips.";
        facts.extend(about_theirs("closes", 46, words, before & !now, seat));
        let words = "Opens the way home for {number} of {seat's} chips.";
        facts.extend(about_theirs("opens-theirs", -46, words, now & !before, seat));
        facts.extend(way_facts(view, &after, from, to));
        let outside = |state: &State, side: Side| state.chips[side as usize] & !side.corner();
        let free = |state: &State, side: Side| seen_from(state, side).movable;
        let shut = |side: Side| free(view, side) & !free(&after, side) & outside(&after, side);
        let theirs_shut = shut(side.other()) & view.chips[side.other() as usize];
        let words = "Traps {number} of {seat's} chips: no move left.";
        facts.extend(about_theirs("shuts-in", 25, words, theirs_shut, seat));
        let words =
            ["Traps {number} chip of its own colour.", "Traps {number} chips of its own colour."];
        facts.extend(about_own("shuts-own", -25, words, shut(side) & !to.bit()));
        let mut add = |kind, weight: i16, label| facts.push(MoveFact::new(kind, weight, label));
        let count = |state: &State, side| moves::count(&State { side, ..*state });
        let (before, now) = (count(view, side.other()), count(&after, side.other()));
        if before >= now + ROOM {
            let words = "Takes {number} of {seat's} {number} moves away.";
            add("room", 15, label!(words, (before - now) as u32, seat, before as u32));
        }
        let (before, now) = (count(view, side), count(&after, side));
        if now >= before + ROOM {
            let words = "Gains room: {number} moves instead of {number}.";
            add("gains-room", 8, label!(words, now as u32, before as u32));
        }
        facts
    }
}

/// What a slide does to the ways home, in slides of one chip while no other moves: its own way, and those
/// of the others. Ways of one slide have facts of their own.
fn way_facts(before: &State, after: &State, from: Square, to: Square) -> Vec<MoveFact> {
    let side = before.side;
    let mut facts = Vec::new();
    let mut add = |kind, weight: i16, label, sites: Squares| {
        facts.push(MoveFact::new(kind, weight, label).at(sites_of(sites)));
    };
    if !from.is_in(side.corner()) && !to.is_in(side.corner()) {
        let ways = (slides_home(before, side, from), slides_home(after, side, to));
        match ways {
            (Some(was), Some(is)) if 1 < is && is < was => {
                let words = "Brings the chip to {number} slides from home, from {number}.";
                add("nearer", 32 - is as i16, label!(words, is, was), to.bit());
            }
            (None, Some(is)) if is > 1 => {
                let words = "Frees the chip: home in {number} slides, with no way there before.";
                add("frees", 30, label!(words, is), to.bit());
            }
            (Some(was), Some(is)) if is > was => {
                let words = "Takes the chip away: {number} slides from home, not {number}.";
                add("further", -12, label!(words, is, was), to.bit());
            }
            (Some(_), None) => {
                let words = "Cuts this chip off from home until another chip moves.";
                add("strands", -20, words.into(), to.bit());
            }
            _ => {}
        }
    }
    let (mine, theirs) = (Ways::of(before, after, side), Ways::of(before, after, side.other()));
    let seat = side.other().seat();
    let words = [
        "Shortens the way home for {number} more chip of its colour.",
        "Shortens the way home for {number} more chips of its colour.",
    ];
    facts.extend(about_own("shortens", 28, words, mine.shorter));
    let words = "Lengthens the way home for {number} of {seat's} chips.";
    facts.extend(about_theirs("hinders", 26, words, theirs.longer, seat));
    let words = [
        "Lengthens the way home for {number} other chip of its colour.",
        "Lengthens the way home for {number} other chips of its colour.",
    ];
    facts.extend(about_own("lengthens", -18, words, mine.longer));
    let words = "Shortens the way home for {number} of {seat's} chips.";
    facts.extend(about_theirs("helps", -26, words, theirs.shorter, seat));
    facts
}

/// A fact about some of the own chips; `words` is for one and for more.
fn about_own(
    kind: &'static str,
    weight: i16,
    [one, many]: [&'static str; 2],
    chips: Squares,
) -> Option<MoveFact> {
    let count = chips.count_ones();
    let fact = MoveFact::new(kind, weight, label!(plural(count, one, many), count));
    (count > 0).then(|| fact.at(sites_of(chips)))
}

/// A fact about some of the opponent's chips.
fn about_theirs(
    kind: &'static str,
    weight: i16,
    words: &'static str,
    chips: Squares,
    opponent: Seat,
) -> Option<MoveFact> {
    let fact = MoveFact::new(kind, weight, label!(words, chips.count_ones(), opponent));
    (chips != 0).then(|| fact.at(sites_of(chips)))
}

/// The chips of a side that stay where they are, outside, and whose way home changes. A way that becomes one
/// slide, or was one, is not counted.
struct Ways {
    shorter: Squares,
    longer: Squares,
}

impl Ways {
    fn of(before: &State, after: &State, side: Side) -> Self {
        let stay = before.chips[side as usize] & after.chips[side as usize] & !side.corner();
        let mut ways = Ways { shorter: 0, longer: 0 };
        for chip in squares_of(stay) {
            // No way at all is longer than any.
            let [was, is] =
                [before, after].map(|state| slides_home(state, side, chip).unwrap_or(u32::MAX));
            if 1 < is && is < was {
                ways.shorter |= chip.bit();
            } else if 1 < was && was < is {
                ways.longer |= chip.bit();
            }
        }
        ways
    }
}

/// In how many slides a chip that stands outside comes home if no other moves; `None` where it cannot.
fn slides_home(state: &State, side: Side, chip: Square) -> Option<u32> {
    let occupied = state.occupied() & !chip.bit();
    let power = state.power[side as usize] == chip;
    let directions: &[Direction] = if power { &Direction::ALL } else { &Direction::STRAIGHT };
    let (mut reached, mut edge) = (chip.bit(), chip.bit());
    for slides in 1.. {
        let mut next = 0;
        for from in squares_of(edge) {
            for &direction in directions {
                let most = reach(side, occupied, from, direction);
                // O3: a regular chip goes as far as it can.
                let least = if power { 1 } else { most.max(1) };
                for steps in least..=most {
                    next |= from.step(direction, steps).bit();
                }
            }
        }
        if next & side.corner() != 0 {
            return Some(slides);
        }
        edge = next & !reached;
        reached |= edge;
        if edge == 0 {
            return None;
        }
    }
    None
}

/// What a side's chips outside its corner could do if it were its turn.
struct Chips {
    /// Those with a slide that ends in the corner.
    homeward: Squares,
    /// Those with any slide.
    movable: Squares,
}

fn seen_from(state: &State, side: Side) -> Chips {
    let mut chips = Chips { homeward: 0, movable: 0 };
    let state = State { side, ending: None, ..*state };
    let _ = moves::slides(
        &state,
        each(|mv| {
            if let Move::Slide { from, to } = mv
                && !from.is_in(side.corner())
            {
                chips.movable |= from.bit();
                chips.homeward |= if to.is_in(side.corner()) { from.bit() } else { 0 };
            }
        }),
    );
    chips
}

fn sites_of(squares: Squares) -> impl Iterator<Item = SiteId> {
    squares_of(squares).map(site_id)
}
