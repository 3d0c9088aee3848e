//! The API against its own description: schemathesis makes up calls and checks the answers.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use crate::python::environment;
use crate::run::{TaskResult, root, step};

/// The version that is installed from PyPI.
const SCHEMATHESIS: &str = "schemathesis==4.32.5";

/// The environment with schemathesis.
pub fn own_environment() -> Result<PathBuf, String> {
    environment("schemathesis", SCHEMATHESIS)
}

/// Calls a real server by its OpenAPI document, with all checks. The same calls every time.
pub fn api_tests() -> TaskResult {
    let program = own_environment()?.join("bin/st");
    let server = Server::start()?;
    let mut check = Command::new(program);
    check.current_dir(root()).args(["--config-file", "xtask/schemathesis.toml", "run"]);
    check.args(["docs/openapi.json", "--url", &server.address, "--checks", "all"]);
    check.args(["--seed", "1", "--max-examples", "25", "--workers", "1", "--no-color"]);
    step("The API against its description", check)
}

/// A server with a data folder of its own, which ends with this value.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start() -> Result<Server, String> {
        let data = root().join("target/schemathesis-data");
        // There may be none of an earlier run.
        let _ = fs::remove_dir_all(&data);
        let mut command = Command::new(root().join("target/debug/parlour"));
        command
            .args(["serve", "--port", "0", "--no-limits", "--data"])
            .arg(&data)
            .stdout(Stdio::piped());
        let mut process = command.spawn().map_err(|error| format!("parlour serve: {error}"))?;
        let lines = process.stdout.take().map(|out| BufReader::new(out).lines());
        let address = lines.into_iter().flatten().map_while(Result::ok).find_map(|line| {
            let start = line.find("http://")?;
            line[start..]
                .split_whitespace()
                .next()
                .map(|address| address.trim_end_matches('/').to_owned())
        });
        let server = Server { process, address: address.unwrap_or_default() };
        if server.address.is_empty() {
            Err("the server did not say where it listens".into())
        } else {
            Ok(server)
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
