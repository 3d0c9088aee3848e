//! Whether a store can be written, and how often that is logged.

use std::sync::{Arc, Mutex};

use super::StoreError;
use crate::logs::ThrottledLog;
use crate::sync::locked;

/// What is wrong with writing, if anything. Clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Fault(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    why: Option<String>,
    log: ThrottledLog,
    /// Whether this fault was logged; one that comes and goes is not worth a line each time.
    logged: bool,
}

impl Fault {
    /// A write failed.
    pub(super) fn note(&self, why: &str) {
        let mut state = locked(&self.0);
        state.logged |= state.log.log(
            || tracing::error!(error = %why, "writing to the database failed; it is tried again"),
        );
        state.why = Some(why.to_owned());
    }

    /// A write went well.
    pub(super) fn clear(&self) {
        let mut state = locked(&self.0);
        if state.why.take().is_some() && std::mem::take(&mut state.logged) {
            tracing::info!("the database can be written again");
        }
    }

    /// Whether the last write went well.
    pub(super) fn health(&self) -> Result<(), StoreError> {
        match &locked(&self.0).why {
            None => Ok(()),
            Some(why) => Err(StoreError::Failed(why.clone())),
        }
    }
}
