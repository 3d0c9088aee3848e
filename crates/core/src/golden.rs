//! Files that tests compare with what the program says now. `cargo xtask` writes them anew, by running the same
//! tests with `PARLOUR_UPDATE` set.

use std::{env, fs, path::Path};

/// Compares a file with what it should hold now, or writes it anew when `PARLOUR_UPDATE` is set. `refresh` is
/// the command that does.
///
/// # Panics
/// When the file differs, or cannot be written.
pub fn check(file: &Path, now: &str, refresh: &str) {
    if env::var_os("PARLOUR_UPDATE").is_some() {
        fs::create_dir_all(file.parent().expect("a folder")).expect("the folder can be made");
        fs::write(file, now).expect("the file can be written");
    }
    let kept = fs::read_to_string(file).unwrap_or_default();
    if kept == now {
        return;
    }
    let same = kept.lines().zip(now.lines()).take_while(|(a, b)| a == b).count();
    // A line can be a whole document.
    let line =
        |text: &str| text.lines().nth(same).map(|it| it.chars().take(200).collect::<String>());
    panic!(
        "{} differs from line {}:\n  kept: {:?}\n  now:  {:?}\nIf the change is right: {refresh}",
        file.display(),
        same + 1,
        line(&kept),
        line(now),
    );
}
