//! What people play now, so that no engine helps them: "is this position, the next one or the one before
//! in play by this visitor, from this address, or in public?" Everything that searches asks it here.
//!
//! Positions are compared by what the visitor may know of the game, so that the answer says nothing about the
//! rest. What is compared is kept for each table as numbers; a table is read again only after it changed.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock};

use parlour_core::{Seat, Turn, Viewer};
use parlour_session::Session;
use parlour_table::Table;
use parlour_table::commands::{Code, Refusal};
use parlour_table::listing::{Listed, Status, SummaryHolder};
use parlour_table::people::Chair;
use parlour_table::stored::{TableId, VisitorId};

use crate::app::App;
use crate::error::Error;
use crate::fairness::Stop;
use crate::routes::tables::STALE;
use crate::security::Network;
use crate::sync::locked;

/// The most tables of each kind that are looked at.
const LOOKED_AT: u32 = 200;
/// A game of one's own at which nothing has happened for this time, in milliseconds, is given up.
const GIVEN_UP: i64 = 7 * STALE;
/// The first actions of a game in which one does not play oneself are no secret: many games have them.
const OPENING: u32 = 8;
/// The most positions that are looked at around one.
const MOST_AROUND: usize = 2_048;
/// The most tables whose positions are kept, the most addresses, and the most tables of each.
const MOST_TABLES: usize = 4_096;
const MOST_ADDRESSES: usize = 16_384;
const MOST_OF_ADDRESS: usize = 64;

/// What is known of running games, and from where people play them.
#[derive(Debug, Default)]
pub(crate) struct InPlay {
    known: Mutex<HashMap<TableId, Arc<Standing>>>,
    played_from: Mutex<HashMap<String, HashMap<TableId, i64>>>,
}

/// Where a table stands.
struct Standing {
    sequence: u64,
    /// Its game, while at least two people play it, each on a screen of their own.
    game: Option<&'static str>,
    owners: Vec<(Seat, VisitorId)>,
    ply: u32,
    /// When the position arose.
    since: i64,
    session: Box<dyn Session>,
    secrets: bool,
    /// The prints of what may follow. None where there are secrets: what follows would tell of them.
    next: OnceLock<HashSet<u64>>,
}

impl std::fmt::Debug for Standing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Standing").field("ply", &self.ply).finish_non_exhaustive()
    }
}

impl Standing {
    fn of(table: &Table) -> Self {
        let people: HashSet<&VisitorId> = table.chairs.iter().filter_map(Chair::owner).collect();
        let playing = table.status() == Status::Playing && people.len() > 1;
        let seats = (0u8..).map(Seat).zip(table.chairs.iter());
        Standing {
            sequence: table.sequence,
            game: playing.then_some(table.entry.id),
            owners: seats.filter_map(|(seat, c)| Some((seat, c.owner()?.clone()))).collect(),
            ply: table.ply(),
            since: table.moved,
            session: table.session.clone(),
            secrets: table.entry.secrets,
            next: OnceLock::new(),
        }
    }

    /// As whom a visitor knows it, and whether they play there.
    fn seen_by(&self, visitor: &VisitorId) -> (Viewer, bool) {
        let mut own = self.owners.iter().filter(|(_, owner)| owner == visitor);
        let (first, second) = (own.next(), own.next());
        let viewer = match (first, second) {
            // Without secrets all viewers see the same.
            (Some((seat, _)), None) if self.secrets => Viewer::Seat(*seat),
            _ => Viewer::Public,
        };
        (viewer, first.is_some())
    }

    fn next(&self) -> &HashSet<u64> {
        self.next.get_or_init(|| {
            let mut next = HashSet::new();
            if !self.secrets {
                let more = |session: &dyn Session| {
                    next.insert(print(session, Viewer::Public));
                    next.len() < MOST_AROUND
                };
                around(&*self.session, true, more);
            }
            next
        })
    }
}

/// Calls `visit` with each position that may follow, behind a throw as well if `far`, until it says that it
/// is enough.
fn around(session: &dyn Session, far: bool, mut visit: impl FnMut(&dyn Session) -> bool) {
    let actions = |session: &dyn Session| match session.turn() {
        Turn::Chance => session.chances().into_iter().map(|(action, _)| action).collect(),
        Turn::Player(_) => session.legal(),
        Turn::Over => Vec::new(),
    };
    for action in actions(session).into_iter().take(MOST_AROUND) {
        let Ok(next) = session.after(&action) else { continue };
        if !visit(&*next) {
            return;
        }
        if far && session.turn() != Turn::Chance && next.turn() == Turn::Chance {
            for outcome in actions(&*next) {
                if let Ok(thrown) = next.after(&outcome)
                    && !visit(&*thrown)
                {
                    return;
                }
            }
        }
    }
}

/// A position to a viewer as a number: what stands on the board, whose turn it is, and the score. What counts moves
/// does not count: another number makes no other decision.
fn print(session: &dyn Session, viewer: Viewer) -> u64 {
    let mut pieces = session.picture(viewer).pieces;
    pieces.sort_unstable_by_key(|piece| piece.site);
    let mut hasher = DefaultHasher::new();
    (session.seats(), session.turn(), session.scores(), pieces).hash(&mut hasher);
    hasher.finish()
}

impl InPlay {
    /// Notes that a player of this table is at this address.
    pub(crate) fn note(&self, network: Network, table: &TableId, now: i64) {
        let mut all = locked(&self.played_from);
        if all.len() >= MOST_ADDRESSES {
            all.retain(|_, tables| tables.values().any(|at| *at > now - STALE));
        }
        if all.len() >= 2 * MOST_ADDRESSES {
            return;
        }
        let tables = all.entry(network.prefix()).or_default();
        tables.insert(table.clone(), now);
        if tables.len() > MOST_OF_ADDRESS
            && let Some(oldest) = tables.iter().min_by_key(|(_, at)| **at).map(|(id, _)| id.clone())
        {
            tables.remove(&oldest);
        }
    }

    /// The tables whose players were at this address within a day.
    fn played_from(&self, network: Network, now: i64) -> Vec<TableId> {
        let all = locked(&self.played_from);
        let tables = all.get(&network.prefix()).into_iter().flatten();
        tables.filter(|(_, at)| **at > now - STALE).map(|(id, _)| id.clone()).collect()
    }
}

/// The running games between people about which no engine may say anything to somebody.
#[derive(Debug, Default)]
pub(crate) struct Games(Vec<Game>);

#[derive(Debug)]
struct Game {
    standing: Arc<Standing>,
    viewer: Viewer,
    own: bool,
    print: u64,
}

/// The games of this kind that a visitor plays, that are played from their address, or that everybody sees.
pub(crate) async fn games(
    app: &App,
    visitor: &VisitorId,
    network: Network,
    game: &str,
) -> Result<Games, Error> {
    let (hub, now) = (&app.hub, app.hub.time.now());
    let mut listed = hub.store.tables_of(visitor, LOOKED_AT).await?;
    listed.retain(|table| table.changed > now - GIVEN_UP);
    listed.extend(hub.store.public_tables(now - STALE, LOOKED_AT).await?);
    listed.retain(|table| table.game == game && is_between_people(table));
    let mut ids = app.in_play.played_from(network, now);
    ids.extend(listed.into_iter().map(|table| table.id));
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Ok(Games::default());
    }
    let mut games = Vec::new();
    for (id, sequence) in hub.store.latest(&ids).await? {
        let Some(standing) = standing(app, id, sequence, network).await? else { continue };
        if standing.game == Some(game) {
            let (viewer, own) = standing.seen_by(visitor);
            let print = print(&*standing.session, viewer);
            games.push(Game { standing, viewer, own, print });
        }
    }
    Ok(Games(games))
}

async fn standing(
    app: &App,
    id: TableId,
    sequence: u64,
    network: Network,
) -> Result<Option<Arc<Standing>>, Error> {
    let known = locked(&app.in_play.known).get(&id).cloned();
    if let Some(known) = known.filter(|known| known.sequence >= sequence) {
        return Ok(Some(known));
    }
    let table = match app.hub.open(&id, Some(network)).await {
        Ok(handle) => handle.table()?,
        // It was cleared away meanwhile.
        Err(Error::NotFound(_)) => return Ok(None),
        Err(error) => return Err(error),
    };
    let standing = Arc::new(Standing::of(&table));
    let mut known = locked(&app.in_play.known);
    if known.len() >= MOST_TABLES {
        known.clear();
    }
    known.insert(id, standing.clone());
    Ok(Some(standing))
}

/// Whether at least two people play, each on a screen of their own.
fn is_between_people(table: &Listed) -> bool {
    let mut people = table.summary.seats.iter().filter_map(|(_, holder)| match holder {
        SummaryHolder::Person { visitor, .. } => visitor.as_ref(),
        _ => None,
    });
    let first = people.next();
    table.status == Status::Playing && people.any(|other| Some(other) != first)
}

impl Games {
    /// Whether one of them stands at this position, or may stand there after the next action.
    pub(crate) fn pass(&self, session: &dyn Session) -> bool {
        self.any(session, |game, print| {
            game.counts() && (game.print == print || game.standing.next().contains(&print))
        })
    }

    /// The same of the position about which the engine is asked, and whether one of them stands at a position
    /// that may follow: the engine's line would go through it.
    pub(crate) fn stand(&self, session: &dyn Session) -> bool {
        if self.0.iter().all(|game| !game.counts()) {
            return false;
        }
        let (mut found, mut left) = (self.pass(session), MOST_AROUND);
        if !found {
            around(session, false, |next| {
                found = self.any(next, |game, print| game.counts() && game.print == print);
                left -= 1;
                !found && left > 0
            });
        }
        found
    }

    fn any(&self, session: &dyn Session, is_so: impl Fn(&Game, u64) -> bool) -> bool {
        let mut prints: Vec<(Viewer, u64)> = Vec::new();
        self.0.iter().any(|game| {
            if session.seats() != game.standing.session.seats() {
                return false;
            }
            let known = prints.iter().find(|(viewer, _)| *viewer == game.viewer);
            let known = known.map(|(_, print)| *print);
            let print = known.unwrap_or_else(|| {
                let print = print(session, game.viewer);
                prints.push((game.viewer, print));
                print
            });
            is_so(game, print)
        })
    }

    /// Whether the game of a table goes through a position in play. A game that ended before that position
    /// arose was not made for it. `hint`: the engine is asked about where the table stands, and openings that
    /// two games have in common are no help.
    fn go_through(&self, table: &Table, hint: bool) -> bool {
        let made_for =
            Games(self.0.iter().filter(|g| table.moved >= g.standing.since).cloned().collect());
        if made_for.0.is_empty() {
            return false;
        }
        if hint && made_for.stand(&*table.session) {
            return true;
        }
        let least = if hint { OPENING } else { 1 };
        let is_there = |game: &Game, print| game.standing.ply >= least && game.print == print;
        let mut session = table.start();
        let there = made_for.any(&*session, is_there);
        there
            || table
                .plies
                .iter()
                .any(|ply| session.play(&ply.action).is_ok() && made_for.any(&*session, is_there))
    }
}

impl Clone for Game {
    fn clone(&self) -> Self {
        Game { standing: self.standing.clone(), ..*self }
    }
}

impl Game {
    /// Whether it counts: what others have not yet played beyond the opening does not.
    fn counts(&self) -> bool {
        self.own || self.standing.ply >= OPENING
    }
}

/// Refuses the engine's word on the game of a table that goes through a position in play: one that was set up with
/// the same moves, or a record of them.
pub(crate) async fn check_table(
    app: &App,
    visitor: &VisitorId,
    network: Network,
    table: Arc<Table>,
    hint: bool,
) -> Result<(), Error> {
    let games = games(app, visitor, network, table.entry.id).await?;
    if games.0.is_empty() {
        return Ok(());
    }
    let look = move |_: &Stop| Ok(games.go_through(&table, hint));
    let found = app.hub.heavy.run(&network.groups(), look).await?;
    if found { Err(in_play()) } else { Ok(()) }
}

/// What is said about such a position.
pub(crate) const IN_PLAY: &str = "This position is on the board of a game that people play now. The engine looks at it when that \
     game is over.";

/// The refusal of such a position.
pub(crate) fn in_play() -> Error {
    Refusal::new(Code::InPlay, IN_PLAY).into()
}
