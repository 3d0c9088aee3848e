//! A connection to the database that comes back after it was lost.

use std::future::poll_fn;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Mutex;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Row};

use super::way::{Connection, Way};
use crate::store::{StoreError, Value};

/// How long a try to connect may take.
const CONNECT: Duration = Duration::from_secs(5);
/// How long an answer may take: a little longer than the database lets a statement take, so that one
/// that answers at all says itself what was wrong.
pub(super) const ANSWER: Duration = Duration::from_secs(12);
/// What is said of a database that says nothing.
pub(super) const SILENT: &str = "the database does not answer";
/// After a failed try callers get the error at once for this time.
const PAUSE: Duration = Duration::from_millis(250);

/// A connection that is made when it is needed.
#[derive(Clone)]
pub(super) struct Link {
    way: Arc<Way>,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    client: Option<Arc<Client>>,
    failed: Option<(Instant, String)>,
}

impl Link {
    pub(super) fn new(way: Arc<Way>) -> Self {
        Link { way, state: Arc::default() }
    }

    /// Asks one question. A connection that does not answer in time is not asked again.
    pub(super) async fn query(
        &self,
        sql: &str,
        values: Vec<Value>,
    ) -> Result<Vec<Row>, StoreError> {
        let (client, values) = (self.client().await?, typed(&values));
        match tokio::time::timeout(ANSWER, client.query_typed(sql, &values)).await {
            Ok(answer) => Ok(answer?),
            Err(_) => {
                let mut state = self.state.lock().await;
                if state.client.as_ref().is_some_and(|kept| Arc::ptr_eq(kept, &client)) {
                    state.client = None;
                }
                Err(silent())
            }
        }
    }

    /// The connection, made anew if it is gone.
    async fn client(&self) -> Result<Arc<Client>, StoreError> {
        let mut state = self.state.lock().await;
        if let Some(client) = state.client.as_ref().filter(|client| !client.is_closed()) {
            return Ok(client.clone());
        }
        if let Some((at, why)) = &state.failed
            && at.elapsed() < PAUSE
        {
            return Err(StoreError::Failed(why.clone()));
        }
        match connect(&self.way).await {
            Ok(client) => {
                let client = Arc::new(client);
                *state = State { client: Some(client.clone()), failed: None };
                Ok(client)
            }
            Err(error) => {
                *state = State { client: None, failed: Some((Instant::now(), error.to_string())) };
                Err(error)
            }
        }
    }
}

/// Values with their types.
pub(super) fn typed(values: &[Value]) -> Vec<(&(dyn ToSql + Sync), Type)> {
    values.iter().map(with_type).collect()
}

fn with_type(value: &Value) -> (&(dyn ToSql + Sync), Type) {
    match value {
        Value::Text(text) => (text, Type::TEXT),
        Value::Number(number) => (number, Type::INT8),
        Value::Texts(texts) => (texts, Type::TEXT_ARRAY),
    }
}

fn silent() -> StoreError {
    StoreError::Failed(SILENT.to_owned())
}

/// What comes of it in the time that an answer may take.
pub(super) async fn in_time<T, E: Into<StoreError>>(
    work: impl Future<Output = Result<T, E>>,
) -> Result<T, StoreError> {
    match tokio::time::timeout(ANSWER, work).await {
        Ok(done) => done.map_err(Into::into),
        Err(_) => Err(silent()),
    }
}

/// A fresh connection whose traffic runs by itself.
pub(super) async fn connect(way: &Way) -> Result<Client, StoreError> {
    let (client, mut connection) = dial(way).await?;
    tokio::spawn(async move {
        while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
            if let Err(error) = message {
                tracing::debug!(%error, "a connection to the database ended");
                return;
            }
        }
    });
    set_up(&client).await?;
    Ok(client)
}

/// A fresh connection, and its traffic.
pub(super) async fn dial(way: &Way) -> Result<(Client, Connection), StoreError> {
    let dialled = tokio::time::timeout(CONNECT, way.dial()).await;
    Ok(dialled.map_err(|_| silent())??)
}

/// The settings of every connection. A statement that hangs must not hold a table for ever.
pub(super) async fn set_up(client: &Client) -> Result<(), StoreError> {
    let settings = "SET search_path TO parlour; SET statement_timeout TO '10s'; \
                    SET idle_in_transaction_session_timeout TO '10s'";
    in_time(client.batch_execute(settings)).await
}
