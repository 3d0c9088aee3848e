//! The one thread that writes. It takes all that waits, from however many tables, into one
//! transaction, and answers after the commit: one disk flush serves everybody who came meanwhile.
//!
//! A write that fails is taken back whole; then each change of the batch is tried by itself, so that
//! one which the file refuses fails alone. Its caller gets the error, and the next batch is tried as
//! if nothing had been: a disk that has room again needs no restart.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use parlour_table::events::VERSION;
use parlour_table::stored::{Append, TableId, VisitorId};
use rusqlite::{Connection, OptionalExtension, params};
use tokio::sync::{broadcast, oneshot};

use super::schema;
use crate::store::fault::Fault;
use crate::store::{Document, StoreError, StoredReport, Ticket};

/// How many changes one transaction takes at most.
const BATCH: usize = 512;

/// One change on its way to the file.
struct Job {
    change: Change,
    answer: oneshot::Sender<Result<Answer, StoreError>>,
}

/// What is to be written.
#[derive(Debug)]
pub(super) enum Change {
    Append(Vec<Append>),
    Rename {
        visitor: VisitorId,
        name: String,
    },
    PutDocument {
        kind: String,
        id: String,
        document: Document,
        at: i64,
    },
    PutTicket {
        code: String,
        ticket: Ticket,
        expires: i64,
    },
    TakeTicket {
        code: String,
        now: i64,
    },
    DropTickets {
        now: i64,
    },
    PutReport(StoredReport),
    Secret {
        name: String,
        fresh: String,
    },
    Clear {
        before: i64,
    },
    Heartbeat {
        now: i64,
        gap: i64,
        skew: i64,
    },
    /// Bounds the file, as a full disk does.
    #[cfg(test)]
    Bound {
        pages: i64,
    },
}

/// What was written.
#[derive(Debug)]
pub(super) enum Answer {
    Done,
    Cleared(u64),
    Ticket(Option<Ticket>),
    Secret(String),
    Outage(Option<i64>),
}

/// The thread, and the way to it.
pub(super) struct Writer {
    jobs: Mutex<Option<Sender<Job>>>,
    thread: Mutex<Option<thread::JoinHandle<()>>>,
    notices: broadcast::Sender<(TableId, u64)>,
    fault: Fault,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn closed() -> StoreError {
    StoreError::Failed("it is closed".to_owned())
}

impl Writer {
    /// Opens the file and starts the thread.
    pub(super) fn start(file: &Path) -> Result<Self, StoreError> {
        let connection = schema::open(file)?;
        let (jobs, waiting) = channel();
        let (notices, _) = broadcast::channel(4096);
        let fault = Fault::default();
        let worker = Worker {
            file: file.to_owned(),
            connection,
            notices: notices.clone(),
            fault: fault.clone(),
        };
        let thread =
            thread::Builder::new().name("writer".to_owned()).spawn(move || worker.work(&waiting));
        let thread = thread.map_err(|error| StoreError::Failed(error.to_string()))?;
        let (jobs, thread) = (Mutex::new(Some(jobs)), Mutex::new(Some(thread)));
        Ok(Writer { jobs, thread, notices, fault })
    }

    /// Tells of every append.
    pub(super) fn notices(&self) -> broadcast::Receiver<(TableId, u64)> {
        self.notices.subscribe()
    }

    /// Whether the last write went well.
    pub(super) fn health(&self) -> Result<(), StoreError> {
        self.fault.health()
    }

    /// Writes a change; comes back once it is on the disk.
    pub(super) async fn change(&self, change: Change) -> Result<Answer, StoreError> {
        let (answer, answered) = oneshot::channel();
        let sent = match &*locked(&self.jobs) {
            Some(jobs) => jobs.send(Job { change, answer }).is_ok(),
            None => false,
        };
        if !sent {
            return Err(closed());
        }
        answered.await.map_err(|_| closed())?
    }

    /// Writes what waits and ends the thread.
    pub(super) async fn close(&self) {
        drop(locked(&self.jobs).take());
        let thread = locked(&self.thread).take();
        if let Some(thread) = thread {
            let _ = tokio::task::spawn_blocking(move || thread.join()).await;
        }
    }
}

/// What the thread works with.
struct Worker {
    file: PathBuf,
    connection: Connection,
    notices: broadcast::Sender<(TableId, u64)>,
    fault: Fault,
}

impl Worker {
    /// Until every sender is gone, and all that they sent is written.
    fn work(mut self, waiting: &Receiver<Job>) {
        let mut batch = Vec::with_capacity(BATCH);
        while let Ok(first) = waiting.recv() {
            batch.push(first);
            batch.extend(waiting.try_iter().take(BATCH - 1));
            crate::metrics::batch(batch.len());
            self.write(&mut batch);
        }
        // A copy of the file after a clean stop has everything.
        let fold = self.connection.pragma_update(None, "wal_checkpoint", "truncate");
        if let Err(error) = fold {
            tracing::warn!(%error, "cannot fold the log into the database");
        }
    }

    fn write(&mut self, batch: &mut Vec<Job>) {
        let results = match self.commit(batch) {
            Ok(results) => results,
            Err(error) if batch.len() == 1 => vec![Err(error)],
            // The write that caused it fails alone.
            Err(_) => batch.chunks(1).map(|alone| self.commit(alone)?.remove(0)).collect(),
        };
        for (job, result) in batch.drain(..).zip(results) {
            let appended = matches!((&job.change, &result), (Change::Append(_), Ok(_)));
            // Nobody may be waiting any more.
            let _ = job.answer.send(result);
            if let (Change::Append(appends), true) = (job.change, appended) {
                for append in appends {
                    let last = append.expected + append.events.len() as u64;
                    // Nobody may be listening.
                    let _ = self.notices.send((append.table, last));
                }
            }
        }
    }

    /// One transaction. An error means that nothing of it stands.
    fn commit(&mut self, batch: &[Job]) -> Result<Vec<Result<Answer, StoreError>>, StoreError> {
        let done = commit(&self.connection, batch);
        match &done {
            Ok(_) => self.fault.clear(),
            Err(error) => {
                self.fault.note(&error.to_string());
                self.recover();
            }
        }
        done
    }

    /// Takes back what was not committed, so that the next write starts afresh.
    fn recover(&mut self) {
        if self.connection.is_autocommit() || self.connection.execute_batch("ROLLBACK").is_ok() {
            return;
        }
        match schema::open(&self.file) {
            Ok(fresh) => self.connection = fresh,
            Err(error) => self.fault.note(&format!("it cannot be opened again: {error}")),
        }
    }
}

/// One transaction; a change in it that comes too late is left out. Any other failure ends it.
fn commit(
    connection: &Connection,
    batch: &[Job],
) -> Result<Vec<Result<Answer, StoreError>>, StoreError> {
    let run = |sql: &str| connection.prepare_cached(sql)?.execute([]).map(drop);
    run("BEGIN IMMEDIATE")?;
    let mut results = Vec::with_capacity(batch.len());
    for job in batch {
        // A single append that comes too late has written nothing; of several, the first ones may.
        let apart = matches!(&job.change, Change::Append(appends) if appends.len() > 1);
        if apart {
            run("SAVEPOINT change")?;
        }
        let result = write(connection, &job.change);
        if apart && matches!(result, Err(StoreError::Conflict)) {
            run("ROLLBACK TO change")?;
        }
        match result {
            Ok(_) | Err(StoreError::Conflict) => results.push(result),
            Err(error) => return Err(error),
        }
        if apart {
            run("RELEASE change")?;
        }
    }
    run("COMMIT")?;
    Ok(results)
}

fn write(c: &Connection, change: &Change) -> Result<Answer, StoreError> {
    match change {
        Change::Append(appends) => {
            for append in appends {
                write_append(c, append)?;
            }
            Ok(Answer::Done)
        }
        Change::Rename { visitor, name } => {
            let sql = "INSERT INTO visitors (id, name) VALUES (?, ?)
                       ON CONFLICT (id) DO UPDATE SET name = excluded.name";
            c.prepare_cached(sql)?.execute(params![visitor.0, name])?;
            Ok(Answer::Done)
        }
        Change::PutDocument { kind, id, document, at } => {
            // The first version is inserted, and any other follows the one before it.
            let sql = match document.version {
                1 => {
                    "INSERT INTO documents (kind, id, version, changed, body)
                     VALUES (?1, ?2, ?3, ?4, ?5)"
                }
                _ => {
                    "UPDATE documents SET version = ?3, changed = ?4, body = ?5
                     WHERE kind = ?1 AND id = ?2 AND version = ?3 - 1"
                }
            };
            let values = params![kind, id, document.version as i64, at, document.body];
            match c.prepare_cached(sql)?.execute(values)? {
                0 => Err(StoreError::Conflict),
                _ => Ok(Answer::Done),
            }
        }
        Change::PutTicket { code, ticket, expires } => {
            let sql =
                "INSERT INTO transfers (code, table_id, visitor, expires) VALUES (?, ?, ?, ?)";
            let values = params![code, ticket.table.0, ticket.visitor.0, expires];
            c.prepare_cached(sql)?.execute(values)?;
            Ok(Answer::Done)
        }
        Change::TakeTicket { code, now } => {
            drop_tickets(c, *now)?;
            let sql = "DELETE FROM transfers WHERE code = ? RETURNING table_id, visitor";
            let ticket = c.prepare_cached(sql)?.query_row([code], |row| {
                Ok(Ticket { table: TableId(row.get(0)?), visitor: VisitorId(row.get(1)?) })
            });
            Ok(Answer::Ticket(ticket.optional()?))
        }
        Change::Clear { before } => {
            let unused = "IN (SELECT id FROM tables
                WHERE changed < ? AND (status <> 'playing' OR due IS NULL OR due <= changed)
                    AND NOT coalesce(json_extract(summary, '$.played'),
                        json_extract(summary, '$.ply') > 0))";
            c.execute(&format!("DELETE FROM events WHERE table_id {unused}"), [before])?;
            c.execute(&format!("DELETE FROM sitters WHERE table_id {unused}"), [before])?;
            c.execute(&format!("DELETE FROM reports WHERE table_id {unused}"), [before])?;
            let cleared = c.execute(&format!("DELETE FROM tables WHERE id {unused}"), [before])?;
            Ok(Answer::Cleared(cleared as u64))
        }
        Change::PutReport(StoredReport { table, version, made, body }) => {
            let sql = "INSERT OR REPLACE INTO reports (table_id, version, made, body)
                       VALUES (?, ?, ?, ?)";
            c.prepare_cached(sql)?.execute((&table.0, version, made, body))?;
            Ok(Answer::Done)
        }
        Change::Secret { name, fresh } => {
            let sql = "INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING";
            c.prepare_cached(sql)?.execute([name, fresh])?;
            let sql = "SELECT value FROM secrets WHERE name = ?";
            let value = c.prepare_cached(sql)?.query_row([name], |row| row.get(0))?;
            Ok(Answer::Secret(value))
        }
        Change::DropTickets { now } => {
            drop_tickets(c, *now)?;
            Ok(Answer::Done)
        }
        Change::Heartbeat { now, gap, skew } => {
            Ok(Answer::Outage(heartbeat(c, *now, *gap, *skew)?))
        }
        #[cfg(test)]
        Change::Bound { pages } => {
            c.pragma_update(None, "max_page_count", pages)?;
            Ok(Answer::Done)
        }
    }
}

fn drop_tickets(c: &Connection, now: i64) -> Result<(), rusqlite::Error> {
    c.prepare_cached("DELETE FROM transfers WHERE expires <= ?")?.execute([now]).map(drop)
}

fn heartbeat(
    c: &Connection,
    now: i64,
    gap: i64,
    skew: i64,
) -> Result<Option<i64>, rusqlite::Error> {
    let wrong = "DELETE FROM outages WHERE until > ?1 + ?2 AND since >= ?1";
    c.prepare_cached(wrong)?.execute([now, skew])?;
    let wrong = "UPDATE outages SET until = ?1 WHERE until > ?1 + ?2";
    c.prepare_cached(wrong)?.execute([now, skew])?;
    let mut last = c.prepare_cached("SELECT at FROM pulse")?;
    let last: Option<i64> = last.query_row([], |row| row.get(0)).optional()?;
    if let Some(last) = last.filter(|last| now - last > gap) {
        let sql = "INSERT INTO outages (since, until) VALUES (?, ?)";
        c.prepare_cached(sql)?.execute([last, now])?;
    }
    let sql = "INSERT INTO pulse (one, at) VALUES (1, ?)
               ON CONFLICT (one) DO UPDATE SET at = excluded.at";
    c.prepare_cached(sql)?.execute([now])?;
    c.prepare_cached("SELECT max(until) FROM outages")?.query_row([], |row| row.get(0))
}

/// The head of the table moves on if it is where the writer thought; only then the events come
/// behind it. A conflict is found at the head or not at all, so that it leaves nothing half done.
fn write_append(c: &Connection, append: &Append) -> Result<(), StoreError> {
    let mut sequence = append.expected as i64;
    let last = sequence + append.events.len() as i64;
    let (id, index) = (&append.table.0, &append.index);
    let status = index.status.name();
    let summary =
        serde_json::to_string(&index.summary).expect("a summary holds nothing that JSON cannot");
    if append.expected == 0 {
        let sql = "INSERT INTO tables (id, sequence, game, public, status, changed, due, summary)
                   VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
        let (game, public) = (&index.game, index.public);
        let values = params![id, last, game, public, status, index.changed, index.due, summary];
        c.prepare_cached(sql)?.execute(values)?;
    } else {
        let sql = "UPDATE tables SET sequence = ?, status = ?, changed = ?, due = ?, summary = ?
                   WHERE id = ? AND sequence = ?";
        let values = params![last, status, index.changed, index.due, summary, id, sequence];
        if c.prepare_cached(sql)?.execute(values)? == 0 {
            return Err(StoreError::Conflict);
        }
    }
    let sql = "INSERT INTO events (table_id, sequence, at, version, body) VALUES (?, ?, ?, ?, ?)";
    let broken = |error: rusqlite::Error| StoreError::Failed(error.to_string());
    let mut put = c.prepare_cached(sql)?;
    for event in &append.events {
        sequence += 1;
        let values = params![id, sequence, append.at, VERSION, event.encode()];
        put.execute(values).map_err(broken)?;
    }
    match &append.sitters {
        Some(sitters) => write_sitters(c, id, sitters).map_err(broken),
        None => Ok(()),
    }
}

fn write_sitters(
    c: &Connection,
    table: &str,
    sitters: &[VisitorId],
) -> Result<(), rusqlite::Error> {
    c.prepare_cached("DELETE FROM sitters WHERE table_id = ?")?.execute([table])?;
    let mut put = c.prepare_cached("INSERT INTO sitters (visitor, table_id) VALUES (?, ?)")?;
    for sitter in sitters {
        put.execute(params![sitter.0, table])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
