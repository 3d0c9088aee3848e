//! A connection to the database that comes back after it was lost.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Mutex;
use tokio_postgres::{Client, Config, NoTls};

use crate::store::StoreError;

/// How long a try to connect may take.
const CONNECT: Duration = Duration::from_secs(5);
/// After a failed try the next callers are told at once, for so long.
const PAUSE: Duration = Duration::from_millis(250);

/// A connection that is made when it is needed.
#[derive(Clone)]
pub(super) struct Link {
    config: Arc<Config>,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    client: Option<Arc<Client>>,
    failed: Option<(Instant, String)>,
}

impl Link {
    pub(super) fn new(config: Arc<Config>) -> Self {
        Link { config, state: Arc::default() }
    }

    /// The connection, made anew if it is gone.
    pub(super) async fn client(&self) -> Result<Arc<Client>, StoreError> {
        let mut state = self.state.lock().await;
        if let Some(client) = state.client.as_ref().filter(|client| !client.is_closed()) {
            return Ok(client.clone());
        }
        if let Some((at, why)) = &state.failed
            && at.elapsed() < PAUSE
        {
            return Err(StoreError::Failed(why.clone()));
        }
        match connect(&self.config).await {
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

/// A fresh connection whose traffic runs by itself.
pub(super) async fn connect(config: &Config) -> Result<Client, StoreError> {
    let (client, connection) = dial(config).await?;
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a connection to the database ended");
        }
    });
    set_up(&client).await?;
    Ok(client)
}

type Connection =
    tokio_postgres::Connection<tokio_postgres::Socket, tokio_postgres::tls::NoTlsStream>;

/// A fresh connection, and its traffic.
pub(super) async fn dial(config: &Config) -> Result<(Client, Connection), StoreError> {
    let late = || StoreError::Failed("the database does not answer".to_owned());
    let dialled = tokio::time::timeout(CONNECT, config.connect(NoTls)).await;
    Ok(dialled.map_err(|_| late())??)
}

/// What every connection is told first. A statement that hangs must not hold a table for ever.
pub(super) async fn set_up(client: &Client) -> Result<(), StoreError> {
    let settings = "SET search_path TO parlour; SET statement_timeout TO '10s'; \
                    SET idle_in_transaction_session_timeout TO '10s'";
    Ok(client.batch_execute(settings).await?)
}
