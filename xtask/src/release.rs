//! `cargo xtask release`: archives that anybody can build again, byte by byte.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::install;
use crate::run::{TaskResult, cargo, root, step, step_into, text};
use crate::third_party::bill_of_materials;

/// What lies beside the program in an archive.
const BESIDE: [&str; 13] = [
    "README.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "docs/operating.md",
    "docs/security.md",
    "deploy/compose.yaml",
    "deploy/Caddyfile",
    "deploy/nginx.conf",
    "deploy/haproxy.cfg",
    "deploy/parlour.service",
    "crates/server/licences.txt",
];

/// Builds the archive, the package for Debian, the list of libraries and their checksums into `target/release-files`.
pub fn release() -> TaskResult {
    install::node_packages()?;
    let (version, time) = (version()?, time()?);
    let target = target()?;
    // In a folder of its own: what other builds left there must not come into this one.
    let built = root().join("target/release-build");
    step("The program", build(&built, &time)?)?;
    let program = built.join("release/parlour");
    let name = format!("parlour-{version}-{target}");
    let out = root().join("target/release-files");
    let _ = fs::remove_dir_all(&out);
    make(&out)?;
    archive(&out, &name, &program, &time)?;
    package(&out, &version, &program, &time)?;
    let date = text("date", &["--utc", "--date", &format!("@{time}"), "+%Y-%m-%dT%H:%M:%SZ"])?;
    let bill = bill_of_materials(&version, date.trim())?;
    write(&out.join(format!("{name}.cdx.json")), &bill)?;
    let mut names: Vec<String> = fs::read_dir(&out)
        .map_err(|error| error.to_string())?
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    let mut sums = Command::new("sha256sum");
    sums.args(&names).current_dir(&out);
    step_into("Checksums", sums, &out.join("SHA256SUMS"))?;
    println!("\n{}", fs::read_to_string(out.join("SHA256SUMS")).unwrap_or_default());
    match std::env::var_os("MINISIGN_KEY") {
        Some(key) => {
            let mut sign = Command::new("minisign");
            sign.arg("-S").arg("-s").arg(key).arg("-m").arg(out.join("SHA256SUMS"));
            sign.args(["-t", &format!("Parlour {version}")]);
            step("Signature", sign)
        }
        None => {
            println!(
                "Not signed. With a key: minisign -S -s KEY -m {}",
                out.join("SHA256SUMS").display()
            );
            Ok(())
        }
    }
}

/// The same program from the same sources, wherever they lie and whoever builds them: no path of this machine is in
/// it, and no leftovers of earlier builds.
fn build(folder: &Path, time: &str) -> Result<Command, String> {
    let home =
        std::env::var("CARGO_HOME").or_else(|_| Ok(format!("{}/.cargo", std::env::var("HOME")?)));
    let home = home.map_err(|_: std::env::VarError| "neither CARGO_HOME nor HOME is set")?;
    let root = root();
    let folders = [
        (folder.display().to_string(), "/build"),
        (root.display().to_string(), "/parlour"),
        (home, "/cargo"),
    ];
    // The last one that fits counts: the build's folder lies in the project's.
    let remapped =
        folders.iter().rev().map(|(from, to)| format!("--remap-path-prefix={from}={to}"));
    let mut flags: Vec<String> = remapped.collect();
    if cfg!(target_arch = "x86_64") {
        flags.push("-Ctarget-cpu=x86-64-v2".to_owned());
    }
    flags.push("-Cstrip=symbols".to_owned());
    let c = folders.iter().rev().map(|(from, to)| format!("-ffile-prefix-map={from}={to}"));
    let c = c.collect::<Vec<_>>().join(" ");
    let mut command = cargo([
        "build",
        "--release",
        "--locked",
        "--package",
        "parlour-cli",
        "--features",
        "https",
    ]);
    command.env("CARGO_TARGET_DIR", folder).env("CARGO_INCREMENTAL", "0");
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}")).env("CFLAGS", &c);
    command.env("SOURCE_DATE_EPOCH", time).env("LC_ALL", "C").env("TZ", "UTC");
    Ok(command)
}

/// `name.tar.gz`: files in a fixed order, of nobody, with the time of the sources.
fn archive(out: &Path, name: &str, program: &Path, time: &str) -> TaskResult {
    let place = root().join("target/release-tree");
    let _ = fs::remove_dir_all(&place);
    let tree = place.join(name);
    copy(program, &tree.join("parlour"), "755")?;
    for file in BESIDE {
        let to = tree.join(file.strip_prefix("crates/server/").unwrap_or(file));
        copy(&root().join(file), &to, "644")?;
    }
    let mut tar = Command::new("tar");
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=ustar"]);
    tar.arg(format!("--mtime=@{time}")).args(["--mode=go=rX,u+rw,a-s", "--create", "--file"]);
    let tarball = out.join(format!("{name}.tar"));
    tar.arg(&tarball).arg("--directory").arg(&place).arg(name);
    step("The archive", tar)?;
    let mut gzip = Command::new("gzip");
    gzip.args(["-9", "--no-name"]).arg(&tarball);
    step("Compression", gzip)
}

/// `parlour_VERSION_ARCH.deb`: the program, its unit, completions and documents.
fn package(out: &Path, version: &str, program: &Path, time: &str) -> TaskResult {
    let architecture = if cfg!(target_arch = "aarch64") { "arm64" } else { "amd64" };
    let tree = root().join("target/release-deb");
    let _ = fs::remove_dir_all(&tree);
    copy(program, &tree.join("usr/bin/parlour"), "755")?;
    let unit =
        fs::read_to_string(root().join("deploy/parlour.service")).map_err(|e| e.to_string())?;
    let unit = unit.replace("/usr/local/bin/", "/usr/bin/");
    put(&tree.join("usr/lib/systemd/system/parlour.service"), &unit)?;
    for (shell, place) in [
        ("bash", "usr/share/bash-completion/completions/parlour"),
        ("zsh", "usr/share/zsh/vendor-completions/_parlour"),
        ("fish", "usr/share/fish/vendor_completions.d/parlour.fish"),
    ] {
        let program = program.to_str().ok_or("the project's path is no text")?;
        put(&tree.join(place), &text(program, &["completions", shell])?)?;
    }
    let documents = tree.join("usr/share/doc/parlour");
    for file in BESIDE {
        let name = Path::new(file).file_name().unwrap_or_default();
        if !name.to_string_lossy().ends_with(".service") {
            copy(&root().join(file), &documents.join(name), "644")?;
        }
    }
    let copyright = "Parlour is under the MIT licence or the Apache licence 2.0, as you like: LICENSE-MIT, \
                     LICENSE-APACHE. Libraries of others: licences.txt.\n";
    put(&documents.join("copyright"), copyright)?;
    let control = format!(
        "Package: parlour\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: The Parlour project\n\
         Section: games\nPriority: optional\nDepends: libc6 (>= {}), libgcc-s1\n\
         Description: five table games in the browser and the terminal\n \
         A server with the page, the rules and the engines of Shell-Out, Shut the Box, Senet, Outwit\n \
         and Shout 7 in one program.\n",
        oldest_libc(program)?
    );
    put(&tree.join("DEBIAN/control"), &control)?;
    let mut build = Command::new("dpkg-deb");
    build.args(["--root-owner-group", "-Zxz", "--build"]).arg(&tree);
    build
        .arg(out.join(format!("parlour_{version}_{architecture}.deb")))
        .env("SOURCE_DATE_EPOCH", time);
    step("The package for Debian", build)
}

/// The newest version of the C library whose symbols the program names.
fn oldest_libc(program: &Path) -> Result<String, String> {
    let bytes = fs::read(program).map_err(|error| format!("{}: {error}", program.display()))?;
    let mark = b"GLIBC_2.";
    let minor = |at: usize| {
        let digits = bytes[at + mark.len()..].iter().take_while(|byte| byte.is_ascii_digit());
        String::from_utf8(digits.copied().collect()).ok()?.parse::<u32>().ok()
    };
    let found = bytes.windows(mark.len()).enumerate().filter(|(_, part)| part == mark);
    let newest = found.filter_map(|(at, _)| minor(at)).max();
    newest
        .map(|minor| format!("2.{minor}"))
        .ok_or_else(|| "the program names no C library".to_owned())
}

/// When the sources were last changed: what would be the time of the build.
fn time() -> Result<String, String> {
    if let Ok(time) = std::env::var("SOURCE_DATE_EPOCH") {
        return Ok(time);
    }
    let root = root();
    let place = root.to_str().ok_or("the project's path is no text")?;
    Ok(text("git", &["-C", place, "log", "-1", "--format=%ct"])?.trim().to_owned())
}

fn version() -> Result<String, String> {
    let toml = fs::read_to_string(root().join("Cargo.toml")).map_err(|error| error.to_string())?;
    let version = toml.lines().find_map(|line| line.strip_prefix("version = "));
    Ok(version.ok_or("Cargo.toml has no version")?.trim_matches('"').to_owned())
}

fn target() -> Result<String, String> {
    let said = text("rustc", &["--version", "--verbose"])?;
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("rustc does not say what it builds for")?.to_owned())
}

fn make(folder: &Path) -> TaskResult {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn write(file: &Path, text: &str) -> TaskResult {
    fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}

/// Writes a file that everybody can read, whatever the umask of whoever builds.
fn put(file: &Path, text: &str) -> TaskResult {
    make(file.parent().unwrap_or(Path::new("/")))?;
    write(file, text)?;
    mode(file, "644")
}

fn copy(from: &Path, to: &Path, permissions: &str) -> TaskResult {
    make(to.parent().unwrap_or(Path::new("/")))?;
    fs::copy(from, to).map_err(|error| format!("{}: {error}", from.display()))?;
    mode(to, permissions)
}

fn mode(file: &Path, permissions: &str) -> TaskResult {
    let mut folders: Vec<&Path> = file.ancestors().skip(1).collect();
    folders.retain(|folder| {
        folder.starts_with(root().join("target")) && *folder != root().join("target")
    });
    let changed = Command::new("chmod").arg(permissions).arg(file).status();
    let folders = Command::new("chmod").arg("755").args(folders).status();
    match (changed, folders) {
        (Ok(one), Ok(other)) if one.success() && other.success() => Ok(()),
        _ => Err(format!("{}: its permissions cannot be set", file.display())),
    }
}
