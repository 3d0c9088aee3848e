//! What the players of one table do: set it up, move, and begin again when the game is over.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use parlour_core::rng::{below, seeded};
use parlour_wire::api::{NewSeat, NewTable};
use parlour_wire::socket::ClientMessage;
use parlour_wire::table::{Clock, Status, TableView};
use tokio::task::{JoinHandle, JoinSet};

use super::client::{Fault, Page, create_table};

/// What is to be played.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) game: &'static str,
    /// The servers; the pages of a table are spread over them.
    pub(super) addresses: Vec<SocketAddr>,
    pub(super) players: usize,
    pub(super) spectators: usize,
    pub(super) tables: usize,
    /// How long after a move the next is due; `None`: as soon as its player has heard of the last.
    pub(super) pause: Option<Duration>,
    pub(super) seed: u64,
}

/// What all tables count together.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// Tables at which the game goes on.
    pub(super) ready: AtomicUsize,
    /// Whether moves are counted now.
    pub(super) measuring: AtomicBool,
    /// Whether the run is over; later faults are ignored.
    pub(super) over: AtomicBool,
    /// Bytes received while moves were counted.
    pub(super) bytes: AtomicU64,
    /// Games that ended in that time.
    pub(super) games: AtomicU64,
    delays: Mutex<Vec<u32>>,
    fault: Mutex<Option<Fault>>,
}

impl Shared {
    /// The first thing that went wrong.
    pub(super) fn fault(&self) -> Option<Fault> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The delays of the counted moves in microseconds, the shortest first.
    pub(super) fn delays(&self) -> Vec<u32> {
        let mut delays = self.delays.lock().unwrap_or_else(PoisonError::into_inner).clone();
        delays.sort_unstable();
        delays
    }

    fn count(&self, delay: Duration, bytes: u64) {
        if self.measuring.load(Ordering::Relaxed) {
            let micros = u32::try_from(delay.as_micros()).unwrap_or(u32::MAX);
            self.delays.lock().unwrap_or_else(PoisonError::into_inner).push(micros);
            self.bytes.fetch_add(bytes, Ordering::Relaxed);
        }
    }
}

/// The number of tables that are set up at the same time.
const AT_ONCE: usize = 16;

/// Starts all tables. They play until the task is aborted.
pub(super) fn start(plan: Plan, shared: &Arc<Shared>) -> JoinHandle<()> {
    let shared = shared.clone();
    let doors = Arc::new(tokio::sync::Semaphore::new(AT_ONCE));
    let plan = Arc::new(plan);
    tokio::spawn(async move {
        let mut tables = JoinSet::new();
        for number in 0..plan.tables as u64 {
            let (plan, shared, doors) = (plan.clone(), shared.clone(), doors.clone());
            tables.spawn(async move {
                if let Err(fault) = play(&plan, number, &shared, &doors).await
                    && !shared.over.load(Ordering::Relaxed)
                {
                    let mut first = shared.fault.lock().unwrap_or_else(PoisonError::into_inner);
                    first.get_or_insert(fault);
                }
            });
        }
        while tables.join_next().await.is_some() {}
    })
}

/// Plays one game after another.
async fn play(
    plan: &Plan,
    number: u64,
    shared: &Shared,
    doors: &tokio::sync::Semaphore,
) -> Result<(), Fault> {
    let mut rng = seeded(plan.seed.wrapping_mul(1_000_003).wrapping_add(number));
    let mut first = true;
    loop {
        let door = doors.acquire().await.map_err(|error| error.to_string())?;
        let mut pages = sit_down(plan, number as usize).await?;
        drop(door);
        if std::mem::take(&mut first) {
            shared.ready.fetch_add(1, Ordering::Relaxed);
            while !shared.measuring.load(Ordering::Relaxed) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        // Tables take turns within a pause, not all at once.
        let phase = plan.pause.map_or(Duration::ZERO, |pause| {
            pause.mul_f64(f64::from(below(&mut rng, 1 << 20)) / f64::from(1 << 20))
        });
        let mut due = Instant::now() + phase;
        while let Some(mover) = mover(&mut pages).await? {
            match plan.pause {
                // A move that is late counts from when it was due.
                Some(pause) => {
                    tokio::time::sleep_until(due.into()).await;
                    click(&mut pages, mover, due, &mut rng, shared).await?;
                    due += pause;
                }
                None => click(&mut pages, mover, Instant::now(), &mut rng, shared).await?,
            }
        }
        if shared.measuring.load(Ordering::Relaxed) {
            shared.games.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Opens the pages of a new table's players and spectators; the game begins.
async fn sit_down(plan: &Plan, number: usize) -> Result<Vec<Page>, Fault> {
    let server = |page: usize| plan.addresses[(number + page) % plan.addresses.len()];
    let mut seats = vec![NewSeat::Open; plan.players];
    seats[0] = NewSeat::Me { name: None };
    let game = plan.game.to_owned();
    let wanted = NewTable { game, options: Vec::new(), seats, clock: Clock::None, public: false };
    let (table, cookie) = create_table(server(0), &wanted).await?;
    let mut pages = vec![Page::open(server(0), &table, Some(&cookie)).await?];
    for seat in 1..plan.players + plan.spectators {
        let mut page = Page::open(server(seat), &table, None).await?;
        if seat < plan.players {
            let invitation = pages[0].view().you.invitation.clone();
            page.send(&ClientMessage::Sit { seat: seat as u8, invitation }).await?;
            page.until(|view| view.you.yours.contains(&(seat as u8))).await?;
        }
        pages.push(page);
    }
    for page in &mut pages {
        page.until(|view| view.status == Status::Playing).await?;
    }
    Ok(pages)
}

/// Whose turn it is once all chance is decided; `None` when the game is over.
async fn mover(pages: &mut [Page]) -> Result<Option<usize>, Fault> {
    loop {
        let settled = |view: &TableView| {
            view.status == Status::Over
                || matches!(view.turn, parlour_wire::table::Turn::Player { .. })
        };
        pages[0].until(settled).await?;
        match pages[0].view().turn {
            parlour_wire::table::Turn::Player { seat } => return Ok(Some(usize::from(seat))),
            parlour_wire::table::Turn::Chance { .. } => {}
            parlour_wire::table::Turn::Over => return Ok(None),
        }
    }
}

/// Makes a random move and waits until every page has heard of it.
async fn click(
    pages: &mut [Page],
    mover: usize,
    due: Instant,
    rng: &mut impl parlour_core::rng::Rng,
    shared: &Shared,
) -> Result<(), Fault> {
    let ply = pages[0].view().ply;
    pages[mover].until(|view| view.ply >= ply && !view.choices.is_empty()).await?;
    let before: u64 = pages.iter().map(|page| page.bytes).sum();
    let view = pages[mover].view();
    let pick = below(rng, view.choices.len() as u32) as usize;
    let action = view.choices[pick].action.clone();
    pages[mover].send(&ClientMessage::Act { action, ply, rewinds: None }).await?;
    for page in pages.iter_mut() {
        page.until(|view| view.ply > ply).await?;
    }
    let bytes = pages.iter().map(|page| page.bytes).sum::<u64>() - before;
    shared.count(due.elapsed(), bytes);
    Ok(())
}
