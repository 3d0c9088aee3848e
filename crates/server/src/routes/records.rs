//! Looking back: replays and records.

use axum::Json;
use axum::body::{Body as Sent, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use parlour_table::projection::{replay, write_record};
use parlour_wire::api::{Created, Record, Replay};
use parlour_wire::replay::ReplayWriter;
use serde::Deserialize;

use crate::error::{Body, Error};
use crate::fairness::{Claimant, Gate, Stop};
use crate::guest::Guest;
use crate::limits::Kind;
use crate::quotas::Slot;

/// As which viewer to look back.
#[derive(Debug, Deserialize)]
pub(super) struct Through {
    /// A seat, from 0.
    pub(super) viewer: Option<u8>,
    /// Whether the players in the texts are left open, as `{seat:0}`.
    #[serde(default)]
    open_players: bool,
}

/// The whole game: as the visitor may know it, and once it is over as any viewer.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/tables/{id}/replay",
    params(("viewer" = Option<u8>, Query, maximum = 255, description = "A seat, from 0; none: everything, once it is over")),
    responses((status = 200, body = Replay)),
))]
pub(crate) async fn replay(
    guest: Guest,
    Path(id): Path<String>,
    query: Result<Query<Through>, QueryRejection>,
) -> Result<Response, Error> {
    let Query(Through { viewer, open_players }) = query?;
    let handle = guest.open(&id).await?;
    let (table, invitation) = (handle.table()?, guest.invitation(&handle));
    let visit = guest.visit(&handle, &invitation);
    let how = replay::hindsight(&table, &guest.visitor.id, viewer)?;
    let memory = guest.app.keep_in_memory(guest.network(), &table)?;
    let head = Replay::head(&table, &visit, how, open_players);
    let head = serde_json::to_string(&head).map_err(|error| Error::Internal(error.to_string()))?;
    // In a JSON text quotes stand within strings only behind a backslash, so this is the field.
    let parts = head.split_once("\"steps\":[").ok_or(Error::Internal("no steps".to_owned()))?;
    let parts = (format!("{}\"steps\":[", parts.0), parts.1.to_owned());
    let steps = StepsMaker {
        steps: ReplayWriter::new(table, how, open_players),
        gate: guest.app.hub.heavy.clone(),
        claimant: guest.claimant(),
        first: true,
    };
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok(held((kind, steps.body(parts)).into_response(), memory))
}

/// The number of positions that are made at once, before the reader has to take them.
const STEPS_AT_ONCE: usize = 16;

/// The steps of a replay as JSON, made while they are read: a reader who takes them slowly keeps
/// nobody else from a replay, and takes no more memory than the table.
struct StepsMaker {
    steps: ReplayWriter,
    gate: Gate,
    claimant: Claimant,
    first: bool,
}

impl StepsMaker {
    /// The next piece; empty at the end.
    async fn piece(self) -> Result<(Bytes, Self), Error> {
        let (gate, claimant) = (self.gate.clone(), self.claimant.clone());
        let make = move |_: &Stop| {
            let mut maker = self;
            let mut text = Vec::new();
            for step in maker.steps.next(STEPS_AT_ONCE) {
                if !std::mem::take(&mut maker.first) {
                    text.push(b',');
                }
                let written = serde_json::to_writer(&mut text, &step);
                written.map_err(|error| Error::Internal(error.to_string()))?;
            }
            Ok((Bytes::from(text), maker))
        };
        gate.run(&claimant, make).await
    }

    fn body(self, (before, after): (String, String)) -> Sent {
        let steps = stream::try_unfold(self, |steps| async {
            match steps.piece().await {
                Ok((piece, _)) if piece.is_empty() => Ok(None),
                Ok(more) => Ok(Some(more)),
                Err(error) => {
                    error.note();
                    Err(std::io::Error::other("the replay failed"))
                }
            }
        });
        let text = |text| stream::iter([Ok(Bytes::from(text))]);
        Sent::from_stream(text(before).chain(steps).chain(text(after)))
    }
}

/// An answer whose memory is counted until the last piece of it is on its way.
pub(super) fn held(response: Response, memory: Slot) -> Response {
    response.map(|body| {
        let pieces =
            stream::unfold((body.into_data_stream(), memory), |(mut rest, memory)| async {
                let piece = rest.next().await?;
                Some((piece, (rest, memory)))
            });
        Sent::from_stream(pieces)
    })
}

/// The game as text: as the visitor may know it, and in full once it is over.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/tables/{id}/record",
    responses((status = 200, body = String, content_type = "text/plain")),
))]
pub(crate) async fn record(guest: Guest, Path(id): Path<String>) -> Result<Response, Error> {
    let handle = guest.open(&id).await?;
    let table = handle.table()?;
    let how = replay::hindsight(&table, &guest.visitor.id, None)?;
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((kind, write_record(&table, how)).into_response())
}

/// Brings a record back as a table to look at.
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/records", request_body = Record, responses((status = 201, body = Created)),
))]
pub(crate) async fn import(
    guest: Guest,
    Body(record): Body<Record>,
) -> Result<(StatusCode, Json<Created>), Error> {
    guest.spend(Kind::Tables)?;
    let claimant = guest.claimant();
    let id = guest.app.hub.import(&claimant, record.text, guest.visitor.id).await?;
    Ok((StatusCode::CREATED, Json(Created { id: id.0 })))
}
