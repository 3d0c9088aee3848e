//! Appends: all waiting requests, from however many tables, go into one transaction.
//!
//! If the connection is lost at the commit, nobody knows whether anything was stored. The same appends
//! are then tried again. Where that conflicts, the stored events are read: if they are the same, the
//! first try was stored. So nothing is stored twice, and every answer is true.

use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use parlour_table::stored::{Append, VisitorId};
use tokio::sync::{mpsc, oneshot};
use tokio_postgres::types::Type;
use tokio_postgres::{Client, Transaction};

use super::link::{ANSWER, SILENT, connect, in_time, typed};
use super::notifier::Notifier;
use crate::store::StoreError;
use crate::store::fault::Fault;
use crate::store::sql::values;

/// No more requests than this in one transaction.
const BATCH: usize = 256;
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

/// The one writer of this process: until every sender is gone, and all that they sent is written.
pub(super) async fn write(
    config: std::sync::Arc<tokio_postgres::Config>,
    mut waiting: mpsc::Receiver<WriteRequest>,
    notifier: Notifier,
    fault: Fault,
) {
    let mut worker = Worker { config, client: None };
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
    config: std::sync::Arc<tokio_postgres::Config>,
    client: Option<Client>,
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

    async fn connected(&mut self) -> Result<Client, StoreError> {
        match self.client.take().filter(|client| !client.is_closed()) {
            Some(client) => Ok(client),
            None => connect(&self.config).await,
        }
    }

    /// Whether the events after the last one that the writer knew are the same. All or none were stored, so
    /// the first table decides.
    async fn is_stored(&mut self, appends: &[Append]) -> Result<bool, StoreError> {
        let Some(append) = appends.first() else { return Ok(true) };
        let client = self.connected().await?;
        let last = append.expected + append.events.len() as u64;
        let sql = "SELECT at, body FROM events
                   WHERE table_id = $1 AND sequence > $2 AND sequence <= $3 ORDER BY sequence";
        let values = values![&append.table.0, append.expected, last];
        let rows = in_time(client.query_typed(sql, &typed(&values))).await?;
        self.client = Some(client);
        let mut same = rows.len() == append.events.len();
        for (row, wanted) in rows.iter().zip(append.bodies()) {
            let (at, body): (i64, &str) = (row.try_get("at")?, row.try_get("body")?);
            same &= at == append.at && body == wanted;
        }
        Ok(same)
    }

    /// One transaction. After an error the connection is not used again.
    async fn write_batch(&mut self, batch: &[WriteRequest]) -> Result<Results, CommitError> {
        let mut client = match self.connected().await {
            Err(StoreError::Failed(why)) => return Err(CommitError::Away(why)),
            other => other?,
        };
        let filled = tokio::time::timeout(ANSWER, async {
            let transaction = client.transaction().await?;
            let results = fill(&transaction, batch).await?;
            Ok::<_, StoreError>((transaction, results))
        });
        let late = |_| CommitError::Away(SILENT.to_owned());
        let (transaction, results) = filled.await.map_err(late)??;
        in_time(transaction.commit()).await.map_err(CommitError::Unknown)?;
        self.client = Some(client);
        Ok(results)
    }
}

/// All statements of a transaction.
async fn fill(
    transaction: &Transaction<'_>,
    batch: &[WriteRequest],
) -> Result<Results, StoreError> {
    // Single appends refuse by themselves, so all of them can be on their way at once.
    let (single, joint): (Vec<_>, Vec<_>) =
        batch.iter().partition(|request| request.appends.len() == 1);
    let written =
        try_join_all(single.iter().map(|request| append(transaction, &request.appends[0])));
    let mut written = written.await?.into_iter();
    let mut together = Vec::with_capacity(joint.len());
    for request in joint {
        together.push(append_all(transaction, &request.appends).await?);
    }
    let mut together = together.into_iter();
    let mut results = Vec::with_capacity(batch.len());
    for request in batch {
        let done = if request.appends.len() == 1 { written.next() } else { together.next() };
        results.push(if done == Some(true) { Ok(()) } else { Err(StoreError::Conflict) });
    }
    Ok(results)
}

/// Appends that stand or fall together.
async fn append_all(transaction: &Transaction<'_>, appends: &[Append]) -> Result<bool, StoreError> {
    transaction.batch_execute("SAVEPOINT together").await?;
    for each in appends {
        if !append(transaction, each).await? {
            transaction.batch_execute("ROLLBACK TO SAVEPOINT together").await?;
            return Ok(false);
        }
    }
    transaction.batch_execute("RELEASE SAVEPOINT together").await?;
    Ok(true)
}

/// Whether the events came behind the one that the writer knew.
async fn append(transaction: &Transaction<'_>, append: &Append) -> Result<bool, StoreError> {
    let bodies: Vec<String> = append.bodies().collect();
    let names = |list: &Vec<VisitorId>| list.iter().map(|v| v.0.clone()).collect::<Vec<_>>();
    // No list changes no row: nothing is in it and nothing is missing from it.
    let sitters = append.sitters.as_ref().map(names);
    let (index, expected) = (&append.index, append.expected as i64);
    let (status, summary) = (index.status.name(), index.summary.encode());
    let version = parlour_table::events::VERSION as i32;
    let values: [&(dyn tokio_postgres::types::ToSql + Sync); 12] = [
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
    let typed = values.into_iter().zip(TYPES).collect::<Vec<_>>();
    let written = transaction.execute_typed(APPEND, &typed).await;
    match written {
        Ok(rows) => Ok(rows as usize == append.events.len()),
        Err(error) => Err(error.into()),
    }
}
