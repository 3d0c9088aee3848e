//! A delta, put together with what was known, comes to the table as it is: for every game, for every
//! viewer, at every step.

use std::collections::HashSet;
use std::path::PathBuf;

use parlour_core::rng::seeded;
use parlour_core::{Turn, golden};
use parlour_session::Entry;
use parlour_table::ending::Cause;
use parlour_table::events::{Event, Level};
use parlour_table::projection::{Projection, Visit};
use parlour_table::stored::VisitorId;
use parlour_table::testing::{player, table};
use parlour_table::{Broken, Table};
use parlour_wire::delta_encoder::{Delta, DeltaEncoder, SharedPosition};
use parlour_wire::socket::ServerMessage;
use parlour_wire::table::TableView;
use serde_json::{Value, json};

/// Calls `ask` with the visit of a seat's player, or of one without a seat.
fn visit<T>(seat: u8, ask: impl FnOnce(&Visit<'_>) -> T) -> T {
    let here: HashSet<VisitorId> = HashSet::new();
    let visitor = player(seat);
    ask(&Visit { visitor: &visitor, look: None, invitation: "", presence: &here, now: 0 })
}

fn view<'a>(table: &'a Table, player: &'a VisitorId) -> Projection<'a> {
    Projection::on_screen(table, player, None)
}

/// What the board part of a view is, by its parts; a delta has nothing else.
fn board(view: &TableView) -> serde_json::Map<String, Value> {
    let view = TableView {
        sequence: None,
        running: None,
        templates: Vec::new(),
        you: Default::default(),
        ..view.clone()
    };
    match serde_json::to_value(&view).expect("JSON") {
        Value::Object(parts) => parts,
        other => panic!("no table: {other}"),
    }
}

/// A page: what it knows, and all it got.
struct Page {
    seat: u8,
    known: DeltaEncoder,
    view: TableView,
    got: Vec<ServerMessage>,
}

impl Page {
    fn new(table: &Table, seat: u8) -> Page {
        let mut known = DeltaEncoder::new(view(table, &player(seat)));
        let view = visit(seat, |visit| known.whole(view(table, visit.visitor), visit));
        let got = vec![ServerMessage::Table { table: Box::new(view.clone()) }];
        Page { seat, known, view, got }
    }

    fn follow(&mut self, table: &Table, picture: &SharedPosition) {
        let seats =
            visit(self.seat, |visit| view(table, visit.visitor).seats(visit.presence, visit.now));
        if seats != self.view.seats {
            self.hear(ServerMessage::Seats { seats });
        }
        match self.known.delta(view(table, &player(self.seat)), picture) {
            Delta::Nothing => {}
            Delta::Board(board) => self.hear(ServerMessage::Board(board)),
            Delta::Whole => {
                let table = Box::new(visit(self.seat, |visit| {
                    self.known.whole(view(table, visit.visitor), visit)
                }));
                self.hear(ServerMessage::Table { table });
            }
        }
    }

    fn hear(&mut self, message: ServerMessage) {
        // As it comes over the wire.
        let text = serde_json::to_string(&message).expect("JSON");
        let message = serde_json::from_str(&text).expect("a message reads back");
        self.view.follow(&message).expect("a message that fits");
        self.got.push(message);
    }
}

fn step(table: &mut Table, rng: &mut impl parlour_core::rng::Rng) -> Result<(), Broken> {
    let action = table.session.sample(rng).expect("the game goes on");
    table.apply(0, &Event::Acted { action })
}

/// Brings all pages up to date and compares each with the whole table.
fn check(pages: &mut [Page], table: &Table) {
    let picture = SharedPosition::default();
    for page in pages {
        page.follow(table, &picture);
        let wanted = visit(page.seat, |visit| page.known.whole(view(table, visit.visitor), visit));
        let (view, wanted) = (board(&page.view), board(&wanted));
        for (part, wanted) in wanted {
            assert_eq!(view[&part], wanted, "{part} of {} seat {}", table.entry.id, page.seat);
        }
    }
}

/// Plays one game; the pages of all seats and of a spectator follow it.
fn play(entry: &'static Entry, seed: u64, most: usize) -> (Table, Vec<Page>) {
    let mut rng = seeded(seed);
    let mut table = table(entry);
    let seats = table.chairs.len() as u8;
    let mut pages: Vec<Page> = (0..=seats).map(|seat| Page::new(&table, seat)).collect();
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
    (table, pages)
}

/// What changes a board without an action: the pages get the whole table.
fn interrupt(table: &mut Table, pages: &mut [Page]) {
    let mut events = vec![
        Event::Computer { seat: 0, level: Level::new(3), for_absent: false },
        Event::Returned { seat: 0 },
    ];
    if table.turn() != Turn::Over {
        events.push(Event::Ended { cause: Cause::Stopped, winners: Vec::new() });
    }
    for event in &events {
        table.apply(0, event).expect("an event that fits");
        check(pages, table);
    }
}

#[test]
fn a_followed_table_is_the_table_as_it_is() {
    for entry in parlour_games::all() {
        for seed in 0..6 {
            let (mut table, mut pages) = play(entry, seed, 120);
            interrupt(&mut table, &mut pages);
        }
    }
}

#[test]
fn the_page_follows_the_same_messages() {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/table/news.examples.json");
    let mut examples: Vec<Value> = Vec::new();
    for entry in parlour_games::all() {
        let page = play(entry, 2, 24).1.swap_remove(0);
        examples.push(json!({ "game": entry.id, "messages": page.got, "table": page.view }));
    }
    let text = serde_json::to_string(&examples).expect("JSON") + "\n";
    golden::check(&path, &text, "cargo xtask news");
}
