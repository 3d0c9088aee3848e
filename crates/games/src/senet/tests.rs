//! The rulings S1 to S8 and the notation.

use parlour_core::game::sample;
use parlour_core::guide::read_action;
use parlour_core::notation::Problem;
use parlour_core::rng::seeded;
use parlour_core::scene::Piece;
use parlour_core::{Action, Configure, Game, Guide, Notation, Scene, Turn, Viewer};

use super::board::{EVEN, ODD, PIECES, bit, fits, nth_square};
use super::{BLACK, Move, PLINTH, Senet, State, Throw, WHITE};
use crate::session::{Running, Session};
use crate::testing::{self, at};

#[track_caller]
fn legal(position: &str, expected: &str) {
    testing::legal::<Senet>(position, expected);
}

#[track_caller]
fn play(position: &str, actions: &str, expected: &str) -> Running<Senet> {
    testing::after(position, actions, expected)
}

#[track_caller]
fn illegal(position: &str, action: &str, reason: &str) {
    testing::refused::<Senet>(position, action, Problem::Illegal, reason);
}

const START: &str = ".............................. b - ?";

#[test]
fn the_start_is_as_the_rules_write_it() {
    assert_eq!(Senet.write_position(&Senet.start()), START);
    assert_eq!(at::<Senet>(START).turn(), Turn::Chance);
}

#[test]
fn sticks_fall_in_sixteen_ways() {
    let chances: Vec<String> = at::<Senet>(START)
        .chances()
        .iter()
        .map(|(throw, weight)| format!("{throw}={weight}"))
        .collect();
    assert_eq!(chances.join(" "), "t1=4 t2=6 t3=4 t4=1 t5=1");
}

#[test]
fn s1_one_throw_a_turn_whatever_it_is() {
    for throw in Throw::ALL {
        let mut table = at::<Senet>(START);
        table.play(&format!("t{}", throw.steps())).expect("a throw");
        table.play(&format!("off/{}", throw.entry())).expect("a move");
        assert_eq!(table.turn(), Turn::Chance);
        assert!(table.position().ends_with(" w - ?"), "{}", table.position());
    }
}

#[test]
fn s2_a_throw_that_can_be_used_must_be_used() {
    legal("........................b...w. w - 2", "29/27");
    illegal("........................b...w. w - 2", "pass", "can be used");
}

#[test]
fn s2_a_throw_that_cannot_be_used_is_a_pass() {
    // White stands on II; Black may not enter there and has no other piece.
    let table = play(
        "............................w. b - 2",
        "pass",
        "............................w. w - ?",
    );
    assert_eq!(table.turn(), Turn::Chance);
}

#[test]
fn s3_pieces_jump_freely() {
    legal("..............wbwwb........... b - 4", "16/12 19/15 off/27");
    play("..............wbwwb........... b - 4", "19/15", "..............bbww............ w - ?");
}

#[test]
fn s4_entering_needs_an_empty_square() {
    legal(".............................. b - 5", "off/26");
    legal("....................b..b.w.... b - 5", "21/16 24/19");
    illegal("....................b..b.w.... b - 5", "off/26", "not empty");
    illegal("....................b..b.b.... b - 5", "off/26", "not empty");
    illegal(".............................. b - 5", "off/27", "enters on square 26");
}

#[test]
fn entering_needs_a_piece_on_the_plinth() {
    let all_on_board = "...........bbbbbbbbbb......... b - 1";
    legal(all_on_board, "12/11");
    illegal(all_on_board, "off/30", "no piece waits");
}

#[test]
fn a_bumped_piece_returns_to_its_plinth() {
    let table = play(
        "......................w.b..... b - 2",
        "25/23",
        "......................b....... w - ?",
    );
    let picture = table.picture(Viewer::Public);
    let white: u16 =
        picture.pieces.iter().filter(|p| p.owner == Some(WHITE)).map(|p| p.count).sum();
    assert_eq!(white, 10);
}

#[test]
fn pieces_on_marked_squares_are_safe() {
    legal("..........................w.b. b - 2", "pass");
    illegal("..........................w.b. b - 2", "29/27", "marked");
}

#[test]
fn s5_no_piece_may_pass_its_final_square() {
    // Rank 2 finishes on square 4 for the even player: 6/3 would leave it beyond.
    legal("wb...b........................ b w 3", "off/28");
    illegal("wb...b........................ b w 3", "6/3", "beyond its final square");
    legal("wb...b........................ b w 2", "6/4 off/29");
}

#[test]
fn s5_a_jump_may_not_push_another_piece_beyond_its_final_square() {
    // 7/3 would make the piece on 4 the third, whose final square is 5.
    legal("b..b..b....................... b b 4", "off/27");
    legal("b..b..b....................... b b 1", "4/3 7/6 off/30");
}

#[test]
fn s6_the_even_sequence_judges_until_square_1_is_taken() {
    // 5/3 beside a piece on 2 would fit the odd squares' gaps, but not the even limit.
    legal(".b..b......................... b - 2", "off/29");
    legal("..b..b........................ b - 2", "3/1 6/4 off/29");
    // A piece on an even square is not safe yet: nobody has a sequence.
    legal(".w.b.......................... b - 2", "4/2 off/29");
}

#[test]
fn s6_the_claim_of_square_1_is_judged_by_the_odd_sequence() {
    play("..b.b......................... b - 4", "5/1", "b.b........................... w b ?");
    // The piece on 2 would be second and beyond square 3.
    legal(".b..b......................... b - 4", "off/27");
    illegal(".b..b......................... b - 4", "5/1", "odd square");
    legal(".b............................ b - 1", "2/1 off/30");
}

#[test]
fn s7_a_piece_that_reached_its_final_square_is_safe_and_stays() {
    illegal("w.wb.w........................ b w 1", "4/3", "reached its final square and is safe");
    illegal("bwb..b........................ b b 5", "3/2", "reached its final square and stays");
    legal("w.w..w........................ w w 2", "off/29");
    illegal("wb.b.w........................ b w 2", "4/2", "your own");
    illegal("wb.b.w........................ b w 1", "2/1", "safe");
    illegal("bwb.w......................... b b 2", "3/1", "your own");
    illegal("..bb.b.....................w.. b - 2", "4/2", "beyond");
}

#[test]
fn s7_a_piece_behind_a_gap_has_not_reached_its_final_square() {
    // White's piece on 5 stands on an odd square, but 3 is empty: it can be bumped, and can move.
    legal("w...wb........................ b w 1", "6/5 off/30");
    legal("w...wb........................ w w 2", "5/3 off/29");
}

#[test]
fn s8_all_ten_in_position_win_at_once() {
    let table = play(
        "bwbw.w.wbwbw.wbw..ww.....b..b. w b 1",
        "19/18",
        "bwbw.w.wbwbw.wbw.w.w.....b..b. w b ?",
    );
    assert_eq!(table.turn(), Turn::Over);
    assert_eq!(table.shares().map(|s| s.to_string()).as_deref(), Some("0 1"));
    assert!(table.legal().is_empty());
}

#[test]
fn s8_the_opponents_claim_of_square_1_can_win_the_game() {
    let table =
        play(".wbw.w.w.w.w.w.w.w.w.......... b - 2", "3/1", "bw.w.w.w.w.w.w.w.w.w.......... b b ?");
    assert_eq!(table.turn(), Turn::Over);
    assert_eq!(table.shares().map(|s| s.to_string()).as_deref(), Some("0 1"));
    let described = table.last(Viewer::Public).expect("a move was made");
    assert_eq!(
        table.english(&described.labels),
        "Black moves from square 3 to 1. Black is to fill the odd squares now, White the even ones. \
         White wins with all ten in position."
    );
}

#[test]
fn all_even_squares_win_nothing_before_square_1_is_taken() {
    let table = at::<Senet>(".w.w.w.w.w.w.w.w.w.w.......... b - ?");
    assert_eq!(table.turn(), Turn::Chance);
    assert_eq!(table.shares(), None);
}

#[test]
fn a_finished_position_loads_with_its_result() {
    for (text, result) in [
        ("bwbw.w.wbwbw.wbw.w.w.....b..b. w b ?", "0 1"),
        ("bw.w.w.w.w.w.w.w.w.w.......... b b ?", "0 1"),
        ("b.b.b.b.b.b.b.b.b.b........... b b ?", "1 0"),
    ] {
        let table = at::<Senet>(text);
        assert_eq!(table.turn(), Turn::Over, "{text}");
        assert_eq!(table.shares().map(|s| s.to_string()).as_deref(), Some(result), "{text}");
    }
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    use Problem::{Illegal, Syntax};
    let dots = ".".repeat(30);
    let start = |rest: &str| format!("{dots} {rest}");
    for (text, problem, reason) in [
        (String::new(), Syntax, "four fields"),
        (start("b -"), Syntax, "four fields"),
        (start("b - ? "), Syntax, "four fields"),
        (start(" b - ?"), Syntax, "four fields"),
        ("........ b - ?".to_owned(), Syntax, "not 8"),
        (format!(".{dots} b - ?"), Syntax, "not 31"),
        (format!("é{} b - ?", &dots[2..]), Syntax, "black piece"),
        (format!("B{} b - ?", &dots[1..]), Syntax, "black piece"),
        (start("x - ?"), Syntax, "'b' or 'w'"),
        (start("b x ?"), Syntax, "'b', 'w' or '-'"),
        (start("b - 6"), Syntax, "1, 2, 3, 4, 5"),
        (start("b - 0"), Syntax, "1, 2, 3, 4, 5"),
        (start("b - 03"), Syntax, "1, 2, 3, 4, 5"),
        (format!("{}{} b - ?", ".".repeat(19), "b".repeat(11)), Illegal, "only 10"),
        (start("b b ?"), Illegal, "nobody has the odd"),
        (format!("b{} w - ?", &dots[1..]), Illegal, "stands on square 1"),
        (format!("b{} w w ?", &dots[1..]), Illegal, "stands on square 1"),
        (format!("bb{} w b ?", &dots[2..]), Illegal, "1, 3, 5"),
        (format!(".ww{} w - ?", &dots[3..]), Illegal, "2, 4, 6"),
        ("b.b.b.b.b.b.b.b.b.b........... b b 3".to_owned(), Illegal, "no throw waits"),
        ("b.b.b.b.b.b.b.b.b.b........... w b ?".to_owned(), Illegal, "last move"),
        ("bwbwbw.w.w.w.w.w.w.w.......... b b ?".to_owned(), Illegal, "last move"),
    ] {
        testing::unread::<Senet>(&text, problem, reason);
    }
}

#[test]
fn actions_count_in_their_exact_form_only() {
    let waiting = at::<Senet>("....................b..b.w.... b - 5");
    for text in ["", "21", "21/", "/16", "021/16", "21/+16", "21-16", "31/26", "21/0", "off", "é/1"]
    {
        let mut table = waiting.clone();
        let error = table.play(text).expect_err(text);
        assert_eq!(error.problem, Problem::Syntax, "{text}: {error}");
    }
    for (text, reason) in [
        ("t3", "player 1's move"),
        ("20/15", "no piece on square 20"),
        ("21/15", "leads from 21 to 16"),
        ("26/21", "no piece on square 26"),
        ("off/25", "enters on square 26"),
    ] {
        illegal("....................b..b.w.... b - 5", text, reason);
    }
    illegal("..b........................... b - 5", "3/2", "off the board");
    let error = at::<Senet>(START).play("t6").expect_err("no such throw");
    assert_eq!(error.problem, Problem::Syntax);
    assert_eq!(at::<Senet>(START).play("off/30").expect_err("too early").problem, Problem::Illegal);
}

#[test]
fn the_example_on_the_rule_page_can_be_played() {
    // The code that begins a row of a table.
    let rows = Senet::RULES.lines().filter_map(|line| line.strip_prefix("| `"));
    let actions: Vec<&str> = rows.filter_map(|row| row.split('`').next()).collect();
    play(START, &actions.join(" "), "........................b..... w - ?");
}

/// The rules once more, plain and slow: try every piece and judge the board that would follow.
fn plain_landings(state: &State) -> u32 {
    let throw = state.throw.expect("a throw waits").steps();
    let State { own, other, .. } = *state;
    let opponent = state.mover.opponent();
    let safe = other & (0b11111 << 25) | state.reached(opponent);
    let mut landings = 0;
    for from in 1..=PLINTH {
        let waits = from == PLINTH && own.count_ones() < u32::from(PIECES);
        if from <= throw || !(waits || own & bit(from) != 0) {
            continue;
        }
        let to = from - throw;
        let next = own & !bit(from) | bit(to);
        let claims = to == 1 && state.odd().is_none();
        let sequence = if claims { ODD } else { state.sequence(state.mover).unwrap_or(EVEN) };
        let stays = state.reached(state.mover) & bit(from) != 0;
        if (own | safe) & bit(to) == 0 && !stays && fits(next, sequence) {
            landings |= bit(to);
        }
    }
    landings
}

#[test]
fn landings_agree_with_the_plain_rules() {
    let mut rng = seeded(11);
    for _ in 0..30 {
        let mut state = Senet.start();
        while let Some(action) = sample(&Senet, &state, &mut rng) {
            for throw in Throw::ALL {
                let thrown = State { throw: Some(throw), ..state };
                assert_eq!(thrown.landings(), plain_landings(&thrown), "{thrown:?}");
            }
            match action {
                Action::Move(mv) => Senet.play(&mut state, mv),
                Action::Chance(throw) => Senet.resolve(&mut state, throw),
            }
        }
    }
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
fn what_happens_is_described() {
    let mut table = at::<Senet>("......................w.b..... b - ?");
    let mut described = |action: &str| {
        table.play(action).expect("legal");
        let last = table.last(Viewer::Seat(WHITE)).expect("something happened");
        table.english(&last.labels)
    };
    assert_eq!(described("t2"), "Black throws 2.");
    let bump = "Black moves from square 25 to 23 and bumps a white piece back to its plinth.";
    assert_eq!(described("25/23"), bump);
    assert_eq!(described("t3"), "White throws 3.");
    assert_eq!(described("off/28"), "White enters a piece on square 28.");
    let pass = read_action(
        &Senet,
        &Senet::read_position("............................w. b - 2").expect("legal").1,
        "pass",
    );
    assert_eq!(pass, Ok(Action::Move(Move::PASS)));
    assert_eq!(Senet.seat_name(BLACK), "Black");
}

#[test]
fn a_pass_shows_the_sticks_that_could_not_be_used() {
    let mut table = at::<Senet>("............................w. b - 2");
    table.play("pass").expect("legal");
    let sticks = |pieces: &[Piece]| pieces.iter().filter(|p| p.kind == "stick").count();
    assert_eq!(sticks(&table.picture(Viewer::Public).pieces), 0);
    assert_eq!(sticks(&table.highlight().expect("a picture of the throw").pieces), 4);
}

mod endings {
    //! The ends of games, by a search through all that can follow and by other means.

    use std::collections::HashMap;

    use crate::session::Session;
    use parlour_core::Turn;
    use parlour_search::{
        Budget, Certainty, Engine, Engines, Heuristics, Progress, SearchControl, SearchRequest,
        Settings, Task,
    };

    use super::*;

    fn exact() -> Box<dyn Engine<Senet>> {
        let engines = Senet.engines();
        let kind = engines.iter().find(|kind| kind.name == "exact").expect("an engine");
        kind.build(&Senet, &Settings::default()).expect("no settings")
    }

    /// The moves here with the mover's share after each, by an engine that may remember.
    fn solved(engine: &mut dyn Engine<Senet>, state: &State) -> Vec<(Move, f64)> {
        engine.begin(Task { reuse: true, ..Task::new(&Senet, *state, 1) });
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
            let mut engine = exact();
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
    fn two_pieces_each_are_worth_what_can_follow_them() {
        let mut engine = exact();
        let mut state = waiting([2, 2]);
        let mut rng = seeded(5);
        let mut checked = 0;
        while let Some(action) = sample(&Senet, &state, &mut rng) {
            parlour_core::game::apply(&Senet, &mut state, action);
            if Senet.count_moves(&state) < 2 {
                continue;
            }
            for (mv, found) in solved(&mut *engine, &state) {
                let mut next = state;
                Senet.play(&mut next, mv);
                let worth = match Senet.shares(&next) {
                    Some(shares) => shares[state.mover].value(),
                    None => {
                        let mut best = |thrown: &State| solved(&mut *engine, thrown)[0].1;
                        let throws = after(&next).into_iter();
                        1.0 - throws.map(|(chance, thrown)| chance * best(&thrown)).sum::<f64>()
                    }
                };
                assert!((found - worth).abs() < 1e-12, "{state:?} {mv:?}: {found}, {worth}");
                checked += 1;
            }
        }
        assert!(checked > 10, "{checked}");
    }

    #[test]
    fn the_end_has_an_exact_value_and_the_beginning_has_none() {
        let session = at::<Senet>("bwbwbwbwbwbwbwbw......b......w b b 3");
        let request = SearchRequest::best_line(Budget::default(), 1);
        let stop = std::sync::atomic::AtomicBool::new(false);
        let control = SearchControl { clock: &|| std::time::Duration::ZERO, stop: &stop };
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
