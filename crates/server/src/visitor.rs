//! Visitors: a secret in a cookie, and a name.

use std::fmt;

use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use parlour_table::commands::invitation_hash;
use parlour_table::hash::hash;
use parlour_table::stored::{TableId, VisitorId};

use crate::secret;

/// The cookie's name.
pub(crate) const COOKIE_NAME: &str = "parlour";
/// Browsers keep no cookie longer than this.
const COOKIE_DAYS: i64 = 400;

/// Somebody at the door. Whoever knows the secret is this visitor.
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

    /// Whom a request's cookie names, if it has one of ours. It is found among strangers' cookies, of
    /// which one may be malformed or have the same name: the first that is a secret counts.
    pub(crate) fn from_headers(headers: &HeaderMap) -> Option<Self> {
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        cookies
            .flat_map(|line| line.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .find(|(name, value)| *name == COOKIE_NAME && secret::is_secret(value))
            .map(|(_, value)| Visitor::of(value.to_owned()))
    }

    /// The cookie that makes the browser this visitor's.
    pub(crate) fn cookie(&self, secure: bool) -> String {
        let (secret, age) = (&self.secret, COOKIE_DAYS * 86_400);
        let secure = if secure { "; Secure" } else { "" };
        format!("{COOKIE_NAME}={secret}; HttpOnly; SameSite=Lax{secure}; Path=/; Max-Age={age}")
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

    #[test]
    fn a_cookie_brings_the_visitor_back_and_scripts_cannot_read_it() {
        let visitor = Visitor::new();
        let cookie = visitor.cookie(true);
        for part in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/", "Max-Age="] {
            assert!(cookie.contains(part), "{part} is missing in {cookie}");
        }
        assert!(!visitor.cookie(false).contains("Secure"));
        let mut headers = HeaderMap::new();
        let pair = cookie.split(';').next().expect("a cookie has a first part");
        headers.insert(COOKIE, format!("other=1; {pair}").parse().expect("a header"));
        let back = Visitor::from_headers(&headers).expect("the cookie is ours");
        assert_eq!(back.id, visitor.id);
        assert!(!visitor.id.0.contains(&visitor.secret));
    }
}
