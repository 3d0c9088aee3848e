//! The link of a table, and the calls that a page of it makes.

use std::io::{ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use parlour_console::failure::Failure;

use super::stream::{self, Stream};

/// How long a server may take to answer.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// No answer is longer than this.
const LONGEST: u64 = 64 << 20;

/// The link of a table: `http://host:port/t/ID?invitation=TOKEN`, or the same with `https`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// Whether the connection is inside TLS.
    pub(crate) secure: bool,
    /// Host and port.
    pub(crate) host: String,
    pub(crate) table: String,
    pub(crate) invitation: Option<String>,
}

impl Link {
    /// The link that a text gives.
    ///
    /// # Errors
    /// With what is wrong with it.
    pub(crate) fn read(text: &str) -> Result<Link, Failure> {
        let example = "such as http://localhost:7777/t/ID";
        let wrong = || Failure::usage(format!("'{text}' is no link of a table, {example}"));
        let secure = text.starts_with("https://");
        #[cfg(not(feature = "https"))]
        if secure {
            return Err(Failure::usage(stream::NO_HTTPS));
        }
        let scheme = if secure { "https://" } else { "http://" };
        let rest = text.strip_prefix(scheme).unwrap_or(text);
        let (host, path) = rest.split_once("/t/").ok_or_else(wrong)?;
        let (table, query) = path.split_once('?').unwrap_or((path, ""));
        let table = table.trim_end_matches('/');
        if host.is_empty() || parlour_table::setup::table_id(table).is_none() {
            return Err(wrong());
        }
        let mut pairs = query.split('#').next().unwrap_or_default().split('&');
        let invitation = pairs.find_map(|pair| pair.strip_prefix("invitation="));
        let has_port = host.contains(':') && !host.ends_with(']');
        let port = match (has_port, secure) {
            (true, _) => "",
            (false, true) => ":443",
            (false, false) => ":80",
        };
        Ok(Link {
            secure,
            host: format!("{host}{port}"),
            table: table.to_owned(),
            invitation: invitation.map(str::to_owned),
        })
    }

    /// The server's name without its port.
    fn name(&self) -> &str {
        let name = self.host.rsplit_once(':').map_or(self.host.as_str(), |(name, _)| name);
        name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name)
    }

    /// What a call gives as `Host`: without the port that everybody expects.
    pub(crate) fn authority(&self) -> &str {
        let usual = if self.secure { ":443" } else { ":80" };
        self.host.strip_suffix(usual).unwrap_or(&self.host)
    }

    /// A connection to the server, and the same below the encryption.
    pub(super) fn connect(&self) -> Result<(Box<dyn Stream>, TcpStream), Failure> {
        let tcp = self.connect_tcp().map_err(|error| self.unreachable(error))?;
        let below = tcp.try_clone()?;
        let stream = if self.secure { stream::secure(self.name(), tcp)? } else { Box::new(tcp) };
        Ok((stream, below))
    }

    fn unreachable(&self, why: std::io::Error) -> Failure {
        Failure::runtime(format!("Cannot reach {}: {why}.", self.host))
    }

    fn connect_tcp(&self) -> std::io::Result<TcpStream> {
        let mut last = std::io::Error::other("it has no address");
        for address in self.host.to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, CONNECT_TIMEOUT) {
                Ok(stream) => {
                    stream.set_read_timeout(Some(CONNECT_TIMEOUT))?;
                    stream.set_nodelay(true)?;
                    return Ok(stream);
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// A call under the table's address: its status, the cookie that it sets, and its body.
    pub(crate) fn call(
        &self,
        method: &str,
        path: &str,
        cookie: Option<&str>,
        body: &str,
    ) -> Result<Answer, Failure> {
        let cookie = cookie.map_or_else(String::new, |cookie| format!("Cookie: {cookie}\r\n"));
        // Version 1.0: the answer comes in one piece, and its end is the connection's.
        let head = format!(
            "{method} /api/v1/{path} HTTP/1.0\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n{cookie}\r\n{body}",
            self.authority(),
            body.len()
        );
        let (mut stream, _) = self.connect()?;
        stream.write_all(head.as_bytes()).map_err(|error| self.unreachable(error))?;
        let mut bytes = Vec::new();
        match stream.take(LONGEST).read_to_end(&mut bytes) {
            // Some servers end a TLS connection without saying so. A cut answer cannot be read below.
            Err(error) if self.secure && error.kind() == ErrorKind::UnexpectedEof => {}
            read => drop(read.map_err(|error| self.unreachable(error))?),
        }
        let text = String::from_utf8_lossy(&bytes);
        let no_end = || Failure::runtime("The server's answer has no end.");
        let (head, body) = text.split_once("\r\n\r\n").ok_or_else(no_end)?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let cookie = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            let set = name.eq_ignore_ascii_case("set-cookie");
            set.then(|| value.trim().split(';').next().unwrap_or_default().to_owned())
        });
        Ok(Answer { status, cookie, body: body.to_owned() })
    }
}

/// What a server answers.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) cookie: Option<String>,
    pub(crate) body: String,
}

impl Answer {
    /// The body, if the call was carried out; else why not.
    pub(crate) fn ok(self) -> Result<String, Failure> {
        if (200..300).contains(&self.status) {
            return Ok(self.body);
        }
        let failure = serde_json::from_str::<parlour_wire::api::Failure>(&self.body);
        let status = format!("The server answers {}.", self.status);
        Err(Failure::Runtime(failure.map_or(status, |why| why.message)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_names_a_server_a_table_and_an_invitation() {
        let id = "Ab3dEf6hIj9lMn2pQr5tUv";
        let full = format!("http://10.0.0.7:7777/t/{id}?invitation=x_Y-1#top");
        let link = Link::read(&full).expect("a link");
        assert_eq!((link.host.as_str(), link.table.as_str()), ("10.0.0.7:7777", id));
        assert_eq!(link.invitation.as_deref(), Some("x_Y-1"));
        let short = Link::read(&format!("example.org/t/{id}")).expect("a link");
        assert_eq!((short.host.as_str(), short.invitation), ("example.org:80", None));
        assert!(Link::read("http://10.0.0.7/t/short").is_err());
    }

    #[test]
    fn a_link_with_https_is_read_or_answered_with_what_to_do() {
        let text = "https://example.org/t/Ab3dEf6hIj9lMn2pQr5tUv";
        match (cfg!(feature = "https"), Link::read(text)) {
            (true, link) => {
                let link = link.expect("a link");
                assert_eq!((link.host.as_str(), link.name()), ("example.org:443", "example.org"));
                assert_eq!((link.secure, link.authority()), (true, "example.org"));
            }
            (false, link) => {
                assert!(link.is_err_and(|why| why.to_string().contains("--features https")))
            }
        }
    }
}
