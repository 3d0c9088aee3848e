//! The one error of every call: a status and a [`Failure`] for the caller. What went wrong inside
//! is logged and not sent.

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use parlour_wire::api::Failure;

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
    /// Something failed inside. The text is for the log.
    Internal(String),
}

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

impl From<JsonRejection> for Error {
    fn from(rejection: JsonRejection) -> Self {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge,
            _ => Error::BadRequest(rejection.body_text()),
        }
    }
}

impl From<QueryRejection> for Error {
    fn from(rejection: QueryRejection) -> Self {
        Error::BadRequest(rejection.body_text())
    }
}

impl Error {
    /// The status, a word for programs, and words for people. What failed inside is not in them.
    pub fn answer(&self) -> (StatusCode, Failure) {
        let (status, code, message) = match self {
            Error::Refused(refusal) => {
                (refused_status(refusal), refusal.code, refusal.message.clone())
            }
            Error::BadRequest(why) => (StatusCode::BAD_REQUEST, "bad-message", why.clone()),
            Error::NotFound(what) => {
                (StatusCode::NOT_FOUND, "not-found", format!("There is no such {what}."))
            }
            Error::ForeignOrigin => {
                let message = "This call came from a page of another site.".to_owned();
                (StatusCode::FORBIDDEN, "foreign-origin", message)
            }
            Error::UnknownHost => {
                let message = "This server does not go by that name. Its operator can give it \
                               one: parlour serve --name NAME.";
                (StatusCode::MISDIRECTED_REQUEST, "unknown-host", message.to_owned())
            }
            Error::TooSlow => {
                let message = "The call took too long.".to_owned();
                (StatusCode::REQUEST_TIMEOUT, "too-slow", message)
            }
            Error::TooFast(seconds) => {
                let message = format!("That was too much at once. Try again in {seconds} s.");
                (StatusCode::TOO_MANY_REQUESTS, "too-fast", message)
            }
            Error::TooLarge => {
                let message = "The message is too long.".to_owned();
                (StatusCode::PAYLOAD_TOO_LARGE, "too-large", message)
            }
            Error::Busy => {
                let message = "The table changed at the same moment. Try again.".to_owned();
                (StatusCode::CONFLICT, "busy", message)
            }
            Error::Unstored(_) => {
                let message = "The server cannot keep anything just now, so nothing has changed. \
                               Try again in a moment.";
                (StatusCode::SERVICE_UNAVAILABLE, "unavailable", message.to_owned())
            }
            Error::Unsure(_) => {
                let message = "The server lost its database just now, and this may or may not have \
                               been kept. Look before you try again.";
                (StatusCode::SERVICE_UNAVAILABLE, "unavailable", message.to_owned())
            }
            Error::Internal(_) => {
                let message = "Something went wrong on the server. It was noted.".to_owned();
                (StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
            }
        };
        (status, Failure { code: code.to_owned(), message })
    }

    /// Writes what failed inside into the log; what the caller did wrong is not worth a line.
    pub fn note(&self) {
        match self {
            Error::Internal(why) => tracing::error!(error = %why, "a call failed"),
            // Everybody meets the same fault at the same time; the writer logs it as well.
            Error::Unstored(why) | Error::Unsure(why) => {
                tracing::debug!(error = %why, "the store failed a call")
            }
            _ => {}
        }
    }
}

fn refused_status(refusal: &Refusal) -> StatusCode {
    match refusal.code {
        "not-seated" | "not-yours" | "not-host" | "invitation-needed" | "hidden" | "in-play" => {
            StatusCode::FORBIDDEN
        }
        "over" | "stale" | "taken" | "started" => StatusCode::CONFLICT,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
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

impl<T, S> FromRequest<S> for Body<T>
where
    Json<T>: FromRequest<S, Rejection = JsonRejection>,
    S: Send + Sync,
{
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let Json(value) = Json::<T>::from_request(request, state).await?;
        Ok(Body(value))
    }
}
