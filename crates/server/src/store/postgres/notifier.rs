//! Notices between processes: which tables have new events.
//!
//! `NOTIFY` takes a lock over the whole database at commit, so it stays out of the transactions
//! that store moves: a task of its own gathers notices and sends them in batches. Tables are spread over
//! channels, and a process listens to those of the tables that it has in memory ([`listener`]). Notices that
//! are lost (with a connection, by a restart of the database) are made up for by asking for the last event of
//! the tables in memory: `Store::latest`.

mod listener;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use parlour_table::stored::{Append, TableId};
use tokio::sync::{broadcast, mpsc, oneshot};

use super::LEASE;
use super::link::Link;
use super::way::Way;
use crate::store::{StoreError, Value};
use crate::sync::locked;
use listener::Wish;

/// Notices are gathered for this time before they go to the other processes.
const GATHER: Duration = Duration::from_millis(4);
/// The longest message; PostgreSQL takes less than 8000 bytes.
const LONGEST: usize = 7900;
/// Where a process that has started says so.
const GREETINGS: &str = "parlour";

/// What happened at tables, on its way from other processes and to them.
#[derive(Clone)]
pub(super) struct Notifier {
    notices: broadcast::Sender<(TableId, u64)>,
    to_others: mpsc::UnboundedSender<(TableId, u64)>,
    wishes: mpsc::UnboundedSender<Wish>,
    company: Arc<Company>,
}

impl Notifier {
    /// Starts to send and to listen. `process` is this one's name: its own notices are skipped.
    pub(super) fn start(way: Arc<Way>, process: String) -> Self {
        let (notices, _) = broadcast::channel(4096);
        let (to_others, gathered) = mpsc::unbounded_channel();
        let (wishes, wished) = mpsc::unbounded_channel();
        let company = Arc::new(Company::default());
        tokio::spawn(notify_others(Link::new(way.clone()), process.clone(), gathered));
        let heard = listener::Heard { process, notices: notices.clone(), company: company.clone() };
        tokio::spawn(listener::keep_listening(way, heard, wished));
        Notifier { notices, to_others, wishes, company }
    }

    /// Comes back when greetings of other processes are heard, or cannot be.
    pub(super) async fn begun(&self) {
        let (begun, listening) = oneshot::channel();
        if self.wishes.send(Wish::Begin(begun)).is_ok() {
            let _ = listening.await;
        }
    }

    /// What other processes store at the tables that this one listens to.
    pub(super) fn subscribe(&self) -> broadcast::Receiver<(TableId, u64)> {
        self.notices.subscribe()
    }

    /// These were stored.
    pub(super) fn notify(&self, appends: &[Append]) {
        if self.company.is_alone() {
            return;
        }
        for append in appends {
            let last = append.expected + append.events.len() as u64;
            let _ = self.to_others.send((append.table.clone(), last));
        }
    }

    /// Listens to notices of this table from now on; comes back when it does, or cannot.
    pub(super) async fn listen(&self, table: &TableId) {
        let (begun, listening) = oneshot::channel();
        if self.wishes.send(Wish::Listen(shard(table), begun)).is_ok() {
            let _ = listening.await;
        }
    }

    /// Listens to nothing else than these tables, and those that were asked for just now.
    pub(super) fn keep(&self, tables: &[TableId]) {
        let _ = self.wishes.send(Wish::Keep(tables.iter().map(shard).collect()));
    }

    /// Whether other processes were up a moment ago.
    pub(super) fn note_company(&self, others: bool) {
        self.company.note(others);
    }
}

/// The statement by which a process that has started is heard.
pub(super) const GREET: &str = "SELECT pg_notify('parlour', $1)";

/// Whether other processes use the database: a process alone tells nobody what it stores.
#[derive(Default)]
struct Company(Mutex<State>);

#[derive(Default)]
struct State {
    alone: bool,
    /// When another process was heard to start.
    greeted: Option<Instant>,
}

impl Company {
    fn is_alone(&self) -> bool {
        locked(&self.0).alone
    }

    /// Another process has started. What was seen of the database before counts for nothing then.
    fn greet(&self) {
        *locked(&self.0) = State { alone: false, greeted: Some(Instant::now()) };
    }

    fn note(&self, others: bool) {
        let mut state = locked(&self.0);
        state.alone = !others && state.greeted.is_none_or(|at| at.elapsed() > LEASE);
    }
}

/// The channel of a table, the same in every process: FNV-1a, folded to a byte.
fn shard(table: &TableId) -> u8 {
    let hash = table.0.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    hash.to_le_bytes().into_iter().fold(0, |folded, byte| folded ^ byte)
}

fn channel(shard: u8) -> String {
    format!("parlour_{shard:02x}")
}

/// Tells the other processes, in batches, the last of each table only.
async fn notify_others(
    link: Link,
    process: String,
    mut gathered: mpsc::UnboundedReceiver<(TableId, u64)>,
) {
    let mut batch = Vec::new();
    while gathered.recv_many(&mut batch, 4096).await > 0 {
        tokio::time::sleep(GATHER).await;
        while let Ok(more) = gathered.try_recv() {
            batch.push(more);
        }
        let mut last: HashMap<TableId, u64> = HashMap::new();
        for (table, sequence) in batch.drain(..) {
            let known = last.entry(table).or_default();
            *known = sequence.max(*known);
        }
        let (channels, messages) = messages(&process, &last).into_iter().unzip();
        if let Err(error) = send(&link, channels, messages).await {
            tracing::debug!(%error, "cannot tell other processes; they will ask");
        }
    }
}

async fn send(link: &Link, channels: Vec<String>, messages: Vec<String>) -> Result<(), StoreError> {
    let sql = "SELECT pg_notify(channel, message)
               FROM unnest($1::text[], $2::text[]) AS notice (channel, message)";
    link.query(sql, vec![Value::Texts(channels), Value::Texts(messages)]).await.map(drop)
}

/// `process table:sequence table:sequence …` for each channel, as many messages as it takes.
fn messages(process: &str, last: &HashMap<TableId, u64>) -> Vec<(String, String)> {
    let mut open: HashMap<u8, String> = HashMap::new();
    let mut full = Vec::new();
    for (table, sequence) in last {
        let (shard, part) = (shard(table), format!(" {table}:{sequence}"));
        let message = open.entry(shard).or_insert_with(|| process.to_owned());
        if message.len() + part.len() > LONGEST {
            full.push((channel(shard), std::mem::replace(message, process.to_owned())));
        }
        message.push_str(&part);
    }
    full.extend(open.into_iter().map(|(shard, message)| (channel(shard), message)));
    full
}

fn read(process: &str, message: &str) -> Vec<(TableId, u64)> {
    let mut words = message.split(' ');
    if words.next() == Some(process) {
        return Vec::new();
    }
    let pair = |word: &str| {
        let (table, sequence) = word.split_once(':')?;
        Some((TableId(table.to_owned()), sequence.parse().ok()?))
    };
    words.filter_map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_are_split_into_messages_that_fit_and_none_is_lost() {
        let table = |number: u64| TableId(format!("{number:022}"));
        let last: HashMap<TableId, u64> = (0..60_000).map(|n| (table(n), n * 1_000_000)).collect();
        let sent = messages("a", &last);
        assert!(sent.len() > 256 && sent.iter().all(|(_, message)| message.len() < 8000));
        let mut heard = HashMap::new();
        for (channel_of, message) in &sent {
            for (table, sequence) in read("b", message) {
                assert_eq!(*channel_of, channel(shard(&table)), "{table}");
                heard.insert(table, sequence);
            }
        }
        assert_eq!(heard, last);
        assert!(
            sent.iter().all(|(_, message)| read("a", message).is_empty()),
            "one's own is known"
        );
        assert!(read("b", "a nonsense x:y :").is_empty());
    }

    #[test]
    fn tables_are_spread_over_all_channels() {
        let mut counts = [0; 256];
        for number in 0..25_600 {
            counts[usize::from(shard(&TableId(format!("table-{number}"))))] += 1;
        }
        let (least, most) = (counts.iter().min(), counts.iter().max());
        assert!(least > Some(&50) && most < Some(&150), "{least:?} to {most:?} of 100");
    }

    #[test]
    fn a_process_that_was_greeted_is_not_alone_whatever_it_saw_before() {
        let company = Company::default();
        assert!(!company.is_alone(), "until it has looked");
        company.note(false);
        assert!(company.is_alone());
        company.greet();
        company.note(false);
        assert!(!company.is_alone(), "it may have looked before the other came");
    }
}
