//! Games as numbers, for programs that learn: a fixed index for every move, and an observation of a view
//! as a row of numbers.

use std::mem;

use crate::game::Game;

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
/// An observation is made from a view, so it cannot hold what the viewer may not know. `laws::numbers` (feature `testing`) checks
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
