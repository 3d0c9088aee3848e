//! Who the visitor is to a server, kept from one time to the next: a person who comes back has the same seat.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use crate::kept::state_folder;

/// The file for a server; `None` where the system has no place for it.
fn file(host: &str) -> Option<PathBuf> {
    let safe = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '_' };
    let name: String = host.chars().map(safe).collect();
    Some(state_folder()?.join("visitors").join(name))
}

/// The cookie of an earlier time.
pub(super) fn read(host: &str) -> Option<String> {
    let text = fs::read_to_string(file(host)?).ok()?;
    let line = text.lines().next()?.trim();
    let plain = line.len() < 4096 && line.bytes().all(|byte| (0x20..0x7f).contains(&byte));
    (plain && !line.is_empty()).then(|| line.to_owned())
}

/// Keeps the cookie where nobody else can read it. Without a place for it, the next visit is somebody
/// new's.
pub(super) fn keep(host: &str, cookie: &str) {
    let Some(path) = file(host).filter(|_| read(host).as_deref() != Some(cookie)) else { return };
    let Some(folder) = path.parent() else { return };
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = fs::create_dir_all(folder)
        .and_then(|()| options.open(&path))
        .and_then(|mut file| writeln!(file, "{cookie}"));
    drop(written);
}
