//! Nothing hidden leaves the server: not over the socket, not in views, errors, replays, records.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use parlour_core::Turn;
use parlour_core::rng::{SeededRng, below, seeded};
use parlour_server::limits::Limits;
use parlour_table::commands::{Actor, Command, decide, illegal};
use parlour_table::events::{Created, Event, InitialSeat, Person as Sitter};
use parlour_table::projection::Visit;
use parlour_table::projection::{replay, write_record};
use parlour_table::stored::{TableId, VisitorId};
use parlour_table::{Broken, Table};
use parlour_wire::api::Replay;
use parlour_wire::replay::ReplayWriter;
use parlour_wire::socket::{ClientMessage, ServerMessage};
use parlour_wire::table::{Clock, Status, TableView};

use crate::harness::*;

/// Whether a position's text shows where this player's loaded shell is, or what it holds.
fn betrays(position: &str, player: usize) -> bool {
    let letter = char::from(b'A' + player as u8);
    let mut words = position.split(' ').skip_while(|word| word.starts_with("seats="));
    let board = words.next().expect("a board");
    let counter = words.next().expect("counters").split(',').nth(player).expect("one each");
    let known = ["-", "?"].contains(&counter) || counter.starts_with('x');
    board.contains(letter) || !known
}

fn visitor(name: &str) -> VisitorId {
    VisitorId(name.to_owned())
}

/// Shell-Out for Ann and Bob.
pub(crate) fn shell_out(visitor: fn(&str) -> VisitorId) -> Created {
    let sitter = |name: &str| {
        let (visitor, name) = (Some(visitor(name)), name.to_owned());
        InitialSeat::Person(Sitter { visitor, name, own_name: false })
    };
    let entry = parlour_games::find("shell-out").expect("registered");
    let options = [("players", "2"), ("hands", "4"), ("target", "0"), ("seats", "default")];
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    Created::new(entry, options, vec![sitter("ann"), sitter("bob")], visitor("ann"))
}

/// A new table of Shell-Out for two.
fn world() -> Table {
    Table::create(TableId("t".to_owned()), shell_out(visitor), 0).expect("a table")
}

/// The table as this visitor sees it.
fn view_bytes(table: &Table, who: &VisitorId) -> String {
    let here = HashSet::new();
    let visit = Visit { visitor: who, look: None, invitation: "none", presence: &here, now: 0 };
    serde_json::to_string(&TableView::in_english(table, &visit)).expect("JSON")
}

/// Every byte that this visitor could get about the table.
fn all_bytes(table: &Table, who: &VisitorId) -> String {
    let here = HashSet::new();
    let visit = Visit { visitor: who, look: None, invitation: "none", presence: &here, now: 0 };
    let mut bytes = view_bytes(table, who);
    for wanted in [None, Some(0), Some(1), Some(2)] {
        match replay::hindsight(table, who, wanted) {
            Ok(how) => {
                let steps = ReplayWriter::new(Arc::new(table.clone()), how, false).next(usize::MAX);
                let replay = Replay { steps, ..Replay::head(table, &visit, how, false) };
                bytes.push_str(&serde_json::to_string(&replay).expect("JSON"));
                bytes.push_str(&write_record(table, how));
            }
            Err(refusal) => bytes.push_str(&refusal.message),
        }
    }
    bytes
}

/// What the visitor is told when trying moves, legal or not.
fn all_refusals(
    table: &Table,
    who: &VisitorId,
    rng: &mut parlour_core::rng::SeededRng,
) -> Vec<String> {
    let here = HashSet::new();
    let actor = Actor { visitor: who, name: "x", invitation: "none", presence: &here, now: 0 };
    let mut spots: Vec<String> = Vec::new();
    for row in 'a'..='m' {
        spots.extend((1..=13).map(|number| format!("{row}{number}")));
    }
    let mut answers = Vec::new();
    for _ in 0..20 {
        let mut spot = || spots[below(rng, spots.len() as u32) as usize].clone();
        let between = ["-", "x"][answers.len() % 2];
        let action = format!("{}{between}{}", spot(), spot());
        let (action, ply) = (action.clone(), table.ply());
        let command = Command::Act { action: action.clone(), ply, rewinds: None };
        // Whether a move is legal shows when the table follows it.
        answers.push(match decide(table, actor, &command) {
            Err(refusal) => format!("{refusal:?}"),
            Ok(events) => match table.with(0, events) {
                Err(Broken::Illegal(error)) => format!("{:?}", illegal(&error)),
                Err(broken) => panic!("{action}: {broken:?}"),
                // What a guess brings to light differs, as it should.
                Ok(_) => "legal".to_owned(),
            },
        });
    }
    answers
}

/// How many positions are compared: thousands, or as many as told.
fn positions() -> usize {
    let wanted = std::env::var("PARLOUR_POSITIONS").ok();
    wanted.map_or(2_000, |text| text.parse().expect("a number of positions"))
}

/// Two worlds that differ only in what Ann holds and where: to Bob and to everyone else they are
/// the same, byte for byte, until a guess or a shell-out brings the difference to light.
/// `PARLOUR_POSITIONS=100000` makes it a long run.
#[test]
fn two_worlds_that_differ_in_a_secret_look_the_same_to_everyone_else() {
    let mut compared = 0;
    for seed in 0.. {
        compared += compare_two_worlds(seed);
        if compared >= positions() {
            break;
        }
        assert!(compared as u64 > seed, "the games end too soon to compare anything");
    }
}

/// A random action in two worlds. In the second Ann draws another counter, and hides it under another shell;
/// Bob draws the same one if it is still there. `None` where the difference comes to light, as it should.
pub(crate) fn act_in_both(worlds: &mut [Table; 2], rng: &mut SeededRng, ply: usize) -> Option<()> {
    let legal = worlds[0].session.legal();
    let pick = below(rng, legal.len() as u32) as usize;
    let other = if [0, 2].contains(&ply) { (pick + 1) % legal.len() } else { pick };
    // A guess.
    if legal[pick].contains('x') {
        return None;
    }
    for (world, pick) in worlds.iter_mut().zip([pick, other]) {
        world.apply(0, &Event::Acted { action: legal[pick].clone() }).ok()?;
    }
    // A shell-out ends the hand and turns all counters up.
    (ply <= 3 || worlds[0].turn() != Turn::Chance).then_some(())
}

/// One game in two worlds; the number of positions compared.
fn compare_two_worlds(seed: u64) -> usize {
    let mut rng = seeded(seed);
    let mut worlds = [world(), world()];
    for ply in 0..60 {
        if act_in_both(&mut worlds, &mut rng, ply).is_none() {
            return ply;
        }
        // A replay holds all that came before: one in a while is enough.
        let looks = if ply % 8 == 7 { all_bytes } else { view_bytes };
        for who in ["bob", "cid"].map(visitor) {
            let [a, b] = worlds.each_ref().map(|table| looks(table, &who));
            assert_eq!(a, b, "{who:?} can tell the worlds of seed {seed} apart at ply {ply}");
            let refusals = |table: &Table| all_refusals(table, &who, &mut seeded(ply as u64));
            // Bob knows his own moves; Ann's secret must not change what he is told.
            let [a, b] = worlds.each_ref().map(refusals);
            assert_eq!(a, b, "errors tell {who:?} the worlds of seed {seed} apart at ply {ply}");
        }
        let [a, b] = worlds.each_ref().map(|table| view_bytes(table, &visitor("ann")));
        assert_ne!(a, b, "Ann knows what she holds");
    }
    60
}

/// All tables that came over a socket.
fn tables(bytes: &str) -> Vec<TableView> {
    let mut tables: Vec<TableView> = Vec::new();
    for line in bytes.lines() {
        let message: ServerMessage = serde_json::from_str(line).expect("a message of ours");
        match (tables.last().cloned(), &message) {
            (_, ServerMessage::Table { table }) => tables.push((**table).clone()),
            (Some(mut table), news) => {
                table.follow(news).expect("news that fits");
                tables.push(table);
            }
            _ => {}
        }
    }
    tables
}

#[tokio::test]
async fn no_byte_that_an_opponent_or_a_spectator_receives_holds_a_secret() {
    let server = TestServer::new().await;
    let (mut a, mut b, mut ann, mut bob) = two_at(&server, "shell-out", Clock::None).await;
    let id = a.view().id.clone();
    let mut cid = server.person("Cid").await;
    let mut c = cid.open(&id).await;
    for pick in 0..24 {
        a.until(|view| view.ply >= 2).await;
        let mover = match a.view().turn {
            parlour_wire::table::Turn::Player { seat: 0 } => &mut a,
            _ => &mut b,
        };
        mover.my_turn().await;
        // Steps only: a guess brings a secret to light, as it should.
        let quiet = mover.view().choices.iter().filter(|choice| !choice.action.contains('x'));
        let quiet: Vec<String> = quiet.map(|choice| choice.action.clone()).collect();
        let action = quiet[(pick * 7) % quiet.len()].clone();
        mover.act(&action).await;
        let ply = mover.view().ply;
        for socket in [&mut a, &mut b, &mut c] {
            socket.until(|view| view.ply >= ply).await;
        }
        if a.view()
            .picture
            .stats
            .iter()
            .any(|stat| stat.name == "hand" && stat.value.args[..1] == [2])
        {
            break;
        }
    }
    assert_eq!(a.view().status, Status::Playing);
    let own = tables(&a.bytes);
    let action = |ply: usize| own.iter().flat_map(|t| &t.log).find(|l| l.ply == ply as u32 + 1);
    let (drawn, hidden) = (action(0).expect("seen"), action(2).expect("seen"));
    assert!(drawn.description.action.starts_with('d') && drawn.description.action != "d?");
    assert!(hidden.description.action.starts_with('h') && hidden.description.action != "h?");
    let view: TableView = ann.get(&format!("/tables/{id}")).await.json();
    assert!(betrays(&view.position, 0), "Ann sees her own");

    for (socket, hides) in [(&b, vec![0]), (&c, vec![0, 1])] {
        for table in &tables(&socket.bytes) {
            let position = &table.position;
            if !position.contains(" over ") {
                for &player in &hides {
                    assert!(!betrays(position, player), "{position}");
                }
            }
            for line in &table.log {
                if line.ply == 1 || line.ply == 3 {
                    assert!(["d?", "h?"].contains(&line.description.action.as_str()), "{line:?}");
                    assert!(line.description.clicks.is_empty());
                }
            }
        }
        assert!(!socket.bytes.contains(&format!("\"{}\"", hidden.description.action)));
    }
    for (person, hides) in [(&mut bob, vec![0]), (&mut cid, vec![0, 1])] {
        let view: TableView = person.get(&format!("/tables/{id}")).await.json();
        let replay = person.get(&format!("/tables/{id}/replay")).await;
        let steps = replay.json::<Replay>().steps;
        let positions =
            steps.iter().map(|step| step.position.clone()).chain([view.position.clone()]);
        for position in positions {
            assert!(hides.iter().all(|&player| !betrays(&position, player)), "{position}");
        }
        let record = person.get(&format!("/tables/{id}/record")).await.text;
        assert!(record.contains("d?") && record.contains("h?"), "{record}");
        for text in [&replay.text, &record] {
            assert!(!text.contains(&hidden.description.action), "{text}");
        }
        let peek = person.get(&format!("/tables/{id}/replay?viewer=0")).await;
        peek.is_refusal(StatusCode::FORBIDDEN, "hidden");
    }
    // Once it is over, everyone may look at everything.
    a.send(&ClientMessage::Resign { seat: 0 }).await;
    c.until(|view| view.status == Status::Over).await;
    let record = cid.get(&format!("/tables/{id}/record")).await.text;
    assert!(
        record.contains(&hidden.description.action) && record.contains(&drawn.description.action)
    );
    let replay: Replay = cid.get(&format!("/tables/{id}/replay")).await.json();
    assert!(replay.open && replay.steps.iter().any(|step| betrays(&step.position, 0)));
    let view = ann.get(&format!("/tables/{id}/replay?viewer=1")).await;
    assert_eq!(view.status, StatusCode::OK);
}

#[tokio::test]
async fn on_one_screen_only_the_seat_that_looks_is_shown() {
    let server = TestServer::new().await;
    let (mut ann, mut a) = server.table("shell-out", vec![named("Mum"), named("Dad")]).await;
    let id = a.view().id.clone();
    let covered = a.until(|view| view.you.pass_to == Some(0)).await;
    assert_eq!((covered.viewer, covered.choices.len()), (None, 0));
    a.send(&ClientMessage::Look { seat: Some(0) }).await;
    let mum = a.until(|view| view.viewer == Some(0)).await;
    assert!(!mum.choices.is_empty() && mum.you.pass_to.is_none());
    assert!(betrays(&mum.position, 0) && !betrays(&mum.position, 1));
    a.act_any(0).await;
    // The player who moved sees what came of it; nothing of the next player's side is in it.
    let made = a.until(|view| view.you.pass_to == Some(1)).await;
    assert_eq!((made.viewer, made.choices.len(), made.guide), (Some(0), 0, None));
    a.send(&ClientMessage::Look { seat: None }).await;
    let covered = a.until(|view| view.viewer.is_none()).await;
    assert_eq!(covered.you.pass_to, Some(1));
    // What the last viewer saw is replaced as a whole.
    assert!(!betrays(&covered.position, 0) && !betrays(&covered.position, 1));
    assert!(
        covered.log.iter().all(|line| ["d?", "h?"].contains(&line.description.action.as_str()))
    );
    a.send(&ClientMessage::Look { seat: Some(0) }).await;
    a.ping().await;
    let view = a.view();
    assert_eq!((view.viewer, view.you.pass_to), (None, Some(1)), "it is the other's turn to look");
    a.send(&ClientMessage::Look { seat: Some(1) }).await;
    let dad = a.until(|view| view.viewer == Some(1)).await;
    assert!(betrays(&dad.position, 1) && !betrays(&dad.position, 0));
    a.send(&ClientMessage::Look { seat: None }).await;
    a.until(|view| view.viewer.is_none()).await;
    let replay = ann.get(&format!("/tables/{id}/replay")).await;
    let steps = replay.json::<Replay>().steps;
    assert!(steps.iter().all(|step| !betrays(&step.position, 0) && !betrays(&step.position, 1)));
    assert_eq!(
        ann.get(&format!("/tables/{id}/replay?viewer=0")).await.status,
        StatusCode::FORBIDDEN
    );
}

#[tokio::test]
async fn a_look_before_a_draw_does_not_show_that_draw_while_another_is_to_move() {
    let server = TestServer::with(|config| {
        config.pace.chance = Duration::from_millis(50);
        config.limits = Limits::UNLIMITED;
    })
    .await;
    let (_, mut a) = server.table("shell-out", vec![named("Mum"), named("Dad")]).await;
    // Dad asks to look again and again while the counters are drawn; then it is Mum's turn.
    while a.view().you.pass_to != Some(0) {
        a.send(&ClientMessage::Look { seat: Some(1) }).await;
        a.ping().await;
        assert_eq!(a.view().viewer, None, "it is not Dad's turn");
    }
    let view = a.view();
    assert_eq!((view.viewer, view.you.pass_to), (None, Some(0)));
}

#[tokio::test]
async fn a_hint_on_a_shared_screen_needs_the_look_of_its_seat() {
    let server = TestServer::new().await;
    let (_, mut a) = server.table("shell-out", vec![named("Mum"), named("Dad")]).await;
    a.until(|view| view.you.pass_to == Some(0)).await;
    assert_eq!(a.refused(&ClientMessage::Hint).await, "no-hint");
}
