//! Places for what may be open at the same time, counted for everybody to whom it belongs.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::limits::SITE;
use crate::metrics::Gauge;
use crate::security::Network;

/// How many are open, for whom.
#[derive(Debug, Default)]
pub(crate) struct Places {
    open: Mutex<HashMap<String, usize>>,
    /// The number for Prometheus that tells how many there are.
    gauge: Option<&'static Gauge>,
}

/// A place; it is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    places: Arc<Places>,
    keys: Vec<String>,
}

/// Under this name all are counted.
const ALL: &str = "all";

/// For whom a place is counted, and the most that they may have.
pub(crate) struct Share(String, usize);

impl Share {
    /// One visitor's.
    pub(crate) fn of_visitor(visitor: &str, most: usize) -> Share {
        Share(format!("v {visitor}"), most)
    }

    /// A household's, and that of all households of its site.
    pub(crate) fn of_network(network: Network, most: usize) -> impl Iterator<Item = Share> {
        let site = network.site().map(|site| Share(site, most.saturating_mul(SITE as usize)));
        [Share(network.home(), most)].into_iter().chain(site)
    }
}

impl Places {
    /// Places whose number is shown to the host.
    pub(crate) fn shown(gauge: &'static Gauge) -> Self {
        Places { gauge: Some(gauge), ..Places::default() }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many are open.
    pub(crate) fn count(&self) -> usize {
        self.open().get(ALL).copied().unwrap_or(0)
    }

    /// A place for one more, unless there are so many or somebody has a whole share.
    pub(crate) fn enter(
        self: &Arc<Self>,
        most: usize,
        shares: impl IntoIterator<Item = Share>,
    ) -> Option<Place> {
        let shares: Vec<Share> = [Share(ALL.to_owned(), most)].into_iter().chain(shares).collect();
        let mut open = self.open();
        if shares.iter().any(|Share(key, most)| open.get(key).is_some_and(|open| open >= most)) {
            return None;
        }
        let keys: Vec<String> = shares.into_iter().map(|Share(key, _)| key).collect();
        for key in &keys {
            *open.entry(key.clone()).or_default() += 1;
        }
        if let Some(gauge) = self.gauge {
            gauge.add(1);
        }
        Some(Place { places: self.clone(), keys })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(gauge) = self.places.gauge {
            gauge.add(-1);
        }
        let mut open = self.places.open();
        for key in &self.keys {
            if let Some(count) = open.get_mut(key) {
                *count -= 1;
                if *count == 0 {
                    open.remove(key);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::security::network;

    fn from(address: &str, most: usize) -> impl Iterator<Item = Share> {
        Share::of_network(network(address.parse().expect("an address")), most)
    }

    #[test]
    fn one_address_cannot_take_every_place() {
        let places = Arc::new(Places::default());
        let first = places.enter(4, from("10.0.0.1", 2));
        let second = places.enter(4, from("10.0.0.1", 2));
        assert!(first.is_some() && second.is_some());
        assert!(places.enter(4, from("10.0.0.1", 2)).is_none(), "its places are taken");
        let other = places.enter(4, from("10.0.0.2", 2));
        assert!(other.is_some(), "others still come in");
        drop(first);
        assert!(places.enter(4, from("10.0.0.1", 2)).is_some(), "a place is free again");
        assert_eq!(places.count(), 2);
    }

    #[test]
    fn homes_of_one_site_cannot_take_every_place() {
        let places = Arc::new(Places::default());
        let homes = (0..64).map(|home| format!("2001:db8:1:{home:x}::1"));
        let taken: Vec<Place> = homes.filter_map(|home| places.enter(64, from(&home, 2))).collect();
        assert_eq!(taken.len(), 16, "eight homes' worth for a /48");
        assert!(places.enter(64, from("2001:db8:2:1::1", 2)).is_some(), "another site");
    }

    #[test]
    fn a_visitor_has_a_share_of_their_own() {
        let places = Arc::new(Places::default());
        let place = places.enter(9, [Share::of_visitor("v", 1)]).expect("the first fits");
        assert!(places.enter(9, [Share::of_visitor("v", 1)]).is_none());
        assert!(places.enter(9, [Share::of_visitor("w", 1)]).is_some());
        drop(place);
        assert!(places.enter(9, [Share::of_visitor("v", 1)]).is_some());
    }

    #[test]
    fn behind_a_proxy_only_the_sum_counts() {
        let places = Arc::new(Places::default());
        let taken: Vec<Option<Place>> = (0..4).map(|_| places.enter(3, [])).collect();
        assert_eq!(taken.iter().flatten().count(), 3);
    }
}
