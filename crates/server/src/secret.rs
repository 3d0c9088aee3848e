//! Unguessable names, and the hashes under which they are stored.

use getrandom::{SysRng, rand_core::UnwrapErr};
use parlour_core::rng::below;
use parlour_table::hash::digest;

const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Letters and digits that nobody mistakes for one another.
const CLEAR: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/// Random numbers from the operating system: nobody can foresee a throw or guess a name.
pub(crate) type SystemRandom = UnwrapErr<SysRng>;

/// The operating system's random numbers.
pub(crate) fn system_random() -> SystemRandom {
    UnwrapErr(SysRng)
}

fn random_text(length: usize, alphabet: &[u8]) -> String {
    let mut rng = system_random();
    let pick = |_| char::from(alphabet[below(&mut rng, alphabet.len() as u32) as usize]);
    (0..length).map(pick).collect()
}

/// A name with more than 128 random bits, for a table.
pub(crate) fn random_name() -> String {
    random_text(22, BASE62)
}

/// A secret with more than 256 random bits, for a visitor's cookie.
pub(crate) fn random_secret() -> String {
    random_text(43, BASE62)
}

/// Whether a cookie's text has the form of a visitor's secret.
pub(crate) fn is_secret(text: &str) -> bool {
    text.len() == 43 && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// A short code that people can read out and type.
pub(crate) fn random_code() -> String {
    random_text(8, CLEAR)
}

/// A typed code in the form in which it was made: capitals, no blanks or dashes. `None` if it
/// cannot be one.
pub(crate) fn tidy_code(text: &str) -> Option<String> {
    if text.len() > 64 {
        return None;
    }
    let code: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .map(|c| c.to_ascii_uppercase())
        .collect();
    (code.len() == 8 && code.bytes().all(|b| CLEAR.contains(&b))).then_some(code)
}

/// A 128-bit token that follows from a secret: made again whenever its owner comes, never stored.
pub(crate) fn derived_token(purpose: &str, secret: &str, about: &str) -> String {
    let digest = digest(&[purpose, secret, about]);
    let mut rest = u128::from_be_bytes(digest[..16].try_into().expect("16 of 32 bytes"));
    let next = |_| {
        let digit = BASE62[(rest % 62) as usize];
        rest /= 62;
        char::from(digit)
    };
    (0..22).map(next).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_long_and_never_the_same() {
        assert_ne!(random_name(), random_name());
        assert!(is_secret(&random_secret()));
        assert!(!is_secret(&format!("{}é", &random_secret()[..41])));
    }

    #[test]
    fn codes_are_forgiving_about_how_they_are_typed() {
        let code = random_code();
        let typed = format!(" {}-{} ", code[..4].to_lowercase(), &code[4..]);
        assert_eq!(tidy_code(&typed), Some(code));
        assert_eq!(tidy_code("ABCDEFG0"), None, "no zero is ever in a code");
        assert_eq!(tidy_code("ABC"), None);
    }

    #[test]
    fn a_token_follows_from_its_secret_alone() {
        let token = derived_token("invitation", "secret", "table");
        assert_eq!(token, derived_token("invitation", "secret", "table"));
        assert_ne!(token, derived_token("invitation", "secret", "tabled"));
        assert_ne!(token, derived_token("invitation", "secrett", "able"));
    }
}
