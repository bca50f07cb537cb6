//! Compression of responses, which is part of the feature `deploy`: the development of a site does not need it.

use axum::Router;

/// Compresses the responses of a router, as a CDN does.
#[cfg(feature = "deploy")]
pub(crate) fn compressed(router: Router) -> Router {
    router.layer(tower_http::compression::CompressionLayer::new())
}

/// Returns the router, whose responses stay uncompressed.
#[cfg(not(feature = "deploy"))]
pub(crate) fn compressed(router: Router) -> Router {
    router
}
