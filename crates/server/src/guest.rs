//! Who calls, for the handlers of calls.

use std::sync::Arc;

use axum::Extension;
use axum::extract::rejection::ExtensionRejection;
use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;

use crate::analyses::busy;
use crate::app::App;
use crate::error::Error;
use crate::frames::Opening;
use crate::handle::TableHandle;
use crate::limits::Kind;
use crate::quotas::Share;
use crate::routes::tables::table_id;
use crate::security::Caller;
use crate::visitor::Visitor;

/// The server, and who calls it from where.
#[derive(Debug)]
pub(crate) struct Guest {
    pub(crate) app: App,
    pub(crate) visitor: Visitor,
    pub(crate) caller: Caller,
}

impl FromRequestParts<App> for Guest {
    type Rejection = ExtensionRejection;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Self::Rejection> {
        let Extension(visitor) = Extension::from_request_parts(parts, app).await?;
        let Extension(caller) = Extension::from_request_parts(parts, app).await?;
        Ok(Guest { app: app.clone(), visitor, caller })
    }
}

impl Guest {
    /// Counts one more of these against the limits of the visitor and of the address.
    pub(crate) fn spend(&self, kind: Kind) -> Result<(), Error> {
        self.app.limiter.both(kind, &self.visitor.id.0, self.caller.network())
    }

    /// The table of this name.
    pub(crate) async fn open(&self, id: &str) -> Result<Arc<TableHandle>, Error> {
        self.app.hub.open(&table_id(id)?, Some(self.caller.network())).await
    }

    /// A socket, within the quotas of the visitor and of the address.
    pub(crate) fn open_socket(&self, request: Request) -> Result<Opening, Error> {
        let limits = &self.app.config.limits;
        Opening::agree(request, limits.max_message, || {
            let shares = [Share::of_visitor(&self.visitor.id.0, limits.sockets_of_visitor)]
                .into_iter()
                .chain(Share::of_network(self.caller.network(), limits.sockets_of_address));
            self.app.sockets.enter(limits.sockets, shares).ok_or(Error::TooFast(10))
        })
    }

    /// Runs heavy work on a thread of its own, in turn with others.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.app.hub.heavy.run(&self.caller.network().groups(), work).await
    }

    /// Does a piece of long work among the searches.
    pub(crate) async fn slice<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let done = self.app.hub.pool.slice(&self.caller.network().groups(), work).await;
        done.ok_or_else(busy)
    }
}
