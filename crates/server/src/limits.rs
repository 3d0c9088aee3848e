//! How much one visitor or address may ask for: token buckets.
//!
//! Their own arithmetic is twenty lines. A crate for it keeps one rate and one kind of clock a limiter:
//! the tables of rates, of whom they count for and of what is thrown away would stay as they are.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use crate::error::Error;
use crate::security::Network;
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
    /// As much as anybody likes.
    pub const NONE: Rate = Rate::new(1e12, 1e12);

    /// A rate.
    pub const fn new(per_second: f64, burst: f64) -> Self {
        Rate { per_second, burst }
    }
}

/// All limits of a server.
///
/// A cookie costs nothing, so whatever a visitor may do is limited by address as well; a household
/// or a class may share one address, so its limits are wider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Calls and new sockets of one address.
    pub address: Rate,
    /// Calls and messages of one visitor.
    pub visitor: Rate,
    /// New tables and imported records of one visitor.
    pub tables: Rate,
    /// The same of one address.
    pub tables_of_address: Rate,
    /// New names of one visitor: each is an event at all their tables.
    pub names: Rate,
    /// The same of one address.
    pub names_of_address: Rate,
    /// Things said by one visitor.
    pub chat: Rate,
    /// The same from one address.
    pub chat_of_address: Rate,
    /// Things said at one table, by however many.
    pub chat_at_table: Rate,
    /// Seats taken, left and given away, and offers made and declined, by one visitor: each is an event
    /// for everybody there.
    pub seats: Rate,
    /// The same from one address.
    pub seats_of_address: Rate,
    /// The same at one table, by however many.
    pub seats_at_table: Rate,
    /// Hints for one visitor.
    pub hints: Rate,
    /// The same for one address.
    pub hints_of_address: Rate,
    /// Tries at transfer codes from one address.
    pub claims: Rate,
    /// Sockets open at the same time for one visitor.
    pub sockets_of_visitor: usize,
    /// Sockets open at the same time for one address.
    pub sockets_of_address: usize,
    /// Sockets open at the same time in all.
    pub sockets: usize,
    /// Connections open at the same time for one address, sockets not counted.
    pub connections_of_address: usize,
    /// Connections open at the same time in all, sockets not counted.
    pub connections: usize,
    /// How long a connection may take to say what it wants, at the start and between calls.
    pub head: Duration,
    /// How long a call may take to be sent and done.
    pub call: Duration,
    /// How long a connection may leave unread what was sent to it.
    pub unread: Duration,
    /// How often a page is asked whether it is still there; one that leaves a few of these
    /// unanswered is not.
    pub beat: Duration,
    /// The longest body of a call, in bytes.
    pub body: usize,
    /// The longest message on a socket, in bytes.
    pub message: usize,
}

impl Limits {
    /// Nobody is counted; only the length of messages and the patience for them are bounded.
    pub const NONE: Limits = Limits {
        address: Rate::NONE,
        visitor: Rate::NONE,
        tables: Rate::NONE,
        tables_of_address: Rate::NONE,
        names: Rate::NONE,
        names_of_address: Rate::NONE,
        chat: Rate::NONE,
        chat_of_address: Rate::NONE,
        chat_at_table: Rate::NONE,
        seats: Rate::NONE,
        seats_of_address: Rate::NONE,
        seats_at_table: Rate::NONE,
        hints: Rate::NONE,
        hints_of_address: Rate::NONE,
        claims: Rate::NONE,
        sockets_of_visitor: usize::MAX,
        sockets_of_address: usize::MAX,
        sockets: usize::MAX / 4,
        connections_of_address: usize::MAX,
        connections: usize::MAX / 4,
        head: Duration::from_secs(15),
        call: Duration::from_secs(30),
        unread: Duration::from_secs(30),
        beat: Duration::from_secs(30),
        body: 64 * 1024,
        message: 16 * 1024,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            address: Rate::new(60.0, 600.0),
            visitor: Rate::new(20.0, 120.0),
            tables: Rate::new(0.5, 30.0),
            tables_of_address: Rate::new(0.5, 60.0),
            names: Rate::new(0.1, 5.0),
            names_of_address: Rate::new(1.0, 60.0),
            chat: Rate::new(1.0, 8.0),
            chat_of_address: Rate::new(5.0, 40.0),
            chat_at_table: Rate::new(5.0, 40.0),
            seats: Rate::new(1.0, 40.0),
            seats_of_address: Rate::new(5.0, 200.0),
            seats_at_table: Rate::new(2.0, 80.0),
            hints: Rate::new(0.5, 10.0),
            hints_of_address: Rate::new(2.0, 40.0),
            claims: Rate::new(0.1, 10.0),
            sockets_of_visitor: 32,
            sockets_of_address: 512,
            sockets: 10_000,
            connections_of_address: 128,
            connections: 4_096,
            head: Duration::from_secs(15),
            call: Duration::from_secs(30),
            unread: Duration::from_secs(30),
            beat: Duration::from_secs(30),
            body: 64 * 1024,
            message: 16 * 1024,
        }
    }
}

/// What is counted, each for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// Any call.
    Call,
    /// Setting up tables.
    Tables,
    /// Choosing a name.
    Names,
    /// Saying something.
    Chat,
    /// Changing seats, making offers.
    Seats,
    /// Asking for a hint.
    Hints,
    /// Trying a transfer code.
    Claims,
}

/// For whom it is counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Whose {
    Visitor(String),
    Address(String),
    Table(String),
}

/// A provider hands out this many times what one home has: all homes of a /48 together.
pub(crate) const SITE: f64 = 8.0;

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
    buckets: Mutex<Buckets>,
}

#[derive(Debug)]
struct Buckets {
    all: HashMap<(Kind, Whose), (Bucket, Rate)>,
    /// Past this many the full ones are thrown away: they say nothing.
    sweep_at: usize,
}

/// So many buckets are kept without a thought.
const MANY: usize = 5_000;

impl Limiter {
    /// Full buckets for everybody.
    pub(crate) fn new(limits: Limits, time: Time) -> Self {
        let buckets = Buckets { all: HashMap::new(), sweep_at: MANY };
        Limiter { limits, time, buckets: Mutex::new(buckets) }
    }

    /// One more of these by a visitor.
    pub(crate) fn visitor(&self, kind: Kind, visitor: &str) -> Result<(), Error> {
        let rate = match kind {
            Kind::Call => self.limits.visitor,
            Kind::Tables => self.limits.tables,
            Kind::Names => self.limits.names,
            Kind::Chat => self.limits.chat,
            Kind::Seats => self.limits.seats,
            Kind::Hints => self.limits.hints,
            Kind::Claims => self.limits.claims,
        };
        self.take((kind, Whose::Visitor(visitor.to_owned())), rate)
    }

    /// One more of these from an address: from its home, and from all homes of its site.
    pub(crate) fn address(&self, kind: Kind, network: Network) -> Result<(), Error> {
        let rate = match kind {
            Kind::Call => self.limits.address,
            Kind::Tables => self.limits.tables_of_address,
            Kind::Names => self.limits.names_of_address,
            Kind::Chat => self.limits.chat_of_address,
            Kind::Seats => self.limits.seats_of_address,
            Kind::Hints => self.limits.hints_of_address,
            Kind::Claims => self.limits.claims,
        };
        self.take((kind, Whose::Address(network.home())), rate)?;
        let Some(site) = network.site() else { return Ok(()) };
        let wide = Rate::new(rate.per_second * SITE, rate.burst * SITE);
        self.take((kind, Whose::Address(site)), wide)
    }

    /// One more of these by a visitor from an address.
    pub(crate) fn both(&self, kind: Kind, visitor: &str, network: Network) -> Result<(), Error> {
        self.visitor(kind, visitor)?;
        self.address(kind, network)
    }

    /// One more of these by a visitor from an address at a table where others have to follow it.
    pub(crate) fn at_table(
        &self,
        kind: Kind,
        visitor: &str,
        network: Network,
        table: &str,
    ) -> Result<(), Error> {
        self.both(kind, visitor, network)?;
        let rate = match kind {
            Kind::Chat => self.limits.chat_at_table,
            _ => self.limits.seats_at_table,
        };
        self.take((kind, Whose::Table(table.to_owned())), rate)
    }

    /// Takes a token, or says how long to wait for one.
    fn take(&self, key: (Kind, Whose), rate: Rate) -> Result<(), Error> {
        if rate == Rate::NONE {
            return Ok(());
        }
        let now = self.time.now();
        // A thread that panicked in here left a number behind that is as good as any.
        let mut buckets = self.buckets.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if buckets.all.len() > buckets.sweep_at {
            buckets
                .all
                .retain(|_, (bucket, rate)| refilled(*bucket, *rate, now).tokens < rate.burst);
            buckets.sweep_at = MANY.max(2 * buckets.all.len());
        }
        let fresh = (Bucket { tokens: rate.burst, at: now }, rate);
        let (bucket, _) = buckets.all.entry(key).or_insert(fresh);
        *bucket = refilled(*bucket, rate, now);
        if bucket.tokens < 1.0 {
            crate::metrics::REFUSED_TOO_FAST.increment();
            let wait = (1.0 - bucket.tokens) / rate.per_second.max(1e-9);
            return Err(Error::TooFast((wait.ceil() as u64).clamp(1, 3600)));
        }
        bucket.tokens -= 1.0;
        Ok(())
    }
}

fn refilled(bucket: Bucket, rate: Rate, now: i64) -> Bucket {
    // A clock that was set back gives nothing and takes nothing.
    let seconds = (now - bucket.at).max(0) as f64 / 1000.0;
    Bucket { tokens: (bucket.tokens + seconds * rate.per_second).min(rate.burst), at: now }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::security::network;
    use crate::time::ManualTime;

    fn from(address: &str) -> Network {
        network(address.parse().expect("an address"))
    }

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let clock = ManualTime::new(0);
        let limits = Limits { visitor: Rate::new(1.0, 2.0), ..Limits::default() };
        let limiter = Limiter::new(limits, Time::Manual(clock.clone()));
        let take = |who| limiter.visitor(Kind::Call, who);
        assert!(take("a").is_ok() && take("a").is_ok());
        assert!(matches!(take("a"), Err(Error::TooFast(1))));
        assert!(take("b").is_ok(), "another visitor has another bucket");
        assert!(limiter.visitor(Kind::Chat, "a").is_ok(), "and other things are counted apart");
        clock.advance(Duration::from_secs(1));
        assert!(take("a").is_ok());
        assert!(take("a").is_err());
    }

    #[test]
    fn free_cookies_do_not_void_the_limits() {
        let limits = Limits { tables_of_address: Rate::new(0.5, 20.0), ..Limits::default() };
        let limiter = Limiter::new(limits, Time::Manual(ManualTime::new(0)));
        let made = |address: &str, visitors: std::ops::Range<u32>| {
            let make = |v: &u32| limiter.both(Kind::Tables, &v.to_string(), from(address)).is_ok();
            visitors.filter(make).count()
        };
        assert_eq!(made("10.0.0.1", 0..800), 20, "a new cookie for each table helps nobody");
        assert_eq!(made("10.0.0.2", 800..810), 10, "others are not held up");
    }

    #[test]
    fn a_site_of_ipv6_homes_has_a_limit_too() {
        let limits = Limits { address: Rate::new(1.0, 10.0), ..Limits::default() };
        let limiter = Limiter::new(limits, Time::Manual(ManualTime::new(0)));
        let calls = |address: &str, times: usize| {
            (0..times).filter(|_| limiter.address(Kind::Call, from(address)).is_ok()).count()
        };
        assert_eq!(calls("2001:db8:1:1::1", 5) + calls("2001:db8:1:1::2", 15), 10, "one home");
        let homes = (2..1000).map(|home| calls(&format!("2001:db8:1:{home:x}::1"), 1));
        assert_eq!(homes.sum::<usize>(), 70, "eight homes' worth for a /48, less the first home's");
        assert_eq!(calls("2001:db8:2:1::1", 1), 1, "another site is another site");
    }

    #[test]
    fn four_hundred_talkers_cannot_flood_a_table() {
        let limiter = Limiter::new(Limits::default(), Time::Manual(ManualTime::new(0)));
        let says = |talker: u32, table| {
            let from = from(&format!("10.0.{}.1", talker % 256));
            limiter.at_table(Kind::Chat, &talker.to_string(), from, table).is_ok()
        };
        let said = (0..400).filter(|talker| says(*talker, "table")).count();
        assert_eq!(said, 40);
        assert!(says(400, "another"));
    }

    #[test]
    fn a_clock_set_back_keeps_nobody_waiting_for_longer() {
        let clock = ManualTime::new(3_600_000);
        let limits = Limits { visitor: Rate::new(1.0, 1.0), ..Limits::default() };
        let limiter = Limiter::new(limits, Time::Manual(clock.clone()));
        assert!(limiter.visitor(Kind::Call, "a").is_ok());
        clock.set(0);
        assert!(limiter.visitor(Kind::Call, "a").is_err());
        clock.advance(Duration::from_secs(1));
        assert!(limiter.visitor(Kind::Call, "a").is_ok());
    }
}
