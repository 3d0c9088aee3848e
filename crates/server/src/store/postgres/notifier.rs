//! Notices between processes: which tables have new events.
//!
//! `NOTIFY` takes a lock over the whole database at commit, so it stays out of the transactions
//! that store moves: a task of its own gathers notices and sends them in batches. Notices that are
//! lost (with a connection, by a restart of the database) are made up for by asking for the last event
//! of the tables in memory: `Store::latest`.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::poll_fn;
use parlour_table::stored::{Append, TableId};
use tokio::sync::{broadcast, mpsc};
use tokio_postgres::{AsyncMessage, Config};

use super::link::{Link, dial, in_time, set_up};
use crate::logs::ThrottledLog;
use crate::store::StoreError;
use crate::store::sql::values;

/// Notices are gathered for this time before they go to the other processes.
const GATHER: Duration = Duration::from_millis(4);
/// The longest message; PostgreSQL takes less than 8000 bytes.
const LONGEST: usize = 7900;
/// After the connection was lost.
const AGAIN: Duration = Duration::from_millis(500);

/// What happened at tables, on its way from other processes and to them.
#[derive(Clone)]
pub(super) struct Notifier {
    notices: broadcast::Sender<(TableId, u64)>,
    to_others: mpsc::UnboundedSender<(TableId, u64)>,
}

impl Notifier {
    /// Starts to send and to listen. `process` is this one's name: its own notices are skipped.
    pub(super) fn start(config: Arc<Config>, process: String) -> Self {
        let (notices, _) = broadcast::channel(4096);
        let (to_others, gathered) = mpsc::unbounded_channel();
        tokio::spawn(notify_others(Link::new(config.clone()), process.clone(), gathered));
        tokio::spawn(keep_listening(config, process, notices.clone()));
        Notifier { notices, to_others }
    }

    /// What other processes store.
    pub(super) fn subscribe(&self) -> broadcast::Receiver<(TableId, u64)> {
        self.notices.subscribe()
    }

    /// These were stored.
    pub(super) fn notify(&self, appends: &[Append]) {
        for append in appends {
            let last = append.expected + append.events.len() as u64;
            let _ = self.to_others.send((append.table.clone(), last));
        }
    }
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
        for message in messages(&process, &last) {
            if let Err(error) = send(&link, &message).await {
                tracing::debug!(%error, "cannot tell other processes; they will ask");
                break;
            }
        }
    }
}

async fn send(link: &Link, message: &str) -> Result<(), StoreError> {
    link.query("SELECT pg_notify('parlour', $1)", values![message]).await.map(drop)
}

/// `process table:sequence table:sequence …`, as many messages as it takes.
fn messages(process: &str, last: &HashMap<TableId, u64>) -> Vec<String> {
    let mut messages = Vec::new();
    let mut message = process.to_owned();
    for (table, sequence) in last {
        let part = format!(" {table}:{sequence}");
        if message.len() + part.len() > LONGEST {
            messages.push(std::mem::replace(&mut message, process.to_owned()));
        }
        message.push_str(&part);
    }
    messages.push(message);
    messages
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

/// Listens to the other processes' notices for as long as anybody here wants to know.
async fn keep_listening(
    config: Arc<Config>,
    process: String,
    notices: broadcast::Sender<(TableId, u64)>,
) {
    let mut log = ThrottledLog::default();
    loop {
        if let Err(error) = listen(&config, &process, &notices).await {
            log.log(|| {
                tracing::warn!(%error, "cannot hear of other processes; this one asks meanwhile");
            });
        }
        if notices.strong_count() <= 1 {
            return;
        }
        tokio::time::sleep(AGAIN).await;
    }
}

async fn listen(
    config: &Config,
    process: &str,
    notices: &broadcast::Sender<(TableId, u64)>,
) -> Result<(), StoreError> {
    let (client, mut connection) = dial(config).await?;
    let mut messages = Box::pin(poll_fn(move |context| connection.poll_message(context)));
    let begin = async {
        set_up(&client).await?;
        in_time(client.batch_execute("LISTEN parlour")).await
    };
    tokio::pin!(begin);
    let mut listening = false;
    loop {
        let message = tokio::select! {
            begun = &mut begin, if !listening => {
                begun?;
                listening = true;
                continue;
            }
            message = messages.next() => message,
        };
        match message {
            Some(Ok(AsyncMessage::Notification(notification))) => {
                for notice in read(process, notification.payload()) {
                    let _ = notices.send(notice);
                }
            }
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(error.into()),
            None => return Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_are_split_into_messages_that_fit_and_none_is_lost() {
        let table = |number: u64| TableId(format!("{number:022}"));
        let last: HashMap<TableId, u64> = (0..1000).map(|n| (table(n), n * 1_000_000)).collect();
        let sent = messages("a", &last);
        assert!(sent.len() > 1 && sent.iter().all(|message| message.len() < 8000));
        let heard: HashMap<TableId, u64> = sent.iter().flat_map(|m| read("b", m)).collect();
        assert_eq!(heard, last);
        assert!(sent.iter().all(|message| read("a", message).is_empty()), "one's own is known");
        assert!(read("b", "a nonsense x:y :").is_empty());
    }
}
