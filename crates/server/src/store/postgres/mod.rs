//! The store in PostgreSQL, for any number of processes.
//!
//! A table's `sequence` is compared and raised in one statement, which decides every race. One task a
//! process writes ([`writer`]); notices to other processes go apart from it ([`notifier`]). A process that is up
//! renews its row in `processes`. The process that holds a table's lease (column `driver`) makes its throws and
//! computers' moves, until that process is gone.

mod link;
mod notifier;
#[cfg(feature = "tls")]
mod tls;
mod way;
mod writer;

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex as StdMutex};
use std::time::Duration;

use async_trait::async_trait;
use parlour_table::stored::{Append, TableId, VisitorId};
use tokio::sync::{Mutex, broadcast, mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::Type;
use tokio_postgres::{Client, Column, Row as PgRow, Transaction};

use super::fault::Fault;
use super::sql::values;
use super::upgrade::{self, Needed, Upgraded};
use super::{Row, Store, StoreError, Value};
use crate::secret;
use crate::sync::locked;
use link::Link;
use notifier::{GREET, Notifier};
use way::Way;
pub use way::masked;
use writer::WriteRequest;

/// A process that has not renewed its row for this time is gone, and others run its tables.
const LEASE: Duration = Duration::from_secs(6);
/// How often it does.
const RENEW: Duration = Duration::from_secs(2);

/// Who holds this advisory lock may change the form of the tables, or move all of them.
pub(super) const LOCK: i64 = 7_777_001;

/// What is in a new database.
const SCHEMA: &str = include_str!("../../../schema/postgres.sql");
/// What goes after a while; an earlier database gets it as well.
const EXPIRY: &str = include_str!("../../../schema/postgres-expiry.sql");

/// The store in PostgreSQL.
pub struct PostgresStore {
    process: Arc<Process>,
    requests: Mutex<Option<mpsc::Sender<WriteRequest>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    notifier: Notifier,
    closing: watch::Sender<bool>,
    fault: Fault,
}

impl fmt::Debug for PostgresStore {
    /// Leaves out where it is: the address may hold a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresStore").field("process", &self.process.name).finish_non_exhaustive()
    }
}

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> Self {
        let Some(known) = error.as_db_error() else {
            let why = std::error::Error::source(&error).map(ToString::to_string);
            return StoreError::Failed(why.unwrap_or_else(|| error.to_string()));
        };
        let conflicts = [
            &SqlState::UNIQUE_VIOLATION,
            &SqlState::T_R_SERIALIZATION_FAILURE,
            &SqlState::T_R_DEADLOCK_DETECTED,
        ];
        if conflicts.contains(&known.code()) {
            StoreError::Conflict
        } else {
            StoreError::Failed(known.message().to_owned())
        }
    }
}

impl PostgresStore {
    /// Opens the database at a `postgres://` address, making and upgrading its tables as needed.
    pub async fn open(address: &str) -> Result<Self, StoreError> {
        let way = Arc::new(Way::parse(address)?);
        bring_up_to_date(&way).await?;
        let name = secret::random_name();
        let notifier = Notifier::start(way.clone(), name.clone());
        let (requests, waiting) = mpsc::channel(1024);
        let fault = Fault::default();
        let write = writer::write(way.clone(), waiting, notifier.clone(), fault.clone());
        let writer = tokio::spawn(write);
        let process = Process { name, link: Link::new(way), leased: StdMutex::default() };
        let store = PostgresStore {
            process: Arc::new(process),
            requests: Mutex::new(Some(requests)),
            writer: Mutex::new(Some(writer)),
            notifier,
            closing: watch::Sender::new(false),
            fault,
        };
        // In this order: of two that start at once, the second sees the first one's row, and the first hears
        // the second.
        store.notifier.begun().await;
        store.notifier.note_company(store.process.renew().await?);
        store.process.link.query(GREET, values![&store.process.name]).await?;
        let closing = store.closing.subscribe();
        tokio::spawn(keep_renewing(store.process.clone(), store.notifier.clone(), closing));
        Ok(store)
    }
}

/// This process, as others see it.
struct Process {
    name: String,
    link: Link,
    /// The tables of which it holds the lease.
    leased: StdMutex<HashSet<TableId>>,
}

impl Process {
    /// Says that this process is up; whether others are. After a pause that was too long others may take its
    /// leases.
    async fn renew(&self) -> Result<bool, StoreError> {
        let sql = "
            WITH before AS (SELECT until FROM processes WHERE id = $1)
            INSERT INTO processes (id, until)
            VALUES ($1, clock_timestamp() + $2 * interval '1 ms')
            ON CONFLICT (id) DO UPDATE SET until = excluded.until
            RETURNING coalesce((SELECT until < clock_timestamp() FROM before), true) AS lapsed";
        let lease = LEASE.as_millis() as i64;
        let rows = self.link.query(sql, values![&self.name, lease]).await?;
        if rows.first().is_none_or(|row| row.get("lapsed")) {
            locked(&self.leased).clear();
        }
        // Rows of processes that ended without a word, and what any that is gone has left behind.
        let sql = "
            WITH gone AS (DELETE FROM processes
                WHERE until < clock_timestamp() - interval '1 minute')
            DELETE FROM present WHERE NOT EXISTS (SELECT 1 FROM processes
                WHERE id = process AND until >= clock_timestamp() - interval '1 minute')";
        self.link.query(sql, vec![]).await?;
        let sql = "SELECT 1 FROM processes WHERE id <> $1 AND until > clock_timestamp() LIMIT 1";
        Ok(!self.link.query(sql, values![&self.name]).await?.is_empty())
    }
}

async fn keep_renewing(
    process: Arc<Process>,
    notifier: Notifier,
    mut closing: watch::Receiver<bool>,
) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(RENEW) => {}
            () = crate::hub::closed(&mut closing) => return,
        }
        match process.renew().await {
            Ok(others) => notifier.note_company(others),
            // The heartbeat fails as well, and is logged.
            Err(error) => {
                tracing::debug!(%error, "cannot tell the database that this process is up");
            }
        }
    }
}

/// A connection to a database whose tables are up to date, for work that takes as long as it takes.
pub(super) async fn connect_up_to_date(address: &str) -> Result<Client, StoreError> {
    bring_up_to_date(&Way::parse(address)?).await
}

/// Makes or upgrades the tables, one process at a time.
async fn bring_up_to_date(way: &Way) -> Result<Client, StoreError> {
    let mut client = link::connect(way).await?;
    let patient = "SET statement_timeout TO 0; SET idle_in_transaction_session_timeout TO 0";
    client.batch_execute(patient).await?;
    let transaction = client.transaction().await?;
    // The second process waits for the first.
    transaction.batch_execute(&format!("SELECT pg_advisory_xact_lock({LOCK})")).await?;
    let setup = "CREATE SCHEMA IF NOT EXISTS parlour;
                 CREATE TABLE IF NOT EXISTS parlour.version (version int NOT NULL)";
    transaction.batch_execute(setup).await?;
    let row = transaction.query_opt("SELECT max(version) AS version FROM version", &[]).await?;
    let there = row.and_then(|row| row.get::<_, Option<i32>>("version")).unwrap_or(0) as usize;
    match upgrade::needed(there)? {
        Needed::Nothing => {
            transaction.commit().await?;
            return Ok(client);
        }
        Needed::Schema => transaction.batch_execute(SCHEMA).await?,
        Needed::Upgrade => rewrite(&transaction).await?,
    }
    transaction.batch_execute(EXPIRY).await?;
    let present = upgrade::PRESENT as i32;
    transaction.execute("INSERT INTO version VALUES ($1)", &[&present]).await?;
    transaction.commit().await?;
    Ok(client)
}

/// Writes what an earlier version stored as this one stores it.
async fn rewrite(change: &Transaction<'_>) -> Result<(), StoreError> {
    for found in change.query(upgrade::FINISHED, &[]).await? {
        let table: String = found.get(0);
        let sql = "SELECT sequence, at, body FROM events WHERE table_id = $1 ORDER BY sequence";
        let rows = change.query(sql, &[&table]).await?.into_iter();
        let row =
            |row: PgRow| upgrade::Row { sequence: row.get(0), at: row.get(1), body: row.get(2) };
        let Upgraded { events, summary } = upgrade::finished(&table, rows.map(row).collect());
        for (sequence, body) in events {
            let sql = "UPDATE events SET body = $1 WHERE table_id = $2 AND sequence = $3";
            change.execute(sql, &[&body, &table, &sequence]).await?;
        }
        if let Some(summary) = summary {
            let sql = "UPDATE tables SET summary = $1 WHERE id = $2";
            change.execute(sql, &[&summary, &table]).await?;
        }
    }
    let version = parlour_table::events::VERSION as i32;
    change.execute("UPDATE events SET version = $1", &[&version]).await?;
    Ok(())
}

/// A row as both databases have it.
fn cells(row: &PgRow) -> Result<Row, StoreError> {
    let cell = |(at, column): (usize, &Column)| match *column.type_() {
        Type::INT8 => Ok(Value::Number(row.try_get(at)?)),
        Type::INT4 => Ok(Value::Number(row.try_get::<_, i32>(at)?.into())),
        _ => Ok(Value::Text(row.try_get(at)?)),
    };
    let cells: Result<_, StoreError> = row.columns().iter().enumerate().map(cell).collect();
    Ok(Row::new(cells?))
}

#[async_trait]
impl Store for PostgresStore {
    async fn read(&self, sql: &'static str, values: Vec<Value>) -> Result<Vec<Row>, StoreError> {
        self.process.link.query(sql, values).await?.iter().map(cells).collect()
    }

    async fn change(&self, sql: &'static str, values: Vec<Value>) -> Result<Vec<Row>, StoreError> {
        self.read(sql, values).await
    }

    fn public_tables_sql(&self) -> &'static str {
        "SELECT id, game, status, changed, summary FROM tables
         WHERE public AND status <> 'over' AND changed > $1 ORDER BY changed DESC LIMIT $2"
    }

    async fn append(&self, appends: Vec<Append>) -> Result<(), StoreError> {
        let closed = || StoreError::Failed("it is closed".to_owned());
        let requests = self.requests.lock().await.clone().ok_or_else(closed)?;
        let (answer, answered) = oneshot::channel();
        requests.send(WriteRequest { appends, answer }).await.map_err(|_| closed())?;
        answered.await.map_err(|_| closed())?
    }

    fn notices(&self) -> Option<broadcast::Receiver<(TableId, u64)>> {
        Some(self.notifier.subscribe())
    }

    async fn listen(&self, table: &TableId) {
        self.notifier.listen(table).await;
    }

    fn listen_to_no_other(&self, tables: &[TableId]) {
        self.notifier.keep(tables);
    }

    async fn note_up(&self, now: i64, gap: i64) -> Result<(), StoreError> {
        // The row's lock lets one process at a time look and note. Clocks of machines differ a
        // little; one that is far behind was set back, and the notes go with it. The last line has
        // the row looked at before it is changed.
        let sql = "
            WITH before AS (SELECT at FROM pulse FOR UPDATE),
            noted AS (
                INSERT INTO outages (since, until)
                SELECT at, $1 FROM before WHERE $1 - at > $2 RETURNING 1
            ),
            wrong AS (DELETE FROM outages WHERE until > $1 + $3 AND since >= $1),
            cut AS (UPDATE outages SET until = $1 WHERE until > $1 + $3 AND since < $1),
            up AS (
                INSERT INTO pulse (one, at) VALUES (1, $1)
                ON CONFLICT (one) DO UPDATE SET at = CASE WHEN excluded.at < pulse.at - $3
                    THEN excluded.at ELSE greatest(pulse.at, excluded.at) END
            )
            SELECT count(*) FROM noted";
        let noted = self.read(sql, values![now, gap, self.skew()]).await;
        // A write like any other: it tells whether the database can be written.
        match &noted {
            Ok(_) => self.fault.clear(),
            Err(error) => self.fault.note(&error.to_string()),
        }
        noted.map(drop)
    }

    /// Machines may differ about the time, and one that is not far behind was not set back.
    fn skew(&self) -> i64 {
        600_000
    }

    async fn clear(&self, before: i64) -> Result<u64, StoreError> {
        let sql = "
            WITH gone AS (
                DELETE FROM tables
                WHERE changed < $1 AND (status <> 'playing' OR due IS NULL OR due <= changed)
                    AND NOT (summary::json ->> 'played')::boolean
                RETURNING id
            ),
            their_events AS (DELETE FROM events USING gone WHERE table_id = id),
            their_sitters AS (DELETE FROM sitters USING gone WHERE table_id = id),
            their_reports AS (DELETE FROM reports USING gone WHERE table_id = id),
            old_documents AS (DELETE FROM documents WHERE changed < $1),
            old_visitors AS (DELETE FROM visitors
                WHERE seen < $1 AND NOT EXISTS (SELECT 1 FROM sitters WHERE visitor = visitors.id))
            SELECT count(*) FROM gone";
        let count = self.read_one(sql, values![before]).await?;
        Ok(count.map_or(Ok(0), |mut row| row.number())? as u64)
    }

    fn shared(&self) -> bool {
        true
    }

    fn latest_sql(&self) -> &'static str {
        "SELECT id, sequence FROM tables WHERE id = ANY ($1)"
    }

    async fn take_lease(&self, table: &TableId) -> Result<bool, StoreError> {
        if locked(&self.process.leased).contains(table) {
            return Ok(true);
        }
        let sql = "
            UPDATE tables SET driver = $2
            WHERE id = $1 AND (driver IS NULL OR driver = $2 OR NOT EXISTS (
                SELECT 1 FROM processes
                WHERE processes.id = tables.driver AND until > clock_timestamp()))
            RETURNING id";
        if self.read_one(sql, values![&table.0, &self.process.name]).await?.is_none() {
            return Ok(false);
        }
        locked(&self.process.leased).insert(table.clone());
        Ok(true)
    }

    async fn release_leases(&self, tables: &[TableId]) -> Result<(), StoreError> {
        let mine: Vec<TableId> = {
            let mut leased = locked(&self.process.leased);
            tables.iter().filter_map(|table| leased.take(table)).collect()
        };
        if mine.is_empty() {
            return Ok(());
        }
        let sql = "UPDATE tables SET driver = NULL WHERE id = ANY ($1) AND driver = $2";
        self.read(sql, values![&mine[..], &self.process.name]).await.map(drop)
    }

    async fn share_presence(
        &self,
        here: &[(TableId, VisitorId)],
        tables: &[TableId],
    ) -> Result<Vec<(TableId, VisitorId)>, StoreError> {
        let (at, who) = here.iter().map(|(at, who)| (at.0.clone(), who.0.clone())).unzip();
        let (at, who) = (Value::Texts(at), Value::Texts(who));
        let sql = "
            WITH here AS (SELECT * FROM unnest($2::text[], $3::text[]) AS here (table_id, visitor)),
            left_it AS (
                DELETE FROM present WHERE process = $1
                    AND (table_id, visitor) NOT IN (SELECT table_id, visitor FROM here)
            ),
            came AS (
                INSERT INTO present (process, table_id, visitor)
                SELECT $1, table_id, visitor FROM here ON CONFLICT DO NOTHING
            )
            SELECT table_id, visitor FROM present JOIN processes ON processes.id = process
            WHERE process <> $1 AND until > clock_timestamp() AND table_id = ANY ($4)";
        let rows = self.read(sql, values![&self.process.name, at, who, tables]).await?;
        rows.into_iter().map(|mut row| Ok((row.table()?, row.visitor()?))).collect()
    }

    fn health(&self) -> Result<(), StoreError> {
        self.fault.health()
    }

    async fn close(&self) {
        self.closing.send_replace(true);
        drop(self.requests.lock().await.take());
        // The writer ends once it has written what waits and no sender is left.
        if let Some(writer) = self.writer.lock().await.take() {
            let _ = writer.await;
        }
        // Others need not wait until the lease has run out.
        let sql = "WITH gone AS (DELETE FROM processes WHERE id = $1)
                   DELETE FROM present WHERE process = $1";
        if let Err(error) = self.read(sql, values![&self.process.name]).await {
            tracing::warn!(%error, "cannot tell the database that this process ends");
        }
    }
}
