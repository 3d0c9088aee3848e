//! The one list of games. A new game is one line here.

use std::sync::atomic::AtomicBool;

use parlour_core::rng::{Rng, seeded};
use parlour_core::{
    Look, NotationError, OptionError, OptionSpec, OptionValues, Viewer, laws, perft as counting,
};
use parlour_search::{LEVELS, Level};

use crate::player::{Player, Spec, player, running};
use crate::session::{Playable, Running, Session};
use crate::solved::{Schooling, Solver, solvable, solve};

/// Makes a computer player for a table, on so many threads.
pub type MakePlayer = fn(&dyn Session, &Spec, usize) -> Result<Box<dyn Player>, String>;

/// Makes a game from the text of a viewer's view.
pub type Imagine = fn(&str, Viewer, &mut dyn Rng) -> Result<Box<dyn Session>, NotationError>;

/// A registered game.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name in commands and addresses.
    pub id: &'static str,
    /// The name on the lid.
    pub name: &'static str,
    /// The game in one sentence.
    pub summary: &'static str,
    /// The version of its rules and notation.
    pub version: u32,
    /// Whether players may agree on a draw.
    pub draws: bool,
    /// Whether players hide things from each other.
    pub secrets: bool,
    /// Its options.
    pub options: &'static [OptionSpec],
    /// Its rule page, in Markdown.
    pub rules: &'static str,
    /// How it is drawn.
    pub look: &'static Look,
    /// A new game with these options.
    pub open: fn(&OptionValues) -> Result<Box<dyn Session>, OptionError>,
    /// A game that begins at the position that this text gives.
    pub load: fn(&str) -> Result<Box<dyn Session>, NotationError>,
    /// A game that begins at a position which fits what the text of this viewer's view tells: all that
    /// the viewer may not know is drawn at random.
    pub imagine: Imagine,
    /// Plays one random game with these options and checks the laws of [`parlour_core::laws`];
    /// it panics at the first breach.
    pub check_laws: fn(&OptionValues, u64) -> Result<(), OptionError>,
    /// Reads a view's text and writes it again.
    pub reread_view: fn(&str, Viewer) -> Result<String, NotationError>,
    /// The names of the engines that play it at such a table, the best first.
    pub engines: fn(&dyn Session) -> Vec<&'static str>,
    /// How each level plays at such a table, the weakest first.
    pub levels: fn(&dyn Session) -> [Level; LEVELS],
    /// A computer player for such a table, on so many threads.
    pub player: MakePlayer,
    /// What is known of the game and of this position by the game's solution, or by going through
    /// all that can follow, which may take a while: how much of it is done is told on the way. `None`
    /// where there is no solution and too much can follow.
    pub solve: Solver,
    /// Whether that tells exact values at this position, and no estimates, as far as can be told at once.
    pub solvable: fn(&dyn Session) -> bool,
    /// Somebody who learns to judge the game at such a table, from a seed and so many games;
    /// `None` where nothing is learned.
    pub learner: Schooling,
    /// Action sequences of this length from here, unless the flag becomes true before the count
    /// is done: then `None`.
    pub perft: fn(&dyn Session, u32, &AtomicBool) -> Option<u64>,
    /// Plays uniformly random games from here, one after another, until the asked says that so
    /// many are enough; it is asked once for every 64 games.
    pub playouts: fn(&dyn Session, u64, &mut dyn FnMut(u64) -> bool) -> Tally,
}

const fn entry<G: Playable>() -> Entry {
    Entry {
        id: G::ID,
        name: G::NAME,
        summary: G::SUMMARY,
        version: G::VERSION,
        draws: G::DRAWS,
        secrets: G::SECRETS,
        options: G::OPTIONS,
        rules: G::RULES,
        look: G::LOOK,
        open: |values| Ok(Box::new(Running::new(G::configure(values)?))),
        load: |text| {
            let (game, state) = G::read_position(text)?;
            Ok(Box::new(Running::at(game, state)))
        },
        imagine: |text, viewer, rng| {
            let (game, view) = G::read_view(text, viewer)?;
            let world = game.determinize(&view, rng);
            Ok(Box::new(Running::at(game, world)))
        },
        check_laws: |values, seed| {
            let game = G::configure(values)?;
            assert_eq!(G::OPEN, !G::SECRETS, "a game is open if it has no secrets");
            laws::check(&game, seed);
            parlour_search::laws::check(&game, seed);
            Ok(())
        },
        reread_view: |text, viewer| {
            let (game, view) = G::read_view(text, viewer)?;
            Ok(game.write_view(&view))
        },
        engines: |session| {
            running::<G>(session).game().engines().iter().map(|maker| maker.name).collect()
        },
        levels: |session| running::<G>(session).game().levels(),
        player: player::<G>,
        solve: solve::<G>,
        solvable: solvable::<G>,
        learner: |session, seed, games| running::<G>(session).game().learner(seed, games),
        perft: |session, depth, stop| {
            let running = running::<G>(session);
            counting::perft_until(running.game(), running.course(), depth, stop)
        },
        playouts: |session, seed, enough| {
            let running = running::<G>(session);
            playouts(running.game(), running.course().state(), seed, enough)
        },
    }
}

/// What random games came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Whole games.
    pub games: u64,
    /// Actions in them, chance outcomes included.
    pub actions: u64,
}

fn playouts<G: Playable>(
    game: &G,
    from: &G::State,
    seed: u64,
    enough: &mut dyn FnMut(u64) -> bool,
) -> Tally {
    let mut rng = seeded(seed);
    let mut tally = Tally::default();
    while !enough(tally.games) {
        for _ in 0..64 {
            tally.actions += parlour_search::playout(game, *from, &mut rng);
        }
        tally.games += 64;
    }
    tally
}

/// Action sequences of this length from here.
///
/// # Panics
/// When the session's game is not registered.
pub fn perft(session: &dyn Session, depth: u32) -> u64 {
    let entry = find(session.id()).expect("a running game is registered");
    (entry.perft)(session, depth, &AtomicBool::new(false)).unwrap_or_default()
}

/// The same count for each first action, told as each is done, in text order.
///
/// # Panics
/// When the session's game is not registered.
pub fn divide(session: &dyn Session, depth: u32, each: &mut dyn FnMut(&str, u64)) {
    let Some(rest) = depth.checked_sub(1) else { return };
    for action in session.legal() {
        let mut next = session.boxed_clone();
        next.play(&action).expect("a legal action can be made");
        each(&action, perft(&*next, rest));
    }
}

// One line a game.
static GAMES: &[Entry] = &[
    entry::<crate::shell_out::ShellOut>(),
    entry::<crate::shut_the_box::ShutTheBox>(),
    entry::<crate::senet::Senet>(),
    entry::<crate::outwit::Outwit>(),
    entry::<crate::shout_7::Shout7>(),
];

/// Every game, in the order in which lists show them.
pub fn all() -> &'static [Entry] {
    GAMES
}

/// The game of that name.
pub fn find(id: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.id == id)
}
