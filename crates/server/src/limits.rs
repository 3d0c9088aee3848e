//! What one visitor or address may use: how often (token buckets), how many at once, and how large.
//!
//! The arithmetic of token buckets is twenty lines. A crate for it keeps one rate and one kind of clock a limiter:
//! the tables of rates, of whom they count for and of what is thrown away would stay as they are.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use crate::error::Error;
use crate::security::Network;
use crate::sync::locked;
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
    pub const UNLIMITED: Rate = Rate::per_second(1e12, 1e12);

    /// This many a second, and at most `burst` at once.
    pub const fn per_second(tokens: f64, burst: f64) -> Self {
        Rate { per_second: tokens, burst }
    }

    /// This many a minute, and at most `burst` at once.
    pub const fn per_minute(tokens: f64, burst: f64) -> Self {
        Rate::per_second(tokens / 60.0, burst)
    }

    /// This many an hour, and at most `burst` at once.
    pub const fn per_hour(tokens: f64, burst: f64) -> Self {
        Rate::per_second(tokens / 3600.0, burst)
    }
}

/// The rates of one kind of thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// For one visitor.
    pub of_visitor: Rate,
    /// For one address.
    pub of_address: Rate,
    /// At one table, by however many.
    pub at_table: Rate,
}

impl Rates {
    /// As much as anybody likes.
    pub const UNLIMITED: Rates = Rates::of(Rate::UNLIMITED, Rate::UNLIMITED);

    /// For one visitor, and for one address.
    pub const fn of(of_visitor: Rate, of_address: Rate) -> Self {
        Rates { of_visitor, of_address, at_table: Rate::UNLIMITED }
    }

    /// Also at one table.
    pub const fn at_table(self, at_table: Rate) -> Self {
        Rates { at_table, ..self }
    }
}

/// Writes [`Limits`], each with its default: how often, how many at once, and what is always bounded; and
/// [`Kind`], what is counted by a rate.
macro_rules! limits {
    (
        rates { $($(#[$rate_doc:meta])* $kind:ident $rate:ident: $per:expr,)* }
        at_once { $($(#[$count_doc:meta])* $count:ident: $most:expr,)* }
        always { $($(#[$bound_doc:meta])* $bound:ident: $type:ty = $value:expr,)* }
    ) => {
        /// What is counted, each for itself.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) enum Kind {
            $($(#[$rate_doc])* $kind,)*
        }

        /// All limits of a server.
        ///
        /// A cookie costs nothing, so whatever a visitor may do is limited by address as well; a
        /// household or a class may share one address, so its limits are wider.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Limits {
            $($(#[$rate_doc])* pub $rate: Rates,)*
            $($(#[$count_doc])* pub $count: usize,)*
            $($(#[$bound_doc])* pub $bound: $type,)*
        }

        impl Limits {
            /// Nobody is counted; only the length of messages and the patience for them are bounded.
            pub const UNLIMITED: Limits = Limits {
                $($rate: Rates::UNLIMITED,)*
                $($count: UNLIMITED,)*
                $($bound: $value,)*
            };

            fn rates(&self, kind: Kind) -> Rates {
                match kind {
                    $(Kind::$kind => self.$rate,)*
                }
            }
        }

        impl Default for Limits {
            fn default() -> Self {
                Limits { $($rate: $per,)* $($count: $most,)* $($bound: $value,)* }
            }
        }
    };
}

/// More than anybody can open, and small enough that two of them can be added.
const UNLIMITED: usize = usize::MAX / 4;

limits! {
    rates {
        /// Calls, messages and new sockets.
        Call calls: Rates::of(Rate::per_second(20.0, 120.0), Rate::per_second(60.0, 600.0)),
        /// New tables and imported records.
        Tables new_tables: Rates::of(Rate::per_minute(30.0, 30.0), Rate::per_minute(30.0, 60.0)),
        /// Reading tables into memory, counted in units of [`EVENTS_PER_UNIT`] events.
        Opening opening: Rates::of(Rate::UNLIMITED, Rate::per_second(20.0, 1_200.0)),
        /// New names: each is an event at all tables of the visitor.
        Names names: Rates::of(Rate::per_minute(6.0, 5.0), Rate::per_second(1.0, 60.0)),
        /// Chat messages.
        Chat chat: Rates::of(Rate::per_second(1.0, 8.0), Rate::per_second(5.0, 40.0))
            .at_table(Rate::per_second(5.0, 40.0)),
        /// Seats taken, left and given away, and offers made and declined: each is an event for everybody
        /// there.
        Seats seats: Rates::of(Rate::per_second(1.0, 40.0), Rate::per_second(5.0, 200.0))
            .at_table(Rate::per_second(2.0, 80.0)),
        /// Hints.
        Hints hints: Rates::of(Rate::per_minute(30.0, 10.0), Rate::per_second(2.0, 40.0)),
        /// Engine analyses.
        Analyses analyses: Rates::of(Rate::per_minute(30.0, 30.0), Rate::per_second(2.0, 120.0)),
        /// Reports on finished games.
        Reports reports: Rates::of(Rate::per_hour(72.0, 6.0), Rate::per_minute(6.0, 30.0)),
        /// Changes of kept studies.
        Studies study_changes: Rates::of(Rate::per_second(1.0, 60.0), Rate::per_second(5.0, 300.0)),
        /// Kilobytes by which kept studies grow.
        Keeping keeping: Rates::of(Rate::UNLIMITED, Rate::per_hour(8.0 * 1024.0, 32.0 * 1024.0)),
        /// Tries at transfer codes.
        Claims claims: Rates::of(Rate::UNLIMITED, Rate::per_minute(6.0, 10.0)),
    }
    at_once {
        /// Sockets open at the same time for one visitor.
        sockets_of_visitor: 32,
        /// Sockets open at the same time for one address.
        sockets_of_address: 512,
        /// Sockets open at the same time in all.
        sockets: 10_000,
        /// Analyses of one address that are under way or wait for their turn.
        analyses_of_address: 6,
        /// Kilobytes of tables and studies that one address may keep in memory by open sockets and by replays
        /// that it reads.
        kilobytes_of_address: 64 * 1024,
        /// Connections open at the same time for one address, sockets not counted.
        connections_of_address: 128,
        /// Connections open at the same time in all, sockets not counted.
        connections: 4_096,
    }
    always {
        /// How long a connection may take to say what it wants, at the start and between calls.
        header_timeout: Duration = Duration::from_secs(15),
        /// How long a call may take to be sent and done.
        call_timeout: Duration = Duration::from_secs(30),
        /// How long a piece of heavy work may take before it is told to end: reading a game, a lesson.
        heavy_timeout: Duration = Duration::from_secs(10),
        /// Work that does not end for so long is stuck: the server is not well.
        stuck_after: Duration = Duration::from_secs(60),
        /// How long a page waits for the table that its title names.
        preview_timeout: Duration = Duration::from_secs(3),
        /// How long a connection may leave unread what was sent to it.
        unread_timeout: Duration = Duration::from_secs(30),
        /// How often a page is asked whether it is still there; one that leaves a few of these
        /// unanswered is not.
        ping_interval: Duration = Duration::from_secs(30),
        /// The longest body of a call, in bytes.
        max_body: usize = 64 * 1024,
        /// The longest message on a socket, in bytes.
        max_message: usize = 16 * 1024,
    }
}

/// For whom it is counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Subject {
    Visitor(String),
    Address(String),
    Table(String),
}

/// All prefixes of a /48 together have this many times what one has.
pub(crate) const SITE: f64 = 8.0;

/// A game of this many events costs one unit more to read.
pub const EVENTS_PER_UNIT: u64 = 100;

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
    all: HashMap<(Kind, Subject), (Bucket, Rate)>,
    /// Past this many the full ones are thrown away: they say nothing.
    sweep_at: usize,
}

/// Above this number of buckets, full ones are removed.
const MOST_BUCKETS: usize = 5_000;

impl Limiter {
    /// Full buckets for everybody.
    pub(crate) fn new(limits: Limits, time: Time) -> Self {
        let buckets = Buckets { all: HashMap::new(), sweep_at: MOST_BUCKETS };
        Limiter { limits, time, buckets: Mutex::new(buckets) }
    }

    /// One more of these by a visitor.
    pub(crate) fn visitor(&self, kind: Kind, visitor: &str) -> Result<(), Error> {
        let rate = self.limits.rates(kind).of_visitor;
        self.take((kind, Subject::Visitor(visitor.to_owned())), rate, 1.0)
    }

    /// One more of these from an address: for its prefix, and for all prefixes of its site.
    pub(crate) fn address(&self, kind: Kind, network: Network) -> Result<(), Error> {
        self.address_by(kind, network, 1.0)
    }

    /// Reading a table of this many events into memory for an address.
    pub(crate) fn opening(&self, network: Network, events: u64) -> Result<(), Error> {
        let units = 1 + events / EVENTS_PER_UNIT;
        let most = self.limits.opening.of_address.burst;
        self.address_by(Kind::Opening, network, (units as f64).min(most))
    }

    /// Keeping this number of bytes more for an address.
    pub(crate) fn keeping(&self, network: Network, bytes: usize) -> Result<(), Error> {
        self.address_by(Kind::Keeping, network, bytes as f64 / 1024.0)
    }

    fn address_by(&self, kind: Kind, network: Network, tokens: f64) -> Result<(), Error> {
        let rate = self.limits.rates(kind).of_address;
        self.take((kind, Subject::Address(network.prefix())), rate, tokens)?;
        let Some(site) = network.site() else { return Ok(()) };
        let wide = Rate::per_second(rate.per_second * SITE, rate.burst * SITE);
        self.take((kind, Subject::Address(site)), wide, tokens)
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
        let rate = self.limits.rates(kind).at_table;
        self.take((kind, Subject::Table(table.to_owned())), rate, 1.0)
    }

    /// Takes tokens, or says how long to wait for them.
    fn take(&self, key: (Kind, Subject), rate: Rate, tokens: f64) -> Result<(), Error> {
        if rate == Rate::UNLIMITED {
            return Ok(());
        }
        let now = self.time.now();
        let mut buckets = locked(&self.buckets);
        if buckets.all.len() > buckets.sweep_at {
            buckets
                .all
                .retain(|_, (bucket, rate)| refilled(*bucket, *rate, now).tokens < rate.burst);
            buckets.sweep_at = MOST_BUCKETS.max(2 * buckets.all.len());
        }
        let fresh = (Bucket { tokens: rate.burst, at: now }, rate);
        let (bucket, _) = buckets.all.entry(key).or_insert(fresh);
        *bucket = refilled(*bucket, rate, now);
        if bucket.tokens < tokens {
            crate::metrics::REFUSED_TOO_FAST.increment();
            let wait = (tokens - bucket.tokens) / rate.per_second.max(1e-9);
            return Err(Error::TooFast((wait.ceil() as u64).clamp(1, 3600)));
        }
        bucket.tokens -= tokens;
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
        let limits = Limits {
            calls: Rates::of(Rate::per_second(1.0, 2.0), Rate::UNLIMITED),
            ..Limits::default()
        };
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
    fn long_tables_are_dearer_to_open_than_short_ones() {
        let limiter = Limiter::new(Limits::default(), Time::Manual(ManualTime::new(0)));
        let opened = |address: &str, events: u64| {
            (0..2_000).filter(|_| limiter.opening(from(address), events).is_ok()).count()
        };
        assert_eq!(opened("10.0.0.1", 4_000), 29);
        assert_eq!(opened("10.0.0.2", 40), 1_200, "another address is not held up");
        assert_eq!(opened("10.0.0.3", u64::MAX), 1, "any table can be opened");
    }

    #[test]
    fn the_prefixes_of_an_ipv6_site_share_a_wider_limit() {
        let limits = Limits {
            calls: Rates::of(Rate::UNLIMITED, Rate::per_second(1.0, 10.0)),
            ..Limits::default()
        };
        let limiter = Limiter::new(limits, Time::Manual(ManualTime::new(0)));
        let calls = |address: &str, times: usize| {
            (0..times).filter(|_| limiter.address(Kind::Call, from(address)).is_ok()).count()
        };
        assert_eq!(calls("2001:db8:1:1::1", 5) + calls("2001:db8:1:1::2", 15), 10, "one prefix");
        let others = (2..1000).map(|n| calls(&format!("2001:db8:1:{n:x}::1"), 1));
        assert_eq!(
            others.sum::<usize>(),
            70,
            "a /48 has what eight /64 have, less the first one's"
        );
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
        let limits = Limits {
            calls: Rates::of(Rate::per_second(1.0, 1.0), Rate::UNLIMITED),
            ..Limits::default()
        };
        let limiter = Limiter::new(limits, Time::Manual(clock.clone()));
        assert!(limiter.visitor(Kind::Call, "a").is_ok());
        clock.set(0);
        assert!(limiter.visitor(Kind::Call, "a").is_err());
        clock.advance(Duration::from_secs(1));
        assert!(limiter.visitor(Kind::Call, "a").is_ok());
    }
}
