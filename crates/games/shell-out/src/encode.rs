//! Moves and views as numbers.

use parlour_core::encode::{Plane, PlaneWriter};
use parlour_core::{Encode, Viewer};

use super::board::{self, NEIGHBOURS, SPOTS, STARTS, Spot};
use super::state::{Counter, MOST_SCORE, Move, PLAYERS, Phase, View};
use super::{MOST_HANDS, ShellOut};
use parlour_core::hex::{CELLS, Cell, ROWS, cells};

/// The board fits into a square of this side, by row and diagonal number.
const BOARD: usize = ROWS * ROWS;
/// How many counters there are.
const COUNTERS: usize = Counter::ALL.len();
/// Scores are divided by the most valuable counter.
const SCORE: f32 = 50.0;

/// Where counters are hidden: where shells start.
const HIDING: u128 = {
    let (mut set, mut field) = (0, 0);
    while field < STARTS.len() {
        set |= STARTS[field];
        field += 1;
    }
    set
};

/// What each spot leads to: by a step or a slide, and by a look under a shell.
const LEADS: [[u128; CELLS]; 2] = {
    let mut leads = [[0; CELLS]; 2];
    let mut from = 0;
    while from < CELLS {
        // No shell stands on a Shell-Out spot while a hand goes on.
        if !matches!(SPOTS[from], Spot::KeepOff | Spot::ShellOut(_)) {
            let mut to = 0;
            while to < CELLS {
                let near = NEIGHBOURS[from] & (1 << to);
                match SPOTS[to] {
                    Spot::KeepOff => {}
                    Spot::ShellOut(_) => leads[0][from] |= near,
                    _ => {
                        leads[0][from] |= near | board::SLIDES[from] & (1 << to);
                        leads[1][from] |= near;
                    }
                }
                to += 1;
            }
        }
        from += 1;
    }
    leads
};
static TARGETS: [[u128; CELLS]; 2] = LEADS;

/// The index of the first move from each spot: steps and slides, then looks. Behind them the pass.
const FIRST: [[u16; CELLS + 1]; 2] = {
    let mut first = [[0; CELLS + 1]; 2];
    let (mut kind, mut next) = (0, HIDING.count_ones() as u16);
    while kind < 2 {
        let mut from = 0;
        while from < CELLS {
            first[kind][from] = next;
            next += LEADS[kind][from].count_ones() as u16;
            from += 1;
        }
        first[kind][CELLS] = next;
        kind += 1;
    }
    first
};
static STARTING: [[u16; CELLS + 1]; 2] = FIRST;
const PASS: usize = FIRST[1][CELLS] as usize;

/// How many members of a set come before this cell.
#[inline]
fn rank(set: u128, cell: Cell) -> usize {
    (set & (cell.bit() - 1)).count_ones() as usize
}

impl Encode for ShellOut {
    const ACTIONS: usize = PASS + 1;

    #[inline]
    fn action_index(&self, mv: Move) -> usize {
        let (kind, from, to) = match mv {
            Move::Hide(cell) => return rank(HIDING, cell),
            Move::Pass => return PASS,
            Move::Go { from, to } => (0, from, to),
            Move::Guess { from, to } => (1, from, to),
        };
        usize::from(STARTING[kind][from.index()]) + rank(TARGETS[kind][from.index()], to)
    }

    fn action_at(&self, index: usize) -> Option<Move> {
        if index >= PASS {
            return (index == PASS).then_some(Move::Pass);
        }
        if let Some(cell) = cells(HIDING).nth(index) {
            return Some(Move::Hide(cell));
        }
        let kind = usize::from(index >= usize::from(FIRST[1][0]));
        let first = &STARTING[kind];
        let at = first.partition_point(|&first| usize::from(first) <= index) - 1;
        let to = cells(TARGETS[kind][at]).nth(index - usize::from(first[at]))?;
        let from = Cell(at as u8);
        Some(if kind == 0 { Move::Go { from, to } } else { Move::Guess { from, to } })
    }

    fn planes(&self) -> Vec<Plane> {
        let players = usize::from(self.players);
        let score = f32::from(MOST_SCORE) / SCORE;
        vec![
            Plane::marks(
                "shells",
                [players, ROWS, ROWS],
                "1 for each shell, from the viewer on, by row and diagonal number.",
            ),
            Plane::marks("known empty", [ROWS, ROWS], "Shells that a guess has shown to be empty."),
            Plane::marks("loaded", [ROWS, ROWS], "The viewer's shell with the counter under it."),
            Plane::marks("counter", [COUNTERS], "The viewer's counter: 5, 10, 15, 20, 25, 50."),
            Plane::marks(
                "captured",
                [players, COUNTERS],
                "Each player's counter once it is captured, from the viewer on.",
            ),
            Plane::numbers(
                "scores",
                [players],
                (-score, score),
                "Points divided by 50, from the viewer on.",
            ),
            Plane::numbers(
                "idle",
                [1],
                (0.0, 1.0),
                "Actions since a shell was lost, as a part of those that end a hand.",
            ),
            Plane::numbers("hand", [1], (0.0, 1.0), "The number of the hand divided by 50."),
            Plane::marks("phase", [4], "Deal, hide, play, over."),
            Plane::marks("to act", [players], "Who is to act, or acted last, from the viewer on."),
            Plane::marks("viewer", [players], "The viewer's seat; none for what everybody sees."),
        ]
    }

    #[inline]
    fn observe(&self, view: &View, out: &mut [f32]) {
        let (open, players) = (&view.open, usize::from(self.players));
        // The public view is encoded from the first seat on.
        let viewer = match view.viewer {
            Viewer::Seat(seat) => Some(seat.index()),
            Viewer::Public => None,
        };
        let first = viewer.unwrap_or(0);
        let seats = || (0..players).map(move |turns| (first + turns) % players);
        let mut planes = PlaneWriter::new(out);
        for seat in seats() {
            planes.marks(BOARD, cells(open.shells[seat]).map(place));
        }
        planes.marks(BOARD, cells(open.known_empty).map(place));
        planes.marks(BOARD, view.own.loaded.map(place));
        planes.marks(COUNTERS, view.own.counter.map(number));
        for seat in seats() {
            planes.marks(COUNTERS, open.captured[seat].map(number));
        }
        for seat in seats() {
            planes.number(f32::from(open.scores[seat]) / SCORE);
        }
        planes.number(f32::from(open.idle) / f32::from(self.idle_limit()));
        planes.number(f32::from(open.hand) / f32::from(MOST_HANDS));
        let phase = Phase::WORDS.iter().position(|(phase, _)| *phase == open.phase);
        planes.marks(Phase::WORDS.len(), phase);
        planes.marks(players, [(open.to_act.index() + players - first) % players]);
        planes.marks(players, viewer);
    }
}

/// Where a cell lies in a plane.
#[inline]
fn place(cell: Cell) -> usize {
    (cell.row() as usize - 1) * ROWS + cell.number() as usize - 1
}

/// Which of the six counters it is.
fn number(counter: Counter) -> usize {
    Counter::ALL.iter().position(|&other| other == counter).unwrap_or(0)
}

const _: () = assert!(PLAYERS == STARTS.len());
