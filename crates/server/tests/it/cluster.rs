//! A PostgreSQL of one's own: made in a moment, gone with the test.

use std::fs::Permissions;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;
use tokio_postgres::NoTls;

use crate::encryption::Certificate;
use crate::harness::until;

/// Says what is missing: a test that cannot run has not passed.
const MISSING: &str = "these tests need PostgreSQL's initdb and postgres. `cargo xtask test` installs \
    Debian's package; elsewhere install PostgreSQL and put its programs on the PATH.";

/// A running database server.
pub(crate) struct Cluster {
    folder: TempDir,
    port: u16,
    process: Child,
    /// Settings beside the usual ones.
    settings: Vec<String>,
}

fn program(name: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    // Where Debian keeps them.
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    folders.extend(versions.map(|version| version.path().join("bin")));
    let found = folders.into_iter().map(|folder| folder.join(name)).find(|file| file.exists());
    found.unwrap_or_else(|| panic!("{name} is not there: {MISSING}"))
}

/// PostgreSQL refuses to run as root; then it runs as nobody. It ends when this process does.
fn command(name: &str) -> Command {
    let id = Command::new("id").arg("-u").output().expect("id runs");
    let mut command = Command::new("setpriv");
    command.arg("--pdeathsig=KILL");
    if id.stdout == b"0\n" {
        command.args(["--reuid=nobody", "--regid=nogroup", "--clear-groups"]);
    }
    command.arg(program(name)).current_dir("/").stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn give_to_nobody(folder: &Path) {
    let id = Command::new("id").arg("-u").output().expect("id runs");
    if id.stdout == b"0\n" {
        let status = Command::new("chown").arg("nobody:nogroup").arg(folder).status();
        assert!(status.is_ok_and(|status| status.success()), "the folder changes hands");
    }
}

impl Cluster {
    pub(crate) async fn start() -> Cluster {
        Cluster::start_with(|_| Vec::new()).await
    }

    /// One that speaks TLS with this certificate.
    pub(crate) async fn start_encrypted(certificate: &Certificate) -> Cluster {
        let (from, key) = (&certificate.certificate, &certificate.key);
        let settings = |folder: &Path| {
            let copies = [(from, "server.crt"), (key, "server.key")].map(|(from, name)| {
                let to = folder.join(name);
                std::fs::copy(from, &to).expect("copies");
                std::fs::set_permissions(&to, Permissions::from_mode(0o600)).expect("ours");
                give_to_nobody(&to);
                to
            });
            let [certificate, key] = copies.map(|file| file.display().to_string());
            let files = [format!("ssl_cert_file={certificate}"), format!("ssl_key_file={key}")];
            ["ssl=on".to_owned()].into_iter().chain(files).collect()
        };
        Cluster::start_with(settings).await
    }

    async fn start_with(settings: impl FnOnce(&Path) -> Vec<String>) -> Cluster {
        let folder = TempDir::new().expect("a folder");
        give_to_nobody(folder.path());
        let mut make = command("initdb");
        make.args(["--auth=trust", "--no-sync", "--username=parlour", "--encoding=UTF8"]);
        let made = make.args(["--locale=C", "--pgdata"]).arg(folder.path().join("data")).status();
        assert!(made.is_ok_and(|status| status.success()), "initdb failed: {MISSING}");
        let port =
            TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("it").port();
        let settings = settings(folder.path());
        let process = serve(folder.path(), port, &settings);
        let cluster = Cluster { folder, port, process, settings };
        cluster.until_up().await;
        cluster
    }

    fn address(&self, database: &str) -> String {
        format!("postgres://parlour@127.0.0.1:{}/{database}", self.port)
    }

    async fn until_up(&self) {
        let address = self.address("postgres");
        let up = async || tokio_postgres::connect(&address, NoTls).await.is_ok();
        until("PostgreSQL comes up", up).await;
    }

    /// Runs statements in a database.
    pub(crate) async fn run(&self, database: &str, sql: &str) {
        let connected = tokio_postgres::connect(&self.address(database), NoTls).await;
        let (client, connection) = connected.expect("PostgreSQL answers");
        let traffic = tokio::spawn(connection);
        client.batch_execute(sql).await.expect("the statement is good");
        drop(client);
        let _ = traffic.await;
    }

    /// How many rows a table has in a database.
    pub(crate) async fn count(&self, database: &str, table: &str) -> i64 {
        let connected = tokio_postgres::connect(&self.address(database), NoTls).await;
        let (client, connection) = connected.expect("PostgreSQL answers");
        tokio::spawn(connection);
        let rows = client.query_one(&format!("SELECT count(*) FROM {table}"), &[]).await;
        rows.expect("the table is there").get(0)
    }

    /// A new database; its address.
    pub(crate) async fn database(&self, name: &str) -> String {
        self.run("postgres", &format!("CREATE DATABASE {name}")).await;
        self.address(name)
    }

    /// Ends it as a crash would, and starts it again.
    pub(crate) async fn crash_and_restart(&mut self) {
        self.process.kill().expect("it can be killed");
        self.process.wait().expect("it ends");
        // Its children notice by themselves, and hold the memory until they have.
        let lock = self.folder.path().join("data/postmaster.pid");
        let _ = std::fs::remove_file(lock);
        let again = async || {
            self.process = serve(self.folder.path(), self.port, &self.settings);
            tokio::time::sleep(Duration::from_millis(100)).await;
            self.process.try_wait().expect("it can be asked").is_none()
        };
        until("PostgreSQL starts again", again).await;
        self.until_up().await;
    }
}

fn serve(folder: &Path, port: u16, settings: &[String]) -> Child {
    let mut postgres = command("postgres");
    postgres.arg("-D").arg(folder.join("data")).arg("-k").arg(folder);
    postgres.args(["-p", &port.to_string()]);
    // The test kills the server, not the machine: what the system has, stays.
    for setting in ["listen_addresses=127.0.0.1", "fsync=off", "max_connections=60"] {
        postgres.args(["-c", setting]);
    }
    settings.iter().for_each(|setting| {
        postgres.args(["-c", setting]);
    });
    postgres.spawn().unwrap_or_else(|error| panic!("postgres does not start ({error}): {MISSING}"))
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // Nobody needs what is in there.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
