//! What a viewer may know of a table. This module is the only way out: messages, records of a running
//! game and screens are made of what it gives.
//!
//! What [`Projection`] shows is made by the game from the view of one viewer: the seat's or the public's. Four things
//! read a position or an action in its full form: a [`replay`] and the text of a record, once the game is over or as
//! the visitor could see it; the seed of the [`dice`], once the game is over; a [`position`] that its caller brought along;
//! and the game for a search for the player who is to move ([`Projection::game_for_hint`]).

pub mod dice;
pub mod position;
mod record;
pub mod replay;
mod seats;

use std::collections::HashSet;

use parlour_core::scene::{Layout, Picture};
use parlour_core::{Label, Seat, Turn, Viewer};
use parlour_session::{Choice, Description, words::names};

pub use self::record::write_record;
pub use self::seats::{ChatLine, Offers, Rights, SeatView, Sitter, You};
use crate::Table;
use crate::ending::Ending;
use crate::events::Clock;
use crate::listing::Status;
use crate::steps::is_players_throw;
use crate::stored::{TableId, VisitorId};

/// Who has a page of a table open.
pub trait Presence: Sync {
    /// Whether this visitor has.
    fn is_present(&self, visitor: &VisitorId) -> bool;

    /// How many have.
    fn count(&self) -> usize;

    /// Since when this visitor has none; `None` for one who is present.
    fn absent_since(&self, visitor: &VisitorId) -> Option<i64>;
}

impl Presence for HashSet<VisitorId> {
    fn is_present(&self, visitor: &VisitorId) -> bool {
        self.contains(visitor)
    }

    fn count(&self) -> usize {
        self.len()
    }

    /// Nobody knows when the others left: as long ago as can be.
    fn absent_since(&self, visitor: &VisitorId) -> Option<i64> {
        (!self.contains(visitor)).then_some(i64::MIN)
    }
}

/// A visitor at a table, and what is known of them.
#[derive(Clone, Copy)]
pub struct Visit<'a> {
    /// The visitor.
    pub visitor: &'a VisitorId,
    /// In a game with secrets on one screen: the seat whose player said that they look now.
    pub look: Option<Seat>,
    /// The invitation that this visitor can give to others.
    pub invitation: &'a str,
    /// Who has a page of this table open.
    pub presence: &'a dyn Presence,
    /// The time.
    pub now: i64,
}

impl std::fmt::Debug for Visit<'_> {
    /// Leaves the invitation out.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Visit").field("look", &self.look).finish_non_exhaustive()
    }
}

/// What a visitor's screen shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// The viewer.
    pub viewer: Viewer,
    /// The device goes to this seat's player next; the public view is covered until then.
    pub pass_to: Option<Seat>,
}

impl Screen {
    /// The screen of a seat, or the public's.
    pub fn of(seat: Option<Seat>, pass_to: Option<Seat>) -> Self {
        Screen { viewer: seat.map_or(Viewer::Public, Viewer::Seat), pass_to }
    }
}

/// As which viewer a visitor sees the table. With one seat it is always that one. On a shared
/// screen it is the seat that moves or throws; where players hide things, only after that player
/// said so. When the turn goes to another seat on the same screen, the mover sees what came of the
/// move until the screen is covered.
pub fn screen(table: &Table, visitor: &VisitorId, look: Option<Seat>) -> Screen {
    let yours = table.seats_of(visitor);
    let mover = match table.turn() {
        Turn::Player(seat) => Some(seat),
        // What is drawn in a game with secrets is not thrown by a player.
        Turn::Chance if !table.entry.secrets => table.session.thrower(),
        _ => None,
    };
    let owned_mover = mover.filter(|seat| yours.contains(seat));
    if yours.len() < 2 {
        return Screen::of(yours.first().copied(), None);
    }
    if !table.entry.secrets {
        let last = || table.plies.latest().find_map(|ply| ply.by);
        let seat = owned_mover.or_else(|| last().filter(|seat| yours.contains(seat)));
        return Screen::of(seat.or(yours.first().copied()), None);
    }
    // Who moves may look, and who moved sees what came of it until the screen is covered. A look at
    // any other time would show what is drawn later, while another player holds the device.
    let last = table.plies.latest().find_map(|ply| ply.by);
    let may_look = |seat: &Seat| owned_mover == Some(*seat) || last == Some(*seat);
    let look = look.filter(|seat| yours.contains(seat)).filter(may_look);
    Screen::of(look, owned_mover.filter(|mover| look != Some(*mover)))
}

/// The viewer's seat; `None`: the public.
pub fn seat_of(viewer: Viewer) -> Option<Seat> {
    match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Public => None,
    }
}

/// A table as one viewer sees it. It gives nothing that the viewer may not see.
#[derive(Clone, Copy, Debug)]
pub struct Projection<'a> {
    table: &'a Table,
    visitor: Option<&'a VisitorId>,
    screen: Screen,
}

impl<'a> Projection<'a> {
    /// The table as this viewer sees it.
    pub fn new(table: &'a Table, viewer: Viewer) -> Self {
        Projection { table, visitor: None, screen: Screen { viewer, pass_to: None } }
    }

    /// The table as it is on a visitor's screen.
    pub fn on_screen(table: &'a Table, visitor: &'a VisitorId, look: Option<Seat>) -> Self {
        Projection { table, visitor: Some(visitor), screen: screen(table, visitor, look) }
    }

    /// The viewer.
    pub fn viewer(&self) -> Viewer {
        self.screen.viewer
    }

    /// The table.
    pub fn id(&self) -> &'a TableId {
        &self.table.id
    }

    /// The game's id.
    pub fn game(&self) -> &'static str {
        self.table.entry.id
    }

    /// Whether players hide things from each other.
    pub fn has_secrets(&self) -> bool {
        self.table.entry.secrets
    }

    /// The options by name.
    pub fn options(&self) -> &'a [(String, String)] {
        &self.table.created.options
    }

    /// The number of the last event.
    pub fn sequence(&self) -> u64 {
        self.table.sequence
    }

    /// How many actions have been made.
    pub fn ply(&self) -> u32 {
        self.table.ply()
    }

    /// How often actions were taken back.
    pub fn rewinds(&self) -> u32 {
        self.table.rewinds
    }

    /// Where the table stands.
    pub fn status(&self) -> Status {
        self.table.status()
    }

    /// Whether lists show it.
    pub fn is_listed(&self) -> bool {
        self.table.created.public
    }

    /// How time is kept.
    pub fn clock(&self) -> Clock {
        self.table.clocks.kind()
    }

    /// The seat whose clock runs.
    pub fn running(&self) -> Option<Seat> {
        self.table.clocked()
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Turn {
        self.table.turn()
    }

    /// Who throws, where chance decides for a player.
    pub fn thrower(&self) -> Option<Seat> {
        self.table.session.thrower()
    }

    /// The position's text.
    pub fn position(&self) -> String {
        self.table.session.view(self.viewer())
    }

    /// The board.
    pub fn layout(&self) -> Layout {
        self.table.session.layout(self.viewer())
    }

    /// What the game calls the players.
    pub fn roles(&self) -> Vec<String> {
        names(self.table.session.as_ref())
    }

    /// What stands on the board, in the order of the sites.
    pub fn picture(&self) -> Picture {
        let mut picture = self.table.session.picture(self.viewer());
        picture.pieces.sort_unstable_by_key(|piece| piece.site);
        picture
    }

    /// What the table looked like at the last action, where the position no longer shows it.
    pub fn highlight(&self) -> Option<Picture> {
        self.table.session.highlight()
    }

    /// The actions made since this ply.
    pub fn made_since(&self, ply: usize) -> impl Iterator<Item = &'a Description> + use<'a> {
        let viewer = self.viewer();
        self.table.plies.since(ply).map(move |made| made.description(viewer))
    }

    /// Whether the viewer is to choose a move: the mover, and only while a person sits there.
    pub fn may_choose(&self) -> bool {
        self.table.running().is_some_and(|seat| self.viewer() == Viewer::Seat(seat))
    }

    /// The moves that the viewer may make now.
    pub fn choices(&self) -> Vec<Choice> {
        if self.may_choose() { self.table.session.choices(self.viewer()) } else { Vec::new() }
    }

    /// What the viewer is to do with these sites picked: for the player who acts or throws, while a
    /// person sits there.
    pub fn guide(&self, picked: &[u16]) -> Option<Label> {
        let (table, viewer) = (self.table, self.viewer());
        let playing = table.status() == Status::Playing;
        let person = seat_of(viewer).is_some_and(|seat| table.chairs[seat.index()].is_persons());
        let theirs = table.turn() != Turn::Chance || is_players_throw(table);
        if playing && person && theirs { table.session.instruction(viewer, picked) } else { None }
    }

    /// The answer to a viewer's question: what to do with the sites `picked`, or with a `site` why it
    /// cannot be picked. `None` where nothing is to be done. The second is the rule to read.
    pub fn answer(
        &self,
        picked: &[u16],
        site: Option<u16>,
    ) -> Option<(Label, Option<&'static str>)> {
        let instruction = self.guide(picked)?;
        match site {
            None => Some((instruction, self.table.session.rules_anchor(self.viewer()))),
            Some(site) => {
                let explanation = self.table.session.explain(self.viewer(), picked, site)?;
                Some((explanation.label, explanation.rule))
            }
        }
    }

    /// How the game ended.
    pub fn ending(&self) -> Option<Ending> {
        self.table.ending()
    }
}

#[cfg(test)]
mod tests {
    use parlour_core::rng::seeded;

    use super::*;
    use crate::events::{Created, Event, InitialSeat, Level, Person};
    use crate::setup::full_options;
    use crate::stored::TableId;

    fn me() -> VisitorId {
        VisitorId("me".to_owned())
    }

    /// A table where one visitor has every seat but those in `computers`.
    fn shared(entry: &'static parlour_session::Entry, players: u8, computers: &[u8]) -> Table {
        let options = full_options(entry, Vec::new(), players.into()).expect("options that fit");
        let plan = |seat: u8| {
            if computers.contains(&seat) {
                return InitialSeat::Computer { level: Level::new(1) };
            }
            let name = format!("Player {seat}");
            InitialSeat::Person(Person { visitor: Some(me()), name, own_name: false })
        };
        let seats = (0..players).map(plan).collect();
        let created = Created::new(entry, options, seats, me());
        Table::create(TableId("t".to_owned()), created, 0).expect("a valid table")
    }

    /// Plays at random. At each of the visitor's own throws and moves the screen is the actor's.
    fn play_and_look(mut table: Table) -> usize {
        let mut rng = seeded(5);
        let mut throws = 0;
        while table.turn() != Turn::Over && table.ply() < 400 {
            let actor = match table.turn() {
                Turn::Player(seat) => Some(seat),
                _ => table.session.thrower(),
            };
            if let Some(actor) = actor.filter(|seat| table.seats_of(&me()).contains(seat)) {
                let viewer = screen(&table, &me(), None).viewer;
                assert_eq!(viewer, Viewer::Seat(actor), "{} at {}", table.entry.id, table.ply());
                if table.turn() == Turn::Chance {
                    throws += 1;
                    let guide = Projection::new(&table, viewer).guide(&[]);
                    assert!(guide.is_some(), "the player is asked to throw");
                }
            }
            let action = table.session.sample(&mut rng).expect("the game goes on");
            table.apply(0, &Event::Acted { action }).expect("a legal action");
        }
        throws
    }

    #[test]
    fn a_shared_screen_belongs_to_the_player_who_throws() {
        let mut throws = 0;
        for entry in parlour_games::all().filter(|entry| !entry.secrets) {
            throws += play_and_look(shared(entry, 2, &[]));
        }
        assert!(throws > 10, "games with dice are played");
    }

    #[test]
    fn a_screen_shared_beside_a_computer_belongs_to_the_player_who_throws() {
        let game = parlour_games::find("shut-the-box").expect("a game with dice for three");
        assert!(play_and_look(shared(game, 3, &[1])) > 5);
    }
}
