//! The way to the database: its address, and whether what passes is encrypted.

use std::path::PathBuf;
use std::time::Duration;

use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::{AsyncMessage, Client, Config, NoTls};

use crate::store::StoreError;

/// A connection to the database counts as lost when nothing has come over it for about this time.
const SILENCE: Duration = Duration::from_secs(30);

/// How much the address asks of the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trust {
    /// Nothing: as PostgreSQL's own programs do, encrypted if the database offers it.
    Prefer,
    /// `require`: encrypted, whoever the other side is. It keeps listeners out, but nobody who takes
    /// the database's place.
    Encrypted,
    /// `verify-full`: by a certificate for this name from these roots; `None`: the system's.
    Verified(Option<PathBuf>),
}

/// How the database is reached.
pub(super) struct Way {
    config: Config,
    #[cfg(feature = "tls")]
    tls: super::tls::Tls,
}

/// The traffic of a connection, encrypted or not.
pub(super) type Connection = Box<dyn Traffic>;

/// What a connection does: it runs, and says what came.
pub(super) trait Traffic: Send + Unpin {
    fn poll_message(
        &mut self,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<AsyncMessage, tokio_postgres::Error>>>;
}

impl<S, T> Traffic for tokio_postgres::Connection<S, T>
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send,
    T: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send,
{
    fn poll_message(
        &mut self,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<AsyncMessage, tokio_postgres::Error>>> {
        tokio_postgres::Connection::poll_message(self, context)
    }
}

impl Way {
    /// Reads a `postgres://` address, or `host=… user=…`.
    pub(super) fn parse(address: &str) -> Result<Way, StoreError> {
        let (rest, trust) = split(address)?;
        let wrong = |error: tokio_postgres::Error| {
            StoreError::Failed(format!("that is no address of a database ({error})"))
        };
        let mut config: Config = rest.parse().map_err(wrong)?;
        if trust != Trust::Prefer {
            config.ssl_mode(SslMode::Require);
        }
        config.application_name("parlour");
        // A way that is cut without a word is noticed, whether or not anything is under way.
        config.tcp_user_timeout(SILENCE).keepalives_idle(SILENCE);
        config.keepalives_interval(SILENCE / 3).keepalives_retries(3);
        Way::with(config, &trust)
    }

    #[cfg(feature = "tls")]
    fn with(config: Config, trust: &Trust) -> Result<Way, StoreError> {
        Ok(Way { config, tls: super::tls::Tls::new(trust)? })
    }

    #[cfg(not(feature = "tls"))]
    fn with(config: Config, trust: &Trust) -> Result<Way, StoreError> {
        match trust {
            Trust::Prefer => Ok(Way { config }),
            _ => Err(StoreError::Failed(
                "its address asks for an encrypted connection, and this program was built without: \
                 build it with --features https, or take a released one"
                    .to_owned(),
            )),
        }
    }

    /// A fresh connection, and its traffic.
    pub(super) async fn dial(&self) -> Result<(Client, Connection), tokio_postgres::Error> {
        #[cfg(feature = "tls")]
        if self.config.get_ssl_mode() != SslMode::Disable {
            let (client, connection) = self.config.connect(self.tls.clone()).await?;
            return Ok((client, Box::new(connection)));
        }
        let (client, connection) = self.config.connect(NoTls).await?;
        Ok((client, Box::new(connection)))
    }
}

/// Takes out what the database library does not read: the levels of trust, and the file with roots.
fn split(address: &str) -> Result<(String, Trust), StoreError> {
    let wrong = |why: String| Err(StoreError::Failed(why));
    let url = address.contains("://");
    let (head, settings) = match (url, address.split_once('?')) {
        (true, Some((head, settings))) => (head, settings),
        (true, None) => (address, ""),
        (false, _) => ("", address),
    };
    let (mut mode, mut root, mut rest) = (None, None, Vec::new());
    let parts: Vec<&str> =
        if url { settings.split('&').collect() } else { settings.split(' ').collect() };
    for part in parts.into_iter().filter(|part| !url || !part.is_empty()) {
        match part.split_once('=') {
            Some(("sslmode", word)) => mode = Some(word.trim_matches('\'').to_owned()),
            Some(("sslrootcert", file)) => root = Some(file.trim_matches('\'').replace("%2F", "/")),
            _ => rest.push(part),
        }
    }
    let trust = match (mode.as_deref(), root) {
        (None | Some("prefer" | "allow" | "disable"), None) => Trust::Prefer,
        (Some("require"), None) => Trust::Encrypted,
        (Some("verify-full"), root) => {
            Trust::Verified(root.filter(|file| file != "system").map(PathBuf::from))
        }
        (Some("verify-ca"), _) => {
            return wrong(
                "sslmode=verify-ca is not known; use verify-full, which checks the name too"
                    .to_owned(),
            );
        }
        (Some(mode), None) => {
            return wrong(format!(
                "sslmode={mode} is not known; use disable, prefer, require or verify-full"
            ));
        }
        (_, Some(_)) => {
            return wrong("sslrootcert is only read with sslmode=verify-full; add that".to_owned());
        }
    };
    if mode.as_deref() == Some("disable") {
        rest.push("sslmode=disable");
    }
    let rest = match (url, rest.is_empty()) {
        (true, true) => head.to_owned(),
        (true, false) => format!("{head}?{}", rest.join("&")),
        (false, _) => rest.join(" "),
    };
    Ok((rest, trust))
}

/// The address of a database without its password.
pub fn masked(address: &str) -> String {
    let parsed =
        split(address).ok().and_then(|(rest, trust)| Some((rest.parse::<Config>().ok()?, trust)));
    let Some((config, trust)) = parsed else {
        return "(an address that cannot be read)".to_owned();
    };
    let hosts = config.get_hosts().iter().enumerate().map(|(at, host)| {
        let name = match host {
            Host::Tcp(name) => name.clone(),
            #[cfg(unix)]
            Host::Unix(folder) => folder.display().to_string(),
        };
        match config.get_ports().get(at).or(config.get_ports().first()) {
            Some(port) => format!("{name}:{port}"),
            None => name,
        }
    });
    let user = config.get_user().map(|user| {
        let password = if config.get_password().is_some() { ":***" } else { "" };
        format!("{user}{password}@")
    });
    let (user, name) = (user.unwrap_or_default(), config.get_dbname().unwrap_or_default());
    let trust = match trust {
        Trust::Prefer => String::new(),
        Trust::Encrypted => "?sslmode=require".to_owned(),
        Trust::Verified(None) => "?sslmode=verify-full".to_owned(),
        Trust::Verified(Some(root)) => {
            format!("?sslmode=verify-full&sslrootcert={}", root.display())
        }
    };
    format!("postgres://{user}{}/{name}{trust}", hosts.collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_password() {
        for (address, shown) in [
            ("postgres://ann:s3cret@db:5433/parlour", "postgres://ann:***@db:5433/parlour"),
            ("postgres://ann@db/parlour", "postgres://ann@db:5432/parlour"),
            ("host=db user=ann password='s3cret'", "postgres://ann:***@db/"),
            ("postgres://db/x?user=ann&password=s3cret", "postgres://ann:***@db:5432/x"),
            (
                "postgres://ann:s3cret@db/x?sslmode=require",
                "postgres://ann:***@db:5432/x?sslmode=require",
            ),
            ("postgres://ann:s3cret@db:port/x", "(an address that cannot be read)"),
        ] {
            assert_eq!(masked(address), shown);
        }
    }

    #[test]
    fn what_an_address_asks_of_the_way_is_read_and_the_rest_is_left() {
        let file = |name: &str| Trust::Verified(Some(name.into()));
        for (address, rest, trust) in [
            ("postgres://a:b@c/d", "postgres://a:b@c/d", Trust::Prefer),
            ("postgres://c/d?sslmode=require", "postgres://c/d", Trust::Encrypted),
            (
                "postgres://c/d?connect_timeout=3&sslmode=verify-full&sslrootcert=/etc/root.pem",
                "postgres://c/d?connect_timeout=3",
                file("/etc/root.pem"),
            ),
            (
                "postgres://c/d?sslrootcert=system&sslmode=verify-full",
                "postgres://c/d",
                Trust::Verified(None),
            ),
            ("postgres://c/d?sslmode=disable", "postgres://c/d?sslmode=disable", Trust::Prefer),
            ("host=c sslmode=require user=a", "host=c user=a", Trust::Encrypted),
            ("host=c password='a  b' user=a", "host=c password='a  b' user=a", Trust::Prefer),
        ] {
            assert_eq!(split(address).expect("good"), (rest.to_owned(), trust), "{address}");
        }
        for (address, words) in [
            ("postgres://c/d?sslmode=verify-ca", "verify-full"),
            ("postgres://c/d?sslmode=always", "require"),
            ("postgres://c/d?sslmode=require&sslrootcert=/x", "verify-full"),
        ] {
            let error = split(address).expect_err("refused").to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
