//! The real program when its disk fails it: a clear message, nothing destroyed, and no restart where
//! none is needed.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A test that waits longer than this for anything hangs.
const HANGS: Duration = Duration::from_secs(60);

/// A server in a process of its own, with what it has logged.
struct Server {
    child: Child,
    address: SocketAddr,
    log: Arc<Mutex<Vec<String>>>,
}

/// `parlour serve` over this folder. A file that may not grow is an error to it, not its end.
fn serve(data: &Path) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_parlour")]);
    command.args(["serve", "--port", "0", "--data"]).arg(data);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Server {
    fn start(data: &Path) -> Server {
        let mut child = serve(data).spawn().expect("the program runs");
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
    fn bound_files(&self, bytes: &str) {
        let pid = self.child.id().to_string();
        let size = format!("--fsize={bytes}:");
        let bound = Command::new("prlimit").args(["--pid", &pid, &size]).status();
        assert!(bound.is_ok_and(|status| status.success()), "prlimit sets the bound");
    }

    /// One call; its status and body.
    fn call(&self, method: &str, path: &str, cookie: &str, body: &str) -> (u16, String) {
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

    /// Asks until the answer is this one.
    fn until(&self, method: &str, path: &str, cookie: &str, wanted: impl Fn(u16, &str) -> bool) {
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

    fn lines(&self) -> usize {
        self.log.lock().expect("no fault").len()
    }

    /// Ends it in good order.
    fn end(mut self) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(sent.is_ok_and(|status| status.success()), "it is told to end");
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
fn field<'a>(text: &'a str, name: &str) -> &'a str {
    let start = text.find(&format!("\"{name}\":")).expect("the field is there") + name.len() + 3;
    let end = text[start..].find([',', '}']).expect("it ends") + start;
    text[start..end].trim_matches('"')
}

const TABLE: &str = r#"{"game":"shut-the-box","options":[],"seats":[{"type":"computer","level":1},{"type":"me","name":null}],"clock":{"type":"none"},"public":false}"#;

#[test]
fn a_full_disk_is_told_and_the_server_goes_on_when_there_is_room_again() {
    let folder = TempDir::new().expect("a folder");
    let server = Server::start(folder.path());
    let (_, answer) = server.call("GET", "/api/v1/me", "", "");
    let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: "));
    let cookie = cookie.and_then(|cookie| cookie.split(';').next()).expect("a cookie");
    let (status, made) = server.call("POST", "/api/v1/tables", cookie, TABLE);
    assert_eq!(status, 201, "{made}");
    let table = format!("/api/v1/tables/{}", field(&made, "id"));
    // The table's own steps fail from here on, and so do its visitors'.
    server.bound_files("0");
    let (status, refused) = server.call("POST", "/api/v1/tables", cookie, TABLE);
    assert_eq!(status, 503, "{refused}");
    assert!(refused.contains("nothing has changed"), "{refused}");
    server.until("GET", "/healthz", "", |status, _| status == 503);
    let (status, seen) = server.call("GET", &table, cookie, "");
    assert_eq!(status, 200, "what is there can still be read: {seen}");
    let before = server.lines();
    for _ in 0..20 {
        assert_eq!(server.call("POST", "/api/v1/tables", cookie, TABLE).0, 503);
    }
    let more = server.lines() - before;
    assert!(more <= 6, "{more} lines about 20 refused calls: {:?}", server.log);
    server.bound_files("unlimited");
    server.until("GET", "/healthz", "", |status, _| status == 200);
    let (status, made) = server.call("POST", "/api/v1/tables", cookie, TABLE);
    assert_eq!(status, 201, "{made}");
    server.until("GET", &table, cookie, |_, answer| field(answer, "ply") != "0");
    let told = server.log.lock().expect("no fault").join("\n");
    assert!(told.contains("writing to the database failed"), "{told}");
    assert!(told.contains("the database can be written again"), "{told}");
    server.end();
}

/// A server over this folder does not start, says this, and leaves the file as it was.
fn refuses(data: &Path, words: &[&str]) {
    let file = data.join("parlour.db");
    let before = fs::read(&file).ok();
    let output = serve(data).stdin(Stdio::null()).output().expect("the program runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    for word in words {
        assert!(told.contains(word), "no '{word}' in: {told}");
    }
    assert!(told.lines().any(|line| line.starts_with("error: ")), "{told}");
    assert_eq!(fs::read(&file).ok(), before, "nothing was changed");
}

#[test]
fn a_database_that_is_foreign_newer_or_damaged_is_left_as_it_was() {
    let folder = TempDir::new().expect("a folder");
    let data = folder.path();
    let file = data.join("parlour.db");
    Server::start(data).end();
    let good = fs::read(&file).expect("a database");
    fs::write(&file, "a letter to my aunt, which is not to be lost").expect("writes");
    refuses(data, &["not Parlour's", "--data"]);
    // The number of steps that a file has taken stands at byte 60.
    let mut newer = good.clone();
    newer[60..64].copy_from_slice(&9_u32.to_be_bytes());
    fs::write(&file, &newer).expect("writes");
    refuses(data, &["newer Parlour", "nothing was changed"]);
    let mut damaged = good.clone();
    damaged[100..1000].fill(0xaa);
    fs::write(&file, &damaged).expect("writes");
    refuses(data, &["parlour.db", "malformed"]);
    fs::write(&file, &good).expect("writes");
    Server::start(data).end();
}

#[test]
fn a_folder_that_cannot_be_written_is_told_in_plain_words() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempDir::new().expect("a folder");
    let allow = |mode| {
        let mode = fs::Permissions::from_mode(mode);
        fs::set_permissions(folder.path(), mode).expect("it is ours");
    };
    allow(0o500);
    // Whoever is root may write anywhere, so that right is laid down first.
    let root = Command::new("id").arg("-u").output().expect("id runs").stdout == b"0\n";
    let mut command = Command::new("setpriv");
    if root {
        command.arg("--bounding-set=-dac_override");
    }
    command.arg(env!("CARGO_BIN_EXE_parlour")).args(["serve", "--port", "0", "--data"]);
    let output = command.arg(folder.path()).output().expect("the program runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("this user may not write there") && told.contains("--data"), "{told}");
    assert_eq!(fs::read_dir(folder.path()).expect("it can be read").count(), 0);
    allow(0o700);
    Server::start(folder.path()).end();
}
