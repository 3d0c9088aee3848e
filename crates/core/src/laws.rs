//! Laws that hold for every game. [`check`] plays one random game and panics at the first breach.

pub mod numbers;

use std::collections::HashSet;

use crate::game::{Action, ActionOf, Game, Seen, Turn, Viewer, actions, apply, sample};
use crate::guide::{Guide, describe, highlight, seat_names};
use crate::history::GameHistory;
use crate::label::{Label, Names};
use crate::notation::{read_action, write_action, write_seen};
use crate::options::Configure;
use crate::rng::{SeededRng, seeded};
use crate::scene::{Effect, Picture, Piece, Site};
use crate::seat::Seat;
use crate::setup::SetupForm;

/// How many actions [`check`] follows at the most; every game must end by itself before that.
pub const LONGEST: usize = 200_000;

/// Everybody who can look at a table of `seats`.
pub fn viewers(seats: u8) -> impl Iterator<Item = Viewer> {
    std::iter::once(Viewer::Public).chain((0..seats).map(|i| Viewer::Seat(Seat(i))))
}

/// Plays a random game and checks every law at every position.
///
/// # Panics
/// When a law is broken; the message names the law and the position.
pub fn check<G: Configure + Guide>(game: &G, seed: u64) {
    options_round_trip(game);
    let sites = sites_for_all(game);
    let form = game.setup_form().map(|form| (form, game.layout(Viewer::Public).sites));
    let mut rng = seeded(seed);
    let mut history = GameHistory::new(game, game.start());
    let mut recurred = false;
    for step in 0.. {
        assert!(step < LONGEST, "a game ends within {LONGEST} actions");
        let text = game.write_position(history.state());
        let here = LawCheck { game, history: &history, text, sites, recurred };
        here.turn_and_moves_agree();
        here.actions_round_trip();
        here.position_round_trips();
        if let Some((form, sites)) = &form {
            here.form_holds(form, sites);
        }
        here.paths_are_unique();
        here.previews_hold();
        here.sampling_stays_legal(&mut rng);
        here.views_hold(seed.wrapping_add(step as u64));
        let Some(action) = sample(game, history.state(), &mut rng) else { break };
        let before = *history.state();
        history.apply(game, action);
        let mut alone = before;
        apply(game, &mut alone, action);
        recurred = alone != *history.state();
        described(game, &before, action, history.state());
        revealed(game, &before, action, &mut rng);
    }
    let shares = history.shares(game).expect("a finished game has shares");
    let total: f64 = shares.as_slice().iter().map(|s| s.value()).sum();
    assert!((total - 1.0).abs() < 1e-9, "shares add up to one: {shares}");
}

fn options_round_trip<G: Configure>(game: &G) {
    let values = game.options();
    values.check(G::OPTIONS).expect("a game's own options are of their kinds");
    assert_eq!(&G::configure(&values).expect("a game's own options make it"), game);
}

/// How many sites there are: as many for one viewer as for any, since paths and pieces name sites
/// by their number. A layout depends on the options only, so this is asked once a game.
fn sites_for_all<G: Guide>(game: &G) -> usize {
    let sites = game.layout(Viewer::Public).sites.len();
    for viewer in viewers(game.seats()) {
        let layout = game.layout(viewer);
        assert_eq!(layout.sites.len(), sites, "everyone has the same sites");
        assert!(!layout.seats.is_empty(), "the seats have colours");
        let ends = layout.lines.iter().flat_map(|&(from, to)| [from, to]);
        assert!(ends.into_iter().all(|end| usize::from(end) < sites), "lines run between sites");
        unique("a site's name", layout.sites.iter().map(|site| site.name.clone()));
        let seats = seat_names(game);
        let names = Names { sites: &layout.sites, seats: &seats };
        unique("a site's label", layout.sites.iter().map(|site| site.words(&names)));
        unique("a region's label", layout.regions.iter().map(|r| r.label.english(&names)));
        whole(layout.sites.iter().filter_map(|site| site.label));
        whole(layout.regions.iter().map(|region| region.label));
    }
    sites
}

/// Nobody who hears the board read out can tell two things of one name apart.
fn unique(what: &str, names: impl Iterator<Item = String>) {
    let mut seen = HashSet::new();
    for name in names {
        assert!(!name.is_empty(), "{what} is not empty");
        assert!(seen.insert(name.clone()), "{what} is unique: {name}");
    }
}

/// Every place of a template has its argument.
fn whole(labels: impl Iterator<Item = Label>) {
    labels.for_each(|label| assert!(label.is_whole(), "{label:?}"));
}

/// A picture's pieces stand on the board, at most one on a site, and its labels are whole.
fn picture_holds(picture: &Picture, sites: usize) {
    let mut taken = HashSet::new();
    for piece in &picture.pieces {
        assert!(usize::from(piece.site) < sites && (piece.count > 0 || piece.heap), "{piece:?}");
        assert!(taken.insert(piece.site), "one piece or heap on a site: {piece:?}");
    }
    assert!(picture.marks.iter().all(|m| usize::from(m.site) < sites));
    whole(picture.pieces.iter().map(|piece| piece.name));
    whole(picture.marks.iter().map(|mark| mark.label));
    whole(picture.stats.iter().map(|item| item.value));
}

/// What happened can be described to everyone, and names first who did it.
fn described<G: Configure + Guide>(
    game: &G,
    before: &G::State,
    action: ActionOf<G>,
    after: &G::State,
) {
    let by = match game.turn(before) {
        Turn::Player(seat) => Some(seat),
        _ => game.thrower(&game.view(before, Viewer::Public)),
    };
    for viewer in viewers(game.seats()) {
        let seen = game.seen(before, action, viewer);
        assert!(!write_seen(game, seen).contains(char::is_whitespace));
        assert!(!G::OPEN || seen == Seen::Open(action), "without secrets no action is hidden");
        let labels = describe(game, before, action, after, viewer);
        assert!(!labels.is_empty(), "every action can be described");
        let first = labels[0].first_seat();
        assert!(by.is_none() || first.is_none() || first == by, "{labels:?} is about {by:?}");
        whole(labels.into_iter());
    }
    if let Some(picture) = highlight(game, before, action, after).picture {
        picture_holds(&picture, game.layout(Viewer::Public).sites.len());
    }
}

/// What comes to light is said: where another world would have shown another picture, other words are told.
fn revealed<G: Configure + Guide>(
    game: &G,
    before: &G::State,
    action: ActionOf<G>,
    rng: &mut SeededRng,
) {
    let shown = |state: &G::State| {
        let legal = actions(game, state).contains(&action);
        let mut after = *state;
        legal.then(|| apply(game, &mut after, action))?;
        game.reveal(state, action, &after)?;
        let picture = highlight(game, state, action, &after).picture;
        Some((picture, describe(game, state, action, &after, Viewer::Public)))
    };
    let Some((picture, labels)) = shown(before) else { return };
    let view = game.view(before, Viewer::Public);
    for _ in 0..4 {
        let Some((other, words)) = shown(&game.determinize(&view, rng)) else { continue };
        assert!(
            picture == other || labels != words,
            "what is revealed is said, and not only shown: {labels:?} in {}",
            game.write_position(before)
        );
    }
}

/// One position of a random game, and the laws that are checked there.
struct LawCheck<'a, G: Game> {
    game: &'a G,
    history: &'a GameHistory<G>,
    text: String,
    sites: usize,
    /// Whether the game ended just now because its position has come before.
    recurred: bool,
}

impl<G: Configure + Guide> LawCheck<'_, G> {
    fn state(&self) -> &G::State {
        self.history.state()
    }

    fn turn_and_moves_agree(&self) {
        let (game, state, text) = (self.game, self.state(), &self.text);
        let mut moves = HashSet::new();
        game.for_each_move(state, |mv| {
            assert!(moves.insert(mv), "a move comes once: {mv:?} in {text}");
        });
        let (mut outcomes, mut weight) = (HashSet::new(), 0u64);
        game.for_each_chance(state, |chance, w| {
            assert!(w > 0, "weights are positive in {text}");
            assert!(outcomes.insert(chance), "an outcome comes once: {chance:?} in {text}");
            weight += u64::from(w);
        });
        assert!(weight <= u64::from(u32::MAX));
        assert_eq!(game.count_moves(state), moves.len() as u64, "count_moves in {text}");
        assert_eq!(game.shares(state).is_some(), game.turn(state) == Turn::Over, "{text}");
        match game.turn(state) {
            Turn::Player(seat) => {
                assert!(seat.0 < game.seats(), "{text}");
                assert!(!moves.is_empty() && outcomes.is_empty(), "a player has a move: {text}");
            }
            Turn::Chance => assert!(moves.is_empty() && !outcomes.is_empty(), "{text}"),
            Turn::Over => assert!(moves.is_empty() && outcomes.is_empty(), "{text}"),
        }
    }

    fn actions_round_trip(&self) {
        let mut texts = HashSet::new();
        for action in actions(self.game, self.state()) {
            let text = write_action(self.game, action);
            assert!(!text.is_empty() && !text.contains(char::is_whitespace), "'{text}'");
            assert_eq!(read_action(self.game, self.state(), &text), Ok(action), "{}", self.text);
            assert!(texts.insert(text), "an action's text names it alone");
        }
    }

    fn position_round_trips(&self) {
        let (game, state) = G::read_position(&self.text)
            .unwrap_or_else(|e| panic!("a position reads back: {}: {e}", self.text));
        assert_eq!(&game, self.game, "a position carries its options: {}", self.text);
        assert_eq!(game.write_position(&state), self.text);
        // What came before is not in the text, so an end by repetition is not, either. Any other
        // finished position loads as finished.
        if !self.recurred {
            assert_eq!(game.turn(&state), game.turn(self.state()), "turn of {}", self.text);
            assert_eq!(game.shares(&state), game.shares(self.state()), "result of {}", self.text);
            assert_eq!(&state, self.state(), "a position reads back: {}", self.text);
        }
    }

    /// The form of positions fits this one, and its signs stand for what the picture shows.
    fn form_holds(&self, form: &SetupForm, sites: &[Site]) {
        let values = form.read(&self.text, sites);
        let values = values.unwrap_or_else(|| panic!("a position has the form: {}", self.text));
        assert_eq!(form.write(&values, sites).as_ref(), Some(&self.text), "the form is written");
        let picture = self.game.picture(&self.game.view(self.state(), Viewer::Public));
        let drawn = form.draw(&values, picture.clone());
        picture_holds(&drawn, self.sites);
        let looks = |pieces: Vec<Piece>| -> HashSet<_> {
            pieces.into_iter().map(|piece| (piece.site, piece.kind, piece.owner)).collect()
        };
        assert_eq!(looks(drawn.pieces), looks(picture.pieces), "drawn by its form: {}", self.text);
    }

    fn paths_are_unique(&self) {
        let Turn::Player(seat) = self.game.turn(self.state()) else { return };
        let view = self.game.view(self.state(), Viewer::Seat(seat));
        let mut seen = HashSet::new();
        for action in actions(self.game, self.state()) {
            let Action::Move(mv) = action else { continue };
            let path = self.game.path(&view, mv);
            assert!(path.clicks.iter().all(|&s| usize::from(s) < self.sites));
            whole(std::iter::once(self.game.move_label(mv)));
            assert!(seen.insert(path.normal()), "a path makes one move: {mv:?} in {}", self.text);
        }
        for path in &seen {
            let whole = |n: usize| n < path.len() && seen.contains(&path[..n]);
            assert!(!(1..path.len()).any(whole), "no path begins another: {}", self.text);
        }
    }

    /// What is shown before a move is made begins with the picture and stays on the board.
    fn previews_hold(&self) {
        let Turn::Player(seat) = self.game.turn(self.state()) else { return };
        let view = self.game.view(self.state(), Viewer::Seat(seat));
        let before = self.game.picture(&view);
        for action in actions(self.game, self.state()) {
            let Action::Move(mv) = action else { continue };
            let mut picture = before.clone();
            for effect in self.game.preview(&view, mv) {
                if let Effect::Go { from: site, .. } | Effect::Take { site } = effect {
                    let stands = picture.pieces.iter().any(|piece| piece.site == site);
                    assert!(stands, "a piece that stands there: {mv:?} in {}", self.text);
                }
                picture.apply(&effect);
            }
            assert!(picture.pieces.iter().all(|p| usize::from(p.site) < self.sites));
            self.steps_hold(mv);
        }
    }

    /// The steps of a move, where a game has them, lead to the pieces after it.
    fn steps_hold(&self, mv: G::Move) {
        let shown = |state: &G::State| {
            let view = self.game.view(state, Viewer::Public);
            (self.game.picture(&view), view)
        };
        let (mut picture, view) = shown(self.state());
        let steps = self.game.steps(&view, mv);
        if steps.is_empty() {
            return;
        }
        steps.iter().for_each(|step| picture.apply(step));
        let mut after = *self.state();
        self.game.play(&mut after, mv);
        let (end, _) = shown(&after);
        let by_site = |mut pieces: Vec<Piece>| {
            pieces.sort_by_key(|piece| piece.site);
            pieces
        };
        assert_eq!(
            by_site(picture.pieces),
            by_site(end.pieces),
            "steps of {mv:?} in {}",
            self.text
        );
    }

    fn sampling_stays_legal(&self, rng: &mut SeededRng) {
        let all = actions(self.game, self.state());
        match sample(self.game, self.state(), rng) {
            Some(action) => assert!(all.contains(&action), "{action:?} in {}", self.text),
            None => assert!(all.is_empty()),
        }
    }

    fn views_hold(&self, seed: u64) {
        let (game, state) = (self.game, self.state());
        let mut rng = seeded(seed);
        for viewer in viewers(game.seats()) {
            let view = game.view(state, viewer);
            let text = game.write_view(&view);
            let (same, read) = G::read_view(&text, viewer)
                .unwrap_or_else(|e| panic!("a view reads back: {text}: {e}"));
            assert_eq!(&same, game);
            // As for positions: an end by repetition is not in the text.
            if !self.recurred {
                assert_eq!(read, view, "a view reads back: {text}");
            }
            let world = game.determinize(&view, &mut rng);
            assert_eq!(game.view(&world, viewer), view, "a world fits its view: {text}");
            assert!(!G::OPEN || &world == state, "without secrets there is one world: {text}");
            assert_eq!(game.turn(&world), game.turn(state), "whose turn it is is public: {text}");
            assert_eq!(game.key(&world), game.key(state), "recurrence is public: {text}");
            if game.turn(state) == Turn::Player(seat_of(viewer)) {
                let texts = |s| -> Vec<String> {
                    actions(game, s).into_iter().map(|a| write_action(game, a)).collect()
                };
                assert_eq!(texts(&world), texts(state), "the mover knows the choices: {text}");
            }
            picture_holds(&game.picture(&view), self.sites);
        }
    }
}

/// The viewer's seat; for the public, one that nobody has.
fn seat_of(viewer: Viewer) -> Seat {
    match viewer {
        Viewer::Seat(seat) => seat,
        Viewer::Public => Seat(u8::MAX),
    }
}
