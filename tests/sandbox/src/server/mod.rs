//! What the servers of the API and of the external services do with each request: access, CORS, protection, and repeated responses.

pub(crate) mod access;
pub(crate) mod cors;
pub(crate) mod external_server;
pub(crate) mod guard;
pub(crate) mod idempotency;
