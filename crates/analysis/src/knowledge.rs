//! What could be known of the secrets of a finished game: at every moment and for every viewer, by counting
//! and by the engine's belief model, beside the truth; and how much each owner's moves gave away.

use parlour_core::{Seat, Turn, Viewer};
use parlour_search::SecretOdds;
use parlour_session::{GameRecord, Session};
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use {ts_rs::TS, utoipa::ToSchema};

use crate::account::RecordError;

/// What could be known in a finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Knowledge {
    /// The seat whose knowledge the moments show; null for somebody who only looks on.
    pub viewer: Option<u8>,
    /// The secrets after 0, 1, 2 … actions.
    pub moments: Vec<Vec<KnownSecret>>,
    /// What each owner gave away to somebody who only looked on, in seat order.
    pub owners: Vec<Giveaway>,
    /// How good the reading of all secrets was; null where there were none.
    pub brier: Option<Brier>,
}

/// A secret that lies somewhere on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct KnownSecret {
    /// Whose it is.
    pub owner: u8,
    /// Where it is: an index into the layout's sites.
    pub truth: u16,
    /// Where it may be.
    pub places: Vec<KnownPlace>,
}

/// The probability that a secret lies at a place.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct KnownPlace {
    /// The place: an index into the layout's sites.
    pub site: u16,
    /// By counting all that is possible.
    pub counting: f64,
    /// By the engine's belief model, which also reads how the players moved.
    pub reading: f64,
}

/// What the moves of one owner gave away.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Giveaway {
    /// The bits about the secret that the owner's own moves have given away after 0, 1, 2 … actions, below 0
    /// where they misled; null where the owner has no secret. It begins at 0 with every new secret.
    pub bits: Vec<Option<f64>>,
    /// The bits that a secret gave away by its end, on average; null where the owner had none.
    pub mean_bits: Option<f64>,
    /// The move that gave most away; null where none gave anything away.
    pub most: Option<TellingMove>,
    /// How good the reading of this owner was.
    pub brier: Option<Brier>,
}

/// A move that gave something away.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct TellingMove {
    /// The action.
    pub ply: u32,
    /// The bits that it gave away.
    pub bits: f64,
    /// What the reading gave the right place before it.
    pub before: f64,
    /// What the reading gave the right place after it.
    pub after: f64,
}

/// Brier scores: the mean squared distance of the probabilities from the truth, from 0 (always right and
/// sure) to 2 (always wrong and sure).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema), ts(rename = "BrierScore"))]
#[cfg_attr(feature = "schema", schema(as = BrierScore))]
pub struct Brier {
    /// Over this number of moments.
    pub moments: u32,
    /// Of the reading.
    pub reading: f64,
    /// Of a blind guess among the places that counting leaves.
    pub blind: f64,
}

/// No reading gives the truth less than this.
const LEAST: f64 = 1e-6;

/// What could be known in a game, for a viewer. `None` where nothing was hidden on the board.
///
/// # Errors
/// When an action cannot be played.
pub fn knowledge(
    record: GameRecord,
    viewer: Option<Seat>,
) -> Result<Option<Knowledge>, RecordError> {
    let mut maker = KnowledgeMaker::new(record, viewer);
    while maker.step()? {}
    Ok(maker.finish())
}

/// Goes through a game one action at a time, for a caller who has other things to do in between.
#[derive(Debug)]
pub struct KnowledgeMaker {
    record: GameRecord,
    viewer: Option<Seat>,
    session: Box<dyn Session>,
    moments: Vec<Vec<KnownSecret>>,
    owners: Vec<Tracker>,
}

impl KnowledgeMaker {
    /// Begins at the start of a game.
    pub fn new(record: GameRecord, viewer: Option<Seat>) -> Self {
        let session = record.start.boxed_clone();
        let owners = vec![Tracker::default(); usize::from(session.seats())];
        let mut maker = KnowledgeMaker { record, viewer, session, moments: Vec::new(), owners };
        maker.look(None);
        maker
    }

    /// Makes the next action. Returns whether there was one.
    ///
    /// # Errors
    /// When it cannot be played.
    pub fn step(&mut self) -> Result<bool, RecordError> {
        let ply = self.moments.len();
        let Some(action) = self.record.actions.get(ply - 1) else { return Ok(false) };
        let by = match self.session.turn() {
            Turn::Player(seat) => Some(seat),
            _ => None,
        };
        self.session.play(action).map_err(|error| RecordError::Action { ply, error })?;
        self.look(by);
        Ok(true)
    }

    /// What could be known, when all actions are made.
    pub fn finish(self) -> Option<Knowledge> {
        if self.moments.iter().all(Vec::is_empty) {
            return None;
        }
        let brier = Scores::sum(self.owners.iter().map(|owner| &owner.scores));
        Some(Knowledge {
            viewer: self.viewer.map(|seat| seat.0),
            moments: self.moments,
            brier: brier.brier(),
            owners: self.owners.into_iter().map(Tracker::giveaway).collect(),
        })
    }

    /// Looks at the position that the last action, by this player, has led to.
    fn look(&mut self, by: Option<Seat>) {
        let truth = self.session.secret_sites();
        let public = self.session.secret_odds(Viewer::Public);
        for (owner, tracker) in self.owners.iter_mut().enumerate() {
            let secret = public.iter().find(|secret| secret.owner.index() == owner);
            let known = secret.and_then(|secret| known(secret, &truth));
            tracker.look(self.moments.len(), known.as_ref(), by.map(Seat::index) == Some(owner));
        }
        let seen = match self.viewer {
            Some(seat) => self.session.secret_odds(Viewer::Seat(seat)),
            None => public,
        };
        self.moments.push(seen.iter().filter_map(|secret| known(secret, &truth)).collect());
    }
}

fn known(secret: &SecretOdds, truth: &[(Seat, u16)]) -> Option<KnownSecret> {
    let &(_, truth) = truth.iter().find(|(owner, _)| *owner == secret.owner)?;
    let place = |place: &parlour_search::PlaceOdds| KnownPlace {
        site: place.site,
        counting: rounded(place.counted),
        reading: rounded(place.believed),
    };
    let places = secret.places.iter().map(place).collect();
    Some(KnownSecret { owner: secret.owner.0, truth, places })
}

/// With six digits: the rest is noise, and long.
fn rounded(odds: f64) -> f64 {
    (odds * 1e6).round() / 1e6
}

impl KnownSecret {
    /// The probability that the reading gives the truth.
    fn reading(&self) -> f64 {
        let place = self.places.iter().find(|place| place.site == self.truth);
        place.map_or(LEAST, |place| place.reading.max(LEAST))
    }

    fn distance(&self, odds: impl Fn(&KnownPlace) -> f64) -> f64 {
        let truth = |place: &KnownPlace| f64::from(u8::from(place.site == self.truth));
        self.places.iter().map(|place| (odds(place) - truth(place)).powi(2)).sum()
    }
}

/// Follows what one owner gives away.
#[derive(Clone, Debug, Default)]
struct Tracker {
    bits: Vec<Option<f64>>,
    ends: Vec<f64>,
    reading: Option<f64>,
    most: Option<TellingMove>,
    scores: Scores,
}

impl Tracker {
    fn look(&mut self, ply: usize, secret: Option<&KnownSecret>, own: bool) {
        let last = self.bits.last().copied().flatten();
        let Some(secret) = secret else {
            self.ends.extend(last);
            self.bits.push(None);
            self.reading = None;
            return;
        };
        let after = secret.reading();
        let bits = match self.reading {
            Some(before) if own => {
                let bits = (after / before).log2();
                if bits > self.most.map_or(0.0, |most| most.bits) {
                    self.most = Some(TellingMove { ply: ply as u32, bits, before, after });
                }
                bits
            }
            _ => 0.0,
        };
        self.bits.push(Some(rounded(last.unwrap_or(0.0) + bits)));
        self.reading = Some(after);
        self.scores.add(secret);
    }

    fn giveaway(mut self) -> Giveaway {
        self.ends.extend(self.bits.last().copied().flatten());
        let mean = self.ends.iter().sum::<f64>() / self.ends.len().max(1) as f64;
        Giveaway {
            mean_bits: (!self.ends.is_empty()).then_some(mean),
            bits: self.bits,
            most: self.most,
            brier: self.scores.brier(),
        }
    }
}

/// Sums for Brier scores.
#[derive(Clone, Copy, Debug, Default)]
struct Scores {
    moments: u32,
    reading: f64,
    blind: f64,
}

impl Scores {
    fn add(&mut self, secret: &KnownSecret) {
        self.moments += 1;
        self.reading += secret.distance(|place| place.reading);
        self.blind += secret.distance(|place| place.counting);
    }

    fn sum<'a>(all: impl Iterator<Item = &'a Scores>) -> Scores {
        all.fold(Scores::default(), |sum, scores| Scores {
            moments: sum.moments + scores.moments,
            reading: sum.reading + scores.reading,
            blind: sum.blind + scores.blind,
        })
    }

    fn brier(self) -> Option<Brier> {
        let count = f64::from(self.moments);
        (self.moments > 0).then(|| Brier {
            moments: self.moments,
            reading: self.reading / count,
            blind: self.blind / count,
        })
    }
}
