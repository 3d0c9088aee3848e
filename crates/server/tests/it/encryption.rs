//! Certificates made for a test, what speaks TLS with them, and the encrypted way to PostgreSQL.

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parlour_server::store::{PostgresStore, Store};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio_rustls::TlsConnector;

use crate::cluster::Cluster;
use crate::contract::{found, id, say};
use crate::harness::connect;

/// A certificate that vouches for itself, and its key, in files.
pub(crate) struct Certificate {
    pub(crate) certificate: PathBuf,
    pub(crate) key: PathBuf,
    /// Both in one file.
    pub(crate) both: PathBuf,
}

impl Certificate {
    pub(crate) fn make(folder: &Path, names: &[&str]) -> Certificate {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let made = generate_simple_self_signed(names).expect("a certificate");
        let CertifiedKey { cert, signing_key } = made;
        let (certificate, key) = (cert.pem(), signing_key.serialize_pem());
        let file = |name: &str, text: &str| {
            let file = folder.join(name);
            std::fs::write(&file, text).expect("writes");
            file
        };
        Certificate {
            certificate: file("certificate.pem", &certificate),
            key: file("key.pem", &key),
            both: file("both.pem", &format!("{certificate}{key}")),
        }
    }

    /// Trusts this certificate and no other.
    fn connector(&self) -> TlsConnector {
        let mut roots = RootCertStore::empty();
        let own = CertificateDer::from_pem_file(&self.certificate).expect("a certificate");
        roots.add(own).expect("a good one");
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("TLS")
            .with_root_certificates(roots)
            .with_no_client_auth();
        TlsConnector::from(Arc::new(config))
    }

    /// An address at which everything that is said goes encrypted to `to`, from the address `from` of this
    /// computer.
    pub(crate) async fn tunnel(&self, from: IpAddr, to: SocketAddr) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("it listens");
        let connector = self.connector();
        tokio::spawn(async move {
            while let Ok((mut plain, _)) = listener.accept().await {
                let connector = connector.clone();
                tokio::spawn(async move {
                    let name = ServerName::from(to.ip());
                    let stream = connect(Some(from), to).await;
                    let mut encrypted = connector.connect(name, stream).await.expect("TLS");
                    // Either side may end it as it likes.
                    let _ = tokio::io::copy_bidirectional(&mut plain, &mut encrypted).await;
                });
            }
        });
        address
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_way_to_postgres_is_encrypted_and_checked_as_the_address_asks() {
    let folder = TempDir::new().expect("a folder");
    let (ours, others) = (folder.path().join("ours"), folder.path().join("others"));
    for place in [&ours, &others] {
        std::fs::create_dir(place).expect("a folder");
    }
    let certificate = Certificate::make(&ours, &["localhost"]);
    let stranger = Certificate::make(&others, &["localhost"]);
    let cluster = Cluster::start_encrypted(&certificate).await;
    let plain = cluster.database("encrypted").await;
    let named = plain.replace("127.0.0.1", "localhost");
    let root = |of: &Certificate| format!("sslrootcert={}", of.certificate.display());
    let open = "(SELECT 1 FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
                 WHERE application_name = 'parlour' AND NOT ssl) AS open";

    let verified = format!("{named}?sslmode=verify-full&{}", root(&certificate));
    for (number, address) in [format!("{plain}?sslmode=require"), verified].iter().enumerate() {
        let store = PostgresStore::open(address).await.expect("it opens");
        let name = format!("table-{number}");
        let (table, first) = found(&name, 1_000);
        store.append(vec![first]).await.expect("a new table");
        store.append(vec![say(&table, "hello").1]).await.expect("it follows");
        store.listen(&id(&name)).await;
        assert_eq!(store.load(&id(&name), 0).await.expect("reads").len(), 2);
        assert_eq!(
            cluster.count("encrypted", open).await,
            0,
            "all of its connections are encrypted"
        );
        store.close().await;
    }
    for (address, words) in [
        (format!("{plain}?sslmode=verify-full&{}", root(&certificate)), "certificate"),
        (format!("{named}?sslmode=verify-full&{}", root(&stranger)), "certificate"),
        (format!("{named}?sslmode=verify-full"), "certificate"),
        (format!("{named}?sslmode=verify-full&sslrootcert=/nowhere.pem"), "/nowhere.pem"),
        (format!("{named}?sslmode=verify-ca"), "verify-full"),
    ] {
        let error = PostgresStore::open(&address).await.expect_err("refused").to_string();
        assert!(error.contains(words), "{address}: {error}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_does_not_encrypt_is_refused_where_the_address_asks_for_it() {
    let cluster = Cluster::start().await;
    let plain = cluster.database("open").await;
    let error = PostgresStore::open(&format!("{plain}?sslmode=require")).await;
    let error = error.expect_err("refused").to_string();
    assert!(error.to_lowercase().contains("tls"), "{error}");
    PostgresStore::open(&plain).await.expect("it opens without").close().await;
}
