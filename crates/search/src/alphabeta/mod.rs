//! Alpha-beta, for games of two where nothing is hidden and nothing is left to chance.
//!
//! It looks one action ahead, then two, and so on; what one depth finds orders the moves of the
//! next. Moves after the first are only asked whether they are better (principal variation
//! search), late and quiet ones less deeply. Positions that were seen before are looked up. A
//! position that comes again on the way counts as a draw. Nothing here depends on a clock: as many
//! positions give the same answer on every machine.

mod habits;
mod judge;
mod order;
mod table;
mod trail;
mod value;
mod walk;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use parlour_core::rng::seeded;
use parlour_core::{PerSeat, Seat, Turn};

use crate::engine::{Certainty, Engine, Line, Progress, Report, STEADY, Task};
use crate::mind::Mind;
pub use habits::Habits;
use table::Table;
use value::{BEYOND, is_proven, liked};
use walk::{FIRST_ROOM, Ranked, Walk};

/// Tells the whims at the root from whatever else the seed is for.
const SALT: u64 = 0x0a1f_be7a;

/// A move at the root.
#[derive(Clone, Debug)]
struct Root<M> {
    mv: M,
    /// Its place in the order in which the game visits the moves.
    number: u16,
    /// What it is worth to the mover, liking included, and how deep that was looked for.
    value: i32,
    depth: i32,
    /// Whether no opinion is part of the value: a draw is proven then, as a win or a loss is.
    sure: bool,
    /// The move and what is expected to follow.
    line: Vec<M>,
}

/// A line as it was found.
struct Found<'a, M> {
    value: i32,
    sure: bool,
    line: &'a [M],
}

/// Whether the best move is clearly so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doubt {
    /// Nobody has asked.
    Unasked,
    /// It is to be found out when this depth is done.
    Raised,
    /// The others are being looked at, until so many nodes have been visited.
    Weighed(u64),
    /// They are far worse.
    Removed,
    /// One of them is not.
    Confirmed,
}

/// The others are looked at so much less deeply than the best was.
const LESS_DEEP: i32 = 2;
/// That may take a part of the nodes that were visited before.
const PART: u64 = 4;

/// What is being searched.
struct Quest<G: Mind> {
    task: Task<G>,
    state: G::State,
    mover: Seat,
    /// The moves, the best first as far as is known.
    roots: Vec<Root<G::Move>>,
    /// How many of them are to get a value and a line of their own.
    wanted: usize,
    /// Those as the last depth left them that had come to all of them, the best first. Values of two
    /// depths can't be compared: whoever wants several is told of one depth.
    settled: Vec<Root<G::Move>>,
    /// How deep the search looks now.
    depth: i32,
    /// Which of the wanted lines it looks for.
    at: usize,
    /// Where the value of that line is expected.
    window: (i32, i32),
    /// The best move of the last depth, and for how many depths in a row it has been the best.
    leader: Option<G::Move>,
    steady: u32,
    doubt: Doubt,
    done: bool,
}

/// An alpha-beta search behind the face of all engines.
pub struct AlphaBeta<G: Mind> {
    walk: Walk<G>,
    quest: Option<Quest<G>>,
    /// 0 for an engine that was made first, others for its companions.
    number: u32,
    companions: AtomicU32,
}

impl<G: Mind> std::fmt::Debug for AlphaBeta<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AlphaBeta").field("habits", &self.walk.habits).finish_non_exhaustive()
    }
}

impl<G: Mind> AlphaBeta<G> {
    /// A search with these habits for a game of two.
    pub fn new(game: &G, habits: Habits) -> Self {
        let table = Arc::new(Table::new(habits.capacity.min(FIRST_ROOM)));
        let walk = Walk::new(game.clone(), habits, table);
        AlphaBeta { walk, quest: None, number: 0, companions: AtomicU32::new(0) }
    }

    fn quest(&self) -> &Quest<G> {
        self.quest.as_ref().expect("a task has begun")
    }

    /// The best line of a look at the root that is still under way, if it has found one: moves
    /// are tried from the best of the last look on, so what it has found is at least as good.
    fn unfinished(&self) -> Option<Found<'_, G::Move>> {
        let quest = self.quest();
        let weighed = matches!(quest.doubt, Doubt::Weighed(_));
        let value = self.walk.value().filter(|_| !quest.done && quest.at == 0 && !weighed)?;
        // That one move loses says nothing about those that have not been tried yet.
        let lost = is_proven(value) && value < 0;
        let line = self.walk.line();
        (!line.is_empty() && !lost).then_some(Found { value, sure: false, line })
    }

    /// A value at the root without the liking for the move.
    fn plain(&self, value: i32, mv: G::Move) -> i32 {
        let root = self.quest().roots.iter().find(|root| root.mv == mv);
        let liking = root.map_or(0, |root| self.walk.likings[usize::from(root.number)]);
        liked(value, -liking)
    }

    /// A line as the report has it.
    fn line(&self, Found { value, sure, line }: Found<'_, G::Move>) -> Line<G::Move> {
        let mover = self.quest().mover;
        let (share, certainty) = match is_proven(value) {
            true => (f64::from(value > 0), Certainty::Proven),
            // Of all that is sure only a draw is neither won nor lost.
            false if sure => (0.5, Certainty::Proven),
            false if value == self.walk.draw(mover) => (0.5, Certainty::Estimated),
            false => {
                let first = if mover == Seat(0) { value } else { -value };
                let share = self.walk.game.expectation(first);
                (if mover == Seat(0) { share } else { 1.0 - share }, Certainty::Estimated)
            }
        };
        let mut shares = PerSeat::new(2, 1.0 - share);
        shares[mover] = share;
        Line { moves: line.to_vec(), value: share, shares, certainty, visits: 0 }
    }
}

impl<G: Mind> Engine<G> for AlphaBeta<G> {
    fn begin(&mut self, task: Task<G>) {
        let state = task.game.determinize(&task.view, &mut seeded(task.seed));
        let Turn::Player(mover) = task.game.turn(&state) else {
            panic!("only a player who is to act can think about a move");
        };
        // What draws are worth depends on who searches, and so does all that was found.
        let fair = self.walk.habits.contempt == 0;
        let same = self
            .quest
            .as_ref()
            .is_some_and(|before| before.task.game == task.game && (fair || before.mover == mover));
        self.walk.prepare(task.game.clone(), task.reuse && same, self.number == 0);
        self.walk.stand(mover, &task.past);
        // Whoever asks for several lines wants to know what each is worth, not to be surprised.
        let chance = (task.lines <= 1).then(|| seeded(task.seed ^ SALT));
        let roots = self.walk.roots(&state, mover, chance);
        let mut quest = Quest {
            state,
            mover,
            wanted: task.lines.clamp(1, roots.len()),
            settled: Vec::new(),
            done: false,
            roots,
            depth: 1,
            at: 0,
            window: (-BEYOND, BEYOND),
            leader: None,
            steady: 0,
            doubt: Doubt::Unasked,
            task,
        };
        quest.deepen(&mut self.walk);
        // Every other companion is a step ahead of the rest.
        quest.depth += (self.number % 2) as i32;
        if !quest.done {
            quest.look(&mut self.walk);
        }
        self.quest = Some(quest);
    }

    fn step(&mut self, work: u64) -> Progress {
        let quest = self.quest.as_mut().expect("a task has begun");
        let limit = self.walk.nodes + work;
        while !quest.done && self.walk.nodes < limit {
            let value = self.walk.run(limit);
            match (quest.doubt, value) {
                (Doubt::Weighed(_), Some(value)) => quest.weighed(&mut self.walk, value),
                (Doubt::Weighed(most), None) if self.walk.nodes >= most => {
                    quest.weighed(&mut self.walk, BEYOND);
                }
                (_, Some(value)) => quest.found(&mut self.walk, value),
                (_, None) => {}
            }
        }
        if quest.done { Progress::Done } else { Progress::More }
    }

    fn nodes(&self) -> u64 {
        self.walk.nodes
    }

    fn is_clear(&mut self, _: f64) -> bool {
        let quest = self.quest.as_mut().expect("a task has begun");
        if quest.doubt == Doubt::Unasked && quest.steady >= STEADY && quest.wanted == 1 {
            quest.doubt = Doubt::Raised;
        }
        quest.doubt == Doubt::Removed
    }

    fn report(&self) -> Report<G::Move> {
        let quest = self.quest();
        let roots = match quest.wanted {
            1 => &quest.roots[..1],
            _ => &quest.settled,
        };
        let told = |root: &Root<G::Move>| {
            let Root { value, sure, ref line, .. } = *root;
            self.line(Found { value: self.plain(value, line[0]), sure, line })
        };
        let mut lines: Vec<Line<G::Move>> = roots.iter().map(told).collect();
        if let Some(best) = self.unfinished().filter(|_| quest.wanted == 1) {
            let value = self.plain(best.value, best.line[0]);
            lines = vec![self.line(Found { value, ..best })];
        }
        let depth = roots[0].depth as u32;
        Report { lines, depth, nodes: self.walk.nodes }
    }

    fn memory(&self) -> usize {
        // Companions share the table.
        if self.number == 0 { self.walk.table.bytes() } else { 0 }
    }

    fn companion(&self) -> Option<Box<dyn Engine<G>>> {
        self.walk.table.grow(self.walk.habits.capacity);
        let table = Arc::clone(&self.walk.table);
        Some(Box::new(AlphaBeta {
            walk: Walk::new(self.walk.game.clone(), self.walk.habits, table),
            quest: None,
            number: 1 + self.companions.fetch_add(1, Ordering::Relaxed),
            companions: AtomicU32::new(0),
        }))
    }
}

impl<G: Mind> Quest<G> {
    /// Starts to look for the next line.
    fn look(&self, walk: &mut Walk<G>) {
        self.look_at(&self.roots[self.at..], walk, self.depth, self.window);
    }

    fn look_at(&self, roots: &[Root<G::Move>], walk: &mut Walk<G>, depth: i32, window: (i32, i32)) {
        let moves: Vec<Ranked<G::Move>> = roots
            .iter()
            .enumerate()
            .map(|(at, root)| Ranked { mv: root.mv, number: root.number, rank: -(at as i32) })
            .collect();
        walk.start(self.state, self.mover, &moves, depth, window);
    }

    /// Starts to look whether any other move comes near the best, less deeply and for nothing else.
    fn weigh(&mut self, walk: &mut Walk<G>) {
        let bar = self.roots[0].value - walk.habits.clearly;
        // The depth that is next is one more than the last.
        let depth = (self.depth - 1 - LESS_DEEP).max(1);
        self.doubt = Doubt::Weighed(walk.nodes + walk.nodes / PART);
        self.look_at(&self.roots[1..], walk, depth, (bar, bar + 1));
    }

    /// Takes in the most that another move is worth, and goes on with the search.
    fn weighed(&mut self, walk: &mut Walk<G>, value: i32) {
        let far = value <= self.roots[0].value - walk.habits.clearly;
        self.doubt = if far { Doubt::Removed } else { Doubt::Confirmed };
        self.look(walk);
    }

    /// Takes in the value of the best of the moves that were looked at.
    fn found(&mut self, walk: &mut Walk<G>, value: i32) {
        let line = walk.line();
        if let Some(at) = self.roots.iter().position(|root| Some(&root.mv) == line.first()) {
            let mut root = self.roots.remove(at);
            (root.value, root.depth, root.line) = (value, self.depth, line.to_vec());
            root.sure = walk.ground.sure;
            self.roots.insert(self.at, root);
        }
        let (low, high) = self.window;
        if value <= low || value >= high {
            self.window = wider(self.window, value, walk.habits.window);
            return self.look(walk);
        }
        self.at += 1;
        if self.at == self.wanted {
            self.deepen(walk);
        }
        let expected = &self.roots[self.at];
        let surprising = is_proven(expected.value) || self.depth <= 3;
        self.window = match surprising {
            true => (-BEYOND, BEYOND),
            false => (expected.value - walk.habits.window, expected.value + walk.habits.window),
        };
        if !self.done && self.doubt == Doubt::Raised && self.at == 0 {
            self.weigh(walk);
        } else if !self.done {
            self.look(walk);
        }
    }

    /// All wanted lines have been found at this depth.
    fn deepen(&mut self, walk: &mut Walk<G>) {
        let wanted = &mut self.roots[..self.wanted];
        wanted.sort_by_key(|root| -root.value);
        if wanted.len() > 1 {
            self.settled = wanted.to_vec();
        }
        let leader = Some(wanted[0].mv);
        self.steady = if leader == self.leader { self.steady + 1 } else { 0 };
        (self.leader, self.at) = (leader, 0);
        let enough = self.task.depth.map_or(i32::MAX, |depth| depth as i32);
        // What is proven stays so however deep one looks, and so does what was followed to its ends.
        self.done = self.depth >= enough.min(walk.habits.deepest)
            || wanted.iter().all(|root| root.sure || is_proven(root.value));
        self.depth += 1;
        walk.grow_table();
    }
}

/// A window with more room on the side where a value turned out to lie.
fn wider((low, high): (i32, i32), value: i32, room: i32) -> (i32, i32) {
    let room = 4 * (high - low).max(room);
    if is_proven(value) {
        (-BEYOND, BEYOND)
    } else if value <= low {
        ((value - room).max(-BEYOND), high)
    } else {
        (low, (value + room).min(BEYOND))
    }
}
