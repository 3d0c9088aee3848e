//! Monte Carlo tree search (UCT), the default engine of a new game: two to twelve players, dice,
//! secrets.
//!
//! Every simulation draws a state that fits a view, descends the tree by UCB1, and evaluates the position
//! where the tree ends, by the game's value estimate or by random play. Each seat maximizes its own share of
//! the win. In an open game what the rules prove of a move is kept, and a proven root ends the search.
//!
//! A node is found by what its mover has observed on the way: in a game with secrets the searching player
//! by the own views, all others by the public view. The searching player's moves are valued in states that
//! fit that player's view, the others' moves in states that fit the public view: otherwise the others would
//! play as if they knew the searching player's secrets.

use std::cmp::{Ordering, Reverse};

use parlour_core::game::apply;
use parlour_core::history::HistoryPoint;
use parlour_core::rng::{SeededRng, below, by_weight, seeded, shuffle};
use parlour_core::{Action, PerSeat, RepetitionHistory, Seat, Seen, Turn, Viewer};

use crate::depth_limit::SampledDepth;
use crate::engine::{Engine, Progress, SearchTask};
use crate::hash::{HashTable, hash};
use crate::heuristics::Heuristics;
use crate::params::params;
use crate::report::{Certainty, Line, SearchReport};
use crate::rollout::{Values, estimate, even, shares_of_rollout, values};

params! {
    /// The parameters of UCT.
    pub struct Params {
        /// The exploration constant of UCB1.
        exploration: f64 = 0.4, "exploration";
        /// The most moves in the tree; those at the root always fit. A full tree grows no more.
        capacity: usize = 1 << 20, "capacity";
    }
}

/// The UCT engine.
pub struct Uct<G: Heuristics> {
    params: Params,
    search: Option<Search<G>>,
}

impl<G: Heuristics> Uct<G> {
    /// A search with these parameters.
    pub fn new(params: Params) -> Self {
        Uct { params, search: None }
    }

    fn search(&self) -> &Search<G> {
        self.search.as_ref().expect("a task has begun")
    }
}

impl<G: Heuristics> Engine<G> for Uct<G> {
    fn begin(&mut self, task: SearchTask<G>) {
        self.search = Some(Search::new(task, self.params));
    }

    fn step(&mut self, work: u64) -> Progress {
        let search = self.search.as_mut().expect("a task has begun");
        for _ in 0..work {
            if search.done() {
                break;
            }
            search.simulate();
        }
        if search.done() { Progress::Done } else { Progress::More }
    }

    fn nodes(&self) -> u64 {
        self.search().simulations
    }

    fn report(&self) -> SearchReport<G::Move> {
        self.combine(&[])
    }

    fn is_clear(&mut self, spent: f64) -> bool {
        G::OPEN && self.search().is_out_of_reach(spent)
    }

    fn worker(&self) -> Option<Box<dyn Engine<G>>> {
        Some(Box::new(Uct::<G>::new(self.params)))
    }

    fn combine(&self, workers: &[Box<dyn Engine<G>>]) -> SearchReport<G::Move> {
        let search = self.search();
        let (mut lines, mut depth) = (search.lines(), search.reached.deepest);
        let mut nodes = search.simulations;
        for report in workers.iter().map(|worker| worker.report()) {
            (nodes, depth) = (nodes + report.nodes, depth.max(report.depth));
            for line in &mut lines {
                // Every search of a task has the same moves at the root.
                let same = report.lines.iter().find(|other| other.moves[0] == line.moves[0]);
                same.into_iter().for_each(|other| merge(line, other));
            }
        }
        lines.sort_by(rank);
        if !G::OPEN {
            search.draw_hidden_move(&mut lines);
        }
        SearchReport::new(lines, depth, nodes)
    }
}

/// A move at a node.
struct NodeMove<M> {
    mv: M,
    /// The number of simulations that count for it, and the sum of the mover's shares in them.
    trials: u32,
    total: f64,
    /// The number of simulations that count and in which it was legal.
    offers: u32,
    /// Everybody's share after it, once that is proven.
    proven: Option<Values>,
}

/// A position as its mover knows it.
struct Node<M> {
    /// The number of simulations that visited it, and the sum of the mover's shares in them.
    visits: u32,
    total: f64,
    /// The moves; none before the second visit.
    choices: Vec<NodeMove<M>>,
}

impl<M> Default for Node<M> {
    fn default() -> Self {
        Node { visits: 0, total: 0.0, choices: Vec::new() }
    }
}

impl<M: Copy + PartialEq> Node<M> {
    /// The indices of the moves that are legal in this state; `None` where all are, as always in an open
    /// game. Those that the node has not seen are added where there is room, to a new node all or none.
    fn legal<G: Heuristics<Move = M>>(
        &mut self,
        game: &G,
        world: &G::State,
        may_add: bool,
        room: &mut usize,
        rng: &mut SeededRng,
    ) -> Option<Vec<usize>> {
        let is_new = self.choices.is_empty();
        if G::OPEN && !is_new {
            return None;
        }
        let mut legal: Vec<usize> = Vec::new();
        game.for_each_move(world, |mv| {
            // Games visit their moves in the same order in every state.
            let next = legal.last().map_or(0, |at| at + 1);
            let is_next = self.choices.get(next).is_some_and(|choice| choice.mv == mv);
            let found = || self.choices.iter().position(|choice| choice.mv == mv);
            let known = if is_next { Some(next) } else { (!is_new).then(found).flatten() };
            legal.extend(known);
            if known.is_none() && may_add && (is_new || *room > 0) {
                *room -= usize::from(!is_new);
                legal.push(self.choices.len());
                self.choices.push(NodeMove { mv, trials: 0, total: 0.0, offers: 0, proven: None });
            }
        });
        if is_new {
            self.open::<G>(game, world, room, rng);
            return None;
        }
        Some(legal)
    }

    /// Puts the moves of a new node in order; none of them where there is no room for all.
    fn open<G: Heuristics<Move = M>>(
        &mut self,
        game: &G,
        world: &G::State,
        room: &mut usize,
        rng: &mut SeededRng,
    ) {
        if self.choices.len() > *room {
            self.choices.clear();
        }
        *room -= self.choices.len();
        if G::OPEN {
            // In random order no kind of move is favoured.
            shuffle(rng, &mut self.choices);
            self.choices.sort_by_cached_key(|choice| Reverse(game.move_score(world, choice.mv)));
        }
    }

    /// Everybody's share once a win of the mover, or every move, is proven. `None` where the mover does not
    /// care which of several ends comes, but others do.
    fn proof(&self, mover: Seat) -> Option<Values> {
        let proven = || self.choices.iter().filter_map(|choice| choice.proven);
        let better = |a: Values, b: Values| if b[mover] > a[mover] { b } else { a };
        let best = proven().reduce(better)?;
        let all = proven().count() == self.choices.len();
        let same = proven().all(|other| other[mover] < best[mover] || other == best);
        (best[mover] == 1.0 || (all && same)).then_some(best)
    }
}

/// One node on the way down.
#[derive(Clone, Copy)]
struct Step {
    /// The node, and the index of the move that was chosen; `None` where the tree ends.
    node: Option<usize>,
    choice: Option<usize>,
    mover: Seat,
    /// Whether chance decided what the move led to.
    to_chance: bool,
}

/// The end of a simulation.
struct Leaf {
    values: Values,
    is_proven: bool,
    plies: u32,
}

/// The keys of the root: for the searching player, and for all others.
const ROOT: [u64; 2] = [1, 2];

struct Search<G: Heuristics> {
    task: SearchTask<G>,
    params: Params,
    me: Seat,
    /// A state that fits the view; in an open game the only one.
    world: G::State,
    public: G::View,
    nodes: Vec<Node<G::Move>>,
    /// The index of each node, by what its mover has observed; the root's is 0.
    table: HashTable<usize>,
    /// How many more moves there is room for.
    room: usize,
    past: RepetitionHistory<G::Key>,
    /// The history up to the root.
    real: HistoryPoint,
    path: Vec<Step>,
    rng: SeededRng,
    simulations: u64,
    reached: SampledDepth,
    /// For each move at the root, the sums of everybody's shares.
    sums: Vec<PerSeat<f64>>,
    is_proven: bool,
}

impl<G: Heuristics> Search<G> {
    fn new(task: SearchTask<G>, params: Params) -> Self {
        let (world, me) = task.root();
        let past = RepetitionHistory::new(task.repetition_keys.clone());
        let mut search = Search {
            params,
            me,
            world,
            public: task.game.view(&world, Viewer::Public),
            nodes: Vec::new(),
            table: [(ROOT[0], 0)].into_iter().collect(),
            room: usize::MAX,
            real: past.mark(),
            past,
            path: Vec::new(),
            rng: seeded(task.seed),
            simulations: 0,
            reached: SampledDepth::default(),
            sums: Vec::new(),
            is_proven: false,
            task,
        };
        let mut root = Node::default();
        root.legal(&search.task.game, &world, true, &mut search.room, &mut search.rng);
        // There may be time for one simulation only: the root begins with the move that looks best.
        root.choices.sort_by_cached_key(|choice| {
            let values = static_values(&search.task.game, &world, choice.mv);
            Reverse(values.map_or(0, |values| (f64::from(values[me]) * 1e9) as i64))
        });
        search.sums = vec![PerSeat::new(search.task.game.seats(), 0.0); root.choices.len()];
        search.nodes.push(root);
        search.room = params.capacity;
        search
    }

    fn root(&self) -> &Node<G::Move> {
        &self.nodes[0]
    }

    fn done(&self) -> bool {
        let far = |depth| self.reached.reaches(depth, self.sums.len(), self.simulations);
        self.is_proven || self.task.budget.depth.is_some_and(far)
    }

    /// Whether no other move could get as many visits as the first in the remaining time.
    fn is_out_of_reach(&self, spent: f64) -> bool {
        let mut trials: Vec<u32> = self.root().choices.iter().map(|choice| choice.trials).collect();
        trials.sort_unstable_by_key(|&trials| Reverse(trials));
        let [first, second, ..] = trials[..] else { return true };
        f64::from(first - second) > self.simulations as f64 * (1.0 - spent) / spent
    }

    /// One simulation. With secrets, every other one draws its state from the public view.
    fn simulate(&mut self) {
        let own = G::OPEN || self.simulations.is_multiple_of(2);
        self.simulations += 1;
        let view = if own { &self.task.view } else { &self.public };
        let mut world =
            if G::OPEN { self.world } else { self.task.game.determinize(view, &mut self.rng) };
        self.past.rewind(self.real);
        self.path.clear();
        let leaf = self.descend(&mut world, own);
        self.back_up(&leaf, own);
    }

    /// Whether a simulation counts for the moves of `mover`.
    fn counts(&self, mover: Seat, own: bool) -> bool {
        G::OPEN || own == (mover == self.me)
    }

    /// Descends to the end of the tree, and plays on from there.
    fn descend(&mut self, world: &mut G::State, own: bool) -> Leaf {
        let mut keys = ROOT;
        for plies in 0.. {
            let action = match self.task.game.turn(world) {
                Turn::Over => {
                    let shares = self.task.game.shares(world);
                    let values =
                        shares.map_or_else(|| even(self.task.game.seats()), |s| values(&s));
                    // In a game with secrets other states with the same observation may go on.
                    return Leaf { values, is_proven: G::OPEN, plies };
                }
                Turn::Chance => {
                    self.path.iter_mut().last().into_iter().for_each(|step| step.to_chance = true);
                    Action::Chance(self.task.game.sample_chance(world, &mut self.rng))
                }
                Turn::Player(mover) => {
                    let key = keys[usize::from(!G::OPEN && mover != self.me)];
                    let (node, choice) = self.choose(key, world, mover, own);
                    self.path.push(Step { node, choice, mover, to_chance: false });
                    let (Some(node), Some(choice)) = (node, choice) else {
                        let values = shares_of_rollout(&self.task.game, *world, &mut self.rng);
                        return Leaf { values, is_proven: false, plies };
                    };
                    let choice = &self.nodes[node].choices[choice];
                    if let Some(values) = choice.proven {
                        return Leaf { values, is_proven: true, plies: plies + 1 };
                    }
                    Action::Move(choice.mv)
                }
            };
            let game = &self.task.game;
            apply(game, world, action);
            self.past.remember(game, world);
            keys = if G::OPEN {
                [hash(&(keys[0], game.hash(world))), 0]
            } else {
                [(keys[0], Viewer::Seat(self.me)), (keys[1], Viewer::Public)]
                    .map(|(key, viewer)| hash(&(key, game.view(world, viewer))))
            };
        }
        unreachable!("a simulation ends with the tree or the game");
    }

    /// The node with this key, and the index of its move with the best score for `mover`; `None` where the
    /// tree ends.
    fn choose(
        &mut self,
        key: u64,
        world: &G::State,
        mover: Seat,
        own: bool,
    ) -> (Option<usize>, Option<usize>) {
        let counts = self.counts(mover, own);
        let Search { task, nodes, table, room, rng, .. } = self;
        let Some(&id) = table.get(&key) else {
            let is_new = *room > 0;
            if is_new {
                table.insert(key, nodes.len());
                nodes.push(Node::default());
            }
            return (is_new.then(|| nodes.len() - 1), None);
        };
        let node = &mut nodes[id];
        // The searching player's moves are those in states that fit what that player knows.
        let may_add = own || mover != self.me;
        let legal = node.legal(&task.game, world, may_add, room, rng);
        // An unvisited move counts as visited once, with the mean share of the position.
        let mean = node.total / f64::from(node.visits.max(1));
        let (mut best, mut equals, mut logarithm) = ((f64::NEG_INFINITY, None), 0, (0, 0.0));
        for place in 0..legal.as_ref().map_or(node.choices.len(), Vec::len) {
            let at = legal.as_ref().map_or(place, |legal| legal[place]);
            let choice = &mut node.choices[at];
            choice.offers += u32::from(counts);
            // Most siblings have the same count.
            if logarithm.0 != choice.offers {
                logarithm = (choice.offers, f64::from(choice.offers.max(1)).ln());
            }
            let score = choice.score(mover, mean, self.params.exploration, logarithm.1);
            equals = if score == best.0 { equals + 1 } else { 1 };
            // In an open game the first of equals has the best move-ordering score.
            let drawn = score == best.0 && !G::OPEN && below(rng, equals) == 0;
            if score > best.0 || drawn {
                best = (score, Some(at));
            }
        }
        (Some(id), best.1)
    }

    /// Backs up the result along the path, and what it proves.
    fn back_up(&mut self, leaf: &Leaf, own: bool) {
        let mut proven = leaf.is_proven.then_some(leaf.values);
        let mut is_first = false;
        for (place, step) in self.path.iter().enumerate().rev() {
            // A full tree has no node at its end.
            let Some(node) = step.node.map(|node| &mut self.nodes[node]) else { continue };
            let counts = G::OPEN || own == (step.mover == self.me);
            let share = f64::from(leaf.values[step.mover]);
            node.visits += 1;
            node.total += share;
            let Some(at) = step.choice else { continue };
            let choice = &mut node.choices[at];
            if counts {
                choice.trials += 1;
                choice.total += share;
            }
            if place == 0 && counts {
                is_first = choice.trials == 1;
                leaf.values.iter().for_each(|(seat, v)| self.sums[at][seat] += f64::from(v));
            }
            proven = proven.filter(|_| !step.to_chance);
            if proven.is_some() {
                choice.proven = proven;
                proven = node.proof(step.mover);
            }
        }
        self.is_proven = proven.is_some();
        self.reached.note(self.simulations, leaf.plies, is_first);
    }

    /// Every legal move with what is known of it.
    fn lines(&self) -> Vec<Line<G::Move>> {
        let seats = self.task.game.seats();
        let line = |(choice, sums): (&NodeMove<G::Move>, &PerSeat<f64>)| {
            let (shares, certainty) = match (choice.proven, choice.trials) {
                (Some(proven), _) => (proven.map(f64::from), Certainty::Proven),
                (None, 0) => {
                    let values = static_values(&self.task.game, &self.world, choice.mv);
                    (values.unwrap_or_else(|| even(seats)).map(f64::from), Certainty::Estimated)
                }
                (None, trials) => (sums.map(|sum| sum / f64::from(trials)), Certainty::Estimated),
            };
            let (moves, visits) = (self.variation(choice.mv), Some(u64::from(choice.trials)));
            Line { moves, value: shares[self.me], shares, certainty, visits, sampled: None }
        };
        self.root().choices.iter().zip(&self.sums).map(line).collect()
    }

    /// The move and the answers that were tried most, as far as players choose and all is open.
    fn variation(&self, mv: G::Move) -> Vec<G::Move> {
        let (mut state, mut key, mut moves) = (self.world, ROOT[0], vec![mv]);
        if !G::OPEN {
            return moves;
        }
        loop {
            self.task.game.play(&mut state, moves[moves.len() - 1]);
            key = hash(&(key, self.task.game.hash(&state)));
            let Some(&node) = self.table.get(&key) else { break };
            let tried = self.nodes[node].choices.iter().filter(|choice| choice.trials > 0);
            let Some(next) = tried.max_by_key(|choice| choice.trials) else { break };
            moves.push(next.mv);
        }
        moves
    }

    /// A move that the others do not see must not be predictable: among such moves one is drawn, the better
    /// the more likely, and comes first.
    fn draw_hidden_move(&self, lines: &mut [Line<G::Move>]) {
        let secret = |line: &Line<G::Move>| {
            let action = Action::Move(line.choice());
            let seen = self.task.game.seen(&self.world, action, Viewer::Public);
            line.tried() && seen == Seen::HiddenMove
        };
        let Some(best) = lines.first().filter(|best| secret(best)).map(|best| best.value) else {
            return;
        };
        let weight = |line: &Line<G::Move>| {
            if secret(line) {
                ((line.value - best) / HIDDEN_MOVE_TEMPERATURE).min(0.0).exp()
            } else {
                0.0
            }
        };
        // The same draw in every report of a search.
        let mut rng = seeded(self.task.seed ^ SALT);
        let drawn = by_weight(&mut rng, lines.iter().map(weight));
        lines[..=drawn].rotate_right(1);
    }
}

/// The temperature of a hidden move: one that is worse by this share of the win is e times less likely.
const HIDDEN_MOVE_TEMPERATURE: f64 = 0.1;
/// Tells the draw among hidden moves from the simulations' own.
const SALT: u64 = 0x5ec7_e75e;

impl<M> NodeMove<M> {
    /// UCB1: the mean share so far, and how little the move was tried. `mean` is that of the position,
    /// `logarithm` that of the number of offers.
    fn score(&self, mover: Seat, mean: f64, exploration: f64, logarithm: f64) -> f64 {
        match self.proven.map(|proven| proven[mover]) {
            Some(1.0) => return f64::INFINITY,
            // A proven loss: only when there is nothing else.
            Some(0.0) => return -1.0,
            Some(share) => return f64::from(share),
            None => {}
        }
        let trials = f64::from(self.trials) + 1.0;
        (self.total + mean) / trials + exploration * (logarithm / trials).sqrt()
    }
}

/// The estimate of a move of an open game before it is tried. With secrets, one state of many would say
/// nothing.
fn static_values<G: Heuristics>(game: &G, world: &G::State, mv: G::Move) -> Option<Values> {
    if !G::OPEN {
        return None;
    }
    let mut after = *world;
    game.play(&mut after, mv);
    game.shares(&after).map(|shares| values(&shares)).or_else(|| estimate(game, &after))
}

/// The order of lines: proven wins, then by visits, since a mean of few visits is unreliable; proven
/// losses last, however often they were visited.
fn rank<M>(a: &Line<M>, b: &Line<M>) -> Ordering {
    let certain = |line: &Line<M>| match line.certainty {
        Certainty::Proven if line.value == 1.0 => 2,
        Certainty::Proven if line.value == 0.0 => 0,
        _ => 1,
    };
    let by_trials = || b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value));
    certain(b).cmp(&certain(a)).then_with(by_trials)
}

/// Adds what another search found about the same move.
fn merge<M: Clone>(line: &mut Line<M>, other: &Line<M>) {
    let counts = [&*line, other].map(|line| line.visits.unwrap_or_default());
    let visits = counts[0] + counts[1];
    if other.certainty > line.certainty {
        *line = other.clone();
    } else if line.certainty == Certainty::Estimated && visits > 0 {
        let part = counts[1] as f64 / visits as f64;
        for (seat, share) in other.shares.iter() {
            line.shares[seat] += part * (share - line.shares[seat]);
        }
        line.value += part * (other.value - line.value);
        if counts[1] > counts[0] {
            line.moves.clone_from(&other.moves);
        }
    }
    line.visits = Some(visits);
}
