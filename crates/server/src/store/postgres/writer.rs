//! Appends: all waiting requests, from however many tables, go into one transaction, and moves at tables that
//! are there already into one statement, which is a transaction of its own.
//!
//! If the connection is lost at the commit, nobody knows whether anything was stored. The same appends
//! are then tried again. Where that conflicts, the stored events are read: if they are the same, the
//! first try was stored. So nothing is stored twice, and every answer is true.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use parlour_table::stored::{Append, VisitorId};
use tokio::sync::{mpsc, oneshot};
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, GenericClient, Statement, Transaction};

use super::link::{ANSWER, SILENT, connect, in_time, typed};
use super::notifier::Notifier;
use super::way::Way;
use crate::store::StoreError;
use crate::store::fault::Fault;
use crate::store::sql::values;

/// No more requests than this in one transaction.
const BATCH: usize = 512;
/// How long the writer tries to find out whether a commit was stored.
const FIND_OUT: Duration = Duration::from_secs(15);
/// How often.
const AGAIN: Duration = Duration::from_millis(100);

/// Appends that are stored all or none, and who waits for them.
pub(super) struct WriteRequest {
    pub(super) appends: Vec<Append>,
    pub(super) answer: oneshot::Sender<Result<(), StoreError>>,
}

/// The head of the table moves on if it is where the writer thought; then, and only then, the
/// events come behind it. No row comes back when somebody else was first.
const APPEND: &str = "
WITH head AS (
    INSERT INTO tables (id, sequence, game, public, status, changed, due, summary)
    SELECT $1, $2 + cardinality($3::text[]), $4, $5, $6, $7, $8, $9
    WHERE $2 = 0 OR EXISTS (SELECT 1 FROM tables WHERE id = $1)
    ON CONFLICT (id) DO UPDATE SET sequence = excluded.sequence, status = excluded.status,
        changed = excluded.changed, due = excluded.due, summary = excluded.summary
    WHERE tables.sequence = $2
    RETURNING id
), gone AS (
    DELETE FROM sitters USING head
    WHERE sitters.table_id = head.id AND NOT sitters.visitor = ANY ($10::text[])
), come AS (
    INSERT INTO sitters (visitor, table_id)
    SELECT visitor, id FROM head, unnest($10::text[]) AS visitor
    ON CONFLICT DO NOTHING
)
INSERT INTO events (table_id, sequence, at, version, body)
SELECT id, $2 + place, $11, $12, body
FROM head, unnest($3::text[]) WITH ORDINALITY AS new (body, place)";

const TYPES: [Type; 12] = [
    Type::TEXT,
    Type::INT8,
    Type::TEXT_ARRAY,
    Type::TEXT,
    Type::BOOL,
    Type::TEXT,
    Type::INT8,
    Type::INT8,
    Type::TEXT,
    Type::TEXT_ARRAY,
    Type::INT8,
    Type::INT4,
];

/// The same for tables that are there already and whose sitters stay, all at once. A table is in it once. The
/// events of a table come as one text, apart by what JSON never holds.
const APPEND_MANY: &str = "
WITH head AS (
    UPDATE tables SET sequence = new.last, status = new.status, changed = new.changed,
        due = new.due, summary = new.summary
    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[],
        $7::text[], $8::bigint[], $9::text[])
        AS new (id, expected, last, status, changed, due, summary, at, bodies)
    WHERE tables.id = new.id AND tables.sequence = new.expected
    RETURNING tables.id, new.expected, new.at, new.bodies
), put AS (
    INSERT INTO events (table_id, sequence, at, version, body)
    SELECT id, expected + place, at, $10, body
    FROM head, unnest(string_to_array(bodies, E'\\x1f')) WITH ORDINALITY AS event (body, place)
)
SELECT id FROM head";

const TYPES_OF_MANY: [Type; 10] = [
    Type::TEXT_ARRAY,
    Type::INT8_ARRAY,
    Type::INT8_ARRAY,
    Type::TEXT_ARRAY,
    Type::INT8_ARRAY,
    Type::INT8_ARRAY,
    Type::TEXT_ARRAY,
    Type::INT8_ARRAY,
    Type::TEXT_ARRAY,
    Type::INT4,
];

/// Between two events of a table.
const APART: &str = "\x1f";

/// Every statement finds rows by their keys, in the order in which they were given. Plans are made once.
const PLANS: &str = "SET plan_cache_mode TO force_generic_plan; SET enable_seqscan TO off;
    SET enable_hashjoin TO off; SET enable_mergejoin TO off; SET enable_bitmapscan TO off;
    SET jit TO off";

/// The one writer of this process: until every sender is gone, and all that they sent is written.
pub(super) async fn write(
    way: Arc<Way>,
    mut waiting: mpsc::Receiver<WriteRequest>,
    notifier: Notifier,
    fault: Fault,
) {
    let mut worker = Worker { way, session: None };
    let mut batch = Vec::with_capacity(BATCH);
    while waiting.recv_many(&mut batch, BATCH).await > 0 {
        crate::metrics::batch(batch.len());
        // Processes that lock the same tables in the same order cannot wait for each other.
        batch.sort_by(|a: &WriteRequest, b: &WriteRequest| first(a).cmp(&first(b)));
        let results = match worker.write_batch(&batch).await {
            Ok(results) => results,
            Err(CommitError::Undone(error)) if batch.len() == 1 => vec![Err(error)],
            Err(CommitError::Away(why)) => batch.iter().map(|_| Err(away(&why))).collect(),
            // The write that caused it fails alone.
            Err(CommitError::Undone(_)) => worker.one_by_one(&batch, false).await,
            Err(CommitError::Unknown(_)) => worker.one_by_one(&batch, true).await,
        };
        for (request, result) in batch.drain(..).zip(results) {
            match &result {
                Ok(()) => {
                    fault.clear();
                    notifier.notify(&request.appends);
                }
                Err(StoreError::Conflict) => fault.clear(),
                Err(error) => fault.note(&error.to_string()),
            }
            let _ = request.answer.send(result);
        }
    }
}

fn first(request: &WriteRequest) -> Option<&str> {
    request.appends.iter().map(|append| append.table.0.as_str()).min()
}

type Results = Vec<Result<(), StoreError>>;

/// Why a transaction has no result.
enum CommitError {
    /// The database does not answer; nothing of it is stored.
    Away(String),
    /// Nothing of it is stored.
    Undone(StoreError),
    /// The commit was on its way: all of it is stored, or nothing.
    Unknown(StoreError),
}

impl<E: Into<StoreError>> From<E> for CommitError {
    fn from(error: E) -> Self {
        CommitError::Undone(error.into())
    }
}

fn away(why: &str) -> StoreError {
    StoreError::Failed(why.to_owned())
}

/// What the writer works with.
struct Worker {
    way: Arc<Way>,
    session: Option<Session>,
}

/// A connection with its statements.
struct Session {
    client: Client,
    append: Statement,
    append_many: Statement,
}

impl Session {
    async fn open(way: &Way) -> Result<Self, StoreError> {
        let client = connect(way).await?;
        in_time(client.batch_execute(PLANS)).await?;
        let append = in_time(client.prepare_typed(APPEND, &TYPES)).await?;
        let append_many = in_time(client.prepare_typed(APPEND_MANY, &TYPES_OF_MANY)).await?;
        Ok(Session { client, append, append_many })
    }
}

impl Worker {
    /// After a batch failed: each request by itself. `may_be_stored`: also by the try that failed. Once the database
    /// does not answer, nobody waits for it any more.
    async fn one_by_one(&mut self, batch: &[WriteRequest], may_be_stored: bool) -> Results {
        let mut results = Vec::with_capacity(batch.len());
        let until = Instant::now() + FIND_OUT;
        let mut gone: Option<String> = None;
        for request in batch {
            results.push(match &gone {
                Some(why) if may_be_stored => Err(StoreError::Unknown(why.clone())),
                Some(why) => Err(away(why)),
                None => self.alone(request, may_be_stored, until, &mut gone).await,
            });
        }
        results
    }

    async fn alone(
        &mut self,
        request: &WriteRequest,
        mut may_be_stored: bool,
        until: Instant,
        gone: &mut Option<String>,
    ) -> Result<(), StoreError> {
        loop {
            *gone = None;
            let failed = match self.write_batch(std::slice::from_ref(request)).await {
                Ok(mut done) => match done.pop() {
                    Some(Err(StoreError::Conflict)) if may_be_stored => {
                        match self.is_stored(&request.appends).await {
                            Ok(true) => return Ok(()),
                            Ok(false) => return Err(StoreError::Conflict),
                            Err(error) => error,
                        }
                    }
                    other => return other.unwrap_or(Ok(())),
                },
                Err(CommitError::Away(why)) => {
                    *gone = Some(why.clone());
                    if !may_be_stored {
                        return Err(away(&why));
                    }
                    away(&why)
                }
                Err(CommitError::Undone(error)) if !may_be_stored => return Err(error),
                Err(CommitError::Undone(error)) => error,
                Err(CommitError::Unknown(error)) => {
                    may_be_stored = true;
                    error
                }
            };
            if Instant::now() >= until {
                return Err(StoreError::Unknown(failed.to_string()));
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    async fn connected(&mut self) -> Result<Session, StoreError> {
        match self.session.take().filter(|session| !session.client.is_closed()) {
            Some(session) => Ok(session),
            None => Session::open(&self.way).await,
        }
    }

    /// Whether the events after the last one that the writer knew are the same. All or none were stored, so
    /// the first table decides.
    async fn is_stored(&mut self, appends: &[Append]) -> Result<bool, StoreError> {
        let Some(append) = appends.first() else { return Ok(true) };
        let session = self.connected().await?;
        let last = append.expected + append.events.len() as u64;
        let sql = "SELECT at, body FROM events
                   WHERE table_id = $1 AND sequence > $2 AND sequence <= $3 ORDER BY sequence";
        let values = values![&append.table.0, append.expected, last];
        let rows = in_time(session.client.query_typed(sql, &typed(&values))).await?;
        self.session = Some(session);
        let mut same = rows.len() == append.events.len();
        for (row, wanted) in rows.iter().zip(append.bodies()) {
            let (at, body): (i64, &str) = (row.try_get("at")?, row.try_get("body")?);
            same &= at == append.at && body == wanted;
        }
        Ok(same)
    }

    /// One transaction. After an error the connection is not used again.
    async fn write_batch(&mut self, batch: &[WriteRequest]) -> Result<Results, CommitError> {
        let mut session = match self.connected().await {
            Err(StoreError::Failed(why)) => return Err(CommitError::Away(why)),
            other => other?,
        };
        let plan = Plan::of(batch);
        let results = if plan.is_one_statement() {
            write_at_once(&session, &plan).await?
        } else {
            write_in_turn(&mut session, &plan).await?
        };
        self.session = Some(session);
        Ok(results)
    }
}

/// Which requests of a batch go together.
struct Plan<'a> {
    /// Each with its place in the batch.
    moves: Vec<(usize, &'a Append)>,
    others: Vec<(usize, &'a [Append])>,
}

impl<'a> Plan<'a> {
    fn of(batch: &'a [WriteRequest]) -> Self {
        let (mut moves, mut others, mut tables) = (Vec::new(), Vec::new(), HashSet::new());
        for (place, request) in batch.iter().enumerate() {
            // Every table of the request is noted, also behind one that was there already.
            let mut new = true;
            for append in &request.appends {
                new &= tables.insert(&append.table);
            }
            match &request.appends[..] {
                [append] if new && append.expected > 0 && append.sitters.is_none() => {
                    moves.push((place, append));
                }
                appends => others.push((place, appends)),
            }
        }
        Plan { moves, others }
    }

    fn is_one_statement(&self) -> bool {
        self.others.is_empty()
    }

    fn len(&self) -> usize {
        self.moves.len() + self.others.len()
    }

    /// Every request as refused, until it is known to be written.
    fn refused(&self) -> Results {
        (0..self.len()).map(|_| Err(StoreError::Conflict)).collect()
    }
}

/// One statement is a transaction by itself: it stands once the database has answered.
async fn write_at_once(session: &Session, plan: &Plan<'_>) -> Result<Results, CommitError> {
    let mut results = plan.refused();
    let write = append_many(&session.client, &session.append_many, &plan.moves, &mut results);
    match tokio::time::timeout(ANSWER, write).await {
        Ok(Ok(())) => Ok(results),
        Ok(Err(error)) if is_undone(&error) => Err(CommitError::Undone(error.into())),
        Ok(Err(error)) => Err(CommitError::Unknown(error.into())),
        Err(_) => Err(CommitError::Unknown(away(SILENT))),
    }
}

/// Whether the database says that nothing of a statement stands. One that was told to end (class 57) may say so
/// after the commit.
fn is_undone(error: &tokio_postgres::Error) -> bool {
    error.code().is_some_and(|code| !code.code().starts_with("57"))
}

/// Several statements, and their commit.
async fn write_in_turn(session: &mut Session, plan: &Plan<'_>) -> Result<Results, CommitError> {
    let Session { client, append, append_many } = session;
    let filled = tokio::time::timeout(ANSWER, async {
        let transaction = client.transaction().await?;
        let results = fill(&transaction, append, append_many, plan).await?;
        Ok::<_, StoreError>((transaction, results))
    });
    let late = |_| CommitError::Away(SILENT.to_owned());
    let (transaction, results) = filled.await.map_err(late)??;
    in_time(transaction.commit()).await.map_err(CommitError::Unknown)?;
    Ok(results)
}

/// All statements of a transaction.
async fn fill(
    transaction: &Transaction<'_>,
    append: &Statement,
    many: &Statement,
    plan: &Plan<'_>,
) -> Result<Results, StoreError> {
    let mut results = plan.refused();
    if !plan.moves.is_empty() {
        append_many(transaction, many, &plan.moves, &mut results).await?;
    }
    // Single appends refuse by themselves, so all of them can be on their way at once.
    let single = plan.others.iter().filter(|(_, appends)| appends.len() == 1);
    let written = single.clone().map(|(_, appends)| append_one(transaction, append, &appends[0]));
    for ((place, _), written) in single.zip(try_join_all(written).await?) {
        if written {
            results[*place] = Ok(());
        }
    }
    for (place, appends) in plan.others.iter().filter(|(_, appends)| appends.len() != 1) {
        if append_all(transaction, append, appends).await? {
            results[*place] = Ok(());
        }
    }
    Ok(results)
}

/// Appends that stand or fall together.
async fn append_all(
    transaction: &Transaction<'_>,
    append: &Statement,
    appends: &[Append],
) -> Result<bool, StoreError> {
    transaction.batch_execute("SAVEPOINT together").await?;
    for each in appends {
        if !append_one(transaction, append, each).await? {
            transaction.batch_execute("ROLLBACK TO SAVEPOINT together").await?;
            return Ok(false);
        }
    }
    transaction.batch_execute("RELEASE SAVEPOINT together").await?;
    Ok(true)
}

/// Writes moves at different tables; notes those that were not too late.
async fn append_many(
    client: &impl GenericClient,
    statement: &Statement,
    moves: &[(usize, &Append)],
    results: &mut Results,
) -> Result<(), tokio_postgres::Error> {
    fn column<T>(moves: &[(usize, &Append)], of: impl Fn(&Append) -> T) -> Vec<T> {
        moves.iter().map(|(_, append)| of(append)).collect()
    }
    let ids: Vec<&str> = moves.iter().map(|(_, append)| append.table.0.as_str()).collect();
    let status: Vec<&str> = column(moves, |append| append.index.status.name());
    let bodies = column(moves, |append| append.bodies().collect::<Vec<_>>().join(APART));
    let values: [&(dyn ToSql + Sync); 10] = [
        &ids,
        &column(moves, |append| append.expected as i64),
        &column(moves, |append| (append.expected + append.events.len() as u64) as i64),
        &status,
        &column(moves, |append| append.index.changed),
        &column(moves, |append| append.index.due),
        &column(moves, |append| append.index.summary.encode()),
        &column(moves, |append| append.at),
        &bodies,
        &(parlour_table::events::VERSION as i32),
    ];
    let written = client.query(statement, &values).await?;
    let written: HashSet<&str> =
        written.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
    for (place, append) in moves {
        if written.contains(append.table.0.as_str()) {
            results[*place] = Ok(());
        }
    }
    Ok(())
}

/// Whether the events came behind the one that the writer knew.
async fn append_one(
    transaction: &Transaction<'_>,
    statement: &Statement,
    append: &Append,
) -> Result<bool, StoreError> {
    let bodies: Vec<String> = append.bodies().collect();
    let names = |list: &Vec<VisitorId>| list.iter().map(|v| v.0.clone()).collect::<Vec<_>>();
    // No list changes no row: nothing is in it and nothing is missing from it.
    let sitters = append.sitters.as_ref().map(names);
    let (index, expected) = (&append.index, append.expected as i64);
    let (status, summary) = (index.status.name(), index.summary.encode());
    let version = parlour_table::events::VERSION as i32;
    let values: [&(dyn ToSql + Sync); 12] = [
        &append.table.0,
        &expected,
        &bodies,
        &index.game,
        &index.public,
        &status,
        &index.changed,
        &index.due,
        &summary,
        &sitters,
        &append.at,
        &version,
    ];
    let written = transaction.execute(statement, &values).await?;
    Ok(written as usize == append.events.len())
}
