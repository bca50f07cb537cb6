//! The optional libraries of this program, which its cargo features select.

use croupier_extensions::Extensions;

/// Returns the libraries that this program was built with.
pub fn extensions() -> Extensions {
    #[cfg_attr(
        feature = "full",
        expect(clippy::needless_update, reason = "other features lack fields")
    )]
    Extensions {
        #[cfg(feature = "collation")]
        collation: Some(croupier_collation::EXTENSION),
        #[cfg(feature = "highlight")]
        highlight: Some(croupier_highlight::EXTENSION),
        #[cfg(feature = "math")]
        math: Some(croupier_math::EXTENSION),
        #[cfg(feature = "minify")]
        minify: Some(croupier_minify::EXTENSION),
        #[cfg(feature = "pictures")]
        pictures: Some(croupier_pictures::EXTENSION),
        #[cfg(feature = "styles")]
        styles: Some(croupier_styles::EXTENSION),
        ..Extensions::default()
    }
}
