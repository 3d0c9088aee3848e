//! A real server in a process of its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// A test that waits longer than this for anything hangs.
const HANGS: Duration = Duration::from_secs(60);

/// A server in a process of its own, with what it has logged.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    pub(crate) log: Arc<Mutex<Vec<String>>>,
}

/// `parlour serve` over this folder, on this port or a free one. A file that may not grow is an error to it, not its end.
pub(crate) fn serve(data: &Path, port: u16) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_parlour")]);
    command.args(["serve", "--port", &port.to_string(), "--data"]).arg(data);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Server {
    pub(crate) fn start(data: &Path) -> Server {
        Server::start_on(data, 0)
    }

    /// On a port that is known already.
    pub(crate) fn start_on(data: &Path, port: u16) -> Server {
        let mut child = serve(data, port).spawn().expect("the program runs");
        let mut said = BufReader::new(child.stdout.take().expect("piped")).lines();
        let line = said.next().expect("it says where it listens").expect("text");
        let address = line.rsplit_once("http://").expect("an address").1.trim_end_matches('/');
        let address = address.parse().expect("an address");
        let log = Arc::new(Mutex::new(Vec::new()));
        let (heard, lines) = (log.clone(), BufReader::new(child.stderr.take().expect("piped")));
        thread::spawn(move || {
            for line in lines.lines().map_while(Result::ok) {
                heard.lock().expect("no fault").push(line);
            }
        });
        Server { child, address, log }
    }

    /// How large the process's files may get; nothing: as large as they like.
    pub(crate) fn bound_files(&self, bytes: &str) {
        let pid = self.child.id().to_string();
        let size = format!("--fsize={bytes}:");
        let bound = Command::new("prlimit").args(["--pid", &pid, &size]).status();
        assert!(bound.is_ok_and(|status| status.success()), "prlimit sets the bound");
    }

    /// One call; its status and body.
    pub(crate) fn call(&self, method: &str, path: &str, cookie: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).expect("the server listens");
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncookie: {cookie}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .expect("the server reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("the server answers");
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
        (status.expect("a status"), answer)
    }

    /// The cookie of a new visitor.
    pub(crate) fn cookie(&self) -> String {
        let (_, answer) = self.call("GET", "/api/v1/me", "", "");
        let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        cookie.and_then(|cookie| cookie.split(';').next()).expect("a cookie").to_owned()
    }

    /// Asks until the answer is this one.
    pub(crate) fn until(
        &self,
        method: &str,
        path: &str,
        cookie: &str,
        wanted: impl Fn(u16, &str) -> bool,
    ) {
        let began = Instant::now();
        loop {
            let (status, answer) = self.call(method, path, cookie, "");
            if wanted(status, &answer) {
                return;
            }
            assert!(began.elapsed() < HANGS, "{path} still says {answer}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until a line of the log has these words: a line comes through a pipe, some time after it was written.
    pub(crate) fn until_logged(&self, words: &str) {
        let began = Instant::now();
        while !self.log.lock().expect("no fault").iter().any(|line| line.contains(words)) {
            assert!(began.elapsed() < HANGS, "'{words}' is not in the log: {:?}", self.log);
            thread::sleep(Duration::from_millis(20));
        }
    }

    pub(crate) fn lines(&self) -> usize {
        self.log.lock().expect("no fault").len()
    }

    /// Ends it as a power cut does.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    /// Ends it in good order.
    pub(crate) fn end(mut self) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(sent.is_ok_and(|status| status.success()), "the signal to end is sent");
        assert!(self.child.wait().expect("it ends").success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A word of JSON behind this name.
pub(crate) fn field<'a>(text: &'a str, name: &str) -> &'a str {
    let start = text.find(&format!("\"{name}\":")).expect("the field is there") + name.len() + 3;
    let end = text[start..].find([',', '}']).expect("it ends") + start;
    text[start..end].trim_matches('"')
}
