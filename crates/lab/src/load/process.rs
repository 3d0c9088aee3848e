//! The servers under load: some that run already, or one of its own; their time and memory.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use parlour_console::failure::Failure;

/// The system counts a process's time in hundredths of a second.
const TICKS: f64 = 100.0;

/// One server, or several over one database.
pub(super) struct Servers {
    addresses: Vec<SocketAddr>,
    pids: Vec<u32>,
    own: Option<(Child, PathBuf)>,
}

impl Servers {
    /// Those that run already.
    pub(super) fn running(addresses: &[SocketAddr], pids: &[u32]) -> Self {
        Servers { addresses: addresses.to_vec(), pids: pids.to_vec(), own: None }
    }

    /// Starts one, with its tables in a folder that is removed at the end.
    pub(super) fn start(data: Option<&Path>) -> Result<Self, Failure> {
        let failed =
            |error: std::io::Error| Failure::Runtime(format!("cannot start a server: {error}"));
        let base = data.map_or_else(std::env::temp_dir, Path::to_owned);
        let folder = base.join(format!("parlour-load-{}", std::process::id()));
        let mut child = Command::new(std::env::current_exe().map_err(failed)?)
            .args(["serve", "--port", "0", "--no-limits", "--no-pauses", "--log", "warn", "--data"])
            .arg(&folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let mut line = String::new();
        if let Some(out) = child.stdout.take() {
            BufReader::new(out).read_line(&mut line).map_err(failed)?;
        }
        let address = line
            .rsplit_once("http://")
            .and_then(|(_, rest)| rest.trim().trim_end_matches('/').parse().ok());
        let pid = child.id();
        let own = Some((child, folder));
        let mut process = Servers { addresses: Vec::new(), pids: vec![pid], own };
        // On a failure here, dropping it ends the child.
        let unheard = || Failure::Runtime(format!("the server said '{}'", line.trim()));
        process.addresses.push(address.ok_or_else(unheard)?);
        Ok(process)
    }

    pub(super) fn addresses(&self) -> Vec<SocketAddr> {
        self.addresses.clone()
    }

    /// The seconds of processor time that it has used, where the system says.
    pub(super) fn cpu_seconds(&self) -> Option<f64> {
        self.sum(cpu_seconds)
    }

    /// The bytes of memory that it holds, where the system says.
    pub(super) fn memory(&self) -> Option<u64> {
        self.sum(memory)
    }

    /// What all its processes have together.
    fn sum<T: std::iter::Sum>(&self, of: impl Fn(u32) -> Option<T>) -> Option<T> {
        let known: Option<Vec<T>> = self.pids.iter().map(|pid| of(*pid)).collect();
        known.filter(|known| !known.is_empty()).map(|known| known.into_iter().sum())
    }
}

fn cpu_seconds(pid: u32) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The program's name, in brackets, may hold blanks.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace().skip(11);
    let mut next = || fields.next()?.parse::<f64>().ok();
    Some((next()? + next()?) / TICKS)
}

fn memory(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes * 1024)
}

impl Drop for Servers {
    fn drop(&mut self) {
        if let Some((mut child, folder)) = self.own.take() {
            let _ = child.kill();
            let _ = child.wait();
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}
