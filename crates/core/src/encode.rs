//! Games as numbers, for programs that learn: a fixed index for every move, and an observation of a view
//! as a row of numbers.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::mem;

use crate::game::{Game, Turn, sample};
use crate::history::GameHistory;
use crate::laws::viewers;
use crate::rng::seeded;

/// One part of an observation. The parts follow each other, each in row-major order.
#[derive(Clone, PartialEq, Debug)]
pub struct Plane {
    /// Its name: `own pieces`.
    pub name: &'static str,
    /// Its shape: `[10, 9]` for a board of ten ranks and nine files.
    pub shape: Vec<usize>,
    /// The least and the greatest number that it can hold.
    pub range: (f32, f32),
    /// What its numbers mean, in one sentence.
    pub meaning: &'static str,
}

impl Plane {
    /// A plane of zeros and ones.
    pub fn marks(name: &'static str, shape: impl Into<Vec<usize>>, meaning: &'static str) -> Plane {
        Plane { name, shape: shape.into(), range: (0.0, 1.0), meaning }
    }

    /// A plane whose numbers lie in this range.
    pub fn numbers(
        name: &'static str,
        shape: impl Into<Vec<usize>>,
        range: (f32, f32),
        meaning: &'static str,
    ) -> Plane {
        Plane { name, shape: shape.into(), range, meaning }
    }

    /// How many numbers it has.
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }
}

/// Moves and views as numbers.
///
/// An observation is made from a view, so it cannot hold what the viewer may not know. [`check`] checks
/// the laws: moves and indices correspond one to one, and different views have different observations.
pub trait Encode: Game {
    /// How many move indices there are, whatever the options.
    const ACTIONS: usize;

    /// The index of a move, below [`Encode::ACTIONS`].
    fn action_index(&self, mv: Self::Move) -> usize;

    /// The move with this index; `None` from [`Encode::ACTIONS`] on.
    fn action_at(&self, index: usize) -> Option<Self::Move>;

    /// The parts of an observation.
    fn planes(&self) -> Vec<Plane>;

    /// Writes all parts of an observation. `out` has the size of [`Encode::planes`] together.
    fn observe(&self, view: &Self::View, out: &mut [f32]);

    /// How many numbers an observation has.
    fn observation_size(&self) -> usize {
        self.planes().iter().map(Plane::size).sum()
    }
}

/// Writes an observation, one plane after another.
#[derive(Debug)]
pub struct PlaneWriter<'a> {
    rest: &'a mut [f32],
}

impl<'a> PlaneWriter<'a> {
    /// A writer that begins with the first plane.
    #[inline]
    pub fn new(out: &'a mut [f32]) -> Self {
        PlaneWriter { rest: out }
    }

    /// The next `size` numbers, all 0.
    #[inline]
    pub fn plane(&mut self, size: usize) -> &'a mut [f32] {
        let (plane, rest) = mem::take(&mut self.rest).split_at_mut(size);
        self.rest = rest;
        plane.fill(0.0);
        plane
    }

    /// A plane of `size` numbers: 1 at these places, 0 elsewhere.
    #[inline]
    pub fn marks(&mut self, size: usize, places: impl IntoIterator<Item = usize>) {
        let plane = self.plane(size);
        places.into_iter().for_each(|place| plane[place] = 1.0);
    }

    /// The next number.
    #[inline]
    pub fn number(&mut self, value: f32) {
        self.plane(1)[0] = value;
    }
}

/// Plays a random game and checks the laws of [`Encode`]; it panics at the first breach.
pub fn check<G: Encode>(game: &G, seed: u64) {
    indices_and_moves_correspond(game);
    let mut rng = seeded(seed);
    let mut history = GameHistory::new(game, game.start());
    let mut seen = HashMap::new();
    loop {
        let state = history.state();
        if let Turn::Player(_) = game.turn(state) {
            game.for_each_move(state, |mv| {
                let index = game.action_index(mv);
                assert_eq!(game.action_at(index), Some(mv), "move {mv:?} has the index {index}");
            });
        }
        for viewer in viewers(game.seats()) {
            let view = game.view(state, viewer);
            let key = observation_hash(game, &view);
            let other = seen.entry(key).or_insert_with(|| view.clone());
            assert_eq!(*other, view, "different views have different observations");
        }
        let Some(action) = sample(game, state, &mut rng) else { return };
        history.apply(game, action);
    }
}

fn indices_and_moves_correspond<G: Encode>(game: &G) {
    for index in 0..G::ACTIONS {
        let mv = game.action_at(index).unwrap_or_else(|| panic!("index {index} has a move"));
        assert_eq!(game.action_index(mv), index, "{mv:?} has one index");
    }
    assert_eq!(game.action_at(G::ACTIONS), None, "there are {} indices", G::ACTIONS);
}

/// A hash of an observation, after a check that all of it is written and within its ranges.
fn observation_hash<G: Encode>(game: &G, view: &G::View) -> u64 {
    let mut out = vec![f32::NAN; game.observation_size()];
    game.observe(view, &mut out);
    let mut rest = &out[..];
    for plane in game.planes() {
        let (numbers, next) = rest.split_at(plane.size());
        let (least, most) = plane.range;
        let fits = |number: &f32| (least..=most).contains(number);
        assert!(numbers.iter().all(fits), "{}: {numbers:?} in {view:?}", plane.name);
        rest = next;
    }
    let mut hasher = DefaultHasher::new();
    out.iter().for_each(|number| number.to_bits().hash(&mut hasher));
    hasher.finish()
}
