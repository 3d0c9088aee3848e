//! Everything at once: who does what when is drawn from the seed.

use std::collections::{BTreeMap, HashSet};

use parlour_core::Turn;
use parlour_core::rng::{Rng, SeededRng, below, seeded};
use parlour_table::Table;
use parlour_table::commands::Command;
use parlour_table::events::{Clock, Level};
use parlour_table::projection::{Visit, screen};
use parlour_table::setup::{NewSeat, NewTable, plan};
use parlour_table::stored::{TableId, VisitorId};

use crate::client::{Client, Shown};
use crate::process::{Done, Process};
use crate::store::{AppendResult, Store};

/// The number of things that happen in a simulation.
const STEPS: u32 = 260;
/// The games: short ones, so that many end.
const GAMES: [(&str, usize); 5] =
    [("outwit", 2), ("shut-the-box", 3), ("senet", 2), ("shell-out", 3), ("shout-7", 2)];

/// Something on its way through the network.
#[derive(Clone, Debug)]
enum Message {
    /// A click to a process.
    Command { from: usize, command: Command },
    /// A table to a page.
    Shown { to: usize, shown: Box<Shown> },
    /// A process hears that a table has moved on.
    Notice { to: usize, table: TableId },
}

/// What happened in a simulation, or in many, and how often.
#[derive(Clone, Debug, Default)]
pub(crate) struct Summary(BTreeMap<&'static str, u64>);

impl Summary {
    const ALL: [&'static str; 9] = [
        "events",
        "finished",
        "failed",
        "conflicts",
        "crashes",
        "lost",
        "doubled",
        "refused",
        "jumps",
    ];

    fn count(&mut self, what: &'static str, times: u64) {
        *self.0.entry(what).or_default() += times;
    }

    pub(crate) fn add(&mut self, more: &Summary) {
        more.0.iter().for_each(|(what, times)| self.count(what, *times));
    }

    /// A simulation in which nothing goes wrong proves nothing.
    pub(crate) fn check_that_everything_happened(&self) {
        let happened = |what: &&str| self.0.get(what).is_some_and(|times| *times > 0);
        assert!(Summary::ALL.iter().all(happened), "{self:?}");
    }
}

/// The whole world.
#[derive(Debug)]
pub(crate) struct World {
    rng: SeededRng,
    now: i64,
    store: Store,
    processes: Vec<Process>,
    clients: Vec<Client>,
    network: Vec<Message>,
    tables: Vec<TableId>,
    summary: Summary,
}

impl World {
    pub(crate) fn new(seed: u64) -> Self {
        let mut world = World {
            rng: seeded(seed),
            now: 1_000_000_000_000,
            store: Store::default(),
            processes: Vec::new(),
            clients: Vec::new(),
            network: Vec::new(),
            tables: Vec::new(),
            summary: Summary::default(),
        };
        let processes = 1 + below(&mut world.rng, 3) as usize;
        world.processes.resize_with(processes, Process::default);
        for number in 0..1 + below(&mut world.rng, 2) {
            world.set_up(number);
        }
        world.store.faults = [0, 60, 12][below(&mut world.rng, 3) as usize];
        world
    }

    /// Lets a process show what may not be stored: for the test of this test.
    pub(crate) fn speak_before_storing(&mut self) {
        self.store.faults = 6;
        for process in &mut self.processes {
            process.speaks_too_soon = true;
        }
    }

    fn draw(&mut self, n: usize) -> usize {
        below(&mut self.rng, n as u32) as usize
    }

    fn set_up(&mut self, number: u32) {
        let (game, seats) = GAMES[self.draw(GAMES.len())];
        let id = TableId(format!("table{number}"));
        let people: Vec<VisitorId> =
            (0..seats).map(|seat| VisitorId(format!("{id} person {seat}"))).collect();
        let mut chairs = vec![NewSeat::Me { name: None }];
        chairs.extend((1..seats).map(|seat| match self.draw(3) {
            0 if seat > 0 => NewSeat::Computer { level: Level::new(1) },
            _ => NewSeat::Open,
        }));
        let clock = match self.draw(3) {
            0 => Clock::Game { limit: 20_000, increment: 1_000 },
            1 => Clock::Move { limit: 10_000 },
            _ => Clock::None,
        };
        let wanted = NewTable {
            game: game.to_owned(),
            options: Vec::new(),
            seats: chairs,
            clock,
            public: true,
        };
        let mut created =
            plan(wanted, &people[0], "maker", "invitation".to_owned()).expect("a table");
        created.seed = Some(format!("seed {}", self.rng.next_u64()));
        let (_, append) = Table::set_up(id.clone(), created, self.now).expect("a table");
        assert_eq!(self.store.append(&append, &mut self.rng), AppendResult::Stored);
        for visitor in people {
            let process = self.draw(self.processes.len());
            let (table, seen) = (id.clone(), Vec::new());
            self.clients.push(Client { visitor, table, process, shown: None, seen });
            self.show(self.clients.len() - 1);
        }
        self.tables.push(id);
    }

    fn time_of(&self, process: usize) -> i64 {
        self.now + self.processes[process].skew
    }

    /// A process sends a page its table as it knows it.
    fn show(&mut self, to: usize) {
        let (process, id) = (self.clients[to].process, self.clients[to].table.clone());
        let now = self.time_of(process);
        let table = self.processes[process].open(&id, &mut self.store, &mut self.rng);
        let Some(table) = table else { return };
        let shown = view(table, &self.clients[to].visitor, now);
        self.network.push(Message::Shown { to, shown: Box::new(shown) });
    }

    /// Everybody at a table whom this process serves gets to see it, and the others hear of it.
    fn announce(&mut self, process: usize, id: &TableId) {
        let at = |c: &Client| c.process == process && c.table == *id;
        let pages: Vec<usize> = (0..self.clients.len()).filter(|&c| at(&self.clients[c])).collect();
        pages.into_iter().for_each(|page| self.show(page));
        for to in (0..self.processes.len()).filter(|&p| p != process) {
            self.network.push(Message::Notice { to, table: id.clone() });
        }
    }

    /// Something happens.
    fn step(&mut self) {
        self.now += i64::from(below(&mut self.rng, 400));
        match self.draw(100) {
            0..=29 => self.click(),
            30..=69 => self.deliver(),
            70..=91 => self.drive(),
            92..=93 => self.poll(),
            94 => self.crash(),
            95..=96 => self.reconnect(),
            97 => self.jump(),
            _ => self.disturb(),
        }
    }

    fn click(&mut self) {
        let from = self.draw(self.clients.len());
        if let Some(command) = self.clients[from].click(&mut self.rng) {
            self.network.push(Message::Command { from, command });
        }
    }

    /// Any message may be next: that is delay and disorder.
    fn deliver(&mut self) {
        if self.network.is_empty() {
            return;
        }
        let next = self.draw(self.network.len());
        match self.network.swap_remove(next) {
            Message::Shown { to, shown } => self.clients[to].receive(*shown),
            Message::Notice { to, table } => self.follow(to, &table),
            Message::Command { from, command } => {
                let client = &self.clients[from];
                let (process, id, who) =
                    (client.process, client.table.clone(), client.visitor.clone());
                let now = self.time_of(process);
                let server = &mut self.processes[process];
                match server.command(&id, &who, &command, now, &mut self.store, &mut self.rng) {
                    Done::Changed => self.announce(process, &id),
                    Done::Refused => self.summary.count("refused", 1),
                    Done::Unchanged | Done::Failed => {}
                }
            }
        }
    }

    fn follow(&mut self, process: usize, id: &TableId) {
        if self.processes[process].catch_up(id, &mut self.store, &mut self.rng) {
            let at = |c: &Client| c.process == process && c.table == *id;
            let pages: Vec<usize> =
                (0..self.clients.len()).filter(|&c| at(&self.clients[c])).collect();
            pages.into_iter().for_each(|page| self.show(page));
        }
    }

    fn drive(&mut self) {
        let (process, table) = (self.draw(self.processes.len()), self.draw(self.tables.len()));
        let (id, now) = (self.tables[table].clone(), self.time_of(process));
        let server = &mut self.processes[process];
        if server.drive(&id, now, &mut self.store, &mut self.rng) == Done::Changed {
            self.announce(process, &id);
        }
    }

    /// What heals lost notices: a process asks how far its tables have come.
    fn poll(&mut self) {
        let process = self.draw(self.processes.len());
        for id in self.tables.clone() {
            self.follow(process, &id);
        }
    }

    /// Nothing is flushed, nobody says goodbye; pages come back, perhaps elsewhere.
    fn crash(&mut self) {
        self.summary.count("crashes", 1);
        let process = self.draw(self.processes.len());
        let old = std::mem::take(&mut self.processes[process]);
        self.processes[process].speaks_too_soon = old.speaks_too_soon;
        // What it had sent is on its way; what was sent to it is lost.
        let clients = &self.clients;
        self.network.retain(|message| match message {
            Message::Command { from, .. } => clients[*from].process != process,
            Message::Notice { to, .. } => *to != process,
            Message::Shown { .. } => true,
        });
        let lost: Vec<usize> =
            (0..self.clients.len()).filter(|&c| self.clients[c].process == process).collect();
        for client in lost {
            self.clients[client].process = self.draw(self.processes.len());
            self.show(client);
        }
    }

    fn reconnect(&mut self) {
        let client = self.draw(self.clients.len());
        self.clients[client].process = self.draw(self.processes.len());
        self.show(client);
    }

    /// A computer's clock is set, forth or back, by up to an hour.
    fn jump(&mut self) {
        self.summary.count("jumps", 1);
        let process = self.draw(self.processes.len());
        self.processes[process].skew = i64::from(below(&mut self.rng, 7_200_000)) - 3_600_000;
    }

    fn disturb(&mut self) {
        if self.network.is_empty() {
            return;
        }
        let message = self.draw(self.network.len());
        if self.rng.next_u32() & 1 == 0 {
            self.summary.count("lost", 1);
            self.network.swap_remove(message);
        } else {
            self.summary.count("doubled", 1);
            self.network.push(self.network[message].clone());
        }
    }

    /// With faults, then without; then all must agree.
    pub(crate) fn run(mut self) -> Result<Summary, String> {
        for _ in 0..STEPS {
            self.step();
        }
        self.calm();
        self.check()?;
        self.summary.count("failed", self.store.failed);
        self.summary.count("conflicts", self.store.conflicts);
        Ok(self.summary)
    }

    /// Everything as the store has it.
    pub(crate) fn run_to_log(mut self) -> Vec<String> {
        for _ in 0..STEPS {
            self.step();
        }
        let tables = self.store.tables.values().flatten();
        tables.map(|stamped| format!("{stamped:?}")).collect()
    }

    /// The disk works, messages arrive, every process asks once, every page comes back once.
    fn calm(&mut self) {
        self.store.faults = 0;
        while !self.network.is_empty() {
            self.deliver();
        }
        for process in 0..self.processes.len() {
            for id in self.tables.clone() {
                self.follow(process, &id);
            }
        }
        (0..self.clients.len()).for_each(|client| self.show(client));
        while !self.network.is_empty() {
            self.deliver();
        }
    }

    fn check(&mut self) -> Result<(), String> {
        for id in &self.tables {
            let events = &self.store.tables[id];
            let mut table = Table::replay(id.clone(), &events[..1]).map_err(|e| e.to_string())?;
            self.check_states(id, &table)?;
            for stamped in &events[1..] {
                table.follow(stamped).map_err(|error| error.to_string())?;
                self.check_states(id, &table)?;
            }
            self.summary.count("events", events.len() as u64);
            self.summary.count("finished", u64::from(table.turn() == Turn::Over));
            let replayed = Table::replay(id.clone(), events).map_err(|error| error.to_string())?;
            same(&replayed, &table, "the store replays differently")?;
            for process in &self.processes {
                if let Some(known) = process.tables.get(id) {
                    same(known, &table, "a process differs from the store")?;
                }
            }
            for client in self.clients.iter().filter(|client| client.table == *id) {
                let now = self.now + self.processes[client.process].skew;
                let (stored, shown) = (view(&table, &client.visitor, now), client.shown.as_ref());
                if shown != Some(&stored) {
                    return Err(format!("{:?} does not see what is stored", client.visitor));
                }
                let most = table.sequence;
                if let Some((sequence, _)) = client.seen.iter().find(|(s, _)| *s > most) {
                    return Err(format!("event {sequence} of {most} was shown and is not stored"));
                }
            }
        }
        Ok(())
    }

    /// Whatever a page was ever shown of this state is what is stored of it.
    fn check_states(&self, id: &TableId, table: &Table) -> Result<(), String> {
        for client in self.clients.iter().filter(|client| client.table == *id) {
            let viewer = screen(table, &client.visitor, None).viewer;
            let stored = table.session.view(viewer);
            let at = |(sequence, _): &&(u64, String)| *sequence == table.sequence;
            if client.seen.iter().filter(at).any(|(_, position)| *position != stored) {
                let (who, event) = (&client.visitor, table.sequence);
                return Err(format!("{who:?} was shown another event {event} than is stored"));
            }
        }
        Ok(())
    }
}

/// A table as a page shows it, whole.
fn view(table: &Table, visitor: &VisitorId, now: i64) -> Shown {
    let here = HashSet::new();
    let visit = Visit { visitor, look: None, invitation: "", presence: &here, now };
    Shown::of(table, &visit)
}

fn same(one: &Table, other: &Table, words: &str) -> Result<(), String> {
    let facts = |table: &Table| {
        let position = table.session.position();
        (
            table.sequence,
            table.ply(),
            position,
            table.chairs.clone(),
            table.changed,
            table.clocks.clone(),
        )
    };
    if facts(one) == facts(other) { Ok(()) } else { Err(words.to_owned()) }
}
