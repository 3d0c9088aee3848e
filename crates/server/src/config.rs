//! How a server is set up.

use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use parlour_search::Budget;
pub use parlour_table::steps::Pace;

use crate::limits::Limits;
pub use crate::store::masked;
use crate::time::Time;

/// The port when nobody says otherwise.
pub const DEFAULT_PORT: u16 = 7777;

/// Tables at which no person ever moved are deleted after this number of days.
pub const UNUSED_DAYS: u16 = 30;

/// Everything that can be chosen about a server. [`Config::default`] suits one computer and its
/// owner: it listens to nobody else.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub bind: SocketAddr,
    /// The folder for the database.
    pub data: PathBuf,
    /// A database for several processes, as `postgres://user@host/name`; `None`: a file in the
    /// data folder.
    pub database: Option<String>,
    /// Browsers send the visitors' cookie over HTTPS only.
    pub secure_cookies: bool,
    /// A proxy stands in front: believe what it says about addresses and HTTPS.
    pub behind_proxy: bool,
    /// Names by which browsers may ask for this server, beside addresses and names of the local
    /// network. Behind a proxy, none means any.
    pub names: Vec<String>,
    /// Other origins whose pages may use this server, as `https://example.org`.
    pub origins: Vec<String>,
    /// Show `/metrics` to everyone, not to this computer only.
    pub open_metrics: bool,
    /// How fast the table goes when no person moves.
    pub pace: Pace,
    /// The computer players.
    pub bots: Bots,
    /// For how long a table is kept at which no person ever moved; `None`: for good.
    pub unused: Option<Duration>,
    /// How many bytes the tables in memory may take that nobody uses at the moment.
    pub cache_bytes: usize,
    /// How much one visitor or address may ask for.
    pub limits: Limits,
    /// A gap between heartbeats longer than this is an outage: nobody's clock ran.
    pub outage: Duration,
    /// Where the time comes from.
    pub time: Time,
}

/// The computer players.
#[derive(Clone, Copy, Debug)]
pub struct Bots {
    /// How many threads think.
    pub workers: usize,
    /// How many hints may be under way; a further request is refused with a time to come back.
    pub queue: usize,
    /// How long every level thinks, instead of its own time.
    pub budget: Option<Budget>,
}

impl Default for Bots {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        // One core stays free for people.
        Bots { workers: cores.saturating_sub(1).max(1), queue: 64, budget: None }
    }
}

impl Default for Config {
    fn default() -> Self {
        Config {
            bind: SocketAddr::from((Ipv4Addr::LOCALHOST, DEFAULT_PORT)),
            data: default_data_folder(),
            database: None,
            secure_cookies: false,
            behind_proxy: false,
            names: Vec::new(),
            origins: Vec::new(),
            open_metrics: false,
            pace: Pace::default(),
            bots: Bots::default(),
            unused: Some(Duration::from_secs(u64::from(UNUSED_DAYS) * 86_400)),
            cache_bytes: 64 << 20,
            limits: Limits::default(),
            outage: Duration::from_secs(6),
            time: Time::System,
        }
    }
}

/// The user's data folder: `$XDG_DATA_HOME/parlour`, or where this system keeps such things.
pub fn default_data_folder() -> PathBuf {
    let variable = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let base = variable("XDG_DATA_HOME")
        .or_else(|| if cfg!(windows) { variable("APPDATA") } else { None })
        .or_else(|| {
            let home = variable("HOME")?;
            let place = if cfg!(target_os = "macos") {
                "Library/Application Support"
            } else {
                ".local/share"
            };
            Some(home.join(place))
        });
    base.unwrap_or_else(|| PathBuf::from(".")).join("parlour")
}
