//! Questions about secrets: where may one lie, by counting what is possible?

use parlour_core::scene::SiteId;
use parlour_core::{Seat, Turn, Viewer};
use parlour_search::PlaceOdds;
use parlour_session::{Entry, Session, words::english_to};

use crate::course::{Fields, start};
use crate::lines::LessonError;
use crate::puzzles::{Origin, PuzzleGrade};

/// What stands in place of a player in a question about the secrets of all others.
pub const OTHERS: &str = "others";

/// Chances that differ by less are equal.
const EQUAL: f64 = 1e-9;

/// A position in which the learner names the place of another player's secret. The answer is counted, so
/// the file holds none.
#[derive(Clone, Debug)]
pub struct Counting {
    /// Its name in addresses: `puzzle-65`.
    pub id: String,
    /// The question.
    pub task: String,
    /// The position.
    pub start: Box<dyn Session>,
    /// How the position came about.
    pub origin: Origin,
    /// Who is asked.
    pub seat: Seat,
    /// The places that are asked about, the most likely first.
    pub places: Vec<CountedPlace>,
    /// The game before the actions of its origin.
    first: Box<dyn Session>,
}

/// A place where a secret may lie, or may no longer.
#[derive(Clone, PartialEq, Debug)]
pub struct CountedPlace {
    /// Whose secret may lie there.
    pub owner: Seat,
    /// The place.
    pub site: SiteId,
    /// Its name.
    pub name: String,
    /// The probability that the secret lies there.
    pub chance: f64,
}

/// Reads the lines of a question.
pub(crate) fn counting(entry: &Entry, fields: &Fields<'_>) -> Result<Counting, LessonError> {
    let asks = fields.required("asks")?;
    let session = start(entry, fields)?;
    let first = (entry.open)(&fields.options()?)
        .map_err(|error| LessonError::new(fields.number, error.to_string()))?;
    let owner = match asks.value.parse().ok() {
        _ if asks.value == OTHERS => None,
        Some(owner @ 1..) if owner <= session.seats() => Some(Seat(owner - 1)),
        _ => {
            let message = format!("'asks:' is '{OTHERS}' or a player, 1 to {}", session.seats());
            return Err(asks.error(message));
        }
    };
    let asked = Counting::at(&*first, &*session, Origin::of(fields)?, owner).ok_or_else(|| {
        asks.error("nobody is to move, or all places of secrets are equally likely")
    })?;
    let task = fields.required("task")?.value.to_owned();
    Ok(Counting { id: format!("puzzle-{}", fields.title), task, ..asked })
}

fn odds(session: &dyn Session, seat: Seat, owner: Seat) -> Vec<PlaceOdds> {
    let all = session.secret_odds(Viewer::Seat(seat));
    all.into_iter().find(|odds| odds.owner == owner).map_or(Vec::new(), |odds| odds.places)
}

fn places(session: &dyn Session, seat: Seat, asked: Option<Seat>) -> Vec<CountedPlace> {
    let layout = session.layout(Viewer::Seat(seat));
    let mut places = Vec::new();
    let owners = session.secret_odds(Viewer::Seat(seat)).into_iter();
    for odds in owners.filter(|odds| asked.map_or(odds.owner != seat, |one| odds.owner == one)) {
        places.extend(odds.places.iter().map(|place| CountedPlace {
            owner: odds.owner,
            site: place.site,
            name: layout.sites[usize::from(place.site)].name.clone(),
            chance: place.counted,
        }));
    }
    places.sort_by(|one, other| other.chance.total_cmp(&one.chance));
    places
}

impl Counting {
    /// The question that a position of a game asks about the secret of `owner`, or of all others; `None`
    /// where all places are equally likely. `first` is the game before the actions.
    pub fn at(
        first: &dyn Session,
        session: &dyn Session,
        origin: Origin,
        owner: Option<Seat>,
    ) -> Option<Counting> {
        let Turn::Player(seat) = session.turn() else { return None };
        let asked = Counting {
            id: String::new(),
            task: String::new(),
            places: places(session, seat, owner),
            start: session.boxed_clone(),
            first: first.boxed_clone(),
            origin,
            seat,
        };
        asked.wrong().next()?;
        Some(asked)
    }

    /// The highest chance.
    pub fn best(&self) -> f64 {
        self.places.first().map_or(0.0, |place| place.chance)
    }

    /// The places with the highest chance: each is a right answer.
    pub fn right(&self) -> impl Iterator<Item = &CountedPlace> {
        self.places.iter().filter(|place| self.best() - place.chance < EQUAL)
    }

    /// The other places.
    pub fn wrong(&self) -> impl Iterator<Item = &CountedPlace> {
        self.places.iter().filter(|place| self.best() - place.chance >= EQUAL)
    }

    /// The place of this name.
    pub fn place(&self, name: &str) -> Option<&CountedPlace> {
        self.places.iter().find(|place| place.name == name)
    }

    /// How hard it is: by the number of places that are not the answer.
    pub fn grade(&self) -> PuzzleGrade {
        match self.wrong().count() {
            0..=2 => PuzzleGrade::Easy,
            3..=4 => PuzzleGrade::Middling,
            _ => PuzzleGrade::Hard,
        }
    }

    /// Whether a place is a right answer, and what to say about it.
    pub fn judge(&self, place: &CountedPlace) -> (bool, String) {
        let right = self.best() - place.chance < EQUAL;
        let percent = |chance: f64| (100.0 * chance).round();
        let says = match (right, self.right().count()) {
            (true, 1) => "Right: no other place is as likely.".to_owned(),
            (true, many) => {
                format!("Right: {many} places are equally likely, {}% each.", percent(place.chance))
            }
            (false, _) if place.chance == 0.0 => "It cannot lie there.".to_owned(),
            (false, _) => format!(
                "It lies there with {}%, and elsewhere with {}%.",
                percent(place.chance),
                percent(self.best())
            ),
        };
        (right, says)
    }

    /// The action that ruled a place out, in words; `None` where the secret may still lie there.
    pub fn ruled_out(&self, place: &CountedPlace) -> Option<String> {
        let viewer = Viewer::Seat(self.seat);
        let mut session = self.first.clone();
        let mut moments = vec![(odds(&*session, self.seat, place.owner), None)];
        for action in &self.origin.actions {
            session.play(action).ok()?;
            let made =
                session.last(viewer).map(|last| english_to(&*session, self.seat, &last.labels));
            moments.push((odds(&*session, self.seat, place.owner), made));
        }
        let mut here = place.site;
        for pair in moments.windows(2).rev() {
            let [(before, _), (after, made)] = pair else { continue };
            let there = moved_from(before, after, here);
            if chance(before, there) > 0.0 && chance(after, here) == 0.0 {
                return made.clone();
            }
            here = there;
        }
        None
    }
}

fn chance(places: &[PlaceOdds], site: SiteId) -> f64 {
    places.iter().find(|place| place.site == site).map_or(0.0, |place| place.counted)
}

/// Where the place that is `here` after an action was before it.
fn moved_from(before: &[PlaceOdds], after: &[PlaceOdds], here: SiteId) -> SiteId {
    let holds = |places: &[PlaceOdds], site| places.iter().any(|place| place.site == site);
    if holds(before, here) {
        return here;
    }
    let left = before.iter().map(|place| place.site).find(|&site| !holds(after, site));
    left.unwrap_or(here)
}
