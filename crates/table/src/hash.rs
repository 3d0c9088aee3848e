//! The hashes under which names and invitations are stored.

use sha2::{Digest, Sha256};

/// The hash of a text, in hexadecimal. All texts hashed here are random and long or short-lived,
/// so one plain round is enough.
pub fn hash(purpose: &str, text: &str) -> String {
    hex(&digest(&[purpose, text]))
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The hash of texts, each told apart from the next.
pub fn digest(parts: &[&str]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_be_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().into()
}
