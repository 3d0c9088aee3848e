//! The messages to a table's pages. A position is projected once for each viewer, turned to
//! bytes once, and shared by all pages of that viewer; only what is one visitor's own is made
//! for each.

use std::collections::{HashMap, VecDeque};

use parlour_core::Viewer;
use parlour_table::Table;
use parlour_table::projection::{Offers, Presence, Projection, SeatView, Visit, You};
use parlour_wire::delta_encoder::{Delta, DeltaEncoder, SharedPosition};
use parlour_wire::socket::ServerMessage;

use crate::frames::Frame;

/// A page that is further behind than this gets the table whole.
pub(crate) const RECENT: usize = 4;

/// A viewer is forgotten when more versions than this were sent to nobody: a page of that
/// viewer that comes later gets the table whole anyway.
const MAX_UNSENT: u64 = RECENT as u64;

/// What is sent again whole whenever it changes.
#[derive(Debug)]
struct Versioned<T> {
    version: u64,
    now: Option<T>,
    frame: Frame,
}

impl<T> Default for Versioned<T> {
    fn default() -> Self {
        Versioned { version: 0, now: None, frame: Frame::default() }
    }
}

impl<T: PartialEq> Versioned<T> {
    /// Notes what holds now; makes a message if that is new.
    fn renew(&mut self, now: T, message: impl FnOnce(&T) -> ServerMessage) {
        if self.now.as_ref() != Some(&now) {
            self.version += 1;
            self.frame = Frame::of(&message(&now));
            self.now = Some(now);
        }
    }

    /// Adds the message for a page that has not got it.
    fn push_if_new(&self, known: &mut u64, out: &mut Vec<Frame>) {
        if *known != self.version {
            *known = self.version;
            out.push(self.frame.clone());
        }
    }
}

/// What the pages of one viewer get of the board, and what they got last.
#[derive(Debug)]
struct Feed {
    encoder: DeltaEncoder,
    version: u64,
    /// The last version that was sent to a page.
    sent: u64,
    /// The messages that led to the last versions.
    recent: VecDeque<Frame>,
}

/// What a page has been sent.
#[derive(Debug)]
pub(crate) struct Cursor {
    viewer: Viewer,
    board: u64,
    seats: u64,
    spectators: u64,
    clocks: u64,
    offers: u64,
    chat: usize,
    you: You,
}

impl Cursor {
    /// Whether the screen waits for another player to look.
    pub(crate) fn covered(&self) -> bool {
        self.you.pass_to.is_some()
    }
}

/// What all pages of a table share.
#[derive(Debug, Default)]
pub(crate) struct Broadcast {
    feeds: HashMap<Viewer, Feed>,
    seats: Versioned<Vec<SeatView>>,
    spectators: Versioned<u32>,
    clocks: Versioned<(u64, Option<u8>)>,
    offers: Versioned<Offers>,
    /// The last thing said, and how many lines there are with it.
    said: (usize, Frame),
    /// The change and the event that it was last brought up to date for. A page may come when a change
    /// is there and not announced yet: it must not be sent again.
    synced: (u64, u64),
    /// How often it was brought up to date.
    renewals: u64,
}

impl Broadcast {
    /// The messages that a page lacks, up to this change.
    pub(crate) fn messages(
        &mut self,
        change: u64,
        table: &Table,
        visit: &Visit<'_>,
        cursor: &mut Option<Cursor>,
    ) -> Vec<Frame> {
        self.follow(change, table, visit.presence, visit.now);
        let view = Projection::on_screen(table, visit.visitor, visit.look);
        let (viewer, you) = (view.viewer(), view.you(visit.invitation));
        let news = cursor.as_mut().filter(|cursor| cursor.viewer == viewer);
        let news = news.and_then(|cursor| self.news(table, cursor, &you));
        news.unwrap_or_else(|| {
            let feed = self.feed(table, viewer);
            feed.sent = feed.version;
            let board = feed.version;
            let whole = Box::new(feed.encoder.whole(view, visit));
            *cursor = Some(Cursor {
                viewer,
                board,
                seats: self.seats.version,
                spectators: self.spectators.version,
                clocks: self.clocks.version,
                offers: self.offers.version,
                chat: table.chat.len(),
                you,
            });
            vec![Frame::of(&ServerMessage::Table { table: whole })]
        })
    }

    /// Takes note of a change before anybody asks: each gets a message of its own, and a page that
    /// hears of two at once still shows one after the other.
    pub(crate) fn follow(&mut self, change: u64, table: &Table, presence: &dyn Presence, now: i64) {
        if self.synced != (change, table.sequence) {
            self.synced = (change, table.sequence);
            self.renewals += 1;
            self.renew(table, presence, now);
        }
    }

    /// Whether pages may ask how the board came to be as it is.
    pub(crate) fn has_viewers(&self) -> bool {
        !self.feeds.is_empty()
    }

    /// Brings up to date what is the same for all.
    fn renew(&mut self, table: &Table, presence: &dyn Presence, now: i64) {
        let public = Projection::new(table, Viewer::Public);
        // Clocks tick; what was sent of a seat changes when somebody else sits there.
        let mut seats = public.seats(presence, now);
        for seat in &mut seats {
            (seat.clock, seat.grace) = (None, seat.grace.map(|_| 0));
        }
        self.seats.renew(seats, |_| ServerMessage::Seats { seats: public.seats(presence, now) });
        let spectators = public.spectators(presence);
        self.spectators.renew(spectators, |&spectators| ServerMessage::Spectators { spectators });
        if let Some(left) = public.clocks(now) {
            let running = table.running().map(|seat| seat.0);
            // Every event brings the clocks up to date.
            let message = |_: &_| ServerMessage::Clocks { left, running };
            self.clocks.renew((table.sequence, running), message);
        }
        let offers = public.offers();
        self.offers.renew(offers, |offers| ServerMessage::Offers { offers: offers.clone() });
        // A viewer without pages is forgotten.
        self.feeds.retain(|_, feed| feed.version - feed.sent <= MAX_UNSENT);
        let shared = SharedPosition::default();
        for (viewer, feed) in &mut self.feeds {
            feed.renew(Projection::new(table, *viewer), &shared);
        }
        if self.said.0 != table.chat.len() {
            self.said = (table.chat.len(), said(table, table.chat.len().saturating_sub(1)));
        }
    }

    /// The feed of a viewer; made when the viewer's first page comes.
    fn feed(&mut self, table: &Table, viewer: Viewer) -> &mut Feed {
        // Behind every version that was sent to this viewer before it was forgotten.
        let version = self.renewals + 1;
        self.feeds.entry(viewer).or_insert_with(|| {
            crate::metrics::PROJECTIONS.increment();
            let encoder = DeltaEncoder::new(Projection::new(table, viewer));
            Feed { encoder, version, sent: version, recent: VecDeque::new() }
        })
    }

    /// What is new to a page; `None` when it has to get the table whole.
    fn news(&mut self, table: &Table, cursor: &mut Cursor, you: &You) -> Option<Vec<Frame>> {
        let feed = self.feed(table, cursor.viewer);
        let behind = usize::try_from(feed.version.checked_sub(cursor.board)?).ok()?;
        let skipped = feed.recent.len().checked_sub(behind)?;
        let since: Vec<Frame> = feed.recent.iter().skip(skipped).cloned().collect();
        (cursor.board, feed.sent) = (feed.version, feed.version);
        let mut out = Vec::new();
        self.seats.push_if_new(&mut cursor.seats, &mut out);
        self.spectators.push_if_new(&mut cursor.spectators, &mut out);
        self.clocks.push_if_new(&mut cursor.clocks, &mut out);
        self.offers.push_if_new(&mut cursor.offers, &mut out);
        match table.chat.len() - cursor.chat {
            0 => {}
            1 if self.said.0 == table.chat.len() => out.push(self.said.1.clone()),
            _ => out.push(said(table, cursor.chat)),
        }
        cursor.chat = table.chat.len();
        if cursor.you != *you {
            cursor.you = you.clone();
            out.push(Frame::of(&ServerMessage::You { you: you.clone() }));
        }
        // Last, so that all else is known once a move shows.
        out.extend(since);
        Some(out)
    }
}

impl Feed {
    fn renew(&mut self, view: Projection<'_>, shared: &SharedPosition) {
        let delta = self.encoder.delta(view, shared);
        if delta == Delta::Nothing {
            return;
        }
        crate::metrics::PROJECTIONS.increment();
        self.version += 1;
        match delta {
            Delta::Board(board) => {
                if self.recent.len() == RECENT {
                    self.recent.pop_front();
                }
                self.recent.push_back(Frame::of(&ServerMessage::Board(board)));
            }
            _ => self.recent.clear(),
        }
    }
}

fn said(table: &Table, from: usize) -> Frame {
    Frame::of(&ServerMessage::Chat {
        lines: Projection::new(table, Viewer::Public).chat_since(from),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use parlour_table::events::Event;
    use parlour_table::stored::VisitorId;
    use parlour_table::testing;

    use super::*;

    fn table() -> Table {
        testing::table(parlour_games::find("outwit").expect("a game"))
    }

    /// A page, and what it was sent.
    struct Spectator {
        visitor: VisitorId,
        cursor: Option<Cursor>,
    }

    impl Spectator {
        fn hear(&mut self, broadcast: &mut Broadcast, change: u64, table: &Table) -> Vec<Frame> {
            let here: HashSet<VisitorId> = HashSet::new();
            let visitor = &self.visitor;
            let visit = Visit { visitor, look: None, invitation: "", presence: &here, now: 0 };
            broadcast.messages(change, table, &visit, &mut self.cursor)
        }
    }

    fn spectators(count: usize) -> Vec<Spectator> {
        let spectator =
            |n| Spectator { visitor: VisitorId(format!("spectator {n}")), cursor: None };
        (0..count).map(spectator).collect()
    }

    fn act(table: &mut Table) {
        let action = table.session.sample(&mut parlour_core::rng::seeded(1)).expect("a move");
        table.apply(0, &Event::Acted { action }).expect("a legal move");
    }

    #[test]
    fn a_thousand_watchers_get_a_move_in_the_same_bytes() {
        let (mut table, mut broadcast) = (table(), Broadcast::default());
        let mut pages = spectators(1000);
        for page in &mut pages {
            assert_eq!(page.hear(&mut broadcast, 1, &table).len(), 1, "the whole table at first");
        }
        for change in 2..5 {
            act(&mut table);
            let mut shared = HashSet::new();
            for page in &mut pages {
                let news = page.hear(&mut broadcast, change, &table);
                assert_eq!(news.len(), 1);
                shared.insert(news[0].text().as_ptr());
            }
            assert_eq!(shared.len(), 1, "one projection, one text");
            assert_eq!(broadcast.feeds.len(), 1, "there is one viewer");
        }
    }

    #[test]
    fn a_page_that_slept_through_a_few_moves_gets_each_of_them_and_one_far_behind_the_table() {
        let (mut table, mut broadcast) = (table(), Broadcast::default());
        let mut pages = spectators(3);
        for page in &mut pages {
            page.hear(&mut broadcast, 1, &table);
        }
        let [awake, dozes, sleeps] = &mut pages[..] else { unreachable!() };
        for change in 2..=RECENT as u64 + 2 {
            act(&mut table);
            assert_eq!(awake.hear(&mut broadcast, change, &table).len(), 1);
            if change == 3 {
                assert_eq!(dozes.hear(&mut broadcast, change, &table).len(), 2);
            }
        }
        let last = RECENT as u64 + 2;
        assert_eq!(dozes.hear(&mut broadcast, last, &table).len(), RECENT - 1);
        let whole = sleeps.hear(&mut broadcast, last, &table);
        assert!(whole.len() == 1 && whole[0].text().contains("\"type\":\"table\""));
        assert_eq!(awake.hear(&mut broadcast, last, &table).len(), 0, "nothing is sent twice");
    }

    #[test]
    fn two_changes_before_a_page_wakes_are_two_messages() {
        let (mut table, mut broadcast) = (table(), Broadcast::default());
        let mut page = spectators(1).remove(0);
        page.hear(&mut broadcast, 1, &table);
        let here: HashSet<VisitorId> = HashSet::new();
        for change in 2..=RECENT as u64 + 1 {
            act(&mut table);
            broadcast.follow(change, &table, &here, 0);
        }
        let news = page.hear(&mut broadcast, RECENT as u64 + 1, &table);
        assert_eq!(news.len(), RECENT);
        for board in news {
            let board: serde_json::Value = serde_json::from_str(board.text()).expect("JSON");
            assert_eq!(board["log"].as_array().map(Vec::len), Some(1), "{board}");
        }
    }

    #[test]
    fn a_viewer_without_pages_is_forgotten_and_its_next_page_gets_the_whole_table() {
        let (mut table, mut broadcast) = (table(), Broadcast::default());
        let mut player = Spectator { visitor: testing::player(0), cursor: None };
        let mut spectator = spectators(1).remove(0);
        player.hear(&mut broadcast, 1, &table);
        spectator.hear(&mut broadcast, 1, &table);
        let last = 3 * RECENT as u64;
        for change in 2..=last {
            act(&mut table);
            player.hear(&mut broadcast, change, &table);
        }
        assert!(!broadcast.feeds.contains_key(&Viewer::Public));
        // Even one who comes back when the viewer has other pages again.
        spectators(1)[0].hear(&mut broadcast, last, &table);
        act(&mut table);
        let news = spectator.hear(&mut broadcast, last + 1, &table);
        assert!(news.len() == 1 && news[0].text().contains("\"type\":\"table\""));
    }

    #[test]
    fn a_page_that_comes_between_a_change_and_its_notice_gets_it_once() {
        let (mut table, mut broadcast) = (table(), Broadcast::default());
        let mut pages = spectators(2);
        pages[0].hear(&mut broadcast, 1, &table);
        act(&mut table);
        let whole = pages[1].hear(&mut broadcast, 1, &table);
        assert!(whole[0].text().contains("\"type\":\"table\""));
        assert_eq!(pages[1].hear(&mut broadcast, 2, &table).len(), 0, "it knows");
        assert_eq!(pages[0].hear(&mut broadcast, 2, &table).len(), 1, "the other does not");
    }

    #[test]
    fn talk_is_a_small_message_and_nothing_of_the_board_is_in_it() {
        let (mut table, mut broadcast) = (table(), Broadcast::default());
        let mut page = spectators(1).remove(0);
        page.hear(&mut broadcast, 1, &table);
        let said = Event::Said {
            visitor: testing::player(0),
            name: "Ann".to_owned(),
            seat: Some(0),
            text: "hello".to_owned(),
        };
        table.apply(0, &said).expect("words");
        let news = page.hear(&mut broadcast, 2, &table);
        assert_eq!(news.len(), 1);
        assert!(
            news[0].text().starts_with("{\"type\":\"chat\"") && !news[0].text().contains("pieces")
        );
    }
}
