//! The one thread that writes. It takes all that waits, from however many tables, into one
//! transaction, and answers after the commit: one disk flush serves everybody who came meanwhile.
//!
//! A write that fails is taken back whole; then each change of the batch is tried by itself, so that
//! one which the file refuses fails alone. Its caller gets the error, and the next batch is tried as
//! if nothing had been: a disk that has room again needs no restart.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use parlour_table::events::VERSION;
use parlour_table::stored::{Append, VisitorId};
use rusqlite::{Connection, params};
use tokio::sync::oneshot;

use super::schema;
use crate::store::fault::Fault;
use crate::store::{Row, StoreError};
use crate::sync::locked;

/// How many changes one transaction takes at most.
const BATCH: usize = 512;
/// Commit delay: where at least this number of changes wait, the transaction waits for more. It writes each
/// page of the file once for all changes on it, and flushes once.
const COMMIT_SIBLINGS: usize = 8;
const COMMIT_DELAY: Duration = Duration::from_millis(1);

/// What a request writes in a transaction, and the rows that come back. It is done again where the
/// transaction as a whole fails.
type Change = Box<dyn Fn(&Connection) -> Result<Vec<Row>, StoreError> + Send>;

/// One change on its way to the file.
struct WriteRequest {
    change: Change,
    /// Whether it writes several things, of which the first may stand when a later one comes too late.
    several: bool,
    /// Who waits for it.
    answer: oneshot::Sender<Result<Vec<Row>, StoreError>>,
}

/// The thread, and the way to it.
pub(super) struct Writer {
    requests: Mutex<Option<Sender<WriteRequest>>>,
    thread: Mutex<Option<thread::JoinHandle<()>>>,
    fault: Fault,
}

fn closed() -> StoreError {
    StoreError::Failed("it is closed".to_owned())
}

impl Writer {
    /// Opens the file and starts the thread.
    pub(super) fn start(file: &Path) -> Result<Self, StoreError> {
        let connection = schema::open(file)?;
        let (requests, waiting) = channel();
        let fault = Fault::default();
        let worker = Worker { file: file.to_owned(), connection, fault: fault.clone() };
        let thread =
            thread::Builder::new().name("writer".to_owned()).spawn(move || worker.work(&waiting));
        let thread = thread.map_err(|error| StoreError::Failed(error.to_string()))?;
        let (requests, thread) = (Mutex::new(Some(requests)), Mutex::new(Some(thread)));
        Ok(Writer { requests, thread, fault })
    }

    /// Whether the last write went well.
    pub(super) fn health(&self) -> Result<(), StoreError> {
        self.fault.health()
    }

    /// Writes a change; comes back once it is on the disk.
    pub(super) async fn change(
        &self,
        change: impl Fn(&Connection) -> Result<Vec<Row>, StoreError> + Send + 'static,
    ) -> Result<Vec<Row>, StoreError> {
        self.send(Box::new(change), false).await
    }

    /// Writes events; comes back once they are on the disk.
    pub(super) async fn append(&self, appends: Vec<Append>) -> Result<(), StoreError> {
        let several = appends.len() > 1;
        let change = move |c: &Connection| {
            appends.iter().try_for_each(|append| write_append(c, append))?;
            Ok(Vec::new())
        };
        self.send(Box::new(change), several).await.map(drop)
    }

    async fn send(&self, change: Change, several: bool) -> Result<Vec<Row>, StoreError> {
        let (answer, answered) = oneshot::channel();
        let request = WriteRequest { change, several, answer };
        let sent = match &*locked(&self.requests) {
            Some(requests) => requests.send(request).is_ok(),
            None => false,
        };
        if !sent {
            return Err(closed());
        }
        answered.await.map_err(|_| closed())?
    }

    /// Writes what waits and ends the thread.
    pub(super) async fn close(&self) {
        drop(locked(&self.requests).take());
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
    fault: Fault,
}

impl Worker {
    /// Until every sender is gone, and all that they sent is written.
    fn work(mut self, waiting: &Receiver<WriteRequest>) {
        let mut batch = Vec::with_capacity(BATCH);
        while let Ok(first) = waiting.recv() {
            batch.push(first);
            batch.extend(waiting.try_iter().take(BATCH - 1));
            if batch.len() >= COMMIT_SIBLINGS {
                thread::sleep(COMMIT_DELAY);
                batch.extend(waiting.try_iter().take(BATCH - batch.len()));
            }
            crate::metrics::batch(batch.len());
            self.write(&mut batch);
        }
        // A copy of the file after a clean stop has everything.
        let fold = self.connection.pragma_update(None, "wal_checkpoint", "truncate");
        if let Err(error) = fold {
            tracing::warn!(%error, "cannot fold the log into the database");
        }
    }

    fn write(&mut self, batch: &mut Vec<WriteRequest>) {
        let results = match self.commit(batch) {
            Ok(results) => results,
            Err(error) if batch.len() == 1 => vec![Err(error)],
            // The write that caused it fails alone.
            Err(_) => batch.chunks(1).map(|alone| self.commit(alone)?.remove(0)).collect(),
        };
        for (request, result) in batch.drain(..).zip(results) {
            // Nobody may be waiting any more.
            let _ = request.answer.send(result);
        }
    }

    /// One transaction. An error means that nothing of it stands.
    fn commit(
        &mut self,
        batch: &[WriteRequest],
    ) -> Result<Vec<Result<Vec<Row>, StoreError>>, StoreError> {
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
    batch: &[WriteRequest],
) -> Result<Vec<Result<Vec<Row>, StoreError>>, StoreError> {
    let run = |sql: &str| connection.prepare_cached(sql)?.execute([]).map(drop);
    run("BEGIN IMMEDIATE")?;
    let mut results = Vec::with_capacity(batch.len());
    for request in batch {
        // A single append that comes too late has written nothing; of several, the first ones may.
        if request.several {
            run("SAVEPOINT change")?;
        }
        let result = (request.change)(connection);
        if request.several && matches!(result, Err(StoreError::Conflict)) {
            run("ROLLBACK TO change")?;
        }
        match result {
            Ok(_) | Err(StoreError::Conflict) => results.push(result),
            Err(error) => return Err(error),
        }
        if request.several {
            run("RELEASE change")?;
        }
    }
    run("COMMIT")?;
    Ok(results)
}

/// The head of the table moves on if it is where the writer thought; only then the events come
/// behind it. A conflict is found at the head or not at all, so that it leaves nothing half done.
fn write_append(c: &Connection, append: &Append) -> Result<(), StoreError> {
    let mut sequence = append.expected as i64;
    let last = sequence + append.events.len() as i64;
    let (id, index) = (&append.table.0, &append.index);
    let (status, summary) = (index.status.name(), index.summary.encode());
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
    for body in append.bodies() {
        sequence += 1;
        let values = params![id, sequence, append.at, VERSION, body];
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
