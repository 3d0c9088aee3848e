//! Numbers for Prometheus.

use std::sync::OnceLock;

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

/// The one recorder of this process, installed at the first call.
pub(crate) fn recorder() -> &'static PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE.get_or_init(|| {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        // A program that embeds this server may have a recorder of its own; ours stays empty then.
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("another metrics recorder is installed; /metrics stays empty");
        }
        describe();
        handle
    })
}

fn describe() {
    use metrics::{describe_counter, describe_gauge, describe_histogram};
    describe_counter!("parlour_accepts_failed", "Connections that the system could not take");
    describe_counter!("parlour_connections_refused", "Connections over the limits");
    describe_counter!("parlour_calls", "Calls to the API");
    describe_counter!("parlour_changes", "Changes stored at tables");
    describe_counter!("parlour_conflicts", "Changes decided again because another came first");
    describe_counter!("parlour_projections", "Boards looked at for a pair of eyes");
    describe_counter!("parlour_refused_too_fast", "Calls and messages refused by a rate limit");
    describe_counter!("parlour_tables_made", "Tables set up, by game");
    describe_counter!("parlour_thoughts", "Searches made for computer players and hints");
    describe_gauge!("parlour_sockets", "Open sockets");
    describe_gauge!("parlour_tables_at_hand", "Tables in memory");
    describe_gauge!("parlour_thinkers_waiting", "Searches waiting for a thread");
    describe_histogram!("parlour_store_batch", "Changes written in one transaction");
}
