//! The time of day, which tests can hold in their hand.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

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

/// A clock for tests.
#[derive(Clone, Debug)]
pub struct ManualTime(Arc<watch::Sender<i64>>);

impl ManualTime {
    /// A clock that shows `now`, in milliseconds since 1970.
    pub fn new(now: i64) -> Self {
        ManualTime(Arc::new(watch::Sender::new(now)))
    }

    /// Sets the clock, also back.
    pub fn set(&self, now: i64) {
        self.0.send_replace(now);
    }

    /// Moves the clock on; everything that waited for a time in between wakes up.
    pub fn advance(&self, by: Duration) {
        self.0.send_modify(|now| *now += by.as_millis() as i64);
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
            Time::Manual(clock) => *clock.0.borrow(),
        }
    }

    /// Comes back once it is `at` or later.
    pub async fn sleep_until(&self, at: i64) {
        match self {
            Time::System => loop {
                let left = at - self.now();
                if left <= 0 {
                    return;
                }
                tokio::time::sleep(NAP.min(Duration::from_millis(left as u64))).await;
            },
            Time::Manual(clock) => {
                let mut watch = clock.0.subscribe();
                // The sender lives as long as `self` does.
                let _ = watch.wait_for(|now| *now >= at).await;
            }
        }
    }

    /// Comes back after this long.
    pub async fn sleep(&self, duration: Duration) {
        self.sleep_until(self.now() + duration.as_millis() as i64).await;
    }
}
