//! The development proxy: `routes` selects the upstream server of a request, `client` forwards the
//! request to it.

pub(crate) mod client;
pub(crate) mod routes;
