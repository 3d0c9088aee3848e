//! How much one visitor or address may ask for: token buckets.

use std::collections::HashMap;
use std::sync::Mutex;

use crate::error::Error;
use crate::time::Time;

/// How fast a bucket fills and how much it holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// Tokens that come back each second.
    pub per_second: f64,
    /// The most that can be saved up.
    pub burst: f64,
}

impl Rate {
    /// A rate.
    pub const fn new(per_second: f64, burst: f64) -> Self {
        Rate { per_second, burst }
    }
}

/// All limits of a server.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Calls and new sockets of one address (a household or a class may share one).
    pub address: Rate,
    /// Calls and messages of one visitor.
    pub visitor: Rate,
    /// New tables and imported records of one visitor.
    pub tables: Rate,
    /// Things said by one visitor.
    pub chat: Rate,
    /// Hints for one visitor.
    pub hints: Rate,
    /// Tries at transfer codes from one address.
    pub claims: Rate,
    /// Sockets open at the same time for one visitor.
    pub sockets_of_visitor: usize,
    /// Sockets open at the same time for one address.
    pub sockets_of_address: usize,
    /// Sockets open at the same time in all.
    pub sockets: usize,
    /// The longest body of a call, in bytes.
    pub body: usize,
    /// The longest message on a socket, in bytes.
    pub message: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            address: Rate::new(60.0, 600.0),
            visitor: Rate::new(20.0, 120.0),
            tables: Rate::new(0.5, 30.0),
            chat: Rate::new(1.0, 8.0),
            hints: Rate::new(0.5, 10.0),
            claims: Rate::new(0.1, 10.0),
            sockets_of_visitor: 32,
            sockets_of_address: 512,
            sockets: 10_000,
            body: 64 * 1024,
            message: 16 * 1024,
        }
    }
}

/// What is counted, each for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// Anything from an address.
    Address,
    /// Anything from a visitor.
    Visitor,
    /// Setting up tables.
    Tables,
    /// Saying something.
    Chat,
    /// Asking for a hint.
    Hints,
    /// Trying a transfer code.
    Claims,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    tokens: f64,
    at: i64,
}

/// Everybody's buckets.
#[derive(Debug)]
pub(crate) struct Limiter {
    limits: Limits,
    time: Time,
    buckets: Mutex<HashMap<(Kind, String), Bucket>>,
}

/// Past this many buckets the full ones are thrown away: they say nothing.
const MANY: usize = 50_000;

impl Limiter {
    /// Full buckets for everybody.
    pub(crate) fn new(limits: Limits, time: Time) -> Self {
        Limiter { limits, time, buckets: Mutex::new(HashMap::new()) }
    }

    fn rate(&self, kind: Kind) -> Rate {
        match kind {
            Kind::Address => self.limits.address,
            Kind::Visitor => self.limits.visitor,
            Kind::Tables => self.limits.tables,
            Kind::Chat => self.limits.chat,
            Kind::Hints => self.limits.hints,
            Kind::Claims => self.limits.claims,
        }
    }

    /// Takes a token, or says how long to wait for one.
    pub(crate) fn take(&self, kind: Kind, who: &str) -> Result<(), Error> {
        let rate = self.rate(kind);
        let now = self.time.now();
        // A thread that panicked in here left a number behind that is as good as any.
        let mut buckets = self.buckets.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if buckets.len() > MANY {
            let full = |kind: Kind, bucket: &Bucket| {
                let rate = self.rate(kind);
                refilled(*bucket, rate, now).tokens >= rate.burst
            };
            buckets.retain(|(kind, _), bucket| !full(*kind, bucket));
        }
        let fresh = Bucket { tokens: rate.burst, at: now };
        let bucket = buckets.entry((kind, who.to_owned())).or_insert(fresh);
        *bucket = refilled(*bucket, rate, now);
        if bucket.tokens < 1.0 {
            metrics::counter!("parlour_refused_too_fast").increment(1);
            let wait = (1.0 - bucket.tokens) / rate.per_second.max(1e-9);
            return Err(Error::TooFast((wait.ceil() as u64).clamp(1, 3600)));
        }
        bucket.tokens -= 1.0;
        Ok(())
    }
}

fn refilled(bucket: Bucket, rate: Rate, now: i64) -> Bucket {
    let seconds = (now - bucket.at).max(0) as f64 / 1000.0;
    Bucket { tokens: (bucket.tokens + seconds * rate.per_second).min(rate.burst), at: now }
}

/// How many sockets are open, for whom.
#[derive(Debug, Default)]
pub(crate) struct Sockets {
    open: Mutex<HashMap<String, usize>>,
}

/// A socket's place; it is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    sockets: std::sync::Arc<Sockets>,
    keys: [String; 3],
}

impl Sockets {
    /// How many are open.
    pub(crate) fn count(&self) -> usize {
        let open = self.open.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        open.get("all").copied().unwrap_or(0)
    }

    /// A place for one more socket, if there is one.
    pub(crate) fn enter(
        self: &std::sync::Arc<Self>,
        limits: &Limits,
        visitor: &str,
        address: &str,
    ) -> Result<Place, Error> {
        let keys = ["all".to_owned(), format!("v {visitor}"), format!("a {address}")];
        let most = [limits.sockets, limits.sockets_of_visitor, limits.sockets_of_address];
        let mut open = self.open.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let count = |key: &String| open.get(key).copied().unwrap_or(0);
        if keys.iter().zip(most).any(|(key, most)| count(key) >= most) {
            return Err(Error::TooFast(10));
        }
        for key in &keys {
            *open.entry(key.clone()).or_default() += 1;
        }
        metrics::gauge!("parlour_sockets").increment(1);
        Ok(Place { sockets: self.clone(), keys })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        metrics::gauge!("parlour_sockets").decrement(1);
        let mut open = self.sockets.open.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        for key in &self.keys {
            if let Some(count) = open.get_mut(key) {
                *count -= 1;
                if *count == 0 {
                    open.remove(key);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;
    use crate::time::ManualTime;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let clock = ManualTime::new(0);
        let limits = Limits { visitor: Rate::new(1.0, 2.0), ..Limits::default() };
        let limiter = Limiter::new(limits, Time::Manual(clock.clone()));
        let take = |who| limiter.take(Kind::Visitor, who);
        assert!(take("a").is_ok() && take("a").is_ok());
        assert!(matches!(take("a"), Err(Error::TooFast(1))));
        assert!(take("b").is_ok(), "another visitor has another bucket");
        assert!(limiter.take(Kind::Chat, "a").is_ok(), "and other things are counted apart");
        clock.advance(Duration::from_secs(1));
        assert!(take("a").is_ok());
        assert!(take("a").is_err());
    }

    #[test]
    fn sockets_are_counted_until_they_close() {
        let limits = Limits { sockets_of_visitor: 1, ..Limits::default() };
        let sockets = Arc::new(Sockets::default());
        let place = sockets.enter(&limits, "v", "a").expect("the first fits");
        assert!(sockets.enter(&limits, "v", "a").is_err());
        assert!(sockets.enter(&limits, "w", "a").is_ok());
        drop(place);
        assert!(sockets.enter(&limits, "v", "a").is_ok());
    }
}
