//! Fair dice: chance at a table follows from a seed that nobody can steer, and everybody can
//! check it once the game is over.
//!
//! 1. When a table is set up, the server draws a secret seed and shows its hash, the commitment.
//! 2. Each player's browser then contributes a random text of its own. The server can no longer
//!    change its seed, and a player does not know it: neither can choose a throw.
//! 3. The throw at a ply follows from the seed, the ply and the contributions made until then.
//! 4. When the game is over, the seed is opened. [`verify`] throws everything again.
//!
//! The numbers come from SHA-256 and the outcomes are taken in the order of their texts, so that a
//! program in any language can check them:
//!
//! ```text
//! commitment = sha256(seed, as text)
//! key        = sha256("parlour dice 1" / seed / ply / contribution 1 / contribution 2 …)
//! block i    = sha256(key / i as text), read as eight 32-bit numbers, the highest byte first
//! number < n = the high half of (number × n), where a product whose low half is below
//!              (2^32 - n) mod n is thrown away
//! ```
//!
//! `a / b` joins texts, each with its length in bytes as eight bytes, the highest first, in front.

use std::convert::Infallible;

use parlour_core::rng::below;
use parlour_games::Session;
use rand_core::TryRng;
use serde::{Deserialize, Serialize};

use crate::hash::{digest, hex};

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

/// Whether a text can be a contribution.
pub fn is_salt(text: &str) -> bool {
    (8..=SALT_LIMIT).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// What the server shows of its seed before the game.
pub fn commitment(seed: &str) -> String {
    use sha2::{Digest, Sha256};
    hex(&Sha256::digest(seed.as_bytes()))
}

/// The outcome at a chance node, as text; `None` when chance is not to act.
pub fn throw(
    session: &dyn Session,
    seed: &str,
    ply: u32,
    contributions: &[Contribution],
) -> Option<String> {
    let chances = session.chances();
    let total: u32 = chances.iter().map(|(_, weight)| weight).sum();
    if total == 0 {
        return None;
    }
    let mut drawn = below(&mut Stream::new(seed, ply, contributions), total);
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
    fn new(seed: &str, ply: u32, contributions: &[Contribution]) -> Self {
        let ply_text = ply.to_string();
        let mut parts = vec!["parlour dice 1", seed, &ply_text];
        let until = contributions.iter().take_while(|given| given.ply <= ply);
        parts.extend(until.map(|given| given.salt.as_str()));
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
pub struct Verdict {
    /// How many throws and draws were checked.
    pub throws: u32,
    /// How many contributions were mixed in.
    pub contributions: usize,
}

/// Throws everything again, from the start of a game through all its actions.
pub fn verify(
    mut session: Box<dyn Session>,
    actions: &[String],
    committed: &str,
    seed: &str,
    contributions: &[Contribution],
) -> Result<Verdict, String> {
    if commitment(seed) != committed {
        return Err("the seed is not the one that was committed to".to_owned());
    }
    let mut throws = 0;
    for (ply, action) in (0..).zip(actions) {
        if let Some(fair) = throw(session.as_ref(), seed, ply, contributions) {
            throws += 1;
            if fair != *action {
                let number = ply + 1;
                return Err(format!("action {number} is {action}, but the dice say {fair}"));
            }
        }
        session.play(action).map_err(|error| format!("action {}: {error}", ply + 1))?;
    }
    Ok(Verdict { throws, contributions: contributions.len() })
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
            (ply..ply + 40).map(|p| throw(session.as_ref(), seed, p, given)).collect::<Vec<_>>()
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
        let mut stream = Stream::new("parlour", 3, &[salt(0, "abcdefgh"), salt(4, "ijklmnop")]);
        let numbers: Vec<u32> = (0..9).map(|_| stream.next_u32()).collect();
        assert_eq!(numbers[..3], [4078658523, 2017774817, 3024275154]);
        assert_eq!(numbers[8], 1167282169, "the second block follows the first");
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
                let thrown = throw(session.as_ref(), "a seed", ply, &[]).expect("chance begins");
                let at = chances.iter().position(|(outcome, _)| *outcome == thrown);
                counts[at.expect("an outcome of these")] += 1.0;
            }
            let (found, most) = (chi_square(&counts, &weights), bound(chances.len() as f64 - 1.0));
            assert!(found < most, "{game}: chi-square {found:.1} over {most:.1}: {counts:?}");
        }
    }
}
