//! The rulings S1 to S8, pictures, and the ends of games.

use parlour_core::scene::Piece;
use parlour_core::{Game, Notation, Scene, Viewer};

use super::board::{EVEN, ODD, bit, nth_square};
use super::{BLACK, Move, Senet, State, Throw, WHITE};
use parlour_session::{
    Session,
    testing::{self, at},
};

const START: &str = ".............................. b - ?";

#[test]
fn the_rulings_hold() {
    testing::rulings::<Senet>(include_str!("rulings.txt"));
}

#[test]
fn the_nth_square_is_found() {
    let squares = bit(3) | bit(4) | bit(17) | bit(30);
    let found: Vec<u8> = (0..4).map(|n| nth_square(squares, n)).collect();
    assert_eq!(found, [3, 4, 17, 30]);
}

#[test]
fn the_picture_shows_plinths_sticks_and_safe_pieces() {
    let (_, state) = Senet::read_position("w.w..b........................ b w 5").expect("legal");
    let layout = Senet.layout(Viewer::Public);
    let picture = Senet.picture(&state);
    let on = |name: &str| {
        let site = layout.site(name).expect("a site");
        let found = picture.pieces.iter().find(|p| p.site == site);
        found.map(|p| format!("{} {}", p.count, p.face)).unwrap_or_default()
    };
    assert_eq!((on("off-b"), on("off-w")), ("9 ".to_owned(), "8 ".to_owned()));
    assert_eq!(on("stick-1"), "1 dark");
    let safe: Vec<&str> =
        picture.marks.iter().map(|m| layout.sites[usize::from(m.site)].name.as_str()).collect();
    assert_eq!(safe, ["1", "3"]);
    let throw = |n: u8| State { throw: Some(Throw::ALL[usize::from(n) - 1]), ..state };
    let light = |n| Senet.picture(&throw(n)).pieces.iter().filter(|p| p.face == "light").count();
    assert_eq!([1, 2, 3, 4, 5].map(light), [1, 2, 3, 4, 0]);
}

#[test]
fn a_bumped_piece_stands_on_its_plinth() {
    let table = testing::play::<Senet>("......................w.b..... b - 2", "25/23");
    let pieces = table.picture(Viewer::Public).pieces;
    let white = pieces.iter().filter(|piece| piece.owner == Some(WHITE));
    assert_eq!(white.map(|piece| piece.count).sum::<u16>(), 10);
}

#[test]
fn a_pass_shows_the_sticks_that_could_not_be_used() {
    let table = testing::play::<Senet>("............................w. b - 2", "pass");
    let sticks = |pieces: &[Piece]| pieces.iter().filter(|p| p.kind == "stick").count();
    assert_eq!(sticks(&table.picture(Viewer::Public).pieces), 0);
    assert_eq!(sticks(&table.highlight().expect("a picture of the throw").pieces), 4);
}

mod endings {
    //! The ends of games, by a search through all that can follow and by other means.

    use std::collections::HashMap;

    use parlour_core::Turn;
    use parlour_search::{
        Budget, Certainty, Engine, Heuristics, Progress, SearchControl, SearchRequest, SearchTask,
    };
    use parlour_session::Session;

    use super::*;

    /// The moves here with the mover's share after each, by an engine that may remember.
    fn solved(engine: &mut dyn Engine<Senet>, state: &State) -> Vec<(Move, f64)> {
        engine.begin(SearchTask { reuse: true, ..SearchTask::new(&Senet, *state, 1) });
        while engine.step(1000) == Progress::More {}
        let lines = engine.report().lines;
        assert!(lines.iter().all(|line| line.certainty == Certainty::Exact));
        lines.iter().map(|line| (line.choice(), line.value)).collect()
    }

    /// Black on the odd squares and White on the even ones, but for the waiting pieces of each.
    fn waiting([black, white]: [u32; 2]) -> State {
        let home = |squares: u32, waiting: u32| squares & ((1 << (20 - 2 * waiting)) - 1);
        State::new([home(ODD, black), home(EVEN, white)], BLACK, None)
    }

    /// What can come after a position, with its weight where chance decides.
    fn after(state: &State) -> Vec<(f64, State)> {
        let mut all = Vec::new();
        Senet.for_each_move(state, |mv| {
            let mut next = *state;
            Senet.play(&mut next, mv);
            all.push((1.0, next));
        });
        Senet.for_each_chance(state, |throw, weight| {
            let mut next = *state;
            Senet.resolve(&mut next, throw);
            all.push((f64::from(weight) / 16.0, next));
        });
        all
    }

    /// Black's share in every position that can follow, by going over all of them until nothing
    /// changes.
    fn gone_over(start: State) -> HashMap<State, f64> {
        let mut all = vec![start];
        let mut numbers = HashMap::from([(start, 0)]);
        let mut edges: Vec<Vec<(f64, usize)>> = Vec::new();
        while let Some(state) = all.get(edges.len()).copied() {
            let followers = after(&state).into_iter().map(|(weight, next)| {
                let number = *numbers.entry(next).or_insert_with(|| {
                    all.push(next);
                    all.len() - 1
                });
                (weight, number)
            });
            edges.push(followers.collect());
        }
        let black = |state: &State| Senet.shares(state).map_or(0.5, |shares| shares[BLACK].value());
        let mut values: Vec<f64> = all.iter().map(black).collect();
        loop {
            let mut change = 0f64;
            for (number, state) in all.iter().enumerate() {
                let values_after = edges[number].iter().map(|&(_, next)| values[next]);
                let value = match Senet.turn(state) {
                    Turn::Over => continue,
                    Turn::Player(BLACK) => values_after.fold(0.0, f64::max),
                    Turn::Player(_) => values_after.fold(1.0, f64::min),
                    Turn::Chance => edges[number].iter().map(|&(w, next)| w * values[next]).sum(),
                };
                change = change.max((values[number] - value).abs());
                values[number] = value;
            }
            if change < 1e-15 {
                return all.into_iter().zip(values).collect();
            }
        }
    }

    #[test]
    fn one_or_two_pieces_on_the_way_are_worth_what_going_over_them_all_says() {
        let mut checked = 0;
        for pieces in [[1, 1], [1, 2], [2, 1]] {
            let values = gone_over(waiting(pieces));
            let mut engine = testing::engine(&Senet, "exact");
            for state in values.keys().filter(|state| Senet.count_moves(state) > 0) {
                for (mv, found) in solved(&mut *engine, state) {
                    let mut next = *state;
                    Senet.play(&mut next, mv);
                    let black = values[&next];
                    let value = if state.mover == BLACK { black } else { 1.0 - black };
                    assert!((found - value).abs() < 1e-12, "{state:?} {mv:?}: {found}, {value}");
                    checked += 1;
                }
            }
        }
        assert!(checked > 100, "{checked}");
    }

    #[test]
    fn the_end_has_an_exact_value_and_the_beginning_has_none() {
        let session = at::<Senet>("bwbwbwbwbwbwbwbw......b......w b b 3");
        let request = SearchRequest::best_line(Budget::default(), 1);
        let control = SearchControl::none();
        for spec in ["best", "level:8"] {
            let mut player = session.player(&spec.parse().expect("a player"), 1);
            let player = player.as_mut().expect("an engine");
            let thinking =
                player.search(&session, &request, &control, &mut |_| {}).expect("a move");
            let solved = session.solve(&mut |_| {}).expect("a solution");
            assert_eq!(thinking.lines[0].certainty, Certainty::Exact, "{spec}");
            assert_eq!(thinking.chosen, solved.moves[0].0);
            assert!((thinking.lines[0].value - solved.shares[0]).abs() < 1e-12);
        }
        assert!(at::<Senet>(START).solve(&mut |_| {}).is_none());
        let many = Senet.state_count_bound(&Senet.start()).expect("a guess");
        assert!(many > 1 << 40, "{many}");
    }
}
