//! Nobody learns what they may not know, in any registered game.
//!
//! A random game is played in two worlds at once that differ only in what one viewer cannot know.
//! As long as the same things happen openly, that viewer must get the same from both: views,
//! pictures, choices, words, and the thoughts of a bot in the viewer's seat.

use std::collections::HashSet;

use parlour_core::laws::viewers;
use parlour_core::rng::{SeededRng, below, seeded};
use parlour_core::{OptionValues, Turn, Viewer};
use parlour_games::all;
use parlour_search::{Budget, SearchControl, SearchRequest};
use parlour_session::{Entry, Session, Spec, search_once};

use crate::common::{variants, walk};

/// How many actions a pair of worlds is followed for.
const LONGEST: usize = 120;

fn open(entry: &Entry, options: &OptionValues) -> Box<dyn Session> {
    (entry.open)(options).unwrap_or_else(|e| panic!("{}: {e}", entry.id))
}

/// Plays up to `count` random actions.
fn play_on(session: &mut dyn Session, count: u32, rng: &mut SeededRng) {
    for _ in 0..count {
        let Some(action) = session.sample(rng) else { return };
        session.play(&action).expect("a sampled action is legal");
    }
}

/// Two worlds that one viewer cannot tell apart.
struct Pair {
    viewer: Viewer,
    real: Box<dyn Session>,
    sampled: Box<dyn Session>,
}

impl Pair {
    fn both(&self) -> [&dyn Session; 2] {
        [&*self.real, &*self.sampled]
    }

    /// What happens in the real world, and what looks the same to the viewer in the other one;
    /// `None` where nothing does.
    fn next(&self, rng: &mut SeededRng) -> Option<[String; 2]> {
        let action = self.real.sample(rng)?;
        let seen = self.seen_as(&*self.real, &action).expect("a sampled action is legal");
        if seen == action {
            return self.sampled.legal().contains(&action).then(|| [action.clone(), action]);
        }
        let other = self.sampled.sample(rng).expect("the game goes on in both worlds");
        assert_eq!(self.seen_as(&*self.sampled, &other), Some(seen), "hidden alike");
        Some([action, other])
    }

    /// An action's text for the viewer's eyes, were it made.
    fn seen_as(&self, session: &dyn Session, action: &str) -> Option<String> {
        Some(session.after(action).ok()?.last(self.viewer)?.action)
    }

    /// Plays one action in both worlds; `false` when they have come apart for the viewer too.
    fn step(&mut self, rng: &mut SeededRng) -> bool {
        let mover = self.real.turn();
        if mover == Turn::Over {
            return false;
        }
        let Some([action, other]) = self.next(rng) else {
            // A viewer's own choices are the same in both worlds, so all of them can be made.
            assert_ne!(mover, self.viewer_moves(), "a legal move of the viewer is legal in both");
            return false;
        };
        let settled = self.real.play(&action).expect("legal").settled;
        self.sampled.play(&other).expect("legal");
        // What a guess or a score brings to light may tell the worlds apart, and only that may.
        if settled && mover != Turn::Chance && self.views()[0] != self.views()[1] {
            return false;
        }
        // What the end of a hand brings to light is shown and told to everybody.
        let [shown, other] = self.both().map(|session| session.highlight());
        if shown != other {
            return false;
        }
        let described = self.both().map(|session| session.last(self.viewer));
        assert_eq!(described[0], described[1], "told alike");
        true
    }

    fn views(&self) -> [String; 2] {
        self.both().map(|session| session.view(self.viewer))
    }

    fn viewer_moves(&self) -> Turn {
        match self.viewer {
            Viewer::Seat(seat) => Turn::Player(seat),
            Viewer::Public => Turn::Over,
        }
    }

    /// The viewer gets the same from both worlds.
    fn assert_alike(&self) {
        let [view, other] = self.views();
        assert_eq!(view, other, "seen alike");
        let [real, sampled] = self.both();
        assert_eq!(real.turn(), sampled.turn(), "{view}");
        assert_eq!(
            real.information_hash(self.viewer),
            sampled.information_hash(self.viewer),
            "{view}"
        );
        assert_eq!(real.shares(), sampled.shares(), "{view}");
        assert_eq!(real.layout(self.viewer), sampled.layout(self.viewer), "{view}");
        assert_eq!(real.picture(self.viewer), sampled.picture(self.viewer), "{view}");
        assert_eq!(real.choices(self.viewer), sampled.choices(self.viewer), "{view}");
        if real.turn() == self.viewer_moves() && real.turn() != Turn::Over {
            assert_eq!(real.legal(), sampled.legal(), "the mover knows the choices: {view}");
        } else {
            assert!(real.choices(self.viewer).is_empty(), "no choices out of turn: {view}");
        }
    }

    /// A bot in the viewer's seat thinks the same in both worlds.
    fn assert_same_thoughts(&self, seed: u64) {
        if self.real.turn() != self.viewer_moves() {
            return;
        }
        let budget = Budget { nodes: Some(40), ..Budget::default() };
        let request = SearchRequest::all_lines(budget, seed);
        let control = SearchControl::none();
        let think = |session: &dyn Session| {
            search_once(session, &Spec::best(), 1, &request, &control)
                .expect("a game has a best engine")
        };
        let [real, sampled] = self.both().map(think);
        assert_eq!(real, sampled, "{}", self.views()[0]);
    }
}

#[test]
fn worlds_that_a_viewer_cannot_tell_apart_look_alike_in_everything() {
    for entry in all() {
        for (number, options) in variants(entry).iter().enumerate() {
            for viewer in viewers(open(entry, options).seats()) {
                let mut rng = seeded(number as u64);
                let mut real = open(entry, options);
                // From the deal, from early play, from later on.
                for skipped in [0, 7, 40] {
                    play_on(&mut *real, skipped, &mut rng);
                    let sampled = real.determinize(viewer, &mut rng);
                    let mut pair = Pair { viewer, real: real.clone(), sampled };
                    pair.assert_alike();
                    pair.assert_same_thoughts(1);
                    for step in 1..=LONGEST {
                        if !pair.step(&mut rng) {
                            break;
                        }
                        pair.assert_alike();
                        if step % 8 == 0 {
                            pair.assert_same_thoughts(1);
                        }
                    }
                }
            }
        }
    }
}

/// Where two actions leave a viewer with the same view but lead to different positions, what sets
/// them apart is secret, and so they must be told in the same way.
#[test]
fn actions_that_a_viewer_cannot_tell_apart_are_described_alike() {
    for entry in all() {
        for options in variants(entry) {
            for session in walk(entry, &options, &mut seeded(5), 39) {
                let outcomes: Vec<Box<dyn Session>> = session
                    .legal()
                    .iter()
                    .take(6)
                    .map(|action| session.after(action).expect("legal"))
                    .collect();
                for viewer in viewers(session.seats()) {
                    for pair in outcomes.windows(2) {
                        let secret = pair[0].view(viewer) == pair[1].view(viewer)
                            && pair[0].position() != pair[1].position();
                        if secret {
                            assert_eq!(pair[0].last(viewer), pair[1].last(viewer));
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn sampled_worlds_differ_while_there_are_secrets() {
    for entry in all() {
        let mut rng = seeded(3);
        let mut session = open(entry, &OptionValues::new());
        let (mut secrets, mut differed) = (false, false);
        for _ in 0..30 {
            for viewer in viewers(session.seats()) {
                let position = session.position();
                let hidden = session.view(viewer) != position;
                let worlds: HashSet<String> =
                    (0..8).map(|_| session.determinize(viewer, &mut rng).position()).collect();
                if !hidden {
                    assert_eq!(worlds, HashSet::from([position]), "{}: all is known", entry.id);
                }
                secrets |= hidden;
                differed |= worlds.len() > 1;
            }
            play_on(&mut *session, 1, &mut rng);
        }
        assert_eq!((secrets, differed), (entry.secrets, entry.secrets), "{}", entry.id);
    }
}

#[test]
fn a_view_with_secrets_cannot_be_loaded_as_a_position() {
    for entry in all() {
        let mut rng = seeded(4);
        let mut session = open(entry, &OptionValues::new());
        for _ in 0..30 {
            for viewer in viewers(session.seats()) {
                let view = session.view(viewer);
                if view != session.position() {
                    assert!((entry.load)(&view).is_err(), "{}: {view}", entry.id);
                }
            }
            play_on(&mut *session, 1 + below(&mut rng, 3), &mut rng);
        }
    }
}
