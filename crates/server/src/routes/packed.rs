//! Answers that browsers keep: with a tag to ask again by, and compressed for those who can unpack.

use std::io::Write;

use axum::body::Bytes;
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use parlour_table::hash::{digest, hex};

/// A text with its tag, as it is and compressed.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    pub(crate) kind: &'static str,
    pub(crate) tag: String,
    pub(crate) plain: Bytes,
    /// `None` where compressing gains nothing.
    pub(crate) gzip: Option<Bytes>,
}

impl Packed {
    /// Compresses a text that was made while the server runs.
    pub(crate) fn new(kind: &'static str, text: String) -> Self {
        let tag = tag(&hex(&digest(&[&text])[..12]));
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        let gzip = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
        let gzip = gzip.ok().filter(|packed| packed.len() < text.len()).map(Bytes::from);
        Packed { kind, tag, plain: Bytes::from(text), gzip }
    }

    /// The answer to a request with these headers.
    pub(crate) fn answer(self, asked: &HeaderMap, cache: &'static str) -> Response {
        let known = asked.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
        let fresh = known.is_some_and(|known| known.split(',').any(|each| each.trim() == self.tag));
        let gzip = self.gzip.filter(|_| !fresh && takes_gzip(asked));
        let packed = gzip.is_some();
        let mut response = if fresh {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            gzip.unwrap_or(self.plain).into_response()
        };
        let headers = response.headers_mut();
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if packed {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
        if let Ok(tag) = HeaderValue::from_str(&self.tag) {
            headers.insert(header::ETAG, tag);
        }
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        response
    }
}

/// A tag out of a hash. Weak, for the same text may travel compressed.
pub(crate) fn tag(hash: &str) -> String {
    format!("W/\"{hash}\"")
}

/// Whether the client can unpack a compressed answer.
fn takes_gzip(asked: &HeaderMap) -> bool {
    let taken = asked.get_all(header::ACCEPT_ENCODING).iter().filter_map(|list| list.to_str().ok());
    taken.flat_map(|list| list.split(',')).any(|one| {
        let (name, weight) = one.split_once(';').unwrap_or((one, ""));
        let none = weight.trim().trim_start_matches("q=").trim_matches(['0', '.']).is_empty();
        name.trim().eq_ignore_ascii_case("gzip") && !(weight.contains("q=") && none)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressed_answers_are_for_those_who_can_unpack_them() {
        let takes = |list: &'static str| {
            let value = HeaderValue::from_static(list);
            takes_gzip(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, value)]))
        };
        assert!(takes("gzip") && takes("br, GZIP;q=0.5") && takes("deflate, gzip, zstd"));
        assert!(!takes("") && !takes("br") && !takes("gzip;q=0") && !takes("br, gzip; q=0.0"));
        assert!(!takes_gzip(&HeaderMap::new()));
    }
}
