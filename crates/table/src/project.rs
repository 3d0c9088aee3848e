//! What a viewer may know of a table. This module is the only way out: [`crate::delta`] compares what
//! it gives with what it gave before.
//!
//! Everything shown is made by the game from the view of one pair of eyes: the seat's or the
//! public's. Nothing in here reads a position, an action or a log line in its full form.

use std::collections::HashSet;

use parlour_core::label::Names;
use parlour_core::scene::Picture as Scene;
use parlour_core::{Label, Seat, Turn, Viewer};
use parlour_games::Choice as GameChoice;
use parlour_games::words::names;
use parlour_wire::label::Writer;
use parlour_wire::scene::{Choice, Layout, Picture, Told};
use parlour_wire::table as wire;
use parlour_wire::table::{
    ChatLine, LogLine, Offers, Outcome, Rights, SeatView, Sitter, TableView, You,
};

use crate::commands::{grace, may_keep, may_offer_draw, take_back_to};
use crate::hash::hash;
use crate::listing::Standing;
use crate::setup::may_rematch;
use crate::steps::own_throw;
use crate::stored::VisitorId;
use crate::table::{Ending, Said};
use crate::{Chair, Holder, Table};

/// So many lines of talk are shown to a newcomer.
const CHAT_LINES: usize = 200;

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
    pub here: &'a dyn Presence,
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
    /// Whose eyes look.
    pub viewer: Viewer,
    /// The device goes to this seat's player next; the public's eyes see a cover until then.
    pub pass_to: Option<Seat>,
}

impl Screen {
    /// The screen of a seat, or the public's.
    pub fn of(seat: Option<Seat>, pass_to: Option<Seat>) -> Self {
        Screen { viewer: seat.map_or(Viewer::Public, Viewer::Seat), pass_to }
    }
}

/// Through whose eyes a visitor sees the table. With one seat it is always that one. On a shared
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

/// All that a visitor may know of a table, in English.
pub fn in_english(table: &Table, visit: &Visit<'_>) -> TableView {
    let (layout, roles) = (table.session.layout(Viewer::Public), names(table.session.as_ref()));
    project(table, visit, &mut Writer::English(Names { sites: &layout.sites, seats: &roles }))
}

/// All that a visitor may know of a table, with labels as data. `templates` are those that the
/// viewer's pages know; what is missing is added.
pub(crate) fn with_templates(
    table: &Table,
    visit: &Visit<'_>,
    templates: &mut Vec<&'static str>,
) -> TableView {
    let view = project(table, visit, &mut Writer::Data(templates));
    let templates = templates.iter().map(|&template| template.to_owned()).collect();
    TableView { templates, ..view }
}

fn project(table: &Table, visit: &Visit<'_>, labels: &mut Writer<'_>) -> TableView {
    let screen = screen(table, visit.visitor, visit.look);
    let viewer = screen.viewer;
    TableView {
        id: table.id.0.clone(),
        game: table.entry.id.to_owned(),
        options: table.created.options.clone(),
        sequence: Some(table.sequence),
        ply: table.ply(),
        rewinds: table.rewinds,
        status: table.status().into(),
        public: table.created.public,
        clock: table.clocks.kind().into(),
        running: table.clocked().map(|seat| seat.0),
        turn: turn(table),
        seats: seats(table, visit.here, visit.now),
        viewer: seat_of(viewer).map(|seat| seat.0),
        you: you(table, visit, screen),
        position: Some(table.session.view(viewer)),
        layout: Layout::of(&table.session.layout(viewer), labels),
        picture: Picture::of(&picture(table, viewer), labels),
        choices: choices(table, viewer).into_iter().map(|c| Choice::of(c, labels)).collect(),
        guide: guide(table, viewer, &[]).map(|label| labels.label(&label)),
        templates: Vec::new(),
        moment: moment(table).map(|picture| Picture::of(&picture, labels)),
        last: table.plies.last().map(|ply| Told::of(ply.told(viewer), labels)),
        log: log(table, viewer, labels),
        chat: talk(table, table.chat.len().saturating_sub(CHAT_LINES)),
        outcome: outcome(table, labels),
        offers: offers(table),
        watchers: watchers(table, visit.here),
    }
}

/// What is the visitor's alone.
pub fn you(table: &Table, visit: &Visit<'_>, screen: Screen) -> You {
    You {
        yours: table.seats_of(visit.visitor).iter().map(|seat| seat.0).collect(),
        pass_to: screen.pass_to.map(|seat| seat.0),
        invitation: invitation(table, visit),
        rights: rights(table, visit, screen),
    }
}

/// What is proposed.
pub fn offers(table: &Table) -> Offers {
    Offers {
        draw: table.draw.as_ref().map(|offer| offer.seat.0),
        take_back: table.take_back.as_ref().map(|asked| asked.seat.0),
        wants_rematch: table.wanting_rematch().map(|seat| seat.0).collect(),
        rematch: table.rematch.as_ref().map(|id| id.0.clone()),
    }
}

/// What is left on each seat's clock; `None` without clocks.
pub fn clocks(table: &Table, now: i64) -> Option<Vec<i64>> {
    let seats = (0..table.chairs.len() as u8).map(Seat);
    seats.map(|seat| table.clocks.left(seat, table.running(), now)).collect()
}

pub(crate) fn turn(table: &Table) -> wire::Turn {
    match table.turn() {
        Turn::Player(seat) => wire::Turn::Player { seat: seat.0 },
        Turn::Chance => wire::Turn::Chance { seat: table.session.thrower().map(|seat| seat.0) },
        Turn::Over => wire::Turn::Over,
    }
}

/// The seat whose eyes look; `None`: the public's.
pub fn seat_of(viewer: Viewer) -> Option<Seat> {
    match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Public => None,
    }
}

/// How the game ended, for everyone.
pub(crate) fn outcome(table: &Table, labels: &mut Writer<'_>) -> Option<Outcome> {
    let Ending { shares, words, label } = table.outcome()?;
    Some(match (labels, label) {
        (Writer::WithoutPlayers(sites), Some(label)) => {
            Outcome { shares, words: label.without_players(sites), label: None }
        }
        (labels @ Writer::Data(_), Some(label)) => {
            Outcome { shares, words, label: Some(labels.label(&label)) }
        }
        _ => Outcome { shares, words, label: None },
    })
}

/// What stands on the board for a viewer, in the order of the sites.
pub(crate) fn picture(table: &Table, viewer: Viewer) -> Scene {
    let mut picture = table.session.picture(viewer);
    picture.pieces.sort_unstable_by_key(|piece| piece.site);
    picture
}

/// What the table looked like at the last action, where the position no longer shows it.
pub(crate) fn moment(table: &Table) -> Option<Scene> {
    table.session.highlight()
}

/// The answer to a viewer's question: what to do with the sites `picked`, or with a `site` why it
/// cannot be picked. `None` where nothing is to be done. The second is the rule to read.
pub fn answer(
    table: &Table,
    viewer: Viewer,
    picked: &[u16],
    site: Option<u16>,
) -> Option<(Label, Option<&'static str>)> {
    let instruction = guide(table, viewer, picked)?;
    match site {
        None => Some((instruction, table.session.rules_anchor(viewer))),
        Some(site) => {
            let reason = table.session.explain(viewer, picked, site)?;
            Some((reason.label, reason.rule))
        }
    }
}

/// The seats.
pub fn seats(table: &Table, here: &dyn Presence, now: i64) -> Vec<SeatView> {
    let running = table.running();
    let view = |(index, chair): (usize, &Chair)| {
        let seat = Seat(index as u8);
        let sitter = match &chair.holder {
            Holder::Open => Sitter::Open,
            Holder::Person(person) => Sitter::Person {
                name: person.name.clone(),
                here: person.visitor.as_ref().is_some_and(|v| here.is_present(v)),
            },
            Holder::Computer { level, keeps_for } => Sitter::Computer {
                level: (*level).into(),
                keeps_for: keeps_for.as_ref().map(|person| person.name.clone()),
            },
        };
        let role = table.session.seat_name(seat);
        SeatView {
            role,
            sitter,
            clock: table.clocks.left(seat, running, now),
            grace: grace(table, seat, here, now),
            computer_moves: chair.computer_moves,
        }
    };
    table.chairs.iter().enumerate().map(view).collect()
}

/// The viewer's own invitation, while it opens the table and there is a seat to take.
fn invitation(table: &Table, visit: &Visit<'_>) -> Option<String> {
    if table.status() != Standing::Waiting {
        return None;
    }
    let hash = crate::commands::invitation_hash(visit.invitation);
    table.invitations.contains(&hash).then(|| visit.invitation.to_owned())
}

/// Choices go to the eyes of the mover alone, and only while a person sits there.
pub fn choices(table: &Table, viewer: Viewer) -> Vec<GameChoice> {
    match table.running() {
        Some(seat) if viewer == Viewer::Seat(seat) => table.session.choices(viewer),
        _ => Vec::new(),
    }
}

/// What a viewer is to do with these sites picked: for whoever acts or throws, while a person sits
/// there.
pub(crate) fn guide(table: &Table, viewer: Viewer, picked: &[u16]) -> Option<Label> {
    let playing = table.status() == Standing::Playing;
    let person = seat_of(viewer)
        .is_some_and(|seat| matches!(table.chairs[seat.index()].holder, Holder::Person(_)));
    let theirs = table.turn() != Turn::Chance || own_throw(table);
    if playing && person && theirs { table.session.instruction(viewer, picked) } else { None }
}

pub(crate) fn log(table: &Table, viewer: Viewer, labels: &mut Writer<'_>) -> Vec<LogLine> {
    let lines = table.plies.iter().enumerate();
    lines
        .map(|(i, ply)| LogLine { ply: i as u32 + 1, told: Told::of(ply.told(viewer), labels) })
        .collect()
}

/// What was said, from this line on.
pub fn talk(table: &Table, from: usize) -> Vec<ChatLine> {
    let line = |said: &std::sync::Arc<Said>| ChatLine {
        sequence: said.sequence,
        name: said.name.clone(),
        seat: said.seat,
        // Tells speakers apart at this table, and tells nothing about them elsewhere.
        speaker: hash(&table.id.0, &said.visitor.0)[..12].to_owned(),
        text: said.text.clone(),
    };
    table.chat.iter().skip(from).map(line).collect()
}

/// Whether a hint may be asked for: on one's own turn, and against nobody but computers.
pub fn may_ask_hint(table: &Table, visitor: &VisitorId, viewer: Viewer) -> bool {
    let others = |chair: &Chair| chair.owner().is_some_and(|owner| owner != visitor);
    table.running().is_some_and(|seat| viewer == Viewer::Seat(seat))
        && !table.chairs.iter().any(others)
}

fn rights(table: &Table, visit: &Visit<'_>, screen: Screen) -> Rights {
    let status = table.status();
    let seats = table.seats_of(visit.visitor);
    let in_play = seats.iter().any(|seat| !table.chairs[seat.index()].out);
    let playing = status == Standing::Playing && in_play;
    let mine = |agreed: &[VisitorId]| agreed.contains(visit.visitor);
    let host = table.maker == *visit.visitor;
    let open = status == Standing::Waiting;
    Rights {
        resign: playing,
        offer_draw: may_offer_draw(table, visit.visitor)
            && !table.draw.as_ref().is_some_and(|offer| mine(&offer.agreed)),
        take_back: playing
            && table.take_back.is_none()
            && take_back_to(table, visit.visitor).is_some(),
        hint: may_ask_hint(table, visit.visitor, screen.viewer),
        rematch: table.rematch.is_none() && may_rematch(table, visit.visitor).is_ok(),
        keep: may_keep(table),
        sit: open && (seats.is_empty() || host),
        host,
    }
}

/// How many watch: whoever is here and has no seat.
pub fn watchers(table: &Table, here: &dyn Presence) -> u32 {
    let mut seated: Vec<_> = table.chairs.iter().filter_map(Chair::owner).collect();
    seated.sort_unstable();
    seated.dedup();
    let seated = seated.into_iter().filter(|owner| here.is_present(owner)).count();
    here.count().saturating_sub(seated) as u32
}

#[cfg(test)]
mod tests {
    use parlour_core::rng::seeded;

    use super::*;
    use crate::events::{Created, Event, Level, Person, Plan};
    use crate::setup::full_options;
    use crate::stored::TableId;

    fn me() -> VisitorId {
        VisitorId("me".to_owned())
    }

    /// A table where one visitor has every seat but those in `computers`.
    fn shared(entry: &'static parlour_games::Entry, players: u8, computers: &[u8]) -> Table {
        let options = full_options(entry, Vec::new(), players.into()).expect("options that fit");
        let plan = |seat: u8| {
            if computers.contains(&seat) {
                return Plan::Computer { level: Level::new(1) };
            }
            let name = format!("Player {seat}");
            Plan::Person(Person { visitor: Some(me()), name, own_name: false })
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
                    assert!(guide(&table, viewer, &[]).is_some(), "the player is asked to throw");
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
        for entry in parlour_games::all().iter().filter(|entry| !entry.secrets) {
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
