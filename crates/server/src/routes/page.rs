//! The page, out of the binary.

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router};

use super::embedded::{self, Embedded};
use super::head;
use super::packed::{Packed, tag};
use crate::app::App;
use crate::security::{Caller, give_cookie, identify};

/// The files of the page; the build script puts them there.
static FILES: &[Embedded] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Every address that is not the API's.
pub(crate) fn pages() -> Router<App> {
    Router::new().fallback(page)
}

async fn page(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    request: Request,
) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    match embedded::find(FILES, path).filter(|_| path != "index.html") {
        Some(file) => {
            // Names in here change with what is in the file.
            let lasting = path.starts_with("assets/");
            let cache = if lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
            let mut response = packed(path, file).answer(request.headers(), cache);
            // Pictures of links are shown on other sites' pages.
            if path.starts_with("previews/") {
                let name = HeaderName::from_static("cross-origin-resource-policy");
                response.headers_mut().insert(name, HeaderValue::from_static("cross-origin"));
            }
            response
        }
        // A missing file is missing; any other address is one of the page's own.
        None if path.rsplit('/').next().is_some_and(|name| name.contains('.'))
            && path != "index.html" =>
        {
            (StatusCode::NOT_FOUND, "There is no such file.\n").into_response()
        }
        None => index(&app, caller, request).await,
    }
}

/// The page itself. It makes a newcomer a visitor before the first call, so that calls made at
/// the same time are all theirs.
async fn index(app: &App, caller: Caller, request: Request) -> Response {
    let Some(file) = embedded::find(FILES, "index.html") else {
        return (StatusCode::NOT_FOUND, "The page is not in this build.\n").into_response();
    };
    let (uri, headers) = (request.uri().clone(), request.headers().clone());
    let html = String::from_utf8_lossy(file.bytes);
    let exists = |name: &str| embedded::find(FILES, name).is_some();
    let html = head::complete(&html, app, &caller, &headers, &uri, exists).await;
    let (visitor, known) = identify(app, &headers, caller.secure);
    let more = format!("{}{}", preloads(uri.path()), returning(known));
    let html = html.replacen("</head>", &format!("{more}</head>"), 1);
    // It says who is new: another visitor's copy is of no use, and nobody in between keeps one.
    let mut response = Packed::new(kind("index.html"), html).answer(&headers, "private, no-cache");
    response.headers_mut().append(header::VARY, HeaderValue::from_static("cookie"));
    if !known {
        give_cookie(app, response.headers_mut(), &visitor, caller.secure);
    }
    response
}

/// Somebody who was here before may have running games: the first page waits for them before it
/// shows anything, where it remembers none itself. A newcomer waits for nothing.
fn returning(known: bool) -> &'static str {
    if known { "<meta name=\"parlour-visitor\" content=\"returning\" />" } else { "" }
}

/// A table, an analysis board or a lesson needs the part of the page that shows boards: it comes
/// beside the first part, not after.
fn preloads(path: &str) -> String {
    let shows = ["/t/", "/analyse/", "/learn/"].iter().any(|start| path.starts_with(start));
    let boards = FILES.iter().map(|file| file.name).filter(|_| shows);
    let boards = boards.filter(|name| name.starts_with("assets/boards-"));
    let link = |name: &str| match name.rsplit('.').next()? {
        "js" => Some(format!("<link rel=\"modulepreload\" crossorigin href=\"/{name}\" />")),
        "css" => {
            Some(format!("<link rel=\"preload\" as=\"style\" crossorigin href=\"/{name}\" />"))
        }
        _ => None,
    };
    boards.filter_map(link).collect()
}

/// A file of the page; the build has put it beside itself compressed.
fn packed(path: &str, file: &Embedded) -> Packed {
    let gzip = embedded::find(FILES, &format!("{path}.gz"));
    Packed {
        kind: kind(path),
        tag: tag(file.tag),
        plain: Bytes::from_static(file.bytes),
        gzip: gzip.map(|packed| Bytes::from_static(packed.bytes)),
    }
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
        Some("webp") => "image/webp",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
