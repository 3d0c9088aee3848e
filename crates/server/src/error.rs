//! The one error of every call: a status and a [`Failure`] for the caller. What went wrong inside
//! is logged and not sent.

use std::borrow::Cow;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use parlour_wire::api::Failure;
use parlour_wire::reading;
use serde::de::DeserializeOwned;

use crate::store::StoreError;
use parlour_table::Broken;
use parlour_table::commands::Refusal;

/// Why a call was not done.
#[derive(Debug)]
pub enum Error {
    /// The command cannot be done; its words say why.
    Refused(Refusal),
    /// The message does not have the right form.
    BadRequest(String),
    /// There is no such thing, or it is not for this visitor.
    NotFound(&'static str),
    /// A page of another origin asked.
    ForeignOrigin,
    /// The call is for a name that is not this server's.
    UnknownHost,
    /// The call took too long to come or to be done.
    TooSlow,
    /// Too much in too short a time; try again after this number of seconds.
    TooFast(u64),
    /// The message is too long.
    TooLarge,
    /// Everybody wrote at once; try again.
    Busy,
    /// The store fails; nothing has changed. The text is for the log.
    Unstored(String),
    /// The store was lost half-way; nobody can say whether anything has changed. The text is for
    /// the log.
    Unsure(String),
    /// Work does not end; the text is for the log.
    Stuck(String),
    /// Something failed inside. The text is for the log.
    Internal(String),
}

const FOREIGN_ORIGIN: &str = "This call came from a page of another site.";
const UNKNOWN_HOST: &str = "This server does not go by that name. Its operator can give it one: \
                            parlour serve --name NAME.";
const NO_JSON: &str = "Send the body as JSON, with the header 'Content-Type: application/json'.";
const NO_BODY: &str = "The body did not arrive whole. Send it again.";
const BAD_QUERY: &str = "What stands behind the '?' of the address is not what this call takes: \
                         /api/v1/openapi.json lists it.";
const BUSY: &str = "The table changed at the same moment. Try again.";
const UNSTORED: &str =
    "The server cannot keep anything just now, so nothing has changed. Try again in a moment.";
const UNSURE: &str = "The server lost its database just now, and this may or may not have been \
                      kept. Look before you try again.";
const STUCK: &str = "The server has work that does not end. Its operator has to start it again.";
const INTERNAL: &str = "Something went wrong on the server. It was noted.";

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Error::Refused(refusal)
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict => Error::Busy,
            StoreError::Failed(why) => Error::Unstored(why),
            StoreError::Unknown(why) => Error::Unsure(why),
            other => Error::Internal(other.to_string()),
        }
    }
}

impl From<Broken> for Error {
    fn from(broken: Broken) -> Self {
        Error::Internal(broken.to_string())
    }
}

impl From<BytesRejection> for Error {
    fn from(rejection: BytesRejection) -> Self {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge,
            _ => Error::BadRequest(NO_BODY.to_owned()),
        }
    }
}

impl From<QueryRejection> for Error {
    fn from(_: QueryRejection) -> Self {
        Error::BadRequest(BAD_QUERY.to_owned())
    }
}

impl Error {
    /// The status, a word for programs, and words for people. What failed inside is not in them.
    pub fn answer(&self) -> (StatusCode, Failure) {
        use StatusCode as S;
        let (status, code, message): (_, _, Cow<'_, str>) = match self {
            Error::Refused(refusal) => {
                let status = S::from_u16(refusal.code.status()).expect("a status");
                (status, refusal.code.name(), (&refusal.message).into())
            }
            Error::BadRequest(why) => (S::BAD_REQUEST, "bad-message", why.into()),
            Error::NotFound(what) => {
                (S::NOT_FOUND, "not-found", format!("There is no such {what}.").into())
            }
            Error::ForeignOrigin => (S::FORBIDDEN, "foreign-origin", FOREIGN_ORIGIN.into()),
            Error::UnknownHost => (S::MISDIRECTED_REQUEST, "unknown-host", UNKNOWN_HOST.into()),
            Error::TooSlow => (S::REQUEST_TIMEOUT, "too-slow", "The call took too long.".into()),
            Error::TooFast(seconds) => {
                let message = format!("That was too much at once. Try again in {seconds} s.");
                (S::TOO_MANY_REQUESTS, "too-fast", message.into())
            }
            Error::TooLarge => {
                (S::PAYLOAD_TOO_LARGE, "too-large", "The message is too long.".into())
            }
            Error::Busy => (S::CONFLICT, "conflict", BUSY.into()),
            Error::Unstored(_) => (S::SERVICE_UNAVAILABLE, "unavailable", UNSTORED.into()),
            Error::Unsure(_) => (S::SERVICE_UNAVAILABLE, "unavailable", UNSURE.into()),
            Error::Stuck(_) => (S::SERVICE_UNAVAILABLE, "stuck", STUCK.into()),
            Error::Internal(_) => (S::INTERNAL_SERVER_ERROR, "internal", INTERNAL.into()),
        };
        (status, Failure { code: code.to_owned(), message: message.into_owned() })
    }

    /// Writes what failed inside into the log; what the caller did wrong is not worth a line.
    pub fn note(&self) {
        match self {
            Error::Internal(why) => tracing::error!(error = %why, "a call failed"),
            Error::Stuck(why) => tracing::error!(error = %why, "work does not end"),
            // Everybody meets the same fault at the same time; the writer logs it as well.
            Error::Unstored(why) | Error::Unsure(why) => {
                tracing::debug!(error = %why, "the store failed a call")
            }
            _ => {}
        }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        self.note();
        let (status, failure) = self.answer();
        let mut response = (status, Json(failure)).into_response();
        if let Error::TooFast(seconds) = self
            && let Ok(value) = HeaderValue::from_str(&seconds.to_string())
        {
            response.headers_mut().insert(header::RETRY_AFTER, value);
        }
        response
    }
}

/// A JSON body whose refusal is an [`Error`].
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        // A page of another origin may send any other kind of body without asking first.
        if !is_json(request.headers()) {
            return Err(Error::BadRequest(NO_JSON.to_owned()));
        }
        let bytes = Bytes::from_request(request, state).await?;
        reading::read(&bytes).map(Body).map_err(Error::BadRequest)
    }
}

/// Whether a call says that its body is JSON.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
    let kind = kind.to_ascii_lowercase();
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}
