//! Who the visitor is to a server, kept from one time to the next: a person who comes back has the same seat.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use crate::kept::state_folder;

/// A server, and whether the connection to it is inside TLS.
#[derive(Clone, Copy)]
pub(super) struct Server<'a> {
    pub(super) secure: bool,
    pub(super) host: &'a str,
}

/// The file for a server; `None` where the system has no place for it. What came inside TLS never goes out
/// in the clear: a server is another one with and without it.
fn file(server: Server<'_>) -> Option<PathBuf> {
    Some(place(state_folder()?, server))
}

/// The file in the folder for what the program keeps.
fn place(state: PathBuf, server: Server<'_>) -> PathBuf {
    let safe = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '_' };
    let name: String = server.host.chars().map(safe).collect();
    let folder = if server.secure { "secure-visitors" } else { "visitors" };
    state.join(folder).join(name)
}

/// The cookie of an earlier time.
pub(super) fn read(server: Server<'_>) -> Option<String> {
    let text = fs::read_to_string(file(server)?).ok()?;
    let line = text.lines().next()?.trim();
    let plain = line.len() < 4096 && line.bytes().all(|byte| (0x20..0x7f).contains(&byte));
    (plain && !line.is_empty()).then(|| line.to_owned())
}

/// Keeps the cookie where nobody else can read it. Without a place for it, the next visit is somebody
/// new's.
pub(super) fn keep(server: Server<'_>, cookie: &str) {
    let Some(path) = file(server).filter(|_| read(server).as_deref() != Some(cookie)) else {
        return;
    };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_that_came_inside_tls_is_not_kept_for_the_same_host_without() {
        let place = |secure| place(PathBuf::new(), Server { secure, host: "example.org:443" });
        assert_ne!(place(true), place(false));
    }
}
