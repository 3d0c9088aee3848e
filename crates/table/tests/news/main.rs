//! News, put together with what was known, comes to the table as it is: for every game, for every
//! pair of eyes, at every step.

use std::collections::HashSet;
use std::path::PathBuf;
use std::{env, fs};

use parlour_core::Turn;
use parlour_core::rng::seeded;
use parlour_games::Entry;
use parlour_table::events::Event;
use parlour_table::news::{Known, News, Seen};
use parlour_table::project::{Visit, project, screen};
use parlour_table::stored::VisitorId;
use parlour_table::testing::{player, table};
use parlour_table::{Broken, Table};
use parlour_wire::socket::ServerMessage;
use parlour_wire::table::TableView;
use serde_json::{Value, json};

/// The table as a seat's player sees it, or as one without a seat does.
fn whole(table: &Table, seat: u8) -> TableView {
    let here: HashSet<VisitorId> = HashSet::new();
    let visitor = player(seat);
    project(table, &Visit { visitor: &visitor, look: None, invitation: "", here: &here, now: 0 })
}

/// What the board part of a view is, by its parts; news tells nothing else.
fn board(view: &TableView) -> serde_json::Map<String, Value> {
    let view = TableView {
        sequence: None,
        position: None,
        running: None,
        advice: None,
        you: Default::default(),
        ..view.clone()
    };
    match serde_json::to_value(&view).expect("JSON") {
        Value::Object(parts) => parts,
        other => panic!("no table: {other}"),
    }
}

/// A page: what it knows, and all it was told.
struct Page {
    seat: u8,
    known: Known,
    view: TableView,
    told: Vec<ServerMessage>,
}

impl Page {
    fn new(table: &Table, seat: u8) -> Page {
        let known = Known::new(table, screen(table, &player(seat), None).viewer);
        let advice = known.advice().map(str::to_owned);
        let view = TableView { advice, ..whole(table, seat) };
        let told = vec![ServerMessage::Table { table: Box::new(view.clone()) }];
        Page { seat, known, view, told }
    }

    fn follow(&mut self, table: &Table, seen: &mut Seen) {
        let seats = whole(table, self.seat).seats;
        if seats != self.view.seats {
            self.hear(ServerMessage::Seats { seats });
        }
        match self.known.news(table, seen) {
            News::Nothing => {}
            News::Board(board) => self.hear(ServerMessage::Board(*board)),
            News::Whole => {
                let advice = self.known.advice().map(str::to_owned);
                let table = Box::new(TableView { advice, ..whole(table, self.seat) });
                self.hear(ServerMessage::Table { table });
            }
        }
    }

    fn hear(&mut self, message: ServerMessage) {
        // As it comes over the wire.
        let text = serde_json::to_string(&message).expect("JSON");
        let message = serde_json::from_str(&text).expect("a message reads back");
        self.view.follow(&message).expect("news that fits");
        self.told.push(message);
    }
}

fn step(table: &mut Table, rng: &mut impl parlour_core::rng::Rng) -> Result<(), Broken> {
    let action = table.session.sample(rng).expect("the game goes on");
    table.apply(0, &Event::Acted { action })
}

/// Plays one game; the pages of all seats and of a watcher follow it.
fn play(entry: &'static Entry, seed: u64, most: usize) -> Vec<Page> {
    let mut rng = seeded(seed);
    let mut table = table(entry);
    let seats = table.chairs.len() as u8;
    let mut pages: Vec<Page> = (0..=seats).map(|seat| Page::new(&table, seat)).collect();
    if let [first, others @ ..] = &mut pages[..] {
        others.iter_mut().for_each(|page| page.known.share(&first.known));
    }
    let check = |pages: &mut [Page], table: &Table| {
        let mut seen = Seen::default();
        for page in pages {
            page.follow(table, &mut seen);
            let (view, wanted) = (board(&page.view), board(&whole(table, page.seat)));
            for (part, wanted) in wanted {
                let seat = page.seat;
                assert_eq!(view[&part], wanted, "{part} of {} seed {seed} seat {seat}", entry.id);
            }
        }
    };
    for turn in 0..most {
        if table.turn() == Turn::Over {
            break;
        }
        step(&mut table, &mut rng).expect("a legal action");
        // Now and then two steps come at once, or one is taken back.
        if turn % 7 == 3 && table.turn() != Turn::Over {
            step(&mut table, &mut rng).expect("a legal action");
        }
        if seed % 2 == 1 && turn % 11 == 5 {
            let to = table.ply() - 1;
            table.apply(0, &Event::TakenBack { to }).expect("there is something to take back");
        }
        check(&mut pages, &table);
    }
    table
        .apply(0, &Event::Computer { seat: 0, level: parlour_table::events::Level::new(3) })
        .expect("a seat");
    check(&mut pages, &table);
    table.apply(0, &Event::Returned { seat: 0 }).expect("a seat");
    check(&mut pages, &table);
    if table.turn() != Turn::Over {
        let end = Event::Ended { shares: Vec::new(), words: "Enough.".to_owned() };
        table.apply(0, &end).expect("an end");
        check(&mut pages, &table);
    }
    pages
}

#[test]
fn news_comes_to_the_table_as_it_is() {
    for entry in parlour_games::all() {
        for seed in 0..6 {
            play(entry, seed, 120);
        }
    }
}

#[test]
fn the_page_follows_the_same_news() {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/table/news.examples.json");
    let mut examples: Vec<Value> = Vec::new();
    for entry in parlour_games::all() {
        let page = play(entry, 2, 24).swap_remove(0);
        examples.push(json!({ "game": entry.id, "messages": page.told, "table": page.view }));
    }
    let text = serde_json::to_string(&examples).expect("JSON") + "\n";
    if env::var_os("PARLOUR_UPDATE").is_some() {
        fs::write(&path, &text).expect("the examples can be written");
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(there == text, "the examples are out of date: run `cargo xtask news`");
}
