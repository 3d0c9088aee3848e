//! Quotas for what may be open at the same time: by visitor, by network prefix, in all.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::limits::SITE;
use crate::metrics::Gauge;
use crate::security::Network;
use crate::sync::locked;

/// How many are open, for whom.
#[derive(Debug, Default)]
pub(crate) struct Quotas {
    open: Mutex<HashMap<String, usize>>,
    /// The gauge for Prometheus that shows how many there are.
    gauge: Option<&'static Gauge>,
}

/// A slot; it is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Slot {
    quotas: Arc<Quotas>,
    keys: Vec<String>,
    weight: usize,
}

/// Under this name all are counted.
const ALL: &str = "all";

/// For whom a slot is counted, and the most that they may have.
pub(crate) struct Share(String, usize);

impl Share {
    /// One visitor's.
    pub(crate) fn of_visitor(visitor: &str, most: usize) -> Share {
        Share(format!("v {visitor}"), most)
    }

    /// A network prefix's, and that of all prefixes of its site.
    pub(crate) fn of_network(network: Network, most: usize) -> impl Iterator<Item = Share> {
        let site = network.site().map(|site| Share(site, most.saturating_mul(SITE as usize)));
        [Share(network.prefix(), most)].into_iter().chain(site)
    }
}

impl Quotas {
    /// Quotas whose number is shown to the host.
    pub(crate) fn shown(gauge: &'static Gauge) -> Self {
        Quotas { gauge: Some(gauge), ..Quotas::default() }
    }

    /// How many are open.
    pub(crate) fn count(&self) -> usize {
        locked(&self.open).get(ALL).copied().unwrap_or(0)
    }

    /// A slot for one more, unless that exceeds the total or a share.
    pub(crate) fn enter(
        self: &Arc<Self>,
        most: usize,
        shares: impl IntoIterator<Item = Share>,
    ) -> Option<Slot> {
        self.enter_with(1, most, shares)
    }

    /// A slot that counts as `weight`. What exceeds a share by itself fits while nothing else is in it.
    pub(crate) fn enter_with(
        self: &Arc<Self>,
        weight: usize,
        most: usize,
        shares: impl IntoIterator<Item = Share>,
    ) -> Option<Slot> {
        let shares: Vec<Share> = [Share(ALL.to_owned(), most)].into_iter().chain(shares).collect();
        let mut open = locked(&self.open);
        let exceeds = |Share(key, most): &Share| {
            open.get(key).is_some_and(|open| open.saturating_add(weight) > *most)
        };
        if shares.iter().any(exceeds) {
            return None;
        }
        let keys: Vec<String> = shares.into_iter().map(|Share(key, _)| key).collect();
        for key in &keys {
            *open.entry(key.clone()).or_default() += weight;
        }
        if let Some(gauge) = self.gauge {
            gauge.add(weight as i64);
        }
        Some(Slot { quotas: self.clone(), keys, weight })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if let Some(gauge) = self.quotas.gauge {
            gauge.add(-(self.weight as i64));
        }
        let mut open = locked(&self.quotas.open);
        for key in &self.keys {
            if let Some(count) = open.get_mut(key) {
                *count -= self.weight;
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
        let quotas = Arc::new(Quotas::default());
        let first = quotas.enter(4, from("10.0.0.1", 2));
        let second = quotas.enter(4, from("10.0.0.1", 2));
        assert!(first.is_some() && second.is_some());
        assert!(quotas.enter(4, from("10.0.0.1", 2)).is_none(), "its quotas are taken");
        let other = quotas.enter(4, from("10.0.0.2", 2));
        assert!(other.is_some(), "others still come in");
        drop(first);
        assert!(quotas.enter(4, from("10.0.0.1", 2)).is_some(), "a slot is free again");
        assert_eq!(quotas.count(), 2);
    }

    #[test]
    fn the_prefixes_of_one_site_cannot_take_every_place() {
        let quotas = Arc::new(Quotas::default());
        let prefixes = (0..64).map(|n| format!("2001:db8:1:{n:x}::1"));
        let taken: Vec<Slot> =
            prefixes.filter_map(|prefix| quotas.enter(64, from(&prefix, 2))).collect();
        assert_eq!(taken.len(), 16, "a /48 has what eight /64 have");
        assert!(quotas.enter(64, from("2001:db8:2:1::1", 2)).is_some(), "another site");
    }

    #[test]
    fn a_visitor_has_a_share_of_their_own() {
        let quotas = Arc::new(Quotas::default());
        let slot = quotas.enter(9, [Share::of_visitor("v", 1)]).expect("the first fits");
        assert!(quotas.enter(9, [Share::of_visitor("v", 1)]).is_none());
        assert!(quotas.enter(9, [Share::of_visitor("w", 1)]).is_some());
        drop(slot);
        assert!(quotas.enter(9, [Share::of_visitor("v", 1)]).is_some());
    }

    #[test]
    fn a_share_of_memory_is_used_up_by_weight() {
        let quotas = Arc::new(Quotas::default());
        let enter =
            |weight, from: &str| quotas.enter_with(weight, usize::MAX, self::from(from, 10));
        let first = enter(6, "10.0.0.1").expect("it fits");
        assert!(enter(5, "10.0.0.1").is_none() && enter(4, "10.0.0.1").is_some());
        let large = enter(50, "10.0.0.2").expect("one table fits, however large");
        assert!(enter(1, "10.0.0.2").is_none());
        drop((first, large));
        assert_eq!(quotas.count(), 0);
    }

    #[test]
    fn behind_a_proxy_only_the_sum_counts() {
        let quotas = Arc::new(Quotas::default());
        let taken: Vec<Option<Slot>> = (0..4).map(|_| quotas.enter(3, [])).collect();
        assert_eq!(taken.iter().flatten().count(), 3);
    }
}
