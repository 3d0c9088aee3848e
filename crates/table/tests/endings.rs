//! How a game ended is data: no fact depends on how a sentence reads.

use std::collections::HashSet;

use parlour_core::label::reworded;
use parlour_core::rng::seeded;
use parlour_core::{Seat, Turn};
use parlour_table::Table;
use parlour_table::account::game_record;
use parlour_table::commands::{Actor, Command, decide, flag};
use parlour_table::ending::Cause;
use parlour_table::events::Event;
use parlour_table::projection::replay::Hindsight;
use parlour_table::projection::write_record;
use parlour_table::record;
use parlour_table::stored::VisitorId;
use parlour_table::testing::{player, table};

fn with(table: &Table, events: Vec<Event>) -> Table {
    table.with(table.changed, events).expect("they can happen").0
}

fn ask(table: &Table, seat: u8, command: &Command) -> Table {
    let (visitor, here) = (player(seat), HashSet::<VisitorId>::new());
    let actor = Actor { visitor: &visitor, name: "", invitation: "", presence: &here, now: 0 };
    with(table, decide(table, actor, command).expect("it may be asked"))
}

fn played(game: &str, most: usize) -> Table {
    let mut table = table(parlour_games::find(game).expect("a game"));
    let mut rng = seeded(3);
    for _ in 0..most {
        let action = match table.session.turn() {
            Turn::Over => break,
            Turn::Chance => table.session.sample_chance(&mut rng).expect("chance decides"),
            Turn::Player(_) => table.session.legal().swap_remove(0),
        };
        table = with(&table, vec![Event::Acted { action }]);
    }
    table
}

/// A table for each way in which a game ends.
fn ended() -> Vec<(Cause, Table)> {
    let resign = |seat: u8| Command::Resign { seat: Seat(seat) };
    let resigned = ask(&played("outwit", 4), 1, &resign(1));
    let flagged = with(&played("senet", 4), flag(&played("senet", 4), Seat(0)));
    let agreed = ask(&ask(&played("outwit", 4), 0, &Command::Draw), 1, &Command::Draw);
    let by_rules = played("shut-the-box", 1_000);
    let rules = by_rules.ending().expect("it is over").cause;
    assert!(matches!(rules, Cause::Rules { margin: Some(1..) }), "{rules:?}");
    vec![
        (Cause::Resigned { seat: 1 }, resigned),
        (Cause::OutOfTime { seat: 0 }, flagged),
        (Cause::DrawAgreed, agreed),
        (rules, by_rules),
    ]
}

/// What is stored of a table and what follows from it; and what is said of it.
fn facts(table: &Table) -> (Vec<String>, String) {
    let ending = table.ending().expect("it is over");
    let report = game_record(table).expect("it was played");
    let record = write_record(table, Hindsight::Open);
    let (said, data): (Vec<&str>, Vec<&str>) =
        record.lines().partition(|line| line.starts_with("ending: "));
    let facts = vec![
        table.index().summary.encode(),
        format!("{:?} {:?}", ending.cause, ending.shares),
        format!("{:?} {:?}", report.result, report.ended_by),
        data.join("\n"),
    ];
    (facts, said.concat())
}

#[test]
fn no_fact_depends_on_how_a_sentence_reads() {
    for ((cause, table), (_, other)) in ended().into_iter().zip(reworded(ended)) {
        assert_eq!(table.ending().expect("it is over").cause, cause);
        let ((facts, said), (others, otherwise)) =
            (facts(&table), reworded(|| self::facts(&other)));
        assert_eq!(facts, others, "{cause:?}");
        assert_ne!(said, otherwise, "{cause:?}: it does read otherwise");
    }
}

#[test]
fn stored_endings_hold_no_sentence() {
    let table = played("outwit", 4);
    let (visitor, here) = (player(1), HashSet::<VisitorId>::new());
    let actor = Actor { visitor: &visitor, name: "", invitation: "", presence: &here, now: 0 };
    let events = decide(&table, actor, &Command::Resign { seat: Seat(1) }).expect("it may");
    let stored: Vec<String> = events.iter().map(|event| event.encode(None)).collect();
    let resigned = r#"{"type":"resigned","seat":1,"substitute":null}"#;
    let ended = r#"{"type":"ended","cause":{"type":"resigned","seat":1},"winners":[0]}"#;
    assert_eq!(stored, [resigned, ended]);
}

#[test]
fn a_record_that_was_written_in_other_words_tells_the_same_facts() {
    for (cause, table) in ended() {
        let text = reworded(|| write_record(&table, Hindsight::Open));
        let read = record::table(&text).expect("it can be read");
        let (ending, before) = (read.ending().expect("over"), table.ending().expect("over"));
        assert_eq!((&ending.cause, ending.shares), (&cause, before.shares));
    }
}

#[test]
fn a_record_from_elsewhere_keeps_its_own_words() {
    let head = "parlour: 1\ngame: outwit\nresult: 0 1\n";
    let read = |more: &str| record::table(&format!("{head}{more}actions:\n"));
    let cause = |more| read(more).expect("it can be read").ending().expect("it is over").cause;
    let text = "Light resigned.".to_owned();
    assert_eq!(cause("ending: Light resigned.\n"), Cause::Foreign { text });
    assert_eq!(cause("ending: Light resigned.\ncause: resigned 1\n"), Cause::Resigned { seat: 0 });
    assert_eq!(cause(""), Cause::Stopped);
    let text = write_record(&read("").expect("it can be read"), Hindsight::Open);
    let again = record::table(&text).expect("it can be read").ending().expect("it is over");
    assert_eq!(again.cause, Cause::Stopped, "{text}");
    for wrong in ["resigned", "resigned 0", "resigned 3", "resigned 300", "lost 1", ""] {
        let refusal = read(&format!("cause: {wrong}\n")).expect_err("there is no such cause");
        assert!(refusal.message.contains("cause"), "{}", refusal.message);
    }
}
