//! Connections: silent ones are closed, and no address can take all of them.
//!
//! A connection that became a socket is counted among the sockets instead.

use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::ServiceExt;

use crate::hub::closed;
use crate::limits::Limits;
use crate::logs::ThrottledLog;
use crate::quotas::{Quotas, Share, Slot};
use crate::security::network;

/// The pause after a failed accept: for want of files, say, until some connections end.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);

/// The answer to a connection above the limit.
const REFUSAL: &str = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 10\r\n\
    Content-Type: text/plain; charset=utf-8\r\nContent-Length: 63\r\n\r\n\
    Too many connections are open from here. Try again in a moment.";

/// Answers connections until `end` comes; then those that are open end in good order.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    behind_proxy: bool,
    end: impl Future<Output = ()>,
) {
    let connections = Arc::new(Quotas::default());
    let (ending, ended) = watch::channel(false);
    let (mut failed, mut full) = (ThrottledLog::default(), ThrottledLog::default());
    let mut end = std::pin::pin!(end);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) if concerns_one_connection(&error) => continue,
                Err(error) => {
                    crate::metrics::ACCEPTS_FAILED.increment();
                    failed.log(|| tracing::error!(%error, "cannot take new connections"));
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                    continue;
                }
            },
            () = &mut end => break,
        };
        // Behind a proxy every connection is the proxy's, and only their sum counts.
        let network = (!behind_proxy).then(|| network(peer.ip()));
        let of_address = |network| Share::of_network(network, limits.connections_of_address);
        let shares = network.into_iter().flat_map(of_address);
        let Some(slot) = connections.enter(limits.connections, shares) else {
            crate::metrics::CONNECTIONS_REFUSED.increment();
            full.log(|| tracing::warn!("more connections than the limits allow; some are refused"));
            // As much as fits into the system's buffer: nobody is waited for here.
            let _ = stream.try_write(REFUSAL.as_bytes());
            continue;
        };
        serve_connection(stream, peer, router.clone(), &limits, ended.clone(), slot);
    }
    drop((listener, ended));
    ending.send_replace(true);
    // Every connection holds a receiver until it has ended.
    ending.closed().await;
}

/// Whether only the one connection failed that was just coming in.
fn concerns_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

fn serve_connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    limits: &Limits,
    mut ended: watch::Receiver<bool>,
    slot: Slot,
) {
    // A move is a small message, and somebody waits for it.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "cannot send small messages at once");
    }
    close_when_nothing_is_read(&stream, limits.unread_timeout);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_timeout)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::spawn(async move {
        let mut connection = std::pin::pin!(connection);
        let done = tokio::select! {
            done = connection.as_mut() => done,
            () = closed(&mut ended) => {
                // The call under way is answered, and no other.
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = done {
            tracing::debug!(%error, "a connection ended early");
        }
        drop((slot, ended));
    });
}

/// The system ends a connection whose other side takes nothing for the time `after`, sockets included.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn close_when_nothing_is_read(stream: &TcpStream, after: Duration) {
    let socket = socket2::SockRef::from(stream);
    if let Err(error) = socket.set_tcp_user_timeout(Some(after)) {
        tracing::debug!(%error, "cannot tell the system how long to wait for a reader");
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn close_when_nothing_is_read(_stream: &TcpStream, _after: Duration) {}

/// This computer's address in its network: the one that packets to the outside would leave from.
/// No packet is sent.
pub(crate) fn lan_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
}

/// Makes room for as many open files as the system allows, and fits the limits into what it gives:
/// a connection too many is refused in words, not by the system.
pub(crate) fn fit_to_open_files(limits: &mut Limits) {
    /// For the database, the log, and what else a process opens.
    const RESERVE: usize = 128;
    let files = match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(files) => usize::try_from(files).unwrap_or(usize::MAX),
        Err(error) => {
            tracing::warn!(%error, "cannot ask how many files may be open");
            return;
        }
    };
    let room = files.saturating_sub(RESERVE).max(16);
    if limits.connections + limits.sockets > room {
        limits.connections = limits.connections.min(room / 4);
        limits.sockets = limits.sockets.min(room - limits.connections);
        // However little room there is, it takes four addresses to fill it, unless none is counted.
        let quarter = |most: usize, all: usize| match most {
            usize::MAX => most,
            _ => most.min((all / 4).max(4)),
        };
        limits.connections_of_address = quarter(limits.connections_of_address, limits.connections);
        limits.sockets_of_address = quarter(limits.sockets_of_address, limits.sockets);
        let (connections, sockets) = (limits.connections, limits.sockets);
        tracing::info!(files, connections, sockets, "the limit of open files sets the room");
    }
}
