//! Checks before every call: who calls, from where, how often; and the headers that
//! tell browsers what a page may do.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::Extension;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::config::Config;
use crate::error::Error;
use crate::limits::Kind;
use crate::visitor::Visitor;

/// Where a call comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Caller {
    /// The address; `None` where there is no network, as in tests.
    pub(crate) address: Option<IpAddr>,
    /// Whether it came straight from this computer.
    pub(crate) local: bool,
    /// Whether the browser speaks HTTPS.
    pub(crate) secure: bool,
}

impl Caller {
    /// Reads the connection, and what a trusted proxy says about it.
    pub(crate) fn of(config: &Config, peer: Option<SocketAddr>, headers: &HeaderMap) -> Self {
        let last = |name: &str| {
            let value = headers.get_all(name).iter().next_back()?.to_str().ok()?;
            value.rsplit(',').next().map(|part| part.trim().to_owned())
        };
        let forwarded = last("x-forwarded-for").and_then(|text| text.parse().ok());
        let peer = peer.map(|peer| peer.ip().to_canonical());
        let proxied = ["x-forwarded-for", "forwarded"].iter().any(|h| headers.contains_key(*h));
        let address = if config.behind_proxy { forwarded.or(peer) } else { peer };
        let https = config.behind_proxy && last("x-forwarded-proto").as_deref() == Some("https");
        Caller {
            address,
            local: peer.is_some_and(|peer| peer.is_loopback()) && !proxied,
            secure: config.secure_cookies || https,
        }
    }

    /// For counting.
    pub(crate) fn network(&self) -> Network {
        network(self.address.unwrap_or(IpAddr::from([0, 0, 0, 0])))
    }
}

/// Whom an address counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Network(IpAddr);

/// Whom an address counts for.
pub(crate) fn network(address: IpAddr) -> Network {
    Network(address.to_canonical())
}

impl Network {
    /// The prefix of one customer: an IPv4 address, or the /64 that a home gets of IPv6.
    pub(crate) fn prefix(self) -> String {
        match self.0 {
            IpAddr::V4(v4) => v4.to_string(),
            IpAddr::V6(v6) => ipv6_prefix(v6, 4),
        }
    }

    /// The /48 of a provider's customer, with 2^16 such prefixes; `None` for IPv4.
    pub(crate) fn site(self) -> Option<String> {
        match self.0 {
            IpAddr::V4(_) => None,
            IpAddr::V6(v6) => Some(ipv6_prefix(v6, 3)),
        }
    }

    /// The groups in which it takes turns with others, the widest first.
    pub(crate) fn groups(self) -> Vec<String> {
        self.site().into_iter().chain([self.prefix()]).collect()
    }
}

fn ipv6_prefix(address: Ipv6Addr, segments: usize) -> String {
    let mut kept = [0; 8];
    kept[..segments].copy_from_slice(&address.segments()[..segments]);
    format!("{}/{}", Ipv6Addr::from(kept), 16 * segments)
}

/// A page of another name that its owner turned to this computer's address ("DNS rebinding") is
/// of the same origin to a browser; only the name tells. Names that nobody can register, plain
/// addresses, and those that the host gave are known; a proxy knows its own.
pub(crate) fn check_host(config: &Config, headers: &HeaderMap, uri: &Uri) -> Result<(), Error> {
    let host = headers.get(header::HOST).map(|host| host.to_str().unwrap_or("?"));
    let Some(host) = host.or_else(|| uri.authority().map(|authority| authority.as_str())) else {
        return Ok(());
    };
    if host.len() > LONGEST_HOST {
        return Err(Error::UnknownHost);
    }
    let named = host.parse::<Authority>().map_err(|_| Error::UnknownHost)?;
    let name = named.host().trim_end_matches('.').to_ascii_lowercase();
    let given = |known: &str| known.eq_ignore_ascii_case(&name);
    let known = address_of(&name).is_some()
        || !name.contains('.')
        || UNREGISTERED.iter().any(|top| name.ends_with(top))
        || config.names.iter().any(|known| given(known))
        || config
            .origins
            .iter()
            .filter_map(|o| o.parse::<Uri>().ok()?.host().map(given))
            .any(|g| g)
        || (config.behind_proxy && config.names.is_empty());
    if known { Ok(()) } else { Err(Error::UnknownHost) }
}

/// A name of the Internet has at most 253 characters; a port may follow.
const LONGEST_HOST: usize = 260;

/// Tops of names that no stranger can own.
const UNREGISTERED: [&str; 5] = [".localhost", ".local", ".lan", ".internal", ".home.arpa"];

fn address_of(host: &str) -> Option<IpAddr> {
    let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    bare.parse().ok()
}

/// A page of another site must not act in a visitor's name. Browsers say where a call comes from;
/// programs that are no browsers hold no cookies of others, and need not.
/// Over HTTPS a page without it is of another origin; a server that does not know that a proxy speaks
/// HTTPS for it takes both.
pub(crate) fn check_origin(
    config: &Config,
    secure: bool,
    headers: &HeaderMap,
    uri: &Uri,
) -> Result<(), Error> {
    if headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site") {
        let origin = headers.get(header::ORIGIN).and_then(|o| o.to_str().ok());
        if !origin.is_some_and(|origin| config.origins.iter().any(|known| known == origin)) {
            return Err(Error::ForeignOrigin);
        }
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().map_err(|_| Error::ForeignOrigin)?;
    if config.origins.iter().any(|known| known == origin) {
        return Ok(());
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let host = host.or_else(|| uri.authority().map(|authority| authority.as_str()));
    match (origin.split_once("://"), host) {
        (Some(("https", from)), Some(host)) if from.eq_ignore_ascii_case(host) => Ok(()),
        (Some(("http", from)), Some(host)) if !secure && from.eq_ignore_ascii_case(host) => Ok(()),
        _ => Err(Error::ForeignOrigin),
    }
}

/// Lets a call to the API in: counted, from a page of ours, and with a visitor's name on it.
pub(crate) async fn guard(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    mut request: Request,
    next: Next,
) -> Response {
    if let Err(error) = check_call(&app, caller, &request) {
        return error.into_response();
    }
    let (visitor, known) = identify(&app, request.headers(), caller.secure);
    if known && let Err(error) = app.limiter.visitor(Kind::Call, &visitor.id.0) {
        return error.into_response();
    }
    request.extensions_mut().insert(visitor.clone());
    // A client that sends a body a byte at a time must not stay for ever.
    let answered = tokio::time::timeout(app.config.limits.call_timeout, next.run(request)).await;
    let mut response = answered.unwrap_or_else(|_| Error::TooSlow.into_response());
    let headers = response.headers_mut();
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if !known {
        give_cookie(&app, headers, &visitor, caller.secure);
    }
    response
}

/// Who calls, and whether the browser has a cookie that says so. A cookie that somebody made up is
/// nobody's.
pub(crate) fn identify(app: &App, headers: &HeaderMap, secure: bool) -> (Visitor, bool) {
    match Visitor::from_headers(headers, &app.cookie_key, secure) {
        Some(visitor) => (visitor, true),
        None => (Visitor::new(), false),
    }
}

fn check_call(app: &App, caller: Caller, request: &Request) -> Result<(), Error> {
    crate::metrics::CALLS.increment();
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !reads || request.headers().contains_key(header::UPGRADE) {
        check_origin(&app.config, caller.secure, request.headers(), request.uri())?;
    }
    Ok(())
}

/// Gives a browser the cookie of a visitor.
pub(crate) fn give_cookie(app: &App, headers: &mut HeaderMap, visitor: &Visitor, secure: bool) {
    if let Ok(value) = HeaderValue::from_str(&visitor.cookie(&app.cookie_key, secure)) {
        headers.append(header::SET_COOKIE, value);
    }
}

/// What a page may do: load from here alone, run no inline script, stand in no frame.
const CONTENT_POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Lets in anyone who asks for this server by a name of its own and not too often, says who calls, and puts
/// the headers on every answer.
pub(crate) async fn check_host_and_headers(
    State(app): State<App>,
    mut request: Request,
    next: Next,
) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0);
    let caller = Caller::of(&app.config, peer, request.headers());
    request.extensions_mut().insert(caller);
    let known = check_host(&app.config, request.headers(), request.uri());
    let let_in = known.and_then(|()| app.limiter.address(Kind::Call, caller.network()));
    let mut response = match let_in {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    let fixed: [(HeaderName, &'static str); 6] = [
        (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        let value = HeaderValue::from_static(value);
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(pairs: &[(&'static str, &'static str)]) -> Result<(), Error> {
        let headers: HeaderMap = pairs
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect();
        let config = Config { origins: vec!["https://games.example".into()], ..Config::default() };
        let secure = headers.contains_key("x-secure");
        check_origin(&config, secure, &headers, &Uri::from_static("/"))
    }

    #[test]
    fn only_pages_of_this_host_or_of_named_origins_may_act() {
        assert!(origin(&[("host", "a:7777")]).is_ok());
        assert!(origin(&[("host", "a:7777"), ("origin", "http://a:7777")]).is_ok());
        assert!(origin(&[("host", "a:7777"), ("origin", "https://games.example")]).is_ok());
        assert!(origin(&[("host", "a:7777"), ("origin", "http://b")]).is_err());
        assert!(origin(&[("host", "a:7777"), ("origin", "http://a")]).is_err());
        assert!(origin(&[("host", "a:7777"), ("origin", "null")]).is_err());
        assert!(origin(&[("host", "a"), ("sec-fetch-site", "cross-site")]).is_err());
        let secure = |from| origin(&[("host", "a"), ("x-secure", "1"), ("origin", from)]);
        assert!(secure("https://a").is_ok());
        assert!(secure("http://a").is_err(), "a page that anybody on the way may have changed");
    }

    #[test]
    fn a_proxy_is_believed_only_when_there_is_one() {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", HeaderValue::from_static("9.9.9.9, 8.8.8.8"));
        headers.insert("x-forwarded-proto", HeaderValue::from_static("https"));
        let peer = Some(SocketAddr::from(([127, 0, 0, 1], 1)));
        let plain = Caller::of(&Config::default(), peer, &headers);
        assert_eq!((plain.network().prefix().as_str(), plain.secure), ("127.0.0.1", false));
        assert!(!plain.local, "somebody else's call that was passed on is not local");
        let config = Config { behind_proxy: true, ..Config::default() };
        let proxied = Caller::of(&config, peer, &headers);
        assert_eq!((proxied.network().prefix().as_str(), proxied.secure), ("8.8.8.8", true));
        assert!(Caller::of(&Config::default(), peer, &HeaderMap::new()).local);
    }

    #[test]
    fn a_rebound_name_is_not_ours() {
        let config = Config {
            names: vec!["parlour.example".into()],
            origins: vec!["https://games.example:8443".into()],
            ..Config::default()
        };
        let ask = |config: &Config, host: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static(host));
            check_host(config, &headers, &Uri::from_static("/")).is_ok()
        };
        for host in [
            "127.0.0.1:7777",
            "[::1]:7777",
            "192.168.1.7",
            "localhost:7777",
            "den",
            "den.local",
            "Parlour.Example",
            "games.example",
        ] {
            assert!(ask(&config, host), "{host}");
        }
        for host in ["evil.example:7777", "127.0.0.1.evil.example", "local.evil.example", "a b"] {
            assert!(!ask(&config, host), "{host}");
        }
        let long: &'static str = "a".repeat(300).leak();
        assert!(!ask(&config, long), "no name is that long");
        let proxied = Config { behind_proxy: true, ..Config::default() };
        assert!(ask(&proxied, "anything.example"), "the proxy sees to its own names");
        let strict = Config { behind_proxy: true, ..config };
        assert!(!ask(&strict, "evil.example"), "unless they are given");
    }

    #[test]
    fn ipv6_addresses_count_by_their_64_and_by_their_48_bit_prefix() {
        let of = |text: &str| network(text.parse().expect("an address"));
        let (one, two) = (of("2001:db8:1:2::3"), of("2001:db8:1:2:ffff::9"));
        assert_eq!((one.prefix(), one.site()), (two.prefix(), two.site()));
        let neighbour = of("2001:db8:1:3::3");
        assert_ne!(one.prefix(), neighbour.prefix());
        assert_eq!(one.site(), neighbour.site());
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
    }
}
