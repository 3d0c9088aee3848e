//! What goes on while games are played: a slow game tells nothing until it ends.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::HumanDuration;

use parlour_console::numbers::grouped;

/// Counted by those who play, read by the display.
#[derive(Debug)]
pub(super) struct Live {
    begun: Instant,
    /// Games that were to be played when it began: those of a saved match are not among them.
    games: u64,
    under_way: AtomicU64,
    finished: AtomicU64,
    /// Moves in all games, and in those that are finished.
    moves: AtomicU64,
    settled: AtomicU64,
}

impl Live {
    /// The number of games that are to be played.
    pub(super) fn new(games: u64) -> Self {
        let none = || AtomicU64::new(0);
        let (under_way, finished, moves, settled) = (none(), none(), none(), none());
        Live { begun: Instant::now(), games, under_way, finished, moves, settled }
    }

    /// A game begins.
    pub(super) fn begin(&self) {
        self.under_way.fetch_add(1, Ordering::Relaxed);
    }

    /// A player has moved.
    pub(super) fn moved(&self) {
        self.moves.fetch_add(1, Ordering::Relaxed);
    }

    /// A game has ended after this number of moves, or was abandoned.
    pub(super) fn end(&self, moves: Option<u64>) {
        self.under_way.fetch_sub(1, Ordering::Relaxed);
        if let Some(moves) = moves {
            self.finished.fetch_add(1, Ordering::Relaxed);
            self.settled.fetch_add(moves, Ordering::Relaxed);
        }
    }

    /// How many games have been played to their end since it began.
    pub(super) fn finished(&self) -> u64 {
        self.finished.load(Ordering::Relaxed)
    }

    /// All of it in a line. A test may end the match before all games are played.
    pub(super) fn line(&self, is_test: bool) -> String {
        let (under_way, moves) = (&self.under_way, self.moves.load(Ordering::Relaxed));
        let elapsed = self.begun.elapsed();
        let mut line = format!(
            "{} under way, {} {} made, {:#}",
            under_way.load(Ordering::Relaxed),
            grouped(moves),
            if moves == 1 { "move" } else { "moves" },
            HumanDuration(elapsed)
        );
        if let Some(left) = self.left(elapsed) {
            let about = if is_test { "at most about" } else { "about" };
            line += &format!(", {about} {:#} left", HumanDuration(left));
        }
        line
    }

    /// How much longer it takes at this pace: games under way count by the moves that they had. Nothing is
    /// known before one has ended, because nobody knows how long they are.
    fn left(&self, elapsed: Duration) -> Option<Duration> {
        let read = |number: &AtomicU64| number.load(Ordering::Relaxed) as f64;
        let (finished, moves) = (read(&self.finished), read(&self.moves));
        let usual = read(&self.settled) / finished;
        if finished == 0.0 || usual == 0.0 || moves == 0.0 {
            return None;
        }
        let games = (self.games as f64 - finished).max(0.0);
        let begun = (moves - read(&self.settled)).max(0.0);
        // Games that are longer than usual go on for some time yet.
        let to_come = (games * usual - begun).max(read(&self.under_way) * usual / 10.0);
        Duration::try_from_secs_f64(elapsed.as_secs_f64() * to_come / moves).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn the_remaining_time_is_unknown_before_the_first_game_ends() {
        let live = Live::new(10);
        assert!(
            live.line(false).starts_with("0 under way, 0 moves made, "),
            "{}",
            live.line(false)
        );
        live.begin();
        (0..30).for_each(|_| live.moved());
        assert_eq!(live.left(MINUTE), None);
        assert!(!live.line(false).contains("left"), "{}", live.line(false));
        assert!(
            live.line(false).starts_with("1 under way, 30 moves made, "),
            "{}",
            live.line(false)
        );
    }

    #[test]
    fn games_of_a_saved_match_take_no_time_of_this_run() {
        // However many more the file has, two of ten took a minute.
        let live = Live::new(10);
        for _ in 0..2 {
            live.begin();
            (0..30).for_each(|_| live.moved());
            live.end(Some(30));
        }
        assert_eq!(live.left(MINUTE), Some(4 * MINUTE));
        // Half of the next one is played in half of the time of one.
        live.begin();
        (0..15).for_each(|_| live.moved());
        assert_eq!(live.left(MINUTE * 5 / 4), Some(MINUTE * 15 / 4));
        assert!(live.line(true).contains(", at most about "), "{}", live.line(true));
    }

    #[test]
    fn a_game_that_is_longer_than_usual_is_not_over_at_once() {
        let live = Live::new(2);
        live.begin();
        (0..10).for_each(|_| live.moved());
        live.end(Some(10));
        live.begin();
        (0..50).for_each(|_| live.moved());
        assert_eq!(live.left(MINUTE), Some(Duration::from_secs(1)));
        live.end(None);
        assert_eq!(live.finished(), 1, "an abandoned game is none");
    }
}
