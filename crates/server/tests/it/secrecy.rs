//! Nothing hidden leaves the server.
