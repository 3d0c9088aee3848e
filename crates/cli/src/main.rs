//! The one binary, `parlour`. Everything it does is in the library beside it.

use std::process::ExitCode;

/// A server makes and drops small texts on all threads at once, for which the system's allocator
/// takes turns.
#[cfg(feature = "server")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    parlour_cli::main()
}
