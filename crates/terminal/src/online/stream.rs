//! The bytes between this terminal and a server: as they are, or inside TLS for a link with https.

use std::io::{Read, Write};
use std::net::TcpStream;

use parlour_console::failure::Failure;

/// A connection to a server.
pub(super) trait Stream: Read + Write + Send {}

impl<T: Read + Write + Send> Stream for T {}

/// TLS on a connection to the server of this name, by the certificates that the system trusts.
#[cfg(feature = "https")]
pub(super) fn secure(name: &str, tcp: TcpStream) -> Result<Box<dyn Stream>, Failure> {
    Ok(Box::new(tls::connect(name, tcp, tls::system_roots()?)?))
}

#[cfg(not(feature = "https"))]
pub(super) fn secure(_: &str, _: TcpStream) -> Result<Box<dyn Stream>, Failure> {
    Err(Failure::usage(NO_HTTPS))
}

/// What a program without TLS answers to a link with https.
#[cfg(not(feature = "https"))]
pub(super) const NO_HTTPS: &str = "this program was built without https; build it with \
                                   `cargo build --release --features https`, or use the http: \
                                   address of a server on your own computer or network";

#[cfg(feature = "https")]
mod tls {
    use std::fmt::Display;
    use std::net::TcpStream;
    use std::sync::Arc;

    use rustls::pki_types::ServerName;
    use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

    use super::Failure;

    /// The certificates that the system trusts, or those of `SSL_CERT_FILE`.
    pub(super) fn system_roots() -> Result<RootCertStore, Failure> {
        let found = rustls_native_certs::load_native_certs();
        let mut roots = RootCertStore::empty();
        match roots.add_parsable_certificates(found.certs) {
            (0, _) => Err(Failure::runtime(
                "This system has no certificates to trust; SSL_CERT_FILE may name a file of them.",
            )),
            _ => Ok(roots),
        }
    }

    /// Completes the handshake, so that a certificate that cannot be trusted is refused here.
    pub(super) fn connect(
        name: &str,
        mut tcp: TcpStream,
        roots: RootCertStore,
    ) -> Result<StreamOwned<ClientConnection, TcpStream>, Failure> {
        let failed =
            |why: &dyn Display| Failure::runtime(format!("Cannot reach {name} by https: {why}."));
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| failed(&error))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let server = ServerName::try_from(name.to_owned());
        let server = server.map_err(|error| failed(&error))?;
        let mut session =
            ClientConnection::new(Arc::new(config), server).map_err(|error| failed(&error))?;
        while session.is_handshaking() {
            session.complete_io(&mut tcp).map_err(|error| failed(&error))?;
        }
        Ok(StreamOwned::new(session, tcp))
    }

    #[cfg(test)]
    mod tests {
        use std::io::{Read, Write};
        use std::net::TcpListener;
        use std::thread;

        use rustls::pki_types::pem::PemObject;
        use rustls::pki_types::{CertificateDer, PrivateKeyDer};
        use rustls::{ServerConfig, ServerConnection};

        use super::*;

        const CERTIFICATE: &[u8] = include_bytes!("../../tests/tls/localhost.pem");
        const KEY: &[u8] = include_bytes!("../../tests/tls/localhost.key");

        fn certificate() -> CertificateDer<'static> {
            CertificateDer::from_pem_slice(CERTIFICATE).expect("a certificate")
        }

        /// A server that answers one connection with what it read.
        fn echo() -> TcpStream {
            let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
            let address = listener.local_addr().expect("an address");
            let provider = Arc::new(rustls::crypto::ring::default_provider());
            let key = PrivateKeyDer::from_pem_slice(KEY).expect("a key");
            let config = ServerConfig::builder_with_provider(provider)
                .with_safe_default_protocol_versions()
                .expect("versions")
                .with_no_client_auth()
                .with_single_cert(vec![certificate()], key)
                .expect("a server");
            thread::spawn(move || {
                let (tcp, _) = listener.accept().expect("a connection");
                let session = ServerConnection::new(Arc::new(config)).expect("a session");
                let mut stream = StreamOwned::new(session, tcp);
                let mut heard = [0; 5];
                // A client that does not trust the certificate says nothing.
                if stream.read_exact(&mut heard).is_ok() {
                    stream.write_all(&heard).expect("the client reads");
                }
            });
            TcpStream::connect(address).expect("a connection")
        }

        #[test]
        fn a_trusted_server_is_spoken_to_inside_tls() {
            let mut roots = RootCertStore::empty();
            roots.add(certificate()).expect("a root");
            let mut stream = connect("localhost", echo(), roots).expect("a secure connection");
            stream.write_all(b"hello").expect("the server reads");
            let mut answer = [0; 5];
            stream.read_exact(&mut answer).expect("the server answers");
            assert_eq!(&answer, b"hello");
        }

        #[test]
        fn a_certificate_of_another_name_or_without_trust_is_refused() {
            let mut roots = RootCertStore::empty();
            roots.add(certificate()).expect("a root");
            let other = connect("example.org", echo(), roots).expect_err("another name");
            let other = other.to_string();
            assert!(other.contains("Cannot reach example.org by https"), "{other}");
            assert!(connect("localhost", echo(), RootCertStore::empty()).is_err());
        }
    }
}
