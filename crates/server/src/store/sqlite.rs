//! The store in one embedded SQLite file.
//!
//! One task writes. It takes all that waits, from however many tables, into one transaction, and
//! answers after the commit: one disk flush serves everybody who came in the meantime.

use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use parlour_table::events::{Event, VERSION};
use parlour_table::listing::{Listed, Standing, Summary};
use parlour_table::stored::{Append, Stamped, TableId, VisitorId};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{Connection, Row, SqliteConnection, SqlitePool};
use sqlx::{SqlSafeStr, query};
use tokio::sync::{Mutex, broadcast, mpsc, oneshot};
use tokio::task::JoinHandle;

use super::{Store, StoreError, Ticket};

/// How many changes one transaction takes at most.
const BATCH: usize = 512;

/// Tables in an SQLite file.
#[derive(Debug)]
pub struct SqliteStore {
    readers: SqlitePool,
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    notices: broadcast::Sender<(TableId, u64)>,
}

/// One change on its way to the file.
#[derive(Debug)]
struct Job {
    change: Change,
    answer: oneshot::Sender<Result<Answer, StoreError>>,
}

#[derive(Debug)]
enum Change {
    Append(Vec<Append>),
    Rename { visitor: VisitorId, name: String },
    PutTicket { code: String, ticket: Ticket, expires: i64 },
    TakeTicket { code: String, now: i64 },
    DropTickets { now: i64 },
    Pulse { now: i64, gap: i64 },
}

#[derive(Debug)]
enum Answer {
    Done,
    Ticket(Option<Ticket>),
    Outage(bool),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(e) if e.is_unique_violation() => StoreError::Conflict,
            _ => StoreError::Failed(error.to_string()),
        }
    }
}

fn migrator() -> Migrator {
    let step = |version, name: &'static str, sql: &'static str| {
        let kind = MigrationType::Simple;
        Migration::new(version, Cow::Borrowed(name), kind, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(vec![step(
        1,
        "tables",
        include_str!("../../migrations/sqlite/0001_tables.sql"),
    )])
}

impl SqliteStore {
    /// Opens the file, making and migrating it as needed.
    pub async fn open(file: &Path) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // A commit is on the disk before anyone is told of it.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(10));
        let mut connection = SqliteConnection::connect_with(&options).await?;
        let failed = |error: sqlx::migrate::MigrateError| StoreError::Failed(error.to_string());
        migrator().run(&mut connection).await.map_err(failed)?;
        let readers =
            SqlitePoolOptions::new().max_connections(4).connect_lazy_with(options.read_only(true));
        let (jobs, waiting) = mpsc::channel(4 * BATCH);
        let (notices, _) = broadcast::channel(4096);
        let writer = tokio::spawn(write(connection, waiting, notices.clone()));
        let (jobs, writer) = (Mutex::new(Some(jobs)), Mutex::new(Some(writer)));
        Ok(SqliteStore { readers, jobs, writer, notices })
    }

    async fn change(&self, change: Change) -> Result<Answer, StoreError> {
        let closed = || StoreError::Failed("it is closed".to_owned());
        let jobs = self.jobs.lock().await.clone().ok_or_else(closed)?;
        let (answer, answered) = oneshot::channel();
        jobs.send(Job { change, answer }).await.map_err(|_| closed())?;
        answered.await.map_err(|_| closed())?
    }
}

/// The one writer: until every sender is gone, and all that they sent is written.
async fn write(
    mut connection: SqliteConnection,
    mut waiting: mpsc::Receiver<Job>,
    notices: broadcast::Sender<(TableId, u64)>,
) {
    let mut batch = Vec::with_capacity(BATCH);
    while waiting.recv_many(&mut batch, BATCH).await > 0 {
        metrics::histogram!("parlour_store_batch").record(batch.len() as f64);
        let (changes, answers): (Vec<_>, Vec<_>) =
            batch.drain(..).map(|job| (job.change, job.answer)).unzip();
        match write_batch(&mut connection, &changes).await {
            Ok(results) => {
                for ((change, answer), result) in changes.into_iter().zip(answers).zip(results) {
                    if let (Change::Append(appends), Ok(_)) = (&change, &result) {
                        for a in appends {
                            let last = a.expected + a.events.len() as u64;
                            // Nobody may be listening.
                            let _ = notices.send((a.table.clone(), last));
                        }
                    }
                    let _ = answer.send(result);
                }
            }
            Err(error) => {
                let why = error.to_string();
                tracing::error!(error = %why, "writing to the database failed");
                for answer in answers {
                    let _ = answer.send(Err(StoreError::Failed(why.clone())));
                }
            }
        }
    }
    let _ = connection.close().await;
}

/// One transaction; each change in it stands or falls by itself.
async fn write_batch(
    connection: &mut SqliteConnection,
    changes: &[Change],
) -> Result<Vec<Result<Answer, StoreError>>, sqlx::Error> {
    let mut results = Vec::with_capacity(changes.len());
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    for change in changes {
        let mut part = transaction.begin().await?;
        let result = write_one(&mut part, change).await;
        match result {
            Ok(_) => part.commit().await?,
            Err(_) => part.rollback().await?,
        }
        results.push(result);
    }
    transaction.commit().await?;
    Ok(results)
}

async fn write_one(c: &mut SqliteConnection, change: &Change) -> Result<Answer, StoreError> {
    match change {
        Change::Append(appends) => {
            for append in appends {
                write_append(c, append).await?;
            }
            Ok(Answer::Done)
        }
        Change::Rename { visitor, name } => {
            let sql = "INSERT INTO visitors (id, name) VALUES (?, ?)
                       ON CONFLICT (id) DO UPDATE SET name = excluded.name";
            query(sql).bind(&visitor.0).bind(name).execute(c).await?;
            Ok(Answer::Done)
        }
        Change::PutTicket { code, ticket, expires } => {
            let sql =
                "INSERT INTO transfers (code, table_id, visitor, expires) VALUES (?, ?, ?, ?)";
            let put = query(sql).bind(code).bind(&ticket.table.0).bind(&ticket.visitor.0);
            put.bind(expires).execute(c).await?;
            Ok(Answer::Done)
        }
        Change::TakeTicket { code, now } => {
            drop_tickets(c, *now).await?;
            let sql = "DELETE FROM transfers WHERE code = ? RETURNING table_id, visitor";
            let row = query(sql).bind(code).fetch_optional(c).await?;
            let ticket = |row: SqliteRow| {
                Ok::<_, sqlx::Error>(Ticket {
                    table: TableId(row.try_get("table_id")?),
                    visitor: VisitorId(row.try_get("visitor")?),
                })
            };
            Ok(Answer::Ticket(row.map(ticket).transpose()?))
        }
        Change::DropTickets { now } => {
            drop_tickets(c, *now).await?;
            Ok(Answer::Done)
        }
        Change::Pulse { now, gap } => {
            let last = query("SELECT at FROM pulse").fetch_optional(&mut *c).await?;
            let last: Option<i64> = last.map(|row| row.try_get("at")).transpose()?;
            let outage = last.is_some_and(|last| now - last > *gap);
            if let (true, Some(last)) = (outage, last) {
                let sql = "INSERT INTO outages (since, until) VALUES (?, ?)";
                query(sql).bind(last).bind(now).execute(&mut *c).await?;
            }
            let sql = "INSERT INTO pulse (one, at) VALUES (1, ?)
                       ON CONFLICT (one) DO UPDATE SET at = max(at, excluded.at)";
            query(sql).bind(now).execute(c).await?;
            Ok(Answer::Outage(outage))
        }
    }
}

async fn drop_tickets(c: &mut SqliteConnection, now: i64) -> Result<(), StoreError> {
    query("DELETE FROM transfers WHERE expires <= ?").bind(now).execute(c).await?;
    Ok(())
}

async fn write_append(c: &mut SqliteConnection, append: &Append) -> Result<(), StoreError> {
    let row = query("SELECT sequence FROM tables WHERE id = ?")
        .bind(&append.table.0)
        .fetch_optional(&mut *c);
    let there: i64 = row.await?.map_or(Ok(0), |row| row.try_get("sequence"))?;
    if there as u64 != append.expected {
        return Err(StoreError::Conflict);
    }
    let mut sequence = append.expected as i64;
    for event in &append.events {
        sequence += 1;
        let sql =
            "INSERT INTO events (table_id, sequence, at, version, body) VALUES (?, ?, ?, ?, ?)";
        let put = query(sql).bind(&append.table.0).bind(sequence).bind(append.at);
        put.bind(i64::from(VERSION)).bind(event.encode()).execute(&mut *c).await?;
    }
    let index = &append.index;
    let sql = "INSERT INTO tables (id, sequence, game, public, status, changed, due, summary)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?)
               ON CONFLICT (id) DO UPDATE SET sequence = excluded.sequence,
                   status = excluded.status, changed = excluded.changed, due = excluded.due,
                   summary = excluded.summary";
    let put = query(sql).bind(&append.table.0).bind(sequence).bind(&index.game).bind(index.public);
    let put = put.bind(standing_text(index.status)).bind(index.changed).bind(index.due);
    put.bind(json(&index.summary)).execute(&mut *c).await?;
    write_sitters(c, append).await
}

/// Most events change nobody's seat, so look before writing.
async fn write_sitters(c: &mut SqliteConnection, append: &Append) -> Result<(), StoreError> {
    let rows = query("SELECT visitor FROM sitters WHERE table_id = ?")
        .bind(&append.table.0)
        .fetch_all(&mut *c);
    let there: Vec<String> =
        rows.await?.iter().map(|row| row.try_get("visitor")).collect::<Result<_, _>>()?;
    let wanted = &append.index.sitters;
    for gone in there.iter().filter(|v| !wanted.iter().any(|w| w.0 == **v)) {
        let sql = "DELETE FROM sitters WHERE visitor = ? AND table_id = ?";
        query(sql).bind(gone).bind(&append.table.0).execute(&mut *c).await?;
    }
    for new in wanted.iter().filter(|w| !there.contains(&w.0)) {
        let sql = "INSERT OR IGNORE INTO sitters (visitor, table_id) VALUES (?, ?)";
        query(sql).bind(&new.0).bind(&append.table.0).execute(&mut *c).await?;
    }
    Ok(())
}

fn json(summary: &Summary) -> String {
    serde_json::to_string(summary).expect("a summary holds nothing that JSON cannot")
}

fn standing_text(standing: Standing) -> &'static str {
    match standing {
        Standing::Waiting => "waiting",
        Standing::Playing => "playing",
        Standing::Over => "over",
    }
}

fn read_standing(text: &str) -> Result<Standing, StoreError> {
    match text {
        "waiting" => Ok(Standing::Waiting),
        "playing" => Ok(Standing::Playing),
        "over" => Ok(Standing::Over),
        other => Err(StoreError::Unreadable(format!("no standing is called {other}"))),
    }
}

fn read_listed(row: &SqliteRow) -> Result<Listed, StoreError> {
    let summary: &str = row.try_get("summary")?;
    Ok(Listed {
        id: TableId(row.try_get("id")?),
        game: row.try_get("game")?,
        status: read_standing(row.try_get("status")?)?,
        changed: row.try_get("changed")?,
        summary: serde_json::from_str(summary)
            .map_err(|error| StoreError::Unreadable(error.to_string()))?,
    })
}

fn read_event(row: &SqliteRow) -> Result<Stamped, StoreError> {
    let version: i64 = row.try_get("version")?;
    let event = Event::decode(u32::try_from(version).unwrap_or(u32::MAX), row.try_get("body")?);
    Ok(Stamped {
        sequence: row.try_get::<i64, _>("sequence")? as u64,
        at: row.try_get("at")?,
        event: event.map_err(StoreError::Unreadable)?,
    })
}

#[async_trait]
impl Store for SqliteStore {
    async fn append(&self, appends: Vec<Append>) -> Result<(), StoreError> {
        self.change(Change::Append(appends)).await.map(drop)
    }

    async fn load(&self, table: &TableId, after: u64) -> Result<Vec<Stamped>, StoreError> {
        let sql = "SELECT sequence, at, version, body FROM events
                   WHERE table_id = ? AND sequence > ? ORDER BY sequence";
        let rows = query(sql).bind(&table.0).bind(after as i64).fetch_all(&self.readers).await?;
        rows.iter().map(read_event).collect()
    }

    fn notices(&self) -> broadcast::Receiver<(TableId, u64)> {
        self.notices.subscribe()
    }

    async fn tables_of(&self, visitor: &VisitorId, limit: u32) -> Result<Vec<Listed>, StoreError> {
        let sql = "SELECT id, game, status, changed, summary FROM tables
                   WHERE id IN (SELECT table_id FROM sitters WHERE visitor = ?)
                   ORDER BY changed DESC LIMIT ?";
        let rows = query(sql).bind(&visitor.0).bind(limit).fetch_all(&self.readers).await?;
        rows.iter().map(read_listed).collect()
    }

    async fn public_tables(&self, since: i64, limit: u32) -> Result<Vec<Listed>, StoreError> {
        let sql = "SELECT id, game, status, changed, summary FROM tables
                   WHERE public = 1 AND status <> 'over' AND changed > ?
                   ORDER BY changed DESC LIMIT ?";
        let rows = query(sql).bind(since).bind(limit).fetch_all(&self.readers).await?;
        rows.iter().map(read_listed).collect()
    }

    async fn due(&self, now: i64, limit: u32) -> Result<Vec<TableId>, StoreError> {
        let sql = "SELECT id FROM tables WHERE due <= ? ORDER BY due LIMIT ?";
        let rows = query(sql).bind(now).bind(limit).fetch_all(&self.readers).await?;
        rows.iter().map(|row| Ok(TableId(row.try_get("id")?))).collect()
    }

    async fn name(&self, visitor: &VisitorId) -> Result<Option<String>, StoreError> {
        let found = query("SELECT name FROM visitors WHERE id = ?").bind(&visitor.0);
        let row = found.fetch_optional(&self.readers).await?;
        Ok(row.map(|row| row.try_get("name")).transpose()?)
    }

    async fn rename(&self, visitor: &VisitorId, name: &str) -> Result<(), StoreError> {
        let change = Change::Rename { visitor: visitor.clone(), name: name.to_owned() };
        self.change(change).await.map(drop)
    }

    async fn put_ticket(&self, code: &str, ticket: Ticket, expires: i64) -> Result<(), StoreError> {
        let change = Change::PutTicket { code: code.to_owned(), ticket, expires };
        self.change(change).await.map(drop)
    }

    async fn take_ticket(&self, code: &str, now: i64) -> Result<Option<Ticket>, StoreError> {
        match self.change(Change::TakeTicket { code: code.to_owned(), now }).await? {
            Answer::Ticket(ticket) => Ok(ticket),
            other => Err(StoreError::Failed(format!("answered {other:?} for a code"))),
        }
    }

    async fn drop_tickets(&self, now: i64) -> Result<(), StoreError> {
        // Looked for first, so that nothing is written where nothing has expired.
        let expired = query("SELECT 1 FROM transfers WHERE expires <= ? LIMIT 1").bind(now);
        if expired.fetch_optional(&self.readers).await?.is_none() {
            return Ok(());
        }
        self.change(Change::DropTickets { now }).await.map(drop)
    }

    async fn latest(&self, tables: &[TableId]) -> Result<Vec<(TableId, u64)>, StoreError> {
        let mut known = Vec::new();
        for table in tables {
            let found = query("SELECT sequence FROM tables WHERE id = ?").bind(&table.0);
            if let Some(row) = found.fetch_optional(&self.readers).await? {
                known.push((table.clone(), row.try_get::<i64, _>("sequence")? as u64));
            }
        }
        Ok(known)
    }

    async fn pulse(&self, now: i64, gap: i64) -> Result<bool, StoreError> {
        match self.change(Change::Pulse { now, gap }).await? {
            Answer::Outage(outage) => Ok(outage),
            other => Err(StoreError::Failed(format!("answered {other:?} for a pulse"))),
        }
    }

    async fn outage_since(&self, since: i64) -> Result<i64, StoreError> {
        let sql = "SELECT coalesce(sum(until - max(since, ?1)), 0) AS missed
                   FROM outages WHERE until > ?1";
        let row = query(sql).bind(since).fetch_one(&self.readers).await?;
        Ok(row.try_get("missed")?)
    }

    async fn close(&self) {
        drop(self.jobs.lock().await.take());
        // Readers first: the last connection to close folds the log into the file.
        self.readers.close().await;
        // The writer ends once it has written what waits and no sender is left.
        if let Some(writer) = self.writer.lock().await.take() {
            let _ = writer.await;
        }
    }
}
