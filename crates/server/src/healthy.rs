//! Asks a running server whether it can serve: for containers and service managers.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use parlour_wire::api::Failure;

use crate::app::Failed;

/// The server answers within four seconds whether it is well.
const PATIENCE: Duration = Duration::from_secs(6);
/// An answer is a few words; no more than this is read.
const LONGEST: u64 = 16 * 1024;

/// Whether the server that listens at `bind` can serve; otherwise what is wrong with it. Gives the
/// address that was asked.
pub fn healthy(bind: SocketAddr) -> Result<SocketAddr, Failed> {
    let address = SocketAddr::new(own(bind.ip()), bind.port());
    let answer = ask(address).map_err(|error| Failed::new(silence(address, &error)))?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.split(' ').next());
    match status {
        Some("200") if body.trim() == "ok" => Ok(address),
        Some("200") => {
            Err(Failed::new(format!("something else than Parlour answers at {address}")))
        }
        Some(status) => {
            let said = serde_json::from_str::<Failure>(body).map(|failure| failure.message);
            let said = said.unwrap_or_else(|_| body.trim().chars().take(200).collect());
            Err(Failed::new(format!("the server at {address} cannot serve ({status}): {said}")))
        }
        None => Err(Failed::new(format!("what answers at {address} is no web server"))),
    }
}

/// A server that listens to all addresses listens to this computer's own.
fn own(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(any) if any.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(any) if any.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        other => other,
    }
}

fn ask(address: SocketAddr) -> io::Result<String> {
    let until = Instant::now() + PATIENCE;
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let call = format!("GET /healthz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(call.as_bytes())?;
    let (mut answer, mut part) = (Vec::new(), [0; 1024]);
    // A server that sends a byte now and then is no healthier than a silent one.
    while (answer.len() as u64) < LONGEST {
        let left = until.saturating_duration_since(Instant::now());
        stream.set_read_timeout(Some(left.max(Duration::from_millis(1))))?;
        match stream.read(&mut part)? {
            0 => break,
            _ if left.is_zero() => return Err(ErrorKind::TimedOut.into()),
            count => answer.extend_from_slice(&part[..count]),
        }
    }
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

fn silence(address: SocketAddr, error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::ConnectionRefused => format!(
            "no server listens at {address}; if yours listens elsewhere, say so with --host and --port, \
             or by PARLOUR_HOST and PARLOUR_PORT as for serve"
        ),
        ErrorKind::TimedOut | ErrorKind::WouldBlock => {
            format!("the server at {address} does not answer within {} s", PATIENCE.as_secs())
        }
        _ => format!("the server at {address} cannot be asked: {error}"),
    }
}
