//! The development proxy: `routes` selects the upstream server of a request, `forward` forwards
//! the request to it.

mod forward;
pub(crate) mod routes;
