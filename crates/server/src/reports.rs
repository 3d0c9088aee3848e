//! Reports on finished games: made once, one position at a time behind moves, hints and analyses, and kept.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use parlour_analysis::{RecordError, Report, ReportMaker, VERSION};
use parlour_session::GameRecord;
use parlour_table::account::check_reportable;
use parlour_table::commands::{Code, Refusal};
use parlour_table::stored::TableId;
use parlour_table::{Table, account};
use parlour_wire::report::ReportState;

use crate::app::App;
use crate::error::Error;
use crate::fairness::{Claimant, Stop};
use crate::store::StoredReport;
use crate::sync::locked;

/// The most reports that are made at the same time.
const MOST: usize = 24;
/// The most of them for one network prefix.
const MOST_OF_ADDRESS: usize = 4;

/// What makes a report: one that another version made is made anew.
fn version() -> String {
    format!("{} {VERSION}", env!("CARGO_PKG_VERSION"))
}

/// A report that is being made.
#[derive(Debug)]
struct Making {
    claimant: Claimant,
    done: AtomicU32,
    all: u32,
    stop: Arc<AtomicBool>,
}

impl Making {
    fn state(&self) -> ReportState {
        ReportState::Making { done: self.done.load(Ordering::Relaxed), all: self.all }
    }
}

/// The reports that this process is making.
#[derive(Debug, Default)]
pub(crate) struct Reports(Mutex<HashMap<TableId, Arc<Making>>>);

impl Reports {
    /// Ends all of them: the server closes.
    pub(crate) fn close(&self) {
        for (_, making) in locked(&self.0).drain() {
            making.stop.store(true, Ordering::Relaxed);
        }
    }

    /// A place for a new report; the state of one that somebody else began meanwhile.
    fn enter(
        &self,
        id: &TableId,
        claimant: Claimant,
        all: u32,
    ) -> Result<Result<Arc<Making>, ReportState>, Refusal> {
        let mut reports = locked(&self.0);
        if let Some(making) = reports.get(id) {
            return Ok(Err(making.state()));
        }
        let of_address =
            reports.values().filter(|making| making.claimant.first() == claimant.first()).count();
        if reports.len() >= MOST || of_address >= MOST_OF_ADDRESS {
            let message = "The computer is busy with other reports. Ask again in a moment.";
            return Err(Refusal::new(Code::Busy, message));
        }
        let (done, stop) = Default::default();
        let making = Arc::new(Making { claimant, done, all, stop });
        reports.insert(id.clone(), making.clone());
        Ok(Ok(making))
    }
}

/// The report that is stored, if it is of this game and of this version.
pub(crate) async fn stored(app: &App, table: &Table) -> Result<Option<Report>, Error> {
    check_reportable(table)?;
    let Some(stored) = app.hub.store.report(&table.id).await? else { return Ok(None) };
    if stored.version != version() {
        return Ok(None);
    }
    let Ok(report) = serde_json::from_str::<Report>(&stored.body) else { return Ok(None) };
    // A game that went on after a take-back is another one.
    let actions = report.steps.iter().map(|step| &step.action);
    Ok(actions.eq(table.plies.iter().map(|ply| &ply.action)).then_some(report))
}

/// How far the report on a table's game is.
pub(crate) async fn state(app: &App, table: &Table) -> Result<ReportState, Error> {
    check_reportable(table)?;
    if let Some(making) = locked(&app.reports.0).get(&table.id) {
        return Ok(making.state());
    }
    Ok(match stored(app, table).await? {
        Some(report) => ReportState::Made { report },
        None => ReportState::None,
    })
}

/// Begins the report on a table's game, unless it is being made.
pub(crate) fn begin(app: &App, table: &Table, claimant: Claimant) -> Result<ReportState, Refusal> {
    let record = account::game_record(table)?;
    let making = match app.reports.enter(&table.id, claimant, table.ply())? {
        Ok(making) => making,
        Err(state) => return Ok(state),
    };
    let (app, id, state) = (app.clone(), table.id.clone(), making.state());
    tokio::spawn(async move {
        match make(&app, record, &making).await {
            Some(Ok(report)) => keep(&app, &id, &report).await,
            Some(Err(RecordError::Stopped)) | None => {}
            Some(Err(error)) => tracing::error!(table = %id, %error, "a report failed"),
        }
        locked(&app.reports.0).remove(&id);
    });
    Ok(state)
}

/// Makes the report slice by slice; `None` when the server closes.
async fn make(
    app: &App,
    record: GameRecord,
    making: &Arc<Making>,
) -> Option<Result<Report, RecordError>> {
    let (pool, claimant) = (&app.hub.pool, &making.claimant);
    let stop = making.stop.clone();
    let begun = pool.slice(claimant, move |_| ReportMaker::new(record, None, stop)).await?;
    let mut maker = match begun {
        Ok(maker) => maker,
        Err(error) => return Some(Err(error)),
    };
    loop {
        let next = move |_: &Stop| {
            let more = maker.step();
            (maker, more)
        };
        let (back, more) = pool.slice(claimant, next).await?;
        maker = back;
        making.done.store(maker.done() as u32, Ordering::Relaxed);
        match more {
            Ok(true) => {}
            Ok(false) => return pool.slice(claimant, move |_| maker.finish()).await,
            Err(error) => return Some(Err(error)),
        }
    }
}

async fn keep(app: &App, id: &TableId, report: &Report) {
    let body = match serde_json::to_string(report) {
        Ok(body) => body,
        Err(error) => return tracing::error!(table = %id, %error, "a report is no JSON"),
    };
    let (table, made) = (id.clone(), app.hub.time.now());
    let report = StoredReport { table, version: version(), made, body };
    if let Err(error) = app.hub.store.put_report(report).await {
        Error::from(error).note();
    }
}
