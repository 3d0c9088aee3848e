//! Studies: trees of variations that are kept, for everybody who has the link. Who has one open sees what
//! others change.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Request};
use axum::http::StatusCode;
use axum::response::Response;
use parlour_analysis::tree::Tree;
use parlour_table::commands::{Code, Refusal};
use parlour_table::setup;
use parlour_wire::analysis::{ChangeStudy, NewStudy, StoredStudy};
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
use crate::secret;
use crate::store::{Document, StoreError};
use crate::sync::locked;

/// The kind of documents that studies are.
const KIND: &str = "study";
/// How often a page looks for what another process has stored.
const LOOK: Duration = Duration::from_secs(2);

/// The studies that somebody has open here, with their latest versions.
#[derive(Debug, Default)]
pub(crate) struct Studies(Mutex<HashMap<String, watch::Sender<u64>>>);

impl Studies {
    fn open(&self, id: &str) -> watch::Receiver<u64> {
        let mut open = locked(&self.0);
        open.retain(|_, versions| versions.receiver_count() > 0);
        open.entry(id.to_owned()).or_insert_with(|| watch::Sender::new(0)).subscribe()
    }

    fn announce(&self, id: &str, version: u64) {
        let open = locked(&self.0);
        if let Some(versions) = open.get(id) {
            versions.send_replace(version);
        }
    }
}

fn check_id(id: &str) -> Result<(), Error> {
    // It has the form of a table's name.
    setup::table_id(id).map(drop).ok_or(Error::NotFound("study"))
}

async fn read(app: &App, id: &str) -> Result<StoredStudy, Error> {
    check_id(id)?;
    let document = app.hub.store.document(KIND, id).await?;
    let Document { version, body } = document.ok_or(Error::NotFound("study"))?;
    let read = move |_: &Stop| Tree::read(&body).map(|tree| written(&tree)).map_err(bad_tree);
    let tree = app.hub.heavy.run(&["studies".to_owned()], read).await?;
    Ok(StoredStudy { id: id.to_owned(), version, tree })
}

/// Checks a text and stores it as this version.
async fn put(guest: &Guest, id: String, version: u64, text: String) -> Result<StoredStudy, Error> {
    let check = move |_: &Stop| {
        let tree = Tree::read(&text).map_err(bad_tree)?;
        Ok(written(&tree))
    };
    let tree = guest.run(check).await?;
    let document = Document { version, body: tree.record.clone() };
    match guest.app.hub.store.put_document(KIND, &id, document, guest.app.hub.time.now()).await {
        Ok(()) => {}
        Err(StoreError::Conflict) => {
            let message = "Somebody else changed the study meanwhile. Read it again.";
            return Err(Refusal::new(Code::Stale, message).into());
        }
        Err(error) => return Err(error.into()),
    }
    guest.app.studies.announce(&id, version);
    Ok(StoredStudy { id, version, tree })
}

/// Keeps a tree.
#[cfg_attr(feature = "schema", utoipa::path(
    post, path = "/studies", request_body = NewStudy,
    responses((status = 201, body = StoredStudy)),
))]
pub(crate) async fn create(
    guest: Guest,
    Body(study): Body<NewStudy>,
) -> Result<(StatusCode, Json<StoredStudy>), Error> {
    guest.spend(Kind::Tables)?;
    let study = put(&guest, secret::random_name(), 1, study.text).await?;
    Ok((StatusCode::CREATED, Json(study)))
}

/// A tree that was kept.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/studies/{id}", responses((status = 200, body = StoredStudy)),
))]
pub(crate) async fn study(
    guest: Guest,
    Path(id): Path<String>,
) -> Result<Json<StoredStudy>, Error> {
    Ok(Json(read(&guest.app, &id).await?))
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
    check_id(&id)?;
    guest.spend(Kind::Studies)?;
    if guest.app.hub.store.document(KIND, &id).await?.is_none() {
        return Err(Error::NotFound("study"));
    }
    // No study comes near this version: such a number is nobody's.
    let version = change.version.clamp(1, 1 << 53) + 1;
    Ok(Json(put(&guest, id, version, change.text).await?))
}

/// The study's socket: a `StoredStudy` at once, and again at every change.
#[cfg_attr(feature = "schema", utoipa::path(
    get, path = "/studies/{id}/socket",
    responses((status = 101, description = "The socket is open")),
))]
pub(crate) async fn socket(
    guest: Guest,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Error> {
    // Before the first look, so that no change is missed.
    check_id(&id)?;
    let versions = guest.app.studies.open(&id);
    read(&guest.app, &id).await?;
    let upgrade = guest.open_socket(request)?;
    Ok(upgrade.serve(move |socket| serve(guest.app, id, versions, socket)))
}

async fn serve(app: App, id: String, mut versions: watch::Receiver<u64>, mut socket: Socket) {
    let mut look = tokio::time::interval(LOOK);
    let mut sent = 0;
    versions.mark_changed();
    loop {
        let done = tokio::select! {
            message = socket.receive() => match message {
                None => break,
                Some(message) => answer(&mut socket, &message).await,
            },
            changed = versions.changed() => match changed {
                Ok(()) => show(&app, &id, &mut sent, &mut socket).await,
                Err(_) => break,
            },
            _ = look.tick(), if app.hub.store.shared() => {
                show(&app, &id, &mut sent, &mut socket).await
            },
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

/// Sends the study if it is newer than what was sent.
async fn show(app: &App, id: &str, sent: &mut u64, socket: &mut Socket) -> Result<(), Gone> {
    match read(app, id).await {
        Ok(study) if study.version > *sent => {
            *sent = study.version;
            socket.send(&[Frame::json(&study)]).await
        }
        Ok(_) => Ok(()),
        // The next look tries again.
        Err(error) => {
            error.note();
            Ok(())
        }
    }
}
