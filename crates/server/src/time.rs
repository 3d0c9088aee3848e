//! The time of day, which tests can hold in their hand.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

/// Where the time comes from.
#[derive(Clone, Debug, Default)]
pub enum Time {
    /// The computer's clock.
    #[default]
    System,
    /// A clock that stands still until somebody moves it on.
    Manual(ManualTime),
}

/// A clock for tests. Like a computer it has two: the time of day, which may be set, and the time that
/// passes.
#[derive(Clone, Debug)]
pub struct ManualTime(Arc<watch::Sender<Hands>>);

#[derive(Clone, Copy, Debug)]
struct Hands {
    now: i64,
    passed: i64,
}

impl ManualTime {
    /// A clock that shows `now`, in milliseconds since 1970.
    pub fn new(now: i64) -> Self {
        ManualTime(Arc::new(watch::Sender::new(Hands { now, passed: 0 })))
    }

    /// Sets the clock, also back; no time passes.
    pub fn set(&self, now: i64) {
        self.0.send_modify(|hands| hands.now = now);
    }

    /// Lets time pass; everything that waited for a time in between wakes up.
    pub fn advance(&self, by: Duration) {
        let by = by.as_millis() as i64;
        self.0.send_modify(|hands| {
            hands.now += by;
            hands.passed += by;
        });
    }
}

/// The longest sleep without a look at the clock: a laptop may have been shut in between.
const NAP: Duration = Duration::from_secs(30);

impl Time {
    /// Milliseconds since 1970.
    pub fn now(&self) -> i64 {
        match self {
            Time::System => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                since.as_millis() as i64
            }
            Time::Manual(clock) => clock.0.borrow().now,
        }
    }

    /// Comes back once it is `at` or later, and no later than it seemed to be at first: a clock that
    /// is set back meanwhile holds nobody up.
    pub async fn sleep_until(&self, at: i64) {
        match self {
            Time::System => {
                let began = Instant::now();
                let wait = at - self.now();
                loop {
                    let left = (at - self.now()).min(wait - began.elapsed().as_millis() as i64);
                    if left <= 0 {
                        return;
                    }
                    tokio::time::sleep(NAP.min(Duration::from_millis(left as u64))).await;
                }
            }
            Time::Manual(clock) => {
                let mut watch = clock.0.subscribe();
                let began = *watch.borrow();
                let enough = began.passed + (at - began.now);
                // The sender lives as long as `self` does.
                let _ = watch.wait_for(|hands| hands.now >= at || hands.passed >= enough).await;
            }
        }
    }

    /// Comes back after this long.
    pub async fn sleep(&self, duration: Duration) {
        self.sleep_until(self.now() + duration.as_millis() as i64).await;
    }
}
