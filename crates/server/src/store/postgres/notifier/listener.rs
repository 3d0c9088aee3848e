//! The connection that hears notices.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::future::poll_fn;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parlour_table::stored::TableId;
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio_postgres::{AsyncMessage, Client};

use super::{Company, GREETINGS, channel, read};
use crate::logs::ThrottledLog;
use crate::store::StoreError;
use crate::store::postgres::link::{dial, in_time, set_up};
use crate::store::postgres::way::Way;

/// After the connection was lost.
const AGAIN: Duration = Duration::from_millis(500);
/// A channel that was asked for a moment ago stays, though its table is not in memory yet.
const FRESH: Duration = Duration::from_secs(20);

/// What to listen to.
pub(super) enum Wish {
    /// This channel; whoever waits is told once it is heard, or cannot be.
    Listen(u8, oneshot::Sender<()>),
    /// No other channels than these.
    Keep(HashSet<u8>),
    /// Nothing; whoever waits is told once greetings are heard, or cannot be.
    Begin(oneshot::Sender<()>),
}

/// Where what was heard goes.
pub(super) struct Heard {
    pub(super) process: String,
    pub(super) notices: broadcast::Sender<(TableId, u64)>,
    pub(super) company: Arc<Company>,
}

impl Heard {
    fn note(&self, channel: &str, message: &str) {
        if channel == GREETINGS {
            if message != self.process {
                self.company.greet();
            }
            return;
        }
        for notice in read(&self.process, message) {
            let _ = self.notices.send(notice);
        }
    }
}

/// The channels, and when each was last asked for.
type Channels = HashMap<u8, Instant>;

/// Listens to the other processes' notices for as long as anybody here wants to know.
pub(super) async fn keep_listening(
    way: Arc<Way>,
    heard: Heard,
    mut wishes: mpsc::UnboundedReceiver<Wish>,
) {
    let (mut log, mut channels) = (ThrottledLog::default(), Channels::new());
    loop {
        match listen(&way, &heard, &mut wishes, &mut channels).await {
            Ok(()) => return,
            Err(error) => log.log(|| {
                tracing::warn!(%error, "cannot hear of other processes; this one asks meanwhile");
            }),
        };
        // Nobody waits for a connection that is away.
        let until = tokio::time::Instant::now() + AGAIN;
        while let Ok(wish) = tokio::time::timeout_at(until, wishes.recv()).await {
            match wish {
                Some(wish) => drop(note(wish, &mut channels)),
                None => return,
            }
        }
    }
}

/// Comes back when nobody wishes anything any more.
async fn listen(
    way: &Way,
    heard: &Heard,
    wishes: &mut mpsc::UnboundedReceiver<Wish>,
    channels: &mut Channels,
) -> Result<(), StoreError> {
    let (client, mut connection) = dial(way).await?;
    let (came, mut messages) = mpsc::channel(256);
    // It ends with the client.
    tokio::spawn(async move {
        while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
            if came.send(message).await.is_err() {
                return;
            }
        }
    });
    set_up(&client).await?;
    let mut begin = format!("LISTEN {GREETINGS};");
    for shard in channels.keys() {
        let _ = write!(begin, "LISTEN {};", channel(*shard));
    }
    run(&client, &mut messages, heard, &begin).await?;
    loop {
        tokio::select! {
            message = messages.recv() => match message {
                Some(message) => take(heard, message?),
                None => return Err(StoreError::Failed("the connection ended".to_owned())),
            },
            wish = wishes.recv() => {
                let Some(wish) = wish else { return Ok(()) };
                let (statements, waiting) = note(wish, channels);
                if !statements.is_empty() {
                    run(&client, &mut messages, heard, &statements).await?;
                }
                drop(waiting);
            }
        }
    }
}

/// Runs statements; notices that come meanwhile are heard.
async fn run(
    client: &Client,
    messages: &mut mpsc::Receiver<Result<AsyncMessage, tokio_postgres::Error>>,
    heard: &Heard,
    statements: &str,
) -> Result<(), StoreError> {
    let mut done = std::pin::pin!(in_time(client.batch_execute(statements)));
    loop {
        tokio::select! {
            done = &mut done => return done,
            Some(message) = messages.recv() => take(heard, message?),
        }
    }
}

fn take(heard: &Heard, message: AsyncMessage) {
    if let AsyncMessage::Notification(notification) = message {
        heard.note(notification.channel(), notification.payload());
    }
}

/// What a wish changes: the statements, and who waits for them.
fn note(wish: Wish, channels: &mut Channels) -> (String, Option<oneshot::Sender<()>>) {
    match wish {
        Wish::Listen(shard, waiting) => {
            let new = channels.insert(shard, Instant::now()).is_none();
            let statement = if new { format!("LISTEN {}", channel(shard)) } else { String::new() };
            (statement, Some(waiting))
        }
        Wish::Begin(waiting) => (String::new(), Some(waiting)),
        Wish::Keep(shards) => {
            let mut statements = String::new();
            channels.retain(|shard, asked| {
                let keep = shards.contains(shard) || asked.elapsed() < FRESH;
                if !keep {
                    let _ = write!(statements, "UNLISTEN {};", channel(*shard));
                }
                keep
            });
            (statements, None)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_channel_is_kept_for_as_long_as_a_table_needs_it() {
        let mut channels = Channels::new();
        let listen =
            |channels: &mut Channels| note(Wish::Listen(7, oneshot::channel().0), channels).0;
        assert_eq!(listen(&mut channels), "LISTEN parlour_07");
        assert_eq!(listen(&mut channels), "", "it is heard already");
        let none = || Wish::Keep(HashSet::new());
        assert_eq!(note(none(), &mut channels).0, "", "its table may be on its way to memory");
        let Some(past) = Instant::now().checked_sub(FRESH * 2) else { return };
        channels.insert(7, past);
        assert_eq!(note(Wish::Keep([7].into()), &mut channels).0, "", "its table is in memory");
        assert_eq!(note(none(), &mut channels).0, "UNLISTEN parlour_07;");
        assert_eq!(listen(&mut channels), "LISTEN parlour_07");
    }
}
