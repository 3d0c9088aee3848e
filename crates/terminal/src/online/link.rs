//! The link of a table, and the calls that a page of it makes.

use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// No answer is longer than this.
const LONGEST: u64 = 64 << 20;

/// The link of a table: `http://host:port/t/ID?invitation=TOKEN`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
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
    pub(crate) fn read(text: &str) -> Result<Link, String> {
        if text.starts_with("https://") {
            return Err(
                "a link with https: is for browsers; on the server's own computer or network use \
                        its http: address"
                    .to_owned(),
            );
        }
        let wrong =
            || format!("'{text}' is no link of a table, such as http://localhost:8080/t/ID");
        let rest = text.strip_prefix("http://").unwrap_or(text);
        let (host, path) = rest.split_once("/t/").ok_or_else(wrong)?;
        let (table, query) = path.split_once('?').unwrap_or((path, ""));
        let table = table.trim_end_matches('/');
        if host.is_empty() || parlour_table::setup::table_id(table).is_none() {
            return Err(wrong());
        }
        let mut pairs = query.split('#').next().unwrap_or_default().split('&');
        let invitation = pairs.find_map(|pair| pair.strip_prefix("invitation="));
        let port = if host.ends_with(']') || !host.contains(':') { ":80" } else { "" };
        Ok(Link {
            host: format!("{host}{port}"),
            table: table.to_owned(),
            invitation: invitation.map(str::to_owned),
        })
    }

    /// A connection to the server.
    pub(crate) fn connect(&self) -> Result<TcpStream, String> {
        let failed = |error: std::io::Error| format!("Cannot reach {}: {error}.", self.host);
        let addresses = self.host.to_socket_addrs().map_err(failed)?;
        let mut last = format!("Cannot reach {}: it has no address.", self.host);
        for address in addresses {
            match TcpStream::connect_timeout(&address, PATIENCE) {
                Ok(stream) => {
                    stream.set_read_timeout(Some(PATIENCE)).map_err(failed)?;
                    stream.set_nodelay(true).map_err(failed)?;
                    return Ok(stream);
                }
                Err(error) => last = failed(error),
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
    ) -> Result<Answer, String> {
        let failed = |error: std::io::Error| format!("Cannot reach {}: {error}.", self.host);
        let cookie = cookie.map_or_else(String::new, |cookie| format!("Cookie: {cookie}\r\n"));
        // Version 1.0: the answer comes in one piece, and its end is the connection's.
        let head = format!(
            "{method} /api/v1/{path} HTTP/1.0\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n{cookie}\r\n{body}",
            self.host,
            body.len()
        );
        let mut stream = self.connect()?;
        stream.write_all(head.as_bytes()).map_err(failed)?;
        let mut bytes = Vec::new();
        stream.take(LONGEST).read_to_end(&mut bytes).map_err(failed)?;
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n").ok_or("The server's answer has no end.")?;
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
    /// The body, if the call was obeyed; else why not.
    pub(crate) fn ok(self) -> Result<String, String> {
        if (200..300).contains(&self.status) {
            return Ok(self.body);
        }
        let failure = serde_json::from_str::<parlour_wire::api::Failure>(&self.body);
        let status = self.status;
        Err(failure.map_or_else(|_| format!("The server answers {status}."), |why| why.message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_names_a_server_a_table_and_an_invitation() {
        let id = "Ab3dEf6hIj9lMn2pQr5tUv";
        let full = format!("http://10.0.0.7:8080/t/{id}?invitation=x_Y-1#top");
        let link = Link::read(&full).expect("a link");
        assert_eq!((link.host.as_str(), link.table.as_str()), ("10.0.0.7:8080", id));
        assert_eq!(link.invitation.as_deref(), Some("x_Y-1"));
        let short = Link::read(&format!("example.org/t/{id}")).expect("a link");
        assert_eq!((short.host.as_str(), short.invitation), ("example.org:80", None));
        assert!(Link::read("http://10.0.0.7/t/short").is_err());
        assert!(
            Link::read(&format!("https://example.org/t/{id}")).is_err_and(|e| e.contains("http:"))
        );
    }
}
