//! The sandbox: a stand-in for the operator's API, with a real database behind it.
//!
//! It answers as the specification's section 7 says and refuses what that section does not list. It is for development,
//! previews and tests: `croupier dev` mounts it beside the built site, and the binary `sandbox` runs it alone.
//! Deliberately absent: cookies, mail, payment, and anything of a real player.

mod clock;
mod error;
mod faults;
mod password;
mod routes;
mod seed;
mod session;
mod store;

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;

pub use clock::Clock;
pub use store::Error;

use faults::Faults;
use store::Store;

/// Where the API's own calls lie (decision A109).
pub const PREFIX: &str = "/api/794";

/// How a sandbox is opened.
#[derive(Debug, Default)]
pub struct Options {
    /// File of the database; in memory where there is none.
    pub database: Option<PathBuf>,
    /// Lets tests order failures and the time under `/sandbox/`.
    pub faults: bool,
    /// What tells the time.
    pub clock: Clock,
}

/// An open sandbox. Clones share one database.
#[derive(Debug, Clone)]
pub struct Sandbox {
    world: Arc<World>,
    faults: Option<Arc<Faults>>,
}

/// What every route may ask.
#[derive(Debug)]
struct World {
    store: Store,
    clock: Clock,
}

impl Sandbox {
    /// Opens the database, brings it up to date and seeds it where it is new.
    pub fn open(options: Options) -> Result<Sandbox, Error> {
        let store = Store::open(options.database.as_deref())?;
        seed::fill(&store, &options.clock)?;
        let faults = options.faults.then(|| Arc::new(Faults::default()));
        Ok(Sandbox { world: Arc::new(World { store, clock: options.clock }), faults })
    }

    /// Whether a request path belongs to the sandbox and not to the site beside it.
    pub fn is_ours(path: &str) -> bool {
        ["/api/", "/aff/", "/intercom/", "/preferences/", "/sandbox/"].iter().any(|start| path.starts_with(start))
    }

    /// The API; with faults switched on also what orders them, under `/sandbox/`.
    pub fn router(&self) -> Router {
        let mut router = routes::router(&self.world);
        if let Some(faults) = &self.faults {
            router = router.merge(faults::router(faults, &self.world));
        }
        router.fallback(routes::unknown_path).method_not_allowed_fallback(routes::unknown_method)
    }

    /// Lays the ordered faults around any router: this API, and a site's static files too.
    pub fn with_faults(&self, router: Router) -> Router {
        match &self.faults {
            Some(faults) => faults::around(faults, router),
            None => router,
        }
    }
}
