//! Fair dice: chance at a table follows from numbers that nobody can steer, and everybody can check
//! it once the game is over.
//!
//! 1. When a table is set up, the server draws a secret seed and shows its hash, the commitment.
//! 2. Each player's browser draws a random text of its own and shows the text's hash, its seal.
//! 3. When all seals are there, each browser notes them down and opens its own: it adds its text.
//!    From the first text or action on no seal is taken.
//! 4. The throw at a ply follows from the seed, the ply and the texts opened until then.
//! 5. When the game is over, the seed is opened. [`verify`] throws everything again.
//!
//! Every party fixes its number before the first other one is known: the server its seed, each
//! browser its text. So neither the server, nor a player, nor both together can choose a throw: a
//! text without a seal does not count, and a seal that was not among those that a browser noted
//! down shows there at the end. What is left is to open late or not at all, once for each seal,
//! and [`Audit`] shows it.
//!
//! The numbers come from SHA-256 and the outcomes are taken in the order of their texts, so that a
//! program in any language can check them:
//!
//! ```text
//! commitment = sha256(seed, as text)
//! seal       = sha256(contribution, as text)
//! key        = sha256("parlour dice 2" / seed / ply / contribution 1 / contribution 2 …)
//! block i    = sha256(key / i as text), read as eight 32-bit numbers, the highest byte first
//! number < n = the high half of (number × n), where a product whose low half is below
//!              (2^32 - n) mod n is thrown away
//! ```
//!
//! `a / b` joins texts, each with its length in bytes as eight bytes, the highest first, in front.
//! Contributions stand in the order of their seals; an empty text stands for one that is not opened
//! at that ply. A table from before there were seals has `parlour dice 1` there and its contributions
//! in the order in which they came.

use std::convert::Infallible;

use parlour_core::NotationError;
use parlour_core::rng::below;
use parlour_session::Session;
use rand_core::TryRng;
use serde::{Deserialize, Serialize};

use crate::hash::{digest, hex};

/// What a visitor's browser may do for the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Wanted {
    /// Nothing, or nothing yet.
    Nothing,
    /// Seal what it will add.
    Seal,
    /// Add it: best when all seals are there.
    Salt,
}

/// A browser seals what it will add to the dice, or adds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Contribute {
    /// The SHA-256 of a random text, in hexadecimal.
    Seal(String),
    /// The random text, of 8 to 64 letters and digits.
    Salt(String),
}

/// The longest contribution, in characters.
pub const SALT_LIMIT: usize = 64;

/// What a browser added to a table's dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contribution {
    /// The number of actions made before it: it counts from here on.
    pub ply: u32,
    /// A random text.
    pub salt: String,
}

/// What browsers added to a table's dice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// The hashes of what they meant to add, in order; `None`: a table from before there were any.
    pub seals: Option<Vec<String>>,
    /// What they added, in order.
    pub contributions: Vec<Contribution>,
}

impl Given {
    /// What counts at a ply.
    fn at(&self, ply: u32) -> Vec<&str> {
        let given = self.contributions.iter();
        let Some(seals) = &self.seals else {
            let until = given.take_while(|given| given.ply <= ply);
            return until.map(|given| given.salt.as_str()).collect();
        };
        let until = given.filter(|given| given.ply <= ply);
        let opened: Vec<_> =
            until.map(|given| (commitment(&given.salt), given.salt.as_str())).collect();
        let find = |seal: &String| opened.iter().find(|(of, _)| of == seal);
        seals.iter().map(|seal| find(seal).map_or("", |(_, salt)| salt)).collect()
    }

    /// Whether every contribution was sealed, once.
    fn check(&self) -> Result<(), Unfair> {
        let Some(mut left) = self.seals.clone() else { return Ok(()) };
        for given in &self.contributions {
            let Some(at) = left.iter().position(|seal| *seal == commitment(&given.salt)) else {
                return Err(Unfair::Unsealed(given.salt.clone()));
            };
            left.swap_remove(at);
        }
        Ok(())
    }
}

/// Whether a text can be a seal.
pub fn is_seal(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

/// Whether a text can be a contribution.
pub fn is_salt(text: &str) -> bool {
    (8..=SALT_LIMIT).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// What the server shows of its seed before the game, and a browser of a text before it adds it: its seal.
pub fn commitment(text: &str) -> String {
    use sha2::{Digest, Sha256};
    hex(&Sha256::digest(text.as_bytes()))
}

/// The outcome at a chance node, as text; `None` when chance is not to act.
pub fn throw(session: &dyn Session, seed: &str, ply: u32, given: &Given) -> Option<String> {
    let chances = session.chances();
    let total: u32 = chances.iter().map(|(_, weight)| weight).sum();
    if total == 0 {
        return None;
    }
    let mut drawn = below(&mut Stream::new(seed, ply, given), total);
    chances.into_iter().find_map(|(outcome, weight)| {
        let here = drawn < weight;
        drawn = drawn.wrapping_sub(weight);
        here.then_some(outcome)
    })
}

/// The random numbers of one throw.
struct Stream {
    key: String,
    block: u32,
    numbers: Vec<u32>,
}

impl Stream {
    fn new(seed: &str, ply: u32, given: &Given) -> Self {
        let ply_text = ply.to_string();
        let kind = if given.seals.is_some() { "parlour dice 2" } else { "parlour dice 1" };
        let mut parts = vec![kind, seed, &ply_text];
        parts.extend(given.at(ply));
        Stream { key: hex(&digest(&parts)), block: 0, numbers: Vec::new() }
    }
}

impl TryRng for Stream {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        if self.numbers.is_empty() {
            let block = digest(&[&self.key, &self.block.to_string()]);
            self.block += 1;
            let number = |bytes: &[u8]| bytes.iter().fold(0, |n, b| n << 8 | u32::from(*b));
            self.numbers = block.chunks(4).map(number).rev().collect();
        }
        Ok(self.numbers.pop().unwrap_or_default())
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let high = u64::from(self.try_next_u32()?);
        Ok(high << 32 | u64::from(self.try_next_u32()?))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(4) {
            let number = self.try_next_u32()?.to_be_bytes();
            chunk.copy_from_slice(&number[..chunk.len()]);
        }
        Ok(())
    }
}

/// What a check of a whole game found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    /// How many throws and draws were checked.
    pub throws: u32,
    /// How many contributions were mixed in.
    pub contributions: usize,
    /// How many of them came after the first throw, and count from then on.
    pub late: usize,
    /// How many browsers sealed something and never opened it.
    pub unopened: usize,
}

/// Why the dice of a game were not fair, or its record is not that of a game.
#[derive(Debug, thiserror::Error)]
pub enum Unfair {
    /// The seed is not the one that was committed to.
    #[error("the seed is not the one that was committed to")]
    Seed,
    /// This contribution was not sealed before.
    #[error("the contribution {0} was not sealed before")]
    Unsealed(String),
    /// The action of this number, from 1, is not what was thrown.
    #[error("action {number} is {action}, but the dice say {fair}")]
    Throw {
        /// The number.
        number: u32,
        /// The action.
        action: String,
        /// What was thrown.
        fair: String,
    },
    /// The rules forbid the action of this number, from 1.
    #[error("action {number}: {error}")]
    Illegal {
        /// The number.
        number: u32,
        /// Why.
        error: NotationError,
    },
}

/// Throws everything again, from the start of a game through all its actions.
pub fn verify(
    mut session: Box<dyn Session>,
    actions: &[String],
    committed: &str,
    seed: &str,
    given: &Given,
) -> Result<Audit, Unfair> {
    if commitment(seed) != committed {
        return Err(Unfair::Seed);
    }
    given.check()?;
    let (mut throws, mut late) = (0, 0);
    for (ply, action) in (0..).zip(actions) {
        if let Some(fair) = throw(session.as_ref(), seed, ply, given) {
            if throws == 0 {
                late = given.contributions.iter().filter(|given| given.ply > ply).count();
            }
            throws += 1;
            if fair != *action {
                return Err(Unfair::Throw { number: ply + 1, action: action.clone(), fair });
            }
        }
        session.play(action).map_err(|error| Unfair::Illegal { number: ply + 1, error })?;
    }
    let contributions = given.contributions.len();
    let unopened = given.seals.as_ref().map_or(0, |seals| seals.len() - contributions);
    Ok(Audit { throws, contributions, late, unopened })
}

#[cfg(test)]
mod tests {
    use parlour_core::OptionValues;
    use parlour_core::rng::Rng;

    use super::*;

    fn open(game: &str) -> Box<dyn Session> {
        let entry = parlour_games::find(game).expect("a game");
        (entry.open)(&OptionValues::default()).expect("it opens")
    }

    fn salt(ply: u32, text: &str) -> Contribution {
        Contribution { ply, salt: text.to_owned() }
    }

    #[test]
    fn a_throw_follows_from_seed_ply_and_contributions_alone() {
        let session = open("shut-the-box");
        let throw = |seed: &str, ply, given: &[Contribution]| {
            let given = Given { seals: None, contributions: given.to_vec() };
            (ply..ply + 40).map(|p| throw(session.as_ref(), seed, p, &given)).collect::<Vec<_>>()
        };
        let given = [salt(0, "abcdefgh")];
        assert_eq!(throw("seed", 0, &given), throw("seed", 0, &given));
        assert_ne!(throw("seed", 0, &given), throw("seed", 0, &[]), "a contribution counts");
        assert_ne!(throw("seed", 0, &given), throw("need", 0, &given), "the seed counts");
        let late = [salt(0, "abcdefgh"), salt(1000, "ijklmnop")];
        assert_eq!(throw("seed", 0, &given), throw("seed", 0, &late), "the past stays");
        assert_ne!(throw("seed", 1000, &given), throw("seed", 1000, &late));
    }

    #[test]
    fn the_numbers_are_those_that_are_written_down() {
        let committed = "19ba23494df5a9169ed8846b275c149445b50916be6607d7204d97acc1ad0cdb";
        assert_eq!(commitment("parlour"), committed);
        let contributions = vec![salt(0, "abcdefgh"), salt(4, "ijklmnop")];
        let mut given = Given { seals: None, contributions };
        let mut stream = Stream::new("parlour", 3, &given);
        let numbers: Vec<u32> = (0..9).map(|_| stream.next_u32()).collect();
        assert_eq!(numbers[..3], [4078658523, 2017774817, 3024275154]);
        assert_eq!(numbers[8], 1167282169, "the second block follows the first");
        // With seals, what is not opened yet is an empty text in its place.
        given.seals = Some(["ijklmnop", "abcdefgh"].map(commitment).to_vec());
        let key = hex(&digest(&["parlour dice 2", "parlour", "3", "", "abcdefgh"]));
        let block = digest(&[&key, "0"]);
        let first = Stream::new("parlour", 3, &given).next_u32();
        assert_eq!(first.to_be_bytes(), block[..4]);
    }

    /// A game whose dice are thrown with what was given.
    fn played(seed: &str, given: &Given) -> Vec<String> {
        let (mut session, mut actions) = (open("shut-the-box"), Vec::new());
        for ply in 0..12 {
            let action = throw(session.as_ref(), seed, ply, given);
            let action = action.unwrap_or_else(|| session.legal()[0].clone());
            session.play(&action).expect("a legal action");
            actions.push(action);
        }
        actions
    }

    fn judge(actions: &[String], seed: &str, given: &Given) -> Result<Audit, Unfair> {
        verify(open("shut-the-box"), actions, &commitment(seed), seed, given)
    }

    /// The server of this test knows everything and invents a last contribution, the best of many.
    #[test]
    fn a_server_that_invents_the_last_contribution_is_found_out() {
        let honest = Given {
            seals: Some(vec![commitment("annsOwnSalt")]),
            contributions: vec![salt(0, "annsOwnSalt")],
        };
        assert!(judge(&played("seed", &honest), "seed", &honest).is_ok());
        let with = |number: u32| {
            let mut given = honest.clone();
            given.contributions.push(salt(0, &format!("invented{number}")));
            given
        };
        // Not sealed: it does not count, and a record that has it is refused.
        let invented = with(1);
        assert_eq!(played("seed", &invented), played("seed", &honest));
        let why = judge(&played("seed", &invented), "seed", &invented);
        assert!(matches!(why, Err(Unfair::Unsealed(salt)) if salt == "invented1"));
        // Sealed after the fact: it can choose any first throw, but the seals are no longer those
        // that Ann's browser noted down before it opened its own.
        let steered = (0..).map(with).map(|mut given| {
            let late = commitment(&given.contributions[1].salt);
            given.seals.as_mut().expect("there are some").push(late);
            given
        });
        let steered = steered.into_iter().find(|given| {
            let session = open("shut-the-box");
            let best = session.chances().pop().expect("chance begins").0;
            throw(session.as_ref(), "seed", 0, given) == Some(best)
        });
        let steered = steered.expect("one of many does");
        assert!(judge(&played("seed", &steered), "seed", &steered).is_ok(), "so it would pass");
        assert_ne!(steered.seals, honest.seals, "but for what the browser noted down");
    }

    #[test]
    fn the_order_of_opening_changes_no_throw_and_late_or_missing_numbers_are_reported() {
        let seals = Some(["annsOwnSalt", "bobsOwnSalt", "cidsOwnSalt"].map(commitment).to_vec());
        let (ann, bob) = (salt(0, "annsOwnSalt"), salt(0, "bobsOwnSalt"));
        let one = Given { seals: seals.clone(), contributions: vec![ann.clone(), bob.clone()] };
        let other = Given { seals: seals.clone(), contributions: vec![bob, ann.clone()] };
        assert_eq!(played("seed", &one), played("seed", &other));
        let late = Given { seals, contributions: vec![ann, salt(3, "cidsOwnSalt")] };
        let audit = judge(&played("seed", &late), "seed", &late).expect("it is fair");
        assert_eq!((audit.contributions, audit.late, audit.unopened), (2, 1, 1));
    }

    /// The chi-square statistic of counts against weights.
    fn chi_square(counts: &[f64], weights: &[f64]) -> f64 {
        let (all, total): (f64, f64) = (counts.iter().sum(), weights.iter().sum());
        let part = |(count, weight): (&f64, &f64)| {
            let expected = all * weight / total;
            (count - expected).powi(2) / expected
        };
        counts.iter().zip(weights).map(part).sum()
    }

    /// A value that a fair die exceeds once in a million times (Wilson and Hilferty).
    fn bound(degrees: f64) -> f64 {
        let (z, part) = (4.753, 2.0 / (9.0 * degrees));
        degrees * (1.0 - part + z * f64::sqrt(part)).powi(3)
    }

    #[test]
    fn dice_sticks_and_draws_come_as_often_as_they_should() {
        // More by option: PARLOUR_THROWS=2000000.
        let throws = std::env::var("PARLOUR_THROWS").ok().and_then(|n| n.parse().ok());
        let throws: u32 = throws.unwrap_or(30_000);
        for game in ["shut-the-box", "senet", "shell-out"] {
            let session = open(game);
            let chances = session.chances();
            let weights: Vec<f64> = chances.iter().map(|(_, weight)| f64::from(*weight)).collect();
            let mut counts = vec![0.0; chances.len()];
            for ply in 0..throws {
                let thrown = throw(session.as_ref(), "a seed", ply, &Given::default())
                    .expect("chance begins");
                let at = chances.iter().position(|(outcome, _)| *outcome == thrown);
                counts[at.expect("an outcome of these")] += 1.0;
            }
            let (found, most) = (chi_square(&counts, &weights), bound(chances.len() as f64 - 1.0));
            assert!(found < most, "{game}: chi-square {found:.1} over {most:.1}: {counts:?}");
        }
    }
}
