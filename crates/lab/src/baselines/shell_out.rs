//! A baseline of Shell-Out that guesses by an observer.

use parlour_core::hex::{Cell, cells};
use parlour_core::rng::seeded;
use parlour_core::{Game, Seat};
use parlour_search::infosets::{InfoSets, Params};
use parlour_search::net::{Net, Shape};
use parlour_search::{Engine, EngineKind, Progress, SearchReport, SearchTask};
use parlour_shell_out::belief::{Watcher, watch};
use parlour_shell_out::board::{FIELD, NEIGHBOURS, SPOTS, Spot};
use parlour_shell_out::policy::Stance;
use parlour_shell_out::styles::PolicyMixture;
use parlour_shell_out::{Move, Open, Phase, ShellOut};

use crate::train::sample::{Input, Sample};

/// The number of features of a shell.
const FEATURES: usize = 14;

/// The weights of the observer, in hundredths of log-odds. It was fitted to games of the information-set
/// search.
const WEIGHTS: [i16; FEATURES] = [11, -13, 53, 22, -2, -6, -2, -7, 0, -40, -16, 5, 3, -26];

/// Searches as `infosets` does, but guesses by an observer that was fitted to games of that search.
struct Reader {
    inner: InfoSets<ShellOut>,
    /// It looks under a shell that is loaded with at least this probability.
    nerve: f64,
    task: Option<SearchTask<ShellOut>>,
}

impl Reader {
    /// The most promising guess, if any is promising enough.
    fn guess(&self) -> Option<Move> {
        let SearchTask { game, view, observations, .. } = self.task.as_ref()?;
        if view.open.phase != Phase::Play {
            return None;
        }
        let policies = PolicyMixture::default();
        let watcher = watch(game, policies.styles(), &view.open, observations);
        let world = game.determinize(view, &mut seeded(0));
        let mut best = (self.nerve, None);
        game.for_each_move(&world, |mv| {
            if let Move::Guess { to, .. } = mv {
                let probability = loaded(game, &watcher, &view.open, to);
                if probability >= best.0 {
                    best = (probability, Some(mv));
                }
            }
        });
        best.1
    }
}

/// How likely the shell on `cell` is loaded, to the observer.
fn loaded(game: &ShellOut, watcher: &Watcher<'_>, open: &Open, cell: Cell) -> f64 {
    let Some(owner) = open.owner(cell).filter(|&owner| open.is_loaded(owner)) else {
        return 0.0;
    };
    let (shells, sample) = shells(game, watcher, open, owner);
    let mut net = Net::zero(Shape::linear(FEATURES));
    net.weights_mut()[..FEATURES].copy_from_slice(&WEIGHTS.map(|weight| f32::from(weight) / 100.0));
    let shares = sample.predict(&net, Input::Own);
    let place = shells.iter().position(|&shell| shell == cell);
    place.map_or(0.0, |place| f64::from(shares[place].0))
}

/// The shells of `seat` that may be loaded, and a sample with the features of each. Its target is left
/// open.
fn shells(game: &ShellOut, watcher: &Watcher<'_>, open: &Open, seat: Seat) -> (Vec<Cell>, Sample) {
    let stance = Stance::new(game, open, seat);
    let suspects = game.suspects(open, seat);
    let others = open.occupied() & !open.shells[seat.index()];
    let home = FIELD[usize::from(game.field_of(seat))];
    let belief = watcher.belief(open);
    let nearest = cells(suspects).map(|cell| stance.away(cell)).min();
    let moved = |cell: Cell| watcher.moved(open, seat, cell);
    let most = cells(suspects).map(|cell| moved(cell).times).max();
    let flag = |yes: bool| f32::from(u8::from(yes));
    let features = |cell: Cell| -> Vec<(u16, f32)> {
        let (away, moved) = (stance.away(cell), moved(cell));
        let values: [f32; FEATURES] = [
            f32::from(away),
            flag(Some(away) == nearest),
            flag(away == 1),
            flag(away == 2),
            flag(away == 3),
            f32::from(moved.times) / 3.0,
            flag(Some(moved.times) == most && moved.times > 0),
            flag(moved.times == 0),
            flag(moved.last),
            flag(home & cell.bit() != 0),
            (NEIGHBOURS[cell.index()] & others).count_ones() as f32,
            f32::from(moved.gain) / 3.0,
            belief.at(seat, cell).max(1e-3).ln(),
            flag(suspects & !home == cell.bit()),
        ];
        (0..).zip(values).collect()
    };
    let options = cells(suspects).map(features).collect();
    (cells(suspects).collect(), Sample { options, target: Vec::new(), scale: 1.0 })
}

impl Engine<ShellOut> for Reader {
    fn begin(&mut self, task: SearchTask<ShellOut>) {
        self.task = Some(task.clone());
        self.inner.begin(task);
    }

    fn step(&mut self, work: u64) -> Progress {
        self.inner.step(work)
    }

    fn nodes(&self) -> u64 {
        self.inner.nodes()
    }

    fn report(&self) -> SearchReport<Move> {
        let mut report = self.inner.report();
        let shells_out = |mv| matches!(mv, Move::Go { to, .. } if matches!(SPOTS[to.index()], Spot::ShellOut(_)));
        if shells_out(report.lines[0].choice()) {
            return report;
        }
        let guess = self.guess();
        if let Some(place) = report.lines.iter().position(|line| Some(line.choice()) == guess) {
            report.lines[..=place].rotate_right(1);
            report.chosen = report.lines[0].choice();
        }
        report
    }
}

pub(crate) fn engines() -> [EngineKind<ShellOut>; 1] {
    [EngineKind {
        name: "reader",
        make: |_, settings| {
            let nerve = settings.take("nerve", 0.4);
            let inner = InfoSets::new(Params::DEFAULT.tuned(settings));
            Box::new(Reader { inner, nerve, task: None })
        },
    }]
}
