//! Compression of responses, which is part of the feature `deploy`: the development of a site does not need it.

use axum::Router;

/// Compresses the responses of a router, as a CDN does.
#[cfg(feature = "deploy")]
pub(crate) fn compressed(router: Router) -> Router {
    use axum::http::header::CONTENT_TYPE;
    use axum::http::{Extensions, HeaderMap, StatusCode, Version};
    use tower_http::compression::CompressionLayer;
    use tower_http::compression::predicate::{DefaultPredicate, Predicate as _};

    let has_compressed_type =
        |_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions| -> bool {
            let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
            kind.is_none_or(is_compressed)
        };
    let predicate = DefaultPredicate::new().and(has_compressed_type);
    router.layer(CompressionLayer::new().compress_when(predicate))
}

/// Returns the router, whose responses stay uncompressed.
#[cfg(not(feature = "deploy"))]
pub(crate) fn compressed(router: Router) -> Router {
    router
}

/// Whether responses with this `content-type` are compressed. Pictures, videos, sound, fonts and archives are compressed already.
pub(crate) fn is_compressed(content_type: &str) -> bool {
    let is_dense =
        ["image/", "video/", "audio/", "font/woff", "application/zip", "application/gzip"];
    content_type.starts_with("image/svg+xml")
        || !is_dense.iter().any(|prefix| content_type.starts_with(prefix))
}
