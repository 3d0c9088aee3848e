//! Information-set search, for games with secrets.
//!
//! Every simulation imagines a world and walks down one table of information sets: all that a
//! player to act may know. Everybody chooses by what they know and by nothing else. Where the table ends
//! play goes on for some moves as players are taken to move, and then is judged. The searching
//! player too is imagined in every guise, that is, with every secret that the others must reckon
//! with; so what the others make of a move comes out of the search, and so does what the player
//! would do with each other secret. Worlds are drawn as the course of play makes them likely.
//!
//! From that a policy is made for all guises together. A move that only one of them would make
//! gives it away; a price on what is told ([`Cunning::secrecy`]) makes the guises move alike as
//! far as that costs little. The move is then drawn from the true guise's policy. Nothing but that
//! draw depends on the secret: neither what is searched nor how long it takes.

mod findings;
mod search;
mod secrecy;

use std::any::Any;

use parlour_core::rng::{Rng, seeded};
use parlour_core::{Action, PerSeat, Seat, Seen, Viewer};

use crate::engine::{Certainty, Engine, Line, Maker, Progress, Report, Task};
use crate::guile::{Guile, Guise};
use crate::settings::Settings;
use findings::Findings;
use search::Search;
use secrecy::{Odds, keep_open, keep_secret};

/// How an information-set search goes about its work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cunning {
    /// How much a move's being expected, and little tried, speaks for trying it.
    pub exploration: f32,
    /// How much worse an untried move is taken to be than those that were tried.
    pub reserve: f32,
    /// What it costs to tell the others one nat about the secret, in shares of the win. At a bigger
    /// table there is less of the win to lose, but there are more who read.
    pub secrecy: f32,
    /// A move that the others do not see is e times less likely if it is so much worse, in shares of
    /// the win at a table of one: it falls with the root of the number of players.
    pub hiding: f32,
    /// How many simulations the first guess at a move's value is worth.
    pub doubt: f32,
    /// For how many moves play goes on, as players are taken to move, before a position is judged: an
    /// outlook does not see what the others do before it is one's turn again.
    pub foresight: usize,
    /// The most information sets that are kept; when there are so many, no more join.
    pub capacity: usize,
}

impl Default for Cunning {
    fn default() -> Self {
        Cunning {
            exploration: 1.0,
            reserve: 0.05,
            secrecy: 0.057,
            hiding: 0.07,
            doubt: 4.0,
            foresight: 8,
            capacity: 1 << 16,
        }
    }
}

impl Cunning {
    /// The usual ways, but for what the settings say.
    pub fn from_settings(settings: &mut Settings) -> Self {
        let usual = Cunning::default();
        let mut take = |name, usual: f32| settings.take(name, f64::from(usual)) as f32;
        Cunning {
            exploration: take("exploration", usual.exploration),
            reserve: take("reserve", usual.reserve),
            // At no price at all the policy would be a division by zero.
            secrecy: take("secrecy", usual.secrecy).max(1e-4),
            hiding: take("hiding", usual.hiding).max(1e-4),
            doubt: take("doubt", usual.doubt).max(0.0),
            foresight: take("foresight", usual.foresight as f32) as usize,
            capacity: take("capacity", usual.capacity as f32) as usize,
        }
    }
}

/// The engine.
pub struct InfoSets<G: Guile> {
    style: G::Style,
    cunning: Cunning,
    search: Option<Search<G>>,
}

impl<G: Guile> std::fmt::Debug for InfoSets<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("InfoSets").field("cunning", &self.cunning).finish_non_exhaustive()
    }
}

/// What the mover would do in one guise.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy<V, M> {
    /// What the mover would know.
    pub view: V,
    /// Every legal move, with the chance of its being made.
    pub moves: Vec<(M, f32)>,
}

impl<G: Guile> InfoSets<G> {
    /// Takes players to move as the game is built to. Has no task yet.
    pub fn new(cunning: Cunning) -> Self {
        InfoSets::by_style(G::Style::default(), cunning)
    }

    /// Takes players to move in this style. Has no task yet.
    pub fn by_style(style: G::Style, cunning: Cunning) -> Self {
        InfoSets { style, cunning, search: None }
    }

    /// Makes such engines.
    pub const fn maker() -> Maker<G> {
        Maker {
            name: "infosets",
            make: |_, settings| Box::new(InfoSets::<G>::new(Cunning::from_settings(settings))),
        }
    }

    fn search(&self) -> &Search<G> {
        self.search.as_ref().expect("a task has begun")
    }

    /// What the mover would do in every guise. It does not depend on which is the true one.
    ///
    /// # Panics
    /// Before a task has begun.
    pub fn policies(&self) -> Vec<Policy<G::View, G::Move>> {
        let search = self.search();
        let (moves, odds) = self.odds(search, &search.findings());
        let policy = |(guise, odds): (&Guise<G::View>, &Vec<Odds>)| Policy {
            view: guise.view.clone(),
            moves: odds.iter().map(|entry| (moves[entry.mv], entry.chance)).collect(),
        };
        search.guises.iter().zip(&odds).map(policy).collect()
    }

    /// All moves of any guise, and every guise's odds for its own.
    fn odds(
        &self,
        search: &Search<G>,
        findings: &Findings<G::Move>,
    ) -> (Vec<G::Move>, Vec<Vec<Odds>>) {
        let mut moves: Vec<G::Move> = Vec::new();
        let mut all: Vec<Vec<Odds>> = Vec::new();
        for root in &findings.roots {
            let untried = root.mean() - self.cunning.reserve;
            let mut policy = Vec::with_capacity(root.choices.len());
            let nothing = root.choices.iter().all(|choice| choice.visits == 0.0);
            for choice in &root.choices {
                let mv = moves.iter().position(|&mv| mv == choice.mv).unwrap_or_else(|| {
                    moves.push(choice.mv);
                    moves.len() - 1
                });
                let doubt = self.cunning.doubt;
                let value = (choice.total + doubt * untried) / (choice.visits + doubt).max(1.0);
                // Whatever was never tried is not made, unless nothing was: then what is expected is.
                let chance = if nothing { choice.prior } else { choice.visits + 1e-3 };
                policy.push(Odds { mv, value, chance });
            }
            all.push(policy);
        }
        let unseen = |mv: G::Move| {
            let (game, world) = (&search.task.game, &search.world);
            game.seen(world, Action::Move(mv), Viewer::Public) == Seen::HiddenMove
        };
        if moves.first().is_some_and(|&mv| unseen(mv)) {
            let price = self.cunning.hiding / f32::from(search.task.game.seats()).sqrt();
            all.iter_mut().for_each(|policy| keep_open(policy, price));
        } else {
            let odds: Vec<f32> = search.guises.iter().map(|guise| guise.odds).collect();
            all.iter_mut().for_each(|policy| normalize(policy));
            keep_secret(&mut all, &odds, moves.len(), self.cunning.secrecy);
        }
        (moves, all)
    }

    /// The lines of the true guise: the drawn one, then the others, the likeliest first.
    fn lines(&self, search: &Search<G>, findings: &Findings<G::Move>) -> Vec<Line<G::Move>> {
        let truth = search.guises.iter().position(|guise| guise.view == search.task.view);
        let truth = truth.expect("the true guise is among the guises");
        let (moves, all) = self.odds(search, findings);
        let root = &findings.roots[truth];
        let visits = root.choices.iter().map(|choice| choice.visits as u64);
        let mut policy: Vec<(Odds, u64)> = all[truth].iter().copied().zip(visits).collect();
        let drawn = draw(&all[truth], search.task.seed);
        policy[..=drawn].rotate_right(1);
        policy[1..].sort_by(|(a, _), (b, _)| b.chance.total_cmp(&a.chance));
        let mean = root.mean_shares();
        let line = |&(odds, visits): &(Odds, u64)| {
            let value = f64::from(odds.value).clamp(0.0, 1.0);
            let mv = moves[odds.mv];
            let mut after = search.world;
            search.task.game.play(&mut after, mv);
            let seen = !search.task.game.reveals(&search.world, mv);
            let reply = if seen { search.reply(&after) } else { None };
            Line {
                moves: std::iter::once(mv).chain(reply).collect(),
                value,
                shares: lift(&mean, search.me, value),
                certainty: Certainty::Estimated,
                visits,
            }
        };
        policy.iter().map(line).collect()
    }

    /// What the mover is told of all this.
    fn told(&self, findings: &Findings<G::Move>) -> Report<G::Move> {
        let lines = self.lines(self.search(), findings);
        Report { lines, depth: findings.depth, nodes: findings.simulations }
    }
}

/// Shares that add up to 1, in which `seat` has `value` and the others split the rest as in `mean`.
fn lift(mean: &PerSeat<f64>, seat: Seat, value: f64) -> PerSeat<f64> {
    let rest = 1.0 - mean[seat];
    let mut shares = *mean;
    for other in (0..mean.seats()).map(Seat) {
        shares[other] = match (other == seat, rest > 0.0) {
            (true, _) => value,
            (false, true) => mean[other] / rest * (1.0 - value),
            (false, false) => (1.0 - value) / f64::from(mean.seats() - 1),
        };
    }
    shares
}

fn normalize(policy: &mut [Odds]) {
    let total: f32 = policy.iter().map(|entry| entry.chance).sum();
    policy.iter_mut().for_each(|entry| entry.chance /= total);
}

/// Draws one by its chance. The draw comes from the seed alone, not from how the search went.
fn draw(policy: &[Odds], seed: u64) -> usize {
    let mut rng = seeded(seed ^ 0x5ec2_e7a1_d2a3_1f0b);
    let mut left = f64::from(rng.next_u32()) / (f64::from(u32::MAX) + 1.0);
    let drawn = policy.iter().position(|entry| {
        left -= f64::from(entry.chance);
        left < 0.0
    });
    drawn.unwrap_or(0)
}

impl<G: Guile> Engine<G> for InfoSets<G> {
    fn begin(&mut self, task: Task<G>) {
        self.search = Some(Search::new(task, self.style.clone(), self.cunning));
    }

    fn step(&mut self, work: u64) -> Progress {
        let search = self.search.as_mut().expect("a task has begun");
        // Only what everybody knows may end a search early: else its end would tell something.
        if search.forced {
            return Progress::Done;
        }
        for _ in 0..work {
            if search.is_far_enough() {
                return Progress::Done;
            }
            search.simulate();
        }
        if search.is_far_enough() { Progress::Done } else { Progress::More }
    }

    fn nodes(&self) -> u64 {
        self.search.as_ref().map_or(0, |search| search.simulations)
    }

    fn report(&self) -> Report<G::Move> {
        self.told(&self.search().findings())
    }

    /// It imagines other worlds of the same task. Like everything here but the last draw, what comes
    /// of them does not depend on the true guise.
    fn companion(&self) -> Option<Box<dyn Engine<G>>> {
        Some(Box::new(InfoSets::<G>::by_style(self.style.clone(), self.cunning)))
    }

    /// One policy is made of all that was found, not one of each search's policies: its values are
    /// surer, and what a move may tell has the price that it has on one thread.
    fn combine(&self, companions: &[Box<dyn Engine<G>>]) -> Report<G::Move> {
        let mut all = self.search().findings();
        for companion in companions {
            let companion: &dyn Any = &**companion;
            let companion = companion.downcast_ref::<Self>().expect("it was made here");
            all.take(&companion.search().findings());
        }
        self.told(&all)
    }
}
