//! The page, out of the binary.

use std::net::SocketAddr;

use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};

use super::embedded::{self, Embedded};
use crate::app::App;
use crate::security::{Caller, give_cookie};
use crate::visitor::Visitor;

/// The files of the page; the build script puts them there.
static FILES: &[Embedded] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Every address that is not the API's.
pub(crate) fn pages() -> Router<App> {
    Router::new().fallback(page)
}

async fn page(State(app): State<App>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    match embedded::find(FILES, path).filter(|_| path != "index.html") {
        Some(file) => {
            // Names in here change with what is in the file.
            let lasting = path.starts_with("assets/");
            let cache = if lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
            answer(path, file, request.headers(), cache)
        }
        // A missing file is missing; any other address is one of the page's own.
        None if path.rsplit('/').next().is_some_and(|name| name.contains('.'))
            && path != "index.html" =>
        {
            (StatusCode::NOT_FOUND, "There is no such file.\n").into_response()
        }
        None => index(&app, &request),
    }
}

/// The page itself. It makes a newcomer a visitor before the first call, so that calls made at
/// the same time are all theirs.
fn index(app: &App, request: &Request) -> Response {
    let Some(file) = embedded::find(FILES, "index.html") else {
        return (StatusCode::NOT_FOUND, "The page is not in this build.\n").into_response();
    };
    let mut response = answer("index.html", file, request.headers(), "no-cache");
    if Visitor::from_headers(request.headers()).is_none() {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0);
        let caller = Caller::of(&app.config, peer, request.headers());
        give_cookie(response.headers_mut(), &Visitor::new(), caller.secure);
    }
    response
}

fn answer(path: &str, file: &Embedded, asked: &HeaderMap, cache: &'static str) -> Response {
    // Weak, for the same file may travel compressed.
    let tag = format!("W/\"{}\"", file.tag);
    let known = asked.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let fresh = known.is_some_and(|known| known.split(',').any(|each| each.trim() == tag));
    let packed = takes_gzip(asked).then(|| embedded::find(FILES, &format!("{path}.gz"))).flatten();
    let mut response = match fresh {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => packed.unwrap_or(file).bytes.into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if packed.is_some() && !fresh {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(path)));
    response
}

/// Whether whoever asks can unpack a file that is kept packed beside itself.
fn takes_gzip(asked: &HeaderMap) -> bool {
    let taken = asked.get_all(header::ACCEPT_ENCODING).iter().filter_map(|list| list.to_str().ok());
    taken.flat_map(|list| list.split(',')).any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        let none = weight.trim().trim_start_matches("q=").trim_matches(['0', '.']).is_empty();
        name.trim().eq_ignore_ascii_case("gzip") && !(weight.contains("q=") && none)
    })
}

/// What is in a file, by its name.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_files_are_for_those_who_can_unpack_them() {
        let takes = |list: &'static str| {
            let value = HeaderValue::from_static(list);
            takes_gzip(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, value)]))
        };
        assert!(takes("gzip") && takes("br, GZIP;q=0.5") && takes("deflate, gzip, zstd"));
        assert!(!takes("") && !takes("br") && !takes("gzip;q=0") && !takes("br, gzip; q=0.0"));
        assert!(!takes_gzip(&HeaderMap::new()));
    }
}
