//! A table in this process, with the computer on a thread.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour_console::failure::Failure;
use parlour_core::rng::{Rng, SeededRng, seeded};
use parlour_core::{Seat, Turn, Viewer};
use parlour_search::hash;
use parlour_session::{Entry, HINT_MOVES, Session, TextLine};
use parlour_table::commands::{self, Actor, Code, Command, Refusal};
use parlour_table::events::{Event, InitialSeat};
use parlour_table::listing::Status;
use parlour_table::names::chosen_name;
use parlour_table::projection::replay::{self, Hindsight, ReplaySteps};
use parlour_table::projection::{self, Visit, write_record};
use parlour_table::setup::{self, NewSeat, NewTable};
use parlour_table::steps::{self, Next, Pace};
use parlour_table::stored::{TableId, VisitorId};
use parlour_table::{Broken, Table};
use parlour_wire::table::TableView;

use crate::kept::KeptGame;
use crate::room::{Room, RoomEvent, Step, TableRequest};
use crate::rounds::{NextGame, Rounds, level_after};
use crate::snapshot::TableSnapshot;
use crate::thinking::{Purpose, Thinking};

/// What the visitor and the table are called: neither has a name outside this process.
const VISITOR: &str = "local";
const TABLE: &str = "terminal";

/// Moves with their values.
type HintMoves = Vec<(String, f64)>;

/// A table in this process. All persons at it share this keyboard: to the table they are one visitor.
pub(crate) struct Local {
    table: Table,
    visitor: VisitorId,
    name: String,
    present: HashSet<VisitorId>,
    look: Option<Seat>,
    snapshot: TableSnapshot,
    thinking: Thinking,
    /// The computer's move, found before its time.
    found: Option<((u32, u32), String)>,
    /// The last hint, and the position that it is for: who asks again there waits for no second search.
    hint: Option<((u32, u32), HintMoves)>,
    events: VecDeque<RoomEvent>,
    pace: Pace,
    began: Instant,
    /// The table's time when this process began.
    before: i64,
    seed: u64,
    /// Who sits where.
    seats: Vec<NewSeat>,
    /// All that happened, to be kept when the game is left.
    happened: Vec<(i64, Event)>,
    rounds: Rounds,
    /// Only for a table without a seed of its own.
    rng: SeededRng,
}

impl Local {
    /// A new table. Dice and computer moves follow from `seed`.
    ///
    /// # Errors
    /// When no such table can be set up.
    pub(crate) fn new(wanted: NewTable, name: &str, seed: u64) -> Result<Self, Failure> {
        let refused = |refusal: Refusal| Failure::usage(refusal.message);
        let (visitor, mut rng) = (VisitorId(VISITOR.to_owned()), seeded(seed));
        let name = chosen_name(name).map_err(refused)?;
        let mut created = setup::plan(wanted, &visitor, &name, String::new()).map_err(refused)?;
        let dice: [u64; 4] = std::array::from_fn(|_| rng.next_u64());
        created.seed = Some(dice.map(|part| format!("{part:016x}")).concat());
        Local::of(KeptGame::new(&name, seed, created, Vec::new()))
    }

    /// The table of a game that was left.
    ///
    /// # Errors
    /// When the rules or this program have changed since.
    pub(crate) fn of(kept: KeptGame) -> Result<Self, Failure> {
        let KeptGame { name, seed, created, events: happened, .. } = kept;
        let visitor = VisitorId(VISITOR.to_owned());
        let seats: Vec<NewSeat> = created.seats.iter().map(new_seat).collect();
        let id = TableId(TABLE.to_owned());
        let mut table = Table::create(id, created, 0).map_err(Failure::runtime)?;
        for (at, event) in &happened {
            (table, _) = table.with(*at, vec![event.clone()]).map_err(|broken| {
                Failure::runtime(format!("the game cannot be continued: {broken}"))
            })?;
        }
        let before = table.changed;
        let roles = parlour_session::words::names(table.session.as_ref());
        let rounds = Rounds::new(&seats, &name, &roles);
        let rng = seeded(seed);
        let present = HashSet::from([visitor.clone()]);
        let snapshot = look_at(&table, &visitor, &present, None, before);
        Ok(Local {
            table,
            visitor,
            name,
            present,
            look: None,
            snapshot,
            thinking: Thinking::default(),
            found: None,
            hint: None,
            events: VecDeque::new(),
            pace: Pace::NONE,
            began: Instant::now(),
            before,
            seed,
            seats,
            happened,
            rounds,
            rng,
        })
    }

    /// This table, with time to see what the computer does.
    pub(crate) fn unhurried(self) -> Self {
        let (computer, chance) = (Duration::from_millis(700), Duration::from_millis(400));
        // No browser adds to these dice.
        let contributions = Duration::ZERO;
        Local { pace: Pace { computer, chance, contributions, ..Pace::default() }, ..self }
    }

    /// Makes an action before the game begins.
    ///
    /// # Errors
    /// When the rules forbid it.
    pub(crate) fn play_first(&mut self, action: &str) -> Result<(), Failure> {
        let acted = Event::Acted { action: action.to_owned() };
        self.apply(vec![acted]).map_err(|refusal| Failure::usage(refusal.message))
    }

    fn now(&self) -> i64 {
        self.before + self.began.elapsed().as_millis() as i64
    }

    /// The position, told apart from all others of this table.
    fn at(&self) -> (u32, u32) {
        (self.table.ply(), self.table.rewinds)
    }

    fn actor(&self) -> Actor<'_> {
        Actor {
            visitor: &self.visitor,
            name: &self.name,
            invitation: "",
            presence: &self.present,
            now: self.now(),
        }
    }

    fn apply(&mut self, events: Vec<Event>) -> Result<(), Refusal> {
        let (next, append) =
            self.table.with(self.now(), events).map_err(|broken| match broken {
                Broken::Illegal(error) => commands::illegal(&error),
                Broken::Damaged(why) => Refusal::new(Code::Damaged, why),
            })?;
        let was_over = self.table.status() == Status::Over;
        self.table = next;
        self.happened.extend(append.events.into_iter().map(|event| (append.at, event)));
        if !was_over
            && self.table.status() == Status::Over
            && let Some(shares) = self.table.ending().and_then(|ending| ending.shares)
        {
            self.rounds.count(&shares);
        }
        self.thinking.only_at(self.at());
        self.look_again();
        Ok(())
    }

    fn look_again(&mut self) {
        let now = self.now();
        self.snapshot = look_at(&self.table, &self.visitor, &self.present, self.look, now);
        self.events.push_back(RoomEvent::Changed);
    }

    fn handle(&mut self, request: TableRequest) -> Result<(), Refusal> {
        let command = match request {
            TableRequest::Act(action) => {
                let rewinds = Some(self.table.rewinds);
                Command::Act { action, ply: self.table.ply(), rewinds }
            }
            TableRequest::Throw => {
                let (by, ply) = ((&self.visitor, self.now()), self.table.ply());
                let events = commands::throw(&self.table, by, ply, self.pace, &mut self.rng)?;
                return self.apply(events);
            }
            TableRequest::Hint => return self.start_hint(),
            TableRequest::Next(next) => return self.next_game(next),
            TableRequest::Look(seat) => {
                self.look = seat;
                self.look_again();
                return Ok(());
            }
            TableRequest::TakeBack => Command::TakeBack,
            TableRequest::Draw => Command::Draw,
            TableRequest::Decline => Command::Decline,
            TableRequest::Chat(text) => Command::Chat { text },
            TableRequest::Resign => Command::Resign { seat: self.resigning() },
        };
        let events = commands::decide(&self.table, self.actor(), &command)?;
        self.apply(events)
    }

    /// Another game at this table.
    fn next_game(&mut self, next: NextGame) -> Result<(), Refusal> {
        if self.table.status() != Status::Over {
            return Err(Refusal::new(Code::NotOver, "First play this game to its end, or resign."));
        }
        if matches!(next, NextGame::Level(_)) && !Rounds::has_computer(&self.seats) {
            return Err(Refusal::new(Code::NoPlayer, "No computer plays at this table."));
        }
        let mut rounds = self.rounds.clone();
        let seats = rounds.next(self.seats.clone(), next);
        let created = &self.table.created;
        let wanted = NewTable {
            game: created.game.clone(),
            options: created.options.clone(),
            seats,
            clock: created.clock,
            public: false,
        };
        // The next number: a match with a seed can be repeated as a whole.
        let fresh = Local::new(wanted, &self.name, self.seed.wrapping_add(1));
        let fresh = fresh.map_err(|failure| Refusal::new(Code::NoRematch, failure.to_string()))?;
        *self = Local { rounds, pace: self.pace, ..fresh };
        self.events.push_back(RoomEvent::Changed);
        Ok(())
    }

    /// The seat for which the person gives up: the one that looks or moves.
    fn resigning(&self) -> Seat {
        let viewer = projection::seat_of(self.snapshot.viewer());
        let mover = match self.table.turn() {
            Turn::Player(seat) => Some(seat),
            _ => self.table.session.thrower(),
        };
        let yours = self.table.seats_of(&self.visitor);
        let own = |seat: &Seat| yours.contains(seat);
        viewer.filter(own).or(mover.filter(own)).or(yours.first().copied()).unwrap_or(Seat(0))
    }

    fn throw(&mut self) -> Result<(), Refusal> {
        let thrown = self.table.throw(&mut self.rng);
        let action = thrown.ok_or_else(|| Refusal::from(Code::NoThrow))?;
        self.apply(vec![Event::Acted { action }])
    }

    fn start_hint(&mut self) -> Result<(), Refusal> {
        if !self.snapshot.view.you.rights.hint {
            return Err(Refusal::new(Code::NoHint, "A hint is for the one to move."));
        }
        match &self.hint {
            Some((at, moves)) if *at == self.at() => {
                self.events.push_back(RoomEvent::Hint(moves.clone()));
                Ok(())
            }
            _ => self.think(Purpose::Hint),
        }
    }

    fn think(&mut self, purpose: Purpose) -> Result<(), Refusal> {
        if self.thinking.is_busy() {
            return Err(Refusal::new(Code::Busy, "The computer thinks already."));
        }
        let session = self.table.session.clone();
        let viewer = match session.turn() {
            Turn::Player(seat) => Viewer::Seat(seat),
            _ => Viewer::Public,
        };
        let seed = hash(&(self.seed, session.information_hash(viewer)));
        let started = self.thinking.start(purpose, self.at(), session, seed);
        started.map_err(|error| Refusal::new(Code::NoPlayer, error.to_string()))
    }

    /// Does what the table does by itself. Waits for it, but no longer than this.
    fn step(&mut self, wait: Duration) -> Result<(), Refusal> {
        let now = self.now();
        let until = |at: i64| Duration::from_millis((at - now).max(0) as u64);
        match steps::next(&self.table, self.pace, now) {
            Next::Throw { .. } if steps::is_players_throw(&self.table) => {
                self.wait_for_search(wait)
            }
            Next::Throw { at } if at > now => std::thread::sleep(until(at).min(wait)),
            Next::Throw { .. } => return self.throw(),
            Next::Move { at, level } => {
                match self.found.take().filter(|(of, _)| *of == self.at()) {
                    Some((_, action)) if at <= now => {
                        return self.apply(vec![Event::Acted { action }]);
                    }
                    Some(found) => {
                        self.found = Some(found);
                        std::thread::sleep(until(at).min(wait));
                    }
                    None => {
                        if let (Turn::Player(seat), false) =
                            (self.table.turn(), self.thinking.is_busy())
                        {
                            self.think(Purpose::Move { seat: seat.0, level: level.number() })?;
                        }
                        self.wait_for_search(wait);
                    }
                }
            }
            Next::Nothing | Next::Flag { .. } => self.wait_for_search(wait),
        }
        Ok(())
    }

    /// Waits for what the computer finds, but no longer than this.
    fn wait_for_search(&mut self, wait: Duration) {
        if !self.thinking.is_busy() {
            std::thread::sleep(wait);
            return;
        }
        let Some(thought) = self.thinking.wait(wait).filter(|thought| thought.at == self.at())
        else {
            return;
        };
        let Some(report) = thought.report else { return };
        match thought.purpose {
            Purpose::Move { .. } => self.found = Some((thought.at, report.chosen)),
            Purpose::Hint => {
                let lines = report.lines.into_iter().filter(TextLine::tried);
                let first = |line: TextLine| {
                    line.moves.into_iter().next().map(|action| (action, line.value))
                };
                let moves: Vec<_> = lines.take(HINT_MOVES.get()).filter_map(first).collect();
                self.hint = Some((thought.at, moves.clone()));
                self.events.push_back(RoomEvent::Hint(moves));
            }
        }
    }
}

/// Who was to sit on a seat of a table in this process.
fn new_seat(seat: &InitialSeat) -> NewSeat {
    match seat {
        InitialSeat::Person(_) | InitialSeat::Open => NewSeat::Me { name: None },
        InitialSeat::Computer { level } => NewSeat::Computer { level: *level },
    }
}

/// The table as the person may see it.
fn look_at(
    table: &Table,
    visitor: &VisitorId,
    presence: &HashSet<VisitorId>,
    look: Option<Seat>,
    now: i64,
) -> TableSnapshot {
    let visit = Visit { visitor, look, invitation: "", presence, now };
    let view = TableView::in_english(table, &visit);
    let viewer = view.viewer.map_or(Viewer::Public, |seat| Viewer::Seat(Seat(seat)));
    let mut rng = seeded(table.session.information_hash(viewer));
    let session = table.session.determinize(viewer, &mut rng);
    TableSnapshot { entry: table.entry, view, session }
}

/// A position that this viewer cannot tell from the one whose view has this text.
pub(crate) fn session_of_view(
    entry: &Entry,
    viewer: Viewer,
    text: &str,
) -> Result<Box<dyn Session>, Failure> {
    (entry.from_view)(text, viewer, &mut seeded(0)).map_err(Failure::runtime)
}

impl Room for Local {
    fn snapshot(&self) -> &TableSnapshot {
        &self.snapshot
    }

    fn ask(&mut self, request: TableRequest) {
        if let Err(refusal) = self.handle(request) {
            self.events.push_back(RoomEvent::Refused(refusal.message));
        }
    }

    fn events(&mut self, wait: Duration) -> Vec<RoomEvent> {
        if self.events.is_empty()
            && let Err(refusal) = self.step(wait)
        {
            self.events.push_back(RoomEvent::Refused(refusal.message));
        }
        self.events.drain(..).collect()
    }

    fn record(&mut self) -> Result<String, Failure> {
        let how = match self.table.status() {
            Status::Over => Hindsight::Open,
            _ => Hindsight::Through(self.snapshot.viewer()),
        };
        Ok(write_record(&self.table, how))
    }

    fn steps(&mut self) -> Result<Vec<Step>, Failure> {
        let viewer = self.snapshot.viewer();
        let mut walk = ReplaySteps::new(Arc::new(self.table.clone()), Hindsight::Through(viewer));
        let step = |step: replay::Step| {
            let session = session_of_view(self.table.entry, viewer, &step.position)?;
            let (labels, path) = step.made.map(|made| (made.labels, made.path)).unwrap_or_default();
            Ok(Step { words: session.english(&labels), clicks: path.clicks, session })
        };
        walk.steps(usize::MAX).into_iter().map(step).collect()
    }

    fn has_others(&self) -> bool {
        false
    }

    fn score(&self) -> Option<String> {
        self.rounds.score()
    }

    fn level_after(&self, step: i8) -> Option<u8> {
        level_after(&self.seats, step)
    }

    fn unfinished(&self) -> Option<KeptGame> {
        let begun = self.table.status() == Status::Playing && self.table.ply() > 0;
        let created = (*self.table.created).clone();
        begun.then(|| KeptGame::new(&self.name, self.seed, created, self.happened.clone()))
    }
}

#[cfg(test)]
mod tests {
    use parlour_table::events::Clock;
    use parlour_table::setup::NewSeat;

    use super::*;

    fn hint(room: &mut Local) -> Vec<(String, f64)> {
        room.ask(TableRequest::Hint);
        loop {
            let hint = |event| match event {
                RoomEvent::Hint(moves) => Some(moves),
                _ => None,
            };
            if let Some(moves) = room.events(Duration::from_millis(20)).into_iter().find_map(hint) {
                return moves;
            }
        }
    }

    #[test]
    fn who_asks_again_at_the_same_position_gets_the_same_hint_without_a_search() {
        let me = |name: &str| NewSeat::Me { name: Some(name.to_owned()) };
        let (game, seats) = ("outwit".to_owned(), vec![me("Ann"), me("Bob")]);
        let wanted =
            NewTable { game, options: Vec::new(), seats, clock: Clock::None, public: false };
        let mut room = Local::new(wanted, "Ann", 1).expect("a table");
        let first = hint(&mut room);
        room.ask(TableRequest::Hint);
        assert!(!room.thinking.is_busy(), "no search");
        assert_eq!(hint(&mut room), first);
        room.ask(TableRequest::Act(first[0].0.clone()));
        room.ask(TableRequest::Hint);
        assert!(room.thinking.is_busy(), "another position");
    }
}
