//! A table: what follows from its events.
//!
//! [`Table::apply`] is the only thing that changes one, and it takes nothing but stored events, so
//! that a table can be thrown away and built again at any moment, by any process.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use parlour_core::rng::Rng;
use parlour_core::{NotationError, OptionValues, Seat, Turn, Viewer};
use parlour_session::{Description, Entry, Session};

use crate::clock::Clocks;
use crate::dice::{self, Contribution, Given};
use crate::ending::{Ending, ending};
use crate::events::{Clock, Created, Event, Level, Person};
use crate::listing::Status;
use crate::people::{Chair, Holder};
use crate::plies::{Plies, Ply};
use crate::stored::{Append, RequestKey, Stamped, TableId, VisitorId};

/// The number of messages of all visitors that a table remembers as done.
pub const REQUESTS: usize = 64;
/// A message is remembered for so many milliseconds, by the times of the events.
pub const REQUEST_MEMORY: i64 = 10 * 60 * 1000;

/// A message of the chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatMessage {
    /// The event's number.
    pub sequence: u64,
    /// The speaker.
    pub visitor: VisitorId,
    /// The speaker's name at that time.
    pub name: String,
    /// The speaker's seat, if any.
    pub seat: Option<u8>,
    /// The words.
    pub text: String,
}

/// Something proposed, and who is for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The seat that proposed it.
    pub seat: Seat,
    /// The visitors who are for it.
    pub agreed: Vec<VisitorId>,
}

/// A take-back that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakeBackRequest {
    /// The number of actions to be left.
    pub to: u32,
    /// Who asked, and who agreed.
    pub proposal: Proposal,
}

/// Why events make no table.
#[derive(Debug, thiserror::Error)]
pub enum Broken {
    /// They were written under other rules, or are damaged.
    #[error("{0}")]
    Damaged(String),
    /// The rules forbid an action. Stored ones were legal once; a new one is refused.
    // The error's words may speak of hidden things, and these end in the log.
    #[error("an action is refused ({:?})", .0.problem)]
    Illegal(NotationError),
}

impl Broken {
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Broken::Damaged(why.into())
    }
}

/// A table as its events make it. Cheap to clone: what is past is shared.
#[derive(Clone)]
pub struct Table {
    /// Its name.
    pub id: TableId,
    /// The game.
    pub entry: &'static Entry,
    /// What it was set up with.
    pub created: Arc<Created>,
    /// The game at its start.
    start: Arc<dyn Session>,
    /// The game as it stands.
    pub session: Box<dyn Session>,
    /// The actions made.
    pub plies: Plies,
    /// How often actions were taken back.
    pub rewinds: u32,
    /// Whether a person ever moved, or somebody keeps the record that it came from. Other tables expire.
    pub played: bool,
    /// The seats.
    pub chairs: Arc<[Chair]>,
    /// The clocks.
    pub clocks: Clocks,
    /// Who may change seats.
    pub maker: VisitorId,
    /// The hashes of invitations that open a private table.
    pub invitations: Vec<String>,
    /// What was said.
    pub chat: Vec<Arc<ChatMessage>>,
    /// The hashes of what browsers will add to the dice, in order.
    pub seals: Vec<(VisitorId, String)>,
    /// What browsers added to the dice, in order, and whose they are.
    pub contributions: Vec<(VisitorId, Contribution)>,
    /// A draw on offer.
    pub draw: Option<Proposal>,
    /// A take-back asked for.
    pub take_back: Option<TakeBackRequest>,
    /// The seats whose players want a rematch.
    pub rematch_wanted: Vec<Seat>,
    /// The table of the rematch.
    pub rematch: Option<TableId>,
    /// How the game ended, if before its rules ended it.
    pub early_ending: Option<Ending>,
    /// The number of the last event.
    pub sequence: u64,
    /// When it happened.
    pub changed: i64,
    /// When something last happened that the game waits for: not talk or offers.
    pub moved: i64,
    /// The last messages that changed it, and when.
    requests: VecDeque<(i64, RequestKey)>,
}

impl fmt::Debug for Table {
    /// Names the table only: what is on it may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({} at {})", self.id, self.sequence)
    }
}

impl Table {
    /// The table of these events, which begin with its creation.
    pub fn replay(id: TableId, events: &[Stamped]) -> Result<Table, Broken> {
        let (first, rest) = events.split_first().ok_or_else(|| Broken::new("no events"))?;
        let Event::Created(created) = &first.event else {
            return Err(Broken::new("the first event does not set up a table"));
        };
        let mut table = Table::create(id, created.clone(), first.at)?;
        rest.iter().try_for_each(|stamped| table.follow(stamped))?;
        Ok(table)
    }

    /// A table that was just set up.
    pub fn create(id: TableId, created: Created, at: i64) -> Result<Table, Broken> {
        let entry = parlour_games::find(&created.game)
            .ok_or_else(|| Broken::new(format!("there is no game {}", created.game)))?;
        if entry.version != created.rules {
            let (was, is) = (created.rules, entry.version);
            return Err(Broken::new(format!(
                "played by rules {was}, this server knows rules {is}"
            )));
        }
        let options: OptionValues = created.options.iter().cloned().collect();
        let start = (entry.open)(&options).map_err(|error| Broken::new(error.to_string()))?;
        if usize::from(start.seats()) != created.seats.len() {
            return Err(Broken::new("the seats are not as many as the players"));
        }
        Ok(Table {
            id,
            entry,
            session: start.clone(),
            plies: Plies::default(),
            rewinds: 0,
            chairs: created.seats.iter().map(Chair::new).collect(),
            clocks: Clocks::new(created.clock, start.seats(), at),
            start: start.into(),
            played: false,
            maker: created.maker.clone(),
            invitations: created.invitation.iter().cloned().collect(),
            chat: Vec::new(),
            seals: Vec::new(),
            contributions: Vec::new(),
            draw: None,
            take_back: None,
            rematch_wanted: Vec::new(),
            rematch: None,
            early_ending: None,
            sequence: 1,
            changed: at,
            moved: at,
            requests: VecDeque::new(),
            created: Arc::new(created),
        })
    }

    /// Follows a stored event, which must be the next one.
    pub fn follow(&mut self, stamped: &Stamped) -> Result<(), Broken> {
        if stamped.sequence != self.sequence + 1 {
            let (here, there) = (self.sequence, stamped.sequence);
            return Err(Broken::new(format!("event {there} does not follow event {here}")));
        }
        self.apply(stamped.at, &stamped.event)?;
        self.note_request(stamped.request);
        Ok(())
    }

    /// Whether it was changed by this message before.
    pub fn has_done(&self, request: RequestKey, now: i64) -> bool {
        let mut known = self.requests.iter();
        known.any(|(at, done)| *done == request && now.saturating_sub(*at) < REQUEST_MEMORY)
    }

    fn note_request(&mut self, request: Option<RequestKey>) {
        let Some(request) = request else { return };
        if self.requests.len() == REQUESTS {
            self.requests.pop_front();
        }
        self.requests.push_back((self.changed, request));
    }

    /// Follows the next event.
    pub fn apply(&mut self, at: i64, event: &Event) -> Result<(), Broken> {
        if let Event::Resumed { missed } = event {
            self.clocks.forgive(*missed, at);
        }
        self.clocks.charge(self.running(), at);
        self.sequence += 1;
        self.changed = at;
        if event.advances_game() {
            self.moved = self.changed;
        }
        match event {
            Event::Created(_) => return Err(Broken::new("a table is set up only once")),
            Event::Acted { action } => self.act(action)?,
            Event::TakenBack { to } => self.rewind(*to)?,
            Event::Resumed { .. } => {}
            Event::Ended { cause, winners } => {
                let ending = Ending::split(cause.clone(), self.session.seats(), winners);
                self.early_ending = Some(ending);
                (self.draw, self.take_back) = (None, None);
            }
            Event::RematchWanted { seat } => {
                self.chair(Seat(*seat))?;
                self.rematch_wanted.push(Seat(*seat));
            }
            Event::Rematched { table } => self.rematch = Some(table.clone()),
            Event::Kept { .. } => self.played = true,
            Event::Said { visitor, name, seat, text } => self.chat.push(Arc::new(ChatMessage {
                sequence: self.sequence,
                visitor: visitor.clone(),
                name: name.clone(),
                seat: *seat,
                text: text.clone(),
            })),
            Event::Sealed { visitor, seal } => self.seals.push((visitor.clone(), seal.clone())),
            Event::Contributed { visitor, salt } => {
                let given = Contribution { ply: self.ply(), salt: salt.clone() };
                self.contributions.push((visitor.clone(), given));
            }
            Event::DrawOffered { seat } => {
                let (seat, owner) = self.proposer(*seat)?;
                let new = Proposal { seat, agreed: Vec::new() };
                self.draw.get_or_insert(new).agreed.extend(owner);
            }
            Event::TakeBackAsked { seat, to } => {
                let (seat, owner) = self.proposer(*seat)?;
                let proposal = Proposal { seat, agreed: Vec::new() };
                let request = TakeBackRequest { to: *to, proposal };
                self.take_back.get_or_insert(request).proposal.agreed.extend(owner);
            }
            Event::Declined { .. } => (self.draw, self.take_back) = (None, None),
            Event::Sat { seat, visitor, name, invitation } => {
                let (visitor, name) = (Some(visitor.clone()), name.clone());
                let person = Person { visitor, name, own_name: false };
                self.chair_mut(*seat)?.holder = Holder::Person(person);
                self.invite(invitation);
            }
            Event::Stood { seat } => self.chair_mut(*seat)?.holder = Holder::Open,
            Event::Computer { seat, level, for_absent } => {
                let ply = self.ply();
                let chair = self.chair_mut(*seat)?;
                chair.taken_at = for_absent.then_some(ply);
                chair.give_to_computer(*level);
            }
            Event::Returned { seat } => {
                let chair = self.chair_mut(*seat)?;
                if let Some(person) = chair.person().cloned() {
                    chair.holder = Holder::Person(person);
                }
            }
            Event::Resigned { seat, substitute } | Event::Flagged { seat, substitute } => {
                self.chair_mut(*seat)?.drop_out(*substitute);
                (self.draw, self.take_back) = (None, None);
            }
            Event::SeatsTransferred { from, to, invitation } => {
                self.transfer_seats(from, to, invitation);
            }
            Event::Renamed { visitor, name } => self.rename(visitor, name),
        }
        Ok(())
    }

    fn proposer(&self, seat: u8) -> Result<(Seat, Option<VisitorId>), Broken> {
        let chair = self.chair(Seat(seat))?;
        Ok((Seat(seat), chair.owner().cloned()))
    }

    pub(crate) fn chair(&self, seat: Seat) -> Result<&Chair, Broken> {
        self.chairs.get(seat.index()).ok_or_else(|| Broken::new(format!("there is no seat {seat}")))
    }

    fn act(&mut self, action: &str) -> Result<(), Broken> {
        let played = self.session.play(action).map_err(Broken::Illegal)?;
        let public = std::iter::once(Viewer::Public);
        let seats = if self.entry.secrets { self.session.seats() } else { 0 };
        let viewers = public.chain((0..seats).map(|s| Viewer::Seat(Seat(s))));
        let descriptions = viewers.filter_map(|viewer| self.session.last(viewer)).map(fitted);
        let mut ply = Ply::new(action, played.by, played.settled, descriptions);
        if let Some(seat) = played.by {
            self.clocks.moved(seat);
            ply.computer = self.note_mover(seat);
        }
        self.plies.push(ply);
        self.take_back = None;
        // An offer stands until somebody who did not agree to it moves on.
        let mover = played.by.and_then(|seat| self.chairs[seat.index()].owner());
        if let (Some(draw), Some(mover)) = (&self.draw, mover)
            && !draw.agreed.contains(mover)
        {
            self.draw = None;
        }
        if self.status() == Status::Over {
            self.draw = None;
        }
        Ok(())
    }

    /// Notes that a seat moved; the computer that did, if it was one.
    fn note_mover(&mut self, seat: Seat) -> Option<Level> {
        let chair = &self.chairs[seat.index()];
        let computer = match chair.holder {
            Holder::Computer { level, .. } => Some(level),
            _ => None,
        };
        let moved_for = computer.is_some() && chair.player().is_some();
        if moved_for || (computer.is_none() && chair.taken_at.is_some()) {
            let chair = &mut Arc::make_mut(&mut self.chairs)[seat.index()];
            match computer {
                Some(_) => chair.computer_moves += 1,
                // What happened before this move is settled by it.
                None => chair.taken_at = None,
            }
        }
        // Nobody plays at an imported table.
        self.played |= computer.is_none() && !self.created.imported;
        computer
    }

    fn rewind(&mut self, to: u32) -> Result<(), Broken> {
        if to as usize > self.plies.len() {
            return Err(Broken::new("more is taken back than was made"));
        }
        self.plies.truncate(to as usize);
        self.session = self.start();
        for ply in self.plies.iter() {
            self.session.play(&ply.action).map_err(|_| Broken::new("cannot rewind"))?;
        }
        self.rewinds += 1;
        self.recount_computer_moves();
        if let Turn::Player(seat) = self.session.turn()
            && matches!(self.clocks.kind(), Clock::Move { .. })
        {
            self.clocks.moved(seat);
        }
        (self.draw, self.take_back) = (None, None);
        Ok(())
    }

    /// Counts again what the computer did for players, after actions were taken back.
    fn recount_computer_moves(&mut self) {
        let left = self.ply();
        let mut moves = vec![0; self.chairs.len()];
        for ply in self.plies.latest().filter(|ply| ply.computer.is_some()) {
            ply.by.into_iter().for_each(|seat| moves[seat.index()] += 1);
        }
        for (chair, moves) in Arc::make_mut(&mut self.chairs).iter_mut().zip(moves) {
            if chair.player().is_some() {
                chair.computer_moves = moves;
            }
            let holder = matches!(chair.holder, Holder::Computer { .. });
            chair.taken_at = chair.taken_at.filter(|taken| holder || *taken < left);
        }
    }

    /// Where it stands.
    pub fn status(&self) -> Status {
        if self.early_ending.is_some() || self.session.turn() == Turn::Over {
            Status::Over
        } else if self.chairs.iter().any(|chair| chair.holder == Holder::Open) {
            Status::Waiting
        } else {
            Status::Playing
        }
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Turn {
        match self.status() {
            Status::Over => Turn::Over,
            _ => self.session.turn(),
        }
    }

    /// What chance decides now, as text; `None` when it is not to act. A table of no
    /// server has no seed: there `otherwise` decides.
    pub fn throw(&self, otherwise: &mut dyn Rng) -> Option<String> {
        let Some(seed) = &self.created.seed else { return self.session.sample_chance(otherwise) };
        if self.session.turn() != Turn::Chance {
            return None;
        }
        dice::throw(self.session.as_ref(), seed, self.ply(), &self.given())
    }

    /// What browsers added to its dice.
    pub fn given(&self) -> Given {
        let seals = || self.seals.iter().map(|(_, seal)| seal.clone()).collect();
        Given {
            seals: self.created.sealed.then(seals),
            contributions: self.contributions.iter().map(|(_, given)| given.clone()).collect(),
        }
    }

    /// About how many bytes it takes, all that it shares with other copies included.
    pub fn bytes(&self) -> usize {
        /// An empty table with its two sessions.
        const EMPTY: usize = 8 * 1024;
        /// What a session remembers of each action.
        const HISTORY: usize = 64;
        let chat = |said: &Arc<ChatMessage>| {
            size_of::<ChatMessage>() + said.name.len() + said.text.len() + 80
        };
        let chat: usize = self.chat.iter().map(chat).sum();
        let requests = self.requests.capacity() * size_of::<(i64, RequestKey)>();
        EMPTY + requests + self.plies.bytes() + self.plies.len() * HISTORY + chat
    }

    /// How many actions were made.
    pub fn ply(&self) -> u32 {
        self.plies.len() as u32
    }

    /// The game at its start, to go through it again.
    pub fn start(&self) -> Box<dyn Session> {
        self.start.boxed_clone()
    }

    /// The seat whose clock runs: a person's whose turn it is.
    pub fn running(&self) -> Option<Seat> {
        match (self.status(), self.session.turn()) {
            (Status::Playing, Turn::Player(seat)) => {
                self.chairs[seat.index()].is_persons().then_some(seat)
            }
            _ => None,
        }
    }

    /// The seat whose clock runs, at a table with clocks.
    pub fn clocked(&self) -> Option<Seat> {
        self.running().filter(|_| self.clocks.kind() != Clock::None)
    }

    /// The seats that belong to a visitor, also while the computer keeps them.
    pub fn seats_of(&self, visitor: &VisitorId) -> Vec<Seat> {
        let seats = (0u8..).map(Seat).zip(self.chairs.iter());
        seats.filter(|(_, chair)| chair.owner() == Some(visitor)).map(|(seat, _)| seat).collect()
    }

    /// How the game ended, if it did.
    pub fn ending(&self) -> Option<Ending> {
        self.early_ending.clone().or_else(|| ending(&*self.session))
    }

    /// Whether computers have all seats, also those that they keep for somebody: the game is for
    /// spectators.
    pub fn is_of_computers(&self) -> bool {
        self.chairs.iter().all(|chair| matches!(chair.holder, Holder::Computer { .. }))
    }

    /// Whether chance has a part in this game, as far as it shows: at the start, or by now.
    pub fn has_chance(&self) -> bool {
        self.start.turn() == Turn::Chance
            || self.session.turn() == Turn::Chance
            || self.plies.latest().any(|ply| ply.by.is_none())
    }

    /// When somebody has to look after the table. One of computers rests until somebody looks.
    pub fn due(&self) -> Option<i64> {
        if self.status() != Status::Playing || self.is_of_computers() {
            return None;
        }
        match self.session.turn() {
            Turn::Over => None,
            Turn::Chance => Some(self.changed),
            Turn::Player(seat) => match self.chairs[seat.index()].holder {
                Holder::Computer { .. } => Some(self.changed),
                _ => self.clocks.deadline(self.running()),
            },
        }
    }

    /// This table with events added, and what to store for it.
    pub fn with(&self, now: i64, events: Vec<Event>) -> Result<(Table, Append), Broken> {
        self.with_request(now, events, None)
    }

    /// The same, with the message that the events came of.
    pub fn with_request(
        &self,
        now: i64,
        events: Vec<Event>,
        request: Option<RequestKey>,
    ) -> Result<(Table, Append), Broken> {
        // A table's time never runs backwards, whatever the computer's clock does, until an event
        // says that the clock was set back.
        let at = match events.first() {
            Some(Event::Resumed { .. }) => now,
            _ => now.max(self.changed),
        };
        let mut next = self.clone();
        events.iter().try_for_each(|event| next.apply(at, event))?;
        next.note_request(request);
        let (table, expected) = (self.id.clone(), self.sequence);
        let sitters = (!self.owners().eq(next.owners())).then(|| next.sitters());
        let append = Append { table, expected, at, events, request, index: next.index(), sitters };
        Ok((next, append))
    }

    /// A new table and what to store for it.
    pub fn set_up(id: TableId, created: Created, at: i64) -> Result<(Table, Append), Broken> {
        let table = Table::create(id.clone(), created.clone(), at)?;
        let events = vec![Event::Created(created)];
        let (index, sitters) = (table.index(), Some(table.sitters()));
        let append = Append { table: id, expected: 0, at, events, request: None, index, sitters };
        Ok((table, append))
    }
}

/// In no more room than its texts need: there is one for every action of every table at hand.
fn fitted(mut description: Description) -> Description {
    description.action.shrink_to_fit();
    description.labels.shrink_to_fit();
    description
}
