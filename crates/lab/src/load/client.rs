//! A page without a screen: one HTTP call to set up a table, and its socket.

use std::net::SocketAddr;
use std::time::Instant;

use futures_util::{SinkExt, StreamExt};
use parlour_wire::api::{Created, NewTable};
use parlour_wire::client::Client;
use parlour_wire::socket::{ClientMessage, ServerMessage};
use parlour_wire::table::TableView;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// What went wrong, for people.
pub(super) type Fault = String;

/// Creates a table as a new visitor: the table's name, and the visitor's cookie.
pub(super) async fn create_table(
    address: SocketAddr,
    wanted: &NewTable,
) -> Result<(String, String), Fault> {
    let body = serde_json::to_string(wanted).map_err(|error| error.to_string())?;
    let head = format!(
        "POST /api/v1/tables HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let failed = |error: std::io::Error| format!("cannot reach {address}: {error}");
    let mut stream = TcpStream::connect(address).await.map_err(failed)?;
    stream.write_all(head.as_bytes()).await.map_err(failed)?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.map_err(failed)?;
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").ok_or("the server's answer has no end")?;
    if !head.starts_with("HTTP/1.1 201") {
        let body: String = body.chars().take(200).collect();
        return Err(format!(
            "the server sets up no table: {body} (a server under load runs with --no-limits)"
        ));
    }
    let cookie = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("set-cookie")
            .then(|| value.trim().split(';').next().unwrap_or_default().to_owned())
    });
    let cookie = cookie.ok_or("the server gave no cookie")?;
    let created: Created = serde_json::from_str(body).map_err(|error| error.to_string())?;
    Ok((created.id, cookie))
}

pub(super) struct Page {
    stream: WebSocketStream<TcpStream>,
    client: Client,
    /// Bytes received, frame headers included.
    pub(super) bytes: u64,
}

impl Page {
    /// Opens a table's page and waits for the table.
    pub(super) async fn open(
        address: SocketAddr,
        table: &str,
        cookie: Option<&str>,
    ) -> Result<Page, Fault> {
        let uri = format!("ws://{address}/api/v1/tables/{table}/socket");
        let mut request = uri.into_client_request().map_err(|error| error.to_string())?;
        if let Some(cookie) = cookie {
            let value = cookie.parse().map_err(|_| "the cookie is no header".to_owned())?;
            request.headers_mut().insert("cookie", value);
        }
        let stream = TcpStream::connect(address).await;
        let stream = stream.map_err(|error| format!("cannot reach {address}: {error}"))?;
        stream.set_nodelay(true).map_err(|error| error.to_string())?;
        let small = WebSocketConfig::default().read_buffer_size(4096);
        let opened =
            tokio_tungstenite::client_async_with_config(request, stream, Some(small)).await;
        let (stream, _) = opened.map_err(|error| format!("the socket does not open: {error}"))?;
        // Each page is a visitor of its own: the name is like no other of it.
        let mut page = Page { stream, client: Client::new("load", Instant::now()), bytes: 0 };
        while page.client.view().is_none() {
            page.receive().await?;
        }
        Ok(page)
    }

    /// The table as this page knows it.
    pub(super) fn view(&self) -> &TableView {
        self.client.view().expect("a page is open once it has seen its table")
    }

    pub(super) async fn send(&mut self, message: &ClientMessage) -> Result<(), Fault> {
        let text = self.client.send(message.clone(), Instant::now());
        self.say(text).await
    }

    async fn say(&mut self, text: String) -> Result<(), Fault> {
        let sent = self.stream.send(Message::text(text)).await;
        sent.map_err(|error| format!("a socket failed: {error}"))
    }

    /// Waits for the next message and applies it.
    pub(super) async fn receive(&mut self) -> Result<(), Fault> {
        match self.stream.next().await {
            Some(Ok(Message::Text(text))) => {
                let header = if text.len() < 126 { 2 } else { 4 };
                self.bytes += text.len() as u64 + header;
                let received = self.client.receive(&text, Instant::now());
                let received = received
                    .map_err(|error| format!("the server speaks another language: {error}"))?;
                if received.send.is_some() {
                    return Err("the message does not fit the table".to_owned());
                }
                match received.message {
                    ServerMessage::Error { code, message, .. } => {
                        Err(format!("the server refused ({code}): {message}"))
                    }
                    _ => Ok(()),
                }
            }
            Some(Ok(_)) => Ok(()),
            Some(Err(error)) => Err(format!("a socket failed: {error}")),
            None => Err("the server closed a socket".to_owned()),
        }
    }

    /// Receives messages until the table fulfils a condition.
    pub(super) async fn until(&mut self, wanted: impl Fn(&TableView) -> bool) -> Result<(), Fault> {
        while !self.client.view().is_some_and(&wanted) {
            self.receive().await?;
        }
        Ok(())
    }
}
