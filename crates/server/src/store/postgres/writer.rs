//! Appends: what waits, from however many tables, goes into one transaction.

use futures_util::future::try_join_all;
use parlour_table::stored::Append;
use tokio::sync::{mpsc, oneshot};
use tokio_postgres::types::Type;
use tokio_postgres::{Client, Transaction};

use super::link::connect;
use super::news::News;
use super::{json, standing_text};
use crate::store::StoreError;

/// No more jobs than this in one transaction.
const BATCH: usize = 256;

/// Appends that stand or fall together, and who waits for them.
pub(super) struct Job {
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
    mut waiting: mpsc::Receiver<Job>,
    news: News,
) {
    let mut client: Option<Client> = None;
    let mut batch = Vec::with_capacity(BATCH);
    while waiting.recv_many(&mut batch, BATCH).await > 0 {
        metrics::histogram!("parlour_store_batch").record(batch.len() as f64);
        // Processes that lock the same tables in the same order cannot wait for each other.
        batch.sort_by(|a: &Job, b: &Job| first(a).cmp(&first(b)));
        let results = match write_batch(&mut client, &config, &batch).await {
            Err(_) if batch.len() > 1 => one_by_one(&mut client, &config, &batch).await,
            Err(error) => vec![Err(error)],
            Ok(results) => results,
        };
        for (job, result) in batch.drain(..).zip(results) {
            match &result {
                Ok(()) => news.tell(&job.appends),
                Err(StoreError::Conflict) => {}
                Err(error) => tracing::error!(%error, "writing to the database failed"),
            }
            let _ = job.answer.send(result);
        }
    }
}

fn first(job: &Job) -> Option<&str> {
    job.appends.iter().map(|append| append.table.0.as_str()).min()
}

type Results = Vec<Result<(), StoreError>>;

/// After a batch failed: whoever caused it fails alone.
async fn one_by_one(
    client: &mut Option<Client>,
    config: &tokio_postgres::Config,
    batch: &[Job],
) -> Results {
    let mut results = Vec::with_capacity(batch.len());
    for job in batch {
        let alone = write_batch(client, config, std::slice::from_ref(job)).await;
        results.push(alone.and_then(|mut done| done.pop().unwrap_or(Ok(()))));
    }
    results
}

/// One transaction. An error means that nothing of it is known to be stored, and that the
/// connection is not used again.
async fn write_batch(
    kept: &mut Option<Client>,
    config: &tokio_postgres::Config,
    batch: &[Job],
) -> Result<Results, StoreError> {
    let mut client = match kept.take().filter(|client| !client.is_closed()) {
        Some(client) => client,
        None => connect(config).await?,
    };
    let transaction = client.transaction().await?;
    let mut results = Vec::with_capacity(batch.len());
    // Single appends refuse by themselves, so all of them can be on their way at once.
    let (single, joint): (Vec<_>, Vec<_>) = batch.iter().partition(|job| job.appends.len() == 1);
    let written = try_join_all(single.iter().map(|job| append(&transaction, &job.appends[0])));
    let mut written = written.await?.into_iter();
    let mut joint_results = Vec::with_capacity(joint.len());
    for job in joint {
        joint_results.push(append_all(&transaction, &job.appends).await?);
    }
    let mut joint_results = joint_results.into_iter();
    for job in batch {
        let done = if job.appends.len() == 1 { written.next() } else { joint_results.next() };
        results.push(if done == Some(true) { Ok(()) } else { Err(StoreError::Conflict) });
    }
    transaction.commit().await?;
    *kept = Some(client);
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
    let bodies: Vec<String> = append.events.iter().map(|event| event.encode()).collect();
    let sitters: Vec<&str> = append.index.sitters.iter().map(|v| v.0.as_str()).collect();
    let (index, expected) = (&append.index, append.expected as i64);
    let (status, summary) = (standing_text(index.status), json(&index.summary));
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
