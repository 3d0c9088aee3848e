//! The store in PostgreSQL, for any number of processes.
//!
//! A table's `sequence` is compared and raised in one statement, which decides every race. One task a
//! process writes ([`writer`]); notices to other processes go apart from it ([`notifier`]). A process that is up
//! renews its row in `processes`. The process that holds a table's lease (column `driver`) makes its throws and
//! computers' moves, until that process is gone.

mod link;
mod notifier;
mod writer;

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex as StdMutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use parlour_table::listing::{Listed, Summary};
use parlour_table::stored::{Append, Stamped, TableId, VisitorId};
use tokio::sync::{Mutex, broadcast, mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio_postgres::config::SslMode;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Config, Row};

use super::fault::Fault;
use super::{Document, Store, StoreError, StoredReport, Ticket, read_status, stamped};
use crate::secret;
use link::Link;
use notifier::Notifier;
use writer::WriteRequest;

/// A process that has not renewed its row for this time is gone, and others run its tables.
const LEASE: Duration = Duration::from_secs(6);
/// How often it does.
const RENEW: Duration = Duration::from_secs(2);
/// The way to the database is cut when nothing has been heard for about so long.
const SILENCE: Duration = Duration::from_secs(30);

/// The migrations, the first is version 1.
const MIGRATIONS: [&str; 4] = [
    include_str!("../../../migrations/postgres/0001_tables.sql"),
    include_str!("../../../migrations/postgres/0002_secrets.sql"),
    include_str!("../../../migrations/postgres/0003_reports.sql"),
    include_str!("../../../migrations/postgres/0004_documents.sql"),
];

/// The store in PostgreSQL.
pub struct PostgresStore {
    process: String,
    reader: Link,
    requests: Mutex<Option<mpsc::Sender<WriteRequest>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
    notifier: Notifier,
    /// The tables of which this process holds the lease.
    leased: Arc<StdMutex<HashSet<TableId>>>,
    closing: watch::Sender<bool>,
    fault: Fault,
}

impl fmt::Debug for PostgresStore {
    /// Leaves out where it is: the address may hold a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresStore").field("process", &self.process).finish_non_exhaustive()
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
        match conflicts.contains(&known.code()) {
            true => StoreError::Conflict,
            false => StoreError::Failed(known.message().to_owned()),
        }
    }
}

impl PostgresStore {
    /// Opens the database at a `postgres://` address, making and migrating its tables as needed.
    pub async fn open(address: &str) -> Result<Self, StoreError> {
        let wrong = |error: tokio_postgres::Error| {
            StoreError::Failed(format!("that is no address of a database ({error})"))
        };
        let mut config: Config = address.parse().map_err(wrong)?;
        if config.get_ssl_mode() == SslMode::Require {
            let why = "its address asks for sslmode=require, and Parlour does not encrypt the way to a \
                       database; take it through a tunnel or a private network, without sslmode";
            return Err(StoreError::Failed(why.to_owned()));
        }
        config.application_name("parlour");
        // A way that is cut without a word is noticed, whether or not anything is under way.
        config.tcp_user_timeout(SILENCE).keepalives_idle(SILENCE);
        config.keepalives_interval(SILENCE / 3).keepalives_retries(3);
        let config = Arc::new(config);
        migrate(&config).await?;
        let process = secret::random_name();
        let notifier = Notifier::start(config.clone(), process.clone());
        let (requests, waiting) = mpsc::channel(1024);
        let fault = Fault::default();
        let write = writer::write(config.clone(), waiting, notifier.clone(), fault.clone());
        let writer = tokio::spawn(write);
        let store = PostgresStore {
            process,
            reader: Link::new(config),
            requests: Mutex::new(Some(requests)),
            writer: Mutex::new(Some(writer)),
            notifier,
            leased: Arc::default(),
            closing: watch::Sender::new(false),
            fault,
        };
        store.renew().await?;
        tokio::spawn(keep_renewing(store.renewal(), store.closing.subscribe()));
        Ok(store)
    }

    async fn query(
        &self,
        sql: &str,
        values: &[(&(dyn ToSql + Sync), Type)],
    ) -> Result<Vec<Row>, StoreError> {
        self.reader.query(sql, values).await
    }

    fn renewal(&self) -> Renewal {
        Renewal {
            process: self.process.clone(),
            link: self.reader.clone(),
            leased: self.leased.clone(),
        }
    }

    async fn renew(&self) -> Result<(), StoreError> {
        self.renewal().renew().await
    }

    fn leased(&self) -> std::sync::MutexGuard<'_, HashSet<TableId>> {
        self.leased.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What it takes to say that this process is up.
struct Renewal {
    process: String,
    link: Link,
    leased: Arc<StdMutex<HashSet<TableId>>>,
}

impl Renewal {
    /// Says that this process is up. After a pause that was too long others may take its leases.
    async fn renew(&self) -> Result<(), StoreError> {
        let sql = "
            WITH before AS (SELECT until FROM processes WHERE id = $1)
            INSERT INTO processes (id, until)
            VALUES ($1, clock_timestamp() + make_interval(secs => $2))
            ON CONFLICT (id) DO UPDATE SET until = excluded.until
            RETURNING coalesce((SELECT until < clock_timestamp() FROM before), true) AS lapsed";
        let lease = LEASE.as_secs_f64();
        let values: [(&(dyn ToSql + Sync), Type); 2] =
            [(&self.process, Type::TEXT), (&lease, Type::FLOAT8)];
        let rows = self.link.query(sql, &values).await?;
        if rows.first().is_none_or(|row| row.get("lapsed")) {
            self.leased.lock().unwrap_or_else(PoisonError::into_inner).clear();
        }
        // Rows of processes that ended without a word, and what any that is gone has left behind.
        let sql = "
            WITH gone AS (DELETE FROM processes
                WHERE until < clock_timestamp() - interval '1 minute')
            DELETE FROM present WHERE NOT EXISTS (SELECT 1 FROM processes
                WHERE id = process AND until >= clock_timestamp() - interval '1 minute')";
        self.link.query(sql, &[]).await.map(drop)
    }
}

async fn keep_renewing(renewal: Renewal, mut closing: watch::Receiver<bool>) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(RENEW) => {}
            () = crate::hub::closed(&mut closing) => return,
        }
        if let Err(error) = renewal.renew().await {
            // The pulse fails as well, and is logged.
            tracing::debug!(%error, "cannot tell the database that this process is up");
        }
    }
}

/// Brings the tables up to date, one process at a time.
async fn migrate(config: &Config) -> Result<(), StoreError> {
    let mut client = link::connect(config).await?;
    client.batch_execute("SET statement_timeout TO 0").await?;
    let transaction = client.transaction().await?;
    // The same number in every process: the second one waits for the first.
    transaction.batch_execute("SELECT pg_advisory_xact_lock(7777001)").await?;
    let setup = "CREATE SCHEMA IF NOT EXISTS parlour;
                 CREATE TABLE IF NOT EXISTS parlour.version (version int NOT NULL)";
    transaction.batch_execute(setup).await?;
    let row = transaction.query_opt("SELECT max(version) AS version FROM version", &[]).await?;
    let there = row.and_then(|row| row.get::<_, Option<i32>>("version")).unwrap_or(0) as usize;
    if there > MIGRATIONS.len() {
        let (has, knows) = (there, MIGRATIONS.len());
        return Err(StoreError::Newer { has, knows });
    }
    for (version, sql) in (1..).zip(MIGRATIONS).skip(there) {
        transaction.batch_execute(sql).await?;
        transaction.execute("INSERT INTO version VALUES ($1)", &[&version]).await?;
    }
    Ok(transaction.commit().await?)
}

fn json(summary: &Summary) -> String {
    serde_json::to_string(summary).expect("a summary holds nothing that JSON cannot")
}

fn read_listed(row: &Row) -> Result<Listed, StoreError> {
    let unreadable = |error: serde_json::Error| StoreError::Unreadable(error.to_string());
    Ok(Listed {
        id: TableId(row.try_get("id")?),
        game: row.try_get("game")?,
        status: read_status(row.try_get("status")?)?,
        changed: row.try_get("changed")?,
        summary: serde_json::from_str(row.try_get("summary")?).map_err(unreadable)?,
    })
}

fn read_event(row: &Row) -> Result<Stamped, StoreError> {
    let version: i32 = row.try_get("version")?;
    let (sequence, at) = (row.try_get("sequence")?, row.try_get("at")?);
    stamped(sequence, at, version.into(), row.try_get("body")?)
}

#[async_trait]
impl Store for PostgresStore {
    async fn append(&self, appends: Vec<Append>) -> Result<(), StoreError> {
        let closed = || StoreError::Failed("it is closed".to_owned());
        let requests = self.requests.lock().await.clone().ok_or_else(closed)?;
        let (answer, answered) = oneshot::channel();
        requests.send(WriteRequest { appends, answer }).await.map_err(|_| closed())?;
        answered.await.map_err(|_| closed())?
    }

    async fn load(&self, table: &TableId, after: u64) -> Result<Vec<Stamped>, StoreError> {
        let sql = "SELECT sequence, at, version, body FROM events
                   WHERE table_id = $1 AND sequence > $2 ORDER BY sequence";
        let after = after as i64;
        let rows = self.query(sql, &[(&table.0, Type::TEXT), (&after, Type::INT8)]).await?;
        rows.iter().map(read_event).collect()
    }

    fn notices(&self) -> broadcast::Receiver<(TableId, u64)> {
        self.notifier.subscribe()
    }

    async fn tables_of(&self, visitor: &VisitorId, limit: u32) -> Result<Vec<Listed>, StoreError> {
        let sql = "SELECT id, game, status, changed, summary FROM tables
                   WHERE id IN (SELECT table_id FROM sitters WHERE visitor = $1)
                   ORDER BY changed DESC LIMIT $2";
        let limit = i64::from(limit);
        let rows = self.query(sql, &[(&visitor.0, Type::TEXT), (&limit, Type::INT8)]).await?;
        rows.iter().map(read_listed).collect()
    }

    async fn public_tables(&self, since: i64, limit: u32) -> Result<Vec<Listed>, StoreError> {
        let sql = "SELECT id, game, status, changed, summary FROM tables
                   WHERE public AND status <> 'over' AND changed > $1
                   ORDER BY changed DESC LIMIT $2";
        let limit = i64::from(limit);
        let rows = self.query(sql, &[(&since, Type::INT8), (&limit, Type::INT8)]).await?;
        rows.iter().map(read_listed).collect()
    }

    async fn due(&self, now: i64, limit: u32) -> Result<Vec<TableId>, StoreError> {
        let sql = "SELECT id FROM tables WHERE due <= $1 ORDER BY due LIMIT $2";
        let limit = i64::from(limit);
        let rows = self.query(sql, &[(&now, Type::INT8), (&limit, Type::INT8)]).await?;
        rows.iter().map(|row| Ok(TableId(row.try_get("id")?))).collect()
    }

    async fn name(&self, visitor: &VisitorId) -> Result<Option<String>, StoreError> {
        let sql = "SELECT name FROM visitors WHERE id = $1";
        let rows = self.query(sql, &[(&visitor.0, Type::TEXT)]).await?;
        Ok(rows.first().map(|row| row.try_get("name")).transpose()?)
    }

    async fn rename(&self, visitor: &VisitorId, name: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO visitors (id, name) VALUES ($1, $2)
                   ON CONFLICT (id) DO UPDATE SET name = excluded.name";
        self.query(sql, &[(&visitor.0, Type::TEXT), (&name, Type::TEXT)]).await.map(drop)
    }

    async fn put_document(
        &self,
        kind: &str,
        id: &str,
        document: Document,
        at: i64,
    ) -> Result<(), StoreError> {
        let version = document.version as i64;
        // The first version is inserted, and any other follows the one before it.
        let sql = match document.version {
            1 => {
                "INSERT INTO documents (kind, id, version, changed, body)
                 VALUES ($1, $2, $3, $4, $5) RETURNING 1"
            }
            _ => {
                "UPDATE documents SET version = $3, changed = $4, body = $5
                 WHERE kind = $1 AND id = $2 AND version = $3 - 1 RETURNING 1"
            }
        };
        let values: [(&(dyn ToSql + Sync), Type); 5] = [
            (&kind, Type::TEXT),
            (&id, Type::TEXT),
            (&version, Type::INT8),
            (&at, Type::INT8),
            (&document.body, Type::TEXT),
        ];
        match self.query(sql, &values).await?.is_empty() {
            true => Err(StoreError::Conflict),
            false => Ok(()),
        }
    }

    async fn document(&self, kind: &str, id: &str) -> Result<Option<Document>, StoreError> {
        let sql = "SELECT version, body FROM documents WHERE kind = $1 AND id = $2";
        let rows = self.query(sql, &[(&kind, Type::TEXT), (&id, Type::TEXT)]).await?;
        let document = |row: &Row| {
            let version: i64 = row.try_get("version")?;
            Ok(Document { version: version as u64, body: row.try_get("body")? })
        };
        rows.first().map(document).transpose()
    }

    async fn put_ticket(&self, code: &str, ticket: Ticket, expires: i64) -> Result<(), StoreError> {
        let sql =
            "INSERT INTO transfers (code, table_id, visitor, expires) VALUES ($1, $2, $3, $4)";
        let values: [(&(dyn ToSql + Sync), Type); 4] = [
            (&code, Type::TEXT),
            (&ticket.table.0, Type::TEXT),
            (&ticket.visitor.0, Type::TEXT),
            (&expires, Type::INT8),
        ];
        self.query(sql, &values).await.map(drop)
    }

    async fn ticket(&self, code: &str, now: i64) -> Result<Option<Ticket>, StoreError> {
        let sql = "SELECT table_id, visitor FROM transfers WHERE code = $1 AND expires > $2";
        let rows = self.query(sql, &[(&code, Type::TEXT), (&now, Type::INT8)]).await?;
        let ticket = |row: &Row| {
            let (table, visitor) = (row.try_get("table_id")?, row.try_get("visitor")?);
            Ok(Ticket { table: TableId(table), visitor: VisitorId(visitor) })
        };
        rows.first().map(ticket).transpose()
    }

    async fn secret(&self, name: &str, fresh: &str) -> Result<String, StoreError> {
        let sql = "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.query(sql, &[(&name, Type::TEXT), (&fresh, Type::TEXT)]).await?;
        let sql = "SELECT value FROM secrets WHERE name = $1";
        let rows = self.query(sql, &[(&name, Type::TEXT)]).await?;
        let row = rows.first().ok_or(StoreError::Failed("a secret is missing".to_owned()))?;
        Ok(row.try_get("value")?)
    }

    async fn put_report(&self, report: StoredReport) -> Result<(), StoreError> {
        let sql = "INSERT INTO reports (table_id, version, made, body) VALUES ($1, $2, $3, $4)
                   ON CONFLICT (table_id) DO UPDATE SET version = $2, made = $3, body = $4";
        let StoredReport { table, version, made, body } = &report;
        let text = Type::TEXT;
        let values: [(&(dyn ToSql + Sync), Type); 4] =
            [(&table.0, text.clone()), (version, text.clone()), (made, Type::INT8), (body, text)];
        self.query(sql, &values).await.map(drop)
    }

    async fn report(&self, table: &TableId) -> Result<Option<StoredReport>, StoreError> {
        let sql = "SELECT version, made, body FROM reports WHERE table_id = $1";
        let rows = self.query(sql, &[(&table.0, Type::TEXT)]).await?;
        let read = |row: &Row| {
            let (version, made) = (row.try_get("version")?, row.try_get("made")?);
            Ok(StoredReport { table: table.clone(), version, made, body: row.try_get("body")? })
        };
        rows.first().map(read).transpose()
    }

    async fn take_ticket(&self, code: &str, now: i64) -> Result<Option<Ticket>, StoreError> {
        let sql = "DELETE FROM transfers WHERE code = $1 RETURNING table_id, visitor, expires > $2 AS good";
        let rows = self.query(sql, &[(&code, Type::TEXT), (&now, Type::INT8)]).await?;
        let ticket = |row: &Row| {
            let (table, visitor) = (row.try_get("table_id")?, row.try_get("visitor")?);
            let ticket = Ticket { table: TableId(table), visitor: VisitorId(visitor) };
            Ok::<_, StoreError>(row.try_get::<_, bool>("good")?.then_some(ticket))
        };
        Ok(rows.first().map(ticket).transpose()?.flatten())
    }

    async fn drop_tickets(&self, now: i64) -> Result<(), StoreError> {
        self.query("DELETE FROM transfers WHERE expires <= $1", &[(&now, Type::INT8)])
            .await
            .map(drop)
    }

    async fn heartbeat(&self, now: i64, gap: i64) -> Result<Option<i64>, StoreError> {
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
        let values: [(&(dyn ToSql + Sync), Type); 3] =
            [(&now, Type::INT8), (&gap, Type::INT8), (&self.skew(), Type::INT8)];
        let noted = self.query(sql, &values).await;
        // A write like any other: it tells whether the database can be written.
        match &noted {
            Ok(_) => self.fault.clear(),
            Err(error) => self.fault.note(&error.to_string()),
        }
        noted?;
        // A question of its own: that statement began before it waited for the lock, and does not see
        // what another process noted meanwhile.
        let rows = self.query("SELECT max(until) AS until FROM outages", &[]).await?;
        Ok(rows.first().map(|row| row.try_get("until")).transpose()?.flatten())
    }

    /// Machines may differ about the time, and one that is not far behind was not set back.
    fn skew(&self) -> i64 {
        600_000
    }

    async fn outage_since(&self, since: i64) -> Result<i64, StoreError> {
        let sql = "SELECT coalesce(sum(until - greatest(since, $1)), 0)::bigint AS missed
                   FROM outages WHERE until > $1";
        let rows = self.query(sql, &[(&since, Type::INT8)]).await?;
        Ok(rows.first().map(|row| row.try_get("missed")).transpose()?.unwrap_or(0))
    }

    async fn clear(&self, before: i64) -> Result<u64, StoreError> {
        let sql = "
            WITH gone AS (
                DELETE FROM tables
                WHERE changed < $1 AND (status <> 'playing' OR due IS NULL OR due <= changed)
                    AND NOT coalesce((summary::json ->> 'played')::boolean,
                        (summary::json ->> 'ply')::int > 0)
                RETURNING id
            ),
            their_events AS (DELETE FROM events USING gone WHERE table_id = id),
            their_sitters AS (DELETE FROM sitters USING gone WHERE table_id = id),
            their_reports AS (DELETE FROM reports USING gone WHERE table_id = id)
            SELECT count(*) AS cleared FROM gone";
        let rows = self.query(sql, &[(&before, Type::INT8)]).await?;
        let count: i64 = rows.first().map(|row| row.try_get("cleared")).transpose()?.unwrap_or(0);
        Ok(count as u64)
    }

    fn shared(&self) -> bool {
        true
    }

    async fn latest(&self, tables: &[TableId]) -> Result<Vec<(TableId, u64)>, StoreError> {
        let ids: Vec<&str> = tables.iter().map(|table| table.0.as_str()).collect();
        let sql = "SELECT id, sequence FROM tables WHERE id = ANY ($1)";
        let rows = self.query(sql, &[(&ids, Type::TEXT_ARRAY)]).await?;
        let read = |row: &Row| {
            Ok((TableId(row.try_get("id")?), row.try_get::<_, i64>("sequence")? as u64))
        };
        rows.iter().map(read).collect()
    }

    async fn take_lease(&self, table: &TableId) -> Result<bool, StoreError> {
        if self.leased().contains(table) {
            return Ok(true);
        }
        let sql = "
            UPDATE tables SET driver = $2
            WHERE id = $1 AND (driver IS NULL OR driver = $2 OR NOT EXISTS (
                SELECT 1 FROM processes
                WHERE processes.id = tables.driver AND until > clock_timestamp()))
            RETURNING id";
        let rows = self.query(sql, &[(&table.0, Type::TEXT), (&self.process, Type::TEXT)]).await?;
        if rows.is_empty() {
            return Ok(false);
        }
        self.leased().insert(table.clone());
        Ok(true)
    }

    async fn release_leases(&self, tables: &[TableId]) -> Result<(), StoreError> {
        let mine: Vec<&str> = {
            let mut leased = self.leased();
            let mine = tables.iter().filter(|table| leased.remove(table));
            mine.map(|table| table.0.as_str()).collect()
        };
        if mine.is_empty() {
            return Ok(());
        }
        let sql = "UPDATE tables SET driver = NULL WHERE id = ANY ($1) AND driver = $2";
        let values: [(&(dyn ToSql + Sync), Type); 2] =
            [(&mine, Type::TEXT_ARRAY), (&self.process, Type::TEXT)];
        self.query(sql, &values).await.map(drop)
    }

    async fn share_presence(
        &self,
        here: &[(TableId, VisitorId)],
        tables: &[TableId],
    ) -> Result<Vec<(TableId, VisitorId)>, StoreError> {
        let at: Vec<&str> = here.iter().map(|(table, _)| table.0.as_str()).collect();
        let who: Vec<&str> = here.iter().map(|(_, visitor)| visitor.0.as_str()).collect();
        let tables: Vec<&str> = tables.iter().map(|table| table.0.as_str()).collect();
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
        let values: [(&(dyn ToSql + Sync), Type); 4] = [
            (&self.process, Type::TEXT),
            (&at, Type::TEXT_ARRAY),
            (&who, Type::TEXT_ARRAY),
            (&tables, Type::TEXT_ARRAY),
        ];
        let rows = self.query(sql, &values).await?;
        let read =
            |row: &Row| Ok((TableId(row.try_get("table_id")?), VisitorId(row.try_get("visitor")?)));
        rows.iter().map(read).collect()
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
        if let Err(error) = self.query(sql, &[(&self.process, Type::TEXT)]).await {
            tracing::warn!(%error, "cannot tell the database that this process ends");
        }
    }
}
