//! `parlour serve`: the games in the browser.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::ValueEnum;
use parlour_console::mistakes::whole;
use parlour_server::Config;
use parlour_server::config::{DEFAULT_PORT, Pace, UNUSED_DAYS};
use parlour_server::limits::Limits;
use parlour_server::logs::{self, LogFormat};

use crate::commands::place::Place;
use crate::failure::Failure;
use crate::io::Io;

const EXAMPLES: &str = "\
Examples:
  parlour serve                        for this computer, at http://127.0.0.1:7777/
  parlour serve --open                 and the page in your browser
  parlour serve --host 0.0.0.0         for everyone on the same network
  parlour serve --port 0 --data /tmp/x any free port, tables kept elsewhere
  parlour serve --behind-proxy         behind a proxy that speaks HTTPS

Each option can also be given as a variable of the environment: PARLOUR_HOST=0.0.0.0 is --host 0.0.0.0.
Ctrl-C ends it; tables stay as they are.";

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Lines {
    /// For people
    #[default]
    Human,
    /// One JSON object a line
    Json,
}

/// The variable of the environment that an option also reads.
pub(crate) fn variable(option: &str) -> String {
    format!("PARLOUR_{}", option.to_uppercase().replace('-', "_"))
}

/// Where the server listens.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Listen {
    /// The address to listen on; 0.0.0.0 is all of this computer's
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), env = "PARLOUR_HOST", hide_env = true)]
    pub(crate) host: IpAddr,

    /// The port to listen on; 0 takes any free one
    #[arg(long, default_value_t = DEFAULT_PORT, env = "PARLOUR_PORT", hide_env = true, value_parser = whole::<u16>(..))]
    pub(crate) port: u16,
}

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) listen: Listen,

    /// Open the page in this computer's browser
    #[arg(long, env = "PARLOUR_OPEN", hide_env = true)]
    pub(crate) open: bool,

    #[command(flatten)]
    pub(crate) place: Place,

    /// Trust X-Forwarded-For and X-Forwarded-Proto from a proxy in front
    #[arg(long, env = "PARLOUR_BEHIND_PROXY", hide_env = true)]
    pub(crate) behind_proxy: bool,

    /// Send the visitors' cookie over HTTPS only
    #[arg(long, env = "PARLOUR_SECURE_COOKIES", hide_env = true)]
    pub(crate) secure_cookies: bool,

    /// A name by which browsers may ask for this server; addresses and names of the local network
    /// are known; may be given more than once
    #[arg(
        long = "name",
        value_name = "NAME",
        env = "PARLOUR_NAME",
        hide_env = true,
        value_delimiter = ','
    )]
    pub(crate) names: Vec<String>,

    /// Let pages of this other origin use the server; may be given more than once
    #[arg(
        long = "origin",
        value_name = "ORIGIN",
        env = "PARLOUR_ORIGIN",
        hide_env = true,
        value_delimiter = ','
    )]
    pub(crate) origins: Vec<String>,

    /// Show /metrics to everyone, not to this computer only
    #[arg(long, env = "PARLOUR_OPEN_METRICS", hide_env = true)]
    pub(crate) open_metrics: bool,

    /// Delete tables at which no person ever moved after this number of days; 0 keeps them
    #[arg(
        long,
        value_name = "DAYS",
        default_value_t = UNUSED_DAYS,
        env = "PARLOUR_CLEAR_AFTER",
        hide_env = true, value_parser = whole::<u16>(..))]
    pub(crate) clear_after: u16,

    /// How many threads search for computer players [default: all cores but one]
    #[arg(long, value_name = "THREADS", value_parser = whole::<u16>(1..), env = "PARLOUR_SEARCH_THREADS", hide_env = true)]
    pub(crate) search_threads: Option<u16>,

    /// Throw and let computer players move at once, without the pauses that let people follow
    #[arg(long, env = "PARLOUR_NO_PAUSES", hide_env = true)]
    pub(crate) no_pauses: bool,

    /// Count nobody's calls, messages and sockets: for load tests
    #[arg(long, env = "PARLOUR_NO_LIMITS", hide_env = true)]
    pub(crate) no_limits: bool,

    /// What to log: a level, or levels by module
    #[arg(
        long,
        value_name = "FILTER",
        default_value = "info",
        env = "PARLOUR_LOG",
        hide_env = true
    )]
    pub(crate) log: String,

    /// How log lines look
    #[arg(long, value_enum, default_value_t, env = "PARLOUR_LOG_FORMAT", hide_env = true)]
    pub(crate) log_format: Lines,
}

impl Args {
    fn config(&self) -> Result<Config, Failure> {
        // A compose file gives an empty name where its host gave none.
        let given = |list: &[String]| list.iter().filter(|one| !one.is_empty()).cloned().collect();
        let mut config = Config {
            bind: SocketAddr::new(self.listen.host, self.listen.port),
            data: self.place.folder(),
            database: self.place.database()?,
            unused: (self.clear_after > 0)
                .then(|| Duration::from_secs(u64::from(self.clear_after) * 86_400)),
            behind_proxy: self.behind_proxy,
            secure_cookies: self.secure_cookies,
            names: given(&self.names),
            origins: given(&self.origins),
            open_metrics: self.open_metrics,
            ..Config::default()
        };
        if self.no_pauses {
            config.pace = Pace::NONE;
        }
        if self.no_limits {
            config.limits = Limits::UNLIMITED;
        }
        if let Some(threads) = self.search_threads {
            config.bots.workers = usize::from(threads);
        }
        Ok(config)
    }
}

/// Opens an address in the visitor's browser, by this system's own means.
fn show_page(address: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let silent = Stdio::null;
    let started = Command::new(program)
        .args(arguments)
        .arg(address)
        .stdin(silent())
        .stdout(silent())
        .stderr(silent())
        .spawn();
    started.is_ok()
}

/// Serves until the process is told to end.
pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let format = match args.log_format {
        Lines::Human => LogFormat::Human,
        Lines::Json => LogFormat::Json,
    };
    logs::start(format, &args.log).map_err(Failure::usage)?;
    let tell = |address: &str| {
        // With nobody reading, the server is still of use to its visitors.
        let _ = writeln!(io.out, "Parlour is open: {address}");
        let _ = io.out.flush();
        if args.open && !show_page(address) {
            let _ = writeln!(io.err, "No browser could be started; open the address yourself.");
        }
    };
    parlour_server::serve(args.config()?, tell).map_err(Failure::runtime)
}
