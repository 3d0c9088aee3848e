//! The one binary, `parlour`. Everything it does is in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    parlour_cli::main()
}
