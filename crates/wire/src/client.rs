//! A client's half of a table's socket, without the socket: the ids of its messages, what was not answered yet,
//! the table as far as it is known, and when a line is asked for a sign of life, given up and tried again. It
//! reads no clock and no random numbers. `web/src/table/transport` does the same for the page.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::socket::{ClientMessage, ClientRequest, MessageId, ServerMessage};
use crate::table::TableView;

/// After this silence the server is asked for a sign of life.
const SILENCE: Duration = Duration::from_secs(3);
/// Without an answer for this long the line is lost.
const ANSWER: Duration = Duration::from_millis(3_500);
/// The first pause before a lost line is opened again; each is twice as long as the one before.
const FIRST_PAUSE: Duration = Duration::from_millis(400);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// The server remembers ids for ten minutes: what names no position is not sent again after half of it.
const MEMORY: Duration = Duration::from_secs(5 * 60);

/// A message that was not answered yet.
#[derive(Debug)]
struct Waiting {
    request: ClientRequest,
    text: String,
    since: Instant,
}

/// A client at a table.
#[derive(Debug)]
pub struct Client {
    name: String,
    sent: u64,
    waiting: VecDeque<Waiting>,
    view: Option<TableView>,
    heard: Instant,
    /// When the server was asked for a sign of life and has not given one.
    asked: Option<Instant>,
    attempts: u32,
}

/// What a message from the server means.
#[derive(Debug)]
pub struct Received {
    /// The message.
    pub message: ServerMessage,
    /// What it answers, if that is one of this client's messages.
    pub answers: Option<ClientMessage>,
    /// The text to send now: something was missed, and the whole table has to come.
    pub send: Option<String>,
}

/// What to do about a silent line.
#[derive(Debug, PartialEq, Eq)]
pub enum Beat {
    /// Nothing.
    Listen,
    /// Send this text.
    Ping(String),
    /// The line is lost.
    Lost,
}

impl Client {
    /// A client that has sent nothing. `name`, at most 20 bytes, must be like that of no other client of the
    /// same visitor: ids begin with it.
    pub fn new(name: &str, now: Instant) -> Self {
        Client {
            name: name.chars().take(20).collect(),
            sent: 0,
            waiting: VecDeque::new(),
            view: None,
            heard: now,
            asked: None,
            attempts: 0,
        }
    }

    /// The table as far as it is known.
    pub fn view(&self) -> Option<&TableView> {
        self.view.as_ref()
    }

    /// The text of a message that is to be sent now.
    pub fn send(&mut self, message: ClientMessage, now: Instant) -> String {
        self.sent += 1;
        let id = format!("{}.{}", self.name, self.sent);
        let id = MessageId::try_from(id).expect("a short name and a number");
        let request = ClientRequest { id, message };
        let text = serde_json::to_string(&request).expect("JSON");
        self.waiting.push_back(Waiting { request, text: text.clone(), since: now });
        text
    }

    /// Whether all that was sent was answered.
    pub fn is_settled(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Follows a message from the server.
    pub fn receive(&mut self, text: &str, now: Instant) -> Result<Received, serde_json::Error> {
        (self.heard, self.asked, self.attempts) = (now, None, 0);
        let message: ServerMessage = serde_json::from_str(text)?;
        let answers = message.answers().and_then(|id| self.answered(id));
        let fits = match (&mut self.view, &message) {
            (view, ServerMessage::Table { table }) => {
                *view = Some((**table).clone());
                true
            }
            (Some(view), _) => view.follow(&message).is_ok(),
            (None, _) => true,
        };
        let is_asked =
            self.waiting.iter().any(|waiting| waiting.request.message == ClientMessage::Table);
        let send = (!fits && !is_asked).then(|| self.send(ClientMessage::Table, now));
        Ok(Received { message, answers, send })
    }

    fn answered(&mut self, id: &MessageId) -> Option<ClientMessage> {
        let place = self.waiting.iter().position(|waiting| waiting.request.id == *id)?;
        self.waiting.remove(place).map(|waiting| waiting.request.message)
    }

    /// The line was opened again: the texts to send over it, in order, and the messages that are given up because
    /// the server may have forgotten them.
    pub fn reconnected(&mut self, now: Instant) -> (Vec<String>, Vec<ClientMessage>) {
        (self.heard, self.asked) = (now, None);
        let mut given_up = Vec::new();
        for waiting in std::mem::take(&mut self.waiting) {
            match repeat(&waiting.request.message) {
                Repeat::Never => {}
                Repeat::Soon if now.duration_since(waiting.since) > MEMORY => {
                    given_up.push(waiting.request.message);
                }
                Repeat::Soon | Repeat::Ever => self.waiting.push_back(waiting),
            }
        }
        (self.waiting.iter().map(|waiting| waiting.text.clone()).collect(), given_up)
    }

    /// What a line needs that says nothing. To be asked about once a second.
    pub fn beat(&mut self, now: Instant) -> Beat {
        match self.asked {
            Some(asked) if now.duration_since(asked) > ANSWER => Beat::Lost,
            None if now.duration_since(self.heard) > SILENCE => {
                self.asked = Some(now);
                Beat::Ping(self.send(ClientMessage::Ping, now))
            }
            _ => Beat::Listen,
        }
    }

    /// How long to wait before a lost line is opened again. `spread`, from 0 to 1, is random: not all who lost
    /// the same server come back at the same moment.
    pub fn pause(&mut self, spread: f64) -> Duration {
        let pause = FIRST_PAUSE.saturating_mul(1 << self.attempts.min(10)).min(LONGEST_PAUSE);
        self.attempts += 1;
        pause.mul_f64(0.75 + spread.clamp(0.0, 1.0) / 2.0)
    }
}

/// Whether a message that was not answered is sent again over a new line.
enum Repeat {
    /// It belongs to its socket, or is of no use after a pause.
    Never,
    /// While the server remembers its id.
    Soon,
    /// At any time: it names the position that it is for, or changes nothing.
    Ever,
}

fn repeat(message: &ClientMessage) -> Repeat {
    use ClientMessage as M;
    match message {
        M::Ask { .. } | M::Look { .. } | M::Table | M::Ping => Repeat::Never,
        M::Act { .. } | M::Throw { .. } | M::Judge { .. } | M::Hint => Repeat::Ever,
        M::Sit { .. }
        | M::Stand { .. }
        | M::Computer { .. }
        | M::Return { .. }
        | M::Resign { .. }
        | M::Draw
        | M::TakeBack
        | M::Decline
        | M::Rematch
        | M::Chat { .. }
        | M::Keep => Repeat::Soon,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn act(ply: u32) -> ClientMessage {
        ClientMessage::Act { action: "a1".to_owned(), ply, rewinds: None }
    }

    #[test]
    fn what_was_not_answered_is_sent_again_with_the_same_id() {
        let now = Instant::now();
        let mut client = Client::new("x", now);
        let texts = [act(0), ClientMessage::Look { seat: None }, ClientMessage::Draw];
        let [moved, _, draw] = texts.map(|message| client.send(message, now));
        assert_eq!(moved, r#"{"id":"x.1","type":"act","action":"a1","ply":0}"#);
        assert_eq!(client.reconnected(now), (vec![moved.clone(), draw], vec![]));
        let done = client.receive(r#"{"type":"done","id":"x.3"}"#, now).expect("a message");
        assert_eq!(done.answers, Some(ClientMessage::Draw));
        assert_eq!(client.reconnected(now), (vec![moved], vec![]));
    }

    #[test]
    fn what_the_server_may_have_forgotten_is_given_up_but_for_moves() {
        let now = Instant::now();
        let mut client = Client::new("x", now);
        let moved = client.send(act(3), now);
        client.send(ClientMessage::TakeBack, now);
        let late = now + MEMORY + Duration::from_secs(1);
        assert_eq!(client.reconnected(late), (vec![moved], vec![ClientMessage::TakeBack]));
    }

    #[test]
    fn a_silent_line_is_asked_for_a_sign_of_life_and_then_given_up() {
        let now = Instant::now();
        let at = |millis| now + Duration::from_millis(millis);
        let mut client = Client::new("x", now);
        assert_eq!(client.beat(at(2_900)), Beat::Listen);
        assert!(matches!(client.beat(at(3_100)), Beat::Ping(_)));
        assert_eq!(client.beat(at(6_500)), Beat::Listen);
        assert_eq!(client.beat(at(6_700)), Beat::Lost);
        client.receive(r#"{"type":"pong","id":"x.1"}"#, at(6_700)).expect("a message");
        assert_eq!(client.beat(at(6_700)), Beat::Listen);
        assert!(client.is_settled());
    }

    #[test]
    fn pauses_grow_and_have_an_end() {
        let mut client = Client::new("x", Instant::now());
        let pauses = [0; 8].map(|_| client.pause(0.5).as_millis());
        assert_eq!(pauses, [400, 800, 1_600, 3_200, 6_400, 10_000, 10_000, 10_000]);
    }
}
