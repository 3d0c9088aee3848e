//! The proxies of `deploy/` in front of the real server: HTTPS, WebSockets, and whose limits count.

use std::fs;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use parlour_server::limits::Rate;
use parlour_wire::api::Created;
use tempfile::TempDir;
use tokio::net::TcpStream;

use crate::encryption::Certificate;
use crate::harness::*;

/// A running proxy.
struct Proxy {
    process: Child,
    address: SocketAddr,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A file of `deploy/` with the places of this test: every change must find what it replaces.
fn deployed(name: &str, changes: &[(&str, String)]) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(name);
    let mut text = fs::read_to_string(file).expect("it is there");
    for (from, to) in changes {
        assert!(text.contains(from), "{name} has no '{from}'");
        text = text.replace(from, to);
    }
    text
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("it listens").port()
}

/// The program of a proxy; it ends when this process does.
fn program(name: &str) -> Command {
    let places =
        ["/usr/sbin", "/usr/bin", "/usr/local/bin"].map(|place| Path::new(place).join(name));
    let found = places.into_iter().find(|place| place.exists());
    let found = found.unwrap_or_else(|| {
        panic!("{name} is not there: `cargo xtask test` installs Debian's package; elsewhere install it")
    });
    let mut command = Command::new("setpriv");
    command.arg("--pdeathsig=KILL").arg(found);
    command
}

impl Proxy {
    async fn start(mut command: Command, port: u16, folder: &Path) -> Proxy {
        let log = fs::File::create(folder.join("log")).expect("a log");
        command.stdout(log.try_clone().expect("a log")).stderr(log).stdin(Stdio::null());
        let mut process = command.spawn().expect("it starts");
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        until("the proxy listens", async || {
            let ended = process.try_wait().expect("it can be asked");
            let said = || fs::read_to_string(folder.join("log")).unwrap_or_default();
            assert!(ended.is_none(), "it ended: {}", said());
            TcpStream::connect(address).await.is_ok()
        })
        .await;
        Proxy { process, address }
    }

    async fn nginx(folder: &Path, server: SocketAddr, certificate: &Certificate) -> Proxy {
        let port = free_port();
        let letsencrypt = "/etc/letsencrypt/live/games.example.org";
        let site = deployed(
            "nginx.conf",
            &[
                (
                    "\tlisten 80;\n\tlisten [::]:80;\n",
                    format!("\tlisten 127.0.0.1:{};\n", free_port()),
                ),
                (
                    "\tlisten 443 ssl;\n\tlisten [::]:443 ssl;\n",
                    format!("\tlisten 127.0.0.1:{port} ssl;\n"),
                ),
                (
                    &format!("{letsencrypt}/fullchain.pem"),
                    certificate.certificate.display().to_string(),
                ),
                (&format!("{letsencrypt}/privkey.pem"), certificate.key.display().to_string()),
                ("server 127.0.0.1:7777;", format!("server {server};")),
            ],
        );
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|kind| format!("{kind}_temp_path {}/{kind};\n", folder.display()));
        // One process, which ends with the test: workers of a killed master would stay.
        let all = format!(
            "daemon off; master_process off; pid {0}/pid; error_log stderr; events {{}}\nhttp {{ access_log off;\n{1}{site}}}",
            folder.display(),
            temporary.concat()
        );
        fs::write(folder.join("nginx.conf"), all).expect("writes");
        let mut command = program("nginx");
        command
            .arg("-c")
            .arg(folder.join("nginx.conf"))
            .arg("-p")
            .arg(folder)
            .args(["-e", "stderr"]);
        Proxy::start(command, port, folder).await
    }

    async fn haproxy(folder: &Path, server: SocketAddr, certificate: &Certificate) -> Proxy {
        let port = free_port();
        let config = deployed(
            "haproxy.cfg",
            &[
                ("bind :80\n", format!("bind 127.0.0.1:{}\n", free_port())),
                ("bind :443 ", format!("bind 127.0.0.1:{port} ")),
                ("/etc/haproxy/games.example.org.pem", certificate.both.display().to_string()),
                ("127.0.0.1:7777", server.to_string()),
            ],
        );
        fs::write(folder.join("haproxy.cfg"), config).expect("writes");
        let mut command = program("haproxy");
        command.args(["-db", "-f"]).arg(folder.join("haproxy.cfg"));
        Proxy::start(command, port, folder).await
    }

    async fn caddy(folder: &Path, server: SocketAddr, certificate: &Certificate) -> Proxy {
        let port = free_port();
        let (chain, key) = (certificate.certificate.display(), certificate.key.display());
        let site = deployed(
            "Caddyfile",
            &[("\treverse_proxy", format!("\ttls {chain} {key}\n\treverse_proxy"))],
        );
        let all = format!("{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{site}");
        fs::write(folder.join("Caddyfile"), all).expect("writes");
        let mut command = program("caddy");
        command.args(["run", "--adapter", "caddyfile", "--config"]).arg(folder.join("Caddyfile"));
        command.env("DOMAIN", format!("https://127.0.0.1:{port}"));
        command.env("UPSTREAM", server.to_string());
        command.env("HOME", folder).env("XDG_DATA_HOME", folder).env("XDG_CONFIG_HOME", folder);
        Proxy::start(command, port, folder).await
    }
}

const PLAYER: [u8; 4] = [127, 0, 0, 2];
const OTHER: [u8; 4] = [127, 0, 0, 3];

const TABLE: &str = r#"{"game":"shut-the-box","options":[],"seats":[{"type":"me","name":"Ann"},{"type":"me","name":"Bob"}],"clock":{"type":"none"},"public":false}"#;

/// A new table by a new visitor, who also claims to come from elsewhere; the status, the table, the cookie.
async fn found(proxy: SocketAddr) -> (String, Option<String>, String) {
    let claims = "a=b\r\nx-forwarded-for: 198.51.100.7\r\nx-forwarded-proto: http";
    let (head, body) = call(None, proxy, "POST /api/v1/tables", claims, TABLE).await;
    let cookie = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("set-cookie").then(|| value.trim().to_owned())
    });
    let status = head.split(' ').nth(1).expect("a status").to_owned();
    let made = serde_json::from_str::<Created>(&body).ok().map(|made| made.id);
    (status, made, cookie.unwrap_or_default())
}

/// Plays a game to its end through the proxy, and goes to the limits of two addresses.
async fn serves<F>(start: impl FnOnce(SocketAddr) -> F)
where
    F: Future<Output = (Proxy, Certificate)>,
{
    let server = TestServer::with(|config| {
        config.behind_proxy = true;
        config.limits.new_tables.of_address = Rate::per_hour(1.0, 2.0);
    })
    .await;
    let (proxy, certificate) = start(server.address).await;
    let player = certificate.tunnel(IpAddr::from(PLAYER), proxy.address).await;
    let other = certificate.tunnel(IpAddr::from(OTHER), proxy.address).await;

    let (status, table, cookie) = found(player).await;
    assert_eq!(status, "201");
    assert!(
        cookie.starts_with("__Host-") && cookie.contains("Secure"),
        "it knows of HTTPS: {cookie}"
    );
    let pair = cookie.split(';').next().expect("a pair").to_owned();
    let ann = Person { cookie: Some(pair), address: player, ..server.stranger(None) };
    let mut page = ann.open(&table.expect("a table")).await;
    let mut moves = 0;
    while page.my_turn().await {
        page.act_any(moves).await;
        moves += 1;
    }
    assert!(moves > 0, "a game was played");

    assert_eq!(found(player).await.0, "201", "two tables for an address");
    assert_eq!(found(player).await.0, "429", "and no third one, whatever it claims to be");
    assert_eq!(found(other).await.0, "201", "another address has its own share");
    drop(page);
    server.close().await;
}

fn certificate(folder: &TempDir) -> Certificate {
    Certificate::make(folder.path(), &["127.0.0.1", "localhost"])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_played_through_nginx_and_limits_count_by_address() {
    let folder = TempDir::new().expect("a folder");
    let certificate = certificate(&folder);
    serves(async |server| (Proxy::nginx(folder.path(), server, &certificate).await, certificate))
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_played_through_haproxy_and_limits_count_by_address() {
    let folder = TempDir::new().expect("a folder");
    let certificate = certificate(&folder);
    serves(async |server| (Proxy::haproxy(folder.path(), server, &certificate).await, certificate))
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_played_through_caddy_and_limits_count_by_address() {
    let folder = TempDir::new().expect("a folder");
    let certificate = certificate(&folder);
    serves(async |server| (Proxy::caddy(folder.path(), server, &certificate).await, certificate))
        .await;
}
