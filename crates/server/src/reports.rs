//! Reports on finished games: made once, one position at a time behind moves, hints and analyses, and kept.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

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

/// The most reports that are made at the same time, those of long games among them, and how many of each
/// may be one network prefix's.
const MOST: Places = Places { all: 24, long: 8 };
const MOST_OF_ADDRESS: Places = Places { all: 4, long: 1 };
/// A game of more actions is long.
const LONG: u32 = 200;
/// The most reports that wait for a place, in all and for one network prefix.
const MOST_WAITING: usize = 512;
const MOST_WAITING_OF_ADDRESS: usize = 32;
/// There is no report on an imported record of more actions: nobody played it here.
const LONGEST_IMPORT: u32 = 500;

/// What makes a report: one that another version made is made anew.
fn version() -> String {
    format!("{} {VERSION}", env!("CARGO_PKG_VERSION"))
}

/// Places for reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Places {
    all: usize,
    /// How many of them may be taken by long games, which take long.
    long: usize,
}

/// A report that is being made, or waits for that.
#[derive(Debug)]
struct Making {
    claimant: Claimant,
    done: AtomicU32,
    all: u32,
    begun: bool,
    stop: Arc<AtomicBool>,
}

impl Making {
    fn state(&self) -> ReportState {
        ReportState::Making { done: self.done.load(Ordering::Relaxed), all: self.all }
    }
}

/// The reports that this process is making, and those that wait.
#[derive(Debug, Default)]
pub(crate) struct Reports(Mutex<HashMap<TableId, Arc<Making>>>);

impl Reports {
    /// Ends all of them: the server closes.
    pub(crate) fn close(&self) {
        for (_, making) in locked(&self.0).drain() {
            making.stop.store(true, Ordering::Relaxed);
        }
    }

    /// A place in the queue, unless somebody else asked before; how far the report is.
    fn enter(&self, id: &TableId, claimant: Claimant, all: u32) -> Result<ReportState, Refusal> {
        let mut reports = locked(&self.0);
        if let Some(making) = reports.get(id) {
            return Ok(making.state());
        }
        let waiting = || reports.values().filter(|making| !making.begun);
        let of_address = waiting().filter(|making| making.claimant.first() == claimant.first());
        if waiting().count() >= MOST_WAITING || of_address.count() >= MOST_WAITING_OF_ADDRESS {
            let message = "The computer is busy with other reports. Ask again in a moment.";
            return Err(Refusal::new(Code::Busy, message));
        }
        let (done, stop) = Default::default();
        let making = Making { claimant, done, all, begun: false, stop };
        let state = making.state();
        reports.insert(id.clone(), Arc::new(making));
        Ok(state)
    }

    /// The report whose turn it is: of those for which there is a place, the one on the shortest game.
    fn begin_next(&self) -> Option<(TableId, Arc<Making>)> {
        let mut reports = locked(&self.0);
        let fits = |making: &Making| {
            let taken = |of_address: bool| {
                let others = reports.values().filter(|other| {
                    other.begun
                        && (!of_address || other.claimant.first() == making.claimant.first())
                });
                others.fold(Places::default(), |taken, other| Places {
                    all: taken.all + 1,
                    long: taken.long + usize::from(other.all > LONG),
                })
            };
            let free = |taken: Places, most: Places| {
                taken.all < most.all && (making.all <= LONG || taken.long < most.long)
            };
            free(taken(false), MOST) && free(taken(true), MOST_OF_ADDRESS)
        };
        let waiting = reports.iter().filter(|(_, making)| !making.begun && fits(making));
        let (id, waiting) = waiting.min_by_key(|(id, making)| (making.all, id.0.clone()))?;
        let (id, claimant) = (id.clone(), waiting.claimant.clone());
        let (all, stop) = (waiting.all, waiting.stop.clone());
        let making = Arc::new(Making { claimant, done: AtomicU32::new(0), all, begun: true, stop });
        reports.insert(id.clone(), making.clone());
        Some((id, making))
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
    if let Some((done, all)) = made_elsewhere(app, &table.id).await? {
        return Ok(ReportState::Making { done, all });
    }
    Ok(match stored(app, table).await? {
        Some(report) => ReportState::Made { report },
        None => ReportState::None,
    })
}

/// What stands in place of a report while a process makes it, so that no other does.
const MAKING: &str = "making";
/// A process that has not said for this time, in milliseconds, that it makes a report is gone.
const SILENT: i64 = 30_000;
/// How often it says so.
const SAY: Duration = Duration::from_secs(5);

/// How far another process is that makes the report.
async fn made_elsewhere(app: &App, id: &TableId) -> Result<Option<(u32, u32)>, Error> {
    let now = app.hub.time.now();
    let stored = app.hub.store.report(id).await?;
    let making = stored.filter(|stored| stored.version == MAKING && stored.made > now - SILENT);
    Ok(making.and_then(|stored| serde_json::from_str(&stored.body).ok()))
}

/// That this process makes the report, and how far it is.
fn claim(app: &App, id: &TableId, making: &Making) -> StoredReport {
    let progress = (making.done.load(Ordering::Relaxed), making.all);
    let body = serde_json::to_string(&progress).expect("two numbers are JSON");
    StoredReport { table: id.clone(), version: MAKING.to_owned(), made: app.hub.time.now(), body }
}

/// Whether this process is the one that makes the report.
async fn take(app: &App, id: &TableId, making: &Making) -> Result<bool, Error> {
    if !app.hub.store.shared() {
        return Ok(true);
    }
    let store = &app.hub.store;
    let known = store.report(id).await?;
    let now = app.hub.time.now();
    if known.as_ref().is_some_and(|known| known.version == MAKING && known.made > now - SILENT) {
        return Ok(false);
    }
    Ok(store.claim_report(claim(app, id, making), known.map(|known| known.made)).await?)
}

/// Begins the report on a table's game, unless it is being made; it may wait for others first.
pub(crate) fn begin(app: &App, table: &Table, claimant: Claimant) -> Result<ReportState, Refusal> {
    check_reportable(table)?;
    if table.created.imported && table.ply() > LONGEST_IMPORT {
        let message =
            format!("There are reports on imported records of at most {LONGEST_IMPORT} actions.");
        return Err(Refusal::new(Code::TooLong, message));
    }
    let state = app.reports.enter(&table.id, claimant, table.ply())?;
    begin_more(app);
    Ok(state)
}

/// Begins as many reports as there are places for.
fn begin_more(app: &App) {
    while let Some((id, making)) = app.reports.begin_next() {
        let app = app.clone();
        tokio::spawn(async move {
            if let Err(error) = make_and_keep(&app, &id, &making).await {
                error.note();
            }
            locked(&app.reports.0).remove(&id);
            begin_more(&app);
        });
    }
}

async fn make_and_keep(app: &App, id: &TableId, making: &Arc<Making>) -> Result<(), Error> {
    // It may have waited for long.
    let table = app.hub.open(id, None).await?.table()?;
    if stored(app, &table).await?.is_some() || !take(app, id, making).await? {
        return Ok(());
    }
    match make(app, id, account::game_record(&table)?, making).await {
        Some(Ok(report)) => keep(app, id, &report).await,
        Some(Err(RecordError::Stopped)) | None => {}
        Some(Err(error)) => tracing::error!(table = %id, %error, "a report failed"),
    }
    Ok(())
}

/// Makes the report slice by slice; `None` when the server closes.
async fn make(
    app: &App,
    id: &TableId,
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
    let mut said = Instant::now();
    loop {
        if app.hub.store.shared() && said.elapsed() > SAY {
            said = Instant::now();
            if let Err(error) = app.hub.store.put_report(claim(app, id, making)).await {
                Error::from(error).note();
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str, number: u32) -> TableId {
        TableId(format!("{name}{number}"))
    }

    fn begun(reports: &Reports) -> Vec<String> {
        std::iter::from_fn(|| reports.begin_next()).map(|(id, _)| id.0).collect()
    }

    fn end(reports: &Reports, id: &str) {
        locked(&reports.0).remove(&TableId(id.to_owned()));
    }

    #[test]
    fn six_addresses_with_long_games_leave_places_for_short_ones() {
        let reports = Reports::default();
        for address in 0..6 {
            for number in 0..4 {
                let claimant = vec![format!("10.0.0.{address}")];
                reports
                    .enter(&id(&format!("long {address} "), number), claimant, 3_000)
                    .expect("waits");
            }
        }
        assert_eq!(begun(&reports).len(), 6, "one for each address");
        for address in 6..10 {
            let claimant = vec![format!("10.0.0.{address}")];
            reports.enter(&id("also long", address), claimant, 3_000).expect("waits");
        }
        assert_eq!(begun(&reports).len(), 2, "eight at the same time");
        let state = reports.enter(&id("short", 1), vec!["10.0.0.99".to_owned()], 60).expect("fits");
        assert_eq!(state, ReportState::Making { done: 0, all: 60 });
        assert_eq!(begun(&reports), ["short1"]);
    }

    #[test]
    fn reports_wait_for_a_place_and_the_shortest_comes_first() {
        let reports = Reports::default();
        let ann = || vec!["10.0.0.1".to_owned()];
        for all in (1..=6).rev() {
            reports.enter(&id("game", all), ann(), 10 * all).expect("it waits");
        }
        assert_eq!(begun(&reports), ["game1", "game2", "game3", "game4"]);
        assert_eq!(begun(&reports), [""; 0]);
        end(&reports, "game3");
        assert_eq!(begun(&reports), ["game5"]);
        let more = (10..100).filter(|n| reports.enter(&id("game", *n), ann(), 100).is_ok());
        assert_eq!(more.count(), MOST_WAITING_OF_ADDRESS - 1, "a queue, but no endless one");
        assert!(reports.enter(&id("other", 1), vec!["10.0.0.2".to_owned()], 100).is_ok());
    }
}
