//! The analysis board: positions, trees, the engine's lines, and what it says nothing about.

use axum::http::StatusCode;
use parlour_core::Turn;
use parlour_core::rng::seeded;
use parlour_games::all;
use parlour_server::limits::{Limits, Rate};
use parlour_session::Session;
use parlour_wire::analysis::{EngineNews, PositionView, Setup, SetupBoard, VariationTree};
use parlour_wire::api::{NewSeat, NewTable};
use parlour_wire::socket::ClientMessage;
use parlour_wire::table::{Clock, Status};
use serde_json::{Value, json};

use crate::harness::*;

/// A random line of a game, and the game behind it.
fn line(
    game: &parlour_session::Entry,
    length: usize,
    seed: u64,
) -> (Vec<String>, Box<dyn Session>) {
    let mut session = (game.open)(&Default::default()).expect("a game");
    let (mut rng, mut actions) = (seeded(seed), Vec::new());
    while let Some(action) = session.sample(&mut rng).filter(|_| actions.len() < length) {
        session.play(&action).expect("legal");
        actions.push(action);
    }
    (actions, session)
}

fn ask(game: &str, actions: &[String]) -> Value {
    let place = json!({ "game": game, "actions": actions });
    json!({ "place": place, "lines": 3, "seconds": 1 })
}

async fn news(person: &mut Person, asked: &Value) -> Vec<EngineNews> {
    let answer = person.post("/analysis/lines", asked).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.text.lines().map(|line| serde_json::from_str(line).expect("news")).collect()
}

#[tokio::test]
async fn a_position_has_what_a_board_needs_in_every_game() {
    let server = TestServer::with(|config| config.limits = Limits::UNLIMITED).await;
    let mut ann = server.person("Ann").await;
    for game in all() {
        for length in [0, 1, 7, 24] {
            let (actions, session) = line(game, length, 5);
            let place = json!({ "game": game.id, "actions": actions });
            let asked = json!({ "place": place, "layout": length == 0 });
            let view: PositionView = ann.post("/analysis/position", &asked).await.json();
            assert_eq!(view.position, session.position(), "{}", game.id);
            assert_eq!(view.layout.is_some(), length == 0);
            assert_eq!(view.roles.len(), usize::from(session.seats()));
            let mut known: Vec<String> = view.choices.iter().map(|c| c.action.clone()).collect();
            known.extend(view.chances.iter().map(|chance| chance.action.clone()));
            known.sort();
            assert_eq!(known, session.legal(), "{} after {actions:?}", game.id);
            assert_eq!(view.last.map(|told| told.action), actions.last().cloned(), "{}", game.id);
            // The position alone is enough.
            let place = json!({ "game": game.id, "position": view.position });
            let again: PositionView =
                ann.post("/analysis/position", &json!({ "place": place })).await.json();
            assert_eq!((again.picture, again.choices), (view.picture, view.choices), "{}", game.id);
        }
    }
}

#[tokio::test]
async fn a_seat_sees_what_it_could_know_and_moves_for_itself_alone() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    let actions = ["d10", "d5", "hh9", "hf5"];
    let mut views = Vec::new();
    for viewer in [None, Some(0), Some(1)] {
        let place = json!({ "game": "shell-out", "actions": actions });
        let asked = json!({ "place": place, "viewer": viewer });
        views.push(ann.post("/analysis/position", &asked).await.json::<PositionView>());
    }
    let [open, first, second] = &views[..] else { panic!("three views") };
    assert!(!open.choices.is_empty() && open.choices == first.choices);
    assert!(second.choices.is_empty(), "another's moves would show what they hold");
    assert_ne!(first.picture, second.picture);
    let asked = json!({ "place": { "game": "shell-out" }, "viewer": 9 });
    assert_eq!(ann.post("/analysis/position", &asked).await.code(), "no-such-seat");
}

#[tokio::test]
async fn what_does_not_fit_is_refused_with_a_sentence() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    for (place, code) in [
        (json!({ "game": "go" }), "not-found"),
        (json!({ "game": "senet", "position": "nothing" }), "bad-position"),
        (json!({ "game": "senet", "actions": ["t9"] }), "illegal"),
        (json!({ "game": "shut-the-box", "options": [["players", "99"]] }), "bad-option"),
        (json!({ "game": "senet", "actions": vec!["t1"; 5_000] }), "too-long"),
    ] {
        let answer = ann.post("/analysis/position", &json!({ "place": place })).await;
        assert_eq!(answer.code(), code, "{}", answer.text);
        let message = answer.json::<parlour_wire::api::Failure>().message;
        assert!(message.ends_with('.') && !message.starts_with(char::is_lowercase), "{message}");
    }
    for (lines, seconds) in [(0, 1), (6, 1), (1, 0), (1, 21)] {
        let asked = json!({ "place": { "game": "outwit" }, "lines": lines, "seconds": seconds });
        assert_eq!(ann.post("/analysis/lines", &asked).await.code(), "bad-option");
    }
}

#[tokio::test]
async fn a_text_is_read_as_a_record_as_a_position_or_as_actions() {
    let server = TestServer::new().await;
    let mut ann = server.person("Ann").await;
    let mut read = async |text: &str| {
        let asked = json!({ "game": "outwit", "text": text });
        ann.post("/analysis/tree", &asked).await
    };
    let tree: VariationTree = read("e5e1 ! (e5b5 {Or so.}) e6e10").await.json();
    assert_eq!((tree.nodes.len(), tree.nodes[2].comment.as_str()), (4, "Or so."));
    let again: VariationTree = read(&tree.record).await.json();
    assert_eq!(again, tree);
    let position = "dd3d3/l8/1ld6/2l3dd1/9/9/l4L3/8l/1D6d/3ld2ll d 15";
    let at: VariationTree = read(position).await.json();
    assert_eq!((at.position.as_deref(), at.nodes.len()), (Some(position), 1));
    assert_eq!(read("e5e1 (e5b5").await.code(), "bad-record");
    assert_eq!(read("e5e1 e5e1").await.code(), "illegal");
    assert_eq!(read("dd3d3/l8 d 15").await.code(), "bad-position");
    // A table can be made of the main line.
    let imported = ann.post("/records", &json!({ "text": tree.record })).await;
    assert_eq!(imported.status, StatusCode::CREATED, "{}", imported.text);
}

#[tokio::test]
async fn the_engine_gives_lines_to_a_mover_and_a_value_to_every_throw() {
    let server = TestServer::with(|config| config.limits = Limits::UNLIMITED).await;
    let mut ann = server.person("Ann").await;
    for game in all() {
        for (length, seed) in [(0, 1), (5, 1), (6, 2)] {
            let (actions, session) = line(game, length, seed);
            let news = news(&mut ann, &ask(game.id, &actions)).await;
            match (session.turn(), news.last().expect("something")) {
                (Turn::Player(_), EngineNews::Lines { lines, done, .. }) => {
                    assert!(*done && (1..=3).contains(&lines.len()), "{} {lines:?}", game.id);
                    assert!(session.legal().contains(&lines[0].moves[0]));
                    let sum: f64 = lines[0].shares.iter().sum();
                    assert!((sum - 1.0).abs() < 1e-6, "{} {:?}", game.id, lines[0]);
                }
                (Turn::Chance, EngineNews::Outcomes { outcomes, mean, done }) => {
                    let chances: Vec<String> = session.chances().into_iter().map(|c| c.0).collect();
                    let found: Vec<String> = outcomes.iter().map(|o| o.action.clone()).collect();
                    assert!(*done && found == chances, "{}", game.id);
                    let sum: f64 = mean.as_ref().expect("a mean").shares.iter().sum();
                    assert!((sum - 1.0).abs() < 1e-6, "{}", game.id);
                }
                (turn, news) => panic!("{} {turn:?} {news:?}", game.id),
            }
        }
    }
}

#[tokio::test]
async fn the_engine_is_limited_by_visitor_and_by_address() {
    let server = TestServer::with(|config| {
        config.limits.analyses.of_visitor = Rate::per_second(0.001, 2.0);
        config.limits.analyses.of_address = Rate::per_second(0.001, 3.0);
    })
    .await;
    let (mut ann, mut bob) = (server.person("Ann").await, server.person("Bob").await);
    let asked = ask("outwit", &[]);
    for _ in 0..2 {
        news(&mut ann, &asked).await;
    }
    assert_eq!(ann.post("/analysis/lines", &asked).await.code(), "too-fast");
    news(&mut bob, &asked).await;
    assert_eq!(bob.post("/analysis/lines", &asked).await.code(), "too-fast", "one address");
}

#[tokio::test]
async fn the_engine_says_nothing_about_a_game_that_people_play() {
    let server = TestServer::with(|config| config.limits = Limits::UNLIMITED).await;
    let (mut a, mut b, mut ann, _) = two_at(&server, "outwit", Clock::None).await;
    let mut cid = server.person("Cid").await;
    a.act("e5e1").await;
    b.until(|view| view.ply == 1).await;
    let line = ["e5e1".to_owned()];
    let further = ["e5e1".to_owned(), "e6e10".to_owned()];
    let refused = async |person: &mut Person, asked: &Value| {
        let answer = person.post("/analysis/lines", asked).await;
        (answer.status == StatusCode::FORBIDDEN).then(|| answer.code())
    };
    let in_play = Some("in-play".to_owned());
    assert_eq!(refused(&mut ann, &ask("outwit", &line)).await, in_play, "her own table");
    assert_eq!(refused(&mut ann, &ask("outwit", &further)).await, in_play, "what may follow");
    assert_eq!(refused(&mut ann, &ask("outwit", &[])).await, in_play, "one move before");
    let other = ["h3d3".to_owned()];
    assert_eq!(refused(&mut ann, &ask("outwit", &other)).await, None, "another game");
    assert_eq!(refused(&mut cid, &ask("outwit", &line)).await, None, "he knows nothing of it");
    // The position counts, not the way to it, nor a number that counts moves.
    let asked = json!({ "place": { "game": "outwit", "actions": line } });
    let view: PositionView = ann.post("/analysis/position", &asked).await.json();
    assert!(view.no_engine.is_some());
    let board = view.position.rsplit_once(' ').expect("a counter").0.to_owned();
    for position in [view.position, format!("{board} 40")] {
        let place = json!({ "game": "outwit", "position": position });
        let asked = json!({ "place": place, "lines": 1, "seconds": 1 });
        assert_eq!(refused(&mut ann, &asked).await, in_play);
    }
    b.act("e6e10").await;
    a.until(|view| view.ply == 2).await;
    assert_eq!(refused(&mut ann, &ask("outwit", &[])).await, None, "what is past");
    // A position that may follow is refused without the way to it, too.
    let after = json!({ "place": { "game": "outwit", "actions": ["e5e1", "e6e10", "h2d2"] } });
    let view: PositionView = cid.post("/analysis/position", &after).await.json();
    assert!(view.no_engine.is_none(), "he knows nothing of it");
    let place = json!({ "game": "outwit", "position": view.position });
    let asked = json!({ "place": place, "lines": 1, "seconds": 1 });
    assert_eq!(refused(&mut ann, &asked).await, in_play);
    assert_eq!(refused(&mut cid, &asked).await, None);
    a.send(&ClientMessage::Resign { seat: 0 }).await;
    a.until(|view| view.status == Status::Over).await;
    assert_eq!(refused(&mut ann, &ask("outwit", &line)).await, None, "it is over");

    // Everybody sees a public table.
    let (mut dan, eve) = (server.person("Dan").await, server.person("Eve").await);
    let wanted = NewTable { public: true, ..new_table("outwit", vec![me(), NewSeat::Open]) };
    let id = dan.table(&wanted).await;
    let mut e = eve.open(&id).await;
    assert_eq!(refused(&mut cid, &ask("outwit", &[])).await, None, "nobody plays yet");
    e.send(&ClientMessage::Sit { seat: 1, invitation: None }).await;
    e.until(|view| view.status == Status::Playing).await;
    assert_eq!(refused(&mut dan, &ask("outwit", &[])).await, in_play, "his own game");
    assert_eq!(refused(&mut cid, &ask("outwit", &[])).await, None, "every game begins so");
    // Against computers alone there is no one to deceive: a hint is allowed there, too.
    let alone = NewTable { public: true, ..new_table("senet", vec![me(), computer()]) };
    dan.table(&alone).await;
    assert_eq!(refused(&mut cid, &ask("senet", &[])).await, None);
}

#[tokio::test]
async fn a_guess_at_a_secret_is_refused_whether_it_is_right_or_wrong() {
    let server = TestServer::with(|config| config.limits = Limits::UNLIMITED).await;
    let (mut a, mut b, _, mut bob) = two_at(&server, "shell-out", Clock::None).await;
    for socket in [&mut a, &mut b] {
        socket.until(|view| view.ply >= 2).await;
        socket.my_turn().await;
        socket.act_any(3).await;
    }
    let ply = b.view().ply;
    a.until(|view| view.ply >= ply).await;
    let actions = |own: &parlour_wire::table::TableView| -> Vec<String> {
        own.log.iter().map(|line| line.description.action.clone()).collect()
    };
    // Bob knows his own draw and hide, and guesses Ann's.
    let (anns, bobs) = (actions(a.view()), actions(b.view()));
    let known = |action: &str| !action.ends_with('?');
    let right: Vec<String> =
        anns.iter().zip(&bobs).map(|(a, b)| if known(a) { a } else { b }.clone()).collect();
    let mut answers = Vec::new();
    let hidden = right.iter().position(|action| action.starts_with('h')).expect("she hid it");
    let game = parlour_games::find("shell-out").expect("a game");
    let mut world = (game.open)(&a.view().options.iter().cloned().collect()).expect("a game");
    for action in &right[..hidden] {
        world.play(action).expect("legal");
    }
    for hide in world.legal() {
        let mut guess = right.clone();
        guess[hidden] = hide;
        let place = json!({ "game": "shell-out", "options": a.view().options, "actions": guess });
        let asked = json!({ "place": place, "lines": 1, "seconds": 1 });
        let answer = bob.post("/analysis/lines", &asked).await;
        answers.push((answer.status, answer.text));
    }
    answers.dedup();
    assert_eq!((answers.len(), answers[0].0), (1, StatusCode::FORBIDDEN), "{answers:?}");
}

#[tokio::test]
async fn a_board_is_set_up_place_by_place_in_every_game() {
    let server = TestServer::with(|config| config.limits = Limits::UNLIMITED).await;
    let mut ann = server.person("Ann").await;
    for game in all() {
        let position = line(game, 24, 5).1.position();
        let ask = |text: &str, changes: Value| json!({ "game": game.id, "position": position, "text": text, "changes": changes });
        let first: Setup = ann.post("/analysis/setup", &ask(&position, json!([]))).await.json();
        assert_eq!((first.text.as_str(), &first.problem), (position.as_str(), &None));
        let sites: usize = first.boards.iter().map(|board| board.sites.len()).sum();
        assert_eq!(first.slots.len(), sites + first.values.len(), "{}", game.id);
        let SetupBoard { slot, sites, signs } = &first.boards[0];
        // Every piece of the board is taken away: whatever the game says of it, the board shows it.
        let changes: Vec<Value> = (0..sites.len())
            .map(|index| json!([usize::from(*slot) + index, signs[0].value]))
            .collect();
        let empty = ann.post("/analysis/setup", &ask(&position, changes.into())).await;
        let empty: Setup = empty.json();
        let stands = |setup: &Setup| {
            let piece = signs[0].piece.as_ref().map(|piece| &piece.face);
            let here = setup.picture.pieces.iter().filter(|piece| sites.contains(&piece.site));
            here.filter(|other| Some(&other.face) != piece).count()
        };
        assert!(stands(&first) > 0 && stands(&empty) == 0, "{}: {}", game.id, empty.text);
        if let Some(problem) = &empty.problem {
            assert!(
                problem.ends_with('.') && !problem.starts_with(char::is_lowercase),
                "{problem}"
            );
        }
        // A change goes on from a text that is no position.
        let back = json!([[slot, first.slots[usize::from(*slot)]]]);
        let back: Setup = ann.post("/analysis/setup", &ask(&empty.text, back)).await.json();
        assert_eq!(back.slots[usize::from(*slot)], first.slots[usize::from(*slot)]);
        for wrong in [json!([[9_999, ""]]), json!([[slot, "nonsense"]])] {
            let refused = ann.post("/analysis/setup", &ask(&position, wrong)).await;
            assert_eq!(refused.code(), "bad-change", "{}", refused.text);
        }
        let typed: Setup = ann.post("/analysis/setup", &ask("nonsense", json!([]))).await.json();
        assert!(typed.problem.is_some() && typed.boards.is_empty(), "{}", game.id);
    }
    let asked = json!({ "game": "outwit", "position": "nothing", "text": "nothing" });
    assert_eq!(ann.post("/analysis/setup", &asked).await.code(), "bad-position");
}
