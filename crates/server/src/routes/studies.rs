//! Studies: trees of variations that are kept. Whoever has the link reads one and sees what others change; to
//! change it takes its key.

use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Request};
use axum::http::StatusCode;
use axum::response::Response;
use parlour_analysis::tree::Tree;
use parlour_table::commands::{Code, Refusal};
use parlour_table::setup;
use parlour_wire::analysis::{
    ChangeStudy, MadeStudy, NewStudy, RevertStudy, StoredStudy, StudyVersion, StudyVersions,
};
use parlour_wire::socket::{ClientMessage, ClientRequest, ServerMessage};
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::Message;

use super::analysis::{bad_tree, written};
use crate::app::App;
use crate::error::{Body, Error};
use crate::fairness::Stop;
use crate::frames::{Frame, Gone, Socket};
use crate::guest::Guest;
use crate::limits::Kind;
use crate::quotas::Slot;
use crate::secret;
use crate::security::Network;
use crate::store::{Document, StoreError};
use crate::studies::Shown;

/// The kind of documents that studies are.
const KIND: &str = "study";
/// For how long an earlier version of a study is kept.
pub(crate) const KEPT_VERSIONS: Duration = Duration::from_secs(3_600);
/// The part of a study that a change costs as well: the version before is kept for a while.
const KEPT_PART: usize = 16;
/// No study comes near this version.
const LAST_VERSION: u64 = 1 << 53;
/// "Try again later": the address has no memory left for the messages of another study.
const TRY_AGAIN_LATER: u16 = 1013;

fn check_id(id: &str) -> Result<(), Error> {
    // It has the form of a table's name.
    setup::table_id(id).map(drop).ok_or(Error::NotFound("study"))
}

/// The name of the study that a key opens. It follows from the key, so that nobody who knows the name, or
/// reads the database, knows the key.
fn id_of(key: &str) -> String {
    secret::derived_token("study", key, "")
}

/// The study as it is stored.
pub(crate) async fn stored(app: &App, id: &str) -> Result<Document, Error> {
    check_id(id)?;
    let document = app.hub.store.document(KIND, id).await?;
    document.ok_or(Error::NotFound("study"))
}

/// What is stored, as a study: to be done on a thread for heavy work.
pub(crate) fn read(id: String, document: Document) -> Result<StoredStudy, Error> {
    let tree = Tree::read(&document.body).map_err(bad_tree)?;
    Ok(StoredStudy { id, version: document.version, tree: written(&tree) })
}

fn stale() -> Refusal {
    Refusal::new(Code::Stale, "Somebody else changed the study meanwhile. Read it again.")
}

/// The study of this version, for somebody who has its key and wants to change it.
async fn to_change(guest: &Guest, id: &str, key: &str, version: u64) -> Result<Document, Error> {
    check_id(id)?;
    guest.spend(Kind::Studies)?;
    let document = stored(&guest.app, id).await?;
    if id_of(key) != id {
        let message =
            "This link shows the study and does not change it. Who made it has another link.";
        return Err(Refusal::new(Code::NotYours, message).into());
    }
    if document.version != version || version >= LAST_VERSION {
        return Err(stale().into());
    }
    Ok(document)
}

/// Checks a text and stores it behind the version `before`.
async fn put(
    guest: &Guest,
    id: String,
    before: Option<Document>,
    text: String,
) -> Result<StoredStudy, Error> {
    let version = before.as_ref().map_or(0, |document| document.version) + 1;
    let check = move |_: &Stop| {
        let tree = Tree::read(&text).map_err(bad_tree)?;
        Ok(written(&tree))
    };
    let tree = guest.run(check).await?;
    let document = Document { version, body: tree.record.clone() };
    let (had, has) = (before.map_or(0, |document| document.body.len()), document.body.len());
    guest.app.limiter.keeping(guest.network(), has.saturating_sub(had) + had / KEPT_PART)?;
    match guest.app.hub.store.put_document(KIND, &id, document, guest.app.hub.time.now()).await {
        Ok(()) => {}
        Err(StoreError::Conflict) => return Err(stale().into()),
        Err(error) => return Err(error.into()),
    }
    guest.app.studies.announce(&id, version);
    Ok(StoredStudy { id, version, tree })
}

/// Keeps a tree.
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/studies", request_body = NewStudy,
    responses((status = 201, body = MadeStudy)),
))]
pub(crate) async fn create(
    guest: Guest,
    Body(study): Body<NewStudy>,
) -> Result<(StatusCode, Json<MadeStudy>), Error> {
    guest.spend(Kind::Tables)?;
    let key = secret::random_name();
    let study = put(&guest, id_of(&key), None, study.text).await?;
    Ok((StatusCode::CREATED, Json(MadeStudy { key, study })))
}

/// A tree that was kept.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/studies/{id}", responses((status = 200, body = StoredStudy)),
))]
pub(crate) async fn study(
    guest: Guest,
    Path(id): Path<String>,
) -> Result<Json<StoredStudy>, Error> {
    let document = stored(&guest.app, &id).await?;
    note_read(&guest.app, &id).await?;
    Ok(Json(guest.run(move |_: &Stop| read(id, document)).await?))
}

/// A study that is read is in use.
async fn note_read(app: &App, id: &str) -> Result<(), Error> {
    Ok(app.hub.store.note_read(KIND, id, app.hub.time.now()).await?)
}

/// Changes a tree that was kept.
#[cfg_attr(feature = "schema", utoipa::path(
    put, path = "/studies/{id}", request_body = ChangeStudy,
    responses((status = 200, body = StoredStudy)),
))]
pub(crate) async fn change(
    guest: Guest,
    Path(id): Path<String>,
    Body(change): Body<ChangeStudy>,
) -> Result<Json<StoredStudy>, Error> {
    let ChangeStudy { key, version, text } = change;
    let before = to_change(&guest, &id, &key, version).await?;
    Ok(Json(put(&guest, id, Some(before), text).await?))
}

/// The earlier versions that are kept for an hour.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/studies/{id}/versions", responses((status = 200, body = StudyVersions)),
))]
pub(crate) async fn versions(
    guest: Guest,
    Path(id): Path<String>,
) -> Result<Json<StudyVersions>, Error> {
    check_id(&id)?;
    let (store, now) = (&guest.app.hub.store, guest.app.hub.time.now());
    let kept = store.document_versions(KIND, &id, since(now)).await?;
    let version = |(version, replaced): (u64, i64)| {
        let seconds_ago = u32::try_from((now - replaced).max(0) / 1_000).unwrap_or(u32::MAX);
        StudyVersion { version, seconds_ago }
    };
    Ok(Json(StudyVersions { versions: kept.into_iter().map(version).collect() }))
}

/// Since when versions were replaced that are there at this time.
fn since(now: i64) -> i64 {
    now - KEPT_VERSIONS.as_millis() as i64
}

/// Makes an earlier version the latest one. The one that it replaces is kept as any other.
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/studies/{id}/versions", request_body = RevertStudy,
    responses((status = 200, body = StoredStudy)),
))]
pub(crate) async fn revert(
    guest: Guest,
    Path(id): Path<String>,
    Body(asked): Body<RevertStudy>,
) -> Result<Json<StoredStudy>, Error> {
    let RevertStudy { key, version, to } = asked;
    let before = to_change(&guest, &id, &key, version).await?;
    let since = since(guest.app.hub.time.now());
    let text = guest.app.hub.store.document_version(KIND, &id, to.min(LAST_VERSION), since).await?;
    let text = text.ok_or(Error::NotFound("version"))?;
    Ok(Json(put(&guest, id, Some(before), text).await?))
}

/// The study's socket: a `StoredStudy` at once, and again when it has changed, at most once a second.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/studies/{id}/socket",
    responses((status = 101, description = "The socket is open")),
))]
pub(crate) async fn socket(
    guest: Guest,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Error> {
    let document = stored(&guest.app, &id).await?;
    note_read(&guest.app, &id).await?;
    let memory = guest.app.keep_bytes(guest.network(), document.body.len())?;
    let (upgrade, network) = (guest.open_socket(request)?, guest.network());
    let shown = guest.app.studies.open(&guest.app, &id);
    Ok(upgrade.serve(move |socket| serve(guest.app, network, memory, shown, socket)))
}

/// Sends what is shown. The memory of a message counts for who reads it until the next one: one that
/// nobody takes stays in memory.
async fn serve(
    app: App,
    network: Network,
    memory: Slot,
    mut shown: watch::Receiver<Shown>,
    mut socket: Socket,
) {
    let mut memory = Some(memory);
    if shown.borrow().version > 0 {
        shown.mark_changed();
    }
    loop {
        let done = tokio::select! {
            message = socket.receive() => match message {
                None => break,
                Some(message) => answer(&mut socket, &message).await,
            },
            changed = shown.changed() => {
                if changed.is_err() {
                    break;
                }
                let frame = shown.borrow_and_update().frame.clone();
                drop(memory.take());
                let Ok(slot) = app.keep_bytes(network, frame.len()) else {
                    let why = "too many large studies are open from your address";
                    return socket.close(TRY_AGAIN_LATER, why).await;
                };
                memory = Some(slot);
                socket.send(&[frame]).await
            }
        };
        if done.is_err() {
            break;
        }
    }
}

/// A page has nothing to say here but pings: changes are calls.
async fn answer(socket: &mut Socket, message: &Message) -> Result<(), Gone> {
    let asked = message.to_text().ok().and_then(|text| ClientRequest::read(text).ok());
    match asked {
        Some(ClientRequest { id, message: ClientMessage::Ping }) => {
            socket.send(&[Frame::of(&ServerMessage::Pong { id })]).await
        }
        _ => Ok(()),
    }
}
