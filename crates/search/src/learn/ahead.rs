//! Games that are played ahead, on several threads: until the next fit each of them depends on its
//! number alone.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// Each thread plays so many games ahead, because some take much longer than others.
const EACH: u64 = 8;

/// The games that have been played and not yet been learned from.
#[derive(Debug)]
pub struct Ahead<T> {
    threads: usize,
    games: VecDeque<T>,
}

impl<T: Send> Default for Ahead<T> {
    fn default() -> Self {
        Ahead::new()
    }
}

impl<T: Send> Ahead<T> {
    /// None yet, and one thread to play them on.
    pub fn new() -> Self {
        Ahead { threads: 1, games: VecDeque::new() }
    }

    /// Plays on so many threads from now on.
    pub fn spread(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Forgets all games: others are to come.
    pub fn clear(&mut self) {
        self.games.clear();
    }

    /// The game with this number, which follows the one that was asked for last. Those up to `end` may
    /// be played with it.
    ///
    /// # Panics
    /// When playing does.
    pub fn next(&mut self, number: u64, end: u64, play: impl Fn(u64) -> T + Sync) -> T {
        if let Some(game) = self.games.pop_front() {
            return game;
        }
        if self.threads == 1 {
            return play(number);
        }
        let end = end.clamp(number + 1, number + EACH * self.threads as u64);
        let (next, played) = (AtomicU64::new(number), Mutex::new(Vec::new()));
        thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= end {
                            return;
                        }
                        let game = play(number);
                        played.lock().expect("nobody panics with it").push((number, game));
                    }
                });
            }
        });
        let mut played = played.into_inner().expect("nobody panics with it");
        played.sort_by_key(|&(number, _)| number);
        self.games.extend(played.into_iter().map(|(_, game)| game));
        self.games.pop_front().expect("at least one was played")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_in_their_order_however_many_threads_play_them() {
        for threads in [1, 3] {
            let mut ahead = Ahead::new();
            ahead.spread(threads);
            let games: Vec<u64> = (5..90).map(|n| ahead.next(n, 40, |n| n * n)).collect();
            assert_eq!(games, (5..90).map(|n| n * n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn nothing_beyond_the_end_is_played() {
        let mut ahead = Ahead::new();
        ahead.spread(4);
        let last = AtomicU64::new(0);
        for number in 0..10 {
            ahead.next(number, 10, |number| last.fetch_max(number, Ordering::Relaxed));
        }
        assert_eq!(last.into_inner(), 9);
    }
}
