//! Visitors: a secret in a cookie, and a name.

use std::fmt;

use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use parlour_table::commands::invitation_hash;
use parlour_table::hash::hash;
use parlour_table::stored::{TableId, VisitorId};

use crate::secret;

/// The cookie's name without HTTPS.
const COOKIE_NAME: &str = "parlour";
/// Its name with HTTPS. Browsers take this one from no other host and over no plain connection.
const SECURE_COOKIE_NAME: &str = "__Host-parlour";

fn cookie_name(secure: bool) -> &'static str {
    if secure { SECURE_COOKIE_NAME } else { COOKIE_NAME }
}

/// The key that signs cookies.
pub(crate) struct CookieKey(pub(crate) String);

impl fmt::Debug for CookieKey {
    /// Leaves the key out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CookieKey")
    }
}

impl CookieKey {
    /// What shows that this server gave a secret away.
    fn sign(&self, secret: &str) -> String {
        secret::derived_token("cookie", &self.0, secret)
    }
}

/// Browsers keep no cookie longer than this.
const COOKIE_DAYS: i64 = 400;

/// Somebody at the door. Anyone who knows the secret is this visitor.
#[derive(Clone)]
pub(crate) struct Visitor {
    /// The hash of the secret: all that is ever stored.
    pub(crate) id: VisitorId,
    secret: String,
}

impl fmt::Debug for Visitor {
    /// Leaves the secret out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Visitor").finish_non_exhaustive()
    }
}

impl Visitor {
    /// The visitor of this secret.
    pub(crate) fn of(secret: String) -> Self {
        Visitor { id: VisitorId(hash("visitor", &secret)), secret }
    }

    /// Somebody new.
    pub(crate) fn new() -> Self {
        Visitor::of(secret::random_secret())
    }

    /// Whom a request's cookie names. It is found among other cookies, of which one may be malformed or
    /// have the same name: the first that this server has signed counts.
    pub(crate) fn from_headers(
        headers: &HeaderMap,
        key: &CookieKey,
        secure: bool,
    ) -> Option<Visitor> {
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let pairs = cookies.flat_map(|line| line.split(';'));
        let mut pairs = pairs.filter_map(|pair| pair.trim().split_once('='));
        let signed = |value: &str| {
            let (secret, signature) = value.split_once('.')?;
            let known = secret::is_secret(secret) && signature == key.sign(secret);
            known.then(|| Visitor::of(secret.to_owned()))
        };
        let wanted = cookie_name(secure);
        pairs.find_map(|(name, value)| signed(value).filter(|_| name == wanted))
    }

    /// The cookie that makes the browser this visitor's.
    pub(crate) fn cookie(&self, key: &CookieKey, secure: bool) -> String {
        let value = format!("{}.{}", self.secret, key.sign(&self.secret));
        let (name, age) = (cookie_name(secure), COOKIE_DAYS * 86_400);
        let secure = if secure { "; Secure" } else { "" };
        format!("{name}={value}; HttpOnly; SameSite=Lax{secure}; Path=/; Max-Age={age}")
    }

    /// What others see before a name is chosen.
    pub(crate) fn default_name(&self) -> String {
        let number = u32::from_str_radix(&self.id.0[..6], 16).unwrap_or_default() % 9000 + 1000;
        format!("Guest {number}")
    }

    /// The invitation to a table that this visitor can give to others. It follows from the secret,
    /// so it need not be stored; the table knows its hash.
    pub(crate) fn invitation(&self, table: &TableId) -> String {
        secret::derived_token("invitation", &self.secret, &table.0)
    }

    /// The hash of [`Visitor::invitation`].
    pub(crate) fn invitation_hash(&self, table: &TableId) -> String {
        invitation_hash(&self.invitation(table))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> CookieKey {
        CookieKey("key".to_owned())
    }

    fn headers(cookies: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, cookies.parse().expect("a header"));
        headers
    }

    #[test]
    fn a_cookie_brings_the_visitor_back_and_scripts_cannot_read_it() {
        let visitor = Visitor::new();
        let cookie = visitor.cookie(&key(), true);
        for part in ["__Host-parlour=", "HttpOnly", "SameSite=Lax", "Secure", "Path=/", "Max-Age="]
        {
            assert!(cookie.contains(part), "{part} is missing in {cookie}");
        }
        assert!(!visitor.cookie(&key(), false).contains("Secure"));
        let pair = cookie.split(';').next().expect("a cookie has a first part");
        let headers = headers(&format!("other=1; {pair}"));
        let back = Visitor::from_headers(&headers, &key(), true);
        assert!(back.is_some_and(|back| back.id == visitor.id));
        assert!(!visitor.id.0.contains(&visitor.secret));
    }

    #[test]
    fn a_cookie_that_this_server_did_not_sign_is_nobodys() {
        let (made_up, visitor) = ("a".repeat(43), Visitor::new());
        let read = |cookies: &str, secure| Visitor::from_headers(&headers(cookies), &key(), secure);
        assert!(read(&format!("parlour={made_up}.{made_up}"), false).is_none());
        for secure in [false, true] {
            assert!(read(&format!("parlour={made_up}"), secure).is_none());
        }
        let other = visitor.cookie(&CookieKey("another".to_owned()), false);
        assert!(read(other.split(';').next().expect("a pair"), false).is_none());
        // Over HTTPS a name counts that no other host can set.
        let plain = visitor.cookie(&key(), false);
        assert!(read(plain.split(';').next().expect("a pair"), true).is_none());
    }
}
