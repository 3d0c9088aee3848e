//! Lines of a stream, none of them without bound: what is read may be anything.

use std::io::{BufRead, Read, Result};

/// The next line with its end, and at most `most` bytes of it: the rest of a longer line is passed over.
/// `None` at the end of the stream.
///
/// # Errors
/// When the stream cannot be read.
pub fn read(stream: &mut impl BufRead, most: usize) -> Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if stream.by_ref().take(most as u64).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() == most && !line.ends_with(b"\n") {
        stream.skip_until(b'\n')?;
    }
    Ok(Some(line))
}
