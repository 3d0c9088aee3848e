//! Who calls, for the handlers of calls.

use std::sync::Arc;

use axum::Extension;
use axum::extract::rejection::ExtensionRejection;
use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use parlour_table::Table;
use parlour_table::projection::Visit;

use crate::analyses::busy;
use crate::app::App;
use crate::error::Error;
use crate::fairness::{Claimant, Stop};
use crate::frames::{Terms, Upgrade};
use crate::handle::TableHandle;
use crate::in_play::{self, Games};
use crate::limits::Kind;
use crate::quotas::{Share, Slot};
use crate::routes::tables::table_id;
use crate::security::{Caller, Network};
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
    /// The network that the call comes from, for counting.
    pub(crate) fn network(&self) -> Network {
        self.caller.network()
    }

    /// For whom work is done on shared threads.
    pub(crate) fn claimant(&self) -> Claimant {
        self.network().groups()
    }

    /// What a table may show to this visitor; `invitation` is what they can give to others.
    pub(crate) fn visit<'a>(&'a self, presence: &'a TableHandle, invitation: &'a str) -> Visit<'a> {
        let now = self.app.hub.time.now();
        Visit { visitor: &self.visitor.id, look: None, invitation, presence, now }
    }

    /// The visitor's own invitation to a table.
    pub(crate) fn invitation(&self, handle: &TableHandle) -> String {
        self.visitor.invitation(&handle.id)
    }

    /// Counts one more of these against the limits of the visitor and of the address.
    pub(crate) fn spend(&self, kind: Kind) -> Result<(), Error> {
        self.app.limiter.both(kind, &self.visitor.id.0, self.network())
    }

    /// The table of this name.
    pub(crate) async fn open(&self, id: &str) -> Result<Arc<TableHandle>, Error> {
        self.app.hub.open(&table_id(id)?, Some(self.network())).await
    }

    /// A socket, within the quotas of the visitor and of the address.
    pub(crate) fn open_socket(&self, request: Request) -> Result<Upgrade, Error> {
        let limits = &self.app.config.limits;
        let terms = Terms {
            max_message: limits.max_message,
            ping_interval: limits.ping_interval,
            closing: self.app.hub.closing(),
        };
        Upgrade::accept(request, terms, || {
            let shares = [Share::of_visitor(&self.visitor.id.0, limits.sockets_of_visitor)]
                .into_iter()
                .chain(Share::of_network(self.network(), limits.sockets_of_address));
            self.app.sockets.enter(limits.sockets, shares).ok_or(Error::TooFast(10))
        })
    }

    /// The games of this kind about which no engine may say anything to this visitor.
    pub(crate) async fn games_in_play(&self, game: &str) -> Result<Games, Error> {
        in_play::games(&self.app, &self.visitor.id, self.network(), game).await
    }

    /// Refuses the engine's word on a game that was set up like one in play.
    pub(crate) async fn check_not_in_play(&self, table: &Arc<Table>) -> Result<(), Error> {
        let (visitor, network) = (&self.visitor.id, self.network());
        in_play::check_table(&self.app, visitor, network, table.clone(), false).await
    }

    /// Runs heavy work on a thread of its own, in turn with others. Work that loops for long asks the
    /// [`Stop`] whether to go on.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Stop) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.app.hub.heavy.run(&self.claimant(), work).await
    }

    /// Does a piece of long work among the searches.
    pub(crate) async fn slice<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let done = self.app.hub.pool.slice(&self.claimant(), work).await;
        done.ok_or_else(busy)
    }

    /// Counts an analysis, and takes a place among those of the address.
    pub(crate) fn begin_analysis(&self) -> Result<Slot, Error> {
        self.spend(Kind::Analyses)?;
        let most = self.app.config.limits.analyses_of_address;
        let places = Share::of_network(self.network(), most);
        self.app.analyses.enter(usize::MAX, places).ok_or(Error::TooFast(5))
    }
}
