//! The server as one [`Router`], and the process around it.

use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get};
use parlour_table::Table;
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;

use crate::config::{Config, DEFAULT_PORT};
use crate::error::Error;
use crate::hub::{Hub, closed};
use crate::in_play::InPlay;
use crate::limits::Limiter;
use crate::quotas::{Quotas, Share, Slot};
use crate::reports::Reports;
use crate::security::Network;
#[cfg(unix)]
use crate::service::Manager;
use crate::store::{PostgresStore, SqliteStore, Store};
use crate::studies::Studies;
use crate::visitor::CookieKey;
use crate::{listen, routes, secret, security, upkeep};

/// How long a server that stops waits for calls under way.
const SHUTDOWN_OF_CALLS: Duration = Duration::from_secs(5);
/// How long it waits for heavy work, which was told to end before.
const SHUTDOWN_OF_WORK: Duration = Duration::from_millis(500);
/// How long it waits for open pages to go.
const SHUTDOWN_OF_SOCKETS: Duration = Duration::from_secs(1);

/// Everything that a call can reach. Cheap to clone.
#[derive(Clone, Debug)]
pub struct App {
    pub(crate) config: Arc<Config>,
    pub(crate) hub: Arc<Hub>,
    pub(crate) limiter: Arc<Limiter>,
    /// Signs visitors' cookies.
    pub(crate) cookie_key: Arc<CookieKey>,
    pub(crate) sockets: Arc<Quotas>,
    /// Analyses under way, and those that wait for their turn.
    pub(crate) analyses: Arc<Quotas>,
    /// The reports that are being made.
    pub(crate) reports: Arc<Reports>,
    /// What people play now.
    pub(crate) in_play: Arc<InPlay>,
    /// Studies that somebody has open.
    pub(crate) studies: Arc<Studies>,
    /// Memory of tables and studies that sockets and replays keep in use, in kilobytes.
    pub(crate) table_memory: Arc<Quotas>,
}

impl App {
    /// An application over this store.
    pub async fn new(config: Config, store: Arc<dyn Store>) -> Result<Self, Error> {
        let cookie_key = store.secret("cookie-key", &secret::random_secret()).await?;
        let hub = Hub::start(&config, store).await?;
        Ok(App {
            cookie_key: Arc::new(CookieKey(cookie_key)),
            limiter: hub.limiter.clone(),
            analyses: Arc::default(),
            reports: Arc::default(),
            studies: Arc::default(),
            in_play: Arc::default(),
            sockets: Arc::new(Quotas::shown(&crate::metrics::SOCKETS)),
            table_memory: Arc::new(Quotas::shown(&crate::metrics::TABLE_KILOBYTES_IN_USE)),
            hub,
            config: Arc::new(config),
        })
    }

    /// All that it answers.
    pub fn router(&self) -> Router {
        let missing = || async { Error::NotFound("address") };
        let api = Router::new()
            .nest("/api/v1", routes::api())
            .route("/api", any(missing))
            .route("/api/{*rest}", any(missing))
            .layer(DefaultBodyLimit::max(self.config.limits.max_body))
            .layer(from_fn_with_state(self.clone(), security::guard));
        Router::new()
            .merge(api)
            .route("/healthz", get(routes::health))
            .route("/metrics", get(routes::metrics))
            .route("/licences", get(routes::licences))
            .fallback_service(routes::page::pages().with_state(self.clone()))
            .layer(CatchPanicLayer::custom(routes::panicked))
            .layer(from_fn_with_state(self.clone(), security::check_host_and_headers))
            .with_state(self.clone())
    }

    /// Keeps a table of a network in memory while the slot is held.
    pub(crate) fn keep_in_memory(&self, network: Network, table: &Table) -> Result<Slot, Error> {
        self.keep_bytes(network, table.bytes())
    }

    /// Keeps this number of bytes in memory for a network while the slot is held.
    pub(crate) fn keep_bytes(&self, network: Network, bytes: usize) -> Result<Slot, Error> {
        let kilobytes = bytes / 1024 + 1;
        let shares = Share::of_network(network, self.config.limits.kilobytes_of_address);
        let slot = self.table_memory.enter_with(kilobytes, usize::MAX, shares);
        slot.ok_or(Error::TooFast(10))
    }

    /// The number of tables in memory, and about how many bytes they take.
    pub fn tables_in_memory(&self) -> (usize, usize) {
        self.hub.cached()
    }

    /// Whether computer players wait for a thread.
    pub fn searches_wait(&self) -> bool {
        self.hub.pool.busy()
    }

    /// Tells all pages to come back later, ends all thinking, and writes what is on its way.
    pub async fn close(&self) {
        self.reports.close();
        self.hub.close();
        // Sockets say goodbye by themselves.
        let until = tokio::time::Instant::now() + SHUTDOWN_OF_SOCKETS;
        while self.sockets.count() > 0 && tokio::time::Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        // The time from here on is on nobody's clock.
        if let Err(error) = self.hub.heartbeat().await {
            error.note();
        }
        self.hub.store.close().await;
    }
}

/// Why a server cannot run.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Failed(String);

impl Failed {
    pub(crate) fn new(why: String) -> Self {
        Failed(why)
    }
}

/// A server that listens and has its tables at hand, but does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    app: App,
}

impl Server {
    /// Binds the address, opens the database, starts the computer players.
    pub async fn bind(mut config: Config) -> Result<Server, Failed> {
        listen::fit_to_open_files(&mut config.limits);
        let bind = config.bind;
        let listener = TcpListener::bind(bind).await.map_err(|error| cannot_bind(bind, &error))?;
        let store = open(&config).await?;
        tracing::info!(address = %listener.local_addr().unwrap_or(bind), "open");
        let app = App::new(config, store).await;
        let app = app.map_err(|error| Failed(format!("cannot start: {error:?}")))?;
        Ok(Server { listener, app })
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// The application.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Answers until `end` comes, then closes in good order.
    pub async fn run(self, end: impl Future<Output = ()> + Send + 'static) -> Result<(), Failed> {
        let app = self.app.clone();
        let ended = async move {
            end.await;
            tracing::info!("closing");
            app.hub.close();
        };
        let config = &self.app.config;
        let (limits, proxy) = (config.limits, config.behind_proxy);
        let serve = listen::serve(self.listener, self.app.router(), limits, proxy, ended);
        let mut closing = self.app.hub.closing();
        let deadline = async move {
            closed(&mut closing).await;
            tokio::time::sleep(SHUTDOWN_OF_CALLS).await;
        };
        tokio::select! {
            () = serve => {}
            () = deadline => tracing::warn!("some calls did not end in time"),
        }
        self.app.close().await;
        Ok(())
    }
}

/// The store that the host chose. The address of a database may hold a password: it is not logged.
async fn open(config: &Config) -> Result<Arc<dyn Store>, Failed> {
    if let Some(address) = &config.database {
        let store = PostgresStore::open(address).await;
        let store = store.map_err(|error| Failed(format!("cannot open the database: {error}")))?;
        tracing::info!("tables are kept in PostgreSQL");
        return Ok(Arc::new(store));
    }
    let data = &config.data;
    let file = upkeep::file_in(data)?;
    let store = SqliteStore::open(&file).await;
    let store =
        store.map_err(|error| Failed(format!("cannot open {}: {error}", file.display())))?;
    tracing::info!(data = %data.display(), "tables are kept in a file");
    Ok(Arc::new(store))
}

fn cannot_bind(bind: SocketAddr, error: &io::Error) -> Failed {
    let port = bind.port();
    Failed(match error.kind() {
        io::ErrorKind::AddrInUse => format!(
            "port {port} is in use, perhaps by another Parlour; \
             open http://{bind}/ or choose another with --port (0 takes any free one)"
        ),
        io::ErrorKind::PermissionDenied => format!(
            "may not listen on port {port}; choose one above 1023 with --port, such as {DEFAULT_PORT}"
        ),
        io::ErrorKind::AddrNotAvailable => {
            format!("this computer has no address {}; choose another with --host", bind.ip())
        }
        _ => format!("cannot listen on {bind}: {error}"),
    })
}

/// Runs a server until the process is asked to end; `announce` gets the address to open.
pub fn serve(config: Config, announce: impl FnOnce(&str)) -> Result<(), Failed> {
    on_threads(serve_here(config, announce))
}

/// Runs a server on threads of its own. Work that does not end keeps no process from ending: what had to be
/// stored is stored by now.
fn on_threads(serve: impl Future<Output = Result<(), Failed>>) -> Result<(), Failed> {
    let runtime = tokio::runtime::Runtime::new();
    let runtime = runtime.map_err(|error| Failed(format!("cannot start threads: {error}")))?;
    let served = runtime.block_on(serve);
    runtime.shutdown_timeout(SHUTDOWN_OF_WORK);
    served
}

async fn serve_here(config: Config, announce: impl FnOnce(&str)) -> Result<(), Failed> {
    // Heard from the beginning: a caller who knows the address may end it in good order.
    let end = shutdown_signal();
    let server = Server::bind(config).await?;
    let address = server.address().map_err(|error| Failed(error.to_string()))?;
    announce(&format!("http://{}/", reachable(address)));
    #[cfg(unix)]
    let end = tell_the_manager(server.app(), end);
    server.run(end).await
}

/// Tells the service manager, if there is one, that the server is open and how it is, and that it
/// closes when `end` comes.
#[cfg(unix)]
fn tell_the_manager(
    app: &App,
    end: impl Future<Output = ()> + Send + 'static,
) -> impl Future<Output = ()> + Send + 'static {
    let manager = Manager::of_this_process().map(Arc::new);
    if let Some(manager) = &manager {
        manager.tell("READY=1\nSTATUS=Open");
        tokio::spawn(manager.clone().keep_telling(app.clone()));
    }
    async move {
        end.await;
        if let Some(manager) = manager {
            manager.tell("STOPPING=1\nSTATUS=Closing");
        }
    }
}

/// An address that a browser can open: where a server listens to all, one of this computer's.
fn reachable(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    let ip = listen::lan_address().unwrap_or(Ipv4Addr::LOCALHOST.into());
    SocketAddr::new(ip, address.port())
}

/// Comes when the process is asked to end, also if that was before anybody waited for it.
#[cfg(unix)]
fn shutdown_signal() -> impl Future<Output = ()> + Send + 'static {
    use tokio::signal::unix::{SignalKind, signal};
    let (interrupt, terminate) = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()));
    async move {
        match (interrupt, terminate) {
            (Ok(mut interrupt), Ok(mut terminate)) => tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            },
            _ => std::future::pending().await,
        }
    }
}

/// Comes when the process is asked to end.
#[cfg(not(unix))]
fn shutdown_signal() -> impl Future<Output = ()> + Send + 'static {
    async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

#[cfg(test)]
mod tests;
